// The hall as known to this page: a signal for each board, so that a change draws one tile.
import { Agenda } from "./agenda";
import { ask, eventPath, get, type Hall, Refused, type Tile } from "./api";
import { type Condition, type Cut, conditions, signature, staysFor, worst } from "./condition";
import { Tally } from "./counts";
import { actor } from "./key";
import { lost, session } from "./session";
import { batch, computed, effect, type Signal, signal } from "./signals";
import { type Change, type Pong, Socket } from "./socket";
import { t } from "./text";
import { Ticker } from "./ticker";

// Its seq and cases are from the last change of anything else in it.
export type Head = Omit<Hall, "tiles">;
export interface Board {
  tile: Signal<Tile>;
  conditions: Signal<Condition[]>;
  said: string; // the conditions' signature
  until: number; // performance.now() at which they may change although the tile is the same
  changed: Signal<boolean>; // while the link was cut, and nobody has looked since
}

// Changes that come together are requested together, and in a busy hall in larger groups, ms.
const gather = 60;
const between = 250;
const large = 30; // boards with their positions

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const plain = ({ seq, cases, away, whole, ...head }: Head): string => JSON.stringify(head);

export class HallStore {
  readonly head = signal<Head | null>(null);
  readonly order = signal<number[]>([]);
  readonly boards = new Map<number, Board>();
  readonly tally = new Tally();
  readonly error = signal("");
  readonly refused = signal(""); // why the last case was not taken, until another one is
  readonly second = signal(0); // counts seconds: what has an age is drawn again
  // Counts what is more than a move: what is made of all boards is made again.
  readonly judged = signal(0);
  // The boards at which something waits for a person.
  readonly waiting = computed(() => {
    this.judged.value;
    return this.order.value.filter((board) => this.waits(board) !== undefined);
  });
  readonly seen = signal<Record<string, string>>({});
  readonly socket: Socket;
  readonly ticker: Ticker;
  readonly frozen = computed(() => this.socket.link.value === "off");
  #agenda = new Agenda<Board>(); // when boards are to be judged again
  #knew = false; // the instant, when all boards were judged
  #taken = signal<Record<number, string>>({}); // which arbiter goes to which board
  #seq = 0; // everything up to here is known
  #asking = false;
  #asked = Number.NEGATIVE_INFINITY;
  #again = false;
  #timer = 0;
  #cut = new Map<number, Cut & { since: string }>(); // boards whose device has no link
  #cases = -1;
  #cutOff = -1; // the serials of what was heard last
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
      onChange: (change) => this.#heard(change),
      onPong: (pong) => this.#pong(pong),
      onEnded: () => lost(),
    });
    // At once, so that nothing moves below the words about the cut link.
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
    if (this.#timer !== 0) return;
    const wait = after === gather ? this.#asked + between - performance.now() : 0;
    this.#timer = window.setTimeout(() => this.#ask(), Math.max(after, wait));
  }

  // The instant on the clocks' scale; null if nothing runs.
  #instant(): number | null {
    const { instants } = this.socket;
    if (this.head.value?.time !== "real" || !instants.known()) return null;
    return instants.at(performance.now());
  }

  async #ask(): Promise<void> {
    this.#timer = 0;
    this.#asking = true;
    this.#asked = performance.now();
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
    if (this.order.value.length > 0) query.set("after", String(this.#seq));
    if (this.order.value.length <= large) query.set("positions", "true");
    return query.toString();
  }

  #failed(error: unknown): void {
    if (!(error instanceof Refused)) return this.#unanswered();
    if (error.status === 401) return lost();
    // Known data stays on the screen, and is requested again.
    const busy = error.status === 429 || error.status === 503;
    if (!busy || !this.head.value) this.error.value = error.text;
    if (error.status >= 429 || this.head.value) this.refresh(1000);
  }

  // The socket reports a cut link, and requests again when the link is back.
  #unanswered(): void {
    if (!this.head.value) this.error.value = t("app.noAnswer");
    if (!this.head.value || !this.frozen.value) this.refresh(1000);
  }

  #take(hall: Hall): void {
    const { tiles, ...head } = hall;
    // An answer of another shape fails here, before any part of it is taken for the hall.
    const taken = Object.fromEntries(head.cases.map((one) => [one.board, one.by]));
    const order = tiles.map((tile) => tile.board).sort((a, b) => a - b);
    const other = head.round !== this.head.value?.round;
    if (other) for (const board of [...this.boards.keys()]) this.#drop(board);
    this.#seq = head.seq;
    if (this.head.value === null || plain(head) !== plain(this.head.value)) this.head.value = head;
    if (!same(taken, this.#taken.value)) this.#taken.value = taken;
    this.error.value = "";
    this.#takeCut(head.away);
    for (const tile of tiles) this.#put(tile);
    if (!head.whole) return;
    const present = new Set(order);
    for (const board of [...this.boards.keys()]) if (!present.has(board)) this.#drop(board);
    this.judged.value += 1;
    if (other || !same(order, this.order.value)) this.order.value = order;
  }

  #takeCut(away: Head["away"]): void {
    const before = this.#cut;
    this.#cut = new Map(
      away.map(({ board, since }) => {
        const known = before.get(board);
        return [board, known?.since === since ? known : { since }];
      }),
    );
    for (const number of new Set([...before.keys(), ...this.#cut.keys()])) {
      const board = this.boards.get(number);
      if (board && before.get(number) !== this.#cut.get(number)) this.#judge(board);
    }
  }

  // On the clocks' scale, once that is known.
  #cutAt(board: number, instantUs: number | null): Cut | undefined {
    const cut = this.#cut.get(board);
    if (!cut) return undefined;
    if (instantUs !== null) cut.sinceUs ??= instantUs - this.since(Date.parse(cut.since)) * 1000;
    return cut.sinceUs === undefined ? {} : { sinceUs: cut.sinceUs };
  }

  #put(tile: Tile): void {
    const found = this.boards.get(tile.board);
    if (!found) {
      const board = {
        tile: signal(tile),
        conditions: signal<Condition[]>([]),
        said: "",
        until: Number.POSITIVE_INFINITY,
        changed: signal(false),
      };
      this.boards.set(tile.board, board);
      return this.#judge(board);
    }
    const before = found.tile.value;
    if (this.#away && !same(before, tile)) found.changed.value = true;
    if (before.status !== tile.status) this.judged.value += 1;
    found.tile.value = tile;
    this.#judge(found);
  }

  #drop(number: number): void {
    const board = this.boards.get(number);
    if (!board) return;
    this.#agenda.drop(board);
    this.tally.drop(number);
    this.boards.delete(number);
  }

  #judge(board: Board): void {
    const tile = board.tile.value;
    const now = this.ticker.now();
    if (now === null) this.#knew = false;
    this.#agenda.put(board, performance.now() + staysFor(tile, now));
    const all = conditions(tile, now, this.#cutAt(tile.board, now));
    this.tally.put(tile, all);
    const said = signature(all);
    if (said === board.said) return;
    board.said = said;
    board.conditions.value = all;
    this.judged.value += 1;
  }

  #heard(change: Change): void {
    if (change.seq > this.#seq) this.refresh();
  }

  #pong(pong: Pong): void {
    const head = this.head.value;
    const back = this.#away && !this.frozen.value;
    const [cases, cutOff] = [pong.cases ?? -1, pong.away ?? -1];
    const heard = cases !== this.#cases || cutOff !== this.#cutOff;
    if (heard || (pong.seq ?? 0) > this.#seq || back) this.refresh();
    this.#cases = cases;
    this.#cutOff = cutOff;
    this.#wall = Date.parse(pong.at) - performance.now();
    this.ticker.refresh();
    if (!this.#knew && this.#instant() !== null) {
      this.#knew = true;
      for (const board of this.boards.values()) this.#judge(board);
    }
    if (head && head.linked !== pong.linked) this.head.value = { ...head, linked: pong.linked };
  }

  #tick(): void {
    if (this.frozen.value) return;
    const now = performance.now();
    batch(() => {
      for (const board of this.#agenda.take(now)) this.#judge(board);
      this.second.value += 1;
    });
  }

  // Milliseconds since an event that the server dates by its wall clock.
  since(wallMs: number): number {
    return performance.now() + this.#wall - wallMs;
  }

  // The arbiter who goes to a board.
  takenBy(board: number): string {
    return this.#taken.value[board] ?? "";
  }

  // The matters that wait for a person at a board.
  waits(board: number): Condition | undefined {
    return this.boards
      .get(board)
      ?.conditions.peek()
      .find((one) => one.waits);
  }

  async take(board: number): Promise<void> {
    const taken = this.takenBy(board) !== session.value?.name;
    this.refused.value = "";
    try {
      await ask(`PUT`, `${eventPath(this.event)}/hall/cases/${board}`, {
        taken,
        ...(actor() === "" ? {} : { by: actor() }),
      });
      this.refresh(0);
    } catch (error) {
      if (error instanceof Refused && error.status === 401) return lost();
      this.refused.value = error instanceof Refused ? error.text : t("app.noAnswer");
    }
  }

  isSeen(board: number): boolean {
    const now = worst(this.boards.get(board)?.conditions.value ?? []);
    return now !== "" && this.seen.value[board] === now;
  }

  // Somebody has opened it: changes while the link was cut are not new any more.
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
