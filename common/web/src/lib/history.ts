// A game as it was to be seen at each instant of its record.
import type { Moment } from "./api";
import { type Clock, shownMs } from "./ticker";

// The one at which the move of this ply was made that stands, or the game was set up: later ones of
// the same ply have what came after it. `fen`, if it is known, is the position that it led to.
// Where presses are counted, the press is the instant of its move, whenever that was entered.
export function momentOfPly(moments: readonly Moment[], ply: number, fen = ""): Moment | undefined {
  if (ply === 0) return moments[0];
  const count = (one: Moment | undefined) => one?.presses ?? one?.ply;
  const made = moments.filter((one, n) => count(one) === ply && count(moments[n - 1]) === ply - 1);
  return made.findLast((one) => one.fen === fen) ?? made.at(-1);
}

// The last that is no later than this position of the log.
export const momentAt = (moments: readonly Moment[], pos: number): Moment | undefined =>
  moments.findLast((one) => one.pos <= pos) ?? moments[0];

// Both clocks at that very instant, standing.
export function clockAt({ clock, atUs }: Moment): Clock {
  const whiteMs = shownMs(clock, "white", atUs);
  const blackMs = shownMs(clock, "black", atUs);
  return { ...clock, whiteMs, blackMs, atUs, runs: false };
}
