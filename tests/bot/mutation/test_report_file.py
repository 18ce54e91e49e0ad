"""Reading what a suite wrote: regular files of the workspace, up to a size."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from bot.mutation.report_file import read_report
from bot.mutation.results.errors import ReportTooLarge, ReportUnreadable


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A workspace's top beside a file that is none of its business."""
    (tmp_path / "tree" / "d").mkdir(parents=True)
    (tmp_path / "tree" / "d" / "report.xml").write_text("<x/>")
    (tmp_path / "secret").write_text("secret")
    return tmp_path / "tree"


def test_a_report_is_read_byte_for_byte(root: Path) -> None:
    (root / "raw").write_bytes(bytes(range(256)))
    assert read_report(root, "raw") == bytes(range(256))
    assert read_report(root, "d/report.xml") == b"<x/>"


@pytest.mark.parametrize("path", ["none", "none/at/all", "d/report.xml/x", "d/none"])
def test_a_report_that_is_not_there_is_none(root: Path, path: str) -> None:
    assert read_report(root, path) is None


def test_links_within_the_workspace_are_followed(root: Path) -> None:
    (root / "latest").symlink_to("d")
    (root / "file").symlink_to(root / "latest" / "report.xml")
    assert read_report(root, "latest/report.xml") == b"<x/>"
    assert read_report(root, "file") == b"<x/>"


@pytest.mark.parametrize("target", ["../secret", "/etc/passwd", "/dev/zero", "/proc/self/environ", ".."])
def test_links_out_of_the_workspace_are_not_followed(root: Path, target: str) -> None:
    (root / "out").symlink_to(target)
    with pytest.raises(ReportUnreadable, match="outside"):
        read_report(root, "out")
    with pytest.raises(ReportUnreadable, match="outside"):
        read_report(root, "out/secret")


@pytest.mark.parametrize("path", ["../secret", "/etc/passwd", "d/../../secret", "", ".", "a\0b"])
def test_paths_out_of_the_workspace_are_not_read(root: Path, path: str) -> None:
    with pytest.raises(ReportUnreadable, match="outside"):
        read_report(root, path)


def test_a_loop_of_links_is_not_waited_for(root: Path) -> None:
    (root / "loop").symlink_to("loop")
    with pytest.raises(ReportUnreadable):
        read_report(root, "loop")


def test_a_pipe_is_not_waited_for(root: Path) -> None:
    os.mkfifo(root / "pipe")
    raised: list[BaseException] = []

    def read() -> None:
        with pytest.raises(ReportUnreadable, match="no regular file") as caught:
            read_report(root, "pipe")
        raised.append(caught.value)

    reading = threading.Thread(target=read, daemon=True)
    reading.start()
    reading.join(5)
    assert raised


def test_a_folder_is_no_report(root: Path) -> None:
    with pytest.raises(ReportUnreadable, match="no regular file"):
        read_report(root, "d")


def test_a_report_of_a_gigabyte_is_refused_by_its_size(root: Path) -> None:
    with (root / "huge").open("wb") as file:
        file.truncate(1 << 30)
    with pytest.raises(ReportTooLarge, match="larger than 1000 bytes"):
        read_report(root, "huge", 1000)
    with pytest.raises(ReportTooLarge):
        read_report(root, "huge")
    assert read_report(root, "d/report.xml", 4) == b"<x/>"


def test_no_descriptor_is_left_open(root: Path) -> None:
    os.mkfifo(root / "pipe")
    before = len(list(Path("/proc/self/fd").iterdir()))
    for path in ("pipe", "d"):
        with pytest.raises(ReportUnreadable):
            read_report(root, path)
    assert len(list(Path("/proc/self/fd").iterdir())) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_report_that_is_not_readable_says_so(root: Path) -> None:
    (root / "d" / "report.xml").chmod(0)
    with pytest.raises(ReportUnreadable, match="Permission denied"):
        read_report(root, "d/report.xml")
