// The messages of docs/protocol.md that a clock sends and receives.
export type Side = "white" | "black";
export type Phase = "empty" | "ready" | "running" | "paused" | "flag_fallen" | "stopped" | "over";

// As in ack and board_state.
export interface View {
  board: number;
  game: string;
  phase: Phase;
  epoch: number;
  ply: number;
  turn: Side;
  white_us: number;
  black_us: number;
  at_us: number;
  result?: string;
}
export interface BoardState extends View {
  type: "board_state";
  id: string;
  white?: string;
  black?: string;
  white_period?: number;
  black_period?: number;
  white_bonus?: string;
  black_bonus?: string;
  white_block?: number;
  black_block?: number;
  flag?: Side;
  zero_us?: number;
}
export interface Ack extends View {
  type: "ack";
  id: string;
  repeated?: boolean;
}
export interface Refused {
  type: "refused";
  id: string;
  code: string;
  text: string;
  board?: number;
  epoch?: number;
  wait_ms?: number;
}
export interface Welcome {
  type: "welcome";
  log: string;
  time: "real" | "virtual";
  boot: string;
  board?: number;
  side?: Side;
  build?: string;
}
export interface Challenge {
  type: "challenge";
  nonce: string;
  log: string;
  proof?: string;
}
export interface Enrolled {
  type: "enrolled";
  device: number;
  board: number;
  sealed: string;
  proof: string;
}
export type FromClockd = BoardState | Ack | Refused | Welcome | Challenge | Enrolled;

// A command of a player.
export interface Sent {
  type: "press" | "offer_draw" | "accept_draw" | "decline_draw" | "resign" | "claim" | "pause";
  id: string;
  board: number;
  game: string;
  epoch: number;
  side?: Side;
  kind?: string;
  reason?: string;
  text?: string;
}

export const other = (side: Side): Side => (side === "white" ? "black" : "white");
export const sides: readonly Side[] = ["white", "black"];

// Unique among the commands of this device, also after a reload.
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `page-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
