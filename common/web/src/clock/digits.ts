// The digits of the clock: strokes of one width in boxes of one width, so that nothing jumps.
export const height = 100;
const width = 60;
const gap = 14;
const narrow = 18;

const strokes: Record<string, string> = {
  "0": "M10 26Q10 10 26 10H34Q50 10 50 26V74Q50 90 34 90H26Q10 90 10 74Z",
  "1": "M16 26L34 10V90",
  "2": "M10 28Q10 10 30 10Q50 10 50 30Q50 42 40 52L10 90H50",
  "3": "M11 14Q20 10 30 10Q49 10 49 29Q49 47 28 48Q50 48 50 69Q50 90 28 90Q18 90 9 85",
  "4": "M40 90V10L10 66H51",
  "5": "M48 10H16L13 45Q20 40 29 40Q50 40 50 64Q50 90 28 90Q17 90 9 85",
  "6": "M46 12Q40 10 34 10Q10 10 10 55Q10 90 30 90Q50 90 50 66Q50 44 31 44Q16 44 11 58",
  "7": "M9 10H51L26 90",
  "8": "M30 10Q48 10 48 28T30 47T12 28T30 10ZM30 47Q50 47 50 68T30 90T10 68T30 47Z",
  "9": "M14 88Q20 90 26 90Q50 90 50 45Q50 10 30 10Q10 10 10 34Q10 56 29 56Q44 56 49 42",
  ":": "M9 33V34M9 67V68",
  ".": "M9 89V90",
  ",": "M10 88V90L5 99",
};

export interface Drawn {
  width: number;
  glyphs: { path: string; x: number }[];
}

export function drawn(text: string): Drawn {
  let x = 0;
  const glyphs = [];
  for (const sign of text) {
    const path = strokes[sign];
    if (path === undefined) continue;
    glyphs.push({ path, x });
    x += (":.,".includes(sign) ? narrow : width) + gap;
  }
  return { width: Math.max(1, x - gap), glyphs };
}

// "1:02" over "11" from an hour on, "58:40" below, "9.8" below ten seconds. Rounded up, so that
// zero is shown only at zero. `point` is the decimal sign.
export function face(us: number, point = "."): { large: string; small: string } {
  const two = (value: number) => String(value).padStart(2, "0");
  const tenths = Math.ceil(us / 1e5);
  if (tenths < 100) {
    if (tenths <= 0) return { large: "0:00", small: "" };
    return { large: `${Math.floor(tenths / 10)}${point}${tenths % 10}`, small: "" };
  }
  const seconds = Math.ceil(us / 1e6);
  const minutes = Math.floor(seconds / 60);
  if (seconds < 3600) return { large: `${minutes}:${two(seconds % 60)}`, small: "" };
  return { large: `${Math.floor(minutes / 60)}:${two(minutes % 60)}`, small: two(seconds % 60) };
}

// How long this text stays, in us.
export function stays(us: number): number {
  const step = us <= 1e7 ? 1e5 : 1e6;
  return us % step || step;
}
