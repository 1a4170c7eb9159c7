// Scoresheets beside the record: in both languages at once, with the page that has them.
const en = {
  title: "Scoresheets entered",
  white: "White’s scoresheet",
  black: "Black’s scoresheet",
  arbiter: "The arbiter’s scoresheet",
  agree: "All {n} moves agree with the record.",
  differ: "{n} of {of} moves agree with the record. These entries do not:",
  move: "Move",
  written: "On the sheet",
  recorded: "Record",
  what: "Difference",
  text: "The sheet as it was entered",
  gap: "not written",
  contradicts: "another move",
  illegal: "another move, illegal there",
  unreadable: "unreadable",
  ambiguous: "may be several moves",
  extra: "an entry too many",
  beyond: "after the record’s end",
};

type Words = Record<keyof typeof en, string>;

const de: Words = {
  title: "Eingegebene Partieformulare",
  white: "Formular von Weiß",
  black: "Formular von Schwarz",
  arbiter: "Formular des Schiedsrichters",
  agree: "Alle {n} Züge stimmen mit der Akte überein.",
  differ: "{n} von {of} Zügen stimmen mit der Akte überein. Diese Einträge nicht:",
  move: "Zug",
  written: "Formular",
  recorded: "Akte",
  what: "Unterschied",
  text: "Das Formular, wie es eingegeben wurde",
  gap: "nicht notiert",
  contradicts: "anderer Zug",
  illegal: "anderer Zug, dort regelwidrig",
  unreadable: "unleserlich",
  ambiguous: "mehrere Züge möglich",
  extra: "ein Eintrag zu viel",
  beyond: "nach dem Ende der Akte",
};

export const sheets: Record<string, Words> = { en, de };
