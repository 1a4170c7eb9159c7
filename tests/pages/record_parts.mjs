// Rulings and evidence of the record in another language: every name and code that arbiterd's
// sources give them has an entry, and a ruling's sentence follows from subject, article, evidence.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

globalThis.document = { documentElement: {} }; // everything that a language needs
const parts = await import(process.env.FLAGFALL_PARTS);
const root = new URL("../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");
const folder = (path) => readdirSync(new URL(path, root)).map((name) => read(path + name)).join("");
const all = (text, form) => [...text.matchAll(form)].map(([, name]) => name);
const defined = JSON.parse(read("schemas/common.json")).$defs;

async function speak(language) {
  await parts.speak(language);
  await parts.translate(language);
  await parts.answerWords();
  await parts.takeTeller(language);
}

// Composed names, and those of other lists.
const sides = ["white", "black"];
const made = [
  ...sides.flatMap((side) => [`proposed_${side}_us`, `recording_${side}`, `touched_by_${side}`,
    `adjusted_by_${side}`, `before_${side}_us`, `after_${side}_us`, `before_${side}_period`,
    `after_${side}_period`, `${side}_can_mate`, `${side}_method`, `${side}_positions`,
    `${side}_proof`]),
  "opponent_can_mate", "illegal_action_counted", "illegal_action_not_counted",
];
const game = ["acts", "laws"].map((name) => folder(`arbiterd/game/${name}/`)).join("");
// The quoted names from there to the end of the statement.
const listed = (text, from) => {
  const start = text.indexOf(from);
  assert.ok(start >= 0, from);
  return all(text.slice(start, text.indexOf(";", start)), /"(\w+)"/g);
};

