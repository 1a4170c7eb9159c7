// The matters that wait for a person, worst first. The order is fixed while somebody points at it.
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Condition } from "../lib/condition";
import { kinds } from "../lib/condition";
import { age } from "../lib/format";
import type { HallStore } from "../lib/hall";
import { inHall } from "../lib/route";
import { session } from "../lib/session";
import type { Signal } from "../lib/signals";
import { Anchor, Places, Stillness } from "../lib/still";
import { type Key, t } from "../lib/text";
import { details, title } from "../lib/words";
import { Hint } from "../ui/hint";
import { Icon } from "../ui/icon";

interface Case {
  board: number;
  condition: Condition;
}
export interface Groups {
  mine: Case[];
  taken: Case[];
  seen: Case[];
}

export const waitingMs = (one: Condition, store: HallStore): number => {
  if (one.sinceMs !== undefined) return store.since(one.sinceMs);
  const now = store.ticker.now();
  return one.sinceUs !== undefined && now !== null ? (now - one.sinceUs) / 1000 : 0;
};

// Is the board in one of the caller's sectors? Without sectors, all are.
export function isMine(store: HallStore, board: number): boolean {
  const own = session.value?.sectors ?? [];
  if (own.length === 0) return true;
  return (store.head.value?.sectors ?? []).some(
    (one) => own.includes(one.name) && one.first <= board && board <= one.last,
  );
}

function bySeverity(store: HallStore) {
  const rank = (one: Case) => kinds.indexOf(one.condition.kind);
  const foreign = (one: Case) => Number(!isMine(store, one.board));
  return (a: Case, b: Case) =>
    foreign(a) - foreign(b) ||
    rank(a) - rank(b) ||
    waitingMs(b.condition, store) - waitingMs(a.condition, store) ||
    a.board - b.board;
}

export function groupsOf(store: HallStore, onlyMine: boolean): Groups {
  const groups: Groups = { mine: [], taken: [], seen: [] };
  for (const board of store.waiting.value) {
    const condition = store.waits(board);
    if (!condition || (onlyMine && !isMine(store, board))) continue;
    const by = store.takenBy(board);
    const other = by !== "" && by !== session.value?.name;
    const group = other ? groups.taken : store.isSeen(board) ? groups.seen : groups.mine;
    group.push({ board, condition });
  }
  for (const group of Object.values(groups)) group.sort(bySeverity(store));
  return groups;
}

// The boards in the order shown last, as far as they still wait; new ones below.
function inOldOrder(cases: Case[], shown: number[]): Case[] {
  const place = (one: Case) => {
    const at = shown.indexOf(one.board);
    return at < 0 ? shown.length : at;
  };
  return cases
    .map((one, at) => ({ one, at }))
    .sort((a, b) => place(a.one) - place(b.one) || a.at - b.at)
    .map(({ one }) => one);
}

function Strip({ store, one, cursor }: { store: HallStore; one: Case; cursor: Signal<number> }) {
  const { board, condition } = one;
  const found = store.boards.get(board);
  if (!found) return null;
  store.second.value;
  const tile = found.tile.value;
  const now = store.ticker.now();
  const by = store.takenBy(board);
  const own = by !== "" && by === session.value?.name;
  const cut = store.frozen.value;
  const named = (act: Key) => t("hall.atBoard", { act: t(act), board });
  const link = `${inHall(store.event, board)}#rule`;
  return (
    <li class={`strip ${condition.kind}`}>
      <a href={link} data-case={board} tabIndex={cursor.value === board ? 0 : -1}>
        <Icon name={condition.kind} />
        <b class="n">{board}</b>
        <span class="what">
          {title(condition, tile, now)}
          <small>{details(condition, tile)}</small>
        </span>
        <span class="age">
          {(condition.sinceMs ?? condition.sinceUs) ? age(waitingMs(condition, store)) : ""}
          <small>{by === "" ? "" : t("hall.goes", { name: by })}</small>
        </span>
      </a>
      <span class="acts">
        {isMine(store, board) ? (
          <button
            type="button"
            disabled={cut}
            title={cut ? t("hall.disabled") : undefined}
            aria-label={named(own ? "hall.handBack" : "hall.take")}
            onClick={() => void store.take(board)}
          >
            {t(own ? "hall.handBack" : "hall.take")}
          </button>
        ) : null}
        <button
          type="button"
          aria-label={named(store.isSeen(board) ? "hall.unsee" : "hall.see")}
          onClick={() => store.see(board)}
        >
          {t(store.isSeen(board) ? "hall.unsee" : "hall.see")}
        </button>
      </span>
    </li>
  );
}

function Nothing({ store }: { store: HallStore }) {
  return <p class="dim">{t("hall.nothing", { n: store.tally.counts.value.running })}</p>;
}

function Heading({ count, onlyMine }: { count: number; onlyMine: Signal<boolean> }) {
  return (
    <h2 id="needs">
      {t("hall.needs")} <b>{count}</b>
      {(session.value?.sectors.length ?? 0) > 0 ? (
        <button
          type="button"
          aria-pressed={onlyMine.value}
          onClick={() => {
            onlyMine.value = !onlyMine.value;
          }}
        >
          {t("hall.mine")}
        </button>
      ) : null}
    </h2>
  );
}

interface Props {
  store: HallStore;
  cursor: Signal<number>; // the strip on which keys act; 0: none
  onlyMine: Signal<boolean>;
}

export function Bay({ store, cursor, onlyMine }: Props) {
  const node = useRef<HTMLElement>(null);
  const still = useMemo(() => new Stillness(), []);
  const places = useMemo(() => new Places(), []);
  const anchor = useMemo(() => new Anchor(), []);
  useLayoutEffect(() => {
    places.look(node.current);
    anchor.look(node.current);
  });
  const shown = useRef<Groups>({ mine: [], taken: [], seen: [] });
  still.held.value;
  store.seen.value;
  const fresh = groupsOf(store, onlyMine.value);
  const before = shown.current;
  if (still.holds(node.current))
    for (const key of ["mine", "taken", "seen"] as const)
      fresh[key] = inOldOrder(
        fresh[key],
        before[key].map((one) => one.board),
      );
  shown.current = fresh;
  const names = fresh.mine.map((one) => one.board).join();
  useEffect(() => still.changed(), [names]);
  if (!fresh.mine.some((one) => one.board === cursor.value))
    cursor.value = fresh.mine[0]?.board ?? 0;
  const group = (key: "mine" | "taken" | "seen", text: string) =>
    fresh[key].length === 0 ? null : (
      <>
        <h3>
          {text} <b>{fresh[key].length}</b>
        </h3>
        <ul class={`bay ${key}`}>
          {fresh[key].map((one) => (
            <Strip key={one.board} store={store} one={one} cursor={cursor} />
          ))}
        </ul>
      </>
    );
  return (
    <section
      class="needs"
      ref={node}
      aria-labelledby="needs"
      onPointerDownCapture={places.down}
      onClickCapture={places.guard}
      onPointerDown={still.down}
      onPointerUp={still.up}
      onPointerCancel={still.up}
      onPointerEnter={still.enter}
      onPointerLeave={still.leave}
      onFocusOut={still.leave}
    >
      <Heading count={fresh.mine.length} onlyMine={onlyMine} />
      {fresh.mine.length === 0 ? <Nothing store={store} /> : null}
      <ul class="bay">
        {fresh.mine.map((one) => (
          <Strip key={one.board} store={store} one={one} cursor={cursor} />
        ))}
      </ul>
      {group("taken", t("hall.taken"))}
      {group("seen", t("hall.seenGroup"))}
      <Hint name="bay" />
    </section>
  );
}
