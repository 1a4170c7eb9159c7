// What tests look at without a browser; no page has it.
import { de } from "./text/de";
import { en } from "./text/en";

export { conditions, worst } from "./lib/condition";
export { isFound } from "./lib/counts";
export { clockText, nextChange } from "./lib/format";
export { Instants } from "./lib/instant";
export { displayedMs, shownMs } from "./lib/ticker";
export const catalogues = { en, de };
export { drawn, face, stays } from "./clock/digits";
export { answered, isOlder, reading, withPresses } from "./clock/model";
export * as proof from "./clock/proof";
