// One board: the game as it is or was, the open matters, the rulings, and the acts.
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import {
  type ActKind,
  answerTo,
  canUndo,
  formOf,
  kindsOfAct,
  lastOf,
  type Shown,
  undoOf,
  whyNoUndo,
} from "../lib/acts";
import type { DeskQuestion, Ruling as Ruled, Tile } from "../lib/api";
import type { Form } from "../lib/form";
import { scoreText } from "../lib/format";
import { GameStore } from "../lib/game";
import type { HallStore } from "../lib/hall";
import { understand } from "../lib/hints";
import { hear, type Keys } from "../lib/keys";
import { forResult } from "../lib/many_acts";
import { type OtherKind, otherForm, othersOf } from "../lib/more_acts";
import { go, inHall, rename } from "../lib/route";
import { Ruling } from "../lib/ruling";
import { session } from "../lib/session";
import type { Side } from "../lib/side";
import { signal } from "../lib/signals";
import { type Key, t } from "../lib/text";
import { shownMs } from "../lib/ticker";
import { title } from "../lib/words";
import { Icon } from "../ui/icon";
import { Menu } from "../ui/menu";
import { Plot } from "../ui/plot";
import { isMine } from "./bay";
import { Bands, LinkState } from "./header";
import { Log, Questions, Rulings } from "./lists";
import { OtherPosition } from "./other_position";
import { Position } from "./position";
import { Scoresheet } from "./scoresheet";
import { Sheet } from "./sheet";
import { Sheets } from "./sheets";
import { Waiting } from "./trouble";

const toastFor = 10_000;

// What the page is doing: one sheet at a time, and the offer to undo the last act.
export class Desk {
  readonly sheet = signal<Ruling | null>(null);
  readonly toast = signal<"" | "done" | "last">("");
  readonly flipped = signal(false);
  #timer = 0;
  readonly before = signal(0); // the last ruling of this person when the sheet was opened

  constructor(
    readonly store: HallStore,
    readonly game: GameStore,
  ) {}

  tile(): Tile | undefined {
    return this.store.boards.get(this.game.board)?.tile.value;
  }
  open(form: Form): void {
    const id = this.tile()?.gameId ?? "";
    const may = isMine(this.store, this.game.board) && !this.store.frozen.value;
    if (!may || (!id && !form.event)) return;
    this.before.value = this.last()?.number ?? 0;
    this.sheet.value = new Ruling(form, id);
  }
  // The present reading of both clocks.
  shown({ clock }: Tile): Shown {
    if (!clock) return { white: 0, black: 0 };
    const now = this.store.ticker.now();
    const of = (side: Side) => Math.round(shownMs(clock, side, now));
    return { white: of("white"), black: of("black") };
  }
  act(kind: ActKind): void {
    const tile = this.tile();
    if (tile?.gameId) this.open(formOf(kind, t(`act.${kind}`), tile, this.shown(tile)));
  }
  other(kind: OtherKind): void {
    const tile = this.tile();
    if (tile?.gameId) this.open(otherForm(kind, t(`act.${kind}`), tile, this.shown(tile)));
  }
  result(): void {
    const head = this.store.head.value;
    const tile = this.tile();
    if (head && tile) this.open(forResult(head, tile, t("act.result")));
  }
  answer(question: DeskQuestion): void {
    this.open(answerTo(question, t("sheet.rule", { board: this.game.board })));
  }
  undo(ruling: number): void {
    if (ruling > 0) this.open(undoOf(ruling, t("sheet.undo", { n: ruling })));
  }
  last(): Ruled | undefined {
    const game = this.game.game.value;
    return game ? lastOf(game, session.value?.name ?? "") : undefined;
  }
  // It, if it can be taken back; or why not. `now`: only what the last sheet has done, which may
  // still be on its way.
  undoOfLast(now = false): { can?: Ruled; why?: Key } {
    const game = this.game.game.value;
    const last = this.last();
    if (!game || !last || (now && last.number <= this.before.value)) return {};
    if (canUndo(last, game)) return { can: last };
    const why = whyNoUndo(last, game);
    return why ? { why } : {};
  }
  undoLast(): void {
    const { can } = this.undoOfLast();
    if (can) this.undo(can.number);
    else this.#say("last");
  }
  #say(what: "done" | "last"): void {
    this.toast.value = what;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      this.toast.value = "";
    }, toastFor);
  }
  close = (done: boolean): void => {
    this.sheet.value = null;
    if (!done) return;
    this.#say("done");
    this.store.refresh(0);
  };
}

function neighbour(store: HallStore, board: number, by: number): void {
  const order = store.order.value;
  const next = order[order.indexOf(board) + by];
  if (next !== undefined) go(inHall(store.event, next));
}

const turnOf = (tile: Tile): ActKind => (tile.clock?.runs ? "pause" : "resume");

// A clock that runs can be paused, one that stands goes on, and that of a finished game does not.
function offered(tile: Tile): ActKind[] {
  const over = tile.status === "finished";
  return kindsOfAct.filter(
    (kind) => !["pause", "resume"].includes(kind) || (!over && kind === turnOf(tile)),
  );
}

function keysOf(desk: Desk): Keys {
  const { store, game } = desk;
  const rule = () => {
    const open = game.game.value?.questions.find((one) => !one.closed);
    if (open) desk.answer(open);
  };
  const pause = () => {
    const tile = desk.tile();
    if (tile && offered(tile).includes(turnOf(tile))) desk.act(turnOf(tile));
  };
  return {
    ArrowLeft: () => game.go(game.shown() - 1),
    ArrowRight: () => game.go(game.shown() + 1),
    Home: () => game.go(0),
    End: () => game.go(null),
    " ": () => game.go(null),
    x: () => {
      desk.flipped.value = !desk.flipped.value;
    },
    "[": () => neighbour(store, game.board, -1),
    "]": () => neighbour(store, game.board, 1),
    r: rule,
    p: pause,
    c: () => desk.act("set"),
    n: () => desk.act("note"),
    u: () => desk.undoLast(),
    t: () => {
      if (isMine(store, game.board)) void store.take(game.board);
    },
    "?": () => go("/keys"),
    Escape: () => go(inHall(store.event)),
  };
}

