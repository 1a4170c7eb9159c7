// A chessboard for display only: squares as one picture, pieces as uses of our own sprite.
import { memo } from "../lib/memo";
import pieces from "./pieces.svg";

const files = "abcdefgh";

interface Man {
  piece: string; // "wK"
  square: string;
}

// The men of a FEN, for any position: illegal ones are shown unchanged.
export function menOf(fen: string): Man[] {
  const men: Man[] = [];
  const rows = (fen.split(" ", 1)[0] ?? "").split("/");
  rows.forEach((row, down) => {
    let across = 0;
    for (const sign of row) {
      if (/[1-8]/.test(sign)) {
        across += Number(sign);
        continue;
      }
      if (!/[kqrbnp]/i.test(sign)) continue;
      const side = sign === sign.toUpperCase() ? "w" : "b";
      men.push({ piece: side + sign.toUpperCase(), square: `${files[across]}${8 - down}` });
      across += 1;
    }
  });
  return men;
}

const place = (square: string, flipped: boolean): { x: number; y: number } => {
  const x = files.indexOf(square[0] ?? "a");
  const y = 8 - Number(square[1]);
  return flipped ? { x: 7 - x, y: 7 - y } : { x, y };
};

const dark = Array.from({ length: 32 }, (_, n) => {
  const y = Math.floor(n / 4);
  return `M${2 * (n % 4) + ((y + 1) % 2)} ${y}h1v1h-1z`;
}).join("");

function Squares() {
  return (
    <>
      <rect class="light" width="8" height="8" />
      <path class="dark" d={dark} />
    </>
  );
}

// In the squares of the lower and the left edge, which have room beside the men.
function Coordinates({ flipped }: { flipped: boolean }) {
  const at = (n: number) => (flipped ? 7 - n : n);
  return (
    <g class="coordinates">
      {[...files].map((file, n) => (
        <text key={file} x={n + 0.95} y="7.94" text-anchor="end">
          {files[at(n)]}
        </text>
      ))}
      {[...files].map((file, n) => (
        <text key={file} x="0.05" y={n + 0.25}>
          {8 - at(n)}
        </text>
      ))}
    </g>
  );
}

interface Shown {
  fen: string;
  coordinates?: boolean;
  flipped?: boolean;
  marked?: string[]; // squares of the last move
  wrong?: boolean; // if the move was illegal
  label?: string;
}

export function Chessboard(shown: Shown) {
  const { fen, flipped = false, marked = [], wrong = false, coordinates = false, label } = shown;
  return (
    <svg class="board" viewBox="0 0 8 8" role="img" aria-label={label ?? fen}>
      <Squares />
      {marked.map((square) => (
        <rect
          key={square}
          class={wrong ? "mark wrong" : "mark"}
          {...place(square, flipped)}
          width="1"
          height="1"
        />
      ))}
      {coordinates ? <Coordinates flipped={flipped} /> : null}
      {menOf(fen).map(({ piece, square }) => (
        <use
          key={square + piece}
          href={`${pieces}#${piece}`}
          {...place(square, flipped)}
          width="1"
          height="1"
        />
      ))}
    </svg>
  );
}

export const MiniBoard = memo(({ fen }: { fen: string }) => (
  <span class="mini" aria-hidden="true">
    <Chessboard fen={fen} label="" />
  </span>
));
