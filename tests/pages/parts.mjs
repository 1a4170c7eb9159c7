// The parts of the pages that need no browser: times, clocks, states, texts.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const parts = await import(process.env.FLAGFALL_PARTS);
const { Instants, clockText, nextChange, conditions, worst, isFound, catalogues } = parts;
const { displayedMs, shownMs, signature, staysFor } = parts;

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
  instants.add(1000, 1600, 1_000_000_000); // 300 ms each way: the possible error
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

// So a page checks no board again before that.
test("what a board is in stays until its running clock is low, and lower", () => {
  const slow = { recording: { white: "must", black: "must" } };
  const fast = { recording: { white: "need_not_in_fast_play", black: "must" } };
  for (const [more, left] of [
    [slow, 900_000],
    [slow, 300_000],
    [slow, 299_999],
    [slow, 60_500],
    [fast, 60_500],
    [fast, 12_000],
  ]) {
    const tile = { ...quiet, ...more, clock: { ...quiet.clock, whiteMs: left } };
    const at = (ms) => signature(conditions(tile, ms * 1000));
    const stays = staysFor(tile, 0);
    assert.ok(stays >= 0 && stays < left);
    assert.equal(at(stays), at(0));
    assert.notEqual(at(stays + 1), at(0));
  }
  assert.equal(staysFor({ ...quiet, clock: { ...quiet.clock, runs: false } }, 0), Infinity);
  assert.equal(staysFor({ ...quiet, clock: { ...quiet.clock, whiteMs: 5000 } }, 0), Infinity);
  assert.equal(staysFor(quiet, null), Infinity); // no clock runs before the instant is known
});

// Boards that count how often somebody looks when they are due.
const looked = (count, until) => {
  const agenda = new parts.Agenda();
  const looks = { n: 0 };
  for (let at = 0; at < count; at += 1) {
    let due = Infinity;
    const board = { at };
    Object.defineProperty(board, "until", {
      get: () => ((looks.n += 1), due),
      set: (ms) => ((due = ms), undefined),
    });
    agenda.put(board, until(at));
  }
  looks.n = 0;
  return { agenda, looks };
};

test("a second of a hall in which nothing is due looks at no board", () => {
  const { agenda, looks } = looked(2000, (at) => 60_000 + at * 1000);
  for (let ms = 0; ms < 60_000; ms += 1000) assert.deepEqual(agenda.take(ms), []);
  assert.equal(looks.n, 0);
  assert.deepEqual(agenda.take(61_500).map((one) => one.at), [0, 1]);
  assert.ok(looks.n <= 10, `${looks.n}`);
});

test("a board is due at its instant, however long nobody looked", () => {
  const { agenda } = looked(5, (at) => 10_400 + at * 300);
  assert.deepEqual(agenda.take(10_399), []);
  assert.deepEqual(agenda.take(10_700).map((one) => one.at), [0, 1]);
  assert.deepEqual(agenda.take(10_700), []);
  assert.deepEqual(agenda.take(9_000_000).map((one) => one.at), [2, 3, 4]);
  const board = { until: Infinity };
  for (const until of [9_000_000, 9_000_900, 5, 9_000_950]) agenda.put(board, until);
  assert.deepEqual(agenda.take(9_000_949), []);
  assert.deepEqual(agenda.take(9_000_950), [board]);
  agenda.put(board, 9_001_000);
  agenda.drop(board);
  assert.deepEqual(agenda.take(9_999_999), []);
});

test("the counts of a hall follow each board", () => {
  const tally = new parts.Tally();
  const put = (tile) => tally.put(tile, conditions(tile, 0));
  put(quiet);
  put({ ...quiet, board: 2, clock: { ...quiet.clock, whiteMs: 2_000_000 } });
  const begun = tally.counts.value;
  assert.deepEqual(begun, { running: 2, done: 0, unsigned: 0, cut: 0 });
  assert.equal(tally.latestMs(), 2_900_000);
  put({ ...quiet, board: 2 });
  assert.equal(tally.counts.value, begun); // nothing to draw
  assert.equal(tally.latestMs(), 1_800_000);
  put({ ...quiet, status: "finished", result: "1-0", approved: { white: false, black: true } });
  assert.deepEqual(tally.counts.value, { running: 1, done: 1, unsigned: 1, cut: 0 });
  tally.drop(2);
  assert.deepEqual(tally.counts.value, { running: 0, done: 1, unsigned: 1, cut: 0 });
  assert.equal(tally.latestMs(), 0);
});

