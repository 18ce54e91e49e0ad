"""The pages in the words of other policies."""

from __future__ import annotations

import pytest

from checkers.issue_index.terminology import translation
from checkers.policy.bounded import BoundedRegex
from checkers.policy.load import preset_policy


@pytest.mark.parametrize(
    ("issue", "is_shown"),
    [(r"\[#(?P<number>\d+)\]", True), (r"#(?P<number>\d+)", True), (r"ISS-(?P<number>\d+)", False)],
)
def test_the_examples_are_shown_where_an_issue_is_written_as_there(issue: str, is_shown: bool) -> None:
    preset = preset_policy().issue_index
    assert preset is not None
    assert (translation(preset._replace(issue=BoundedRegex(issue)), preset) is not None) is is_shown
