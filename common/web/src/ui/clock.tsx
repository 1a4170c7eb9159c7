import { useLayoutEffect, useRef } from "preact/hooks";
import type { Side } from "../lib/side";
import type { Clock as Reading, Ticker } from "../lib/ticker";

// A clock: the ticker writes its text, and nothing of it is rendered again while it runs.
export function Clock({ clock, side, ticker }: { clock: Reading; side: Side; ticker: Ticker }) {
  const node = useRef<HTMLSpanElement>(null);
  const { whiteMs, blackMs, atUs, turn, runs } = clock;
  useLayoutEffect(() => {
    if (node.current) return ticker.show(node.current, clock, side);
    return undefined;
  }, [ticker, side, whiteMs, blackMs, atUs, turn, runs]);
  return <span class="clock" role="timer" ref={node} />;
}
