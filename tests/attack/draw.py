"""Values drawn from JSON Schemas, valid and invalid: the input of the monkey."""

import json
import os

STRANGE = ("", " ", "\u0000", "\u001b[2J", "\u202e", "\u2028", "\ud800", "é", "e\u0301", "../x",
           "a/b", "'; DROP TABLE event; --", "=1+1", "<b>", "%00", "x" * 47, "x" * 49, "x" * 130,
           "x" * 2000, "null", "-1", "1e999", "1-0", "arb:x:1:1", "open", "other")
NUMBERS = (0, 1, -1, 2, 80, 16384, 16385, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 63, 2 ** 64, -2 ** 63,
           0.5, 1e300, 10 ** 30)
WORDS = ("e4", "Nf3", "open", "other", "Anna", "1-0", "white", "black", "A, B", "g1", "none")


class Draw:
    """`resolve(ref, base)` returns a schema and its base."""

    def __init__(self, random, resolve, pools=None):
        self.random = random
        self.resolve = resolve
        self.pools = pools or {}  # name of a field: values that have a meaning here

    def value(self, schema, base=None, name="", depth=0):
        """A value that is mostly valid."""
        while "$ref" in schema:
            schema, base = self.resolve(schema["$ref"], base)
        pick = self.random
        if name in self.pools and pick.random() < 0.8:
            return pick.choice(self.pools[name])
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return pick.choice(schema["enum"])
        for several in ("oneOf", "anyOf"):
            if several in schema:
                return self.value(pick.choice(schema[several]), base, name, depth)
        if "allOf" in schema:
            whole = {}
            for part in schema["allOf"]:
                drawn = self.value(part, base, name, depth)
                whole = {**whole, **drawn} if isinstance(drawn, dict) else drawn
            return whole
        kind = schema.get("type", "object" if "properties" in schema else "string")
        kind = pick.choice(kind) if isinstance(kind, list) else kind
        return getattr(self, "a_" + kind)(schema, base, depth)

    def a_object(self, schema, base, depth):
        must = schema.get("required", ())
        return {name: self.value(part, base, name, depth + 1)
                for name, part in schema.get("properties", {}).items()
                if name in must or self.random.random() < (0.5 if depth < 3 else 0.1)}

    def a_array(self, schema, base, depth):
        count = self.random.choice((0, 1, 1, 2, 5)) if depth < 4 else 0
        return [self.value(schema.get("items", {}), base, "", depth + 1) for _ in range(count)]

    def a_string(self, schema, _base, _depth):
        if schema.get("format") == "date-time":
            return "2026-11-22T04:00:00Z"
        return self.random.choice(WORDS)[:schema.get("maxLength", 999)]

    def a_integer(self, schema, _base, _depth):
        least = schema.get("minimum", 0)
        return self.random.choice((least, least + 1, least + 2, schema.get("maximum", 7)))

    a_number = a_integer

    def a_boolean(self, *_):
        return self.random.random() < 0.5

    def a_null(self, *_):
        return None

    # ---- wrong ones -----------------------------------------------------------------------------

    def junk(self, depth=0):
        pick = self.random
        kinds = [lambda: pick.choice(STRANGE), lambda: pick.choice(NUMBERS), lambda: None,
                 lambda: True, lambda: [], lambda: {}]
        if depth < 3:
            kinds += [lambda: [self.junk(depth + 1)] * pick.choice((1, 3, 70)),
                      lambda: {pick.choice(STRANGE): self.junk(depth + 1)}]
        if depth == 0:
            kinds.append(lambda: nested(pick.choice((17, 63, 65, 300))))
        return pick.choice(kinds)()

    def broken(self, value):
        """The value with one place in it changed."""
        pick = self.random
        if isinstance(value, dict) and value and pick.random() < 0.85:
            value = dict(value)
            name = pick.choice(list(value))
            how = pick.randrange(5)
            if how == 0:
                del value[name]
            elif how == 1:
                value[pick.choice(STRANGE)] = self.junk()
            else:
                value[name] = self.broken(value[name])
            return value
        if isinstance(value, list) and value and pick.random() < 0.85:
            place = pick.randrange(len(value))
            return value[:place] + [self.broken(value[place])] + value[place + 1:]
        return self.junk()

    def bytes_of(self, value):
        """JSON of a value, or almost: bytes may be changed."""
        text = json.dumps(value, ensure_ascii=self.random.random() < 0.5)
        data = text.encode("utf-8", "surrogatepass")
        if self.random.random() < 0.15:
            place = self.random.randrange(len(data) + 1)
            wrong = self.random.choice((b"\xff", b"\x00", b"\xc0\xaf", b'"', b"[" * 200, b"}", b"",
                                        b'{"a":1,"a":2}', b"1e999", b"\xed\xa0\x80"))
            data = data[:place] + wrong + data[place + self.random.randrange(3):]
        return data


def nested(depth):
    value = 1
    for _ in range(depth):
        value = [value]
    return value


class Files:
    """Schemas in a folder, whose references are paths."""

    def __init__(self, folder):
        self.folder = folder
        self.kept = {}

    def load(self, path):
        if path not in self.kept:
            with open(path, encoding="utf-8") as file:
                self.kept[path] = json.load(file)
        return self.kept[path]

    def resolve(self, ref, base):
        path, _, inside = ref.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(base), path)) if path else base
        schema = self.load(path)
        for part in inside.strip("/").split("/") if inside else ():
            schema = schema[part]
        return schema, path
