// Light or dark: that of the device, unless somebody chose.
import { keep, kept } from "./kept";
import { signal } from "./signals";

export const themes = ["auto", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const chosenBefore = kept("localStorage", "theme");
const device = matchMedia("(prefers-color-scheme: dark)");
export const theme = signal<Theme>(themes.find((one) => one === chosenBefore) ?? "auto");

function apply(): void {
  const own = device.matches ? "dark" : "light";
  document.documentElement.dataset.theme = theme.value === "auto" ? own : theme.value;
}

export function wear(chosen: Theme): void {
  theme.value = chosen;
  keep("localStorage", "theme", chosen);
  apply();
}

device.addEventListener("change", apply);
apply();
