// The state of a board: the twelve states of a tile, the first true one before the others. Each has
// a shape, a text and a colour, so that no single one of them is needed.
import type { Question, Tile } from "./api";
import { type Side, sides } from "./side";
import { shownMs } from "./ticker";

export const kinds = [
  "flag",
  "claim",
  "illegal",
  "paused",
  "absent",
  "presses",
  "cut",
  "low",
  "unsigned",
  "repetition",
  "appeal",
  "done",
] as const;
export type Kind = (typeof kinds)[number];

export interface Condition {
  kind: Kind;
  side?: Side;
  about?: string; // of the question with this state
  question?: Question; // its words are those of the language when it is drawn
  article?: string;
  waits: boolean; // for a person: it belongs in the bay
  level: number; // severity: at a higher one a state that was seen shows again
  sinceMs?: number; // by the wall clock of the server, for its age
  sinceUs?: number; // on the clocks' scale
  untilUs?: number;
  ms?: number; // left on a clock
  count?: number;
  gapUs?: number; // between two flags
  by?: string;
}

const minute = 60_000;
const lowStandard = [5 * minute, 2 * minute, minute, 30_000];
const lowFast = [30_000, 10_000];

// Of the subjects of questions (docs/desk.md); a player's call for all others.
const subjects: Record<string, Kind> = {
  flag: "flag",
  flag_fall: "flag",
  call_flag: "flag",
  illegal_move: "illegal",
  illegal_position: "illegal",
  illegal_reply: "illegal",
  announced_move_not_played: "illegal",
  press_without_move: "illegal",
  repeated_offence: "illegal",
  touch_move: "illegal",
  unreadable_move: "illegal",
  made_move_changed: "illegal",
  loss: "illegal",
  pause: "paused",
  adjournment: "paused",
  sealed_move: "paused",
  default_time: "absent",
  after_the_fact: "presses",
  completed_by_next: "presses",
  moves: "presses",
  sheet: "presses",
  board_gone: "cut",
  board_shows: "cut",
  clock: "cut",
  clock_command: "cut",
  correction: "cut",
  dated_back: "cut",
  device_twice: "cut",
  foreign_game: "cut",
  software: "cut",
  late_press: "cut",
  refused: "cut",
  appeal: "appeal",
};

const rank = (one: Condition): number => kinds.indexOf(one.kind);

const kindOf = (question: Question): Kind => subjects[question.about] ?? "claim";

const asked = (question: Question): Condition => ({
  kind: kindOf(question),
  about: question.about,
  question,
  article: question.article,
  waits: true,
  level: question.number,
  sinceMs: Date.parse(question.askedAt),
});

// A flag that is down, with the question about it.
function ofFlags(tile: Tile): Condition[] {
  const [first, second] = tile.flags ?? [];
  if (!first || tile.result !== "*") return [];
  const gap = second ? { gapUs: second.atUs - first.atUs } : {};
  const question = tile.questions.find((one) => kindOf(one) === "flag");
  const words = question ? asked(question) : { waits: true };
  const level = tile.flags?.length ?? 0;
  return [{ ...words, kind: "flag", side: first.side, level, sinceUs: first.atUs, ...gap }];
}

function ofQuestions(tile: Tile): Condition[] {
  const flags = ofFlags(tile);
  const others = tile.questions.filter((one) => flags.length === 0 || kindOf(one) !== "flag");
  return [...flags, ...others.map(asked)];
}

function ofAbsence(tile: Tile): Condition[] {
  return (tile.absent ?? []).map(({ side, untilUs }) => ({
    kind: "absent",
    side,
    untilUs,
    waits: true,
    level: 0,
  }));
}

function ofIllegal(tile: Tile): Condition[] {
  const counted = tile.illegal;
  if (!counted || tile.status === "finished") return [];
  return sides
    .filter((side) => counted[side] > 0)
    .map((side) => ({
      kind: "illegal",
      side,
      count: counted[side],
      level: counted[side],
      waits: false,
    }));
}

