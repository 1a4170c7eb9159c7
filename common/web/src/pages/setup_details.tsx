// The name of a new tournament, its dates, and its time control.

import { useEffect, useState } from "preact/hooks";
import { get, Refused, type Schemas } from "../lib/api";
import { given } from "../lib/form";
import { go } from "../lib/route";
import { refusalText } from "../lib/server";
import { actOn, type Control, idOf, parseSectors, wordsOf } from "../lib/setup";
import { english } from "../lib/text";
import type { SetupKey } from "../text/setup";
import { said } from "./setup_words";

// What is said of a time control in another language comes with the first one that is typed.
let words: typeof import("../lib/control") | null = null;
async function takeWords(): Promise<void> {
  try {
    words ??= await import("../lib/control");
    await words.controlWords();
  } catch {} // in this case arbiterd's own words are shown
}

type Values = Record<string, string>;
type Preset = Schemas["time_controls"]["presets"][number];
const pause = 250; // ms after the last key

function Sentences({ says }: { says: Control }) {
  const theirs = [...says.meaning, says.why, ...says.unusual];
  const all = words?.sentencesOf(says) ?? theirs.map((text) => ({ text, english: true }));
  return (
    <>
      {all.map((one) => (
        <span key={one.text} lang={one.english ? english() : undefined}>
          {one.text}{" "}
        </span>
      ))}
    </>
  );
}

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
        const path = `/time-control?control=${encodeURIComponent(control)}`;
        const [found] = await Promise.all([get<Control>(path), takeWords()]);
        setSays(found);
      } catch (error) {
        const refused = error instanceof Refused && error.status === 400;
        setWrong(refused ? refusalText("bad_control", error.sentence) : wordsOf(error));
      }
    }, pause);
    return () => clearTimeout(timer);
  }, [control]);
  return (
    <span id="meaning" class={wrong === "" ? "dim" : "wrong"} aria-live="polite">
      {wrong}
      {says ? <Sentences says={says} /> : null}
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
