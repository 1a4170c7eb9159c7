// One game whole, asked for again whenever its tile says that it has changed.
import { type DeskGame, eventPath, get, Refused, type Scoresheet } from "./api";
import type { HallStore } from "./hall";
import { lost } from "./session";
import { batch, effect, signal } from "./signals";
import { t } from "./text";

export class GameStore {
  readonly game = signal<DeskGame | null>(null);
  readonly moves = signal<Scoresheet["moves"]>([]);
  readonly error = signal("");
  readonly ply = signal<number | null>(null); // that is shown; null: the last one, as it comes
  #stop: () => void;
  #asking = false;
  #again = false;
  #retry = 0;

  constructor(
    readonly store: HallStore,
    readonly board: number,
  ) {
    const asked = Number(/^#ply=(\d+)$/.exec(location.hash)?.[1] ?? Number.NaN);
    if (Number.isInteger(asked)) this.ply.value = asked;
    this.#stop = effect(() => {
      store.order.value; // the board may come later than this page
      const id = store.boards.get(board)?.tile.value.gameId;
      if (id) void this.#ask(id);
    });
  }

  close(): void {
    this.#stop();
    clearTimeout(this.#retry);
  }

  last(): number {
    const { game, moves } = this;
    return Math.max(game.value?.plies ?? 0, moves.value.at(-1)?.ply ?? 0);
  }

  shown(): number {
    return Math.min(this.ply.value ?? this.last(), this.last());
  }

  go(ply: number | null): void {
    const last = this.last();
    this.ply.value = ply === null || ply >= last ? null : Math.max(0, ply);
    const hash = this.ply.value === null ? "" : `#ply=${this.ply.value}`;
    history.replaceState(null, "", location.pathname + location.search + hash);
  }

  // The position after the ply that is shown; empty where the record has none.
  fen(): string {
    const positions = this.game.value?.positions;
    return positions?.fens[this.shown() - positions.fromPly] ?? "";
  }

  // What is known stays, and is asked for again, unless the answer would be the same.
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
        void this.#ask(id);
      }
    }
  }
}
