"""Commits: messages, parents, changes, ranges."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.errors import MissingObjectError, RevisionError
from checkers.repo.log import decoded, parse_commit
from checkers.repo.types import compare
from tests.checkers.repo.conftest import Open
from tests.support.builder import RepoBuilder


def _commit_object(build: RepoBuilder, data: bytes) -> str:
    source = build.root.parent / "object"
    source.write_bytes(data)
    return build.git("hash-object", "-w", "--literally", "-t", "commit", str(source))


def test_a_range_has_every_commit_oldest_first_with_parents_before_children(build: RepoBuilder, opened: Open) -> None:
    base = build.commit("base", {"f": "0"})
    build.branch("side")
    side = [build.commit(f"side {number}", {f"s{number}": "x"}) for number in range(2)]
    build.switch("main")
    build.clock -= 10_000  # later commits with older dates
    main = [build.commit(f"main {number}", {f"m{number}": "x"}) for number in range(2)]
    merge = build.merge("side")
    last = build.commit("last", {"f": "1"})
    repository = opened(build)
    commits = repository.commits(base, last)
    order = [commit.sha for commit in commits]
    assert sorted(order) == sorted([*side, *main, merge, last])
    for commit in commits:
        assert all(parent == base or order.index(parent) < order.index(commit.sha) for parent in commit.parents)
    (merged,) = [commit for commit in commits if commit.sha == merge]
    assert merged.parents == (main[1], side[1])
    assert list(merged.change.paths) == ["s0", "s1"]
    assert [snapshot.read("m1") for snapshot in merged.parent_snapshots] == [b"x", None]
    assert repository.commits(last, last) == []


def test_a_change_is_against_the_first_parent_and_a_roots_against_nothing(build: RepoBuilder, opened: Open) -> None:
    root = build.commit("root", {"a": "1", "d/b": "1"})
    second = build.commit("second", {"a": "2"})
    repository = opened(build)
    first, later = repository.commit(root), repository.commit(second)
    assert (first.parents, first.parent_snapshots) == ((), ())
    assert list(first.change.paths) == ["a", "d/b"]
    assert first.change.before.get("a") is None
    assert list(first.change.before.entries()) == []
    assert list(later.change.paths) == ["a"]
    assert later.change.before.read("d/b") == later.change.after.read("d/b") == b"1"
    assert later.change is later.change
    assert dict(later.change.paths) == dict(compare(repository.tree(root), repository.tree(second)).paths)


def test_a_range_may_hold_two_roots(build: RepoBuilder, opened: Open) -> None:
    base = build.commit("base", {"f": "0"})
    build.git("checkout", "-q", "--orphan", "import")
    orphan = build.commit("imported", {"g": "1"})
    build.switch("main")
    build.git("merge", "-q", "--allow-unrelated-histories", "-m", "take it in", "import")
    head = build.git("rev-parse", "HEAD")
    commits = {commit.sha: commit for commit in opened(build).commits(base, head)}
    assert set(commits) == {orphan, head}
    assert list(commits[orphan].change.paths) == ["f", "g"]
    beyond = commits[head].beyond_merge()
    assert (list(beyond.change.paths), beyond.conflicts) == ([], frozenset())


@pytest.mark.parametrize(
    ("header", "raw", "text"),
    [
        (b"", "grün\n".encode(), "grün\n"),
        (b"encoding ISO-8859-1\n", "grün\n".encode("latin-1"), "grün\n"),
        (b"encoding iso8859-15\n", "10 €\n".encode("iso8859-15"), "10 €\n"),
        (b"encoding CP1252\n", "10 €\n".encode("cp1252"), "10 €\n"),
        (b"encoding SJIS\n", "日本\n".encode("shift_jis"), "日本\n"),
        (b"encoding UTF-8\n", "grün\n".encode(), "grün\n"),
        (b"", b"gr\xfcn\n", "gr\udcfcn\n"),
        (b"encoding UTF-8\n", b"gr\xfcn\n", "gr\udcfcn\n"),
        (b"encoding no-such-charset\n", b"gr\xfcn\n", "gr\udcfcn\n"),
        (b"encoding \n", b"x\n", "x\n"),
        (b"encoding \xff\n", b"x\n", "x\n"),
        (b"encoding unicode_escape\n", b"a\\u0041\n", "a\\u0041\n"),
        (b"encoding raw_unicode_escape\n", b"a\\u0041\n", "a\\u0041\n"),
        (b"encoding punycode\n", b"a-b\n", "a-b\n"),
        (b"encoding idna\n", b"xn--a\n", "xn--a\n"),
        (b"encoding rot13\n", b"abc\n", "abc\n"),
        (b"encoding hex\n", b"6162\n", "6162\n"),
        (b"encoding undefined\n", b"abc\n", "abc\n"),
        (b"encoding utf-16\n", b"abc\n\n", "abc\n\n"),  # five bytes are no UTF-16
        (b"gpgsig -----BEGIN\n \n encoding latin-1\n -----END\n", b"x\n\ny\n", "x\n\ny\n"),
        (b"", b"", ""),
        (b"", b"\n\n  leading\n\n\n", "\n\n  leading\n\n\n"),
        (b"", b"no newline", "no newline"),
        (b"", b"nul\0inside\n", "nul\0inside\n"),
        (b"", b"crlf\r\n\r\nbody\r\n", "crlf\r\n\r\nbody\r\n"),
    ],
)
def test_a_message_is_raw_and_decoded_by_its_own_header(
    header: bytes, raw: bytes, text: str, build: RepoBuilder, opened: Open
) -> None:
    tree = build.git("write-tree").encode()
    person = b"A <a@b> 1780000000 +0200\n"
    data = b"tree " + tree + b"\nauthor " + person + b"committer " + person + header + b"\n" + raw
    commit = opened(build).commit(_commit_object(build, data))
    assert commit.message == text
    assert commit.time == 1_780_000_000


def test_a_message_with_replacements_in_the_repository_is_the_real_one(build: RepoBuilder, opened: Open) -> None:
    real = build.commit("real", {"f": "1"})
    build.commit("false", {"f": "2"})
    build.git("replace", real, "HEAD")
    assert build.git("log", "-1", "--format=%s", real) == "false"
    repository = opened(build)
    assert repository.commit(real).message == "real\n"
    assert repository.tree(real).read("f") == b"1"
    assert repository.resolve("HEAD~1") == real


def test_grafts_do_not_change_parents(build: RepoBuilder, opened: Open) -> None:
    shas = [build.commit(str(number), {"f": str(number)}) for number in range(4)]
    (build.root / ".git" / "info").mkdir(exist_ok=True)
    (build.root / ".git" / "info" / "grafts").write_text(f"{shas[3]} {shas[0]}\n")
    repository = opened(build)
    assert [commit.sha for commit in repository.commits(shas[0], shas[3])] == shas[1:]
    assert repository.lacking(shas[1:], shas[2], shas[3]) == {shas[1]}
    assert repository.merge_base(shas[2], shas[3]) == shas[2]


def test_what_is_no_commit_is_refused(build: RepoBuilder, opened: Open) -> None:
    build.commit("one", {"f": "1"})
    blob, tree = build.git("rev-parse", "HEAD:f"), build.git("rev-parse", "HEAD^{tree}")
    for other in (blob, tree):
        with pytest.raises(RevisionError, match="not a commit"):
            opened(build).commit(other)
    with pytest.raises(MissingObjectError, match=r"lacks object 1{40}"):
        opened(build).commit("1" * 40)


def test_many_commits_come_with_few_processes(build: RepoBuilder, opened: Open, fake_git: object) -> None:
    assert callable(fake_git)
    base = build.commit("base", {"f": "0"})
    for number in range(30):
        build.commit(str(number), {f"d{number % 3}/f": str(number)})
    head = build.git("rev-parse", "HEAD")
    record = build.root.parent / "calls"
    fake_git(f'echo "$*" >>{record}; exec $REAL "$@"')
    repository = opened(build)
    for commit in repository.commits(base, repository.resolve("HEAD")):
        assert commit.message
        for path in commit.change.paths:
            commit.change.before.read(path)
            commit.change.after.read(path)
            commit.change.after.get("f")
    assert repository.head() == head
    assert len(record.read_text().splitlines()) <= 5


@settings(max_examples=200, deadline=None)
@given(data=st.binary(max_size=200))
def test_no_bytes_crash_the_parser_of_commits(data: bytes) -> None:
    header = parse_commit(b"tree " + data)
    assert isinstance(header.message, str)
    assert parse_commit(data).time == 0


@settings(max_examples=200, deadline=None)
@given(
    body=st.binary(max_size=60),
    encoding=st.text(max_size=12) | st.sampled_from(["utf-7", "utf-16", "utf-32", "big5", "zip", "hz"]),
)
def test_no_message_crashes_the_decoder(body: bytes, encoding: str) -> None:
    assert isinstance(decoded(body, encoding), str)


@pytest.mark.parametrize(
    ("line", "time"),
    [
        (b"committer A <a> 12 +0000", 12), (b"committer A <a> -5 +0000", -5), (b"committer <> 7 +0000", 7),
        (b"committer A <a>", 0), (b"committer A <a> soon +0000", 0), (b"committer A 12 +0000", 0),
        (b"committer A <a> 99999999999999999999999 +0000", 0), (b"committer a > 3 <b> 12 +0000", 12), (b"committer", 0),
    ],
)  # fmt: skip
def test_a_date_is_read_or_zero(line: bytes, time: int) -> None:
    assert parse_commit(b"tree x\n" + line + b"\n\nm").time == time
