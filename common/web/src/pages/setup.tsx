// A tournament from nothing to a started round: its details, players, pairings, clocks and start.

import { useEffect, useState } from "preact/hooks";
import { eventPath, get } from "../lib/api";
import { nextRound, type Player, type Round, type Tournament, wordsOf } from "../lib/setup";
import { t } from "../lib/text";
import { Menu } from "../ui/menu";
import { Details } from "./setup_details";
import { Clocks, Pairings, Players } from "./setup_lists";
import { Start } from "./setup_start";

export interface Known {
  tournament: Tournament;
  players: Player[];
  number: number; // of the next round
  round: Round | null; // null: it has no pairings yet
}

async function allPlayers(event: string): Promise<Player[]> {
  const all: Player[] = [];
  for (let next: string | null = ""; next !== null; ) {
    const from: string = next === "" ? "" : `&cursor=${encodeURIComponent(next)}`;
    const page: { players: Player[]; next: string | null } = await get(
      `${eventPath(event)}/players?limit=500${from}`,
    );
    all.push(...page.players);
    next = page.next;
  }
  return all;
}

async function roundOf({ event, rounds }: Tournament, number: number): Promise<Round | null> {
  if (!rounds.some((one) => one.number === number)) return null;
  return (await get<{ round: Round }>(`${eventPath(event)}/rounds/${number}`)).round;
}

async function find(event: string): Promise<Known> {
  const tournament = await get<Tournament>(eventPath(event));
  const number = nextRound(tournament);
  const [players, round] = await Promise.all([allPlayers(event), roundOf(tournament, number)]);
  return { tournament, players, number, round };
}

function Steps({ known, again }: { known: Known; again: () => void }) {
  const { info } = known.tournament;
  const facts = [info.place, info.begins, info.ends, info.terms?.timeControl];
  return (
    <>
      <p class="dim">{facts.filter((one) => one).join(" · ")}</p>
      <Players known={known} again={again} />
      <Pairings known={known} again={again} />
      <Clocks known={known} />
      <Start known={known} again={again} />
    </>
  );
}

// `event`: empty for a new one.
export function SetupPage({ event }: { event: string }) {
  const [known, setKnown] = useState<Known | null>(null);
  const [wrong, setWrong] = useState("");
  const load = async () => {
    try {
      setKnown(await find(event));
      setWrong("");
    } catch (error) {
      setWrong(wordsOf(error));
    }
  };
  useEffect(() => {
    if (event !== "") void load();
  }, [event]);
  const title = known ? known.tournament.info.name || event : t("setup.new");
  return (
    <main class="narrow setup">
      <div class="line">
        <h1>{title}</h1>
        <a class="button" href="/events">
          {t("events.title")}
        </a>
        <Menu />
      </div>
      <p class="wrong" role="alert">
        {wrong}
      </p>
      {event === "" ? <Details /> : null}
      {known ? <Steps known={known} again={() => void load()} /> : null}
    </main>
  );
}
