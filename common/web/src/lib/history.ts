// A game as it appeared at each instant of its record.
import type { Moment } from "./api";
import { type Clock, shownMs } from "./ticker";

// The one at which the present move of this ply was made, or the game was set up: later ones of
// the same ply have the state after it. `fen`, if known, is the position to which it led.
// If presses are counted, the press is the instant of its move, whenever that was entered.
export function momentOfPly(moments: readonly Moment[], ply: number, fen = ""): Moment | undefined {
  if (ply === 0) return moments[0];
  const count = (one: Moment | undefined) => one?.presses ?? one?.ply;
  const made = moments.filter((one, n) => count(one) === ply && count(moments[n - 1]) === ply - 1);
  return made.findLast((one) => one.fen === fen) ?? made.at(-1);
}

// The last one that is not later than this position of the log.
export const momentAt = (moments: readonly Moment[], pos: number): Moment | undefined =>
  moments.findLast((one) => one.pos <= pos) ?? moments[0];

// Both clocks at exactly this instant, standing.
export function clockAt({ clock, atUs }: Moment): Clock {
  const whiteMs = shownMs(clock, "white", atUs);
  const blackMs = shownMs(clock, "black", atUs);
  return { ...clock, whiteMs, blackMs, atUs, runs: false };
}
