"""A message file as git leaves it after the editor: comments, blank lines and the diff below the scissors."""

from __future__ import annotations

from checkers.commit_trailers.git_trailers import SPACE

AUTO = "auto"
_CANDIDATES = "#;@!$%^&|:"
_SCISSORS = " ------------------------ >8 ------------------------"


def cleanup_mode(configured: str | None, *, editor: bool = True) -> str:
    """What `commit.cleanup` comes to: `strip`, `whitespace`, `scissors` or `verbatim`.

    `configured` is the setting or None; without an editor nothing is taken as a comment (git's `get_cleanup_mode`).
    """
    if configured in (None, "", "default"):
        return "strip" if editor else "whitespace"
    if configured == "scissors" and not editor:
        return "whitespace"
    return configured or "strip"


def cleaned(text: str, mode: str, comment: str) -> str:
    """The message that git will record for the text of its message file.

    `mode` is what `cleanup_mode` gives (`default` stands for `strip`); `comment` is the comment mark, or `auto`. What
    is below a scissors line goes in every mode, since git wrote that line.
    """
    mark = comment_of(text) if comment == AUTO else comment
    text = _above_scissors(text, mark)
    if mode == "verbatim":
        return text
    return _stripped(text, mark if mode in ("strip", "default") else None)


def comment_of(text: str) -> str:
    """The character that git chose under `core.commentChar=auto`: the scissors line's, else that of the last line.

    The choice itself is not recorded anywhere; git's own comments close the file, so the last line shows it.
    """
    lines = text.split("\n")
    for line in lines:
        if line[1:] == _SCISSORS and line[0] in _CANDIDATES:
            return line[0]
    last = next((line for line in reversed(lines) if line.strip(SPACE)), "")
    return last[0] if last and last[0] in _CANDIDATES else _CANDIDATES[0]


def _above_scissors(text: str, comment: str) -> str:
    line = f"{comment}{_SCISSORS}\n"
    if text.startswith(line):
        return ""
    above, found, _ = text.partition("\n" + line)
    return above + "\n" if found else text


def _stripped(text: str, comment: str | None) -> str:
    """git's `stripspace`: no white space at line ends, no blank lines at the ends, one between paragraphs."""
    done: list[str] = []
    blank = False
    for line in text.split("\n"):
        if comment and line.startswith(comment):
            continue
        kept = line.rstrip(SPACE)
        if not kept:
            blank = True
            continue
        if blank and done:
            done.append("")
        done.append(kept)
        blank = False
    return "".join(f"{line}\n" for line in done)
