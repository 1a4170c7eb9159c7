// Acts of the office: loaded on demand, so that the hall's first load is without them.
import type { HallStore } from "../lib/hall";
import { forMany } from "../lib/many_acts";
import { Ruling } from "../lib/ruling";
import { session } from "../lib/session";
import { t } from "../lib/text";

export { Sheet } from "./sheet";

export function rulingForMany(store: HallStore): Ruling | null {
  const head = store.head.value;
  if (!head) return null;
  const who = {
    sectors: session.value?.sectors ?? [],
    chief: session.value?.role === "chief_arbiter",
  };
  const now = () => store.head.value ?? head;
  return new Ruling(
    forMany(now, () => store.order.value.length, who, t("hall.many")),
    "",
  );
}
