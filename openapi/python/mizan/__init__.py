"""The typed client of the API. `mizan.schema`, which is generated, has the types and the operations."""

from .client import Client, SecondStepNeeded
from .errors import (
    Conflict,
    Forbidden,
    Invalid,
    MizanError,
    NotFound,
    Overloaded,
    ProblemError,
    Stale,
    Unauthorized,
    UnexpectedAnswer,
)
from .transport import Download, Event, Events, Upload, each
from .webhook import InvalidMessage, WebhookMessage, verify

__all__ = [
    "Client",
    "Conflict",
    "Download",
    "Event",
    "Events",
    "Forbidden",
    "Invalid",
    "InvalidMessage",
    "MizanError",
    "NotFound",
    "Overloaded",
    "ProblemError",
    "SecondStepNeeded",
    "Stale",
    "Unauthorized",
    "UnexpectedAnswer",
    "Upload",
    "WebhookMessage",
    "each",
    "verify",
]
