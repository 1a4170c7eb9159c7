// Rulings in another language: subject, article and evidence select the sentence.
// The record's own sentence is never read. If no rule fits, it is shown itself.
import type { DeskGame, Ruling } from "./api";
import {
  type FactName,
  optionText,
  type Records,
  shownFact,
  valueText,
  type Words,
} from "./evidence";
import type { Values } from "./fill";
import type { Teller, Tools } from "./record";
import type { Option, Subject } from "./server";

export type Offence =
  | "illegal_move"
  | "promotion_not_completed"
  | "press_without_move"
  | "two_hands"
  | "announced_move_not_played"
  | "unreadable_move";
export type Said =
  | "answered"
  | "adjourned"
  | "opened"
  | "continued"
  | "agreementBarred"
  | "agreed"
  | "agreedTooEarly"
  | "announcedNotPlayed"
  | "claimRight"
  | "claimWrong"
  | "claimWrongOf"
  | "claimWrongAnnounced"
  | "claimNotOnMove"
  | "claimTouched"
  | "claimNotAnnounced"
  | "claimWithBonus"
  | "claimTooEarly"
  | "claimRefused"
  | "clockSet"
  | "clockAdded"
  | "colours"
  | "control"
  | "flagWins"
  | "flagDraws"
  | "checkmate"
  | "stalemate"
  | "deadPosition"
  | "fivefold"
  | "seventyFive"
  | "cancelled"
  | "endedAtClock"
  | "illegalLoses"
  | "illegalDraws"
  | "illegalPromoted"
  | "illegalFoundLater"
  | "illegalReply"
  | "illegalCounted"
  | "illegalStood"
  | "illegalPutRight"
  | "movesEntered"
  | "paused"
  | "penalty"
  | "penaltyOfTime"
  | "bothLose"
  | "positionSet"
  | "recordShown"
  | "recordShownOf"
  | "refused"
  | "resignationWins"
  | "resignationDraws"
  | "restarted"
  | "resumed"
  | "sealedWins"
  | "sealedDraws"
  | "sheetEntered"
  | "touchBinds"
  | "touchFree"
  | "undone"
  | "undoneAgain"
  | "undoneToPly"
  | "undoneCounted"
  | "undoneNotCounted"
  | "undoneAnnounced"
  | "undoRefused";

// A ruling with the known facts besides its evidence.
interface Known {
  ruling: Ruling;
  fact: (name: FactName) => string | undefined; // the first of that name
  values: Values;
}
type When = (known: Known) => boolean;
// In this order; the first rule that is true, and all of whose values are known.
type Rule = readonly [say: Said, when?: When];

const is =
  (name: FactName, ...values: string[]): When =>
  ({ fact }) =>
    values.includes(fact(name) ?? "");
const has =
  (name: FactName): When =>
  ({ fact }) =>
    fact(name) !== undefined;
const by =
  (...articles: string[]): When =>
  ({ ruling }) =>
    articles.includes(ruling.article);
const all =
  (...whens: When[]): When =>
  (known) =>
    whens.every((when) => when(known));
const not =
  (when: When): When =>
  (known) =>
    !when(known);

const tooLittle = is("material_14E", "too little");
const draws: When = (known) => is("opponent_can_mate", "unwinnable")(known) || tooLittle(known);
const wins = all(is("opponent_can_mate", "winnable"), not(has("material_14E")));
const wrongClaim = by("9.5.3");
// 5.2.3 requires a move made by both; moves made and not pressed are evidence.
const bothMoved: When = ({ ruling }) =>
  ruling.ply + ruling.evidence.filter(([name]) => name === "made_not_completed").length >= 2;

