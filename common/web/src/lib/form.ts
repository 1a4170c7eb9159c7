// An act as a form: the fields that it needs, and the act that it makes.
import type { DeskQuestion, Schemas } from "./api";
import { point } from "./format";
import { sides } from "./side";
import type { Key } from "./text";

export type Act = Schemas["desk.command"]["act"];
export type Values = Record<string, string>;

export interface Choice {
  value: string;
  text?: string | (() => string); // as the server gives it
  key?: Key; // or one of ours
  article?: string;
  with?: Record<string, string | number>; // values of its text
  sets?: Values; // everything that the act needs: a tap shows its effect at once
}
// A choice shows all options; a list is for many that are known by name; "long" has many lines.
export type FieldKind = "choice" | "list" | "tick" | "clock" | "delta" | "number" | "text" | "long";
export interface Field {
  name: string;
  label: Key;
  kind: FieldKind;
  choices?: Choice[];
  needed?: boolean;
  start?: string;
  more?: boolean; // seldom needed: behind a fold
  when?: (values: Values) => boolean; // only then is the field shown
}
export interface Form {
  title: string;
  readonly fields: Field[];
  question?: DeskQuestion; // the question that it answers
  proposed?: Values; // the default under the Laws: shown at once
  event?: string; // of an act of the office
  says?: (values: Values) => string[] | null; // its effect, if the server shows no preview
  act: (values: Values) => Act;
}

// An incomplete number is not a number: "1:60" and "2:5x" are refused before anything is sent.
const timeForm = /^([+\-−]?)(?:(\d{1,3}):)?(?:(\d{1,2}):)?(\d+(?:[.,]\d{1,6})?)$/;

// "1:02:03", "2:03", "-2:00", "45": seconds; null for anything else.
export function parseTime(text: string): number | null {
  const match = timeForm.exec(text.trim());
  if (!match) return null;
  const [, sign, first, second, last = "0"] = match;
  const hours = second === undefined ? 0 : Number(first);
  const minutes = second === undefined ? Number(first ?? 0) : Number(second);
  const rest = Number(last.replace(",", "."));
  if (first !== undefined && (rest >= 60 || (second !== undefined && minutes >= 60))) return null;
  const seconds = hours * 3600 + minutes * 60 + rest;
  return sign === "-" || sign === "−" ? -seconds : seconds;
}

export function timeText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const rest = ms % 1000 === 0 ? "" : `${point()}${String(ms % 1000).padStart(3, "0")}`;
  const minutes = two(Math.floor(seconds / 60) % 60);
  return `${Math.floor(seconds / 3600)}:${minutes}:${two(seconds % 60)}${rest}`;
}

// A reading to be set, as a clock shows it: whole seconds, and tenths below a minute; rounded up.
export function readingText(ms: number): string {
  const step = ms < 60_000 ? 100 : 1000;
  const tenths = (Math.ceil(ms / step) * step) / 100;
  const text = timeText(Math.floor(tenths / 10) * 1000);
  return tenths % 10 === 0 ? text : `${text}${point()}${tenths % 10}`;
}

// "1-4, 7": the boards; null for anything else.
export function parseBoards(text: string): number[] | null {
  const found = new Set<number>();
  for (const part of text.split(/[\s,;]+/).filter((one) => one !== "")) {
    const range = /^(\d{1,5})(?:[-–](\d{1,5}))?$/.exec(part);
    if (!range) return null;
    const [first, last] = [Number(range[1]), Number(range[2] ?? range[1])];
    if (first < 1 || last < first || last > mostBoards) return null;
    for (let board = first; board <= last; board += 1) found.add(board);
  }
  return found.size === 0 ? null : [...found].sort((a, b) => a - b);
}

const mostBoards = 16384;

// The fault in the text typed; null: none.
export function faultOf(field: Field, values: Values): Key | null {
  const text = (values[field.name] ?? "").trim();
  if (text === "" || field.when?.(values) === false) return null;
  const seconds = parseTime(text);
  if (field.kind === "clock" && (seconds === null || seconds < 0)) return "fault.clock";
  if (field.kind === "delta" && seconds === null) return "fault.delta";
  if (field.kind === "number" && !/^\d{1,5}$/.test(text)) return "fault.number";
  if (field.name === "boards" && parseBoards(text) === null) return "fault.boards";
  return null;
}

// A chosen value may no longer be offered.
export const offers = ({ choices }: Field, value = ""): boolean =>
  value === "" || !choices || choices.some((one) => one.value === value);

export const usOf = (text: string | undefined): number | undefined => {
  const seconds = parseTime(text ?? "");
  return seconds === null ? undefined : Math.round(seconds * 1_000_000);
};

// Only given values: {} for a field that was left empty.
export const given = (name: string, value: string | number | boolean | undefined): object =>
  value === undefined || value === "" || value === false ? {} : { [name]: value };
export const numberOf = (text: string | undefined): number | undefined =>
  text ? Number(text) : undefined;

export const texts = (name: string, list: readonly string[]): Choice[] =>
  list.map((value) => ({ value, key: `${name}.${value}` as Key }));
const ofSide = (): Choice[] => texts("side", sides);

export const side: Field = {
  name: "side",
  label: "sheet.side",
  kind: "choice",
  needed: true,
  choices: ofSide(),
};
export const kind = (choices: Choice[]): Field => ({
  name: "kind",
  label: "sheet.kind",
  kind: choices.length > 6 ? "list" : "choice",
  needed: true,
  choices,
});
export const reason: Field = { name: "reason", label: "sheet.reason", kind: "text" };
export const article = (start = ""): Field => ({
  name: "article",
  label: "sheet.article",
  kind: "text",
  start,
});

export const clocks = (
  kind: "clock" | "delta",
  start: (of: "white" | "black") => string,
): Field[] => sides.map((of) => ({ name: of, label: `side.${of}`, kind, start: start(of) }));
export const noClocks = (kind: "clock" | "delta"): Field[] => clocks(kind, () => "");

export const times = (values: Values): object => ({
  ...given("white_us", usOf(values.white)),
  ...given("black_us", usOf(values.black)),
});
export const more = (fields: Field[]): Field[] => fields.map((one) => ({ ...one, more: true }));
