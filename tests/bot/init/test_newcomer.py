"""A newcomer's first day: three commands to green, and what turns red afterwards says what to do."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.bot.init import newcomer
from tests.support.builder import RepoBuilder
from tests.support.session import Outcome, call

ADOPTED = "Judge every change\n\nThe baselines hold what is there.\n"


@pytest.fixture(scope="module")
def adopted(tmp_path_factory: pytest.TempPathFactory) -> RepoBuilder:
    """The repository after init, with what it wrote committed on `main`."""
    repo = newcomer.build(tmp_path_factory.mktemp("newcomer") / "loom")
    call("redfirst", "init", "--baseline", cwd=repo.root)
    repo.commit(ADOPTED)
    return repo


def preflight(repo: RepoBuilder, *options: str) -> Outcome:
    return call("agent-preflight", *options, cwd=repo.root)


def test_three_commands_lead_to_green(tmp_path: Path) -> None:
    repo = newcomer.build(tmp_path / "loom")
    assert len(repo.git("ls-files", "*.cpp", "*.h").splitlines()) >= 280
    assert call("redfirst", "init", "--dry-run", cwd=repo.root).code == 0
    assert repo.git("status", "--short") == ""
    written = call("redfirst", "init", "--baseline", cwd=repo.root)
    assert (written.code, written.err) == (0, "")
    outcome = preflight(repo)
    assert outcome.code == 0, outcome.out
    assert outcome.out.endswith("All gates green.\n")
    assert len(re.findall(r"^ok ", outcome.out, re.MULTILINE)) == 5


def test_it_stays_green_once_that_is_committed(adopted: RepoBuilder) -> None:
    outcome = preflight(adopted)
    assert (outcome.code, outcome.out.splitlines()[-1]) == (0, "All gates green.")


def test_what_was_there_is_recorded_as_what_it_is(adopted: RepoBuilder) -> None:
    baseline = json.loads((adopted.root / ".redfirst/device-leakage-baseline.json").read_text())
    assert baseline["buckets"] == {"device_if": newcomer.LEAKY}
    excused = (adopted.root / ".redfirst/attention-rung-allowlist.txt").read_text()
    stems = [line.split("#")[0].strip() for line in excused.splitlines() if not line.startswith("#")]
    assert stems == ["layer_003", "layer_004"]
    assert "layer_003 # 1 use in src/layers/layer_003.cpp" in excused


LEAK = newcomer.layer(90).replace("namespace loom", "#ifdef LOOM_CUDA\n#endif\nnamespace loom", 1)
SLOW = newcomer.layer(91).replace("attention_flash", "attention_naive")
GOOD = "Fold once more\n\nIt was asked for.\n"
SEEDED = {
    "device-leakage/regression": (GOOD, {"src/layers/layer_090.cpp": LEAK}, "op table|exempt|device", "layer_090"),
    "attention-rung/unmarked-use": (GOOD, {"src/layers/layer_091.cpp": SLOW}, "attention_flash", "layer_091"),
    "doc-checkpoint/surface-missing": (GOOD, {"docs/features.md": ("PLANNED", "ACTIVE")}, "docs/STATUS.md", "FOLD-1"),
    "doc-checkpoint/spec-not-updated": (GOOD, {"docs/features.md": ("PLANNED", "ACTIVE")}, "fold-1.md", "FOLD-1"),
    "issue-index/removed-row": (
        GOOD,
        {"docs/issues.md": ("| [#13](https://example.org/13) | a fault | open |\n", "")},
        "put|restore|bring",
        "#13",
    ),
    "commit-trailers/ai-authorship": (
        f"{GOOD}\nCo-authored-by: Claude <noreply@example.org>\n",
        {"docs/notes.md": "x\n"},
        "Assisted-by|people|person",
        "Claude",
    ),
    "commit-trailers/subject": ("Fold.\n\nBody.\n", {"docs/notes.md": "x\n"}, "period", "period"),
}  # fmt: skip


@pytest.mark.parametrize("rule", SEEDED)
def test_a_seeded_violation_turns_it_red_and_says_what_to_do(adopted: RepoBuilder, rule: str) -> None:
    message, edits, advice, named = SEEDED[rule]
    adopted.git("switch", "-q", "--detach", "main")
    texts = {path: edit if isinstance(edit, str) else _edited(adopted, path, *edit) for path, edit in edits.items()}
    adopted.commit(message, texts)
    check = rule.partition("/")[0]
    outcome = preflight(adopted)
    assert outcome.code == 1
    assert "All gates green" not in outcome.out
    assert rule in outcome.out
    shown = outcome.out[outcome.out.index("FAIL") :]
    if check == "device-leakage":  # over a tree the finding is at the baseline's line; over the change at the site
        shown += call("redfirst", "check", check, "--base", "main", cwd=adopted.root).out
    assert re.search(advice, shown), shown
    assert named in shown
    page = call("redfirst", "explain", rule, cwd=adopted.root).out
    assert "What to do" in page
    adopted.git("switch", "-q", "main")


def _edited(repo: RepoBuilder, path: str, old: str, new: str) -> str:
    text = (repo.root / path).read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new, 1)
