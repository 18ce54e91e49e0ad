"""What a policy says: the preset by itself, a file over it, and a file that starts from nothing."""

from __future__ import annotations

from hashlib import sha256

import pytest

from checkers.errors import PolicyError
from checkers.policy.bounded import BoundedRegex
from checkers.policy.compiled import Compiled, as_data, compiled
from checkers.policy.document import parse_document
from checkers.policy.keys import check_policy
from checkers.policy.load import PRESETS, parse_policy, preset_policy
from checkers.policy.sections import (
    Allowance,
    AttentionRung,
    CallBucket,
    Command,
    ConditionalBucket,
    DeviceLeakage,
    DocCheckpoint,
    IdentifierBucket,
    IncludeBucket,
    Judge,
    LandedException,
    Policy,
    Protocol,
    Spec,
)
from tests.conftest import Compare

PRESET = preset_policy()


def policy(text: str) -> Policy:
    return parse_policy(text.encode(), ".redfirst.yml")


def rung(text: str) -> AttentionRung:
    section = policy(f"attention_rung: {text}").attention_rung
    assert section is not None
    return section


def leakage(text: str) -> DeviceLeakage:
    section = policy(f"device_leakage: {text}").device_leakage
    assert section is not None
    return section


def documents(text: str) -> DocCheckpoint:
    section = policy(f"doc_checkpoint: {text}").doc_checkpoint
    assert section is not None
    return section


def refused(text: str) -> str:
    with pytest.raises(PolicyError) as caught:
        policy(text)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("name", sorted(path.stem for path in PRESETS.glob("*.yml")))
def test_a_preset_is_a_policy_of_the_very_form(name: str) -> None:
    check_policy(parse_document((PRESETS / f"{name}.yml").read_bytes(), name))
    assert preset_policy(name).source == f"preset:{name}"


@pytest.mark.parametrize("name", sorted(path.stem for path in PRESETS.glob("*.yml")))
def test_a_preset_s_json_says_what_its_yaml_says(name: str, expected: Compare) -> None:
    """`--bless` makes the JSON anew."""
    data = (PRESETS / f"{name}.yml").read_bytes()
    preset = Compiled(sha256(data).hexdigest(), parse_document(data, f"preset:{name}"))
    expected(PRESETS / f"{name}.json", as_data(preset))
    assert compiled((PRESETS / f"{name}.json").read_bytes(), f"preset:{name}") == preset


def test_the_preset_holds_what_the_default_tree_needs() -> None:
    assert PRESET.base_ref == "origin/main"
    assert PRESET.doc_checkpoint
    assert PRESET.doc_checkpoint.judge is Judge.COMMITS
    assert PRESET.doc_checkpoint.spec == Spec(".agents/specs", "Now")
    assert PRESET.doc_checkpoint.surfaces["lifecycle"] == ("docs/STATUS.md", "docs/BENCHMARKS.md")
    assert PRESET.doc_checkpoint.triggers["user_usage"].match("include/vllm/x/y.h")
    assert PRESET.attention_rung
    assert PRESET.attention_rung.naive == ("vt::Attention",)
    assert PRESET.attention_rung.suffixes == {".h", ".hpp", ".cpp", ".cc", ".cu", ".cuh"}
    assert PRESET.device_leakage
    assert [bucket.name for bucket in PRESET.device_leakage.buckets] == ["kcuda", "is_cuda", "cuda_inc", "vt_ifdef"]
    assert PRESET.device_leakage.stale_is_error
    assert all(allowance.from_preset for allowance in PRESET.device_leakage.allowances)
    assert PRESET.issue_index
    assert PRESET.issue_index.issue.matches("[#12]")
    assert PRESET.commit_trailers
    assert PRESET.commit_trailers.protocol == Protocol("Following-Agents-Protocol", "true")
    assert PRESET.commit_trailers.strict_since is None
    assert PRESET.commands == ()
    assert PRESET.mutation
    assert PRESET.mutation.entries["tests"].plain() == ["tests/**"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "version: 1\n",
        "# nothing\n",
        "extends: vllm-cpp\n",
        "extends: null\n",
        "attention_rung: {}\n",
        "doc_checkpoint: {states: {}, surfaces: {}}\n",
        "device_leakage: {buckets: {kcuda: {}}}\n",
        "preflight: {}\n",
    ],
)
def test_what_says_nothing_changes_nothing(text: str) -> None:
    said = policy(text)
    allowances = tuple(each._replace(from_preset=True) for each in said.device_leakage.allowances)  # type: ignore[union-attr]
    assert all(each.from_preset for each in said.device_leakage.allowances)  # type: ignore[union-attr]
    assert allowances == PRESET.device_leakage.allowances  # type: ignore[union-attr]
    assert said._replace(source=PRESET.source, sha256=PRESET.sha256) == PRESET


