// The moves with the time for each; a click shows the position after it.
import { useEffect, useRef } from "preact/hooks";
import type { Scoresheet as Sheet } from "../lib/api";
import { age, moveText } from "../lib/format";
import type { GameStore } from "../lib/game";
import type { Side } from "../lib/side";
import { t } from "../lib/text";
import { Icon } from "../ui/icon";

type Move = Sheet["moves"][number];

interface Row {
  number: number;
  white?: Move;
  black?: Move;
}

// By move numbers, also for a game that Black began.
export function rowsOf(moves: readonly Move[], first: { number: number; side: Side }): Row[] {
  const rows: Row[] = [];
  for (const move of moves) {
    const half = move.ply - 1 + (first.side === "black" ? 1 : 0);
    const number = first.number + Math.floor(half / 2);
    const last = rows.at(-1);
    const row = last?.number === number ? last : { number };
    if (row !== last) rows.push(row);
    row[half % 2 === 0 ? "white" : "black"] = move;
  }
  return rows;
}

function Cell({ move, game }: { move: Move | undefined; game: GameStore }) {
  if (!move) return <td colSpan={2} />;
  const shown = game.shown() === move.ply;
  const wrong = move.completedBy === "stood";
  return (
    <>
      <td class={shown ? "shown" : undefined}>
        <button
          type="button"
          aria-current={shown ? "step" : undefined}
          onClick={() => game.go(move.ply)}
        >
          {moveText(move.san)}
          {move.marks ? ` ${move.marks}` : ""}
          {wrong ? <Icon name="illegal" /> : null}
          {wrong ? <span class="hidden">{t("board.stands")}</span> : null}
        </button>
      </td>
      <td class="dim">{age(move.elapsedMs)}</td>
    </>
  );
}

export function Scoresheet({ game }: { game: GameStore }) {
  const node = useRef<HTMLDivElement>(null);
  const shown = game.shown();
  const first = game.game.value?.firstMove ?? { number: 1, side: "white" as Side };
  const rows = rowsOf(game.moves.value, first);
  useEffect(() => {
    const box = node.current;
    const cell = box?.querySelector<HTMLElement>(".shown");
    if (box && cell) box.scrollTop = cell.offsetTop - box.clientHeight / 2;
  }, [shown, rows.length]);
  return (
    <section aria-labelledby="moves">
      <h2 id="moves">{t("board.moves")}</h2>
      {rows.length === 0 ? <p class="dim">{t("board.noMoves")}</p> : null}
      <div class="movelist" ref={node}>
        <table>
          <tbody>
            {rows.map((row) => (
              <tr key={row.number}>
                <th scope="row">{row.number}.</th>
                <Cell move={row.white} game={game} />
                <Cell move={row.black} game={game} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
