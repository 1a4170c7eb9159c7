import { useLayoutEffect } from "preact/hooks";
import { hear, letters } from "../lib/keys";
import { back } from "../lib/route";
import type { Key } from "../lib/text";
import { t } from "../lib/text";
import { Menu } from "../ui/menu";

const rows: [string, Key][] = [
  ["j k ↓ ↑", "keys.move"],
  ["Enter", "keys.open"],
  ["g", "keys.jump"],
  ["/", "keys.search"],
  ["t", "keys.take"],
  ["s", "keys.see"],
  ["f", "keys.filter"],
  ["[ ]", "keys.next"],
  ["r", "keys.rule"],
  ["p", "keys.pause"],
  ["c", "keys.clock"],
  ["n", "keys.note"],
  ["u", "keys.undo"],
  ["← →", "keys.ply"],
  ["Home End", "keys.ends"],
  ["Space", "keys.live"],
  ["x", "keys.flip"],
  ["Ctrl+Enter", "keys.confirm"],
  ["Esc", "keys.back"],
  ["?", "keys.help"],
];

export function KeysPage() {
  useLayoutEffect(() => hear({ Escape: () => back("/"), "?": () => back("/") }), []);
  return (
    <main class="narrow">
      <div class="line">
        <h1>{t("keys.title")}</h1>
        <Menu />
      </div>
      {letters.value ? null : <p>{t("keys.off")}</p>}
      <table class="card keys">
        <tbody>
          {rows.map(([keys, what]) => (
            <tr key={keys}>
              <th scope="row">
                {keys.split(" ").map((one) => (
                  <kbd key={one}>{one}</kbd>
                ))}
              </th>
              <td>{t(what)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </main>
  );
}
