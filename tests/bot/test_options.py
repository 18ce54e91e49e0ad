"""Options that several commands have, which mean the same and refuse the same everywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from bot.arguments import parse_mutate
from bot.post.arguments import parse_post
from bot.triage.arguments import parse_triage
from checkers.errors import UsageError


def _posted(words: Sequence[str]) -> tuple[str, int]:
    options = parse_post(["verdict.json", *words])
    return options.repository, options.pull_request


def _triaged(words: Sequence[str]) -> tuple[str, int]:
    options = parse_triage(words)
    return options.repository, options.pull_request


PARSERS = pytest.mark.parametrize("parse", [_posted, _triaged])


@PARSERS
@pytest.mark.parametrize("repository", ["acme/engine", "ACME/e.n-g_1", "managed_acme/engine"])
def test_a_pull_request_is_named_alike(parse: Callable[[Sequence[str]], tuple[str, int]], repository: str) -> None:
    assert parse(["--repo", repository, "--pr", "81"]) == (repository, 81)


@PARSERS
@pytest.mark.parametrize(
    ("repository", "number", "words"),
    [
        ("acme", "1", "--repo acme is no OWNER/NAME"),
        ("acme/..", "1", "--repo acme/.. is no OWNER/NAME"),
        ("acme/engine\n", "1", "is no OWNER/NAME"),
        ("acme/engine", "0", "--pr 0 is no number from 1 to"),
        ("acme/engine", "\u0667", "--pr \u0667 is no number from 1 to"),
        ("acme/engine", "9" * 5000, "is no number from 1 to"),
    ],
)
def test_what_names_no_pull_request_is_refused_alike(
    parse: Callable[[Sequence[str]], tuple[str, int]], repository: str, number: str, words: str
) -> None:
    with pytest.raises(UsageError) as caught:
        parse(["--repo", repository, "--pr", number])
    assert words in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(("option", "most"), [("--jobs", 256), ("--repeat", 1000), ("--shards", 256)])
def test_a_number_beyond_its_bound_is_refused_with_the_bound(option: str, most: int) -> None:
    plan = ["--plan"] if option == "--shards" else []
    parse_mutate([*plan, option, str(most)])
    with pytest.raises(UsageError, match=f"{option} {most + 1} is no number from 1 to {most}"):
        parse_mutate([*plan, option, str(most + 1)])


@pytest.mark.parametrize(
    ("words", "rows", "tables"),
    [
        (["--row", "a"], ("a",), ()),
        (["--row", "a", "c"], ("a", "c"), ()),
        (["t.yml", "--row", "a", "c"], ("a", "c"), ("t.yml",)),
        (["t.yml", "--row", "a", "--row", "c", "d"], ("a", "c", "d"), ("t.yml",)),
        (["--row", "a", "t.yml"], ("a",), ("t.yml",)),
        (["--row", "a", "c", "t.yaml", "u.yml"], ("a", "c"), ("t.yaml", "u.yml")),
        (["t.yml", "--row", "a", "u.yml"], ("a",), ("t.yml", "u.yml")),
        (["--row", "a", "c", "--", "t"], ("a", "c"), ("t",)),
        (["--row", "t.yml:a", "u.yml:a", "--jobs", "2", "t.yml"], ("t.yml:a", "u.yml:a"), ("t.yml",)),
        (["--row", "a.yml"], ("a.yml",), ()),
        (["--row=a", "t.yml"], ("a",), ("t.yml",)),
    ],
)
def test_one_row_option_takes_several_rows_and_no_table(
    words: list[str], rows: tuple[str, ...], tables: tuple[str, ...]
) -> None:
    options = parse_mutate(words)
    assert (options.rows, options.tables) == (rows, tables)


def test_shards_to_join_may_be_named_behind_one_option_or_several() -> None:
    told = [parse_mutate(words).merge for words in (["--merge", "a", "b"], ["--merge", "a", "--merge", "b"])]
    assert told[0] == told[1] == (Path("a"), Path("b"))
