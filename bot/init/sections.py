"""From what was read to the sections of a policy, each with its reasons; one that would have nothing to say is shown to
be filled in, and says why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.init import census
from bot.init.trailers import trailers_section
from bot.init.vocabulary import vocabulary
from bot.init.yaml_text import Key, Section

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.init.facts import Facts

_FOLDERS = ("scripts", "tools", "ci", ".ci")
"""Where such a tree keeps what its checks need, if it has one of them."""
_OWED = "class of change: the documents that it owes"
_NOTHING_OWED = "a moved row owes nothing until this names a document, such as {lifecycle: [README.md]}"

Keys = tuple[Key, ...]


def sections_of(facts: Facts) -> tuple[Section, ...]:
    """The five sections, in the order of the checkers."""
    return (
        _doc_checkpoint(facts),
        _attention_rung(facts),
        _device_leakage(facts),
        _issue_index(facts),
        trailers_section(facts.habits, facts.messages),
    )


def mutation_section() -> Section:
    """Where mutation tables are looked for, so that the first one is found."""
    keys: Keys = (
        Key("tables", ("tests/mutations/**/*.yml",), "what redfirst mutate takes without a name"),
        Key("tests", ("tests/**",), "what redfirst prove runs on the tree before a change"),
        Key("suites", {}, "by name; those that prove runs, and that several tables share"),
    )
    return Section("mutation", keys, "Deliberate breaks of the tree, each with the cases that it must turn red.", None)


def _doc_checkpoint(facts: Facts) -> Section:
    records, status = facts.documents.records, facts.documents.status
    about = "The documents that a change owes: when a row's state moves, what states it moves with it."
    arrivals = [state for state in records.states if state.casefold() in vocabulary().arrival_states]
    noted = [state for state in records.states if state.casefold() in vocabulary().record_states]
    states = {
        "claim": [state for state in records.states if state not in noted] or ["DONE"],
        "record": noted,
        "claim_on_arrival": arrivals,
    }
    folder, heading = records.spec_folder, records.spec_heading
    spec = {"folder": folder, "heading": heading} if folder and heading else None
    keys: Keys = (
        Key("judge", "commits", "or squash, where branches are squashed"),
        Key("tables", records.tables or ("docs/features.md",), "Markdown with rows that begin with a `KEY`"),
        Key("state_columns", records.columns or ("State",)),
        Key("states", states, "record: claims nothing yet"),
        Key("spec", spec, "the page of a row, and its section that says what is next" if spec else "rows owe no page"),
        Key("surfaces", {"lifecycle": [status]} if status else {}, _OWED if status else _NOTHING_OWED),
    )
    absent = "no table here has three rows with a key in backticks such as `ATTN-1` and one of a few states."
    return Section("doc_checkpoint", keys, about, None if records.tables else absent)


def _attention_rung(facts: Facts) -> Section:
    kernels, layout = facts.kernels, facts.layout
    about = "Every use of a slow reference kernel says why it is meant."
    keys: Keys = (
        Key("sources", layout.roots or ("src/**",)),
        Key("suffixes", layout.suffixes or (".h", ".cpp")),
        Key("naive", kernels.slow or kernels.parts[:1] or ("space::SlowAttention",), "whose uses owe a reason"),
        Key("fast", kernels.fast, "what the help names instead"),
        Key(
            "marker",
            _marker(facts.agnostic.markers, vocabulary().slow, "SLOW-KERNEL"),
            "// SLOW-KERNEL: why it is meant",
        ),
        Key("include_roots", facts.include_roots, 'where "…" is looked for, after the file\'s own folder'),
        Key("window_lines", 20, "how far below itself a marker reaches"),
        Key("min_reason_chars", 16),
        Key(
            "allowlist",
            facts.allowlist or f"{_folder(facts)}/attention-rung-allowlist.txt",
            "stems of files that are excused",
        ),
    )
    absent = "no attention kernel here says by its name that it is the slow one; name it."
    if kernels.fast and kernels.parts:
        absent = f"{absent} Attention that is put together by hand is slow, too: it may call {kernels.parts[0]}."
    return Section("attention_rung", _explained(keys), about, None if kernels.slow else absent)


def _device_leakage(facts: Facts) -> Section:
    layout, counted = facts.layout, facts.agnostic
    about = "References to a device in the layer that should know none: their number only goes down."
    own, compilers = census.device_macros(counted), census.compiler_macros(counted)
    buckets = _buckets(facts, own, compilers)
    keys: Keys = (
        Key("sources", layout.agnostic or ("src/**",), "without the folders that are the device's own"),
        Key("suffixes", layout.agnostic_suffixes or (".h", ".cpp")),
        Key(
            "baseline",
            facts.baseline or f"{_folder(facts)}/device-leakage-baseline.json",
            "check-device-leakage --write-baseline",
        ),
        Key("stale", "error", "whoever takes references out lowers the baseline, too"),
        Key(
            "marker",
            _marker(counted.row_markers, (), "DEVICE-ALLOW"),
            "// DEVICE-ALLOW(<what tracks it>): why it is meant",
        ),
        Key("device_macros", (*own, *compilers), "undefined in a build without the device"),
        Key("buckets", buckets or {"device_if": {"conditional": "USE_*"}}, "what is counted, by name"),
        Key("allowances", (), "{path, bucket, count: any, reason} for a file that is the device's own"),
    )
    absent = None
    if layout.is_device_library:
        absent = (
            f"{layout.device_files} of {len(layout.code)} files are device code; there is no layer to keep free of it."
        )
    elif not buckets:
        absent = "nothing here tests for a device, includes its headers or names one."
    return Section("device_leakage", _explained(keys), about, absent)


def _buckets(facts: Facts, own: Sequence[str], compilers: Sequence[str]) -> dict[str, object]:
    counted = facts.agnostic
    found: dict[str, object] = {}
    if own or compilers:
        found["device_if"] = {"conditional": [*own, *compilers], "forms": "all"}
    headers = census.device_headers(counted)
    if headers:
        found["device_include"] = {"include": list(headers), "reachable_without_device": True}
    for name in census.most_named(counted.values):
        found[name] = {"identifier": name}
    for name in census.most_named(counted.questions):
        found[name] = {"call": name, "arguments": 0}
    return found


def _issue_index(facts: Facts) -> Section:
    index = facts.documents.index
    about = "An index of issues that is only ever appended to, whatever is merged."
    keys: Keys = (
        Key("path", index.path if index else "docs/issue-index.md"),
        Key("issue", index.issue if index else r"\[#(?P<number>[1-9][0-9]*)\]", "in a row's first cell"),
        Key("unique_issues", index.is_unique if index else True),
    )
    absent = "no file named index or issues, or merged by union, has one table of three issues or more."
    return Section("issue_index", keys, about, None if index else absent)


def _explained(keys: Keys) -> Keys:
    """The keys with the marker's own word in the example behind it."""
    marker = next(key for key in keys if key.name == "marker")
    word = str(marker.value)
    shown = marker.why.replace("SLOW-KERNEL", word).replace("DEVICE-ALLOW", word)
    return tuple(Key(key.name, key.value, shown) if key is marker else key for key in keys)


def _marker(counts: Mapping[str, int], wanted: tuple[str, ...], default: str) -> str:
    """The word that comments here begin with already, where it says what is meant; else the default."""
    telling = ("allow", "device", "exempt") if not wanted else (*wanted, "kernel")
    known = [word for word, times in sorted(counts.items(), key=lambda item: -item[1]) if times > 1]
    return next((word for word in known if set(word.lower().split("-")) & set(telling)), default)


def _folder(facts: Facts) -> str:
    tops = {path.partition("/")[0] for path in facts.paths if "/" in path}
    return next((folder for folder in _FOLDERS if folder in tops), ".redfirst")
