// The ruling sheet: choose, read the effect, confirm with the PIN.
import { useCallback, useLayoutEffect } from "preact/hooks";
import type { DeskGame, DeskQuestion } from "../lib/api";
import { timeText } from "../lib/form";
import { clockText, scoreText } from "../lib/format";
import type { HallStore } from "../lib/hall";
import { understand } from "../lib/hints";
import { optionText, sentencesSettled, shownEvidence } from "../lib/record";
import type { Preview, Ruling } from "../lib/ruling";
import { questionsSettled, questionText, type Sentence, stepSentences } from "../lib/server";
import { session } from "../lib/session";
import { type Side, sides } from "../lib/side";
import { t } from "../lib/text";
import { shownMs } from "../lib/ticker";
import { Hint } from "../ui/hint";
import { Confirm, Dialog } from "./confirm";
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

// To the millisecond, unless it runs meanwhile.
const readingText = (ms: number, runs: boolean): string =>
  runs ? clockText(ms) : timeText(Math.round(ms));

// The reading of a clock after it: the reading set, or with the time added.
function after(ruling: Ruling, side: Side, beforeMs: number): number | null {
  const changes = ruling.preview.value?.consequences;
  const key = side === "white" ? "whiteMs" : "blackMs";
  if (changes?.readings) return changes.readings[key];
  if (changes?.added) return Math.max(0, beforeMs + changes.added[key]);
  return null;
}

// A clock that runs is read out when somebody goes there, and not each second.
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
    const goes = clock.runs && (clock.turn === side || !!clock.hourglass);
    const text = then === null ? "=" : readingText(then, goes && !changes.readings);
    return (
      <tr key={side}>
        <th scope="row">{t(side === "white" ? "sheet.whiteClock" : "sheet.blackClock")}</th>
        <td>{readingText(before, goes)}</td>
        <td>{then === null ? text : <b>{text}</b>}</td>
      </tr>
    );
  };
  return (
    <table aria-live="off">
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

const saidOf = ({ text, own, consequences, notes = [] }: Preview): Sentence[] =>
  own
    ? text.map((one) => ({ text: one }))
    : [
        ...notes.map((one) => ({ text: one.text, lang: one.english ? "en" : undefined })),
        ...stepSentences(text.slice(notes.length), consequences?.steps ?? []),
      ];

// What is new since it was shown before is marked.
function Said({ preview, before }: { preview: Preview; before: Preview | null }) {
  const known = before && new Set(saidOf(before).map((one) => one.text));
  return (
    <ul>
      {saidOf(preview).map(({ text, original, lang }) => (
        <li key={original ?? text} lang={lang}>
          {known && !known.has(text) ? <mark>{text}</mark> : text}
          {original ? <Wording shown={text} record={[original]} /> : null}
        </li>
      ))}
    </ul>
  );
}

function Shown(props: Props) {
  const { ruling, store } = props;
  const shown = ruling.preview.value;
  const stays = ruling.stays();
  return (
    <Confirm
      shown={shown}
      changed={ruling.changed.value}
      wrong={ruling.wrong.value}
      closed={ruling.busy.value || store.frozen.value}
      other={t(ruling.form.proposed ? "sheet.otherwise" : "sheet.back")}
      back={() => ruling.back()}
      send={(pin) => void ruling.confirm(pin)}
    >
      <Numbers {...props} />
      {shown ? <Said preview={shown} before={ruling.before.value} /> : null}
      {stays ? <p class="dim">{t(stays)}</p> : null}
    </Confirm>
  );
}

// Somebody else was faster: their decision is shown, and the text typed here stays.
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

// Why nothing can be sent now, as the page's own words are below the sheet; or that another arbiter
// has taken this board. The line is there without them, so that no option moves when they come.
function Beside({ store, board }: Props) {
  const by = store.takenBy(board);
  const other = by !== "" && by !== session.value?.name;
  const taken = other ? t("sheet.taken", { name: by }) : "";
  return (
    <p class="by" role="status">
      {store.frozen.value ? t("hall.disabled") : taken}
    </p>
  );
}

// Options that changed their words would move under the finger: they come with them.
const worded = (question?: DeskQuestion): boolean =>
  !question || (questionsSettled.value && sentencesSettled());

export function Sheet(props: Props) {
  const { ruling, close } = props;
  const step = ruling.step.value;
  useLayoutEffect(() => {
    if (step !== "done") return;
    understand("sheet");
    close(true);
  }, [step, close]);
  const leave = useCallback(() => close(false), [close]);
  if (!worded(ruling.form.question)) return null;
  return (
    <Dialog title={ruling.form.title} close={leave}>
      <Beside {...props} />
      {ruling.form.question ? <Question question={ruling.form.question} /> : null}
      <Overtaken {...props} />
      {step === "confirm" ? <Shown {...props} /> : <Choose {...props} />}
      <Hint name="sheet" />
    </Dialog>
  );
}