def test_a_value_replaces_and_its_neighbours_stay() -> None:
    section = rung("{window_lines: 3}")
    assert PRESET.attention_rung
    assert section == PRESET.attention_rung._replace(window_lines=3)


def test_a_list_replaces_and_does_not_grow() -> None:
    assert rung("{naive: ['a::B']}").naive == ("a::B",)
    assert leakage("{allowances: []}").allowances == ()


def test_mappings_merge_as_deep_as_they_go() -> None:
    section = documents("{states: {record: [NOTED]}, surfaces: {feature_surface: [a.md]}, spec: {heading: Next}}")
    assert section.states.record == {"NOTED"}
    assert "ACTIVE" in section.states.claim
    assert section.surfaces["feature_surface"] == ("a.md",)
    assert section.surfaces["user_usage"] == ("docs/USAGE.md",)
    assert section.spec == Spec(".agents/specs", "Next")


@pytest.mark.parametrize(
    "name", ["doc_checkpoint", "attention_rung", "device_leakage", "issue_index", "commit_trailers"]
)
def test_null_clears_a_whole_section_and_no_other(name: str) -> None:
    said = policy(f"{name}: null\n")
    assert getattr(said, name) is None
    others = {"doc_checkpoint", "attention_rung", "device_leakage", "issue_index", "commit_trailers"} - {name}
    assert all(getattr(said, other) is not None for other in others)


def test_null_clears_what_may_be_absent() -> None:
    assert policy("base_ref: null").base_ref is None
    assert rung("{allowlist: null}").allowlist is None
    section = documents("{spec: null, registrations: ~, landing: null, measurements: null}")
    assert (section.spec, section.registrations, section.landing) == (None, None, None)
    assert not section.measurements.match(".agents/benchmark-record.md")
    trailers = policy(
        "commit_trailers: {marker: null, protocol: null, human_only: null, style: {body: null}, "
        "attribution: {declaration: null, placeholder: null}}"
    ).commit_trailers
    assert trailers
    assert (trailers.marker, trailers.protocol, trailers.human_only) == (None, None, ())
    assert trailers.attribution
    assert (trailers.attribution.declaration, trailers.attribution.by) == (None, "Assisted-by")
    assert (trailers.style.forbid_subject_period, trailers.style.require_body) == (True, False)
    assert policy("commit_trailers: {attribution: null}").commit_trailers.attribution is None  # type: ignore[union-attr]


def test_null_removes_an_entry_of_a_mapping() -> None:
    section = leakage("{buckets: {is_cuda: null, mine: {identifier: kMine}}}")
    assert [bucket.name for bucket in section.buckets] == ["kcuda", "cuda_inc", "vt_ifdef", "mine"]
    assert not documents("{triggers: {user_usage: null}}").triggers["user_usage"].match("include/vllm.h")
    assert documents("{surfaces: {user_usage: null}}").surfaces["user_usage"] == ()
    assert documents("{surfaces: null}").surfaces["feature_surface"] == ()


@pytest.mark.parametrize("key", ["marker", "window_lines", "min_reason_chars"])
def test_null_does_not_clear_what_a_section_cannot_do_without(key: str) -> None:
    message = refused(f"version: 1\nattention_rung:\n  {key}: null\n")
    assert message.startswith(f".redfirst.yml:3: attention_rung.{key} must be given")


def test_a_bucket_that_names_another_kind_replaces_the_bucket() -> None:
    section = leakage("{buckets: {kcuda: {call: IsMine}, cuda_inc: {include: 'x/**'}, is_cuda: {arguments: null}}}")
    kcuda, is_cuda, cuda_inc, vt_ifdef = section.buckets
    assert kcuda == CallBucket("kcuda", "IsMine", None)
    assert is_cuda == CallBucket("is_cuda", "is_cuda", None)
    assert isinstance(cuda_inc, IncludeBucket)
    assert cuda_inc.include.match("x/y")
    assert cuda_inc.reachable_without_device
    assert isinstance(vt_ifdef, ConditionalBucket)


