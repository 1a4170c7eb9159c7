// What arbiterd says about files, players and pairings, and before an act, in another language: by
// its codes.
import type { Schemas } from "./api";
import { filled, refusalText, tableOf } from "./server";
import type { Sent } from "./setup";
import { effect } from "./signals";
import { language } from "./text";

type Words = Record<string, string | undefined>;
export interface FileWords {
  fault: Record<Schemas["common.file_fault"], string>;
  note: Record<Schemas["common.note"], string>;
  found: string; // with what a file has at that place
  at: string; // with the place in a JSON text
  value: Record<string, string>;
}
export type Remarks = Schemas["common.remarks"];
export interface FileSentence {
  text: string;
  english: boolean; // although the page is not
}

const { table, take } = tableOf<FileWords>({
  de: async () => (await import("../text/files_de")).files,
});
let wanted = false;
effect(() => {
  const name = language.value;
  if (wanted) void take(name).catch(() => {}); // in this case arbiterd's own stay
});

export { take as takeFileWords };

// They are loaded when there is something to say.
function spoken(): FileWords | null {
  if (!wanted) {
    wanted = true;
    void take(language.value).catch(() => {});
  }
  return table.value;
}

// Loads the words, if nothing was said in them yet.
export async function noteWords(): Promise<void> {
  if (wanted) return;
  wanted = true;
  await take(language.value).catch(() => {});
}

const words = ["state", "next", "kind", "colour"]; // values that are words, and no names
const codes = ["why"]; // and those that are codes of a refusal

function sentence(text: string | undefined, values: Words = {}): string | null {
  const said = spoken();
  if (!said || !text) return null;
  const ours = Object.entries(values).map(([name, value = ""]) => {
    if (codes.includes(name)) return [name, refusalText(value, value)];
    return [name, words.includes(name) ? (said.value[value] ?? value) : value];
  });
  return filled(text, Object.fromEntries(ours));
}

const asSaid = (ours: string | null, theirs: string): FileSentence => ({
  text: ours ?? theirs,
  english: ours === null && language.value !== "en",
});

export function faultText({ code, values, found, detail }: Sent): FileSentence {
  const said = spoken();
  let text = code ? sentence(said?.fault[code], values) : null;
  if (said && text && found) text = filled(said.found, { expected: text, found });
  if (said && text && values?.at) text = filled(said.at, { expected: text, at: values.at });
  return asSaid(text, detail);
}

export const notesOf = (notes: readonly string[], remarks: Remarks = []): FileSentence[] =>
  notes.map((note, n) => {
    const { code, values } = remarks[n] ?? {};
    return asSaid(code ? sentence(spoken()?.note[code], values) : null, note);
  });
