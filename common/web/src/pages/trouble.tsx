// What a page says when something failed: never nothing.
import { Component, type ComponentChildren } from "preact";
import { t } from "../lib/text";
import { Menu } from "../ui/menu";

interface Way {
  text: string;
  on: () => void;
}

export function Trouble({ text, way }: { text: string; way?: Way }) {
  return (
    <main class="narrow">
      <p class="wrong" role="alert">
        {text}
      </p>
      {way ? (
        <button type="button" onClick={way.on}>
          {way.text}
        </button>
      ) : null}
    </main>
  );
}

// Nothing is known yet, and perhaps why; the way on is to an event's hall, or to all events.
export function Waiting({ error, hall = "" }: { error: string; hall?: string }) {
  const [to, name] =
    hall === ""
      ? ["/events", t("events.title")]
      : [`/hall/${encodeURIComponent(hall)}`, t("board.back")];
  return (
    <main class="narrow">
      <div class="line">
        <h1>{t("app.name")}</h1>
        <Menu />
      </div>
      {error === "" ? (
        <p>{t("app.loading")}</p>
      ) : (
        <p class="wrong" role="alert">
          {error}
        </p>
      )}
      <a class="button" href={to}>
        {name}
      </a>
    </main>
  );
}

// A page that could not be drawn says so, and can be loaded again.
export class Guard extends Component<{ children: ComponentChildren }, { broken: boolean }> {
  override state = { broken: false };

  override componentDidCatch(): void {
    this.setState({ broken: true });
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    const way = { text: t("app.reload"), on: () => location.reload() };
    return <Trouble text={t("app.broken")} way={way} />;
  }
}
