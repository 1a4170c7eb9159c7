#!/usr/bin/env python3
"""A round of an event from its first player to its report, only over HTTP except the moves; and
people, sessions, tokens and webhooks around it. Every operation of the API succeeds here once."""

import http.client
import re

import hall
from office import CHIEF, EVENTS, Office, OfficeCase

CSV = ("number,name,title,rating,federation,fide_id,birth\n"
       "1,\"Øst, Ane\",WGM,2311,NOR,1500001,2011-05-17\n2,\"Roi, Luc\",,2205,FRA,600002,\n"
       "3,\"Müller, Jörg\",FM,2190,GER,4600003,\n4,\"Li, Wei\",,,CHN,8600004,\n")


class OneRound(OfficeCase):
    time_mode = "real"
    note_logs = True

    def setUp(self):
        super().setUp()
        self.office = Office(self.house)
        self.assertEqual(self.office.create(rounds=2, federation="NOR").status, 201)
        self.round = f"{self.office.path}/rounds/1"

    def pair(self):
        answer = self.office.put("/players", CSV, "text/csv")
        self.assertEqual((answer.status, answer.json()["players"]), (200, 4), answer.body)
        self.office.done("plan_round", number=1, starts="2026-11-21T14:00:00+01:00")
        answer = self.office.put("/rounds/1/pairings", "2\n1 3\n4 2\n", "text/plain")
        said = answer.json()
        self.assertEqual((answer.status, said["format"], said["pairings"]), (200, "pairs", 2), said)
        self.office.done("publish_round", round=1)

    def results(self):
        return self.house.get(f"{self.round}/results").json()

    def test_a_list_may_name_new_teams(self):
        for name, teams in (("Alpha", ["Reds"]), ("Bravo", ["Reds", "Greens"])):
            answer = self.office.put("/players", f"name,team\n{name},{teams[-1]}\n", "text/csv")
            self.assertEqual(answer.status, 200, answer.body)
            there = self.house.get(self.office.path).json()["teams"]
            self.assertEqual([team["name"] for team in there], teams)

    def test_a_list_and_pairings_leave_what_they_do_not_say(self):
        self.office.done("enter_players", players=self.office.players(4))
        before = self.house.get(f"{self.office.path}/players").json()["players"]
        answer = self.office.put("/players", '"name","rating"\n"Player2, Given",2410\n',
                                 "text/csv")
        self.assertEqual(answer.status, 200, answer.body)
        before[1]["rating"] = 2410
        self.assertEqual(self.house.get(f"{self.office.path}/players").json()["players"], before)
        self.office.done("set_pairings", round=1, pairings=[
            {"board": 1, "white": 1, "black": 2, "terms": {"time_control": "60+1"}},
            {"board": 2, "white": 3, "black": 4}])
        self.office.publish()
        self.office.done("prepare_round", round=1)
        self.house.settled()
        pairings = self.house.get(self.round).json()["round"]["pairings"]
        self.assertEqual(pairings[0]["game"], "open-r1-b1")
        answer = self.office.put("/rounds/1/pairings", "2\n1 2\n3 4\n", "text/plain")
        self.assertEqual(answer.status, 200, answer.body)
        self.assertEqual(self.house.get(self.round).json()["round"]["pairings"], pairings)

    def test_dates_of_birth_are_not_for_spectators(self):
        self.pair()
        for path, birth in (("/players", "2011-05-17"), ("/players.csv", "2011-05-17"),
                            ("/trf", "2011/05/17")):
            public = self.house.get(self.office.path + path, token="")
            office = self.house.get(self.office.path + path)
            self.assertEqual((public.status, office.status), (200, 200), path)
            self.assertNotIn("2011", public.body, path)
            self.assertIn(birth, office.body, path)
            self.assertNotEqual(public.headers["etag"], office.headers["etag"], path)

    def test_a_file_takes_nothing_away_in_silence(self):
        self.pair()
        self.office.done("start_round", round=1, without_clocks=True)
        self.office.done("enter_result", round=1, board=1,
                         entered={"score": "1-0", "kind": "played"})
        other = "2\n1 4\n3 2\n"
        path = "/import?round=1"
        refused = self.office.put(path, other, "text/plain")
        self.assertEqual((refused.status, refused.json()["code"]), (422, "round_started"))
        asked = self.office.put(path + "&replace=true", other, "text/plain").json()
        self.assertEqual(asked["status"], "confirm", asked)
        self.assertIn("round 1 is started; removed are the present pairings or results of "
                      "boards: 1, 2",
                      asked["says"])
        self.assertEqual(self.results()["boards"][0]["result"]["code"], "1-0")
        done = self.office.put(f"{path}&replace=true&confirm={asked['confirm']}", other,
                               "text/plain").json()
        self.assertEqual(done["status"], "done", done)
        self.assertEqual(self.results()["boards"][0]["result"]["code"], "*")

    def test_an_import_by_hand_is_that_of_a_file(self):
        self.office.put("/players", CSV, "text/csv")
        done = self.office.done("import_event", players=[{"number": 2, "name": "Roy, Luc"}])
        self.assertEqual(done["notes"], ["number 2 was Roi, Luc and is Roy, Luc now"])
        players = self.house.get(f"{self.office.path}/players").json()["players"]
        self.assertEqual([p["number"] for p in players], [1, 2, 3, 4])
        again = self.office.done("import_event", players=[{"number": 0, "name": "Late"}])
        self.assertNotIn("notes", again)
        players = self.house.get(f"{self.office.path}/players").json()["players"]
        self.assertEqual((len(players), players[-1]["name"]), (5, "Late"))

    def test_a_file_that_is_refused_asks_for_no_confirmation(self):
        self.pair()
        self.office.done("prepare_round", round=1)
        for path in ("/import?round=1", "/import?round=1&replace=true"):
            answer = self.office.put(path, "2\n1 4\n3 2\n", "text/plain")
            self.assertEqual((answer.status, answer.json()["code"]), (422, "round_started"), path)

    def test_an_engine_gets_its_file_in_one_call(self):
        self.office.put("/players", CSV, "text/csv")
        self.office.done("plan_round", number=1)
        self.office.done("set_pairings", round=1, pairings=[{"white": 4, "bye": "H"}])
        answer = self.house.get(f"{self.round}/trf?version=16&colour=black")
        self.assertEqual(answer.status, 200, answer.body)
        self.assertIn("XXC black1\r\n", answer.body)
        self.assertIn("XXR 2\r\n", answer.body)
        named = self.house.get(f"{self.round}/trf?for=pairing&version=16&colour=black")
        self.assertEqual((named.status, named.body), (200, answer.body))
        for wrong in ("colour=red", "for=printing"):
            self.assertEqual(self.house.get(f"{self.round}/trf?{wrong}").status, 400, wrong)
        done = self.office.put("/rounds/1/pairings", "1\n1 2\n", "text/plain").json()
        self.assertIn("round 1: the bye (H) of player 4 (Li, Wei) stays", done["notes"])

    def test_numbers_by_rating_and_byes_that_were_asked_for(self):
        self.office.put("/players", CSV, "text/csv")
        self.office.done("enter_players", players=[{"number": 5, "name": "Sen, Ru",
                                                    "rating": 2500}])
        self.office.done("request_bye", number=4, rounds=[1, 2], bye="H")
        self.office.done("request_bye", number=4, rounds=[2])  # taken back
        self.office.done("seed_players")
        players = self.house.get(f"{self.office.path}/players").json()["players"]
        self.assertEqual([p["name"].split(",")[0] for p in players],
                         ["Sen", "Øst", "Roi", "Müller", "Li"])
        self.assertEqual(players[4]["byes"], [{"round": 1, "bye": "H"}])
        public = self.house.get(f"{self.office.path}/players", token="").json()["players"]
        self.assertNotIn("byes", public[4])
        engine = self.house.get(f"{self.round}/trf?version=26").body  # nobody has planned it
        self.assertIn("240 H 001    5\r\n", engine)
        done = self.office.put("/rounds/1/pairings", "2\n1 3\n4 2\n", "text/plain").json()
        self.assertIn("round 1: the bye (H) of player 5 (Li, Wei) stays", done["notes"])
        pairings = self.house.get(self.round).json()["round"]["pairings"]
        self.assertEqual(pairings[2], {"white": 5, "bye": "H"})
        self.assertEqual(self.office.act("seed_players").json()["code"], "is_paired")

    def test_a_draft_is_seen_in_the_office_only(self):
        self.pair()
        self.office.done("withdraw_publication", round=1)
        for role, status in (("pairing_program", 200), ("arbiter", 200), ("broadcaster", 404),
                             ("device", 404), ("clock_daemon", 404)):
            token = self.token(role)
            for path in ("", "/pairings.txt", "/results"):
                answer = self.house.get(self.round + path, token=token)
                self.assertEqual(answer.status, status, (role, path))
            report = self.house.get(self.office.path + "/trf", token=token).body
            self.assertEqual(" w ?" in report, status == 200, (role, report))

    def test_a_result_by_hand_is_of_the_person_who_enters_it(self):
        self.pair()
        self.office.done("start_round", round=1, without_clocks=True)
        self.office.done("enter_result", round=1, board=1, entered={
            "score": "1-0", "kind": "played", "by": "Somebody Else"})
        boards = self.house.get(self.round + "/results").json()["boards"]
        self.assertEqual(boards[0]["termination"]["decidedBy"], CHIEF)

    def test_an_export_has_few_notes_in_its_headers(self):
        self.office.done("enter_players", players=[
            {"number": n, "name": f"{'Longfellow' * 5}, Number {n}"} for n in range(10, 210)])
        asked = http.client.HTTPConnection("127.0.0.1", self.house.http_port)
        asked.request("GET", self.office.path + "/trf")  # more headers fail here
        notes = asked.getresponse().headers.get_all("X-Flagfall-Note")
        asked.close()
        self.assertLessEqual(len(notes), 31)
        self.assertLess(sum(map(len, notes)), 5000)
        self.assertRegex(notes[-1], r"^1\d\d more notes like these are left out here$")

    def test_an_event_made_by_mistake_is_hidden(self):
        self.pair()
        event = self.office.path
        self.office.done("hide_event")
        self.assertEqual(self.house.get(EVENTS).json()["events"], [])
        self.assertEqual(self.house.get(f"{EVENTS}?hidden=true", token="").json()["events"], [])
        self.assertTrue(self.house.get(f"{EVENTS}?hidden=true").json()["events"][0]["hidden"])
        for path in ("", "/players", "/rounds/1/results", "/trf", "/changes"):
            self.assertEqual(self.house.get(event + path, token="").status, 404, path)
        self.assertEqual(self.house.get(event).status, 200)
        for role in ("broadcaster", "device", "clock_daemon"):  # only the office sees it
            token = self.token(role)
            self.assertEqual(self.house.get(event, token=token).status, 404, role)
            self.assertEqual(self.house.get(f"{EVENTS}?hidden=true", token=token).json()["events"],
                             [], role)
        self.assertEqual(self.office.act("plan_round", number=2).json()["code"], "event_hidden")
        self.office.done("show_event")
        self.assertEqual(self.house.get(event, token="").status, 200)
        self.office.done("start_round", round=1, without_clocks=True)
        self.assertEqual(self.office.act("hide_event").json()["code"], "has_game")

    def test_records_of_other_programs_come_back(self):
        trf = ("012 Open\n042 28. 07. 2005\n052 May 29, 2020\nXXA    1  1.0\n"
               "NOR    1 1990/01/01\n001    1      Adams, A" + " " * 59 + "0.0    1\n")
        done = self.office.put("/import", trf, "application/x-trf").json()
        self.assertEqual(done["status"], "done", done)
        self.assertIn("line 3: \"May 29, 2020\" is understood as 2020-05-29", done["notes"])
        answer = self.office.put("", {"by": CHIEF, "info": {"name": "Renamed", "rounds": 2}})
        self.assertEqual(answer.status, 200, answer.body)
        for version in (16, 26):
            path = f"{self.office.path}/trf?version={version}"
            self.assertIn("XXA    1  1.0\r\nNOR    1 1990/01/01\r\n", self.house.get(path).body)
            self.assertNotIn("1990", self.house.get(path, token="").body)
        engine = self.house.get(f"{self.round}/trf?version=26").body
        self.assertIn("XXA    1  1.0\r\n", engine)
        self.assertNotIn("NOR", engine)
        public = self.house.get(self.office.path, token="")
        self.assertNotIn("trfRecords", public.json()["info"])
        self.assertNotEqual(public.headers["etag"], self.office.etag())

    def test_the_name_of_who_imports_is_composed(self):
        answer = self.office.put("/players?by=Jose%CC%81", CSV, "text/csv")
        self.assertEqual(answer.status, 200, answer.body)
        with self.house.office_db() as db:
            self.assertIn(("Jos\u00e9",), db.execute("SELECT by FROM act").fetchall())

    def statuses(self):
        return {board["board"]: board["status"] for board in self.results()["boards"]}

    def rule(self, game, score):
        body = {"id": self.office.key(), "game": game, "by": CHIEF, "article": "12.9.6",
                "act": {"type": "give_result", "score": score}}
        said = self.house.ask("POST", "/api/v1/desk/acts", body).json()
        if said["status"] == "confirm":
            said = self.house.ask("POST", "/api/v1/desk/acts",
                                  {**body, "confirm": said["confirm"]}).json()
        self.assertEqual(said["status"], "done", said)

    def play(self):
        """Both boards play two moves, and an arbiter gives their results."""
        self.office.done("start_round", round=1)
        hall.wait_until(lambda: self.statuses() == {1: "playing", 2: "playing"}, "the clocks run")
        games = [p["game"] for p in self.house.get(self.round).json()["round"]["pairings"]]
        for board, game in enumerate(games, 1):
            device = self.house.client("device", f"board {board}")
            device.board_state(board)
            for side, move in (("white", "e4"), ("black", "e5")):
                device.done("press", board, game, side=side, move=move)
        self.house.settled()
        for game, score in zip(games, ("1-0", "1/2-1/2")):
            self.rule(game, score)
        hall.wait_until(lambda: self.results()["finished"] == 2, "both games have results")
        return games

    def test_a_round(self):
        self.pair()
        games = self.play()
        self.office.done("finish_round", round=1)
        self.office.done("confirm_round", round=1)
        self.check_what_was_played(games)
        self.check_exports()
        self.check_changes()
        results = self.results()
        for path, revision in (("results/ack", results["version"]),
                               ("results/1/ack", results["boards"][0]["revision"])):
            answer = self.house.ask("POST", f"{self.round}/{path}",
                                    {"consumer": "swiss", "revision": revision},
                                    {"Idempotency-Key": self.office.key()})
            self.assertEqual(answer.status, 200, answer.body)
        noted = {(a["consumer"], a["board"]) for a in self.results()["acknowledged"]}
        self.assertEqual(noted, {("swiss", None), ("swiss", 1)})
        # The answer names who relies on a result before it is changed.
        asked = self.house.ask("POST", "/api/v1/desk/acts", {
            "id": self.office.key(), "game": games[0], "by": CHIEF, "article": "12.9.6",
            "act": {"type": "give_result", "score": "0-1"}}).json()
        self.assertEqual(asked["status"], "confirm", asked)
        self.assertEqual(asked["text"][:2],
                         ["Round 1 is confirmed: a result that stands is changed.",
                          "swiss has fetched the result so far: inform its users."])

    def test_the_games_of_an_export_are_those_of_the_api(self):
        self.pair()
        self.office.done("prepare_round", round=1)
        self.office.done("change_event", info={"name": "Renamed", "place": "Oslo", "rounds": 2,
                                               "terms": {"time_control": "5400+30"}})
        self.office.done("start_round", round=1)
        hall.wait_until(lambda: self.statuses() == {1: "playing", 2: "playing"}, "the clocks run")
        games = self.house.get(f"{self.round}/games.pgn").body
        self.assertIn('[Event "Renamed"]', games)
        self.assertEqual(hall.arbiterd_says("export", "pgn", self.house.folder), games)

    def desk(self, game, article, **act):
        """An act of the desk, confirmed if it must be; returns the last answer."""
        self.house.settled()
        body = {"id": self.office.key(), "game": game, "by": CHIEF, "article": article, "act": act}
        said = self.house.ask("POST", "/api/v1/desk/acts", body).json()
        if said.get("status") == "confirm":
            said = self.house.ask("POST", "/api/v1/desk/acts",
                                  {**body, "confirm": said["confirm"]}).json()
        return said

    def test_points_follow_the_players_when_colours_were_reversed(self):
        self.pair()
        game = self.play()[0]
        said = self.desk(game, "7.3", type="reverse_colours")
        self.assertEqual(said["status"], "done", said)
        hall.wait_until(lambda: self.results()["boards"][0]["white"]["number"] == 3,
                        "the results know who had White")
        board = self.results()["boards"][0]
        self.assertEqual((board["white"]["name"], board["black"]["name"], board["result"]["code"]),
                         ("Müller, Jörg", "Øst, Ane", "1-0"))
        self.assertEqual((board["black"]["number"], board["white"]["rating"]), (1, "2190"))
        report = self.house.get(f"{self.office.path}/trf").body
        lines = {line[4:8].strip(): line for line in report.splitlines()
                 if line.startswith("001")}
        self.assertEqual((lines["3"][80:84], lines["1"][80:84]), (" 1.0", " 0.0"))
        self.assertEqual((lines["3"][91:99], lines["1"][91:99]), ("   1 w 1", "   3 b 0"))
        csv = self.house.get(f"{self.round}/results.csv").body
        self.assertIn('1,1,3,1,1-0,"Müller, Jörg","Øst, Ane",1.0,0.0', csv)
        self.assertIn("3 1 1\n", self.house.get(f"{self.round}/results.res").body)
        cloud = self.house.get("/get/open/round-1/index.json").json()["pairings"][0]
        self.assertEqual((cloud["white"]["lname"], cloud["result"]), ("Müller", "WHITEWIN"))
        pgn = self.house.get(f"{self.round}/boards/1/game.pgn").body
        self.assertIn('[White "Müller, Jörg"]', pgn)
        self.assertIn('[WhiteElo "2190"]', pgn)
        page = self.house.get(f"{self.round}/results.html").body
        self.assertLess(page.index("Müller"), page.index("Øst"))
        # Our own formats give the same again.
        for text, kind in ((report, "application/x-trf"), (csv, "text/csv"),
                           (self.house.get(f"{self.round}/games.pgn").body,
                            "application/x-chess-pgn")):
            again = self.office.put("/import?round=1", text, kind)
            self.assertEqual(again.status, 200, again.body)
            self.assertNotIn("was not taken", again.body)

    def test_a_name_that_is_mended_is_the_same_everywhere(self):
        self.pair()
        games = self.play()
        self.desk(games[0], "7.3", type="reverse_colours")
        self.desk(games[0], "11.10", type="appeal", side="white", text="please look again")
        self.house.settled()
        player = {**self.house.get(f"{self.office.path}/players").json()["players"][0],
                  "name": "Ost, Anne"}
        for name in ("fideId", "birth", "federation", "title", "sex", "rating"):
            player.pop(name, None)
        self.office.done("enter_players", players=[player])
        self.house.settled()
        queue = [one for one in self.house.get("/api/v1/desk/queue").json()["questions"]
                 if one["gameId"] == games[0]]
        desk = self.house.get(f"/api/v1/desk/games/{games[0]}").json()
        board = [one for one in self.house.get("/api/v1/desk/boards/1").json()["games"]
                 if one["gameId"] == games[0]]
        for said in (queue[0], desk, board[0]):
            self.assertEqual((said["white"], said["black"]), ("Müller, Jörg", "Ost, Anne"), said)
        self.assertEqual(self.results()["boards"][0]["black"]["name"], "Ost, Anne")

    def test_a_game_taken_back_takes_notes_only(self):
        self.pair()
        self.office.done("prepare_round", round=1)
        hall.wait_until(lambda: self.statuses() == {1: "ready", 2: "ready"}, "the games are set up")
        old = self.house.get(self.round).json()["round"]["pairings"][0]["game"]
        self.office.done("change_pairing", round=1,
                         pairings=[{"board": 1, "white": 3, "black": 1}])
        self.office.done("prepare_round", round=1)
        hall.wait_until(lambda: self.results()["boards"][0]["white"]["number"] == 3 and
                        self.results()["boards"][0]["gameId"] not in (None, old),
                        "the board has another game")
        present = self.results()["boards"][0]["gameId"]
        said = self.desk(old, "12.9", type="give_result", score="1-0")
        self.assertEqual(said["code"], "game_cancelled", said)
        self.assertIn(present, said["detail"])
        self.assertEqual(self.desk(old, "", type="note", text="wrong pairing")["status"], "done")
        self.assertEqual(len(self.results()["boards"]), 2)

    def check_what_was_played(self, games):
        boards = self.results()["boards"]
        self.assertEqual([(b["white"]["name"], b["black"]["name"], b["result"]["code"])
                          for b in boards], [("Øst, Ane", "Müller, Jörg", "1-0"),
                                             ("Li, Wei", "Roi, Luc", "1/2-1/2")])
        sheet = self.house.get(f"{self.round}/boards/1/scoresheet").json()
        self.assertEqual([move["san"] for move in sheet["moves"]], ["e4", "e5"])
        rulings = self.house.get(f"{self.round}/rulings").json()["rulings"]
        at_board = self.house.get(f"{self.round}/boards/1/rulings").json()["rulings"]
        self.assertEqual(at_board, [r for r in rulings if r["board"] == 1])
        self.assertIn(CHIEF, {r["decidedBy"] for r in at_board})
        desk = f"/api/v1/desk/games/{games[0]}"
        self.assertEqual(self.house.get(desk).json()["result"], "1-0")
        self.assertEqual(self.house.get(desk + "/sheets").json()["sheets"], [])
        self.assertEqual(self.house.get("/api/v1/desk/queue?sector=all").json()["waiting"], 0)

    def check_exports(self):
        def text(path, kind):
            answer = self.house.get(path)
            self.assertEqual((answer.status, answer.kind), (200, kind), answer.body)
            return answer.body
        one = text(f"{self.round}/boards/1/game.pgn", "application/x-chess-pgn")
        self.assertIn('[White "Øst, Ane"]', one)
        self.assertIn("1. e4", one)
        games = text(f"{self.round}/games.pgn", "application/x-chess-pgn")
        self.assertTrue(games.startswith(one))
        self.assertEqual(text(f"{self.round}/games.pgn?slice=1", "application/x-chess-pgn"), one)
        self.assertEqual(text(f"{self.round}/pairings.txt", "text/plain"), "2\n1 3\n4 2\n")
        self.assertIn("Müller", text(f"{self.round}/results.csv", "text/csv"))
        self.assertIn("Müller", text(f"{self.office.path}/players.csv", "text/csv"))
        self.assertTrue(text(f"{self.round}/results.res", "text/plain"))
        # Values without a code are reported, not guessed.
        few = self.house.get(f"{self.round}/results.res?codes=0-1=2")
        self.assert_problem(few, 422, "cannot_say")
        page = text(f"{self.round}/results.html?order=players", "text/html")
        self.assertIn("Müller", page)
        for version in (16, 26):
            report = text(f"{self.office.path}/trf?version={version}", "application/x-trf")
            self.assertEqual(len(re.findall("^001 ", report, re.MULTILINE)), 4)
        cloud = self.house.get("/get/open/tournament.json").json()
        self.assertEqual(cloud["name"], "Open")
        self.assertEqual(len(self.house.get("/get/open/round-1/index.json").json()["pairings"]), 2)
        self.assertEqual(len(self.house.get("/get/open/round-1/game-1.json").json()["moves"]), 2)

    def check_changes(self):
        path, after, seen = f"{self.office.path}/changes", 0, []
        while (page := self.house.get(f"{path}?after={after}&limit=5")).status == 200:
            after = page.json()["after"]
            seen += page.json()["changes"]
        self.assertEqual(page.status, 204)
        self.assertEqual([c["seq"] for c in seen], sorted({c["seq"] for c in seen}))
        self.assertLessEqual({"event", "pairings", "round", "result", "move"},
                             {c["type"] for c in seen})
        self.assertEqual({c["board"] for c in seen if c["type"] == "result"}, {1, 2})

    def test_what_was_done_is_undone(self):
        self.pair()
        self.office.done("withdraw_publication", round=1)
        self.assertEqual(self.house.get(f"{self.office.path}/rounds/1", token="").status, 404)
        self.office.done("publish_round", round=1)
        self.assertEqual(self.house.get(f"{self.office.path}/rounds/1", token="").status, 200)
        self.office.done("enter_players", players=[{"number": 9, "name": "Late, Given"}])
        self.assertEqual(self.office.act("remove_player", number=1).json()["code"], "was_paired")
        self.office.done("remove_player", number=9)
        self.office.done("start_round", round=1, without_clocks=True)
        for board in (1, 2):
            self.assertEqual(self.office.enter(board, "1-0").status, 200)
        for act, state in (("finish_round", "finished"), ("confirm_round", "confirmed"),
                           ("reopen_round", "finished"), ("reopen_round", "started")):
            self.office.done(act, round=1)
            self.assertEqual(self.results()["state"], state)

    def test_results_that_are_entered(self):
        self.pair()
        self.office.done("start_round", round=1, without_clocks=True)
        for board, score in ((1, "0-1"), (2, "1-0"), (1, None), (1, "1/2-1/2")):
            answer = self.office.enter(board, score)
            self.assertEqual(answer.status, 200, answer.body)
        self.assertEqual([b["result"]["code"] for b in self.results()["boards"]],
                         ["1/2-1/2", "1-0"])

    def test_an_event_moves_to_another_hall(self):
        self.pair()
        report = self.house.get(f"{self.office.path}/trf").body
        other = Office(self.house, "other")
        self.assertEqual(other.create().status, 201)
        answer = other.put("/import", report, "application/x-trf26")
        self.assertEqual((answer.status, answer.json()["players"]), (200, 4), answer.body)
        names = [[player["name"] for player in self.house.get(f"{EVENTS}/{event}/players").json()
                  ["players"]] for event in ("open", "other")]
        self.assertEqual(names[0], names[1])
        answer = other.put("", {"by": CHIEF, "info": {"name": "Other"}})
        self.assertEqual(answer.status, 200, answer.body)
        listed = self.house.get(EVENTS).json()["events"]
        self.assertEqual({e["event"]: e["name"] for e in listed}, {"open": "Open",
                                                                   "other": "Other"})
        rounds = self.house.get(f"{self.office.path}/rounds").json()["rounds"]
        self.assertEqual([(r["round"], r["state"]) for r in rounds], [("1", "published")])


