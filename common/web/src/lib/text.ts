// The texts for people, in their language: one typed catalogue for each.
import type { en } from "../text/en";
import { fill, type Text, type Values } from "./fill";
import { keep, kept } from "./kept";
import { signal } from "./signals";

export type Key = keyof typeof en;
export type Catalogue = Record<Key, Text>;

const load: Record<string, () => Promise<Catalogue>> = {
  en: async () => (await import("../text/en")).en,
  de: async () => (await import("../text/de")).de,
};
export const languages: readonly string[] = Object.keys(load);

export const language = signal("en");
// The texts that are needed even if no catalogue was loaded.
let catalogue: Partial<Catalogue> = {
  "app.noAnswer": "There is no answer. It is asked again.",
  "app.again": "Ask again",
  "number.point": ".",
  pieces: "KQRBN",
};
let rules = new Intl.PluralRules("en");
export const plurals = (): Intl.PluralRules => rules;

export function t(key: Key, values: Values = {}): string {
  return fill(catalogue[key] ?? key, values, rules);
}

// The texts of one page, which come with it: t() for those.
export const teller =
  <Key extends string>(texts: Record<string, Record<Key, Text>>) =>
  (key: Key, values: Values = {}): string =>
    fill((texts[language.value] ?? texts.en)?.[key] ?? key, values, rules);

// Of arbiterd's own sentences, which are English, where a page has no other words for them.
export const english = (): string | undefined => (language.value === "en" ? undefined : "en");

// The text of a composed key, if there is one.
export function named(key: string, otherwise: string): string {
  const text = (catalogue as Record<string, Text>)[key];
  return text === undefined ? otherwise : fill(text, {}, rules);
}

function wanted(): string {
  const chosen = kept("localStorage", "language");
  const liked = [chosen ?? "", ...navigator.languages].map((tag) => tag.split("-", 1)[0] ?? "");
  return liked.find((tag) => tag in load) ?? "en";
}

export async function speak(name: string = wanted()): Promise<void> {
  const take = load[name];
  if (!take) return;
  catalogue = await take();
  rules = new Intl.PluralRules(name);
  document.documentElement.lang = name;
  language.value = name;
}

export async function choose(name: string): Promise<void> {
  keep("localStorage", "language", name);
  await speak(name);
}
