"""Cases for pytest that break as the variable BREAK says."""

import os
from collections.abc import Iterator

import pytest

BREAK = os.environ.get("BREAK", "")

if "import" in BREAK:
    import no_such_module  # noqa: F401


class TestSeam:
    def test_capacity(self) -> None:
        assert "fail" not in BREAK

    @pytest.mark.parametrize("size", [1, "a b", "ü\x1b\udcff"])
    def test_many(self, size: object) -> None:
        assert "part" not in BREAK or size == 1


def test_throws() -> None:
    if "throw" in BREAK:
        raise RuntimeError("bo\x1bom")


def test_crashes() -> None:
    if "abort" in BREAK:
        os.abort()


@pytest.mark.skip(reason="no device")
def test_skipped() -> None:
    """It has nothing to run on."""


@pytest.mark.xfail
def test_expected() -> None:
    raise AssertionError


@pytest.mark.xfail(strict=True)
def test_strict() -> None:
    assert "mended" in BREAK


@pytest.fixture
def ground() -> Iterator[None]:
    if "environment" in BREAK:
        raise OSError("no ground")
    yield
    if "teardown" in BREAK:
        raise OSError("the ground is gone")


@pytest.mark.usefixtures("ground")
def test_on_ground() -> None:
    assert "fail" not in BREAK
