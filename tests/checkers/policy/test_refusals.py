"""What a policy may not say: each refusal is one line with file, line, key and what is allowed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.errors import PolicyError
from checkers.policy.keys import POLICY
from checkers.policy.load import parse_policy
from checkers.policy.sections import Policy
from checkers.policy.shapes import Fixed, ListOf, Named, OrText


def refused(text: str) -> str:
    with pytest.raises(PolicyError) as caught:
        parse_policy(text.encode(), ".redfirst.yml")
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_the_refusal_of_an_unknown_key_names_the_nearest_known_one() -> None:
    message = refused("version: 1\nattention_rung:\n  sourcs: [a]\n")
    assert message == ".redfirst.yml:3: attention_rung.sourcs is no key here; did you mean sources?"


@pytest.mark.parametrize(
    ("text", "line", "path", "words"),
    [
        ("versoin: 1\n", 1, "versoin", "did you mean version?"),
        ("version: 1\nattention-rung: {}\n", 2, "attention-rung", "did you mean attention_rung?"),
        ("version: 1\n\nzzz: 1\n", 3, "zzz", "there are version, extends"),
        ("doc_checkpoint:\n  states:\n    claims: [A]\n", 3, "doc_checkpoint.states.claims", "claim?"),
        (
            "device_leakage:\n  buckets:\n    a: {identifer: x}\n",
            3,
            "device_leakage.buckets.a.identifer",
            "identifier?",
        ),
        ("device_leakage:\n  allowances:\n    - {pth: x}\n", 3, "device_leakage.allowances[0].pth", "path?"),
        ("preflight: {command: []}\n", 1, "preflight.command", "commands?"),
        ("mutation: {suites: {a: {biuld: [x]}}}\n", 1, "mutation.suites.a.biuld", "build?"),
        ("commit_trailers: {style: {boddy: required}}\n", 1, "commit_trailers.style.boddy", "body?"),
        ("'a\\tb': 1\n", 1, "a\\tb", "is no key"),
        ('"": 1\n', 1, "", "is no key"),
    ],
)
def test_unknown_keys_are_refused_wherever_they_stand(text: str, line: int, path: str, words: str) -> None:
    message = refused(text)
    assert message.startswith(f".redfirst.yml:{line}: {path}".rstrip())
    assert words in message


@pytest.mark.parametrize(
    ("text", "line", "path", "words"),
    [
        ("- a\n", 1, "", "is a list; a mapping is allowed"),
        ("text\n", 1, "", "is text; a mapping is allowed"),
        ("version: 2\n", 1, "version", "is 2; 1 is allowed"),
        ("version: '1'\n", 1, "version", "is text; 1 is allowed"),
        ("version: 1.0\n", 1, "version", "is 1.0; 1 is allowed"),
        ("version: true\n", 1, "version", "is true; 1 is allowed"),
        ("extends: other\n", 1, "extends", "is 'other'; vllm-cpp or none is allowed"),
        ("extends: ../../x\n", 1, "extends", "vllm-cpp or none"),
        ("extends: [none]\n", 1, "extends", "is a list"),
        ("base_ref: 1\n", 1, "base_ref", "is a number; a revision"),
        ("base_ref: --output=x\n", 1, "base_ref", "does not begin with -"),
        ("base_ref: ''\n", 1, "base_ref", "is empty"),
        ("base_ref: a b\n", 1, "base_ref", "a revision"),
        ("attention_rung: [a]\n", 1, "attention_rung", "is a list; a mapping is allowed"),
        ("attention_rung: false\n", 1, "attention_rung", "is false; a mapping is allowed"),
        ("attention_rung:\n  window_lines: many\n", 2, "attention_rung.window_lines", "is text; a whole number from 0"),
        ("attention_rung: {window_lines: -1}\n", 1, "attention_rung.window_lines", "is -1;"),
        ("attention_rung: {window_lines: 1.5}\n", 1, "attention_rung.window_lines", "is 1.5;"),
        ("attention_rung: {window_lines: true}\n", 1, "attention_rung.window_lines", "is true;"),
        ("attention_rung: {window_lines: .nan}\n", 1, "attention_rung.window_lines", "odd number;"),
        ("attention_rung: {window_lines: .inf}\n", 1, "attention_rung.window_lines", "odd number;"),
        (f"attention_rung: {{window_lines: {'9' * 5000}}}\n", 1, "attention_rung.window_lines", "odd number;"),
        ("attention_rung: {sources: a/**}\n", 1, "attention_rung.sources", "is text; a list is allowed"),
        ("attention_rung: {sources: {a: b}}\n", 1, "attention_rung.sources", "is a mapping; a list is allowed"),
        ("attention_rung:\n  sources:\n    - a\n    - 1\n", 4, "attention_rung.sources[1]", "put it in quotes"),
        ("attention_rung: {sources: [null]}\n", 1, "attention_rung.sources[0]", "is null"),
        ("attention_rung: {sources: [[a]]}\n", 1, "attention_rung.sources[0]", "is a list"),
        ("attention_rung: {suffixes: [cpp]}\n", 1, "attention_rung.suffixes[0]", "begins with a dot"),
        ("attention_rung: {naive: ['vt::']}\n", 1, "attention_rung.naive[0]", "space::Function"),
        ("attention_rung: {naive: ['vt::a()']}\n", 1, "attention_rung.naive[0]", "space::Function"),
        ("attention_rung: {marker: 'a b'}\n", 1, "attention_rung.marker", "without white space"),
        ("attention_rung: {marker: ''}\n", 1, "attention_rung.marker", "is empty"),
        ("device_leakage: {stale: warn}\n", 1, "device_leakage.stale", "is 'warn'; error or warning is allowed"),
        ("device_leakage: {buckets: [a]}\n", 1, "device_leakage.buckets", "is a list"),
        ("device_leakage: {buckets: {total: {identifier: x}}}\n", 1, "device_leakage.buckets.total", "not allowed,"),
        ("device_leakage: {buckets: {'a b': {identifier: x}}}\n", 1, "device_leakage.buckets.a b", "is no name"),
        (
            "device_leakage: {buckets: {a: {identifier: '1x'}}}\n",
            1,
            "device_leakage.buckets.a.identifier",
            "identifier",
        ),
        ("device_leakage: {buckets: {a: {include: []}}}\n", 1, "device_leakage.buckets.a.include", "has 0 items"),
        ("device_leakage: {buckets: {a: {call: x, forms: all}}}\n", 1, "device_leakage.buckets.a.forms", "conditional"),
        ("device_leakage: {buckets: {a: {call: x, identifier: y}}}\n", 1, "device_leakage.buckets.a", "exactly one"),
        ("device_leakage: {buckets: {a: {arguments: 2}}}\n", 1, "device_leakage.buckets.a", "exactly one"),
        ("device_leakage: {buckets: {kcuda: {identifier: null}}}\n", 1, "device_leakage.buckets.kcuda", "exactly one"),
        ("doc_checkpoint: {judge: commit}\n", 1, "doc_checkpoint.judge", "commits or squash or both"),
        ("doc_checkpoint: {states: {claim: [YES, NO]}}\n", 1, "doc_checkpoint.states.claim[0]", "is true; one line"),
        ("doc_checkpoint: {states: {claim: [DONE, '']}}\n", 1, "doc_checkpoint.states.claim[1]", "is empty"),
        ('doc_checkpoint: {spec: {heading: "a\\nb"}}\n', 1, "doc_checkpoint.spec.heading", "one line of text"),
        ("issue_index: {unique_issues: 1}\n", 1, "issue_index.unique_issues", "is a number; true or false is allowed"),
        ("commit_trailers: {protocol: {value: true}}\n", 1, "commit_trailers.protocol.value", "put it in quotes"),
        ("commit_trailers: {human_only: [Signed off]}\n", 1, "commit_trailers.human_only[0]", "trailer's key"),
        ("commit_trailers: {strict_since: -x}\n", 1, "commit_trailers.strict_since", "does not begin with -"),
        ("preflight: {commands: [{name: a, run: make}]}\n", 1, "preflight.commands[0].run", "is text; a list"),
        ("preflight: {commands: [{name: a, run: []}]}\n", 1, "preflight.commands[0].run", "has 0 items; 1 to"),
        ("preflight: {commands: [{name: a}]}\n", 1, "preflight.commands[0].run", "must be given; a list"),
        ("preflight: {commands: [{name: a, run: null}]}\n", 1, "preflight.commands[0].run", "is null; a list"),
        ("preflight: {commands: [{name: a/b, run: [x]}]}\n", 1, "preflight.commands[0].name", "a name of letters"),
        (
            "preflight: {commands: [{name: a, run: [x], timeout_s: 0}]}\n",
            1,
            "preflight.commands[0].timeout_s",
            "a number from 0.1 to",
        ),
        (
            "preflight: {commands: [{name: a, run: [x], skip_code: 0}]}\n",
            1,
            "preflight.commands[0].skip_code",
            "from 1 to 255",
        ),
        (
            "preflight:\n  commands:\n    - {name: a, run: [x]}\n    - {name: a, run: [y]}\n",
            4,
            "preflight.commands[1]",
            "stands twice: a",
        ),
        ("mutation: {suites: {a: {timeout: 0x}}}\n", 1, "mutation.suites.a.timeout", "5x"),
        ("mutation: {suites: {a: {report: {junit: 1}}}}\n", 1, "mutation.suites.a.report.junit", "is a number"),
        ("mutation: {suites: {a: {report: nothing}}}\n", 1, "mutation.suites.a.report", "exit-code"),
        ("mutation: {suites: {a: {build: make}}}\n", 1, "mutation.suites.a.build", "is text; a list"),
    ],
)
def test_wrong_values_are_refused_with_what_is_allowed(text: str, line: int, path: str, words: str) -> None:
    message = refused(text)
    assert message.startswith(f".redfirst.yml:{line}: {path}")
    assert words in message


ALLOWANCE = "device_leakage:\n  allowances:\n    - {path: a, bucket: kcuda, count: 1, reason: x}\n    - "


@pytest.mark.parametrize(
    ("row", "key", "words"),
    [
        ("{path: a, bucket: kcuda, count: 2, reason: x}", "", "stands twice: a kcuda"),
        (
            "{path: b, bucket: kcudo, count: 2, reason: x}",
            ".bucket",
            "is 'kcudo', which is no bucket; did you mean kcuda?",
        ),
        ("{path: b, bucket: kcuda, count: some, reason: x}", ".count", "any or a whole number from 0"),
        ("{path: b, bucket: kcuda, count: -1, reason: x}", ".count", "is -1"),
        ("{path: b, bucket: kcuda, count: true, reason: x}", ".count", "is true"),
        ("{path: b, bucket: kcuda, count: null, reason: x}", ".count", "is null"),
        ("{path: b, bucket: kcuda, reason: x}", ".count", "must be given"),
        ("{path: b, bucket: kcuda, count: 1}", ".reason", "must be given"),
        ("{path: b, bucket: kcuda, count: 1, reason: ''}", ".reason", "is empty"),
        ("{path: b, bucket: kcuda, count: 1, reason: ' '}", ".reason", "is ' '"),
        ("{path: ../b, bucket: kcuda, count: 1, reason: x}", ".path", "it leaves the repository"),
        ("[b]", "", "is a list; a mapping is allowed"),
        ("b", "", "is text; a mapping is allowed"),
    ],
)
def test_an_allowance_is_whole_and_stands_once(row: str, key: str, words: str) -> None:
    message = refused(f"{ALLOWANCE}{row}\n")
    assert message.startswith(f".redfirst.yml:4: device_leakage.allowances[1]{key} ")
    assert words in message


@pytest.mark.parametrize(
    ("row", "key"),
    [
        ("{commit: abc, rule: commit-trailers/body, reason: x}", "commit"),
        ("{commit: 1234567890123456789012345678901234567890, rule: commit-trailers/body, reason: x}", "commit"),
        (f"{{commit: {'a' * 40}, rule: body, reason: x}}", "rule"),
        (f"{{commit: {'a' * 40}, rule: commit-trailers/body}}", "reason"),
    ],
)
def test_an_exception_names_a_full_commit_a_rule_and_a_reason(row: str, key: str) -> None:
    message = refused(f"commit_trailers:\n  landed_exceptions: [{row}]\n")
    assert message.startswith(f".redfirst.yml:2: commit_trailers.landed_exceptions[0].{key} ")


PATH_KEYS = [
    "attention_rung: {{allowlist: {}}}",
    "attention_rung: {{include_roots: [{}]}}",
    "device_leakage: {{baseline: {}}}",
    "doc_checkpoint: {{spec: {{folder: {}}}}}",
    "doc_checkpoint: {{landing: {{page: {}}}}}",
    "doc_checkpoint: {{surfaces: {{lifecycle: [{}]}}}}",
    "issue_index: {{path: {}}}",
    "mutation: {{suites: {{a: {{artifacts: [{}]}}}}}}",
]


@pytest.mark.parametrize("key", PATH_KEYS)
@pytest.mark.parametrize(
    "path",
    [
        *("/etc/passwd", "../x", "a/../../x", "a/..", "''", "a//b", "./a", "a/./b", "'C:/x'", "C:x", "a\\b"),
        *(".git/config", ".GIT", "a/.Git/config", "GIT~1/x", "'.git. /x'", '"a\\nb"', "//a", "1", "null"),
    ],
)
def test_a_path_stays_within_the_repository(key: str, path: str) -> None:
    if path == "null" and "[" not in key:
        return
    message = refused(key.format(path))
    assert message.startswith(".redfirst.yml:1: ")
    assert "within the repository is allowed" in message


@pytest.mark.parametrize("key", [key for key in PATH_KEYS if "folder" not in key and "include_roots" not in key])
@pytest.mark.parametrize("path", [".", "a/"])
def test_a_file_is_no_folder(key: str, path: str) -> None:
    assert "within the repository is allowed" in refused(key.format(path))


GLOB_KEYS = [
    "attention_rung: {{sources: [{}]}}",
    "device_leakage: {{sources: [{}]}}",
    "device_leakage: {{device_macros: [{}]}}",
    "device_leakage: {{buckets: {{a: {{include: {}}}}}}}",
    "device_leakage: {{buckets: {{a: {{conditional: [{}]}}}}}}",
    "doc_checkpoint: {{tables: [{}]}}",
    "doc_checkpoint: {{measurements: [{}]}}",
    "doc_checkpoint: {{triggers: {{feature_surface: [{}]}}}}",
    "doc_checkpoint: {{registrations: {{sources: [{}]}}}}",
    "doc_checkpoint: {{landing: {{sources: [{}]}}}}",
    "commit_trailers: {{forge_accounts: [{}]}}",
    "mutation: {{tests: [{}]}}",
]


@pytest.mark.parametrize("key", GLOB_KEYS)
@pytest.mark.parametrize("glob", ["'[a'", "''", "'a\\'", "/src/**", "../src/**", "src/../a", "'[[:vowel:]]'", "src/"])
def test_a_bad_glob_is_refused(key: str, glob: str) -> None:
    message = refused(key.format(glob))
    assert message.startswith(".redfirst.yml:1: ")
    assert "a glob as git reads it" in message
    assert "..." not in message, "the reason is cut short"


@pytest.mark.parametrize("key", ["issue_index: {{issue: {}}}", "commit_trailers: {{attribution: {{pattern: {}}}}}"])
@pytest.mark.parametrize("regex", ["'('", "'[a'", "'(?P<number>(a+)+)'", "'(?P<number>a)\\1'"])
def test_a_bad_regular_expression_is_refused(key: str, regex: str) -> None:
    message = refused(key.format(regex))
    assert message.startswith(".redfirst.yml:1: ")
    assert "a regular expression" in message


def test_an_issue_has_a_number() -> None:
    assert "no group (?P<number>" in refused("issue_index: {issue: '[0-9]+'}")


def test_the_first_refusal_by_line_is_the_one_that_is_said() -> None:
    assert refused("base_ref: 1\nzzz: 1\nversion: 2\n").startswith(".redfirst.yml:1: base_ref")
    assert refused("mutation: {x: 1}\nattention_rung: {y: 1}\n").startswith(".redfirst.yml:1: mutation.x")


def test_a_long_value_is_cut_in_the_message() -> None:
    assert len(refused(f"base_ref: '{'a b' * 3000}'\n")) < 300
    assert len(refused(f"attention_rung: {{marker: '{'x' * 20_000}'}}\n")) < 300
    assert len(refused(f"{'z' * 900}: 1\n")) < 400


def test_lists_and_mappings_are_bounded() -> None:
    assert "10001 items" in refused(f"doc_checkpoint: {{state_columns: [{'a,' * 10_001}]}}")
    assert "1001 items" in refused(f"attention_rung: {{sources: [{'a,' * 1_001}]}}")
    names = ", ".join(f"b{number}: null" for number in range(1_001))
    assert "1001 names" in refused(f"device_leakage: {{buckets: {{{names}}}}}")


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 5)
    | st.sampled_from(["a", "", "none", "all", "../x", "a/**", "[", "("]),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=4,
)


def keys_below(shape: object) -> st.SearchStrategy[object]:
    """Documents that have the form of a policy, with values of any kind in any place."""
    if isinstance(shape, Fixed):
        parts = {name: keys_below(key.shape) for name, key in shape.keys.items()}
        return VALUES | st.fixed_dictionaries({}, optional=parts)
    if isinstance(shape, Named):
        return VALUES | st.dictionaries(
            st.sampled_from(["a", "kcuda", "lifecycle", "", "a b"]), keys_below(shape.value)
        )
    if isinstance(shape, ListOf):
        return VALUES | st.lists(keys_below(shape.item), max_size=2)
    if isinstance(shape, OrText):
        return VALUES | keys_below(shape.other)
    return VALUES


@settings(max_examples=150, deadline=None)
@given(keys_below(POLICY))
def test_no_document_does_more_than_load_or_be_refused(document: object) -> None:
    import yaml

    try:
        assert isinstance(parse_policy(yaml.safe_dump(document).encode(), ".redfirst.yml"), Policy)
    except PolicyError as error:
        assert str(error).startswith((".redfirst.yml:", "preset:"))
        assert "\n" not in str(error)
