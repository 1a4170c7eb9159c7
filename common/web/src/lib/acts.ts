// The acts of an arbiter as forms: what each asks for, and the act that it makes.
import type { DeskGame, DeskQuestion, Ruling, Schemas, Tile } from "./api";
import { sides } from "./side";
import type { Key } from "./text";

export type Act = Schemas["desk.command"]["act"];
export type Values = Record<string, string>;

export interface Choice {
  value: string;
  text?: string; // as the server says it
  key?: Key; // or ours
  article?: string;
}
export interface Field {
  name: string;
  label: Key;
  kind: "choice" | "clock" | "delta" | "text" | "number";
  choices?: Choice[];
  needed?: boolean;
  start?: string;
  when?: (values: Values) => boolean; // only then is it asked for
}
export interface Form {
  title: string;
  facts: readonly (readonly [string, string])[];
  fields: Field[];
  question?: DeskQuestion; // that it answers
  event?: string; // of an act for many boards, which is the office's
  act: (values: Values) => Act;
}
export const kindsOfAct = [
  "pause",
  "resume",
  "adjust",
  "set",
  "penalty",
  "illegal",
  "result",
  "note",
] as const;
export type ActKind = (typeof kindsOfAct)[number];

const usOf = (text: string | undefined): number | undefined => {
  const seconds = parseTime(text ?? "");
  return seconds === null ? undefined : Math.round(seconds * 1_000_000);
};

// "1:02:03", "2:03", "-2:00", "45": seconds; null for anything else.
export function parseTime(text: string): number | null {
  const match = /^([+-−]?)(?:(\d+):)?(?:(\d{1,2}):)?(\d+(?:[.,]\d+)?)$/.exec(text.trim());
  if (!match) return null;
  const [, sign, first, second, last] = match;
  const hours = second === undefined ? 0 : Number(first);
  const minutes = second === undefined ? Number(first ?? 0) : Number(second);
  const seconds = hours * 3600 + minutes * 60 + Number((last ?? "0").replace(",", "."));
  return sign === "-" || sign === "−" ? -seconds : seconds;
}

export function timeText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const rest = ms % 1000 === 0 ? "" : `.${String(ms % 1000).padStart(3, "0")}`;
  const minutes = two(Math.floor(seconds / 60) % 60);
  return `${Math.floor(seconds / 3600)}:${minutes}:${two(seconds % 60)}${rest}`;
}

const ofSide = (): Choice[] => sides.map((side) => ({ value: side, key: `side.${side}` as Key }));
const texts = (name: string, list: string[]): Choice[] =>
  list.map((value) => ({ value, key: `${name}.${value}` as Key }));

const side: Field = { name: "side", label: "sheet.side", kind: "choice", needed: true };
const kind: Field = { name: "kind", label: "sheet.kind", kind: "choice", needed: true };
const reason: Field = { name: "reason", label: "sheet.reason", kind: "text" };
const article = (start = ""): Field => ({
  name: "article",
  label: "sheet.article",
  kind: "text",
  start,
});

const clocks = (kind: "clock" | "delta", start: (of: "white" | "black") => string): Field[] =>
  sides.map((of) => ({ name: of, label: `side.${of}`, kind, start: start(of) }));

const times = (values: Values) => {
  const [white, black] = [usOf(values.white), usOf(values.black)];
  return {
    ...(white === undefined ? {} : { white_us: white }),
    ...(black === undefined ? {} : { black_us: black }),
  };
};

const penalties = ["warning", "time_to_opponent", "time_off", "loss", "expulsion"];
const actions = ["illegal_move", "press_without_move", "two_hands", "promotion_not_completed"];

// `shown` is what both clocks show now.
type Shown = { white: number; black: number };

