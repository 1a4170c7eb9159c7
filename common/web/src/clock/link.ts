// The link to clockd: the handshake, get_board each second, and the players' acts, which are stored
// until clockd has answered them. A link that may be dead is replaced by a new one: a broken
// link often looks alive; the same id makes a duplicate harmless.
import {
  answerAfter,
  askEvery,
  burst,
  burstEvery,
  lateAfter,
  offAfter,
  openWithin,
  Sleep,
  waitBefore,
} from "../lib/alive";
import { Instants } from "../lib/instant";
import { dropUnsent, keepUnsent, type OwnKey } from "./kept";
import type { Ack, BoardState, Challenge, FromClockd, Refused, Sent, Welcome } from "./messages";
import { countsUp } from "./model";
import { isClockd, newNonce, ownProof, type Said } from "./proof";

export interface Hearer {
  onWelcome(welcome: Welcome): void;
  onState(state: BoardState): void;
  onAck(ack: Ack, sent: Sent): void;
  onRefused(refused: Refused, sent: Sent): void;
  // Acts from before a sleep are not sent automatically.
  onUntold(sent: Sent): void;
  // Another attempt is useless: "not_enrolled", "wrong_hall" or "impostor".
  onShut(why: string): void;
}

interface Waiting {
  sent: Sent;
  made: number; // by our steady clock, ms
  went: number; // when it was sent last; 0: never on this link
}

const tick = 100;

export class Link {
  readonly instants = new Instants();
  private socket: WebSocket | null = null;
  private said: Said | null = null;
  private in = false; // the welcome has arrived
  private boot = "";
  private opened = 0;
  private heard = Number.NEGATIVE_INFINITY;
  private asked = 0;
  private asks = new Map<string, number>(); // when each was sent
  private number = 0;
  private waiting: Waiting[] = [];
  private attempts = 0;
  private retry = 0;
  private timer = 0;
  private ticked = 0; // when the timer last fired
  private steps: Promise<void> = Promise.resolve();
  private sleep = new Sleep();
  private shut = false;

  // Without a key: an open hall, where nobody authenticates.
  constructor(
    readonly board: number,
    readonly own: OwnKey | null,
    readonly hearer: Hearer,
  ) {}

  begin(): void {
    this.heard = performance.now();
    this.ticked = this.heard;
    this.open();
    this.timer = window.setInterval(() => this.tick(), tick);
    document.addEventListener("visibilitychange", this.back);
    addEventListener("pageshow", this.shown);
    addEventListener("online", this.back);
  }

  // The time since the last message, in ms; 0 while that is normal.
  silence(now: number): number {
    const silent = now - this.heard;
    return silent > lateAfter ? silent : 0;
  }

  // Sends it, now or when there is a link again. `made`: by our steady clock.
  tell(sent: Sent, made: number): void {
    const one = { sent, made, went: 0 };
    this.waiting.push(one);
    void this.keep(one);
    if (!this.in) return;
    if (performance.now() - this.heard > lateAfter) return this.restart();
    this.send(one);
  }

  private async keep(one: Waiting): Promise<void> {
    const wall = Date.now() - (performance.now() - one.made);
    const { sent } = one;
    await keepUnsent({ id: sent.id, board: sent.board, wall, message: sent }).catch(() => {});
    if (!this.waiting.includes(one)) await dropUnsent(sent.id).catch(() => {});
  }

  private send(one: Waiting): void {
    const now = performance.now();
    one.went = now;
    const age = Math.max(0, Math.round((now - one.made) * 1000));
    this.write(age > 0 ? { ...one.sent, age_us: age } : one.sent);
  }

