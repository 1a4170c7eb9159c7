#!/usr/bin/env python3
"""The clock page in a real browser, with clockd alone: arbiterd does not run."""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "e2e"))

import door  # pylint: disable=wrong-import-position
import hall  # pylint: disable=wrong-import-position
from kit import InBrowser  # pylint: disable=wrong-import-position
from slow import Slow  # pylint: disable=wrong-import-position

PHONE = {"viewport": {"width": 844, "height": 390}, "hasTouch": True, "isMobile": True,
         "deviceScaleFactor": 2, "locale": "en-GB", "serviceWorkers": "allow"}
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "watch.mjs"),
          encoding="utf-8") as script:
    WATCH = script.read()  # what a page of the clock sends, shows and asks of its browser
CLOCK_BOOTTIME = 7
CUT = """[document.documentElement, ...document.querySelectorAll("h1, p, button, output, legend,"
  + " .who, .foot, .bar, fieldset, dialog")].filter((one) =>
  one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
  .map((one) => `${one.tagName}.${one.className}: ${one.textContent.slice(0, 60)}`)"""


PATIENCE = 20
PALM = 130  # ms after which a touch no longer counts as a palm
HELD_UP, CUT_OFF = 0.03, 0.05  # s: errors allowed for the instant of a press
WITHIN = 1000  # ms until a page that comes back is right
# clockd has got a line from the page each second, as far as the page knows: a slow machine delays
# them, and clockd accepts no silence of a device that it had not heard regularly.
REGULAR = """(() => {
  const came = wrote.filter((one) => answered[one.id]).map((one) => one.at);
  const last = came.at(-1);
  const before = came.filter((at) => at < last - 100).at(-1);
  return before && last - before < 1300 && performance.now() - last < 600;
})()"""


def boot_time(wall_s):
    """clockd's instant for a moment of the wall clock, in seconds."""
    return wall_s - (time.time() - time.clock_gettime(CLOCK_BOOTTIME))


