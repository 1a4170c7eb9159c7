// The pages that arbiterd serves.
import { render } from "preact";
import { App } from "./app";
import { watch as watchKeys } from "./lib/keys";
import { watch as watchAddress } from "./lib/route";
import { findSession } from "./lib/session";
import { speak } from "./lib/text";
import "./lib/theme";
import "./style/office.css";

async function start(): Promise<void> {
  watchAddress();
  watchKeys();
  await Promise.all([speak(), findSession()]);
  const page = document.getElementById("page");
  if (page) render(<App />, page);
}

void start();
