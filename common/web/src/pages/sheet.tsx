// The ruling sheet: choose, read what will happen, confirm with the PIN.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Choice, type Field, timeText } from "../lib/acts";
import type { DeskGame } from "../lib/api";
import { clockText, scoreText } from "../lib/format";
import type { HallStore } from "../lib/hall";
import { hear } from "../lib/keys";
import type { Ruling } from "../lib/ruling";
import { session } from "../lib/session";
import { type Side, sides } from "../lib/side";
import { t } from "../lib/text";
import { shownMs } from "../lib/ticker";

const wordOf = (choice: Choice): string =>
  choice.text ?? (choice.key ? t(choice.key) : choice.value);

// Of a question, a tap on an option that asks for nothing more shows what it does. Who goes through
// the options by keys chooses with Enter.
function useTap(ruling: Ruling) {
  const tapped = useRef(false);
  const chosen = () => {
    const asks = ruling.form.fields.some((field) => field.when?.(ruling.values.value));
    if (tapped.current && ruling.form.question && ruling.ready() && !asks) void ruling.show();
  };
  const tap = (yes: boolean) => () => {
    tapped.current = yes;
  };
  return { chosen, on: { onPointerDown: tap(true), onKeyDown: tap(false) } };
}

function Choices({ field, ruling }: { field: Field; ruling: Ruling }) {
  const { chosen, on } = useTap(ruling);
  return (
    <fieldset class="options" {...on}>
      <legend>{t(field.label)}</legend>
      {(field.choices ?? []).map((choice) => (
        <label class="option" key={choice.value}>
          <input
            type="radio"
            name={field.name}
            value={choice.value}
            checked={ruling.values.value[field.name] === choice.value}
            onChange={() => {
              ruling.set(field.name, choice.value);
              chosen();
            }}
          />
          <span>{wordOf(choice)}</span>
          {choice.article ? <span class="dim">{choice.article}</span> : null}
        </label>
      ))}
    </fieldset>
  );
}

const hints = { clock: "H:MM:SS", delta: "±M:SS", number: "", text: "", choice: "" };

function Input({ field, ruling }: { field: Field; ruling: Ruling }) {
  if (field.when && !field.when(ruling.values.value)) return null;
  if (field.kind === "choice") return <Choices field={field} ruling={ruling} />;
  return (
    <label>
      {t(field.label)}
      <input
        name={field.name}
        inputMode={field.kind === "number" ? "numeric" : "text"}
        placeholder={hints[field.kind]}
        autocomplete="off"
        value={ruling.values.value[field.name] ?? ""}
        onInput={(event) => ruling.set(field.name, event.currentTarget.value)}
      />
    </label>
  );
}

// Evidence as people read it: readings as clocks show them; the position is on the board.
function facts(ruling: Ruling): [string, string][] {
  return ruling.form.facts
    .filter(([name]) => name !== "fen")
    .map(([name, value]) => {
      const words = name.replace(/_us$/, "").replaceAll("_", " ");
      return [words, name.endsWith("_us") ? timeText(Math.round(Number(value) / 1000)) : value];
    });
}

