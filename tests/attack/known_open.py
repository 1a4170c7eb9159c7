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
    Open("limited/* in another event", "limits of tokens are looked at in paths alone"),
    Open("limited/another event's *", "limits of tokens are looked at in paths alone"),
    Open("limited/a * of alpha: *", "limits of tokens are looked at in paths alone"),
    Open("limited/POST /api/v1/*", "limits of tokens are looked at in paths alone"),
    Open("limited/GET /api/v1/*", "limits of tokens are looked at in paths alone"),
    Open("limited/*_round with a sector", "whole rounds are anybody's"),
    Open("limited/the same id for another *", "ids of rulings stand for the act alone"),
    Open("session/* without the PIN", "the PIN is for rulings alone"),
    Open("session/a ruling with the PIN just made", "the PIN is for rulings alone"),
    Open("session/the password *", "any ten characters are a password"),
    Open("session/the PIN *", "any four digits are a PIN"),
    Open("session/a stream after *", "streams outlive the right to them"),
    Open("session/a socket after *", "streams outlive the right to them"),
    Open("session/a webhook whose *", "webhooks outlive their maker"),
    Open("session/the owner's log-in *", "guesses in a name count for its owner"),
    Open("session/rulings beside a hundred log-ins", "PINs wait behind log-ins"),
    Open("browser/a webhook to *", "webhooks go anywhere"),
    Open("browser/connections of webhooks *", "webhooks go anywhere"),
    Open("browser/errors that tell *", "webhooks go anywhere"),
    Open("cable/the name * on the cable", CLEAR),
    Open("cable/a game ended in arbiterd's name", CLEAR),
    Open("cable/a resignation in the tablet's name", CLEAR),
    Open("disk/*", "keys lie beside the logs, and nothing says whose signature counts"),
)


def known(name):
    """The entry for an attempt, or None."""
    return next((entry for entry in KNOWN_OPEN if fnmatch.fnmatchcase(name, entry.pattern)), None)
