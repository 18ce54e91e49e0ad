"""Where redfirst was installed from, as pip notes it, and the pages that this leads to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from checkers import provenance
from checkers.explain import all_rules
from checkers.provenance import UNKNOWN, Origin, installed_from, named, rule_pages
from tests.support.modules import ROOT

COMMIT = "0123456789abcdef0123456789abcdef01234567"


class Noted:
    """An installed distribution of which pip noted this."""

    def __init__(self, text: str | None) -> None:
        self._text = text

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return self._text


def _note(monkeypatch: pytest.MonkeyPatch, text: str | None) -> None:
    monkeypatch.setattr(provenance, "distribution", lambda _: Noted(text))


def test_a_commit_of_a_repository_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    vcs = {"vcs": "git", "commit_id": COMMIT, "requested_revision": "main"}
    _note(monkeypatch, json.dumps({"url": "https://github.com/a/redfirst.git", "vcs_info": vcs}))
    assert installed_from() == Origin("https://github.com/a/redfirst", COMMIT)
    assert rule_pages() == f"https://github.com/a/redfirst/blob/{COMMIT}/docs/rules"
    assert all((ROOT / "docs/rules" / f"{rule.id}.md").is_file() for rule in all_rules())


@pytest.mark.parametrize(
    "noted",
    [
        None, "", "{}", "[]", "no JSON", '{"url": "file:///x", "dir_info": {"editable": true}}',
        '{"url": "https://github.com/a/b", "vcs_info": {"commit_id": "main"}}',
        '{"url": "https://github.com/a/b", "vcs_info": null}', '{"url": 7, "vcs_info": {"commit_id": 7}}',
        json.dumps({"url": "https://u:p@github.com/a/b", "vcs_info": {"commit_id": COMMIT}}),
        json.dumps({"url": "ssh://git@github.com/a/b", "vcs_info": {"commit_id": COMMIT}}),
    ],
)  # fmt: skip
def test_anything_else_is_not(monkeypatch: pytest.MonkeyPatch, noted: str | None) -> None:
    _note(monkeypatch, noted)
    assert installed_from() == UNKNOWN
    assert rule_pages() is None


def test_pages_are_shown_by_one_forge_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = {"url": "https://git.example.org/a/redfirst", "vcs_info": {"commit_id": COMMIT}}
    _note(monkeypatch, json.dumps(noted))
    assert installed_from().is_known
    assert rule_pages() is None


def test_where_nothing_is_installed_nothing_is_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.path", [str(tmp_path)])
    assert installed_from() == UNKNOWN


def test_a_name_is_read() -> None:
    assert named(f"https://github.com/a/b.git@{COMMIT}") == Origin("https://github.com/a/b", COMMIT)
