"""Records in Markdown: tables whose rows have keys and states, and an index of issues."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.init.layout import is_plain
from bot.init.vocabulary import vocabulary
from checkers.source.markdown import cells_of, decode, plain_text, read_lines, tables, targets

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from checkers.source.markdown import Table

_KEY = re.compile(r"`[A-Z0-9][A-Za-z0-9_.-]*`")
_STATE = re.compile(r"[A-Za-z][A-Za-z/-]*(?: [A-Za-z/-]+){0,2}")
_ISSUE_FORMS = (r"\[#(?P<number>[1-9][0-9]*)\]", r"#(?P<number>[1-9][0-9]*)")
_MOST_BYTES = 2_000_000
_MOST_STATES = 20
_LEAST_ROWS = 3


@dataclass(frozen=True, slots=True)
class Records:
    """Tables of keyed rows: the files, the headers of the state column as written, states, and where specs are."""

    tables: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    spec_folder: str | None = None
    spec_heading: str | None = None


@dataclass(frozen=True, slots=True)
class Index:
    """A table of issues, one a row."""

    path: str
    issue: str
    """The pattern of an issue in a row's first cell."""
    rows: int
    is_unique: bool


@dataclass(frozen=True, slots=True)
class Documents:
    """What Markdown says of the tree."""

    records: Records
    index: Index | None
    status: str | None
    """The document that says what works."""


def read_documents(files: Mapping[str, bytes], attributes: str) -> Documents:
    """Read Markdown by path; `attributes` is what `.gitattributes` at the root says."""
    parsed = {
        path: tables(read_lines(decode(data)))
        for path, data in files.items()
        if len(data) <= _MOST_BYTES and b"|" in data and is_plain(path)
    }
    status = next((path for path in vocabulary().status_documents if path in files), None)
    return Documents(_records(parsed, files), _index(parsed, attributes), status)


def _records(parsed: Mapping[str, Sequence[Table]], files: Mapping[str, bytes]) -> Records:
    paths, columns, states, specs = [], Counter[str](), Counter[str](), Counter[str]()
    for path, found in parsed.items():
        keyed = [(table, column) for table in found if (column := _state_column(table)) is not None]
        for table, column in keyed:
            columns[plain_text(table.header[column]).strip()] += 1
            states.update(filter(None, (_state(cells[column]) for cells in _rows(table))))
            specs.update(_linked(table, path, files))
        paths += [path] if keyed else []
    if not paths or len(states) > _MOST_STATES:
        return Records()
    folder = _common_folder(specs)
    return Records(tuple(paths), tuple(columns), tuple(states), folder, _heading(folder, specs, files))


def _state_column(table: Table) -> int | None:
    """The number of the column that holds states, in a table of keyed rows."""
    named = [plain_text(name).strip().casefold() for name in table.header]
    column = next((number for number, name in enumerate(named) if name in vocabulary().state_columns), None)
    if column is None or sum(_is_keyed(cells) for cells in _rows(table)) < _LEAST_ROWS:
        return None
    return column


def _rows(table: Table) -> Iterator[list[str]]:
    return (cells_of(row.text, len(table.header)) for row in table.rows)


def _is_keyed(cells: Sequence[str]) -> bool:
    return any(_KEY.match(cell.strip().lstrip("*_~[ ")) for cell in cells[:2])


def _state(cell: str) -> str | None:
    """The word or the few words that a state's cell begins with."""
    match = _STATE.match(plain_text(cell).strip().lstrip("`*_~ "))
    return match[0] if match else None


def _linked(table: Table, path: str, files: Mapping[str, bytes]) -> Iterator[str]:
    """The documents of the tree that keyed rows link."""
    for row in table.rows:
        for target in targets(row.text):
            url = target.url.partition("#")[0]
            linked = posixpath.normpath(posixpath.join(posixpath.dirname(path), url))
            if url and linked in files:
                yield linked


def _common_folder(specs: Counter[str]) -> str | None:
    """The folder that most of the linked documents are in."""
    folders = Counter(posixpath.dirname(spec) for spec in specs)
    folder, count = folders.most_common(1)[0] if folders else ("", 0)
    return folder if folder and is_plain(folder) and count >= _LEAST_ROWS and count * 2 > len(specs) else None


def _heading(folder: str | None, specs: Iterable[str], files: Mapping[str, bytes]) -> str | None:
    """The heading that most specs have and that says what is next."""
    within = [files[spec].decode("utf-8", "replace") for spec in specs if posixpath.dirname(spec) == folder]
    for heading in vocabulary().spec_headings if within else ():
        pattern = re.compile(rf"^#+ +{re.escape(heading)} *#*$", re.MULTILINE | re.IGNORECASE)
        if sum(bool(pattern.search(text)) for text in within) * 2 > len(within):
            return heading
    return None


def _index(parsed: Mapping[str, Sequence[Table]], attributes: str) -> Index | None:
    """The one file with a table of issues; where there are several, the one that git merges by union."""
    found = [index for path, inner in parsed.items() if len(inner) == 1 and (index := _as_index(path, inner[0]))]
    union = [index for index in found if _merges_by_union(index.path, attributes)]
    chosen = union or [index for index in found if re.search(r"index|issues", posixpath.basename(index.path).lower())]
    return max(chosen, key=lambda index: index.rows, default=None)


def _as_index(path: str, table: Table) -> Index | None:
    cells = [row[0] for row in _rows(table) if row]
    for form in _ISSUE_FORMS:
        matches = [re.search(form, cell) for cell in cells]
        numbers = [match["number"] for match in matches if match]
        if len(numbers) >= _LEAST_ROWS and len(numbers) == len(cells):
            return Index(path, form, len(cells), len(set(numbers)) == len(numbers))
    return None


def _merges_by_union(path: str, attributes: str) -> bool:
    lines = (line.split() for line in attributes.splitlines())
    return any(line and line[0].lstrip("/") == path and "merge=union" in line for line in lines)