def test_allowances_of_the_file_are_not_the_preset_s() -> None:
    section = leakage("{allowances: [{path: a.cpp, bucket: kcuda, count: any, reason: 'a  leg'}]}")
    assert section.allowances == (Allowance("a.cpp", "kcuda", None, "a leg", from_preset=False),)
    assert all(each.from_preset for each in leakage("{stale: warning}").allowances)


def test_the_preset_s_allowances_of_a_removed_bucket_go_with_it() -> None:
    assert {each.bucket for each in leakage("{buckets: {kcuda: null}}").allowances} == {"cuda_inc"}


NOTHING = "version: 1\nextends: none\n"
RUNG = "  marker: X\n  window_lines: 3\n  min_reason_chars: 4\n"


def test_a_policy_that_starts_from_nothing_has_nothing() -> None:
    said = policy(NOTHING)
    assert said._replace(source="", sha256="") == Policy("", "", None)


def test_lists_and_mappings_may_be_left_out_when_starting_from_nothing() -> None:
    section = policy(f"{NOTHING}attention_rung:\n{RUNG}").attention_rung
    assert section
    assert (section.naive, section.fast, section.include_roots, section.allowlist) == ((), (), (), None)
    assert not section.sources.match("a")
    leak = policy(f"{NOTHING}device_leakage: {{baseline: b.json, marker: M, buckets: null}}").device_leakage
    assert leak
    assert (leak.buckets, leak.allowances, leak.stale_is_error) == ((), (), True)
    docs = policy(f"{NOTHING}doc_checkpoint: {{}}").doc_checkpoint
    assert docs
    assert (docs.judge, docs.spec, docs.surfaces, docs.triggers) == (Judge.COMMITS, None, {}, {})
    index = policy(f"{NOTHING}issue_index: {{path: i.md, issue: '#(?P<number>[0-9]+)'}}").issue_index
    assert index
    assert not index.unique_issues
    trailers = policy(f"{NOTHING}commit_trailers: {{}}").commit_trailers
    assert trailers
    assert (trailers.marker, trailers.attribution, trailers.style.require_body) == (None, None, False)


@pytest.mark.parametrize(
    ("section", "key"),
    [
        ("attention_rung: {window_lines: 3, min_reason_chars: 3}", "attention_rung.marker"),
        ("attention_rung: {marker: X, min_reason_chars: 3}", "attention_rung.window_lines"),
        ("attention_rung: {marker: X, window_lines: 3}", "attention_rung.min_reason_chars"),
        ("attention_rung: {}", "attention_rung."),
        ("device_leakage: {marker: X}", "device_leakage.baseline"),
        ("device_leakage: {baseline: b}", "device_leakage.marker"),
        ("device_leakage: {baseline: b, marker: X, buckets: {a: {}}}", "device_leakage.buckets.a"),
        ("issue_index: {issue: '(?P<number>1)'}", "issue_index.path"),
        ("issue_index: {path: a}", "issue_index.issue"),
        ("doc_checkpoint: {spec: {folder: a}}", "doc_checkpoint.spec.heading"),
        ("doc_checkpoint: {spec: {heading: a}}", "doc_checkpoint.spec.folder"),
        ("doc_checkpoint: {registrations: {sources: [a]}}", "doc_checkpoint.registrations.macro"),
        ("doc_checkpoint: {landing: {sources: [a]}}", "doc_checkpoint.landing.page"),
        ("doc_checkpoint: {triggers: {mine: [a]}}", "doc_checkpoint.surfaces.mine"),
        ("commit_trailers: {protocol: {key: A}}", "commit_trailers.protocol.value"),
        ("commit_trailers: {protocol: {value: A}}", "commit_trailers.protocol.key"),
        ("commit_trailers: {attribution: {declaration: A}}", "commit_trailers.attribution.by"),
    ],
)
def test_what_has_no_empty_value_must_be_given_when_starting_from_nothing(section: str, key: str) -> None:
    message = refused(f"{NOTHING}{section}\n")
    assert message.startswith(".redfirst.yml:3: ")
    assert key in message
    assert policy(f"{NOTHING}{section.partition(':')[0]}: null\n")


