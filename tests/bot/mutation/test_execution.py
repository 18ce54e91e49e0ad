"""Running commands: what they may use up, that nothing of them is left, and how each end is told."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from bot.mutation import supervision
from bot.mutation.execution import Confinement, Limits, run
from bot.mutation.model import EndedBy, Execution
from bot.mutation.sandbox.command_spec import Means
from tests.support.isolation import NAMESPACES, NOTHING, every_way, isolation
from tests.support.modules import ROOT
from tests.support.processes import living, mark_of, soon

MIB = 1 << 20
ENVIRONMENT = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}
QUICK = Limits(seconds=20, grace=0.3)


def python(
    code: str, folder: Path, means: frozenset[Means] = NOTHING, limits: Limits = QUICK, *arguments: str
) -> Execution:
    """Run some Python in a folder."""
    confinement = Confinement((folder,), isolation(means))
    return run([sys.executable, "-S", "-c", code, *arguments], folder, ENVIRONMENT, limits, confinement)


def shell(code: str, folder: Path, means: frozenset[Means] = NOTHING, limits: Limits = QUICK) -> Execution:
    """Run a shell's command in a folder."""
    return run(["/bin/sh", "-c", code], folder, ENVIRONMENT, limits, Confinement((folder,), isolation(means)))


def test_a_living_process_is_found_by_its_mark(tmp_path: Path) -> None:
    with subprocess.Popen(["sleep", mark_of(tmp_path)]) as sleeping:
        time.sleep(0.2)
        found = living(mark_of(tmp_path))
        sleeping.kill()
    assert len(found) == 1


@every_way
def test_output_errors_and_exit_code_are_told_apart(tmp_path: Path, means: frozenset[Means]) -> None:
    done = shell("echo out; echo err >&2; exit 3", tmp_path, means)
    assert (done.ended_by, done.code, done.stdout, done.stderr) == (EndedBy.EXIT, 3, b"out\n", b"err\n")
    assert not done.succeeded
    assert not done.detail


@every_way
def test_success_is_exit_code_zero(tmp_path: Path, means: frozenset[Means]) -> None:
    assert shell("true", tmp_path, means).succeeded


@every_way
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT, signal.SIGTERM])
def test_a_signal_is_told_by_its_number(tmp_path: Path, means: frozenset[Means], number: signal.Signals) -> None:
    done = shell(f"kill -{int(number)} $$", tmp_path, means)
    assert (done.ended_by, done.code) == (EndedBy.SIGNAL, int(number))
    assert number.name in done.detail


@every_way
def test_what_is_no_program_was_not_started(tmp_path: Path, means: frozenset[Means]) -> None:
    done = run(["no-such-program"], tmp_path, ENVIRONMENT, QUICK, Confinement((tmp_path,), isolation(means)))
    assert (done.ended_by, done.code) == (EndedBy.NOT_STARTED, None)
    assert done.detail == "no-such-program cannot be started: No such file or directory"


@pytest.mark.parametrize("argv", [(), ("",), ("a\0b",)])
def test_what_is_no_command_was_not_started(tmp_path: Path, argv: tuple[str, ...]) -> None:
    assert run(argv, tmp_path, ENVIRONMENT).ended_by is EndedBy.NOT_STARTED


