"""Fuzzing with atheris (libFuzzer): `python -m tests.fuzz [TARGET …] --runs N --corpus DIR`; exit 1 if one fails."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

MEMORY_MB = 1024
SLOWEST_S = 10


def main() -> int:
    """Fuzz each target in a process of its own, since libFuzzer ends the process that it runs in."""
    options = _options()
    if options.one:
        _fuzz(options)
    from tests.fuzz.targets import TARGETS

    unknown = [name for name in options.targets if name not in TARGETS]
    if unknown:
        print(f"{unknown[0]} is no target; there are {', '.join(TARGETS)}", file=sys.stderr)
        return 2
    failed = [name for name in options.targets or TARGETS if _run(name, options)]
    return int(bool(failed))


def _run(name: str, options: argparse.Namespace) -> bool:
    """Whether the target failed."""
    with tempfile.TemporaryDirectory() as scratch:
        corpus = (options.corpus or Path(scratch)) / name
        corpus.mkdir(parents=True, exist_ok=True)
        command = [
            sys.executable,
            "-m",
            "tests.fuzz",
            name,
            "--one",
            "--runs",
            str(options.runs),
            "--corpus",
            str(corpus),
        ]
        ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    lines = ended.stdout.splitlines()
    failed = ended.returncode != 0
    done = next((line for line in reversed(lines) if line.startswith("Done ")), "ended early")
    print(f"{'FAIL' if failed else 'ok  '}  {name:<16} {done}", flush=True)
    if failed:
        told = [line for line in lines if not line.startswith(("INFO", "WARNING", "#"))]
        print("\n".join(told[-60:]), *_found(name, corpus), sep="\n", flush=True)
    return failed


def _found(name: str, corpus: Path) -> list[str]:
    """The inputs that libFuzzer left beside the corpus, as Python writes them."""
    return [f"{path.name}: {path.read_bytes()!r}" for path in sorted(corpus.parent.glob(f"{name}-*"))]


def _fuzz(options: argparse.Namespace) -> None:
    import atheris

    with atheris.instrument_imports(include=["checkers", "bot"]):
        from tests.fuzz.targets import TARGETS

    target = TARGETS[options.targets[0]]
    for number, seed in enumerate(target.seeds()):
        (options.corpus / f"seed-{number}").write_bytes(seed)
    words = options.corpus.parent / f"{target.name}.words"
    words.write_text("".join(f'"{_escaped(word)}"\n' for word in (*target.words, b"\n") if word), encoding="ascii")
    atheris.Setup(
        [
            sys.argv[0],
            str(options.corpus),
            f"-runs={options.runs}",
            f"-dict={words}",
            f"-timeout={SLOWEST_S}",
            f"-rss_limit_mb={MEMORY_MB}",
            f"-max_len={target.longest}",
            f"-artifact_prefix={options.corpus.parent}/{target.name}-",
            "-print_final_stats=1",
        ],
        target.run,
    )
    atheris.Fuzz()


def _escaped(word: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="which parsers; default: all")
    parser.add_argument("--runs", type=int, default=200_000, help="inputs for each (default: %(default)s)")
    parser.add_argument("--corpus", type=Path, help="a folder that keeps what was reached, for the next time")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
