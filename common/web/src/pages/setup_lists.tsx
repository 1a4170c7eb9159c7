// The players, the pairings of the next round, and the clocks of its boards.
import { useState } from "preact/hooks";
import { eventPath, save } from "../lib/api";
import { actOn, type Pairing, type Player, wordsOf } from "../lib/setup";
import { t } from "../lib/text";
import { Drop, Sent, useSending } from "./drop";
import type { Known } from "./setup";

interface Props {
  known: Known;
  again: () => void;
}

const isOpen = (known: Known): boolean =>
  !known.round || ["drafted", "published"].includes(known.round.state);
const paired = (known: Known): boolean => known.tournament.rounds.length > 0;

function Numbering({ known, again }: Props) {
  const [wrong, setWrong] = useState("");
  if (known.players.length === 0 || paired(known)) return null;
  const seed = async () => {
    try {
      await actOn(known.tournament.event, { type: "seed_players" });
      setWrong("");
      again();
    } catch (error) {
      setWrong(wordsOf(error));
    }
  };
  return (
    <>
      <button type="button" onClick={seed}>
        {t("setup.seed")}
      </button>
      <p class="wrong" role="alert">
        {wrong}
      </p>
    </>
  );
}

export function Players({ known, again }: Props) {
  const { tournament, players } = known;
  return (
    <section class="card" aria-labelledby="players">
      <h2 id="players">
        {t("setup.players")} <b>{players.length}</b>
      </h2>
      {players.length === 0 ? <p>{t("setup.noPlayers")}</p> : null}
      <Drop
        label={t("setup.playersFile")}
        hint={t("setup.playersHint")}
        path={`${eventPath(tournament.event)}/players`}
        revision={tournament.revision}
        done={again}
      />
      <Numbering known={known} again={again} />
      {players.length === 0 ? null : (
        <details>
          <summary>{t("setup.show")}</summary>
          <table class="list">
            <tbody>
              {players.map((player) => (
                <tr key={player.number}>
                  <td>{player.number}</td>
                  <td>
                    {player.title ?? ""} <span class="name">{player.name}</span>
                  </td>
                  <td>{player.rating ?? ""}</td>
                  <td>{player.federation ?? ""}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </section>
  );
}

function Table({ pairings, players }: { pairings: readonly Pairing[]; players: Player[] }) {
  const names = new Map(players.map((player) => [player.number, player.name]));
  const named = (number: number | undefined) =>
    number === undefined ? "–" : `${number} ${names.get(number) ?? ""}`;
  return (
    <table class="list">
      <thead>
        <tr>
          <th scope="col">{t("setup.board")}</th>
          <th scope="col">{t("side.white")}</th>
          <th scope="col">{t("side.black")}</th>
        </tr>
      </thead>
      <tbody>
        {pairings.map((one) => (
          <tr key={`${one.board ?? 0} ${one.white}`}>
            <td>{one.board ?? ""}</td>
            <td class="name">{named(one.white)}</td>
            <td class="name">{one.bye ? t("setup.bye", { kind: one.bye }) : named(one.black)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

// "1 12" per line, as pairing engines write them; 0 is a bye.
function ByHand({ path, revision, done }: { path: string; revision: number; done: () => void }) {
  const [text, setText] = useState("");
  const sending = useSending(path, revision, done);
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const take = (event: SubmitEvent) => {
    event.preventDefault();
    const file = [String(lines.length), ...lines.map((line) => line.trim()), ""].join("\n");
    void sending.send(t("setup.typed"), new Blob([file]));
  };
  return (
    <details>
      <summary>{t("setup.byHand")}</summary>
      <form class="fold" onSubmit={take}>
        <label>
          {t("setup.pairs")}
          <textarea
            name="pairs"
            rows={6}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={sending.busy || lines.length === 0}>
          {t("setup.take")}
        </button>
      </form>
      <Sent sending={sending} />
    </details>
  );
}

function ForEngine({ path, name }: { path: string; name: string }) {
  const [wrong, setWrong] = useState("");
  const fetchIt = () =>
    save(path, name).then(
      () => setWrong(""),
      (error: unknown) => setWrong(wordsOf(error)),
    );
  return (
    <>
      <p class="acts">
        <button type="button" onClick={() => void fetchIt()}>
          {t("setup.forEngine")}
        </button>
      </p>
      <p class="wrong" role="alert">
        {wrong}
      </p>
    </>
  );
}

export function Pairings({ known, again }: Props) {
  const { tournament, number, round, players } = known;
  const round_path = `${eventPath(tournament.event)}/rounds/${number}`;
  const pairings = round?.pairings ?? [];
  const sent = { path: `${round_path}/pairings`, revision: tournament.revision, done: again };
  if (players.length === 0) return null;
  return (
    <section class="card" aria-labelledby="pairings">
      <h2 id="pairings">
        {t("setup.pairings", { round: number })} <b>{pairings.length}</b>
      </h2>
      {pairings.length === 0 ? <p>{t("setup.noPairings")}</p> : null}
      <ForEngine
        path={`${round_path}/trf?for=pairing`}
        name={`${tournament.event}-${number}.trf`}
      />
      {isOpen(known) ? (
        <>
          <Drop label={t("setup.pairingsFile")} hint={t("setup.pairingsHint")} {...sent} />
          <ByHand {...sent} />
        </>
      ) : null}
      {pairings.length === 0 ? null : <Table pairings={pairings} players={players} />}
    </section>
  );
}

// Codes are clockd's: it prints them, and knows the devices.
export function Clocks({ known }: { known: Known }) {
  const boards = (known.round?.pairings ?? []).flatMap(({ board }) => (board ? [board] : []));
  if (boards.length === 0) return null;
  const range = `${Math.min(...boards)}-${Math.max(...boards)}`;
  return (
    <section class="card" aria-labelledby="clocks">
      <h2 id="clocks">
        {t("setup.clocks")} <b>{boards.length}</b>
      </h2>
      <p>{t("setup.clocksHint")}</p>
      <code class="place">clockd enrol --board {range} --sheet codes.html --at HOST:PORT</code>
      <p class="dim">{t("setup.clocksWhere")}</p>
    </section>
  );
}
