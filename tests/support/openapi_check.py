#!/usr/bin/env python3
"""Compares recorded HTTP answers, and the requests that led to them, with the OpenAPI document.

A transcript is that of schema_check.py; the lines with "dir": "http" are read:

    {"method", "path", "status", "content_type", "headers": {lower-case name: value}, "body",
     "request": {"content_type", "headers": {...}, "body"}}

`body` is there if it is JSON, `request` if something was sent. The document is the body that a
transcript has of GET /openapi.json, or --document. This knows the parts of OpenAPI that ours uses.
An answer must be described: its path, method, status and content type, and each of its properties;
a request that was answered 2xx must be described, too. Other requests were sent to be refused.
"""

import argparse
import collections
import datetime
import json
import os
import re
import sys
import urllib.parse

import jsonschema

MOST_PROBLEMS = 20
LONGEST = 200  # text of one problem
CAMEL_CASE = re.compile("[a-z][a-zA-Z0-9]*")
METHODS = ("get", "put", "post", "delete", "head", "options", "patch", "trace")
FORMATS = jsonschema.FormatChecker(formats=())


@FORMATS.checks("date-time")
def is_date_time(value):
    """RFC 3339."""
    if not isinstance(value, str):
        return True
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)", value):
        return False
    try:
        return bool(datetime.datetime.fromisoformat(value))
    except ValueError:
        return False


class Operation:
    """One method at one path: its requests and answers."""

    def __init__(self, document, template, method, described, shared):
        self.name = f"{method.upper()} {template}"
        self.described = described
        parameters = [document.resolved(p) for p in shared + described.get("parameters", [])]
        self.parameters = {(p["in"], p["name"].lower() if p["in"] == "header" else p["name"]): p
                           for p in parameters}

    def answer(self, document, status):
        """The description of this status: its own, that of its range, or the default."""
        answers = self.described["responses"]
        for key in (str(status), f"{status // 100}XX", "default"):
            if key in answers:
                return document.resolved(answers[key])
        return None

    @property
    def streams(self):
        """Its answer does not end, so no transcript has it."""
        answers = self.described["responses"]
        content = answers.get("200", {}).get("content", {})
        return "101" in answers or "text/event-stream" in content


