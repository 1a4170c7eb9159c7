// The key of the session: the half that no cookie has. It stays in this tab's storage, and goes to
// our other tabs when they ask, because a new tab of the same person should not ask for a password.
const name = "flagfall.session";
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(name) : null;
const patience = 150;

export const sessionKey = (): string => sessionStorage.getItem(name) ?? "";

export function keepKey(key: string): void {
  if (key === "") sessionStorage.removeItem(name);
  else sessionStorage.setItem(name, key);
}

// Ends the session in the other tabs, too.
export function dropKey(): void {
  keepKey("");
  channel?.postMessage({ dropped: true });
}

export function askOtherTabs(): Promise<void> {
  if (sessionKey() !== "" || !channel) return Promise.resolve();
  return new Promise((done) => {
    const timer = setTimeout(done, patience);
    channel.addEventListener("message", (message) => {
      const key = (message.data as { key?: string }).key;
      if (!key || sessionKey() !== "") return;
      keepKey(key);
      clearTimeout(timer);
      done();
    });
    channel.postMessage({ asks: true });
  });
}

channel?.addEventListener("message", (message) => {
  const said = message.data as { asks?: boolean; dropped?: boolean };
  if (said.asks && sessionKey() !== "") channel.postMessage({ key: sessionKey() });
  if (said.dropped) keepKey("");
});
