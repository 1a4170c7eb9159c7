// What was asked and ruled at a board.
import { canUndo, isGone, whyNoUndo } from "../lib/acts";
import type { DeskGame, DeskQuestion, Ruling } from "../lib/api";
import { timeOfDay } from "../lib/format";
import { optionText, rulingText } from "../lib/record";
import { questionText } from "../lib/server";
import { english, named, t } from "../lib/text";
import { isMine } from "./bay";
import type { Desk } from "./board";
import { Wording } from "./wording";

function Open({ question, desk }: { question: DeskQuestion; desk: Desk }) {
  const off = desk.store.frozen.value || !isMine(desk.store, question.board);
  return (
    <li class="card question">
      <p>
        <b>{questionText(question)}</b> <span class="dim">{question.article}</span>
      </p>
      <p class="dim">{timeOfDay(question.askedAt)}</p>
      <Wording shown={questionText(question)} record={[question.text]} />
      <button type="button" class="go" disabled={off} onClick={() => desk.answer(question)}>
        {t("board.rule")}
      </button>
    </li>
  );
}

export function Questions({ game, desk }: { game: DeskGame; desk: Desk }) {
  const open = game.questions.filter((one) => !one.closed);
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="questions">
      <h2 id="questions">
        {t("board.questions")} <b>{open.length}</b>
      </h2>
      <ul class="plain">
        {open.map((question) => (
          <Open key={question.number} question={question} desk={desk} />
        ))}
      </ul>
    </section>
  );
}

// A note has a person's words.
const inItsWords = (ruling: Ruling, text: string): string | undefined =>
  text === ruling.text && ruling.about !== "note" ? english() : undefined;

interface RuledProps {
  ruling: Ruling;
  game: DeskGame;
  desk: Desk;
}

function Ruled({ ruling, game, desk }: RuledProps) {
  const text = rulingText(ruling, game);
  const undone = isGone(ruling);
  const why = whyNoUndo(ruling, game);
  const off = desk.store.frozen.value || !isMine(desk.store, ruling.board);
  return (
    <li class={undone ? "card undone" : "card"}>
      <p>
        <b>{ruling.number}</b> <span class="dim">{ruling.article}</span>{" "}
        <span lang={inItsWords(ruling, text)}>{text}</span>
      </p>
      <p class="dim">
        {ruling.decidedBy} · {timeOfDay(ruling.decidedAt)}
        {ruling.undoneBy ? ` · ${t("board.undone", { n: ruling.undoneBy })}` : ""}
        {ruling.cancelledBy ? ` · ${t("board.cancelled", { n: ruling.cancelledBy })}` : ""}
      </p>
      <Wording shown={text} record={[ruling.text]} />
      {canUndo(ruling, game) ? (
        <button type="button" disabled={off} onClick={() => desk.undo(ruling.number)}>
          {t("board.undo")}
        </button>
      ) : null}
      {why ? <p class="dim">{t(why)}</p> : null}
    </li>
  );
}

export function Rulings({ game, desk }: { game: DeskGame; desk: Desk }) {
  return (
    <section aria-labelledby="rulings">
      <h2 id="rulings">
        {t("board.rulings")} <b>{game.rulings.length}</b>
      </h2>
      <ul class="plain">
        {[...game.rulings].reverse().map((ruling) => (
          <Ruled key={ruling.number} ruling={ruling} game={game} desk={desk} />
        ))}
      </ul>
    </section>
  );
}

interface Line {
  at: string;
  text: string;
  shown: string; // for a question: also the part of it that the record has
  record: string[];
  lang?: string | undefined;
}

// Questions, answers and rulings in the order of their time.
function linesOf(game: DeskGame): Line[] {
  const asked = game.questions.map((question) => {
    const { by = "", option = "", how = "" } = question.closed ?? {};
    const chosen = question.options.find((one) => one.option === option);
    const decided = chosen ? optionText(question, chosen.option, chosen.text) : option;
    const end = t("board.closed", {
      by: by || "–",
      option: decided || named(`closed.${how}`, how),
    });
    const text = questionText(question);
    return {
      at: question.askedAt,
      text: question.closed ? `? ${text} · ${end}` : `? ${text}`,
      shown: text,
      record: [question.text],
    };
  });
  const ruled = game.rulings.map((one) => {
    const text = rulingText(one, game);
    return {
      at: one.decidedAt,
      text: `${one.article} ${text} · ${one.decidedBy}`,
      shown: "",
      record: [], // it is above
      lang: inItsWords(one, text),
    };
  });
  return [...asked, ...ruled].sort((a, b) => a.at.localeCompare(b.at));
}

export function Log({ game }: { game: DeskGame }) {
  const lines = linesOf(game);
  return (
    <details>
      <summary>{t("board.log")}</summary>
      <table class="log">
        <tbody>
          {lines.map((line) => (
            <tr key={line.at + line.text}>
              <th scope="row">{timeOfDay(line.at)}</th>
              <td>
                <span lang={line.lang}>{line.text}</span>
                <Wording shown={line.shown} record={line.record} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="dim">
        {game.profile} · {game.timeControl} · {t("board.epoch", { pos: game.version })}
      </p>
    </details>
  );
}
