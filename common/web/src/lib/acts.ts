// The most frequent acts of an arbiter on one game, answers, and the undo of a ruling.
import type { DeskGame, DeskQuestion, Ruling, Tile } from "./api";
import {
  type Act,
  article,
  type Choice,
  clocks,
  type Field,
  type Form,
  given,
  kind,
  more,
  noClocks,
  numberOf,
  readingText,
  reason,
  side,
  texts,
  times,
  usOf,
  type Values,
} from "./form";
import { optionText } from "./record";
import { sides } from "./side";
import type { Key } from "./text";

export const kindsOfAct = [
  "pause",
  "resume",
  "set",
  "adjust",
  "penalty",
  "illegal",
  "result",
  "note",
] as const;
export type ActKind = (typeof kindsOfAct)[number];

const penalties = [
  "warning",
  "time_to_opponent",
  "time_off",
  "points_to_opponent",
  "points_off",
  "loss",
  "both_lose",
  "fine",
  "exclusion",
  "expulsion",
];
const actions = ["illegal_move", "press_without_move", "two_hands", "promotion_not_completed"];
const endings = [
  "checkmate",
  "resignation",
  "resignation-draw",
  "stalemate",
  "dead-position",
  "agreement",
  "time-forfeit",
  "time-forfeit-draw",
  "illegal-move-forfeit",
  "illegal-move-draw",
  "threefold",
  "fifty-move",
  "fivefold",
  "seventy-five-move",
  "forfeit",
  "arbiter-decision",
];
export const scores: Choice[] = ["1-0", "1/2-1/2", "0-1", "0-0", "1/2-0", "0-1/2"].map((value) => ({
  value,
  text: value.replaceAll("1/2", "½"),
}));

const startsWith = (word: string) => (values: Values) => (values.kind ?? "").startsWith(word);
const isFine = startsWith("fine");
const ply = (start = ""): Field => ({ name: "ply", label: "sheet.ply", kind: "number", start });
const fen: Field = { name: "fen", label: "sheet.fen", kind: "text", more: true };
const run: Field = { name: "run", label: "sheet.run", kind: "tick", more: true };
const score: Field = {
  name: "score",
  label: "sheet.score",
  kind: "choice",
  needed: true,
  choices: scores,
};

// `shown` is the present reading of both clocks.
export type Shown = { white: number; black: number };
export type Make = (tile: Tile, shown: Shown) => Omit<Form, "title">;

// A side whose text stays keeps its time, to the microsecond; if neither changes, both are set.
function changed(values: Values, shown: Shown): Values {
  const other = sides.filter((of) => values[of]?.trim() !== readingText(shown[of]));
  if (other.length === 0) return values;
  return Object.fromEntries(other.map((of) => [of, values[of] ?? ""]));
}

const setClock: Make = (_, shown) => ({
  fields: [
    ...clocks("clock", (of) => readingText(shown[of])).map((field) => ({ ...field, needed: true })),
    article("6.10"),
    reason,
    run,
    ...more([
      { name: "white_period", label: "sheet.whitePeriod", kind: "number" },
      { name: "black_period", label: "sheet.blackPeriod", kind: "number" },
      ply(),
    ]),
    fen,
  ],
  act: (values) =>
    ({
      type: "set_clock",
      ...times(changed(values, shown)),
      ...given("white_period", numberOf(values.white_period)),
      ...given("black_period", numberOf(values.black_period)),
      ...given("ply", numberOf(values.ply)),
      ...given("fen", values.fen),
      ...given("run", values.run === "yes"),
    }) as Act,
});

// The devices that ring most often: the player loses, unless the event has announced less.
const phones: Field = {
  name: "phone",
  label: "sheet.phone",
  kind: "choice",
  choices: sides.map((of) => ({
    value: of,
    key: `phone.${of}`,
    article: "11.3.2.2",
    sets: { side: of, kind: "loss", article: "11.3.2.2" },
  })),
};

const penalise: Make = () => ({
  fields: [
    phones,
    side,
    kind(texts("penalty", penalties)),
    { name: "time", label: "sheet.time", kind: "delta", start: "2:00", when: startsWith("time") },
    { ...score, needed: false, when: startsWith("points") },
    { name: "text", label: "sheet.fine", kind: "text", when: isFine },
    article(),
    reason,
  ],
  act: (values) =>
    ({
      type: "penalise",
      side: values.side,
      kind: values.kind,
      ...(startsWith("time")(values) ? given("time_us", usOf(values.time)) : {}),
      ...(startsWith("points")(values) ? given("score", values.score) : {}),
      ...(isFine(values) ? given("text", values.text) : {}),
    }) as Act,
});

