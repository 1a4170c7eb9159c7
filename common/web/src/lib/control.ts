// What a time control means in another language than arbiterd's, made of its normal form and of the
// codes of what is said about it.
import type { Schemas } from "./api";
import { fill, type Text } from "./fill";
import { filled, tableOf } from "./server";
import type { Control } from "./setup";
import { effect } from "./signals";
import { language, plurals } from "./text";

type Period = "block" | "again" | "alone" | "all" | "rest";
type Method = "+" | "b" | "d" | "h" | "g" | "u" | "y" | "c";
type Unit = "hours" | "minutes" | "seconds";
export interface ControlWords extends Record<Period | Method | Unit | "white" | "black", Text> {
  note: Record<Schemas["common.control_note"], string>;
  value: Record<Control["timeClass"], string>;
}
export interface ControlSentence {
  text: string;
  english: boolean; // although the page is not
}

const { table, take } = tableOf<ControlWords>({
  de: async () => (await import("../text/control_de")).control,
});
let taken: Promise<void> | null = null;
effect(() => {
  taken = take(language.value).catch(() => {}); // in this case arbiterd's own stay
});

// The words are there.
export const controlWords = (): Promise<void> => taken ?? Promise.resolve();
export const sentencesOf = (says: Control): ControlSentence[] => explained(table.value, says);

const period = /^(?:(\d+)\/)?(\d+)(?:([+bdghuyc])(\d+)?)?$/;
const whole = ["h", "g", "u", "y", "c"]; // methods that say all about their period

function timeOf(words: ControlWords, all: number): string {
  const parts = { hours: Math.floor(all / 3600), minutes: Math.floor(all / 60) % 60 };
  const each = Object.entries({ ...parts, seconds: all % 60 });
  const said = all === 0 ? each.slice(-1) : each.filter(([, n]) => n > 0);
  return said.map(([key, n]) => fill(words[key as Unit], { n }, plurals())).join(" ");
}

function periodOf(words: ControlWords, text: string, at: number, last: boolean): string | null {
  const [found, moves = "", base = "", method = "", bonus = ""] = period.exec(text) ?? [];
  if (found === undefined) return null;
  const n = method === "y" ? Number(base) / Number(bonus) : Number(moves);
  const values = { n, time: timeOf(words, Number(base)), bonus: timeOf(words, Number(bonus)) };
  const say = (key: Period | Method) => fill(words[key], values, plurals());
  if (whole.includes(method)) return say(method as Method);
  const repeats = moves !== "" && last;
  const kind = moves === "" ? (at === 0 ? "all" : "rest") : repeats && at > 0 ? "again" : "block";
  const more = method === "" ? "" : `, ${say(method as Method)}`;
  return say(kind) + more + (repeats && at === 0 ? `; ${say("alone")}` : "");
}

function sideOf(words: ControlWords, control: string): string | null {
  const all = control.split(":");
  const said = all.map((one, at) => periodOf(words, one, at, at === all.length - 1));
  return said.includes(null) ? null : `${said.join("; ")}.`;
}

// For both sides, or for each; null: its form is not known.
function meaningOf(words: ControlWords, control: string): string[] | null {
  const [, white, black] = /^W(.+)-B(.+)$/.exec(control) ?? [];
  const sides = white && black ? { white, black } : { both: control };
  const said = Object.entries(sides).map(([side, one]) => {
    const text = sideOf(words, one);
    if (text === null || side === "both") return text;
    return fill(words[side as "white"], { text }, plurals());
  });
  return said.every((one) => one !== null) ? said : null;
}

type Remark = Control["remarks"][number];

function noteOf(words: ControlWords, { code, values }: Remark): string | null {
  const ours = Object.entries(values).map(([name, value]) => {
    if (name === "time") return [name, timeOf(words, Number(value))];
    const known = (words.value as Record<string, string>)[value];
    return [name, name === "class" ? (known ?? value) : value];
  });
  const note = words.note[code] as string | undefined;
  const text = note ? filled(note, Object.fromEntries(ours)) : null;
  const side = values.side as "white" | "black" | undefined;
  return text === null || !side ? text : fill(words[side], { text }, plurals());
}

// All that is said of it; without words, arbiterd's own sentences.
export function explained(words: ControlWords | null, says: Control): ControlSentence[] {
  const theirs = (text: string) => ({ text, english: true });
  const sentences = [says.why, ...says.unusual];
  const english = [...says.meaning, ...sentences].map(theirs);
  if (!words) return english;
  const meaning = meaningOf(words, says.timeControl)?.map((text) => ({ text, english: false }));
  const notes = sentences.map((text, n) => {
    const remark = says.remarks[n];
    const ours = remark ? noteOf(words, remark) : null;
    return ours === null ? theirs(text) : { text: ours, english: false };
  });
  return [...(meaning ?? says.meaning.map(theirs)), ...notes];
}