class ClockCase(InBrowser, hall.HallCase):
    def setUp(self):
        super().setUp()
        self.house = self.hall(time_mode="real")
        self.port = 0
        self.serve()

    def serve(self, *options):
        self.house.clockd_options = ["--web", f"127.0.0.1:{self.port}", *options]
        if os.environ.get("FLAGFALL_CLOCK_PAGES"):  # as FLAGFALL_PAGES
            self.house.clockd_options += [
                "--pages", os.path.abspath(os.environ["FLAGFALL_CLOCK_PAGES"])]
        self.house.start_clockd()
        line = self.house.clockd.process.stdout.readline()
        self.port = int(re.fullmatch(r"its page for clocks is at http://127.0.0.1:(\d+)\n",
                                     line).group(1))
        self.arbiter = door.Stranger(self.house.clock_port, "arbiter", "desk", self.transcript)
        self.house._clients.append(self.arbiter)  # pylint: disable=protected-access
        self.arbiter.enter(door.hall_key(self.house.folder))

    def link_to(self, board, **more):
        """The link that the arbiter's program shows."""
        self.arbiter.send({"type": "enrol_device", "id": f"e{time.monotonic()}", "board": board,
                           "name": "phone", **more})
        device = self.arbiter.until(lambda m: m["type"] == "enrolment")["device"]
        code = door.code_of(door.hall_key(self.house.folder), self.arbiter.log, device)
        return f"/enrol#code={code}&board={board}"

    def page(self, board, port=0, side=None, **options):
        """A phone that has become the clock of the board, or of one side."""
        page = self.browser.open(f"http://127.0.0.1:{port or self.port}", **{**PHONE, **options})
        page.do("addInitScript", {"content": WATCH}, on="context")
        page.goto(self.link_to(board, **({"side": side} if side else {})))
        page.click("button.go")
        page.wait_for("main.clock")
        return page

    def game(self, board, control="300+0", start=True):
        self.arbiter.done("open_game", board, f"g{board}",
                          **{**hall.TERMS, "time_control": control})
        if start:
            self.arbiter.done("start_game", board, f"g{board}")

    def playing(self, board=1, control="300+0", **options):
        page = self.page(board, **options)
        self.game(board, control)
        page.wait_for(".half.white.runs")
        page.do("waitForTimeout", PALM)
        return page

    def tap(self, page, *points, at=None):
        """Fingers at once: (x, y) of each, as parts of the screen; `at`: when, if not now."""
        stamp = {} if at is None else {"timestamp": at}
        size = PHONE["viewport"]
        touches = [{"x": x * size["width"], "y": y * size["height"], "id": i}
                   for i, (x, y) in enumerate(points)]
        page.do("send", "Input.dispatchTouchEvent",
                {"type": "touchStart", "touchPoints": touches, **stamp}, on="cdp")
        page.do("send", "Input.dispatchTouchEvent",
                {"type": "touchEnd", "touchPoints": [], **stamp}, on="cdp")

    def pressed(self, board=1):
        """(side, instant in s, claimed and accepted age in s) of each press in the log."""
        with self.house.clock_db() as db:
            rows = db.execute("SELECT at_us, body FROM event WHERE stream = ? AND type = 'pressed'"
                              " ORDER BY pos", (f"board/{board}",)).fetchall()
        found = []
        for at_us, body in rows:
            event = json.loads(body)
            found.append((event["side"], at_us / 1e6, event.get("claimed_age_us", 0) / 1e6,
                          event.get("age_us", 0) / 1e6))
        return found

    def until_pressed(self, count, board=1):
        hall.wait_until(lambda: len(self.pressed(board)) >= count, f"{count} presses", PATIENCE)
        return self.pressed(board)

    def assert_right(self, page, delta=0.15):
        """The display shows clockd's time, except for rounding up."""
        shown = page.js("[...document.querySelectorAll('.time svg')].map((e) => e.dataset.text)")
        state = self.arbiter.board_state(1)
        for text, us in zip(shown, (state["white_us"], state["black_us"])):
            large, _ = text.split(" ")
            minutes, seconds = (large.split(":") + ["0"])[:2] if ":" in large else ("0", large)
            said = int(minutes) * 60 + float(seconds)
            self.assertGreaterEqual(said, us / 1e6 - delta)
            self.assertLessEqual(said, us / 1e6 + 1 + delta)

    def touched(self, page, number=-1):
        """clockd's instant of a touch, by the browser's timestamp of it."""
        return boot_time(page.js(f"performance.timeOrigin + touches.at({number})") / 1000)

    def assert_at_touch(self, page, within):
        """The log's only press is at its touch: what the page says is exact by its own clock,
        and what clockd makes of it errs by no more than the time until its answer came."""
        (_, at, claimed, accepted), = self.until_pressed(1)
        page.wait_for(".sent", "detached")
        self.assertEqual(claimed, accepted)
        touch, sent = page.js("[touches.at(-1), wrote.filter((one) => one.type === 'press')]")
        sent = [one for one in sent if one["age_us"] == round(claimed * 1e6)][-1]
        self.assertAlmostEqual(claimed, (sent["at"] - touch) / 1000, delta=within)
        waited = page.js(f"answered['{sent['id']}']") - sent["at"]
        self.assertAlmostEqual(at, self.touched(page), delta=within + waited / 1000)
        return claimed

    def assert_back(self, page, side):
        """It showed this side's clock run, and asked for the screen, within a second of coming
        back; the time for which the machine did not let it run at all is not counted."""
        back, lag, ran, asked = page.js("[back, lag, ran, asked]")
        most = back + WITHIN + lag
        shown = [one["side"] for one in ran if one["at"] <= most]
        self.assertEqual(shown[-1], side, (back, lag, ran))
        after = [at for at in asked if at >= back]
        self.assertTrue(after and after[0] <= most, (back, lag, asked))


WHITE, BLACK = (0.25, 0.4), (0.75, 0.4)


