"""A file of facts: what goes in comes out, and whatever happens to the file is at worst a fact computed anew."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.cache import shelf as module
from checkers.cache.shelf import LARGEST_FACT, Shelf

TITLE = "redfirst.facts/1 room code-hash inputs"


def _same(data: Any) -> Any:
    return data


def _kept(path: Path, facts: dict[str, Any], title: str = TITLE) -> None:
    shelf = Shelf(path, title)
    for key, value in facts.items():
        shelf.put(key, value)
    shelf.save()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "facts"


@given(st.dictionaries(st.from_regex("[!-~]{1,60}", fullmatch=True), st.text() | st.lists(st.integers()), max_size=9))
@settings(max_examples=60, deadline=None)
def test_what_is_kept_is_known_to_the_next_run(tmp_path_factory: pytest.TempPathFactory, facts: dict[str, Any]) -> None:
    path = tmp_path_factory.mktemp("c") / "facts"
    _kept(path, facts)
    shelf = Shelf(path, TITLE)
    assert {key: shelf.get(key, _same) for key in facts} == facts
    assert bool(shelf) == bool(facts)


def test_text_of_undecodable_bytes_comes_back_as_it_was(path: Path) -> None:
    _kept(path, {"a": "\udcff \n \u2028"})
    assert Shelf(path, TITLE).get("a", _same) == "\udcff \n \u2028"


def test_a_fact_of_this_run_is_known_before_it_is_saved(path: Path) -> None:
    shelf = Shelf(path, TITLE)
    shelf.put("a", [1])
    assert shelf.get("a", _same) == [1]
    assert shelf.get("b", _same) is None
    assert not path.exists()


@pytest.mark.parametrize(
    "title", ["redfirst.facts/1 room code-hash other", "redfirst.facts/2 room code-hash inputs", ""]
)
def test_the_facts_of_other_code_are_not_believed(path: Path, title: str) -> None:
    _kept(path, {"a": 1}, title)
    assert Shelf(path, TITLE).get("a", _same) is None


def test_every_damaged_byte_makes_the_whole_file_unknown(path: Path) -> None:
    _kept(path, {"key": "value", "other": [1, 2]})
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert not Shelf(path, TITLE)


def test_every_shortened_or_lengthened_file_is_unknown(path: Path) -> None:
    _kept(path, {"key": "value", "other": [1, 2]})
    whole = path.read_bytes()
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        assert not Shelf(path, TITLE)
    path.write_bytes(whole + b"x")
    assert not Shelf(path, TITLE)


@given(st.binary(max_size=300))
@settings(max_examples=100, deadline=None)
def test_no_bytes_in_the_file_crash_a_run(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("c") / "facts"
    path.write_bytes(data)
    shelf = Shelf(path, TITLE)
    shelf.put("a", 1)
    shelf.save()
    assert Shelf(path, TITLE).get("a", _same) == 1


def test_a_fact_of_another_form_is_unknown(path: Path) -> None:
    _kept(path, {"a": [1, 2], "b": None})

    def three(data: Any) -> Any:
        _, _, last = data
        return last

    shelf = Shelf(path, TITLE)
    assert shelf.get("a", three) is None
    assert shelf.get("b", three) is None


@pytest.mark.parametrize(
    "body",
    [
        b"\n", b"a\n", b"a \n", b"a [\n", b"a 1", b"a " + b"[" * 100_000 + b"\n",
        b"a " + b"9" * 9_999 + b"\n", b"a \xff\n",
        b'a {"a": 1}\n', b"a NaN\n", b'a "\\ud800"\n', b"a true\na\n",
    ],
    ids=repr,
)  # fmt: skip
def test_a_file_that_is_whole_and_holds_nonsense_is_at_worst_unknown(body: bytes, path: Path) -> None:
    path.write_bytes(f"{TITLE} {sha256(body).hexdigest()}\n".encode() + body)
    shelf = Shelf(path, TITLE)
    assert shelf.get("a", lambda data: data["x"].y) is None
    shelf.put("b", 1)
    shelf.save()
    assert Shelf(path, TITLE).get("b", _same) == 1


def test_two_runs_that_save_after_each_other_keep_both_of_their_facts(path: Path) -> None:
    one, two = Shelf(path, TITLE), Shelf(path, TITLE)
    one.put("one", 1)
    two.put("two", 2)
    one.save()
    two.save()
    both = Shelf(path, TITLE)
    assert (both.get("one", _same), both.get("two", _same)) == (1, 2)


def test_runs_that_write_at_once_leave_a_whole_file(path: Path) -> None:
    def run(number: int) -> None:
        for ordinal in range(20):
            _kept(path, {f"{number}.{ordinal}": "x" * 2000})

    threads = [threading.Thread(target=run, args=(number,)) for number in range(2)]
    pids = [os.fork() for _ in range(3)]
    if 0 in pids:
        run(10 + pids.index(0))
        os._exit(0)
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(os.waitpid(pid, 0)[1] == 0 for pid in pids)
    assert Shelf(path, TITLE)


def test_a_run_that_is_killed_while_it_writes_leaves_what_was_there(path: Path) -> None:
    _kept(path, {"a": 1})
    code = (
        "import sys; from pathlib import Path; from checkers.cache.shelf import Shelf\n"
        f"path, number = Path({str(path)!r}), 0\n"
        "print('ready', flush=True)\n"
        "while True:\n"
        f"    shelf = Shelf(path, {TITLE!r}); number += 1\n"
        "    shelf.put(f'k{number % 50}', 'x' * 100_000); shelf.save()\n"
    )
    for delay in (0.01, 0.03, 0.05):
        process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, cwd=Path(__file__).parents[3])
        assert process.stdout
        process.stdout.readline()
        threading.Event().wait(delay)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        assert Shelf(path, TITLE).get("a", _same) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_full_disk_keeps_nothing_and_loses_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _kept(path, {"a": 1})
    shelf = Shelf(path, TITLE)
    shelf.put("b", 2)
    opened = os.open
    monkeypatch.setattr(
        module.os,
        "open",
        lambda name, flags, mode=0o600: opened("/dev/full" if flags & os.O_CREAT else name, os.O_RDWR),
    )
    shelf.save()
    monkeypatch.undo()
    again = Shelf(path, TITLE)
    assert (again.get("a", _same), again.get("b", _same)) == (1, None)
    assert [one.name for one in path.parent.iterdir()] == ["facts"]


def test_a_link_a_folder_or_a_pipe_in_the_place_of_the_file_is_not_read(path: Path, tmp_path: Path) -> None:
    _kept(tmp_path / "elsewhere", {"a": 1})
    path.symlink_to(tmp_path / "elsewhere")
    assert not Shelf(path, TITLE)
    path.unlink()
    path.mkdir()
    assert not Shelf(path, TITLE)
    _kept(path, {"b": 1})
    path.rmdir()
    os.mkfifo(path)
    assert not Shelf(path, TITLE)


def test_writing_replaces_a_link_and_leaves_what_it_leads_to(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "precious"
    target.write_text("precious")
    path.symlink_to(target)
    _kept(path, {"a": 1})
    assert target.read_text() == "precious"
    assert Shelf(path, TITLE).get("a", _same) == 1


def test_the_facts_asked_for_longest_ago_go_first(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST_FILE", 5000)
    _kept(path, {"old": "o" * 1000, "asked": "a" * 1000, "third": "t" * 1000})
    shelf = Shelf(path, TITLE)
    shelf.get("old", _same)
    for number in range(2):
        shelf.put(f"new{number}", "n" * 1000)
    shelf.save()
    later = Shelf(path, TITLE)
    known = [key for key in ("old", "asked", "third", "new0", "new1") if later.get(key, _same)]
    assert known == ["old", "third", "new0", "new1"]
    assert path.stat().st_size < 5200


def test_a_fact_out_of_all_proportion_is_not_kept(path: Path) -> None:
    _kept(path, {"a": "x" * LARGEST_FACT, "b": 1})
    shelf = Shelf(path, TITLE)
    assert (shelf.get("a", _same), shelf.get("b", _same)) == (None, 1)


def test_the_file_is_the_user_s_alone(path: Path) -> None:
    _kept(path, {"a": 1})
    assert path.stat().st_mode & 0o777 == 0o600
