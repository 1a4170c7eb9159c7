// The name of a new tournament, its dates, and its time control.

import { useEffect, useState } from "preact/hooks";
import { get, Refused, type Schemas } from "../lib/api";
import { type ControlWords, meaningOf } from "../lib/control";
import { given } from "../lib/form";
import { go } from "../lib/route";
import { refusalText, tableOf } from "../lib/server";
import { actOn, type Control, idOf, parseSectors, wordsOf } from "../lib/setup";
import { effect } from "../lib/signals";
import { language } from "../lib/text";
import type { SetupKey } from "../text/setup";
import { said } from "./setup_words";

const { table, take } = tableOf<ControlWords>({
  de: async () => (await import("../text/control_de")).control,
});
effect(() => void take(language.value).catch(() => {}));

type Values = Record<string, string>;
type Preset = Schemas["time_controls"]["presets"][number];
const pause = 250; // ms after the last key

// The meaning of a time control, in plain words, beside its field.
function Meaning({ control }: { control: string }) {
  const [says, setSays] = useState<Control | null>(null);
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    setSays(null);
    setWrong("");
    if (control.trim() === "") return;
    const timer = setTimeout(async () => {
      try {
        setSays(await get<Control>(`/time-control?control=${encodeURIComponent(control)}`));
      } catch (error) {
        const refused = error instanceof Refused && error.status === 400;
        setWrong(refused ? refusalText("bad_control", error.sentence) : wordsOf(error));
      }
    }, pause);
    return () => clearTimeout(timer);
  }, [control]);
  const words = table.value;
  const ours = words && says ? meaningOf(words, says) : null;
  return (
    <span id="meaning" class={wrong === "" ? "dim" : "wrong"} aria-live="polite">
      {wrong}
      {ours ?? (
        <span lang="en">{says ? [...says.meaning, says.why, ...says.unusual].join(" ") : ""}</span>
      )}
    </span>
  );
}

function usePresets(): readonly Preset[] {
  const [presets, setPresets] = useState<readonly Preset[]>([]);
  useEffect(() => {
    get<Schemas["time_controls"]>("/time-controls")
      .then((found) => setPresets(found.presets))
      .catch(() => {}); // any other text can be typed
  }, []);
  return presets;
}

interface Line {
  name: string;
  label: SetupKey;
  date?: boolean;
  digits?: boolean;
  hint?: SetupKey;
  needed?: boolean;
}
const lines: readonly Line[] = [
  { name: "name", label: "name", needed: true },
  { name: "id", label: "id", hint: "idHint", needed: true },
  { name: "place", label: "place" },
  { name: "federation", label: "federation", hint: "federationHint" },
  { name: "begins", label: "begins", date: true },
  { name: "ends", label: "ends", date: true },
  { name: "rounds", label: "rounds", digits: true },
];

function infoOf(values: Values): object {
  const sectors = parseSectors(values.sectors ?? "") ?? [];
  return {
    name: values.name ?? "",
    ...given("place", values.place),
    ...given("federation", values.federation?.toUpperCase()),
    ...given("begins", values.begins),
    ...given("ends", values.ends),
    ...(values.rounds ? { rounds: Number(values.rounds) } : {}),
    ...(values.control ? { terms: { time_control: values.control.trim() } } : {}),
    ...(sectors.length > 0 ? { sectors } : {}),
  };
}

interface Fields {
  values: Values;
  set: (name: string) => (event: Event) => void;
}

function Lines({ values, set }: Fields) {
  return (
    <>
      {lines.map(({ name, label, date, digits, hint, needed }) => {
        const value = values[name] ?? "";
        const shared = { id: `new-${name}`, name, required: needed ?? false, value };
        return (
          <div class="field" key={name}>
            <label for={`new-${name}`}>{said(label)}</label>
            {date ? (
              <input type="date" onInput={set(name)} {...shared} />
            ) : (
              <input
                inputMode={digits ? "numeric" : "text"}
                pattern={digits ? "[0-9]{1,3}" : undefined}
                autocomplete="off"
                onInput={set(name)}
                {...shared}
              />
            )}
            {hint ? <span class="dim">{said(hint)}</span> : null}
          </div>
        );
      })}
    </>
  );
}

function TimeControl({ values, set }: Fields) {
  const presets = usePresets();
  return (
    <>
      <label>
        {said("control")}
        <input
          name="control"
          list="presets"
          autocomplete="off"
          aria-describedby="meaning"
          value={values.control ?? ""}
          onInput={set("control")}
        />
      </label>
      <Meaning control={values.control ?? ""} />
      <datalist id="presets">
        {presets.map((one) => (
          <option key={one.name} value={one.timeControl}>
            {one.name}
          </option>
        ))}
      </datalist>
    </>
  );
}

function Sectors({ values, set, bad }: Fields & { bad: boolean }) {
  return (
    <>
      <label>
        {said("sectors")}
        <input
          name="sectors"
          autocomplete="off"
          aria-describedby="sectors"
          aria-invalid={bad}
          value={values.sectors ?? ""}
          onInput={set("sectors")}
        />
      </label>
      <span id="sectors" class={bad ? "wrong" : "dim"}>
        {said("sectorsHint")}
      </span>
    </>
  );
}

export function Details() {
  const [values, setValues] = useState<Values>({});
  const [wrong, setWrong] = useState("");
  const set = (name: string) => (event: Event) => {
    const { value } = event.currentTarget as HTMLInputElement;
    setValues((now) => {
      const follows = name === "name" && (now.id ?? "") === idOf(now.name ?? "");
      return { ...now, [name]: value, ...(follows ? { id: idOf(value) } : {}) };
    });
  };
  const bad = parseSectors(values.sectors ?? "") === null;
  const create = async (event: SubmitEvent) => {
    event.preventDefault();
    if (bad) return;
    try {
      await actOn(values.id ?? "", { type: "create_event", info: infoOf(values) });
      go(`/setup/${encodeURIComponent(values.id ?? "")}`);
    } catch (error) {
      setWrong(wordsOf(error));
    }
  };
  return (
    <form class="card" onSubmit={create}>
      <Lines values={values} set={set} />
      <TimeControl values={values} set={set} />
      <Sectors values={values} set={set} bad={bad} />
      <p class="wrong" role="alert">
        {wrong}
      </p>
      <button type="submit" class="go">
        {said("create")}
      </button>
    </form>
  );
}