const forms: Record<ActKind, (tile: Tile, shown: Shown) => Omit<Form, "title" | "facts">> = {
  pause: () => ({
    fields: [reason],
    act: () => ({ type: "pause_clock" }),
  }),
  resume: () => ({
    fields: [reason],
    act: () => ({ type: "resume_clock" }),
  }),
  adjust: () => ({
    fields: [...clocks("delta", () => ""), article("6.2.6"), reason],
    act: (values) => ({ type: "adjust_clock", ...times(values) }),
  }),
  set: (_, shown) => ({
    fields: [...clocks("clock", (of) => timeText(shown[of])), article("6.10"), reason],
    act: (values) =>
      ({
        type: "set_clock",
        white_us: usOf(values.white) ?? 0,
        black_us: usOf(values.black) ?? 0,
      }) as Act,
  }),
  penalty: () => ({
    fields: [
      { ...side, choices: ofSide() },
      { ...kind, choices: texts("penalty", penalties) },
      {
        name: "time",
        label: "sheet.time",
        kind: "delta",
        start: "2:00",
        when: (values) => (values.kind ?? "").startsWith("time"),
      },
      article(),
      reason,
    ],
    act: (values) =>
      ({
        type: "penalise",
        side: values.side,
        kind: values.kind,
        ...((values.kind ?? "").startsWith("time") ? { time_us: usOf(values.time) } : {}),
      }) as Act,
  }),
  illegal: (tile) => ({
    fields: [
      { ...side, choices: ofSide() },
      { ...kind, choices: texts("action", actions) },
      { name: "ply", label: "sheet.ply", kind: "number", start: String(tile.plies) },
      article(),
      reason,
    ],
    act: (values) =>
      ({
        type: "illegal_action",
        side: values.side,
        kind: values.kind,
        ...(values.ply ? { ply: Number(values.ply) } : {}),
      }) as Act,
  }),
  result: () => ({
    fields: [
      {
        name: "score",
        label: "sheet.score",
        kind: "choice",
        needed: true,
        choices: ["1-0", "1/2-1/2", "0-1", "0-0"].map((value) => ({ value, text: value })),
      },
      article(),
      reason,
    ],
    act: (values) => ({ type: "give_result", score: values.score }) as Act,
  }),
  note: () => ({
    fields: [{ name: "text", label: "sheet.text", kind: "text", needed: true }],
    act: (values) => ({ type: "note", text: values.text ?? "" }) as Act,
  }),
};

export const formOf = (kind: ActKind, title: string, tile: Tile, shown: Shown): Form => ({
  title,
  facts: [],
  ...forms[kind](tile, shown),
});

const setsClock = (values: Values): boolean => /clock|play_on|correct/.test(values.option ?? "");

export function answerTo(question: DeskQuestion, title: string): Form {
  const choices = question.options.map(({ option, text }) => ({ value: option, text }));
  const option: Field = {
    name: "option",
    label: "sheet.option",
    kind: "choice",
    needed: true,
    choices,
  };
  const empty = clocks("clock", () => "").map((field) => ({ ...field, when: setsClock }));
  return {
    title,
    facts: question.evidence as [string, string][],
    fields: [option, ...empty, article(question.article), reason],
    question,
    act: (values) =>
      ({
        type: "answer",
        question: question.number,
        option: values.option,
        ...(setsClock(values) ? times(values) : {}),
      }) as Act,
  };
}

export const undoOf = (ruling: number, title: string): Form => ({
  title,
  facts: [],
  fields: [{ ...reason, needed: true }],
  act: () => ({ type: "undo", ruling }) as Act,
});

// A fire alarm, no light: all boards, or those of a sector. `sectors` are the caller's; "": all.
export function forMany(event: string, sectors: string[], title: string): Form {
  const one = (value: string): Choice =>
    value === "" ? { value: "*", key: "hall.wholeHall" } : { value, text: value };
  return {
    title,
    facts: [],
    event,
    fields: [
      {
        name: "kind",
        label: "sheet.kind",
        kind: "choice",
        needed: true,
        choices: texts("act", ["pause", "resume"]),
      },
      {
        name: "where",
        label: "hall.sector",
        kind: "choice",
        needed: true,
        choices: sectors.map(one),
      },
      { ...reason, needed: true },
    ],
    act: (values) =>
      ({
        type: "rule_boards",
        ...(values.where === "*" ? {} : { sector: values.where }),
        act: { type: values.kind === "pause" ? "pause_clock" : "resume_clock" },
      }) as unknown as Act,
  };
}

// What these did is not taken back but done the other way round: a pause by resuming.
const plain = ["pause", "resume", "note", "record_shown"];
export const canUndo = (ruling: Ruling): boolean =>
  !ruling.undoneBy && ruling.decidedBy !== "arbiterd" && !plain.includes(ruling.about);

// The last ruling of this person, if it can be taken back; 0 if not.
export function lastOf(game: DeskGame, name: string): number {
  const last = game.rulings.filter((one) => one.decidedBy === name).at(-1);
  return last && canUndo(last) ? last.number : 0;
}
