// The server's texts in another language: each code of the API has its sentence, and facts come
// from typed fields.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

globalThis.document = { documentElement: {} }; // everything that a language needs
const parts = await import(process.env.FLAGFALL_PARTS);
async function speak(language) {
  await parts.speak(language);
  await parts.translate(language);
  await parts.answerWords();
  await parts.takeTeller(language);
}
const schemas = new URL("../../schemas/", import.meta.url);
const schemaOf = (path) => JSON.parse(readFileSync(new URL(path, schemas), "utf8"));
const defined = schemaOf("common.json").$defs;
const steps = schemaOf("arbiterd/desk_answer.json").$defs.step.properties;

const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const factSchemas = readdirSync(new URL("arbiterd/facts/", schemas)).map((name) =>
  schemaOf(`arbiterd/facts/${name}`));
const factTypes = factSchemas.map((one) => one.properties.type.const);
const facts = factSchemas.flatMap((one) => Object.keys(one.properties)).map(camel);

// The names that arbiterd gives to evidence, in its sources.
const folders = ["acts", "laws", "words"].map((name) => `../../arbiterd/game/${name}/`);
const sources = folders.flatMap((folder) => {
  const at = new URL(folder, import.meta.url);
  return readdirSync(at).map((name) => readFileSync(new URL(name, at), "utf8"));
});
const evidence = new Set(sources.flatMap((text) =>
  [...text.matchAll(/\bfact\(\s*"(\w+)"/g)].map(([, name]) => name)));
evidence.add("contradicts"); // one of the counts of a sheet

test("every code, question, option and step of the API has a sentence, and no other", () => {
  for (const [name, { refusal, question, ruling, step }] of Object.entries(parts.servers)) {
    const { option } = parts.recordsOf[name];
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
  }
});

test("what is said of some questions only is said of such as there are", () => {
  const kinds = [...defined.option.enum, ...defined.claim_kind.enum, ...factTypes,
    ...schemaOf("arbiterd/facts/action.json").properties.kind.enum];
  const article = /^(\d+|[AIVX]+)(\.\d+|[A-Z])+$/;
  for (const [name, { question, questionOf }] of Object.entries(parts.servers)) {
    const { option, optionOf } = parts.recordsOf[name];
    for (const key of Object.keys(questionOf)) {
      const [, about, kind] = /^(\w+)\.(.+)$/.exec(key);
      assert.ok(about in question && (kinds.includes(kind) || article.test(kind)), key);
    }
    for (const key of Object.keys(optionOf)) {
      const [, about, chosen, by] = /^(\w+)\.(\w+)(?:@(.+))?$/.exec(key);
      assert.ok(about in question && chosen in option, key);
      assert.ok(by === undefined || article.test(by), key);
    }
  }
});

test("a sentence asks for facts that there are", () => {
  const valuesOf = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const known = [...facts, ...evidence, "other", "absent"];
  for (const { question, questionOf, step } of Object.values(parts.servers)) {
    for (const [plain] of Object.values(question)) assert.deepEqual(valuesOf(plain), []);
    for (const text of [...Object.values(question), ...Object.values(questionOf)].flat())
      for (const one of valuesOf(text)) assert.ok(known.includes(one), `${one}: ${text}`);
    for (const text of Object.values(step))
      for (const one of valuesOf(text)) assert.ok(one in steps, one);
  }
});

test("in English a sentence is the server's own", async () => {
  await speak("en");
  assert.equal(parts.refusalText("game_over", "It is over."), "It is over.");
  const asked = { about: "resignation", text: "White resigned.", facts: { side: "white" } };
  assert.equal(parts.questionText(asked), "White resigned.");
  const flag = { about: "flag", article: "6.8" };
  assert.equal(parts.optionText(flag, "call", "it is called"), "it is called");
  assert.deepEqual(parts.stepSentences(["One."], [{ what: "withdrawn" }]), [{ text: "One." }]);
});

test("in German it is made of codes and facts", async () => {
  await speak("de");
  assert.match(parts.refusalText("game_over", "x"), /beendet/);
  assert.equal(parts.refusalText("of_tomorrow", "A new code."), "A new code.");
  const asked = (facts, more) =>
    parts.questionText({ about: "illegal_move", article: "A.5.2", text: "x", facts, ...more });
  const kind = "illegal_move";
  assert.match(asked({ type: "action", kind, side: "black", move: "e5d3" }), /Schwarz.*e5d3.*7\.5/);
  assert.match(asked({ type: "action", kind, side: "black" }), /^Schwarz/); // no move is known
  assert.match(asked({ type: "side", side: "black", count: 2 }), /verliert/);
  for (const facts of [undefined, { type: "action", side: "black" }])
    assert.doesNotMatch(asked(facts), /\{|undefined/);
  const of = (about, article) => ({ about, article });
  assert.notEqual(
    parts.optionText(of("flag", "6.8"), "draw", "x"),
    parts.optionText(of("position_ends", "5.2.1"), "draw", "x"),
  );
  assert.match(parts.optionText(of("flag_fall", "III.5"), "draw", "x"), /normalen Mitteln/);
  assert.match(parts.optionText(of("flag_fall", "6.9"), "draw", "x"), /nicht mattsetzen/);
  const text = ["Ruling 3 (9.5.3): wrong.", "Result: 1-0."];
  const said = parts.stepSentences(text, [
    { what: "ruling", number: 3, article: "9.5.3", about: "claim" },
    { what: "result", score: "1-0", ending: "agreement", article: "5.2.3" },
  ]);
  assert.match(said[0].text, /3 \(9\.5\.3\)/);
  assert.equal(said[0].original, text[0]);
  assert.match(said[1].text, /1-0/);
  assert.equal(said[1].original, undefined);
  for (const one of said) assert.doesNotMatch(one.text, /\{/);
});

test("of a question it says as much as is known", async () => {
  await speak("de");
  const fell = { about: "flag_fall", text: "x", facts: { type: "flag", side: "white" } };
  assert.match(parts.questionText({ ...fell, article: "6.9" }), /von Weiß. Kann Schwarz/);
  const evidence = [["clock_ply", "41"], ["record_ply", "39"]];
  assert.match(parts.questionText({ ...fell, article: "6.9", evidence }), /41.*39/);
  const facts = { ...fell.facts, whiteAbsent: true, blackAbsent: true };
  assert.match(parts.questionText({ ...fell, article: "6.7.1", facts }), /Beide/);
  const both = { type: "flag", side: "white", fellFirst: "black" };
  const flag = parts.questionText({ about: "flag", article: "6.8", text: "x", facts: both });
  assert.match(flag, /zuerst: Schwarz/);
  const loss = { about: "loss", article: "7.5.5", text: "x",
    facts: { type: "side", side: "black", count: 0 } };
  assert.match(parts.questionText(loss), /\(0\)/); // none is a number, too
  const own = { about: "claim_other", article: "6.11.2", text: "x",
    facts: { type: "claim", claimant: "white", kind: "other" }, evidence: [["text", "white"]] };
  assert.match(parts.questionText(own), /Weiß.*: white$/); // the player's own word
  const late = { about: "question_of_tomorrow", article: "1.1", text: "What now?" };
  assert.equal(parts.questionText(late), "What now?");
});
