#!/usr/bin/env python3
"""The cost of the pages in a browser, for docs/performance.md: the hall at 20, 200 and 2,000 boards
while games are played, and the clock at a board; real Chromium over the real daemons, real time.

    python3 tests/bench/frames_bench.py [--build build/release] [Hall.test_20 ...]

FLAGFALL_SECONDS is how long each state is observed (10). The work of a frame is everything that the
page's main thread did for it (scripts, styles, layout, painting), in processor time at full speed:
other busy programs do not change it. They do change the times from frame to frame, to the
first tile and to a key's picture; for these the processor is slowed down by the factor that is
printed, as Chromium does it. Beside the hall, in the same run, a bare page of the same number of
plain boxes, all in the page, none of which ever changes: its cost is that of the browser itself.
"""

import json
import os
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "pages"))

# pylint: disable=wrong-import-position
import kit  # noqa: E402
import pgn  # noqa: E402
import test_clock  # noqa: E402

SECONDS = float(os.environ.get("FLAGFALL_SECONDS", "10"))
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1440, "height": 900}
# A crowded network: 1.6 Mbit/s down and up, 150 ms there and back.
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 2e5, "uploadThroughput": 2e5}
HOLD = 3600 * 10  # seconds on each clock: nobody loses during the measurement
WATCH = """
window.paints = []; window.inputs = [];
const see = (type, into, more = {}) => new PerformanceObserver((list) => {
  for (const one of list.getEntries()) into.push(one);
}).observe({type, buffered: true, ...more});
see("largest-contentful-paint", paints);
see("event", inputs, {durationThreshold: 16});
const Real = WebSocket;
window.WebSocket = class extends Real {
  constructor(...args) {
    super(...args);
    this.addEventListener("open", () => { window.opened = performance.now(); });
  }
};
"""
# Frames as the page sees them, while it is scrolled.
COUNT = """void (cancelAnimationFrame(window.next), window.beats = [], window.beat = (now) => {
  beats.push(now); window.next = requestAnimationFrame(beat);
}, requestAnimationFrame(beat))"""


