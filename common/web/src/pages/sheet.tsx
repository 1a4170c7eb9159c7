// The ruling sheet: choose, read what will happen, confirm with the PIN.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { DeskGame, DeskQuestion } from "../lib/api";
import { clockText, scoreText } from "../lib/format";
import type { HallStore } from "../lib/hall";
import { hear } from "../lib/keys";
import { optionText, shownEvidence } from "../lib/record";
import type { Preview, Ruling } from "../lib/ruling";
import { boardSentences, questionText, type Sentence, sentences } from "../lib/server";
import { session } from "../lib/session";
import { type Side, sides } from "../lib/side";
import { t } from "../lib/text";
import { shownMs } from "../lib/ticker";
import { Fields } from "./fields";
import { Wording } from "./wording";

function Facts({ ruling }: { ruling: Ruling }) {
  const { question } = ruling.form;
  if (!question) return null;
  return (
    <dl class="facts">
      {shownEvidence(question).map(({ name, value, english }) => (
        <div key={name + value}>
          <dt>{name}</dt>
          <dd lang={english ? "en" : undefined}>{value}</dd>
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
      <Fields ruling={ruling} />
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
const deadFor = 400; // ms

// Without a PIN the second tap of a double tap would confirm what nobody has read.
function useArmed(shown: unknown): boolean {
  const [armed, setArmed] = useState(false);
  useEffect(() => {
    setArmed(false);
    const timer = setTimeout(() => setArmed(true), deadFor);
    return () => clearTimeout(timer);
  }, [shown]);
  return armed;
}

const saidOf = ({ text, consequences, games }: Preview): Sentence[] =>
  games ? boardSentences(text, games) : sentences(text, consequences?.steps);

function Said({ preview }: { preview: Preview }) {
  return (
    <ul>
      {saidOf(preview).map(({ text, original }) => (
        <li key={original ?? text}>
          {text}
          {original ? <Wording shown={text} record={[original]} /> : null}
        </li>
      ))}
    </ul>
  );
}

function Confirm(props: Props) {
  const { ruling, store } = props;
  const [pin, setPin] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const shown = ruling.preview.value;
  // What was typed was for what was shown: another preview asks again. Before anybody can type.
  useLayoutEffect(() => {
    setPin("");
    field.current?.focus();
  }, [shown]);
  const needed = session.value?.needsPin ?? true;
  const armed = useArmed(shown);
  const ready = needed ? pin.length >= shortestPin : armed;
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
        {shown ? <Said preview={shown} /> : null}
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
          {t(ruling.form.proposed ? "sheet.otherwise" : "sheet.back")}
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
  const chosen = now.options.find((one) => one.option === option);
  const text = chosen ? optionText(now, chosen.option, chosen.text) : option;
  return (
    <p class="changed" role="alert">
      {t(how === "answered" ? "sheet.answered" : "sheet.overtaken", { by, text })}
    </p>
  );
}

// In another language with the record's own words, and those of the options.
function Question({ question }: { question: DeskQuestion }) {
  const { text, article, options } = question;
  const shown = questionText(question);
  const own = options.filter((one) => optionText(question, one.option, one.text) !== one.text);
  return (
    <>
      <p>
        {shown} <span class="dim">{article}</span>
      </p>
      <Wording shown={shown} record={[text, ...own.map((one) => one.text)]} />
    </>
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
      {ruling.form.question ? <Question question={ruling.form.question} /> : null}
      <Overtaken {...props} />
      {step === "confirm" ? <Confirm {...props} /> : <Choose {...props} />}
    </dialog>
  );
}
