// The record in German.
import { records } from "../text/record_de";
import type { Teller, Tools } from "./record";
import { tellerOf } from "./rulings";

export const tellerWith = (tools: Tools): Teller => tellerOf(records, tools);