def at(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0


def long_games(plies):
    """Moves of games that go on for long enough."""
    path = os.path.join(kit.hall.GAMES, "ecc2018_round1.pgn")
    if not os.path.exists(path):
        sys.exit("no real games in ../shared/data/games")
    with open(path, encoding="utf-8") as file:
        games = [game.plain() for game in pgn.read(file.read()) if "FEN" not in game.tags]
    return [moves[:-1] for moves in games if len(moves) > plies]


LAYOUT = {"Layout", "UpdateLayoutTree"}
PAINTING = {"PrePaint", "Paint", "Layerize", "Commit", "UpdateLayer"}


class Work:
    """The work of the page's main thread, in milliseconds of processor time, from a trace: time
    in which other programs had the processor does not count."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            events = json.load(file)["traceEvents"]
        threads = {(e["pid"], e["tid"]) for e in events
                   if e.get("name") == "thread_name" and e["args"]["name"] == "CrRendererMain"}
        timed = [e for e in events if e["ph"] == "X" and "tdur" in e
                 and (e["pid"], e["tid"]) in threads]
        main = max(threads, key=lambda m: sum(
            e["tdur"] for e in timed if (e["pid"], e["tid"]) == m))
        own = [e for e in timed if (e["pid"], e["tid"]) == main]
        spent = lambda names: sum(e["tdur"] for e in own if e["name"] in names) / 1000
        self.layout, self.painting = spent(LAYOUT), spent(PAINTING)
        tasks = sorted((e["ts"], e["dur"], e["tdur"] / 1000) for e in own
                       if e["name"] == "RunTask")
        self.tasks = [took for _, _, took in tasks]
        self.frames = list(self.of_frames(tasks, sorted(
            e["ts"] for e in own if e["name"] == "Commit")))

    @staticmethod
    def of_frames(tasks, commits):
        """The work up to each picture: of the tasks since the previous one."""
        since = 0.0
        for ts, dur, took in tasks:
            since += took
            if commits and ts <= commits[0] <= ts + dur:
                yield since
                since = 0.0
            while commits and commits[0] <= ts + dur:
                commits.pop(0)


class Players(threading.Thread):
    """Games go on at all boards, with this many moves a second."""

    def __init__(self, clock, games, rate):
        super().__init__(daemon=True)
        self.clock, self.games, self.rate = clock, games, rate
        self.plies = [0] * len(games)
        self.moves = 0
        self.ended = threading.Event()

    def move(self, at_board):
        moves, ply = self.games[at_board], self.plies[at_board]
        if ply < len(moves):
            self.clock.done("press", at_board + 1, f"g{at_board + 1}", move=moves[ply],
                            side="black" if ply % 2 else "white")
            self.plies[at_board] += 1
            self.moves += 1

    def run(self):
        due, board = time.monotonic(), 0
        while not self.ended.is_set():
            self.move(board % len(self.games))
            board += 7
            due += 1 / self.rate
            time.sleep(max(0, due - time.monotonic()))

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.join()


class Looking:
    """A benchmark's use of a page: it observes it for a while, and prints the cost."""

    view, slow = None, 1

    def metrics(self):
        found = self.view.do("send", "Performance.getMetrics", on="cdp")["metrics"]
        return {one["name"]: one["value"] for one in found}

    def say(self, name, value):
        print(f"| {name} | {value} |", flush=True)

    def collect(self):
        self.view.do("send", "HeapProfiler.collectGarbage", on="cdp")
        return self.metrics()

    def look(self, name, during=None):
        """Prints the work of each frame for a while, or while `during` happens; returns that of a
        second."""
        path = os.path.join(tempfile.gettempdir(), f"flagfall-trace-{os.getpid()}.json")
        self.view.slow(1)
        self.view.record(path)
        begun = time.monotonic()
        if during:
            during()
        else:
            time.sleep(SECONDS)
        took = time.monotonic() - begun
        self.view.recorded()
        self.view.slow(self.slow)
        work = Work(path)
        os.remove(path)
        self.say(f"{name}: a frame's work, p50, p99, most", " / ".join(
            f"{at(work.frames, share):.1f}" for share in (0.5, 0.99, 1))
                 + f" ms, {len(work.frames) / took:.0f} frames a second")
        self.say(f"{name}: the longest task", f"{max(work.tasks, default=0):.1f} ms")
        whole = sum(work.tasks)
        self.say(f"{name}: scripts, layout, painting, a second", " / ".join(
            f"{one / took:.1f}" for one in (
                whole - work.layout - work.painting, work.layout, work.painting)) + " ms")
        return whole / took

    def scroll(self):
        self.view.js(COUNT)
        self.view.do("move", 300, 500, on="mouse")
        for step in range(30):
            self.view.do("wheel", 0, 400 if step % 10 < 7 else -400, on="mouse")
            time.sleep(0.1)

    def beats(self):
        found = self.view.js("(cancelAnimationFrame(window.next), beats)")
        return [after - before for before, after in zip(found, found[1:])]

    def say_beats(self, name):
        beats = self.beats()
        self.say(f"{name}: from frame to frame, p50, p99, most", " / ".join(
            f"{at(beats, share):.0f}" for share in (0.5, 0.99, 1)) + " ms")


class Hall(Looking, kit.PagesCase):
    def setUp(self):
        super().setUp()
        self.person()
        self.clock = self.house.client("device", "boards")
        self.arbiter = self.house.client("arbiter", "desk")

    def boards(self, count):
        games = long_games(80)
        for board in range(1, count + 1):
            kit.hall.open_game(self.arbiter, board, f"g{board}", at_us=None, event="hall",
                               white=f"White{board}, A", black=f"Black{board}, B",
                               time_control=f"{HOLD}+30")
        self.house.settled()
        return [games[n % len(games)] for n in range(count)]

    def opened(self, viewport, slow, network):
        page = self.browser.open(self.base, viewport=viewport)
        page.do("addInitScript", {"content": WATCH})
        page.log_in("Anna Berg", kit.PASSWORD, "/keys")
        page.do("send", "Performance.enable", on="cdp")
        page.do("send", "Network.enable", on="cdp")
        page.do("send", "Network.setCacheDisabled", {"cacheDisabled": True}, on="cdp")
        if network:
            page.do("send", "Network.emulateNetworkConditions", NETWORK, on="cdp")
        page.slow(slow)
        page.goto("/hall/hall")
        page.wait_for(".tile")
        page.do("waitForTimeout", 2000)
        return page

    def first_load(self, viewport, slow):
        """Its time to the first tile over a crowded network, and over a good one."""
        for name, network in (("1.6 Mbit/s, 150 ms", True), ("no limit", False)):
            page = self.opened(viewport, slow, network)
            tile = page.js("performance.getEntriesByName('first-tile')[0].startTime")
            paint = page.js("paints.at(-1)?.startTime ?? 0")
            kB = page.js("performance.getEntriesByType('resource').reduce((sum, one) => sum"
                         " + one.encodedBodySize, 0)") / 1000
            self.say(f"first tile, largest paint ({name})",
                     f"{tile:.0f}, {paint:.0f} ms, {kB:.0f} kB")
            if network:
                page.close()
        return page

    def measure(self, count, viewport, slow, rate):
        print(f"\n**{count} boards**, {viewport['width']}x{viewport['height']}, processor"
              f" {slow} times slower, {rate:g} moves a second\n\n| | |\n|---|---|", flush=True)
        self.slow = slow
        games = self.boards(count)
        page = self.view = self.first_load(viewport, slow)
        bare = self.bare(count, viewport, slow)
        quiet = self.look("nothing but clocks")
        players = Players(self.clock, games, rate)
        with players:
            played = self.look("and moves")
            self.say("a change of the feed", f"{max(0, played - quiet) / rate:.2f} ms")
            self.look("and scrolling", self.scroll)
            self.scroll()
            self.say_beats(f"scrolled {slow} times slower")
            self.look("and keys", lambda: self.keys(page))
            self.typed(page)
        self.say("the bare page scrolled: from frame to frame, p50, p99, most", bare)
        left = self.collect()
        self.say("elements, heap in use", f"{page.count('*')}, "
                 f"{left['JSHeapUsedSize'] / 1e6:.1f} MB")
        self.burst(page, players, 5000 // count)

    def bare(self, count, viewport, slow):
        """The same scrolling of a page that has nothing to do."""
        page, self.view = self.view, self.browser.open(self.base, viewport=viewport)
        self.view.slow(slow)
        height = 120 if viewport is PHONE else 64
        self.view.do("setContent", "<style>i { display: inline-block; width: 90px; height: "
                     f"{height}px; border: 1px solid }}</style>" + "<i>12</i>" * count)
        self.scroll()
        beats = self.beats()
        self.view.close()
        self.view = page
        return " / ".join(f"{at(beats, share):.0f}" for share in (0.5, 0.99, 1)) + " ms"

    @staticmethod
    def keys(page):
        """Keys from tile to tile, and a search."""
        for key in ["j"] * 6 + ["ArrowDown"] * 6 + ["/"] + list("White1") + ["Backspace"] * 6:
            page.press(key)
            time.sleep(0.1)
        page.press("Escape")
        time.sleep(0.5)

    def typed(self, page):
        page.js("void (inputs.length = 0)")
        self.keys(page)
        found = page.js("inputs.map((one) => one.duration)")
        self.say(f"a key until its picture, {self.slow} times slower, p50, p98",
                 f"{at(found, 0.5):.0f}, {at(found, 0.98):.0f} ms")

    def burst(self, page, players, each):
        """The changes that a disconnected page has missed come at once."""
        page.press("Escape")
        page.offline(True)
        page.wait_for(".cutoff")
        for _ in range(each):
            for board in range(len(players.games)):
                players.move(board)
        self.house.settled()
        last = 1 + players.plies[0] // 2
        page.js("void (window.caught = 0, window.look = () => {"
                f" const tile = document.querySelector('[data-board=\"1\"]');"
                " const text = tile?.closest('.tile').textContent ?? '';"
                f" if (text.includes('move {last}')) caught = performance.now();"
                " else setTimeout(look, 10); }, scrollTo(0, 0), look())")
        page.offline(False)
        page.until("caught > 0")
        self.say(f"{each * len(players.games)} changes that were missed: from the link's opening"
                 " until they are shown", f"{page.js('caught - opened'):.0f} ms")

    def test_20(self):
        self.measure(20, PHONE, 4, 2)

    def test_200(self):
        self.measure(200, PHONE, 6, 7)

    def test_2000(self):
        self.measure(2000, DESK, 4, 30)


class Clock(Looking, test_clock.ClockCase):
    def test_clock(self):
        print("\n**The clock at a board**, 844x390, processor 4 times slower\n\n| | |\n|---|---|")
        page = self.view = self.playing(control=f"{HOLD}+0")
        page.do("addInitScript", {"content": WATCH})
        page.do("send", "Performance.enable", on="cdp")
        page.do("send", "Network.enable", on="cdp")
        self.slow = 4
        page.slow(4)
        page.do("send", "Network.emulateNetworkConditions", NETWORK, on="cdp")
        page.do("reload")
        page.wait_for(".half.runs")
        page.do("waitForTimeout", 2000)
        self.say("largest paint (1.6 Mbit/s, 150 ms)",
                 f"{page.js('paints.at(-1)?.startTime ?? 0'):.0f} ms")
        page.do("send", "Network.emulateNetworkConditions", {
            **NETWORK, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}, on="cdp")
        self.look("a clock runs")
        page.js("void (window.turned = [], document.addEventListener('pointerdown', (event) => {"
                " const before = document.querySelector('.half.runs').className;"
                " const look = () => document.querySelector('.half.runs').className === before"
                " ? requestAnimationFrame(look) : requestAnimationFrame((now) =>"
                " turned.push(performance.now() - event.timeStamp)); look(); }, true))")
        self.look("and is pressed", lambda: self.presses(20))
        took = page.js("turned")
        self.say("from touch to the turned display's frame, p50, most",
                 f"{at(took, 0.5):.0f}, {at(took, 1):.0f} ms of {len(took)}")
        left = self.collect()
        self.say("elements, heap in use", f"{page.count('*')}, "
                 f"{left['JSHeapUsedSize'] / 1e6:.1f} MB")

    def presses(self, count):
        for turn in range(count):
            self.tap(self.view, test_clock.BLACK if turn % 2 else test_clock.WHITE)
            time.sleep(0.4)


if __name__ == "__main__":
    kit.main()
