// The person at this page.
import { ask, get, type Session } from "./api";
import { actor, askOtherTabs, dropKey, keepKey, keepToken } from "./key";
import { go, path } from "./route";
import { computed, signal } from "./signals";

export const session = signal<Session | null>(null);
export const isArbiter = computed(() =>
  ["chief_arbiter", "arbiter"].includes(session.value?.role ?? ""),
);

// A person who sets up events.
export const isChief = computed(() => session.value?.role === "chief_arbiter");

export async function findSession(): Promise<void> {
  await askOtherTabs();
  const found = await get<Session>("/session");
  if (!found?.role) throw new Error("no session was answered");
  session.value = { ...found, name: actor() || found.name };
}

// With the token of the machine's own console, which requires no password and no PIN.
export async function enterWithToken(token: string, by: string): Promise<void> {
  keepToken(token, by);
  try {
    await findSession();
  } catch (error) {
    keepKey("");
    throw error;
  }
}

export async function logIn(name: string, password: string): Promise<void> {
  const made = await ask<Session>("POST", "/session", { name, password });
  keepKey(made.sessionKey ?? "");
  session.value = made;
}

export async function logOut(): Promise<void> {
  try {
    if (actor() === "") await ask<void>("DELETE", "/session");
  } catch {
    // Here it ends in any case: without its half of the key nobody has the session.
  }
  dropKey();
  session.value = null;
  go("/login");
}

// The session has ended: log in, and come back here.
export function lost(): void {
  keepKey("");
  session.value = null;
  const { pathname, search, hash } = location;
  if (path.value !== "/login") go(`/login?to=${encodeURIComponent(pathname + search + hash)}`);
}
