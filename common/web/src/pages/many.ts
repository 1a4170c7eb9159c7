// One act for many boards. It comes when somebody asks for it: the hall's first load is without.
import { forMany } from "../lib/acts";
import type { HallStore } from "../lib/hall";
import { Ruling } from "../lib/ruling";
import { session } from "../lib/session";
import { t } from "../lib/text";

export { Sheet } from "./sheet";

// Of an arbiter with sectors, for theirs.
export function rulingForMany(store: HallStore): Ruling {
  const own = session.value?.sectors ?? [];
  const all = store.head.value?.sectors.map((one) => one.name) ?? [];
  return new Ruling(forMany(store.event, own.length > 0 ? own : ["", ...all], t("hall.many")), "");
}
