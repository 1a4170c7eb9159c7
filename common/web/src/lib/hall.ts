// The hall as this page knows it: a signal for each board, so that a change draws one tile.
import { ask, eventPath, get, type Hall, Refused, type Tile } from "./api";
import { type Condition, conditions, signature, worst } from "./condition";
import { actor } from "./key";
import { lost, session } from "./session";
import { batch, computed, effect, type Signal, signal } from "./signals";
import { type Change, type Pong, Socket } from "./socket";
import { t } from "./text";
import { Ticker } from "./ticker";

export type Head = Omit<Hall, "tiles">;
export interface Board {
  tile: Signal<Tile>;
  conditions: Signal<Condition[]>;
  changed: Signal<boolean>; // while the link was cut, and nobody has looked since
}

const gather = 60; // ms: changes that come together are asked for together
const large = 30; // boards with their positions

export class HallStore {
  readonly head = signal<Head | null>(null);
  readonly order = signal<number[]>([]);
  readonly boards = new Map<number, Board>();
  readonly error = signal("");
  readonly second = signal(0); // counts seconds: what has an age is drawn again
  readonly seen = signal<Record<string, string>>({});
  readonly socket: Socket;
  readonly ticker: Ticker;
  readonly frozen = computed(() => this.socket.link.value === "off");
  #asking = false;
  #again = false;
  #timer = 0;
  #cases = -1;
  #away = false;
  readonly #ends: () => void;
  #seconds: number;
  #wall = 0; // the server's wall clock minus our steady one, ms

  constructor(
    readonly event: string,
    readonly round: string,
  ) {
    this.ticker = new Ticker(() => this.#instant());
    this.socket = new Socket(event, {
      after: () => this.head.value?.seq ?? 0,
      onChange: (change) => this.#heard(change),
      onPong: (pong) => this.#pong(pong),
      onEnded: () => lost(),
    });
    // At once, so that nothing moves below the words that the link is cut.
    this.#ends = effect(() => {
      this.ticker.stop(this.frozen.value);
      if (this.frozen.value) this.#away = true;
    });
    this.#seconds = window.setInterval(() => this.#tick(), 1000);
    this.refresh(0);
  }

  close(): void {
    this.#ends();
    this.socket.close();
    clearInterval(this.#seconds);
    clearTimeout(this.#timer);
  }

  refresh(after = gather): void {
    if (this.#asking) {
      this.#again = true;
      return;
    }
    if (this.#timer === 0) this.#timer = window.setTimeout(() => this.#ask(), after);
  }

  // The instant on the clocks' scale; null where nothing runs.
  #instant(): number | null {
    const { instants } = this.socket;
    if (this.head.value?.time !== "real" || !instants.known()) return null;
    return instants.at(performance.now());
  }

  async #ask(): Promise<void> {
    this.#timer = 0;
    this.#asking = true;
    try {
      const hall = await get<Hall>(`${eventPath(this.event)}/hall?${this.#query()}`);
      batch(() => this.#take(hall));
      if (!this.frozen.value) this.#away = false;
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#asking = false;
      if (this.#again) {
        this.#again = false;
        this.refresh();
      }
    }
  }

  #query(): string {
    const query = new URLSearchParams();
    if (this.round !== "") query.set("round", this.round);
    if (this.order.value.length > 0 && this.head.value)
      query.set("after", String(this.head.value.seq));
    if (this.order.value.length <= large) query.set("positions", "true");
    return query.toString();
  }

  #failed(error: unknown): void {
    if (!(error instanceof Refused)) return this.#unanswered();
    if (error.status === 401) return lost();
    // What is known stays on the screen, and is asked for again.
    const busy = error.status === 429 || error.status === 503;
    if (!busy || !this.head.value) this.error.value = error.text;
    if (error.status >= 429 || this.head.value) this.refresh(1000);
  }

  // A cut link the socket says, and asks again when it is back.
  #unanswered(): void {
    if (!this.head.value) this.error.value = t("app.noAnswer");
    if (!this.head.value || !this.frozen.value) this.refresh(1000);
  }

  #take(hall: Hall): void {
    const { tiles, ...head } = hall;
    if (head.round !== this.head.value?.round) this.boards.clear();
    this.head.value = head;
    this.error.value = "";
    for (const tile of tiles) this.#put(tile);
    if (!head.whole) return;
    const order = tiles.map((tile) => tile.board);
    for (const board of [...this.boards.keys()])
      if (!order.includes(board)) this.boards.delete(board);
    this.order.value = order.sort((a, b) => a - b);
  }

  #put(tile: Tile): void {
    const found = this.boards.get(tile.board);
    if (!found) {
      const all = conditions(tile, this.ticker.now());
      this.boards.set(tile.board, {
        tile: signal(tile),
        conditions: signal(all),
        changed: signal(false),
      });
      return;
    }
    if (this.#away && JSON.stringify(found.tile.value) !== JSON.stringify(tile))
      found.changed.value = true;
    found.tile.value = tile;
    this.#judge(found);
  }

  #judge(board: Board): void {
    const all = conditions(board.tile.value, this.ticker.now());
    if (signature(all) !== signature(board.conditions.value)) board.conditions.value = all;
  }

  #heard(change: Change): void {
    if (change.seq > (this.head.value?.seq ?? 0)) this.refresh();
  }

  #pong(pong: Pong): void {
    const head = this.head.value;
    const back = this.#away && !this.frozen.value;
    if (pong.cases !== this.#cases || (pong.seq ?? 0) > (head?.seq ?? 0) || back) this.refresh();
    this.#cases = pong.cases ?? -1;
    this.#wall = Date.parse(pong.at) - performance.now();
    this.ticker.refresh();
    if (head && head.linked !== pong.linked) this.head.value = { ...head, linked: pong.linked };
  }

  #tick(): void {
    if (this.frozen.value) return;
    batch(() => {
      for (const board of this.boards.values()) this.#judge(board);
      this.second.value += 1;
    });
  }

  // Milliseconds since something that the server dates by its wall clock.
  since(wallMs: number): number {
    return performance.now() + this.#wall - wallMs;
  }

  // Who goes to a board.
  takenBy(board: number): string {
    return this.head.value?.cases.find((one) => one.board === board)?.by ?? "";
  }

  async take(board: number): Promise<void> {
    const taken = this.takenBy(board) !== session.value?.name;
    try {
      await ask(`PUT`, `${eventPath(this.event)}/hall/cases/${board}`, {
        taken,
        ...(actor() === "" ? {} : { by: actor() }),
      });
      this.refresh(0);
    } catch (error) {
      if (error instanceof Refused && error.status === 401) return lost();
      this.error.value = error instanceof Refused ? error.text : t("app.noAnswer");
    }
  }

  isSeen(board: number): boolean {
    const now = worst(this.boards.get(board)?.conditions.value ?? []);
    return now !== "" && this.seen.value[board] === now;
  }

  // Somebody has opened it: what has changed while the link was cut is no news any more.
  look(board: number): void {
    const found = this.boards.get(board);
    if (found) found.changed.value = false;
  }

  see(board: number): void {
    const found = this.boards.get(board);
    if (!found) return;
    found.changed.value = false;
    const { [board]: before, ...others } = this.seen.value;
    const now = worst(found.conditions.value);
    this.seen.value = before === now ? others : { ...others, [board]: now };
  }
}
