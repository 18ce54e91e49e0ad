"""The client: what it tries again, how long it waits, when it gives up, and what it never does twice."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.github.client import PUBLIC_API, Client, connect
from bot.github.errors import ForgeError, GaveUpError, RefusedError, UnansweredError
from bot.github.patience import Patience
from checkers.errors import UsageError
from tests.forge.clients import Clock, client
from tests.forge.faults import Fault, Kind, bad_gateway, on, primary_limit, secondary_limit
from tests.forge.server import Forge, serving
from tests.forge.state import EPOCH

HEAD = "a" * 40
ROOT = "/repos/acme/infer"
PULL = f"{ROOT}/pulls/7"
COMMENTS = f"{ROOT}/issues/7/comments"


@pytest.fixture
def forge() -> Iterator[Forge]:
    with serving() as made:
        made.world.open_pull(7, HEAD)
        yield made


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.mark.parametrize(
    "fault",
    [bad_gateway(), Fault(Kind.REFUSED, 500), Fault(Kind.ACTED, 503), Fault(Kind.CUT), Fault(Kind.SILENT, seconds=3.0)],
    ids=lambda fault: f"{fault.kind.value}-{fault.status}",
)
def test_a_failed_read_is_tried_again_after_a_pause(forge: Forge, clock: Clock, fault: Fault) -> None:
    forge.plan = on("GET", "/pulls/7", fault, times=2)
    assert client(forge, clock, timeout=1.0).get(PULL)["head"]["sha"] == HEAD
    assert len(forge.requests) in (2, 3)  # a request that was given up may be recorded later
    first, second = clock.slept
    assert 0.5 <= first <= 1.0 <= second <= 2.0


def test_an_answer_that_comes_late_and_in_time_is_waited_for(forge: Forge, clock: Clock) -> None:
    forge.plan = on("GET", "/pulls/7", Fault(Kind.SLOW, seconds=0.3))
    assert client(forge, clock, timeout=30.0).get(PULL)
    assert (len(forge.requests), clock.slept) == (1, ())


@pytest.mark.parametrize("fault", [Fault(Kind.ACTED, 502), Fault(Kind.CUT), Fault(Kind.SILENT, seconds=3.0)])
def test_a_write_that_may_have_been_done_is_not_done_again(forge: Forge, clock: Clock, fault: Fault) -> None:
    forge.plan = on("POST", "/comments", fault)
    with pytest.raises(UnansweredError):
        client(forge, clock, timeout=1.0).send("POST", COMMENTS, {"body": "one"}, repeatable=False)
    assert [comment.body for comment in forge.world.pulls[7].comments] == ["one"]
    assert len(clock.slept) == 1


def test_a_write_that_changes_nothing_the_second_time_is_done_again(forge: Forge, clock: Clock) -> None:
    comment = forge.world.comment(7, "one")
    forge.plan = on("PATCH", "/comments/", Fault(Kind.ACTED, 502))
    answer = client(forge, clock).send(
        "PATCH", f"{ROOT}/issues/comments/{comment.id}", {"body": "two"}, repeatable=True
    )
    assert answer["body"] == comment.body == "two"


@pytest.mark.parametrize("status", [403, 429])
def test_a_secondary_limit_is_waited_for_as_its_header_says(forge: Forge, clock: Clock, status: int) -> None:
    forge.plan = on("POST", "/comments", secondary_limit(7, status))
    client(forge, clock).send("POST", COMMENTS, {"body": "one"}, repeatable=False)
    assert len(forge.world.pulls[7].comments) == 1
    assert 7 <= clock.seconds <= 8


def test_a_server_that_is_down_for_a_while_says_for_how_long(forge: Forge, clock: Clock) -> None:
    forge.plan = on("GET", "/pulls/7", Fault(Kind.REFUSED, 503, {"Retry-After": "20"}))
    client(forge, clock).get(PULL)
    assert 20 <= clock.seconds <= 21


@pytest.mark.parametrize("after", ["soon", "-1", "\u0667", "Sun, 29 Nov 2026 12:00:00 GMT"])
def test_a_wait_that_is_no_number_is_no_wait(forge: Forge, clock: Clock, after: str) -> None:
    header = after.encode().decode("latin-1")
    forge.plan = on("GET", "/pulls/7", Fault(Kind.REFUSED, 429, {"Retry-After": header}))
    client(forge, clock).get(PULL)
    assert 60 <= clock.seconds <= 61


def test_a_secondary_limit_without_a_header_is_waited_for_a_minute(forge: Forge, clock: Clock) -> None:
    forge.plan = on("GET", "/pulls/7", secondary_limit(None))
    client(forge, clock).get(PULL)
    assert 60 <= clock.seconds <= 61


def test_the_hours_limit_is_waited_for_until_it_ends(forge: Forge, clock: Clock) -> None:
    forge.plan = on("GET", "/pulls/7", primary_limit(int(EPOCH.timestamp()) + 90))
    client(forge, clock).get(PULL)
    assert 91 <= clock.seconds <= 92


def test_a_limit_beyond_the_patience_is_not_waited_for(forge: Forge, clock: Clock) -> None:
    forge.plan = on("GET", "/pulls/7", primary_limit(int(EPOCH.timestamp()) + 3000))
    with pytest.raises(
        GaveUpError, match=r"^GET /repos/acme/infer/pulls/7 was answered with status 403: API rate .* it"
    ):
        client(forge, clock).get(PULL)
    assert clock.slept == ()


def test_a_server_that_stays_down_is_given_up_in_one_line(forge: Forge, clock: Clock) -> None:
    forge.plan = lambda *_: bad_gateway()
    with pytest.raises(GaveUpError) as caught:
        client(forge, clock).get(PULL)
    assert str(caught.value) == (
        "GET /repos/acme/infer/pulls/7 was answered with status 502: Server Error;"
        f" gave up after 7 attempts in {clock.seconds:.0f} s, try again later"
    )
    assert 31.5 <= clock.seconds <= 63
    assert len(clock.slept) == 6


def test_a_short_patience_ends_sooner(forge: Forge, clock: Clock) -> None:
    forge.plan = lambda *_: bad_gateway()
    with pytest.raises(GaveUpError, match=r"gave up after 4 attempts in [3-7] s"):
        client(forge, clock, budget=8.0).get(PULL)


def test_a_limit_that_asks_for_no_time_is_given_more_and_more(forge: Forge, clock: Clock) -> None:
    forge.plan = lambda *_: secondary_limit(0)
    with pytest.raises(GaveUpError, match=r"it asks to wait 0 s; gave up after \d+ attempts in \d+ s"):
        client(forge, clock).get(PULL)
    assert 200 < clock.seconds <= 300
    assert len(clock.slept) < 14


def test_waits_grow_and_differ(forge: Forge) -> None:
    waits = []
    for seed in (1, 2):
        clock = Clock()
        forge.plan = on("GET", "/pulls/7", bad_gateway(), times=5)
        client(forge, clock, seed=seed).get(PULL)
        waits.append(clock.slept)
    assert waits[0] != waits[1]
    for slept in waits:
        assert all(2**n / 2 <= seconds <= 2**n for n, seconds in enumerate(slept))


@pytest.mark.parametrize("status", [400, 401, 404, 410, 422])
def test_a_refusal_is_not_tried_again(forge: Forge, clock: Clock, status: int) -> None:
    forge.plan = on("GET", "/pulls/7", Fault(Kind.REFUSED, status, message="No\x1b[31m"), times=9)
    with pytest.raises(RefusedError, match=rf"status {status}: No\\x1b\[31m$") as caught:
        client(forge, clock).get(PULL)
    assert caught.value.status == status
    assert len(forge.requests) == 1


def test_a_refusal_names_the_field(forge: Forge) -> None:
    with pytest.raises(RefusedError, match=r"Validation Failed .body is too long"):
        client(forge).send("POST", COMMENTS, {"body": "x" * 70_000}, repeatable=False)


def test_a_plain_403_is_a_refusal(forge: Forge, clock: Clock) -> None:
    forge.world.pulls[7].locked = True
    with pytest.raises(RefusedError, match="issue is locked"):
        client(forge, clock).send("POST", COMMENTS, {"body": "one"}, repeatable=False)
    assert clock.slept == ()


def test_all_pages_of_a_list_come(forge: Forge) -> None:
    for number in range(230):
        forge.world.comment(7, str(number))
    assert [item["body"] for item in client(forge).pages(COMMENTS)] == [str(number) for number in range(230)]
    assert len(forge.requests) == 3


def test_a_list_inside_an_object_comes_by_its_key(forge: Forge) -> None:
    forge.world.check("lint", HEAD)
    names = [item["name"] for item in client(forge).pages(f"{ROOT}/commits/{HEAD}/check-runs", "check_runs")]
    assert names == ["lint"]


def test_what_is_no_list_is_named(forge: Forge) -> None:
    with pytest.raises(ForgeError, match="the answer is no list"):
        list(client(forge).pages(f"{ROOT}/commits/{HEAD}/check-runs", "runs"))


def test_an_endless_list_ends(forge: Forge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.github.client._MOST_PAGES", 2)
    for number in range(230):
        forge.world.comment(7, str(number))
    with pytest.raises(ForgeError, match="more than 200 items"):
        list(client(forge).pages(COMMENTS))


def test_what_is_gone_is_deleted(forge: Forge) -> None:
    comment = forge.world.comment(7, "one")
    for _ in range(2):
        client(forge).delete(f"{ROOT}/issues/comments/{comment.id}")
    assert forge.world.pulls[7].comments == []


def test_a_delete_that_is_refused_is_told(forge: Forge) -> None:
    forge.plan = on("DELETE", "/comments/", Fault(Kind.REFUSED, 403, message="Not you."))
    with pytest.raises(RefusedError, match="Not you"):
        client(forge).delete(f"{ROOT}/issues/comments/1")


def _log(forge: Forge, log: bytes) -> str:
    job = forge.world.job(forge.world.run(HEAD), "build", log=log)
    return f"{ROOT}/actions/jobs/{job.id}/logs"


def test_a_log_is_fetched_without_the_token(forge: Forge) -> None:
    path = _log(forge, b"\xff line\n")
    assert client(forge).download(path, 100) == b"\xff line\n"
    fetched = forge.exchanges[-1].request
    assert fetched.path.startswith("/store/")
    assert "authorization" not in fetched.headers


def test_a_log_that_is_cut_is_fetched_again(forge: Forge, clock: Clock) -> None:
    path = _log(forge, b"line\n" * 1000)
    forge.plan = on("GET", "/store/", Fault(Kind.CUT))
    assert client(forge, clock).download(path, 10_000) == b"line\n" * 1000
    assert len(clock.slept) == 1


def test_a_store_that_fails_is_asked_again(forge: Forge, clock: Clock) -> None:
    path = _log(forge, b"line\n")
    forge.plan = on("GET", "/store/", bad_gateway())
    assert client(forge, clock).download(path, 10) == b"line\n"
    assert len(clock.slept) == 1


def test_a_file_that_is_too_large_is_not_taken(forge: Forge) -> None:
    with pytest.raises(ForgeError, match="larger than 10 bytes"):
        client(forge).download(_log(forge, b"x" * 11), 10)


def test_a_log_that_is_gone_is_a_refusal(forge: Forge) -> None:
    job = forge.world.job(forge.world.run(HEAD), "build", log=None)
    with pytest.raises(RefusedError) as caught:
        client(forge).download(f"{ROOT}/actions/jobs/{job.id}/logs", 10)
    assert caught.value.status == 410


def test_a_signed_address_that_expired_is_a_refusal(forge: Forge) -> None:
    path = _log(forge, b"line\n")
    forge.plan = on("GET", "/store/", Fault(Kind.REFUSED, 403))
    with pytest.raises(RefusedError, match="its file was refused with status 403"):
        client(forge).download(path, 10)


@pytest.mark.parametrize("place", ["file:///etc/passwd", "ftp://localhost/log", ""])
def test_a_redirect_to_anything_but_a_web_address_is_not_followed(forge: Forge, place: str) -> None:
    forge.plan = on("GET", "/logs", Fault(Kind.REFUSED, 302, {"Location": place}))
    with pytest.raises(ForgeError, match="no redirect to a file"):
        client(forge).download(f"{ROOT}/actions/jobs/1/logs", 10)


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_repository_that_has_another_name_now_is_told(forge: Forge, method: str) -> None:
    forge.plan = on(method, "/comments", Fault(Kind.REFUSED, 307, {"Location": "/repositories/1/x"}))
    with pytest.raises(ForgeError, match="redirected with status 307; name the repository as it is called now"):
        if method == "GET":
            list(client(forge).pages(COMMENTS))
        else:
            client(forge).send("POST", COMMENTS, {"body": "x"}, repeatable=False)
    assert len(forge.requests) == 1


def test_many_writes_in_a_row_are_a_second_apart(forge: Forge, clock: Clock) -> None:
    asking = client(forge, clock)
    for number in range(8):
        asking.send("POST", COMMENTS, {"body": str(number)}, repeatable=False)
    assert clock.slept == (1.0, 1.0)


@pytest.mark.parametrize("url", ["", "api.github.com", "ftp://api.github.com", "https://", "https://x/?y=1"])
def test_a_url_that_is_none_is_refused(url: str) -> None:
    from github.Auth import Token

    with pytest.raises(UsageError, match=f"it should look like {PUBLIC_API}"):
        connect(Token("x"), url, Patience())


def test_a_forge_that_is_not_there_is_given_up() -> None:
    with serving() as forge:
        asking: Client = client(forge, budget=2.0)
    with pytest.raises(GaveUpError, match=r"was not answered: .*refused"):
        asking.get(PULL)


def test_an_enterprise_server_has_a_prefix() -> None:
    with serving(prefix="/api/v3") as forge:
        forge.world.open_pull(7, HEAD)
        for number in range(101):
            forge.world.comment(7, str(number))
        assert client(forge).get(PULL)["number"] == 7
        assert len(list(client(forge).pages(COMMENTS))) == 101
