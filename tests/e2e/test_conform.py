#!/usr/bin/env python3
"""`clockd conform` and devices: the program of docs/devices.md, and devices with faults."""

import json
import re
import secrets
import socket
import subprocess
import sys
import time

import hall
from test_device_example import example

MOVES = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1"]


class Examiner:
    def __init__(self, wait="1m"):
        self.process = subprocess.Popen(  # pylint: disable=consider-using-with
            [hall.clockd_binary(), "conform", "--listen", "127.0.0.1:0", "--wait", wait],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.port = int(re.search(r"port (\d+)", self.process.stdout.readline())[1])

    def report(self):
        """The result of each topic, the whole text, the exit code."""
        text = self.process.stdout.read()
        code = self.process.wait(hall.PATIENCE)
        self.process.stdout.close()
        topics = dict(re.findall(r"^([a-z_ ]+?) {2,}(right|WRONG|not seen)$", text, re.M))
        return topics, text, code

    def stop(self):
        self.process.terminate()


class Device:
    """A correct device, of which a faulty one overrides a habit."""

    def __init__(self, port):
        self.port, self.link, self.moves = port, None, list(MOVES)

    # ---- habits

    def hello(self):
        return {"type": "hello", "role": "device", "name": "a right one", "protocol": 1}

    def press(self, board, side, move, number):
        return {"type": "press", "id": f"{self.prefix}-{number}", "board": 12, "side": side,
                "game": board["game"], "epoch": board["epoch"], "move": move}

    def again(self, message, _):
        return message

    def age(self, happened):
        return int((time.monotonic() - happened) * 1_000_000)

    def wait(self, answer):
        return answer.get("wait_ms", 50) / 1000

    def after_stale(self, message, _):
        return self.get_board(), None  # and asks the player again

    def get_board(self):
        return self.surely({"type": "get_board", "id": secrets.token_hex(8), "board": 12})

    # ---- what it does

    def say(self, message):
        self.link.sendall((json.dumps(message) + "\n").encode())
        while True:
            line = self.file.readline()
            if not line:
                raise OSError("the link has ended")
            answer = json.loads(line)
            if answer.get("id") == message.get("id"):
                return answer

    def close(self):
        if self.link:
            self.file.close()
            self.link.close()
        self.link = None

    def connect(self):
        self.link = socket.create_connection(("127.0.0.1", self.port), hall.PATIENCE)
        self.file = self.link.makefile("r", encoding="utf-8")
        self.say(self.hello())

    def surely(self, message, happened=None):
        """Until it is answered; returns the last answer."""
        while True:
            try:
                if self.link is None:
                    self.connect()
                if happened is not None:
                    message["age_us"] = self.age(happened)
                answer = self.say(message)
                if answer.get("code") not in ("busy", "slow_down"):
                    return answer
                time.sleep(self.wait(answer))
            except ConnectionRefusedError:
                raise  # the examination is over
            except (OSError, ValueError):
                self.close()
            message = self.again(message, happened)

    def play(self):
        self.prefix = secrets.token_hex(4)
        board = self.get_board()
        number = 0
        while self.moves:
            number += 1
            happened = time.monotonic()
            press = self.press(board, board["turn"], self.moves[0], number)
            answer = self.surely(press, happened)
            if answer.get("code") == "stale_epoch":
                board, answer = self.after_stale(press, answer)
            if answer and answer["type"] == "ack":
                board = answer
                self.moves.pop(0)
            elif answer:
                board = self.get_board()


class Conform(hall.HallCase):
    def examine(self, device):
        examiner = Examiner()
        self.addCleanup(examiner.process.wait)
        self.addCleanup(examiner.stop)
        one = device(examiner.port)
        try:
            one.play()
        except ConnectionRefusedError:
            pass  # the examination is over
        one.close()
        return examiner.report()

    def only_wrong(self, device, topic, words=""):
        topics, text, code = self.examine(device)
        wrong = [name for name, how in topics.items() if how == "WRONG"]
        self.assertEqual(wrong, [topic], text)
        self.assertIn(words, text)
        self.assertEqual(code, 65)

    def test_a_right_device_passes(self):
        topics, text, code = self.examine(Device)
        self.assertEqual(set(topics.values()), {"right"}, text)
        self.assertEqual(len(topics), 11)
        self.assertEqual(code, 0, text)
        self.assertIn("all is right", text)

    def test_the_example_of_the_page_passes(self):
        examiner = Examiner()
        self.addCleanup(examiner.process.wait)
        self.addCleanup(examiner.stop)
        clock = subprocess.Popen([sys.executable, "-c", example(), "127.0.0.1",
                                  str(examiner.port), "12"], stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(clock.wait)
        self.addCleanup(clock.kill)
        side, other, moves = "white", "black", list(MOVES)
        try:
            while moves:
                clock.stdin.write(f"{side} {moves[0]}\n")
                clock.stdin.flush()
                answer = clock.stdout.readline()
                if not answer:
                    break
                if "to move" in answer:
                    side, other = other, side
                    moves.pop(0)
                if moves and len(MOVES) - len(moves) == 6:
                    break  # the last one was answered
        except OSError:
            pass
        _, text, code = examiner.report()
        clock.stdin.close()
        clock.stdout.close()
        self.assertEqual(code, 0, text)

    def test_another_version(self):
        class Other(Device):
            def hello(self):
                return {**super().hello(), "protocol": 2}

            def say(self, message):
                if message["type"] != "hello":
                    raise BrokenPipeError("it was refused")
                self.link.sendall((json.dumps(message) + "\n").encode())
                self.file.readline()

            def surely(self, message, happened=None):
                self.connect()
                raise OSError("it ends")
        examiner = Examiner("3s")
        self.addCleanup(examiner.process.wait)
        with self.assertRaises(OSError):
            Other(examiner.port).play()
        topics, text, code = examiner.report()
        self.assertEqual(topics["hello"], "WRONG", text)
        self.assertEqual(topics["lost answer"], "not seen")
        self.assertEqual(code, 65)

    def test_another_id_after_no_answer(self):
        class Other(Device):
            def again(self, message, happened):
                if message["type"] == "get_board":
                    return message
                return {**message, "id": secrets.token_hex(8)}
        topics, text, code = self.examine(Other)
        self.assertEqual([topics[name] for name in ("lost answer", "lost line", "busy")],
                         ["WRONG"] * 3, text)
        self.assertEqual(code, 65)

    def test_no_age(self):
        class Other(Device):
            def age(self, happened):
                return 0
        self.only_wrong(Other, "age", "grew by 0 ms")

    def test_no_patience(self):
        class Other(Device):
            def wait(self, answer):
                return 0.06
        self.only_wrong(Other, "slow_down", "before wait_ms was over")

    def test_the_same_command_with_the_new_epoch(self):
        class Other(Device):
            def after_stale(self, message, _):
                board = self.get_board()
                answer = self.surely({**message, "epoch": board["epoch"]})
                return board, answer
        self.only_wrong(Other, "stale_epoch", "ask the board and the player")

    def test_no_look_at_the_board_after_an_intervention(self):
        class Other(Device):
            def after_stale(self, message, answer):
                return {**message, "turn": message["side"], "epoch": answer["epoch"]}, None
        self.only_wrong(Other, "stale_epoch", "before it asked for the board")

    def test_other_content_with_the_same_id(self):
        class Other(Device):
            def again(self, message, happened):
                return {**message, "move": "a2a3"} if "move" in message else message
        topics, text, _ = self.examine(Other)
        self.assertEqual(topics["ids"], "WRONG", text)
        self.assertIn("came again with other content", text)

    def test_a_field_that_no_message_has(self):
        class Other(Device):
            def press(self, board, side, move, number):
                return {**super().press(board, side, move, number), "colour": side}
        topics, text, code = self.examine(Other)
        self.assertEqual((topics["form"], code), ("right", 0), text)
        self.assertIn('clockd ignores the field "colour"', text)

    def test_lines_of_any_kind(self):
        """No input ends the examination, and each line is named."""
        examiner = Examiner("5s")
        self.addCleanup(examiner.process.wait)
        lines = [b"\xff\xfe", b"{", b"[]", b"{}", b"x" * 100_000, b'{"type":"soup"}',
                 b'{"type":"press","id":"a","id":"b"}', b"[" * 5000,
                 b'{"type":"hello","role":"arbiter","name":"x","protocol":1}']
        for line in lines:
            with socket.create_connection(("127.0.0.1", examiner.port), hall.PATIENCE) as link:
                link.sendall(line + b"\n")
                link.recv(1000)
        topics, text, code = examiner.report()
        self.assertEqual(topics["form"], "WRONG", text)
        self.assertEqual(code, 65)
        for number in range(1, len(lines) + 1):
            self.assertIn(f"line {number}: ", text)

    def test_a_port_that_is_taken(self):
        examiner = Examiner()
        self.addCleanup(examiner.process.wait)
        self.addCleanup(examiner.stop)
        self.addCleanup(examiner.process.stdout.close)
        done = subprocess.run([hall.clockd_binary(), "conform", "--listen",
                               f"127.0.0.1:{examiner.port}"], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 69, done)


if __name__ == "__main__":
    hall.main()
