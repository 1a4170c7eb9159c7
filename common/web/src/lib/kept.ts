// What this device keeps for a page. A browser may refuse that (no cookies, no room): then it is
// kept until the page is left, and nothing else is different.
type Where = "localStorage" | "sessionStorage";
const refused = new Map<string, string>();

export function kept(where: Where, name: string): string | null {
  try {
    return refused.get(name) ?? globalThis[where].getItem(name);
  } catch {
    return refused.get(name) ?? null;
  }
}

export function keep(where: Where, name: string, value: string): void {
  try {
    globalThis[where].setItem(name, value);
    refused.delete(name);
  } catch {
    refused.set(name, value);
  }
}

export function drop(where: Where, name: string): void {
  refused.delete(name);
  try {
    globalThis[where].removeItem(name);
  } catch {
    // There is nothing.
  }
}