test("every name of evidence has a word, and no other", () => {
  const names = new Set([
    ...all(game + read("arbiterd/game/words/text.cpp") +
          read("arbiterd/game/words/fit.cpp"), /\bfact\(\s*"(\w+)"/g),
    ...all(read("arbiterd/game/laws/mating.cpp"), /\{"(\w+)", /g),
    ...all(read("arbiterd/game/laws/after_the_fact.cpp"), /\b(?:add|ends)\("(\w+)"/g),
    ...all(read("arbiterd/tournament/setup.cpp"), /evidence(?:\.push_back\(| = \{)\{"(\w+)"/g),
    ...all(read("arbiterd/tournament/setup.cpp"), /\{"(round|white|black)", game/g),
    ...listed(read("arbiterd/sheets/reconcile.cpp"), "name(Standing standing)"),
    "unreadable", "flag_fall", "resignation", // of moves entered after the fact
    ...made,
  ]);
  const known = [...names].filter((name) =>
    !name.endsWith("_") && !defined.option.enum.includes(name)).sort();
  for (const { fact } of Object.values(parts.recordsOf))
    assert.deepEqual(Object.keys(fact).sort(), known);
});

test("the codes among their values have words", () => {
  const words = read("common/wire/words.hpp");
  const codes = [...defined.claim_kind.enum, ...listed(words, "names_of(Irregularity)"),
    ...listed(words, "names_of(SealedMove)"), "missing",
    ...listed(read("arbiterd/game/state/clock_words.hpp"), "names_of(ClockRefusal)"),
    ...listed(read("arbiterd/game/state/recording.cpp"), "> names{"),
    ...all(read("common/mate/mate.cpp"), /Verdict::\w+: return "(\w+)"/g), "undetermined"];
  assert.ok(codes.length > 40, `${codes}`);
  for (const { code, offence } of Object.values(parts.recordsOf)) {
    for (const one of codes) assert.ok(code[one]?.length > 1, one);
    assert.deepEqual(Object.keys(offence), listed(words, "names_of(Irregularity)"));
  }
});

test("a ruling's sentence asks for what can be known", () => {
  const own = ["option", "other", "what", "about", "side"];
  for (const { fact, ruling } of Object.values(parts.recordsOf))
    for (const text of Object.values(ruling))
      for (const name of all(text, /\{(\w+)\}/g))
        assert.ok(own.includes(name) || name in fact, `${name}: ${text}`);
});

const white = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
const black = white.replace(" w ", " b ");
const ruled = (about, article, evidence, more = {}) => ({
  about, article, evidence, number: 3, ply: 8, text: "The record's words.", decidedBy: "arbiterd",
  decidedAt: "", ...more,
});
const said = (ruling, game = {}) =>
  parts.rulingText(ruling, { questions: [], rulings: [ruling], ...game });

test("in English a ruling and its evidence are the record's own", async () => {
  await speak("en");
  const evidence = [["opponent_can_mate", "winnable"], ["white_us", "61000000"], ["fen", white]];
  assert.equal(said(ruled("resignation", "5.1.2", evidence)), "The record's words.");
  assert.deepEqual(parts.shownEvidence({ about: "claim", article: "9.5", evidence }), [
    { name: "opponent can mate", value: "winnable", english: false },
    { name: "white", value: "0:01:01", english: false },
  ]);
});

test("in German a ruling is said by its facts", async () => {
  await speak("de");
  const can = (verdict) => [["opponent_can_mate", verdict]];
  const offence = [["kind", "illegal_move"], ["move", "e5d3"], ["count", "1"], ["fen", black],
    ["gained_us", "0"]];
  for (const [ruling, pattern] of [
    [ruled("flag_fall", "6.9", [["side", "white"], ...can("winnable")]), /Weiß: Schwarz gewinnt/],
    [ruled("flag_fall", "6.9", [["side", "white"], ...can("unwinnable")]), /remis/],
    [ruled("flag_fall", "14E", [["side", "black"], ["material_14E", "too little"]]), /Weiß.*remis/],
    [ruled("game_end", "5.1.1", [["fen", black]]), /^Schwarz ist matt/],
    [ruled("game_end", "9.6.1", [["fen", black], ["plies", "0 8"]]), /zum fünften Mal/],
    [ruled("illegal_move", "7.5.1", offence), /^Schwarz hat .*e5d3.* Weiß erhält/],
    [ruled("illegal_move", "7.5.5", [...offence, ...can("winnable")]), /Weiß gewinnt/],
    [ruled("claim", "9.2.2", [["kind", "threefold"], ["fen", white]]), /von Weiß .*dreimalige/],
    // The announced move was played on the position of the claim.
    [ruled("claim", "9.2.1", [["kind", "threefold"], ["announced", "Nf6"], ["fen", white]]),
      /von Schwarz/],
    [ruled("claim", "9.5.3", [["kind", "fifty_move"], ["fen", black]]), /von Schwarz.*Weiß erhält/],
    [ruled("agreement", "5.2.3", [["offered_by", "white"]]), /von Weiß.*: remis/],
    [ruled("agreement", "5.2.3", [["offered_by", "white"]], { ply: 1 }), /wenn beide gezogen/],
    [ruled("agreement", "5.2.3", [["offered_by", "black"], ["made_not_completed", "e5"]],
      { ply: 1 }), /von Schwarz.*: remis/],
    [ruled("clock", "12.5", [["white_time_us", "-120000000"], ["black_time_us", "0"]]),
      /−0:02:00.*0:00:00/],
    [ruled("penalty", "12.9.3", [["penalty", "time_off"], ["side", "black"], ["reason", "Laut."],
      ["time_us", "120000000"]]), /^Schwarz: Zeitabzug.*0:02:00\. Laut\.$/],
    [ruled("record_shown", "A.4.3", [["side", "white"], ["looks", "1"], ["of", "0"]]), /1\. Mal/],
  ]) {
    const text = said(ruling);
    assert.match(text, pattern, JSON.stringify(ruling));
    assert.doesNotMatch(text, /[{}]|undefined|record/);
  }
});

test("of what is no fact the record's own words are shown", async () => {
  await speak("de");
  for (const ruling of [
    ruled("result", "11.1", [["result_before", "*"]]),
    ruled("penalty", "12.9.7", [["penalty", "fine"], ["side", "white"], ["reason", ""]]),
    ruled("claim", "A.5.2", [["ply", "7"]]),
    ruled("flag_fall", "6.9", [["side", "white"]]),
    ruled("note", "12.2", []),
    ruled("subject_of_tomorrow", "1.1", []),
  ])
    assert.equal(said(ruling), "The record's words.", ruling.about);
});

test("an answer is the option of its question", async () => {
  await speak("de");
  const evidence = [["question", "2"], ["option", "draw"], ["reason", "Ich habe es gesehen."]];
  const question = { number: 2, about: "flag_fall", article: "III.5", text: "x", options: [],
    evidence: [] };
  const ruling = ruled("flag_fall", "6.9", evidence);
  assert.match(said(ruling, { questions: [question] }), /normalen Mitteln.*gesehen\.$/);
  assert.match(said(ruling), /nicht mattsetzen/);
});

test("what is taken back twice stands again", async () => {
  await speak("de");
  const first = ruled("illegal_move", "7.5.1", [], { number: 1 });
  const undo = (number, undoes, evidence) =>
    ruled("undo", "11.10", [["ruling", "1"], ["about", "illegal_move"], ...evidence],
      { number, undoes });
  const rulings = [first, undo(2, 1, [["illegal_action_not_counted", "white"]]),
    undo(3, 2, [["taken_back", "2"], ["illegal_action_counted", "white"]])];
  assert.match(said(rulings[1], { rulings }), /1 \(Regelwidriger Zug\) wird zurück.*zählt nicht/);
  assert.match(said(rulings[2], { rulings }), /gilt wieder\..*zählt wieder/);
  assert.equal(said(rulings[2], { rulings: [rulings[2]] }), "The record's words."); // not known
});

test("evidence has German names and codes, and what is a sentence is marked", async () => {
  await speak("de");
  const evidence = [["side", "white"], ["last_period", "no"], ["result", "1-0 checkmate 5.1.1"],
    ["noticed_late_us", "500000"], ["recording_white", "need_not_in_period"],
    ["recording_black", "must"], ["update_sheets", "8.5.2: ..."], ["why", "it is so"],
    ["ply_5", "recorded Nf3"], ["text", "no"]];
  const shown = parts.shownEvidence({ about: "flag_fall", article: "6.9", evidence });
  const by = Object.fromEntries(shown.map(({ name, value }) => [name, value]));
  assert.equal(by.Seite, "Weiß");
  assert.equal(by["Letzte Periode"], "nein");
  assert.equal(by.Ergebnis, "1-0 Matt 5.1.1");
  assert.equal(by["Bemerkt nach"], "0:00:00,500");
  assert.match(by.Partieformulare, /^Weiß .*8\.5\.2/);
  assert.equal(by.Text, "no"); // a player's own word
  assert.deepEqual(shown.filter((one) => one.english).map((one) => one.value),
    ["it is so", "recorded Nf3"]);
});
