"""Receives the messages of a webhook, and prints them."""

import os
from http.server import BaseHTTPRequestHandler, HTTPServer

from mizan import InvalidMessage, verify


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = verify(self.headers, body, os.environ["WEBHOOK_SECRET"])
            print(event["type"], event["recordId"], event["changed"], flush=True)
            self.send_response(204)
        except InvalidMessage:
            self.send_response(401)
        self.end_headers()


HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver).serve_forever()