class Enrolling(ClockCase):

    def test_a_code_makes_this_device_a_clock_once(self):
        link = self.link_to(5)
        page = self.browser.open(f"http://127.0.0.1:{self.port}", **PHONE)
        page.goto(link)
        self.assertIn("board 5", page.text("h1"))
        page.click("button.go")
        page.wait_for("main.clock[data-phase=empty]")
        self.assertEqual(page.js("location.pathname"), "/board/5")
        self.assertEqual(page.js("""new Promise((done) => {
            const open = indexedDB.open("flagfall.clock", 1);
            open.onsuccess = () => {
              const all = open.result.transaction("keys").objectStore("keys").getAll();
              all.onsuccess = () => done(all.result.map((one) => one.key.extractable));
            };
        })"""), [False])
        other = self.browser.open(f"http://127.0.0.1:{self.port}", **PHONE)
        other.goto(link)
        other.click("button.go")
        other.until("document.querySelector('output').textContent.includes('another code')")
        german = self.browser.open(f"http://127.0.0.1:{self.port}", **{**PHONE, "locale": "de-DE"})
        german.goto(link)
        german.click("button.go")
        german.until("document.querySelector('output').textContent === 'Das ging nicht: der Code"
                     " ist falsch, benutzt oder abgelaufen, oder das Gerät ist gesperrt. Bitten Sie"
                     " den Schiedsrichter um einen anderen Code.'")
        other.goto("/board/5")
        other.until("document.body.textContent.includes('no key for board 5')")
        self.assertEqual(page.said() + other.said(), [])

    def test_a_sheet_has_a_code_for_each_board(self):
        sheet = os.path.join(self.tmp, "codes.html")
        told = subprocess.run(
            [hall.clockd_binary(), "enrol", "--board", "1-17", "--sheet", sheet, "--at",
             f"127.0.0.1:{self.port}", "--connect", f"127.0.0.1:{self.house.clock_port}",
             "--data", self.house.folder], capture_output=True, text=True, check=True,
            timeout=PATIENCE).stdout
        self.assertTrue(told.startswith("17 codes, each good for one device until "), told)
        paper = self.browser.open(f"http://127.0.0.1:{self.port}")
        paper.goto("file://" + sheet)
        self.assertEqual(paper.count(".card svg"), 17)
        printed = os.path.join(self.tmp, "codes.pdf")
        paper.do("pdf", {"path": printed, "preferCSSPageSize": True})
        with open(printed, "rb") as file:
            self.assertEqual(len(re.findall(rb"/Type\s*/Page\b", file.read())), 3)
        code = paper.texts(".card code")[11]
        page = self.browser.open(f"http://127.0.0.1:{self.port}", **PHONE)
        page.goto(f"/enrol#code={code}&board=12")
        page.click("button.go")
        page.wait_for("main.clock[data-phase=empty]")
        self.assertEqual(page.js("location.pathname"), "/board/12")


    def test_a_code_that_is_scanned_leads_to_the_page_that_enrols(self):
        """As a camera sees it: the picture on the sheet, read by another program."""
        reader = shutil.which("zbarimg")
        if reader is None:
            self.skipTest("zbarimg is not installed")
        sheet, picture = (os.path.join(self.tmp, name) for name in ("codes.html", "code.png"))
        subprocess.run(
            [hall.clockd_binary(), "enrol", "--board", "7", "--sheet", sheet, "--at",
             f"127.0.0.1:{self.port}", "--connect", f"127.0.0.1:{self.house.clock_port}",
             "--data", self.house.folder], capture_output=True, check=True, timeout=PATIENCE)
        paper = self.browser.open(f"http://127.0.0.1:{self.port}")
        paper.goto("file://" + sheet)
        paper.do("screenshot", {"path": picture})
        link = subprocess.run([reader, "--quiet", "--raw", picture], capture_output=True, text=True,
                              check=True, timeout=PATIENCE).stdout.strip()
        address = f"http://127.0.0.1:{self.port}/"
        self.assertTrue(link.startswith(address + "enrol#code="), link)
        page = self.browser.open(f"http://127.0.0.1:{self.port}", **PHONE)
        page.goto(link)
        self.assertIn("board 7", page.text("h1"))
        page.do("tap", "button.go")
        page.wait_for("main.clock[data-phase=empty]")
        self.assertEqual(page.js("location.pathname"), "/board/7")