def test_a_class_of_the_user_s_own_needs_its_surfaces_over_the_preset_too() -> None:
    assert "doc_checkpoint.surfaces.mine must be given" in refused("doc_checkpoint: {triggers: {mine: [a]}}")
    section = documents("{triggers: {mine: [a]}, surfaces: {mine: [b.md]}}")
    assert section.triggers["mine"].match("a")
    assert section.surfaces["mine"] == ("b.md",)


def test_every_kind_of_bucket_has_its_own_keys() -> None:
    section = policy(
        f"{NOTHING}device_leakage:\n  baseline: b.json\n  marker: M\n  buckets:\n"
        "    a: {identifier: kX}\n    b: {call: isX, arguments: 2}\n    c: {include: [x/**, y*]}\n"
        "    d: {conditional: 'X_*', forms: all}\n    e: {conditional: [A, B], forms: null}\n"
    ).device_leakage
    assert section
    first, second, third, fourth, fifth = section.buckets
    assert first == IdentifierBucket("a", "kX")
    assert second == CallBucket("b", "isX", 2)
    assert isinstance(third, IncludeBucket)
    assert (third.include.patterns, third.reachable_without_device) == (("x/**", "y*"), False)
    assert isinstance(fourth, ConditionalBucket)
    assert fourth.all_forms
    assert isinstance(fifth, ConditionalBucket)
    assert (fifth.conditional.patterns, fifth.all_forms) == (("A", "B"), False)


def test_texts_are_brought_into_one_form() -> None:
    section = rung("{naive: ['::vt::Attention'], include_roots: [include/, ., ./]}")
    assert section.naive == ("vt::Attention",)
    assert section.include_roots == ("include", ".", ".")
    trailers = policy(
        f"commit_trailers: {{ai_names: [Claude, GPT], landed_exceptions: [{{commit: {'AB' * 20}, "
        "rule: commit-trailers/body, reason: 'it  was\n    long ago'}]}"
    ).commit_trailers
    assert trailers
    assert trailers.ai_names == {"claude", "gpt"}
    assert trailers.landed_exceptions == (LandedException("ab" * 20, "commit-trailers/body", "it was long ago"),)


def test_a_command_has_a_time_and_a_skip_code_when_it_says_none() -> None:
    said = policy(
        "preflight:\n  commands:\n    - {name: a, run: [x, '']}\n"
        "    - {name: b.c-d_2, run: [y], timeout_s: 0.5, skip_code: 3}\n"
    )
    assert said.commands == (Command("a", ("x", ""), 600, 77), Command("b.c-d_2", ("y",), 0.5, 3))


def test_the_mutation_section_is_handed_on_as_it_stands() -> None:
    said = policy(
        "mutation:\n  suites:\n    unit: {run: [python3, -m, unittest], report: {unittest: stderr}, timeout: 5x}\n"
        "  evidence: [{checker: 'scripts/check-*.py', suite: 'tests/test_{name}.py', run: [x], report: exit-code}]\n"
    )
    assert said.mutation
    assert said.mutation.entries["suites"].plain() == {
        "unit": {"run": ["python3", "-m", "unittest"], "report": {"unittest": "stderr"}, "timeout": "5x"}
    }
    assert said.mutation.entries["tables"].plain() == ["tests/mutations/**/*.yml"]
    assert policy("mutation: null").mutation is None


def test_a_pattern_of_attribution_is_compiled() -> None:
    trailers = policy("commit_trailers: {attribution: {pattern: '[a-z]+:[a-z]+'}}").commit_trailers
    assert trailers
    assert trailers.attribution
    assert trailers.attribution.pattern == BoundedRegex("[a-z]+:[a-z]+")


def test_the_hash_is_the_file_s_and_that_of_the_preset_below_it() -> None:
    preset = (PRESETS / "vllm-cpp.yml").read_bytes()
    assert PRESET.sha256 == sha256(preset).hexdigest()
    assert policy(NOTHING).sha256 == sha256(NOTHING.encode()).hexdigest()
    assert policy("version: 1\n").sha256 == sha256(preset + b"version: 1\n").hexdigest()
    assert policy("version: 1\n").source == ".redfirst.yml"
