"""Attempts that are known to succeed, each with the present reason. An attempt that is listed
here is printed as `open` and does not fail the suite; if it is refused after all, it is printed as
`fixed`: then remove it."""

import dataclasses
import fnmatch


@dataclasses.dataclass(frozen=True)
class Open:
    """Attempts whose `attack/name` matches the pattern (with * and ?) succeed, and why."""

    pattern: str
    why: str


KNOWN_OPEN = ()


def known(name):
    """The entry for an attempt, or None."""
    return next((entry for entry in KNOWN_OPEN if fnmatch.fnmatchcase(name, entry.pattern)), None)
