// A grid of equal cells of which only those on the screen are in the page. The page itself scrolls.
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { type Signal, signal } from "../lib/signals";

export interface Cells {
  least: number; // width of a cell, px
  height: (width: number) => number; // of a cell
  gap: number;
}

export interface Grid {
  columns: number;
  step: number;
}

interface View {
  columns: number;
  step: number; // from one row to the next, px
  first: number; // row
  last: number;
  slots: number; // rows in the page at once, at most
}

const overscan = 2; // rows
const fixed: View = { columns: 1, step: 100, first: 0, last: 3, slots: 3 };

function measure(node: HTMLElement, cells: Cells, count: number, whole: boolean): View {
  const columns = Math.max(
    1,
    Math.floor((node.clientWidth + cells.gap) / (cells.least + cells.gap)),
  );
  const width = (node.clientWidth + cells.gap) / columns - cells.gap;
  const step = Math.round(cells.height(width) + cells.gap);
  const rows = Math.ceil(count / columns);
  if (whole) return { columns, step, first: 0, last: rows, slots: Math.max(1, rows) };
  // The same number at every scroll position: a row that stays on the screen keeps its slot.
  const slots = Math.ceil(innerHeight / step) + 1 + 2 * overscan;
  const above = -node.getBoundingClientRect().top;
  const first = Math.min(rows, Math.max(0, Math.floor(above / step) - overscan));
  return { columns, step, first, last: Math.min(rows, first + slots), slots };
}

const same = (a: View, b: View): boolean =>
  a.columns === b.columns &&
  a.step === b.step &&
  a.first === b.first &&
  a.last === b.last &&
  a.slots === b.slots;

function useView(
  node: RefObject<HTMLDivElement | null>,
  cells: Cells,
  count: number,
  whole: boolean,
): Signal<View> {
  const view = useMemo(() => signal(fixed), []);
  const look = () => {
    if (!node.current) return;
    const next = measure(node.current, cells, count, whole);
    if (!same(next, view.value)) view.value = next;
  };
  useLayoutEffect(look);
  useEffect(() => {
    let waiting = 0;
    const soon = () => {
      if (waiting === 0)
        waiting = requestAnimationFrame(() => {
          waiting = 0;
          look();
        });
    };
    addEventListener("scroll", soon, { passive: true });
    addEventListener("resize", soon);
    return () => {
      removeEventListener("scroll", soon);
      removeEventListener("resize", soon);
      cancelAnimationFrame(waiting);
    };
  }, [cells, count, whole]);
  return view;
}

interface Props {
  cells: Cells;
  count: number;
  whole: boolean; // all of them are in the page, because there are few
  grid: Signal<Grid>; // its present state, for keys
  cell: (at: number) => ComponentChildren;
}

export function Window({ cells, count, whole, grid, cell }: Props) {
  const node = useRef<HTMLDivElement>(null);
  const view = useView(node, cells, count, whole).value;
  useEffect(() => {
    grid.value = { columns: view.columns, step: view.step };
  });
  const rows = Math.ceil(count / view.columns);
  const shown = [];
  for (let row = view.first; row < view.last; row += 1) {
    const inside = [];
    for (let at = row * view.columns; at < Math.min(count, (row + 1) * view.columns); at += 1)
      inside.push(cell(at));
    // A row that has left the screen gives its nodes to the new one.
    shown.push(
      <div
        class="row"
        key={row % view.slots}
        style={{
          transform: `translateY(${row * view.step}px)`,
          height: `${view.step - cells.gap}px`,
          gridTemplateColumns: `repeat(${view.columns}, minmax(0, 1fr))`,
          gap: `${cells.gap}px`,
        }}
      >
        {inside}
      </div>,
    );
  }
  const height = `${Math.max(0, rows * view.step - cells.gap)}px`;
  return (
    <div class="window" ref={node} style={{ height }}>
      {shown}
    </div>
  );
}

// Scrolls a cell onto the screen, so that it can get the focus.
export function reveal(container: HTMLElement, at: number, { columns, step }: Grid): void {
  const top = container.getBoundingClientRect().top + Math.floor(at / columns) * step;
  const room = { above: 140, below: 40 };
  if (top < room.above) scrollBy(0, top - room.above);
  else if (top + step > innerHeight - room.below)
    scrollBy(0, top + step - innerHeight + room.below);
}
