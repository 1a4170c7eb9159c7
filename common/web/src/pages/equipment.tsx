// The electronic boards of the hall and the clocks beside them, as clockd knows them now.
import { type Equipment, useEquipment } from "../lib/equipment";
import { point, scoreText } from "../lib/format";
import { type Key, t } from "../lib/text";
import { Chessboard } from "../ui/board";
import { Menu } from "../ui/menu";

const again = 2000; // ms

// Boards that need somebody first, then by number.
const troubled = (one: Equipment): boolean =>
  one.link !== "active" ||
  one.shows === "other" ||
  one.sign !== undefined ||
  one.drift === "large" ||
  one.battery === "low";
function order(a: Equipment, b: Equipment): number {
  const first = Number(troubled(b)) - Number(troubled(a));
  return first || (a.board ?? 0) - (b.board ?? 0) || a.serial.localeCompare(b.serial);
}

const seconds = (us: number): string => {
  const s = Math.round(us / 1_000_000);
  return s < 60
    ? t("equipment.seconds", { n: s })
    : t("equipment.minutes", { n: Math.floor(s / 60) });
};

function factsOf(one: Equipment): [Key, string][] {
  const facts: [Key, string][] = [
    ["equipment.link", t(`equipment.link.${one.link}`)],
    ["equipment.quiet", seconds(one.quietUs)],
  ];
  if (one.sign) facts.push(["equipment.sign", scoreText(one.sign)]);
  if (one.battery) facts.push(["equipment.battery", t(`equipment.battery.${one.battery}`)]);
  if (one.clock) facts.push(["equipment.clock", t(`equipment.clock.${one.clock}`)]);
  if (one.driftUs !== undefined)
    facts.push([
      "equipment.drift",
      `${(one.driftUs / 1_000_000).toFixed(1).replace(".", point())} s`,
    ]);
  if (one.damaged) facts.push(["equipment.damaged", String(one.damaged)]);
  facts.push(["equipment.serial", `${one.serial} ${one.version ?? ""}`]);
  facts.push(["equipment.source", one.source]);
  return facts;
}

function Card({ one }: { one: Equipment }) {
  const title = one.board ? t("equipment.board", { board: one.board }) : t("equipment.noBoard");
  return (
    <li class={troubled(one) ? "card troubled" : "card"}>
      <h2>{title}</h2>
      {one.shows === "other" ? (
        <>
          <p class="wrong">{t("equipment.other")}</p>
          {one.placement ? (
            <div class="small">
              <Chessboard fen={one.placement} coordinates label={t("equipment.there")} />
            </div>
          ) : null}
        </>
      ) : null}
      <table class="list">
        <tbody>
          {factsOf(one).map(([key, text]) => (
            <tr key={key}>
              <th scope="row">{t(key)}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </li>
  );
}

export function EquipmentPage() {
  const { all, wrong } = useEquipment(again);
  return (
    <main class="narrow setup">
      <div class="line">
        <h1>{t("equipment.title")}</h1>
        <Menu />
      </div>
      <p class="wrong" role="alert">
        {wrong}
      </p>
      {all?.length === 0 ? <p>{t("equipment.none")}</p> : null}
      <ul class="events">
        {[...(all ?? [])].sort(order).map((one) => (
          <Card key={one.serial} one={one} />
        ))}
      </ul>
    </main>
  );
}