const illegal: Make = (tile) => ({
  fields: [
    side,
    kind(texts("action", actions)),
    ply(String(tile.plies)),
    article(),
    reason,
    ...more(noClocks("clock")),
    run,
    { name: "text", label: "sheet.squares", kind: "text", more: true },
    fen,
  ],
  act: (values) =>
    ({
      type: "illegal_action",
      side: values.side,
      kind: values.kind,
      ...times(values),
      ...given("ply", numberOf(values.ply)),
      ...given("fen", values.fen),
      ...given("run", values.run === "yes"),
      ...given("text", values.text),
    }) as Act,
});

const result: Make = () => ({
  fields: [
    score,
    { name: "ending", label: "sheet.ending", kind: "list", choices: texts("ending", endings) },
    article(),
    reason,
  ],
  act: (values) =>
    ({ type: "give_result", score: values.score, ...given("ending", values.ending) }) as Act,
});

const forms: Record<ActKind, Make> = {
  pause: () => ({ fields: [reason], act: () => ({ type: "pause_clock" }) }),
  resume: () => ({ fields: [reason], act: () => ({ type: "resume_clock" }) }),
  adjust: () => ({
    fields: [...noClocks("delta"), article("6.2.6"), reason],
    act: (values) => ({ type: "adjust_clock", ...times(values) }) as Act,
  }),
  set: setClock,
  penalty: penalise,
  illegal,
  result,
  note: () => ({
    fields: [{ name: "text", label: "sheet.text", kind: "text", needed: true }],
    act: (values) => ({ type: "note", text: values.text ?? "" }) as Act,
  }),
};

export const formOf = (kind: ActKind, title: string, tile: Tile, shown: Shown): Form => ({
  title,
  ...forms[kind](tile, shown),
});

const setsClock = (values: Values): boolean => /clock|play_on|correct/.test(values.option ?? "");

// A flag that is called, one player who has not come: the first option is that of the Laws.
function proposalOf({ about, options }: DeskQuestion): Values | null {
  const [first] = options;
  const called = ["flag", "call_flag"].includes(about) && first?.option === "call";
  const forfeit = about === "default_time" && options.length === 2;
  return first && (called || forfeit) ? { option: first.option } : null;
}

export function answerTo(question: DeskQuestion, title: string): Form {
  const choices = question.options.map(({ option, text }) => ({
    value: option,
    text: () => optionText(question, option, text),
  }));
  const option: Field = {
    name: "option",
    label: "sheet.option",
    kind: "choice",
    needed: true,
    choices,
  };
  const proposed = proposalOf(question);
  const empty = noClocks("clock").map((field) => ({ ...field, when: setsClock }));
  return {
    title,
    fields: [option, ...empty, article(question.article), reason],
    question,
    ...(proposed ? { proposed } : {}),
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
  fields: [{ ...reason, needed: true }],
  act: () => ({ type: "undo", ruling }) as Act,
});

// What these did is not taken back but done the other way round: a pause by resuming.
const otherwise: Record<string, Key> = {
  pause: "undo.pause",
  pause_clock: "undo.pause",
  resume: "undo.resume",
  resume_clock: "undo.resume",
  note: "undo.note",
  colours: "undo.colours",
  reverse_colours: "undo.colours",
};
// Of an act, before it is done: why it will not be taken back.
export const whyNoUndoOf = (act: Act): Key | null => otherwise[act.type] ?? null;

// What was taken back before says so itself.
export const isGone = (ruling: Ruling): boolean => !!ruling.undoneBy || !!ruling.cancelledBy;
export const canUndo = (ruling: Ruling, game: DeskGame): boolean =>
  !isGone(ruling) && game.undoable.includes(ruling.number);
export const whyNoUndo = (ruling: Ruling, game: DeskGame): Key | null =>
  isGone(ruling) || canUndo(ruling, game) ? null : (otherwise[ruling.about] ?? "undo.nothing");

// The last ruling of this person.
export const lastOf = (game: DeskGame, name: string): Ruling | undefined =>
  game.rulings.filter((one) => one.decidedBy === name).at(-1);
