"""Attempts that are known to get through, each with the reason why that is so today. What stands
here is printed as `open` and does not fail the suite; what holds all the same is printed as
`fixed`: then remove it."""

import dataclasses
import fnmatch


@dataclasses.dataclass(frozen=True)
class Open:
    """Attempts whose `attack/name` fits the pattern (with * and ?) get through, and why."""

    pattern: str
    why: str


KNOWN_OPEN = ()


def known(name):
    """The entry for an attempt, or None."""
    return next((entry for entry in KNOWN_OPEN if fnmatch.fnmatchcase(name, entry.pattern)), None)
