"""The judge's artifact, opened where there are rights: what is tampered with is refused in one line."""

from __future__ import annotations

import io
import os
import stat
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.artifact import MOST_ARCHIVE_BYTES, MOST_MEMBERS, ArtifactError, Expected, open_artifact, refuse_foreign
from bot.verdict.json import MOST_BYTES, load_verdict, render
from bot.verdict.model import PullRequestVerdict
from checkers.errors import RedfirstError
from tests.bot.verdict.samples import BASE, HEAD, SAMPLE

DOCUMENT = render(SAMPLE).encode()
WANTED = Expected("owner/name", 7, HEAD, 8_000_000_001, 2)
Packed = dict[str, bytes]


def _zip(members: Packed, **more: int) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data, **more)
    return buffer.getvalue()


def _with_mode(mode: int, name: str = "verdict.json") -> bytes:
    buffer = io.BytesIO()
    info = zipfile.ZipInfo(name)
    info.external_attr = mode << 16
    with zipfile.ZipFile(buffer, "w") as archive:
        if name != "verdict.json":
            archive.writestr("verdict.json", DOCUMENT)
        archive.writestr(info, b"/etc/passwd")
    return buffer.getvalue()


def _twice() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("verdict.json", DOCUMENT)
        archive.writestr("verdict.json", b"{}")
    return buffer.getvalue()


def _renamed(name: bytes) -> bytes:
    """An archive with a second member of that name, set in its bytes, for the writer would clean it."""
    return _zip({"verdict.json": DOCUMENT, "x" * len(name): b""}).replace(b"x" * len(name), name)


def _flagged(bits: int) -> bytes:
    """The archive with these bits set in the flags of its only member, in both of its headers."""
    data = bytearray(_zip({"verdict.json": DOCUMENT}))
    central = data.rindex(b"PK\x01\x02")
    for place in (6, central + 8):
        (flags,) = struct.unpack_from("<H", data, place)
        struct.pack_into("<H", data, place, flags | bits)
    return bytes(data)


def _lying(size: int) -> bytes:
    """The archive whose directory says another size of its only member."""
    data = bytearray(_zip({"verdict.json": DOCUMENT}))
    struct.pack_into("<I", data, data.rindex(b"PK\x01\x02") + 24, size)
    return bytes(data)


def _packed_as(method: int) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        archive.writestr("verdict.json", DOCUMENT)
    return buffer.getvalue()


def _read(path: Path, expected: Expected) -> PullRequestVerdict:
    """All that stands between an artifact and a comment, in order."""
    verdict = load_verdict(open_artifact(path), str(path))
    refuse_foreign(verdict, expected, str(path))
    return verdict


def _refusal(path: Path, expected: Expected = WANTED) -> str:
    with pytest.raises(RedfirstError) as caught:
        _read(path, expected)
    text = str(caught.value)
    assert text.startswith(str(path))
    assert "\n" not in text
    return text.removeprefix(str(path)).strip()


def test_the_archive_of_the_api_is_read(tmp_path: Path) -> None:
    path = tmp_path / "artifact.zip"
    path.write_bytes(_zip({"verdict.json": DOCUMENT, "verdict.md": b"# it", "logs/": b"", "logs/a.txt": b""}))
    assert open_artifact(path) == DOCUMENT
    assert render(_read(path, WANTED)).encode() == DOCUMENT


def test_an_archive_needs_no_suffix(tmp_path: Path) -> None:
    path = tmp_path / "download"
    path.write_bytes(_zip({"verdict.json": DOCUMENT}))
    assert open_artifact(path) == DOCUMENT


def test_the_folder_that_it_was_unpacked_to_is_read(tmp_path: Path) -> None:
    (tmp_path / "verdict.json").write_bytes(DOCUMENT)
    (tmp_path / "verdict.md").write_text("it")
    assert _read(tmp_path, WANTED).commits.head == HEAD


def test_the_file_itself_is_read(tmp_path: Path) -> None:
    path = tmp_path / "verdict.json"
    path.write_bytes(DOCUMENT)
    assert _read(path, WANTED).commits.head == HEAD


