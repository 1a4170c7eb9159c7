// The clock as this device shows it: what clockd said last, and the presses that it has not
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

// A delay holds the clock for so long; nothing else does.
function delayOf(state: Shown, side: Side): number {
  const bonus = side === "white" ? state.white_bonus : state.black_bonus;
  return bonus?.startsWith("d") ? Number(bonus.slice(1)) * 1e6 : 0;
}

// What the display of a side shows at an instant, in us.
export function reading(state: Shown, side: Side, at: number): number {
  const shown = readingOf(state, side);
  if (state.phase !== "running" || state.turn !== side) return shown;
  const zero = state.zero_us ?? state.at_us + shown;
  return Math.max(0, Math.min(shown, zero - at));
}

// What an answer to a command says, with the rest as it was known: the next get_board has it all.
export function answered(before: Shown | null, ack: Ack): Shown {
  const known = before?.game === ack.game ? before : null;
  const { white, black, white_period, black_period, white_bonus, black_bonus } = known ?? {};
  const now: Shown = { ...ack };
  Object.assign(now, { white, black, white_period, black_period, white_bonus, black_bonus });
  if (now.phase === "running")
    now.zero_us = now.at_us + readingOf(now, now.turn) + delayOf(now, now.turn);
  return now;
}

// Is `one` older than what is shown already? Answers may come in another order.
export const isOlder = (one: View, than: Shown | null): boolean =>
  than !== null && one.game === than.game && one.at_us < than.at_us && one.epoch <= than.epoch;

function gained(state: Shown, side: Side, at: number): number {
  const bonus = side === "white" ? state.white_bonus : state.black_bonus;
  const size = Number(bonus?.slice(1) ?? 0) * 1e6;
  if (bonus?.startsWith("+")) return size;
  if (bonus?.startsWith("b")) return Math.min(size, Math.max(0, at - state.at_us));
  return 0;
}

function pressed(state: Shown, press: Press): Shown {
  if (state.phase !== "running" || state.turn !== press.side || state.epoch !== press.epoch)
    return state;
  const at = Math.max(press.at, state.at_us);
  const left = reading(state, press.side, at);
  const own = left > 0 ? left + gained(state, press.side, at) : 0;
  const next = other(press.side);
  const now: Shown = { ...state, turn: next, at_us: at, ply: state.ply + 1 };
  if (press.side === "white") now.white_us = own;
  else now.black_us = own;
  now.zero_us = at + readingOf(now, next) + delayOf(now, next);
  return now;
}

// With the presses that wait for their answers.
export const withPresses = (state: Shown, waiting: readonly Press[]): Shown =>
  waiting.reduce(pressed, state);
