"""What holds for every command in every repository, however hostile."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from tests.hostile.process import Ended

_ROOT = Path(__file__).parent.parent.parent
_SCHEMAS = {
    "redfirst.report/1": "checkers/output/redfirst-report.schema.json",
    "redfirst.history/1": "checkers/history/redfirst-history.schema.json",
    "redfirst.verdict/1": "bot/verdict/redfirst-verdict.schema.json",
    "redfirst.mutation/1": "bot/mutation/redfirst-mutation.schema.json",
}
_CODES = frozenset({0, 1, 2, 3})
_RAW = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})


def broken_laws(ended: Ended) -> list[str]:
    """Every law that a command did not keep, in words."""
    if ended.code is None:
        return [f"ran for {ended.seconds:.0f} s and was ended"]
    found = []
    if ended.code not in _CODES:
        found.append(f"exit code {ended.code}")
    if b"Traceback (most recent call last)" in ended.err + ended.out or b"internal error" in ended.err:
        found.append("an unforeseen error")
    if ended.code == 2 and not _is_one_line(_after_progress(ended)):
        found.append("exit code 2 without its one line")
    if ended.code == 2 and ended.out:
        found.append("exit code 2 with a report")
    found += [f"raw U+{ord(raw):04X} in {name}" for name, raw in _raw_characters(ended)]
    return found + _report_faults(ended)


def _after_progress(ended: Ended) -> bytes:
    """What is said after the rows and controls of a run, which had begun before something could not be read."""
    runs = {"mutate", "prove"} & {*ended.words}
    return ended.err[ended.err.find(b"redfirst: ") :] if runs and b"\nredfirst: " in ended.err else ended.err


def _is_one_line(err: bytes) -> bool:
    return err.startswith(b"redfirst: ") and err.count(b"\n") == 1 and err.endswith(b"\n")


def _raw_characters(ended: Ended) -> list[tuple[str, str]]:
    found = []
    for name, data in (("the report", ended.out), ("the errors", ended.err)):
        text = data.decode("utf-8", "surrogateescape")
        found += [(name, one) for one in sorted(set(text)) if one != "\n" and unicodedata.category(one) in _RAW]
    return found


def _report_faults(ended: Ended) -> list[str]:
    if "json" not in ended.words or ended.code == 2:
        return []
    try:
        report = json.loads(ended.out)
    except ValueError:
        return ["JSON that is none"]
    return [f"{report['schema']}: {error.message[:200]}" for error in schema(report["schema"]).iter_errors(report)]


@cache
def schema(name: str) -> Draft202012Validator:
    """The published schema of that name."""
    return Draft202012Validator(json.loads((_ROOT / _SCHEMAS[name]).read_text(encoding="utf-8")))


def verdicts(ended: Ended) -> dict[tuple[str, str], Any] | None:
    """A JSON report's verdicts without their findings' words; None where there is no report."""
    if ended.code not in (0, 1, 3) or "json" not in ended.words:
        return None
    report = json.loads(ended.out)
    found = report.get("verdicts") or report.get("report", {}).get("verdicts") or []
    return {(one["check"], one.get("subject", "")): (one["status"], one["population"]) for one in found}


def silent_passes(sound: Ended, damaged: Ended) -> list[str]:
    """What a damaged repository judges otherwise than the sound one, without an error or a skip that says so."""
    before, after = verdicts(sound), verdicts(damaged)
    if before is None or after is None:
        return []
    unread = {check for (check, _), (status, _) in after.items() if status == "skip"}
    absent = [f"{key} is gone" for key in before.keys() - after.keys() if key[0] not in unread]
    changed = [
        f"{key}: {before[key]} became {after[key]}"
        for key in before.keys() & after.keys()
        if key[0] not in unread and after[key] != before[key]
    ]
    return [*absent, *changed]


def state_of(folder: Path) -> dict[bytes, tuple[object, ...]]:
    """Every file below a folder, byte for byte, with its mode; no link is followed, no pipe is waited for."""
    found: dict[bytes, tuple[object, ...]] = {}
    pending = [os.fsencode(folder)]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                status = entry.stat(follow_symlinks=False)
                found[entry.path] = (status.st_mode, _content(entry, status.st_mode))
                if stat.S_ISDIR(status.st_mode):
                    pending.append(entry.path)
    return found


def _content(entry: os.DirEntry[bytes], mode: int) -> bytes:
    if stat.S_ISLNK(mode):
        return os.fsencode(Path(os.fsdecode(entry.path)).readlink())
    if not stat.S_ISREG(mode):
        return b""
    with Path(os.fsdecode(entry.path)).open("rb") as file:
        return hashlib.file_digest(file, "blake2b").digest()


def differences(before: dict[bytes, tuple[object, ...]], after: dict[bytes, tuple[object, ...]]) -> list[str]:
    """The paths that differ between two states."""
    paths = sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))
    return [f"{os.fsdecode(path)!r} was changed" for path in paths]
