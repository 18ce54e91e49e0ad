"""The forge's state as the JSON that GitHub answers with: every required key of its published description is there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from tests.forge import state

Json = dict[str, Any]

_REPOSITORY_PARTS = {
    "archive": "{archive_format}{/ref}", "assignees": "{/user}", "git/blobs": "{/sha}", "branches": "{/branch}",
    "collaborators": "{/collaborator}", "comments": "{/number}", "commits": "{/sha}", "compare": "{base}...{head}",
    "contents": "{+path}", "contributors": "", "deployments": "", "downloads": "", "events": "", "forks": "",
    "git/commits": "{/sha}", "git/refs": "{/sha}", "git/tags": "{/sha}", "hooks": "", "issues/comments": "{/number}",
    "issues/events": "{/number}", "issues": "{/number}", "keys": "{/key_id}", "labels": "{/name}", "languages": "",
    "merges": "", "milestones": "{/number}", "notifications": "{?since,all,participating}", "pulls": "{/number}",
    "releases": "{/id}", "stargazers": "", "statuses": "{sha}", "subscribers": "", "subscription": "", "tags": "",
    "teams": "", "git/trees": "{/sha}",
}  # fmt: skip
_NAMED = {
    "git/blobs": "blobs_url", "git/trees": "trees_url", "git/commits": "git_commits_url", "git/refs": "git_refs_url",
    "git/tags": "git_tags_url", "issues/comments": "issue_comment_url", "issues/events": "issue_events_url",
}  # fmt: skip
_URIS = {"contributors", "deployments", "downloads", "events", "forks", "hooks", "languages", "merges", "stargazers"}
_URIS |= {"subscribers", "subscription", "tags", "teams"}


def when(moment: datetime | None) -> str | None:
    """A moment as GitHub writes it."""
    return None if moment is None else moment.strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(frozen=True, slots=True)
class Shapes:
    """Shapes for one world; `api` is the URL of the server's root, without `/` at its end."""

    world: state.World
    api: str
    web: str = "https://github.example"

    @property
    def root(self) -> str:
        """The repository's API URL."""
        return f"{self.api}/repos/{self.world.full_name}"

    @property
    def home(self) -> str:
        """The repository's page."""
        return f"{self.web}/{self.world.full_name}"

    def user(self, account: state.Account) -> Json:
        url, page = f"{self.api}/users/{account.login}", f"{self.web}/{account.login}"
        if account.app is not None:
            page = f"{self.web}/apps/{account.app.slug}"
        parts = ("followers", "following", "gists", "starred", "subscriptions", "organizations", "repos", "events")
        links = {f"{part}_url": f"{url}/{'orgs' if part == 'organizations' else part}" for part in parts}
        return {
            "login": account.login, "id": account.id, "node_id": f"U_{account.id}", "gravatar_id": "",
            "avatar_url": f"{self.web}/avatars/{account.id}", "url": url, "html_url": page,
            "received_events_url": f"{url}/received_events", "site_admin": False,
            "type": "Bot" if account.is_bot else "User", **links,
        }  # fmt: skip

    def owner(self) -> Json:
        return self.user(state.Account(1, self.world.owner))

    def app(self, app: state.App) -> Json:
        return {
            "id": app.id, "slug": app.slug, "node_id": f"A_{app.id}", "owner": self.owner(), "name": app.slug,
            "description": None, "external_url": f"{self.web}/apps/{app.slug}",
            "html_url": f"{self.web}/apps/{app.slug}", "created_at": when(state.EPOCH), "updated_at": when(state.EPOCH),
            "permissions": {"checks": "write", "metadata": "read"}, "events": [],
        }  # fmt: skip

    def minimal_repository(self) -> Json:
        links = {}
        for part, suffix in _REPOSITORY_PARTS.items():
            name = _NAMED.get(part, f"{part}_url")
            links[name] = f"{self.root}/{part}{'' if part in _URIS else suffix}"
        return {
            "id": 900, "node_id": "R_900", "name": self.world.name, "full_name": self.world.full_name,
            "owner": self.owner(), "private": False, "html_url": self.home, "description": None, "fork": False,
            "url": self.root, **links,
        }  # fmt: skip

    def repository(self) -> Json:
        counts = dict.fromkeys(
            ("forks", "forks_count", "open_issues", "open_issues_count", "size", "stargazers_count", "watchers"), 0
        )
        has = {f"has_{what}": True for what in ("downloads", "issues", "projects", "wiki")}
        moments = {f"{what}_at": when(state.EPOCH) for what in ("created", "pushed", "updated")}
        return self.minimal_repository() | counts | has | moments | {
            "watchers_count": 0, "has_pages": False, "archived": False, "disabled": False, "homepage": None,
            "language": "C++", "license": None, "mirror_url": None, "default_branch": self.world.default_branch,
            "clone_url": f"{self.home}.git", "git_url": f"git://{self.home}.git", "ssh_url": f"git@{self.home}.git",
            "svn_url": self.home,
        }  # fmt: skip

    def pull_minimal(self, pull: state.Pull) -> Json:
        repository = {"id": 900, "url": self.root, "name": self.world.name}
        return {
            "id": 50_000 + pull.number, "number": pull.number, "url": f"{self.root}/pulls/{pull.number}",
            "head": {"ref": pull.branch, "sha": pull.head, "repo": repository},
            "base": {"ref": pull.base, "sha": pull.base_sha, "repo": repository},
        }  # fmt: skip

    def pull(self, pull: state.Pull) -> Json:
        url, page = f"{self.root}/pulls/{pull.number}", f"{self.home}/pull/{pull.number}"
        issue = f"{self.root}/issues/{pull.number}"
        urls = {
            "url": url, "html_url": page, "issue_url": issue, "comments_url": f"{issue}/comments",
            "commits_url": f"{url}/commits", "review_comments_url": f"{url}/comments",
            "review_comment_url": f"{self.root}/pulls/comments{{/number}}", "diff_url": f"{page}.diff",
            "patch_url": f"{page}.patch", "statuses_url": f"{self.root}/statuses/{pull.head}",
        }  # fmt: skip
        links = {
            "self": url, "html": page, "issue": issue, "comments": urls["comments_url"],
            "review_comments": urls["review_comments_url"], "review_comment": urls["review_comment_url"],
            "commits": urls["commits_url"], "statuses": urls["statuses_url"],
        }  # fmt: skip
        counts = dict.fromkeys(("additions", "deletions", "changed_files", "commits", "review_comments"), 1)
        author = state.CONTRIBUTOR
        head_owner = author.login if pull.fork else self.world.owner
        return urls | counts | {
            "_links": {name: {"href": link} for name, link in links.items()},
            "id": 50_000 + pull.number, "node_id": f"PR_{pull.number}", "number": pull.number, "title": pull.title,
            "body": pull.body, "state": pull.state, "locked": pull.locked, "draft": False, "assignee": None,
            "labels": [], "milestone": None, "auto_merge": None, "author_association": "CONTRIBUTOR",
            "created_at": when(state.EPOCH), "updated_at": when(state.EPOCH), "closed_at": None, "merged_at": None,
            "merge_commit_sha": None, "merged": False, "merged_by": None, "mergeable": pull.mergeable,
            "mergeable_state": {True: "clean", False: "dirty", None: "unknown"}[pull.mergeable],
            "maintainer_can_modify": pull.fork, "comments": len(pull.comments), "user": self.user(author),
            "head": {
                "label": f"{head_owner}:{pull.branch}", "ref": pull.branch, "sha": pull.head,
                "repo": self.repository(), "user": self.user(author),
            },
            "base": {
                "label": f"{self.world.owner}:{pull.base}", "ref": pull.base, "sha": pull.base_sha,
                "repo": self.repository(), "user": self.owner(),
            },
        }  # fmt: skip

    def changed_file(self, pull: state.Pull, path: str) -> Json:
        place = f"{self.home}/%s/{pull.head}/{path}"
        return {
            "sha": "0" * 40, "filename": path, "status": "modified", "additions": 1, "deletions": 1, "changes": 2,
            "blob_url": place % "blob", "raw_url": place % "raw", "patch": "@@ -1 +1 @@",
            "contents_url": f"{self.root}/contents/{path}?ref={pull.head}",
        }  # fmt: skip

    def comment(self, pull: state.Pull, comment: state.Comment) -> Json:
        app = comment.author.app
        return {
            "id": comment.id, "node_id": f"IC_{comment.id}", "url": f"{self.root}/issues/comments/{comment.id}",
            "html_url": f"{self.home}/pull/{pull.number}#issuecomment-{comment.id}",
            "issue_url": f"{self.root}/issues/{pull.number}", "user": self.user(comment.author),
            "created_at": when(comment.created), "updated_at": when(comment.updated),
            "author_association": "NONE", "body": comment.body,
            "performed_via_github_app": None if app is None else self.app(app),
        }  # fmt: skip

    def check(self, check: state.CheckRun) -> Json:
        url = f"{self.root}/check-runs/{check.id}"
        return {
            "id": check.id, "node_id": f"CR_{check.id}", "name": check.name, "head_sha": check.head, "url": url,
            "html_url": f"{self.home}/runs/{check.id}",
            "details_url": check.details_url or f"{self.web}/apps/{check.app.slug}",
            "status": check.status, "conclusion": check.conclusion, "started_at": when(check.started),
            "completed_at": when(check.completed), "external_id": check.external_id,
            "check_suite": {"id": check.suite}, "app": self.app(check.app),
            "pull_requests": [self.pull_minimal(pull) for pull in self.pulls_at(check.head)],
            "output": {
                "title": check.title, "summary": check.summary, "text": check.text,
                "annotations_count": len(check.annotations), "annotations_url": f"{url}/annotations",
            },
        }  # fmt: skip

    def annotation(self, check: state.CheckRun, sent: dict[str, object]) -> Json:
        return {
            "path": sent["path"], "blob_href": f"{self.home}/blob/{check.head}/{sent['path']}",
            "start_line": sent["start_line"], "end_line": sent["end_line"],
            "start_column": sent.get("start_column"), "end_column": sent.get("end_column"),
            "annotation_level": sent["annotation_level"], "title": sent.get("title"), "message": sent["message"],
            "raw_details": sent.get("raw_details"),
        }  # fmt: skip

    def pulls_at(self, head: str) -> Iterable[state.Pull]:
        """The pull requests of this repository's own branches that a commit heads; forks' are not told."""
        return [pull for pull in self.world.pulls.values() if pull.head == head and not pull.fork]

    def suite(self, suite: int, checks: list[state.CheckRun]) -> Json:
        first = checks[0]
        done = all(check.status == "completed" for check in checks)
        bad = any(check.conclusion in ("failure", "timed_out", "cancelled") for check in checks)
        url = f"{self.root}/check-suites/{suite}"
        return {
            "id": suite, "node_id": f"CS_{suite}", "head_branch": "topic", "head_sha": first.head, "url": url,
            "status": "completed" if done else "in_progress",
            "conclusion": ("failure" if bad else "success") if done else None, "before": None, "after": first.head,
            "created_at": when(first.started), "updated_at": when(first.started), "app": self.app(first.app),
            "head_commit": self.simple_commit(first.head), "repository": self.minimal_repository(),
            "latest_check_runs_count": len(checks), "check_runs_url": f"{url}/check-runs", "pull_requests": [],
        }  # fmt: skip

    def simple_commit(self, sha: str) -> Json:
        person = {"name": "Test", "email": "test@example.org"}
        return {
            "id": sha, "tree_id": sha, "message": "change", "timestamp": when(state.EPOCH), "author": person,
            "committer": person,
        }  # fmt: skip

    def status(self, status: state.Status) -> Json:
        return {
            "url": f"{self.root}/statuses/{status.sha}", "avatar_url": f"{self.web}/avatars/{status.creator.id}",
            "id": status.id, "node_id": f"SC_{status.id}", "state": status.state, "description": status.description,
            "target_url": status.target_url, "context": status.context, "created_at": when(status.created),
            "updated_at": when(status.created), "creator": self.user(status.creator),
        }  # fmt: skip

    def run(self, run: state.WorkflowRun) -> Json:
        url = f"{self.root}/actions/runs/{run.id}"
        pulls = [self.world.pulls[number] for number in run.pulls if number in self.world.pulls]
        return {
            "id": run.id, "name": run.workflow_name, "node_id": f"WR_{run.id}", "head_branch": run.branch,
            "head_sha": run.head, "path": run.path, "run_number": run.number, "run_attempt": run.attempt,
            "display_title": "A change", "event": run.event, "status": run.status, "conclusion": run.conclusion,
            "workflow_id": run.workflow, "check_suite_id": self.world.suite_of(run.head, state.ACTIONS), "url": url,
            "html_url": f"{self.home}/actions/runs/{run.id}", "created_at": when(run.created),
            "updated_at": when(run.created), "run_started_at": when(run.created),
            "actor": self.user(state.CONTRIBUTOR), "triggering_actor": self.user(state.CONTRIBUTOR),
            "head_commit": self.simple_commit(run.head), "repository": self.minimal_repository(),
            "head_repository": self.minimal_repository(), "jobs_url": f"{url}/jobs", "logs_url": f"{url}/logs",
            "check_suite_url": f"{self.root}/check-suites/{self.world.suite_of(run.head, state.ACTIONS)}",
            "cancel_url": f"{url}/cancel", "rerun_url": f"{url}/rerun", "artifacts_url": f"{url}/artifacts",
            "previous_attempt_url": None, "workflow_url": f"{self.root}/actions/workflows/{run.workflow}",
            "pull_requests": [self.pull_minimal(pull) for pull in pulls], "referenced_workflows": [],
        }  # fmt: skip

    def job(self, job: state.Job) -> Json:
        url, run_url = f"{self.root}/actions/jobs/{job.id}", f"{self.root}/actions/runs/{job.run}"
        steps = [
            {
                "name": name, "number": number, "status": "completed", "conclusion": conclusion,
                "started_at": when(job.started), "completed_at": when(job.completed),
            }
            for number, (name, conclusion) in enumerate(job.steps, 1)
        ]  # fmt: skip
        return {
            "id": job.id, "node_id": f"JO_{job.id}", "run_id": job.run, "run_url": run_url, "run_attempt": job.attempt,
            "head_sha": job.head, "head_branch": job.branch, "workflow_name": job.workflow_name, "name": job.name,
            "url": url, "html_url": f"{self.home}/actions/runs/{job.run}/job/{job.id}", "status": job.status,
            "conclusion": job.conclusion, "created_at": when(job.started), "started_at": when(job.started),
            "completed_at": when(job.completed), "check_run_url": f"{self.root}/check-runs/{job.id}",
            "labels": ["ubuntu-24.04"], "runner_id": 1, "runner_name": "runner", "runner_group_id": 1,
            "runner_group_name": "default", "steps": steps,
        }  # fmt: skip

    def artifact(self, artifact: state.Artifact) -> Json:
        url = f"{self.root}/actions/artifacts/{artifact.id}"
        run = next((run for run in self.world.runs if run.id == artifact.run), None)
        origin = None
        if run is not None:
            origin = {
                "id": run.id, "repository_id": 900, "head_repository_id": 900, "head_branch": run.branch,
                "head_sha": run.head,
            }  # fmt: skip
        return {
            "id": artifact.id, "node_id": f"AR_{artifact.id}", "name": artifact.name,
            "size_in_bytes": len(artifact.data), "url": url, "archive_download_url": f"{url}/zip",
            "expired": artifact.expired, "created_at": when(artifact.created), "updated_at": when(artifact.created),
            "expires_at": when(artifact.created + timedelta(days=90)), "workflow_run": origin,
        }  # fmt: skip

    def installation(self, number: int, account: state.Account) -> Json:
        assert account.app is not None
        url = f"{self.api}/app/installations/{number}"
        return {
            "id": number, "app_id": account.app.id, "app_slug": account.app.slug, "target_id": 1,
            "target_type": "Organization", "single_file_name": None, "repository_selection": "selected",
            "access_tokens_url": f"{url}/access_tokens", "html_url": f"{self.web}/settings/installations/{number}",
            "repositories_url": f"{self.api}/installation/repositories", "events": [], "account": self.owner(),
            "permissions": {"checks": "write", "pull_requests": "write", "statuses": "write"},
            "created_at": when(state.EPOCH), "updated_at": when(state.EPOCH), "suspended_by": None,
            "suspended_at": None,
        }  # fmt: skip
