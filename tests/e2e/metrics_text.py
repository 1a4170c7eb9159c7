"""A separate reader of the Prometheus text exposition format 0.0.4, strict about the format."""

import math
import re

NAME = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]*")
LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|\})')


class Family:
    def __init__(self, name, kind, text):
        self.name, self.kind, self.help = name, kind, text
        self.samples = {}  # (name, frozenset of labels): value

    def value(self, **labels):
        return self.samples[(self.name, frozenset(labels.items()))]


def number(text):
    special = {"+Inf": math.inf, "-Inf": -math.inf, "NaN": math.nan}
    return special[text] if text in special else float(text)


def labels_of(text):
    """The labels at the beginning of `text`, which begins with "{", and what follows them."""
    labels, at = {}, 1
    while True:
        match = LABEL.match(text, at)
        if not match:
            raise AssertionError(f"no label: {text[at:]!r}")
        if match.group(1) in labels:
            raise AssertionError(f"a label twice: {text!r}")
        labels[match.group(1)] = re.sub(
            r"\\(.)", lambda m: "\n" if m.group(1) == "n" else m.group(1), match.group(2))
        at = match.end()
        if match.group(3) == "}":
            return labels, text[at:]


def read(text):
    """All families by name; raises AssertionError if the text does not have the format."""
    if not text.endswith("\n"):
        raise AssertionError("the last line has no end")
    families, current, heading = {}, None, None
    for line in text[:-1].split("\n"):
        if line.startswith("# HELP "):
            _, _, name, words = line.split(" ", 3)
            heading = (name, words)
        elif line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            if heading is None or heading[0] != name or name in families:
                raise AssertionError(f"TYPE without its HELP, or twice: {line}")
            if kind not in ("counter", "gauge", "histogram"):
                raise AssertionError(f"no type: {line}")
            current = families[name] = Family(name, kind, heading[1])
        else:
            sample(current, line)
    for family in families.values():
        if family.kind == "histogram":
            check_histogram(family)
    return families


def sample(family, line):
    match = NAME.match(line)
    if not match or family is None:
        raise AssertionError(f"no sample: {line!r}")
    name, rest = match.group(), line[match.end():]
    labels, rest = labels_of(rest) if rest.startswith("{") else ({}, rest)
    allowed = {family.name} if family.kind != "histogram" else {
        family.name + end for end in ("_bucket", "_sum", "_count")}
    if name not in allowed or not rest.startswith(" "):
        raise AssertionError(f"a sample of another family: {line!r}")
    key = (name, frozenset(labels.items()))
    if key in family.samples:
        raise AssertionError(f"a series twice: {line!r}")
    family.samples[key] = number(rest[1:])
    if family.kind == "counter" and not family.samples[key] >= 0:
        raise AssertionError(f"a counter below zero: {line!r}")


def check_histogram(family):
    """Buckets are cumulative and end with +Inf, which is the count."""
    groups = {}
    for (name, labels), value in family.samples.items():
        plain = frozenset((k, v) for k, v in labels if k != "le")
        group = groups.setdefault(plain, {"buckets": []})
        if name.endswith("_bucket"):
            group["buckets"].append((number(dict(labels)["le"]), value))
        else:
            group[name[len(family.name):]] = value
    for group in groups.values():
        buckets = sorted(group["buckets"])
        counts = [count for _, count in buckets]
        if counts != sorted(counts) or buckets[-1] != (math.inf, group["_count"]):
            raise AssertionError(f"{family.name}: buckets do not add up")
        if "_sum" not in group:
            raise AssertionError(f"{family.name}: no sum")
