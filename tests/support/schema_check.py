#!/usr/bin/env python3
"""Compares recorded messages with schemas/, so that both the schemas and the tests stay correct.

A transcript has one JSON object a line:

    {"dir": "to_clockd" | "from_clockd" | "clock_event" | "game_event" | "http" | "desk" | "office",
     "line": ...}

or, in schemas/examples, {"from": "device" | ... | "clockd", "line": ...}. Every line is checked
against the schema that its type names; an event in an event frame and a command in the outbox are
checked as separate messages. Lines to clockd that it refused for their content (codes
malformed, unknown_type, too_long, bad_...) were sent to be refused: they are counted separately and
their types do not count as seen. openapi_check.py checks answers over HTTP.
"""

import argparse
import collections
import json
import os
import re
import sys

import jsonschema

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MOST_PROBLEMS = 20
FOLDERS = {"to_clockd": "clockd", "from_clockd": "clockd", "clock_event": "clockd/event",
           "game_event": "arbiterd/event"}
SENT_BY_CLOCKD = {"challenge", "welcome", "ack", "refused", "subscribed", "event", "board_state",
                  "enrolment", "enrolled", "revoked", "device_state", "equipment_state",
                  "press_held"}
SENT_BY_BOTH = {"signed_head"}
NESTED = {"clockd/event": ("event", "clockd/event"),
          "arbiterd/event/command_issued": ("command", "clockd"),
          "arbiterd/event/desk_acted": ("act", "desk"), "desk/command": ("act", "desk"),
          "arbiterd/event/hall_command_issued": ("command", "clockd"),
          "arbiterd/event/event_acted": ("act", "office"), "office/command": ("act", "office"),
          "office/rule_boards": ("act", "desk"),
          "arbiterd/event/question_put": ("facts", "arbiterd/facts")}
MAY_LACK_IT = {"arbiterd/event/question_put"}
CONTENT_CODE = re.compile(r"malformed|unknown_type|too_long|bad_\w+")
# Parts of messages, not all kinds of which occur in a fast test.
PART = re.compile("arbiterd/facts/")
# The output of the command line, and answers over HTTP.
NO_MESSAGE = re.compile("(mate|profile|sheets|api)/|arbiterd/[^/]+$")
MESSAGE_KEYWORDS = {"$schema", "title", "description", "type", "required", "properties",
                    "additionalProperties"}
CACHED_VALUES = 200_000


class Message:
    """A compiled schema of the flat form that all messages have: required fields, and for each
    property its own schema. As properties do not depend on each other, a result for a
    value of a property is valid for the next line, too, and is remembered."""

    def __init__(self, schema):
        unknown = set(schema) - MESSAGE_KEYWORDS
        if unknown or schema.get("type") != "object" or schema["additionalProperties"] is not True:
            raise ValueError(f"not the form of a message: {sorted(unknown)}")
        self.required = frozenset(schema["required"])
        self.properties = {name: jsonschema.Draft202012Validator(part)
                           for name, part in schema["properties"].items()}
        self.known = {}

    def problems(self, line):
        for name in sorted(self.required - line.keys()):
            yield f"{name}: missing"
        for name, value in line.items():
            if name in self.properties:
                yield from self.value_problems(name, value)

    def value_problems(self, name, value):
        scalar = isinstance(value, (str, int, float, bool, type(None)))
        key = (name, type(value), value) if scalar else None
        if scalar and key in self.known:
            return self.known[key]
        found = [f"{name}: {e.message}" for e in self.properties[name].iter_errors(value)]
        if scalar and len(self.known) < CACHED_VALUES:
            self.known[key] = found
        return found


class Document:
    """A compiled schema of any form; `files` are those to which it may refer, by their keys."""

    def __init__(self, key, schema, files):
        self.validator = jsonschema.Draft202012Validator(schema, resolver=jsonschema.RefResolver(
            f"file:/{key}.json", schema, {f"file:/{k}.json": s for k, s in files.items()}))

    def problems(self, line):
        for error in self.validator.iter_errors(line):
            yield f"{'/'.join(map(str, error.path))}: {error.message}"


def inlined(part, common, within=False):
    """The schema with every reference to common.json replaced by its definition; `within`
    common.json its references name no file. Other references remain."""
    if isinstance(part, list):
        return [inlined(item, common, within) for item in part]
    if not isinstance(part, dict):
        return part
    out = {name: inlined(value, common, within) for name, value in part.items()}
    if "$ref" in out and (within or "common.json#" in out["$ref"]):
        target = common[out.pop("$ref").rsplit("/", 1)[1]]
        out = {**inlined(target, common, True), **out}
    return out


def load_schemas(root):
    """{"clockd/press": compiled schema} for the content of transcripts; all are checked."""
    with open(os.path.join(root, "common.json"), encoding="utf-8") as file:
        common = json.load(file)["$defs"]
    files = {}
    for folder, _, names in os.walk(root):
        for name in sorted(n for n in names if n.endswith(".json")):
            path = os.path.join(folder, name)
            key = os.path.relpath(path, root)[:-len(".json")]
            with open(path, encoding="utf-8") as file:
                schema = json.load(file)
            jsonschema.Draft202012Validator.check_schema(schema)
            if key != "common":
                files[key] = inlined(schema, common)
    return {key: Message(schema) if is_message(key) else Document(key, schema, files)
            for key, schema in files.items()}


