// A file from another program, dropped or chosen: accepted whole or not at all, with the faults
// at their places.

import { useCallback, useRef, useState } from "preact/hooks";
import { Refused } from "../lib/api";
import type { FileSentence, Remarks } from "../lib/files";
import {
  type Asked,
  askedIn,
  type Fault,
  faultsIn,
  type Imported,
  sendFile,
  typeOf,
  wordsOf,
} from "../lib/setup";
import { english, t } from "../lib/text";
import { Confirm, Dialog } from "./confirm";
import { said } from "./setup_words";

// What arbiterd says of a file, in another language: it comes with the first answer.
let words: typeof import("../lib/files") | null = null;
async function takeWords(): Promise<void> {
  try {
    words ??= await import("../lib/files");
    await words.noteWords();
  } catch {} // in this case arbiterd's own words are shown
}
const theirs = (text: string): FileSentence => ({ text, english: english() !== undefined });

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

const Sentence = ({ said: { text, english } }: { said: FileSentence }) => (
  <span lang={english ? "en" : undefined}>{text}</span>
);

const Notes = ({ notes, remarks }: { notes: readonly string[]; remarks: Remarks }) => (
  <>
    {(words?.notesOf(notes, remarks) ?? notes.map(theirs)).map((note) => (
      <li key={note.text}>
        <Sentence said={note} />
      </li>
    ))}
  </>
);

function Faults({ faults }: { faults: readonly Fault[] }) {
  if (faults.length === 0) return null;
  return (
    <table class="faults">
      <thead>
        <tr>
          <th scope="col">{said("line")}</th>
          <th scope="col">{said("column")}</th>
          <th scope="col">{said("expected")}</th>
        </tr>
      </thead>
      <tbody>
        {faults.map((fault) => (
          <tr key={`${fault.line}:${fault.column}`}>
            <td>{fault.line}</td>
            <td>{fault.column}</td>
            <td>
              <Sentence said={words?.faultText(fault) ?? theirs(fault.detail)} />
              <Place fault={fault} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface Outcome {
  name: string;
  taken: Imported | null;
  wrong: string;
  faults: readonly Fault[];
}

interface Waiting {
  name: string;
  bytes: Blob;
  asked: Asked;
  again: boolean; // its question differs from the one before
}

interface Sending {
  outcome: Outcome | null;
  waiting: Waiting | null;
  wrong: string; // of the PIN
  busy: boolean;
  send: (name: string, bytes: Blob) => Promise<void>;
  confirm: (pin: string) => void;
  leave: () => void;
}

// The same window as for other acts, until somebody confirms or cancels.
function Question({ sending, waiting }: { sending: Sending; waiting: Waiting }) {
  const { lines, remarks } = waiting.asked;
  return (
    <Dialog title={waiting.name} close={sending.leave}>
      <Confirm
        shown={waiting.asked}
        changed={waiting.again}
        wrong={sending.wrong}
        closed={sending.busy}
        other={t("sheet.back")}
        back={sending.leave}
        send={sending.confirm}
      >
        <ul>
          {remarks ? (
            <Notes notes={lines} remarks={remarks} />
          ) : (
            lines.map((line) => <li key={line}>{line}</li>)
          )}
        </ul>
      </Confirm>
    </Dialog>
  );
}

function Came({ outcome }: { outcome: Outcome }) {
  const { name, taken, wrong, faults } = outcome;
  if (!taken)
    return (
      <div class="refused" role="alert">
        <p class="wrong">{said("refused", { name })}</p>
        {faults.length === 0 ? <p class="wrong">{wrong}</p> : <Faults faults={faults} />}
      </div>
    );
  return (
    <div role="status">
      <p>{said("taken", { name, players: taken.players, pairings: taken.pairings })}</p>
      {taken.notes.length === 0 ? null : (
        <ul class="notes">
          <Notes notes={taken.notes} remarks={taken.remarks} />
        </ul>
      )}
    </div>
  );
}

export function Sent({ sending }: { sending: Sending }) {
  const { outcome, waiting } = sending;
  if (waiting) return <Question sending={sending} waiting={waiting} />;
  return outcome ? <Came outcome={outcome} /> : null;
}

// Sends a file or a typed text, asks the necessary questions, and keeps the result.
export function useSending(path: string, revision: number, done: () => void): Sending {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const ended = (one: Outcome) => {
    setWaiting(null);
    setOutcome(one);
  };
  const put = async (name: string, bytes: Blob, yes?: { confirm: string; pin: string }) => {
    if (busy) return;
    setBusy(true);
    setWrong("");
    const ask = (asked: Asked) => setWaiting({ name, bytes, asked, again: yes !== undefined });
    try {
      const file = { bytes, type: typeOf(name), revision };
      const [taken] = await Promise.all([sendFile(path, file, yes), takeWords()]);
      const asked = askedIn(taken);
      if (asked) return ask(asked);
      ended({ name, taken, wrong: "", faults: [] });
      done();
    } catch (error) {
      await takeWords();
      const asked = askedIn(error);
      if (asked) return ask(asked);
      // Games of the round are set up at the clocks: then it is a decision.
      if (error instanceof Refused && error.code === "pin_needed")
        return ask({ lines: [said("decides", { name })], confirm: "" });
      if (yes && error instanceof Refused && error.status === 403) return setWrong(error.text);
      const faults = faultsIn(error, await bytes.text());
      ended({ name, taken: null, wrong: wordsOf(error), faults });
    } finally {
      setBusy(false);
    }
  };
  const confirm = (pin: string) => {
    if (waiting) void put(waiting.name, waiting.bytes, { confirm: waiting.asked.confirm, pin });
  };
  const leave = useCallback(() => setWaiting(null), []);
  return { outcome, waiting, wrong, busy, send: put, confirm, leave };
}

interface Props {
  label: string;
  hint: string;
  path: string;
  revision: number;
  done: () => void;
}

export function Drop({ label, hint, path, revision, done }: Props) {
  const sending = useSending(path, revision, done);
  const [over, setOver] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null | undefined) => {
    const [file] = files ?? [];
    if (file) void sending.send(file.name, file);
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
          disabled={sending.busy}
          onChange={(event) => take(event.currentTarget.files)}
        />
      </label>
      <Sent sending={sending} />
    </>
  );
}
