// The players' acts besides pressing: after a hold of one second, each on their own half.
import { useEffect, useRef, useState } from "preact/hooks";
import { signal } from "../lib/signals";
import { type Sent, type Side, sides } from "./messages";
import type { Table } from "./table";
import { t } from "./text";

const holdFor = 1000;

export const open = signal(false);

type Word = Parameters<typeof t>[0];
interface Act {
  word: Word;
  type: Sent["type"];
  more?: Partial<Sent>;
}
const claim = (word: Word, kind: string): Act => ({ word, type: "claim", more: { kind } });
const acts: readonly Act[] = [
  { word: "arbiter", type: "pause", more: { reason: "a player calls the arbiter" } },
  { word: "offer", type: "offer_draw" },
  { word: "accept", type: "accept_draw" },
  { word: "decline", type: "decline_draw" },
  claim("threefold", "threefold"),
  claim("fifty", "fifty_move"),
  claim("flag", "flag"),
  claim("illegal", "illegal_move"),
];

// The bar to hold: a tap has no effect.
export function Hold() {
  const timer = useRef(0);
  const [held, setHeld] = useState(false);
  const end = () => {
    clearTimeout(timer.current);
    setHeld(false);
  };
  const begin = () => {
    end();
    setHeld(true);
    timer.current = window.setTimeout(() => {
      setHeld(false);
      open.value = true;
    }, holdFor);
  };
  return (
    <button
      type="button"
      class={held ? "hold held" : "hold"}
      onPointerDown={begin}
      onPointerUp={end}
      onPointerLeave={end}
      onPointerCancel={end}
      onKeyDown={(event) => {
        if (event.key === "Enter") open.value = true;
      }}
    >
      {t("hold")}
    </button>
  );
}

function Of({ table, side }: { table: Table; side: Side }) {
  const [sure, setSure] = useState(false);
  const act = ({ type, more }: Act) => {
    table.act(type, side, more ?? {});
    open.value = false;
  };
  const resign = () => {
    if (!sure) return setSure(true);
    act({ word: "resign", type: "resign" });
  };
  if (!table.mayAct(side)) return <div />;
  return (
    <fieldset class={side}>
      <legend>{t(side)}</legend>
      {acts.map((one) => (
        <button type="button" key={one.word} onClick={() => act(one)}>
          {t(one.word)}
        </button>
      ))}
      <button type="button" class={sure ? "sure" : ""} onClick={resign}>
        {t(sure ? "resignSure" : "resign")}
      </button>
    </fieldset>
  );
}

export function Menu({ table }: { table: Table }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = open.value;
  const touched = useRef(false);
  useEffect(() => {
    const node = dialog.current;
    touched.current = false;
    if (shown && node && !node.open) node.showModal();
  }, [shown]);
  // The finger that held the bar is lifted over a button: this is not a click in the menu.
  const guard = (event: MouseEvent) => {
    if (touched.current || event.detail === 0) return;
    event.stopPropagation();
    event.preventDefault();
  };
  if (!shown) return null;
  const whole = document.fullscreenEnabled;
  return (
    <dialog
      class="menu"
      ref={dialog}
      onClose={() => (open.value = false)}
      onPointerDownCapture={() => (touched.current = true)}
      onClickCapture={guard}
    >
      {sides.map((side) => (
        <Of table={table} side={side} key={side} />
      ))}
      <footer>
        {whole ? (
          <button
            type="button"
            onClick={() => {
              void document.documentElement.requestFullscreen();
              open.value = false;
            }}
          >
            {t("full")}
          </button>
        ) : null}
        <button type="button" onClick={() => (open.value = false)}>
          {t("close")}
        </button>
      </footer>
    </dialog>
  );
}