// Of many there are only answers, which are the chosen option.
const answers: readonly Rule[] = [];
const rules: Record<Subject, readonly Rule[]> = {
  adjournment: [["adjourned"], ["opened"], ["continued", has("envelope")]],
  agreement: [
    ["agreementBarred", by("9.1.1")],
    ["agreed", all(by("5.2.3"), bothMoved)],
    ["agreedTooEarly", by("5.2.3")],
  ],
  announced_move_not_played: [["announcedNotPlayed"]],
  claim: [
    ["claimRight", by("9.2.1", "9.2.2", "9.3.1", "9.3.2")],
    ["claimWrongAnnounced", wrongClaim],
    ["claimWrongOf", wrongClaim],
    ["claimWrong", wrongClaim],
    ["claimNotOnMove", by("9.2", "9.3")],
    ["claimTouched", by("9.4")],
    ["claimNotAnnounced", by("III.2.1")],
    ["claimWithBonus", by("III.2.2")],
    ["claimTooEarly", by("III.1")],
    ["claimRefused", has("left_us")],
  ],
  clock: [["clockSet"], ["clockAdded"]],
  colours: [["colours"]],
  control: [["control"]],
  flag_fall: [
    ["flagDraws", draws],
    ["flagWins", wins],
  ],
  game_end: [
    ["cancelled", is("reason", "cancelled")],
    ["endedAtClock"],
    ["checkmate", by("5.1.1", "13A")],
    ["stalemate", by("5.2.1", "14A")],
    ["deadPosition", by("5.2.2", "14D")],
    ["fivefold", by("9.6.1")],
    ["seventyFive", by("9.6.2")],
  ],
  illegal_move: [
    ["illegalDraws", draws],
    ["illegalLoses", wins],
    ["illegalPromoted", has("increment")],
    ["illegalFoundLater", has("from_ply")],
    ["illegalReply", all(has("offence_ply"), has("to_ply"))],
    ["illegalCounted", has("offence_ply")],
    ["illegalStood", has("ply")],
    ["illegalPutRight", has("gained_us")],
  ],
  moves: [["movesEntered"]],
  pause: [["paused"]],
  penalty: [
    ["bothLose", is("penalty", "both_lose")],
    ["penaltyOfTime"],
    ["penalty", not(is("penalty", "fine", "exclusion"))], // how much, and which, is not a fact
  ],
  position: [["positionSet"]],
  record_shown: [["recordShown", is("of", "0")], ["recordShownOf"]],
  refused: [["refused"]],
  resignation: [
    ["resignationDraws", draws],
    ["resignationWins", wins],
  ],
  restart: [["restarted"]],
  resume: [["resumed"]],
  sealed_move: [
    ["sealedDraws", draws],
    ["sealedWins", wins],
  ],
  sheet: [["sheetEntered"]],
  touch_move: [["touchBinds"], ["touchFree", not(has("must"))]],
  note: [],
  undo: [["undoRefused", has("refused")]],
  after_the_fact: answers,
  appeal: answers,
  board_gone: answers,
  board_shows: answers,
  board_sign: answers,
  call_flag: answers,
  claim_flag: answers,
  claim_illegal_move: answers,
  claim_losing_chances: answers,
  claim_other: answers,
  claim_postponed: answers,
  claim_quickplay_draw: answers,
  claim_quickplay_increment: answers,
  claim_referred: answers,
  claim_touch_move: answers,
  clock_command: answers,
  completed_by_next: answers,
  correction: answers,
  dated_back: answers,
  default_time: answers,
  device_twice: answers,
  distraction: answers,
  draw_offer: answers,
  flag: answers,
  foreign_game: answers,
  illegal_position: answers,
  illegal_reply: answers,
  late_press: answers,
  loss: answers,
  made_move_changed: answers,
  position_ends: answers,
  press_without_move: answers,
  repeated_offence: answers,
  result: answers,
  software: answers,
  terms: answers,
  unreadable_move: answers,
};

// Does it take the first ruling of its chain back, or put it back in force? An odd number of steps
// takes it back. Null if one of them is not known.
function isBack(ruling: Ruling, game: DeskGame): boolean | null {
  let steps = 0;
  let at: Ruling | undefined = ruling;
  while (at?.undoes && steps <= game.rulings.length) {
    const { undoes }: Ruling = at;
    at = game.rulings.find((one) => one.number === undoes);
    steps += 1;
  }
  return at && steps > 0 ? steps % 2 === 1 : null;
}

