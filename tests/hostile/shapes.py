"""Kinds: repositories of another shape than a clone with a branch checked out."""

from __future__ import annotations

import os
import shutil
import subprocess

from tests.hostile.kinds import kind
from tests.hostile.world import MESSAGE, World
from tests.support.builder import RepoBuilder


def _anew(world: World, *options: str) -> RepoBuilder:
    shutil.rmtree(world.root)
    return RepoBuilder(world.root, *options)


@kind("a repository without a commit")
def _unborn(world: World) -> None:
    _anew(world).write({"src/vllm/x.cpp": "int x;\n"})


@kind("a folder that is no repository")
def _nothing(world: World) -> None:
    shutil.rmtree(world.git_dir)
    world.env["GIT_CEILING_DIRECTORIES"] = str(world.folder)


@kind("an empty commit alone")
def _empty(world: World) -> None:
    _anew(world).commit("")


@kind("a branch without a commit beside one with many")
def _orphan(world: World) -> None:
    world.git("symbolic-ref", "HEAD", "refs/heads/none")


@kind("HEAD is detached")
def _detached(world: World) -> None:
    world.git("checkout", "-q", "--detach")


@kind("a bare repository")
def _bare(world: World) -> None:
    world.git("clone", "-q", "--bare", "--no-local", ".", str(world.beside / "bare"))
    shutil.rmtree(world.root)
    (world.beside / "bare").rename(world.root)
    world.table = world.beside / "table.yml"
    world.table.write_text("version: 1\nsuites: {}\nmutations: []\n")


@kind("a linked work tree")
def _linked(world: World) -> None:
    world.git("worktree", "add", "-q", "-b", "linked", str(world.beside / "linked"))
    world.root = world.beside / "linked"
    world.table = world.root / "tests/mutations/units.yml"


@kind("a linked work tree whose repository is gone")
def _unlinked(world: World) -> None:
    _linked(world)
    shutil.rmtree(world.folder / "repo")


@kind("a .git file that leads in a circle")
def _git_file(world: World) -> None:
    shutil.rmtree(world.git_dir)
    world.write(".git", "gitdir: .git\n")


@kind("a .git file that leads to a hostile place")
def _git_file_out(world: World) -> None:
    shutil.rmtree(world.git_dir)
    world.write(".git", "gitdir: /etc/\x1b[2J\n../x\n")


@kind("the folder is the .git folder itself")
def _inside(world: World) -> None:
    world.root = world.git_dir


@kind("a sparse checkout")
def _sparse(world: World) -> None:
    world.git("sparse-checkout", "set", "--no-cone", "/docs/")


@kind("a sparse index")
def _sparse_index(world: World) -> None:
    world.git("sparse-checkout", "set", "--cone", "--sparse-index", "docs")


@kind("a clone without its blobs", damaged=True)
def _partial(world: World) -> None:
    _cloned(world, "--filter=blob:none", "--no-checkout")
    world.git("reset", "-q", check=False)


@kind("a clone without its blobs, of a source that is gone", damaged=True)
def _partial_gone(world: World) -> None:
    _partial(world)
    shutil.rmtree(world.beside / "source")


@kind("a shallow clone of one commit", damaged=True)
def _shallow(world: World) -> None:
    _cloned(world, "--depth=1")


def _cloned(world: World, *options: str) -> None:
    source = world.beside / "source"
    world.root.rename(source)
    subprocess.run(["git", "-C", str(source), "config", "uploadpack.allowFilter", "true"], check=True)
    words = ["git", "clone", "-q", "--no-local", "--no-single-branch", *options, f"file://{source}", str(world.root)]
    subprocess.run(words, check=True, capture_output=True)
    world.base = "origin/main"


@kind("an index with hidden, split and untracked entries")
def _index(world: World) -> None:
    world.git("update-index", "--assume-unchanged", "src/vllm/engine.cpp")
    world.git("update-index", "--skip-worktree", "docs/STATUS.md")
    world.write("new.cpp", "int x;\n")
    world.git("add", "--intent-to-add", "new.cpp")
    world.git("update-index", "--split-index", "--untracked-cache")