class Document:
    """An OpenAPI 3.1 document."""

    def __init__(self, body):
        self.body = body
        self.resolver = jsonschema.RefResolver("", body)
        self.validators = {}
        self.paths = []
        for template, item in body["paths"].items():
            parts = re.split(r"\{(\w+)\}", template)
            pattern = "".join(f"(?P<{part}>[^/]+)" if i % 2 else re.escape(part)
                              for i, part in enumerate(parts))
            operations = {method: Operation(self, template, method, item[method],
                                            item.get("parameters", []))
                          for method in METHODS if method in item}
            self.paths.append((len(parts), re.compile(pattern), operations))
        self.paths.sort(key=lambda path: path[0])  # literal paths come first

    def resolved(self, part):
        while "$ref" in part:
            part = self.resolver.resolve(part["$ref"])[1]
        return part

    def find(self, method, path):
        """(operation, parts of the path that are parameters), or None and nothing."""
        for _, pattern, operations in self.paths:
            match = pattern.fullmatch(path)
            if match:
                name = method.lower()
                found = operations.get("get" if name == "head" and name not in operations else name)
                return found, match.groupdict()
        return None, {}

    def operations(self):
        return [operation for *_, operations in self.paths for operation in operations.values()]

    def problems_of(self, schema, value):
        """The faults of a value, each with its place."""
        key = json.dumps(schema, sort_keys=True)
        if key not in self.validators:
            self.validators[key] = jsonschema.Draft202012Validator(
                schema, resolver=self.resolver, format_checker=FORMATS)
        for error in self.validators[key].iter_errors(value):
            while error.context:
                error = nearest(error.context)
            text = error.message
            if len(text) > LONGEST:  # it quotes the value
                text = f"{text[:LONGEST // 2]} ... {text[-LONGEST // 2:]}"
            yield f"/{'/'.join(map(str, error.absolute_path))}: {text}"

    def undescribed(self, schema, value, where=""):
        """Places in a valid value that no part of its schema describes."""
        if isinstance(value, list):
            for index, item in enumerate(value):
                schemas = [s["items"] for s in self.forms(schema, value) if "items" in s]
                yield from self.undescribed_by_any(schemas, item, f"{where}/{index}")
        elif isinstance(value, dict):
            forms = self.forms(schema, value)
            if any(form.get("additionalProperties") is True for form in forms):
                return
            for name, item in value.items():
                schemas = [form["properties"][name] for form in forms
                           if name in form.get("properties", {})]
                others = [form["additionalProperties"] for form in forms
                          if isinstance(form.get("additionalProperties"), dict)]
                if schemas or others:
                    yield from self.undescribed_by_any(schemas or others, item, f"{where}/{name}")
                elif any("properties" in form for form in forms):
                    yield f"{where}/{name}"

    def undescribed_by_any(self, schemas, value, where):
        for schema in schemas:
            yield from self.undescribed(schema, value, where)

    def forms(self, schema, value):
        """The schema and its parts, as far as they apply to the value."""
        schema = self.resolved(schema)
        found = [schema]
        for part in schema.get("allOf", []):
            found += self.forms(part, value)
        for part in schema.get("oneOf", []) + schema.get("anyOf", []):
            if not any(True for _ in self.problems_of(part, value)):
                found += self.forms(part, value)
        return found

    def faults(self):
        """The faults of the document itself."""
        for where, part in parts_of(self.body):
            if isinstance(part.get("$ref"), str):
                try:
                    self.resolver.resolve(part["$ref"])
                except jsonschema.RefResolutionError:
                    yield f"{where}: there is no {part['$ref']}"
            if isinstance(part.get("schema"), dict):
                yield from schema_faults(f"{where}/schema", part["schema"])
        for name, schema in self.body.get("components", {}).get("schemas", {}).items():
            yield from schema_faults(f"/components/schemas/{name}", schema)
        for operation in self.operations():
            yield from (f"{operation.name}: {text}" for text in self.misspelt(operation))

    def misspelt(self, operation):
        """The API's own fields that are not in camelCase. Acts have the names of the log."""
        for where, name in operation.parameters:
            if where == "query" and not CAMEL_CASE.fullmatch(name):
                yield f"the parameter {name} is not in camelCase"
        seen = set()
        todo = [media.get("schema", {}) for _, part in parts_of(operation.described)
                for media in part.get("content", {}).values()]
        while todo:
            schema = self.resolved(todo.pop())
            if id(schema) in seen:
                continue
            seen.add(id(schema))
            for name, field in schema.get("properties", {}).items():
                if not CAMEL_CASE.fullmatch(name):
                    yield f"the field {name} is not in camelCase"
                if name != "act":
                    todo.append(field)
            todo += [schema[word] for word in ("items", "additionalProperties")
                     if isinstance(schema.get(word), dict)]
            for word in ("oneOf", "anyOf", "allOf"):
                todo += schema.get(word, [])


def nearest(errors):
    """If several forms do not fit, the reason for the one that was probably meant."""
    forms = collections.defaultdict(list)
    for error in errors:
        forms[error.schema_path[0]].append(error)
    meant = min(forms.values(), key=lambda form: any(e.validator == "const" for e in form))
    return jsonschema.exceptions.best_match(meant)


def parts_of(part, where=""):
    """Every object in a document, with its place."""
    if isinstance(part, dict):
        yield where, part
    children = part.items() if isinstance(part, dict) else \
        enumerate(part) if isinstance(part, list) else ()
    for name, child in children:
        yield from parts_of(child, f"{where}/{name}")


def schema_faults(where, schema):
    try:
        jsonschema.Draft202012Validator.check_schema(schema)
    except jsonschema.SchemaError as error:
        yield f"{where}: {error.message}"


def plain(content_type):
    return content_type.split(";")[0].strip().lower()


def is_json(content_type):
    return content_type == "application/json" or content_type.endswith("+json")


