// What a time control means in another language than arbiterd's, made of its normal form.
import type { control } from "../text/control_de";
import { fill, type Text } from "./fill";
import type { Control } from "./setup";
import { plurals } from "./text";

export type ControlWords = Record<keyof typeof control, Text>;
const period = /^(?:(\d+)\/)?(\d+)(?:([+bd])(\d+))?$/;

function timeOf(words: ControlWords, all: number): string {
  const parts = { hours: Math.floor(all / 3600), minutes: Math.floor(all / 60) % 60 };
  const each = Object.entries({ ...parts, seconds: all % 60 }).filter(([, n]) => n > 0);
  return each.map(([key, n]) => fill(words[key as "hours"], { n }, plurals())).join(" ");
}

// null: it has a method, or sides, of which these words say nothing.
export function meaningOf(words: ControlWords, says: Control): string | null {
  const all = says.timeControl.split(":").map((one) => period.exec(one));
  const said = all.map((match, at) => {
    if (!match) return null;
    const [, n = "", seconds = "", method = "", s = ""] = match;
    const time = timeOf(words, Number(seconds));
    const text = n === "" ? (at === 0 ? words.all : words.rest) : words.block;
    const bonus = method === "" ? "" : `, ${fill(words[method as "+"], { s }, plurals())}`;
    return time === "" ? null : fill(text, { n: Number(n), time }, plurals()) + bonus;
  });
  if (said.includes(null)) return null;
  return `${said.join("; ")}. ${fill(words[says.timeClass], {}, plurals())}`;
}
