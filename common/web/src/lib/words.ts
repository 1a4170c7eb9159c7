// The text of a state, as in the tile's band and the bay's strip.
import type { Tile } from "./api";
import type { Condition } from "./condition";
import { age, clockText, scoreText, secondsText } from "./format";
import { questionText } from "./server";
import type { Side } from "./side";
import { named, t } from "./text";
import { shownMs } from "./ticker";

export const sideName = (side: Side | undefined): string => (side ? t(`side.${side}`) : "");

const letter = (side: Side | undefined): string => t(side === "white" ? "side.w" : "side.b");

// A name in a sentence keeps its own direction, and does not reverse the text after it.
export const isolated = (name: string): string => `\u2068${name}\u2069`;

// For "Ólafsson, Helgi": a tile has no room for more.
export const surname = (name: string): string => name.split(",", 1)[0] ?? name;

// The form of the text: a tile has room for letters, a strip for words.
interface Saying {
  tile: Tile;
  instantUs: number | null;
  short: boolean;
}

const who = (side: Side | undefined, { short }: Saying): string =>
  short ? letter(side) : sideName(side);

function ofFlag(one: Condition, saying: Saying): string {
  if (!one.side) return t("flag.asked");
  const side = who(one.side, saying);
  return one.gapUs === undefined
    ? t("flag.first", { side })
    : t("flag.gap", { side, gap: secondsText(one.gapUs) });
}

function ofPause(one: Condition, { instantUs, short }: Saying): string {
  if (one.about) return named(`paused.${one.about}`, t("paused"));
  if (one.by && !short) return t("paused.by", { by: isolated(one.by) });
  if (!short || instantUs === null || one.sinceUs === undefined) return t("paused.short");
  return t("paused.since", { age: age((instantUs - one.sinceUs) / 1000) });
}

function ofIllegal(one: Condition, tile: Tile): string {
  if (one.count === undefined) return named(`illegal.${one.about}`, t("illegal.asked"));
  const loses = tile.illegal?.loses ?? 0;
  return t("illegal.count", { side: letter(one.side), n: one.count, loses });
}

function ofAbsence(one: Condition, saying: Saying): string {
  if (one.untilUs === undefined) return t("absent.asked");
  const side = who(one.side, saying);
  if (saying.instantUs === null) return t("absent.plain", { side });
  const left = (one.untilUs - saying.instantUs) / 1000;
  return left > 0 ? t("absent.until", { side, left: age(left) }) : t("absent.over", { side });
}

function ofCut(one: Condition, { instantUs }: Saying): string {
  const { about, sinceUs } = one;
  if (about !== "device") return named(`cut.${about}`, t("cut.asked"));
  if (instantUs === null || sinceUs === undefined) return t("cut.device");
  return t("cut.since", { age: age((instantUs - sinceUs) / 1000) });
}

// What is left now, and not when the clock became low.
function ofTime(one: Condition, saying: Saying): string {
  const { tile, instantUs } = saying;
  const { clock } = tile;
  const ms = clock && one.side ? shownMs(clock, one.side, instantUs) : 0;
  return t("low.left", {
    side: who(one.side, saying),
    left: clockText(Math.ceil(ms / 1000) * 1000),
  });
}

function ofResult(one: Condition, tile: Tile): string {
  const score = scoreText(tile.result);
  if (one.kind === "done") return t(one.level > 0 ? "done.fetched" : "done", { score });
  const both = `${letter("white")} ${letter("black")}`;
  return t("unsigned.side", { score, side: one.side ? letter(one.side) : both });
}

function ofPosition(one: Condition): string {
  const key = one.about === "moves" ? "repetition.moves" : "repetition.times";
  return t(key, { n: one.count ?? 0 });
}

function said(one: Condition, saying: Saying): string {
  switch (one.kind) {
    case "flag":
      return ofFlag(one, saying);
    case "illegal":
      return ofIllegal(one, saying.tile);
    case "paused":
      return ofPause(one, saying);
    case "absent":
      return ofAbsence(one, saying);
    case "cut":
      return ofCut(one, saying);
    case "low":
      return ofTime(one, saying);
    case "unsigned":
    case "done":
      return ofResult(one, saying.tile);
    case "repetition":
      return ofPosition(one);
    case "appeal":
      return t("appeal");
    case "claim":
      return named(`claim.${one.about}`, t("claim"));
    default:
      return named(`${one.kind}.${one.about}`, named(`${one.kind}.asked`, one.kind));
  }
}

export const title = (one: Condition, tile: Tile, instantUs: number | null): string =>
  said(one, { tile, instantUs, short: false });
export const shortTitle = (one: Condition, tile: Tile, instantUs: number | null): string =>
  said(one, { tile, instantUs, short: true });

// The second line of a strip.
export function details(one: Condition, tile: Tile): string {
  const [white, black] = [tile.white, tile.black].map((one) => isolated(surname(one.name)));
  const players = `${white} – ${black}`;
  if (one.question) return `${questionText(one.question)} · ${players}`;
  if (one.kind !== "low") return players;
  return `${t(one.about === "must" ? "low.must" : "low.mustNot")} · ${players}`;
}
