#!/usr/bin/env python3
"""The checker itself: every fault makes it fail."""

import contextlib
import functools
import io
import json
import os
import tempfile
import unittest
from unittest import mock

import schema_check

GET = {"type": "get_board", "id": "a", "board": 1}
BOOTED = {"type": "booted", "boot": "b", "version": "1"}
FRAME = {"type": "event", "pos": 1, "at_us": 0, "boot": "b", "wall_ms": 0, "event": BOOTED}
SETTLED = {"type": "command_settled", "game": "g", "board": 1, "cause": 0, "id": "x",
           "how": "refused"}


def row(direction, line):
    return {"dir": direction, "line": line}


class SchemaCheck(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        load = functools.cache(schema_check.load_schemas)  # once for all tests
        patch = mock.patch("schema_check.load_schemas", load)
        patch.start()
        cls.addClassCleanup(patch.stop)

    def check(self, *rows, options=(), texts=None):
        """(exit status, output) for a transcript of these rows."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "one.ndjson")
            with open(path, "w", encoding="utf-8") as file:
                for text in texts or [json.dumps(r) for r in rows]:
                    file.write(text + "\n")
            out = io.StringIO()
            with mock.patch("sys.argv", ["schema_check", path, *options]), \
                    contextlib.redirect_stdout(out):
                return schema_check.main(), out.getvalue()

    def assert_good(self, *rows):
        status, text = self.check(*rows)
        self.assertEqual(status, 0, text)

    def assert_bad(self, part, *rows):
        status, text = self.check(*rows)
        self.assertEqual(status, 1, text)
        self.assertIn(part, text)

    def test_good(self):
        self.assert_good(row("to_clockd", GET), row("from_clockd", FRAME),
                         row("clock_event", BOOTED), row("game_event", SETTLED),
                         {"from": "device", "line": {**GET, "unknown": [1]}})

    def test_bad_fields(self):
        self.assert_bad("board: missing", row("to_clockd", {"type": "get_board", "id": "a"}))
        self.assert_bad("board: ", row("to_clockd", {**GET, "board": 0}))
        self.assert_bad("board: ", row("to_clockd", {**GET, "board": "1"}))
        self.assert_bad("board: ", row("to_clockd", GET), row("to_clockd", {**GET, "board": True}))
        self.assert_bad("id: ", row("to_clockd", {**GET, "id": ""}))
        self.assert_bad("code: ", row("from_clockd", {"type": "refused", "id": "", "text": "",
                                                      "code": "never_heard"}))

    def test_types_and_directions(self):
        self.assert_bad("no schema", row("to_clockd", {"type": "castle"}))
        self.assert_bad("no schema", row("to_clockd", {"type": "event/booted"}))
        self.assert_bad("no schema", row("to_clockd", FRAME))
        self.assert_bad("no schema", row("from_clockd", GET))
        self.assert_bad("no schema", row("clock_event", SETTLED))
        self.assert_bad("no schema", row("game_event", {}))

    def test_messages_inside(self):
        self.assert_bad("clockd/event/booted: boot: missing",
                        row("from_clockd", {**FRAME, "event": {"type": "booted", "version": "1"}}))
        self.assert_bad("no schema", row("from_clockd", {**FRAME, "event": GET}))
        self.assert_bad("clockd/resume: ", row("game_event", {
            "type": "command_issued", "game": "g", "board": 1, "cause": 0,
            "command": {"type": "resume"}}))

    def test_lines_sent_to_be_refused(self):
        refused = {"type": "refused", "id": "a", "code": "bad_field", "text": "x"}
        bad = row("to_clockd", {**GET, "board": 0})
        self.assert_good(bad, row("from_clockd", refused))
        self.assert_bad("board: ", bad, row("from_clockd", {**refused, "id": "b"}))
        self.assert_bad("board: ", bad, row("from_clockd", {**refused, "code": "game_over"}))
        status, text = self.check(bad, row("from_clockd", refused), options=["--require-all"])
        self.assertEqual(status, 1)
        self.assertIn(" clockd/get_board", text)

    def test_what_is_no_transcript(self):
        for text in ("", "no JSON", "[]", '{"dir": "to_clockd"}', '{"dir": "up", "line": {}}',
                     '{"dir": "to_clockd", "line": []}'):
            status, _ = self.check(texts=["", text] if text else ["x"])
            self.assertEqual(status, 1, text)
        with mock.patch("sys.argv", ["schema_check"]), \
                contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(schema_check.main(), 1)

    def test_require_all(self):
        status, text = self.check(row("to_clockd", GET), options=["--require-all"])
        self.assertEqual(status, 1)
        self.assertIn("never seen: ", text)
        self.assertNotIn(" clockd/get_board", text)


if __name__ == "__main__":
    unittest.main()
