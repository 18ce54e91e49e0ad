"""What a suite cannot reach: files, processes, the network, sockets and devices of the system around it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.mutation import isolation as isolation_module
from bot.mutation.execution import Confinement, Limits, run
from bot.mutation.isolation import describe, isolation_here
from bot.mutation.model import EndedBy, Execution
from bot.mutation.sandbox import namespaces
from bot.mutation.sandbox.command_spec import Means
from tests.support.isolation import FILTERS, NAMESPACES, NOTHING, every_way, isolated_ways, isolation
from tests.support.modules import ROOT
from tests.support.processes import living, mark_of

ENVIRONMENT = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"}
LIMITS = Limits(seconds=20, grace=0.2)
NOBODY = 65534


@pytest.fixture
def places(tmp_path: Path) -> tuple[Path, Path]:
    """A folder that a suite may write in, and one that it may not."""
    (tmp_path / "inside").mkdir()
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "kept").write_text("as it was\n")
    return tmp_path / "inside", tmp_path / "outside"


def python(code: str, inside: Path, means: frozenset[Means], *arguments: str) -> Execution:
    """Run some Python in a folder."""
    argv = [sys.executable, "-S", "-c", code, *arguments]
    return run(argv, inside, ENVIRONMENT, LIMITS, Confinement((inside,), isolation(means)))


def shell(code: str, inside: Path, means: frozenset[Means]) -> Execution:
    """Run a shell's command in a folder."""
    return run(["/bin/sh", "-c", code], inside, ENVIRONMENT, LIMITS, Confinement((inside,), isolation(means)))


WRITES = [
    "echo changed > {out}/kept",
    "echo more >> {out}/kept",
    "truncate -s 0 {out}/kept",
    "rm {out}/kept",
    "mv {out}/kept {out}/moved",
    "mv {out}/kept moved",
    "touch {out}/new",
    "mkdir {out}/new",
    "ln -s / {out}/new",
    "mkfifo {out}/new",
    "ln {out}/kept linked && echo changed > linked",
    "ln -s {out} way && echo changed > way/kept",
    "echo x > {out}/../beside",
    "rm -rf {out}",
    "cp /bin/true {out}/kept",
    "python3 -c \"open('{out}/kept', 'r+').write('X')\"",
]


@isolated_ways
@pytest.mark.parametrize("attempt", WRITES)
def test_nothing_is_written_elsewhere(places: tuple[Path, Path], means: frozenset[Means], attempt: str) -> None:
    inside, outside = places
    done = shell(attempt.format(out=outside), inside, means)
    assert done.ended_by is EndedBy.EXIT
    assert not done.succeeded, done
    assert sorted(path.name for path in outside.iterdir()) == ["kept"]
    assert (outside / "kept").read_text() == "as it was\n"
    assert sorted(path.name for path in outside.parent.iterdir()) == ["inside", "outside"]


@pytest.mark.parametrize("attempt", ["chmod 777 {out}/kept", "touch -d 2001-01-01 {out}/kept", "chown 1:1 {out}/kept"])
def test_namespaces_keep_modes_and_times_too(places: tuple[Path, Path], attempt: str) -> None:
    inside, outside = places
    before = (outside / "kept").stat()
    assert not shell(attempt.format(out=outside), inside, NAMESPACES).succeeded
    after = (outside / "kept").stat()
    assert (before.st_mode, before.st_mtime_ns, before.st_uid) == (after.st_mode, after.st_mtime_ns, after.st_uid)


@isolated_ways
def test_the_workspace_devices_and_shared_memory_are_writable(
    places: tuple[Path, Path], means: frozenset[Means]
) -> None:
    code = """
mkdir -p a/b && echo x > a/b/c && mv a/b/c a/d && ln -s d a/e && ln a/d a/f && rm a/f && chmod +x a/d &&
echo x > /dev/null && head -c 1 /dev/urandom > /dev/null && python3 -c '
import multiprocessing, os, pty
multiprocessing.Lock()
pty.openpty()
'"""
    done = shell(code, places[0], means)
    assert done.succeeded, done
    assert (places[0] / "a" / "d").read_text() == "x\n"


@isolated_ways
@pytest.mark.parametrize("attempt", ["mount -t tmpfs tmpfs .", "mount -o remount,rw /", "umount -l /proc", "sudo true"])
def test_there_is_no_way_back_out(places: tuple[Path, Path], means: frozenset[Means], attempt: str) -> None:
    assert not shell(f"{attempt} 2>/dev/null", places[0], means).succeeded


@isolated_ways
def test_a_namespace_of_its_own_does_not_undo_the_isolation(places: tuple[Path, Path], means: frozenset[Means]) -> None:
    inside, outside = places
    code = f"unshare -rm sh -c 'mount -o remount,rw,bind / ; mount --bind {outside} {inside}; echo x > {outside}/kept'"
    shell(code, inside, means)
    assert (outside / "kept").read_text() == "as it was\n"