def test_a_folder_and_a_plain_file_are_no_programs(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("echo hello\n")
    for program in ("./plain", str(tmp_path)):
        done = run([program], tmp_path, ENVIRONMENT, QUICK, Confinement((tmp_path,), isolation(NOTHING)))
        assert done.ended_by is EndedBy.NOT_STARTED, program
        assert "Permission denied" in done.detail


def test_words_reach_the_program_byte_for_byte(tmp_path: Path) -> None:
    words = ["$HOME; `ls`", "two words", "\udcff", "", "naïve"]
    code = "import sys, os; [print(os.fsencode(word).hex()) for word in sys.argv[1:]]"
    done = python(code, tmp_path, NOTHING, QUICK, *words)
    assert done.stdout.decode().split("\n")[:-1] == [os.fsencode(word).hex() for word in words]


@every_way
def test_the_environment_is_what_was_given_and_no_more(
    tmp_path: Path, means: frozenset[Means], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "secret-of-ours")
    monkeypatch.setattr(supervision, "_SERVER", supervision.ForkServer())
    done = shell("env; cat /proc/*/environ 2>/dev/null", tmp_path, means)
    assert b"secret-of-ours" not in done.stdout
    assert b"PATH=" in done.stdout


@every_way
def test_input_is_at_its_end(tmp_path: Path, means: frozenset[Means]) -> None:
    assert shell("cat; echo done", tmp_path, means).stdout == b"done\n"


@every_way
def test_no_descriptor_of_ours_reaches_the_command(tmp_path: Path, means: frozenset[Means]) -> None:
    with (tmp_path / "held").open("w") as held:
        os.set_inheritable(held.fileno(), True)
        confinement = Confinement((tmp_path,), isolation(means), (held.fileno(),))
        code = "import os; print([n for n in range(3, 100) if os.path.exists(f'/proc/self/fd/{n}')])"
        done = run([sys.executable, "-S", "-c", code], tmp_path, ENVIRONMENT, QUICK, confinement)
    assert done.stdout == b"[]\n"


@every_way
def test_the_command_leads_a_session_of_its_own(tmp_path: Path, means: frozenset[Means]) -> None:
    done = python("import os; print(os.getsid(0) == os.getpid() == os.getpgid(0))", tmp_path, means)
    assert done.stdout == b"True\n"


@every_way
def test_signals_are_as_a_shell_would_leave_them(tmp_path: Path, means: frozenset[Means]) -> None:
    """Also where this process ignores some, as what a script starts in the background does."""
    ignored = (signal.SIGQUIT, signal.SIGUSR1, signal.SIGTSTP)
    before = [(number, signal.signal(number, signal.SIG_IGN)) for number in ignored]
    try:
        done = shell("grep -E 'Sig(Blk|Ign)' /proc/self/status", tmp_path, means)
    finally:
        for number, handler in before:
            signal.signal(number, handler)
    own_of_the_c_library = 1 << 31 | 1 << 32  # signals 32 and 33, which no program can set back
    sets = [int(line.split()[1], 16) & ~own_of_the_c_library for line in done.stdout.splitlines()]
    assert sets == [0, 0]


@every_way
def test_a_command_that_takes_too_long_is_ended(tmp_path: Path, means: frozenset[Means]) -> None:
    started = time.monotonic()
    done = shell("echo begun; sleep 20", tmp_path, means, Limits(seconds=0.4, grace=0.3))
    assert (done.ended_by, done.stdout) == (EndedBy.TIME, b"begun\n")
    assert done.detail == "it was ended after 0.4 s, its limit"
    assert time.monotonic() - started < 10


@every_way
def test_a_command_is_asked_once_to_end_itself(tmp_path: Path, means: frozenset[Means]) -> None:
    code = (
        "import os, signal, time\n"
        "signal.signal(signal.SIGTERM, lambda *_: os.write(1, b'asked\\n'))\n"
        "os.write(1, b'ready\\n')\n"
        "time.sleep(1.5)\n"
    )
    done = python(code, tmp_path, means, Limits(seconds=0.7, grace=15))
    assert done.stdout == b"ready\nasked\n"


@every_way
def test_a_command_may_end_itself_within_its_grace(tmp_path: Path, means: frozenset[Means]) -> None:
    code = "trap 'echo tidied; exit 5' TERM; echo ready; sleep 60 & wait"
    done = shell(code, tmp_path, means, Limits(seconds=0.5, grace=15))
    assert (done.ended_by, done.stdout, done.code) == (EndedBy.TIME, b"ready\ntidied\n", 5)
    assert done.seconds < 12


@every_way
def test_ignoring_sigterm_does_not_help(tmp_path: Path, means: frozenset[Means]) -> None:
    mark = mark_of(tmp_path)
    done = shell(f"trap '' TERM HUP INT; sleep {mark}", tmp_path, means, Limits(seconds=0.4, grace=0.2))
    assert done.ended_by is EndedBy.TIME
    assert done.seconds < 9
    assert not living(mark)


FLEEING = """
import os, signal, sys, time
for depth in range(3):
    if os.fork():
        break
    os.setsid()
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    if os.fork():
        os._exit(0)
print("fled", flush=True)
time.sleep(float(sys.argv[2]) if sys.argv[1] == "stay" or depth else 0.5)
"""


@every_way
@pytest.mark.parametrize("parent", ["stay", "go"])
def test_children_in_sessions_of_their_own_end_with_the_command(
    tmp_path: Path, means: frozenset[Means], parent: str
) -> None:
    mark = mark_of(tmp_path)
    limits = Limits(seconds=0.9 if parent == "stay" else 30, grace=0.1)
    done = python(FLEEING, tmp_path, means, limits, parent, mark)
    assert done.ended_by is (EndedBy.TIME if parent == "stay" else EndedBy.EXIT)
    assert done.stdout.count(b"fled") >= 3
    assert not living(mark)


@every_way
def test_a_child_that_keeps_the_output_open_holds_nothing_up(tmp_path: Path, means: frozenset[Means]) -> None:
    mark = mark_of(tmp_path)
    done = shell(f"setsid sleep {mark} & echo done", tmp_path, means)
    assert (done.ended_by, done.stdout) == (EndedBy.EXIT, b"done\n")
    assert done.seconds < 10
    assert not living(mark)


@every_way
def test_a_fork_bomb_ends_with_its_time(tmp_path: Path, means: frozenset[Means]) -> None:
    code = """
import os, time, sys
for _ in range(5):
    try: os.fork()
    except OSError: pass
time.sleep(float(sys.argv[1]))
"""
    mark = mark_of(tmp_path)
    done = python(code, tmp_path, means, Limits(seconds=0.6, grace=0.1), mark)
    assert done.ended_by is EndedBy.TIME
    assert not living(mark)


@every_way
def test_a_command_that_prints_without_end_is_ended(tmp_path: Path, means: frozenset[Means]) -> None:
    done = shell("yes 'a line of output'", tmp_path, means, Limits(seconds=15, output_bytes=8 * MIB))
    assert done.ended_by is EndedBy.OUTPUT
    assert done.detail == "it was ended: it printed more than 8 MB"
    assert len(done.stdout) < 3 * MIB
    assert done.stdout.startswith(b"a line of output\n")


def test_the_limit_of_output_counts_both_streams(tmp_path: Path) -> None:
    done = shell("yes | head -c 600000; yes | head -c 600000 >&2", tmp_path, NOTHING, Limits(output_bytes=MIB))
    assert done.ended_by is EndedBy.OUTPUT


def test_output_up_to_the_limit_is_kept_whole(tmp_path: Path) -> None:
    done = python("print('x' * 5_000_000)", tmp_path, NOTHING, Limits(output_bytes=5_000_001))
    assert (done.ended_by, len(done.stdout)) == (EndedBy.EXIT, 5_000_001)


@every_way
def test_a_file_ends_at_its_limit(tmp_path: Path, means: frozenset[Means]) -> None:
    limits = Limits(seconds=20, file_bytes=MIB)
    done = shell("exec dd if=/dev/zero of=big bs=65536 count=100 2>/dev/null", tmp_path, means, limits)
    assert (done.ended_by, done.code) == (EndedBy.SIGNAL, int(signal.SIGXFSZ))
    assert done.detail == "it was ended by SIGXFSZ: it wrote a file of more than 1 MB"
    assert (tmp_path / "big").stat().st_size == MIB


def test_a_command_leaves_room_on_the_disk(tmp_path: Path) -> None:
    space = os.statvfs(tmp_path)
    reserve = space.f_bavail * space.f_frsize - 48 * MIB
    code = "import time\nwith open('big', 'wb') as f:\n for _ in range(64): f.write(b'x' * (1 << 20))\ntime.sleep(60)"
    done = python(code, tmp_path, NOTHING, Limits(seconds=30, free_bytes=reserve))
    assert done.ended_by is EndedBy.OUTPUT
    assert "of disk" in done.detail


def test_no_core_is_dumped(tmp_path: Path) -> None:
    assert shell("ulimit -c", tmp_path).stdout == b"0\n"


def test_memory_is_bounded_on_request(tmp_path: Path) -> None:
    done = python("x = bytearray(1 << 30)", tmp_path, NOTHING, Limits(memory_bytes=512 * MIB))
    assert done.code == 1
    assert b"MemoryError" in done.stderr


@every_way
def test_commands_run_at_the_same_time(tmp_path: Path, means: frozenset[Means]) -> None:
    ends: dict[int, Execution] = {}

    def one(number: int) -> None:
        ends[number] = shell(f"sleep 0.2; echo {number}", tmp_path, means)

    threads = [threading.Thread(target=one, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {number: end.stdout for number, end in ends.items()} == {n: b"%d\n" % n for n in range(8)}


def test_nothing_of_ours_is_used_up(tmp_path: Path) -> None:
    shell("true", tmp_path)
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(10):
        shell("true", tmp_path)
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_a_server_that_was_killed_is_started_anew(tmp_path: Path) -> None:
    from bot.mutation.supervision import _SERVER

    shell("true", tmp_path)
    assert _SERVER._process is not None
    _SERVER._process.kill()
    _SERVER._process.wait()
    assert shell("true", tmp_path).succeeded


CALLER = """
import sys
from pathlib import Path
from bot.mutation import supervision
from bot.mutation.execution import Confinement, Limits, run
from bot.mutation import supervision
from bot.mutation.isolation import describe
from bot.mutation.sandbox.command_spec import Means
folder, mark, *names = sys.argv[1:]
confinement = Confinement((Path(folder),), describe(frozenset(map(Means, names))))
code = f"trap '' TERM HUP; setsid sleep {mark} & setsid sh -c 'sleep {mark} & wait' & echo begun > begun; sleep {mark}"
run(["/bin/sh", "-c", code], Path(folder), {"PATH": "/usr/bin:/bin"}, Limits(seconds=60), confinement)
"""


@every_way
def test_a_caller_that_is_killed_leaves_no_process(tmp_path: Path, means: frozenset[Means]) -> None:
    isolation(means)
    mark = mark_of(tmp_path)
    argv = [sys.executable, "-c", CALLER, str(tmp_path), mark, *sorted(means)]
    with subprocess.Popen(argv, cwd=ROOT) as caller:
        assert soon((tmp_path / "begun").exists)
        assert soon(lambda: len(living(mark)) >= 4)
        caller.kill()
    assert soon(lambda: not living(mark))


def test_a_supervisor_that_is_killed_takes_its_namespace_along(tmp_path: Path) -> None:
    isolation(NAMESPACES)
    mark = mark_of(tmp_path)
    ends: list[Execution] = []
    running = threading.Thread(target=lambda: ends.append(shell(f"setsid sleep {mark} & wait", tmp_path, NAMESPACES)))
    running.start()
    assert soon(lambda: bool(numbered(f"sleep\0{mark}")))
    (sleeper,) = numbered(f"sleep\0{mark}")
    shell_pid = _parent(sleeper)
    supervisor = _parent(_parent(shell_pid))
    os.kill(supervisor, signal.SIGKILL)
    running.join(20)
    assert not living(mark)
    assert ends[0].ended_by is EndedBy.SIGNAL
    assert not ends[0].succeeded


def numbered(words: str) -> list[int]:
    """The numbers of processes whose command line begins with words."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if place.read_bytes().startswith(words.encode()):
                found.append(int(place.parent.name))
        except OSError:
            continue
    return found


def _parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()[1])
