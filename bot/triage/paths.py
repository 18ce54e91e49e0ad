"""Paths in a line of a failure text: which words are paths, and what of them is the same on every machine."""

from __future__ import annotations

import re

_FILE = (
    r"\.(?:(?P<short>[acdhmosS])|cc|cpp|cxx|c\+\+|cu|cuh|hh|hpp|hxx|inl|inc|ipp|tpp|ixx|cppm|mm|asm|hip|cl|metal|py|pyi|pyx|rs|go"
    r"|js|ts|java|rb|sh|bash|ps1|bat|cmd|cmake|txt|md|rst|json|ya?ml|toml|cfg|ini|xml|log|ptx|cubin|fatbin|obj|so(?:\.\d+){0,3}"
    r"|dll|dylib|lib|exe|bin|out|pdb|vcxproj|csproj|sln|whl|gz|tar|zip|gguf|safetensors|npy|onnx)"
)
_ENDS_AS_FILE = re.compile(rf"{_FILE}$")
_ROOTS = frozenset(
    [
        "home",
        "root",
        "tmp",
        "var",
        "private",
        "Users",
        "__w",
        "__t",
        "github",
        "runner",
        "workspace",
        "build",
        "usr",
        "opt",
        "mnt",
        "nix",
        "srv",
        "work",
        "app",
    ]
)
"""First folders of paths that belong to a machine; what else begins with a slash, such as a URL's path, is a value."""
_WORD = re.compile(r"[^\s\"'(){}<>,;=|\[\]]+")
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_SLASH = re.compile(r"[\\/]")
_BRACKETED_PLACE = re.compile(r"(?<=[\w+])\(\d{1,9}(?:,\d{1,9}){0,3}\)(?= ?:)")
_PYTHON_PLACE = re.compile(r"(\.pyi?\",) line \d+")
_TEMPORARY_ROOT = re.compile(r"/(?:private/)?(?:var/)?tmp/|/(?:private/)?var/folders/|.*[\\/]Temp[\\/]")
_TEMPORARY = re.compile(
    r"^(?:tmp|temp)[._-]?\w{6,12}|^cc[A-Za-z0-9]{6}(?=\.)|^pytest-\d+$|(?<=[._-])(?=[a-z0-9]*[A-Z0-9])[A-Za-z0-9]{6,12}$"
)


def bare_path(line: str, *, values: bool = False, places: bool = False) -> str:
    """The line with the folders of paths away, and the line numbers behind a file's name.

    With `values`, only of paths that are a machine's own or that name a place, for what else the line holds was
    compared. With `places`, line numbers stay.
    """
    return _WORD.sub(lambda word: _bare(word[0], values, places), line)


def without_places(line: str) -> str:
    """The line without the line numbers that stand in brackets or in words."""
    return _PYTHON_PLACE.sub(r"\1", _BRACKETED_PLACE.sub("", line))


def _bare(word: str, values: bool, places: bool) -> str:
    if ("/" not in word and "\\" not in word and "." not in word) or "://" in word:
        return word
    path, place, rest = _parts(word)
    file = _ENDS_AS_FILE.search(path)
    named = file is not None and (bool(place) or not (values or file["short"]))
    if not (named or _is_rooted(path)):
        return word
    return _name(path) + (place if places else "") + rest


def _parts(word: str) -> tuple[str, str, str]:
    """`path`, `:12:5` and the punctuation behind."""
    core = word.rstrip(":.!?")
    numbers = len(core.rstrip("0123456789:"))
    colon = core.find(":", numbers)
    at = len(core) if colon < 0 else colon
    return core[:at], core[at:], word[len(core) :]


def _is_rooted(path: str) -> bool:
    if _DRIVE.match(path) or path.startswith(("./", "../", "~/", ".\\", "..\\")):
        return True
    parts = path.split("/", 3)
    return len(parts) > 2 and not parts[0] and parts[1] in _ROOTS


def _name(path: str) -> str:
    name = _SLASH.split(path.rstrip("/\\"))[-1]
    return _TEMPORARY.sub("<temp>", name) if _TEMPORARY_ROOT.match(path) else name