class Pressing(ClockCase):

    def test_a_palm_after_a_press_is_no_press(self):
        page = self.playing()
        # In one step, so that a slow machine does not separate them.
        page.js("for (const side of ['white', 'black'])"
                " document.querySelector('.half.' + side).dispatchEvent(new PointerEvent("
                "'pointerdown', { bubbles: true, isPrimary: true, pointerType: 'touch' }))")
        page.wait_for(".half.black.runs")
        self.until_pressed(1)
        page.do("waitForTimeout", 300)
        self.tap(page, BLACK)
        self.assertEqual([side for side, *_ in self.until_pressed(2)], ["white", "black"])

    def test_a_page_that_was_held_up_costs_no_time(self):
        """It is busy until 300 ms after the touch, whenever that comes."""
        page = self.playing()
        page.do("waitForTimeout", 3000)
        page.until(REGULAR)
        page.js("setTimeout(() => { const begun = performance.now(); let touched = 0;"
                " while (performance.now() < begun + 9e3 && !(touched && performance.now() >"
                " touched + 300)) if (!touched && performance.now() > begun + 200 &&"
                " navigator.scheduling.isInputPending()) touched = performance.now(); })")
        self.tap(page, WHITE)
        self.assertGreater(self.assert_at_touch(page, HELD_UP), 0.3)

    def pressed_cut_off(self, after_ms):
        """A page that clockd has known for this long; then its link is cut, and White presses."""
        page = self.playing()
        page.do("waitForTimeout", after_ms)
        page.until(REGULAR)
        page.js("void (window.cutAt = performance.now())")
        page.offline(True)
        page.wait_for(".cut")
        self.tap(page, WHITE)
        page.wait_for(".half.black.runs")
        return page

    def test_a_press_while_the_link_is_cut_counts_when_it_was_made(self):
        page = self.pressed_cut_off(2500)  # here the clock turns at once
        self.assertEqual(page.count(".half.white.sent"), 1)
        page.until("performance.now() - cutAt > 8000")
        self.assertEqual(self.pressed(), [])
        page.offline(False)
        self.assertGreater(self.assert_at_touch(page, CUT_OFF), 4)
        page.wait_for(".cut", "detached")
        page.do("waitForTimeout", 500)
        self.assertEqual(len(self.pressed()), 1)

    def test_a_press_from_before_a_sleep_is_not_sent_by_itself(self):
        page = self.pressed_cut_off(1500)
        page.js("void (window.jump = 60000)")
        page.until("document.querySelector('output').textContent.includes('not reported')")
        page.offline(False)
        page.wait_for(".half.white.runs")
        page.wait_for(".cut", "detached")
        page.do("waitForTimeout", 500)
        self.assertEqual(self.pressed(), [])
        self.tap(page, WHITE)
        self.until_pressed(1)

    def test_after_an_intervention_nothing_is_repeated(self):
        page = self.pressed_cut_off(1500)
        self.arbiter.done("set_reading", 1, "g1", white_us=200_000_000, black_us=100_000_000,
                          turn="white", ply=0, run=True, article="6.10.2", reason="wrong time")
        page.offline(False)
        page.until("document.querySelector('output').textContent.includes('arbiter changed')")
        page.wait_for(".half.white.runs")
        page.do("waitForTimeout", 1500)
        self.assertEqual(self.pressed(), [])
        self.tap(page, WHITE)
        self.until_pressed(1)

    def test_keys_press_too(self):
        page = self.playing(hasTouch=False, isMobile=False)
        for key, count in ((" ", 1), ("ArrowRight", 2), ("ArrowLeft", 3), (" ", 4)):
            page.do("waitForTimeout", 150)
            page.press("Space" if key == " " else key)
            self.until_pressed(count)
        self.assertEqual([side for side, *_ in self.pressed()], ["white", "black"] * 2)


