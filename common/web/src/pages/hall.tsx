// The hall: the matters that need somebody at the top or the left, and all boards in an order that
// never changes, so that a thumb finds board 37 where it was.
import { useCallback, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { wanted } from "../lib/counts";
import type { HallStore } from "../lib/hall";
import { hear, type Keys } from "../lib/keys";
import { filter, go, query } from "../lib/route";
import type { Ruling } from "../lib/ruling";
import { sides } from "../lib/side";
import { type Signal, signal } from "../lib/signals";
import { named, t } from "../lib/text";
import { title } from "../lib/words";
import { Hint } from "../ui/hint";
import { type Cells, type Grid, reveal, Window } from "../ui/window";
import { Bay, isMine } from "./bay";
import { Header } from "./header";
import { SideLine, Tile } from "./tile";
import { Waiting } from "./trouble";

const few = 120; // in a hall of fewer boards all tiles are in the page
type Size = "large" | "tile" | "chip";
interface Sized {
  size: Size;
  cells: Cells;
}

// Larger texts make larger tiles.
const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
const cellsOf = (least: number, height: (width: number) => number): Cells => ({
  least: least * scale,
  height,
  gap: 8,
});
// A position is as high as it is wide; the numbers are the space around it.
const withPosition = (width: number): number => width - 22 + 96 * scale;
const onPhone: Sized = { size: "large", cells: cellsOf(150, withPosition) };
const sizes: (Sized & { upTo: number })[] = [
  { upTo: 30, size: "large", cells: cellsOf(210, withPosition) },
  { upTo: 600, size: "tile", cells: cellsOf(168, () => 120 * scale) },
  { upTo: Number.POSITIVE_INFINITY, size: "chip", cells: cellsOf(96, () => 56 * scale) },
];

const phone = matchMedia("(max-width: 30em)");
const isPhone = signal(phone.matches);
phone.addEventListener("change", () => {
  isPhone.value = phone.matches;
});

// Two tiles fit side by side on a phone, whatever is in them.
function sizeFor(boards: number): Sized {
  const found = sizes.find((one) => boards <= one.upTo) as Sized;
  return found.size === "large" && isPhone.value ? onPhone : found;
}

class Cursor {
  readonly strip = signal(0); // the board of the strip on which keys act
  readonly tile = signal(0); // the board of the tile that Tab reaches
  readonly grid: Signal<Grid> = signal({ columns: 1, step: 100 });
}

const inBay = (): boolean => !!document.activeElement?.closest(".needs");
const focused = (): number => {
  const on = document.activeElement?.closest<HTMLElement>("[data-board], [data-case]");
  return Number(on?.dataset.board ?? on?.dataset.case ?? 0);
};

// A person who began to type in the meantime keeps their field.
function focusOn(selector: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement?.matches("input, textarea, select")) return;
    document.querySelector<HTMLElement>(selector)?.focus();
  });
}

// Goes to a tile, on the screen or not.
function goToTile(cursor: Cursor, order: number[], board: number): void {
  const at = order.indexOf(board);
  const grid = document.querySelector<HTMLElement>(".window");
  if (at < 0 || !grid) return;
  cursor.tile.value = board;
  reveal(grid, at, cursor.grid.value);
  requestAnimationFrame(() => focusOn(`[data-board="${board}"]`));
}

function stripKeys(cursor: Cursor): (by: number) => boolean {
  return (by) => {
    const strips = [...document.querySelectorAll<HTMLElement>("[data-case]")];
    if (strips.length === 0) return false;
    const at = strips.indexOf(document.activeElement as HTMLElement);
    const next = strips[Math.max(0, Math.min(strips.length - 1, at + by))];
    cursor.strip.value = Number(next?.dataset.case);
    next?.focus();
    return true;
  };
}

function keysOf(
  store: HallStore,
  cursor: Cursor,
  order: () => number[],
  search: () => HTMLInputElement | null,
): Keys {
  const strips = stripKeys(cursor);
  const tiles = (by: number) => {
    const list = order();
    const at = list.indexOf(focused() || cursor.tile.value);
    const next = list[Math.max(0, Math.min(list.length - 1, at + by))];
    if (next !== undefined) goToTile(cursor, list, next);
  };
  const step = (by: number) => {
    if (focused() !== 0 && !inBay()) return tiles(by);
    if (!strips(by)) tiles(by);
  };
  const row = (by: number) => (inBay() ? strips(by) : tiles(by * cursor.grid.value.columns));
  const act = (what: (board: number) => void) => () => {
    const board = focused() || cursor.strip.value;
    if (board !== 0 && !store.frozen.value) what(board);
  };
  const jump = () => {
    const field = search();
    field?.focus();
    field?.select();
  };
  return {
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => row(1),
    ArrowUp: () => row(-1),
    ArrowRight: () => tiles(1),
    ArrowLeft: () => tiles(-1),
    "/": jump,
    g: jump,
    f: () => document.querySelector<HTMLElement>(".counts button")?.focus(),
    t: act((board) => {
      if (isMine(store, board)) void store.take(board);
    }),
    s: act((board) => store.see(board)),
    "?": () => go("/keys"),
    Escape: () => {
      filter(["sector", ""], ["state", ""], ["q", ""]);
      (document.activeElement as HTMLElement | null)?.blur();
    },
  };
}

// One polite announcement for news, so that no speech is interrupted.
function Announcer({ store }: { store: HallStore }) {
  const said = useRef(new Set<string>());
  const last = useRef({ at: Number.NEGATIVE_INFINITY, text: "" });
  store.second.value;
  const now = performance.now();
  for (const number of store.waiting.value) {
    const board = store.boards.get(number);
    const one = store.waits(number);
    if (!board || !one) continue;
    const key = `${number} ${one.kind} ${one.level}`;
    if (said.current.has(key) || now - last.current.at < 3000) continue;
    said.current.add(key);
    const text = title(one, board.tile.peek(), store.ticker.now());
    last.current = { at: now, text: t("hall.new", { board: number, text }) };
  }
  return (
    <p class="hidden" aria-live="polite">
      {last.current.text}
    </p>
  );
}

