// One complete game, requested again whenever its tile shows that it has changed.
import {
  type DeskGame,
  type DeskHistory,
  eventPath,
  get,
  type Moment,
  Refused,
  type Scoresheet,
} from "./api";
import type { HallStore } from "./hall";
import { clockAt, momentAt, momentOfPly } from "./history";
import { rename } from "./route";
import { lost } from "./session";
import { batch, effect, signal } from "./signals";
import { t } from "./text";
import type { Clock } from "./ticker";

export class GameStore {
  readonly game = signal<DeskGame | null>(null);
  readonly moves = signal<Scoresheet["moves"]>([]);
  readonly error = signal("");
  readonly ply = signal<number | null>(null); // the one shown; null: the last one, as it arrives
  readonly at = signal<number | null>(null); // the instant shown, by its place in the log
  readonly history = signal<DeskHistory | null>(null);
  #stop: () => void;
  #asking = false;
  #again = false;
  #wanted = ""; // the game asked for last
  #retry = 0;

  constructor(
    readonly store: HallStore,
    readonly board: number,
  ) {
    this.#read();
    addEventListener("hashchange", this.#read);
    const stops = [
      effect(() => {
        store.order.value; // the board may appear later than this page
        const id = store.boards.get(board)?.tile.value.gameId;
        if (id) void this.#ask(id);
      }),
      effect(() => this.#look()),
    ];
    this.#stop = () => {
      for (const stop of stops) stop();
    };
  }

  close(): void {
    this.#stop();
    removeEventListener("hashchange", this.#read);
    clearTimeout(this.#retry);
  }

  // The ply or instant in the address.
  #read = (): void => {
    const [, name = "", number] = /^#(ply|at)=(\d{1,15})$/.exec(location.hash) ?? [];
    batch(() => {
      this.ply.value = name === "ply" ? Number(number) : null;
      this.at.value = name === "at" ? Number(number) : null;
    });
  };

  last(): number {
    const { game, moves } = this;
    return Math.max(game.value?.plies ?? 0, moves.value.at(-1)?.ply ?? 0);
  }

  shown(): number {
    return Math.min(this.ply.value ?? this.moment()?.ply ?? this.last(), this.last());
  }

  // Is an earlier ply or instant shown?
  isPast(): boolean {
    return this.ply.value !== null || this.at.value !== null;
  }

  moments(): readonly Moment[] {
    return this.history.value?.moments ?? [];
  }

  // The instant shown; empty while it is the present one, or is not known.
  moment(): Moment | undefined {
    const { at, ply } = this;
    if (at.value !== null) return momentAt(this.moments(), at.value);
    if (ply.value === null) return undefined;
    const shown = Math.min(ply.value, this.last());
    return momentOfPly(this.moments(), shown, this.#fenOf(shown));
  }

  // The clocks of the state shown, if it is past: for moves without their own instant, such as
  // those of a scoresheet, the clocks after the move.
  clock(): Clock | undefined {
    const moment = this.moment();
    if (moment) return clockAt(moment);
    if (this.ply.value === null) return undefined;
    const move = this.moves.value.find((one) => one.ply === this.shown());
    if (!move) return undefined;
    const { whiteMs, blackMs, side } = move;
    const turn = side === "white" ? "black" : "white";
    return { whiteMs, blackMs, turn, runs: false, atUs: 0, epoch: 0 };
  }

  go(ply: number | null): void {
    const last = this.last();
    this.#show(ply === null || ply >= last ? null : Math.max(0, ply), null);
  }

  goTo(moment: Moment): void {
    this.#show(null, moment.pos);
  }

  #show(ply: number | null, at: number | null): void {
    batch(() => {
      this.ply.value = ply;
      this.at.value = at;
    });
    const hash = ply !== null ? `#ply=${ply}` : at !== null ? `#at=${at}` : "";
    rename(location.pathname + location.search + hash);
  }

  #fenOf(ply: number): string {
    const positions = this.game.value?.positions;
    return positions?.fens[ply - positions.fromPly] ?? "";
  }

  // The position shown; empty if the record has none.
  fen(): string {
    return this.moment()?.fen ?? this.#fenOf(this.shown());
  }

  // The instants, once they are needed, and again after the game has changed.
  #look(): void {
    const game = this.game.value;
    if (!game || !this.isPast() || this.history.peek()?.version === game.version) return;
    void get<DeskHistory>(`/desk/games/${encodeURIComponent(game.gameId)}/history`).then(
      (history) => {
        this.history.value = history;
      },
      (error) => this.#failed(error),
    );
  }

  // Known data stays, and is requested again, unless the answer would be the same.
  #failed(error: unknown): void {
    const status = error instanceof Refused ? error.status : 0;
    if (status === 401) return lost();
    this.error.value = error instanceof Refused ? error.text : t("app.noAnswer");
    if (status !== 0 && status < 429) return;
    this.#retry = window.setTimeout(() => {
      const id = this.store.boards.get(this.board)?.tile.value.gameId;
      if (id) void this.#ask(id);
    }, 1000);
  }

  async #ask(id: string): Promise<void> {
    this.#wanted = id;
    if (this.#asking) {
      this.#again = true;
      return;
    }
    this.#asking = true;
    clearTimeout(this.#retry);
    try {
      const round = encodeURIComponent(this.store.head.value?.round ?? "");
      const path = `${eventPath(this.store.event)}/rounds/${round}/boards/${this.board}`;
      const [game, { moves }] = await Promise.all([
        get<DeskGame>(`/desk/games/${encodeURIComponent(id)}`),
        get<Scoresheet>(`${path}/scoresheet`),
      ]);
      batch(() => {
        this.game.value = game;
        this.moves.value = moves;
        this.error.value = "";
      });
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#asking = false;
      if (this.#again) {
        this.#again = false;
        void this.#ask(this.#wanted); // another game may have begun meanwhile
      }
    }
  }
}
