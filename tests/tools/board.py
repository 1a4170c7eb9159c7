#!/usr/bin/env python3
"""A stand-in for the clock or tablet at a board, which uses docs/protocol.md with clockd.

  board.py enrol --key FILE            the code, as `clockd enrol` prints it, on standard input
  board.py play --key FILE ACT ...     the acts of the players, one after the other
  board.py play --board N ACT ...      the same in an open hall, without enrolment

An ACT is a move with its press, "e4"; a move that will be taken back, "Ke3?"; "pause:REASON",
"resign:white", "draw:white" (offered, and accepted by the other), "claim:white:KIND",
"wait:SECONDS". Waiting is only for virtual time, in which each other act takes a second. It has
no TLS: it runs only on clockd's own machine.
"""

import argparse
import json
import os
import re
import secrets
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
import door  # noqa: E402  pylint: disable=wrong-import-position
from peers import Client  # noqa: E402  pylint: disable=wrong-import-position

PATIENCE = 60  # seconds to wait for the clock to run
OTHER = {"white": "black", "black": "white"}


class Board:
    """A device that has connected at its board."""

    def __init__(self, device, board):
        self.device = device
        self.board = board
        self.virtual = device.welcome["time"] == "virtual"

    def state(self):
        return self.device.board_state(self.board)

    def running(self, after_epoch=-1):
        """Its state once the clock runs, in an epoch later than this one."""
        end = time.monotonic() + PATIENCE
        while True:
            state = self.state()
            if state["phase"] == "running" and state["epoch"] > after_epoch:
                return state
            if state["phase"] == "over" or time.monotonic() > end:
                sys.exit(f"board {self.board}: the clock does not run: {state}")
            time.sleep(0.02)

    def does(self, kind, state, seconds=1, **fields):
        if self.virtual:
            fields["at_us"] = state["at_us"] + seconds * 1_000_000
        answer = self.device.command(kind, self.board, state["game"], epoch=state["epoch"],
                                     id=f"{self.device.name}-{secrets.token_hex(6)}", **fields)
        if answer["type"] != "ack":
            sys.exit(f"board {self.board}: {kind} {fields} was refused: {answer}")

    def act(self, text):
        state = self.running()
        word, _, rest = text.partition(":")
        if word == "pause":
            self.does("pause", state, reason=rest)
        elif word == "resign":
            self.does("resign", state, side=rest)
        elif word == "draw":
            self.does("offer_draw", state, side=rest)
            self.does("accept_draw", self.running(), side=OTHER[rest])
        elif word == "claim":
            side, _, kind = rest.partition(":")
            self.does("claim", state, side=side, kind=kind)
        elif word == "wait":
            self.does("wait", state, int(rest))
        else:
            self.does("press", state, side=state["turn"], move=text.rstrip("?"))
            if text.endswith("?"):
                self.running(state["epoch"])


def enrol(options):
    found = re.search(r"\b\d+(-[0-9A-Z]{4}){3}\b", sys.stdin.read())
    if not found:
        sys.exit("board: no code came on standard input")
    host, port = options.connect.rsplit(":", 1)
    device = door.Stranger(int(port), "device", options.name, host=host)
    answer = device.enrol(found.group(0))
    if answer["type"] != "enrolled":
        sys.exit(f"board: not enrolled: {answer}")
    known = {"name": options.name, "device": answer["device"], "key": answer["key"].hex()}
    with open(os.open(options.key, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w",
              encoding="ascii") as file:
        json.dump(known, file)
    print(f"enrolled as device {answer['device']} of board {answer['board']}")


def come_in(options):
    """The device at its board, with its key or as any peer in an open hall."""
    host, port = options.connect.rsplit(":", 1)
    if not options.key:
        return Board(Client(int(port), "device", options.name, host=host), options.board)
    with open(options.key, encoding="ascii") as file:
        known = json.load(file)
    device = door.Stranger(int(port), "device", known["name"], device=known["device"], host=host)
    welcome = device.enter(bytes.fromhex(known["key"]))
    if welcome["type"] != "welcome" or not device.believed:
        sys.exit(f"board: not let in: {welcome}")
    return Board(device, welcome["board"])


def play(options):
    board = come_in(options)
    for text in options.acts:
        board.act(text)
    state = board.state()
    print(f"board {board.board}: {state['phase']} after {state['ply']} plies")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["enrol", "play"])
    parser.add_argument("acts", nargs="*", metavar="ACT")
    parser.add_argument("--key", help="file of the device's key")
    parser.add_argument("--board", type=int, help="in an open hall")
    parser.add_argument("--name", default="stand-in", help="of the device, for people")
    parser.add_argument("--connect", default=os.environ.get("HALL", "127.0.0.1") + ":7411")
    options = parser.parse_intermixed_args()
    (enrol if options.what == "enrol" else play)(options)


if __name__ == "__main__":
    main()
