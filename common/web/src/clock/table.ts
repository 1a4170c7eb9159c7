// The board at which this clock stands: its link, its display, and the players' acts. Signals
// for values that change seldom; face.tsx draws running digits.
import { keep, kept } from "../lib/kept";
import { computed, signal } from "../lib/signals";
import { allUnsent, dropUnsent, type OwnKey } from "./kept";
import { Link } from "./link";
import {
  type Ack,
  type BoardState,
  newId,
  type Refused,
  type Sent,
  type Side,
  type Welcome,
} from "./messages";
import {
  answered,
  delayLeft,
  isHourglass,
  isOlder,
  type Press,
  reading,
  type Shown,
  withPresses,
} from "./model";
import { reason, t } from "./text";

// A press so soon after the turn began is a palm, or a bounce of the opponent's press.
const palm = 100;
// After a reload the age is by the wall clock: accepted for this long.
const reloadWithin = 10_000;

const build = document.documentElement.dataset.build ?? "";
const acts = new Set(["offer_draw", "accept_draw", "decline_draw", "resign", "claim", "pause"]);

export class Table {
  readonly known = signal<Shown | null>(null); // as clockd reported it
  readonly waiting = signal<readonly Press[]>([]);
  readonly shown = computed(() => {
    const known = this.known.value;
    return known ? withPresses(known, this.waiting.value) : null;
  });
  readonly welcome = signal<Welcome | null>(null);
  readonly note = signal("");
  readonly shut = signal("");
  readonly shaken = signal<Side | null>(null);
  readonly link: Link;
  onRefused = (): void => {};
  private began = Number.NEGATIVE_INFINITY; // the turn, by our steady clock

  constructor(
    readonly board: number,
    own: OwnKey | null,
  ) {
    this.link = new Link(board, own, {
      onWelcome: (welcome) => this.welcomed(welcome),
      onState: (state) => this.stated(state),
      onAck: (ack, sent) => this.acked(ack, sent),
      onRefused: (refused, sent) => this.refused(refused, sent),
      onUntold: (sent) => this.untold(sent),
      onShut: (why) => {
        this.shut.value = why;
      },
    });
  }

  async begin(): Promise<void> {
    for (const one of await allUnsent(this.board).catch(() => [])) {
      const age = Date.now() - one.wall;
      if (age >= 0 && age <= reloadWithin) this.tell(one.message, performance.now() - age);
      else {
        void dropUnsent(one.id).catch(() => {});
        this.untold(one.message);
      }
    }
    this.link.begin();
  }

  // The present instant on clockd's scale, in us.
  // In virtual time it is that of the last event.
  now(): number {
    if (this.welcome.value?.time === "virtual") return this.known.value?.at_us ?? 0;
    return this.link.instants.at(performance.now());
  }

  runs(side: Side): boolean {
    const shown = this.shown.value;
    return shown?.phase === "running" && shown.turn === side;
  }

  // Does its display change by itself? In an hourglass both do.
  changes(side: Side): boolean {
    const shown = this.shown.value;
    return shown?.phase === "running" && (shown.turn === side || isHourglass(shown));
  }

  mayAct(side: Side): boolean {
    return (this.welcome.value?.side ?? side) === side;
  }

  reading(side: Side): number {
    const shown = this.shown.value;
    return shown ? reading(shown, side, this.now()) : 0;
  }

  delayLeft(side: Side): number {
    const shown = this.shown.value;
    return shown ? delayLeft(shown, side, this.now()) : 0;
  }

  // `at`: the instant of the touch, by our steady clock.
  press(side: Side, at: number): void {
    const shown = this.shown.value;
    if (!shown || !this.runs(side) || !this.mayAct(side)) return;
    if (at - this.began < palm) {
      this.shaken.value = side;
      return;
    }
    const { board, game, epoch } = shown;
    this.note.value = "";
    this.tell({ type: "press", id: newId(), board, game, epoch, side }, at);
  }

  act(type: Sent["type"], side: Side, more: Partial<Sent> = {}): void {
    const shown = this.shown.value;
    if (!shown) return;
    const { board, game, epoch } = shown;
    const sent: Sent = { type, id: newId(), board, game, epoch, ...more };
    if (type !== "pause") sent.side = side;
    this.tell(sent, performance.now());
  }

  private tell(sent: Sent, at: number): void {
    if (sent.type === "press" && sent.side) {
      const press = {
        id: sent.id,
        side: sent.side,
        at: this.link.instants.at(at),
        epoch: sent.epoch,
      };
      this.waiting.value = [...this.waiting.value, press];
      this.began = at;
    }
    this.link.tell(sent, at);
  }

  private settle(id: string): void {
    this.waiting.value = this.waiting.value.filter((press) => press.id !== id);
  }

  // A turn that began without a press of ours begins when we detect it.
  private see(state: Shown): void {
    const before = this.shown.peek();
    this.known.value = state;
    const now = this.shown.peek();
    if (now?.turn !== before?.turn || now?.game !== before?.game)
      this.began = Math.max(this.began, performance.now());
  }

  private welcomed(welcome: Welcome): void {
    if (this.welcome.value && this.welcome.value.boot !== welcome.boot) this.known.value = null;
    this.welcome.value = welcome;
    this.renew();
  }

  private stated(state: BoardState): void {
    if (isOlder(state, this.known.value)) return;
    if (this.awaits(state)) return;
    this.see(state);
    this.renew();
  }

  // The state when a press of ours was made that is not answered: the clock has stood since.
  private awaits(state: Shown): boolean {
    const known = this.known.value;
    const press = this.waiting.value[0];
    if (!known || !press || state.phase !== "running" || state.game !== known.game) return false;
    return state.epoch === known.epoch && state.ply === known.ply && state.epoch === press.epoch;
  }

  // A page of another build is reloaded when no game is under way.
  private renew(): void {
    const other = this.welcome.value?.build;
    if (!other || other === build || kept("sessionStorage", "renewed") === other) return;
    if (["running", "paused"].includes(this.known.value?.phase ?? "running")) return;
    keep("sessionStorage", "renewed", other);
    location.reload();
  }

  private acked(ack: Ack, sent: Sent): void {
    const state = answered(this.known.value, ack);
    if (!isOlder(state, this.known.value)) {
      const began = this.began;
      this.see(state);
      if (sent.type === "press") this.began = began; // it began with the press
    }
    this.settle(sent.id);
    if (sent.type === "pause") this.note.value = t("sent");
    else if (sent.type === "offer_draw")
      this.note.value = t("offered", { side: t(sent.side ?? "white") });
    else if (acts.has(sent.type)) this.note.value = t("done");
  }

  // `not_now` shows nothing (12.6).
  private refused({ code, text }: Refused, sent: Sent): void {
    this.settle(sent.id);
    if (code === "not_now") return;
    this.note.value =
      code === "stale_epoch" ? t("stale") : t("refused", { why: reason(code, text) });
    this.onRefused();
  }

  private untold(sent: Sent): void {
    this.settle(sent.id);
    this.note.value = t("untold");
    this.onRefused();
  }
}