class Staying(ClockCase):

    def test_reload_restores_the_game_and_keeps_the_screen_on(self):
        page = self.playing()
        self.tap(page, WHITE)
        self.until_pressed(1)
        page.until("asked.length > 0")
        page.do("reload")
        page.wait_for(".half.black.runs")
        page.until("asked.length > 0")
        self.assert_back(page, "black")
        self.assert_right(page)
        self.assertEqual(page.js("released"), 0)
        self.arbiter.done("end_game", 1, "g1", epoch=0, score="1-0", reason="resignation",
                          article="5.1.2")
        page.wait_for("main[data-phase=over]")
        page.until("released > 0")
        self.assertIn("1-0", page.text("output"))

    def test_a_restart_of_clockd_is_survived(self):
        page = self.playing()
        self.tap(page, WHITE)
        self.until_pressed(1)
        self.arbiter.close()
        self.house.clockd.end(9)
        self.serve()
        page.wait_for(".cut", "detached")
        page.do("waitForTimeout", 300)
        self.tap(page, BLACK)
        self.assertEqual(len(self.until_pressed(2)), 2)

    def test_the_page_itself_needs_no_clockd(self):
        page = self.playing()
        page.until("navigator.serviceWorker.ready.then((found) => found.active !== null)")
        page.until("navigator.serviceWorker.controller !== null")
        self.arbiter.close()
        self.house.clockd.end()
        page.do("reload")
        page.wait_for("main.clock")
        page.wait_for(".cut")
        self.serve()
        page.wait_for(".half.white.runs")

    def test_a_device_gets_what_a_clock_shows_and_no_more(self):
        page = self.playing()
        self.tap(page, WHITE)
        self.until_pressed(1)
        # The opponent's move, legal or not, is said to arbiterd; this device hears of the press.
        self.arbiter.done("press", 1, "g1", side="black", move="e7e5")
        page.wait_for(".half.white.runs")
        self.arbiter.done("press", 1, "g1", side="white", move="a1a8")
        page.wait_for(".half.black.runs")
        page.until("heard.at(-1).type === 'board_state'")
        heard = page.js("heard")
        self.assertNotRegex(json.dumps(heard), "e7e5|a1a8|legal")
        self.assertEqual({message["type"] for message in heard},
                         {"challenge", "welcome", "board_state", "ack"})
        for message in heard:
            self.assertFalse({"move", "text", "made", "san", "fen"} & set(message), message)

    def test_nothing_but_presses_comes_of_taps(self):
        """Ten in one second, by the fingers' own time; a long press, and a mouse's other button."""
        page = self.playing()
        scales = []
        begun = time.time() - 1
        for number in range(10):
            self.tap(page, (random.uniform(0.05, 0.95), random.uniform(0.05, 0.95)),
                     at=begun + number / 10)
            scales.append(page.js("visualViewport.scale"))
        self.assertEqual(set(scales), {1})
        for _ in range(2):  # and of a double tap at one place
            self.tap(page, WHITE, at=time.time() - 1)
        for place in (".half.white", ".half.black", ".half.white .time", ".half.black .foot",
                      "nav"):
            page.do("dispatchEvent", place, "contextmenu", {"cancelable": True})
            page.do("click", place, {"button": "right", "force": True})
        page.until("menus.length >= 10")
        self.assertEqual(set(page.js("menus")), {True})
        self.assertEqual(page.js("visualViewport.scale"), 1)
        self.assertEqual(page.js("String(getSelection())"), "")
        self.assertEqual(page.js("location.pathname"), "/board/1")
        self.assertEqual(page.count("dialog"), 0)
        self.assertEqual(page.said(), [])


