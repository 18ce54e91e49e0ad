"""Kinds: config, hooks, attributes and environments that name programs; none of them may be started."""

from __future__ import annotations

import os
from collections.abc import Callable

from tests.hostile.kinds import kind
from tests.hostile.world import World
from tests.support.hostile_config import PROGRAMS

_HOOKS = (
    "post-index-change", "reference-transaction", "post-checkout", "pre-commit", "fsmonitor-watchman", "post-commit",
    "commit-msg", "prepare-commit-msg", "post-merge", "pre-auto-gc", "post-rewrite", "sendemail-validate",
)  # fmt: skip


def _hooks(world: World) -> str:
    folder = world.folder / "hooks"
    folder.mkdir()
    for name in _HOOKS:
        for place in (folder, world.git_dir / "hooks"):
            place.mkdir(exist_ok=True)
            (place / name).symlink_to(world.canary(f"hook-{name}"))
    return str(folder)


@kind("config, hooks and attributes name programs")
def _config(world: World) -> None:
    hooks = _hooks(world)
    text = PROGRAMS.format(touch=world.canary("config"), hooks=hooks, owned=world.fired / "trace")
    included = world.folder / "included"
    included.write_text(text)
    with (world.git_dir / "config").open("a") as config:
        config.write(f"[include]\n\tpath = {included}\n\tpath = {world.git_dir / 'config'}.absent\n{text}")
        config.write(f'[includeIf "gitdir:/"]\n\tpath = {included}\n')
    (world.git_dir / "info").mkdir(exist_ok=True)
    (world.git_dir / "info" / "attributes").write_text("* filter=evil merge=evil diff=evil\n")
    world.write("src/vllm/engine.cpp", "int changed;\n")


@kind("attributes of the tree name every driver, macro and encoding")
def _attributes(world: World) -> None:
    lines = (
        "[attr]evil filter=evil merge=evil diff=evil", "* evil", "*.cpp working-tree-encoding=UTF-16 eol=crlf ident",
        "*.h working-tree-encoding=evil", "*.md merge=union export-ignore export-subst -diff binary", "[attr]x x",
        "a" * 3000 + " text", "**/**/**/**/**/*/*/* -text", "\x1b[2J text", "\xff text", "* !filter",
    )  # fmt: skip
    for name in (".gitattributes", "src/.gitattributes", ".agents/.gitattributes"):
        world.write(name, "\n".join(lines).encode("utf-8", "surrogateescape"))
    (world.git_dir / "config").open("a").write(PROGRAMS.format(touch="/nowhere", hooks="/nowhere", owned="/nowhere"))
    world.git(
        "-c",
        "filter.evil.required=false",
        "-c",
        "filter.evil.process=",
        "-c",
        "filter.evil.clean=",
        "add",
        "-A",
        check=False,
    )


@kind("a config file includes itself")
def _circle(world: World) -> None:
    with (world.git_dir / "config").open("a") as config:
        config.write(f"[include]\n\tpath = {world.git_dir / 'config'}\n")


@kind("a config file includes a named pipe", waits=True)
def _pipe(world: World) -> None:
    os.mkfifo(world.beside / "pipe")
    with (world.git_dir / "config").open("a") as config:
        config.write(f"[include]\n\tpath = {world.beside / 'pipe'}\n")


def _setting(key: str, value: str) -> Callable[[World], None]:
    return lambda world: (world.git("config", key, value), None)[1]


for _key, _value in (
    ("core.repositoryFormatVersion", "9"),
    ("extensions.refStorage", "reftable"),
    ("extensions.unknown", "true"),
    ("core.worktree", "/nowhere"),
    ("core.worktree", "../.."),
    ("core.bare", "true"),
    ("core.bare", "evil"),
    ("core.ignoreCase", "true"),
    ("core.precomposeUnicode", "true"),
    ("core.quotePath", "false"),
    ("core.abbrev", "4"),
    ("core.bigFileThreshold", "1"),
    ("core.packedGitLimit", "1"),
    ("core.excludesFile", "/dev/zero"),
    ("core.attributesFile", "/dev/zero"),
    ("core.commentChar", "auto"),
    ("core.logAllRefUpdates", "always"),
    ("core.fileMode", "false"),
    ("core.symlinks", "false"),
    ("core.sparseCheckout", "true"),
    ("core.autocrlf", "true"),
    ("core.safecrlf", "true"),
    ("core.splitIndex", "true"),
    ("core.multiPackIndex", "true"),
    ("core.deltaBaseCacheLimit", "1"),
    ("color.ui", "always"),
    ("color.diff", "always"),
    ("diff.noprefix", "true"),
    ("diff.orderFile", "/dev/zero"),
    ("diff.ignoreSubmodules", "all"),
    ("diff.renames", "copies"),
    ("i18n.logOutputEncoding", "UTF-16"),
    ("i18n.commitEncoding", "rot13"),
    ("log.date", "format:%s"),
    ("merge.renames", "false"),
    ("merge.conflictStyle", "zdiff3"),
    ("index.sparse", "true"),
    ("index.version", "4"),
    ("status.showUntrackedFiles", "no"),
    ("grep.patternType", "perl"),
    ("safe.directory", ""),
    ("trailer.separators", ""),
    ("commit.cleanup", "evil"),
    ("fsck.skipList", "/dev/zero"),
    ("tar.umask", "evil"),
):
    kind(f"config {_key}={_value}")(_setting(_key, _value))
