"""`redfirst explain`: the rules, one line each, or one rule's page, from the data beside each checker."""

from __future__ import annotations

from textwrap import fill, indent
from typing import TYPE_CHECKING

from checkers.delivery import columns, print_out
from checkers.errors import UsageError
from checkers.exits import Exit
from checkers.output.escaping import visible
from checkers.parser import Parser
from checkers.registry import CHECKERS
from checkers.suggestions import did_you_mean, there_are
from checkers.wording import help_lines

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from checkers.model import Rule

_WIDTH = 80


EXAMPLES = (
    "redfirst explain                      # every rule, one line each",
    "redfirst explain issue-index          # those of one checker",
    "redfirst explain issue-index/lost-in-merge",
)


def explain(argv: Sequence[str]) -> int:
    """Print the rules, all or those of the named checker, or a rule's page. Raises UsageError for other names."""
    about = "The rules, or one rule's page, in the words of the policy that holds here."
    parser = Parser(prog="redfirst explain", description=about, examples=EXAMPLES)
    parser.add_argument("rule", nargs="?", metavar="RULE", help="such as attention-rung/unmarked-use, or a checker")
    parser.add_shared("--repo")
    asked = parser.parse_args(list(argv))
    name = asked.rule
    rules = all_rules()
    listed = [rule for rule in rules if name in (None, rule.id.partition("/")[0])]
    width = columns()
    if listed:
        if asked.repo is not None:
            raise UsageError("--repo asks nothing of a list; name a rule")
        print_out(rule_list(listed, width))
        return Exit.GREEN
    from checkers.rule_localization import localized

    rule, origin = localized(_named(name, rules), asked.repo)
    print_out(rule_page(rule, width or _WIDTH, origin))
    return Exit.GREEN


def all_rules() -> tuple[Rule, ...]:
    """Every rule that a run can report, in the order of the checkers."""
    return rules_of({*(checker.name for checker in CHECKERS), "command"})


def rules_of(checks: AbstractSet[str]) -> tuple[Rule, ...]:
    """The rules of those checkers, and of the policy's own commands where `command` is among them."""
    rules = [rule for checker in CHECKERS if checker.name in checks for rule in checker.load().RULES]
    if "command" in checks:
        from checkers.commands import RULES

        rules += RULES
    return tuple(rules)


def rule_list(rules: Sequence[Rule], width: int | None = None) -> str:
    """One line a rule; on a terminal of that many cells a long summary goes on under itself."""
    longest = max(len(rule.id) for rule in rules)
    lines = [f"{rule.id:<{longest}}  {rule.severity.value:<7}  {rule.summary}" for rule in rules]
    if width:
        hanging = " " * min(longest + 11, width // 2)
        lines = [fill(line, width, subsequent_indent=hanging, break_on_hyphens=False) for line in lines]
    return "".join(f"{line}\n" for line in lines)


def rule_page(rule: Rule, width: int = _WIDTH, origin: str = "") -> str:
    """What the rule means, why it exists, what to do, an example that fails, the same mended, and the policy keys.

    `origin` says whose words the examples are in. Prose takes at most `width` columns, and never more than are good to
    read.
    """
    width = min(width, _WIDTH)
    parts = [
        f"{rule.id}   {rule.severity.value}",
        fill(rule.summary, width),
        f"Why\n\n{_prose(rule.why, width)}",
        f"What to do\n\n{_help(rule.help, width)}",
        f"An example that fails\n\n{_code(rule.failing)}",
        f"The same, mended\n\n{_code(rule.mended)}",
    ]
    if rule.policy_keys:
        parts.append(f"Policy keys that shape it\n\n{_prose(', '.join(rule.policy_keys), width)}")
    if origin:
        parts.append(fill(origin, width, break_long_words=False, break_on_hyphens=False))
    return "".join(f"{visible(line)}\n" for line in "\n\n".join(parts).split("\n"))


def _named(name: str, rules: Sequence[Rule]) -> Rule:
    for rule in rules:
        if rule.id == name:
            return rule
    raise UsageError(f"{name} is no rule; {_suggestion(name, [rule.id for rule in rules])}")


def _suggestion(name: str, ids: Sequence[str]) -> str:
    """Behind a checker's name one of its own rules is meant, else any rule, or a checker."""
    check, slash, short = name.partition("/")
    own = {one.partition("/")[2]: one for one in ids if slash and one.startswith(f"{check}/")}
    if own:
        return did_you_mean(short, own, there_are(own.values()), own)
    rules = {one.partition("/")[2]: one for one in reversed(ids)}
    checks = dict.fromkeys(one.partition("/")[0] for one in ids)
    return did_you_mean(name, [*rules, *checks, *ids], "redfirst explain lists them", rules)


def _prose(text: str, width: int) -> str:
    return fill(text, width, initial_indent="  ", subsequent_indent="  ", break_long_words=False)


def _help(text: str, width: int) -> str:
    return "\n".join(_prose(part, width) for part in help_lines(text))


def shown_example(text: str) -> str:
    """An example as people see it: a carriage return is a sign, and white space alone is said."""
    return text.strip("\n").replace("\r", "␍") if text.strip() else "(nothing but white space)"


def _code(text: str) -> str:
    return indent(shown_example(text), "    ")
