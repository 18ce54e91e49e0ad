"""How a tree is laid out, from its paths alone: where its code is, and which part of that knows no device."""

from __future__ import annotations

import posixpath
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.init.vocabulary import has_word, vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_LEAST_SHARE = 0.002
"""What part of all code a folder at the top has at least, to be one of its roots."""
_MOST_GLOBS = 40


@dataclass(frozen=True, slots=True)
class Layout:
    """Paths and globs, relative to the repository's root. `code` leaves out what is vendored, tests and examples."""

    code: tuple[str, ...]
    suffixes: tuple[str, ...]
    roots: tuple[str, ...]
    """Globs over all of the code."""
    agnostic: tuple[str, ...]
    """Globs over the folders that are not the device's own."""
    agnostic_suffixes: tuple[str, ...]

    @property
    def device_files(self) -> int:
        """How many files are in the device's language."""
        return sum(_is_device_file(path) for path in self.code)

    @property
    def is_device_library(self) -> bool:
        """Whether most of the code is the device's own, so that nothing is left for it to leak into."""
        return self.device_files * 2 > len(self.code)


def lay_out(paths: Iterable[str]) -> Layout:
    """The layout of a tree with those regular files."""
    every = [path for path in paths if _suffix(path) in vocabulary().code_suffixes and is_plain(path)]
    own = [path for path in every if not _is_in(path, vocabulary().vendored)]
    code = [path for path in own if not _is_in(path, vocabulary().apart)] or own
    host = [path for path in code if not _is_device_file(path) and not _is_device_path(path)]
    suffixes = tuple(suffix for suffix in vocabulary().code_suffixes if any(_suffix(path) == suffix for path in code))
    return Layout(
        code=tuple(code),
        suffixes=suffixes,
        roots=tuple(_globs(_main_roots(code))),
        agnostic=tuple(_agnostic(code, host)),
        agnostic_suffixes=tuple(suffix for suffix in suffixes if suffix not in vocabulary().device_suffixes),
    )


def is_plain(path: str) -> bool:
    """Whether a path can stand in a policy as it is: printable, and without what a glob gives a meaning."""
    return path.isprintable() and path.isascii() and not set(path) & set("*?[]\\\"'{}")


def include_roots(targets: Mapping[str, int], paths: Iterable[str], most: int = 6) -> tuple[str, ...]:
    """The folders below which most quoted includes are found, `.` for the root; `targets` says how often each is."""
    by_name: dict[str, list[str]] = defaultdict(list)
    for path in paths:
        by_name[posixpath.basename(path)].append(path)
    found: Counter[str] = Counter()
    for target, times in targets.items():
        for path in by_name.get(posixpath.basename(target), ())[:20]:
            if path == target:
                found["."] += times
            elif path.endswith(f"/{target}"):
                found[path[: -len(target) - 1]] += times
    least = max(2, sum(targets.values()) // 50)
    return tuple(sorted(root for root, times in found.most_common(most) if times >= least))


def _main_roots(code: Sequence[str]) -> list[str]:
    """The folders at the top that hold the code, each narrowed to the one folder that it consists of."""
    tops = Counter(path.partition("/")[0] if "/" in path else "" for path in code)
    least = max(1, int(len(code) * _LEAST_SHARE))
    roots = [top for top, count in tops.items() if count >= least]
    return sorted(_narrowed(root, [path for path in code if path.startswith(f"{root}/")]) for root in roots)


def _narrowed(root: str, below: Sequence[str]) -> str:
    common = posixpath.commonpath([posixpath.dirname(path) for path in below]) if below else root
    return common or root


def _globs(roots: Iterable[str]) -> Iterator[str]:
    for root in roots:
        yield f"{root}/**" if root else "*"


def _agnostic(code: Sequence[str], host: Sequence[str]) -> list[str]:
    """Globs over the folders in which the device is a guest, as few and as short as they can be."""
    of_device: Counter[str] = Counter()
    of_all: Counter[str] = Counter()
    for path in code:
        of_all[posixpath.dirname(path)] += 1
        of_device[posixpath.dirname(path)] += _is_device_file(path) or _is_device_path(path)
    strange = {folder for folder, count in of_all.items() if of_device[folder] * 2 > count}
    wanted = Counter(posixpath.dirname(path) for path in host if posixpath.dirname(path) not in strange)
    globs = list(_cover(wanted, strange))
    return globs if len(globs) <= _MOST_GLOBS else list(_globs(_main_roots(host)))


def _cover(wanted: Mapping[str, int], strange: Iterable[str]) -> Iterator[str]:
    """`folder/**` where nothing below belongs to the device, `folder/*` where something does."""
    mixed = {above for folder in strange for above in _upwards(folder)}
    done: set[str] = set()
    for folder in sorted(wanted):
        whole = next((above for above in reversed(_upwards(folder)) if above and above not in mixed), None)
        if whole is None:
            yield f"{folder}/*" if folder else "*"
        elif whole not in done:
            done.add(whole)
            yield f"{whole}/**"


def _upwards(folder: str) -> list[str]:
    """A folder and those above it, nearest first; the last one is the root, ``."""
    chain = [folder]
    while chain[-1]:
        chain.append(posixpath.dirname(chain[-1]))
    return chain


def _suffix(path: str) -> str:
    return posixpath.splitext(path)[1]


def _is_in(path: str, folders: Sequence[str]) -> bool:
    return not set(folders).isdisjoint(path.lower().split("/")[:-1])


def _is_device_file(path: str) -> bool:
    return _suffix(path) in vocabulary().device_suffixes


def _is_device_path(path: str) -> bool:
    folders = path.split("/")[:-1]
    named = not set(vocabulary().device_folders).isdisjoint(folders)
    return named or any(has_word(folder, vocabulary().device_words) for folder in folders)
