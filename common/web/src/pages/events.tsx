// The events, for people who come without an address.
import { useEffect, useState } from "preact/hooks";
import { get, Refused, type Schemas } from "../lib/api";
import { replace } from "../lib/route";
import { isArbiter, isChief, lost, session } from "../lib/session";
import { signal } from "../lib/signals";
import { t } from "../lib/text";
import { Menu } from "../ui/menu";

const events = signal<Schemas["events"] | null>(null);
const again = 2000; // ms

// Asks until there is an answer; returns a function that stops it.
function follow(failed: (text: string) => void): () => void {
  let timer = 0;
  const load = async () => {
    try {
      events.value = await get<Schemas["events"]>("/events");
      failed("");
    } catch (error) {
      if (error instanceof Refused && error.status === 401) return lost();
      failed(error instanceof Refused ? error.text : t("app.noAnswer"));
      timer = window.setTimeout(load, again);
    }
  };
  void load();
  return () => clearTimeout(timer);
}

type Summary = Schemas["event_summary"];

// Arbiters go to the hall; everybody else reads the results, a plain page of the server.
function Card({ event }: { event: Summary }) {
  const name = <b>{event.name || event.event}</b>;
  const words = (round: string) => t("events.round", { round });
  if (isArbiter.value)
    return (
      <div class="card">
        <a href={`/hall/${encodeURIComponent(event.event)}`}>
          {name}
          <span class="dim">{event.rounds.map((one) => words(one.round)).join(" · ")}</span>
        </a>
        {event.entered && isChief.value ? (
          <a class="button" href={`/setup/${encodeURIComponent(event.event)}`}>
            {t("setup.title")}
          </a>
        ) : null}
      </div>
    );
  return (
    <div class="card">
      {name}
      <span class="rounds">
        {event.rounds.map((one) => (
          <a class="button" key={one.round} href={`${one.results}.html`}>
            {words(one.round)}
          </a>
        ))}
      </span>
    </div>
  );
}

function Who() {
  const { name, role } = session.value ?? {};
  if (role === "public_viewer") {
    const here = location.pathname + location.search + location.hash;
    return (
      <p>
        {t("events.public")}{" "}
        <a class="button" href={`/login?to=${encodeURIComponent(here)}`}>
          {t("login.title")}
        </a>
      </p>
    );
  }
  return name && !isArbiter.value ? <p>{t("login.notArbiter", { name })}</p> : null;
}

// `direct`: an arbiter whose only event has a round is at its hall at once.
export function EventsPage({ direct = false }: { direct?: boolean }) {
  const [wrong, setWrong] = useState("");
  useEffect(() => follow(setWrong), []);
  const all = events.value?.events ?? [];
  const [only] = all;
  const leads = direct && isArbiter.value && all.length === 1 && only && only.rounds.length > 0;
  useEffect(() => {
    if (leads) replace(`/hall/${encodeURIComponent(only.event)}`);
  }, [leads]);
  return (
    <main class="narrow">
      <div class="line">
        <h1>{t("events.title")}</h1>
        <Menu />
      </div>
      <Who />
      <p class="wrong" role="alert">
        {wrong}
      </p>
      {events.value && all.length === 0 ? <p>{t("events.none")}</p> : null}
      {isChief.value ? (
        <a class="button" href="/setup">
          {t("setup.new")}
        </a>
      ) : null}
      <ul class="events">
        {all.map((event) => (
          <li key={event.event}>
            <Card event={event} />
          </li>
        ))}
      </ul>
    </main>
  );
}
