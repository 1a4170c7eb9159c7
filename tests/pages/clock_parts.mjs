// The parts of the clock page that need no browser: its display, and its proofs.
import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { test } from "node:test";

globalThis.crypto ??= webcrypto;
const parts = await import(process.env.FLAGFALL_PARTS);
const { answered, delayLeft, drawn, face, isOlder, proof, reading, stays, withPresses } = parts;

const S = 1_000_000;
const state = {
  board: 12,
  game: "g",
  phase: "running",
  epoch: 0,
  ply: 4,
  turn: "white",
  white_us: 60 * S,
  black_us: 50 * S,
  at_us: 1000 * S,
  zero_us: 1060 * S,
  white_bonus: "+5",
  black_bonus: "+5",
};
const press = (side, at, id = `${side}-${at}`) => ({ id, side, at: at * S, epoch: 0 });

test("only the clock that runs goes down, and not below zero", () => {
  assert.equal(reading(state, "white", 1010 * S), 50 * S);
  assert.equal(reading(state, "black", 1010 * S), 50 * S);
  assert.equal(reading(state, "white", 1100 * S), 0);
  assert.equal(reading({ ...state, phase: "paused" }, "white", 1010 * S), 60 * S);
});

test("during a delay the clock stands", () => {
  const delayed = { ...state, zero_us: 1065 * S, white_bonus: "d5" };
  assert.equal(delayLeft(delayed, "white", 1003 * S), 2 * S);
  assert.equal(delayLeft(delayed, "white", 1006 * S), 0);
  assert.equal(delayLeft(delayed, "black", 1003 * S), 0);
  assert.equal(delayLeft({ ...delayed, phase: "paused" }, "white", 1003 * S), 0);
  assert.equal(reading(delayed, "white", 1003 * S), 60 * S);
  assert.equal(reading(delayed, "white", 1006 * S), 59 * S);
});

test("a press turns the clock at its own instant, with its increment", () => {
  const turned = withPresses(state, [press("white", 1010)]);
  assert.equal(turned.turn, "black");
  assert.equal(turned.white_us, 55 * S);
  assert.equal(reading(turned, "black", 1013 * S), 47 * S);
  const both = withPresses(state, [press("white", 1010), press("black", 1020)]);
  assert.equal(both.black_us, 45 * S);
  assert.equal(both.ply, 6);
});

test("an hourglass gives what one side uses to the other, while neither flag is down", () => {
  const glass = { ...state, white_bonus: "h", black_bonus: "h" };
  assert.equal(reading(glass, "white", 1010 * S), 50 * S);
  assert.equal(reading(glass, "black", 1010 * S), 60 * S);
  assert.equal(reading(glass, "black", 1100 * S), 110 * S);
  assert.equal(reading({ ...glass, black_us: 0 }, "black", 1010 * S), 0);
  const turned = withPresses(glass, [press("white", 1010)]);
  assert.deepEqual([turned.white_us, turned.black_us], [50 * S, 60 * S]);
  assert.equal(reading(turned, "white", 1030 * S), 70 * S);
});

test("an up-count shows the time used", () => {
  const up = { ...state, white_bonus: "u", white_us: 86_390 * S, zero_us: undefined };
  assert.equal(reading(up, "white", 1005 * S), 15 * S);
  assert.equal(reading(up, "black", 1005 * S), 50 * S);
  assert.equal(withPresses(up, [press("white", 1005)]).white_us, 86_385 * S);
});

test("a gong goes back to its time, byo-yomi gives back the moment that was begun", () => {
  const gong = { ...state, white_bonus: "g60" };
  assert.equal(withPresses(gong, [press("white", 1010)]).white_us, 60 * S);
  const given = { ...gong, white_us: 100 * S, zero_us: 1100 * S };
  assert.equal(withPresses(given, [press("white", 1010)]).white_us, 90 * S);
  const japanese = { ...state, white_bonus: "y20" };
  assert.equal(withPresses(japanese, [press("white", 1010)]).white_us, 60 * S);
  assert.equal(withPresses(japanese, [press("white", 1025)]).white_us, 40 * S);
  const canadian = { ...state, white_bonus: "c", white_block: 3 };
  assert.equal(withPresses(canadian, [press("white", 1010)]).white_us, 50 * S);
});

