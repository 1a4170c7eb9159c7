// The events, for those who come without an address.
import { useEffect } from "preact/hooks";
import { get, type Schemas } from "../lib/api";
import { isArbiter, session } from "../lib/session";
import { signal } from "../lib/signals";
import { t } from "../lib/text";
import { Menu } from "../ui/menu";

const events = signal<Schemas["events"] | null>(null);

export function EventsPage() {
  useEffect(() => {
    void get<Schemas["events"]>("/events").then((all) => {
      events.value = all;
    });
  }, []);
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