function Facts({ ruling }: { ruling: Ruling }) {
  return (
    <dl class="facts">
      {facts(ruling).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface Props {
  ruling: Ruling;
  store: HallStore;
  board: number;
  game: DeskGame | null; // null: it is about many boards
  close: (done: boolean) => void;
}

// What a clock shows after it: as it is set, or with what is added.
function after(ruling: Ruling, side: Side, beforeMs: number): number | null {
  const changes = ruling.preview.value?.consequences;
  const key = side === "white" ? "whiteMs" : "blackMs";
  if (changes?.readings) return changes.readings[key];
  if (changes?.added) return Math.max(0, beforeMs + changes.added[key]);
  return null;
}

function Numbers({ ruling, store, board }: Props) {
  store.second.value;
  const tile = store.boards.get(board)?.tile.value;
  const changes = ruling.preview.value?.consequences;
  if (!tile || !changes) return null;
  const { clock } = tile;
  const runs = changes.runs ?? clock?.runs ?? false;
  const row = (side: Side) => {
    if (!clock) return null;
    const before = shownMs(clock, side, store.ticker.now());
    const then = after(ruling, side, before);
    return (
      <tr key={side}>
        <th scope="row">{t(side === "white" ? "sheet.whiteClock" : "sheet.blackClock")}</th>
        <td>{clockText(before)}</td>
        <td>{then === null ? "=" : <b>{clockText(then)}</b>}</td>
      </tr>
    );
  };
  return (
    <table>
      <thead>
        <tr>
          <td />
          <th scope="col">{t("sheet.before")}</th>
          <th scope="col">{t("sheet.after")}</th>
        </tr>
      </thead>
      <tbody>
        {changes.result === undefined ? null : (
          <tr>
            <th scope="row">{t("sheet.result")}</th>
            <td>{scoreText(tile.result === "*" ? "–" : tile.result)}</td>
            <td>
              <b>{scoreText(changes.result === "*" ? "–" : changes.result)}</b>
            </td>
          </tr>
        )}
        {sides.map(row)}
        {changes.runs === undefined ? null : (
          <tr>
            <th scope="row">{t("sheet.clock")}</th>
            <td>{t(clock?.runs ? "sheet.runs" : "sheet.stands")}</td>
            <td>
              <b>{t(runs ? "sheet.runs" : "sheet.stands")}</b>
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function Choose(props: Props) {
  const { ruling, store, close } = props;
  const cut = store.frozen.value;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void ruling.show();
      }}
    >
      <Facts ruling={ruling} />
      {ruling.form.fields.map((field) => (
        <Input key={field.name} field={field} ruling={ruling} />
      ))}
      <p class="wrong" role="alert">
        {ruling.wrong.value}
      </p>
      <div class="act">
        <button type="button" onClick={() => close(false)}>
          {t("sheet.cancel")}
        </button>
        <button
          type="submit"
          class="go"
          disabled={!ruling.ready() || ruling.busy.value || cut}
          title={cut ? t("hall.disabled") : undefined}
        >
          {t("sheet.show")}
        </button>
      </div>
    </form>
  );
}

const shortestPin = 4;

function Confirm(props: Props) {
  const { ruling, store } = props;
  const [pin, setPin] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const token = ruling.preview.value?.confirm;
  // What was typed was for what was shown: another preview asks again. Before anybody can type.
  useLayoutEffect(() => {
    setPin("");
    field.current?.focus();
  }, [token]);
  const needed = session.value?.needsPin ?? true;
  const ready = !needed || pin.length >= shortestPin;
  const send = (event?: Event) => {
    event?.preventDefault();
    if (ready && !store.frozen.value) void ruling.confirm(pin);
  };
  return (
    <form onSubmit={send}>
      <section class="will" aria-live="polite">
        {ruling.changed.value ? <p class="changed">{t("sheet.changed")}</p> : null}
        <h3>{t("sheet.will")}</h3>
        <Numbers {...props} />
        <ul>
          {(ruling.preview.value?.text ?? []).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
      {needed ? (
        <label>
          {t("sheet.pin")}
          <input
            ref={field}
            name="pin"
            class="pin"
            type="password"
            inputMode="numeric"
            autocomplete="off"
            maxLength={8}
            value={pin}
            aria-describedby="wrongpin"
            onInput={(event) => setPin(event.currentTarget.value)}
          />
        </label>
      ) : null}
      <p id="wrongpin" class="wrong" role="alert">
        {ruling.wrong.value}
      </p>
      <div class="act">
        <button type="button" onClick={() => ruling.back()}>
          {t("sheet.back")}
        </button>
        <button
          type="submit"
          class="go"
          disabled={!ready || ruling.busy.value || store.frozen.value}
        >
          {t("sheet.confirm")}
        </button>
      </div>
    </form>
  );
}

// Somebody else was faster: what they decided is shown, and what was typed here stays.
function Overtaken({ ruling, game }: Props) {
  const asked = ruling.form.question?.number;
  const now = game?.questions.find((one) => one.number === asked);
  if (!now?.closed || ruling.step.value === "done") return null;
  const { by, option, how } = now.closed;
  const text = now.options.find((one) => one.option === option)?.text ?? option;
  return (
    <p class="changed" role="alert">
      {t(how === "answered" ? "sheet.answered" : "sheet.overtaken", { by, text })}
    </p>
  );
}

export function Sheet(props: Props) {
  const { ruling, close } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const step = ruling.step.value;
  useLayoutEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>("h2")?.focus();
    return hear(
      {
        "Ctrl+Enter": () => dialog.current?.querySelector("form")?.requestSubmit(),
        Escape: () => close(false),
      },
      true,
    );
  }, [close]);
  useLayoutEffect(() => {
    if (step === "done") close(true);
  }, [step, close]);
  return (
    <dialog
      class="sheet"
      ref={dialog}
      aria-labelledby="sheet"
      onCancel={(event) => {
        event.preventDefault();
        close(false);
      }}
    >
      <h2 id="sheet" tabIndex={-1}>
        {ruling.form.title}
      </h2>
      {ruling.form.question ? (
        <p>
          {ruling.form.question.text} <span class="dim">{ruling.form.question.article}</span>
        </p>
      ) : null}
      <Overtaken {...props} />
      {step === "confirm" ? <Confirm {...props} /> : <Choose {...props} />}
    </dialog>
  );
}
