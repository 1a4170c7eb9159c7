// The texts for people at the board. English is in the page, other languages are loaded.
import { fill, type Plural, type Text } from "../lib/fill";

const en = {
  point: ".",
  white: "White",
  black: "Black",
  empty: "No game here yet",
  ready: "Waiting for the round",
  paused: "Paused, the arbiter knows",
  stopped: "The game has ended on the board",
  over: "Game over: {result}",
  first: "first",
  period: "period {n}",
  move: "move {n}",
  bronstein: "Bronstein {n} s",
  delay: "delay {n} s",
  delayLeft: "delay: {n} s left",
  hourglass: "hourglass",
  gong: "{n} s a move",
  upcount: "time used",
  moments: { one: "{n} × {s} s, the last", other: "{n} × {s} s" },
  block: { one: "{n} move in this time", other: "{n} moves in this time" },
  battery: "Battery {n} %",
  mayS: "The screen may go dark: set it to stay on",
  cut: "Not connected {n} s",
  cutLong: "Not connected. Call the arbiter.",
  stale: "The arbiter changed this board. Look at the clock; press again if it is your move.",
  untold: "This press was not reported. Press again, or call the arbiter.",
  refused: "Not accepted: {why}",
  sent: "The arbiter is called. Both clocks stand.",
  offered: "Recorded: {side} offers a draw",
  hold: "Hold for: draw · resign · claim · arbiter",
  close: "Back to the clock",
  arbiter: "Call the arbiter",
  offer: "Offer a draw",
  accept: "Accept the draw",
  decline: "Decline the draw",
  resign: "Resign",
  resignSure: "Resign: press again",
  threefold: "Claim: third time",
  fifty: "Claim: 50 moves",
  flag: "Claim: flag",
  illegal: "Claim: illegal move",
  full: "Full screen",
  done: "Sent",
  enrolTitle: "Clock of board {n}",
  enrolText: "Use this device as the clock of board {n}. It keeps a key of its own.",
  enrolGo: "Use this device",
  enrolling: "One moment …",
  noAnswer: "the server does not answer",
  enrolFailed: "That did not work: {why}. Ask the arbiter for another code.",
  insecure: "This page needs https. Open {address}, or install the hall's certificate first:",
  trust: "How to trust this server",
  notEnrolled: "This device has no key for board {n}. Scan the code that the arbiter shows.",
  wrongHall: "This key is of another hall. Ask the arbiter for a new code.",
  impostor: "This server does not have the hall's key. Do not play; call the arbiter.",
  nothing: "Scan the code that the arbiter shows, or open /board/12 for board 12.",
  newBuild: "There is a new version; it is loaded after the game.",
  clockOf: "{side}, {name}",
  noName: "nobody",
  hours: { one: "{n} hour", other: "{n} hours" },
  minutes: { one: "{n} minute", other: "{n} minutes" },
  seconds: { one: "{n} second", other: "{n} seconds" },
} satisfies Record<string, string | Plural>;

type Key = keyof typeof en;
export type Catalogue = Record<Key, Text>;

// Why clockd does not do what a device asks for (docs/protocol.md); in English it says so itself.
type Code =
  | "wrong_proof"
  | "slow_down"
  | "busy"
  | "full"
  | "tls_needed"
  | "not_authenticated"
  | "unknown_game"
  | "not_started"
  | "not_running"
  | "too_many_moves"
  | "too_many_acts"
  | "flag_fallen"
  | "flag_up"
  | "no_offer"
  | "game_stopped"
  | "game_over"
  | "failed";
export type Reasons = Record<Code, string>;

let catalogue: Catalogue = en;
let reasons: Partial<Reasons> = {};
let rules = new Intl.PluralRules("en");

export async function speak(): Promise<void> {
  const liked = navigator.languages.map((tag) => tag.split("-", 1)[0]);
  if (liked.find((tag) => tag === "de" || tag === "en") !== "de") return;
  ({ de: catalogue, reasons } = await import("./de"));
  rules = new Intl.PluralRules("de");
  document.documentElement.lang = "de";
}

export const t = (key: Key, values: Record<string, string | number> = {}): string =>
  fill(catalogue[key], values, rules);

export const reason = (code: string, text: string): string => reasons[code as Code] ?? text;

// A reading in words, for those who hear it.
export function words(us: number): string {
  const seconds = Math.ceil(us / 1e6);
  const parts = [];
  if (seconds >= 3600) parts.push(t("hours", { n: Math.floor(seconds / 3600) }));
  if (seconds >= 60) parts.push(t("minutes", { n: Math.floor(seconds / 60) % 60 }));
  parts.push(t("seconds", { n: seconds % 60 }));
  return parts.join(" ");
}
