// How this page authenticates: the key of a session (the half that no cookie has), or the
// token of the machine's own console, with the name of its user. It stays in this tab's storage,
// and goes to our other tabs on request: a new tab of the same person needs no password.
const names = ["flagfall.session", "flagfall.token", "flagfall.by"] as const;
type Kept = Partial<Record<(typeof names)[number], string>>;
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("flagfall.session") : null;
const patience = 150;

const kept = (name: (typeof names)[number]): string => sessionStorage.getItem(name) ?? "";
const all = (): Kept => Object.fromEntries(names.map((name) => [name, kept(name)]));
const hasKey = (): boolean => kept("flagfall.session") !== "" || kept("flagfall.token") !== "";

function keep(some: Kept): void {
  for (const name of names) {
    const value = some[name] ?? "";
    if (value === "") sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, value);
  }
}

export const keepKey = (key: string): void => keep({ "flagfall.session": key });
export const keepToken = (token: string, by: string): void =>
  keep({ "flagfall.token": token, "flagfall.by": by });

// The person that a console's token represents; empty for a session, which is a person's.
export const actor = (): string => kept("flagfall.by");

// For each request.
export function keyHeaders(): Record<string, string> {
  const [session, token] = [kept("flagfall.session"), kept("flagfall.token")];
  if (token !== "") return { Authorization: `Bearer ${token}` };
  return session === "" ? {} : { "X-Flagfall-Session": session };
}

// A WebSocket has no headers: the key is one of the protocols that it requests.
export function keyProtocol(): string {
  const token = kept("flagfall.token");
  return token === "" ? `flagfall.session.${kept("flagfall.session")}` : `flagfall.token.${token}`;
}

// Ends the session in the other tabs, too.
export function dropKey(): void {
  keep({});
  channel?.postMessage({ dropped: true });
}

export function askOtherTabs(): Promise<void> {
  if (hasKey() || !channel) return Promise.resolve();
  return new Promise((done) => {
    const timer = setTimeout(done, patience);
    channel.addEventListener("message", (message) => {
      const given = (message.data as { kept?: Kept }).kept;
      if (!given || hasKey()) return;
      keep(given);
      clearTimeout(timer);
      done();
    });
    channel.postMessage({ asks: true });
  });
}

channel?.addEventListener("message", (message) => {
  const said = message.data as { asks?: boolean; dropped?: boolean };
  if (said.asks && hasKey()) channel.postMessage({ kept: all() });
  if (said.dropped) keep({});
});
