// The page of a board: two halves and a bar.
import { useEffect, useState } from "preact/hooks";
import { keepAwake } from "./awake";
import { Half } from "./face";
import { Hold, Menu, open } from "./menu";
import { type Side, sides } from "./messages";
import { lowTone } from "./still";
import type { Table } from "./table";
import { t } from "./text";

const cutLong = 60_000;

// The keys: the space bar presses for the side whose clock runs.
function onKey(table: Table, event: KeyboardEvent): void {
  if (event.repeat || open.value) return;
  const target = event.target as Element | null;
  if (event.key === "Escape") open.value = true;
  else if (event.key === "ArrowLeft") table.press("white", event.timeStamp);
  else if (event.key === "ArrowRight") table.press("black", event.timeStamp);
  else if (event.key === " " && target?.tagName !== "BUTTON")
    for (const side of sides.filter((one: Side) => table.runs(one)).slice(0, 1))
      table.press(side, event.timeStamp);
  else return;
  event.preventDefault();
}

// The time since the last message, in ms; checked four times a second.
function useSilence(table: Table): number {
  const [silence, setSilence] = useState(0);
  useEffect(() => {
    const look = () => setSilence(table.link.silence(performance.now()));
    const timer = window.setInterval(look, 250);
    return () => clearInterval(timer);
  }, [table]);
  return silence;
}

function statusOf(table: Table): string {
  const shown = table.shown.value;
  if (!shown) return "";
  if (shown.phase === "over") return t("over", { result: shown.result ?? "" });
  if (shown.phase === "running" || shown.phase === "flag_fallen") return "";
  return t(shown.phase);
}

// A link of a chain in two parts: few fonts have a sign for it.
const Broken = () => (
  <svg class="broken" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M9 7H7a5 5 0 0 0 0 10h2M15 7h2a5 5 0 0 1 0 10h-2M11 3l1 3M13 18l1 3" />
  </svg>
);

// Nothing moves when a text comes or goes: there is room for it. Where Black sits opposite, it is
// there twice, once for each.
function Bar({ table }: { table: Table }) {
  const silence = useSilence(table);
  const note = table.note.value;
  const said = note === "" && silence === 0 ? statusOf(table) : note;
  const cut = silence > cutLong ? t("cutLong") : t("cut", { n: Math.floor(silence / 1000) });
  const sign = silence > cutLong ? "cut long" : "cut";
  return (
    <nav>
      <div class="for white">
        {silence > 0 ? (
          <strong class={sign} role="alert">
            <Broken /> {cut}
          </strong>
        ) : null}
        <output>{said}</output>
      </div>
      <Hold />
      <div class="for black" aria-hidden="true">
        {silence > 0 ? (
          <strong class={sign}>
            <Broken /> {cut}
          </strong>
        ) : null}
        <span>{said}</span>
      </div>
    </nav>
  );
}

export function Clock({ table }: { table: Table }) {
  const shown = table.shown.value;
  const over = !shown || shown.phase === "over" || shown.phase === "empty";
  useEffect(() => keepAwake(!over), [over]);
  useEffect(() => {
    table.onRefused = lowTone;
    const key = (event: KeyboardEvent) => onKey(table, event);
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, [table]);
  return (
    <main class="clock" data-phase={shown?.phase ?? ""} data-build={table.welcome.value?.build}>
      {sides.map((side) => (
        <Half table={table} side={side} key={side} />
      ))}
      <Bar table={table} />
      <Menu table={table} />
    </main>
  );
}