test("after midnight it is 00", () => {
  assert.equal(parts.timeOfDay(new Date(2026, 0, 2, 0, 5, 9)), "00:05:09");
  assert.equal(parts.timeOfDay(new Date(2026, 0, 2, 13, 5, 9)), "13:05:09");
});

test("the commands that print codes name the boards of the round, and nothing between", () => {
  const { printCommands, runsOf } = parts;
  assert.deepEqual(runsOf([3, 1, 2, 7, 9, 10]), ["1-3", "7", "9-10"]);
  assert.deepEqual(runsOf([5]), ["5"]);
  assert.deepEqual(runsOf([]), []);
  const places = "--data '/srv/our clocks' --at '[fe80::1]:7443'";
  assert.equal(
    printCommands([1, 2, 5], "/srv/our clocks", "[fe80::1]:7443"),
    `clockd enrol --board 1-2 --sheet codes-1-2.html ${places}\n` +
      `clockd enrol --board 5 --sheet codes-5.html ${places}`,
  );
  assert.match(printCommands([1], "it's", ""), /--data 'it'\\''s' --at HOST:PORT$/);
});

test("a board whose device is cut off says so until its game is over", () => {
  const cut = { sinceUs: 1_000_000 };
  const [one] = conditions(quiet, 9_000_000, cut);
  assert.equal(one.kind, "cut");
  assert.ok(!one.waits);
  assert.equal(parts.title(one, quiet, 9_000_000), "cut.since");
  assert.equal(parts.title(one, quiet, null), "cut.device");
  const over = { ...quiet, status: "finished", result: "1-0" };
  assert.ok(conditions(over, 9_000_000, cut).every(({ kind }) => kind !== "cut"));
});

test("a sheet differs where it has another move or none; a run of gaps is one difference", () => {
  const report = {
    findings: [
      { ply: 1, standing: "agrees", written: "e4" },
      { ply: 2, standing: "contradicts", written: "d5", legal: true },
      { ply: 3, standing: "contradicts", written: "Ke5", legal: false },
      { ply: 4, standing: "gap" },
      { ply: 5, standing: "gap" },
      { ply: 7, standing: "beyond", written: "a4" },
    ],
  };
  const moves = ["e4", "e5", "Nf3", "Nc6", "Bb5"];
  const all = parts.differencesOf(report, moves, { number: 1, side: "white" });
  assert.deepEqual(
    all.map((one) => [one.from, one.to, one.standing, one.written, one.recorded, one.illegal]),
    [
      [2, 2, "contradicts", "d5", "e5", false],
      [3, 3, "contradicts", "Ke5", "Nf3", true],
      [4, 5, "gap", "", "", false],
      [7, 7, "beyond", "a4", "", false],
    ],
  );
  const black = { findings: [{ ply: 20, standing: "gap" }] };
  const [one] = parts.differencesOf(black, ["Kd7"], { number: 10, side: "black" });
  assert.equal(one.recorded, "Kd7");
  assert.deepEqual([19, 20].map(parts.moveNumber), ["10.", "10…"]);
});

test("a clock is set in whole seconds, in tenths below a minute; the other side's stays", () => {
  const { formOf, readingText } = parts;
  assert.equal(readingText(3_723_456), "1:02:04");
  assert.equal(readingText(60_000), "0:01:00");
  assert.equal(readingText(0), "0:00:00");
  const tenths = readingText(45_210);
  assert.ok(tenths.startsWith("0:00:45") && tenths.endsWith("3"), tenths);
  const form = formOf("set", "", quiet, { white: 3_723_456, black: 45_210 });
  const start = Object.fromEntries(form.fields.map((one) => [one.name, one.start ?? ""]));
  assert.deepEqual([start.white, start.black], ["1:02:04", tenths]);
  const act = (more) => form.act({ ...start, ...more });
  assert.deepEqual(act({ black: "0:02:00" }), { type: "set_clock", black_us: 120_000_000 });
  assert.deepEqual(act({ white: "1:00:00" }), { type: "set_clock", white_us: 3_600_000_000 });
  assert.equal(act({}).white_us, 3_724_000_000);
});

test("a scale has few round lines", () => {
  assert.deepEqual(parts.timeLines(5_400_000), [1_800_000, 3_600_000, 5_400_000]);
  assert.deepEqual(parts.timeLines(180_000), [60_000, 120_000, 180_000]);
  assert.deepEqual(parts.plyLines(7), [2, 4, 6]);
  assert.deepEqual(parts.plyLines(85), [40, 80]);
  for (const most of [1, 999, 7_200_000, 90_000_000]) assert.ok(parts.timeLines(most).length <= 4);
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
  const all = [catalogues, ...Object.values(parts.ofPages)];
  for (const [name, catalogue, en] of all.flatMap((one) =>
    Object.entries(one).map((each) => [...each, one.en]),
  )) {
    const needed = new Intl.PluralRules(name).resolvedOptions().pluralCategories;
    for (const [key, english] of Object.entries(en)) {
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

// A value for each field, as a person would type it.
const typed = { clock: "1:02:03", delta: "-2:00", number: "3", text: "e1", long: "1. e4 e5",
  tick: "yes" };
function filled(form, start = {}) {
  const values = { ...start };
  for (let pass = 0; pass < 2; pass += 1)
    for (const field of form.fields)
      if (!values[field.name] && field.when?.(values) !== false)
        values[field.name] = field.choices ? field.choices.at(-1).value : typed[field.kind];
  return values;
}
const schemas = new URL("../../schemas/", import.meta.url);
const schemaOf = (path) => JSON.parse(readFileSync(new URL(path, schemas), "utf8"));
function assertFits(act, folder) {
  const { required, properties } = schemaOf(`${folder}/${act.type}.json`);
  for (const name of required) assert.ok(name in act, `${act.type} has no ${name}`);
  for (const name of Object.keys(act)) assert.ok(name in properties, `${act.type} has ${name}`);
}

test("every act of the desk can be made on a page, with all that it takes", () => {
  const shown = { white: 60_000, black: 50_000 };
  const tiles = [quiet, { ...quiet, adjourned: true }, { ...quiet, status: "finished" },
    { ...quiet, presses: 4 }];
  const forms = [
    ...parts.kindsOfAct.map((kind) => parts.formOf(kind, "", quiet, shown)),
    ...tiles.flatMap((tile) =>
      parts.othersOf(tile).map((kind) => parts.otherForm(kind, "", tile, shown))),
    parts.undoOf(3, ""),
    parts.answerTo({ number: 1, article: "", evidence: [], options: [{ option: "set_clock" }] },
      ""),
  ];
  const made = new Map();
  for (const form of forms) {
    const act = form.act(filled(form));
    assertFits(act, "desk");
    made.set(act.type, { ...made.get(act.type), ...act });
  }
  // Penalties require the fields of their kind.
  for (const kind of ["time_off", "points_off", "fine"]) {
    const form = parts.formOf("penalty", "", quiet, shown);
    Object.assign(made.get("penalise"), form.act(filled(form, { kind })));
  }
  const all = readdirSync(new URL("desk", schemas)).map((name) => name.replace(".json", ""));
  // An appeal is decided by answering its question.
  const wanted = all.filter((name) => !["command", "decide_appeal"].includes(name));
  assert.deepEqual([...made.keys()].sort(), wanted.sort());
  const unasked = { enter_sheet: ["notation"], enter_moves: ["notation"], answer: ["text"] };
  for (const type of wanted) {
    const known = Object.keys(schemaOf(`desk/${type}.json`).properties);
    const missing = known.filter((name) => !(name in made.get(type)));
    assert.deepEqual(missing, unasked[type] ?? [], type);
  }
});

const head = (state, more) => ({ event: "open", round: "2", state, sectors: [{ name: "A" }],
  rounds: [{ round: "1" }, { round: "2" }], ...more });

test("the acts for many boards, and each step of a round", () => {
  const chief = { sectors: [], chief: true };
  const kinds = (state, who) =>
    parts.forMany(() => head(state), () => 20, who, "").fields.find((one) => one.name === "kind")
      .choices.map((one) => one.value);
  const plain = ["pause", "resume", "adjust", "control", "unstart"];
  assert.deepEqual(kinds("started", { sectors: ["A"], chief: false }), plain);
  assert.deepEqual(kinds("finished", { sectors: [], chief: false }), plain);
  for (const [state, step] of [["published", "start"], ["started", "finish"],
    ["finished", "confirm"], ["confirmed", "reopen"]]) {
    assert.deepEqual(kinds(state, chief), [...plain, step]);
    const form = parts.forMany(() => head(state), () => 20, chief, "");
    assertFits(form.act({ kind: step }), "office");
    assert.equal(form.act({ kind: step }).round, 2);
    assert.equal(form.says({ kind: step }).length, 1);
  }
  const form = parts.forMany(() => head("started"), () => 20, chief, "");
  for (const kind of plain) {
    const act = form.act({ kind, where: "boards", boards: "1-3, 7", black: "1:00",
      time_control: "300+2" });
    assertFits(act, "office");
    assert.deepEqual(act.boards, [1, 2, 3, 7]);
    if (kind === "control") assert.equal(act.act.time_control, "300+2");
    if (act.act) assertFits(act.act, "desk");
    assert.equal(form.says({ kind }), null);
  }
  assert.equal(form.act({ kind: "pause", where: "=*" }).sector, "*"); // a sector with that name
  // The alarm's choices have everything that the act needs.
  const alarm = form.fields.find((one) => one.name === "alarm").choices.map((one) => one.sets);
  assert.deepEqual(alarm.map((sets) => form.act(sets).sector), [undefined, "A"]);
  const result = parts.forResult(head("started"), quiet, "");
  assert.deepEqual(result.act({ score: "1-0" }).entered, { score: "1-0", kind: "played" });
  assert.ok(!("entered" in result.act({ score: "none" })));
});

test("what the Laws say is shown at once, and a choice of the arbiter's never", () => {
  const asked = (about, ...options) => parts.answerTo({ number: 1, article: "", evidence: [], about,
    options: options.map((option) => ({ option, text: option })) }, "").proposed;
  assert.deepEqual(asked("flag", "call", "leave"), { option: "call" });
  assert.deepEqual(asked("default_time", "forfeit_black", "wait"), { option: "forfeit_black" });
  assert.equal(asked("default_time", "forfeit_white", "forfeit_black", "wait"), undefined);
  assert.equal(asked("flag_fall", "white_wins", "draw"), undefined); // can White still mate?
  assert.equal(asked("claim_flag", "call", "reject", "set_clock"), undefined);
});

test("what is no time, no number and no board is said, and never sent as zero", () => {
  const fault = (kind, text, name = "x") => parts.faultOf({ kind, name }, { [name]: text });
  for (const text of ["1:02:03", "2:03", "45", "1:00:00.5", " 5:00 "])
    assert.equal(fault("clock", text), null, text);
  for (const text of ["-1:00", "1:60", "1:99:00", "abc", "1::2", "1e3", "٣", "1:02:03:04"])
    assert.equal(fault("clock", text), "fault.clock", text);
  assert.equal(fault("delta", "−2:00"), null);
  assert.equal(fault("number", "12a"), "fault.number");
  assert.equal(fault("text", "1-3,x", "boards"), "fault.boards");
  assert.deepEqual(parts.parseBoards("7, 1–3 2"), [1, 2, 3, 7]);
  for (const text of ["", "0", "3-1", "16385", "1-99999", "a"])
    assert.equal(parts.parseBoards(text), null, text);
});
