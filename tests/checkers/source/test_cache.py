"""Facts about contents: what a run computes once, and what a subject without a store shares with no other."""

from __future__ import annotations

import pytest

from checkers.model import SubjectKind
from checkers.repo.types import FileKind, MemorySnapshot
from checkers.source.cache import Sources
from checkers.subject import Subject


class _Size:
    """A fact that counts how often it was computed."""

    def __init__(self) -> None:
        self.times = 0
        self.__qualname__ = "size"

    def __call__(self, data: bytes) -> int:
        self.times += 1
        return len(data)


@pytest.mark.parametrize(("sources", "times"), [(Sources(), 1), (Sources(keeps=False), 2)])
def test_a_fact_is_computed_once_by_a_store_that_keeps(sources: Sources, times: int) -> None:
    snapshot, size = MemorySnapshot({"a": "one", "b": "one"}), _Size()
    assert [sources.fact(snapshot, path, size) for path in "ab"] == [3, 3]
    assert size.times == times


def test_what_is_kept_is_bounded_by_the_size_of_the_contents() -> None:
    sources, size = Sources(kept_bytes=7), _Size()
    snapshot = MemorySnapshot({"a": "one", "b": "three", "c": "four", "d": "seven"})
    for _ in range(2):
        assert [sources.fact(snapshot, path, size) for path in "abcd"] == [3, 5, 4, 5]
    assert size.times == 4 + 2


def test_the_last_fact_is_not_computed_again_however_large_its_content_is() -> None:
    sources, snapshot, size = Sources(kept_bytes=1), MemorySnapshot({"a": "one", "b": "three"}), _Size()
    assert [sources.fact(snapshot, path, size) for path in "aabba"] == [3, 3, 5, 5, 3]
    assert size.times == 3


def test_subjects_that_were_given_no_store_share_no_fact() -> None:
    size = _Size()
    for text in ("one", "three"):
        subject = Subject(SubjectKind.TREE, head=MemorySnapshot({"a": text}))
        assert subject.sources.fact(subject.head, "a", size) == len(text)
        assert subject.sources.fact(subject.head, "a", size) == len(text)
    assert size.times == 4


def test_what_is_no_regular_file_has_no_facts() -> None:
    snapshot = MemorySnapshot({"link": "a"}, kinds={"link": FileKind.SYMLINK})
    assert [Sources().fact(snapshot, path, _Size()) for path in ("link", "absent")] == [None, None]
