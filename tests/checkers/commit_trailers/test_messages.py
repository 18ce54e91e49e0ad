"""One message against every rule."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.commit_trailers import RULES
from checkers.model import Rule, Severity, Status
from checkers.policy.bounded import BoundedRegex
from checkers.policy.sections import Attribution, Protocol, Style
from checkers.subject import MessageKind
from tests.checkers.commit_trailers.support import (
    DECLARED,
    GOOD,
    GOOD_HUMAN,
    HUMAN,
    MARKER,
    PROTOCOL,
    TEXT,
    places_of,
    rules_of,
    verdict_of,
)

BODY = MessageKind.PULL_REQUEST_BODY


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        GOOD.rstrip("\n"),
        GOOD_HUMAN,
        GOOD.replace("\n", "\r\n"),
        GOOD.replace("\n", " \t\n"),
        GOOD + "Signed-off-by: Alice Claudette <alice@example.org>\n",
        GOOD + "\n---------\n\nCo-authored-by: Alice Doe <alice@example.org>\n",
        GOOD + "---------\nCo-authored-by: Alice Doe <alice@example.org>\n",
        GOOD + "\nCo-authored-by: Alice Doe <alice@example.org>\n",
        GOOD + "(cherry picked from commit 0123456789)\n",
        GOOD + "\n# a comment\n",
        GOOD.replace("FOLLOWING_AGENTS_PROTOCOL", "  \tFOLLOWING_AGENTS_PROTOCOL\xa0 "),
        GOOD.replace("Following-Agents-Protocol", "following-agents-PROTOCOL").replace("Assisted-by", "assisted-by"),
        GOOD.replace("Why it was wrong.", "Note: why it was wrong."),
        GOOD.replace("Why it was wrong.", "The line AI-Assisted: true is not one of them."),
        GOOD.replace("Why it was wrong.", "FOLLOWING_AGENTS_PROTOCOL in a sentence is no marker."),
        GOOD.replace("Why it was wrong.", "Why:\tit was wrong\x0cthere \udcff."),
        GOOD.replace("Why it was wrong.", "-----\n\nWhy.\n\n-----"),
    ],
)
def test_a_message_that_follows_the_protocol_passes(text: str) -> None:
    verdict = verdict_of(text)
    assert [finding.message for finding in verdict.findings] == []
    assert verdict.status is Status.PASS
    assert verdict.population["messages"] == 1


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (TEXT + PROTOCOL + DECLARED, ("marker", 1)),
        (GOOD.replace("FOLLOWING_AGENTS_PROTOCOL", "following_agents_protocol"), ("marker", 1)),
        (TEXT + MARKER + MARKER + PROTOCOL + DECLARED, ("marker", 7)),
        (TEXT + MARKER + "\nMore.\n" + MARKER + PROTOCOL + DECLARED, ("marker", 9)),
        (GOOD.replace("Why it", "FOLLOWING_AGENTS_PROTOCOL\nWhy it"), ("marker", 6)),
        ("FOLLOWING_AGENTS_PROTOCOL\n\nWhy.\n" + PROTOCOL + DECLARED, ("marker", 1)),
        ("FOLLOWING_AGENTS_PROTOCOL: x\n\nWhy.\n" + PROTOCOL + DECLARED, ("marker", 1)),
        (TEXT.rstrip("\n") + MARKER + PROTOCOL + DECLARED, ("marker", 4)),
        (TEXT + MARKER + "so there\n" + PROTOCOL + DECLARED, ("marker", 5)),
        (TEXT + "\nas FOLLOWING_AGENTS_PROTOCOL says\n" + PROTOCOL + DECLARED, ("marker", 5)),
    ],
)
def test_the_marker_is_a_paragraph_of_its_own_once(text: str, place: tuple[str, int]) -> None:
    assert places_of(text) == {place}


def test_a_marker_at_the_end_hides_the_trailers_too() -> None:
    assert places_of(TEXT + PROTOCOL + HUMAN + MARKER) == {("marker", 8), ("hidden-block", 8)}


def test_a_marker_in_the_paragraph_of_the_trailers_hides_them() -> None:
    text = TEXT + MARKER + PROTOCOL.lstrip("\n") + HUMAN
    assert places_of(text) == {("marker", 5), ("hidden-block", 5)}


def test_one_of_gits_own_trailers_keeps_the_paragraph_seen() -> None:
    text = TEXT + MARKER + PROTOCOL.lstrip("\n") + HUMAN + "Signed-off-by: Alice <a@example.org>\n"
    assert places_of(text) == {("marker", 5)}


@pytest.mark.parametrize(
    ("trailers", "rules"),
    [
        (HUMAN, ["protocol"]),
        ("Following-Agents-Protocol: yes\n" + HUMAN, ["protocol"]),
        ("Following-Agents-Protocol: True\n" + HUMAN, ["protocol"]),
        ("Following-Agents-Protocol:\n" + HUMAN, ["protocol"]),
        ("Following-Agents-Protocol: true\n" * 2 + HUMAN, ["protocol"]),
        ("Following-Agents-Protocol: true\nfollowing-agents-protocol: true\n" + HUMAN, ["protocol"]),
        ("Following-Agents-Protocol: true\n", ["declaration"]),
        ("Following-Agents-Protocol: true\nAI-Assisted: maybe\n", ["declaration"]),
        ("Following-Agents-Protocol: true\nAI-Assisted: True\n", ["declaration"]),
        ("Following-Agents-Protocol: true\nAI-Assisted:\n", ["declaration"]),
        ("Following-Agents-Protocol: true\nAI-Assisted: true\n" + HUMAN, ["declaration"]),
        ("Following-Agents-Protocol: true\n" + HUMAN + HUMAN, ["declaration"]),
        ("Following-Agents-Protocol: true\nAI-Assisted: true\n", ["attribution"]),
        ("Following-Agents-Protocol: true\n" + HUMAN + "Assisted-by: A:b [c]\n", ["attribution"]),
        (
            "Following-Agents-Protocol: true\nAI-Assisted: perhaps\nAssisted-by: nobody\n",
            ["attribution", "declaration"],
        ),
        ("Fixes: #1\n", ["declaration", "protocol"]),
    ],
)
def test_each_trailer_is_owed_once_with_its_value(trailers: str, rules: list[str]) -> None:
    assert rules_of(TEXT + MARKER + "\n" + trailers) == rules


@pytest.mark.parametrize(
    "value",
    [
        "AGENT:model-5 [tool]",
        "Claude Code:claude-opus-4-8 [ClaudeCode]",
        "Scribe:scribe-2.1 [editor] [shell]",
        "Scribe:scribe-2.1 [editor][shell]"[:-7],
        "Scribe:vendor/model:8b [two words]",
        "A:b  [c]\t[d]",
        "A:b\n [c]",
    ],
)
def test_an_attribution_names_agent_model_and_tools(value: str) -> None:
    assert rules_of(TEXT + MARKER + PROTOCOL + f"AI-Assisted: true\nAssisted-by: {value}\n") == []


@pytest.mark.parametrize(
    "value",
    [
        "",
        "AGENT",
        "AGENT:model-5",
        "AGENT:model-5 CLI",
        "AGENT:model-5 []",
        "AGENT:model-5 [ ]",
        "AGENT:model-5 [tool",
        "AGENT:model-5 tool]",
        "AGENT:model-5 [[tool]]",
        "AGENT:model-5 [tool] and more",
        "AGENT:model-5 CLI [tool]",
        "AGENT model-5 [tool]",
        ":model-5 [tool]",
        "AGENT: [tool]",
        "AGENT: model-5 [tool]",
        "AGENT:model-5[tool]",
        "[tool]",
        "Codex:gpt-5 [Codex] (original); Other:model [Tool]",
    ],
)
def test_any_other_attribution_is_malformed_and_quoted(value: str) -> None:
    found = verdict_of(TEXT + MARKER + PROTOCOL + f"AI-Assisted: true\nAssisted-by: {value}\n").findings
    assert [finding.rule for finding in found] == ["commit-trailers/attribution"]
    assert f'"{value}"' in found[0].message


def test_every_attribution_is_read() -> None:
    assert places_of(GOOD + "Assisted-by: A:b [c]\nAssisted-by: nobody\n") == {("attribution", 11)}


def test_the_policy_may_give_attributions_another_form() -> None:
    form = Attribution(None, "Made-with", BoundedRegex(r"[a-z]+/\d+"), None)
    text = TEXT + MARKER + PROTOCOL + "Made-with: scribe/2\n"
    assert rules_of(text, attribution=form) == []
    assert rules_of(text + "Signed-off-by: Scribe 2 <s@example.org>\n", attribution=form) == ["ai-authorship"]
    (found,) = verdict_of(TEXT + MARKER + PROTOCOL + "Made-with: scribe/2 x\n", attribution=form).findings
    assert (found.rule, found.message) == (
        "commit-trailers/attribution",
        r'Made-with is "scribe/2 x", not of the form [a-z]+/\d+',
    )
    assert found.help == r"name what made the change, in the form [a-z]+/\d+, or attribute nothing"


def test_a_marker_with_nothing_below_it_is_said_to_have_no_trailers() -> None:
    (found, *_) = [one for one in verdict_of(TEXT + MARKER).findings if one.rule == "commit-trailers/marker"]
    assert found.message == "the marker FOLLOWING_AGENTS_PROTOCOL is the last paragraph, with no trailers below it"


PLACEHOLDER = TEXT + MARKER + PROTOCOL + "AI-Assisted: true\nAssisted-by: AGENT:MODEL  [TOOL]\n"


def test_the_placeholder_passes_until_the_template_must_be_filled() -> None:
    assert rules_of(PLACEHOLDER) == []
    assert rules_of(PLACEHOLDER, filled=True) == ["placeholder"]
    assert rules_of(PLACEHOLDER, kind=BODY) == ["placeholder"]


def test_a_placeholder_in_prose_is_none() -> None:
    assert rules_of(GOOD.replace("Why it", "AGENT:MODEL [TOOL]"), filled=True) == []


def test_without_a_placeholder_in_the_policy_none_is_refused() -> None:
    form = Attribution("AI-Assisted", "Assisted-by", None, None)
    assert rules_of(PLACEHOLDER, filled=True, attribution=form) == []


@pytest.mark.parametrize(
    "trailer",
    [
        "Co-authored-by: Claude <claude@example.com>",
        "co-AUTHORED-by: Claude <x@example.com>",
        "Signed-off-by: Some Body <claude@example.com>",
        "Signed-off-by: Some Body <github-copilot@example.com>",
        "Signed-off-by: GPT-5 <x@example.com>",
        "Signed-off-by: gpt4 <x@example.com>",
        "Signed-off-by: gpt_4 <x@example.com>",
        "Signed-off-by: OpenAI Codex <x@example.com>",
        "Signed-off-by: github-actions[bot] <x@example.com>",
        "Signed-off-by: \uff23laude <x@example.com>",
        "Signed-off-by: Cla\u200bude <x@example.com>",
        "Signed-off-by: Cla\u00adude <x@example.com>",
        "Signed-off-by: Cla\ufe0fude <x@example.com>",
        "Signed-off-by: Cl\u0430ude <x@example.com>",
        "Signed-off-by: \u0421laude <x@example.com>",
        "Signed-off-by: C\u03bfdex <x@example.com>",
        "Signed-off-by: claude@example.com",
        "Signed-off-by: Alice <a@example.com> (with Claude)",
        "Signed-off-by: Alice\n  Claude <a@example.com>",
        "Signed-off-by: some-bot <1+some-bot@users.noreply.github.com>",
        "Co-authored-by: some-bot <b@example.com>",
        "Co-authored-by: Claude <1+a@users.noreply.github.com> <claude@example.com>",
        "Signed-off-by: Model-5 <m@example.com>",
        "Signed-off-by: Model 5 <m@example.com>",
        "Signed-off-by: The Tool <m@example.com>",
        "Signed-off-by: AGENT <m@example.com>",
        "Signed-off-by: M <model-5@example.com>",
    ],
)
def test_an_ai_neither_signs_off_nor_co_authors(trailer: str) -> None:
    assert rules_of(GOOD + trailer + "\n") == ["ai-authorship"]


@pytest.mark.parametrize(
    "trailer",
    [
        "Signed-off-by: Alice <alice@example.org>",
        "Signed-off-by: Alice Claudette <alice.claudette@example.org>",
        "Co-authored-by: Clint <clint@example.org>",
        "Co-authored-by: Aidan Botham <aidan@example.org>",
        "Co-authored-by: Alice <alice@claude.ai>",
        "Co-authored-by: Alice <alice@anthropic.com>",
        "Co-authored-by: alice@bot.example.org",
        "Co-authored-by: some-bot <1+some-bot@users.noreply.github.com>",
        "Co-authored-by: Claude <1+claude@USERS.noreply.github.com>",
        "Signed-off-by: Models 5 <m@example.com>",
        "Signed-off-by: Model 55 <m@example.com>",
        "Signed-off-by: Toolman <m@example.com>",
        "Signed-off-by: \u0410\u043b\u0438\u0441\u0430 <alisa@example.com>",
        "Reviewed-by: Claude <claude@example.com>",
        "Co-authored-by:",
        "Signed-off-by: \udcff\udcfe <\udcff@example.com>",
    ],
)
def test_people_domains_and_forge_accounts_are_no_ai(trailer: str) -> None:
    assert rules_of(GOOD + trailer + "\n") == []


def test_a_tool_that_the_message_names_is_none_in_another_message() -> None:
    trailer = "Signed-off-by: Model-5 <m@example.com>\n"
    assert rules_of(GOOD_HUMAN + trailer) == []


def test_a_tool_is_found_as_a_whole_word_only() -> None:
    text = GOOD.replace("[tool]", "[CLI]") + "Signed-off-by: Clint Cli-ford <clint@example.org>\n"
    assert rules_of(text) == ["ai-authorship"]
    assert rules_of(text.replace(" Cli-ford", "")) == []


@pytest.mark.parametrize("rule", ["---", "--- ", "---\t", "---\r", "--- a/x", "---  text"])
def test_a_divider_is_reported_instead_of_what_it_hides(rule: str) -> None:
    text = TEXT + f"\n{rule}\n\nSecond part.\n" + MARKER + PROTOCOL + DECLARED
    assert places_of(text) == {("patch-divider", 5)}


@pytest.mark.parametrize("rule", ["----", "---x", " ---", "--", "---------", "-- -"])
def test_another_rule_divides_nothing(rule: str) -> None:
    assert rules_of(TEXT + f"\n{rule}\n\nSecond part.\n" + MARKER + PROTOCOL + DECLARED) == []


def test_trailers_above_a_divider_are_judged_where_they_stand() -> None:
    text = GOOD + "\n---\n\nnotes\n"
    assert places_of(text) == {("patch-divider", 11)}
    assert any("git log" in note and "does not show" in note for note in verdict_of(text).notes)


def test_a_last_divider_without_its_newline_is_none() -> None:
    assert "patch-divider" not in rules_of(TEXT + MARKER + PROTOCOL + HUMAN + "\n---")


def test_what_is_missing_on_both_sides_of_a_divider_is_missing() -> None:
    assert rules_of(TEXT + "\n---\n\nx\n" + MARKER + PROTOCOL) == ["declaration", "patch-divider"]


def test_what_stands_behind_a_divider_is_not_missing_where_the_rest_stands_above_it() -> None:
    text = TEXT + MARKER + PROTOCOL + "\n---\n\nSecond part.\n\n" + HUMAN
    assert rules_of(text) == ["patch-divider"]


def test_an_ai_behind_a_divider_is_no_author_either() -> None:
    text = GOOD + "\n---\n\nCo-authored-by: Claude <c@example.com>\n"
    assert rules_of(text) == ["ai-authorship", "patch-divider"]


@pytest.mark.parametrize(
    ("tail", "line"),
    [
        ("\n<!-- generated summary -->\n", 11),
        ("\nThanks!\n", 11),
        ("(Merged from https://example.org/1)\n", 10),
        ("\n(Merged from https://example.org/1)\n", 11),
        ("\n\n\nThanks!\n\nCo-authored-by: Alice <a@example.org>\n", 13),
        ("\nCo-authored-by: Alice <a@example.org>\n\nThanks!\n", 13),
        ("\n---------\n", 11),
        ("\n---", 11),
        ("\n\xa0\n", 11),
        ("\n\x0c\n", 11),
    ],
)
def test_the_line_that_hides_the_trailers_is_named(tail: str, line: int) -> None:
    assert places_of(GOOD + tail) == {("hidden-block", line)}


@pytest.mark.parametrize(
    ("text", "places"),
    [
        (TEXT + MARKER + "\nAnd so:\nFollowing-Agents-Protocol: true\nAI-Assisted: false\n", {("hidden-block", 7)}),
        (TEXT + MARKER + "\nFollowing-Agents-Protocol: true\nand so\nAI-Assisted: false\n", {("hidden-block", 8)}),
        (
            "fix: x\nFollowing-Agents-Protocol: true\nAI-Assisted: false\n",
            {("hidden-block", 1), ("marker", 1), ("body", 1)},
        ),
        ("AI-Assisted: false\nFollowing-Agents-Protocol: true\n", {("hidden-block", 1), ("marker", 1), ("body", 1)}),
        (GOOD[:-1] + "\0\n", set()),
        (TEXT + MARKER + "\0" + PROTOCOL + HUMAN, {("marker", 5), ("hidden-block", 6)}),
        (TEXT + MARKER + "\nx\0" + PROTOCOL + HUMAN, {("hidden-block", 7)}),
    ],
)
def test_trailers_are_hidden_by_what_stands_beside_them(text: str, places: set[tuple[str, int]]) -> None:
    assert places_of(text) == places


def test_what_stands_nowhere_is_missing_beside_a_hidden_block() -> None:
    assert rules_of(TEXT + MARKER + PROTOCOL + "\nprose\n") == ["declaration", "hidden-block"]


def test_the_line_right_below_the_last_trailer_hides_it() -> None:
    assert places_of(GOOD_HUMAN + "so there\n\nmore\n") == {("hidden-block", 9)}


@pytest.mark.parametrize(("count", "words"), [(2, "twice"), (3, "3 times")])
def test_how_often_a_trailer_stands_is_said(count: int, words: str) -> None:
    found = verdict_of(TEXT + MARKER + PROTOCOL + HUMAN * count).findings
    assert [words in finding.message for finding in found] == [True]
    found = verdict_of(TEXT + MARKER * count + PROTOCOL + HUMAN).findings
    assert [words in finding.message for finding in found] == [True]


def test_the_hiding_line_is_quoted() -> None:
    found = verdict_of(GOOD + "\n<!-- generated summary -->\n").findings[0]
    assert "<!-- generated summary -->" in found.message
    assert "line 11" in found.message


@pytest.mark.parametrize("value", ["\u200b:\u200b [\u200b]", "A:b [\u2060]", "A:\u00ad [c]"])
def test_an_attribution_of_characters_that_nobody_sees_names_nothing(value: str) -> None:
    assert rules_of(TEXT + MARKER + PROTOCOL + f"AI-Assisted: true\nAssisted-by: {value}\n") == ["attribution"]


@pytest.mark.parametrize("end", [".", "...", "…", ". ", ".\r", " .", ".\u200b", ".\u00ad \ufe0f"])
def test_a_subject_does_not_end_in_a_period(end: str) -> None:
    assert places_of(GOOD.replace("a thing", "a thing" + end)) == {("subject", 1)}


@pytest.mark.parametrize("end", ["!", "?", " (#12)", ". (#12)", ".x", ":"])
def test_a_subject_may_end_otherwise(end: str) -> None:
    assert rules_of(GOOD.replace("a thing", "a thing" + end)) == []


@pytest.mark.parametrize("line", ["", " ", "\u200b", "\u2060 \ufeff"])
def test_an_empty_first_line_is_no_subject(line: str) -> None:
    assert rules_of(line + "\n" + GOOD) == ["subject"]


@pytest.mark.parametrize(
    "text",
    [
        GOOD.replace("Why it was wrong.\n\n", ""),
        GOOD.replace("Why it was wrong.", "----"),
        GOOD.replace("Why it was wrong.", "<!-- why? -->"),
        GOOD.replace("Why it was wrong.", "<!-- why?\nor how? -->"),
        GOOD.replace("Why it was wrong.", "Signed-off-by: Alice <a@example.org>"),
        "fix: x\n" + MARKER + "\nChange-Id: I12\n" + PROTOCOL + HUMAN,
    ],
)
def test_a_body_is_more_than_marker_and_trailers(text: str) -> None:
    assert places_of(text) == {("body", 1)}


@pytest.mark.parametrize(
    "body", ["\udce6\udcbc", "Note: one line", "Why: x", "x", "# Why", "1", "* squashed", "<!-- open", "<!-- a --> b"]
)
def test_one_line_is_a_body(body: str) -> None:
    assert rules_of(GOOD.replace("Why it was wrong.", body)) == []


def test_a_line_that_looks_like_a_trailer_above_the_block_is_a_body_without_any_marker() -> None:
    text = "fix: x\n\nNote: why it was wrong\n" + PROTOCOL + HUMAN
    assert rules_of(text, marker=None) == []
    assert rules_of("fix: x\n\nNote: why\n", marker=None, protocol=None, attribution=None) == []


def test_prose_that_git_takes_into_a_block_is_a_body_all_the_same() -> None:
    text = "fix: x\n\nIt was wrong.\nSigned-off-by: Alice <a@example.org>\n" + PROTOCOL + HUMAN
    assert rules_of(text, marker=None) == []
    assert rules_of(text.replace("It was wrong.\n", ""), marker=None) == ["body"]


def test_a_line_glued_to_the_subject_is_a_body() -> None:
    assert rules_of("fix: x\nand why\n" + MARKER + PROTOCOL + HUMAN) == []


def test_merges_are_exempt_from_style_alone() -> None:
    text = "Merge x.\n"
    assert rules_of(text, is_merge=True) == ["declaration", "marker", "protocol"]
    strict = Style(forbid_subject_period=True, require_body=True, merges_exempt=False)
    assert rules_of(text, is_merge=True, style=strict) == ["body", "declaration", "marker", "protocol", "subject"]


def test_style_is_asked_only_where_the_policy_asks() -> None:
    loose = Style(forbid_subject_period=False, require_body=False, merges_exempt=True)
    assert rules_of("x.\n" + MARKER + PROTOCOL + HUMAN, style=loose) == []


@pytest.mark.parametrize("text", ["", "\n", "\n  \n", "\t\r\n", "\x0c\xa0"])
@pytest.mark.parametrize("kind", MessageKind)
def test_an_empty_message_is_one_finding(text: str, kind: MessageKind) -> None:
    assert places_of(text, kind=kind) == {("empty", 1)}


def test_everything_missing_is_each_its_own_finding() -> None:
    assert rules_of("Quick fix.\n") == ["body", "declaration", "marker", "protocol", "subject"]


def test_a_policy_that_asks_nothing_finds_nothing() -> None:
    loose = Style(forbid_subject_period=False, require_body=False, merges_exempt=True)
    text = "x.\n\nSigned-off-by: Claude <claude@example.com>\n"
    assert rules_of(text, marker=None, protocol=None, attribution=None, human_only=(), style=loose) == []


def test_another_tree_has_other_words() -> None:
    changes: dict[str, object] = {
        "marker": "REVIEWED",
        "protocol": Protocol("Process", "v2"),
        "attribution": Attribution("Machine", "Made-by", None, None),
    }
    text = "fix: x\n\nWhy.\n\nREVIEWED\n\nProcess: v2\nMachine: true\nMade-by: A:b [c]\n"
    assert rules_of(text, **changes) == []
    assert rules_of(text.replace("v2", "v1"), **changes) == ["protocol"]


AUTHOR = "Co-authored-by: Claude <c@example.org>\n"
ADVICE: list[tuple[str, dict[str, Any], str, str]] = [
    (f"{TEXT}\n{AUTHOR}", {"attribution": None}, "ai-authorship", "or let a person stand in it"),
    (f"{TEXT}\n{AUTHOR}", {}, "ai-authorship", "or let a person stand in it; Assisted-by is where an AI is named"),
    ("", {}, "empty", "write a subject, a body, the marker and the trailers"),
    ("", {"marker": None}, "empty", "write a subject, a body and the trailers"),
    ("", {"marker": None, "protocol": None, "attribution": None}, "empty", "write a subject and a body"),
    (GOOD + "\nThanks!\n", {}, "hidden-block", "above the marker, so"),
    (GOOD + "\nThanks!\n", {"marker": None}, "hidden-block", "above the trailers, with a blank line between, so"),
    (
        TEXT + MARKER + PROTOCOL + "AI-Assisted: true\n",
        {"attribution": Attribution("AI-Assisted", "By", BoundedRegex("[a-z]+"), None)},
        "attribution",
        "in the form [a-z]+, or declare false and attribute nothing",
    ),
    (
        TEXT + MARKER + PROTOCOL + "By: x\n",
        {"attribution": Attribution(None, "By", None, None)},
        "attribution",
        "as NAME:MODEL [TOOL], or attribute nothing",
    ),
]


@pytest.mark.parametrize(("text", "policy", "rule", "told"), ADVICE)
def test_advice_asks_for_what_the_policy_asks_for(text: str, policy: dict[str, Any], rule: str, told: str) -> None:
    findings = verdict_of(text, **policy).findings
    (help_,) = {finding.help for finding in findings if finding.rule == f"commit-trailers/{rule}"}
    assert told in help_
    assert told.endswith(", so") or help_.endswith(told)


def test_a_body_is_asked_for_without_naming_a_marker_that_is_not() -> None:
    (found,) = verdict_of("x\n" + PROTOCOL + HUMAN, marker=None).findings
    assert found.message == "below the subject stands nothing but trailers"


def test_an_empty_message_owes_a_subject_alone_where_nothing_else_is_asked() -> None:
    loose = Style(forbid_subject_period=False, require_body=False, merges_exempt=True)
    (found,) = verdict_of("", marker=None, protocol=None, attribution=None, style=loose).findings
    assert found.help == "write a subject"


def test_a_pull_request_body_has_no_subject_and_its_own_line_numbers() -> None:
    text = GOOD.partition("\n\n")[2]
    assert rules_of(text, kind=BODY) == []
    assert rules_of(text.partition("\n\n")[2], kind=BODY) == ["body"]
    assert places_of(text + "\nThanks!\n", kind=BODY) == {("hidden-block", 9)}
    assert "line 9" in verdict_of(text + "\nThanks!\n", kind=BODY).findings[0].message


def test_findings_name_the_messages_file() -> None:
    found = verdict_of("x.\n", source="message.txt").findings
    assert {finding.path for finding in found} == {"message.txt"}
    assert all(finding.severity is Severity.ERROR for finding in found)


def test_a_joined_block_is_noted_as_git_log_reads_it() -> None:
    verdict = verdict_of(GOOD_HUMAN + "\n---------\n\nCo-authored-by: Alice <a@example.org>\n")
    assert verdict.status is Status.PASS
    assert any("does not show Following-Agents-Protocol, AI-Assisted" in note for note in verdict.notes)


def test_no_difference_is_noted_where_there_is_none() -> None:
    assert verdict_of(GOOD).notes == ()


def test_no_help_widens_anything() -> None:
    assert not any(word in rule.help for rule in RULES for word in ("allowlist", "baseline", "exception"))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_page_of_a_rule_behaves_as_it_says(rule: Rule) -> None:
    filled = rule.id.endswith("/placeholder")
    assert rules_of(rule.failing, filled=filled) == [rule.id.partition("/")[2]]
    assert rules_of(rule.mended, filled=filled) == []


@settings(max_examples=400, deadline=None)
@given(
    pieces=st.lists(
        st.sampled_from(
            [*GOOD.splitlines(), *HUMAN.splitlines(), "", "---", "----", "prose", "#", "\0", "\udcff",
             "Signed-off-by: Claude <a@b>", " x", "<!--", "-->", "\x0c", "\r", "Assisted-by: x", "Note: y", "\u2028"]
        ),
        max_size=20,
    ),
    kind=st.sampled_from(MessageKind),
)  # fmt: skip
def test_no_message_crashes_and_every_finding_is_at_one_of_its_lines(pieces: list[str], kind: MessageKind) -> None:
    text = "\n".join(pieces)
    ids = {rule.id for rule in RULES}
    for finding in verdict_of(text, kind=kind, filled=True).findings:
        assert finding.rule in ids
        assert finding.span is not None
        assert 1 <= finding.span.line <= max(1, len(pieces))


@pytest.mark.growth
@pytest.mark.parametrize(
    "text",
    [
        GOOD + "Signed-off-by: Claude <c@example.com>\n" * 15_000,
        GOOD + "Assisted-by: A:b [c]\n" * 15_000 + "Signed-off-by: Alice <a@example.org>\n" * 15_000,
        GOOD + "Signed-off-by: " + "a " * 150_000 + "\n",
        GOOD + "Signed-off-by: " + "a@" * 150_000 + "\n",
        GOOD + "Assisted-by: " + "a" * 300_000 + "\n",
        GOOD + "Assisted-by: a " + " " * 300_000 + "b\n",
        GOOD + "Assisted-by: a:b" + " [c" * 300_000 + "\n",
        GOOD.replace("Why", "<!--" * 200_000),
        TEXT + MARKER * 15_000 + PROTOCOL + HUMAN,
        "x" * 300_000,
        "\n".join(["AI-Assisted: true"] * 15_000) + "\n\nprose\n",
    ],
)
def test_a_long_message_is_judged_in_linear_time(text: str) -> None:
    started = time.process_time()
    assert verdict_of(text).population["messages"] == 1
    assert time.process_time() - started < 6
