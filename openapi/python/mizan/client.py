"""The client: a server, and who is signed in to it."""

from __future__ import annotations

import http.cookiejar
import threading
from typing import cast

from .errors import MizanError, ProblemError
from .schema import AuthApi, Operations, SecondStep, SecondStepDue, SignedIn, SignedInUser
from .transport import Transport


class SecondStepNeeded(MizanError):
    """The password is right, and a second step is needed: see `Client.complete_sign_in`."""

    def __init__(self, due: SecondStepDue) -> None:
        super().__init__("The sign-in needs a second step")
        self.due = due


class Client(Operations):
    """All operations of a server, as methods of its groups: `client.users.list(search="mona")`.

    Give an API token, or sign in. The token of a session is renewed when it has expired. Threads may share a client.
    """

    def __init__(self, url: str, *, token: str | None = None, timeout: float = 30.0) -> None:
        cookies = http.cookiejar.CookieJar()
        self._transport = Transport(url, token, timeout, cookies)
        # Has the cookies and no token, and renews nothing itself.
        self._session = AuthApi(Transport(url, None, timeout, cookies))
        self._renewing = threading.Lock()
        super().__init__(self._transport)

    def sign_in(self, email: str, password: str) -> SignedInUser:
        """Signs in. Raises `SecondStepNeeded` when the account has two-step sign-in."""
        self._forget()
        answer = self.auth.login({"email": email, "password": password})
        if "ticket" in answer:
            raise SecondStepNeeded(cast(SecondStepDue, answer))
        return self._begin(cast(SignedIn, answer))

    def complete_sign_in(self, step: SecondStep) -> SignedInUser:
        """Completes a sign-in by its second step."""
        return self._begin(self.auth.second_step(step))

    def sign_out(self) -> None:
        """Ends the session."""
        self._transport.renew = None
        self.auth.logout()
        self._forget()

    def _begin(self, signed_in: SignedIn) -> SignedInUser:
        self._transport.token = signed_in["accessToken"]
        self._transport.renew = self._renew
        return signed_in["user"]

    def _forget(self) -> None:
        self._transport.token = self._transport.renew = None
        self._transport.cookies.clear()

    def _renew(self, expired: str | None) -> bool:
        with self._renewing:
            # Another thread may have done it meanwhile.
            if self._transport.token != expired:
                return self._transport.token is not None
            try:
                self._begin(self._session.refresh())
            except ProblemError:
                return False
            return True
