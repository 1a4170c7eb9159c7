// What the server says, in another language: each code of the API has its sentence, and facts come
// from typed fields.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const parts = await import(process.env.FLAGFALL_PARTS);
const schemas = new URL("../../schemas/", import.meta.url);
const schemaOf = (path) => JSON.parse(readFileSync(new URL(path, schemas), "utf8"));
const defined = schemaOf("common.json").$defs;
const steps = schemaOf("arbiterd/desk_answer.json").$defs.step.properties;

test("every code, question, option and step of the API has a sentence, and no other", () => {
  for (const [name, { refusal, question, option, optionOf, ruling, step }] of Object.entries(
    parts.servers,
  )) {
    for (const [table, names] of [
      [refusal, defined.refusal.enum],
      [question, defined.subject.enum],
      [option, defined.option.enum],
      [ruling, defined.subject.enum],
      [step, steps.what.enum],
    ]) {
      assert.deepEqual(Object.keys(table).sort(), [...names].sort(), name);
      for (const text of Object.values(table).flat()) assert.ok(text.length > 3, text);
    }
    for (const pair of Object.keys(optionOf)) {
      const [about, chosen] = pair.split(".");
      assert.ok(about in question && chosen in option, pair);
    }
  }
});

test("a sentence asks for facts that there are", () => {
  const valuesOf = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  for (const { question, step } of Object.values(parts.servers)) {
    for (const [plain, whose = ""] of Object.values(question)) {
      assert.deepEqual(valuesOf(plain), []);
      for (const one of valuesOf(whose)) assert.ok(["side", "other", "move"].includes(one), one);
    }
    for (const text of Object.values(step))
      for (const one of valuesOf(text)) assert.ok(one in steps, one);
  }
});

test("in English a sentence is the server's own", async () => {
  await parts.translate("en");
  assert.equal(parts.refusalText("game_over", "It is over."), "It is over.");
  const asked = { about: "resignation", text: "White resigned.", facts: { side: "white" } };
  assert.equal(parts.questionText(asked), "White resigned.");
  assert.equal(parts.optionText("flag", "call", "it is called"), "it is called");
  assert.deepEqual(parts.sentences(["One."], [{ what: "withdrawn" }]), [{ text: "One." }]);
});

test("in German it is made of codes and facts", async () => {
  await parts.translate("de");
  assert.match(parts.refusalText("game_over", "x"), /beendet/);
  assert.equal(parts.refusalText("of_tomorrow", "A new code."), "A new code.");
  const asked = (facts) => parts.questionText({ about: "illegal_move", text: "x", facts });
  assert.match(asked({ type: "action", side: "black", move: "e5d3" }), /e5d3/);
  assert.doesNotMatch(asked({ type: "action", side: "black" }), /\{/); // no move is known
  assert.doesNotMatch(asked(undefined), /\{/);
  assert.notEqual(
    parts.optionText("flag", "draw", "x"),
    parts.optionText("position_ends", "draw", "x"),
  );
  // Notes stand before what the steps say, and stay.
  const text = ["ChessResults has it.", "Ruling 3 (9.5.3): wrong.", "Result: 1-0."];
  const said = parts.sentences(text, [
    { what: "ruling", number: 3, article: "9.5.3", about: "claim" },
    { what: "result", score: "1-0", ending: "agreement", article: "5.2.3" },
  ]);
  assert.equal(said[0].text, text[0]);
  assert.match(said[1].text, /3 \(9\.5\.3\)/);
  assert.equal(said[1].original, text[1]);
  assert.match(said[2].text, /1-0/);
  assert.equal(said[2].original, undefined);
  for (const one of said) assert.doesNotMatch(one.text, /\{/);
});

test("of many boards it is said where nothing is done, and why", async () => {
  await parts.translate("de");
  const no = (board) => ({ board, refused: { code: "game_over", text: "x" } });
  const said = parts.boardSentences(["x"], [{ board: 1 }, no(2), { board: 3 }, no(4)]);
  assert.equal(said.length, 2);
  assert.match(said[0].text, /2 Brettern/);
  assert.match(said[1].text, /2, 4.*beendet/);
});