class Looks(ClockCase):

    def tall(self, page):
        """CSS pixels of the large digits of the side that runs: their strokes' middles are 80 units
        apart, and a stroke has 17."""
        return 97 * page.js("document.querySelector('.half.runs svg').getScreenCTM().a")

    def contrast(self, page):
        """Of the digits of the side that runs, by WCAG's formula, with what they are drawn on."""
        return page.js("""(() => {
          const light = (color) => {
            const [r, g, b] = color.match(/[\\d.]+/g).slice(0, 3).map((one) => one / 255).map(
              (one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const digit = document.querySelector(".half.runs svg path");
          const seen = (style) => !/^(transparent|rgba\\(.*, 0\\))$/.test(style.backgroundColor);
          let ground = digit.parentElement;
          while (!seen(getComputedStyle(ground))) ground = ground.parentElement;
          const both = [getComputedStyle(digit).stroke, getComputedStyle(ground).backgroundColor];
          const [low, high] = both.map(light).sort((a, b) => a - b);
          return (high + 0.05) / (low + 0.05);
        })()""")

    def test_digits_are_large(self):
        for control in ("1799+0", "1200+30", "5400+30"):
            with self.subTest(control):
                board = {"1799+0": 1, "1200+30": 2, "5400+30": 3}[control]
                page = self.playing(board, control)
                self.assertGreaterEqual(self.tall(page), 95)
                for dark in (False, True):
                    page.do("emulateMedia", {"colorScheme": "dark" if dark else "light"})
                    self.assertGreaterEqual(self.contrast(page), 7)
                self.assertEqual(page.count(".half.runs"), 1)
                page.close()

    def test_a_flag_is_on_the_side_that_fell(self):
        page = self.page(1)
        self.game(1, "1+0")
        page.wait_for(".half.white.flag")
        self.assertEqual(page.count(".half.flag"), 1)
        self.assertIn("⚑", page.text(".half.white .who"))
        self.assertEqual(page.js("document.querySelector('.half.white svg').dataset.text"),
                         "0:00 ")

    def views(self, language, board, **options):
        """Each page of clockd in a language: its name, and the page of a new clock."""
        options = {**PHONE, "locale": language, **options}
        page = self.browser.open(f"http://127.0.0.1:{self.port}", **options)
        page.goto(f"/board/{board}")
        page.wait_for("main.page")
        yield "no key", page
        page.goto(self.link_to(board))
        page.wait_for("button.go")
        yield "enrol", page
        page.click("button.go")
        page.wait_for("main.clock")
        yield "waits", page
        self.game(board)
        page.wait_for(".half.white.runs")
        yield "runs", page
        page.press("Escape")
        page.wait_for("dialog[open]")
        yield "menu", page
        page.press("Escape")
        self.arbiter.done("pause", board, f"g{board}", reason="test")
        page.wait_for(".half.white:not(.runs)")
        yield "paused", page
        page.close()

    def test_nobody_is_shut_out(self):
        for board, language in enumerate(("en-GB", "de-DE"), 1):
            for view, page in self.views(language, board):
                for dark in (False, True):
                    with self.subTest(view=view, language=language, dark=dark):
                        self.assertEqual(page.faults(dark), [])

    def test_no_text_is_cut_off(self):
        boards = 0
        for language in ("en-GB", "de-DE"):
            for width, height in ((320, 640), (390, 844), (844, 390), (1440, 900)):
                size = {"viewport": {"width": width, "height": height}}
                boards += 1
                for view, page in self.views(language, boards, **size):
                    for large in (False, True):
                        page.js("document.documentElement.style.fontSize ="
                                f" '{200 if large else 100}%'")
                        with self.subTest(view=view, language=language, width=width, large=large):
                            self.assertEqual(page.js(CUT), [])


class Menu(ClockCase):

    def hold(self, page, seconds):
        box = page.js("(() => { const r = document.querySelector('.hold').getBoundingClientRect();"
                      " return [r.x + r.width / 2, r.y + r.height / 2]; })()")
        page.do("send", "Input.dispatchTouchEvent",
                {"type": "touchStart", "touchPoints": [{"x": box[0], "y": box[1]}]}, on="cdp")
        page.do("waitForTimeout", int(seconds * 1000))
        page.do("send", "Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []},
                on="cdp")

    def events(self):
        with self.house.clock_db() as db:
            return [row[0] for row in db.execute(
                "SELECT type FROM event WHERE stream = 'board/1' ORDER BY pos")]

    def test_a_tap_opens_nothing_and_a_hold_the_menu(self):
        page = self.playing()
        while True:
            self.hold(page, 0.2)
            page.until("window.lifted > touches.at(-1)")
            if page.js("lifted - touches.at(-1)") < 1000:
                break
            page.wait_for("dialog[open]")  # on a busy machine it was a long press
            page.press("Escape")
            page.wait_for("dialog", "detached")
        self.assertEqual(page.count("dialog"), 0)
        self.hold(page, 1.2)
        page.wait_for("dialog[open]")
        page.click("dialog .white button:has-text('Offer a draw')")
        hall.wait_until(lambda: "draw_offered" in self.events(), "an offer")
        page.wait_for("dialog", "detached")

    def test_resigning_asks_again(self):
        page = self.playing()
        self.hold(page, 1.2)
        page.click("dialog .black button:has-text('Resign')")
        self.assertNotIn("resigned", self.events())
        page.click("dialog .black button.sure")
        hall.wait_until(lambda: "resigned" in self.events(), "a resignation")
        page.wait_for("main[data-phase=stopped]")

    def test_the_arbiter_is_called_in_one_tap_after_the_hold(self):
        page = self.playing()
        self.hold(page, 1.2)
        page.click("dialog .white button:has-text('Call the arbiter')")
        page.wait_for("main[data-phase=paused]")
        self.assertIn("paused", self.events())

    def test_a_question_changes_no_clock(self):
        page = self.playing()
        page.press("Escape")
        page.wait_for("dialog[open]")
        page.press("Escape")
        page.wait_for("dialog", "detached")
        self.assertEqual(self.arbiter.board_state(1)["phase"], "running")


if __name__ == "__main__":
    hall.main()
