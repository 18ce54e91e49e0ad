"""Automatic merges: what a merge commit brings of its own, the same from any checkout, and merges that nobody made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from checkers.errors import RangeUnavailable, RepositoryError
from checkers.repo.repository import Repository
from checkers.repo.types import MergeChange
from tests.checkers.repo.conftest import Open
from tests.support.builder import RepoBuilder

LINES = "".join(f"line {number}\n" for number in range(20))


def _fork(build: RepoBuilder, base: dict[str, str], ours: dict[str, str], theirs: dict[str, str]) -> None:
    """main and side, parted after `base`; main is checked out."""
    build.commit("base", base)
    build.branch("side")
    build.commit("theirs", theirs)
    build.switch("main")
    build.commit("ours", ours)


def _beyond(repository: Repository, revision: str = "HEAD") -> MergeChange:
    return repository.commit(repository.resolve(revision)).beyond_merge()


def _seen(beyond: MergeChange) -> tuple[list[str], set[str]]:
    return list(beyond.change.paths), set(beyond.conflicts)


def test_a_clean_merge_brings_nothing_of_its_own(build: RepoBuilder, opened: Open) -> None:
    _fork(build, {"f": LINES, "g": "1"}, {"f": "top\n" + LINES}, {"f": LINES + "end\n", "h": "2"})
    build.merge("side")
    assert _seen(_beyond(opened(build))) == ([], set())


def test_what_was_changed_while_merging_is_its_own(build: RepoBuilder, opened: Open) -> None:
    _fork(build, {"f": LINES, "g": "1", "k": "1"}, {"f": "top\n" + LINES}, {"f": LINES + "end\n", "h": "2"})
    (build.root / "k").unlink()
    build.merge("side", {"f": "top\n" + LINES + "end\nevil\n", "new": "3", "h": "changed"})
    beyond = _beyond(opened(build))
    assert _seen(beyond) == (["f", "h", "k", "new"], set())
    assert beyond.change.before.read("f") == ("top\n" + LINES + "end\n").encode()
    assert beyond.change.after.read("f") == ("top\n" + LINES + "end\nevil\n").encode()
    assert beyond.change.before.read("new") is None
    assert beyond.change.after.get("k") is None
    assert beyond.change.after.read("g") == beyond.change.before.read("g") == b"1"
    assert sorted(beyond.change.before.entries()) == ["f", "g", "h", "k"]


def test_a_side_that_was_thrown_away_is_its_own(build: RepoBuilder, opened: Open) -> None:
    _fork(build, {"f": "1"}, {"g": "1"}, {"h": "1"})
    build.git("merge", "-q", "-s", "ours", "-m", "ours alone", "side")
    beyond = _beyond(opened(build))
    assert _seen(beyond) == (["h"], set())
    assert beyond.change.paths["h"].after is None


def test_conflicted_paths_are_named_and_left_out(build: RepoBuilder, opened: Open) -> None:
    _fork(build, {"f": "1\n", "g": "1"}, {"f": "ours\n"}, {"f": "theirs\n"})
    build.merge("side", {"f": "settled\n", "g": "sneaked in"})
    assert _seen(_beyond(opened(build))) == (["g"], {"f"})


def test_a_deletion_against_an_edit_conflicts(build: RepoBuilder, opened: Open) -> None:
    build.commit("base", {"f": LINES, "g": "1"})
    build.branch("side")
    build.commit("theirs", {"f": LINES + "more\n"})
    build.switch("main")
    build.git("rm", "-q", "f")
    build.commit("ours")
    build.merge("side")
    assert _seen(_beyond(opened(build))) == ([], {"f"})


def test_a_rename_is_followed_as_git_follows_it(build: RepoBuilder, opened: Open) -> None:
    build.commit("base", {"old": LINES, "g": "1"})
    build.branch("side")
    build.commit("theirs", {"old": LINES + "more\n"})
    build.switch("main")
    build.git("mv", "old", "new")
    build.commit("ours")
    build.merge("side")
    assert _seen(_beyond(opened(build))) == ([], set())
    assert opened(build).tree(build.git("rev-parse", "HEAD")).read("new") == (LINES + "more\n").encode()


def test_a_file_against_a_folder_conflicts_with_all_that_it_displaces(build: RepoBuilder, opened: Open) -> None:
    _fork(build, {"g": "1"}, {"x": "file\n"}, {"x/y": "in a folder\n", "x/z": "too\n"})
    build.git("merge", "-q", "--no-commit", "side", check=False)
    build.git("rm", "-q", "-r", "-f", "--cached", ".")
    for name in ("y", "z"):
        (build.root / "x" / name).unlink()
    (build.root / "x").rmdir()
    for stray in build.root.glob("x~*"):
        stray.unlink()
    build.write({"x": "file\n"})
    build.git("add", "-A")
    build.git("commit", "-q", "-m", "keep the file")
    beyond = _beyond(opened(build))
    assert list(beyond.change.paths) == []
    assert {"x", "x/y", "x/z"} <= beyond.conflicts


@pytest.mark.parametrize(
    "attributes",
    [
        {".gitattributes": "log.md merge=union\n"},
        {".gitattributes": "*.md merge=union\n"},
        {".gitattributes": "[attr]appended merge=union\nlog.md appended\n"},
    ],
)
def test_the_union_driver_counts_by_the_commits_own_attributes(
    attributes: dict[str, str], build: RepoBuilder, opened: Open
) -> None:
    _fork(build, {"log.md": "a\n", **attributes}, {"log.md": "a\nours\n"}, {"log.md": "a\ntheirs\n"})
    build.merge("side")
    beyond = _beyond(opened(build))
    assert _seen(beyond) == ([], set())
    assert opened(build).tree(build.git("rev-parse", "HEAD")).read("log.md") == b"a\nours\ntheirs\n"


def _nested_union(build: RepoBuilder) -> str:
    attributes = {"deep/er/.gitattributes": "log.md merge=union\n"}
    _fork(build, {"deep/er/log.md": "a\n", **attributes}, {"deep/er/log.md": "a\no\n"}, {"deep/er/log.md": "a\nt\n"})
    return build.merge("side")


@pytest.mark.parametrize(
    "checkout", ["merge", "elsewhere", "bare", "no attributes on disk", "other attributes on disk"]
)
def test_the_answer_is_the_same_beside_any_checkout(
    checkout: str, build: RepoBuilder, opened: Open, tmp_path: Path
) -> None:
    merge = _nested_union(build)
    place = build.root
    if checkout == "elsewhere":
        build.git("checkout", "-q", "--orphan", "apart")
        build.git("rm", "-q", "-r", "-f", ".")
        build.commit("apart", {"x": "1"})
    elif checkout == "bare":
        place = tmp_path / "bare"
        build.git("clone", "-q", "--bare", ".", str(place))
    elif checkout == "no attributes":
        (place / "deep" / "er" / ".gitattributes").unlink()
    elif checkout == "other attributes":
        build.write({"deep/er/.gitattributes": "* merge=binary\n", ".gitattributes": "* -merge\n"})
        (place / ".git" / "info").mkdir(exist_ok=True)
        (place / ".git" / "info" / "attributes").write_text("* merge=binary\n")
    assert _seen(_beyond(opened(place), merge)) == ([], set())


def test_merges_with_different_attributes_are_kept_apart(build: RepoBuilder, opened: Open) -> None:
    base = build.commit("base", {"log": "a\n"})
    merges = []
    for number, attributes in enumerate(["", "log merge=union\n", "log -merge\n", "log merge=union\n", "log\n"]):
        build.git("checkout", "-q", "-B", "main", base)
        build.commit("attributes", {".gitattributes": attributes} if attributes else {})
        build.git("checkout", "-q", "-B", "side")
        build.commit("theirs", {"log": f"a\nt{number}\n"})
        build.switch("main")
        build.commit("ours", {"log": f"a\no{number}\n"})
        merges.append(build.merge("side", {"log": "a\nsettled\n"}))
    build.git("checkout", "-q", "--detach", merges[0])
    for other in merges[1:]:
        build.git("merge", "-q", "-s", "ours", "-m", "together", other)
    repository = opened(build)
    commits = repository.commits(base, build.git("rev-parse", "HEAD"))
    seen = {commit.sha: _seen(commit.beyond_merge()) for commit in commits if commit.sha in merges}
    conflicted, union = ([], {"log"}), (["log"], set())
    assert [seen[sha] for sha in merges] == [conflicted, union, conflicted, union, conflicted]


def test_a_driver_from_the_config_is_not_run(build: RepoBuilder, opened: Open) -> None:
    owned = build.root.parent / "owned"
    build.git("config", "merge.custom.driver", f"touch {owned}; true")
    build.git("config", "merge.default", "custom")
    build.git("config", "merge.union.driver", f"touch {owned}; true")
    attributes = {".gitattributes": "f merge=custom\nlog merge=union\n* filter=evil\n"}
    build.git("config", "filter.evil.clean", f"touch {owned}; cat")
    base = {"f": LINES, "g": LINES, "log": "a\n"}
    ours = {"f": "o\n" + LINES, "g": "o\n" + LINES, "log": "a\no\n"}
    theirs = {"f": LINES + "t\n", "g": LINES + "t\n", "log": "a\nt\n"}
    _fork(build, base, ours, theirs)
    settled = {"f": "o\n" + LINES + "t\n", "g": "o\n" + LINES + "t\n", "log": "a\no\nt\n"}
    build.git("config", "--unset", "filter.evil.clean")
    build.merge("side", settled | attributes)
    build.git("config", "filter.evil.clean", f"touch {owned}; cat")
    owned.unlink(missing_ok=True)
    assert _seen(_beyond(opened(build))) == ([".gitattributes"], set())
    assert not owned.exists()


@pytest.mark.parametrize("renames", ["false", "true"])
def test_merge_settings_of_the_repository_change_nothing(renames: str, build: RepoBuilder, opened: Open) -> None:
    build.commit("base", {"old": LINES, "g": "1"})
    build.branch("side")
    build.commit("theirs", {"old": LINES + "more\n"})
    build.switch("main")
    build.git("mv", "old", "new")
    build.commit("ours")
    build.merge("side")
    for key, value in {
        "merge.renames": renames, "diff.renames": renames, "merge.renormalize": "true", "merge.renameLimit": "1",
        "merge.conflictStyle": "diff3", "merge.directoryRenames": "false", "core.autocrlf": "true",
    }.items():  # fmt: skip
        build.git("config", key, value)
    assert _seen(_beyond(opened(build))) == ([], set())


def test_an_octopus_is_the_chain_of_its_merges(build: RepoBuilder, opened: Open) -> None:
    base = build.commit("base", {"f": LINES})
    for number in range(3):
        build.git("checkout", "-q", "-b", f"b{number}", base)
        build.commit(str(number), {f"n{number}": str(number)})
    build.switch("main")
    build.git("merge", "-q", "--no-ff", "-m", "all at once", "b0", "b1", "b2")
    assert len(build.git("rev-parse", "HEAD^@").split()) >= 3
    repository = opened(build)
    assert _seen(_beyond(repository)) == ([], set())
    build.write({"n1": "changed"})
    build.git("add", "-A")
    parents = [word for parent in build.git("rev-parse", "HEAD^@").split() for word in ("-p", parent)]
    evil = build.git("commit-tree", build.git("write-tree"), *parents, "-m", "evil")
    assert _seen(_beyond(repository, evil)) == (["n1"], set())


def test_an_octopus_that_conflicts_names_its_conflicts(build: RepoBuilder, opened: Open) -> None:
    base = build.commit("base", {"f": "1\n", "g": "1\n"})
    for number in range(3):
        build.git("checkout", "-q", "-b", f"b{number}", base)
        build.commit(str(number), {"f" if number else "g": f"n{number}\n"})
    tree = build.git("rev-parse", "b0^{tree}")
    evil = build.git("commit-tree", tree, "-p", "b0", "-p", "b1", "-p", "b2", "-m", "octopus")
    assert _seen(_beyond(opened(build), evil)) == ([], {"f"})


def test_a_criss_cross_is_merged_over_its_merged_bases(build: RepoBuilder, opened: Open) -> None:
    build.commit("base", {"f": LINES})
    build.branch("side")
    side = build.commit("s", {"f": LINES + "s\n"})
    build.switch("main")
    main = build.commit("m", {"f": "m\n" + LINES})
    build.git("merge", "-q", "--no-edit", side)
    build.commit("m2", {"g": "m"})
    build.switch("side")
    build.git("merge", "-q", "--no-edit", main)
    build.commit("s2", {"h": "s"})
    build.switch("main")
    build.merge("side")
    assert len(build.git("merge-base", "--all", "HEAD^1", "HEAD^2").split()) == 2
    assert _seen(_beyond(opened(build))) == ([], set())


def test_a_commit_with_one_parent_is_wholly_its_own(build: RepoBuilder, opened: Open) -> None:
    build.commit("one", {"f": "1"})
    build.commit("two", {"g": "1"})
    assert _seen(_beyond(opened(build))) == (["g"], set())


def test_a_merge_of_a_commit_with_itself_is_its_own_change(build: RepoBuilder, opened: Open) -> None:
    parent = build.commit("one", {"f": "1"})
    build.commit("two", {"f": "2"})
    odd = build.git("commit-tree", "HEAD^{tree}", "-p", parent, "-p", "HEAD", "-m", "odd")
    assert _seen(_beyond(opened(build), odd)) == ([], set())


@pytest.mark.parametrize(("version", "batches"), [("2.38.1", 0), ("2.39.5", 1)])
def test_an_older_git_merges_one_by_one(
    version: str, batches: int, build: RepoBuilder, opened: Open, fake_git: Callable[[str], None]
) -> None:
    base = {"f": "1\n", "g": LINES, "log": "a\n", ".gitattributes": "log merge=union\n"}
    ours = {"f": "ours\n", "g": "o\n" + LINES, "log": "a\no\n"}
    theirs = {"f": "theirs\n", "g": LINES + "t\n", "log": "a\nt\n"}
    _fork(build, base, ours, theirs)
    build.merge("side", {"f": "settled\n"})
    record = build.root.parent / "calls"
    fake_git(f'echo "$*" >>{record}; case "$*" in *version) echo git version {version};; *) exec $REAL "$@";; esac')
    assert _seen(_beyond(opened(build))) == ([], {"f"})
    merges = [line for line in record.read_text().splitlines() if "merge-tree" in line]
    assert [line.endswith("--stdin") for line in merges] == [bool(batches)]


def test_a_sha256_repository_merges_too(tmp_path: Path, opened: Open) -> None:
    build = RepoBuilder(tmp_path / "wide", "--object-format=sha256")
    _fork(build, {"f": LINES}, {"f": "o\n" + LINES}, {"f": LINES + "t\n"})
    build.merge("side", {"new": "1"})
    assert _seen(_beyond(opened(build))) == (["new"], set())


def test_borrowed_objects_are_found_through_every_store(build: RepoBuilder, opened: Open, tmp_path: Path) -> None:
    _nested_union(build)
    for number, source in enumerate([build.root, tmp_path / "c0", tmp_path / "c1"]):
        build.git("clone", "-q", "--shared", str(source), str(tmp_path / f"c{number}"))
    alternates = tmp_path / "c1" / ".git" / "objects" / "info" / "alternates"
    alternates.write_text("../../../c0/.git/objects\n")
    assert _seen(_beyond(opened(tmp_path / "c2"))) == ([], set())


@pytest.mark.parametrize("name", ['quo"te', "new\nline", "#hash", "back\\slash", "ünï", ":colon:"])
def test_a_store_below_any_name_is_borrowed_from(name: str, tmp_path: Path, opened: Open) -> None:
    build = RepoBuilder(tmp_path / name)
    _fork(build, {"f": LINES}, {"f": "o\n" + LINES}, {"f": LINES + "t\n"})
    build.merge("side", {"new": "1"})
    assert _seen(_beyond(opened(build))) == (["new"], set())


@pytest.mark.parametrize("name", ["new\nline", "-dash", "\udcff", '"q', " blank "])
def test_conflicts_carry_any_name(name: str, build: RepoBuilder, opened: Open) -> None:
    _fork(build, {name: "1\n"}, {name: "o\n"}, {name: "t\n"})
    build.merge("side", {name: "s\n"})
    assert _seen(_beyond(opened(build))) == ([], {name})


def test_a_hostile_attributes_path_is_not_written_outside(build: RepoBuilder, opened: Open) -> None:
    def store(kind: str, data: bytes) -> bytes:
        source = build.root.parent / "object"
        source.write_bytes(data)
        return bytes.fromhex(build.git("hash-object", "-w", "--literally", "-t", kind, str(source)))

    _fork(build, {"f": "1"}, {"g": "1"}, {"h": "1"})
    blob = store("blob", b"* merge=union\n")
    above = store("tree", b"100644 .gitattributes\0" + blob)
    odd = [b"40000 %s\0" % name + above for name in (b"..", b".", b"x" * 300, b".GIT")]
    link = b"120000 .gitattributes\0" + blob
    root = store("tree", b"".join(sorted(odd)) + link + b"100644 f\0" + blob)
    merge = build.git("commit-tree", root.hex(), "-p", "main", "-p", "side", "-m", "hostile")
    repository = opened(build)
    before = sorted(build.root.parent.rglob("*"))
    beyond = _beyond(repository, merge)
    assert "f" in beyond.change.paths
    assert sorted(build.root.parent.rglob("*")) == before


def test_the_temporary_repository_is_gone_after_closing(
    build: RepoBuilder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import tempfile

    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    _nested_union(build)
    with Repository.open(build.root) as repository:
        _beyond(repository)
        assert len(list(scratch.iterdir())) == 1
    assert list(scratch.iterdir()) == []
    with pytest.raises(ZeroDivisionError), Repository.open(build.root) as repository:
        assert _beyond(repository).change.before.get("none") is None
        _ = 1 / 0
    assert list(scratch.iterdir()) == []


def test_a_temporary_folder_that_cannot_be_used_is_said(
    build: RepoBuilder, opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import tempfile

    _nested_union(build)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(RepositoryError, match="no merge can be made in a temporary folder: No such file"):
        _beyond(opened(build))


def test_many_merges_are_made_in_several_processes(
    build: RepoBuilder, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("checkers.repo.merges._AT_ONCE", 2)
    base = build.commit("base", {"f": "1"})
    for number in range(5):
        build.branch(f"side{number}")
        build.commit("theirs", {f"t{number}": "1"})
        build.switch("main")
        build.commit("ours", {f"o{number}": "1"})
        build.merge(f"side{number}", {f"own{number}": "1"})
    commits = opened(build).commits(base, build.git("rev-parse", "HEAD"))
    seen = [list(commit.beyond_merge().change.paths) for commit in commits if len(commit.parents) > 1]
    assert seen == [[f"own{number}"] for number in range(5)]


def test_two_branches_are_merged_in_memory(build: RepoBuilder, opened: Open) -> None:
    attributes = {".gitattributes": "log merge=union\n"}
    _fork(build, {"log": "a\n", "f": "1\n", **attributes}, {"log": "a\no\n", "o": "1"}, {"log": "a\nt\n", "t": "1"})
    repository = opened(build)
    main, side = repository.resolve("main"), repository.resolve("side")
    merged = repository.merge_trees(main, side)
    assert merged.conflicts == ()
    assert sorted(merged.tree.entries()) == [".gitattributes", "f", "log", "o", "t"]
    assert merged.tree.read("log") == b"a\no\nt\n"
    assert merged.tree.read("t") == b"1"
    build.commit("conflict", {"f": "ours\n"})
    build.switch("side")
    build.commit("conflict", {"f": "theirs\n"})
    conflicted = repository.merge_trees(repository.resolve("main"), repository.resolve("side"))
    assert conflicted.conflicts == ("f",)


def test_the_forge_does_not_run_the_union_driver(build: RepoBuilder, opened: Open) -> None:
    base = {"log": "a\n", "f": LINES, ".gitattributes": "log merge=union\n"}
    _fork(build, base, {"log": "a\no\n", "f": "o\n" + LINES}, {"log": "a\nt\n", "f": LINES + "t\n"})
    repository = opened(build)
    main, side = repository.resolve("main"), repository.resolve("side")
    history = repository.history(side, [], main)
    assert history.forge_conflicts("log") is True
    assert history.forge_conflicts("f") is False
    assert history.forge_conflicts("nowhere") is False
    assert repository.history(side, [], None).forge_conflicts("log") is None
    assert repository.merge_trees(main, side).conflicts == ()


def test_merging_what_is_contained_already_is_the_newer_tree(build: RepoBuilder, opened: Open) -> None:
    first = build.commit("one", {"f": "1"})
    second = build.commit("two", {"f": "2"})
    repository = opened(build)
    for ours, theirs in ((first, second), (second, first), (second, second)):
        assert repository.merge_trees(ours, theirs).tree.read("f") == b"2"


def test_a_merge_that_needs_a_missing_object_is_an_error(build: RepoBuilder, opened: Open) -> None:
    _fork(build, {"f": LINES}, {"f": "o\n" + LINES}, {"f": LINES + "t\n"})
    oid = build.git("rev-parse", "side:f")
    build.merge("side")
    (build.root / ".git" / "objects" / oid[:2] / oid[2:]).unlink()
    with pytest.raises(RepositoryError, match=oid) as caught:
        _beyond(opened(build))
    assert str(caught.value).isprintable()
    assert not isinstance(caught.value, RangeUnavailable)


def test_a_merge_that_cannot_be_made_does_not_hide_the_others(build: RepoBuilder, opened: Open) -> None:
    _fork(build, {"f": LINES, "g": "1"}, {"f": "o\n" + LINES}, {"f": LINES + "t\n"})
    oid = build.git("rev-parse", "side:f")
    first = build.merge("side")
    build.branch("later")
    build.commit("x", {"x": "1"})
    build.switch("main")
    build.commit("y", {"y": "1"})
    second = build.merge("later", {"z": "1"})
    (build.root / ".git" / "objects" / oid[:2] / oid[2:]).unlink()
    repository = opened(build)
    commits = {commit.sha: commit for commit in repository.commits(build.git("rev-parse", "main~3"), second)}
    assert _seen(commits[second].beyond_merge()) == (["z"], set())
    with pytest.raises(RepositoryError, match=oid):
        repository.commit(first).beyond_merge()
