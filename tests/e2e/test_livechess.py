#!/usr/bin/env python3
"""Boards of a LiveChess service that misbehaves, the gateway and both daemons: real processes."""

import os
import signal
import subprocess

import hall
import livechess

# A placement after each move, from both sides' hands.
PLAY = [("e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"),
        ("e7e5", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"),
        ("g1f3", "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R"),
        ("b8c6", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R"),
        ("f1b5", "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R"),
        ("a7a6", "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R")]
SERIAL = "24588"


def turned(placement):
    """The same position seen from the other end."""
    return placement[::-1]


class LiveChess(hall.GatewayCase):
    def setUp(self):
        super().setUp()
        hall.open_game(self.arbiter, 1, "g1", at_us=None)
        self.service = livechess.Service(SERIAL, "11111")
        self.addCleanup(self.service.close)

    def start(self):
        self.start_gateway("--livechess", f"127.0.0.1:{self.service.port}",
                           "--board", f"{SERIAL}=1")
        self.is_followed()

    def is_followed(self):
        hall.wait_until(lambda: self.link() == "active", "the board is active")
        hall.wait_until(lambda: self.service.followed(SERIAL), "its feed is followed")

    def play(self, first, last, how=lambda placement: placement):
        for number in range(first, last):
            self.service.put(SERIAL, how(PLAY[number][1]))
            wanted = [move for move, _ in PLAY[:number + 1]]
            hall.wait_until(lambda w=wanted: self.made() == w,
                            lambda w=wanted: f"{w} is recorded: {self.made()} "
                                             f"{self.gateway.stderr()}")

    def test_a_game_with_restarts_of_each_process(self):
        self.start()
        self.play(0, 2)
        self.assertEqual(self.gateway.end(signal.SIGKILL), -signal.SIGKILL)
        self.start()
        self.play(2, 3)
        self.house.clockd.end(signal.SIGKILL)
        self.house.start_clockd()
        self.play(3, 4)
        self.service.cut()
        self.service.boards[SERIAL]["board"] = PLAY[4][1]  # a move while nobody is connected
        hall.wait_until(lambda: self.made() == [move for move, _ in PLAY[:5]],
                        lambda: f"the move is found: {self.made()} {self.gateway.stderr()}")
        self.assertGreater(self.rows("made")[4]["uncertainty_us"], 0)
        self.is_followed()
        self.play(5, 6)
        self.house.settled()
        text = subprocess.run(
            [hall.clockd_binary(), "frames", "g1", "--data", os.path.join(self.tmp, "frames")],
            capture_output=True, text=True, check=True).stdout
        self.assertIn('text: {"response": "feed"', text)
        self.assertIn(PLAY[0][1], text)
        self.assertIn(PLAY[4][1], text)  # it came in a list

    def test_a_board_that_does_not_respond_is_delayed_and_is_turned_round(self):
        self.start()
        self.play(0, 1)
        self.service.boards[SERIAL]["state"] = "NOTRESPONDING"
        hall.wait_until(lambda: self.link() == "silent", "it is silent")
        self.service.boards[SERIAL]["state"] = "DELAYED"
        hall.wait_until(lambda: self.link() == "active", "it responds, late")
        self.play(1, 2)
        # A delay of the board makes the instant of its move uncertain, by all of the delay.
        self.assertGreater(self.rows("made")[1]["uncertainty_us"], 1_000_000)
        self.service.boards[SERIAL]["state"] = "ACTIVE"
        self.service.boards[SERIAL]["flipped"] = True
        self.play(2, 5, turned)  # from now on with the squares of the other end
        self.service.boards[SERIAL]["flipped"] = False
        self.play(5, 6)

    def test_a_clock_is_observed_and_presses_nothing(self):
        self.start()
        self.play(0, 1)
        self.service.put(SERIAL, PLAY[0][1],
                         clock={"white": 1, "black": 2, "run": False, "time": 1})
        hall.wait_until(lambda: self.drift() == "large", "the two clocks differ")
        self.assertEqual(self.rows("pressed"), [])
        self.play(1, 2)

    def test_nonsense_and_a_flood_harm_no_other_board(self):
        self.start()
        self.play(0, 1)
        for text in ("{", "[]", '{"response":"feed","id":1}', '"' + "x" * 50_000 + '"'):
            self.service.link.say(text)
        self.play(1, 2)
        self.service.nonsense = '{"response":"call","id":1,"param":[{"serialnr":7}]'
        self.service.cut()
        hall.wait_until(lambda: self.link() == "silent", "the service is lost")
        calls = self.service.calls
        hall.wait_until(lambda: self.service.calls >= calls + 2, "it is called again")
        self.service.nonsense = ""
        self.is_followed()
        self.play(2, 4)
        told = self.gateway.stderr()
        # One line a minute.
        self.assertEqual(told.count("invalid message from a board service"), 1, told)

    def test_boards_that_answer_are_listed(self):
        listed = subprocess.run(
            [hall.clockd_binary(), "boards", "--list", "--livechess",
             f"127.0.0.1:{self.service.port}"], capture_output=True, text=True, check=True).stdout
        for serial in (SERIAL, "11111"):
            self.assertIn(serial, listed)
        self.assertIn("good", listed)
        self.start_gateway("--livechess", f"127.0.0.1:{self.service.port}",
                           "--livechess", f"127.0.0.1:{self.service.port}",
                           "--board", f"{SERIAL}=1")  # the same one twice is one
        hall.wait_until(lambda: self.link() == "active", "the board is active")

    def test_wrong_addresses_are_refused(self):
        for address in ("", "nowhere", "nowhere:0", "[::1", "a:b:c"):
            done = subprocess.run(
                [hall.clockd_binary(), "boards", "--list", "--livechess", address],
                capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 2, done)


if __name__ == "__main__":
    hall.main()
