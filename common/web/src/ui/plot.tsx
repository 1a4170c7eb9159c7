// Both clocks over the game, as two lines; a mark shows the present ply.
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

export function Plot({ points, at, label }: Props) {
  const last = points.at(-1);
  if (!last || points.length < 2) return null;
  const most = Math.max(...points.map((one) => Math.max(one.whiteMs, one.blackMs)), 1);
  const x = (ply: number) => (ply / last.ply) * width;
  const y = (ms: number) => height - (ms / most) * (height - 4) - 2;
  const line = (of: "whiteMs" | "blackMs") =>
    points.map((one) => `${x(one.ply).toFixed(1)},${y(one[of]).toFixed(1)}`).join(" ");
  return (
    <svg
      class="plot"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polyline class="white" points={line("whiteMs")} />
      <polyline class="black" points={line("blackMs")} />
      {points
        .filter((one) => one.wrong)
        .map((one) => (
          <path key={one.ply} class="wrong" d={`M${x(one.ply)} 0v${height}`} />
        ))}
      <path class="at" d={`M${x(at)} 0v${height}`} />
    </svg>
  );
}
