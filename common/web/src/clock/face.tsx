// One half of the clock: it is the button of its side, and acts when it is touched.
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { battery, mayDarken } from "./awake";
import { drawn, face, height, stays } from "./digits";
import type { Side } from "./messages";
import type { Table } from "./table";
import { t, words } from "./text";

const atLeast = 30; // ms between two pictures
const atMost = 1000;
const spoken = 60_000;

const ns = "http://www.w3.org/2000/svg";

// The digits are drawn apart from everything else: while a clock runs, nothing else changes.
// Without a game there are none: 0:00 on both sides would be two flags.
function draw(svg: SVGSVGElement, us: number | null): void {
  const { large, small } = us === null ? { large: "", small: "" } : face(us, t("point"));
  if (svg.dataset.text === `${large} ${small}`) return;
  svg.dataset.text = `${large} ${small}`;
  const upper = drawn(large);
  const lower = drawn(small);
  const scale = 0.45;
  const tall = small === "" ? height : height * (1.12 + scale);
  const width = Math.max(upper.width, lower.width * scale);
  svg.setAttribute("viewBox", `0 0 ${width} ${tall}`);
  const group = (drawing: typeof upper, transform: string) => {
    const node = document.createElementNS(ns, "g");
    node.setAttribute("transform", transform);
    for (const glyph of drawing.glyphs) {
      const path = document.createElementNS(ns, "path");
      path.setAttribute("d", glyph.path);
      path.setAttribute("transform", `translate(${glyph.x})`);
      node.append(path);
    }
    return node;
  };
  const under = `translate(${(width - lower.width * scale) / 2} ${height * 1.12}) scale(${scale})`;
  const parts = [group(upper, `translate(${(width - upper.width) / 2})`)];
  if (small !== "") parts.push(group(lower, under));
  svg.replaceChildren(...parts);
}

// How the clock of a side adds time, as far as it does; `us` is the time left.
function methodOf(table: Table, side: Side, us: number): string {
  const shown = table.shown.value;
  const bonus = (side === "white" ? shown?.white_bonus : shown?.black_bonus) ?? "";
  const s = bonus.slice(1).replace(".", t("point"));
  const waits = Math.ceil(table.delayLeft(side) / 1e6);
  switch (bonus.charAt(0)) {
    case "+":
      return `+${s} s`;
    case "b":
      return t("bronstein", { n: s });
    case "d":
      return waits > 0 ? t("delayLeft", { n: waits }) : t("delay", { n: s });
    case "h":
      return t("hourglass");
    case "g":
      return t("gong", { n: s });
    case "u":
      return t("upcount");
    case "y":
      return t("moments", { n: Math.ceil(us / (Number(bonus.slice(1)) * 1e6)), s });
    case "c":
      return t("block", { n: (side === "white" ? shown?.white_block : shown?.black_block) ?? 0 });
    default:
      return "";
  }
}

function useTime(table: Table, side: Side) {
  const svg = useRef<SVGSVGElement>(null);
  const method = useRef<HTMLSpanElement>(null);
  const said = useRef(Number.NEGATIVE_INFINITY);
  const shown = table.shown.value;
  useEffect(() => {
    let timer = 0;
    const round = () => {
      const us = table.reading(side);
      const node = svg.current;
      if (!node) return;
      const { phase = "empty" } = table.shown.value ?? {};
      draw(node, phase === "empty" ? null : us);
      const text = methodOf(table, side, us);
      if (method.current && method.current.textContent !== text) method.current.textContent = text;
      const now = performance.now();
      if (phase !== "empty" && now - said.current > spoken) {
        said.current = now;
        node.parentElement?.setAttribute("aria-label", words(us));
      }
      const waits = table.delayLeft(side);
      const own = waits > 0 ? waits % 1e6 || 1e6 : stays(us);
      const next = table.changes(side) && us > 0 ? own / 1000 + 1 : atMost;
      timer = window.setTimeout(round, Math.min(atMost, Math.max(atLeast, next)));
    };
    round();
    return () => clearTimeout(timer);
  }, [table, side, shown]);
  return { svg, method };
}

function stateOf(table: Table, side: Side): string {
  const shown = table.shown.value;
  if (!shown) return "";
  if (shown.flag === side) return "flag";
  if (table.runs(side)) return "runs";
  return shown.phase === "paused" ? "paused" : "";
}

const marks: Record<string, string> = { runs: "▶", flag: "⚑", paused: "❚❚" };

interface Footing {
  table: Table;
  side: Side;
  method: RefObject<HTMLSpanElement | null>; // written with the digits
}

function Foot({ table, side, method }: Footing) {
  const shown = table.shown.value;
  if (!shown) return <div class="foot" />;
  const period = side === "white" ? shown.white_period : shown.black_period;
  const own = Math.floor((shown.ply + (side === "white" ? 1 : 0)) / 2) + (table.runs(side) ? 1 : 0);
  const power = battery.value;
  const low = power !== null && power.percent < 20 && !power.charging;
  return (
    <div class="foot">
      <span>{own > 0 ? t("move", { n: own }) : ""}</span>
      <span>
        {period ? t("period", { n: period }) : ""} <span class="method" ref={method} />
      </span>
      {low ? <b>{t("battery", { n: power.percent })}</b> : null}
      {mayDarken.value && table.runs(side) ? <b>{t("mayS")}</b> : null}
    </div>
  );
}

export function Half({ table, side }: { table: Table; side: Side }) {
  const { svg, method } = useTime(table, side);
  const state = stateOf(table, side);
  const shown = table.shown.value;
  const player = (side === "white" ? shown?.white : shown?.black) ?? "";
  const waits = table.waiting.value.some((press) => press.side === side);
  const node = useRef<HTMLElement>(null);
  const shaken = table.shaken.value === side;
  useEffect(() => {
    const half = node.current;
    if (!half) return undefined;
    // Not in JSX: a touch while a picture is made must not be lost with an old handler.
    const press = (event: PointerEvent) => {
      if (event.pointerType === "mouse" && event.button !== 0) return;
      table.press(side, event.timeStamp);
    };
    half.addEventListener("pointerdown", press);
    return () => half.removeEventListener("pointerdown", press);
  }, [table, side]);
  const classes = ["half", side, state, waits ? "sent" : "", shaken ? "shaken" : ""];
  const first = shown?.flag === side ? ` ${t("first")}` : "";
  return (
    <section
      class={classes.join(" ")}
      ref={node}
      onAnimationEnd={() => {
        if (table.shaken.value === side) table.shaken.value = null;
      }}
    >
      <div class="who">
        <b>
          <span class="mark">{marks[state] ?? ""}</span> <bdi>{player}</bdi>
          {first}
        </b>
        <span>{t(side)}</span>
      </div>
      <div class="time" role="timer" aria-label={t("clockOf", { side: t(side), name: player })}>
        <svg ref={svg} aria-hidden="true" preserveAspectRatio="xMidYMid meet" />
      </div>
      <Foot table={table} side={side} method={method} />
    </section>
  );
}
