"""The documentation folder: made from the data as it is now, and every link in it leads somewhere."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from functools import cache
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.cli import every_command
from checkers.exits import Exit
from checkers.explain import all_rules, shown_example
from checkers.policy.keys import POLICY
from checkers.policy.shapes import Fixed
from documentation.markdown import fence, prose, table
from documentation.pages import DOCS, WRITTEN, all_pages, stale
from tests.support.commands import bin_folder
from tests.support.modules import ROOT

DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / ".github").rglob("*.md"), *DOCS.rglob("*.md")])
READER = MarkdownIt("gfm-like")


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_the_pages_are_made_from_what_the_data_say_now(request: pytest.FixtureRequest) -> None:
    """`make docs` writes them, and so does --bless."""
    for path, text in all_pages().items():
        page = DOCS / path
        if request.config.getoption("--bless"):
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(text, encoding="utf-8")
        assert page.read_text(encoding="utf-8") == text, f"docs/{path} lags behind; make docs"


def test_no_page_is_left_whose_data_is_gone() -> None:
    assert stale() == []
    assert all((DOCS / path).is_file() for path in WRITTEN)


def test_every_rule_every_command_and_every_key_has_its_place() -> None:
    pages = all_pages()
    for rule in all_rules():
        page = pages[f"rules/{rule.id}.md"]
        for part in (rule.failing, rule.mended):
            assert shown_example(part) in page
        assert f"({rule.id}.md)" in pages["rules/README.md"]
    for name in every_command():
        assert f"# redfirst {name}\n" in pages[f"commands/redfirst-{name}.md"]
    for name, key in POLICY.keys.items():
        assert f"\n## {name}\n" in pages["policy.md"]
        if isinstance(key.shape, Fixed):
            assert all(f"\n| `{inner}` |" in pages["policy.md"] for inner in key.shape.keys)


def test_every_policy_key_that_a_rule_names_is_one() -> None:
    policy = all_pages()["policy.md"]
    for rule in all_rules():
        for key in rule.policy_keys:
            section, _, below = key.partition(".")
            part = policy.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
            assert f"| `{below}` |" in part if below else part, (rule.id, key)


def test_the_exit_codes_are_those_of_the_product() -> None:
    rows = re.findall(r"^\| (\d+) \|", (DOCS / "exit-codes.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert [int(code) for code in rows] == [code.value for code in Exit]


@pytest.mark.parametrize("document", DOCUMENTS, ids=_name)
def test_no_link_is_dead(document: Path) -> None:
    dead = []
    for target in _targets(document):
        if re.match(r"[a-z][a-z0-9+.-]*:", target):
            continue
        path, _, anchor = target.partition("#")
        linked = (document.parent / unquote(path)).resolve() if path else document
        if not linked.exists() or (anchor and anchor not in _anchors(linked)):
            dead.append(target)
    assert dead == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=_name)
def test_a_page_has_one_title_and_steps_down_one_heading_at_a_time(document: Path) -> None:
    levels = [int(token.tag[1]) for token in _tokens(document) if token.type == "heading_open"]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


@pytest.mark.exhaustive
def test_the_builder_has_nothing_to_warn_of(tmp_path: Path) -> None:
    builder = shutil.which("sphinx-build", path=f"{bin_folder()}:{os.environ['PATH']}")
    if builder is None:
        pytest.skip("sphinx is not installed; .ci/run installs it")
    argv = [builder, "-W", "-n", "-q", "-b", "html", "-d", tmp_path / "doctrees", DOCS, tmp_path / "html"]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("text", ["a `|` b", "<b>*x*</b>", "[x](y)", "a\\b", "`VT_*` and VT_*_X"])
def test_prose_shows_what_it_is_given(text: str) -> None:
    inline = READER.parse(prose(text))[1].children or []
    assert [token.type for token in inline if token.type not in ("text", "code_inline", "text_special")] == []
    assert "".join(token.content for token in inline) == text.replace("`", "")


def test_a_fence_holds_a_fence() -> None:
    (token,) = READER.parse(fence("```\nx\n```\n"))
    assert token.content == "```\nx\n```\n"


def test_a_table_keeps_its_cells() -> None:
    rendered = READER.render(table(("a", "b"), [("`x|y`", "z")]))
    assert re.findall(r"<td>(.*?)</td>", rendered) == ["<code>x|y</code>", "z"]


@cache
def _tokens(document: Path) -> tuple[Token, ...]:
    return tuple(READER.parse(document.read_text(encoding="utf-8")))


def _targets(document: Path) -> list[str]:
    inner = [child for token in _tokens(document) for child in token.children or []]
    links = [str(child.attrs["href"]) for child in inner if child.type == "link_open"]
    return links + [str(child.attrs["src"]) for child in inner if child.type == "image"]


@cache
def _anchors(document: Path) -> frozenset[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    found: list[str] = []
    tokens = _tokens(document) if document.suffix == ".md" else ()
    for token, following in pairwise(tokens):
        if token.type == "heading_open":
            text = "".join(child.content for child in following.children or [])
            slug = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
            found.append(slug if slug not in found else f"{slug}-{found.count(slug)}")
    return frozenset(found)
