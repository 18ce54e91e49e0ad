"""The house style as tests: who may import whom, one door per dependency, sizes, words, and a page for every rule."""

from __future__ import annotations

import ast
import re
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from checkers.model import Rule
from checkers.registry import CHECKERS
from tests.benchmarks.__main__ import MESSAGE
from tests.support.modules import ROOT, FunctionNode, Module, modules

PRODUCT = [*modules("checkers"), *modules("bot")]
ROOMS = tuple(checker.section for checker in CHECKERS)

BASE = frozenset({"", "errors", "model", "plain_file", "sequences", "suggestions", "wording"})
INSTRUMENTS = BASE | {"repo", "source", "policy"}
JUDGED = INSTRUMENTS | {"gaps", "subject"}
MAY_IMPORT = {
    "": frozenset(),
    "errors": frozenset(),
    "gaps": frozenset({"errors", "model", "wording"}),
    "model": frozenset(),
    "plain_file": frozenset(),
    "sequences": frozenset(),
    "suggestions": frozenset({"wording"}),
    "wording": frozenset(),
    "repo": BASE,
    "source": BASE | {"repo"},
    "policy": BASE,
    "cache": frozenset({"plain_file", "source"}),
    "subject": INSTRUMENTS,
    **dict.fromkeys(ROOMS, JUDGED),
    "registry": JUDGED | set(ROOMS),
    "output": frozenset({"", "model", "wording"}),
}
"""What each room of `checkers` may import besides itself; rooms that are not named are the upper floors."""
MAY_NAME = {"policy": frozenset({"repo"})}
"""What a room may import for the types alone: choosing the policy that decides means looking at both sides."""

DOORS = {
    "git": ("checkers/repo/",),
    "tree_sitter": ("checkers/source/",),
    "tree_sitter_cpp": ("checkers/source/",),
    "tree_sitter_cuda": ("checkers/source/",),
    "github": ("bot/github/",),
    "rich": ("checkers/output/text.py",),
    "yaml": ("checkers/policy/", "bot/mutation/"),
    "subprocess": ("checkers/repo/", "checkers/commands.py", "bot/"),
    "socket": ("bot/mutation/",),
    "http": ("bot/github/",),
    "requests": ("bot/github/",),
    "urllib.request": ("bot/github/",),
}
"""The only places where a dependency may be imported, as the beginnings of paths."""

JUDGES = {"bot.mutation.judge", "bot.mutation.control", "bot.mutation.names", "bot.proof"}
WHAT_JUDGES_IMPORT = JUDGES | {
    "bot.mutation.model",
    "bot.mutation.report",
    "bot.mutation.suite_runner",
    "checkers.wording",
}
"""The pure heart of mutation tables, and what it may know; of the suite runner only the type of its limits."""

NEVER_FOR_A_MESSAGE = (
    "tree_sitter", "rich", "asyncio", "git", "jsonschema", "dataclasses", "inspect", "yaml", "hashlib", "sqlite3",
)  # fmt: skip
DOMAIN_WORDS = re.compile(r"(?i:vllm|cuda)|\bvt(?:::|_|\b)|\bVT_")
ALLOWED_WORDS = re.compile(r"vllm-cpp|C\+\+/CUDA")
"""The preset's own name, and the languages that the product is about."""


def test_what_is_named_here_is_there() -> None:
    """A name that is out of date would hold nothing."""
    rooms = {module.room for module in modules("checkers")}
    assert {*MAY_IMPORT, *MAY_NAME, *(room for allowed in MAY_IMPORT.values() for room in allowed)} <= rooms
    assert {module.name for module in PRODUCT} >= WHAT_JUDGES_IMPORT
    assert not [place for places in DOORS.values() for place in places if not (ROOT / place).exists()]


def over(group: Iterable[Module]) -> Callable[[Callable[[Module], None]], Callable[[], None]]:
    """One test over many modules: a test for each of them would cost more than what it looks at."""

    held = list(group)
    assert held

    def decorate(test: Callable[[Module], None]) -> Callable[[], None]:
        def whole() -> None:
            wrong = {module.name: problem for module in held if (problem := _problem(test, module))}
            assert not wrong

        whole.__name__, whole.__doc__ = test.__name__, test.__doc__
        return whole

    return decorate


def _problem(test: Callable[[Module], None], module: Module) -> str | None:
    try:
        test(module)
    except AssertionError as error:
        return str(error) or "does not hold"
    return None


