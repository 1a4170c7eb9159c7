// The hints for somebody who sees a page for the first time: each until it was understood, on this
// device.
import { keep, kept } from "./kept";
import { signal } from "./signals";

export type Hint = "bay" | "tile" | "sheet";

const before = (kept("localStorage", "hints") ?? "").split(" ");
export const understood = signal<readonly string[]>(before.filter((name) => name !== ""));

function change(names: readonly string[]): void {
  understood.value = names;
  keep("localStorage", "hints", names.join(" "));
}

export function understand(name: Hint): void {
  if (!understood.value.includes(name)) change([...understood.value, name]);
}

export const hintAgain = (): void => change([]);
