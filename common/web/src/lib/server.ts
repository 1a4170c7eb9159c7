// What arbiterd says is English. In another language its sentences are made here, of its codes and
// typed facts; a sentence of which that table has nothing stays as it is.
import type { components } from "../../generated/api";
import { fill, type Plural, type Values } from "./fill";
import { signal } from "./signals";
import { named, plurals } from "./text";

type Schemas = components["schemas"];
export type Subject = Schemas["common.subject"];
export type Option = Schemas["common.option"];
type Step = Schemas["desk_answer.step"];
type Asked = Pick<Schemas["hall.question"], "about" | "text" | "facts">;
type AtBoard = NonNullable<Schemas["event_answer"]["games"]>[number];

export interface Server {
  refusal: Record<Schemas["common.refusal"], string>;
  // Without facts, and with those of the side that it concerns.
  question: Record<Subject, [string, string?]>;
  option: Record<Option, string>;
  optionOf: Partial<Record<`${Subject}.${Option}`, string>>; // where it means something else
  ruling: Record<Subject, string>;
  step: Record<Step["what"], string>;
  triesLeft: Plural;
  boards: Plural;
  notAt: string;
}

const load: Record<string, () => Promise<Server>> = {
  de: async () => (await import("../text/server_de")).server,
};
const table = signal<Server | null>(null);
let wanted = "en";

// Nothing waits for it: until it is there, the sentences are those of the server.
export async function translate(language: string): Promise<void> {
  table.value = null;
  wanted = language;
  const found = (await load[language]?.()) ?? null;
  if (wanted === language) table.value = found;
}

export function refusalText(code: string, text: string, triesLeft = 0): string {
  const said = table.value;
  const ours = (said?.refusal as Record<string, string> | undefined)?.[code];
  if (!said || !ours || triesLeft === 0) return ours ?? text;
  return `${ours} ${fill(said.triesLeft, { n: triesLeft }, plurals())}`;
}

const other = (side: string): string => (side === "white" ? "black" : "white");
const sideName = (side: string): string => named(`side.${side}`, side);

export function questionText({ about, text, facts }: Asked): string {
  const [plain, whose] = table.value?.question[about] ?? [text];
  const side = facts?.side ?? facts?.claimant;
  if (!whose || !side) return plain;
  if (whose.includes("{move}") && !facts?.move) return plain;
  const names = { side: sideName(side), other: sideName(other(side)), move: facts?.move ?? "" };
  return fill(whose, names, plurals());
}

export function optionText(about: Subject, option: Option, text: string): string {
  return table.value?.optionOf[`${about}.${option}`] ?? table.value?.option[option] ?? text;
}

function stepText(step: Step, said: Server): string {
  const about = step.about ? said.ruling[step.about] : "";
  const ending = step.ending ? named(`ending.${step.ending}`, step.ending) : "";
  const side = step.side ? sideName(step.side) : "";
  const who = step.who ? named(`who.${step.who}`, step.who) : "";
  const values: Values = { voided: "–", restored: "–", ...step, about, ending, side, who };
  return fill(said.step[step.what], values, plurals());
}

export interface Sentence {
  text: string;
  original?: string; // the server's, where it says more
}
const plain = (text: string): Sentence => ({ text });

// The sentences of an answer: the last of them are what the steps say.
export function sentences(text: readonly string[], steps: readonly Step[] = []): Sentence[] {
  const said = table.value;
  if (!said) return text.map(plain);
  const before = Math.max(0, text.length - steps.length);
  const ours = steps.map((step, n) => {
    const more = step.what === "ruling" || step.what === "question";
    return { ...plain(stepText(step, said)), ...(more ? { original: text[before + n] } : {}) };
  });
  return [...text.slice(0, before).map(plain), ...ours] as Sentence[];
}

// The same of an act for many boards: at how many it is done, and where it is not, by reason.
export function boardSentences(text: readonly string[], games: readonly AtBoard[]): Sentence[] {
  const said = table.value;
  if (!said || games.length === 0) return text.map(plain);
  const refused = new Map<string, number[]>();
  for (const { board, refused: no } of games)
    if (no) refused.set(no.code, [...(refused.get(no.code) ?? []), board]);
  const done = games.filter((one) => !one.refused).length;
  const reasons = [...refused].map(([code, boards]) =>
    fill(said.notAt, { boards: boards.join(", "), why: refusalText(code, code) }, plurals()),
  );
  return [fill(said.boards, { n: done }, plurals()), ...reasons].map(plain);
}
