// arbiterd's texts are English. In another language the sentences are made here, from its codes and
// typed facts; a sentence without an entry in that table stays as it is.
import type { components } from "../../generated/api";
import { fill, type Plural, type Values } from "./fill";
import { signal } from "./signals";
import { named, plurals } from "./text";

type Schemas = components["schemas"];
export type Subject = Schemas["common.subject"];
export type Option = Schemas["common.option"];
type Step = Schemas["desk_answer.step"];
type Facts = Schemas["common.question_facts"];
export type Pairs = readonly (readonly string[])[];
// A question as in the hall, or as at its board, which has more data.
export interface Asked {
  about: Subject;
  article: string;
  text: string;
  facts?: Facts;
  evidence?: Pairs;
  options?: readonly { option: Option }[];
}

export interface Questions {
  // From the plainest to the most detailed: the last one all of whose values are known is used.
  question: Record<Subject, readonly [string, ...string[]]>;
  // For some questions about it: by the first option, by the kind or type of the facts, by article.
  questionOf: Partial<Record<`${Subject}.${string}`, readonly string[]>>;
}
export interface Answers {
  refusal: Record<Schemas["common.refusal"], string>;
  ruling: Record<Subject, string>;
  step: Record<Step["what"], string>;
  triesLeft: Plural;
}

// A table of a language, if there is one. Until it is loaded, sentences are those of the server;
// only what a finger reaches for waits until it is settled which words it has.
export function tableOf<Table>(load: Record<string, () => Promise<Table>>) {
  const table = signal<Table | null>(null);
  const settled = signal(true);
  let wanted = "en";
  const take = async (language: string): Promise<void> => {
    table.value = null;
    wanted = language;
    const loading = load[language]?.();
    settled.value = !loading;
    try {
      const found = (await loading) ?? null;
      if (wanted === language) table.value = found;
    } finally {
      if (wanted === language) settled.value = true;
    }
  };
  return { table, settled, take };
}

const asked = tableOf<Questions>({
  de: async () => (await import("../text/questions_de")).questions,
});
const answered = tableOf<Answers>({
  de: async () => (await import("../text/server_de")).answers,
});
export const questionsSettled = asked.settled;
let spoken = "en";
let loading: Promise<void> | null = null; // the words of answers, once one was expected

export async function translate(language: string): Promise<void> {
  spoken = language;
  if (loading) loading = answered.take(language);
  await asked.take(language);
}

// The words of acts and refusals come with the first of them: it is shown when they are there.
export async function answerWords(): Promise<void> {
  loading ??= answered.take(spoken);
  try {
    await loading;
  } catch {
    loading = null; // in this case the server's own stay
  }
}

export function refusalText(code: string, text: string, triesLeft = 0): string {
  const said = answered.table.value;
  const ours = (said?.refusal as Record<string, string> | undefined)?.[code];
  if (!said || !ours || triesLeft === 0) return ours ?? text;
  return `${ours} ${fill(said.triesLeft, { n: triesLeft }, plurals())}`;
}

// A text with its values; null if one of them is not known.
export function filled(text: string, values: Values): string | null {
  const known = [...text.matchAll(/\{(\w+)\}/g)].every(
    ([, name = ""]) => (values[name] ?? "") !== "",
  );
  return known ? fill(text, values, plurals()) : null;
}

const other = (side: string): string => (side === "white" ? "black" : "white");
export const whoName = (who: string): string => named(`who.${who}`, who);

const ownWords = ["text", "reason", "resumption"]; // a person's words

// Facts and evidence as values of a text. If a name occurs twice, both.
export function valuesOf(facts: Partial<Facts> = {}, evidence: Pairs = []): Values {
  const values: Values = {};
  for (const [name = "", value = ""] of evidence) {
    const said = ownWords.includes(name) ? value : whoName(value);
    values[name] = name in values ? `${values[name]}, ${said}` : said;
  }
  for (const [name, value] of Object.entries(facts)) {
    if (typeof value === "string") values[name] = whoName(value);
    if (typeof value === "number") values[name] = value;
  }
  const side = String(facts.side ?? facts.claimant ?? "");
  if (side) Object.assign(values, { side: whoName(side), other: whoName(other(side)) });
  const { whiteAbsent, blackAbsent } = facts;
  if (whiteAbsent || blackAbsent)
    values.absent = whoName(!blackAbsent ? "white" : whiteAbsent ? "both" : "black");
  if (facts.ending) values.ending = named(`ending.${facts.ending}`, "");
  return values;
}

export function questionText(of: Asked): string {
  const said = asked.table.value;
  if (!said) return of.text;
  const { about, facts, article, evidence, options } = of;
  const kinds = [options?.[0]?.option, facts?.kind, facts?.type, article];
  const texts = [...kinds.map((kind) => said.questionOf[`${about}.${kind}`]), said.question[about]];
  const values = valuesOf(facts, evidence);
  const all = texts.flatMap((list) => (list ?? []).map((text) => filled(text, values)).reverse());
  return all.find((text) => text !== null) ?? of.text;
}

export const subjectName = (about: string): string =>
  (answered.table.value?.ruling as Record<string, string> | undefined)?.[about] ?? about;

function stepText(step: Step, said: Answers): string {
  const about = step.about ? said.ruling[step.about] : "";
  const ending = step.ending ? named(`ending.${step.ending}`, step.ending) : "";
  const side = step.side ? whoName(step.side) : "";
  const who = step.who ? whoName(step.who) : "";
  const values: Values = { voided: "–", restored: "–", ...step, about, ending, side, who };
  return fill(said.step[step.what], values, plurals());
}

export interface Sentence {
  text: string;
  original?: string; // the server's, if it has more
  lang?: string | undefined; // of a sentence that is the server's
}

// The sentences of an answer that are those of its steps.
export function stepSentences(text: readonly string[], steps: readonly Step[]): Sentence[] {
  const said = answered.table.value;
  if (!said) return text.map((one) => ({ text: one }));
  return steps.map((step, n) => {
    const more = step.what === "ruling" || step.what === "question";
    const original = more ? text[n] : undefined;
    return { text: stepText(step, said), ...(original === undefined ? {} : { original }) };
  });
}
