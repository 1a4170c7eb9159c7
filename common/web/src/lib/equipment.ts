// The electronic boards of the hall, requested repeatedly while somebody looks at them.
import { useEffect, useState } from "preact/hooks";
import { menOf } from "../ui/board";
import { get, type Schemas } from "./api";
import { wordsOf } from "./setup";

export type Equipment = Schemas["equipment"]["equipment"][number];

export function useEquipment(every: number): { all: readonly Equipment[] | null; wrong: string } {
  const [all, setAll] = useState<readonly Equipment[] | null>(null);
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    let timer = 0;
    const load = async () => {
      try {
        setAll((await get<Schemas["equipment"]>("/equipment")).equipment);
        setWrong("");
      } catch (error) {
        setWrong(wordsOf(error));
      }
      timer = window.setTimeout(load, every);
    };
    void load();
    return () => clearTimeout(timer);
  }, [every]);
  return { all, wrong };
}

// The squares in which two positions differ.
export function differing(one: string, other: string): string[] {
  const [a, b] = [one, other].map(
    (fen) => new Map(menOf(fen).map((man) => [man.square, man.piece])),
  );
  const squares = new Set([...(a?.keys() ?? []), ...(b?.keys() ?? [])]);
  return [...squares].filter((square) => a?.get(square) !== b?.get(square));
}
