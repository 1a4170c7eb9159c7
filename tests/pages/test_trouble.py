#!/usr/bin/env python3
"""A request that is refused, fails, or gets a nonsense answer never leaves an empty page: the page
shows the reason, keeps its data, and continues by itself when there are answers again."""

import json

import kit


def problem(status):
    return {"status": status, "contentType": "application/problem+json",
            "body": json.dumps({"type": "about:blank", "title": "No", "status": status,
                                "detail": "not now, please", "code": "overloaded"})}


NONSENSE = {"status": 200, "contentType": "application/json", "body": "[1, {"}
OTHER = {"status": 200, "contentType": "application/json", "body": "{}"}
NULL = {"status": 200, "contentType": "application/json", "body": "null"}
PASSING = {"none": None, "500": problem(500), "503": problem(503), "nonsense": NONSENSE}

# The requests of a page, and its display once it has the answers.
ASKS = (("/hall/open", "**/api/v1/session", ".tile"),
        ("/events", "**/api/v1/events", ".events a"),
        ("/hall/open", "**/hall?*", ".tile"),
        ("/hall/open/1", "**/hall?*", ".boardpage .player .clock"),
        ("/hall/open/1", "**/desk/games/**", ".movelist td button"),
        ("/hall/open/1", "**/scoresheet", ".movelist td button"),
        ("/hall/open/1", "**/a/board-*.js", ".boardpage .player .clock"))


class Trouble(kit.PagesCase):
    def setUp(self):
        super().setUp()
        self.person()
        self.event = self.round_of(2, name="Riverside Open")
        self.clock = self.house.client("device", "all boards")

    def said_something(self, page):
        """It has words, and no error of a program."""
        page.until("document.body.innerText.trim() !== ''")
        known = ("Failed to load resource", "Failed to load module script", "WebSocket",
                 "dynamically imported")
        broken = [one for one in page.said() if not any(words in one for words in known)]
        self.assertEqual(broken, [])

    def test_no_answer_blanks_a_page_and_it_comes_back(self):
        self.play(self.clock, 1, ["e2e4", "e7e5"])
        self.house.settled()
        page = self.page(to="/keys")
        for how, answer in PASSING.items():
            for path, pattern, shows in ASKS:
                with self.subTest(path=path, pattern=pattern, how=how):
                    page.allow()  # requests from before the failure
                    page.refuse(pattern, answer)
                    page.goto(path)
                    page.wait_for(".wrong >> visible=true")
                    self.said_something(page)
                    page.js("document.kept = true")
                    page.allow()
                    page.wait_for(shows)
                    self.assertTrue(page.js("document.kept === true"))  # it was not reloaded
                    self.said_something(page)

    def test_what_comes_late_moves_no_act_away_under_a_finger(self):
        self.play(self.clock, 1, ["e2e4", "e7e5"])
        self.house.settled()
        top = "document.querySelector('.acts').getBoundingClientRect().top + scrollY"
        page = self.page(to="/keys", **kit.PHONE)
        page.refuse("**/desk/games/**")
        page.goto("/hall/open/1")
        page.wait_for(".wrong >> visible=true")
        before = page.js(top)
        page.allow()
        page.wait_for(".movelist td button")
        self.assertEqual(page.js(top), before)

    def test_a_refusal_is_said_in_the_words_of_the_server(self):
        page = self.page(to="/keys")
        for path, pattern, _ in ASKS[1:6]:
            with self.subTest(path=path, pattern=pattern):
                page.refuse(pattern, problem(403))
                page.goto(path)
                page.wait_for(".wrong:has-text('not now, please')")
                self.said_something(page)
                page.allow()

    def test_an_answer_of_another_shape_blanks_nothing(self):
        page = self.page(to="/keys")
        for answer in (OTHER, NULL):
            for path, pattern, _ in ASKS[:6]:
                with self.subTest(path=path, pattern=pattern, answer=answer["body"]):
                    page.refuse(pattern, answer)
                    page.goto(path)
                    page.wait_refused()
                    page.until("document.querySelector('button, a') !== null")  # a way to continue
                    page.until("document.getElementById('page').innerText.trim() !== ''")
                    page.allow()

    def test_what_is_shown_stays_while_nothing_is_answered(self):
        page = self.page()
        page.wait_for(".tile")
        page.refuse("**/hall?*", problem(500))
        self.clock.done("claim", 1, "open-r1-b1", side="white", kind="other", text="come")
        page.wait_for(".wrong:has-text('not now, please')")
        self.assertEqual(page.count(".tile"), 2)
        page.allow()
        page.wait_for(".strip")
        page.wait_for(".wrong >> visible=true", "detached")
        page.refuse("**/hall/cases/*", problem(409))
        page.click(".strip .acts button >> nth=0")
        page.wait_for(".wrong:has-text('not now, please')")
        page.refuse("**/a/many-*.js")
        page.click(".many")
        page.wait_for(".wrong:has-text('no answer')")
        self.said_something(page)

    def test_an_address_that_is_no_text_is_a_page(self):
        page = self.page(to="/keys")
        for path in ("/hall/%25E0", "/hall/" + "x" * 300, "/hall/open/999", "/hall/open/1.5",
                     "/hall/open/-1", "/nothing/at/all"):
            with self.subTest(path=path):
                page.goto(path)
                self.said_something(page)
                if path.startswith("/hall"):
                    page.until("document.querySelector('button, a') !== null")  # a way to continue
        page.js("history.pushState(null, '', '/hall/%E0%A4%A'),"
                " dispatchEvent(new PopStateEvent('popstate'))")
        self.said_something(page)

    def test_who_cannot_log_in_or_out_is_told(self):
        page = self.page(to="/keys")
        page.refuse("**/api/v1/session")
        page.click("button.menu")
        page.click("dialog button:has-text('Log out')")
        page.wait_for("[name=password]")
        page.fill("[name=name]", "Anna Berg")
        page.fill("[name=password]", kit.PASSWORD)
        page.click("button[type=submit]")
        page.until("document.querySelector('#wrong').innerText !== ''")
        self.said_something(page)


if __name__ == "__main__":
    kit.main()
