"""The client in Python, on a server with demo data: `SERVER_URL` and an administrator's `SERVER_EMAIL` and `SERVER_PASSWORD`."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
import unittest
import uuid
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, cast

import mizan
from mizan.schema import CompanyInput, FilterGroup, ImportReport, Unit

URL = os.environ["SERVER_URL"]
EMAIL = os.environ["SERVER_EMAIL"]
PASSWORD = os.environ["SERVER_PASSWORD"]
RECEIVER = Path(mizan.__file__).parent.parent / "receiver.py"
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


def company() -> CompanyInput:
    return {"name": f"Client in Python {uuid.uuid4()}", "phone": "+971 4 000 0000", "address": "Marina Walk"}


def wait_for(port: int) -> None:
    """Returns when something listens on a port."""
    until = time.monotonic() + 20
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            assert time.monotonic() < until, "The receiver does not listen"
            time.sleep(0.05)


class ClientTest(unittest.TestCase):
    client: mizan.Client

    @classmethod
    def setUpClass(cls) -> None:
        cls.client = mizan.Client(URL)
        cls.client.sign_in(EMAIL, PASSWORD)

    def test_request_without_a_token_is_unauthorized(self) -> None:
        with self.assertRaises(mizan.Unauthorized) as caught:
            mizan.Client(URL).units.list()
        self.assertEqual(caught.exception.status, 401)

    def test_wrong_password_is_unauthorized(self) -> None:
        with self.assertRaises(mizan.Unauthorized):
            mizan.Client(URL).sign_in(EMAIL, "not this one")

    def test_list_is_filtered_and_sorted(self) -> None:
        filters: FilterGroup = {
            "operator": "AND",
            "conditions": [
                {"field": "status", "operator": "equals", "value": "available"},
                {
                    "operator": "OR",
                    "conditions": [
                        {"field": "bedrooms", "operator": "equals", "value": 1},
                        {"field": "bedrooms", "operator": "equals", "value": 2},
                    ],
                },
            ],
        }
        units = self.client.units.list(filters=filters, sort="purchasePriceInAED:desc", limit=50)["items"]
        prices = [unit["purchasePriceInAED"] for unit in units]
        self.assertGreater(len(units), 1)
        self.assertEqual({unit["status"] for unit in units}, {"available"})
        self.assertEqual({unit["bedrooms"] for unit in units}, {1, 2})
        self.assertEqual(prices, sorted(prices, reverse=True))

    def test_unknown_parameter_value_is_a_problem_that_names_it(self) -> None:
        with self.assertRaises(mizan.ProblemError) as caught:
            self.client.units.list(limit=1000)
        self.assertEqual(caught.exception.status, 400)
        self.assertIn("limit", caught.exception.detail)

    def test_record_is_created_read_changed_and_deleted(self) -> None:
        body = company()
        created, _ = self.client.companies.create(body)
        read, etag = self.client.companies.view(created["_id"])
        self.assertEqual(read["name"], body["name"])

        changed, newer = self.client.companies.update(read["_id"], {"phone": None}, if_match=etag)
        self.assertIsNone(changed.get("phone"), "null empties a field")
        self.assertEqual(changed.get("address"), "Marina Walk", "an absent field stays as it is")
        self.assertNotEqual(newer, etag)

        with self.assertRaises(mizan.Stale) as caught:
            self.client.companies.update(read["_id"], {"name": "Too late"}, if_match=etag)
        self.assertEqual(caught.exception.status, 412)

        self.client.companies.delete(read["_id"], if_match=newer)
        with self.assertRaises(mizan.NotFound):
            self.client.companies.view(read["_id"])

    def test_invalid_fields_are_named_by_pointers(self) -> None:
        body: Any = {"name": "", "website": "no address", "colour": "red"}
        with self.assertRaises(mizan.Invalid) as caught:
            self.client.companies.create(body)
        self.assertEqual(set(caught.exception.fields), {"/name", "/website", "/colour"})
        self.assertTrue(caught.exception.request_id)

    def test_repeated_request_is_answered_once(self) -> None:
        body, key = company(), str(uuid.uuid4())
        first, _ = self.client.companies.create(body, idempotency_key=key)
        again, _ = self.client.companies.create(body, idempotency_key=key)
        self.assertEqual(first["_id"], again["_id"])
        self.assertEqual(self.client.companies.list(search=body["name"])["total"], 1)
        with self.assertRaises(mizan.Invalid):
            self.client.companies.create(company(), idempotency_key=key)

    def test_several_records_are_changed_by_one_request(self) -> None:
        records = [self.client.companies.create(company())[0] for _ in range(2)]
        ids = [record["_id"] for record in records]
        self.client.companies.bulk_update({"companyIds": ids, "update": {"phone": "+971 4 222 2222"}})
        report = self.client.companies.bulk_update(
            {"changes": [{"_id": ids[0], "update": {"phone": None}}]}, dry_run=True
        )
        self.assertEqual(report["updated"], 1)
        phones = [self.client.companies.view(one)[0].get("phone") for one in ids]
        self.assertEqual(phones, ["+971 4 222 2222"] * 2)

    def test_all_pages_are_read(self) -> None:
        total = self.client.units.list(limit=1)["total"]
        units: list[Unit] = list(mizan.each(lambda page: self.client.units.list(page=page, limit=100)))
        self.assertGreater(total, 100)
        self.assertEqual(len({unit["_id"] for unit in units}), total)

    def test_answer_of_several_kinds_is_told_apart(self) -> None:
        plain, page = self.client.developers.list(), self.client.developers.list(limit=2)
        assert isinstance(plain, list) and isinstance(page, dict)
        self.assertEqual(len(page["items"]), 2)
        self.assertEqual(len(plain), page["total"])

    def test_export_is_read_as_it_comes(self) -> None:
        total = self.client.units.list(limit=1, search="marina")["total"]
        with self.client.units.export(format="csv", search="marina") as table:
            self.assertTrue(table.type.startswith("text/csv"))
            header, *rows = table
        self.assertIn(b"unitNumber", header)
        self.assertEqual(len(rows), total)

    def test_file_is_attached_and_read(self) -> None:
        record, _ = self.client.companies.create(company())
        content = b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"
        file = self.client.companies.file_create(record["_id"], file=mizan.Upload('a "deed".pdf', content))
        self.assertEqual(file["name"], 'a "deed".pdf')
        with self.client.companies.file_view(record["_id"], file["_id"]) as download:
            self.assertEqual(download.read(), content)

    def test_import_names_the_cells_that_are_wrong(self) -> None:
        table = mizan.Upload("companies.csv", b"name,website\nOne more,no address\n", "text/csv")
        report = cast(ImportReport, self.client.companies.import_(file=table, dry_run=True))
        self.assertEqual([(one["line"], one["column"]) for one in report["errors"]], [(2, "website")])
        with self.assertRaises(mizan.Invalid) as caught:
            self.client.companies.import_(file=table)
        self.assertEqual([one.get("column") for one in caught.exception.errors], ["website"])

    def test_expired_token_is_renewed(self) -> None:
        client = mizan.Client(URL)
        client.sign_in(EMAIL, PASSWORD)
        client._transport.token = "expired"
        self.assertEqual(client.auth.me()["user"]["email"], EMAIL)
        client.sign_out()
        with self.assertRaises(mizan.Unauthorized):
            client.auth.me()

    def test_api_token_signs_in_until_it_is_deleted(self) -> None:
        tomorrow = (datetime.now(timezone.utc) + timedelta(days=1)).isoformat()
        made = self.client.auth.token_create({"name": "test", "expiresAt": tomorrow})
        client = mizan.Client(URL, token=made["token"])
        self.assertEqual(client.auth.me()["user"]["email"], EMAIL)
        self.client.auth.token_delete(made["_id"])
        with self.assertRaises(mizan.Unauthorized):
            client.auth.me()

    def test_changes_are_followed(self) -> None:
        with self.client.live.stream(resources="companies") as events:
            record: list[str] = []
            threading.Timer(0.3, lambda: record.append(self.client.companies.create(company())[0]["_id"])).start()
            event = next(event for event in events if event.kind == "change")
        self.assertEqual(event.data["resource"], "companies")
        self.assertEqual(event.data["ids"], record)

    def test_what_was_missed_is_followed_after_another_connection(self) -> None:
        with self.client.live.stream(resources="companies") as events:
            threading.Timer(0.3, lambda: self.client.companies.create(company())).start()
            last = next(event for event in events if event.kind == "change")
        missed, _ = self.client.companies.create(company())
        with self.client.live.stream(resources="companies", last_event_id=last.id) as events:
            event = next(event for event in events if missed["_id"] in event.data["ids"])
        self.assertEqual(event.kind, "change")


class ReceiverTest(unittest.TestCase):
    def test_delivery_of_the_server_is_verified(self) -> None:
        client = mizan.Client(URL)
        client.sign_in(EMAIL, PASSWORD)
        port = os.environ["RECEIVER_PORT"]
        settings = {**os.environ, "PORT": port, "WEBHOOK_SECRET": SECRET}
        receiver = subprocess.Popen(
            [sys.executable, RECEIVER], env=settings, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert receiver.stdout
        try:
            wait_for(int(port))
            webhook, _ = client.webhooks.create(
                {"url": f"http://127.0.0.1:{port}/", "events": ["companies.created"], "secret": SECRET}
            )
            record, _ = client.companies.create(company())
            patience = threading.Timer(50, receiver.kill)
            patience.start()
            self.assertTrue(receiver.stdout.readline().startswith(f"companies.created {record['_id']} ".encode()))
            patience.cancel()
            client.webhooks.delete(webhook["_id"])
        finally:
            receiver.kill()
            receiver.communicate()

    def test_message_that_was_changed_or_is_old_is_invalid(self) -> None:
        # Made with the reference implementation of Standard Webhooks.
        headers = {
            "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "webhook-timestamp": "1614265330",
            "webhook-signature": "v1,other v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        }
        body, ages = b'{"test": 2432232314}', 10.0**10
        self.assertEqual(mizan.verify(headers, body, SECRET, ages), {"test": 2432232314})
        wrong: list[tuple[dict[str, str], bytes, float]] = [
            (headers, body + b" ", ages),
            (headers, body, 300.0),
            ({**headers, "webhook-id": "msg_other"}, body, ages),
            ({**headers, "webhook-signature": "v1,"}, body, ages),
            ({}, body, ages),
        ]
        for given, text, tolerance in wrong:
            with self.assertRaises(mizan.InvalidMessage):
                mizan.verify(given, text, SECRET, tolerance)


if __name__ == "__main__":
    unittest.main()
