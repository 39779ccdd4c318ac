"""Sends requests and reads answers. It knows no operation and no type: `schema` brings those."""

from __future__ import annotations

import http.client
import http.cookiejar
import json
import re
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Callable, Generic, Iterator, Mapping, Sequence, TypedDict, TypeVar

from .errors import error_of

Json = Any
"""Any value of JSON, where the document says no more."""

Item = TypeVar("Item")


@dataclass
class Upload:
    """A file to send."""

    name: str
    content: bytes
    type: str = "application/octet-stream"


class Download:
    """A file that is read as it comes. Iterate over its lines, or `read` it; leaving its `with` closes it."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self._response = response
        self.type: str = response.headers.get("Content-Type", "")

    def read(self, size: int | None = None) -> bytes:
        return self._response.read(size)

    def close(self) -> None:
        self._response.close()

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._response)

    def __enter__(self) -> Download:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


@dataclass
class Event:
    """A server-sent event: its position, its kind, and its data, which are JSON."""

    id: str
    kind: str
    data: Json


class Events:
    """Events as they come, until the server ends the connection or `close` is called."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self._response = response

    def close(self) -> None:
        self._response.close()

    def __iter__(self) -> Iterator[Event]:
        position, kind, data = "", "message", list[str]()
        for line in self._response:
            name, _, value = line.decode().rstrip("\r\n").partition(":")
            value = value.removeprefix(" ")
            if name == "id":
                position = value
            elif name == "event":
                kind = value
            elif name == "data":
                data.append(value)
            elif not line.strip():
                if data:
                    yield Event(position, kind, json.loads("\n".join(data)))
                kind, data = "message", []

    def __enter__(self) -> Events:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


class Answer:
    """An answer with a documented status."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self._response = response

    def _body(self) -> bytes:
        with self._response:
            return self._response.read()

    def none(self) -> None:
        self._body()

    def json(self) -> Json:
        return json.loads(self._body())

    def tagged(self) -> tuple[Json, str]:
        """The record and its `ETag`."""
        return self.json(), self._response.headers.get("ETag", "")

    def text(self) -> str:
        return self._body().decode()

    def location(self) -> str:
        self._body()
        return str(self._response.headers["Location"])

    def stream(self) -> Download:
        return Download(self._response)

    def events(self) -> Events:
        return Events(self._response)


class _AnyStatus(urllib.request.HTTPErrorProcessor):
    """Returns every answer as it is, redirects too."""

    def http_response(self, request: urllib.request.Request, response: Any) -> Any:
        return response

    https_response = http_response


class Transport:
    """A server, the token that requests are sent with, and the cookies of a session."""

    def __init__(self, url: str, token: str | None, timeout: float, cookies: http.cookiejar.CookieJar) -> None:
        self._url = url.rstrip("/")
        self._timeout = timeout
        self.token = token
        self.cookies = cookies
        self.renew: Callable[[str | None], bool] | None = None
        """Gets another token than the one that has expired; returns whether there is one."""
        self._opener = urllib.request.build_opener(_AnyStatus, urllib.request.HTTPCookieProcessor(cookies))

    def send(
        self,
        method: str,
        path: str,
        statuses: tuple[int, ...],
        *,
        query: Mapping[str, object] | None = None,
        body: object | None = None,
        form: Mapping[str, Upload | str | None] | None = None,
        key: str | None = None,
        match: str | None = None,
        position: str | None = None,
    ) -> Answer:
        """Sends a request. An answer with another status is raised as an error."""
        headers = {"Accept": "*/*", "User-Agent": "mizan-client/0.1 (Python)"}
        if key is not None:
            headers["Idempotency-Key"] = key
        if match is not None:
            headers["If-Match"] = match
        if position is not None:
            headers["Last-Event-ID"] = position
        data = None
        if form is not None:
            headers["Content-Type"], data = _form(form)
        elif body is not None:
            headers["Content-Type"], data = "application/json", json.dumps(body).encode()
        target = self._url + path + _query(query or {})
        token = self.token
        response = self._open(method, target, headers, data)
        if response.status == 401 and self.renew is not None and self.renew(token):
            response.close()
            response = self._open(method, target, headers, data)
        if response.status in statuses:
            return Answer(response)
        with response:
            media_type = response.headers.get("Content-Type", "")
            raise error_of(response.status, media_type, response.read(), response.headers.get("Retry-After"))

    def _open(
        self, method: str, target: str, headers: Mapping[str, str], data: bytes | None
    ) -> http.client.HTTPResponse:
        request = urllib.request.Request(target, data, dict(headers), method=method)
        if self.token is not None:
            request.add_header("Authorization", f"Bearer {self.token}")
        response: http.client.HTTPResponse = self._opener.open(request, timeout=self._timeout)
        return response


class Group:
    """Operations of one tag of the document."""

    def __init__(self, transport: Transport) -> None:
        self._send = transport.send


def part(value: str | int) -> str:
    """A value as a part of a path."""
    return urllib.parse.quote(str(value), safe="")


def as_json(value: object) -> str | None:
    """A value as a parameter that is JSON; None, which is not sent, stays so."""
    return None if value is None else json.dumps(value)


def _query(values: Mapping[str, object]) -> str:
    pairs = [
        (name, str(one).lower() if isinstance(one, bool) else str(one))
        for name, value in values.items()
        for one in (value if isinstance(value, Sequence) and not isinstance(value, str) else [value])
        if one is not None
    ]
    return f"?{urllib.parse.urlencode(pairs)}" if pairs else ""


def _form(values: Mapping[str, Upload | str | None]) -> tuple[str, bytes]:
    boundary = uuid.uuid4().hex
    parts = bytearray()
    for name, value in values.items():
        if value is None:
            continue
        parts += f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"'.encode()
        if isinstance(value, Upload):
            file = re.sub(r'(["\\])', r"\\\1", re.sub(r"[\r\n]", " ", value.name))
            parts += f'; filename="{file}"\r\nContent-Type: {value.type}\r\n\r\n'.encode() + value.content
        else:
            parts += f"\r\n\r\n{value}".encode()
        parts += b"\r\n"
    return f"multipart/form-data; boundary={boundary}", bytes(parts) + f"--{boundary}--\r\n".encode()


class Page(TypedDict, Generic[Item]):
    """What all pages have in common."""

    items: list[Item]
    totalPages: int


def each(read: Callable[[int], Page[Item]]) -> Iterator[Item]:
    """Yields the items of all pages. `read` gets the number of a page: `lambda page: client.users.list(page=page)`."""
    number = 1
    while True:
        page = read(number)
        yield from page["items"]
        if number >= page["totalPages"]:
            return
        number += 1
