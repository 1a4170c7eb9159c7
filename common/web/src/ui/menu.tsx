import { useRef } from "preact/hooks";
import { hintAgain, understood } from "../lib/hints";
import { letters, switchLetters } from "../lib/keys";
import { isArbiter, logOut, session } from "../lib/session";
import { choose, language, languages, t } from "../lib/text";
import { type Theme, theme, themes, wear } from "../lib/theme";
import { Icon } from "./icon";

const nameOf = (tag: string): string =>
  new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;

function Choices() {
  return (
    <>
      <label>
        {t("menu.language")}
        <select value={language.value} onChange={(e) => void choose(e.currentTarget.value)}>
          {languages.map((tag) => (
            <option key={tag} value={tag}>
              {nameOf(tag)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t("menu.theme")}
        <select value={theme.value} onChange={(e) => wear(e.currentTarget.value as Theme)}>
          {themes.map((one) => (
            <option key={one} value={one}>
              {t(`menu.theme.${one}`)}
            </option>
          ))}
        </select>
      </label>
      <label class="tick">
        <input
          type="checkbox"
          checked={letters.value}
          onChange={(e) => switchLetters(e.currentTarget.checked)}
        />
        {t("menu.shortcuts")}
      </label>
    </>
  );
}

export function Menu() {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  return (
    <>
      <button
        type="button"
        class="menu"
        aria-label={t("menu.title")}
        onClick={() => dialog.current?.showModal()}
      >
        <Icon name="menu" />
      </button>
      <dialog class="card" ref={dialog} aria-label={t("menu.title")}>
        <h2>{t("menu.title")}</h2>
        <Choices />
        <a class="button" href="/events" onClick={close}>
          {t("events.title")}
        </a>
        {isArbiter.value ? (
          <a class="button" href="/equipment" onClick={close}>
            {t("equipment.title")}
          </a>
        ) : null}
        <a class="button" href="/keys" onClick={close}>
          {t("menu.keys")}
        </a>
        {isArbiter.value && understood.value.length > 0 ? (
          <button
            type="button"
            onClick={() => {
              hintAgain();
              close();
            }}
          >
            {t("menu.hints")}
          </button>
        ) : null}
        {session.value?.name ? (
          <button type="button" onClick={() => void logOut()}>
            {t("menu.logout", { name: session.value.name })}
          </button>
        ) : null}
        <button type="button" class="go" onClick={close}>
          {t("menu.close")}
        </button>
      </dialog>
    </>
  );
}