// A board without a Flagfall clock has a result, and nothing else to rule on.
function Acts({ desk }: { desk: Desk }) {
  const { store } = desk;
  const tile = desk.tile();
  if (!tile) return null;
  if (!isMine(store, tile.board)) return <p class="dim">{t("board.notMine")}</p>;
  const off = store.frozen.value;
  const button = (kind: ActKind | OtherKind, on: () => void) => (
    <button
      type="button"
      key={kind}
      disabled={off}
      title={off ? t("hall.disabled") : undefined}
      onClick={on}
    >
      {t(`act.${kind}`)}
    </button>
  );
  if (!tile.gameId) return <div class="acts">{button("result", () => desk.result())}</div>;
  return (
    <>
      <div class="acts">{offered(tile).map((kind) => button(kind, () => desk.act(kind)))}</div>
      <details class="others">
        <summary>{t("act.others")}</summary>
        <div class="acts">{othersOf(tile).map((kind) => button(kind, () => desk.other(kind)))}</div>
      </details>
    </>
  );
}

function Players({ tile }: { tile: Tile }) {
  return (
    <>
      <bdi>{tile.white.name}</bdi> – <bdi>{tile.black.name}</bdi>
    </>
  );
}

function Head({ desk }: { desk: Desk }) {
  const { store, game } = desk;
  const tile = desk.tile();
  const all = store.boards.get(game.board)?.conditions.value ?? [];
  const [first] = all;
  const taken = store.takenBy(game.board);
  return (
    <header>
      <div class="line">
        <a class="button back" href={inHall(store.event)} aria-label={t("board.back")}>
          <Icon name="back" />
        </a>
        <h1>
          <b>{game.board}</b> {tile ? <Players tile={tile} /> : null}
        </h1>
        {first && tile ? (
          <span class={`state ${first.kind}`}>
            <Icon name={first.kind} />
            {title(first, tile, store.ticker.now())}
          </span>
        ) : null}
        {tile && tile.result !== "*" ? <b>{scoreText(tile.result)}</b> : null}
        {taken === "" ? null : <span class="dim">{t("hall.goes", { name: taken })}</span>}
        <LinkState store={store} />
        <Menu />
      </div>
      <Bands store={store} />
    </header>
  );
}

function Toast({ desk }: { desk: Desk }) {
  const said = desk.toast.value;
  if (said === "") return null;
  const { can, why } = desk.undoOfLast(said === "done");
  const gone = said === "last" && !why && !can;
  return (
    <p class="toast" role="status">
      {said === "done" ? `${t("sheet.done")} ` : ""}
      {can ? (
        <button type="button" onClick={() => desk.undoLast()}>
          {t("sheet.undoIt")}
        </button>
      ) : null}
      {why ? t(why) : ""}
      {gone ? t("undo.none") : ""}
    </p>
  );
}

function points(game: GameStore) {
  return game.moves.value.map((one) => ({
    ply: one.ply,
    whiteMs: one.whiteMs,
    blackMs: one.blackMs,
    wrong: one.completedBy === "stood",
  }));
}

// From the strip of a case: the first question is already open.
function ruleAtOnce(desk: Desk): void {
  const open = desk.game.game.value?.questions.find((one) => !one.closed);
  if (location.hash !== "#rule" || !open) return;
  rename(location.pathname + location.search);
  if (isMine(desk.store, open.board)) desk.answer(open);
}

export function BoardPage({ store, board }: { store: HallStore; board: number }) {
  const game = useMemo(() => new GameStore(store, board), [store, board]);
  const desk = useMemo(() => new Desk(store, game), [store, game]);
  useEffect(() => () => game.close(), [game]);
  useLayoutEffect(() => hear(keysOf(desk)), [desk]);
  useEffect(() => {
    store.look(board);
    understand(location.hash === "#rule" ? "bay" : "tile"); // it was opened
  }, [store, board]);
  useEffect(() => ruleAtOnce(desk), [desk, game.game.value]);
  store.order.value;
  const tile = desk.tile();
  const whole = game.game.value;
  if (!tile) {
    const none = store.head.value ? t("board.none", { board }) : "";
    return <Waiting error={store.error.value || none} hall={store.event} />;
  }
  return (
    <div class={store.frozen.value ? "boardpage stale" : "boardpage"}>
      <Head desk={desk} />
      <main>
        <Position desk={desk} />
        <div class="record">
          <Acts desk={desk} />
          {[store.error.value, store.refused.value, game.error.value].map((text) =>
            text === "" ? null : (
              <p class="wrong" key={text}>
                {text}
              </p>
            ),
          )}
          <OtherPosition board={board} fen={game.moments().at(-1)?.fen ?? game.fen()} />
          {whole ? (
            <>
              <Questions game={whole} desk={desk} />
              <Scoresheet game={game} />
              <Sheets whole={whole} game={game} />
              <Plot points={points(game)} at={game.shown()} label={t("board.plot")} />
              <Rulings game={whole} desk={desk} />
              <Log game={whole} />
            </>
          ) : null}
        </div>
      </main>
      {desk.sheet.value ? (
        <Sheet
          ruling={desk.sheet.value}
          store={store}
          board={board}
          game={whole}
          close={desk.close}
        />
      ) : null}
      <Toast desk={desk} />
    </div>
  );
}
