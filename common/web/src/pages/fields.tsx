// The fields of a form: the typed text stays, and its fault is shown beside it.
import { useRef } from "preact/hooks";
import { type Choice, type Field, faultOf } from "../lib/form";
import type { Ruling } from "../lib/ruling";
import { t } from "../lib/text";

function wordOf({ text, key, value, with: values }: Choice): string {
  if (typeof text === "function") return text();
  return text ?? (key ? t(key, values) : value);
}

// A tap on an option without further fields shows its effect. A person who moves through
// the options by keys chooses with Enter.
function useTap(ruling: Ruling) {
  const tapped = useRef(false);
  const chosen = ({ sets }: Choice) => {
    if (sets) ruling.setAll(sets);
    const whole = sets || (ruling.form.question && !ruling.fields().some((field) => field.when));
    if (tapped.current && whole && ruling.ready()) void ruling.show();
  };
  const tap = (yes: boolean) => () => {
    tapped.current = yes;
  };
  return { chosen, on: { onPointerDown: tap(true), onKeyDown: tap(false) } };
}

interface Props {
  field: Field;
  ruling: Ruling;
}

function Choices({ field, ruling }: Props) {
  const { chosen, on } = useTap(ruling);
  return (
    <fieldset class="options" {...on}>
      <legend>{t(field.label)}</legend>
      {(field.choices ?? []).map((choice) => (
        <label class="option" key={choice.value}>
          <input
            type="radio"
            name={field.name}
            value={choice.value}
            checked={ruling.values.value[field.name] === choice.value}
            onChange={() => {
              ruling.set(field.name, choice.value);
              chosen(choice);
            }}
          />
          <span>{wordOf(choice)}</span>
          {choice.article ? <span class="dim">{choice.article}</span> : null}
        </label>
      ))}
    </fieldset>
  );
}

// Nothing is chosen in advance: its first entry is empty.
function List({ field, ruling }: Props) {
  return (
    <label>
      {t(field.label)}
      <select
        name={field.name}
        value={ruling.values.value[field.name] ?? ""}
        onChange={(event) => ruling.set(field.name, event.currentTarget.value)}
      >
        <option value="">–</option>
        {(field.choices ?? []).map((choice) => (
          <option key={choice.value} value={choice.value}>
            {wordOf(choice)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Tick({ field, ruling }: Props) {
  return (
    <label class="tick">
      <input
        type="checkbox"
        name={field.name}
        checked={ruling.values.value[field.name] === "yes"}
        onChange={(event) => ruling.set(field.name, event.currentTarget.checked ? "yes" : "")}
      />
      {t(field.label)}
    </label>
  );
}

const hints: Partial<Record<Field["kind"], string>> = { clock: "H:MM:SS", delta: "±M:SS" };

function Typed({ field, ruling }: Props) {
  const fault = faultOf(field, ruling.values.value);
  const id = `field-${field.name}`;
  const shared = {
    id,
    name: field.name,
    autocomplete: "off",
    value: ruling.values.value[field.name] ?? "",
    "aria-invalid": fault !== null,
    "aria-describedby": `${id}-fault`,
    onInput: (event: Event) =>
      ruling.set(field.name, (event.currentTarget as HTMLInputElement).value),
  };
  return (
    <div class="field">
      <label for={id}>{t(field.label)}</label>
      {field.kind === "long" ? (
        <textarea rows={6} {...shared} />
      ) : (
        <input
          inputMode={field.kind === "number" ? "numeric" : "text"}
          placeholder={hints[field.kind] ?? ""}
          {...shared}
        />
      )}
      <span id={`${id}-fault`} class="wrong">
        {fault ? t(fault) : ""}
      </span>
    </div>
  );
}

function Input(props: Props) {
  switch (props.field.kind) {
    case "choice":
      return <Choices {...props} />;
    case "list":
      return <List {...props} />;
    case "tick":
      return <Tick {...props} />;
    default:
      return <Typed {...props} />;
  }
}

export function Fields({ ruling }: { ruling: Ruling }) {
  const all = ruling.fields();
  const input = (field: Field) => <Input key={field.name} field={field} ruling={ruling} />;
  const seldom = all.filter((field) => field.more);
  return (
    <>
      {all.filter((field) => !field.more).map(input)}
      {seldom.length === 0 ? null : (
        <details>
          <summary>{t("sheet.more")}</summary>
          <div class="fold">{seldom.map(input)}</div>
        </details>
      )}
    </>
  );
}
