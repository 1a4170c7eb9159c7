// Sentences of the record: rulings, the answers and the evidence of questions. In English
// a page has its own words; those of another language are loaded when first needed.
import type { DeskGame, Ruling } from "./api";
import { timeText } from "./form";
import { scoreText } from "./format";
import {
  type Asked,
  answerWords,
  filled,
  type Option,
  type Pairs,
  subjectName,
  tableOf,
  valuesOf,
  whoName,
} from "./server";
import { effect } from "./signals";
import { language, named } from "./text";

export interface Shown {
  name: string;
  value: string;
  english: boolean; // although the page is not
}
// A question or a ruling, with the parts that its answers and evidence need.
export type Evident = Omit<Asked, "text">;
export interface Teller {
  option: (of: Evident, option: Option) => string | null;
  ruling: (ruling: Ruling, game: DeskGame) => string | null; // null: not in these words
  fact: (name: string, value: string, of: Evident) => Shown;
}

const plainName = (name: string): string => name.replace(/_us$/, "").replaceAll("_", " ");

// Microseconds as a clock shows them.
function timeOf(us: string): string {
  const text = timeText(Math.round(Math.abs(Number(us)) / 1000));
  return Number(us) < 0 ? `−${text}` : text;
}

// The functions that combine these words. They import nothing: parts shared with other
// pages would be files of their own, which all pages load.
const tools = { filled, named, plainName, scoreText, subjectName, timeOf, valuesOf, whoName };
export type Tools = typeof tools;

const { table, settled, take } = tableOf<Teller>({
  de: async () => {
    const [found] = await Promise.all([import("./record_de"), answerWords()]);
    return found.tellerWith(tools);
  },
});
let wanted = false;
effect(() => {
  const name = language.value;
  if (wanted) void take(name).catch(() => {}); // in this case the record's own stay
});

export { take as takeTeller };

function teller(): Teller | null {
  if (!wanted) {
    wanted = true;
    void take(language.value).catch(() => {});
  }
  return table.value;
}

// Whether options and evidence have the words in which they stay.
export function sentencesSettled(): boolean {
  teller();
  return settled.value;
}

export const rulingText = (ruling: Ruling, game: DeskGame): string =>
  teller()?.ruling(ruling, game) ?? ruling.text;

export const optionText = (of: Evident, option: Option, text: string): string =>
  teller()?.option(of, option) ?? text;

function plainly(name: string, value: string): Shown {
  const shown = name.endsWith("_us") ? timeOf(value) : value;
  return { name: plainName(name), value: shown, english: false };
}

// The position is on the board.
export function shownEvidence(of: Evident): Shown[] {
  const evidence: Pairs = of.evidence ?? [];
  const said = teller();
  return evidence
    .filter(([name]) => name !== "fen")
    .map(([name = "", value = ""]) => said?.fact(name, value, of) ?? plainly(name, value));
}
