// The counts in the header, and the filters of its counters.
import type { Tile } from "./api";
import type { Condition, Kind } from "./condition";
import { kinds } from "./condition";
import type { Board, HallStore } from "./hall";

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

export interface Counts {
  running: number;
  done: number;
  unsigned: number;
  cut: number;
  latestMs: number; // the largest time that both sides have, over all running games
}

export function count(store: HallStore): Counts {
  store.judged.value;
  const counts: Counts = { running: 0, done: 0, unsigned: 0, cut: 0, latestMs: 0 };
  for (const board of store.boards.values()) {
    const tile = board.tile.peek();
    const all = board.conditions.peek();
    for (const state of ["running", "done", "unsigned", "cut"] as const)
      if (isIn(state, tile, all)) counts[state] += 1;
    if (isIn("running", tile, all) && tile.clock)
      counts.latestMs = Math.max(counts.latestMs, tile.clock.whiteMs + tile.clock.blackMs);
  }
  return counts;
}
