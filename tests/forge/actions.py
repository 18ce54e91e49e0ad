"""What the forge answers about workflow runs, jobs, their logs and their artifacts."""

from __future__ import annotations

import re

from tests.forge import state
from tests.forge.http import Answer, Refusal, Request
from tests.forge.routes import REPOSITORY, Routes, paged, route

_STATES = {"completed", "in_progress", "queued", "requested", "waiting", "pending"}


def _listed(routes: Routes, request: Request, runs: list[state.WorkflowRun]) -> Answer:
    query = request.query
    wanted = {"branch": "branch", "event": "event", "head_sha": "head"}
    for name, attribute in wanted.items():
        if name in query:
            runs = [run for run in runs if getattr(run, attribute) == query[name]]
    if "status" in query:
        attribute = "status" if query["status"] in _STATES else "conclusion"
        runs = [run for run in runs if getattr(run, attribute) == query["status"]]
    newest_first = sorted(runs, key=lambda run: (run.created, run.id), reverse=True)
    return paged(request, [routes.shapes.run(run) for run in newest_first], "workflow_runs")


@route("GET", f"{REPOSITORY}/actions/runs")
def _runs(routes: Routes, request: Request, _: re.Match[str]) -> Answer:
    return _listed(routes, request, routes.world.runs)


@route("GET", f"{REPOSITORY}/actions/workflows/{{workflow}}/runs")
def _workflow_runs(routes: Routes, request: Request, found: re.Match[str]) -> Answer:
    wanted = found["workflow"]
    runs = [run for run in routes.world.runs if wanted in (str(run.workflow), run.path.rpartition("/")[2])]
    if not runs:
        raise Refusal(404, "Not Found")
    return _listed(routes, request, runs)


def _run_of(routes: Routes, number: str) -> state.WorkflowRun:
    for run in routes.world.runs:
        if run.id == int(number):
            return run
    raise Refusal(404, "Not Found")


@route("GET", f"{REPOSITORY}/actions/runs/{{id:int}}")
def _run(routes: Routes, _: Request, found: re.Match[str]) -> Answer:
    return Answer(200, routes.shapes.run(_run_of(routes, found["id"])))


@route("GET", f"{REPOSITORY}/actions/runs/{{id:int}}/jobs")
def _jobs(routes: Routes, request: Request, found: re.Match[str]) -> Answer:
    run = _run_of(routes, found["id"])
    jobs = [job for job in routes.world.jobs if job.run == run.id]
    if request.query.get("filter", "latest") == "latest":
        jobs = list({job.name: job for job in sorted(jobs, key=lambda job: job.attempt)}.values())
    return paged(request, [routes.shapes.job(job) for job in jobs], "jobs")


@route("GET", f"{REPOSITORY}/actions/runs/{{id:int}}/attempts/{{attempt:int}}/jobs")
def _attempt_jobs(routes: Routes, request: Request, found: re.Match[str]) -> Answer:
    run = _run_of(routes, found["id"])
    jobs = [job for job in routes.world.jobs if (job.run, job.attempt) == (run.id, int(found["attempt"]))]
    return paged(request, [routes.shapes.job(job) for job in jobs], "jobs")


def _job_of(routes: Routes, number: str) -> state.Job:
    for job in routes.world.jobs:
        if job.id == int(number):
            return job
    raise Refusal(404, "Not Found")


@route("GET", f"{REPOSITORY}/actions/jobs/{{id:int}}")
def _job(routes: Routes, _: Request, found: re.Match[str]) -> Answer:
    return Answer(200, routes.shapes.job(_job_of(routes, found["id"])))


@route("GET", f"{REPOSITORY}/actions/jobs/{{id:int}}/logs")
def _log(routes: Routes, request: Request, found: re.Match[str]) -> Answer:
    job = _job_of(routes, found["id"])
    if job.log is None:
        raise Refusal(410, "Server Error: the log has expired")
    return _elsewhere(request, f"logs/{job.id}")


@route("GET", f"{REPOSITORY}/actions/runs/{{id:int}}/artifacts")
def _artifacts(routes: Routes, request: Request, found: re.Match[str]) -> Answer:
    run = _run_of(routes, found["id"])
    name = request.query.get("name")
    artifacts = [item for item in routes.world.artifacts if item.run == run.id and name in (None, item.name)]
    return paged(request, [routes.shapes.artifact(item) for item in artifacts], "artifacts")


@route("GET", f"{REPOSITORY}/actions/artifacts/{{id:int}}")
def _artifact(routes: Routes, _: Request, found: re.Match[str]) -> Answer:
    return Answer(200, routes.shapes.artifact(_artifact_of(routes, found["id"])))


@route("GET", f"{REPOSITORY}/actions/artifacts/{{id:int}}/zip")
def _archive(routes: Routes, request: Request, found: re.Match[str]) -> Answer:
    artifact = _artifact_of(routes, found["id"])
    if artifact.expired:
        raise Refusal(410, "Artifact has expired")
    return _elsewhere(request, f"archives/{artifact.id}")


def _artifact_of(routes: Routes, number: str) -> state.Artifact:
    for artifact in routes.world.artifacts:
        if artifact.id == int(number):
            return artifact
    raise Refusal(404, "Not Found")


def _elsewhere(request: Request, place: str) -> Answer:
    """A redirect to a store of files on another host name, whose signed address is all that it asks for."""
    return Answer(302, None, {"Location": f"{request.headers['x-store']}/store/{place}?signature=abc"})


@route("GET", "/store/logs/{id:int}")
def _stored_log(routes: Routes, request: Request, found: re.Match[str]) -> Answer:
    return _stored(request, _job_of(routes, found["id"]).log or b"", "text/plain")


@route("GET", "/store/archives/{id:int}")
def _stored_archive(routes: Routes, request: Request, found: re.Match[str]) -> Answer:
    return _stored(request, _artifact_of(routes, found["id"]).data, "application/zip")


def _stored(request: Request, data: bytes, kind: str) -> Answer:
    """The store refuses what carries a token: a client that sends its token elsewhere has leaked it."""
    if "authorization" in request.headers:
        return Answer(400, b"InvalidAuthenticationInfo", {"Content-Type": "application/xml"})
    return Answer(200, data, {"Content-Type": kind})
