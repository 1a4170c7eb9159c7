#!/usr/bin/env python3
"""Operating both daemons: logs, figures, signals. Backups are in test_backups.py."""

import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess

import hall
import metrics_text
from peers import http_ask

PAGE = os.path.join(hall.ROOT, "docs", "operating.md")
CLASSICS = os.path.join(hall.DATA, "classics.pgn")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def figures(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=hall.PATIENCE)
    try:
        connection.request("GET", "/metrics")
        answer = connection.getresponse()
        text = answer.read().decode()
    finally:
        connection.close()
    assert answer.status == 200, answer.status
    kind = answer.getheader("Content-Type")
    assert kind == "text/plain; version=0.0.4; charset=utf-8", kind
    return metrics_text.read(text)


class Figures(hall.HallCase):
    note_logs = False  # the same as in test_classics.py

    def test_arbiterd(self):
        house = self.hall().start()
        house.replay(CLASSICS, options=["--event", "c", "--boards", "4", "--quiet"])
        house.settled()
        self.assertEqual(house.get("/api/v1/events/c/rounds/1/results").status, 200)
        self.assertEqual(house.get("/nowhere").status, 404)
        found = figures(house.http_port)
        with house.clock_db() as clock, house.office_db() as office:
            last = clock.execute("SELECT max(pos) FROM event").fetchone()[0]
            games = dict(office.execute("SELECT status, count(*) FROM game GROUP BY status"))
            commits = office.execute("SELECT count(*) FROM event").fetchone()[0]
            waiting = office.execute("SELECT count(*) FROM question WHERE closed = ''").fetchone()
        self.assertEqual(found["arbiterd_clockd_linked"].value(), 1)
        self.assertEqual(found["arbiterd_followed_position"].value(), last)
        self.assertEqual(found["arbiterd_questions_open"].value(), waiting[0])
        for status, count in games.items():
            self.assertEqual(found["arbiterd_games"].value(status=status), count)
        self.assertEqual(found["arbiterd_http_requests_total"].value(
            route="/api/v1/events/{event}/rounds/{round}/results", status="2xx"), 1)
        self.assertEqual(found["arbiterd_http_requests_total"].value(route="none", status="4xx"), 1)
        taken = found["arbiterd_commit_seconds"]
        count = taken.samples[("arbiterd_commit_seconds_count", frozenset())]
        self.assertTrue(0 < count <= commits + last, count)
        self.assertGreater(found["process_resident_memory_bytes"].value(), 1e6)
        self.documented(found)
        self.real_reader(house.http_port)

    def real_reader(self, port):
        """Prometheus' own checker, if it is installed."""
        if not shutil.which("promtool"):
            return
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=hall.PATIENCE)
        connection.request("GET", "/metrics")
        text = connection.getresponse().read()
        connection.close()
        checked = subprocess.run(["promtool", "check", "metrics"], input=text, check=False,
                                 capture_output=True, timeout=hall.PATIENCE)
        self.assertNotIn(b"error", checked.stderr.lower())

    def documented(self, found):
        with open(PAGE, encoding="utf-8") as page:
            text = page.read()
        for name in found:
            self.assertIn(f"`{name}`", text)

    def test_an_open_question_grows_old(self):
        house = self.hall().start()
        arbiter = house.client("arbiter", "arbiter")
        device = house.client("device", "table-1")
        hall.open_game(arbiter, 1, "g1")
        self.assertEqual(figures(house.http_port)["arbiterd_questions_open"].value(), 0)
        device.done("pause", 1, "g1", side="white", reason="no queen at hand", at_us=1_000_000)
        house.settled()
        hall.wait_until(lambda: house.get("/api/v1/desk/queue").json()["questions"],
                        "the question waits")
        found = figures(house.http_port)
        self.assertEqual(found["arbiterd_questions_open"].value(), 1)
        first = found["arbiterd_oldest_question_seconds"].value()
        hall.wait_until(lambda: figures(house.http_port)[
            "arbiterd_oldest_question_seconds"].value() > first, "it grows older")

    def test_clockd(self):
        port = free_port()
        house = self.hall(time_mode="real")
        house.clockd_options += ["--metrics-port", str(port)]
        house.start_clockd()
        arbiter = house.client("arbiter", "arbiter")
        device = house.client("device", "table-1")
        hall.open_game(arbiter, 1, "g1", at_us=None, time_control="W600-B1")
        device.done("press", 1, "g1", side="white", move="e4")
        device.subscribe()
        device.event("flag_fell")
        device.send_raw(b"no JSON\n")
        hall.wait_until(lambda: figures(port)["clockd_refused_lines_total"].value() == 1,
                        "the refused line is counted")
        hall.wait_until(lambda: figures(port)["clockd_boards"].value(phase="flag_fallen") == 1,
                        "the board is shown with its flag down")
        found = figures(port)
        counts = {name: found[name].samples[(name + "_count", frozenset())] for name in
                  ("clockd_press_durable_seconds", "clockd_flag_late_seconds")}
        self.assertEqual(set(counts.values()), {1})
        self.assertEqual(found["clockd_peers"].value(role="device"), 1)
        self.assertEqual(found["clockd_peers"].value(role="arbiter"), 1)
        with house.clock_db() as clock:
            last = clock.execute("SELECT max(pos) FROM event").fetchone()[0]
        self.assertEqual(found["clockd_log_position"].value(), last)
        self.documented(found)

    def test_clockd_shows_them_to_its_machine_only(self):
        """Wherever clockd itself listens, and whatever host name points there."""
        port = free_port()
        house = self.hall()
        house.clockd_options = ["--host", "0.0.0.0", "--metrics-port", str(port)]
        house.start_clockd()
        self.assertIn("clockd_peers", figures(port))
        for host, status in (("localhost", 200), (f"127.0.0.1:{port}", 200),
                             ("evil.example", 421), (f"evil.example:{port}", 421)):
            answer = http_ask(port, "GET", "/metrics", headers={"Host": host})
            self.assertEqual(answer.status, status, host)
        socket.create_connection(("127.0.0.2", house.clock_port)).close()
        with self.assertRaises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.2", port)).close()

    def test_a_metrics_port_that_is_taken_is_reported(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            done = subprocess.run([hall.clockd_binary(), "serve", "--data", self.tmp + "/c",
                                   "--port", "0", "--metrics-port", str(port)], text=True,
                                  capture_output=True, timeout=hall.PATIENCE, check=False)
        self.assertEqual(done.returncode, 69)
        self.assertIn("--metrics-port", done.stderr)


class Logs(hall.HallCase):
    note_logs = False

    def test_json(self):
        house = self.hall()
        house.clockd_options += ["--log-format", "json"]
        house.office_options += ["--log-format", "json"]
        house.start()
        house.replay(CLASSICS, options=["--event", "c", "--boards", "1", "--quiet"])
        house.settled()
        daemons = (house.clockd, house.arbiterd)
        self.assertEqual(house.stop(), [0, 0])
        for daemon in daemons:
            lines = [json.loads(line) for line in daemon.stderr().splitlines()]
            self.assertRegex(lines[-1]["msg"], r"^(clockd|arbiterd) stopped$")
            self.assertGreater(lines[-1]["rows"], 10)
            for line in lines:
                self.assertRegex(line["time"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
                self.assertIn(line["level"], ("info", "warn"))

    def test_level(self):
        house = self.hall()
        house.clockd_options += ["--log-level", "error"]
        house.start_clockd()
        daemon = house.clockd
        house.stop()
        self.assertEqual(daemon.stderr(), "")


class Signals(hall.HallCase):
    note_logs = False

    def test_the_second_stop_signal_ends_at_once(self):
        house = self.hall().start()
        for daemon in (house.arbiterd, house.clockd):
            daemon.process.send_signal(signal.SIGSTOP)  # both are there before it continues
            daemon.process.send_signal(signal.SIGTERM)
            daemon.process.send_signal(signal.SIGINT)
            daemon.process.send_signal(signal.SIGCONT)
            self.assertIn(daemon.process.wait(hall.PATIENCE), (128 + 15, 128 + 2))
            daemon.process.stdout.close()
            daemon.process = None
        house.start()  # and both continue as if nothing had happened
        house.settled()

    def test_a_stop_signal_lets_an_answer_finish(self):
        house = self.hall().start()
        house.replay(CLASSICS, options=["--event", "c", "--quiet"])
        house.settled()
        with socket.create_connection(("127.0.0.1", house.http_port)) as link:
            link.sendall(b"GET /api/v1/events/c/rounds/1/games.pgn HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                         b"Connection: close\r\n\r\n")
            first = link.recv(1)  # the answer has begun
            self.assertEqual(house.arbiterd.end(), 0)
            answer = first
            while piece := link.recv(65536):
                answer += piece
        head, _, body = answer.partition(b"\r\n\r\n")
        length = int(re.search(rb"Content-Length: (\d+)", head).group(1))
        self.assertEqual(len(body), length)
        self.assertGreater(length, 5000)

    def test_a_clean_stop_leaves_one_file_a_log(self):
        house = self.hall().start()
        house.replay(CLASSICS, options=["--event", "c", "--boards", "1", "--quiet"])
        house.settled()
        figures(house.http_port)
        self.assertEqual(house.stop(), [0, 0])
        for name in ("arbiterd.db", "clockd.db"):
            for end in ("-wal", "-shm", "-journal"):
                self.assertFalse(os.path.exists(os.path.join(house.folder, name + end)), name + end)

    def test_hangup_reloads_the_configuration(self):
        config = os.path.join(self.tmp, "hall.toml")

        def write(level):
            with open(config, "w", encoding="ascii") as file:
                file.write(f"[log]\nlevel = '{level}'\n")
        write("error")
        house = self.hall()
        house.clockd_options += ["--config", config]
        house.office_options += ["--config", config]
        house.start()
        for daemon in (house.clockd, house.arbiterd):
            write("info")
            daemon.process.send_signal(signal.SIGHUP)
            hall.wait_until(lambda d=daemon: "reloaded" in d.stderr(), "it is reloaded")
            write("loud")
            daemon.process.send_signal(signal.SIGHUP)
            hall.wait_until(lambda d=daemon: "was not reloaded" in d.stderr(), "it is refused")
            self.assertIn("hall.toml:2:9: log.level", daemon.stderr())
            write("error")
        self.assertEqual(house.get("/healthz").status, 200)


if __name__ == "__main__":
    hall.main()