def _where(module: Module, line: int) -> str:
    return f"{module.path.relative_to(ROOT)}:{line}"


def _room_of(imported: str) -> str:
    parts = imported.split(".")
    return parts[1] if len(parts) > 1 and _is_module(parts[:2]) else ""


def _is_module(parts: list[str]) -> bool:
    path = ROOT.joinpath(*parts)
    return path.is_dir() or path.with_suffix(".py").is_file()


@over(modules("checkers"))
def test_a_room_imports_only_what_lies_below_it(module: Module) -> None:
    allowed = MAY_IMPORT.get(module.room)
    if allowed is None:
        return
    named = set(_typing_imports(module))
    wrong = [
        f"{_where(module, line)} imports {name}"
        for name, line in module.imports()
        if name.split(".")[0] == "checkers"
        and _room_of(name) not in allowed | {module.room}
        and not (_room_of(name) in MAY_NAME.get(module.room, ()) and _module_of(name) in named)
    ]
    assert not wrong


@over(modules("checkers"))
def test_the_checkers_know_nothing_of_the_bot(module: Module) -> None:
    assert not [name for name, _ in module.imports() if name.split(".")[0] == "bot"]


@over([module for module in PRODUCT if module.name in JUDGES])
def test_a_judge_of_suites_looks_at_values_alone(module: Module) -> None:
    """It runs nothing, reads nothing and asks git nothing: what it judges was handed to it."""
    named = {name for name, _ in module.imports()}
    assert {_module_of(name) for name in named if name.startswith(("bot.", "checkers."))} <= WHAT_JUDGES_IMPORT
    assert not {name.split(".")[0] for name in named} & {"os", "subprocess", "pathlib", "time"}


@over(modules("checkers"))
def test_only_the_command_line_imports_the_command_line(module: Module) -> None:
    if module.room.startswith("cli"):
        return
    assert not [name for name, _ in module.imports() if name.startswith("checkers.cli")]


def test_the_import_graph_has_no_cycle() -> None:
    graph = {
        module.name: {_module_of(name) for name, _ in module.imports() if name.startswith(("checkers.", "bot."))}
        for module in PRODUCT
    }
    assert _cycle(_without_types(graph)) is None


def _module_of(imported: str) -> str:
    parts = imported.split(".")
    return imported if _is_module(parts) else ".".join(parts[:-1])


def _without_types(graph: dict[str, set[str]]) -> dict[str, set[str]]:
    """The graph without the imports under `if TYPE_CHECKING`, which never run, and those of a package by its parts."""
    typed = {module.name: set(_typing_imports(module)) for module in PRODUCT}
    return {name: {other for other in edges if other != name} - typed[name] for name, edges in graph.items()}


def _typing_imports(module: Module) -> Iterator[str]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for inner in ast.walk(node):
                if isinstance(inner, ast.ImportFrom):
                    yield from (_module_of(f"{inner.module}.{alias.name}") for alias in inner.names)


def _cycle(graph: dict[str, set[str]]) -> list[str] | None:
    done: set[str] = set()
    for start in graph:
        trail: list[tuple[str, list[str]]] = [(start, sorted(graph[start]))]
        while trail:
            name, rest = trail[-1]
            if not rest:
                done.add(name)
                trail.pop()
                continue
            following = rest.pop()
            if following in [step for step, _ in trail]:
                return [*(step for step, _ in trail), following]
            if following in graph and following not in done:
                trail.append((following, sorted(graph[following])))
    return None


@over(PRODUCT)
def test_a_dependency_comes_in_through_its_door(module: Module) -> None:
    path = module.path.relative_to(ROOT).as_posix()
    wrong = [
        f"{_where(module, line)} imports {name}"
        for name, line in module.imports()
        for dependency, doors in DOORS.items()
        if f"{name}.".startswith(f"{dependency}.") and not path.startswith(doors)
    ]
    assert not wrong


def test_a_message_is_judged_without_a_parser(tmp_path: Path) -> None:
    message = tmp_path / "message"
    message.write_text(MESSAGE)
    code = (
        "import sys; from checkers.cli import commit_trailers\n"
        "try: commit_trailers(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "print(*sorted(sys.modules), file=sys.stderr)"
    )
    argv = [sys.executable, "-c", code, "--message-file", str(message)]
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in done.stderr.split()}
    assert "checkers" in loaded
    assert loaded.isdisjoint(NEVER_FOR_A_MESSAGE)
    assert "checkers.cache" not in done.stderr


