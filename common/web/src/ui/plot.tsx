// Both clocks over the game, as two lines over times and moves; a mark shows the present ply.
import { clockText } from "../lib/format";
import { plyLines, timeLines } from "../lib/scale";

export interface Point {
  ply: number;
  whiteMs: number;
  blackMs: number;
  wrong: boolean;
}

interface Props {
  points: Point[];
  at: number; // ply
  label: string;
}

const width = 400;
const height = 80;

const share = (part: number): string => `${(100 * part).toFixed(2)}%`;

export function Plot({ points, at, label }: Props) {
  const last = points.at(-1);
  if (!last || points.length < 2) return null;
  const most = Math.max(...points.map((one) => Math.max(one.whiteMs, one.blackMs)), 1);
  const x = (ply: number) => (ply / last.ply) * width;
  const y = (ms: number) => height - (ms / most) * (height - 4) - 2;
  const line = (of: "whiteMs" | "blackMs") =>
    points.map((one) => `${x(one.ply).toFixed(1)},${y(one[of]).toFixed(1)}`).join(" ");
  const times = timeLines(most);
  const plies = plyLines(last.ply);
  return (
    <figure class="plot">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <path class="scale" d={times.map((ms) => `M0 ${y(ms).toFixed(1)}h${width}`).join("")} />
        <path class="scale" d={plies.map((ply) => `M${x(ply).toFixed(1)} 0v${height}`).join("")} />
        <polyline class="white" points={line("whiteMs")} />
        <polyline class="black" points={line("blackMs")} />
        {points
          .filter((one) => one.wrong)
          .map((one) => (
            <path key={one.ply} class="wrong" d={`M${x(one.ply)} 0v${height}`} />
          ))}
        <path class="at" d={`M${x(at)} 0v${height}`} />
      </svg>
      <div class="times" aria-hidden="true">
        {times.map((ms) => (
          <span key={ms} style={{ top: share(y(ms) / height) }}>
            {clockText(ms)}
          </span>
        ))}
      </div>
      <div class="plies" aria-hidden="true">
        {plies.map((ply) => (
          <span key={ply} style={{ left: share(x(ply) / width) }}>
            {ply / 2}
          </span>
        ))}
      </div>
    </figure>
  );
}
