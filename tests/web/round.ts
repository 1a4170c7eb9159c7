// A pairing program in TypeScript plays two rounds with the client that is generated from
// GET /openapi.json. FLAGFALL_URL is arbiterd's address, FLAGFALL_TOKEN our token.
import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type Results = components["schemas"]["results"];
type Change = components["schemas"]["change"];
type Act = components["schemas"]["office.command"]["act"];

const event = "web";
const chief = "Ida Chief";
const client = createClient<paths>({
  baseUrl: needed("FLAGFALL_URL"),
  headers: { Authorization: `Bearer ${needed("FLAGFALL_TOKEN")}` },
});
let keys = 0;

function needed(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

function key(): string {
  keys += 1;
  return `round-ts-${keys}`;
}

// The answer; an error ends the test with its text.
function given<T>(answer: { data?: T; error?: unknown; response: Response }): T {
  const { data, error, response } = answer;
  if (data !== undefined) return data;
  throw new Error(`${response.url} ${response.status}: ${JSON.stringify(error)}`);
}

// ---- the office --------------------------------------------------------------------------------

async function createEvent(): Promise<void> {
  const info = { name: "Web Open", federation: "NOR", rounds: 2, chiefArbiter: chief,
                 terms: { timeControl: "5400+30" } };
  const answer = await client.POST("/api/v1/events", {
    params: { header: { "Idempotency-Key": key() } },
    body: { id: event, by: chief, info },
  });
  assert.equal(answer.response.status, 201);
  assert.equal(answer.response.headers.get("Location"), `/api/v1/events/${event}`);
  assert.equal(given(answer).status, "done");
  const read = given(await client.GET("/api/v1/events/{event}", { params: { path: { event } } }));
  assert.equal(read.info.name, "Web Open");
}

async function act(what: Act): Promise<void> {
  const body = { id: key(), event, by: chief, act: what };
  const request = { params: { path: { event } }, body };
  const first = given(await client.POST("/api/v1/events/{event}/acts", request));
  assert.equal(first.status, "done");
  const again = given(await client.POST("/api/v1/events/{event}/acts", request));
  assert.deepEqual([again.status, again.revision], ["repeated", first.revision]);
}

async function enterPlayers(): Promise<void> {
  const players = Array.from({ length: 8 }, (_, i) => ({
    number: i + 1, name: `Player${i + 1}, Given`, rating: 2400 - 10 * i, federation: "NOR",
  }));
  await act({ type: "enter_players", players });
  const page = given(await client.GET("/api/v1/events/{event}/players", {
    params: { path: { event }, query: { limit: 5 } },
  }));
  assert.equal(page.players.length, 5);
  assert.ok(page.next);
  const rest = given(await client.GET("/api/v1/events/{event}/players", {
    params: { path: { event }, query: { limit: 5, cursor: page.next } },
  }));
  assert.deepEqual(rest.players.map((player) => player.number), [6, 7, 8]);
  assert.equal(rest.next, null);
}

async function etag(): Promise<string> {
  const answer = await client.GET("/api/v1/events/{event}", { params: { path: { event } } });
  const tag = answer.response.headers.get("ETag");
  assert.ok(tag);
  return tag;
}

// As the output of a pairing engine, or as JSON.
async function pair(round: string, pairs: [number, number][], as: "text" | "json"): Promise<void> {
  const text = [String(pairs.length), ...pairs.map((two) => two.join(" ")), ""].join("\n");
  const pairings = pairs.map(([white, black], i) => ({ board: i + 1, white, black }));
  const json = { rounds: [{ number: Number(round), state: "drafted" as const, pairings }] };
  const put = async (tag: string) => client.PUT("/api/v1/events/{event}/rounds/{round}/pairings", {
    params: { path: { event, round }, query: { by: chief }, header: { "If-Match": tag } },
    headers: { "Content-Type": as === "text" ? "text/plain" : "application/json" },
    body: as === "text" ? text : json,
    bodySerializer: (body) => (typeof body === "string" ? body : JSON.stringify(body)),
  });
  const tag = await etag();
  assert.equal(given(await put(tag)).pairings, pairs.length);
  const stale = await put(tag);
  assert.equal(stale.response.status, 412);
  assert.equal(stale.error?.code, "changed_meanwhile");
  const read = given(await client.GET("/api/v1/events/{event}/rounds/{round}", {
    params: { path: { event, round } },
  }));
  const found = read.round.pairings?.map((pairing) => [pairing.white, pairing.black]);
  assert.deepEqual(found, pairs);
}

// ---- what happens ------------------------------------------------------------------------------

let after = 0;
const seen: Change[] = [];

// Reads the change feed until the condition holds; a poll waits for the next change.
async function follow(until: () => Promise<boolean>, what: string): Promise<void> {
  const guard = Date.now() + 60_000;
  while (!(await until())) {
    if (Date.now() > guard) throw new Error(`waited in vain until ${what}`);
    const { data, response } = await client.GET("/api/v1/events/{event}/changes", {
      params: { path: { event }, query: { after, wait: 5 } },
    });
    assert.ok(response.status === 200 || response.status === 204, `status ${response.status}`);
    for (const change of data?.changes ?? []) {
      assert.ok(change.seq > after, "changes come in order, each once");
      assert.equal(change.event, event);
      after = change.seq;
      seen.push(change);
    }
  }
}

async function results(round: string): Promise<Results> {
  return given(await client.GET("/api/v1/events/{event}/rounds/{round}/results", {
    params: { path: { event, round } },
  }));
}

async function rule(game: string, score: "1-0" | "0-1" | "1/2-1/2"): Promise<void> {
  const body = { id: key(), game, by: chief, article: "12.9.6",
                 act: { type: "give_result" as const, score } };
  let said = given(await client.POST("/api/v1/desk/acts", { body }));
  if (said.status === "confirm")
    said = given(await client.POST("/api/v1/desk/acts", {
      body: { ...body, confirm: said.confirm ?? "" },
    }));
  assert.equal(said.status, "done");
}

async function enter(round: string, board: number, score: string): Promise<void> {
  const answer = await client.PUT("/api/v1/events/{event}/rounds/{round}/boards/{board}/result", {
    params: { path: { event, round, board: String(board) }, header: { "If-Match": await etag() } },
    body: { by: chief, result: { score, kind: "played" } },
  });
  assert.equal(given(answer).status, "done");
}

async function finish(round: number, codes: string[]): Promise<void> {
  const boards = () => new Set(seen.filter((change) => change.type === "result" &&
    change.round === String(round)).map((change) => change.board));
  await follow(async () => boards().size === 4, "all four results are shown");
  assert.equal((await results(String(round))).finished, 4);
  await act({ type: "finish_round", round });
  await act({ type: "confirm_round", round });
  const read = await results(String(round));
  assert.deepEqual(read.boards.map((board) => board.result.code), codes);
}

// A pairing program's work after a round.
async function take(round: string): Promise<void> {
  const path = { event, round };
  const results = "/api/v1/events/{event}/rounds/{round}/results";
  const first = await client.GET(results, { params: { path } });
  const tag = first.response.headers.get("ETag") ?? "";
  assert.match(tag, /^"[^"]+"$/);
  const same = await client.GET(results, { params: { path, header: { "If-None-Match": tag } } });
  assert.equal(same.response.status, 304);
  const { version } = given(first);
  const noted = await client.POST("/api/v1/events/{event}/rounds/{round}/results/ack", {
    params: { path, header: { "Idempotency-Key": key() } },
    body: { consumer: "round.ts", revision: version },
  });
  assert.equal(given(noted).status, "done");
  const read = given(await client.GET(results, { params: { path } }));
  assert.equal(read.acknowledged?.[0]?.consumer, "round.ts");
}

// ---- two rounds --------------------------------------------------------------------------------

async function atClocks(): Promise<void> {
  await act({ type: "plan_round", number: 1, starts: "2023-11-21T14:00:00+01:00" });
  await pair("1", [[1, 5], [6, 2], [3, 7], [8, 4]], "text");
  await act({ type: "publish_round", round: 1 });
  await act({ type: "start_round", round: 1 });
  await follow(async () => {
    const { boards } = await results("1");
    return boards.length === 4 && boards.every((board) => board.status === "playing");
  }, "all four clocks run");
  const scores = ["1-0", "0-1", "1/2-1/2", "1-0"] as const;
  for (const [i, board] of (await results("1")).boards.entries())
    await rule(board.gameId ?? "", scores[i] ?? "1-0");
  await finish(1, [...scores]);
  const games = given(await client.GET("/api/v1/events/{event}/rounds/{round}/games.pgn", {
    params: { path: { event, round: "1" } }, parseAs: "text",
  }));
  assert.deepEqual(games.match(/\[Result "[^"]+"\]/g), scores.map((s) => `[Result "${s}"]`));
}

async function withoutClocks(): Promise<void> {
  await act({ type: "plan_round", number: 2 });
  await pair("2", [[2, 1], [4, 3], [5, 8], [7, 6]], "json");
  await act({ type: "publish_round", round: 2 });
  await act({ type: "start_round", round: 2, without_clocks: true });
  const scores = ["0-1", "1/2-1/2", "1-0", "0-1"];
  for (const [i, score] of scores.entries()) await enter("2", i + 1, score);
  await finish(2, scores);
}

await createEvent();
await enterPlayers();
await atClocks();
await take("1");
await withoutClocks();
await take("2");
const report = given(await client.GET("/api/v1/events/{event}/trf", {
  params: { path: { event } }, parseAs: "text",
}));
assert.equal(report.match(/^001 .*Player\d, Given/gm)?.length, 8);
const nowhere = await client.GET("/api/v1/events/{event}", { params: { path: { event: "none" } } });
assert.deepEqual([nowhere.response.status, nowhere.error?.code], [404, "not_found"]);
console.log(`two rounds were played; ${seen.length} changes were followed`);
