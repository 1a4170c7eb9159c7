// Keys of the page that is shown. Single letters can be switched off (WCAG 2.1.4); keys that
// are typed into a field belong to the field.
import { keep, kept } from "./kept";
import { signal } from "./signals";

export type Keys = Record<string, (event: KeyboardEvent) => void>;

export const letters = signal(kept("localStorage", "letters") !== "off");
const stack: { keys: Keys; modal: boolean }[] = [];

export function switchLetters(on: boolean): void {
  letters.value = on;
  keep("localStorage", "letters", on ? "on" : "off");
}

// The last one added gets keys first; returns its removal. In a modal sheet, only its own.
export function hear(keys: Keys, modal = false): () => void {
  const entry = { keys, modal };
  stack.push(entry);
  return () => {
    stack.splice(stack.indexOf(entry), 1);
  };
}

function hearer(name: string): Keys | undefined {
  const open = document.querySelector("dialog[open]") !== null;
  return stack.findLast((one) => name in one.keys && (one.modal || !open))?.keys;
}

function typing(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  return !!element?.closest?.("input, textarea, select, [contenteditable]");
}

export function watch(): void {
  addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || event.defaultPrevented) return;
    if (typing(event.target) && event.key !== "Escape" && !event.ctrlKey) return;
    if (event.key.length === 1 && !event.ctrlKey && !letters.value) return;
    const name = (event.ctrlKey ? "Ctrl+" : "") + event.key;
    const found = hearer(name);
    if (!found) return;
    event.preventDefault();
    found[name]?.(event);
  });
}
