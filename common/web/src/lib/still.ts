// What keeps a finger from hitting a strip of the bay that it did not mean.
import { signal } from "./signals";

const settle = 700; // ms after a change under the pointer
const notSeen = 350; // ms in which nobody has seen yet that a strip has moved
const doubleTap = 300; // ms
const moved = "moved";

// A tap on a strip that has come to its place a moment ago was meant for another one: until then it
// is marked. The second tap of a double tap does not take back what the first has done.
export class Places {
  #tops = new Map<number, number>();
  #moved = new Map<number, number>(); // performance.now()
  #meant = true;
  #clicked = { on: null as Element | null, at: 0 };

  down = (event: PointerEvent) => {
    this.#meant = !this.#isMarked(event);
  };
  // Keys have no place.
  guard = (event: MouseEvent) => {
    if (event.detail === 0) return;
    const double = this.#isDouble(event);
    if (this.#meant && !this.#isMarked(event) && !double) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // After each change of the bay.
  look(node: HTMLElement | null): void {
    const tops = new Map<number, number>();
    for (const one of node?.querySelectorAll<HTMLElement>("[data-case]") ?? []) {
      const board = Number(one.dataset.case);
      tops.set(board, one.offsetTop);
      if ((this.#tops.get(board) ?? one.offsetTop) !== one.offsetTop) this.#mark(board, one);
    }
    this.#tops = tops;
  }
  #mark(board: number, { parentElement: strip }: HTMLElement): void {
    const now = performance.now();
    this.#moved.set(board, now);
    strip?.classList.add(moved);
    setTimeout(() => {
      if (this.#moved.get(board) === now) strip?.classList.remove(moved);
    }, notSeen);
  }
  #isDouble({ target }: Event): boolean {
    const [on, at] = [(target as Element).closest("button"), performance.now()];
    const double = on !== null && on === this.#clicked.on && at - this.#clicked.at < doubleTap;
    this.#clicked = { on, at };
    return double;
  }
  #isMarked({ target }: Event): boolean {
    return !!(target as Element).closest(`.${moved}`);
  }
}

// While a finger, the pointer or the focus is on the bay nothing in it moves.
export class Stillness {
  readonly held = signal(0); // counts the ends of holds, so that the order is made again
  #down = false;
  #until = 0;
  #over = false;

  down = () => {
    this.#down = true;
  };
  up = () => {
    this.#down = false;
    this.#until = performance.now() + settle;
    this.#later();
  };
  enter = () => {
    this.#over = true;
  };
  leave = () => {
    this.#over = false;
    this.#later();
  };
  changed(): void {
    if (this.#over) this.#until = performance.now() + settle;
    this.#later();
  }
  holds(node: HTMLElement | null): boolean {
    const focus = node?.contains(document.activeElement) ?? false;
    const visible = focus && document.activeElement?.matches(":focus-visible");
    return this.#down || !!visible || performance.now() < this.#until;
  }
  #later(): void {
    setTimeout(() => {
      this.held.value += 1;
    }, settle + 20);
  }
}

// Some browsers keep no place on the screen when something above it grows (overflow-anchor). What
// somebody has scrolled to then stays where it is all the same.
const anchored = CSS.supports("overflow-anchor", "auto");
export class Anchor {
  #height = 0;

  // After each change of `above`, which may have scrolled off the screen.
  look(above: HTMLElement | null): void {
    if (anchored || !above) return;
    const { height, bottom } = above.getBoundingClientRect();
    const grown = height - this.#height;
    this.#height = height;
    const next = above.nextElementSibling?.getBoundingClientRect().top ?? 0;
    const isBeside = next < bottom;
    if (!isBeside && grown !== 0 && bottom - grown <= 0) scrollBy(0, grown);
  }
}
