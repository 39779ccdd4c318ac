"""Messages of webhooks: what they say, and whether the server sent them."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from email.message import Message
from typing import Mapping, TypedDict

from .transport import Json


class WebhookActor(TypedDict):
    """The user who made a change."""

    id: str
    name: str


class WebhookMessage(TypedDict):
    """A change of a record. `id` stays the same when a message is sent again; `record` is None after a deletion."""

    type: str
    id: str
    at: str
    resource: str
    recordId: str
    version: int
    requestId: str | None
    actor: WebhookActor | None
    record: dict[str, Json] | None
    changed: list[str]


class InvalidMessage(Exception):
    """A message that this server did not send with this secret, or not within the last minutes."""


def verify(
    headers: Mapping[str, str] | Message, body: bytes, secret: str, tolerance: float = 300.0
) -> WebhookMessage:
    """Returns the message of a request, if its signature is right and its time at most `tolerance` seconds from now."""
    given = {name.lower(): value for name, value in headers.items()}
    try:
        message, at = given["webhook-id"], given["webhook-timestamp"]
        signatures, distance = given["webhook-signature"].split(), abs(time.time() - int(at))
    except (KeyError, ValueError):
        raise InvalidMessage("The request has no signature") from None
    if distance > tolerance:
        raise InvalidMessage("The message was not sent within the last minutes")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    tag = hmac.digest(key, f"{message}.{at}.".encode() + body, hashlib.sha256)
    right = f"v1,{base64.b64encode(tag).decode()}".encode()
    # One signature for each secret, while a secret is replaced.
    if not any(hmac.compare_digest(right, one.encode()) for one in signatures):
        raise InvalidMessage("The signature is not right")
    event: WebhookMessage = json.loads(body)
    return event
