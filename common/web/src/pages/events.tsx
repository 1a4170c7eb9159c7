// The events, for those who come without an address.
import { useEffect, useState } from "preact/hooks";
import { get, Refused, type Schemas } from "../lib/api";
import { isArbiter, lost, session } from "../lib/session";
import { signal } from "../lib/signals";
import { t } from "../lib/text";
import { Menu } from "../ui/menu";

const events = signal<Schemas["events"] | null>(null);
const again = 2000; // ms

// Asks until there is an answer; gives what ends that.
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

export function EventsPage() {
  const [wrong, setWrong] = useState("");
  useEffect(() => follow(setWrong), []);
  const all = events.value?.events ?? [];
  return (
    <main class="narrow">
      <div class="line">
        <h1>{t("events.title")}</h1>
        <Menu />
      </div>
      {session.value?.name && !isArbiter.value ? (
        <p>{t("login.notArbiter", { name: session.value.name })}</p>
      ) : null}
      <p class="wrong" role="alert">
        {wrong}
      </p>
      {events.value && all.length === 0 ? <p>{t("events.none")}</p> : null}
      <ul class="events">
        {all.map((event) => (
          <li key={event.event}>
            <a class="card" href={`/hall/${encodeURIComponent(event.event)}`}>
              <b>{event.name || event.event}</b>
              <span class="dim">
                {event.rounds.map((one) => t("events.round", { round: one.round })).join(" · ")}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </main>
  );
}
