"""What lies in deploy/: built where that can be done here, and read otherwise."""

import configparser
import fnmatch
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
SAID = re.compile(r"`systemd-analyze security` (\d\.\d)")
OTHER_VERSIONS = 0.3
"""So much the figure may differ where another systemd weighs things differently."""
SYSTEMD = shutil.which("systemd-analyze")
analysed = pytest.mark.skipif(SYSTEMD is None, reason="there is no systemd-analyze here")


# The image


def sent(path: Path) -> bool:
    """Whether docker sends a file of the repository to be built: the last rule that fits counts."""
    taken = True
    for rule in (ROOT / ".dockerignore").read_text().splitlines():
        pattern = rule.removeprefix("!").removeprefix("**/")
        parts = path.relative_to(ROOT).parts
        within = parts if rule.startswith("**/") else parts[:1]
        if rule and not rule.startswith("#") and any(fnmatch.fnmatch(p, pattern) for p in within):
            taken = rule.startswith("!")
    return taken


def test_an_image_is_built_from_the_program_alone(tmp_path: Path) -> None:
    for path in filter(sent, ROOT.iterdir()):
        copy: Any = shutil.copytree if path.is_dir() else shutil.copy
        copy(path, tmp_path / path.name)
    names = {path.name for path in tmp_path.iterdir()}
    asked = {"src", "pyproject.toml", "README.md", "LICENSE", "requirements-postgres.lock"}
    assert names == asked
    assert not sent(ROOT / "src" / "tablier" / "__pycache__")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index"]
    pip += ["--no-build-isolation", "--disable-pip-version-check", "--wheel-dir", "wheel", "."]
    subprocess.run(pip, cwd=tmp_path, check=True)
    (wheel,) = (tmp_path / "wheel").glob("tablier_core-*.whl")
    packed = zipfile.ZipFile(wheel).namelist()
    assert "tablier/web/index.html" in packed and "tablier/games/zinga/RULES.md" in packed


def test_an_image_holds_nothing_that_is_not_pinned() -> None:
    said = (DEPLOY / "Dockerfile").read_text().replace("\\\n", " ")
    assert {line.split()[1] for line in said.splitlines() if line.startswith("FROM")} == {
        "${PYTHON_IMAGE}"
    }
    installed = re.findall(r"pip install ([^&\n]+)", said)
    assert len(installed) == 2
    assert "--require-hashes --requirement requirements-postgres.lock" in installed[0]
    assert "--no-deps" in installed[1] and installed[1].split()[-1] == "."


def test_the_locks_agree() -> None:
    """With PostgreSQL there is more, but nothing else."""
    pins = {name: pinned(ROOT / name) for name in ("requirements.lock", "requirements-dev.lock")}
    postgres = pinned(ROOT / "requirements-postgres.lock")
    assert pins["requirements.lock"].items() <= postgres.items()
    assert postgres["psycopg"] == pins["requirements-dev.lock"]["psycopg"], "the one that is tested"
    assert postgres["psycopg-binary"] == postgres["psycopg"]


def pinned(path: Path) -> dict[str, str]:
    """The versions in a lock, all of which have hashes."""
    found = {}
    for entry in re.split(r"\n(?=[a-z])", path.read_text()):
        name, version = re.match(r"([a-z0-9._-]+)(?:\[[^]]*\])?==(\S+)", entry).groups()  # type: ignore[union-attr]
        assert "--hash=sha256:" in entry, entry
        found[name] = version
    return found


# Compose


def composed() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return read


def test_nodes_believe_the_gateway_and_nobody_else() -> None:
    said = composed()
    (subnet,) = said["networks"]["default"]["ipam"]["config"]
    nodes = [one for name, one in said["services"].items() if name.startswith("node")]
    assert len(nodes) == 2
    for node in nodes:
        assert node["environment"]["TABLIER_PROXIES"] == subnet["gateway"]
        assert all(port.startswith("127.0.0.1:") for port in node["ports"])
        assert node["read_only"] and node["cap_drop"] == ["ALL"] and node["mem_limit"]
        assert node["build"]["dockerfile"] == "deploy/Dockerfile"
        assert {volume.partition(":")[0] for volume in node["volumes"]} <= said["volumes"].keys()


def test_images_are_named_alike_everywhere() -> None:
    """By version in the files, by digest in the .env that `pin` writes."""
    nodes, postgres = composed()["services"]["node1"], composed()["services"]["postgres"]
    python = default(nodes["build"]["args"]["PYTHON_IMAGE"])
    assert f"ARG PYTHON_IMAGE={python}\n" in (DEPLOY / "Dockerfile").read_text()
    images = set(re.findall(r"\$\(pinned (\S+)\)", (DEPLOY / "pin").read_text()))
    assert images == {python, default(postgres["image"])}
    assert all(re.fullmatch(r"[a-z]+:\d+(\.\d+)+-[a-z-]+", image) for image in images)


def default(variable: str) -> str:
    found = re.fullmatch(r"\$\{[A-Z_]+:-(.+)\}", variable)
    assert found, variable
    return found[1]


def test_pin_writes_digests_and_keeps_the_password(tmp_path: Path) -> None:
    shutil.copy(DEPLOY / "pin", tmp_path)
    docker = tmp_path / "docker"
    docker.write_text('#!/bin/sh\n[ "$1" = pull ] || echo "${5%%:*}@sha256:0123"\n')
    docker.chmod(0o755)

    def pin() -> dict[str, str]:
        path = f"{tmp_path}:/usr/bin:/bin"
        subprocess.run([tmp_path / "pin"], env={"PATH": path}, check=True, capture_output=True)
        lines = (tmp_path / ".env").read_text().splitlines()
        return dict(line.split("=", 1) for line in lines)

    first = pin()
    assert first["PYTHON_IMAGE"] == "python@sha256:0123"
    assert first["POSTGRES_IMAGE"] == "postgres@sha256:0123"
    assert len(first["POSTGRES_PASSWORD"]) == 48 and pin() == first
    assert (tmp_path / ".env").stat().st_mode & 0o077 == 0


# The unit


def test_a_house_comes_back_and_stays_within_its_memory() -> None:
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[method-assign,assignment]
    unit.read(DEPLOY / "tablier.service")
    assert unit["Unit"]["StartLimitIntervalSec"] == "0" and unit["Service"]["Restart"] == "always"
    assert unit["Service"]["MemoryMax"] and int(unit["Service"]["LimitNOFILE"]) >= 65536
    assert unit["Service"]["ExecStart"].endswith("tablier serve --config /etc/tablier.toml")


@analysed
def test_the_unit_is_one(tmp_path: Path) -> None:
    text = (DEPLOY / "tablier.service").read_text().replace("/opt/tablier/bin/tablier", "/bin/true")
    (tmp_path / "tablier.service").write_text(text)
    told = analyse("verify", "--man=no", str(tmp_path / "tablier.service"))
    assert told.strip() == ""


@analysed
def test_the_unit_is_as_closed_as_the_handbook_says() -> None:
    told = analyse("security", "--offline=true", str(DEPLOY / "tablier.service"))
    figure = re.search(r"Overall exposure level for tablier.service: ([\d.]+)", told)
    said = SAID.search((ROOT / "docs" / "hosting.md").read_text())
    assert figure is not None and said is not None
    assert abs(float(figure[1]) - float(said[1])) <= OTHER_VERSIONS, told


def analyse(*arguments: str) -> str:
    assert SYSTEMD is not None
    done = subprocess.run([SYSTEMD, *arguments], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr
