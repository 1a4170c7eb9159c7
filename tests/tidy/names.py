"""Names of fields: documents of the HTTP API have camelCase (docs/api.md, "Names")."""

import json
import re

# The API's own documents. In an act's body only the fields around the act.
DOCUMENT = re.compile(r"schemas/(?:api|arbiterd|sheets)/\w+\.json")
BODY_OF_ACT = re.compile(r"schemas/(?:desk|office)/command\.json")
CAMEL_CASE = re.compile("[a-z][a-zA-Z0-9]*")


def fields(schema, inside=True):
    """The names of the fields of a schema, and of its parts."""
    if isinstance(schema, list):
        for part in schema:
            yield from fields(part)
    if not isinstance(schema, dict):
        return
    for word, part in schema.items():
        if word == "properties" and isinstance(part, dict):
            yield from part
            if inside:
                yield from fields(list(part.values()))
        elif inside:
            yield from fields(part)


def check_field_names(tree):
    """field-name: a field of the API's own documents is in camelCase."""
    for path in tree.paths:
        body_of_act = bool(BODY_OF_ACT.fullmatch(path))
        if not body_of_act and not DOCUMENT.fullmatch(path):
            continue
        text = tree.text(path)
        for name in fields(json.loads(text), inside=not body_of_act):
            if not CAMEL_CASE.fullmatch(name):
                line = text.count("\n", 0, text.index(f'"{name}"')) + 1
                yield path, line, f"the field {name} is not in camelCase"


RULES = (check_field_names,)
