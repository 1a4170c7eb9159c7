// The last step: the effect of starting the round, and its start.

import { useState } from "preact/hooks";
import { actor } from "../lib/key";
import { type Asked, actOn, askedIn, wordsOf } from "../lib/setup";
import { t } from "../lib/text";
import type { Known } from "./setup";
import { said } from "./setup_words";

function willDo(known: Known, withoutClocks: boolean): string[] {
  const pairings = known.round?.pairings ?? [];
  const games = pairings.filter((one) => !one.bye);
  const control = known.round?.terms?.timeControl ?? known.tournament.info.terms?.timeControl ?? "";
  const byes = pairings.length - games.length;
  const say = withoutClocks ? "willEnter" : "willStart";
  return [
    said(say, { round: known.number, n: games.length, control }),
    ...(known.round?.state === "drafted" ? [said("willPublish")] : []),
    ...(byes > 0 ? [said("willBye", { n: byes })] : []),
  ];
}

const underWay = (known: Known): boolean =>
  known.tournament.rounds.some((one) => !["drafted", "published"].includes(one.state));

// Publishes the round if necessary, and starts it. Questions before that come back as `says`.
function useStart(known: Known, again: () => void) {
  const [says, setSays] = useState<Asked | null>(null);
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const { event } = known.tournament;
  const start = async (withoutClocks: boolean, pin: string) => {
    setBusy(true);
    setWrong("");
    try {
      const round = known.number;
      const confirm = says?.confirm ?? "";
      const publishes = known.round?.state === "drafted"; // then this was the question
      if (publishes) await actOn(event, { type: "publish_round", round }, pin, confirm);
      setSays(null);
      const how = withoutClocks ? { without_clocks: true } : {};
      await actOn(event, { type: "start_round", round, ...how }, pin, publishes ? "" : confirm);
    } catch (error) {
      const asked = askedIn(error);
      if (asked) setSays(asked);
      else setWrong(wordsOf(error));
    } finally {
      setBusy(false);
      again();
    }
  };
  return { says, wrong, busy, start };
}

function Pin({ pin, set }: { pin: string; set: (pin: string) => void }) {
  if (actor() !== "") return null;
  return (
    <label>
      {t("sheet.pin")}
      <input
        name="pin"
        class="pin"
        type="password"
        inputMode="numeric"
        autocomplete="off"
        maxLength={8}
        value={pin}
        onInput={(typed) => set(typed.currentTarget.value)}
      />
    </label>
  );
}

function Sheet({ known, again }: { known: Known; again: () => void }) {
  const [withoutClocks, setWithoutClocks] = useState(false);
  const [pin, setPin] = useState("");
  const { says, wrong, busy, start } = useStart(known, again);
  return (
    <form
      class="fold"
      onSubmit={(event) => {
        event.preventDefault();
        void start(withoutClocks, pin);
      }}
    >
      <ul class="notes">
        {willDo(known, withoutClocks).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {(says?.lines ?? []).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <label class="tick">
        <input
          type="checkbox"
          name="without"
          checked={withoutClocks}
          onChange={(change) => setWithoutClocks(change.currentTarget.checked)}
        />
        {said("without")}
      </label>
      <Pin pin={pin} set={setPin} />
      <p class="wrong" role="alert">
        {wrong}
      </p>
      <button type="submit" class="go" disabled={busy}>
        {said(says ? "startAnyway" : "go", { round: known.number })}
      </button>
    </form>
  );
}

export function Start({ known, again }: { known: Known; again: () => void }) {
  const pairings = known.round?.pairings ?? [];
  return (
    <section class="card" aria-labelledby="start">
      <h2 id="start">{said("start")}</h2>
      {underWay(known) ? (
        <a class="button go" href={`/hall/${encodeURIComponent(known.tournament.event)}`}>
          {said("toHall")}
        </a>
      ) : null}
      {pairings.length === 0 ? <p>{said("notYet")}</p> : <Sheet known={known} again={again} />}
    </section>
  );
}
