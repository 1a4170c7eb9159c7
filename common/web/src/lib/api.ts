// Requests to arbiterd, in the terms of its OpenAPI document.
import type { components } from "../../generated/api";
import { keyHeaders } from "./key";
import { answerWords, refusalText } from "./server";

export type Schemas = components["schemas"];
export type Hall = Schemas["hall"];
export type Tile = Schemas["hall.tile"];
export type Question = Schemas["hall.question"];
export type DeskGame = Schemas["desk_game"];
export type DeskHistory = Schemas["desk_history"];
export type Moment = Schemas["desk_history.moment"];
export type DeskQuestion = Schemas["desk_game.question"];
export type Ruling = Schemas["rulings.ruling"];
export type Scoresheet = Schemas["scoresheet"];
export type Session = Schemas["session"];

// A refusal: `code` is for the program, `text` for people.
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly sentence: string, // the server's, in English
    readonly retryAfterS = 0,
    readonly confirm = "", // with it, the act is carried out in spite of the refusal
    readonly triesLeft = 0, // of a PIN; 0: not given
    // The faults of a body, with their places.
    readonly errors: NonNullable<Schemas["problem"]["errors"]> = [],
  ) {
    super(sentence);
  }

  get text(): string {
    return refusalText(this.code, this.sentence, this.triesLeft);
  }
}

async function refusal(response: Response): Promise<Refused> {
  await answerWords();
  const wait = Number(response.headers.get("Retry-After") ?? 0);
  try {
    const problem = (await response.json()) as Schemas["problem"] & { confirm?: string };
    const text = String(problem.detail ?? problem.title ?? response.statusText);
    const confirm = String(problem.confirm ?? "");
    const code = String(problem.code ?? "");
    const left = Number(problem.triesLeft ?? 0);
    const { errors = [] } = problem;
    return new Refused(response.status, code, text, wait, confirm, left, errors);
  } catch {
    return new Refused(response.status, "", `HTTP ${response.status}`, wait);
  }
}

async function request(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const sent: Record<string, string> = {
    Accept: "application/json",
    ...keyHeaders(),
    ...headers,
  };
  if (body !== undefined) sent["Content-Type"] ??= "application/json";
  const asked: RequestInit = { method, headers: sent, credentials: "same-origin" };
  if (body !== undefined) asked.body = body instanceof Blob ? body : JSON.stringify(body);
  const words = method === "GET" ? null : answerWords();
  const response = await fetch(`/api/v1${path}`, asked);
  await words;
  if (!response.ok) throw await refusal(response);
  return response;
}

export async function ask<T>(...asked: Parameters<typeof request>): Promise<T> {
  const response = await request(...asked);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

export const get = <T>(path: string): Promise<T> => ask<T>("GET", path);

// A file for another program, saved under this name. A plain link would be sent without our key.
export async function save(path: string, name: string): Promise<void> {
  const link = document.createElement("a");
  const response = await request("GET", path, undefined, { Accept: "*/*" });
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// An id that nobody else has: it also works where crypto.randomUUID is missing, on plain http.
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `web-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

export const eventPath = (event: string): string => `/events/${encodeURIComponent(event)}`;
