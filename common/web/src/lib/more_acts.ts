// The other acts of an arbiter on one game: each fits some games, and is needed occasionally.
import type { Make, Shown } from "./acts";
import type { Tile } from "./api";
import {
  type Act,
  article,
  type Field,
  type Form,
  given,
  more,
  noClocks,
  numberOf,
  reason,
  side,
  texts,
  times,
} from "./form";

interface Other {
  fits: (tile: Tile) => boolean;
  make: Make;
}

const goesOn = (tile: Tile): boolean => tile.status !== "finished" && !tile.adjourned;
const isOver = (tile: Tile): boolean => tile.status === "finished";
const isAdjourned = (tile: Tile): boolean => tile.adjourned;
const always = (): boolean => true;

const languages = "english german french spanish dutch italian russian figurine".split(" ");
const language: Field = {
  name: "language",
  label: "sheet.language",
  kind: "list",
  choices: texts("language", languages),
};
const sheet: Field = { name: "sheet", label: "sheet.sheet", kind: "long", needed: true };
const who = (list: string[]): Field => ({
  name: "who",
  label: "sheet.who",
  kind: "choice",
  needed: true,
  choices: texts("who", list),
});
const needed = (name: string, label: Field["label"]): Field => ({
  name,
  label,
  kind: "text",
  needed: true,
});

const control: Make = () => ({
  fields: [
    needed("time_control", "sheet.control"),
    article("6.10.2"),
    reason,
    ...more(noClocks("clock")),
    {
      name: "trigger",
      label: "sheet.trigger",
      kind: "list",
      choices: texts("trigger", ["moves", "zero"]),
      more: true,
    },
  ],
  act: (values) =>
    ({
      type: "set_control",
      time_control: values.time_control,
      ...times(values),
      ...given("period_trigger", values.trigger),
    }) as Act,
});

const restart: Make = () => ({
  fields: [
    { name: "reversed", label: "sheet.reversed", kind: "tick" },
    article("7.2.1"),
    reason,
    { name: "fen", label: "sheet.fen", kind: "text", more: true },
  ],
  act: (values) =>
    ({
      type: "restart_game",
      ...given("reversed_colours", values.reversed === "yes"),
      ...given("fen", values.fen),
    }) as Act,
});

const enterMoves: Make = () => ({
  fields: [
    sheet,
    language,
    { name: "from", label: "sheet.from", kind: "number", more: true },
    reason,
  ],
  act: (values) =>
    ({
      type: "enter_moves",
      sheet: values.sheet,
      ...given("language", values.language),
      ...given("from", numberOf(values.from)),
    }) as Act,
});

const others = {
  arrival: {
    fits: goesOn,
    make: () => ({
      fields: [side],
      act: (values) => ({ type: "arrival", side: values.side }) as Act,
    }),
  },
  show: {
    fits: goesOn,
    make: () => ({
      fields: [side, reason],
      act: (values) => ({ type: "show_record", side: values.side }) as Act,
    }),
  },
  bind: {
    fits: goesOn,
    make: () => ({
      fields: [side, needed("squares", "sheet.touched"), article("4.3"), reason],
      act: (values) => ({ type: "bind_move", side: values.side, squares: values.squares }) as Act,
    }),
  },
  sheet: {
    fits: always,
    make: () => ({
      fields: [who(["white", "black", "arbiter"]), sheet, language, reason],
      act: (values) =>
        ({
          type: "enter_sheet",
          whose: values.who,
          sheet: values.sheet,
          ...given("language", values.language),
        }) as Act,
    }),
  },
  moves: { fits: (tile) => tile.presses !== undefined, make: enterMoves },
  control: { fits: goesOn, make: control },
  restart: { fits: goesOn, make: restart },
  reverse: {
    fits: always,
    make: () => ({
      fields: [article("7.3"), reason],
      act: () => ({ type: "reverse_colours" }) as Act,
    }),
  },
  approve: {
    fits: isOver,
    make: () => ({
      fields: [who(["white", "black", "arbiter"])],
      act: (values) => ({ type: "approve", who: values.who }) as Act,
    }),
  },
  appeal: {
    fits: always,
    make: () => ({
      fields: [
        side,
        needed("text", "sheet.appeal"),
        { name: "ruling", label: "sheet.against", kind: "number" },
      ],
      act: (values) =>
        ({
          type: "appeal",
          side: values.side,
          text: values.text,
          ...given("ruling", numberOf(values.ruling)),
        }) as Act,
    }),
  },
  adjourn: {
    fits: goesOn,
    make: () => ({
      fields: [
        { ...side, label: "sheet.sealedBy" },
        needed("resumption", "sheet.resumption"),
        article("I.2"),
        reason,
      ],
      act: (values) =>
        ({ type: "adjourn", sealed_by: values.side, resumption: values.resumption }) as Act,
    }),
  },
  sealed: {
    fits: isAdjourned,
    make: () => ({
      fields: [needed("text", "sheet.sealed"), reason],
      act: (values) => ({ type: "open_sealed", text: values.text }) as Act,
    }),
  },
  resumed: {
    fits: isAdjourned,
    make: () => ({
      fields: [
        {
          name: "who",
          label: "sheet.absent",
          kind: "list",
          choices: texts("who", ["white", "black", "both"]),
        },
        reason,
      ],
      act: (values) => ({ type: "resume_game", ...given("absent", values.who) }) as Act,
    }),
  },
} satisfies Record<string, Other>;

export type OtherKind = keyof typeof others;

// Those that fit the present state of the game.
export const othersOf = (tile: Tile): OtherKind[] =>
  (Object.keys(others) as OtherKind[]).filter((kind) => (others[kind] as Other).fits(tile));

export const otherForm = (kind: OtherKind, title: string, tile: Tile, shown: Shown): Form => ({
  title,
  ...(others[kind] as Other).make(tile, shown),
});
