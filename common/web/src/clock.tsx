// The page that clockd serves: the clock at a board.
import { render } from "preact";
import { watchPower } from "./clock/awake";
import { Clock } from "./clock/clock";
import { ownKey } from "./clock/kept";
import { standStill } from "./clock/still";
import { Table } from "./clock/table";
import { speak, t } from "./clock/text";
import "./style/clock.css";

function Words({ text, trust = false }: { text: string; trust?: boolean }) {
  return (
    <main class="page">
      <p>{text}</p>
      {trust ? (
        <p>
          <a href="/trust">{t("trust")}</a>
        </p>
      ) : null}
    </main>
  );
}

const why: Record<string, (board: number) => string> = {
  not_enrolled: (n) => t("notEnrolled", { n }),
  wrong_hall: () => t("wrongHall"),
  impostor: () => t("impostor"),
};

function Board({ table }: { table: Table }) {
  const shut = table.shut.value;
  if (shut === "") return <Clock table={table} />;
  return <Words text={why[shut]?.(table.board) ?? shut} />;
}

// The policy of the page allows it to make the address of only this script.
interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): {
    createScriptURL(text: string): string;
  };
}

async function keepPage(): Promise<void> {
  const { trustedTypes } = window as unknown as { trustedTypes?: Policies };
  const policy = trustedTypes?.createPolicy("worker", { createScriptURL: () => "/worker.js" });
  await navigator.serviceWorker?.register(policy?.createScriptURL("") ?? "/worker.js");
}

async function start(page: HTMLElement): Promise<void> {
  await speak().catch(() => {});
  const board = Number(/^\/board\/(\d+)$/.exec(location.pathname)?.[1] ?? 0);
  if (!isSecureContext) {
    const address = location.href.replace(/^http:/, "https:");
    return render(<Words text={t("insecure", { address })} trust />, page);
  }
  if (location.pathname === "/enrol") {
    const { Enrol } = await import("./clock/enrol");
    return render(<Enrol fragment={location.hash.slice(1)} />, page);
  }
  if (!board) return render(<Words text={t("nothing")} trust />, page);
  document.title = t("enrolTitle", { n: board });
  document.documentElement.classList.add("still");
  standStill();
  watchPower();
  const table = new Table(board, await ownKey(board).catch(() => null));
  render(<Board table={table} />, page);
  void keepPage().catch(() => {}); // it requires a trusted CA
  await table.begin();
}

const page = document.getElementById("page");
if (page) void start(page);
