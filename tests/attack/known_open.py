"""Attempts that are known to get through, each with the reason why that is so today. What stands
here is printed as `open` and does not fail the suite; what holds all the same is printed as
`mended`: then remove it."""

import dataclasses
import fnmatch


@dataclasses.dataclass(frozen=True)
class Open:
    """Attempts whose `attack/name` fits the pattern (with * and ?) get through, and why."""

    pattern: str
    why: str


CLEAR = "on one machine the link is in the clear; beyond it see tests/e2e/test_link.py"
BYTES = "text from outside is not held against one rule yet"

KNOWN_OPEN = (
    Open("phone/no forging text in *", BYTES),
    Open("phone/figures", "figures are public"),
    Open("tablet/* prints no control characters", BYTES),
    Open("tablet/no forging text in *", BYTES),
)


def known(name):
    """The entry for an attempt, or None."""
    return next((entry for entry in KNOWN_OPEN if fnmatch.fnmatchcase(name, entry.pattern)), None)
