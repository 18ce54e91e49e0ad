"""The rules of commit-trailers and their pages; the examples are whole messages, judged under the preset."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.model import Finding, Rule, Severity, Span
from checkers.wording import shown

if TYPE_CHECKING:
    from checkers.commit_trailers.reading import Reading

CHECK = "commit-trailers"

_TEXT = "fix: route the tower to the tiled kernel\n\nIt called the naive one for every block.\n"
_MARKER = "\nFOLLOWING_AGENTS_PROTOCOL\n"
_PROTOCOL = "\nFollowing-Agents-Protocol: true\n"
_DECLARED = "AI-Assisted: true\nAssisted-by: Scribe:scribe-2 [editor]\n"
_HUMAN = "AI-Assisted: false\n"
_GOOD = _TEXT + _MARKER + _PROTOCOL + _DECLARED


def _rule(name: str, summary: str, why: str, help: str, failing: str, mended: str, *keys: str) -> Rule:
    policy_keys = tuple(f"commit_trailers.{key}" for key in keys)
    return Rule(f"{CHECK}/{name}", Severity.ERROR, summary, why, help, failing, mended, policy_keys)


RULES = (
    _rule(
        "marker",
        "the marker is not a paragraph of its own, exactly once, above the trailers",
        "The marker says that whoever wrote the message knew the protocol. Inside another paragraph, as the subject or"
        " below the trailers it is a phrase that a tool wrapped, and it hides the trailers from git.",
        "put the marker on a line of its own between two blank lines, below the body and above the trailers, once",
        _TEXT + _PROTOCOL + _HUMAN,
        _TEXT + _MARKER + _PROTOCOL + _HUMAN,
        "marker",
    ),
    _rule(
        "protocol",
        "the protocol trailer is missing, stands twice or has another value",
        "Scripts find the commits that follow the protocol by this one trailer, so it has one key, one value, and"
        " stands once.",
        "write the protocol trailer once, with the value that the policy names, in the last paragraph",
        _TEXT + _MARKER + "\n" + _HUMAN,
        _TEXT + _MARKER + _PROTOCOL + _HUMAN,
        "protocol",
    ),
    _rule(
        "declaration",
        "the declaration is missing, stands twice, or is neither true nor false",
        "Whether an AI assisted is known to the author alone and only when the message is written; silence is no"
        " answer.",
        "write the declaration once, as true or as false",
        _TEXT + _MARKER + _PROTOCOL + "AI-Assisted: maybe\n",
        _TEXT + _MARKER + _PROTOCOL + _HUMAN,
        "attribution.declaration",
    ),
    _rule(
        "attribution",
        "the attribution contradicts the declaration or names nobody",
        "An attribution names the agent, the model and the tools, so that work can be found again by what made it;"
        " declared without one it names nobody, and beside a declaration of false one of the two is untrue.",
        "name the agent, the model and each tool as NAME:MODEL [TOOL], or declare false and attribute nothing",
        _TEXT + _MARKER + _PROTOCOL + "AI-Assisted: true\nAssisted-by: Scribe scribe-2\n",
        _GOOD,
        "attribution.by",
        "attribution.pattern",
    ),
    _rule(
        "placeholder",
        "the attribution is still the template's placeholder",
        "A pull request's body becomes the message that lands; a template that nobody filled in attributes the work"
        " to nobody. Asked of pull request bodies, and of a message with --filled.",
        "replace the placeholder with the agent, the model and the tools that were used",
        _TEXT + _MARKER + _PROTOCOL + "AI-Assisted: true\nAssisted-by: AGENT:MODEL [TOOL]\n",
        _GOOD,
        "attribution.placeholder",
    ),
    _rule(
        "ai-authorship",
        "a trailer for people names an AI",
        "Sign-off and co-authorship are statements that only a person can make; what an AI did is said by the"
        " attribution. Names count as whole words, of the name and of the address before its @.",
        "take the trailer out, or let a person stand in it; where the policy has an attribution, that names the AI",
        _GOOD + "Co-authored-by: Claude <claude@example.org>\n",
        _GOOD + "Co-authored-by: Alice Claudette <alice@example.org>\n",
        "human_only",
        "forge_accounts",
        "ai_names",
    ),
    _rule(
        "patch-divider",
        "a line --- ends the message for git",
        "git interpret-trailers takes the line as the start of a patch and reads no trailers below it; git am deletes"
        " everything below it when the commit travels by mail.",
        "write a rule of four dashes or more, or a heading, or take the line out",
        "fix: route the tower\n\nFirst part.\n\n---\n\nSecond part.\n" + _MARKER + _PROTOCOL + _HUMAN,
        "fix: route the tower\n\nFirst part.\n\n----\n\nSecond part.\n" + _MARKER + _PROTOCOL + _HUMAN,
    ),
    _rule(
        "hidden-block",
        "the trailers stand in the message, and git does not see them",
        "git takes the last paragraph alone for trailers, and only if all of it looks like trailers: one line of prose,"
        " an HTML comment or a note of a tool below or beside them makes text of them all.",
        "move the line that hides them above the marker, so that nothing but trailers stands at the end",
        _GOOD + "\n<!-- generated summary -->\n",
        _GOOD,
    ),
    _rule(
        "subject",
        "the first line is empty or ends in a period",
        "The first line is a title: logs, mails and pull requests show it alone.",
        "write a subject on the first line, without a period at its end",
        _GOOD.replace("tiled kernel", "tiled kernel."),
        _GOOD,
        "style.subject_period",
        "style.merges",
    ),
    _rule(
        "body",
        "nothing but the marker and trailers stands below the subject",
        "The change shows what was done; only the body can say why. One line is enough.",
        "say in a sentence or two below the subject why the change is made",
        "fix: route the tower to the tiled kernel\n" + _MARKER + _PROTOCOL + _HUMAN,
        _TEXT + _MARKER + _PROTOCOL + _HUMAN,
        "style.body",
        "style.merges",
    ),
    _rule(
        "empty",
        "the message is empty",
        "An empty message says nothing about the change, and every other rule would say no more than that.",
        "write a subject, a body, the marker and the trailers",
        "\n  \n",
        _GOOD,
    ),
)

_BY_NAME = {rule.id.partition("/")[2]: rule for rule in RULES}


def finding(name: str, reading: Reading, index: int, message: str, help: str | None = None) -> Finding:
    """A finding of that rule at a line of the message, by the line's index in the reading; `help` replaces its own."""
    rule = _BY_NAME[name]
    line = reading.lines[index].rstrip("\r") if index < len(reading.lines) else ""
    number = reading.number(index)
    span = Span(number, 1, number, len(line) + 1)
    return Finding(rule.id, rule.severity, message, help or rule.help, span=span, site=shown(line))
