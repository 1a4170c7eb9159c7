// Light or dark: as the device has it, unless somebody chose.
import { signal } from "./signals";

export const themes = ["auto", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const kept = localStorage.getItem("theme");
export const theme = signal<Theme>(themes.find((one) => one === kept) ?? "auto");

export function wear(chosen: Theme): void {
  theme.value = chosen;
  localStorage.setItem("theme", chosen);
  document.documentElement.dataset.theme = chosen;
}
