// How this page authenticates: the key of a session (the half that no cookie has), or the
// token of the machine's own console, with the name of its user. It stays in this tab's storage,
// and goes to our other tabs on request: a new tab of the same person needs no password.
import { drop, keep, kept } from "./kept";

const names = ["flagfall.session", "flagfall.token", "flagfall.by"] as const;
type Kept = Partial<Record<(typeof names)[number], string>>;
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("flagfall.session") : null;
const patience = 150;

const own = (name: (typeof names)[number]): string => kept("sessionStorage", name) ?? "";
const all = (): Kept => Object.fromEntries(names.map((name) => [name, own(name)]));
const hasKey = (): boolean => own("flagfall.session") !== "" || own("flagfall.token") !== "";

function take(some: Kept): void {
  for (const name of names) {
    const value = some[name] ?? "";
    if (value === "") drop("sessionStorage", name);
    else keep("sessionStorage", name, value);
  }
}

export const keepKey = (key: string): void => take({ "flagfall.session": key });
export const keepToken = (token: string, by: string): void =>
  take({ "flagfall.token": token, "flagfall.by": by });

// The person that a console's token represents; empty for a session, which is a person's.
export const actor = (): string => own("flagfall.by");

// For each request.
export function keyHeaders(): Record<string, string> {
  const [session, token] = [own("flagfall.session"), own("flagfall.token")];
  if (token !== "") return { Authorization: `Bearer ${token}` };
  return session === "" ? {} : { "X-Flagfall-Session": session };
}

// A WebSocket has no headers: the key is one of the protocols that it requests.
export function keyProtocol(): string {
  const token = own("flagfall.token");
  return token === "" ? `flagfall.session.${own("flagfall.session")}` : `flagfall.token.${token}`;
}

// Ends the session in the other tabs, too.
export function dropKey(): void {
  take({});
  channel?.postMessage({ dropped: true });
}

export function askOtherTabs(): Promise<void> {
  if (hasKey() || !channel) return Promise.resolve();
  return new Promise((done) => {
    const timer = setTimeout(done, patience);
    channel.addEventListener("message", (message) => {
      const given = (message.data as { kept?: Kept }).kept;
      if (!given || hasKey()) return;
      take(given);
      clearTimeout(timer);
      done();
    });
    channel.postMessage({ asks: true });
  });
}

channel?.addEventListener("message", (message) => {
  const said = message.data as { asks?: boolean; dropped?: boolean };
  if (said.asks && hasKey()) channel.postMessage({ kept: all() });
  if (said.dropped) take({});
});
