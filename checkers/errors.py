"""The family of expected errors: each says in one line what is wrong and what to do; the run ends with exit code 2."""


class RedfirstError(Exception):
    """The base of every expected error; its text is the one line that the user reads."""


class UsageError(RedfirstError):
    """The command line asks for something that cannot be done."""


class PolicyError(RedfirstError):
    """The policy file is unreadable or invalid; the text begins with `file:line: key.path`."""


class RepositoryError(RedfirstError):
    """git cannot answer here: not a repository, refused ownership, a git that is too old, a damaged store."""


class RevisionError(RepositoryError):
    """A revision does not name exactly one commit here, or could be read as an option."""


class MissingObjectError(RepositoryError):
    """The store lacks an object that a checker needs; the text names the object and what it was needed for."""


class RangeUnavailable(RedfirstError):  # noqa: N818 - it says what is the case, and is no fault of the run
    """A range cannot be taken (no merge base, history cut short): its checkers are skipped, with this as the reason."""


def reason_of(error: OSError | ValueError) -> str:
    """Why a file cannot be had, without its name; a ValueError is what Python raises for a path with a NUL."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