test("bonuses of other kinds", () => {
  const bronstein = { ...state, white_bonus: "b5" };
  assert.equal(withPresses(bronstein, [press("white", 1003)]).white_us, 60 * S);
  assert.equal(withPresses(bronstein, [press("white", 1010)]).white_us, 55 * S);
  const delay = { ...state, black_bonus: "d5", white_bonus: "d5" };
  const turned = withPresses(delay, [press("white", 1010)]);
  assert.equal(turned.white_us, 50 * S);
  assert.equal(reading(turned, "black", 1014 * S), 50 * S);
});

test("a press that clockd has answered, or that an intervention undid, counts no more", () => {
  const waiting = [press("white", 1010)];
  const now = answered(state, { ...state, type: "ack", id: "x", turn: "black", ply: 5,
    white_us: 55 * S, at_us: 1010 * S });
  assert.deepEqual(withPresses(now, waiting), now);
  assert.equal(now.zero_us, 1060 * S);
  assert.equal(withPresses({ ...state, epoch: 1 }, waiting).turn, "white");
  assert.ok(isOlder(state, now));
  assert.ok(!isOlder({ ...state, epoch: 1 }, now));
});

test("zero is shown at zero only, and each face stays until the next", () => {
  assert.deepEqual(face(0), { large: "0:00", small: "" });
  assert.deepEqual(face(1), { large: "0.1", small: "" });
  assert.deepEqual(face(9_800_000, ","), { large: "9,8", small: "" });
  assert.equal(drawn("9,8").glyphs.length, 3);
  assert.equal(drawn("9,8").width, drawn("9.8").width);
  assert.deepEqual(face(59 * 60 * S), { large: "59:00", small: "" });
  assert.deepEqual(face(3731 * S), { large: "1:02", small: "11" });
  for (const us of [3731 * S, 61 * S + 1, 10 * S, 9_912_345, 100_000])
    assert.notDeepEqual(face(us), face(us - stays(us)), `${us}`);
});

test("digits are as wide as each other", () => {
  for (const digit of "0123456789") assert.equal(drawn(`${digit}:00`).width, drawn("8:88").width);
});

// The test vectors of docs/protocol.md, section 1.
const said = { name: "board 12", device: 3, log: "hall-1-log", nonce: "1".repeat(64),
  theirs: "2".repeat(64) };
const device = "35f27d02aa7443a3bb71d1da6bf0291bb414a79c9b5913630fb27f4f51c30dad";

test("proofs are those of the protocol", async () => {
  const key = await crypto.subtle.importKey("raw", proof.unhex(device),
    { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
  const clockd = "0dae76f60eacbf7e530460d80adfb4e52576919e7695b77db815e7f14f4066a8";
  assert.ok(await proof.isClockd(key, said, clockd));
  assert.ok(!(await proof.isClockd(key, said, clockd.replace("0", "1"))));
  assert.ok(!(await proof.isClockd(key, said, "")));
  assert.equal(await proof.ownProof(key, said),
    "d0b93dae22063310e62b75f82a30c9d5fc1fc52a600fb39effadafd889fea83d");
});

test("a code gives the key of the protocol's device", async () => {
  const code = proof.readCode(" 3-4svq-94id-9ysm".trim());
  assert.deepEqual(code, { device: 3, letters: "4SVQ941D9YSM" });
  const key = await proof.codeKey(code, said.log);
  assert.equal(await proof.codeProof(key, said),
    "9b8da9ca05af64acc9a3ebbcd32321068f98e3bd81a4143ab051a8c45ec4b68d");
  const answer = { device: 3, board: 12,
    sealed: "6fdbed981462fd4bf57d6a2f303f2cc69fb653228956518778a359bdab23072b",
    proof: "39c9589aa806654abaa83820321e251025c3558abef230a7c05cb31cab77d058" };
  const own = await proof.unsealed(key, said, answer);
  assert.ok(own && !own.extractable);
  assert.equal(await proof.ownProof(own, said),
    "d0b93dae22063310e62b75f82a30c9d5fc1fc52a600fb39effadafd889fea83d");
  assert.equal(await proof.unsealed(key, said, { ...answer, board: 13 }), null);
});

test("what is no code is none", () => {
  for (const text of ["", "3", "3-4SVQ", "x-4SVQ-941D-9YSM", "3-4SVQ-941U-9YSM"])
    assert.equal(proof.readCode(text), null, text);
});