def test_the_kernel_s_own_settings_stay(places: tuple[Path, Path]) -> None:
    done = shell("echo x > /proc/sys/kernel/core_pattern || echo 1 > /proc/self/oom_score_adj", places[0], NAMESPACES)
    assert not done.succeeded


@isolated_ways
def test_disks_are_not_opened(places: tuple[Path, Path], means: frozenset[Means]) -> None:
    code = """
import os, stat
for name in os.listdir("/dev"):
    if stat.S_ISBLK(os.stat("/dev/" + name).st_mode):
        try: os.open("/dev/" + name, os.O_RDWR)
        except OSError: continue
        print(name)
"""
    assert python(code, places[0], means).stdout == b""


CONNECT = """
import socket, sys
with socket.socket() as asking:
    asking.settimeout(5)
    asking.connect(("127.0.0.1", int(sys.argv[1])))
print("connected")
"""


@pytest.fixture
def listening() -> Iterator[int]:
    """The port of a listener outside."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@isolated_ways
def test_the_network_is_out_of_reach(places: tuple[Path, Path], means: frozenset[Means], listening: int) -> None:
    assert python(CONNECT, places[0], NOTHING, str(listening)).stdout == b"connected\n"
    done = python(CONNECT, places[0], means, str(listening))
    assert not done.succeeded
    assert b"OSError" in done.stderr or b"Error:" in done.stderr
    assert done.stdout == b""


@isolated_ways
@pytest.mark.parametrize("family", ["AF_INET", "AF_INET6", "AF_PACKET", "AF_VSOCK"])
def test_datagrams_leave_nowhere(places: tuple[Path, Path], means: frozenset[Means], family: str) -> None:
    code = f"""
import socket
s = socket.socket(socket.{family}, socket.SOCK_DGRAM)
s.sendto(b"x", ("192.0.2.1", 53) if "INET" in "{family}" else ("eth0", 0))
print("sent")
"""
    assert python(code, places[0], means).stdout == b""


def test_a_suite_may_talk_to_itself_where_it_has_a_network_of_its_own(places: tuple[Path, Path]) -> None:
    code = """
import socket
with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()):
    print("talked")
"""
    assert python(code, places[0], NAMESPACES).stdout == b"talked\n"


@isolated_ways
def test_local_sockets_work(places: tuple[Path, Path], means: frozenset[Means]) -> None:
    code = """
import socket
with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
    server.bind("here")
    server.listen()
    client.connect("here")
    print("talked")
