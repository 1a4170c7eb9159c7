// The page after a failure: never empty.
import { Component, type ComponentChildren } from "preact";
import { inHall } from "../lib/route";
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

// Nothing is known yet, except possibly the reason; the links lead to a hall, or to all events.
export function Waiting({ error, hall = "" }: { error: string; hall?: string }) {
  const [to, name] = hall === "" ? ["/events", t("events.title")] : [inHall(hall), t("board.back")];
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

// A page that could not be drawn reports it, and can be reloaded.
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
