// The clock as this device shows it: the last report of clockd, and the presses that it has not
// answered yet. Plain values; instants are clockd's, in us.
import type { Ack, BoardState, Side, View } from "./messages";
import { other } from "./messages";

export type Shown = Omit<BoardState, "type" | "id">;

export interface Press {
  id: string;
  side: Side;
  at: number;
  epoch: number;
}

const readingOf = (state: View, side: Side): number =>
  side === "white" ? state.white_us : state.black_us;
const bonusOf = (state: Shown, side: Side): string =>
  (side === "white" ? state.white_bonus : state.black_bonus) ?? "";

export const isHourglass = (state: Shown): boolean => bonusOf(state, state.turn) === "h";
// An up-count cannot run out: its readings are the time left of a day.
export const countsUp = (state: Shown, side: Side): boolean => bonusOf(state, side) === "u";
const day = 86_400e6;

// A delay stops the clock for this time; nothing else does.
function delayOf(state: Shown, side: Side): number {
  const bonus = bonusOf(state, side);
  return bonus.startsWith("d") ? Number(bonus.slice(1)) * 1e6 : 0;
}

// The rest of the delay of the present turn, in us: until it ends the clock stands.
export function delayLeft(state: Shown, side: Side, at: number): number {
  if (state.phase !== "running" || state.turn !== side || state.zero_us === undefined) return 0;
  const whole = delayOf(state, side);
  return Math.max(0, Math.min(whole, state.zero_us - at - readingOf(state, side)));
}

// The time left to a side at an instant, in us.
function leftOf(state: Shown, side: Side, at: number): number {
  const shown = readingOf(state, side);
  if (state.phase !== "running") return shown;
  const zero = state.zero_us ?? state.at_us + readingOf(state, state.turn);
  const turn = readingOf(state, state.turn);
  const left = Math.max(0, Math.min(turn, zero - at));
  if (state.turn === side) return left;
  // The time that the other side uses of an hourglass is added here, unless the flag is down.
  return isHourglass(state) && shown > 0 ? shown + (turn - left) : shown;
}

// The reading that the display of a side shows at an instant, in us.
export function reading(state: Shown, side: Side, at: number): number {
  const left = leftOf(state, side, at);
  return countsUp(state, side) ? Math.max(0, day - left) : left;
}

// The state from an answer to a command, with the rest as known before: the next get_board has all.
export function answered(before: Shown | null, ack: Ack): Shown {
  const known = before?.game === ack.game ? before : null;
  const { white, black, white_period, black_period, white_bonus, black_bonus } = known ?? {};
  const now: Shown = { ...ack };
  Object.assign(now, { white, black, white_period, black_period, white_bonus, black_bonus });
  Object.assign(now, { white_block: known?.white_block, black_block: known?.black_block });
  if (now.phase === "running")
    now.zero_us = now.at_us + readingOf(now, now.turn) + delayOf(now, now.turn);
  return now;
}

// Is `one` older than the state shown? Answers may come in another order.
export const isOlder = (one: View, than: Shown | null): boolean =>
  than !== null && one.game === than.game && one.at_us < than.at_us && one.epoch <= than.epoch;

// The reading after a press. Japanese byo-yomi gives back the used part of a moment: if moments
// were used up, the beginning of the turn is not known here, and clockd reports it soon.
function afterPress(state: Shown, side: Side, at: number): number {
  const left = leftOf(state, side, at);
  const bonus = bonusOf(state, side);
  const size = Number(bonus.slice(1)) * 1e6;
  const used = Math.max(0, at - state.at_us);
  if (bonus.startsWith("+")) return left + size;
  if (bonus.startsWith("b")) return left + Math.min(size, used);
  if (bonus.startsWith("g")) return Math.max(left, size);
  if (bonus.startsWith("y")) return left + (used % size);
  return left;
}

function pressed(state: Shown, press: Press): Shown {
  if (state.phase !== "running" || state.turn !== press.side || state.epoch !== press.epoch)
    return state;
  const at = Math.max(press.at, state.at_us);
  const left = leftOf(state, press.side, at);
  const own = left > 0 ? afterPress(state, press.side, at) : 0;
  const next = other(press.side);
  const theirs = leftOf(state, next, at);
  const now: Shown = { ...state, turn: next, at_us: at, ply: state.ply + 1 };
  now.white_us = press.side === "white" ? own : theirs;
  now.black_us = press.side === "black" ? own : theirs;
  now.zero_us = at + readingOf(now, next) + delayOf(now, next);
  return now;
}

// With the presses that wait for their answers.
export const withPresses = (state: Shown, waiting: readonly Press[]): Shown =>
  waiting.reduce(pressed, state);
