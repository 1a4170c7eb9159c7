#!/usr/bin/env python3
"""Electronic boards on a pseudo-terminal, the gateway and both daemons: real processes."""

import os
import re
import shutil
import signal
import sqlite3
import subprocess

import hall


class Wires:
    """Boards on a pseudo-terminal, under a name that stays when the terminal is another one."""

    def __init__(self, folder, *serials):
        self.name = os.path.join(folder, "usb-boards")
        self.process = subprocess.Popen(
            [os.path.join(hall.Options.build, "tests", "board_pty"), *serials],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        terminal = self.process.stdout.readline().strip()
        os.symlink(terminal, self.name)

    def put(self, serial, *changes):
        """Hands: "e2-", "e4P" ..."""
        for change in changes:
            self.process.stdin.write(f"{serial} {change[:2]} {change[2]}\n")
        self.process.stdin.flush()

    def clock(self, serial, left, right, runs):
        """The clock beside the board: two times in seconds, and which of them runs."""
        self.process.stdin.write(f"{serial} clock {left} {right} {runs}\n")
        self.process.stdin.flush()

    def mute(self, serial):
        """The board hangs: it says nothing, and its line stands."""
        self.process.stdin.write(f"{serial} mute\n")
        self.process.stdin.flush()

    def end(self):
        """The cable is pulled out."""
        os.unlink(self.name)
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.kill()
        self.process.wait()


MOVES = [("e2-", "e4P"), ("e7-", "e5p"), ("g1-", "f3N"), ("b8-", "c6n"), ("f1-", "b5B"),
         ("a7-", "a6p")]
TEXTS = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]


def rewrite(path):
    """Another time in each row of a log."""
    db = sqlite3.connect(path)
    db.execute("DROP TRIGGER event_no_update")
    db.execute("UPDATE event SET wall_ms = wall_ms + 1000")
    db.commit()
    db.close()


