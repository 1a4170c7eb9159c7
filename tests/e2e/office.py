"""An event's office over HTTP, for tests."""

import subprocess

import hall
from peers import PATIENCE, Transcript, http_ask

CHIEF = "Ida Chief"
EVENTS = "/api/v1/events"
PROBLEM = "application/problem+json"
FILES = ("/import", "/players", "/pairings")  # whose bodies name no person


class Office:
    """One event of a hall; `house` has the daemons."""

    def __init__(self, house, event="open"):
        self.house = house
        self.event = event
        self.path = f"{EVENTS}/{event}"
        self.keys = 0

    def key(self):
        self.keys += 1
        return f"{self.event}-{self.keys}"

    def create(self, **info):
        body = {"id": self.event, "by": CHIEF,
                "info": {"name": "Open", "terms": {"timeControl": "5400+30"}, **info}}
        return self.house.ask("POST", EVENTS, body, {"Idempotency-Key": self.key()})

    def act(self, kind, /, token=None, by=CHIEF, confirm=None, **fields):
        body = {"id": self.key(), "event": self.event, "by": by, "act": {"type": kind, **fields}}
        if confirm:
            body["confirm"] = confirm
        answer = self.house.ask("POST", self.path + "/acts", body, token=token)
        if answer.status == 200:
            self.house.transcript.add("office", body)
        return answer

    def done(self, kind, /, **fields):
        """An act that must be carried out."""
        answer = self.act(kind, **fields)
        if answer.status != 200:
            raise AssertionError(f"{kind} was refused: {answer.status} {answer.body}")
        return answer.json()

    def etag(self):
        return self.house.get(self.path).headers["etag"]

    def put(self, path, body, kind="application/json", etag=None, token=None):
        """A change of something that has an ETag: the present one, unless another is given."""
        headers = {"Content-Type": kind, "If-Match": etag or self.etag()}
        if path.split("?")[0].endswith(FILES) and not token and "by=" not in path:
            path += ("&" if "?" in path else "?") + "by=Ida%20Chief"
        return self.house.ask("PUT", self.path + path, body, headers, token)

    def players(self, count):
        return [{"number": i, "name": f"Player{i}, Given", "rating": max(2400 - i, 0),
                 "federation": "NOR", "fide_id": str(1500000 + i)} for i in range(1, count + 1)]

    def with_round(self, players=4, number=1):
        """An event with a published round: 1-2, 3-4, ..."""
        if number == 1:
            answer = self.create()
            if answer.status != 201:
                raise AssertionError(f"{answer.status} {answer.body}")
            self.done("enter_players", players=self.players(players))
        self.done("plan_round", number=number)
        self.done("set_pairings", round=number, pairings=[
            {"board": i + 1, "white": 2 * i + 1, "black": 2 * i + 2} for i in range(players // 2)])
        self.publish(number)
        return self

    def publish(self, number=1):
        """Publishes a round, even at boards that another event has published."""
        answer = self.act("publish_round", round=number)
        if answer.status != 200 and answer.json().get("code") == "boards_shared":
            answer = self.act("publish_round", confirm=answer.json()["confirm"], round=number)
        if answer.status != 200:
            raise AssertionError(f"{answer.status} {answer.body}")

    def enter(self, board, score, number=1):
        return self.put(f"/rounds/{number}/boards/{board}/result",
                        {"by": CHIEF, "result": score and {"score": score, "kind": "played"}})


class OfficeCase(hall.HallCase):
    """A test with a hall whose arbiterd is ready."""

    time_mode = "virtual"

    def setUp(self):
        super().setUp()
        self.house = self.hall(time_mode=self.time_mode).start()
        hall.wait_until(lambda: self.house.get("/readyz").status == 200, "arbiterd is ready")

    def tell(self, *args, code=0, said=None, notes=True):
        """The output of `arbiterd event` when it ends with this code, on both streams or, without
        notes, on standard output."""
        done = subprocess.run(
            [hall.arbiterd_binary(), "event", *map(str, args), "--url",
             f"http://127.0.0.1:{self.house.http_port}", "--by", CHIEF, "--data",
             self.house.folder],
            capture_output=True, text=True, timeout=PATIENCE, check=False, input=said)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + (done.stderr if notes else "")

    def token(self, role, **more):
        """A new token of this role, whose name is the role's: it acts only for itself."""
        answer = self.house.ask("POST", "/api/v1/tokens", {"name": role, "role": role, **more})
        self.assertEqual(answer.status, 201, answer.body)
        return answer.json()["token"]

    def unnoted(self, method, path, body=None, headers=None, token=None):
        """A request whose answer is too big for a transcript, or not described in HTTP."""
        token = self.house.owner_token() if token is None else token
        return http_ask(self.house.http_port, method, path, body, headers, token, Transcript(""))

    def assert_problem(self, answer, status, code):
        """An error as programs and people need it."""
        self.assertEqual((answer.status, answer.kind), (status, PROBLEM), answer.body)
        body = answer.json()
        self.assertEqual((body["status"], body["code"]), (status, code), body)
        self.assertTrue(body["title"] and body["detail"], body)
        return body
