// When a link counts as late, cut off or stuck (docs/pages.md), and whether the device has slept.

export const lateAfter = 1200;
export const offAfter = 2500;
// The answer over a link that works: a press at an electronic board waits for its move, for 2.5 s
// at most (docs/boards.md).
export const answerAfter = 3000;
export const openWithin = 5000;
export const askEvery = 1000;
// At the start of a link the instant is requested this often, to measure it.
export const burst = 8;
export const burstEvery = 50;

const sleptAfter = 300;
const waits = [0, 250, 500, 1000, 2000];

// The times before the next attempt, ms.
export function waitBefore(attempt: number): number {
  return waits[Math.min(attempt, waits.length - 1)] ?? 0;
}

// Our steady clock stands while the device sleeps; the wall clock runs on.
export class Sleep {
  #wall = Date.now() - performance.now();

  // Since the last call?
  slept(now: number): boolean {
    const wall = Date.now() - now;
    const jumped = wall - this.#wall > sleptAfter;
    this.#wall = wall;
    return jumped;
  }
}
