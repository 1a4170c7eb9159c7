// A board of the hall: calm if everything is normal, one band for what is not.

import type { Tile as Data } from "../lib/api";
import type { Condition } from "../lib/condition";
import { scoreText } from "../lib/format";
import type { Board, HallStore } from "../lib/hall";
import { memo } from "../lib/memo";
import { inHall } from "../lib/route";
import type { Side } from "../lib/side";
import { t } from "../lib/text";
import { shortTitle, sideName, surname, title } from "../lib/words";
import { MiniBoard } from "../ui/board";
import { Clock } from "../ui/clock";
import { Icon } from "../ui/icon";

export interface Place {
  store: HallStore;
  board: Board;
  size: "large" | "tile" | "chip";
  at: number; // its place in the list, from 0
  of: number;
  focused: boolean;
}

const scoreOf = (result: string, side: Side): string => {
  const [white, black] = result.split("-");
  return scoreText((side === "white" ? white : black) ?? "");
};

export function SideLine({ tile, side, store }: { tile: Data; side: Side; store: HallStore }) {
  const { clock } = tile;
  const runs = !!clock?.runs && clock.turn === side;
  const over = tile.result !== "*";
  return (
    <div class={runs ? "side runs" : "side"}>
      <span class="mark" title={runs ? sideName(side) : undefined} />
      <span class="name">{surname(tile[side].name)}</span>
      {over && !clock ? <span class="clock">{scoreOf(tile.result, side)}</span> : null}
      {clock ? <Clock clock={clock} side={side} ticker={store.ticker} /> : null}
    </div>
  );
}

function moves(tile: Data): string {
  if (tile.status === "ready") return t("tile.ready");
  if (tile.presses !== undefined) return t("tile.presses", { n: tile.presses });
  return t("tile.move", { n: Math.floor(tile.plies / 2) + 1 });
}

function Band({ store, board }: { store: HallStore; board: Board }) {
  const tile = board.tile.value;
  const all = board.conditions.value;
  const [first, ...others] = all;
  if (!first) return <span class="moves">{moves(tile)}</span>;
  if (["absent", "cut", "low", "paused"].includes(first.kind)) store.second.value;
  const shapes = [...new Set(others.map((one) => one.kind))].filter((kind) => kind !== first.kind);
  return (
    <>
      <span class="what">{shortTitle(first, tile, store.ticker.now())}</span>
      <span class="shapes">
        {shapes.slice(0, 2).map((kind) => (
          <span class="small" key={kind} title={t(`state.${kind}`)}>
            <Icon name={kind} />
          </span>
        ))}
        <Icon name={first.kind === "done" && first.level > 0 ? "fetched" : first.kind} />
      </span>
    </>
  );
}

// A filled band is for problems: a count, a low clock and a result are none.
const isLoud = (one: Condition): boolean =>
  (one.waits && one.kind !== "low") || one.kind === "paused" || one.kind === "absent";

function label(place: Place): string {
  const tile = place.board.tile.value;
  const [first] = place.board.conditions.value;
  const text = t("tile.board", {
    board: tile.board,
    white: tile.white.name,
    black: tile.black.name,
  });
  return first ? `${text}. ${title(first, tile, place.store.ticker.now())}` : text;
}

function Whole(place: Place) {
  const { store, board, size } = place;
  const tile = board.tile.value;
  const [first] = board.conditions.value;
  const classes = ["tile", size];
  if (first) classes.push("says", first.kind);
  if (first && isLoud(first)) classes.push("band");
  if (tile.status === "finished") classes.push("over");
  const taken = store.takenBy(tile.board);
  const link = inHall(store.event, tile.board);
  return (
    <article
      class={classes.join(" ")}
      aria-posinset={place.at + 1}
      aria-setsize={place.of}
      aria-label={label(place)}
    >
      <a href={link} data-board={tile.board} tabIndex={place.focused ? 0 : -1}>
        <span class="top">
          <b>{tile.board}</b>
          {board.changed.value ? <i class="dot" title={t("tile.changed")} /> : null}
          <Band store={store} board={board} />
        </span>
        {size === "large" && tile.fen ? <MiniBoard fen={tile.fen} /> : null}
        {size === "chip" ? null : (
          <>
            <SideLine tile={tile} side="white" store={store} />
            <SideLine tile={tile} side="black" store={store} />
          </>
        )}
        {taken === "" ? null : <span class="taken">{t("hall.goes", { name: taken })}</span>}
      </a>
    </article>
  );
}

export const Tile = memo(Whole);
