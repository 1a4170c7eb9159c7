// Running clocks on the page: their texts are written straight into the page, each when it changes,
// and nothing is rendered for it.

import type { Tile } from "./api";
import { clockText, clockWords, nextChange } from "./format";
import type { Side } from "./side";

export type Clock = NonNullable<Tile["clock"]>;

const atLeast = 40; // ms between two rounds
const wordsEvery = 60_000;

interface Face {
  node: HTMLElement;
  clock: Clock;
  side: Side;
  text: string;
  words: number; // when its words were said last
}

const dayMs = 86_400_000;

// What is left to a side at an instant; nothing runs where the instant is not known.
export function shownMs(clock: Clock, side: Side, instantUs: number | null): number {
  const reading = side === "white" ? clock.whiteMs : clock.blackMs;
  if (!clock.runs || instantUs === null) return reading;
  const used = Math.max(0, instantUs - clock.atUs) / 1000;
  if (clock.turn === side) return Math.max(0, reading - used);
  // In an hourglass the other side wins it, unless its flag is down.
  const theirs = side === "white" ? clock.blackMs : clock.whiteMs;
  return clock.hourglass && reading > 0 ? reading + Math.min(used, theirs) : reading;
}

// An up-count's display shows what was used.
export function displayedMs(clock: Clock, side: Side, leftMs: number): number {
  return clock.countsUp?.includes(side) ? Math.max(0, dayMs - leftMs) : leftMs;
}

export class Ticker {
  #faces = new Set<Face>();
  #timer = 0;
  #frozen: number | null = null;
  #stopped = false;

  // `instant` gives the present instant in us, or null where nothing runs (virtual time).
  constructor(readonly instant: () => number | null) {}

  now(): number | null {
    return this.#stopped ? this.#frozen : this.instant();
  }

  // While the link is cut nothing is guessed: what was shown stays.
  stop(yes: boolean): void {
    if (yes === this.#stopped) return;
    this.#frozen = this.instant();
    this.#stopped = yes;
    this.#round();
  }

  // What is shown may be another now: the instant has become known, or was measured again.
  refresh(): void {
    this.#round();
  }

  show(node: HTMLElement, clock: Clock, side: Side): () => void {
    const face = { node, clock, side, text: "", words: Number.NEGATIVE_INFINITY };
    this.#faces.add(face);
    this.#write(face, this.now());
    this.#wake(atLeast);
    return () => this.#faces.delete(face);
  }

  #wake(after: number): void {
    if (this.#timer === 0) this.#timer = window.setTimeout(() => this.#round(), after);
  }

  #round(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const now = this.now();
    let next = Number.POSITIVE_INFINITY;
    for (const face of this.#faces) next = Math.min(next, this.#write(face, now));
    if (!this.#stopped && next < Number.POSITIVE_INFINITY) this.#wake(Math.max(atLeast, next + 1));
  }

  // Gives how long the text stays.
  #write(face: Face, now: number | null): number {
    const { clock, side, node } = face;
    const ms = displayedMs(clock, side, shownMs(clock, side, now));
    const text = clockText(ms);
    if (text !== face.text) {
      face.text = text;
      node.textContent = text;
    }
    const at = performance.now();
    if (at - face.words > wordsEvery) {
      face.words = at;
      node.setAttribute("aria-label", clockWords(ms));
    }
    const moves = clock.runs && (clock.turn === side || clock.hourglass === true);
    if (!moves || now === null) return Number.POSITIVE_INFINITY;
    if (clock.countsUp?.includes(side) || clock.turn !== side) return 1000;
    return ms > 0 ? nextChange(ms) : Number.POSITIVE_INFINITY;
  }
}
