// Which page the address means.
import { useEffect, useMemo } from "preact/hooks";
import { HallStore } from "./lib/hall";
import { parts, query } from "./lib/route";
import { isArbiter, lost, session } from "./lib/session";
import { language, t } from "./lib/text";
import { EventsPage } from "./pages/events";
import { HallPage } from "./pages/hall";
import { KeysPage } from "./pages/keys";
import { LoginPage } from "./pages/login";

const own = document.documentElement.dataset.build ?? "";

// Another version of the pages is served: nothing is lost by loading it, but who is at the page
// decides when.
function NewBuild({ store }: { store: HallStore }) {
  const build = store.socket.build.value;
  if (build === "" || own === "" || build === own) return null;
  return (
    <p class="newbuild" role="status">
      {t("app.newBuild")}{" "}
      <button type="button" onClick={() => location.reload()}>
        {t("app.reload")}
      </button>
    </p>
  );
}

// The hall and its boards share one store, which lives as long as the event is looked at.
function InHall({ event, round }: { event: string; round: string }) {
  const store = useMemo(() => new HallStore(event, round), [event, round]);
  useEffect(() => () => store.close(), [store]);
  return (
    <>
      <NewBuild store={store} />
      <HallPage store={store} />
    </>
  );
}

function Page() {
  const [first = "", event = ""] = parts.value;
  if (first === "login") return <LoginPage />;
  if (first === "keys") return <KeysPage />;
  if (first === "hall" && event !== "") {
    if (!session.value) return null;
    if (isArbiter.value) return <InHall event={event} round={query.value.get("round") ?? ""} />;
    if (session.value.role === "public_viewer") {
      lost();
      return null;
    }
  }
  return <EventsPage />;
}

export function App() {
  return <div key={language.value}>{<Page />}</div>;
}