function ofStanding(tile: Tile): Condition[] {
  if (tile.adjourned) return [{ kind: "paused", about: "adjournment", waits: false, level: 0 }];
  const stands = tile.stands;
  if (!stands || (!stands.named && tile.questions.length > 0)) return [];
  return [{ kind: "paused", by: stands.by, sinceUs: stands.sinceUs, waits: false, level: 0 }];
}

// Its device has no link to clockd, since this instant if it is known.
export interface Cut {
  sinceUs?: number;
}

function ofDevice(tile: Tile, cut: Cut | undefined): Condition[] {
  if (!cut || tile.status === "finished") return [];
  return [{ kind: "cut", about: "device", waits: false, level: 0, ...cut }];
}

function ofTime(tile: Tile, instantUs: number | null): Condition[] {
  const { clock, recording } = tile;
  if (!clock || !recording || tile.status === "finished" || tile.status === "ready") return [];
  return sides.flatMap((side) => {
    const fast = recording[side] === "need_not_in_fast_play";
    const ms = shownMs(clock, side, instantUs);
    const level = (fast ? lowFast : lowStandard).filter((bound) => ms < bound).length;
    const waits = !fast && level >= 2;
    const about = recording[side];
    return level > 0 ? [{ kind: "low" as const, side, ms, level, waits, about }] : [];
  });
}

// How long they stay the same if nothing happens, ms: until a running clock is low, or lower. While
// the instant is not known, no clock runs on the page.
export function staysFor(tile: Tile, instantUs: number | null): number {
  const { clock, recording } = tile;
  if (!clock?.runs || !recording || instantUs === null) return Number.POSITIVE_INFINITY;
  if (clock.hourglass) return 0;
  const left = shownMs(clock, clock.turn, instantUs);
  const bounds = recording[clock.turn] === "need_not_in_fast_play" ? lowFast : lowStandard;
  const next = bounds.find((bound) => bound <= left);
  return next === undefined ? Number.POSITIVE_INFINITY : left - next;
}

function ofResult(tile: Tile): Condition[] {
  if (tile.approval === "appealed")
    return [{ kind: "appeal", waits: tile.questions.length > 0, level: 0 }];
  if (tile.status !== "finished") return [];
  const missing = sides.filter((side) => tile.approved && !tile.approved[side]);
  if (missing.length > 0 && tile.approval === "provisional") {
    const side = missing.length === 1 ? { side: missing[0] as Side } : {};
    return [{ kind: "unsigned", waits: false, level: 0, ...side }];
  }
  return [{ kind: "done", waits: false, level: tile.fetched ? 1 : 0 }];
}

function ofPosition(tile: Tile): Condition[] {
  if (tile.status === "finished") return [];
  if ((tile.occurrences ?? 0) >= 3)
    return [{ kind: "repetition", count: tile.occurrences ?? 0, waits: false, level: 0 }];
  if ((tile.halfmoves ?? 0) >= 100)
    return [
      {
        kind: "repetition",
        about: "moves",
        count: Math.floor((tile.halfmoves ?? 0) / 2),
        waits: false,
        level: 0,
      },
    ];
  return [];
}

// All that are true, in their order: of two of one kind the one that waits comes first.
export function conditions(tile: Tile, instantUs: number | null, cut?: Cut): Condition[] {
  const all = [
    ...ofQuestions(tile),
    ...ofIllegal(tile),
    ...ofStanding(tile),
    ...ofAbsence(tile),
    ...ofDevice(tile, cut),
    ...ofTime(tile, instantUs),
    ...ofResult(tile),
    ...ofPosition(tile),
  ];
  return all.sort((a, b) => rank(a) - rank(b) || Number(b.waits) - Number(a.waits));
}

// Two lists that show the same: nothing has to be drawn again.
export function signature(all: readonly Condition[]): string {
  return JSON.stringify(all, (name, value) => (name === "ms" ? undefined : value));
}

// A state that was seen is not shown again until it gets worse.
export function worst(all: readonly Condition[]): string {
  return all
    .filter((one) => one.waits)
    .map((one) => `${one.kind}${one.level}`)
    .join();
}
