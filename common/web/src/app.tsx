// Which page the address means.
import { useEffect, useMemo } from "preact/hooks";
import { HallStore } from "./lib/hall";
import { parts, query } from "./lib/route";
import { isArbiter, isChief, session } from "./lib/session";
import { signal } from "./lib/signals";
import { language, t } from "./lib/text";
import { EventsPage } from "./pages/events";
import { HallPage } from "./pages/hall";
import { KeysPage } from "./pages/keys";
import { LoginPage } from "./pages/login";
import { Waiting } from "./pages/trouble";

// What a board needs comes after the hall: the first load is for that.
const boardPage = signal<typeof import("./pages/board").BoardPage | null>(null);
const soon = 1500; // ms
const boardFailed = signal(false);
const loadBoard = async (): Promise<void> => {
  try {
    boardPage.value ??= (await import("./pages/board")).BoardPage;
    boardFailed.value = false;
  } catch {
    boardFailed.value = true;
  }
};

const setupPage = signal<typeof import("./pages/setup").SetupPage | null>(null);
const setupFailed = signal("");
const loadSetup = async (): Promise<void> => {
  try {
    setupPage.value ??= (await import("./pages/setup")).SetupPage;
  } catch {
    setupFailed.value = t("app.noAnswer");
    setTimeout(() => void loadSetup(), soon);
  }
};

function Setup({ event }: { event: string }) {
  useEffect(() => void loadSetup(), []);
  const Page = setupPage.value;
  return Page ? <Page key={event} event={event} /> : <Waiting error={setupFailed.value} />;
}

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
interface Where {
  event: string;
  round: string;
  board: number; // 0: the hall
}

function InHall({ event, round, board }: Where) {
  const store = useMemo(() => new HallStore(event, round), [event, round]);
  useEffect(() => () => store.close(), [store]);
  useEffect(() => {
    const timer = setTimeout(loadBoard, board > 0 ? 0 : soon);
    return () => clearTimeout(timer);
  }, [board]);
  const BoardPage = boardPage.value;
  const wrong = boardFailed.value ? t("app.noAnswer") : store.error.value;
  useEffect(() => {
    if (!boardFailed.value || board === 0) return;
    const timer = setInterval(loadBoard, soon);
    return () => clearInterval(timer);
  }, [boardFailed.value, board]);
  return (
    <>
      <NewBuild store={store} />
      {board === 0 ? <HallPage store={store} /> : null}
      {board > 0 && BoardPage ? <BoardPage key={board} store={store} board={board} /> : null}
      {board > 0 && !BoardPage ? <Waiting error={wrong} /> : null}
    </>
  );
}

function Page() {
  const [first = "", event = "", board = "0"] = parts.value;
  if (first === "login") return <LoginPage />;
  if (first === "keys") return <KeysPage />;
  if (first === "setup" && isChief.value) return <Setup event={event} />;
  if (first === "hall" && event !== "" && /^\d+$/.test(board)) {
    if (!session.value) return <Waiting error="" />;
    const round = query.value.get("round") ?? "";
    if (isArbiter.value) return <InHall event={event} round={round} board={Number(board)} />;
  }
  return <EventsPage direct={first === ""} />;
}

export function App() {
  return <div key={language.value}>{<Page />}</div>;
}
