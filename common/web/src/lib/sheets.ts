// The scoresheets of a game, compared with its record: where they differ.
import type { Schemas } from "./api";
import type { Side } from "./side";

type Report = NonNullable<Schemas["desk_sheets"]["comparison"]>["sheets"][number];
export type Standing = Exclude<Report["findings"][number]["standing"], "agrees">;
export type Sheets = Schemas["desk_sheets"];

// The first move of the game, as the record counts.
export interface First {
  number: number;
  side: Side;
}

export interface Difference {
  from: number; // plies, from White's first move
  to: number; // the same, but for a run of moves that the sheet does not have
  standing: Standing;
  illegal: boolean;
  written: string;
  recorded: string;
}

export const firstPly = (first: First): number =>
  2 * first.number - (first.side === "white" ? 1 : 0);

export function differencesOf(
  report: Report,
  moves: readonly string[],
  first: First,
): Difference[] {
  const found: Difference[] = [];
  for (const { ply, standing, legal, written = "", san = "" } of report.findings) {
    if (standing === "agrees") continue;
    const last = found.at(-1);
    if (standing === "gap" && last?.standing === "gap" && last.to === ply - 1) {
      last.to = ply;
      last.recorded = "";
      continue;
    }
    found.push({
      from: ply,
      to: ply,
      standing,
      illegal: legal === false,
      written: written || san,
      recorded: moves[ply - firstPly(first)] ?? "",
    });
  }
  return found;
}

// "12." for White's move, "12…" for Black's.
export const moveNumber = (ply: number): string => `${Math.ceil(ply / 2)}${ply % 2 ? "." : "…"}`;
