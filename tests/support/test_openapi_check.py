#!/usr/bin/env python3
"""The checker of HTTP answers itself: every fault makes it fail."""

import contextlib
import copy
import io
import json
import os
import tempfile
import unittest
from unittest import mock

import openapi_check

THING = {"type": "object", "required": ["id", "at"], "properties": {
    "id": {"type": "integer", "minimum": 1},
    "at": {"type": "string", "format": "date-time"},
    "parts": {"type": "array", "items": {"$ref": "#/components/schemas/part"}}}}
PART = {"oneOf": [
    {"type": "object", "required": ["kind", "size"],
     "properties": {"kind": {"const": "big"}, "size": {"type": "integer"}}},
    {"type": "object", "required": ["kind"],
     "properties": {"kind": {"const": "free"}}, "additionalProperties": {"type": "string"}}]}
PROBLEM = {"type": "object", "required": ["status"], "properties": {"status": {"type": "integer"}}}
BODY = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/thing"}}}}
TAG = {"ETag": {"required": True, "schema": {"type": "string"}}}
PROBLEMS = {"4XX": {"$ref": "#/components/responses/problem"}}
DOCUMENT = {
    "openapi": "3.1.0",
    "paths": {
        "/things": {"post": {
            "parameters": [{"name": "Key", "in": "header", "required": True,
                            "schema": {"type": "string", "minLength": 2}}],
            "requestBody": {"required": True, **BODY},
            "responses": {"201": {"description": "Made."}, **PROBLEMS}}},
        "/things/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": True,
                            "schema": {"type": "integer"}}],
            "get": {
                "parameters": [{"name": "limit", "in": "query", "schema": {"type": "integer"}}],
                "responses": {"200": {"description": "It.", "headers": TAG, **BODY},
                              "304": {"description": "The same."}, **PROBLEMS}}},
        "/things/last": {"get": {"responses": {
            "200": {"description": "Text.", "content": {"text/plain": {}}}}}},
        "/stream": {"get": {"responses": {
            "200": {"description": "On and on.", "content": {"text/event-stream": {}}}}}}},
    "components": {
        "responses": {"problem": {"description": "No.", "content": {
            "application/problem+json": {"schema": {"$ref": "#/components/schemas/problem"}}}}},
        "schemas": {"thing": THING, "part": PART, "problem": PROBLEM}}}
IT = {"id": 1, "at": "2026-11-21T14:00:00Z"}
GET = {"method": "GET", "path": "/things/7?limit=3", "status": 200,
       "content_type": "application/json", "headers": {"etag": '"1"'}, "body": IT}
POST = {"method": "POST", "path": "/things", "status": 201, "content_type": "", "headers": {},
        "request": {"content_type": "application/json", "headers": {"Key": "k1"}, "body": IT}}
NO = {"method": "GET", "path": "/nowhere", "status": 404,
      "content_type": "application/problem+json", "body": {"status": 404}}


def without(line, name):
    return {key: value for key, value in line.items() if key != name}


