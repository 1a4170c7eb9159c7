// The link to arbiterd: the change feed of an event, and a ping each second, which shows if the
// link is alive and what the instant is on the clocks' scale.
import {
  askEvery,
  burst,
  burstEvery,
  lateAfter,
  offAfter,
  openWithin,
  Sleep,
  waitBefore,
} from "./alive";
import { eventPath } from "./api";
import { Instants } from "./instant";
import { keyProtocol } from "./key";
import { batch, type Signal, signal } from "./signals";

export interface Change {
  seq: number;
  type: string;
  round: string | null;
  board: number | null;
}
export interface Pong {
  pong: number;
  build: string;
  at: string;
  instantUs: number | null;
  linked: boolean;
  seq?: number;
  cases?: number;
  away?: number;
}
export interface Hearer {
  onChange(change: Change): void;
  onPong(pong: Pong): void;
  onEnded(code: string): void; // the right to follow has ended
}
// "late": no message for a moment. "off": the data shown is from `since`.
export type Link = "on" | "late" | "off";

const policy = 1008;

export class Socket {
  readonly link: Signal<Link> = signal<Link>("off");
  readonly since = signal(Date.now()); // of the last message, for people
  readonly build = signal("");
  readonly instants = new Instants();
  #socket: WebSocket | null = null;
  #heard = performance.now();
  #opening = 0;
  #attempts = 0;
  #timer = 0;
  #retry = 0;
  #sleep = new Sleep();

  constructor(
    readonly event: string,
    readonly hearer: Hearer,
  ) {
    this.#open();
    this.#timer = window.setInterval(() => this.#tick(), 250);
    document.addEventListener("visibilitychange", this.#back);
    addEventListener("pageshow", this.#back);
    addEventListener("online", this.#back);
  }

  close(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#retry);
    document.removeEventListener("visibilitychange", this.#back);
    removeEventListener("pageshow", this.#back);
    removeEventListener("online", this.#back);
    this.#drop();
  }

  #open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const path = `/api/v1${eventPath(this.event)}/ws`;
    const socket = new WebSocket(`${scheme}://${location.host}${path}`, [
      "flagfall.changes",
      keyProtocol(),
    ]);
    this.#socket = socket;
    this.#opening = performance.now();
    socket.onopen = () => {
      this.#attempts = 0;
      for (let i = 0; i < burst; i += 1) setTimeout(() => this.#ping(socket), i * burstEvery);
    };
    socket.onmessage = (message) => this.#take(socket, String(message.data));
    socket.onclose = (closed) => {
      if (socket === this.#socket) this.#closed(closed);
    };
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #closed(closed: CloseEvent): void {
    this.#socket = null;
    if (closed.code === policy && closed.reason !== "slow")
      return this.hearer.onEnded(closed.reason);
    this.#attempts += 1;
    this.#again(waitBefore(this.#attempts));
  }

  #again(after: number): void {
    clearTimeout(this.#retry);
    this.#retry = window.setTimeout(() => {
      if (!this.#socket) this.#open();
    }, after);
  }

  #restart(): void {
    this.#drop();
    this.#again(0);
  }

  #ping(socket: WebSocket): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ ping: Math.round(performance.now() * 1000) }));
  }

  #take(socket: WebSocket, text: string): void {
    if (socket !== this.#socket) return;
    const message = JSON.parse(text) as Change | Pong;
    const now = performance.now();
    this.#heard = now;
    batch(() => {
      this.since.value = Date.now();
      this.link.value = "on";
      if (!("pong" in message)) return this.hearer.onChange(message);
      if (message.instantUs !== null)
        this.instants.add(message.pong / 1000, now, message.instantUs);
      this.build.value = message.build;
      this.hearer.onPong(message);
    });
  }

  #pinged = 0;
  #tick(): void {
    const now = performance.now();
    if (this.#sleep.slept(now)) {
      this.instants.forget();
      this.#restart();
    }
    const silent = now - this.#heard;
    const socket = this.#socket;
    const stuck = socket?.readyState === WebSocket.CONNECTING && now - this.#opening > openWithin;
    const dumb = socket?.readyState === WebSocket.OPEN && silent > offAfter;
    if (stuck || (dumb && now - this.#opening > offAfter)) this.#restart();
    if (silent > offAfter) this.link.value = "off";
    else if (silent > lateAfter) this.link.value = "late";
    if (socket && now - this.#pinged >= askEvery - 50) {
      this.#pinged = now;
      this.#ping(socket);
    }
  }

  #back = (): void => {
    if (document.visibilityState === "visible" && performance.now() - this.#heard > lateAfter)
      this.#restart();
  };
}