"""
    assert python(code, places[0], means).stdout == b"talked\n"


@pytest.mark.parametrize("limit", ["_SOCKETS_COVERED", "_LIST_BYTES"])
def test_sockets_that_are_too_many_to_cover_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    with socket.socket(socket.AF_UNIX) as one, socket.socket(socket.AF_UNIX) as other:
        one.bind(str(tmp_path / "one"))
        other.bind(str(tmp_path / "other"))
        sockets, are_all = namespaces.local_sockets()
        assert are_all
        assert {os.fsencode(tmp_path / "one"), os.fsencode(tmp_path / "other")} <= {*sockets}
        monkeypatch.setattr(namespaces, limit, 1)
        few, are_all = namespaces.local_sockets()
        assert (len(few) <= 1, are_all) == (True, False)


def test_sockets_of_others_are_covered(places: tuple[Path, Path]) -> None:
    inside, outside = places
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(outside / "engine"))
        server.listen()
        code = "import socket, sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1]); print('connected')"
        assert python(code, inside, NOTHING, str(outside / "engine")).stdout == b"connected\n"
        assert python(code, inside, NAMESPACES, str(outside / "engine")).stdout == b""


def test_only_its_own_processes_are_seen(places: tuple[Path, Path]) -> None:
    done = shell("ls /proc | grep -c '^[0-9]'; kill -9 1; kill -9 -1; echo on", places[0], NAMESPACES)
    assert int(done.stdout.split()[0]) < 8


@isolated_ways
def test_the_runner_cannot_be_signalled_or_read(places: tuple[Path, Path], means: frozenset[Means]) -> None:
    victim = subprocess.Popen(["sleep", "30"], env={"TOKEN": "secret-of-ours"})
    try:
        code = f"cat /proc/{victim.pid}/environ; kill -9 {victim.pid}"
        done = shell(code, places[0], means)
        time.sleep(0.05)
        assert b"secret-of-ours" not in done.stdout
        gap = any("signal" in sentence for sentence in isolation(means).gaps)
        assert gap or victim.poll() is None
    finally:
        victim.kill()
        victim.wait()


def test_processes_are_bounded(places: tuple[Path, Path]) -> None:
    limits = Limits(seconds=1.5, grace=0.1, processes=450)
    code = "import os, time\nwhile True:\n try: os.fork()\n except OSError: time.sleep(0.01)"
    argv = [sys.executable, "-S", "-c", code]
    counts: list[int] = []

    def count() -> None:
        while len(counts) < 20:
            counts.append(sum(path.name.isdigit() for path in Path("/proc").iterdir()))
            time.sleep(0.05)

    if os.geteuid() == 0 and tuple(map(int, os.uname().release.split(".")[:2])) < (6, 14):
        pytest.skip("this kernel bounds no process numbers by namespace, and no limit binds root")
    before = sum(path.name.isdigit() for path in Path("/proc").iterdir())
    counting = threading.Thread(target=count)
    counting.start()
    done = run(argv, places[0], ENVIRONMENT, limits, Confinement((places[0],), isolation(NAMESPACES)))
    counting.join()
    assert done.ended_by is EndedBy.TIME
    assert 50 < max(counts) - before < 600


def test_what_is_not_kept_from_a_suite_is_said() -> None:
    assert describe(NAMESPACES).gaps == ()
    assert any("not refused" in gap for gap in describe(NOTHING).gaps)
    assert any("reaches the network" in gap for gap in describe(NOTHING).gaps)
    assert any("--network" in gap for gap in describe(NOTHING, network=True).gaps)
    assert any("modes" in gap for gap in describe(FILTERS).gaps)
    assert not any("network" in gap for gap in describe(FILTERS).gaps)
    assert any("network" in gap for gap in describe(frozenset({Means.NAMESPACES})).gaps)


def test_the_network_is_allowed_on_request(places: tuple[Path, Path], listening: int) -> None:
    argv = [sys.executable, "-S", "-c", CONNECT, str(listening)]
    allowed = isolation_here(network=True)
    assert allowed.means.isdisjoint({Means.NETWORK, Means.SECCOMP})
    assert run(argv, places[0], ENVIRONMENT, LIMITS, Confinement((places[0],), allowed)).succeeded


def test_means_that_do_not_work_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    isolation_module.working_means.cache_clear()
    monkeypatch.setattr(isolation_module, "tried", lambda means: isolation_module.SupervisorStatus(failure="no"))
    try:
        assert isolation_here().means == frozenset()
        assert len(isolation_here().gaps) >= 3
    finally:
        isolation_module.working_means.cache_clear()


AS_ANOTHER = """
import sys
sys.path.append(sys.argv[1])
from pathlib import Path
from bot.mutation.execution import Confinement, Limits, run
from bot.mutation.isolation import describe, tried, worked
from bot.mutation.sandbox import namespaces
from bot.mutation.sandbox.command_spec import Means
folder, mark, *names = Path(sys.argv[2]), *sys.argv[3:]
means = frozenset(map(Means, names))
if means and not worked(tried(means)):
    sys.exit("not here")
here = describe(means)
print(sorted(here.means))
confinement = Confinement((folder,), here)
code = f"id -u; echo x > ok; echo x > ../evil; setsid sleep {mark} & sleep {mark}"
done = run(["/bin/sh", "-c", code], folder, {"PATH": "/usr/bin:/bin"}, Limits(seconds=1, grace=0.1), confinement)
print(done.ended_by, done.stdout, here.gaps)
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user; the other tests are that user's")
@every_way
def test_a_user_without_rights_is_isolated_alike(means: frozenset[Means]) -> None:
    python3 = shutil.which("python3", path="/usr/bin:/usr/local/bin")
    if python3 is None or sys.version_info[:2] != _version(python3):
        pytest.skip("no Python that another user can run")
    folder = Path("/tmp") / f"redfirst-test-{os.getpid()}"
    (folder / "inside").mkdir(parents=True)
    try:
        for path in (folder, folder / "inside"):
            os.chown(path, NOBODY, NOBODY)
        mark = mark_of(folder)
        argv = [python3, "-I", "-B", "-c", AS_ANOTHER, str(ROOT), str(folder / "inside"), mark, *sorted(means)]
        done = subprocess.run(
            argv, user=NOBODY, group=NOBODY, extra_groups=[], env={}, capture_output=True, text=True, check=False
        )
        if "not here" in done.stderr:
            pytest.skip("this system does not let that user use it")
        assert "time b'65534\\n'" in done.stdout, done
        assert sorted(path.name for path in folder.iterdir()) == (["inside"] if means else ["evil", "inside"])
        assert not living(mark)
    finally:
        shutil.rmtree(folder)


def _version(program: str) -> tuple[int, ...]:
    code = "import sys; print(*sys.version_info[:2])"
    done = subprocess.run([program, "-I", "-c", code], capture_output=True, text=True, check=True)
    return tuple(map(int, done.stdout.split()))
