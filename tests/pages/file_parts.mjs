// What arbiterd says about files, acts and time controls in another language: each code has its
// sentence, with places that the English one has, too.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

globalThis.localStorage ??= { getItem: () => null, setItem: () => {} };
globalThis.document ??= { documentElement: {} };
const parts = await import(process.env.FLAGFALL_PARTS);
const { answerWords, controls, faultText, filesOf, notesOf, speak } = parts;
const { takeFileWords, translate } = parts;
const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const defined = JSON.parse(read("schemas/common.json")).$defs;

const placesOf = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

// The places of arbiterd's English sentences, by code: those that all sentences of a code have.
function wordings(...paths) {
  const all = new Map();
  const one = /Wording \w+\{\s*"(\w+)",\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\}/g;
  for (const path of paths)
    for (const [, code, text] of read(path).matchAll(one)) {
      const places = placesOf(text.replace(/"\s*"/g, ""));
      all.set(code, all.has(code) ? all.get(code).filter((p) => places.includes(p)) : places);
    }
  return all;
}
const wanted = wordings("arbiterd/formats/wanted.hpp", "common/wire/codec_wanted.hpp");
const noted = wordings("arbiterd/formats/noted.hpp", "arbiterd/tournament/noted.hpp");
const ofControls = wordings("common/base/control_words.cpp");

test("the codes are those of the API", () => {
  assert.deepEqual([...wanted.keys(), "time_control"].sort(), defined.file_fault.enum);
  assert.deepEqual([...noted.keys()].sort(), defined.note.enum);
  assert.deepEqual([...ofControls.keys()].sort(), defined.control_note.enum);
});

const withoutPages = ["arbiterd/formats/pgn_tags.cpp"]; // follows games for the console

test("no sentence with a code is elsewhere, and none is without", () => {
  const known = new Set([...wanted.keys(), ...noted.keys(), ...ofControls.keys()]);
  const root = new URL("../../", import.meta.url);
  for (const folder of ["arbiterd", "clockd", "common"])
    for (const name of readdirSync(new URL(folder, root), { recursive: true }))
      if (/\.[ch]pp$/.test(name)) {
        const path = `${folder}/${name}`;
        for (const code of wordings(path).keys()) assert.ok(known.has(code), `${path}: ${code}`);
        const onlyText = /\bTold(?: \w+)?[({]\s*"/.test(read(path));
        assert.ok(!onlyText || withoutPages.includes(path), path);
      }
});

test("each code has a sentence with the places of the English one", () => {
  for (const [name, { fault, note }] of Object.entries(filesOf))
    for (const [ours, theirs] of [[fault, wanted], [note, noted],
      [controls[name].note, ofControls]])
      for (const [code, text] of Object.entries(ours)) {
        const places = placesOf(text);
        const known = theirs.get(code) ?? [];
        assert.deepEqual(places.filter((name) => !known.includes(name)), [], code);
        if (ours !== fault) assert.deepEqual(places.sort(), [...known].sort(), code);
      }
});

async function german(check) {
  await speak("de");
  await translate("de");
  await takeFileWords("de");
  check();
  await speak("en");
  await translate("en");
  await takeFileWords("en");
}

test("a fault is said with what the file has", async () => {
  const fault = { pointer: "", code: "number_taken_in", values: { line: "2" }, detail: "English" };
  const at = { ...fault, code: "sex", values: { at: "/players/0/sex" } };
  assert.deepEqual(faultText({ ...fault, found: "7" }), { text: "English", english: false });
  await german(() => {
    const taken = "eine Nummer, die sonst niemand hat (Zeile 2 hat sie)";
    assert.deepEqual(faultText(fault), { text: taken, english: false });
    assert.equal(faultText({ ...fault, found: "7" }).text, `${taken}; gefunden: „7“`);
    assert.equal(faultText(at).text, "/players/0/sex: m, w oder nichts");
    for (const other of [{ pointer: "", detail: "English" }, { ...fault, code: "newer" },
      { ...fault, values: {} }])
      assert.deepEqual(faultText(other), { text: "English", english: true });
  });
});

test("notes are said in their order, and the values that are words", async () => {
  const notes = ["first", "second"];
  const values = { round: "3", board: "1", player: "4 (white)", colour: "white" };
  const remarks = [{}, { code: "third_colour", values }];
  await german(() =>
    assert.deepEqual(notesOf(notes, remarks), [
      { text: "first", english: true },
      { text: "Runde 3, Brett 1: 4 (white) hat zum dritten Mal nacheinander Weiß", english: false },
    ]));
});

test("a note says why an act is not carried out, in words", async () => {
  const remarks = [{ code: "boards_left", values: { boards: "2, 4", n: "2", why: "game_over" } }];
  await answerWords();
  await german(() => {
    const [said] = notesOf(["not at 2 boards (boards 2, 4): over"], remarks);
    assert.match(said.text, /^Nicht an Brett 2, 4 .*beendet/);
  });
});
