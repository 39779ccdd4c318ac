"""What a server answers instead of what was requested, as exceptions. A server that is out of reach is an `OSError`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .schema import CellError, FieldError, Problem


class MizanError(Exception):
    """An answer that is not the requested one."""


class UnexpectedAnswer(MizanError):
    """An answer that the document does not describe: a proxy's page, for example."""

    def __init__(self, status: int, body: bytes) -> None:
        super().__init__(f"The answer has the status {status}, which the document does not describe")
        self.status = status
        self.body = body


class ProblemError(MizanError):
    """A problem (RFC 9457).

    `detail` is the sentence to show. `errors` are of fields, by JSON pointers into the body, or of cells of a file.
    """

    def __init__(self, problem: Problem, retry_after: int | None) -> None:
        super().__init__(problem["detail"])
        self.problem = problem
        self.status: int = problem["status"]
        self.title: str = problem["title"]
        self.detail: str = problem["detail"]
        self.request_id: str = problem["requestId"]
        self.errors: list[FieldError | CellError] = [*problem.get("errors", [])]
        self.retry_after = retry_after

    @property
    def fields(self) -> dict[str, str]:
        """The messages by their pointers."""
        return {str(one.get("pointer")): one["message"] for one in self.errors if "pointer" in one}


class Unauthorized(ProblemError):
    """401: no token, or one that is no longer valid."""


class Forbidden(ProblemError):
    """403: the user may not do this."""


class NotFound(ProblemError):
    """404."""


class Conflict(ProblemError):
    """409: a duplicate, or a record that others refer to."""


class Stale(ProblemError):
    """412: the record has changed since its `ETag` was read."""


class Invalid(ProblemError):
    """422: fields with errors."""


class Overloaded(ProblemError):
    """429 or 503: to be tried again after `retry_after` seconds."""


BY_STATUS: dict[int, type[ProblemError]] = {
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    412: Stale,
    422: Invalid,
    429: Overloaded,
    503: Overloaded,
}


def error_of(status: int, media_type: str, body: bytes, retry_after: str | None) -> MizanError:
    """Returns the exception for an answer that is not among the documented ones."""
    if not media_type.startswith("application/problem+json"):
        return UnexpectedAnswer(status, body)
    seconds = int(retry_after) if retry_after and retry_after.isdigit() else None
    return BY_STATUS.get(status, ProblemError)(json.loads(body), seconds)
