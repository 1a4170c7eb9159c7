// What is written otherwise in German than in English: moves, decimals, time controls.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.localStorage ??= { getItem: () => null, setItem: () => {} };
globalThis.document ??= { documentElement: {} };
const parts = await import(process.env.FLAGFALL_PARTS);
const { clockText, controls, explained, moveText, parseTime, speak, timeText } = parts;

async function both(check) {
  for (const name of ["en", "de"]) {
    await speak(name);
    check(name);
  }
  await speak("en");
}

test("moves have the letters of the language", async () => {
  const moves = ["Nf3", "Qxd8+", "R1e2", "Bb5", "Kd2", "e8=Q#", "O-O-O", "bxc6"];
  const german = ["Sf3", "Dxd8+", "T1e2", "Lb5", "Kd2", "e8=D#", "O-O-O", "bxc6"];
  await both((name) => assert.deepEqual(moves.map(moveText), name === "de" ? german : moves));
});

test("times have the decimal sign of the language, and are read with it", async () => {
  await both((name) => {
    const point = name === "de" ? "," : ".";
    assert.equal(clockText(9_800), `0:09${point}8`);
    assert.equal(timeText(5_429_894), `1:30:29${point}894`);
    assert.equal(parseTime(timeText(5_429_894)), 5429.894);
  });
});

const control = (timeControl, remarks = []) => ({
  timeControl,
  meaning: ["English."],
  why: "Its class.",
  unusual: remarks.slice(1).map(() => "Unusual."),
  remarks,
});

test("what a time control means is said in German", async () => {
  await speak("de");
  const means = (of) => explained(controls.de, control(of))[0].text;
  for (const [of, said] of Object.entries({
    "40/5400+30:1800+30":
      "40 Züge in 1 Stunde 30 Minuten, dazu 30 Sekunden für jeden Zug ab dem ersten; " +
      "30 Minuten für den Rest, dazu 30 Sekunden für jeden Zug ab dem ersten.",
    "300d3": "5 Minuten für die Partie, die Uhr wartet bei jedem Zug 3 Sekunden.",
    "0+10": "0 Sekunden für die Partie, dazu 10 Sekunden für jeden Zug ab dem ersten.",
    "40/7200:20/3600": "40 Züge in 2 Stunden; je 20 weitere Züge in 1 Stunde, immer wieder.",
    "40/9000": "40 Züge in 2 Stunden 30 Minuten; danach immer wieder dasselbe, ohne Ende.",
    "180h": "3 Minuten wie bei einer Sanduhr: Was eine Seite verbraucht, bekommt die andere.",
    "0g10": "10 Sekunden für jeden Zug, und nichts davon bleibt übrig.",
    "0u": "Die Uhr zeigt die verbrauchte Zeit, ohne Grenze.",
    "1800:150y30":
      "30 Minuten für die Partie; wenn sie verbraucht ist, Byoyomi: 5 Abschnitte von " +
      "30 Sekunden; einer zählt nur, wenn er ganz verbraucht ist.",
    "W300-B240": "Weiß: 5 Minuten für die Partie.",
  }))
    assert.equal(means(of), said);
  assert.match(means("1800:10/300c"), /5 Minuten für je 10 Züge/);
  assert.equal(explained(controls.de, control("W300-B240"))[1].text,
    "Schwarz: 4 Minuten für die Partie.");
  assert.deepEqual(explained(controls.de, control("of tomorrow"))[0],
    { text: "English.", english: true });
  await speak("en");
});

test("its class, and what is unusual about it, come by their codes", async () => {
  await speak("de");
  const remarks = [
    { code: "class", values: { class: "rapid", time: "1500" } },
    { code: "block_by_presses", values: { side: "black" } },
    { code: "of_tomorrow", values: {} },
  ];
  assert.deepEqual(explained(controls.de, control("300", remarks)).slice(1), [
    { text: "Schnellschach (A.1): 25 Minuten für sechzig Züge.", english: false },
    { text: "Schwarz: Die Uhr zählt die Züge eines Blocks am Drücken.", english: false },
    { text: "Unusual.", english: true },
  ]);
  assert.deepEqual(explained(null, control("300", [remarks[0]])).map((one) => one.text),
    ["English.", "Its class."]);
  await speak("en");
});
