"""Small judged trees for tests: a guard in shell, its suite that writes TAP, and the tables that break it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from tests.support.builder import RepoBuilder
from tests.support.session import Outcome, call

TABLE = "tests/mutations/guard.yml"
GUARD = """\
LIMIT=4
refuse() {
  [ "$1" -le "$LIMIT" ]
}
double() {
  echo $(($1 + $1))
}
"""
SUITE = """\
. ./guard.sh
number=0
check() {
  number=$((number + 1))
  if eval "$2"; then echo "ok $number - $1"; else echo "not ok $number - $1"; red=1; fi
}
echo 1..3
check capacity '! refuse 5'
check fits 'refuse 4'
check double '[ $(double 2) = 4 ]'
exit ${red:-0}
"""
TREE = {"guard.sh": GUARD, "suite.sh": SUITE, ".redfirst.yml": "version: 1\nextends: none\n"}
UNIT: dict[str, Any] = {"run": ["sh", "suite.sh"], "report": {"tap": "stdout"}}
CAPACITY = {"red": ["capacity"]}


def replace(find: str, with_: str, file: str = "guard.sh") -> list[dict[str, Any]]:
    """One edit of text."""
    return [{"file": file, "find": find, "with": with_}]


def row(name: str, edits: list[dict[str, Any]], expect: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """One row."""
    return {"id": name, "claim": f"what {name} claims", "suite": "unit", "edits": edits, "expect": dict(expect), **more}


def table(*rows: Mapping[str, Any], **suites: Mapping[str, Any]) -> str:
    """A table file; without suites it has `unit`."""
    return yaml.safe_dump({"version": 1, "suites": suites or {"unit": UNIT}, "mutations": list(rows)}, sort_keys=False)


DETECTED = row("detected", replace("-le", "-lt"), {"red": ["fits"]})
ALSO_DETECTED = row("unlimited", replace('[ "$1" -le "$LIMIT" ]', "true"), CAPACITY)
SURVIVED = row("survived", replace("LIMIT=4", "LIMIT=4 # why"), {"red": ["*"]})


def build(root: Path, files: Mapping[str, str]) -> RepoBuilder:
    """A repository with the guard, its suite and some more files, committed."""
    repo = RepoBuilder(root)
    repo.commit("base", {**TREE, **files})
    return repo


def mutate(repo: Path, *arguments: str, cache: Path | None = None) -> Outcome:
    """`redfirst mutate` in a repository, with a cache folder beside it."""
    return call("redfirst", "mutate", *arguments, cwd=repo, env={"XDG_CACHE_HOME": str(cache or repo.parent / "cache")})


def report(repo: Path, *arguments: str, code: int | None = None) -> dict[str, Any]:
    """The JSON report of a run, whose exit code must be `code` where one is given."""
    outcome = mutate(repo, "--format=json", "--quiet", *arguments)
    assert code is None or outcome.code == code, outcome.err + outcome.out
    result: dict[str, Any] = json.loads(outcome.out)
    return result


def rows_of(result: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The rows of all tables by their id."""
    return {row["id"]: row for table in result["tables"] for row in table["rows"]}


def outcomes(result: Mapping[str, Any]) -> dict[str, str]:
    """The outcomes of all rows by their id."""
    return {name: row["outcome"] for name, row in rows_of(result).items()}