class Checker:
    def __init__(self, document):
        self.document = Document(document)
        self.seen = collections.Counter()  # operations that were answered 2xx
        self.checked = 0
        self.problems = list(self.document.faults())

    def check(self, where, line):
        target = urllib.parse.urlsplit(line["path"])
        operation, parts = self.document.find(line["method"], target.path)
        self.checked += 1
        found = list(self.answer_problems(operation, line))
        if operation is not None and line["status"] // 100 in (1, 2):
            self.seen[operation.name] += 1
            found += self.request_problems(operation, parts, target.query, line)
        self.problems += [f"{where}: {line['method']} {line['path']} {line['status']}: {text}"
                          for text in found]

    def answer_problems(self, operation, line):
        document = self.document
        if operation is not None:
            answer = operation.answer(document, line["status"])
        else:
            answer = document.resolved({"$ref": "#/components/responses/problem"})
            if line["status"] // 100 != 4:
                yield "the document has no such operation"
                return
        if answer is None:
            yield "the document does not have this status"
            return
        for name, header in answer.get("headers", {}).items():
            header = document.resolved(header)
            if header.get("required") and name.lower() not in line.get("headers", {}):
                yield f"header {name} is missing"
        kind, content = plain(line.get("content_type", "")), answer.get("content")
        if not content:
            if kind or line.get("body") is not None:
                yield f"a body of {kind!r} where none is described"
        elif kind not in content:
            yield f"content type {kind!r}; described: {' '.join(content)}"
        elif is_json(kind) and line["method"] != "HEAD":
            yield from self.body_problems(content[kind].get("schema", {}), line)

    def body_problems(self, schema, line):
        if "body" not in line:
            yield "there is no body"
            return
        found = list(self.document.problems_of(schema, line["body"]))
        yield from (f"answer {text}" for text in found)
        if not found:
            yield from (f"answer {text}: not described"
                        for text in self.document.undescribed(schema, line["body"]))

    def request_problems(self, operation, parts, query, line):
        sent = line.get("request", {})
        given = {("path", name): urllib.parse.unquote(value) for name, value in parts.items()}
        given |= {("query", name): value
                  for name, value in urllib.parse.parse_qsl(query, keep_blank_values=True)}
        given |= {("header", name.lower()): value
                  for name, value in sent.get("headers", {}).items()}
        for key, parameter in operation.parameters.items():
            if key not in given:
                if parameter.get("required"):
                    yield f"{key[0]} parameter {key[1]} is missing"
                continue
            value = typed(given[key], self.document.resolved(parameter["schema"]))
            for text in self.document.problems_of(parameter["schema"], value):
                yield f"{key[0]} parameter {key[1]}{text}"
        for place, name in given:
            if place == "query" and (place, name) not in operation.parameters:
                yield f"query parameter {name} is not described"
        yield from self.request_body_problems(operation, sent)

    def request_body_problems(self, operation, sent):
        described = self.document.resolved(operation.described.get("requestBody", {}))
        kind = plain(sent.get("content_type", ""))
        if not kind:
            if described.get("required"):
                yield "a request without the body that is required"
        elif kind not in described.get("content", {}):
            yield f"a request of {kind!r}, which is not described"
        elif is_json(kind):
            schema = described["content"][kind].get("schema", {})
            yield from (f"request {text}"
                        for text in self.document.problems_of(schema, sent.get("body")))


def typed(text, schema):
    """A parameter as a value for its schema; unchanged if it is not one."""
    kind = schema.get("type")
    if kind == "integer" and re.fullmatch(r"-?\d+", text):
        return int(text)
    if kind == "boolean" and text in ("true", "false"):
        return text == "true"
    return text


def lines_of(paths):
    """(where, line) of each HTTP answer in the transcripts."""
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for number, row in enumerate(file, 1):
                entry = json.loads(row)
                if entry.get("dir") == "http":
                    yield f"{path}:{number}", entry["line"]


def document_in(paths):
    for _, line in lines_of(paths):
        if (line["path"], line["status"], line["method"]) == ("/openapi.json", 200, "GET"):
            return line["body"]
    return None


def files_of(paths):
    for path in paths:
        if os.path.isdir(path):
            yield from (os.path.join(path, name) for name in sorted(os.listdir(path))
                        if name.endswith(".ndjson"))
        else:
            yield path


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("transcripts", nargs="*", help="NDJSON files, or folders of them")
    parser.add_argument("--document", help="the OpenAPI document; else what a transcript has")
    parser.add_argument("--require-all", action="store_true",
                        help="fail when an operation was never answered 2xx")
    options = parser.parse_args()
    files = list(files_of(options.transcripts))
    if options.document:
        with open(options.document, encoding="utf-8") as file:
            body = json.load(file)
    else:
        body = document_in(files)
    if body is None:
        print("no transcript has GET /openapi.json, and there is no --document")
        return 1
    checker = Checker(body)
    for where, line in lines_of(files):
        checker.check(where, line)
    return report(checker, options.require_all)


def report(checker, require_all):
    for text in checker.problems[:MOST_PROBLEMS]:
        print(text)
    if len(checker.problems) > MOST_PROBLEMS:
        print(f"... and {len(checker.problems) - MOST_PROBLEMS} more")
    operations = checker.document.operations()
    missing = [o.name for o in operations if not checker.seen[o.name] and not o.streams]
    if require_all and missing:
        print("never answered 2xx: " + ", ".join(missing))
    print(f"{checker.checked} answers, {len(checker.seen)} of {len(operations)} operations, "
          f"{len(checker.problems)} problems")
    return 1 if checker.problems or (require_all and missing) or not checker.checked else 0


if __name__ == "__main__":
    sys.exit(main())
