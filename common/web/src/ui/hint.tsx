// A hint on the page itself, beside what it is about.
import { useRef } from "preact/hooks";
import { type Hint as Name, understand, understood } from "../lib/hints";
import { t } from "../lib/text";

// Its room stays when it goes, until the page is left: nothing moves under a finger.
export function Hint({ name }: { name: Name }) {
  const shown = useRef(false);
  const gone = understood.value.includes(name);
  if (!gone) shown.current = true;
  if (!shown.current) return null;
  return (
    <p class={gone ? "tip unseen" : "tip"}>
      {t(`hint.${name}`)}
      <button type="button" onClick={() => understand(name)}>
        {t("hint.understood")}
      </button>
    </p>
  );
}
