// A file from another program, by dropping or choosing it: taken whole, or nothing of it, with what
// is wrong in its place.
import { useRef, useState } from "preact/hooks";
import { type Fault, faultsIn, type Imported, sendFile, typeOf, wordsOf } from "../lib/setup";
import { t } from "../lib/text";

// The line with a mark where something else was expected.
function Place({ fault }: { fault: Fault }) {
  const characters = [...fault.text];
  const at = fault.column - 1;
  return (
    <code class="place">
      {characters.slice(0, at).join("")}
      <mark>{characters[at] ?? "⏎"}</mark>
      {characters.slice(at + 1).join("")}
    </code>
  );
}

function Faults({ faults }: { faults: readonly Fault[] }) {
  if (faults.length === 0) return null;
  return (
    <table class="faults">
      <thead>
        <tr>
          <th scope="col">{t("setup.line")}</th>
          <th scope="col">{t("setup.column")}</th>
          <th scope="col">{t("setup.expected")}</th>
        </tr>
      </thead>
      <tbody>
        {faults.map((fault) => (
          <tr key={`${fault.line}:${fault.column}`}>
            <td>{fault.line}</td>
            <td>{fault.column}</td>
            <td>
              {fault.detail}
              <Place fault={fault} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export interface Outcome {
  name: string;
  taken: Imported | null;
  wrong: string;
  faults: readonly Fault[];
}

export function Came({ outcome }: { outcome: Outcome | null }) {
  if (!outcome) return null;
  const { name, taken, wrong, faults } = outcome;
  if (!taken)
    return (
      <div class="refused" role="alert">
        <p class="wrong">{t("setup.refused", { name })}</p>
        {faults.length === 0 ? <p class="wrong">{wrong}</p> : <Faults faults={faults} />}
      </div>
    );
  return (
    <div role="status">
      <p>{t("setup.taken", { name, players: taken.players, pairings: taken.pairings })}</p>
      {taken.notes.length === 0 ? null : (
        <ul class="notes">
          {taken.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface Props {
  label: string;
  hint: string;
  path: string;
  revision: number;
  done: () => void;
}

// Sends a file or a typed text, and keeps what came of it.
export function useSending(path: string, revision: number, done: () => void) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (name: string, bytes: Blob) => {
    if (busy) return;
    setBusy(true);
    try {
      const taken = await sendFile(path, bytes, typeOf(name), revision);
      setOutcome({ name, taken, wrong: "", faults: [] });
      done();
    } catch (error) {
      const faults = faultsIn(error, await bytes.text());
      setOutcome({ name, taken: null, wrong: wordsOf(error), faults });
    } finally {
      setBusy(false);
    }
  };
  return { outcome, busy, send };
}

export function Drop({ label, hint, path, revision, done }: Props) {
  const { outcome, busy, send } = useSending(path, revision, done);
  const [over, setOver] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null | undefined) => {
    const [file] = files ?? [];
    if (file) void send(file.name, file);
    if (field.current) field.current.value = ""; // the same file again is a new one
  };
  const hover = (yes: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(yes);
  };
  return (
    <>
      <label
        class={over ? "drop over" : "drop"}
        onDragOver={hover(true)}
        onDragLeave={hover(false)}
        onDrop={(event) => {
          hover(false)(event);
          take(event.dataTransfer?.files);
        }}
      >
        <b>{label}</b>
        <span class="dim">{hint}</span>
        <input
          ref={field}
          type="file"
          disabled={busy}
          onChange={(event) => take(event.currentTarget.files)}
        />
      </label>
      <Came outcome={outcome} />
    </>
  );
}
