import { useState } from "preact/hooks";
import { Refused } from "../lib/api";
import { go, query } from "../lib/route";
import { enterWithToken, logIn } from "../lib/session";
import { t } from "../lib/text";
import { Menu } from "../ui/menu";

// Only one of our pages.
function next(): string {
  const to = query.value.get("to") ?? "/";
  return /^\/(?!\/)/.test(to) ? to : "/";
}

const words = (error: unknown): string => {
  if (!(error instanceof Refused)) return t("hall.off");
  return error.retryAfterS > 0 ? t("login.wait", { n: error.retryAfterS }) : error.text;
};

type Enter = (given: (name: string) => string) => Promise<void>;
const byPassword: Enter = (given) => logIn(given("name"), given("password"));
const byToken: Enter = (given) => enterWithToken(given("token").trim(), given("by").trim());

export function LoginPage() {
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const send = (enter: Enter) => async (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    try {
      await enter((name) => String(form.get(name)));
      go(next());
    } catch (error) {
      setWrong(words(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <main class="narrow">
      <div class="line">
        <h1>{t("login.title")}</h1>
        <Menu />
      </div>
      <form class="card" onSubmit={send(byPassword)}>
        <label>
          {t("login.name")}
          <input name="name" autocomplete="username" autofocus required />
        </label>
        <label>
          {t("login.password")}
          <input
            name="password"
            type="password"
            autocomplete="current-password"
            required
            aria-describedby="wrong"
          />
        </label>
        <p id="wrong" class="wrong" role="alert">
          {wrong}
        </p>
        <button type="submit" class="go" disabled={busy}>
          {t("login.go")}
        </button>
        <p class="dim">{t("login.hint")}</p>
      </form>
      <details>
        <summary>{t("login.console")}</summary>
        <form class="card" onSubmit={send(byToken)}>
          <label>
            {t("login.you")}
            <input name="by" autocomplete="name" required />
          </label>
          <label>
            {t("login.token")}
            <input name="token" type="password" autocomplete="off" required />
          </label>
          <button type="submit" class="go" disabled={busy}>
            {t("login.go")}
          </button>
        </form>
      </details>
    </main>
  );
}
