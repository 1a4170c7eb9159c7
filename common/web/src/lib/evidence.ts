// Evidence in another language. Its names and codes are those of arbiterd's sources, and
// tests/pages/record_parts.mjs compares them.
import type { Evident, Shown, Tools } from "./record";
import type { Offence, Said } from "./rulings";
import type { Option, Subject } from "./server";

// Microseconds, shown as a clock shows them.
type Time =
  | "after_black_us"
  | "after_white_us"
  | "before_black_us"
  | "before_white_us"
  | "believed_us"
  | "black_added_us"
  | "black_time_us"
  | "black_us"
  | "claimed_us"
  | "default_time_us"
  | "early_us"
  | "gained_us"
  | "left_us"
  | "noticed_late_us"
  | "proposed_black_us"
  | "proposed_white_us"
  | "quiet_us"
  | "recorded_black_us"
  | "recorded_white_us"
  | "time_us"
  | "white_added_us"
  | "white_time_us"
  | "white_us";

// Their values are codes, too, or sides.
const coded = [
  "absent",
  "accepted_by",
  "act",
  "black_can_mate",
  "by",
  "called_by",
  "claimant",
  "clock_verdict",
  "command",
  "complete",
  "draw_offer_of",
  "envelope",
  "fell_first",
  "found",
  "has_the_move_by_the_clock",
  "illegal_action_counted",
  "illegal_action_not_counted",
  "kind",
  "last_period",
  "material_14E",
  "moves_counted_by",
  "offered_by",
  "opponent_can_mate",
  "penalty",
  "period_trigger",
  "recording_black",
  "recording_white",
  "refused",
  "sealed_by",
  "side",
  "turn",
  "white_can_mate",
  "whose",
] as const;

// Numbers, moves, positions, names, and texts that somebody has written.
type Plain =
  | "adjusted_by_black"
  | "adjusted_by_white"
  | "after_black_period"
  | "after_white_period"
  | "agrees"
  | "ambiguous"
  | "announced"
  | "announced_not_played"
  | "article"
  | "asked_before"
  | "before_black_period"
  | "before_white_period"
  | "beyond"
  | "black"
  | "black_before"
  | "black_method"
  | "black_positions"
  | "black_proof"
  | "changed_since"
  | "checkmate"
  | "claimed_with_question"
  | "clock_line"
  | "clock_ply"
  | "contradicts"
  | "control_before"
  | "count"
  | "counts"
  | "dead_position"
  | "device"
  | "entered"
  | "errors"
  | "failed"
  | "event"
  | "extra"
  | "facts"
  | "fen"
  | "fen_after"
  | "fen_by_the_sheet"
  | "fen_now"
  | "fifty_move"
  | "first"
  | "fivefold"
  | "flag_fall"
  | "from_ply"
  | "gap"
  | "id"
  | "illegal_move"
  | "judged_as"
  | "last_ply"
  | "line"
  | "looks"
  | "made_not_completed"
  | "method"
  | "more"
  | "move"
  | "moves_entered"
  | "moves_made_by_both"
  | "moves_recorded"
  | "moves_required"
  | "must"
  | "must_move_from"
  | "notation"
  | "of"
  | "offence_ply"
  | "offered_at_ply"
  | "other_game"
  | "other_profile"
  | "paired_black"
  | "paired_white"
  | "penalty_article"
  | "period"
  | "placement"
  | "plies"
  | "plies_without_capture_or_pawn_move"
  | "ply"
  | "positions"
  | "present_game"
  | "presses"
  | "profile"
  | "proof"
  | "question"
  | "reason"
  | "record_ply"
  | "reply"
  | "resignation"
  | "resumption"
  | "round"
  | "ruling"
  | "sealed"
  | "serial"
  | "seventy_five_move"
  | "stalemate"
  | "stands_of"
  | "taken_back"
  | "text"
  | "threefold"
  | "time_control"
  | "to_ply"
  | "touch_not_kept"
  | "touched"
  | "touched_by_black"
  | "touched_by_white"
  | "unreadable"
  | "variant"
  | "void_plies"
  | "white"
  | "white_before"
  | "white_method"
  | "white_positions"
  | "white_proof"
  | "why"
  | "written"
  | "wrong";

// With a special form of the value.
type Special =
  | "about"
  | "increment"
  | "option"
  | "result"
  | "result_before"
  | "result_shown"
  | "update_sheets";

export type FactName = Time | (typeof coded)[number] | Plain | Special;

