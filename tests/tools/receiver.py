#!/usr/bin/env python3
"""A receiver of webhooks, like the author of a program that follows an event would write it.

  receiver.py SECRET_FILE [--at HOST:PORT]     prints each body whose signature is correct
"""

import argparse
import base64
import hashlib
import hmac
import http.server
import os


def is_signed(secret, headers, body):
    """`secret` is the text from arbiterd, whsec_ and the base64 of the secret's bytes."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    right = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(one, right) for one in headers["webhook-signature"].split())


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):  # pylint: disable=invalid-name
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with open(self.server.secret_file, encoding="ascii") as file:
            right = is_signed(file.read().strip(), self.headers, body)
        if right:
            print(body.decode(), flush=True)
        self.send_response(204 if right else 401)
        self.end_headers()

    def log_message(self, *_):
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("secret_file")
    parser.add_argument("--at", default=os.environ.get("HALL", "127.0.0.1") + ":9000")
    options = parser.parse_args()
    host, port = options.at.rsplit(":", 1)
    server = http.server.ThreadingHTTPServer((host, int(port)), Handler)
    server.secret_file = options.secret_file
    print(f"waits for webhooks at http://{options.at}/", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
