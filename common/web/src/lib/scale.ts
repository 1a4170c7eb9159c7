// The lines of a scale: few round values between zero and the most.

const minute = 60_000;
const times = [10_000, 30_000, ...[1, 2, 5, 10, 15, 30, 60, 120, 240, 480].map((n) => n * minute)];
const plies = [2, 4, 10, 20, 40, 100, 200, 400, 1000];
const most = 4;

function linesOf(steps: readonly number[], end: number): number[] {
  const step = steps.find((one) => end / one <= most) ?? end / most;
  return Array.from({ length: Math.floor(end / step) }, (_, n) => (n + 1) * step);
}

export const timeLines = (mostMs: number): number[] => linesOf(times, mostMs);
export const plyLines = (last: number): number[] => linesOf(plies, last);
