// The counts in the header, and the filters of its counters.
import type { Tile } from "./api";
import type { Condition, Kind } from "./condition";
import { kinds } from "./condition";
import type { Board, HallStore } from "./hall";
import { signal } from "./signals";

export const states = ["needs", "running", "done", "unsigned", "cut", "low", ...kinds] as const;
export type State = (typeof states)[number];

export function isIn(state: string, tile: Tile, all: readonly Condition[]): boolean {
  switch (state) {
    case "":
      return true;
    case "needs":
      return all.some((one) => one.waits);
    case "running":
      return tile.status === "playing" || tile.status === "question";
    case "done":
      return tile.status === "finished";
    default:
      return all.some((one) => one.kind === (state as Kind));
  }
}

const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

// By number or name; accents are optional.
export function isFound(q: string, tile: Tile): boolean {
  if (q === "") return true;
  if (/^\d+$/.test(q)) return String(tile.board).startsWith(q);
  return [tile.white.name, tile.black.name].some((name) => plain(name).includes(plain(q)));
}

export interface Wanted {
  sector: string;
  state: string;
  q: string;
}

// In the order of the hall, whatever the filter.
export function wanted(store: HallStore, by: Wanted): number[] {
  const sector = store.head.value?.sectors.find((one) => one.name === by.sector);
  if (by.q !== "" || by.state !== "") store.judged.value;
  return store.order.value.filter((number) => {
    const board = store.boards.get(number) as Board;
    if (sector && (number < sector.first || number > sector.last)) return false;
    const tile = board.tile.peek();
    if (by.q !== "" && !isFound(by.q, tile)) return false;
    return by.state === "" || isIn(by.state, tile, board.conditions.peek());
  });
}

const counted = ["running", "done", "unsigned", "cut"] as const;
export type Counts = Record<(typeof counted)[number], number>;

// What one board adds to the counts.
interface Share {
  states: (typeof counted)[number][];
  leftMs: number; // both sides' time, of a running game
}

const nothing: Share = { states: [], leftMs: 0 };

function shareOf(tile: Tile, all: readonly Condition[]): Share {
  const states = counted.filter((state) => isIn(state, tile, all));
  const clock = states.includes("running") ? tile.clock : null;
  return { states, leftMs: clock ? clock.whiteMs + clock.blackMs : 0 };
}

// The counts of a hall: a change of a board costs a look at that board.
export class Tally {
  readonly counts = signal<Counts>({ running: 0, done: 0, unsigned: 0, cut: 0 });
  #shares = new Map<number, Share>();
  #latestMs: number | null = 0; // null: it has to be found again

  put(tile: Tile, all: readonly Condition[]): void {
    this.#change(tile.board, shareOf(tile, all));
  }

  drop(board: number): void {
    this.#change(board, nothing);
    this.#shares.delete(board);
  }

  // The largest time that both sides have, over all running games.
  latestMs(): number {
    this.#latestMs ??= Math.max(0, ...[...this.#shares.values()].map((one) => one.leftMs));
    return this.#latestMs;
  }

  #change(board: number, share: Share): void {
    const before = this.#shares.get(board) ?? nothing;
    this.#shares.set(board, share);
    this.#late(before.leftMs, share.leftMs);
    if (before.states.join() === share.states.join()) return;
    const counts = { ...this.counts.peek() };
    for (const state of before.states) counts[state] -= 1;
    for (const state of share.states) counts[state] += 1;
    this.counts.value = counts;
  }

  #late(before: number, now: number): void {
    if (this.#latestMs === null) return;
    if (now >= this.#latestMs) this.#latestMs = now;
    else if (before === this.#latestMs) this.#latestMs = null;
  }
}