class Boards(hall.GatewayCase):
    def setUp(self):
        super().setUp()
        self.wires = None

    def tearDown(self):
        self.stop_gateway()
        if self.wires:
            self.wires.end()
        super().tearDown()

    def start_gateway(self, *options):
        super().start_gateway("--line", os.path.join(self.tmp, "usb-*"),
                              "--board", "10001=1", "--board", "10002=2", *options)

    def play(self, first, last, serial="10001", board=1):
        for number in range(first, last):
            self.wires.put(serial, *MOVES[number])
            hall.wait_until(lambda n=number: self.made(board) == TEXTS[:n + 1],
                            lambda: f"{TEXTS[:number + 1]} is recorded: {self.made(board)} "
                                    f"{self.gateway.stderr()}")

    def test_a_game_by_hands_with_restarts_of_each_process(self):
        hall.open_game(self.arbiter, 1, "g1", at_us=None)
        self.wires = Wires(self.tmp, "10001")
        self.start_gateway()
        hall.wait_until(lambda: self.link() == "active", "the board is active")
        self.play(0, 2)
        self.assertEqual(self.gateway.end(signal.SIGKILL), -signal.SIGKILL)  # the gateway
        self.start_gateway()
        self.play(2, 3)
        self.house.clockd.end(signal.SIGKILL)  # clockd
        self.house.start_clockd()
        self.play(3, 4)
        self.gateway.end(signal.SIGKILL)  # moves are made while nobody looks
        self.wires.put("10001", *MOVES[4])
        self.start_gateway()
        hall.wait_until(lambda: self.made() == TEXTS[:5], "the move is recovered")
        self.assertGreater(self.rows("made")[4]["uncertainty_us"], 0)
        self.house.settled()
        self.assertIn("field: e5 black pawn", self.frames(0)[0])
        self.stop_gateway()
        for name in os.listdir(os.path.join(self.tmp, "frames")):
            if name.endswith(".db"):
                rewrite(os.path.join(self.tmp, "frames", name))
        text, doubts = self.frames(73)
        self.assertIn("field: e5 black pawn", text)
        self.assertIn(".db: ", doubts)

    def verify(self, folder, code, *options):
        done = subprocess.run([hall.clockd_binary(), "verify", *options, folder],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def test_the_log_of_frames_is_verified_from_file_to_file(self):
        hall.open_game(self.arbiter, 1, "g1", at_us=None)
        self.wires = Wires(self.tmp, "10001")
        self.start_gateway("--file-rows", "10")
        hall.wait_until(lambda: self.link() == "active", "the board is active")
        folder = os.path.join(self.tmp, "frames")

        def files():
            return sorted(name for name in os.listdir(folder) if name.endswith(".db"))

        self.play(0, 6)
        hall.wait_until(lambda: len(files()) >= 3, "several files are written")
        self.stop_gateway()
        said = self.verify(folder, 0)
        self.assertEqual(said.count(": unchanged"), len(files()))
        self.assertIn("name it with --beside", said)
        names = files()
        # Heads as clockd's log or an anchor file keeps them: of the second file, and of the last.
        keys = re.findall(r"key ([0-9a-f ]+) from event 1", said)
        anchors = os.path.join(self.tmp, "anchors")
        for at in (1, -1):
            with sqlite3.connect(os.path.join(folder, names[at])) as db:
                log, = re.findall(re.escape(names[at]) + r": log (\w+)", said)
                pos, chain = db.execute(
                    "SELECT pos, lower(hex(chain)) FROM event ORDER BY pos DESC").fetchone()
            with open(anchors, "a", encoding="utf-8") as file:
                file.write(f"{log} {pos} {chain} {keys[at].replace(' ', '')} "
                           "2099-01-01T00:00:00.000Z\n")
        self.assertEqual(self.verify(folder, 0, "--anchor", anchors).count("are in it"), 2)
        for name, change, code, words in (
                ("middle", lambda at: os.unlink(os.path.join(at, names[1])), 83,
                 ("a file between them is missing", "its file was removed")),
                ("end", lambda at: os.unlink(os.path.join(at, names[-1])), 83,
                 ("its file was removed",)),
                ("oldest", lambda at: os.unlink(os.path.join(at, names[0])), 0, ()),
                ("row", lambda at: rewrite(os.path.join(at, names[0])), 73,
                 ("CHANGED", "chain"))):
            with self.subTest(name):
                copy = os.path.join(self.tmp, name)
                shutil.copytree(folder, copy)
                change(copy)
                said = self.verify(copy, code, "--anchor", anchors)
                for each in words:
                    self.assertIn(each, said)

    def frames(self, code):
        """What `clockd frames` prints, and what it doubts."""
        done = subprocess.run(
            [hall.clockd_binary(), "frames", "g1", "--data", os.path.join(self.tmp, "frames")],
            capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout, done.stderr

    def test_a_cable_is_pulled_out_and_put_in_elsewhere(self):
        hall.open_game(self.arbiter, 1, "g1", at_us=None)
        self.wires = Wires(self.tmp, "10001")
        self.start_gateway()
        self.play(0, 2)
        self.wires.end()
        hall.wait_until(lambda: self.link() == "gone", "the board is gone")
        self.wires = Wires(self.tmp, "10001")  # another terminal, the board as it stood
        self.wires.put("10001", *MOVES[0], *MOVES[1])
        hall.wait_until(lambda: self.link() == "active", "the board is back")
        self.play(2, 4)

    def test_boards_on_a_bus_and_what_devices_shows(self):
        for board in (1, 2):
            hall.open_game(self.arbiter, board, f"g{board}", at_us=None)
        self.wires = Wires(self.tmp, "10001", "10002")
        self.start_gateway()
        for board in (1, 2):
            hall.wait_until(lambda b=board: self.link(b) == "active", "both boards are active")
        self.play(0, 3, "10001", 1)
        self.play(0, 2, "10002", 2)
        self.arbiter.send({"type": "get_equipment", "id": "equipment-1"})
        answer = self.arbiter.until(lambda message: message.get("id") == "equipment-1")
        self.assertEqual(answer["facts"]["serial"], "10001")
        self.assertEqual(answer["facts"]["link"], "active")
        seen = self.equipment()
        self.assertEqual([each["serial"] for each in seen], ["10001", "10002"])
        self.assertEqual([each["board"] for each in seen], [1, 2])
        self.assertEqual({each["link"] for each in seen}, {"active"})
        self.wires.put("10002", "h2-", "h5P")  # no move leads there
        hall.wait_until(lambda: self.equipment()[1].get("shows") == "other",
                        "the list says that board 2 shows something else")
        self.assertEqual(self.equipment()[0].get("shows"), "position")
        hall.wait_until(lambda: self.asked() == [("g2", "board_shows", "")],
                        "a person is asked")
        self.wires.put("10002", "h5-", "h2P")
        hall.wait_until(lambda: self.asked() == [("g2", "board_shows", "overtaken")],
                        "the board shows the game again")

    def test_serial_numbers_of_any_size_have_their_places(self):
        """On a bus an address says less than a serial number: --board says the rest."""
        for board in (1, 2):
            hall.open_game(self.arbiter, board, f"g{board}", at_us=None)
        self.wires = Wires(self.tmp, "00042", "20001")
        super().start_gateway("--line", "bus:" + os.path.join(self.tmp, "usb-*"),
                              "--board", "42=1", "--board", "20001=2")
        for board in (1, 2):
            hall.wait_until(lambda b=board: self.link(b) == "active", "both boards are active")
        self.assertEqual([each["serial"] for each in self.equipment()], ["00042", "20001"])
        self.play(0, 1, "00042", 1)
        self.play(0, 1, "20001", 2)

    def wrong_place(self, *places, line="/dev/null"):
        """What is said of such places, at a start that is refused."""
        words = [hall.clockd_binary(), "boards", "--data", os.path.join(self.tmp, "none"),
                 "--line", line]
        for place in places:
            words += ["--board", place]
        done = subprocess.run(words, capture_output=True, text=True, check=False,
                              timeout=hall.PATIENCE)
        self.assertEqual(done.returncode, 2, done.stderr)
        return done.stderr

    def test_places_that_no_board_can_have_are_refused(self):
        for place in ("abc=1", "0=1", "=1", "-5=1", "12345678901=1", "10001", "10001=0",
                      "10001=1,white=up"):
            self.assertIn(f"--board {place}: expected SERIAL=BOARD", self.wrong_place(place))
        self.assertIn("this board has a place already", self.wrong_place("42=1", "00042=2"))
        self.assertIn("board 00042 stands there already", self.wrong_place("42=1", "43=1"))
        self.assertIn("on a bus it has the address of board 03617",
                      self.wrong_place("3617=1", "20001=2"))

    def asked(self):
        with self.house.office_db() as db:
            return db.execute("SELECT game, about, closed FROM question").fetchall()

    def with_a_clock(self):
        """A board with a game, a clock beside it, White's lever down."""
        hall.open_game(self.arbiter, 1, "g1", at_us=None)
        self.wires = Wires(self.tmp, "10001")
        self.wires.clock("10001", 5400, 5400, "left")
        self.start_gateway()
        hall.wait_until(lambda: self.last_equipment().get("clock") == "connected",
                        "the clock is connected")

    def test_a_press_of_the_lever_waits_for_its_move(self):
        """However fast a player presses, the move comes first (6.2.1)."""
        self.with_a_clock()
        self.wires.clock("10001", 5390, 5400, "right")
        self.wires.put("10001", *MOVES[0])
        hall.wait_until(lambda: self.rows("pressed"), "the lever is a press")
        self.assertTrue(self.rows("pressed")[0]["made"])
        self.assertEqual(self.made(), TEXTS[:1])

    def test_an_illegal_position_that_the_lever_completes(self):
        """7.5.1, with a penalty under 7.5.5."""
        self.with_a_clock()
        self.wires.put("10001", "e2-", "e5P")
        self.wires.clock("10001", 5390, 5400, "right")
        hall.wait_until(lambda: self.rows("reading_set"), "7.5.5 is applied")
        self.assertEqual(self.made(), ["e2e5"])
        self.assertEqual(self.rows("reading_set")[0]["article"], "7.5.5")

    # ---- the clock beside the board is the game's -----------------------------------------------

    def test_the_clock_at_the_board_is_the_games(self):
        """clockd follows it, and its flag is put to the arbiter (6.8)."""
        hall.open_game(self.arbiter, 1, "g1", start=False, at_us=None, time_control="600",
                       timing="board_clock", flag_call="arbiter")
        self.wires = Wires(self.tmp, "10001")
        self.wires.clock("10001", 600, 600, "stands")
        self.start_gateway()
        hall.wait_until(lambda: self.last_equipment().get("clock") == "connected",
                        "the clock is connected")
        self.assertEqual(self.rows("game_started"), [])
        self.wires.clock("10001", 600, 600, "left")
        hall.wait_until(lambda: self.rows("game_started"), "the game starts with its clock")
        self.wires.clock("10001", 300, 600, "left")
        hall.wait_until(lambda: self.rows("reading_set"), "the clock was set")
        found = self.rows("reading_set")[0]
        self.assertEqual((found["by"], found["adjusted"]), ("boards", True))
        self.assertAlmostEqual(found["white_us"], 300e6, delta=10e6)
        hall.wait_until(lambda: ("g1", "clock", "") in self.asked(), "a person looks")
        self.wires.clock("10001", 290, 600, "stands")
        hall.wait_until(lambda: self.rows("paused"), "it stands")
        self.assertEqual(self.rows("paused")[0]["by"], "boards")
        hall.wait_until(lambda: ("g1", "pause", "") in self.asked(), "a person sees why")
        self.wires.clock("10001", 290, 600, "left")
        hall.wait_until(lambda: self.rows("resumed"), "it runs again")
        hall.wait_until(lambda: ("g1", "pause", "intervention") in self.asked(), "seen to")
        self.wires.clock("10001", 3, 600, "left")
        hall.wait_until(lambda: self.rows("flag_reached"), "no time is left")
        hall.wait_until(lambda: ("g1", "flag", "") in self.asked(), "is the flag called?")
        self.assertEqual(self.rows("flag_fell"), [])
        state = self.arbiter.board_state(1)
        self.arbiter.done("call_flag", 1, "g1", side="white", epoch=state["epoch"])
        self.house.settled()
        self.assertEqual(self.rows("flag_fell")[0]["by"], "arbiter")

    # ---- what an arbiter is asked ---------------------------------------------------------------

    def is_asked(self, *wanted):
        """Each absence is asked about once: these are all questions, with what closed them."""
        hall.wait_until(lambda: self.asked() == list(wanted),
                        lambda: f"{wanted} are the questions: {self.asked()}")

    def test_a_board_that_is_gone_is_asked_about_until_it_is_back(self):
        hall.open_game(self.arbiter, 1, "g1", at_us=None)
        self.wires = Wires(self.tmp, "10001")
        self.start_gateway()
        self.play(0, 2)
        self.wires.end()  # the cable is pulled out
        waits, over = ("g1", "board_gone", ""), ("g1", "board_gone", "overtaken")
        self.is_asked(waits)
        self.assertTrue(self.last_equipment()["gone_since_us"])
        self.house.arbiterd.end(signal.SIGKILL)
        self.house.start_arbiterd()
        self.house.clockd.end(signal.SIGKILL)
        self.house.start_clockd()
        self.house.settled()
        self.assertEqual(self.asked(), [waits])
        self.wires = Wires(self.tmp, "10001")
        self.wires.put("10001", *MOVES[0], *MOVES[1])
        self.is_asked(over)
        self.play(2, 3)
        self.wires.mute("10001")  # the board hangs, and its line stands
        self.is_asked(over, waits)
        self.assertEqual(self.link(), "silent")
        self.wires.end()
        self.wires = Wires(self.tmp, "10001")
        self.wires.put("10001", *MOVES[0], *MOVES[1], *MOVES[2])
        self.is_asked(over, over)
        self.gateway.end(signal.SIGKILL)
        self.is_asked(over, over, waits)
        self.start_gateway()
        self.is_asked(over, over, over)
        self.play(3, 4)
        for kind in ("paused", "reading_set", "flag_fell"):
            self.assertEqual(self.rows(kind), [])

    def test_a_board_that_is_gone_is_missed_where_the_next_game_begins(self):
        hall.open_game(self.arbiter, 1, "g1", at_us=None)
        self.wires = Wires(self.tmp, "10001")
        self.start_gateway()
        self.play(0, 1)
        self.wires.end()
        self.is_asked(("g1", "board_gone", ""))
        state = self.arbiter.board_state(1)
        self.arbiter.done("end_game", 1, "g1", epoch=state["epoch"], score="1/2-1/2",
                          reason="agreement", article="5.2.3")
        self.is_asked(("g1", "board_gone", "game_over"))
        hall.open_game(self.arbiter, 1, "g2", at_us=None)
        self.is_asked(("g1", "board_gone", "game_over"), ("g2", "board_gone", ""))
        self.wires = Wires(self.tmp, "10001")
        self.is_asked(("g1", "board_gone", "game_over"), ("g2", "board_gone", "overtaken"))

    def test_kings_in_the_centre_propose_a_result(self):
        hall.open_game(self.arbiter, 1, "g1", at_us=None)
        self.wires = Wires(self.tmp, "10001")
        self.start_gateway()
        self.play(0, 2)
        self.wires.put("10001", "e1-", "e8-", "e4K", "d5k")
        self.is_asked(("g1", "board_sign", ""))
        self.assertEqual(self.equipment()[0]["sign"], "1-0")
        self.assertEqual(self.made(), TEXTS[:2])
        self.assertEqual(self.arbiter.board_state(1)["phase"], "running")
        self.assertEqual(self.office("SELECT count(*) FROM ruling"), [(0,)])
        question, = self.house.get("/api/v1/desk/queue").json()["questions"]
        self.assertEqual([each["option"] for each in question["options"]],
                         ["white_wins", "noted"])
        act = {"id": "kings-1", "game": "g1", "by": "A. Berg", "reason": "both say so",
               "act": {"type": "answer", "question": question["number"], "option": "white_wins"}}
        said = self.house.ask("POST", "/api/v1/desk/acts", act).json()
        self.assertEqual(said["status"], "confirm", said)
        said = self.house.ask("POST", "/api/v1/desk/acts", {**act, "confirm": said["confirm"]})
        self.assertEqual(said.json()["status"], "done", said.json())
        self.is_asked(("g1", "board_sign", "answered"))
        self.assertEqual(self.office("SELECT article FROM ruling"), [("5.1.2",)])
        self.assertEqual(self.arbiter.board_state(1)["phase"], "over")

    # ---- a tablet beside the board --------------------------------------------------------------

    def with_a_tablet(self):
        """A board with a game, and a tablet as its clock; White has moved and pressed."""
        hall.open_game(self.arbiter, 1, "g1", at_us=None)
        self.wires = Wires(self.tmp, "10001")
        self.start_gateway()
        hall.wait_until(lambda: self.link() == "active", "the board is active")
        self.play(0, 1)
        tablet = self.house.client("device", "tablet")
        self.assertEqual(tablet.done("press", 1, "g1", side="white")["turn"], "black")
        return tablet

    def press(self, tablet, side):
        """A press without its move; the instants of clockd between which it came."""
        before = tablet.board_state(1)["at_us"]
        tablet.send(tablet.make("press", 1, "g1", side=side))
        state = tablet.board_state(1)
        self.assertEqual((state["phase"], state["turn"]), ("running", side))  # it waits
        return before, state["at_us"]

    def instants(self, kind):
        with self.house.clock_db() as db:
            return [at for (at,) in db.execute(
                "SELECT at_us FROM event WHERE type = ? ORDER BY pos", (kind,))]

    def office(self, query):
        self.house.settled()
        with self.house.office_db() as db:
            return db.execute(query).fetchall()

    def test_a_tablet_is_pressed_before_the_board_is_still(self):
        """The move comes first (6.2.1), and the press counts as of its instant."""
        tablet = self.with_a_tablet()
        earliest, latest = self.press(tablet, "black")
        self.wires.put("10001", *MOVES[1])
        ack = tablet.until(lambda message: message["type"] == "ack")
        self.assertEqual(ack["turn"], "white")
        first, second = self.rows("pressed")
        self.assertEqual((first["made"], second["made"]), (True, True))
        began, at = self.instants("pressed")
        self.assertTrue(earliest <= at <= latest, (earliest, at, latest))
        self.assertEqual(second["elapsed_us"], at - began)
        self.assertEqual(self.instants("made")[1], at)
        self.assertEqual(self.office("SELECT san, completed_by FROM move ORDER BY ply"),
                         [("e4", "press"), ("e5", "press")])
        self.assertEqual(self.office("SELECT count(*) FROM question"), [(0,)])
        self.assertEqual(self.office("SELECT count(*) FROM ruling"), [(0,)])

    def test_an_illegal_position_that_a_tablet_completes(self):
        """7.5.1, with its squares."""
        tablet = self.with_a_tablet()
        self.press(tablet, "black")
        self.wires.put("10001", "d7-", "d4p")
        hall.wait_until(lambda: self.rows("reading_set"), "7.5.5 is applied")
        self.assertEqual(self.made(), ["e2e4", "d7d4"])
        self.assertEqual(self.office("SELECT article FROM ruling"), [("7.5.1",)])
        self.assertIn("d7d4, squares d4 d7", self.gateway.stderr())

    def test_a_tablet_is_pressed_without_a_move(self):
        """7.5.3."""
        tablet = self.with_a_tablet()
        self.press(tablet, "black")
        hall.wait_until(lambda: self.rows("reading_set"), "7.5.5 is applied")
        self.assertEqual(self.made(), ["e2e4"])
        self.assertFalse(self.rows("pressed")[1]["made"])
        self.assertEqual(self.office("SELECT article FROM ruling"), [("7.5.3",)])

    def test_a_tablet_is_pressed_while_nobody_sees_the_board(self):
        """An arbiter is asked: nobody knows that there was no move (7.5.3)."""
        tablet = self.with_a_tablet()
        self.gateway.end(signal.SIGKILL)
        hall.wait_until(lambda: [each["link"] for each in self.equipment()] == ["gone"],
                        "clockd knows that nobody follows it")
        tablet.send(tablet.make("press", 1, "g1", side="black"))
        hall.wait_until(lambda: self.rows("reading_set"), "the clock stands as before the press")
        self.assertTrue(self.rows("pressed")[1]["unseen"])
        self.assertEqual(self.office("SELECT about, closed FROM question "
                                     "WHERE about != 'board_gone'"),
                         [("press_without_move", "")])
        self.assertEqual(self.office("SELECT count(*) FROM ruling"), [(0,)])

    def test_a_tablet_is_pressed_while_the_board_hangs(self):
        """Its link counts as active: it is asked, and what it does not answer is no offence."""
        tablet = self.with_a_tablet()
        self.wires.mute("10001")
        self.assertEqual(self.link(), "active")
        tablet.send(tablet.make("press", 1, "g1", side="black"))
        hall.wait_until(lambda: self.rows("reading_set"), "the clock stands as before the press")
        self.assertTrue(self.rows("pressed")[1]["unseen"])
        self.assertEqual(self.office("SELECT about, closed FROM question "
                                     "WHERE about != 'board_gone'"),
                         [("press_without_move", "")])
        self.assertEqual(self.office("SELECT count(*) FROM ruling"), [(0,)])

    def test_equipment_of_a_gateway_of_somebody_else(self):
        gateway = self.house.client("boards", "their gateway")
        report = {"type": "equipment", "serial": "A-7", "source": "their cable", "board": 3,
                  "link": "active", "quiet_us": 0, "clock": "none"}
        gateway.send(report)
        hall.wait_until(lambda: self.link(3) == "active", "their board is in the log")
        gateway.send({**report, "link": "gone"})
        hall.wait_until(lambda: self.link(3) == "gone", "that it is gone, too")
        self.arbiter.send(report)  # an arbiter is no gateway
        refused = self.arbiter.until(lambda message: message["type"] == "refused")
        self.assertEqual(refused["code"], "not_allowed")

    def test_a_gateway_of_somebody_else_weighs_presses(self):
        """As docs/protocol.md says; the lines are in the transcript."""
        hall.open_game(self.arbiter, 3, "g3", at_us=None)
        gateway = self.house.client("boards", "their gateway")
        gateway.send({"type": "equipment", "serial": "A-7", "source": "their cable", "board": 3,
                      "link": "active", "quiet_us": 0, "clock": "none"})
        hall.wait_until(lambda: self.link(3) == "active", "their board is in the log")
        tablet = self.house.client("device", "tablet")
        tablet.send(tablet.make("press", 3, "g3", side="white"))
        held = gateway.until(lambda message: message["type"] == "press_held")
        self.assertEqual((held["board"], held["side"], held["sender"], held["id"]),
                         (3, "white", "device", "tablet-1"))
        gateway.done("move", 3, "g3", side="white", text="d4")
        gateway.send({"type": "press_weighed", **{name: held[name] for name in (
            "board", "game", "sender", "id")}})
        self.assertEqual(tablet.answer("tablet-1")["turn"], "black")
        self.assertTrue(self.rows("pressed", 3)[0]["made"])


if __name__ == "__main__":
    hall.main()
