// What is written otherwise in German than in English: moves, decimals, time controls.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.localStorage ??= { getItem: () => null, setItem: () => {} };
globalThis.document ??= { documentElement: {} };
const parts = await import(process.env.FLAGFALL_PARTS);
const { clockText, controls, meaningOf, moveText, parseTime, speak, timeText } = parts;

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

const says = (timeControl, timeClass) => ({ timeControl, timeClass });

test("what a time control means is said in German", async () => {
  await speak("de");
  const means = (...of) => meaningOf(controls.de, says(...of));
  assert.equal(
    means("40/5400+30:1800+30", "standard"),
    "40 Züge in 1 Stunde 30 Minuten, dazu 30 s für jeden Zug ab dem ersten; " +
      "30 Minuten für den Rest, dazu 30 s für jeden Zug ab dem ersten. Turnierschach.",
  );
  assert.equal(
    means("300d3", "blitz"),
    "5 Minuten für die Partie, die Uhr wartet bei jedem Zug 3 s. Blitzschach.",
  );
  assert.equal(means("W300-B240", "blitz"), null);
  assert.equal(means("2:100y20", "blitz"), null);
  await speak("en");
});
