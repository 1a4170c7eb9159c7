// The text of a state, as the tile's band and the bay's strip have it.
import type { Tile } from "./api";
import type { Condition } from "./condition";
import { age, clockText, scoreText, secondsText } from "./format";
import type { Side } from "./side";
import { named, t } from "./text";

export const sideName = (side: Side | undefined): string => (side ? t(`side.${side}`) : "");

const letter = (side: Side | undefined): string => t(side === "white" ? "side.w" : "side.b");

// Of "Ólafsson, Helgi": a tile has no room for more.
export const surname = (name: string): string => name.split(",", 1)[0] ?? name;

function ofFlag(one: Condition): string {
  if (!one.side) return t("flag.asked");
  const side = sideName(one.side);
  return one.gapUs === undefined
    ? t("flag.first", { side })
    : t("flag.gap", { side, gap: secondsText(one.gapUs) });
}

function ofIllegal(one: Condition, tile: Tile): string {
  if (one.count === undefined) return named(`illegal.${one.about}`, t("illegal.asked"));
  const loses = tile.illegal?.loses ?? 0;
  return t("illegal.count", { side: letter(one.side), n: one.count, loses });
}

function ofAbsence(one: Condition, instantUs: number | null): string {
  if (one.untilUs === undefined) return t("absent.asked");
  const side = sideName(one.side);
  const left = instantUs === null ? 0 : (one.untilUs - instantUs) / 1000;
  return left > 0 ? t("absent.until", { side, left: age(left) }) : t("absent.over", { side });
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

// Short, for a tile. `left` is what the clock shows, for low time.
export function title(one: Condition, tile: Tile, instantUs: number | null, left = one.ms): string {
  switch (one.kind) {
    case "flag":
      return ofFlag(one);
    case "illegal":
      return ofIllegal(one, tile);
    case "paused":
      if (one.about) return named(`paused.${one.about}`, t("paused"));
      return one.by ? t("paused.by", { by: one.by }) : t("paused");
    case "absent":
      return ofAbsence(one, instantUs);
    case "low":
      return t("low.left", {
        side: letter(one.side),
        left: clockText(Math.ceil((left ?? 0) / 1000) * 1000),
      });
    case "unsigned":
    case "done":
      return ofResult(one, tile);
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

// What a strip says below that.
export function details(one: Condition, tile: Tile): string {
  const players = `${surname(tile.white.name)} – ${surname(tile.black.name)}`;
  if (one.text) return `${one.text} · ${players}`;
  if (one.kind !== "low") return players;
  return `${t(one.about === "must" ? "low.must" : "low.mustNot")} · ${players}`;
}