def test_an_archive_inside_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(_zip({"verdict.json": DOCUMENT, "inner.zip": _zip({"../x": b"x"})}))
    assert open_artifact(path) == DOCUMENT


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: b"", "is no whole zip archive"),
        (lambda: b"not a zip", "is no whole zip archive"),
        (lambda: b"PK\x03\x04", "is no whole zip archive"),
        (lambda: _zip({"verdict.json": DOCUMENT})[:-30], "is no whole zip archive"),
        (lambda: _zip({"verdict.json": DOCUMENT})[200:], "is no whole zip archive"),
        (lambda: _zip({}), "has no verdict.json"),
        (lambda: _zip({"verdict.md": b"x"}), "has no verdict.json"),
        (lambda: _zip({"a/verdict.json": DOCUMENT}), "has no verdict.json"),
        (lambda: _zip({"verdict.json": DOCUMENT, "../x": b""}), "holds '../x', which leads out of it"),
        (lambda: _zip({"verdict.json": DOCUMENT, "a/../../x": b""}), "leads out of it"),
        (lambda: _zip({"verdict.json": DOCUMENT, "/etc/x": b""}), "holds '/etc/x', which leads out of it"),
        (lambda: _zip({"verdict.json": DOCUMENT, "C:/x": b""}), "leads out of it"),
        (lambda: _zip({"verdict.json": DOCUMENT, "a\\..\\x": b""}), "leads out of it"),
        (lambda: _zip({"verdict.json": DOCUMENT, "a//x": b""}), "leads out of it"),
        (lambda: _renamed(b"verdict.json\0.txt"), "leads out of it"),
        (lambda: _renamed(b"./y"), "leads out of it"),
        (lambda: _with_mode(stat.S_IFLNK | 0o777), "holds 'verdict.json', which is no regular file"),
        (lambda: _with_mode(stat.S_IFLNK | 0o777, "other"), "holds 'other', which is no regular file"),
        (lambda: _with_mode(stat.S_IFIFO | 0o600, "pipe"), "holds 'pipe', which is no regular file"),
        (_twice, "holds 'verdict.json' twice"),
        (lambda: _flagged(0x1), "encrypted"),
        (lambda: _flagged(0x40), "encrypted"),
        (lambda: _lying(10), "is no whole zip archive"),
        (lambda: _lying(len(DOCUMENT) + 1), "another number of bytes"),
        (lambda: _lying(MOST_BYTES + 1), "larger than 16 MiB"),
        (lambda: _packed_as(zipfile.ZIP_BZIP2), "packed in an unusual way"),
        (lambda: _packed_as(zipfile.ZIP_LZMA), "packed in an unusual way"),
        (lambda: _zip({"verdict.json": b" " * (8 << 20)}), "unpacks to more than 200 times its size"),
        (lambda: _zip({"verdict.json": b" " * (MOST_BYTES + 1)}), "larger than 16 MiB"),
        (lambda: _zip({str(number): b"" for number in range(MOST_MEMBERS + 1)}), "more than 1000 members"),
        (lambda: b"PK" + bytes(MOST_ARCHIVE_BYTES), "is larger than 16 MiB"),
        (lambda: _zip({"verdict.json": b"{}"}), "has the schema 'None'"),
        (lambda: _zip({"verdict.json": DOCUMENT.replace(b"verdict/1", b"verdict/9")}), "redfirst.verdict/9"),
    ],
)  # fmt: skip
def test_a_tampered_archive_is_refused(tmp_path: Path, make: Callable[[], bytes], words: str) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(make())
    assert words in _refusal(path)


def _is_missing(folder: Path) -> None:
    (folder / "verdict.md").write_text("it")


def _is_a_link(folder: Path) -> None:
    (folder.parent / "elsewhere.json").write_bytes(DOCUMENT)
    (folder / "verdict.json").symlink_to(folder.parent / "elsewhere.json")


def _lies_beside_a_link(folder: Path) -> None:
    (folder / "verdict.json").write_bytes(DOCUMENT)
    (folder / "verdict.md").symlink_to("/etc/passwd")


