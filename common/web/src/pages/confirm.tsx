// The window for a decision: what will happen, and the confirmation with a PIN.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { hear } from "../lib/keys";
import { layOver } from "../lib/route";
import { session } from "../lib/session";
import { t } from "../lib/text";

const shortestPin = 4;
const deadFor = 400; // ms

// Without a PIN the second tap of a double tap would confirm a text that nobody has read.
function useArmed(shown: unknown): boolean {
  const [armed, setArmed] = useState(false);
  useEffect(() => {
    setArmed(false);
    const timer = setTimeout(() => setArmed(true), deadFor);
    return () => clearTimeout(timer);
  }, [shown]);
  return armed;
}

interface Asking {
  shown: unknown; // the content of the question: other content asks again
  changed: boolean; // it differs from the content shown before
  wrong: string;
  closed: boolean; // nothing can be sent now
  other: string; // the text of the way back
  back: () => void;
  send: (pin: string) => void;
  children: ComponentChildren; // what will happen
}

export function Confirm(props: Asking) {
  const { shown, changed, wrong, closed, other, back, send, children } = props;
  const [pin, setPin] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // The typed text was for the earlier preview: another preview asks again. Before any typing.
  useLayoutEffect(() => {
    setPin("");
    field.current?.focus();
  }, [shown]);
  const needed = session.value?.needsPin ?? true;
  const armed = useArmed(shown);
  const ready = needed ? pin.length >= shortestPin : armed;
  const decide = (event: Event) => {
    event.preventDefault();
    if (ready && !closed) send(pin);
  };
  return (
    <form onSubmit={decide}>
      <section class="will" aria-live="polite">
        {changed ? <p class="changed">{t("sheet.changed")}</p> : null}
        <h3>{t("sheet.will")}</h3>
        {children}
      </section>
      {needed ? (
        <label>
          {t("sheet.pin")}
          <input
            ref={field}
            name="pin"
            class="pin"
            type="password"
            inputMode="numeric"
            autocomplete="off"
            maxLength={8}
            value={pin}
            aria-describedby="wrongpin"
            onInput={(event) => setPin(event.currentTarget.value)}
          />
        </label>
      ) : null}
      <p id="wrongpin" class="wrong" role="alert">
        {wrong}
      </p>
      <div class="act">
        <button type="button" onClick={back}>
          {other}
        </button>
        <button type="submit" class="go" disabled={!ready || closed}>
          {t("sheet.confirm")}
        </button>
      </div>
    </form>
  );
}

interface Framed {
  title: string;
  close: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, close, children }: Framed) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>("h2")?.focus();
    const back = layOver(close);
    const deaf = hear(
      {
        "Ctrl+Enter": () => dialog.current?.querySelector("form")?.requestSubmit(),
        Escape: close,
      },
      true,
    );
    return () => {
      back();
      deaf();
    };
  }, [close]);
  return (
    <dialog
      class="sheet"
      ref={dialog}
      aria-labelledby="sheet"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <h2 id="sheet" tabIndex={-1}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