@over(PRODUCT)
def test_a_module_is_read_in_one_sitting(module: Module) -> None:
    assert len(module.text.splitlines()) < 300


@over(PRODUCT)
def test_no_function_is_over_sixty_lines(module: Module) -> None:
    long = [f"{_where(module, node.lineno)} {node.name}" for node in module.functions() if _size(node) > 60]
    assert not long


def test_most_functions_are_small() -> None:
    sizes = sorted(_size(node) for module in PRODUCT for node in module.functions())
    assert statistics.median(sizes) < 10
    assert sizes[len(sizes) * 9 // 10] < 30


def _size(node: FunctionNode) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


@over(PRODUCT)
def test_no_if_is_nested_three_deep(module: Module) -> None:
    deep = [_where(module, line) for node in module.functions() for line in _deep_ifs(node)]
    assert not deep


def _deep_ifs(function: FunctionNode) -> Iterator[int]:
    """Lines of `if` statements inside two others; an `elif` is beside its `if`, not inside it."""
    pending: list[tuple[ast.AST, int]] = [(child, 0) for child in ast.iter_child_nodes(function)]
    while pending:
        node, depth = pending.pop()
        if isinstance(node, FunctionNode | ast.ClassDef):
            continue
        if not isinstance(node, ast.If):
            pending += [(child, depth) for child in ast.iter_child_nodes(node)]
            continue
        if depth >= 2:
            yield node.lineno
        pending += [(child, depth + 1) for child in node.body]
        is_elif = len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If)
        pending += [(child, depth if is_elif else depth + 1) for child in node.orelse]


@over([*PRODUCT, *modules("fixtures"), *modules("tests")])
def test_a_module_says_in_one_sentence_what_it_is(module: Module) -> None:
    if not module.text.strip():
        return
    first = (ast.get_docstring(module.tree) or "").split("\n\n")[0]
    assert first.endswith((".", "?", "…"))
    assert not re.search(r"[.!?]\s+[A-Z]", first)


@over(PRODUCT)
def test_the_judged_tree_is_named_in_the_policy_alone(module: Module) -> None:
    """The preset and the pages of rules show examples; a reader of code or of compilers names .cu."""
    if module.path.name == "rules.py" or "pages" in module.path.parts:
        return
    words = [*module.strings(), *module.names()]
    reads_code = module.room == "source" or module.name.startswith(("bot.mutation.edits", "bot.triage.texts"))
    allowed = re.compile("cuda", re.IGNORECASE) if reads_code else ALLOWED_WORDS
    found = [f"{_where(module, line)} {word!r}" for word, line in words if DOMAIN_WORDS.search(allowed.sub("", word))]
    assert not found


def _rules(section: str) -> tuple[Rule, ...]:
    checker = next(checker for checker in CHECKERS if checker.section == section)
    return checker.load().RULES


@pytest.mark.parametrize("section", ROOMS)
def test_every_rule_has_a_page(section: str) -> None:
    for rule in _rules(section):
        texts = (rule.summary, rule.why, rule.help, rule.mended)
        assert all(text.strip() for text in texts), rule.id
        assert rule.failing != rule.mended, rule.id
        assert rule.why != rule.summary, rule.id


@pytest.mark.parametrize("section", ROOMS)
def test_a_rule_is_named_once_and_after_its_checker(section: str) -> None:
    names = [rule.id for rule in _rules(section)]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(rf"{section.replace('_', '-')}/[a-z]+(-[a-z]+)*", name) for name in names)


@pytest.mark.parametrize("section", ROOMS)
def test_every_rule_that_the_code_names_is_one_of_its_rules(section: str) -> None:
    prefix = section.replace("_", "-") + "/"
    named = {
        text
        for module in modules(f"checkers/{section}")
        for text, _ in module.strings()
        if re.fullmatch(rf"{prefix}[a-z-]+", text)
    }
    assert named <= {rule.id for rule in _rules(section)}


@pytest.mark.parametrize("section", ROOMS)
def test_no_help_recommends_widening_what_excuses(section: str) -> None:
    advice = re.compile(
        r"\b(raise|widen|increase|add\b.*\bto)\b[^.;]{0,40}\b(allow ?list|baseline|allowance)", re.IGNORECASE
    )
    assert not [rule.id for rule in _rules(section) if advice.search(rule.help)]
