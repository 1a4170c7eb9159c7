// The players, the pairings of the next round, and the clocks of its boards.

import { useRef, useState } from "preact/hooks";
import { eventPath, save } from "../lib/api";
import { printCommands } from "../lib/codes";
import { actOn, type Pairing, type Player, wordsOf } from "../lib/setup";
import { t, teller } from "../lib/text";
import { codes } from "../text/codes";
import { Drop, Sent, useSending } from "./drop";
import type { Known } from "./setup";
import { said } from "./setup_words";

const code = teller(codes);

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
        {said("seed")}
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
        {said("players")} <b>{players.length}</b>
      </h2>
      {players.length === 0 ? <p>{said("noPlayers")}</p> : null}
      <Drop
        label={said("playersFile")}
        hint={said("playersHint")}
        path={`${eventPath(tournament.event)}/players`}
        revision={tournament.revision}
        done={again}
      />
      <Numbering known={known} again={again} />
      {players.length === 0 ? null : (
        <details>
          <summary>{said("show")}</summary>
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
          <th scope="col">{said("board")}</th>
          <th scope="col">{t("side.white")}</th>
          <th scope="col">{t("side.black")}</th>
        </tr>
      </thead>
      <tbody>
        {pairings.map((one) => (
          <tr key={`${one.board ?? 0} ${one.white}`}>
            <td>{one.board ?? ""}</td>
            <td class="name">{named(one.white)}</td>
            <td class="name">{one.bye ? said("bye", { kind: one.bye }) : named(one.black)}</td>
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
    void sending.send(said("typed"), new Blob([file]));
  };
  return (
    <details>
      <summary>{said("byHand")}</summary>
      <form class="fold" onSubmit={take}>
        <label>
          {said("pairs")}
          <textarea
            name="pairs"
            rows={6}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={sending.busy || lines.length === 0}>
          {said("take")}
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
          {said("forEngine")}
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
        {said("pairings", { round: number })} <b>{pairings.length}</b>
      </h2>
      {pairings.length === 0 ? <p>{said("noPairings")}</p> : null}
      <ForEngine
        path={`${round_path}/trf?for=pairing`}
        name={`${tournament.event}-${number}.trf`}
      />
      {isOpen(known) ? (
        <>
          <Drop label={said("pairingsFile")} hint={said("pairingsHint")} {...sent} />
          <ByHand {...sent} />
        </>
      ) : null}
      {pairings.length === 0 ? null : <Table pairings={pairings} players={players} />}
    </section>
  );
}

interface CommandProps {
  text: string;
}

// On plain http there is no clipboard: then the command is selected, to be copied by keys.
function Command({ text }: CommandProps) {
  const node = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(code("copied"));
    } catch {
      if (node.current) getSelection()?.selectAllChildren(node.current);
      setCopied(code("selected"));
    }
  };
  return (
    <>
      <code class="place whole" ref={node}>
        {text}
      </code>
      <p class="acts">
        <button type="button" onClick={() => void copy()}>
          {code("copy")}
        </button>
        <span role="status">{copied}</span>
      </p>
    </>
  );
}

// A code is made of the hall's key, which clockd has and arbiterd does not: clockd prints them.
export function Clocks({ known }: { known: Known }) {
  const [data, setData] = useState("");
  const [at, setAt] = useState(`${location.hostname}:7443`);
  const boards = (known.round?.pairings ?? []).flatMap(({ board }) => (board ? [board] : []));
  if (boards.length === 0) return null;
  const field = (
    label: "clocksData" | "clocksAt",
    value: string,
    set: (text: string) => void,
    hint: string,
  ) => (
    <label>
      {code(label)}
      <input
        value={value}
        placeholder={hint}
        autocomplete="off"
        onInput={(event) => set(event.currentTarget.value.trim())}
      />
    </label>
  );
  return (
    <section class="card" aria-labelledby="clocks">
      <h2 id="clocks">
        {said("clocks")} <b>{boards.length}</b>
      </h2>
      <p>{code("clocksHint")}</p>
      <details>
        <summary>{code("clocksPrint")}</summary>
        <div class="fold">
          {field("clocksData", data, setData, "CLOCKS")}
          {field("clocksAt", at, setAt, "HOST:PORT")}
          <p>{code("clocksRun")}</p>
          <Command text={printCommands(boards, data, at)} />
          <p>{code("clocksThen")}</p>
          <p>{code("clocksUntil")}</p>
          <p class="dim">{code("clocksWhy")}</p>
        </div>
      </details>
    </section>
  );
}
