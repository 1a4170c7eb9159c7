// The parts of the pages that need no browser: times, clocks, states, texts.
import assert from "node:assert/strict";
import { test } from "node:test";

const parts = await import(process.env.FLAGFALL_PARTS);
const { Instants, clockText, nextChange, conditions, worst, isFound, catalogues } = parts;
const { displayedMs, shownMs } = parts;

test("a clock shows zero at zero only", () => {
  assert.equal(clockText(0), "0:00:00");
  assert.equal(clockText(1), "0:00.1");
  assert.equal(clockText(9_900), "0:09.9");
  assert.equal(clockText(9_901), "0:00:10");
  assert.equal(clockText(3_723_001), "1:02:04");
});

test("the text of a clock stays until its next change", () => {
  for (const ms of [5_400_000, 10_001, 10_000, 9_999, 4_321, 100, 1]) {
    const stays = nextChange(ms);
    assert.notEqual(clockText(ms), clockText(ms - stays), `${ms}`);
    assert.equal(clockText(ms), clockText(ms - stays + 1), `${ms}`);
  }
});

test("of many measurements the one with the shortest way counts", () => {
  const instants = new Instants();
  instants.add(1000, 1600, 1_000_000_000); // 300 ms each way: may err by that
  instants.add(2000, 2010, 1_001_000_000);
  instants.add(3000, 3400, 1_009_000_000);
  assert.equal(instants.at(2005), 1_001_000_000);
  assert.equal(instants.doubt(), 5);
});

test("a small correction is spread, a large one is not", () => {
  const instants = new Instants();
  instants.add(1000, 1100, 5_000_000);
  const before = instants.at(2000);
  instants.add(2000, 2010, before + 5_000 + 100_000);
  const next = instants.at(2020) - before - 20_000;
  assert.ok(next > 0 && next <= 20 * 150, `${next}`);
  instants.forget();
  instants.add(3000, 3010, 77);
  assert.equal(instants.at(3005), 77);
});

const quiet = {
  board: 1,
  gameId: "g",
  white: { name: "Ólafsson" },
  black: { name: "Ding" },
  status: "playing",
  result: "*",
  approval: "provisional",
  adjourned: false,
  plies: 3,
  fetched: false,
  questions: [],
  clock: { whiteMs: 900_000, blackMs: 900_000, atUs: 0, turn: "white", runs: true, epoch: 0 },
  flags: [],
  illegal: { white: 0, black: 0, loses: 2 },
  absent: [],
  recording: { white: "must", black: "must" },
  approved: { white: false, black: false, arbiter: false },
  occurrences: 1,
  halfmoves: 3,
};
const asked = (about) => [{ number: 1, article: "", about, text: "?", holds: true, askedAt: "" }];
const made = {
  flag: { flags: [{ side: "black", atUs: 5 }] },
  claim: { questions: asked("claim_other") },
  illegal: { illegal: { white: 1, black: 0, loses: 2 } },
  paused: { stands: { by: "A. Berg", named: true, sinceUs: 0 } },
  absent: { absent: [{ side: "black", untilUs: 1 }] },
  presses: { questions: asked("sheet") },
  cut: { questions: asked("device_twice") },
  low: { clock: { ...quiet.clock, blackMs: 100_000 } },
  unsigned: { status: "finished", result: "1-0" },
  repetition: { occurrences: 3 },
  appeal: { approval: "appealed" },
  done: { status: "finished", result: "1-0", approval: "confirmed" },
};

test("each of the twelve states comes from what makes it, and nothing from a normal game", () => {
  assert.deepEqual(conditions(quiet, 0), []);
  for (const [kind, change] of Object.entries(made))
    assert.equal(conditions({ ...quiet, ...change }, 0)[0]?.kind, kind);
});

test("the states keep their order", () => {
  const all = Object.assign({}, ...Object.values(made), { status: "playing", result: "*" });
  const found = conditions({ ...quiet, ...all, questions: asked("flag_fall") }, 0);
  const kinds = found.map((one) => one.kind);
  const order = Object.keys(made);
  assert.deepEqual(kinds, [...kinds].sort((a, b) => order.indexOf(a) - order.indexOf(b)));
  assert.equal(kinds[0], "flag");
});

test("what was seen shows again when it is worse", () => {
  const at = (blackMs) => conditions({ ...quiet, clock: { ...quiet.clock, blackMs } }, 0);
  assert.equal(worst(at(250_000)), "");
  assert.notEqual(worst(at(110_000)), "");
  assert.equal(worst(at(110_000)), worst(at(90_000)));
  assert.notEqual(worst(at(90_000)), worst(at(50_000)));
});

test("a search finds names without their accents", () => {
  assert.ok(isFound("olaf", quiet));
  assert.ok(isFound("1", quiet));
  assert.ok(!isFound("berg", quiet));
});

test("every language has each plural form and the same values as English", () => {
  const values = (text) =>
    [...new Set(JSON.stringify(text).match(/\{\w+\}/g) ?? [])].sort().join();
  for (const [name, catalogue] of Object.entries(catalogues)) {
    const needed = new Intl.PluralRules(name).resolvedOptions().pluralCategories;
    for (const [key, english] of Object.entries(catalogues.en)) {
      const text = catalogue[key];
      assert.equal(values(text), values(english), `${name} ${key}`);
      if (typeof text !== "string")
        for (const form of needed) assert.ok(text[form], `${name} ${key} has no form "${form}"`);
    }
  }
});

test("an hourglass runs on both sides, and an up-count shows what was used", () => {
  const clock = { whiteMs: 60_000, blackMs: 50_000, atUs: 0, turn: "white", runs: true, epoch: 0 };
  assert.equal(shownMs(clock, "black", 10_000_000), 50_000);
  const glass = { ...clock, hourglass: true };
  assert.equal(shownMs(glass, "white", 10_000_000), 50_000);
  assert.equal(shownMs(glass, "black", 10_000_000), 60_000);
  assert.equal(shownMs({ ...glass, blackMs: 0 }, "black", 10_000_000), 0);
  assert.equal(shownMs({ ...glass, runs: false }, "black", 10_000_000), 50_000);
  const up = { ...clock, countsUp: ["white"] };
  assert.equal(displayedMs(up, "white", 86_390_000), 10_000);
  assert.equal(displayedMs(up, "black", 50_000), 50_000);
});
