// A tournament from nothing to a started round: the requests, and their results.
import { ask, eventPath, newId, Refused, type Schemas } from "./api";
import type { Remarks } from "./files";
import { given } from "./form";
import { actor } from "./key";
import { lost } from "./session";
import { t } from "./text";

export type Tournament = Schemas["event"];
export type Player = Schemas["player"];
export type Pairing = Schemas["pairing"];
export type Round = Schemas["event_round"];
export type Imported = Schemas["import_answer"];
export type Answer = Schemas["event_answer"];
export type Control = Schemas["time_control"];
export type Sent = NonNullable<Schemas["problem"]["errors"]>[number];

// Why a request failed, for people.
export function wordsOf(error: unknown): string {
  if (!(error instanceof Refused)) return t("app.noAnswer");
  if (error.status === 401) lost();
  return error.text;
}

// An act of the office. `confirm`: the token of the preview.
export function actOn(event: string, act: object, pin = "", confirm = ""): Promise<Answer> {
  const body = { id: newId(), event, act, ...given("confirm", confirm), ...given("by", actor()) };
  const headers: Record<string, string> = pin === "" ? {} : { "X-Flagfall-Pin": pin };
  return ask<Answer>("POST", `${eventPath(event)}/acts`, body, headers);
}

// By the extension of the file: the type that a system gives does not help.
const types: Record<string, string> = {
  csv: "text/csv",
  json: "application/json",
  pgn: "application/x-chess-pgn",
  trf: "application/x-trf",
};
export const typeOf = (name: string): string =>
  types[name.slice(name.lastIndexOf(".") + 1).toLowerCase()] ?? "application/octet-stream";

// A whole file, for the state of the tournament that is shown: accepted whole, or not at all.
export function sendFile(
  path: string,
  { bytes, type, revision }: { bytes: Blob; type: string; revision: number },
  { confirm = "", pin = "" } = {},
) {
  const query = new URLSearchParams({ ...given("by", actor()), ...given("confirm", confirm) });
  return ask<Imported>("PUT", `${path}${query.size > 0 ? `?${query}` : ""}`, bytes, {
    "Content-Type": type,
    "If-Match": `"e${revision}"`,
    ...given("X-Flagfall-Pin", pin),
  });
}

// An act that is done only after somebody confirms it: previewed, or refused until then.
export interface Asked {
  lines: readonly string[];
  remarks?: Remarks; // of lines that are arbiterd's own
  confirm: string; // with it, it is done
}

export function askedIn(answer: unknown): Asked | null {
  if (answer instanceof Refused)
    return answer.confirm === "" ? null : { lines: [answer.text], confirm: answer.confirm };
  const { status, says = [], saysRemarks = [], confirm = "" } = answer as Imported;
  return status === "confirm" ? { lines: says, remarks: saysRemarks, confirm } : null;
}

// One line of a file, with the place of the fault.
export interface Fault extends Sent {
  line: number;
  column: number;
  text: string; // of the line
}

export function faultsIn(error: unknown, content: string): Fault[] {
  if (!(error instanceof Refused)) return [];
  const lines = content.split(/\r\n|\r|\n/);
  return error.errors
    .filter((one) => one.line !== undefined)
    .map((sent) => {
      const { line = 1, column = 1 } = sent;
      return { ...sent, line, column, text: lines[line - 1] ?? "" };
    });
}

// "A 1-20, B 21-40": parts of the hall; null for anything else.
export function parseSectors(text: string): { name: string; first: number; last: number }[] | null {
  const found = [];
  for (const part of text.split(/[,;]/).map((one) => one.trim())) {
    if (part === "") continue;
    const match = /^(.*\S)\s+(\d{1,5})\s*[-–]\s*(\d{1,5})$/.exec(part);
    if (!match) return null;
    found.push({ name: match[1] ?? "", first: Number(match[2]), last: Number(match[3]) });
  }
  return found;
}

// An id for addresses, made from a name.
export const idOf = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 48);

// The next round: the first one that has not started.
export function nextRound(tournament: Tournament): number {
  const open = tournament.rounds.find((one) => ["drafted", "published"].includes(one.state));
  return open?.number ?? Math.max(0, ...tournament.rounds.map((one) => one.number)) + 1;
}
