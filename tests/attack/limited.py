"""Somebody with a token for little: one event, one sector, one small role."""

import json
import socket

from kit import Attack, Seen, attempts, hall, read_answer, refused, says
from office import EVENTS, Office

JSON = {"Content-Type": "application/json"}
SECTORS = [{"name": "hall A", "first": 1, "last": 1}, {"name": "hall B", "first": 2, "last": 9}]
QUESTION = ("status", "question")
DELAYED_ROLES = ("public_viewer", "broadcaster", "device", "clock_daemon", "pairing_program")


class Limited(Attack):
    """Two events, alpha and beta, each with a round at clocks: alpha at boards 1 and 2."""

    office_options = ("--public-delay", "900")
    clockd_options = ("--rehearsal",)

    def prepare(self):
        self.alpha = self.event("alpha", 0)
        self.beta = self.event("beta", 10)
        self.house.settled()
        self.device = self.house.client("device", "tablet")
        for game in ("alpha", "beta"):
            self.play(game)
        self.house.settled()

    def event(self, name, offset):
        office = Office(self.house, name)
        answer = office.create(sectors=[{**s, "first": s["first"] + offset,
                                         "last": s["last"] + offset} for s in SECTORS])
        if answer.status != 201:
            raise AssertionError(f"{answer.status} {answer.body}")
        office.done("enter_players", players=office.players(6))
        office.done("plan_round", number=1)
        office.done("set_pairings", round=1, pairings=[
            {"board": offset + 1 + i, "white": 2 * i + 1, "black": 2 * i + 2} for i in range(3)])
        office.done("publish_round", round=1)
        office.done("start_round", round=1)
        office.offset = offset
        return office

    def game(self, event, board=1):
        """The id of a game at a board of an event."""
        office = self.alpha if event == "alpha" else self.beta
        with self.house.office_db() as db:
            return db.execute("SELECT game FROM game WHERE board = ?",
                              (office.offset + board,)).fetchone()[0]

    def play(self, event):
        board = (0 if event == "alpha" else 10) + 1
        hall.wait_until(lambda: self.device.board_state(board).get("phase") == "running",
                        "the clock runs")
        game = self.game(event)
        for n, move in enumerate(("e4", "e5", "Nf3")):
            self.device.done("press", board, game, side=("white", "black")[n % 2], move=move)

    def rule(self, token, game, act, **more):
        return self.house.ask("POST", "/api/v1/desk/acts", {
            "id": self.name("lim"), "game": game, "by": "", "act": act, **more}, token=token)

    # ---- two requests at once ----------------------------------------------------------------

    @attempts
    def a_file_judged_before_what_makes_it_do_more(self):
        token = self.token("pairing_program")
        players = [{"number": i, "name": f"P{i}, X"} for i in range(1, 3)]
        file = {"type": "import_event", "rounds": [{"number": 1, "state": "confirmed", "pairings": [
            {"board": 1, "white": 1, "black": 2, "entered": {"score": "1-0", "kind": "played"}}]}]}
        for n in range(5):
            name = f"twice{n}"
            Office(self.house, name).create()
            sent = [self.held_back(f"/api/v1/events/{name}/acts", token, {"id": f"{name}-{i}",
                                                                          "act": act})
                    for i, act in enumerate(({"type": "enter_players", "players": players}, file))]
            for link, rest in sent:
                link.sendall(rest)
            answers = [says(read_answer(link)) for link, _ in sent]
            rounds = self.house.get(f"{EVENTS}/{name}/rounds").json()["rounds"]
            yield Seen("players, and at once a file that confirms their round",
                       all(each["state"] != "confirmed" for each in rounds), ", ".join(answers))

    def held_back(self, path, token, body):
        """A connection with a request whose last byte is missing."""
        text = json.dumps(body).encode()
        head = (f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.house.http_port}\r\n"
                f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(text)}\r\n\r\n").encode()
        link = socket.create_connection(("127.0.0.1", self.house.http_port))
        link.sendall(head + text[:-1])
        return link, text[-1:]

    # ---- one event ------------------------------------------------------------------------------

    @attempts
    def an_event_through_the_desk(self):
        token = self.token("arbiter", event="alpha")
        beta = self.game("beta")
        for kind in ({"type": "note", "text": "x"}, {"type": "pause_clock"},
                     {"type": "give_result", "score": "1-0"},
                     {"type": "approve", "who": "arbiter"},
                     {"type": "show_record", "side": "white"},
                     {"type": "undo", "ruling": 1},
                     {"type": "penalise", "side": "white", "kind": "warning"}):
            answer = self.rule(token, beta, kind)
            yield Seen(f"{kind['type']} in another event", answer.status in (403, 404),
                       says(answer))
        for path in (f"/api/v1/desk/games/{beta}", f"/api/v1/desk/games/{beta}/sheets",
                     f"/api/v1/desk/games/{beta}/history"):
            answer = self.house.get(path.replace("/" + beta, "/" + beta.replace("/", "%2F")),
                                    token=token)
            yield Seen("another event's " + path.rsplit("/", 1)[-1].replace(beta, "game"),
                       answer.status in (403, 404), says(answer))
        queue = self.house.get("/api/v1/desk/queue?sector=all", token=token)
        other = [q for q in queue.json().get("questions", []) if q["gameId"] == beta]
        yield Seen("another event's questions", not other, f"{says(queue)}, {len(other)} of them")
        own = self.rule(token, self.game("alpha"), {"type": "note", "text": "x"})
        yield Seen("its own event stays open to it", own.status == 200, says(own))

    @attempts
    def an_event_beyond_its_own(self):
        """Every route, with the limited token of every role that may use it at all."""
        document = self.house.get("/openapi.json").json()
        for role in ("chief_arbiter", "arbiter", "pairing_program", "broadcaster"):
            made = self.house.ask("POST", "/api/v1/tokens", {
                "name": self.name(role), "role": role, "event": "alpha"})
            if made.status != 201:
                yield Seen(f"a {role} for one event", 400 <= made.status < 500, says(made))
                continue
            yield from self.every_route(document, role, made.json()["token"])

    # Operations that concern no event, for every role.
    OPEN = ("/", "/api/v1/events", "/api/v1/session", "/healthz", "/readyz", "/version", "/metrics",
            "/openapi.json", "/docs", "/ca.pem", "/trust", "/api/v1/desk/queue",
            "/api/v1/desk/acts", "/.well-known/security.txt", "/api/v1/time-control",
            "/api/v1/time-controls")

    # Lists that leave out what the caller may not see: everything of beta's board.
    LISTED = ("/api/v1/desk/boards/{board}",)

    def every_route(self, document, role, token):
        for path, item in document["paths"].items():
            for method in ("get", "post", "put", "delete"):
                if method not in item or role not in item[method].get("x-roles", ()):
                    continue
                if path in self.OPEN and not (path == EVENTS and method == "post"):
                    continue
                answer = self.call(method.upper(), path, item[method], token)
                if "pages" in item[method]["tags"]:  # the API provides their content
                    nobody = self.call(method.upper(), path, item[method], "")
                    yield Seen(f"{path} shows nobody anything", answer.body == nobody.body,
                               says(answer))
                    continue
                yield Seen(f"a {role} of alpha: {method.upper()} {path}",
                           answer is None or answer.status in (403, 404)
                           or path in self.LISTED and answer.status == 200
                           and not answer.json()["games"], says(answer))

    def call(self, method, path, operation, token):
        """A well-formed request for beta, or for the whole hall."""
        beta = self.game("beta").replace("/", "%2F")
        values = {"event": "beta", "round": "1", "board": "11", "game": beta}
        for name, value in values.items():
            path = path.replace("{" + name + "}", value)
        path = path.replace("{person}", "p").replace("{token}", "t").replace("{webhook}", "w")
        headers = {"If-Match": "*", "Idempotency-Key": self.name("k")}
        body = None
        if "requestBody" in operation:
            headers |= JSON
            body = {"id": "gamma", "info": {"name": "G"}, "name": self.name("n"), "role": "device",
                    "url": "https://example.org/", "event": "beta", "revision": 1,
                    "password": "a long enough one", "act": {"type": "plan_round", "number": 9},
                    "by": "", "result": None, "players": []}
        if path.endswith(("/stream", "/ws")):
            return self.raw(method, path, [], b"", token, patience=3)
        return self.house.ask(method, path, body, headers, token)

    @attempts
    def a_token_that_makes_more_of_itself(self):
        chief = self.house.ask("POST", "/api/v1/tokens", {
            "name": self.name("chief"), "role": "chief_arbiter", "event": "alpha"})
        if chief.status != 201:
            yield Seen("a chief arbiter for one event", True, says(chief))
            return
        token = chief.json()["token"]
        for path, body in (("/api/v1/tokens", {"name": self.name("t"), "role": "chief_arbiter"}),
                           ("/api/v1/people", {"name": self.name("p"), "role": "chief_arbiter",
                                               "password": "a long enough one"}),
                           ("/api/v1/webhooks", {"url": "https://example.org/", "event": "beta",
                                                 "all": True})):
            answer = self.house.ask("POST", path, body, token=token)
            yield Seen(f"POST {path}", answer.status == 403, says(answer))
        for path in ("/api/v1/people", "/api/v1/tokens", "/api/v1/audit", "/api/v1/webhooks"):
            answer = self.house.get(path, token=token)
            yield Seen(f"GET {path}", answer.status == 403, says(answer))

    # ---- one sector -----------------------------------------------------------------------------

    @attempts
    def a_sector_and_the_whole_round(self):
        token = self.token("arbiter", sectors=["hall A"])
        for kind in ("prepare_round", "start_round", "finish_round", "confirm_round",
                     "reopen_round"):
            answer = self.alpha.act(kind, token, "", round=1)
            yield Seen(f"{kind} with a sector", answer.status == 403, says(answer))
        answer = self.rule(token, self.game("alpha", 2), {"type": "note", "text": "x"})
        yield Seen("a ruling in another sector", answer.status in (403, 404), says(answer))
        for name in ("", "hall a", "hall A ", "hall B\u0000", "*", "all"):
            made = self.house.ask("POST", "/api/v1/tokens", {
                "name": self.name("s"), "role": "arbiter", "sectors": [name]})
            if made.status != 201:
                yield Seen(f"a sector called {name!r}", made.status < 500, says(made))
                continue
            answer = self.rule(made.json()["token"], self.game("alpha", 2),
                               {"type": "note", "text": "x"})
            yield Seen(f"a ruling with a sector called {name!r}", answer.status in (403, 404),
                       says(answer))

    # ---- ids ------------------------------------------------------------------------------------

    @attempts
    def ids_of_rulings(self):
        owner, token = self.house.owner_token(), self.token("arbiter")
        other = self.token("arbiter")
        first = {"id": "same", "game": self.game("alpha"), "by": "Anna", "reason": "a",
                 "act": {"type": "note", "text": "x"}}
        self.house.ask("POST", "/api/v1/desk/acts", first, token=owner)
        for what, change in (("another game", {"game": self.game("beta")}),
                             ("another reason", {"reason": "b"}),
                             ("another article", {"article": "11.1"}),
                             ("another text", {"act": {"type": "note", "text": "y"}}),
                             ("another person", {"by": "Bo"}),
                             ("another act", {"act": {"type": "pause_clock"}})):
            answer = self.house.ask("POST", "/api/v1/desk/acts", {**first, **change}, token=owner)
            status = answer.json().get("status") if answer.status == 200 else None
            yield Seen(f"the same id for {what}", status != "repeated", f"{says(answer)} {status}")
        again = self.house.ask("POST", "/api/v1/desk/acts", first, token=owner)
        yield Seen("the very same again", again.status == 200 and
                   again.json().get("status") == "repeated", says(again))
        key = self.name("squat")
        self.house.ask("POST", f"{self.alpha.path}/rounds/1/results/ack", {"revision": 1},
                       {"Idempotency-Key": key}, self.token("broadcaster"))
        for who, mine in (("an arbiter", token), ("another", other)):
            answer = self.rule(mine, self.game("alpha"), {"type": "note", "text": who}, id=key)
            done = answer.status == 200 and answer.json().get("status") == "done"
            yield Seen(f"{who}'s ruling under a broadcaster's key", done or
                       (who == "another" and answer.status == 422), says(answer))

    # ---- delay ----------------------------------------------------------------------------------

    @attempts
    def moves_before_their_time(self):
        """With --public-delay only arbiters see a move, or its consequences."""
        round_path = f"{self.alpha.path}/rounds/1"
        paths = (f"{round_path}/boards/1/scoresheet", f"{round_path}/boards/1/game.pgn",
                 f"{round_path}/games.pgn", f"{round_path}/games.pgn?delay=0",
                 f"{round_path}/boards/1/game.pgn?delay=0", f"{self.alpha.path}/changes?after=0",
                 "/get/alpha/round-1/game-1.json", "/get/alpha/round-1/game-1.json?delay=0",
                 "/get/alpha/round-1/index.json", f"{round_path}/results",
                 f"{round_path}/results.csv", f"{round_path}/results.html",
                 f"{self.alpha.path}/trf")
        self.device.command("claim", 3, self.game("alpha", 3), side="white", kind="other",
                            text="a question")
        self.house.settled()
        told = tells(self.house.get(f"{round_path}/results", token=self.token("arbiter")))
        yield Seen("an arbiter sees all of it", "Ms" in told and "question" in told, told)
        for role in DELAYED_ROLES:
            token = "" if role == "public_viewer" else self.token(role)
            for path in paths:
                answer = self.house.get(path, token=token)
                told = tells(answer)
                yield Seen(f"{role}: {path}", not told, f"{says(answer)} {told}")


def tells(answer):
    """The parts of an answer that reveal a running game."""
    if answer.status >= 300:
        return ""
    text = answer.bytes.decode("utf-8", "replace")
    found = [word for word in ("Nf3", "g1f3", '"e4"') if word in text]
    if answer.kind.endswith("json"):
        every = list(fields(json.loads(text)))
        found += [f"{name} {value}" for name, value in every if (name, value) == QUESTION]
        found += [f"{name} {value}" for name, value in every
                  if name in ("plies", "ply", "whiteMs", "blackMs", "whiteUs", "blackUs", "clock",
                              "move") and value not in (0, None, "", [])]
    return " ".join(found[:4])


def fields(value):
    if isinstance(value, dict):
        for name, each in value.items():
            yield name, each if not isinstance(each, (dict, list)) else None
            yield from fields(each)
    elif isinstance(value, list):
        for each in value:
            yield from fields(each)
