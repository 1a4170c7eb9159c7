// The page for the address.
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

// Parts that the first page does not need: they are requested until they arrive.
const soon = 1500; // ms
function later<Page>(load: () => Promise<Page>) {
  const page = signal<Page | null>(null);
  const failed = signal(false);
  const begin = async (): Promise<void> => {
    try {
      page.value ??= await load();
      failed.value = false;
    } catch {
      failed.value = true;
    }
  };
  return { page, failed, begin };
}
type Later = ReturnType<typeof later>;

// From `after` ms on; repeated while it fails.
function useLater({ failed, begin }: Later, after: number): string {
  useEffect(() => {
    const timer = setTimeout(begin, after);
    return () => clearTimeout(timer);
  }, [begin, after]);
  useEffect(() => {
    if (!failed.value || after > 0) return;
    const timer = setInterval(begin, soon);
    return () => clearInterval(timer);
  }, [failed.value, after]);
  return failed.value ? t("app.noAnswer") : "";
}

const boards = later(async () => (await import("./pages/board")).BoardPage);
const setups = later(async () => (await import("./pages/setup")).SetupPage);
const equipment = later(async () => (await import("./pages/equipment")).EquipmentPage);

function Setup({ event }: { event: string }) {
  const wrong = useLater(setups, 0);
  const Page = setups.page.value;
  return Page ? <Page key={event} event={event} /> : <Waiting error={wrong} />;
}

function Equipment() {
  const wrong = useLater(equipment, 0);
  const Page = equipment.page.value;
  return Page ? <Page /> : <Waiting error={wrong} />;
}

const own = document.documentElement.dataset.build ?? "";

// A new version of the pages is served: loading it loses nothing, but the person at the page
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

// The hall and its boards share one store, which lives as long as the event is shown.
interface Where {
  event: string;
  round: string;
  board: number; // 0: the hall
}

function InHall({ event, round, board }: Where) {
  const store = useMemo(() => new HallStore(event, round), [event, round]);
  useEffect(() => () => store.close(), [store]);
  const missing = useLater(boards, board > 0 ? 0 : soon); // the first load is for the hall
  const BoardPage = boards.page.value;
  const wrong = missing || store.error.value;
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
  if (first === "equipment" && isArbiter.value) return <Equipment />;
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
