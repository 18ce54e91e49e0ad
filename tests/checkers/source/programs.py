"""Random small programs that declare, shadow, import and call a function, each statement on a line of its own."""

from __future__ import annotations

from random import Random

PREAMBLE = "namespace vt { void Attention(int) = delete; namespace deep { void Other(int); } }"
_NAMESPACES = ("vt", "mine", "other")
_ALIASES = ("k", "l")
_QUALIFIERS = (
    "vt::",
    "::vt::",
    "mine::",
    "other::",
    "k::",
    "l::",
    "mine::vt::",
    "::mine::",
    "mine::k::",
    "Tower::",
    "::",
)


class Program:
    """One random program; `calls` are the 1-based lines that call something named like the function."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.lines = [PREAMBLE]
        self.calls: list[int] = []
        self.names = 0
        for _ in range(self.random.randint(2, 6)):
            self._outer(0)

    def without(self, refused: set[int]) -> bool:
        """Empty those 1-based lines; False if one of them opens a block, so that the program cannot be mended."""
        if any(not self.lines[line - 1].endswith(";") or self.lines[line - 1] == "};" for line in refused):
            return False
        for line in refused:
            self.lines[line - 1] = ""
        return True

    @property
    def text(self) -> str:
        """The whole program."""
        return "\n".join(self.lines) + "\n"

    def _add(self, line: str) -> None:
        self.lines.append(line)

    def _fresh(self) -> str:
        self.names += 1
        return f"f{self.names}"

    def _outer(self, depth: int) -> None:
        """Something at namespace scope."""
        kind = self.random.choice("nnnffffduaxssci")
        if kind == "n" and depth < 3:
            prefix = self.random.choice(["", "", "", "inline "]) if depth else ""
            name = self.random.choice(_NAMESPACES) if not prefix else self._fresh()
            self._block(f"{prefix}namespace {name} {{", "}", self._outer, depth)
        elif kind == "f":
            self._block(f"void {self._fresh()}() {{", "}", self._inner, depth)
        elif kind == "x":
            self._block("namespace {", "}", self._outer, depth)
        elif kind == "s":
            self._class(depth)
        elif kind == "d":
            self._add(self.random.choice(["void Attention(int);", "static int Attention(long x) { return x; }"]))
        else:
            self._import()

    def _import(self) -> None:
        target = self.random.choice([*_NAMESPACES, "::vt", "mine::vt", *_ALIASES])
        self._add(
            self.random.choice(
                [
                    f"using {target}::Attention;",
                    f"using namespace {target};",
                    f"namespace {self.random.choice(_ALIASES)} = {target};",
                ]
            )
        )

    def _block(self, head: str, tail: str, content: object, depth: int) -> None:
        self._add(head)
        for _ in range(self.random.randint(1, 4)):
            content(depth + 1)  # type: ignore[operator]  # a bound method
        self._add(tail)

    def _class(self, depth: int) -> None:
        base = self.random.choice(["", "", " : Tower"])
        name = self.random.choice(["Tower", self._fresh()])
        self._add(f"struct {name}{base} {{")
        methods = self.random.randint(1, 2)
        member_at = self.random.choice([-1, 0, methods])
        for number in range(methods + 1):
            if number == member_at:
                self._add("static void Attention(int);")
            if number < methods:
                self._block(f"void {self._fresh()}() {{", "}", self._inner, depth)
        late = self._fresh()
        self._add(f"void {late}();")
        self._add("};")
        if self.random.random() < 0.3:
            self._import()
        self._block(f"void {name}::{late}() {{", "}", self._inner, depth)

    def _inner(self, depth: int) -> None:
        """Something in a function."""
        kind = self.random.choice("ccccccddiib")
        if kind == "b" and depth < 5:
            self._block(self.random.choice(["{", "if (1) {", "for (;;) {", "auto z = [] {"]), "};", self._inner, depth)
        elif kind == "d":
            self._add(self.random.choice(["void Attention(int);", "auto Attention = [](int) {};"]))
        elif kind == "i":
            self._import()
        else:
            qualifier = self.random.choice(["", "", "", *_QUALIFIERS])
            self._add(f"{qualifier}Attention(3);")
            self.calls.append(len(self.lines))
