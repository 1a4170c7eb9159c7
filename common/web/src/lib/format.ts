// Numbers as people read them.
import { language, t } from "./text";

const tenthsBelow = 10_000;
const two = (value: number): string => String(value).padStart(2, "0");

// The decimal sign; times have it in every language, and nothing else of them differs.
export const point = (): string => t("number.point");

// A move in the letters of the language: the record has those of English.
export function moveText(san: string): string {
  const own = t("pieces");
  return san.replace(/[KQRBN]/g, (piece) => own["KQRBN".indexOf(piece)] ?? piece);
}

// "0:58:40"; below ten seconds "0:09.8". Rounded up, so that zero is shown at zero only.
export function clockText(ms: number): string {
  const left = Math.max(0, ms);
  if (left > 0 && left < tenthsBelow) {
    const tenths = Math.ceil(left / 100);
    if (tenths < 100) return `0:0${Math.floor(tenths / 10)}${point()}${tenths % 10}`;
  }
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

// When that text changes next, in ms.
export function nextChange(ms: number): number {
  const step = ms <= tenthsBelow ? 100 : 1000;
  const rest = ms % step;
  return rest === 0 ? step : rest;
}

// How long something has waited: "1:20".
export function age(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

// "0.412 s"
export function secondsText(us: number): string {
  const text = (us / 1_000_000).toLocaleString(language.value, {
    minimumFractionDigits: 3,
    maximumFractionDigits: 3,
  });
  return `${text} s`;
}

// A clock in words, for people who hear it: "5:00" would be read as a time of day.
export function clockWords(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const parts = [];
  if (hours > 0) parts.push(t("words.hours", { n: hours }));
  if (hours > 0 || minutes > 0) parts.push(t("words.minutes", { n: minutes }));
  parts.push(t("words.seconds", { n: seconds % 60 }));
  return parts.join(" ");
}

// To make a format of a language costs a hundred times what a text of it costs.
const formats = new Map<string, Intl.DateTimeFormat>();
const seconds = {
  hourCycle: "h23",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
} as const;

function timeWith(digits: 0 | 3, at: Date | number | string): string {
  const key = `${language.value} ${digits}`;
  const more = digits === 0 ? {} : { fractionalSecondDigits: digits };
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(language.value, { ...seconds, ...more });
  formats.set(key, format);
  return format.format(new Date(at));
}

// A time of day here: "14:03:05".
export const timeOfDay = (at: Date | number | string): string => timeWith(0, at);

// An instant of the record: "14:41:07.412".
export const instantText = (at: string): string => timeWith(3, at);

export const scoreText = (result: string): string => result.replaceAll("1/2", "½");
