// The scoresheets that were entered for a game: few games have one, and only those load the list.
import { useEffect, useState } from "preact/hooks";
import { type DeskGame, get } from "../lib/api";
import type { GameStore } from "../lib/game";
import { wordsOf } from "../lib/setup";
import type { Sheets as Known } from "../lib/sheets";

type List = typeof import("./sheet_list").SheetList;

// Requested again when the game has changed: an entered sheet is such a change.
export function Sheets({ whole, game }: { whole: DeskGame; game: GameStore }) {
  const [shown, setShown] = useState<{ known: Known; List: List } | null>(null);
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    let left = false;
    const load = async () => {
      const known = await get<Known>(`/desk/games/${encodeURIComponent(whole.gameId)}/sheets`);
      const List = known.sheets.length > 0 ? (await import("./sheet_list")).SheetList : null;
      if (left) return;
      setShown(List ? { known, List } : null);
      setWrong("");
    };
    load().catch((error: unknown) => {
      if (!left) setWrong(wordsOf(error));
    });
    return () => {
      left = true;
    };
  }, [whole.gameId, whole.version]);
  if (wrong !== "") return <p class="wrong">{wrong}</p>;
  return shown ? <shown.List known={shown.known} game={game} /> : null;
}
