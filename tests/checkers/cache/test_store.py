"""Where the cache lies, whom it trusts, how large it grows, and what makes a fact another fact."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from checkers.cache import code_hash as code_hash_module
from checkers.cache import store as store_module
from checkers.cache.code_hash import code_hash
from checkers.cache.folder import cache_folder
from checkers.cache.store import Store
from tests.support.modules import ROOT

ROOM = "device_leakage"


@pytest.fixture
def caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "caches"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    monkeypatch.delenv("REDFIRST_CACHE", raising=False)
    return folder


def _keep(value: Any, inputs: str = "inputs") -> None:
    store = Store(())
    shelf = store.shelf(ROOM, inputs)
    assert shelf is not None
    shelf.put("key", value)
    store.save()


def _known(inputs: str = "inputs") -> Any:
    shelf = Store(()).shelf(ROOM, inputs)
    return shelf.get("key", lambda data: data) if shelf is not None else "no shelf"


def test_the_folder_is_made_for_its_user_alone(caches: Path) -> None:
    folder = cache_folder(())
    assert folder == caches / "redfirst"
    assert folder.stat().st_mode & 0o777 == 0o700


def test_without_xdg_the_cache_lies_below_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder(()) == tmp_path / ".cache" / "redfirst"


@pytest.mark.parametrize("relative", ["", "caches", "./x"])
def test_a_relative_place_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, relative: str) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", relative)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder(()) == tmp_path / ".cache" / "redfirst"
    monkeypatch.setenv("HOME", "relative")
    assert cache_folder(()) is None


def test_a_variable_turns_the_cache_off(caches: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDFIRST_CACHE", "0")
    assert cache_folder(()) is None
    assert not caches.exists()


def test_a_folder_that_a_judged_repository_holds_is_not_used(caches: Path, tmp_path: Path) -> None:
    assert cache_folder([tmp_path]) is None
    assert cache_folder([tmp_path / "other"]) is not None
    (tmp_path / "repository").mkdir()
    shutil.rmtree(caches)
    caches.symlink_to(tmp_path / "repository")
    assert cache_folder([tmp_path / "repository"]) is None


@pytest.mark.parametrize("mode", [0o770, 0o702, 0o777])
def test_a_folder_that_others_may_write_to_is_not_used(caches: Path, mode: int) -> None:
    (caches / "redfirst").mkdir(parents=True)
    (caches / "redfirst").chmod(mode)
    assert cache_folder(()) is None


def test_a_link_or_a_file_in_the_place_of_the_folder_is_not_used(caches: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    caches.mkdir()
    (caches / "redfirst").symlink_to(tmp_path / "elsewhere")
    assert cache_folder(()) is None
    (caches / "redfirst").unlink()
    (caches / "redfirst").write_text("")
    assert cache_folder(()) is None


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_another_user_is_not_used(caches: Path) -> None:
    folder = cache_folder(())
    assert folder
    os.chown(folder, 12345, -1)
    assert cache_folder(()) is None


def test_where_no_folder_can_be_made_there_is_no_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", os.devnull)
    store = Store(())
    assert store.shelf(ROOM, "inputs") is None
    assert not store.knows(ROOM)
    store.save()


def test_a_fact_outlives_its_run_under_its_own_inputs_alone(caches: Path) -> None:
    assert not Store(()).knows(ROOM)
    _keep([1])
    assert _known() == [1]
    assert _known("others") is None
    assert Store(()).knows(ROOM)
    assert not Store(()).knows("attention_rung")


def test_a_folder_that_is_gone_meanwhile_is_no_error(caches: Path) -> None:
    store = Store(())
    shelf = store.shelf(ROOM, "inputs")
    assert shelf is not None
    shutil.rmtree(caches)
    shelf.put("key", 1)
    store.save()
    assert not store.knows(ROOM)


def _copied_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    code = tmp_path / "checkers"
    shutil.copytree(code_hash_module._CHECKERS, code, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(code_hash_module, "_CHECKERS", code)
    return code


@pytest.mark.parametrize(
    "module", ["model.py", "wording.py", "source/lexer.py", "policy/globs.py", "device_leakage/calls.py"]
)
def test_facts_of_other_code_are_other_facts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    code = _copied_code(tmp_path, monkeypatch)
    before = code_hash(ROOM)
    assert code_hash(ROOM) == before
    with (code / module).open("a") as file:
        file.write("#")
    assert code_hash(ROOM) != before


@pytest.mark.parametrize("room", ["device_leakage", "attention_rung", "doc_checkpoint"])
def test_all_code_that_a_room_loads_counts(room: str) -> None:
    code = (
        f"import sys, pkgutil, importlib, checkers.{room} as room\n"
        "for one in pkgutil.iter_modules(room.__path__): importlib.import_module(f'{room.__name__}.{one.name}')\n"
        "print(*(module.__file__ for name, module in sys.modules.items() if name.startswith('checkers.')), sep='\\n')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = {Path(name) for name in done.stdout.splitlines()}
    assert loaded
    assert loaded <= set(code_hash_module.modules_behind(room))


def test_the_code_of_another_checker_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = _copied_code(tmp_path, monkeypatch)
    before = code_hash(ROOM)
    (code / "issue_index" / "more.py").write_text("")
    assert code_hash(ROOM) == before


def test_another_grammar_or_interpreter_makes_other_facts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = code_hash(ROOM)
    monkeypatch.setattr(code_hash_module.sys, "version", "4.0")
    assert code_hash(ROOM) != before
    monkeypatch.undo()
    grammar = tmp_path / "tree_sitter_cpp"
    grammar.mkdir()
    (grammar / "__init__.py").write_text("")
    monkeypatch.setattr(code_hash_module.sys, "path", [str(tmp_path), *code_hash_module.sys.path])
    assert code_hash(ROOM) != before


def test_code_that_cannot_be_read_has_no_facts(caches: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_hash_module, "_CHECKERS", tmp_path)
    assert code_hash(ROOM) is None
    assert Store(()).shelf(ROOM, "inputs") is None


def test_the_cache_as_a_whole_is_bounded_and_the_oldest_files_go(caches: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "LARGEST_CACHE", 7000)
    for number in range(5):
        _keep("x" * 3000, str(number))
        for path in (caches / "redfirst").iterdir():
            os.utime(path, (path.stat().st_atime, path.stat().st_mtime - 10))
    assert [_known(str(number)) is not None for number in range(5)] == [False, False, False, True, True]


def test_what_killed_runs_left_is_removed_in_time(caches: Path) -> None:
    _keep(1)
    old, young = (caches / "redfirst" / f"{name}.tmp" for name in ("old", "young"))
    for path in (old, young):
        path.write_text("half")
    os.utime(old, (0, 0))
    _keep(2, "others")
    assert not old.exists()
    assert young.exists()


def test_a_file_that_is_still_read_counts_as_new(caches: Path) -> None:
    _keep(1)
    (path,) = (caches / "redfirst").iterdir()
    os.utime(path, (0, 0))
    assert _known() == 1
    assert path.stat().st_mtime > 1_000_000_000
