// Running clocks on the page: their texts are written directly into the page, each when it changes,
// and nothing is rendered for it.

import type { Tile } from "./api";
import { clockText, clockWords, nextChange } from "./format";
import type { Side } from "./side";

export type Clock = NonNullable<Tile["clock"]>;

// All clocks of a page are written together: each round costs the browser a frame. One that changes
// between two rounds is written in the nearer one, early or late by at most half of a round.
const beatOfFew = 25; // ms
const beatOfMany = 100;
const many = 100; // faces
const exactBelow = 10_000;
const wordsEvery = 60_000;

interface Face {
  node: HTMLElement;
  clock: Clock;
  side: Side;
  text: string;
  words: number; // when its words were last spoken
  until: number; // performance.now() at which its text changes
}

const dayMs = 86_400_000;

// The time left to a side at an instant; nothing runs if the instant is not known.
export function shownMs(clock: Clock, side: Side, instantUs: number | null): number {
  const reading = side === "white" ? clock.whiteMs : clock.blackMs;
  if (!clock.runs || instantUs === null) return reading;
  const used = Math.max(0, instantUs - clock.atUs) / 1000;
  if (clock.turn === side) return Math.max(0, reading - used);
  // In an hourglass the other side gains it, unless its flag is down.
  const theirs = side === "white" ? clock.blackMs : clock.whiteMs;
  return clock.hourglass && reading > 0 ? reading + Math.min(used, theirs) : reading;
}

// The display of an up-count shows the time used.
export function displayedMs(clock: Clock, side: Side, leftMs: number): number {
  return clock.countsUp?.includes(side) ? Math.max(0, dayMs - leftMs) : leftMs;
}

export class Ticker {
  #faces = new Set<Face>();
  #timer = 0;
  #due = Number.POSITIVE_INFINITY; // when it comes
  #frozen: number | null = null;
  #stopped = false;

  // `instant` returns the present instant in us, or null if nothing runs (virtual time).
  constructor(readonly instant: () => number | null) {}

  now(): number | null {
    return this.#stopped ? this.#frozen : this.instant();
  }

  // While the link is cut nothing is guessed: the last text stays.
  stop(yes: boolean): void {
    if (yes === this.#stopped) return;
    this.#frozen = this.instant();
    this.#stopped = yes;
    this.refresh();
  }

  // The text may have changed: the instant has become known, or was measured again.
  refresh(): void {
    for (const face of this.#faces) face.until = 0;
    this.#round();
  }

  show(node: HTMLElement, clock: Clock, side: Side): () => void {
    const words = Number.NEGATIVE_INFINITY;
    const face = { node, clock, side, text: node.textContent ?? "", words, until: 0 };
    this.#faces.add(face);
    const at = performance.now();
    face.until = at + this.#write(face, this.now(), at);
    this.#wake(face.until);
    return () => this.#faces.delete(face);
  }

  #beat(): number {
    return this.#faces.size < many ? beatOfFew : beatOfMany;
  }

  #wake(due: number): void {
    if (this.#stopped || due >= this.#due || due === Number.POSITIVE_INFINITY) return;
    clearTimeout(this.#timer);
    this.#due = due;
    const now = performance.now();
    const beat = this.#beat();
    const at = Math.max(Math.ceil(due / beat), Math.floor(now / beat) + 1) * beat;
    this.#timer = window.setTimeout(() => this.#round(), at - now);
  }

  // Writes the texts that are due.
  #round(): void {
    clearTimeout(this.#timer);
    this.#due = Number.POSITIVE_INFINITY;
    const at = performance.now();
    const now = this.now();
    let next = Number.POSITIVE_INFINITY;
    for (const face of this.#faces) {
      if (face.until <= at) face.until = at + this.#write(face, now, at);
      next = Math.min(next, face.until);
    }
    this.#wake(next);
  }

  // Returns how long the text stays, ms.
  #write(face: Face, now: number | null, at: number): number {
    const { clock, side, node } = face;
    const moves = clock.runs && (clock.turn === side || clock.hourglass === true);
    const left = shownMs(clock, side, now);
    const beat = this.#beat();
    const early = moves && now !== null && left > exactBelow + beat ? beat / 2 : 0;
    const ms = displayedMs(clock, side, left - early);
    const text = clockText(ms);
    if (text !== face.text) {
      face.text = text;
      // The text node stays: a new one costs a layout of everything around it.
      if (node.firstChild) (node.firstChild as Text).data = text;
      else node.textContent = text;
    }
    if (at - face.words > wordsEvery) {
      face.words = at;
      node.setAttribute("aria-label", clockWords(ms));
    }
    if (!moves || now === null) return Number.POSITIVE_INFINITY;
    const step = ms < exactBelow ? 100 : 1000;
    if (clock.countsUp?.includes(side) || clock.turn !== side) return step - (ms % step) + 1;
    return ms > 0 ? nextChange(ms) : Number.POSITIVE_INFINITY;
  }
}
