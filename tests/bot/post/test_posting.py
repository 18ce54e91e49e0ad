"""Posting: one comment that is true now, whoever else writes, and no request too many."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.github import marker
from bot.github.check_run import LONGEST_TEXT
from bot.github.errors import ForgeError, RefusedError
from bot.post.reconciling import Outcome
from bot.verdict.model import Target
from tests.bot.post.posts import (
    HEAD,
    NEW,
    NUMBER,
    OLD,
    PASSED,
    REPOSITORY,
    SKIPPED,
    failing,
    judged,
    not_judged,
    ours,
    post,
    supersede,
)
from tests.forge.clients import Clock
from tests.forge.faults import Fault, Kind, bad_gateway, on
from tests.forge.http import Request
from tests.forge.server import Forge, serving
from tests.forge.state import (
    ACTIONS_BOT,
    CONTRIBUTOR,
    EPOCH,
    MAINTAINER,
    MAINTAINER_TOKEN,
    OTHER_BOT,
    OTHER_TOKEN,
    Account,
    App,
    Comment,
)  # fmt: skip


@pytest.fixture
def forge() -> Iterator[Forge]:
    with serving() as made:
        made.world.open_pull(NUMBER, HEAD)
        yield made


def _comment(forge: Forge) -> Comment:
    (comment,) = ours(forge)
    return comment


def _first_line(forge: Forge) -> str:
    return _comment(forge).body.splitlines()[0]


def _run_in(forge: Forge) -> tuple[int, int]:
    found = marker.read(_comment(forge).body)
    assert found is not None
    return found.age


def test_a_first_post_writes_check_run_status_and_then_the_comment(forge: Forge) -> None:
    result = post(forge, judged())
    assert result.outcome is Outcome.POSTED
    assert [write.split("/")[-1] for write in forge.writes] == ["check-runs", HEAD, "comments"]
    assert _first_line(forge).startswith("**redfirst: 1 of 2 gates failed** · judged [`0000000`](")
    (check,) = forge.world.checks
    assert (check.name, check.head, check.conclusion, check.external_id) == ("redfirst", HEAD, "failure", "7/1.1")
    assert check.title == "1 of 2 gates failed"
    assert check.details_url == "https://github.example/acme/infer/actions/runs/1/attempts/1"
    (status,) = forge.world.statuses
    assert (status.context, status.state, status.sha) == ("redfirst", "failure", HEAD)
    assert (status.description, status.target_url) == ("1 of 2 gates failed", check.details_url)
    assert result.url == f"https://github.example/acme/infer/pull/7#issuecomment-{_comment(forge).id}"


def test_the_check_run_has_the_text_of_the_comment(forge: Forge) -> None:
    post(forge, judged())
    assert marker.text_of(_comment(forge).body) == (forge.world.checks[0].text or "").strip()


def test_posting_again_changes_nothing_in_four_requests(forge: Forge) -> None:
    post(forge, judged())
    forge.forget()
    assert post(forge, judged()).outcome is Outcome.UNCHANGED
    assert forge.writes == []
    assert len(forge.requests) == 4


def test_a_new_head_edits_the_same_comment_in_nine_requests(forge: Forge) -> None:
    post(forge, judged())
    before = _comment(forge).id
    forge.world.pulls[NUMBER].head = NEW
    forge.forget()
    assert post(forge, judged(NEW, 2, 1, PASSED)).outcome is Outcome.POSTED
    assert len(forge.requests) == 9
    assert [write.split(" ")[0] for write in forge.writes] == ["POST", "POST", "PATCH"]
    assert _comment(forge).id == before
    assert _first_line(forge).startswith("**redfirst: the one gate passed**")


def test_a_person_with_a_token_needs_one_request_more(forge: Forge) -> None:
    forge.world.accounts["ghp_app"] = replace(ACTIONS_BOT, login="machine", app=None)
    post(forge, judged(), token=MAINTAINER_TOKEN)
    forge.forget()
    post(forge, judged(), token=MAINTAINER_TOKEN)
    assert next(request for request in forge.requests if request.startswith("GET")) == "GET /user"


def test_findings_become_annotations_in_batches_of_fifty(forge: Forge) -> None:
    post(forge, judged(HEAD, 1, 1, failing(120)))
    (check,) = forge.world.checks
    assert len(check.annotations) == 120
    assert [annotation["start_line"] for annotation in check.annotations] == list(range(1, 121))
    sizes = [write for write in forge.writes if "check-runs" in write]
    assert len(sizes) == 3
    forge.forget()
    assert post(forge, judged(HEAD, 1, 1, failing(120))).outcome is Outcome.UNCHANGED
    assert forge.writes == []


def test_more_annotations_than_anybody_reads_are_cut_and_that_is_said(forge: Forge) -> None:
    post(forge, judged(HEAD, 1, 1, failing(501)))
    (check,) = forge.world.checks
    assert len(check.annotations) == 500
    assert check.summary == "Judged at `0000000`. The first 500 of 501 findings are annotated."


@pytest.mark.parametrize("kind", [Kind.ACTED, Kind.CUT, Kind.REFUSED])
@pytest.mark.parametrize("nth", [1, 2, 3])
def test_annotations_are_neither_lost_nor_doubled_by_a_failure(forge: Forge, kind: Kind, nth: int) -> None:
    count = [0]

    def plan(request: Request, _: int) -> Fault | None:
        count[0] += request.method != "GET" and "check-runs" in request.path
        fails = request.method != "GET" and "check-runs" in request.path and count[0] == nth
        return Fault(kind, 502) if fails else None

    forge.plan = plan
    post(forge, judged(HEAD, 1, 1, failing(120)))
    (check,) = forge.world.checks
    assert [annotation["start_line"] for annotation in check.annotations] == list(range(1, 121))


@pytest.mark.parametrize(
    ("gates", "conclusion", "state"),
    [
        ((PASSED,), "success", "success"),
        ((PASSED, SKIPPED), "neutral", "pending"),
        ((failing(), SKIPPED), "failure", "failure"),
    ],
)
def test_a_skip_is_no_success(forge: Forge, gates: tuple[object, ...], conclusion: str, state: str) -> None:
    post(forge, judged(HEAD, 1, 1, *gates))  # type: ignore[arg-type]
    assert (forge.world.checks[0].conclusion, forge.world.statuses[0].state) == (conclusion, state)


def test_a_head_that_could_not_be_judged_is_no_success_and_says_why(forge: Forge) -> None:
    """A check that is neither would let pass what requires it, and whoever breaks the judge would have found a way."""
    post(forge, judged(HEAD, 1, 1, not_judged(".redfirst.yml:3: x.y is no key here @team <b>")))
    (check,) = forge.world.checks
    assert (check.conclusion, forge.world.statuses[0].state) == ("failure", "failure")
    assert check.title == forge.world.statuses[0].description == "not judged, the judge ended with an error"
    assert check.summary == f"Tried at `{HEAD[:7]}`."
    assert ".redfirst.yml:3: x.y is no key here &#64;&#8203;team &#60;b&#62;" in _comment(forge).body


def test_a_head_that_cannot_be_judged_any_more_is_no_success_of_an_earlier_run(forge: Forge) -> None:
    post(forge, judged(HEAD, 1, 1, PASSED))
    post(forge, judged(HEAD, 2, 1, not_judged()))
    assert _comment(forge).body.startswith("**redfirst: not judged, the judge ended with an error**")
    assert forge.world.statuses[-1].state == "failure"
    post(forge, judged(HEAD, 3, 1, PASSED))
    assert _comment(forge).body.startswith("**redfirst: the one gate passed**")


def test_a_verdict_on_another_head_posts_nothing(forge: Forge) -> None:
    result = post(forge, judged(OLD))
    assert (result.outcome, result.head, result.url) == (Outcome.OLD_HEAD, HEAD, None)
    assert forge.writes == []


def test_a_verdict_on_an_old_head_makes_the_comment_say_that_it_is_old(forge: Forge) -> None:
    post(forge, judged())
    text = _comment(forge).body
    forge.world.pulls[NUMBER].head = NEW
    forge.forget()
    assert post(forge, judged()).outcome is Outcome.OLD_HEAD
    assert [write.split(" ")[0] for write in forge.writes] == ["PATCH"]
    shown = _comment(forge).body
    assert shown.startswith("**redfirst: superseded** by [`0000000`](https://github.example/acme/infer/commit/")
    assert shown.splitlines()[0].endswith(text.splitlines()[0].removeprefix("**redfirst: "))
    assert marker.text_of(shown) == marker.text_of(text)
    forge.forget()
    post(forge, judged())
    assert forge.writes == []


def test_the_comment_says_that_it_is_old_before_the_new_head_is_judged(forge: Forge) -> None:
    post(forge, judged())
    forge.world.pulls[NUMBER].head = NEW
    forge.forget()
    assert supersede(forge).outcome is Outcome.POSTED
    assert [write.split(" ")[0] for write in forge.writes] == ["PATCH"]
    assert _first_line(forge).startswith("**redfirst: superseded** by [`0000000`]")
    assert supersede(forge).outcome is Outcome.UNCHANGED
    assert len(forge.writes) == 1
    assert post(forge, judged(NEW, 2, 1, PASSED)).outcome is Outcome.POSTED
    assert _first_line(forge).startswith("**redfirst: the one gate passed**")


def test_nothing_is_said_where_nothing_is_old(forge: Forge) -> None:
    assert supersede(forge).url is None
    post(forge, judged())
    forge.forget()
    assert supersede(forge).outcome is Outcome.UNCHANGED
    assert forge.writes == []


def test_an_old_run_does_not_call_a_new_verdict_old(forge: Forge) -> None:
    forge.world.pulls[NUMBER].head = NEW
    post(forge, judged(NEW, 2, 1))
    text = _comment(forge).body
    forge.forget()
    assert post(forge, judged(HEAD, 1, 1)).outcome is Outcome.OLD_HEAD
    assert forge.writes == []
    assert _comment(forge).body == text


def test_a_comment_that_was_old_is_true_again_when_its_head_comes_back(forge: Forge) -> None:
    post(forge, judged())
    text = _comment(forge).body
    forge.world.pulls[NUMBER].head = NEW
    post(forge, judged())
    forge.world.pulls[NUMBER].head = HEAD
    post(forge, judged())
    assert _comment(forge).body == text


@pytest.mark.parametrize(
    ("newer", "older"), [((2, 1), (1, 1)), ((2, 2), (2, 1)), ((10, 1), (9, 3)), ((1, 1), (None, None))]
)
def test_a_newer_run_is_not_overwritten(
    forge: Forge, newer: tuple[int, int], older: tuple[int | None, int | None]
) -> None:
    post(forge, judged(HEAD, *newer, PASSED))
    text, forge_checks = _comment(forge).body, len(forge.world.checks)
    forge.forget()
    assert post(forge, judged(HEAD, *older)).outcome is Outcome.OLD_RUN
    assert forge.writes == []
    assert (_comment(forge).body, len(forge.world.checks)) == (text, forge_checks)


def test_a_newer_run_overwrites(forge: Forge) -> None:
    post(forge, judged(HEAD, 9, 3))
    post(forge, judged(HEAD, 10, 1, PASSED))
    assert _run_in(forge) == (10, 1)
    assert forge.world.statuses[-1].state == "success"


def test_a_comment_of_somebody_else_is_neither_trusted_nor_touched(forge: Forge) -> None:
    copied = marker.marked("**redfirst: all 9 gates passed**", marker.Marker(HEAD, marker.Age(999, 1)))
    for author in (CONTRIBUTOR, OTHER_BOT, MAINTAINER, Account(3, "github-actions")):
        forge.world.comment(NUMBER, copied, author)
    post(forge, judged())
    assert _run_in(forge) == (1, 1)
    foreign = [comment.body for comment in forge.world.pulls[NUMBER].comments if comment.author != ACTIONS_BOT]
    assert foreign == [copied] * 4


def test_other_comments_of_the_same_bot_are_left_alone(forge: Forge) -> None:
    quoted = marker.marked("> quoted", marker.Marker(HEAD, marker.Age(1, 1))) + "\n\nand more"
    for body in ("coverage: 97 %", quoted):
        forge.world.comment(NUMBER, body, ACTIONS_BOT)
    post(forge, judged())
    assert [comment.body for comment in forge.world.pulls[NUMBER].comments][:2] == ["coverage: 97 %", quoted]
    assert len(forge.world.pulls[NUMBER].comments) == 3


def test_the_oldest_comment_stays_and_doubles_go(forge: Forge) -> None:
    old = marker.marked("old", marker.Marker(OLD, marker.Age(1, 1)))
    first, *_ = [forge.world.comment(NUMBER, old, ACTIONS_BOT) for _ in range(3)]
    post(forge, judged(HEAD, 2, 1))
    assert _comment(forge).id == first.id
    assert _run_in(forge) == (2, 1)


def test_doubles_go_even_where_the_first_is_right(forge: Forge) -> None:
    post(forge, judged())
    forge.world.comment(NUMBER, _comment(forge).body, ACTIONS_BOT)
    first = ours(forge)[0].id
    post(forge, judged())
    assert _comment(forge).id == first


def test_the_comment_is_found_behind_hundreds_of_others(forge: Forge) -> None:
    for number in range(130):
        forge.world.comment(NUMBER, f"comment {number}")
    post(forge, judged())
    for number in range(130):
        forge.world.comment(NUMBER, f"comment {number}")
    assert post(forge, judged()).outcome is Outcome.UNCHANGED
    post(forge, judged(HEAD, 2, 1))
    assert _run_in(forge) == (2, 1)


def test_a_comment_that_was_deleted_is_written_again(forge: Forge) -> None:
    post(forge, judged())
    forge.world.pulls[NUMBER].comments.clear()
    post(forge, judged())
    assert _run_in(forge) == (1, 1)
    assert len(forge.world.checks) == len(forge.world.statuses) == 1


def test_a_comment_that_is_deleted_before_the_edit_is_written_again(forge: Forge) -> None:
    post(forge, judged())

    def delete(request: Request) -> None:
        if request.method == "PATCH" and "/comments/" in request.path:
            forge.world.pulls[NUMBER].comments.clear()

    forge.before = delete
    post(forge, judged(HEAD, 2, 1))
    assert _run_in(forge) == (2, 1)


def test_a_comment_that_somebody_edited_is_put_right(forge: Forge) -> None:
    post(forge, judged())
    comment = _comment(forge)
    right = comment.body
    comment.body = "**redfirst: both gates passed**\n\n" + right.splitlines()[-1]
    post(forge, judged())
    assert _comment(forge).body == right


def test_line_ends_of_the_forge_are_no_change(forge: Forge) -> None:
    post(forge, judged())
    comment = _comment(forge)
    comment.body = comment.body.replace("\n", "\r\n")
    forge.forget()
    assert post(forge, judged()).outcome is Outcome.UNCHANGED


def _meanwhile(forge: Forge, at: str, method: str, act: object) -> None:
    """Let something happen once, right before the forge answers such a request."""
    done: list[bool] = []

    def hook(request: Request) -> None:
        if not done and request.method == method and at in request.path:
            done.append(True)
            act()  # type: ignore[operator]

    forge.before = hook


@pytest.mark.parametrize(
    ("method", "at"),
    [("POST", "/check-runs"), ("POST", "/statuses/"), ("GET", "/issues/7/comments"), ("POST", "/issues/7/comments")],
)
def test_a_newer_run_that_posts_in_between_wins(forge: Forge, method: str, at: str) -> None:
    _meanwhile(forge, at, method, lambda: post(forge, judged(HEAD, 2, 1, PASSED)))
    post(forge, judged(HEAD, 1, 1))
    assert _run_in(forge) == (2, 1)
    assert forge.world.statuses[-1].state == "success"
    last = max(forge.world.checks, key=lambda check: check.id)
    assert (last.conclusion, last.external_id) == ("success", "7/2.1")


def test_a_check_run_that_may_not_be_brought_to_the_newest_is_named_and_the_comment_is_right(forge: Forge) -> None:
    _meanwhile(forge, "/check-runs", "POST", lambda: post(forge, judged(HEAD, 2, 1, PASSED)))
    forge.plan = on("PATCH", "/check-runs/", Fault(Kind.REFUSED, 403, message="No"), times=99)
    result = post(forge, judged(HEAD, 1, 1))
    assert [sentence.partition(":")[0] for sentence in result.missing] == [
        "The last check run could not be brought to what the newest run says"
    ]
    assert _run_in(forge) == (2, 1)


def test_a_newer_run_that_edits_between_our_read_and_our_edit_wins(forge: Forge) -> None:
    post(forge, judged(HEAD, 1, 1))
    _meanwhile(forge, "/issues/comments/", "PATCH", lambda: post(forge, judged(HEAD, 3, 1, PASSED)))
    post(forge, judged(HEAD, 2, 1))
    assert _run_in(forge) == (3, 1)
    assert _first_line(forge).startswith("**redfirst: the one gate passed**")


@pytest.mark.parametrize(
    ("method", "at"), [("POST", "/check-runs"), ("GET", "/issues/7/comments"), ("PATCH", "/issues/comments/")]
)
def test_a_push_in_between_makes_the_comment_old(forge: Forge, method: str, at: str) -> None:
    post(forge, judged(HEAD, 1, 1))
    _meanwhile(forge, at, method, lambda: setattr(forge.world.pulls[NUMBER], "head", NEW))
    assert post(forge, judged(HEAD, 2, 1)).outcome is Outcome.OLD_HEAD
    assert _first_line(forge).startswith("**redfirst: superseded** by")


def test_a_push_and_its_verdict_in_between_are_not_overwritten(forge: Forge) -> None:
    post(forge, judged(HEAD, 1, 1))

    def push() -> None:
        forge.world.pulls[NUMBER].head = NEW
        post(forge, judged(NEW, 3, 1, PASSED))

    _meanwhile(forge, "/issues/comments/", "PATCH", push)
    assert post(forge, judged(HEAD, 2, 1)).outcome is Outcome.OLD_HEAD
    assert _run_in(forge) == (3, 1)
    assert _first_line(forge).startswith("**redfirst: the one gate passed**")


@pytest.mark.parametrize("kind", [Kind.ACTED, Kind.CUT, Kind.SILENT])
@pytest.mark.parametrize("at", ["/check-runs", "/statuses/", "/issues/7/comments"])
def test_a_write_whose_answer_is_lost_is_not_doubled(forge: Forge, kind: Kind, at: str) -> None:
    forge.plan = on("POST", at, Fault(kind, seconds=3.0))
    post(forge, judged(), timeout=1.0)
    assert _run_in(forge) == (1, 1)
    assert len(forge.world.checks) == 1
    once = [write for write in forge.writes if at in write and "/statuses/" not in write]
    assert len(once) == (at != "/statuses/")


def test_a_check_run_that_may_not_be_created_is_named_in_the_comment(forge: Forge) -> None:
    forge.world.accounts["ghs_token-of-actions"] = replace(ACTIONS_BOT, may_check=False)
    result = post(forge, judged())
    assert len(result.missing) == 1
    assert result.missing[0].startswith("The check run could not be created: POST /repos/acme/infer/check-runs")
    assert "The check run could not be created" in _comment(forge).body
    assert forge.world.statuses[-1].state == "failure"
    forge.forget()
    post(forge, judged())
    assert [write for write in forge.writes if "check-runs" not in write] == []


@pytest.mark.parametrize("part", ["/check-runs", "/status"])
def test_what_may_not_even_be_read_does_not_stop_the_comment(forge: Forge, part: str) -> None:
    forge.plan = on("GET", part, Fault(Kind.REFUSED, 403, message="Resource not accessible by integration"), times=99)
    for run in (1, 2, 2):
        assert post(forge, judged(HEAD, run, 1)).missing == ()
    assert _run_in(forge) == (2, 1)
    forge.world.accounts["ghs_token-of-actions"] = replace(ACTIONS_BOT, may_check=False, may_state=False)
    said = [sentence.partition(":")[0] for sentence in post(forge, judged(HEAD, 3, 1)).missing]
    assert said == ["The check run could not be created", "The commit status could not be posted"]
    assert all(sentence in _comment(forge).body for sentence in said)


def test_a_status_that_may_not_be_posted_is_named_in_comment_and_check_run(forge: Forge) -> None:
    forge.world.accounts["ghs_token-of-actions"] = replace(ACTIONS_BOT, may_state=False)
    result = post(forge, judged())
    assert result.missing[0].startswith("The commit status could not be posted")
    assert "The commit status could not be posted" in _comment(forge).body
    assert "The commit status could not be posted" in (forge.world.checks[0].text or "")


def test_a_server_that_cannot_make_check_runs_leaves_time_for_the_comment(forge: Forge) -> None:
    forge.plan = on("POST", "/check-runs", bad_gateway(), times=10_000)
    clock = Clock()
    result = post(forge, judged(), clock=clock)
    assert "status 502" in result.missing[0]
    assert "The check run could not be created" in _comment(forge).body
    assert clock.seconds < 300
    assert len(forge.requests) < 60


def test_a_server_that_takes_no_comments_is_given_up_in_one_line(forge: Forge) -> None:
    forge.plan = on("POST", "/issues/7/comments", bad_gateway(), times=10_000)
    with pytest.raises(ForgeError, match=r"gave up after 7 attempts in \d+ s, try again later; the check run and"):
        post(forge, judged())
    assert len(forge.requests) < 80


def test_a_locked_conversation_is_told_with_what_was_written(forge: Forge) -> None:
    forge.world.pulls[NUMBER].locked = True
    with pytest.raises(
        ForgeError, match=r"locked\.; the check run and the commit status are posted, the comment is not$"
    ):
        post(forge, judged())


def test_a_double_that_may_not_be_removed_is_told_with_what_was_written(forge: Forge) -> None:
    for _ in range(2):
        forge.world.comment(NUMBER, marker.marked("old", marker.Marker(OLD, marker.Age(1, 1))), ACTIONS_BOT)
    forge.plan = on("DELETE", "/issues/comments/", Fault(Kind.REFUSED, 403, message="Not allowed"))
    with pytest.raises(ForgeError, match=r"Not allowed; the comment is posted, another one beside it is left$"):
        post(forge, judged(HEAD, 2, 1))


def test_a_token_without_any_right_is_told(forge: Forge) -> None:
    forge.world.accounts["ghs_none"] = replace(ACTIONS_BOT, may_check=False, may_state=False, may_comment=False)
    with pytest.raises(ForgeError, match=r"not accessible by integration; nothing is posted$"):
        post(forge, judged(), token="ghs_none")


def test_no_such_pull_request_is_a_refusal(forge: Forge) -> None:
    forge.world.pulls.clear()
    with pytest.raises(RefusedError, match="status 404"):
        post(forge, judged())


def test_another_app_knows_itself_by_what_it_wrote(forge: Forge) -> None:
    forge.world.accounts["ghs_app"] = Account(77, "gates[bot]", App(5, "gates"))
    for _ in range(2):
        post(forge, judged(), token="ghs_app")
    (comment,) = forge.world.pulls[NUMBER].comments
    assert comment.author.login == "gates[bot]"


def test_another_app_that_is_named_changes_nothing_the_second_time(forge: Forge) -> None:
    forge.world.accounts["ghs_app"] = Account(77, "gates[bot]", App(5, "gates"))
    post(forge, judged(), token="ghs_app", author="gates[bot]")
    forge.forget()
    assert post(forge, judged(), token="ghs_app", author="gates[bot]").outcome is Outcome.UNCHANGED
    assert forge.writes == []


def test_two_pull_requests_with_one_head_have_a_verdict_each(forge: Forge) -> None:
    forge.world.open_pull(8, HEAD, base="release")
    for _ in range(2):
        post(forge, judged(HEAD, 1, 1))
        post(forge, judged(HEAD, 2, 1, PASSED, target=Target(REPOSITORY, 8)), number=8)
    said = {number: pull.comments[0].body.splitlines()[0] for number, pull in forge.world.pulls.items()}
    assert said[7].startswith("**redfirst: 1 of 2 gates failed**")
    assert said[8].startswith("**redfirst: the one gate passed**")
    assert [(check.external_id, check.conclusion) for check in forge.world.checks] == [
        ("7/1.1", "failure"),
        ("8/2.1", "success"),
    ]


def test_two_bots_have_a_comment_each(forge: Forge) -> None:
    post(forge, judged())
    post(forge, judged(), token=OTHER_TOKEN, author=OTHER_BOT.login)
    post(forge, judged(HEAD, 2, 1))
    authors = [comment.author.login for comment in forge.world.pulls[NUMBER].comments]
    assert sorted(authors) == ["dependabot[bot]", "github-actions[bot]"]
    assert _run_in(forge) == (2, 1)


def test_a_person_cannot_make_check_runs_and_has_one_comment(forge: Forge) -> None:
    for _ in range(2):
        result = post(forge, judged(), token=MAINTAINER_TOKEN)
    assert "You must authenticate via a GitHub App" in result.missing[0]
    (comment,) = forge.world.pulls[NUMBER].comments
    assert comment.author == MAINTAINER


def test_the_longest_verdict_fits_comment_and_check_run(forge: Forge) -> None:
    post(forge, judged(HEAD, 1, 1, failing(2_000, "x" * 200)))
    text = forge.world.checks[0].text or ""
    assert 60_000 < len(text.encode()) <= LONGEST_TEXT
    forge.world.pulls[NUMBER].head = NEW
    post(forge, judged(HEAD, 1, 1, failing(2_000, "x" * 200)))
    assert _first_line(forge).startswith("**redfirst: superseded**")
    assert len(_comment(forge).body.encode()) <= LONGEST_TEXT


def test_a_pull_request_that_never_comes_to_rest_is_told(forge: Forge) -> None:
    def meddle(request: Request) -> None:
        for comment in ours(forge):
            if request.method == "GET":
                comment.body = comment.body.replace("redfirst:", "redfirst: NOT")

    forge.before = meddle
    with pytest.raises(ForgeError, match="acme/infer#7 kept changing"):
        post(forge, judged())


def test_a_comment_that_the_list_does_not_have_yet_is_not_written_twice(forge: Forge) -> None:
    """A list can lag behind a write."""
    hidden: list[Comment] = []

    def lag(request: Request) -> None:
        comments = forge.world.pulls[NUMBER].comments
        if request.method == "GET" and request.path.endswith("/issues/7/comments"):
            hidden.extend(comments)
            comments.clear()
        elif hidden:
            comments[:0] = hidden
            hidden.clear()

    forge.before = lag
    post(forge, judged())
    forge.world.pulls[NUMBER].comments[:0] = hidden
    assert _run_in(forge) == (1, 1)
    assert _comment(forge).created > EPOCH
