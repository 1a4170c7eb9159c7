// The pages that arbiterd serves.
import { render } from "preact";
import { App } from "./app";
import { watch as watchKeys } from "./lib/keys";
import { watch as watchAddress } from "./lib/route";
import { translate } from "./lib/server";
import { findSession } from "./lib/session";
import { effect } from "./lib/signals";
import { language, speak, t } from "./lib/text";
import { Guard, Trouble } from "./pages/trouble";
import "./lib/theme";
import "./style/office.css";

const again = 2000; // ms

// Until the person is known there is nothing to show except the reason.
async function begin(page: HTMLElement): Promise<void> {
  try {
    await Promise.all([speak(), findSession()]);
  } catch {
    const timer = setTimeout(() => void begin(page), again);
    const on = () => {
      clearTimeout(timer);
      void begin(page);
    };
    return render(<Trouble text={t("app.noAnswer")} way={{ text: t("app.again"), on }} />, page);
  }
  render(
    <Guard>
      <App />
    </Guard>,
    page,
  );
}

const page = document.getElementById("page");
watchAddress();
watchKeys();
effect(() => void translate(language.value).catch(() => {})); // otherwise the server's own stay
if (page) void begin(page);
