"""The documents say what is true: examples load, names exist, links lead somewhere."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import yaml

from bot.mutation.table import load_table
from checkers.policy.load import parse_policy
from checkers.registry import CHECKERS
from tests.support.commands import run
from tests.support.modules import ROOT

DOCUMENTS = ["README.md", ".github/CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def _fences(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def test_the_policy_of_the_readme_is_one() -> None:
    (example,) = [text for text in _fences(README, "yaml") if text.startswith("version:")]
    policy = parse_policy(example.encode(), ".redfirst.yml")
    assert policy.attention_rung is not None
    assert policy.attention_rung.naive == ("kern::sdpa_ref",)
    assert policy.device_leakage is not None
    assert [bucket.name for bucket in policy.device_leakage.buckets] == ["is_gpu", "kern_ifdef"]
    assert [command.name for command in policy.commands] == ["unit"]


def test_the_mutation_table_of_the_readme_is_one() -> None:
    (example,) = [text for text in _fences(README, "yaml") if text.startswith("suites:")]
    table = load_table(example.encode(), "tests/mutations/scheduler.yml", lambda _: None, {})
    assert [row.id for row in table.mutations] == ["end-token", "overtaken"]


def test_the_hooks_of_the_readme_are_those_on_offer() -> None:
    (example,) = [text for text in _fences(README, "yaml") if "repos:" in text]
    named = [hook["id"] for repo in yaml.safe_load(example)["repos"] for hook in repo["hooks"]]
    offered = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert named == [hook["id"] for hook in offered]


def test_the_workflows_of_the_readme_are_whole_files() -> None:
    """The step, the judge, which may only read, and the report, which calls nothing but its own workflow."""
    examples = [text for text in _fences(README, "yaml") if "permissions:" in text]
    step, judge, report = (yaml.load(text, yaml.BaseLoader) for text in examples)  # in which `on` stays a word
    assert step["permissions"] == {"contents": "read"}
    assert [one["uses"] for one in step["jobs"]["redfirst"]["steps"]][-1] == "OWNER/redfirst@<commit>"
    assert judge["jobs"]["judge"]["permissions"] == {"contents": "read"}
    assert judge["jobs"]["judge"]["uses"].startswith("OWNER/redfirst/.github/workflows/judge.yml@")
    assert report["on"]["workflow_run"]["workflows"] == [judge["name"]]
    assert report["jobs"]["report"]["uses"].startswith("OWNER/redfirst/.github/workflows/report.yml@")


@pytest.mark.parametrize("name", ["judge", "report"])
def test_the_readme_gives_a_workflow_the_rights_that_it_asks_for(name: str) -> None:
    text = (ROOT / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8")
    jobs = yaml.load(text, yaml.BaseLoader)["jobs"].values()
    asked = {right: what for job in jobs for right, what in (job.get("permissions") or {}).items()}
    (example,) = [text for text in _fences(README, "yaml") if f"/workflows/{name}.yml@" in text]
    assert yaml.load(example, yaml.BaseLoader)["jobs"][name]["permissions"] == asked


def test_the_readme_asks_the_question_of_every_checker() -> None:
    table = re.findall(r"^\| `([a-z-]+)` +\| (.+\?) +\|$", README, re.MULTILINE)
    assert [name for name, _ in table] == [checker.name for checker in CHECKERS]


def test_every_option_that_the_readme_names_is_known(tmp_path: Path) -> None:
    names = ("check", "mutate", "prove", "verdict", "triage", "post", "history", "init")
    commands = (*(["redfirst", name] for name in names), ["agent-preflight"])
    helps = "".join(run([*argv, "--help"], tmp_path).stdout for argv in commands)
    named = set(re.findall(r"(?<![\w-])--[a-z]+(?:-[a-z]+)*", re.sub(r"^.*ctest.*$", "", README, flags=re.MULTILINE)))
    assert {option for option in named if option not in helps} == set()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_document_names_only_files_that_are_there(document: str) -> None:
    path = ROOT / document
    text = path.read_text(encoding="utf-8")
    links = [link.split("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]
    assert [link for link in links if link and not (path.parent / link).exists()] == []
    named = re.findall(r"`((?:checkers|fixtures|tests|\.ci|\.github)/[\w./-]+)`", text)
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_every_dependency_earns_its_place_in_a_line() -> None:
    contributing = (ROOT / ".github/CONTRIBUTING.md").read_text(encoding="utf-8")
    table = "\n".join(line for line in contributing.splitlines() if line.startswith("|"))
    extras = [name for group in PROJECT["optional-dependencies"].values() for name in group]
    for requirement in [*PROJECT["dependencies"], *extras]:
        name = re.split(r"[\[<>=~]", requirement)[0]
        assert name in table, name
        assert re.search(r">=\d", requirement), f"{name} has no lower bound"


def test_the_licence_is_the_one_that_the_project_names() -> None:
    assert PROJECT["license"] == "Apache-2.0"
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "Version 2.0, January 2004" in text
    assert "END OF TERMS AND CONDITIONS" in text
