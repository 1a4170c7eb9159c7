import { teller } from "../lib/text";
import { setup } from "../text/setup";

export const said = teller(setup);
