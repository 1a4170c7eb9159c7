// Acts of the office: on all boards, on those of a sector, and on a round.

import { scores } from "./acts";
import type { Hall, Tile } from "./api";
import {
  type Act,
  article,
  type Choice,
  type Field,
  type Form,
  given,
  kind,
  noClocks,
  parseBoards,
  reason,
  texts,
  times,
  type Values,
} from "./form";
import { scoreText } from "./format";
import { type Key, t } from "./text";

const kinds = ["pause", "resume", "adjust", "control", "unstart"];
const is = (word: string) => (values: Values) => values.kind === word;

// The next steps of a round, and those that only a chief arbiter may take.
const steps: Record<string, string> = {
  published: "start",
  started: "finish",
  finished: "confirm",
  confirmed: "reopen",
};
const ofChief = ["confirm", "reopen"];
const isStep = (values: Values): boolean => Object.values(steps).includes(values.kind ?? "");

export interface Who {
  sectors: readonly string[]; // empty: all boards
  chief: boolean;
}

function kindsFor(head: Omit<Hall, "tiles">, who: Who): string[] {
  const step = steps[head.state ?? ""];
  if (!step || who.sectors.length > 0 || (ofChief.includes(step) && !who.chief)) return kinds;
  return [...kinds, step];
}

function where(sectors: readonly string[]): Field[] {
  const one = (value: string): Choice =>
    value === "" ? { value: "*", key: "hall.wholeHall" } : { value: placeOf(value), text: value };
  return [
    {
      name: "where",
      label: "hall.sector",
      kind: "choice",
      needed: true,
      choices: [...sectors.map(one), { value: "boards", key: "many.boards" }],
    },
    {
      name: "boards",
      label: "many.numbers",
      kind: "text",
      needed: true,
      when: (values) => values.where === "boards",
    },
  ];
}

const places = ({ where, boards }: Values): object => {
  if (where === "boards") return { boards: parseBoards(boards ?? "") ?? [] };
  return where === "*" ? {} : given("sector", where?.slice(1));
};

function actFor(values: Values): object {
  switch (values.kind) {
    case "adjust":
      return { type: "adjust_clock", ...times(values) };
    case "control":
      return { type: "set_control", time_control: values.time_control ?? "" };
    default:
      return { type: values.kind === "pause" ? "pause_clock" : "resume_clock" };
  }
}

// The hall or a sector stands still after three taps.
function alarm(names: readonly string[]): Field {
  const choices = names.slice(0, mostAlarms).map((name): Choice => {
    const where = placeOf(name);
    const sets = { kind: "pause", where, reason: t("many.alarm") };
    if (name === "") return { value: where, key: "many.pauseAll", sets };
    return { value: where, key: "many.pause", with: { sector: name }, sets };
  });
  return { name: "alarm", label: "many.alarm", kind: "choice", choices };
}
const mostAlarms = 6;
const placeOf = (sector: string): string => (sector === "" ? "*" : `=${sector}`);

function fieldsFor(head: Omit<Hall, "tiles">, who: Who): Field[] {
  const names = who.sectors.length > 0 ? who.sectors : ["", ...head.sectors.map((one) => one.name)];
  const there = where(names).map((field) => ({
    ...field,
    when: (values: Values) => !isStep(values) && field.when?.(values) !== false,
  }));
  return [
    alarm(names),
    kind(texts("act", kindsFor(head, who))),
    ...there,
    ...noClocks("delta").map((field) => ({ ...field, when: is("adjust") })),
    {
      name: "time_control",
      label: "sheet.control",
      kind: "text",
      needed: true,
      when: is("control"),
    },
    { ...article(), when: (values) => values.kind !== "unstart" && !isStep(values) },
    { ...reason, needed: true },
  ];
}

// A fire alarm, no light, a wrong time control; and the round's next step. The form follows the
// hall: if a round moves on while it is open, the form offers the new next step only.
export function forMany(
  hall: () => Omit<Hall, "tiles">,
  boards: () => number,
  who: Who,
  title: string,
): Form {
  return {
    title,
    event: hall().event,
    get fields() {
      return fieldsFor(hall(), who);
    },
    says: (values) =>
      isStep(values)
        ? [t(`round.${values.kind}` as Key, { round: hall().round ?? "", n: boards() })]
        : null,
    act: (values) => officeAct(hall(), values) as unknown as Act,
  };
}

function officeAct(head: Omit<Hall, "tiles">, values: Values): object {
  if (isStep(values)) return { type: `${values.kind}_round`, round: numberOf(head) };
  if (values.kind === "unstart")
    return { type: "undo_start", round: numberOf(head), ...places(values) };
  const article = given("article", values.article);
  return { type: "rule_boards", ...places(values), ...article, act: actFor(values) };
}

// Rounds with names from play-offs or files are numbered in their order.
function numberOf(head: Omit<Hall, "tiles">): number {
  const named = Number(head.round);
  if (Number.isInteger(named) && named > 0) return named;
  return head.rounds.findIndex((one) => one.round === head.round) + 1;
}

// The result of a board that has no Flagfall clock.
export function forResult(head: Omit<Hall, "tiles">, tile: Tile, title: string): Form {
  const entered = ({ score, rated }: Values) => ({ score, kind: rated || "played" });
  return {
    title,
    event: head.event,
    fields: [
      {
        name: "score",
        label: "sheet.score",
        kind: "choice",
        needed: true,
        choices: [...scores, { value: "none", key: "result.none" }],
      },
      {
        name: "rated",
        label: "result.kind",
        kind: "list",
        choices: texts("result", ["forfeit", "unrated"]),
        when: (values) => values.score !== "none",
      },
      reason,
    ],
    says: (values) =>
      values.score === "none"
        ? [t("result.taken", { board: tile.board })]
        : [t("result.will", { board: tile.board, score: scoreText(values.score ?? "") })],
    act: (values) =>
      ({
        type: "enter_result",
        round: numberOf(head),
        board: tile.board,
        ...(values.score === "none" ? {} : { entered: entered(values) }),
      }) as unknown as Act,
  };
}
