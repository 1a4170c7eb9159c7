// The position that the electronic board of a game shows, while it differs from the game.
import { differing, useEquipment } from "../lib/equipment";
import { t } from "../lib/text";
import { Chessboard } from "../ui/board";

const every = 5000; // ms

export function OtherPosition({ board, fen }: { board: number; fen: string }) {
  const { all } = useEquipment(every);
  const one = all?.find((each) => each.board === board && each.shows === "other");
  if (!one) return null;
  return (
    <section class="card" aria-labelledby="other">
      <h2 id="other">{t("equipment.there")}</h2>
      <p class="wrong">{t("equipment.other")}</p>
      {one.placement ? (
        <div class="small">
          <Chessboard
            fen={one.placement}
            coordinates
            marked={differing(one.placement, fen)}
            label={t("equipment.there")}
          />
        </div>
      ) : null}
    </section>
  );
}
