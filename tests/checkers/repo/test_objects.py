"""Objects of the store: batches, names of any form, the cache's bound."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.errors import MissingObjectError, RepositoryError
from checkers.repo import objects
from checkers.repo.discovery import discover
from checkers.repo.objects import ObjectReader
from checkers.repo.process import bytes_of, shell_word, text_of
from checkers.wording import printable
from tests.support.builder import RepoBuilder


def _reader(build: RepoBuilder, cache_bytes: int = objects.CACHE_BYTES) -> ObjectReader:
    return ObjectReader(discover(build.root, trust_environment=True).git, cache_bytes)


def test_many_objects_come_in_the_order_that_was_asked_for(build: RepoBuilder) -> None:
    build.commit("many", {f"f{number}": f"{number}\n" * number for number in range(300)})
    wanted = [(build.git("rev-parse", f"HEAD:f{number}"), "") for number in (299, 0, 7, 7, 150)]
    everything = [(line.split()[2], "") for line in build.git("ls-tree", "HEAD").splitlines()]
    reader = _reader(build)
    assert [stored.data for stored in reader.read_many(wanted)] == [
        b"299\n" * 299, b"", b"7\n" * 7, b"7\n" * 7, b"150\n" * 150,
    ]  # fmt: skip
    assert [stored.oid for stored in reader.read_many(everything)] == [oid for oid, _ in everything]
    assert list(reader.read_many([])) == []
    reader.close()


def test_a_reading_that_is_given_up_does_not_confuse_the_next_one(build: RepoBuilder) -> None:
    build.commit("many", {f"f{number}": f"{number}\n" for number in range(200)})
    everything = [(line.split()[2], "") for line in build.git("ls-tree", "HEAD").splitlines()]
    reader = _reader(build)
    started = reader.read_many(everything)
    next(started)
    assert reader.read(everything[150][0]).oid == everything[150][0]
    assert next(started).oid == everything[1][0]
    started.close()
    assert reader.read("HEAD:f9").data == b"9\n"
    reader.close()


@pytest.mark.parametrize(
    "name", ["no\nsuch", "\n", "a\n\nb\n", "missing", "HEAD:no\nwhere", "\udcff", "x blob 3", "ambiguous"]
)
def test_a_name_that_names_nothing_is_told_apart_from_what_follows(name: str, build: RepoBuilder) -> None:
    head = build.commit("one", {"f": "1"})
    reader = _reader(build)
    found = reader.look_up(["HEAD", name, "HEAD:f", name, name])
    assert [stored and stored.kind for stored in found] == ["commit", None, "blob", None, None]
    assert found[0] and found[0].oid == head
    with pytest.raises(MissingObjectError, match="needed for a purpose"):
        reader.read(name, "a purpose")
    assert reader.read("HEAD:f").data == b"1"
    reader.close()


def test_a_path_with_a_newline_can_be_looked_up(build: RepoBuilder) -> None:
    build.commit("one", {"a\nb": "1"})
    reader = _reader(build)
    assert reader.read("HEAD:a\nb").data == b"1"
    reader.close()


def test_names_longer_than_a_pipe_do_not_block(build: RepoBuilder) -> None:
    build.commit("one", {"f": "1"})
    reader = _reader(build)
    assert reader.look_up(["x" * 300_000, "HEAD:f", "y" * 300_000])[1]
    reader.close()


def test_the_cache_is_bounded_by_bytes_and_keeps_what_was_used_last(build: RepoBuilder) -> None:
    build.commit("many", {f"f{number}": str(number) * 1000 for number in range(30)})
    names = [line.split()[2] for line in build.git("ls-tree", "HEAD").splitlines()]
    reader = _reader(build, 20_000)
    for name in names:
        reader.read(name)
        reader.read(names[0])
        assert reader.cached_bytes <= 20_000
    assert names[0] in reader.cached_names
    assert names[-1] in reader.cached_names
    assert names[1] not in reader.cached_names
    big = _reader(build, 1000)
    assert len(big.read(names[0]).data) >= 1000
    assert big.cached_names == frozenset()
    for one in (reader, big):
        one.close()


def test_an_object_beyond_the_limit_is_not_read(build: RepoBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    build.commit("one", {"big": "x" * 5000, "small": "y"})
    monkeypatch.setattr(objects, "LARGEST_OBJECT", 4000)
    reader = _reader(build)
    with pytest.raises(RepositoryError, match="needed for big has 5000 bytes, more than any source"):
        reader.read("HEAD:big", "big")
    assert reader.read("HEAD:small").data == b"y"
    reader.close()


@settings(max_examples=200, deadline=None)
@given(raw=st.binary(max_size=30))
def test_names_survive_the_way_to_text_and_back(raw: bytes) -> None:
    assert bytes_of(text_of(raw)) == raw


@settings(max_examples=200, deadline=None)
@given(text=st.text(max_size=30))
def test_any_text_can_be_shown_on_one_line(text: str) -> None:
    assert printable(text).isprintable()
    assert shell_word(text).isprintable()
    assert isinstance(bytes_of(text), bytes)