def is_message(key):
    return not key.endswith("/command") and not NO_MESSAGE.match(key)


class Checker:
    def __init__(self, schemas):
        self.schemas = schemas
        self.seen = collections.Counter()
        self.refused_content = 0
        self.problems = []

    def problem(self, where, text):
        self.problems.append(f"{where}: {text}")

    def check_file(self, path):
        with open(path, encoding="utf-8") as file:
            rows = [(f"{path}:{number}", row) for number, row in enumerate(file, 1) if row.strip()]
        entries = []
        for where, row in rows:
            try:
                entries.append((where, *direction_and_line(json.loads(row))))
            except (ValueError, KeyError, TypeError) as error:
                self.problem(where, f"not a line of a transcript: {error!r}")
        meant_to_fail = {line.get("id") for _, direction, line in entries
                         if direction == "from_clockd" and line.get("type") == "refused"
                         and CONTENT_CODE.fullmatch(str(line.get("code")))}
        for where, direction, line in entries:
            if direction == "to_clockd" and is_one_of(line.get("id", ""), meant_to_fail):
                self.refused_content += 1
            elif direction == "http":
                pass
            elif direction in ("desk", "office"):
                self.check_by(where, direction + "/command", line)
            else:
                self.check_message(where, direction, line)

    def check_message(self, where, direction, line):
        kind = line.get("type")
        key = f"{FOLDERS[direction]}/{kind}"
        sent_by_clockd = kind in SENT_BY_CLOCKD
        wrong_way = direction in ("to_clockd", "from_clockd") and kind not in SENT_BY_BOTH and \
            sent_by_clockd != (direction == "from_clockd")
        named = isinstance(kind, str) and "/" not in kind and key in self.schemas
        if not named or wrong_way:
            return self.problem(where, f"{direction}: there is no schema for type {kind!r}")
        self.check_by(where, key, line)

    def check_by(self, where, key, line):
        self.seen[key] += 1
        for text in self.schemas[key].problems(line):
            self.problem(where, f"{key}: {text}")
        if key in NESTED:
            name, folder = NESTED[key]
            if name not in line and key in MAY_LACK_IT:
                return
            inner = line.get(name)
            inner_key = f"{folder}/{inner.get('type') if isinstance(inner, dict) else None}"
            if inner_key not in self.schemas:
                return self.problem(where, f"{key}: {name}: there is no schema {inner_key}")
            self.check_by(where, inner_key, inner)


def direction_and_line(entry):
    line = entry["line"]
    if not isinstance(line, dict):
        raise TypeError("line is no object")
    if "from" in entry:
        return ("from_clockd" if entry["from"] == "clockd" else "to_clockd"), line
    if entry["dir"] not in ("http", "desk", "office") and entry["dir"] not in FOLDERS:
        raise ValueError(f"dir {entry['dir']!r}")
    return entry["dir"], line


def is_one_of(value, known):
    return isinstance(value, str) and value in known


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("transcripts", nargs="*", help="NDJSON files, or folders of them")
    parser.add_argument("--schemas", default=os.path.join(ROOT, "schemas"))
    parser.add_argument("--require-all", action="store_true",
                        help="fail when a schema's message never occurred")
    parser.add_argument("--counts", action="store_true", help="print how often each type occurred")
    options = parser.parse_args()
    checker = Checker(load_schemas(options.schemas))
    files = []
    for path in options.transcripts:
        if os.path.isdir(path):
            files += [os.path.join(path, name) for name in sorted(os.listdir(path))
                      if name.endswith(".ndjson")]
        else:
            files.append(path)
    for path in files:
        checker.check_file(path)
    return report(checker, files, options)


def report(checker, files, options):
    if options.counts:
        for key in sorted(checker.schemas):
            print(f"{checker.seen[key]:9} {key}")
    failed = bool(checker.problems)
    for text in checker.problems[:MOST_PROBLEMS]:
        print(text)
    if len(checker.problems) > MOST_PROBLEMS:
        print(f"... and {len(checker.problems) - MOST_PROBLEMS} more")
    messages = {key for key in checker.schemas
                if not NO_MESSAGE.match(key) and not PART.match(key)}
    missing = sorted(messages - set(checker.seen))
    if options.require_all and missing:
        failed = True
        print("never seen: " + " ".join(missing))
    print(f"{len(files)} files, {sum(checker.seen.values())} messages of {len(checker.seen)} of "
          f"{len(checker.schemas)} types, {checker.refused_content} lines sent to be refused, "
          f"{len(checker.problems)} problems")
    if not files:
        print("no transcripts")
    return 1 if failed or not files else 0


if __name__ == "__main__":
    sys.exit(main())
