"""The page as a site has it, and what lies beside it for browsers and hosts."""

import json
import re
from collections.abc import Collection, Mapping

from tablier.server.http.guard import WITH_PYTHON as HEADERS

ADDRESS = re.compile(r'((?:href|src)=")/')
PAPER = {"light": "#f6f1e7", "dark": "#1d1a17"}
FOR_GOOD = "public, max-age=31536000, immutable"
IN_META = ("frame-ancestors",)
"""What a page can't say of itself."""


def index(template: str, version: str, languages: Collection[str]) -> bytes:
    """The page: all else is asked for as it is of that version, relative to where the page lies."""
    policy = "; ".join(
        rule
        for rule in HEADERS["Content-Security-Policy"].split("; ")
        if not rule.startswith(IN_META)
    )
    head = [
        f'<meta http-equiv="Content-Security-Policy" content="{policy}" />',
        '<meta name="referrer" content="no-referrer" />',
        *(
            f'<meta name="theme-color" content="{colour}" media="(prefers-color-scheme: {when})" />'
            for when, colour in PAPER.items()
        ),
        '<link rel="manifest" href="manifest.webmanifest" />',
        f'<link rel="apple-touch-icon" href="v/{version}/icons/touch-180.png" />',
    ]
    page = ADDRESS.sub(rf"\g<1>v/{version}/", template)
    page = re.sub(
        r'<html lang="\w+" data-languages="[^"]*"',
        f'<html lang="{next(iter(languages))}" data-languages="{" ".join(languages)}"'
        f' data-house="browser" data-version="{version}"',
        page,
    )
    charset = '<meta charset="utf-8" />\n'
    return page.replace(charset, charset + "".join(f"    {line}\n" for line in head), 1).encode()


def manifest(version: str, about: str, language: str) -> bytes:
    """What a phone wants to know of a page before it puts it among its programs."""

    def icon(name: str, size: int, purpose: str) -> dict[str, str]:
        return {
            "src": f"v/{version}/icons/{name}.png",
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }

    told = {
        "name": "Tablier",
        "short_name": "Tablier",
        "description": about,
        "lang": language,
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": PAPER["light"],
        "theme_color": PAPER["light"],
        "categories": ["games"],
        "icons": [
            icon("icon-192", 192, "any"),
            icon("icon-512", 512, "any"),
            icon("maskable-512", 512, "maskable"),
        ],
    }
    return json.dumps(told, indent=1, ensure_ascii=False).encode() + b"\n"


def worker(script: str, version: str, hashes: Mapping[str, str], later: Collection[str]) -> bytes:
    """The service worker: which files the version has, those of the first page before the others.

    Those that come `later` are kept once somebody has seen them.
    """
    files = [[name, digest] for name, digest in hashes.items() if name not in later]
    said = json.dumps({"version": version, "files": files}, separators=(",", ":"))
    return f"/* Written by tablier export-site. */\nself.site = {said};\n{script}".encode()


def netlify_headers() -> bytes:
    """The headers as several hosts read them from a file `_headers`."""
    always = [f"  {name}: {value}" for name, value in HEADERS.items()]
    lines = ["/*", *always, "  Cache-Control: no-cache", "/v/*"]
    return "\n".join([*lines, "  ! Cache-Control", f"  Cache-Control: {FOR_GOOD}", ""]).encode()


def nginx_headers() -> bytes:
    """The same to be included in a location of nginx."""
    always = [f'add_header {name} "{value}" always;' for name, value in HEADERS.items()]
    kept = [
        "# For the location of the site: `include nginx-headers.conf`; v/ never changes.",
        "gzip on;",
        "gzip_types text/css text/javascript application/javascript application/json"
        " application/manifest+json application/wasm image/svg+xml;",
        *always,
        'if ($uri ~ "/v/[0-9a-f]+/") { expires 1y; }',
    ]
    return "\n".join([*kept, ""]).encode()
