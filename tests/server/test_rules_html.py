"""Rules as the page shows them: rendered on the server, and nothing they say is markup."""

import re

import pytest

from tablier.core import registry
from tablier.core.game import Game
from tablier.core.words import LANGUAGES
from tablier.server.http.rules_html import rules_html

GAMES = [registry.find(name) for name in registry.games()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_rule_has_its_id_and_every_picture_a_place(game: Game, language: str) -> None:
    markdown = game.rules_in(language)
    html = rules_html(game.name, markdown)
    ids = re.findall(r"^- \*\*([A-Z]{2}-\d\d)\*\*", markdown, re.MULTILINE)
    assert ids and re.findall(r'<li id="([A-Z]{2}-\d\d)" tabindex="-1">', html) == ids
    assert re.findall(rf'<a class="rule" href="#/learn/{game.name}/([A-Z-\d]+)">', html) == ids
    pictures = re.findall(r"\((diagrams/\w+\.svg)\)", markdown)
    assert re.findall(r'<figure data-diagram="([\w/.]+)"><figcaption>', html) == pictures
    assert "**" not in html and "](" not in html


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
        ("a <b onclick='x()'>b</b>", "<p>a &lt;b onclick=&#x27;x()&#x27;&gt;b&lt;/b&gt;</p>"),
        ("[here](javascript:alert(1))", "<p>[here](javascript:alert(1))</p>"),
        ("[there](elsewhere.html) [rules](#/learn)", '<p>there <a href="#/learn">rules</a></p>'),
        ('!["><i>](diagrams/x.svg)', None),
        ("`<i>`", "<p><code>&lt;i&gt;</code></p>"),
        ("- **AB-01** *one*\n- two", None),
        ("", ""),
    ],
)
def test_nothing_that_rules_say_is_markup(markdown: str, html: str | None) -> None:
    written = rules_html("game", markdown)
    assert html is None or written == html
    assert not re.search(r"<(?!/?(p|a|ul|li|div|strong|em|code|figure|figcaption)\b)", written)


def test_lists_and_tables_look_as_the_page_wants_them() -> None:
    assert rules_html("game", "- **AB-01** *one*\n- **AB-02** two") == (
        '<ul class="rules">'
        '<li id="AB-01" tabindex="-1"><a class="rule" href="#/learn/game/AB-01">AB-01</a>'
        "<div><em>one</em></div></li>"
        '<li id="AB-02" tabindex="-1"><a class="rule" href="#/learn/game/AB-02">AB-02</a>'
        "<div>two</div></li></ul>"
    )
    assert rules_html("game", "| a |\n|:-:|\n| b |") == (
        '<div class="wide"><table><thead><tr><th scope="col">a</th></tr></thead>'
        "<tbody><tr><td>b</td></tr></tbody></table></div>"
    )
