"""redfirst's own tables: a row for every rule, and rows that still mean something in the tree as it is."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from bot.mutation.edits import apply
from bot.mutation.model import Mutation, RestoreBase, Suite, Table
from bot.mutation.table import load_table
from checkers.explain import all_rules
from tests.mutations import suite as runner
from tests.support.modules import ROOT

FOLDER = ROOT / "tests" / "mutations"
OWN_SUITE = ("python", "-m", "tests.mutations.suite")
RULES = {rule.id for rule in all_rules()}
_CASE = re.compile(r"\*?(?:tests\.)?(?:[a-z_]+\.)*(test_\w+)\.(test_\w+)")


def _table(path: Path) -> Table:
    def beside(name: str) -> bytes | None:
        other = FOLDER / name
        return other.read_bytes() if other.is_file() else None

    return load_table(path.read_bytes(), path.relative_to(ROOT).as_posix(), beside, {})


TABLES = [_table(path) for path in sorted(FOLDER.glob("*.yml"))]
ROWS = [pytest.param(table, row, id=row.id) for table in TABLES for row in table.mutations]
SUITES = [pytest.param(one, id=f"{table.path}:{one.name}") for table in TABLES for one in table.suites.values()]


def test_every_rule_has_a_row_by_its_name() -> None:
    named = {row.id for table in TABLES for row in table.mutations}
    assert RULES - named == set()


def test_a_row_has_its_name_in_all_tables_to_itself() -> None:
    names = [row.id for table in TABLES for row in table.mutations]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize(("table", "row"), ROWS)
def test_a_row_about_a_rule_names_one_that_there_is(table: Table, row: Mutation) -> None:
    """`checker/rule` and `checker/rule.word`; a guard of no rule has a name without a stroke."""
    rule = row.id.partition(".")[0]
    assert "/" not in rule or rule in RULES


@pytest.mark.parametrize(("table", "row"), ROWS)
def test_an_edit_applies_to_the_tree_as_it_is(table: Table, row: Mutation) -> None:
    files: dict[str, bytes | None] = {}
    for edit in row.edits:
        if isinstance(edit, RestoreBase):
            continue
        if edit.file not in files:
            files[edit.file] = (ROOT / edit.file).read_bytes()
        files[edit.file] = apply(edit, files[edit.file], None)
    for path, data in files.items():
        if path.endswith(".py"):
            compile(data or b"", path, "exec", dont_inherit=True)


@pytest.mark.parametrize(("table", "row"), ROWS)
def test_a_row_expects_red_where_the_suite_looks(table: Table, row: Mutation) -> None:
    """A case that was renamed would otherwise show only when all tables are run."""
    suite = table.suites[row.suite]
    for glob in row.expect.red if suite.run[:3] == OWN_SUITE else ():
        case = _CASE.match(glob)
        assert case, f"{glob} names no test of a module"
        assert case[2] in _tests_in(_files(suite), f"{case[1]}.py", prefix=glob.endswith("*")), f"{glob} is no test"


@pytest.mark.parametrize("suite", SUITES)
def test_a_suite_runs_files_that_there_are(suite: Suite) -> None:
    assert suite.run[:3] != OWN_SUITE or (_files(suite) and all((ROOT / name).exists() for name in _files(suite)))


def _files(suite: Suite) -> tuple[str, ...]:
    return tuple(word for word in suite.run if word.startswith("tests/"))


def _tests_in(files: tuple[str, ...], module: str, *, prefix: bool) -> set[str]:
    """The tests of the modules of that name; with `prefix`, whatever one of their names begins with too."""
    places = [ROOT / name for name in files]
    paths = [path for place in places for path in (place.rglob(module) if place.is_dir() else [place])]
    found = {test for path in paths if path.name == module for test in _functions(path)}
    return found | ({test[:end] for test in found for end in range(len(test))} if prefix else set())


@cache
def _functions(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_bytes())
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def test_a_suite_tests_the_tree_around_it_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert runner.is_of_this_tree("checkers", ROOT)
    monkeypatch.chdir(tmp_path)
    assert runner.main(["tests/mutations/test_tables.py"]) == 4
    assert f"checkers, bot, fixtures, tests would be imported from outside {tmp_path}" in capsys.readouterr().err
    assert not (tmp_path / runner.REPORT).exists()