def _is_a_folder(folder: Path) -> None:
    (folder / "verdict.json").mkdir()


def _is_a_pipe(folder: Path) -> None:
    os.mkfifo(folder / "verdict.json")


def _is_too_large(folder: Path) -> None:
    (folder / "verdict.json").write_bytes(b" " * (MOST_BYTES + 1))


@pytest.mark.parametrize(
    ("fill", "words"),
    [
        (_is_missing, "has no verdict.json"),
        (_is_a_link, "holds a link, 'verdict.json'"),
        (_lies_beside_a_link, "holds a link, 'verdict.md'"),
        (_is_a_folder, "is no regular file"),
        (_is_a_pipe, "is no regular file"),
        (_is_too_large, "is larger than 16 MiB"),
    ],
)
def test_a_tampered_folder_is_refused(tmp_path: Path, fill: Callable[[Path], None], words: str) -> None:
    folder = tmp_path / "artifact"
    folder.mkdir()
    fill(folder)
    with pytest.raises(ArtifactError, match=words) as caught:
        open_artifact(folder)
    assert "\n" not in str(caught.value)


def test_a_folder_with_too_many_files_is_refused(tmp_path: Path) -> None:
    for number in range(MOST_MEMBERS + 1):
        (tmp_path / str(number)).touch()
    assert "more than 1000 files" in _refusal(tmp_path)


@pytest.mark.parametrize("path", ["nowhere", "no\0where", "link.zip"])
def test_what_cannot_be_read_is_refused(tmp_path: Path, path: str) -> None:
    (tmp_path / "link.zip").symlink_to(tmp_path / "real.zip")
    (tmp_path / "real.zip").write_bytes(_zip({"verdict.json": DOCUMENT}))
    assert "cannot be read" in _refusal(tmp_path / path)


@pytest.mark.parametrize(
    ("expected", "words"),
    [
        (Expected(repository="owner/other"), "is about repository owner/name, not about repository owner/other"),
        (Expected(pull_request=8), "is about pull request 7, not about pull request 8"),
        (Expected(head=BASE), f"is about head {HEAD}, not about head {BASE}"),
        (Expected(run_id=8_000_000_002), "is about run 8000000001, not about run 8000000002"),
        (Expected(run_attempt=1), "is about attempt 2, and there is none after 1"),
    ],
)
def test_a_verdict_about_something_else_is_refused(tmp_path: Path, expected: Expected, words: str) -> None:
    (tmp_path / "verdict.json").write_bytes(DOCUMENT)
    assert words in _refusal(tmp_path, expected)


def test_what_is_bound_to_nothing_is_refused_where_something_is_expected(tmp_path: Path) -> None:
    nothing = DOCUMENT.replace(b'"owner/name"', b"null").replace(b"8000000001", b"null")
    (tmp_path / "verdict.json").write_bytes(nothing)
    assert "is about repository none" in _refusal(tmp_path, WANTED)
    assert "is about run none" in _refusal(tmp_path, Expected(run_id=5))


def test_names_are_compared_as_github_compares_them(tmp_path: Path) -> None:
    (tmp_path / "verdict.json").write_bytes(DOCUMENT)
    wanted = Expected("Owner/Name", 7, HEAD.upper(), 8_000_000_001, 5)
    assert _read(tmp_path, wanted).target.repository == "owner/name"


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 5_000), st.binary(min_size=1, max_size=6))
def test_no_damage_crashes_the_reader(tmp_path_factory: pytest.TempPathFactory, place: int, patch: bytes) -> None:
    data = bytearray(_zip({"verdict.json": DOCUMENT, "a/b": b"x"}))
    start = place % len(data)
    data[start : start + len(patch)] = patch
    path = tmp_path_factory.getbasetemp() / "damaged.zip"
    path.write_bytes(data)
    try:
        assert _read(path, WANTED).commits.head == HEAD
    except RedfirstError as error:
        assert "\n" not in str(error)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200))
def test_no_bytes_crash_the_reader(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.zip"
    path.write_bytes(b"PK" + data)
    with pytest.raises(ArtifactError):
        open_artifact(path)
