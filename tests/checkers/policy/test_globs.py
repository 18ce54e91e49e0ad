"""git's globs, held to git itself."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from checkers.policy.globs import Globs

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ["a", "b", "ab", "ba", "aab", "a-b", "a]", "é", "B", "1", ".a", "a.c", "a\nb"]
PATHS = [
    *NAMES,
    *(f"{folder}x/{name}" for folder in NAMES[:5] for name in NAMES),
    *(f"{top}x/{middle}x/{name}" for top in ("a", "b") for middle in ("a", "b", "ab") for name in NAMES),
    *(f"ax/ax/bx/ax/{name}" for name in NAMES),
    "[a",
    "a\\b",
    "x/y/z/a",
]


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("globs")
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    blob = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
    lines = b"".join(b"100644 %s 0\t%s\0" % (blob.encode(), path.encode()) for path in PATHS)
    subprocess.run(["git", "update-index", "-z", "--index-info"], input=lines, cwd=folder, check=True)
    return folder


def by_git(repository: Path, pattern: str) -> set[str]:
    argv = ["git", "ls-files", "-z", "--", f":(glob){pattern}"]
    listed = subprocess.run(argv, cwd=repository, check=True, capture_output=True).stdout
    found = {path.decode() for path in listed.split(b"\0") if path}
    # A pathspec also takes the file of literally that name, and all files of such a folder; a glob does not.
    taken_as_text = {path for path in found if path.startswith(f"{pattern}/") or (path == pattern and "\\" in path)}
    return found - taken_as_text


def by_us(pattern: str) -> set[str]:
    globs = Globs.of([pattern])
    return {path for path in PATHS if globs.match(path)}


TOKENS = (
    r"a b x é ? * ** **/ /** /**/ /*/ / *** [ab] [!a] [^b] [a-b] []a] [!]a] [[:alpha:]] [[:alpha:][:digit:]-] [a-] "
    r"[-a] [\]a] [a\-b] [[a] [/a] \a \* \/ \[ \\ ] - ! . [[: [:a:] [a-[:alpha:]] [!/] ax bx"
)
WELL_KNOWN = (
    r"** * **/a a** a**/b a**\/b ?** ?**/b ax/b** ax/b**/a **a ax/** **/ax/* **/ax/**/a **/**/a **/*/a *x/*x/? **x/a "
    r"ax/**/**/b ***/a ax/*** **\/a a\b a\\b \[a é ?? a[!x]b */* ?x/* [[:upper:]] [[:digit:]a] [[:punct:]]* "
    r"a[[:space:]]b [!-~] [[:cntrl:]] [/]* *]"
)


@settings(max_examples=700, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(TOKENS.split()), min_size=1, max_size=7).map("".join))
def test_a_pattern_matches_what_git_matches(repository: Path, pattern: str) -> None:
    try:
        ours = by_us(pattern)
    except ValueError:
        return
    assert ours == by_git(repository, pattern)


@pytest.mark.parametrize("pattern", [*WELL_KNOWN.split(), "*\n*"])
def test_a_well_known_pattern_matches_what_git_matches(repository: Path, pattern: str) -> None:
    assert by_us(pattern) == by_git(repository, pattern)


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("src/**", "src/a", True),
        ("src/**", "src/a/b/c.cpp", True),
        ("src/**", "src", False),
        ("src/**", "xsrc/a", False),
        ("**/a.cpp", "a.cpp", True),
        ("**/a.cpp", "x/y/a.cpp", True),
        ("**/a.cpp", "x/ya.cpp", False),
        ("a/**/b", "a/b", True),
        ("a/**/b", "a/x/y/b", True),
        ("a/**/b", "a/xb", False),
        ("*.cpp", "a.cpp", True),
        ("*.cpp", "x/a.cpp", False),
        ("*", ".hidden", True),
        ("README.md", "README.md", True),
        ("README.md", "docs/README.md", False),
        ("README.md", "README.md\n", False),
        ("README?md", "README/md", False),
        ("a.c", "abc", False),
        ("(a|b)", "a", False),
        ("(a|b)", "(a|b)", True),
        ("{a,b}", "a", False),
        ("a+", "aa", False),
        ("^a$", "^a$", True),
        ("VT_*", "VT_", True),
        ("VT_*", "VT_X", True),
        ("VT_*", "AVT_X", False),
        ("vt/cuda/**", "vt/cuda/x.h", True),
        ("cuda_runtime*", "cuda_runtime_api.h", True),
        ("*@users.noreply.github.com", "1+a@users.noreply.github.com", True),
        ("*@users.noreply.github.com", "a@users.noreply.github.com.evil", False),
        ("caf?", "caf\udce9", True),
        ("caf?", "café", False),
        ("caf??", "café", True),
        ("*.c", "\udcff\udcfe.c", True),
    ],
)
def test_a_pattern_is_held_against_the_whole_path(pattern: str, path: str, matches: bool) -> None:
    assert Globs.of([pattern]).match(path) is matches


def test_no_pattern_matches_nothing() -> None:
    assert not Globs.of([]).match("a")
    assert not Globs.of([]).match("")


def test_one_of_several_patterns_is_enough() -> None:
    globs = Globs.of(["a/**", "*.c", "[[:digit:]]"])
    assert [path for path in ("a/b", "x.c", "7", "b/a", "77") if globs.match(path)] == ["a/b", "x.c", "7"]
    assert globs.patterns == ("a/**", "*.c", "[[:digit:]]")


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("", "not empty"),
        ("a[b", "not closed"),
        ("[", "not closed"),
        ("[]", "not closed"),
        ("[!]", "not closed"),
        ("[!", "not closed"),
        ("[a\\", "not closed"),
        ("[a\\]", "not closed"),
        ("[a-\\", "not closed"),
        ("a[[:alpha:]", "not closed"),
        ("[[:vowel:]]", "vowel"),
        ("[[::]]", "no class"),
        ("[z-a]", "backwards"),
        ("a\\", "escapes nothing"),
        ("/src/**", "relative"),
        ("\\/src", "relative"),
        ("src/", "folder/\\*\\*"),
        ("src//a", "no empty folder"),
        ("../src", "no . or .."),
        ("src/../a", "no . or .."),
        ("src/..", "no . or .."),
        ("./a", "no . or .."),
        ("\\.\\./a", "no . or .."),
        ("a\0b", "NUL"),
    ],
)
def test_a_bad_pattern_is_refused_with_a_reason(pattern: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Globs.of(["good/**", pattern])


@pytest.mark.parametrize(
    "pattern", ["*a" * 12 + "b", "**/a/" * 12 + "b", "*?" * 12 + "b", "**/*a*/**/*a*/b", "*[a]" * 9]
)
def test_a_pattern_that_nearly_matches_is_told_at_once(pattern: str) -> None:
    path = "a/" * 500 + "a" * 500 + "c"
    assert not Globs.of([pattern]).match(path)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet=st.characters(), max_size=20), st.text(max_size=20))
def test_no_pattern_does_more_than_match_or_be_refused(pattern: str, path: str) -> None:
    try:
        globs = Globs.of([pattern])
    except ValueError as error:
        assert "\n" not in str(error).replace(pattern, "")
    else:
        assert globs.match(path) in (True, False)


@pytest.mark.parametrize(
    ("patterns", "path"),
    [
        (["docs/**/*.md"], "docs/x.md"),
        (["src/**"], "src/x"),
        (["**/a?.h"], "ax.h"),
        (["[a-c].txt", "b.txt"], "b.txt"),
        (["[a-c].txt"], None),
        ([], None),
        (["plain"], "plain"),
    ],
)
def test_an_instance_is_a_path_that_matches(patterns: list[str], path: str | None) -> None:
    assert Globs.of(patterns).instance("x") == path
