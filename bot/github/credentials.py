"""Who posts: a token, or the key of a GitHub App, and the login under which comments then appear."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bot.github.client import PUBLIC_API, Client, connect
from bot.github.errors import RefusedError, described
from bot.github.patience import Patience
from checkers.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from github.Auth import Auth

ACTIONS_LOGIN = "github-actions[bot]"
_BOT = "[bot]"
_PERSONAL = ("ghp_", "github_pat_", "gho_", "ghu_")
"""How tokens begin that act for a person, who can be asked for: https://github.blog/engineering (token formats)."""
_TOKEN = re.compile(r"[!-~]+\Z")


@dataclass(frozen=True, slots=True)
class Identity:
    """The login that our comments have; where it had to be assumed, the first write tells better."""

    login: str

    @property
    def app(self) -> str | None:
        """The slug of the app that acts under that login; None for a person."""
        return self.login.removesuffix(_BOT) if self.login.endswith(_BOT) else None

    def is_author(self, login: str) -> bool:
        """Whether that login is ours; GitHub's logins do not tell cases apart."""
        return login.casefold() == self.login.casefold()


@dataclass(frozen=True, slots=True)
class SignIn:
    """How to sign in: what the command line and the environment say. Nothing is asked before `client`."""

    api_url: str = PUBLIC_API
    token: str = ""
    app_id: str = ""
    key_file: Path | None = None
    author: str | None = None
    in_actions: bool = False

    def client(self, repository: str, patience: Patience | None = None) -> tuple[Client, Identity]:
        """A client for a repository and who it is there. Raises UsageError and ForgeError."""
        patience = patience or Patience()
        if self.app_id:
            return self._as_app(repository, patience)
        if not self.token:
            raise UsageError("GITHUB_TOKEN is not set; give a token there, or an app's --app-id and --app-key")
        if not _TOKEN.match(self.token):
            raise UsageError("GITHUB_TOKEN holds a character that no token has, such as a line end")
        from github.Auth import Token

        client = connect(Token(self.token), self.api_url, patience)
        return client, self._named(client)

    def _named(self, client: Client) -> Identity:
        """Who a token is: an installation's cannot ask, so the one that Actions gives is assumed to be its bot's."""
        if self.author is not None:
            return Identity(self.author)
        if self.token.startswith("ghs_") or (self.in_actions and not self.token.startswith(_PERSONAL)):
            return Identity(ACTIONS_LOGIN)
        try:
            with described("GET /user: the user"):
                return Identity(str(client.get("/user")["login"]))
        except RefusedError as error:
            if error.status == 401:
                raise
            return Identity(ACTIONS_LOGIN)

    def _as_app(self, repository: str, patience: Patience) -> tuple[Client, Identity]:
        client = connect(self._app_auth(), self.api_url, patience)
        from github.Auth import Token

        with described("the app's installation"):
            installation = client.get(f"/repos/{repository}/installation")
            place = f"/app/installations/{int(installation['id'])}/access_tokens"
            name = repository.partition("/")[2]
            token = client.send("POST", place, {"repositories": [name]}, repeatable=True)["token"]
            slug = str(installation["app_slug"])
        return connect(Token(str(token)), self.api_url, patience), Identity(self.author or f"{slug}{_BOT}")

    def _app_auth(self) -> Auth:
        from github.Auth import AppAuth

        if self.key_file is None:
            raise UsageError("an app signs with its private key; name the file with --app-key")
        try:
            key = self.key_file.read_text("ascii")
            auth = AppAuth(self.app_id, key)
            auth.create_jwt()
        except OSError as error:
            raise UsageError(f"{self.key_file} cannot be read: {error.strerror}") from None
        except Exception:  # the libraries below name half a dozen of their own for a key that is none
            raise UsageError(f"{self.key_file} holds no private key in PEM form") from None
        return auth


def sign_in(
    environment: Mapping[str, str], app_id: str | None = None, key_file: Path | None = None, author: str | None = None
) -> SignIn:
    """What an environment says, where the command line does not say otherwise."""
    named = environment.get("REDFIRST_APP_KEY_FILE")
    return SignIn(
        api_url=environment.get("GITHUB_API_URL") or PUBLIC_API,
        token=environment.get("GITHUB_TOKEN", "").strip(),
        app_id=app_id or environment.get("REDFIRST_APP_ID", ""),
        key_file=key_file or (Path(named) if named else None),
        author=author,
        in_actions=environment.get("GITHUB_ACTIONS") == "true",
    )