class Around(OfficeCase):
    def test_people_and_sessions(self):
        wanted = {"name": "Bo Arbiter", "role": "arbiter", "password": "correct horse battery",
                  "pin": "4711"}
        made = self.house.ask("POST", "/api/v1/people", wanted)
        self.assertEqual(made.status, 201, made.body)
        self.assertNotIn("horse", made.body)
        person = f"/api/v1/people/{made.json()['id']}"
        self.assertEqual(made.headers["location"], person)
        changed = self.house.ask("PUT", person, {"sectors": ["A"]})
        self.assertEqual(changed.json()["sectors"], ["A"], changed.body)
        self.assertEqual([p["name"] for p in self.house.get("/api/v1/people").json()["people"]],
                         ["Bo Arbiter"])
        login = {"name": wanted["name"], "password": wanted["password"]}
        bad = self.house.ask("POST", "/api/v1/session", {**login, "password": "wrong"}, token="")
        self.assertEqual(bad.status, 401, bad.body)
        good = self.house.ask("POST", "/api/v1/session", login, token="")
        self.assertEqual(good.status, 200, good.body)
        cookie = good.headers["set-cookie"]
        self.assertIn("HttpOnly", cookie)
        self.assertIn("SameSite=Strict", cookie)
        alone = {"Cookie": cookie.split(";")[0]}
        browser = {**alone, "X-Flagfall-Session": good.json()["sessionKey"]}
        for half in (alone, {"X-Flagfall-Session": good.json()["sessionKey"]}):
            self.assertEqual(self.house.get("/api/v1/session", half, "").json()["role"],
                             "public_viewer")
            self.assert_problem(self.house.get("/api/v1/desk/queue", half, ""), 401,
                                "not_logged_in")
        me = self.house.get("/api/v1/session", browser, "").json()
        self.assertEqual((me["name"], me["role"], me["needsPin"]),
                         ("Bo Arbiter", "arbiter", True))
        self.assertNotIn("sessionKey", me)
        left = self.house.ask("DELETE", "/api/v1/session", headers=browser, token="")
        self.assertEqual(left.status, 204, left.body)
        self.assertEqual(self.house.get("/api/v1/session", browser, "").json()["role"],
                         "public_viewer")
        entries = self.house.get("/api/v1/audit?limit=3").json()
        self.assertEqual(len(entries["entries"]), 3)
        older = self.house.get(f"/api/v1/audit?cursor={entries['next']}").json()["entries"]
        self.assertLess(older[0]["number"], entries["entries"][-1]["number"])

    def test_tokens(self):
        made = self.house.ask("POST", "/api/v1/tokens", {
            "name": "swiss", "role": "pairing_program", "event": "open", "expiresInS": 3600})
        self.assertEqual(made.status, 201, made.body)
        self.assertEqual(made.headers["cache-control"], "no-store")
        known = self.house.get("/api/v1/tokens").json()["tokens"]
        self.assertIn(made.json()["id"], [token["id"] for token in known])
        gone = self.house.ask("DELETE", made.headers["location"])
        self.assertEqual(gone.status, 204)

    def test_webhooks(self):
        Office(self.house).create()
        made = self.house.ask("POST", "/api/v1/webhooks", {
            "url": "https://hooks.example/hook", "event": "open", "types": ["result"]})
        self.assertEqual(made.status, 201, made.body)
        self.assertGreaterEqual(len(made.json()["secret"]), 32)
        path = made.headers["location"]
        listed = self.house.get("/api/v1/webhooks")
        self.assertEqual([hook["url"] for hook in listed.json()["webhooks"]],
                         ["https://hooks.example/hook"])
        self.assertNotIn(made.json()["secret"], listed.body)
        self.assertEqual(self.house.get(path + "/dead-letters").json(), {"deadLetters": []})
        self.assertEqual(self.house.ask("POST", path + "/retry").status, 202)
        self.assertEqual(self.house.ask("DELETE", path).status, 204)
        self.assertEqual(self.house.get("/api/v1/webhooks").json(), {"webhooks": []})

    def test_the_halls_own_authority(self):
        self.assert_problem(self.house.get("/ca.pem"), 404, "not_found")
        hall.arbiterd_says("tls", "init", "--data", self.house.folder, "--name", "hall.local")
        self.house.arbiterd.end()
        self.house.start_arbiterd()
        self.assertEqual(self.house.get("/trust", token="").status, 200)
        pem = self.house.get("/ca.pem", token="")
        self.assertEqual((pem.status, pem.kind), (200, "application/x-x509-ca-cert"))
        self.assertTrue(pem.body.startswith("-----BEGIN CERTIFICATE-----"))
        self.assertNotIn("PRIVATE", pem.body)

    def test_where_a_weakness_is_reported(self):
        path = "/.well-known/security.txt"
        self.assert_problem(self.house.get(path), 404, "not_found")
        self.house.office_options += ["--security-contact", "mailto:chief@hall.example"]
        self.house.arbiterd.end()
        self.house.start_arbiterd()
        answer = self.house.get(path, token="")
        self.assertEqual((answer.status, answer.kind), (200, "text/plain"))
        self.assertRegex(answer.body, r"\AContact: mailto:chief@hall.example\n"
                                      r"Expires: \d{4}-\d\d-\d\dT00:00:00Z\n")

    def test_the_program(self):
        self.assertEqual(self.house.get("/healthz").json()["status"], "ok")
        self.assertEqual(self.house.get("/version").json()["program"], "arbiterd")
        metrics = self.house.get("/metrics")
        self.assertRegex(metrics.body, r"(?m)^# TYPE \w+ (counter|gauge|histogram)$")
        self.assertIn("<html", self.house.get("/docs").body)
        self.assertEqual(self.house.get("/openapi.json").json()["openapi"], "3.1.0")


if __name__ == "__main__":
    hall.main()
