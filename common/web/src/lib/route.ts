// The address is the state: which page, and its filters.
import { keep, kept } from "./kept";
import { computed, signal } from "./signals";

const here = () => location.pathname + location.search;
const address = signal(here());

export const path = computed(() => address.value.split("?", 1)[0] ?? "/");
export const query = computed(() => new URLSearchParams(address.value.split("?")[1] ?? ""));

// A board of an event's hall, 0: the hall itself, with what the address says of round and filters.
export function inHall(event: string, board = 0): string {
  const search = query.value.toString();
  const path = `/hall/${encodeURIComponent(event)}${board === 0 ? "" : `/${board}`}`;
  return search === "" ? path : `${path}?${search}`;
}

const plain = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // not UTF-8: no event has that name
  }
};

// The parts between the slashes.
export const parts = computed(() =>
  path.value
    .split("/")
    .filter((part) => part !== "")
    .map(plain),
);

// What lies over the page, such as a sheet: "back" takes that away, and not the page.
let over: (() => void) | null = null;
const isOver = (state: unknown): boolean => (state as { over?: boolean } | null)?.over === true;
let onTop = isOver(history.state);

// `close` is for "back"; returns its end.
export function layOver(close: () => void): () => void {
  over = close;
  if (!onTop) history.pushState({ over: true }, "", location.href);
  onTop = true;
  return () => {
    if (over === close) over = null;
  };
}

export function go(to: string): void {
  history.pushState(null, "", to);
  onTop = false;
  address.value = here();
  scrollTo(0, 0);
}

// Of the same page: what lies over it stays there.
export function rename(to: string): void {
  history.replaceState(history.state, "", to);
}

export function replace(to: string): void {
  rename(to);
  address.value = here();
}

// A sheet that was closed otherwise has left its entry: "back" goes on to the one before.
function returned(event: PopStateEvent): void {
  const wasOver = onTop;
  onTop = isOver(event.state);
  const same = address.value === here();
  if (wasOver && !onTop && same) return over ? over() : history.back();
  address.value = here();
}

// Sets parameters of the address, or takes them away.
export function filter(...changes: (readonly [name: string, value: string])[]): void {
  const next = new URLSearchParams(query.value);
  for (const [name, value] of changes)
    if (value === "") next.delete(name);
    else next.set(name, value);
  const text = next.toString();
  replace(path.value + (text === "" ? "" : `?${text}`));
}

export function back(otherwise: string): void {
  if (history.length > 1 && kept("sessionStorage", "within") === "yes") history.back();
  else go(otherwise);
}

// Links of our own pages change the address without a reload.
function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || event.defaultPrevented || event.button !== 0 || link.target !== "") return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || link.hasAttribute("download")) return;
  if (link.pathname.startsWith("/api/") || link.pathname.startsWith("/docs")) return;
  event.preventDefault();
  keep("sessionStorage", "within", "yes");
  go(link.pathname + link.search + link.hash);
}

export function watch(): void {
  addEventListener("popstate", returned);
  document.addEventListener("click", follow);
}
