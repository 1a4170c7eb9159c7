// The head of the hall: the state in numbers that filter, and the state of the link.
import type { RefObject } from "preact";
import { age, timeOfDay } from "../lib/format";
import type { HallStore } from "../lib/hall";
import { filter, query } from "../lib/route";
import { t } from "../lib/text";
import { Menu } from "../ui/menu";
import { waitingMs } from "./bay";

function oldest(store: HallStore): number {
  let most = 0;
  for (const board of store.waiting.value)
    for (const one of store.boards.get(board)?.conditions.peek() ?? [])
      if (one.waits) most = Math.max(most, waitingMs(one, store));
  return most;
}

function Counters({ store }: { store: HallStore }) {
  store.second.value;
  const counts = store.tally.counts.value;
  const latestMs = store.tally.latestMs();
  const chosen = query.value.get("state") ?? "";
  const waits = oldest(store);
  const counter = (state: "running" | "done" | "unsigned" | "cut") => (
    <button
      type="button"
      key={state}
      aria-pressed={chosen === state}
      onClick={() => filter(["state", chosen === state ? "" : state])}
    >
      <b>{counts[state]}</b> {t(`hall.${state}`)}
    </button>
  );
  return (
    <div class="counts">
      {counter("running")}
      {counter("done")}
      {counts.unsigned > 0 || chosen === "unsigned" ? counter("unsigned") : null}
      {counts.cut > 0 || chosen === "cut" ? counter("cut") : null}
      <button
        type="button"
        class={waits > 0 || chosen === "needs" ? undefined : "unseen"}
        aria-pressed={chosen === "needs"}
        onClick={() => filter(["state", chosen === "needs" ? "" : "needs"])}
      >
        {t("hall.oldest")} <b>{age(waits)}</b>
      </button>
      {latestMs > 0 && store.head.value?.time === "real" ? (
        <span class="dim">
          {t("hall.latest")} <b>{timeOfDay(Date.now() + latestMs).slice(0, 5)}</b>
        </span>
      ) : null}
    </div>
  );
}

function Sectors({ store }: { store: HallStore }) {
  const sectors = store.head.value?.sectors ?? [];
  const chosen = query.value.get("sector") ?? "";
  if (sectors.length === 0) return null;
  return (
    <fieldset class="sectors" aria-label={t("hall.sector")}>
      {["", ...sectors.map((one) => one.name)].map((name) => (
        <button
          type="button"
          key={name}
          aria-pressed={chosen === name}
          onClick={() => filter(["sector", name])}
        >
          {name === "" ? t("hall.allSectors") : name}
        </button>
      ))}
    </fieldset>
  );
}

// The round that is shown; without one in the address it is the one that is played.
function Rounds({ store }: { store: HallStore }) {
  const { round = null, rounds = [] } = store.head.value ?? {};
  if (round === null || rounds.length < 2) return null;
  return (
    <select
      class="rounds"
      aria-label={t("hall.round")}
      onChange={(event) => filter(["round", event.currentTarget.value])}
    >
      {rounds.map((one) => (
        <option key={one.round} value={one.round} selected={one.round === round}>
          {t("events.round", { round: one.round })}
        </option>
      ))}
    </select>
  );
}

export function LinkState({ store }: { store: HallStore }) {
  const link = store.socket.link.value;
  const head = store.head.value;
  const text = link === "on" ? t("hall.linked") : t(`hall.${link}`);
  const virtual = head?.time === "virtual" ? ` · ${t("hall.virtual")}` : "";
  return (
    <span class={`link ${link}`}>
      <i />
      <span class="text">{text + virtual}</span>
    </span>
  );
}

// Urgent notices: the data shown is old, or the clocks are not reachable.
export function Bands({ store }: { store: HallStore }) {
  if (store.frozen.value && store.head.value)
    return (
      <p class="cutoff" role="alert">
        {t("hall.cutOff", { time: timeOfDay(store.socket.since.value) })}
      </p>
    );
  if (store.head.value && !store.head.value.linked)
    return (
      <p class="cutoff" role="alert">
        {t("hall.notFollowed")}
      </p>
    );
  return null;
}

interface Props {
  store: HallStore;
  search: RefObject<HTMLInputElement | null>;
  found: () => void; // Enter in the search
  many: () => void; // an act on many boards is wanted
}

export function Header({ store, search, found, many }: Props) {
  const head = store.head.value;
  const name = head?.name || store.event;
  return (
    <header>
      <div class="line">
        <h1>{head?.round == null ? name : t("hall.title", { name, round: head.round })}</h1>
        <Rounds store={store} />
        <Counters store={store} />
        <Sectors store={store} />
        <form
          class="search"
          onSubmit={(event) => {
            event.preventDefault();
            found();
          }}
        >
          <input
            type="search"
            ref={search}
            placeholder={t("hall.search")}
            aria-label={t("hall.search")}
            value={query.value.get("q") ?? ""}
            onInput={(event) => filter(["q", event.currentTarget.value])}
          />
        </form>
        <button
          type="button"
          class="many"
          disabled={store.frozen.value}
          title={store.frozen.value ? t("hall.disabled") : undefined}
          onClick={many}
        >
          {t("hall.many")}
        </button>
        <LinkState store={store} />
        <Menu />
      </div>
      <Bands store={store} />
    </header>
  );
}
