"""Who wrote a JUnit report, and what its attributes mean then: JUnit has no standard, only writers."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_SOURCE_FILE = re.compile(
    r"\.(?:c|cc|cpp|cxx|c\+\+|cppm|ixx|cu|cuh|h|hh|hpp|hxx|h\+\+|inc|inl|ipp|tpp|m|mm"
    r"|bats|cjs|cs|go|java|js|jsx|kt|lua|mjs|php|pl|py|rb|rs|sh|swift|t|ts|tsx)$",
    re.IGNORECASE,
)
_NEVER_A_CLASS = re.compile(r"\.(?:cc|cpp|cxx|c\+\+|cppm|ixx|cu|cuh|hh|hpp|hxx|h\+\+|inl|ipp|tpp|mm)$", re.IGNORECASE)
_BARE_FILE = re.compile(r"[^.]+\.[ch]", re.IGNORECASE)


class Flavour(StrEnum):
    """The writers whose reports are read in a way of their own; the others write a class and a name."""

    COMMON = "common"
    DOCTEST = "doctest"
    CATCH2 = "catch2"
    CTEST = "ctest"


def flavour_of(suite: Mapping[str, str]) -> Flavour:
    """The writer, by the attributes of a `testsuite`.

    doctest writes its version, Catch2 a host name that is a placeholder, and CTest alone counts what is disabled and
    skipped but not what is an error.
    """
    if "doctest_version" in suite:
        return Flavour.DOCTEST
    if suite.get("hostname") == "tbd":
        return Flavour.CATCH2
    if {"disabled", "skipped", "hostname"} <= suite.keys() and "errors" not in suite:
        return Flavour.CTEST
    return Flavour.COMMON


def counts_assertions(flavour: Flavour) -> bool:
    """Whether a suite's `tests` is the number of its assertions."""
    return flavour in (Flavour.DOCTEST, Flavour.CATCH2)


def case_name(attributes: Mapping[str, str], flavour: Flavour) -> str:
    """`classname.name`; the name alone where there is no class, or none that the author of the case gave it."""
    name, home = attributes.get("name", ""), attributes.get("classname", "")
    if not home or flavour is not Flavour.COMMON or _is_file(home):
        return name or home
    return f"{home}.{name}" if name else home


def _is_file(home: str) -> bool:
    r"""Whether a class is a source file's path: `src/seam.cpp`, `seam.cpp`; not `Inst/Sizes`, `com.example.h`."""
    if "/" in home or "\\" in home:
        return _SOURCE_FILE.search(home) is not None
    return (_NEVER_A_CLASS.search(home) or _BARE_FILE.fullmatch(home)) is not None
