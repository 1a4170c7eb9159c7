#!/usr/bin/env python3
"""The hall in a real browser over the real daemons."""

import re

import kit
import door  # pylint: disable=wrong-import-order

TIME = re.compile(r"\d+:\d\d(?::\d\d)?(?:\.\d+)?")
HOUR_FAST = """{
  const Real = Date;
  const later = () => Real.now() + 3600e3;
  window.Date = class extends Real {
    constructor(...args) { super(...(args.length ? args : [later()])); }
    static now() { return later(); }
  };
}"""
# A browser that keeps no place on the screen when something above it grows, like Safari.
NOT_ANCHORED = """{
  const supports = CSS.supports.bind(CSS);
  CSS.supports = (name, ...more) => name !== "overflow-anchor" && supports(name, ...more);
  addEventListener("DOMContentLoaded", () => {
    document.body.style.overflowAnchor = "none";
  });
}"""
SECTORS = [{"name": "A", "first": 1, "last": 3}, {"name": "B", "first": 4, "last": 6}]


def in_seconds(text):
    seconds = 0.0
    for part in text.split(":"):
        seconds = seconds * 60 + float(part)
    return seconds


class Hall(kit.PagesCase):
    def setUp(self):
        super().setUp()
        self.person()
        self.event = self.round_of(6, name="Riverside Open", sectors=SECTORS)
        self.clock = self.house.client("device", "all boards")

    def ask_at(self, board):
        """A question that waits for an arbiter."""
        self.clock.done("claim", board, f"open-r1-b{board}", side="white", kind="other",
                        text="please come")

    def test_nobody_is_kept_out_by_it(self):
        page = self.page()
        self.ask_at(2)
        page.wait_for(".strip")
        for dark in (False, True):
            self.assertEqual(page.faults(dark), [])

    def test_what_waits_comes_up_and_goes_away(self):
        page = self.page()
        page.wait_for(".needs .dim")
        head = "[...document.querySelectorAll('header .line > *')].map((one) => one.offsetTop)"
        before = page.js(head)
        self.ask_at(5)
        page.wait_for(".strip.claim [data-case='5']")
        page.wait_for(".counts button:has-text('oldest call')")
        self.assertEqual(page.js(head), before)  # nothing moves for it
        self.assertEqual(page.js("[...document.querySelectorAll('.strip button')].map((one) =>"
                                 " one.ariaLabel)"), ["Take, board 5", "Seen, board 5"])
        page.wait_for(".tile.claim [data-board='5']")
        page.press("s")  # seen: until it gets worse
        page.wait_for(".bay.seen [data-case='5']")
        answer = self.house.ask("POST", "/api/v1/desk/acts", {
            "id": "1", "game": "open-r1-b5", "by": kit.office.CHIEF,
            "act": {"type": "answer", "question": 1, "option": "resume"}})
        self.assertEqual(answer.status, 200, answer.body)
        page.wait_for(".strip", "detached")

    def test_who_goes_there_is_seen_by_the_others(self):
        self.person("Boris Roy")
        anna, boris = self.page(), self.page("Boris Roy")
        self.ask_at(3)
        anna.wait_for("[data-case='3']")
        anna.press("t")
        boris.wait_for(".bay.taken [data-case='3']")
        self.assertIn("Anna Berg goes", boris.text(".bay.taken .strip"))
        anna.wait_for(".strip button:has-text('Hand back')")
        anna.press("t")
        boris.wait_for(".bay:not(.taken) [data-case='3']")

    def device_of(self, board):
        """A phone that has become the clock of a board: its link, and its key."""
        desk = self.house.client("arbiter", "desk")
        desk.send({"type": "enrol_device", "id": "e1", "board": board, "name": "phone"})
        number = desk.until(lambda m: m["type"] == "enrolment")["device"]
        device = self.comes("phone")
        key = device.enrol(door.code_of(door.hall_key(self.house.folder), desk.welcome["log"],
                                        number))["key"]
        device.close()
        return self.comes("phone", number, key), number, key

    def comes(self, name, number=0, key=None):
        device = door.Stranger(self.house.clock_port, "device", name, self.transcript, number)
        self.house._clients.append(device)  # pylint: disable=protected-access
        if key:
            self.assertEqual(device.enter(key)["type"], "welcome")
        return device

    def test_a_board_whose_device_is_cut_off_says_since_when(self):
        phone, number, key = self.device_of(2)
        page = self.page()
        page.wait_for(".tile [data-board='2']")
        self.assertEqual(page.count(".tile.cut"), 0)
        phone.close()
        page.wait_for(".tile.cut [data-board='2']:has-text('Cut off 0:')")
        self.assertEqual(page.count(".tile.cut"), 1)
        self.assertTrue(page.js("document.querySelector('.tile.cut .shapes > .icon use')"
                                ".getAttribute('href').endsWith('#cut')"))
        page.wait_for(".counts button:has-text('1 cut off')")
        self.assertEqual(page.count(".strip"), 0)
        self.assertEqual(page.faults(), [])
        self.comes("phone", number, key)
        page.wait_for(".tile.cut", "detached")
        page.wait_for(".counts button:has-text('cut off')", "detached")

    def test_tiles_stay_where_they_are_when_a_case_comes_above_them(self):
        for width in (390, 844):  # one below the other, or beside each other
            page = self.browser.open(self.base, **{**kit.PHONE,
                                                   "viewport": {"width": width, "height": 390}})
            page.do("addInitScript", {"content": NOT_ANCHORED}, on="context")
            page.log_in("Anna Berg", kit.PASSWORD, "/hall/open")
            page.wait_for("[data-board='6']")
            page.js("document.querySelector('[data-board=\"6\"]').scrollIntoView()")
            page.until("document.querySelector('.needs').getBoundingClientRect().bottom <= 0")
            top = "Math.round(document.querySelector('[data-board=\"6\"]')" \
                  ".getBoundingClientRect().top)"
            before = page.js(top)
            self.ask_at(width % 5 + 1)
            page.wait_for(f"[data-case='{width % 5 + 1}']", "attached")
            self.assertLessEqual(abs(page.js(top) - before), 1)  # rounded
            page.close()

    def test_filters_are_in_the_address_and_the_order_stays(self):
        page = self.page()
        page.wait_for(".tile")
        page.click(".sectors button:has-text('B')")
        page.until("location.search === '?sector=B'")
        self.assertEqual(page.texts(".tile .top b"), ["4", "5", "6"])
        page.press("/")
        page.press("9")
        page.click(".empty button:text-is('Search all')")
        page.click(".empty button:text-is('Show all')")
        page.until("document.querySelectorAll('.tile').length === 6")

    def test_a_wrong_wall_clock_changes_nothing_that_is_shown(self):
        """Every page, beside that of a device whose clock is right: the same words, and times that
        differ by no more than the time between two looks on a busy machine."""
        self.person("Ida Chief", role="chief_arbiter")
        self.play(self.clock, 1, ["e2e4", "e7e5"])
        self.ask_at(2)
        pages = []
        for script in ("", HOUR_FAST):
            page = self.browser.open(self.base)
            page.do("addInitScript", {"content": script}, on="context")
            page.log_in("Ida Chief", kit.PASSWORD, "/keys")
            pages.append(page)
        waits = ".counts button:has-text('oldest call'):not(.unseen)"  # comes with the call's age
        for path, shows in (("/hall/open", waits), ("/hall/open/1", ".movelist td button"),
                            ("/hall/open/1#ply=1", ".instant"), ("/hall/open/2", ".question"),
                            ("/events", ".events a"),
                            ("/equipment", "main p:has-text('No electronic board')"),
                            ("/setup/open", ".setup section")):
            looks = []
            for page in pages:
                page.goto("/keys")  # so that each is a load of its own
                page.goto(path)
                page.wait_for(shows)
                page.until("!document.querySelector('.counts .dim')"
                           " || document.querySelector('.runs .clock')?.textContent !== ''")
                page.js("document.querySelector('.counts .dim')?.remove()")  # a local time
                looks.append(page.text("body"))
            with self.subTest(path=path):
                right, wrong = (TIME.sub("#", text) for text in looks)
                self.assertEqual(wrong, right)
                for one, other in zip(*(TIME.findall(text) for text in looks)):
                    self.assertLess(abs(in_seconds(one) - in_seconds(other)), 60, (one, other))

    def test_a_clock_is_heard_in_words(self):
        page = self.page()
        page.until("(document.querySelector('.runs .clock')?.ariaLabel ?? '').includes('minutes')")
        self.assertEqual(page.js("document.querySelector('.clock').getAttribute('role')"), "timer")

    def test_nothing_is_cut_off_in_german(self):
        self.ask_at(4)
        self.play(self.clock, 5, ["e2e5"])
        self.clock.done("resign", 6, "open-r1-b6", side="white")
        self.house.settled()
        for width in (320, 390, 1440):
            page = self.page(viewport={"width": width, "height": 844}, locale="de-DE")
            page.wait_for(".strip")
            self.assertEqual(page.text(".needs h2").split("\n")[0].strip()[:12].upper(),
                             "BRAUCHT MICH")
            cut = page.js("[document.documentElement, ...document.querySelectorAll("
                          "'.what, .strip, button, header .line')].filter((one) =>"
                          " one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)")
            self.assertEqual(cut, [], width)
            page.close()

    def test_the_only_event_is_its_hall_and_the_list_is_elsewhere(self):
        page = self.page(to="/")
        page.until("location.pathname === '/hall/open'")
        page.wait_for(".tile")
        page.click("button.menu")
        page.click("dialog a[href='/events']")
        page.wait_for(".events a[href='/hall/open']")

    def test_who_is_nobody_gets_the_list_of_results(self):
        page = self.browser.open(self.base)
        page.goto("/hall/open")
        page.wait_for(".events a[href$='/results.html']")
        self.assertEqual(page.count(".tile"), 0)
        page.click("a[href='/login?to=%2Fhall%2Fopen']")
        page.wait_for("[name=password]")

    def test_the_token_of_the_console_opens_the_hall(self):
        page = self.browser.open(self.base)
        page.goto("/login?to=/hall/open")
        page.click("summary")
        page.fill("[name=by]", "Olga Owner")
        page.fill("[name=token]", self.house.owner_token())
        page.click("details button[type=submit]")
        self.ask_at(3)
        page.wait_for("[data-case='3']")  # the change came over the WebSocket
        page.press("t")
        page.wait_for(".strip button:has-text('Hand back')")
        page.click("[data-case='3']")
        page.click(".sheet .option >> nth=0")
        page.wait_for(".sheet .go:not(:disabled):text-is('Confirm')")
        self.assertEqual(page.count(".sheet [name=pin]"), 0)
        page.click(".sheet .go")
        page.wait_for(".sheet", "detached")
        rulings = self.house.get("/api/v1/desk/games/open-r1-b3").json()["rulings"]
        self.assertEqual([one["decidedBy"] for one in rulings], ["Olga Owner"])

    def test_the_hall_is_for_arbiters(self):
        self.person("Peter Pairs", role="pairing_program")
        page = self.page("Peter Pairs", "/")
        page.goto("/hall/open")
        page.wait_for("p:has-text('is no arbiter')")


if __name__ == "__main__":
    kit.main()
