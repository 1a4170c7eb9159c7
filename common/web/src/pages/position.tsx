// The position of a board with both clocks, now or at an earlier ply or instant.
import type { Moment, Tile } from "../lib/api";
import { instantText, moveText, secondsText } from "../lib/format";
import type { GameStore } from "../lib/game";
import type { Side } from "../lib/side";
import { t } from "../lib/text";
import { Chessboard } from "../ui/board";
import { Clock } from "../ui/clock";
import { Icon } from "../ui/icon";
import type { Desk } from "./board";

type Flags = NonNullable<Tile["flags"]>;

// The side whose time ran out first, and how much later the other's did.
function Flag({ flags, side }: { flags: Flags; side: Side }) {
  const own = flags.findIndex((one) => one.side === side);
  const [first, second] = flags;
  if (own < 0 || !first) return null;
  const gap = second ? secondsText(second.atUs - first.atUs) : "";
  const text = !second ? t("state.flag") : own === 0 ? t("board.flagFirst") : `+${gap}`;
  return (
    <span class="state flag">
      <Icon name="flag" />
      {text}
    </span>
  );
}

function Player({ desk, side }: { desk: Desk; side: Side }) {
  const tile = desk.tile();
  if (!tile) return null;
  const { game } = desk;
  const moment = game.moment();
  const then = game.clock();
  const clock = then ?? (game.isPast() ? undefined : tile.clock);
  const running = game.isPast() ? moment?.clock : tile.clock;
  const { name, title: rank, rating } = tile[side];
  return (
    <div class={running?.runs && running.turn === side ? "player runs" : "player"} data-side={side}>
      <span class="mark" />
      <span class="name">
        {rank ? <small>{rank} </small> : null}
        <bdi>{name}</bdi> <small class="dim">{rating}</small>
      </span>
      {moment?.offers.includes(side) ? (
        <span class="state offer">
          <Icon name="claim" />
          {t("board.offers")}
        </span>
      ) : null}
      <Flag flags={(game.isPast() ? moment?.flags : tile.flags) ?? []} side={side} />
      {clock ? <Clock clock={clock} side={side} ticker={desk.store.ticker} /> : null}
    </div>
  );
}

function lastMove(game: GameStore): { marked: string[]; wrong: boolean } {
  const move = game.moves.value.find((one) => one.ply === game.shown());
  const squares = /^([a-h][1-8])([a-h][1-8])/.exec(move?.uci ?? "");
  const wrong = move?.completedBy === "stood";
  return { marked: squares ? squares.slice(1) : [], wrong };
}

function describe(game: GameStore, fen: string): string {
  const ply = game.shown();
  const move = game.moves.value.find((one) => one.ply === ply);
  return t("board.after", {
    ply,
    move: moveText(move?.san ?? ""),
    fen: fen.split(" ", 1)[0] ?? "",
  });
}

function Steps({ game }: { game: GameStore }) {
  return (
    <div class="steps">
      <button type="button" onClick={() => game.go(0)} aria-label={t("board.first")}>
        <Icon name="first" />
      </button>
      <button
        type="button"
        onClick={() => game.go(game.shown() - 1)}
        aria-label={t("board.previous")}
      >
        <Icon name="back" />
      </button>
      <button type="button" onClick={() => game.go(game.shown() + 1)} aria-label={t("board.next")}>
        <Icon name="on" />
      </button>
      <button
        type="button"
        onClick={() => game.go(null)}
        aria-pressed={!game.isPast()}
        aria-label={t("board.live")}
      >
        <Icon name="last" />
      </button>
    </div>
  );
}

const said = ({ at, ply }: Moment): string => t("board.at", { time: instantText(at), ply });

// All instants of the record, including those between plies.
function Instants({ game }: { game: GameStore }) {
  const moments = game.moments();
  const moment = game.moment();
  if (!moment) return null;
  return (
    <div class="instant">
      <input
        type="range"
        min="0"
        max={moments.length - 1}
        value={moments.indexOf(moment)}
        aria-label={t("board.instant")}
        aria-valuetext={said(moment)}
        onInput={({ currentTarget }) => {
          const chosen = moments[currentTarget.valueAsNumber];
          if (chosen) game.goTo(chosen);
        }}
      />
      <p class="dim">
        {said(moment)}
        {moment.illegal ? (
          <span class="state illegal">
            <Icon name="illegal" />
            {t("board.illegal")}
          </span>
        ) : null}
      </p>
    </div>
  );
}

// Until the game is loaded, its tile's position keeps the space: the content below must not
// move away under a finger.
function Men({ desk }: { desk: Desk }) {
  const { game } = desk;
  const flipped = desk.flipped.value;
  const kept = game.game.value ? "" : (desk.tile()?.fen ?? "");
  const fen = game.fen() || (game.isPast() ? "" : kept);
  if (fen === "" && kept === "") return <p class="empty">{t("board.noPosition")}</p>;
  return (
    <Chessboard
      fen={fen}
      flipped={flipped}
      coordinates
      {...lastMove(game)}
      label={describe(game, fen)}
    />
  );
}

export function Position({ desk }: { desk: Desk }) {
  const { game } = desk;
  const order: Side[] = desk.flipped.value ? ["white", "black"] : ["black", "white"];
  const [top, bottom] = order as [Side, Side];
  return (
    <div class={game.isPast() ? "position past" : "position"}>
      <Player desk={desk} side={top} />
      <Men desk={desk} />
      <Player desk={desk} side={bottom} />
      <Steps game={game} />
      <Instants game={game} />
    </div>
  );
}