// The codes among the values, whatever fact has them; endings and penalties are in the catalogue.
type Code =
  | "yes"
  | "no"
  | "winnable"
  | "unwinnable"
  | "undetermined"
  | "unknown"
  | "must"
  | "need_not_in_period"
  | "need_not_in_fast_play"
  | "too little"
  | "if a win is forced"
  | "opened"
  | "closed"
  // actions and claims
  | "illegal_move"
  | "promotion_not_completed"
  | "press_without_move"
  | "two_hands"
  | "announced_move_not_played"
  | "unreadable_move"
  | "threefold"
  | "fifty_move"
  | "flag"
  | "touch_move"
  | "quickplay_increment"
  | "quickplay_draw"
  | "losing_chances"
  | "other"
  // the fault of a move
  | "legal"
  | "missing"
  | "malformed"
  | "illegal"
  | "ambiguous"
  | "pawn not replaced"
  // at the clock
  | "made"
  | "pressed"
  | "draw_offered"
  | "draw_accepted"
  | "draw_declined"
  | "resigned"
  | "claimed"
  | "touched"
  | "presses"
  | "device"
  | "boards"
  | "arbiter"
  | "set_reading"
  | "end_game"
  | "resume"
  | "pause"
  | "adjust"
  | "reopen_game"
  | "set_control"
  | "arrive"
  | "call_flag"
  | "start_game"
  | "no_answer"
  | "no_effect"
  | "refused"
  | "stale_epoch"
  | "not_running"
  | "already_running"
  | "flag_fallen"
  | "game_stopped"
  | "already_arrived"
  | "already_started"
  | "game_over"
  | "game_not_over"
  | "id_used"
  | "id_reserved"
  | "not_allowed"
  | "unknown_type"
  | "bad_field"
  | "too_long"
  | "slow_down"
  | "unknown_board";

export interface Records {
  option: Record<Option, string>;
  // If it has another meaning: for this subject, and by the article of the question.
  optionOf: Partial<Record<`${Subject}.${string}`, string>>;
  fact: Record<FactName, string>;
  ply: string; // of a move on a scoresheet
  code: Record<Code, string>;
  increment: string;
  update: { both: string; one: string }; // scoresheets, after time trouble
  offence: Record<Offence, string>; // after "White "
  ruling: Record<Said, string>;
}
export type Words = Records & Tools;

const has = (names: readonly string[], name: string): boolean => names.includes(name);

function codeText(code: string, said: Words): string {
  const ours = (said.code as Record<string, string>)[code];
  const catalogues = ["who", "ending", "penalty", "trigger"];
  return ours ?? catalogues.reduce((text, of) => said.named(`${of}.${code}`, text), code);
}

// "1-0 checkmate 5.1.1"
function resultText(value: string, said: Words): string {
  const [score = "", ending = "", ...article] = value.split(" ");
  return [said.scoreText(score), codeText(ending, said), ...article].join(" ").trim();
}

function updateText({ evidence = [] }: Evident, said: Words): string {
  const free = (side: string) =>
    evidence.some(
      ([name, value]) => name === `recording_${side}` && value === "need_not_in_period",
    );
  if (free("white") && free("black")) return said.update.both;
  const one = said.filled(said.update.one, {
    side: said.whoName(free("white") ? "white" : "black"),
  });
  return one ?? "";
}

export function optionText(of: Evident, option: Option, said: Words): string | null {
  const { optionOf } = said;
  const key = `${of.about}.${option}` as const;
  const values = said.valuesOf(of.facts, of.evidence);
  for (const one of [optionOf[`${key}@${of.article}`], optionOf[key]]) {
    const ours = one === undefined ? null : said.filled(one, values);
    if (ours !== null) return ours;
  }
  return (said.option as Record<string, string>)[option] ?? null;
}

export function valueText(name: string, value: string, of: Evident, said: Words): string {
  if (name.endsWith("_us")) return said.timeOf(value);
  const ofMove = ["claim", "unreadable_move"].includes(of.about) && name === "text";
  if (has(coded, name) || ["why", "reason"].includes(name) || ofMove) return codeText(value, said);
  if (name.startsWith("result")) return resultText(value, said);
  if (name === "about") return said.subjectName(value);
  if (name === "option") return optionText(of, value as Option, said) ?? value;
  if (name === "increment") return said.increment;
  if (name === "update_sheets") return updateText(of, said);
  return value;
}

// In sentences of arbiterd or clockd for which the API has no other form.
const sentences = /^(why|errors|wrong|facts|reason|(touched|adjusted)_by_\w+|ply_\d+)$/;

function nameText(name: string, said: Words): string {
  const ply = /^ply_(\d+)$/.exec(name);
  if (ply) return said.filled(said.ply, { n: ply[1] ?? "" }) ?? name;
  return (said.fact as Record<string, string>)[name] ?? said.plainName(name);
}

export function shownFact(name: string, value: string, of: Evident, said: Words): Shown {
  const text = valueText(name, value, of, said);
  return {
    name: nameText(name, said),
    value: text,
    english: text === value && sentences.test(name),
  };
}