class OpenApiCheck(unittest.TestCase):
    def problems(self, *lines, document=None):
        checker = openapi_check.Checker(document or DOCUMENT)
        for line in lines:
            checker.check("here", line)
        return checker.problems

    def assert_bad(self, part, line):
        found = self.problems(line)
        self.assertEqual(len(found), 1, found)
        self.assertIn(part, found[0])

    def test_good(self):
        parts = [{"kind": "big", "size": 2}, {"kind": "free", "colour": "red"}]
        self.assertEqual([], self.problems(
            GET, POST, NO, {**GET, "body": {**IT, "parts": parts}},
            {**without(GET, "body"), "method": "HEAD"},
            {"method": "GET", "path": "/things/7", "status": 304, "content_type": ""},
            {"method": "GET", "path": "/things/last", "status": 200,
             "content_type": "text/plain; charset=utf-8"},
            {**NO, "method": "PATCH", "path": "/things", "status": 405}))

    def test_answers(self):
        for part, change in (
                ("answer /id: 0 is less than", {"body": {**IT, "id": 0}}),
                ("answer /: 'at' is a required", {"body": {"id": 1}}),
                ("'yesterday' is not a 'date-time'", {"body": {**IT, "at": "yesterday"}}),
                ("is not a 'date-time'", {"body": {**IT, "at": "2026-13-21T14:00:00Z"}}),
                ("answer /note: not described", {"body": {**IT, "note": 1}}),
                ("content type 'text/html'", {"content_type": "text/html"}),
                ("header ETag is missing", {"headers": {}}),
                ("does not have this status", {"status": 500}),
                ("content type 'application/json'", {"status": 404})):
            self.assert_bad(part, {**GET, **change})
        self.assert_bad("there is no body", without(GET, "body"))
        self.assert_bad("where none is described", {**GET, "status": 304})
        self.assert_bad("content type ''", {**without(GET, "body"), "content_type": ""})

    def test_forms(self):
        def with_part(part):
            return {**GET, "body": {**IT, "parts": [{"kind": "free"}, part]}}
        self.assert_bad("answer /parts/1/", with_part({"kind": "big", "size": "2"}))
        self.assert_bad("answer /parts/1/odd: not described",
                        with_part({"kind": "big", "size": 2, "odd": 1}))
        self.assert_bad("answer /parts/1/", with_part({"kind": "free", "colour": 1}))

    def test_what_the_document_does_not_have(self):
        self.assert_bad("no such operation", {**GET, "path": "/other"})
        self.assert_bad("no such operation", {**GET, "method": "DELETE"})
        self.assert_bad("answer /status: '4' is not", {**NO, "body": {"status": "4"}})
        self.assert_bad("content type 'text/plain'", {**NO, "content_type": "text/plain"})

    def test_requests(self):
        request = POST["request"]
        for part, change in (
                ("request /id: 'x' is not", {"body": {**IT, "id": "x"}}),
                ("request /: None is not", {"body": None}),
                ("request of 'text/csv'", {"content_type": "text/csv"}),
                ("without the body", {"content_type": ""}),
                ("header parameter key is missing", {"headers": {}}),
                ("header parameter key/: 'k' is too short", {"headers": {"key": "k"}})):
            self.assert_bad(part, {**POST, "request": {**request, **change}})
        self.assert_bad("query parameter order is not described",
                        {**GET, "path": "/things/7?order=x"})
        self.assert_bad("query parameter limit/: 'x'", {**GET, "path": "/things/7?limit=x"})
        self.assert_bad("path parameter id/: 'seven'", {**GET, "path": "/things/seven"})
        # A refused request may have any content.
        self.assertEqual([], self.problems({
            **NO, "method": "POST", "path": "/things?order=x", "status": 400,
            "request": {"content_type": "x/y", "headers": {}}}))

    def test_the_document(self):
        lost = copy.deepcopy(DOCUMENT)
        lost["paths"]["/things"]["post"]["responses"]["4XX"]["$ref"] = "#/components/responses/no"
        checker = openapi_check.Document(lost)
        self.assertIn("there is no #/components/responses/no", "\n".join(checker.faults()))
        wrong = copy.deepcopy(DOCUMENT)
        wrong["components"]["schemas"]["part"]["oneOf"] = {}
        self.assertIn("/components/schemas/part", self.problems(document=wrong)[0])

    def test_names_of_fields(self):
        """The API's own fields are in camelCase, at any depth; acts have the log's names."""
        act = {"type": "object", "properties": {"white_us": {"type": "integer"}}}
        for names, fields in ((["part_size"], {"part_size": {}}),
                              (["time_us"], {"all": {"items": {"properties": {"time_us": {}}}}}),
                              ([], {"act": act, "sizeUs": {}}), (["white_us"], {"acts": act})):
            own = copy.deepcopy(DOCUMENT)
            own["components"]["schemas"]["part"]["oneOf"][0]["properties"].update(fields)
            found = self.problems(document=own)
            self.assertEqual([f"the field {name} is not in camelCase" for name in names] * 2,
                             [text.split(": ")[1] for text in found])
        own = copy.deepcopy(DOCUMENT)
        own["paths"]["/things/{id}"]["get"]["parameters"][0]["name"] = "most_things"
        self.assertIn("the parameter most_things", self.problems(document=own)[0])

    def run_main(self, *lines, options=()):
        """(exit status, output) for a transcript of these lines."""
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "one.ndjson"), "w", encoding="utf-8") as file:
                for line in lines:
                    file.write(json.dumps({"dir": "http", "line": line}) + "\n")
                file.write('{"dir": "desk", "line": {}}\n')
            out = io.StringIO()
            with mock.patch("sys.argv", ["openapi_check", folder, *options]), \
                    contextlib.redirect_stdout(out):
                return openapi_check.main(), out.getvalue()

    def test_command_line(self):
        own = {**GET, "path": "/openapi.json", "body": {
            **DOCUMENT, "paths": {**DOCUMENT["paths"], "/openapi.json": {"get": {"responses": {
                "200": {"description": "This.", "content": {"application/json": {}}}}}}}}}
        status, text = self.run_main(GET, own, POST)
        self.assertEqual(status, 0, text)
        status, text = self.run_main(GET, own, POST, options=["--require-all"])
        self.assertEqual(status, 1)
        self.assertIn("never answered 2xx: GET /things/last\n", text)
        status, text = self.run_main({**GET, "status": 500}, own)
        self.assertEqual(status, 1)
        self.assertIn("one.ndjson:1: GET /things/7?limit=3 500: ", text)
        self.assertEqual(self.run_main(GET)[0], 1)  # no document


if __name__ == "__main__":
    unittest.main()