  private write(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private ask(): void {
    this.asked = performance.now();
    this.number += 1;
    const id = `ask-${this.number}`;
    this.asks.set(id, this.asked);
    this.write({ type: "get_board", id, board: this.board });
  }

  private open(): void {
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws`);
    this.socket = socket;
    this.opened = performance.now();
    this.in = false;
    this.asks.clear();
    socket.onopen = () => this.hello();
    // One after the other: a proof takes time.
    socket.onmessage = ({ data }) => {
      const came = performance.now();
      this.steps = this.steps.then(() => this.take(socket, String(data), came)).catch(() => {});
    };
    socket.onclose = () => {
      if (socket === this.socket) this.again();
    };
  }

  private hello(): void {
    const hello = { type: "hello", role: "device", name: `board ${this.board}`, protocol: 1 };
    if (!this.own) return this.write(hello);
    const nonce = newNonce();
    const { device, log } = this.own;
    this.said = { name: hello.name, device, log, nonce, theirs: "" };
    this.write({ ...hello, nonce, device });
  }

  private async take(socket: WebSocket, text: string, came: number): Promise<void> {
    if (socket !== this.socket || text === "") return;
    const message = JSON.parse(text) as FromClockd;
    if (message.type === "challenge") return this.prove(message);
    this.heard = came;
    if (message.type === "welcome") this.welcomed(message);
    else if (message.type === "board_state") this.stated(message, came);
    else if (message.type === "ack") this.acked(message);
    else if (message.type === "refused") this.refused(message);
  }

  private async prove(challenge: Challenge): Promise<void> {
    if (!this.own || !this.said) return;
    if (challenge.log !== this.own.log) return this.close("wrong_hall");
    const said = { ...this.said, theirs: challenge.nonce };
    if (!(await isClockd(this.own.key, said, challenge.proof ?? ""))) return this.close("impostor");
    this.write({ type: "prove", proof: await ownProof(this.own.key, said) });
  }

  private welcomed(welcome: Welcome): void {
    this.in = true;
    this.attempts = 0;
    if (welcome.boot !== this.boot) this.instants.forget();
    this.boot = welcome.boot;
    for (const one of this.waiting) this.send(one); // at once: only then is their age accepted
    for (let i = 0; i < burst; i += 1) setTimeout(() => this.ask(), i * burstEvery);
    this.hearer.onWelcome(welcome);
  }

  private stated(state: BoardState, came: number): void {
    const sent = this.asks.get(state.id);
    this.asks.delete(state.id);
    // After time has run out it has the deadline's instant; without a game it has none.
    const runs = state.phase === "running" && !countsUp(state, state.turn);
    const measures = runs ? (state.zero_us ?? 0) > state.at_us : true;
    if (sent !== undefined && measures) this.instants.add(sent, came, state.at_us);
    this.hearer.onState(state);
  }

  private done(id: string): Waiting | undefined {
    const one = this.waiting.find((each) => each.sent.id === id);
    this.waiting = this.waiting.filter((each) => each !== one);
    if (one) void dropUnsent(id).catch(() => {});
    return one;
  }

  private acked(ack: Ack): void {
    const one = this.done(ack.id);
    if (one) this.hearer.onAck(ack, one.sent);
    this.ask();
  }

  private refused(refused: Refused): void {
    const waiting = this.waiting.find((one) => one.sent.id === refused.id);
    if (refused.code === "busy" || (refused.code === "slow_down" && waiting)) {
      if (waiting) setTimeout(() => this.resend(waiting), refused.wait_ms ?? 200);
      return;
    }
    if (waiting) {
      this.done(refused.id);
      this.hearer.onRefused(refused, waiting.sent);
      return this.ask();
    }
    if (["not_authenticated", "wrong_proof", "not_your_board"].includes(refused.code))
      this.close("not_enrolled");
  }

  private resend(one: Waiting): void {
    if (this.in && this.waiting.includes(one)) this.send(one);
  }

  private close(why: string): void {
    this.shut = true;
    clearInterval(this.timer);
    this.drop();
    this.hearer.onShut(why);
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    this.in = false;
    socket?.close();
  }

  private again(): void {
    this.drop();
    clearTimeout(this.retry);
    if (this.shut) return;
    const wait = waitBefore(this.attempts);
    this.attempts += 1;
    this.retry = window.setTimeout(() => {
      if (!this.socket) this.open();
    }, wait);
  }

  private restart(): void {
    this.attempts = 0;
    this.again();
  }

  private tick(): void {
    const now = performance.now();
    // A page that was delayed first sends the presses of that time: clockd accepts their age as far
    // as it has received nothing from this page.
    const held = now - this.ticked > 2 * tick;
    this.ticked = now;
    if (held) this.asked = Math.max(this.asked, now - askEvery + 3 * tick);
    if (this.sleep.slept(now)) this.woke();
    const socket = this.socket;
    if (!socket) return;
    const open = now - this.opened;
    if (!this.in) {
      if (open > openWithin) this.again();
      return;
    }
    const unanswered = this.waiting.some(
      ({ went }) => went > 0 && now - went > (this.heard > went ? answerAfter : lateAfter),
    );
    if (now - this.heard > offAfter || unanswered) return this.restart();
    if (now - this.asked >= askEvery) this.ask();
  }

  private woke(): void {
    this.instants.forget();
    const untold = this.waiting;
    this.waiting = [];
    for (const { sent } of untold) {
      void dropUnsent(sent.id).catch(() => {});
      this.hearer.onUntold(sent);
    }
    this.restart();
  }

  private shown = (event: PageTransitionEvent): void => {
    if (event.persisted) this.woke();
  };

  private back = (): void => {
    if (document.visibilityState !== "visible") return;
    const now = performance.now();
    if (this.sleep.slept(now)) this.woke();
    else if (now - this.heard > lateAfter) this.restart();
  };
}