@kind("an unsettled merge")
def _conflict(world: World) -> None:
    world.git("switch", "-q", "-c", "other", "main")
    world.write(".agents/issue-index.md", "| [#1](x) | other |\n")
    world.write("src/vllm/engine.cpp", "int other;\n")
    world.commit()
    world.git("switch", "-q", "docs/index")
    world.write("src/vllm/engine.cpp", "int mine;\n")
    world.commit()
    world.git("merge", "-q", "other", check=False)


@kind("an octopus merge of eight")
def _octopus(world: World) -> None:
    for number in range(8):
        world.git("switch", "-q", "-c", f"arm{number}", "main")
        world.write(f"src/vllm/arm{number}.cpp", "int x = kCUDA;\n")
        world.commit()
    world.git("switch", "-q", "docs/index")
    world.git("merge", "-q", "-m", MESSAGE, *(f"arm{number}" for number in range(8)))


@kind("criss-cross merges, nine deep")
def _crossed(world: World) -> None:
    world.git("switch", "-q", "-c", "left", "main")
    world.git("branch", "right")
    for number in range(9):
        left, right = world.git("rev-parse", "left", "right").decode().split()
        for branch, other in (("left", right), ("right", left)):
            world.git("switch", "-q", branch)
            world.git("merge", "-q", "--no-ff", "-m", MESSAGE, other)
            world.write(f"src/vllm/{branch}{number}.cpp", "int x;\n")
            world.commit()
    world.base = "right"
    world.git("switch", "-q", "left")


@kind("histories that have nothing in common")
def _unrelated(world: World) -> None:
    world.git("checkout", "-q", "--orphan", "island")
    world.git("commit", "-q", "-m", MESSAGE)


@kind("objects are named by SHA-256")
def _sha256(world: World) -> None:
    files = {
        str(path.relative_to(world.root)): path.read_bytes()
        for path in world.root.rglob("*")
        if path.is_file() and ".git" not in path.relative_to(world.root).parts
    }
    built = _anew(world, "--object-format=sha256")
    built.commit(MESSAGE, files)
    built.branch("topic")
    built.commit(MESSAGE, {"src/vllm/engine.cpp": "int x = kCUDA;\n"})


@kind("the environment points at another repository")
def _environment(world: World) -> None:
    world.env |= {"GIT_DIR": "/nowhere", "GIT_WORK_TREE": "/", "GIT_INDEX_FILE": "/dev/zero"}


@kind("the environment names programs")
def _programs(world: World) -> None:
    names = (
        "GIT_EXTERNAL_DIFF", "GIT_PAGER", "PAGER", "GIT_EDITOR", "EDITOR", "GIT_ASKPASS", "GIT_SSH_COMMAND", "GIT_SSH",
        "GIT_PROXY_COMMAND", "GIT_SEQUENCE_EDITOR", "SSH_ASKPASS", "BASH_ENV", "ENV", "BROWSER", "LESSOPEN",
    )  # fmt: skip
    world.env |= {name: world.canary(name) for name in names}
    world.env |= {"GIT_TRACE": str(world.fired / "trace"), "GIT_TRACE_SETUP": str(world.fired / "setup")}


@kind("git is not installed")
def _without_git(world: World) -> None:
    world.env["PATH"] = str(world.beside)


@kind("the tree has programs named like ours")
def _shadows(world: World) -> None:
    for name in ("git", "python3", "python", "sh", "redfirst", "git-cat-file", "git-evil"):
        (world.root / name).symlink_to(world.canary(f"shadow-{name}"))
    for name in ("checkers", "bot", "yaml", "json", "subprocess", "sitecustomize", "usercustomize", "tree_sitter"):
        world.write(f"{name}.py", f"open({str(world.fired / name)!r}, 'w')\n")
    world.env["PATH"] = ":.:" + os.environ["PATH"]
