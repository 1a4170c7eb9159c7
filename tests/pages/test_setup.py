#!/usr/bin/env python3
"""A tournament from nothing to a started round in the browser: bad files first."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "e2e"))

# pylint: disable=wrong-import-position
import hall  # noqa: E402
import kit  # noqa: E402
import office  # noqa: E402

GOOD = """name,title,rating,federation
"Ólafsson, Jón",GM,2512,ISL
Иванова Мария,,2101,UKR
"Berg, Anna",WFM,2044,NOR
"O'Neill, Pat",,1876,IRL
"""
BAD = GOOD.replace("2044", "strong")
ENGINE = "2\n1 3\n4 2\n"
CUT = """[document.documentElement, ...document.querySelectorAll("h1, h2, p, button, a, label,"
  + " li, td, code")].filter((one) =>
  one.scrollWidth > one.clientWidth + 1 && one.className !== "place"
  && getComputedStyle(one).display !== "inline").map((one) => `${one.tagName}.${one.className}: `
  + one.textContent.slice(0, 60))"""


class SetUp(kit.PagesCase):
    def setUp(self):
        super().setUp()
        self.person(role="chief_arbiter")

    def take(self, page, label, name, content):
        path = os.path.join(self.house.folder, name)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        page.do("setInputFiles", f".drop:has-text('{label}') input", path)

    def create(self, page):
        page.wait_for("form.card")
        page.fill("[name=name]", "Harbour Open 2026")
        self.assertEqual(page.js("document.querySelector('[name=id]').value"), "harbour-open-2026")
        page.fill("[name=id]", "harbour")
        page.fill("[name=rounds]", "5")
        page.fill("[name=control]", "40/5400+30:1800+30")
        page.until("/40 moves/.test(document.querySelector('#meaning').textContent)")
        self.assertIn("Standard: ", page.text("#meaning"))
        page.fill("[name=sectors]", "A 1-1, B 2-20")
        page.click("form.card button.go")
        page.until("location.pathname === '/setup/harbour'")
        page.wait_for("section:has-text('There are no players yet.')")

    def revision(self):
        return self.house.get("/api/v1/events/harbour").json()["revision"]

    def test_from_nothing_to_a_started_round(self):
        page = self.page(to="/events")
        page.click("a:has-text('New event')")
        self.create(page)
        info = self.house.get("/api/v1/events/harbour").json()["info"]
        self.assertEqual([one["name"] for one in info["sectors"]], ["A", "B"])

        before = self.revision()
        self.take(page, "list of players", "players.csv", BAD)
        page.wait_for(".faults")
        self.assertEqual(page.texts(".faults tbody td")[:2], ["4", "18"])
        self.assertIn("strong", page.text(".faults .place"))
        self.assertEqual(page.text(".faults mark"), "s")
        self.assertEqual(self.revision(), before)

        self.take(page, "list of players", "players.csv", GOOD)
        page.wait_for("section:has-text('4 players')")
        page.wait_for(".faults", "detached")
        page.click("button:has-text('Number them')")
        self.take(page, "pairings", "round1.txt", "2\n1 3\n4 x\n")
        page.wait_for(".faults")
        self.assertEqual(page.texts(".faults tbody td")[0], "3")
        self.take(page, "pairings", "round1.txt", ENGINE)
        page.wait_for("td:has-text('1 Ólafsson, Jón')")
        page.click("summary:has-text('Print the codes')")
        page.fill("label:has-text('Folder of clockd') input", "/srv/hall clocks")
        page.wait_for("code:has-text(\"clockd enrol --board 1-2 --sheet codes-1-2.html --data"
                      " '/srv/hall clocks' --at 127.0.0.1:7443\")")
        page.click("button:has-text('Copy')")
        page.wait_for("[role=status]:has-text('Cop'), [role=status]:has-text('Selected')")

        page.wait_for("li:has-text('Round 1 starts at 2 boards with 40/5400+30:1800+30')")
        page.wait_for("li:has-text('become public')")
        page.fill("[name=pin]", kit.PIN)
        page.click("button:has-text('Start round 1')")
        page.wait_for("a:has-text('To the hall')")
        self.house.settled()
        rounds = self.house.get("/api/v1/events/harbour/rounds").json()["rounds"]
        self.assertEqual([one["state"] for one in rounds], ["started"])
        page.click("a:has-text('To the hall')")
        page.wait_for(".tile .runs .clock")
        self.assertEqual([one for one in page.said() if "422" not in one], [])

    def test_by_hand_and_without_clocks(self):
        page = self.page(to="/setup")
        self.create(page)
        self.take(page, "list of players", "players.csv", GOOD)
        page.wait_for("section:has-text('4 players')")
        page.js("{ const make = URL.createObjectURL; URL.createObjectURL = (file) =>"
                " { window.saved = file.text(); return make.call(URL, file); } }")
        page.click("button:has-text('File for the pairing engine')")
        page.until("window.saved !== undefined")
        self.assertIn("Ólafsson, Jón", page.js("window.saved"))
        page.click("summary:has-text('Type them')")
        page.fill("[name=pairs]", "1 2\n3 4")
        page.click("button:has-text('Take these pairings')")
        page.wait_for("td:has-text('3 Berg, Anna')")
        page.click("[name=without]")
        page.wait_for("li:has-text('without clocks')")
        page.fill("[name=pin]", "1111")
        page.click("button:has-text('Start round 1')")
        page.wait_for(".wrong:has-text('PIN')")
        page.fill("[name=pin]", kit.PIN)
        page.click("button:has-text('Start round 1')")
        page.wait_for("a:has-text('To the hall')")

    def test_boards_of_another_event_are_asked_about(self):
        page = self.page(to="/setup")
        self.create(page)
        self.take(page, "list of players", "players.csv", GOOD)
        page.wait_for("section:has-text('4 players')")
        # A public round gets a board that another event has.
        self.take(page, "pairings", "round1.txt", "1\n1 3\n")
        page.wait_for("td:has-text('1 Ólafsson, Jón')")
        harbour = office.Office(self.house, "harbour")
        harbour.done("publish_round", round=1)
        other = office.Office(self.house, "other")
        other.create()
        other.done("enter_players", players=other.players(2))
        other.done("set_pairings", round=1, pairings=[{"board": 2, "white": 1, "black": 2}])
        other.done("publish_round", round=1)
        page.goto("/setup/harbour")
        before = self.revision()
        self.take(page, "pairings", "round1.txt", ENGINE)
        page.wait_for(".sheet li:has-text('board 2 is of the event other, too')")
        page.click(".sheet button:has-text('Back')")
        page.wait_for(".sheet", "detached")
        self.assertEqual(self.revision(), before)
        self.take(page, "pairings", "round1.txt", ENGINE)
        page.fill(".sheet [name=pin]", kit.PIN)
        page.click(".sheet button:has-text('Confirm')")
        page.wait_for("td:has-text('2 Иванова')")
        self.assertNotEqual(self.revision(), before)
        # Games that are set up at the clocks: then the PIN is required.
        harbour.done("prepare_round", round=1)
        self.house.settled()
        self.take(page, "pairings", "round1.txt", "2\n1 4\n3 2\n")
        page.wait_for(".refused")  # another revision was shown
        page.goto("/setup/harbour")
        self.take(page, "pairings", "round1.txt", "2\n1 4\n3 2\n")
        page.wait_for(".sheet li:has-text('set up at the clocks')")
        page.fill(".sheet [name=pin]", kit.PIN)
        page.click(".sheet button:has-text('Confirm')")
        page.wait_for("td:has-text('3 Berg')")
        # The same for a round that is published and started in one step.
        harbour.done("withdraw_publication", round=1)
        page.goto("/setup/harbour")
        page.fill("[name=pin]", kit.PIN)
        page.click("button:has-text('Start round 1')")
        page.wait_for("li:has-text('board 2 is of the event other, too')")
        page.fill("[name=pin]", kit.PIN)
        page.click("button:has-text('Start all the same')")
        page.wait_for("a:has-text('To the hall')")
        self.assertEqual([one for one in page.said() if "status of 4" not in one], [])

    def test_somebody_else_was_faster(self):
        page = self.page(to="/setup")
        self.create(page)
        self.house.ask("PUT", "/api/v1/events/harbour/players?by=Boris", GOOD,
                       {"If-Match": "*", "Content-Type": "text/csv"})
        self.take(page, "list of players", "players.csv", GOOD)
        page.wait_for(".refused")
        self.assertEqual(self.house.get("/api/v1/events/harbour").json()["players"], 4)

    def test_nobody_is_kept_out_and_nothing_is_cut_off(self):
        self.create(self.page(to="/setup"))
        for locale in ("en-GB", "de-DE"):
            for path in ("/setup", "/setup/harbour"):
                page = self.page(to=path, locale=locale)
                page.wait_for(".setup form, .setup section")
                if path != "/setup":
                    self.take(page, "CSV", "players.csv", BAD)
                    page.wait_for(".faults")
                for dark in (False, True):
                    self.assertEqual(page.faults(dark), [], (locale, path, dark))
                for width in (320, 390, 1440):
                    page.do("setViewportSize", {"width": width, "height": 844})
                    self.assertEqual(page.js(CUT), [], (locale, path, width))
                page.close()

    # Each file with what a German page says, and a word of arbiterd's that it must not say.
    FAULTS = (
        ("players.csv", "name,rating\nBerg,strong\n",
         "eine Wertungszahl, oder nichts; gefunden: „strong“", "rating"),
        ("players.csv", "name,birth\nBerg,31.11.1999\n",
         "ein Datum JJJJ-MM-TT oder ein Jahr; gefunden: „31.11.1999“", "date"),
        ("players.csv", "number,name\n1,Berg\n1,Roy\n",
         "eine Nummer, die sonst niemand hat (Zeile 2 hat sie); gefunden: „1“", "other"),
        ("players.csv", "white,rating\nBerg,2000\n",
         "Spalten white und black (Paarungen) oder eine Spalte name (Spieler)", "columns"),
        ("players.json", b'{"players": [{"number": 1, "name": "\xff"}]}',
         "ein Text in UTF-8", "text in"),
        ("players.json", '{"players": [{"number": "x", "name": "Berg"}]}',
         "/players/0/number: eine ganze Zahl von 0 bis", "whole"),
        ("players.json", '{"rounds": [{"number": 1, "state": "over"}]}',
         "/rounds/0/state: eines von", "one of"),
        ("players.trf", "001    1 x    Berg, Anna\n", "m, w oder nichts; gefunden: „x“", "blank"),
        ("round.csv", "white,black\n1,Nemo\n",
         "Nummer oder Name eines Spielers dieses Turniers; gefunden: „Nemo“", "player"),
        ("round.txt", "1\n1 77\n",
         "die Nummer eines Spielers dieses Turniers; gefunden: „77“", "number"),
        ("round.pgn", '[Round "x"]\n[White "Berg, Anna"]\n*\n',
         "eine Runde, z. B. 3 oder 3.12; gefunden: „x“", "such as"),
    )

    def test_what_is_wrong_with_a_file_is_said_in_german(self):
        self.create(self.page(to="/setup"))
        self.house.ask("PUT", "/api/v1/events/harbour/players?by=Boris", GOOD,
                       {"If-Match": "*", "Content-Type": "text/csv"})
        page = self.page(to="/setup/harbour", locale="de-DE")
        for name, content, german, english in self.FAULTS:
            with self.subTest(name=name, german=german):
                label = "Paarungen" if name.startswith("round") else "Spielerliste"
                self.take(page, label, name, content)
                page.wait_for(f".faults td:has-text('{german}')")
                self.assertNotIn(english, page.text(".faults td > span"))
                self.assertEqual(page.count(".faults [lang=en]"), 0)
        self.assertEqual([one for one in page.said() if "422" not in one], [])

    def test_what_is_noted_about_a_file_is_said_in_german(self):
        self.create(self.page(to="/setup"))
        page = self.page(to="/setup/harbour", locale="de-DE")
        self.take(page, "Spielerliste", "players.csv",
                  "name,shoes\nBerg Ånna,41\nRoy,\nZoë,\nIvy,\n".encode("latin-1"))
        page.wait_for(".notes li:has-text('Die Datei ist nicht in UTF-8 (Zeile 2)')")
        page.wait_for(".notes li:has-text('Die Spalte „shoes“ wird nicht übernommen')")
        self.take(page, "Spielerliste", "players.csv", "number,name\n1,Berg Ånna\n2,Rey\n")
        page.wait_for(".notes li:has-text('Nummer 2 war Roy und ist jetzt Rey')")
        self.assertEqual(page.count(".notes [lang=en]"), 0)
        harbour = office.Office(self.house, "harbour")
        for number, (white, black) in enumerate(((1, 2), (1, 3)), 1):
            harbour.done("set_pairings", round=number,
                         pairings=[{"board": 1, "white": white, "black": black}])
        # Round 3 by a file: a pair that has met, White for the third time, a player left out.
        answer = self.house.ask("PUT", "/api/v1/events/harbour/rounds/3/pairings?by=Boris",
                                "1\n1 2\n", {"If-Match": "*", "Content-Type": "text/plain"})
        codes = [one.get("code") for one in answer.json()["remarks"]]
        self.assertEqual(codes, ["met", "third_colour", "left_out"])
        self.assertEqual(len(answer.json()["notes"]), 3)

    def test_it_is_for_chief_arbiters(self):
        page = self.browser.open(self.base)
        page.goto("/setup")
        page.wait_for("main:has-text('The hall is for arbiters')")
        self.assertEqual(page.count(".setup"), 0)
        self.person("Boris Roy")
        page = self.page("Boris Roy", to="/setup")
        page.wait_for("main h1")
        self.assertEqual(page.count(".setup"), 0)
        self.assertNotIn("New event", page.text("main"))


if __name__ == "__main__":
    hall.main()
