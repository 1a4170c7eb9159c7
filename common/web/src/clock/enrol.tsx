// Makes this device the clock of a board: the arbiter's link has the code after its #, and
// clockd returns a key for it.
import { useState } from "preact/hooks";
import { keepKey } from "./kept";
import type { Enrolled, FromClockd } from "./messages";
import { type Code, codeKey, codeProof, newNonce, readCode, type Said, unsealed } from "./proof";
import { reason, t } from "./text";

const patience = 10_000;

// Requests the key from clockd. Returns the error to show.
export function enrol(code: Code, board: number): Promise<number> {
  return new Promise((done, failed) => {
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws`);
    const timer = setTimeout(() => fail(t("noAnswer")), patience);
    const fail = (why: string) => {
      clearTimeout(timer);
      socket.close();
      failed(new Error(why));
    };
    const name = `board ${board}`;
    const said: Said = { name, device: code.device, log: "", nonce: newNonce(), theirs: "" };
    let key: CryptoKey;
    const take = async (message: FromClockd) => {
      if (message.type === "refused") return fail(reason(message.code, message.text));
      if (message.type === "enrolled") return keep(message);
      if (message.type !== "challenge") return;
      said.log = message.log;
      said.theirs = message.nonce;
      key = await codeKey(code, said.log);
      socket.send(JSON.stringify({ type: "prove", proof: await codeProof(key, said) }));
    };
    const keep = async (answer: Enrolled) => {
      const own = await unsealed(key, said, answer);
      if (!own) return fail(t("impostor"));
      await keepKey({ board: answer.board, device: answer.device, log: said.log, key: own });
      clearTimeout(timer);
      socket.close();
      done(answer.board);
    };
    socket.onopen = () => {
      const { device, nonce } = said;
      const hello = {
        type: "hello",
        role: "device",
        name,
        protocol: 1,
        nonce,
        device,
        enrol: true,
      };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = ({ data }) => {
      take(JSON.parse(String(data)) as FromClockd).catch((error: Error) => fail(error.message));
    };
    socket.onerror = () => fail(t("noAnswer"));
  });
}

export function Enrol({ fragment }: { fragment: string }) {
  const asked = new URLSearchParams(fragment);
  const code = readCode(asked.get("code") ?? "");
  const board = Number(asked.get("board") ?? 0);
  const [state, setState] = useState("");
  if (!code || !board) return <p class="page">{t("nothing")}</p>;
  const begin = async () => {
    setState(t("enrolling"));
    try {
      const found = await enrol(code, board);
      void navigator.storage?.persist?.();
      location.replace(`/board/${found}`); // nothing to go back to
    } catch (error) {
      setState(t("enrolFailed", { why: (error as Error).message }));
    }
  };
  return (
    <main class="page">
      <h1>{t("enrolTitle", { n: board })}</h1>
      <p>{t("enrolText", { n: board })}</p>
      <button type="button" class="go" onClick={begin}>
        {t("enrolGo")}
      </button>
      <output>{state}</output>
    </main>
  );
}
