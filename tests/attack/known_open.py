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
    Open("tablet/a press under an id *", "ids of commands are one space for all"),
    Open("tablet/another command under it", "ids of commands are one space for all"),
    Open("tablet/the same id with *", "a repeated id is not held against what it was"),
    Open("tablet/an id that begins with *", "no prefix is kept for the office"),
    Open("tablet/a mate after 60 ids *", "no prefix is kept for the office"),
    Open("tablet/the office settles *", "no prefix is kept for the office"),
    Open("tablet/an age that is a lie, *", "ages are believed"),
    Open("tablet/3000 times *", "devices write as fast as they can"),
    Open("tablet/* prints no control characters", BYTES),
    Open("tablet/no forging text in *", BYTES),
    Open("limited/the same id for another *", "ids of rulings stand for the act alone"),
)


def known(name):
    """The entry for an attempt, or None."""
    return next((entry for entry in KNOWN_OPEN if fnmatch.fnmatchcase(name, entry.pattern)), None)