// Of a filter: a number of the head, or a state of the boards.
const stateName = (state: string): string => named(`hall.${state}`, named(`state.${state}`, state));

// What is searched for stays where other filters hide it.
function Empty({ q, state, sector }: { q: string; state: string; sector: string }) {
  const hidden = q !== "" && (state !== "" || sector !== "");
  const show = () => filter(["sector", ""], ["state", ""], ...(hidden ? [] : [["q", ""] as const]));
  return (
    <p class="empty">
      {q === "" ? t("hall.noneInState") : t("hall.noneFound", { q })}{" "}
      <button type="button" onClick={show}>
        {t(hidden ? "hall.searchAll" : "hall.showAll")}
      </button>
      {state === "" ? null : <span class="dim"> {stateName(state)}</span>}
    </p>
  );
}

function Boards({ store, cursor, order }: { store: HallStore; cursor: Cursor; order: number[] }) {
  const { size, cells } = sizeFor(store.order.value.length);
  const first = order.includes(cursor.tile.value) ? cursor.tile.value : order[0];
  useLayoutEffect(() => {
    performance.mark("first-tile"); // for the browser's own tools
  }, []);
  return (
    <section class="boards" aria-labelledby="boards">
      <h2 id="boards">{t("hall.boards")}</h2>
      <Hint name="tile" />
      <div
        role="feed"
        onFocusCapture={() => {
          cursor.tile.value = focused() || cursor.tile.value;
        }}
        aria-busy="false"
        aria-label={t("hall.boards")}
      >
        <Window
          cells={cells}
          count={order.length}
          whole={store.order.value.length < few}
          grid={cursor.grid}
          cell={(at) => {
            const number = order[at] ?? 0;
            const board = store.boards.get(number);
            if (!board) return null;
            return (
              <Tile
                store={store}
                board={board}
                size={size}
                at={at}
                of={order.length}
                focused={number === first}
              />
            );
          }}
        />
      </div>
    </section>
  );
}

// The data for which a chip has no room: the board with the focus, with its clocks.
function Peek({ store, cursor }: { store: HallStore; cursor: Cursor }) {
  const board = store.boards.get(cursor.tile.value);
  if (sizeFor(store.order.value.length).size !== "chip" || !board) return null;
  const [first] = board.conditions.value;
  const tile = board.tile.value;
  return (
    <div class="peek">
      <b>{tile.board}</b>
      {first ? <span>{title(first, tile, store.ticker.now())}</span> : null}
      {sides.map((side) => (
        <SideLine key={side} tile={tile} side={side} store={store} />
      ))}
    </div>
  );
}

type Many = typeof import("./many");

// The sheet of an act on many boards, while it is open.
function useMany(store: HallStore) {
  const open = useMemo(() => signal<{ Sheet: Many["Sheet"]; ruling: Ruling } | null>(null), []);
  const close = useCallback(() => {
    open.value = null;
  }, [open]);
  const ask = async () => {
    try {
      const { Sheet, rulingForMany } = await import("./many");
      const ruling = rulingForMany(store);
      if (ruling && !store.frozen.value) open.value = { Sheet, ruling };
    } catch {
      store.error.value = t("app.noAnswer");
    }
  };
  return { open, close, ask };
}

export function HallPage({ store }: { store: HallStore }) {
  const search = useRef<HTMLInputElement>(null);
  const cursor = useMemo(() => new Cursor(), []);
  const onlyMine = useMemo(() => signal(false), []);
  const many = useMany(store);
  const [sector = "", state = "", q = ""] = ["sector", "state", "q"].map(
    (name) => query.value.get(name) ?? "",
  );
  const order = useRef<number[]>([]);
  order.current = wanted(store, { sector, state, q });
  useLayoutEffect(
    () =>
      hear(
        keysOf(
          store,
          cursor,
          () => order.current,
          () => search.current,
        ),
      ),
    [store, cursor],
  );
  const head = store.head.value;
  if (!head) return <Waiting error={store.error.value} />;
  // Enter in the search goes to the board of that number, or to the first one found.
  const found = () => {
    const board = /^\d+$/.test(q) ? Number(q) : (order.current[0] ?? 0);
    if (!store.boards.has(board)) return;
    filter(["q", ""]);
    search.current?.blur();
    requestAnimationFrame(() => goToTile(cursor, store.order.value, board));
  };
  return (
    <div class={store.frozen.value ? "hallpage stale" : "hallpage"}>
      {[store.error.value, store.refused.value].map((text) =>
        text === "" ? null : (
          <p class="wrong" key={text}>
            {text}
          </p>
        ),
      )}
      <Header store={store} search={search} found={found} many={() => void many.ask()} />
      <main>
        <Bay store={store} cursor={cursor.strip} onlyMine={onlyMine} />
        {head.round === null ? (
          <p class="empty">{t("hall.noRound", { name: head.name || head.event })}</p>
        ) : order.current.length === 0 ? (
          <Empty q={q} state={state} sector={sector} />
        ) : (
          <Boards store={store} cursor={cursor} order={order.current} />
        )}
      </main>
      <Peek store={store} cursor={cursor} />
      <Announcer store={store} />
      {many.open.value ? (
        <many.open.value.Sheet
          ruling={many.open.value.ruling}
          store={store}
          board={0}
          game={null}
          close={many.close}
        />
      ) : null}
      <footer class="hint">{t("hall.keys")}</footer>
    </div>
  );
}
