// The scoresheets of a game, and each place where one differs from its record.
import { moveText, timeOfDay } from "../lib/format";
import type { GameStore } from "../lib/game";
import {
  type Difference,
  differencesOf,
  firstPly,
  type Sheets as Known,
  moveNumber,
} from "../lib/sheets";
import { teller } from "../lib/text";
import { sheets } from "../text/sheets";

const t = teller(sheets);

const whatOf = ({ standing, illegal }: Difference): string =>
  t(standing === "contradicts" && illegal ? "illegal" : standing);

function Row({ one, game, first }: { one: Difference; game: GameStore; first: number }) {
  const moves = [...new Set([one.from, one.to])].map(moveNumber).join(" – ");
  return (
    <tr>
      <th scope="row">
        <button type="button" onClick={() => game.go(one.from - first + 1)}>
          {moves}
        </button>
      </th>
      <td>{one.written === "" ? "–" : <bdi>{one.written}</bdi>}</td>
      <td>{one.recorded === "" ? "–" : moveText(one.recorded)}</td>
      <td>{whatOf(one)}</td>
    </tr>
  );
}

function Differences({ all, game, first }: { all: Difference[]; game: GameStore; first: number }) {
  return (
    <table class="sheetlist">
      <thead>
        <tr>
          <th scope="col">{t("move")}</th>
          <th scope="col">{t("written")}</th>
          <th scope="col">{t("recorded")}</th>
          <th scope="col">{t("what")}</th>
        </tr>
      </thead>
      <tbody>
        {all.map((one) => (
          <Row key={one.from + one.standing} one={one} game={game} first={first} />
        ))}
      </tbody>
    </table>
  );
}

function One({ known, at, game }: { known: Known; at: number; game: GameStore }) {
  const sheet = known.sheets[at];
  const report = known.comparison?.sheets[at];
  if (!sheet || !report) return null;
  const first = game.game.value?.firstMove ?? { number: 1, side: "white" as const };
  const all = differencesOf(report, known.comparison?.moves ?? [], first);
  const { white, black } = report.proves;
  return (
    <li class="card">
      <p>
        <b>{t(sheet.whose)}</b>{" "}
        <span class="dim">
          {sheet.by} · {timeOfDay(sheet.enteredAt)}
        </span>
      </p>
      <p>
        {all.length === 0
          ? t("agree", { n: known.plies })
          : t("differ", { n: white + black, of: known.plies })}
      </p>
      {all.length === 0 ? null : <Differences all={all} game={game} first={firstPly(first)} />}
      <details>
        <summary>{t("text")}</summary>
        <pre class="sheettext">{sheet.sheet}</pre>
      </details>
    </li>
  );
}

export function SheetList({ known, game }: { known: Known; game: GameStore }) {
  return (
    <section aria-labelledby="sheets">
      <h2 id="sheets">
        {t("title")} <b>{known.sheets.length}</b>
      </h2>
      <ul class="plain">
        {known.sheets.map((sheet, at) => (
          <One key={sheet.whose} known={known} at={at} game={game} />
        ))}
      </ul>
    </section>
  );
}