// The ruling that it takes back, and the consequence.
function undoText({ ruling, fact, values }: Known, game: DeskGame, said: Words): string | null {
  const back = isBack(ruling, game);
  if (back === null || fact("opponent_can_mate") !== undefined) return null;
  const about = said.subjectName(fact("about") ?? "");
  const first = said.filled(said.ruling[back ? "undone" : "undoneAgain"], { ...values, about });
  const more = (["undoneAnnounced", "undoneToPly", "undoneNotCounted", "undoneCounted"] as const)
    .map((one) => said.filled(said.ruling[one], values))
    .filter((text) => text !== null);
  return first === null ? null : [first, ...more].join(" ");
}

const otherOf = (side: string): string => (side === "white" ? "black" : "white");
const mover = (fen: string): string => (fen.split(" ")[1] === "b" ? "black" : "white");

// The side of the act: evidence has it, or the position, by the side that had the move.
function sideOf({ ruling, fact }: Pick<Known, "ruling" | "fact">): string {
  const side = fact("side") ?? fact("claimant");
  const fen = fact("fen");
  if (side || !fen || ["resignation", "agreement", "undo"].includes(ruling.about))
    return side ?? "";
  const announced = ruling.about === "claim" && fact("announced") !== undefined;
  if (announced && wrongClaim({ ruling, fact, values: {} })) return "";
  return announced ? otherOf(mover(fen)) : mover(fen); // a correct one was played there
}

function known(ruling: Ruling, said: Words): Known {
  const fact = (name: FactName) => ruling.evidence.find(([one]) => one === name)?.[1];
  const of = { about: ruling.about as Subject, article: ruling.article, evidence: ruling.evidence };
  const values: Values = Object.fromEntries(
    [...ruling.evidence].reverse().map(([name, value]) => [name, valueText(name, value, of, said)]),
  );
  const side = sideOf({ ruling, fact });
  if (side) Object.assign(values, { side: said.whoName(side), other: said.whoName(otherOf(side)) });
  const what = (said.offence as Record<string, string>)[fact("kind") ?? ""];
  const move = fact("move") ?? fact("text");
  if (what) values.what = move ? `${what} (${move})` : what;
  return { ruling, fact, values };
}

// "It answers" with the option, as in its question.
function answerText({ ruling, fact }: Known, game: DeskGame, said: Words): string | null {
  const [number, option] = [fact("question"), fact("option")];
  if (number === undefined || option === undefined) return null;
  const asked = game.questions.find((one) => one.number === Number(number));
  const of = asked ?? { about: ruling.about as Subject, article: ruling.article };
  return optionText(of, option as Option, said);
}

function saidOf(all: Known, game: DeskGame, said: Words): string | null {
  const option = answerText(all, game, said);
  if (option !== null) return said.filled(said.ruling.answered, { option });
  for (const [say, when] of rules[all.ruling.about as Subject] ?? []) {
    const text = when?.(all) === false ? null : said.filled(said.ruling[say], all.values);
    if (text !== null) return text;
  }
  return all.ruling.about === "undo" ? undoText(all, game, said) : null;
}

// With the person's own reason, as far as it is evidence.
function rulingText(ruling: Ruling, game: DeskGame, said: Words): string | null {
  const all = known(ruling, said);
  const text = saidOf(all, game, said);
  const reason = ruling.about === "game_end" ? undefined : all.fact("reason");
  return text !== null && reason ? `${text} ${reason}` : text;
}

export function tellerOf(records: Records, tools: Tools): Teller {
  const words = { ...records, ...tools };
  return {
    option: (of, option) => optionText(of, option, words),
    ruling: (ruling, game) => rulingText(ruling, game, words),
    fact: (name, value, of) => shownFact(name, value, of, words),
  };
}
