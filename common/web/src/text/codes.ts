// The codes of boards: in both languages at once, with the page that has them.
const en = {
  clocksHint: "A phone becomes the clock of a board by the code on its card.",
  clocksPrint: "Print the codes",
  clocksData: "Folder of clockd’s data",
  clocksAt: "Address of clockd’s page",
  clocksRun: "In a terminal on clockd’s machine:",
  clocksThen:
    "Open the file in a browser there, print it and delete it: a code makes any phone that clock.",
  clocksUntil: "Codes are good for ten minutes; with clockd serve --codes 12h, twelve hours.",
  clocksWhy:
    "This page makes no codes: they follow from the hall’s key, which clockd’s machine keeps.",
  copy: "Copy",
  copied: "Copied",
  selected: "Selected: copy it with Ctrl+C",
};

type Words = Record<keyof typeof en, string>;

const de: Words = {
  clocksHint: "Ein Telefon wird mit dem Code auf seiner Karte zur Uhr eines Bretts.",
  clocksPrint: "Codes drucken",
  clocksData: "Ordner der Daten von clockd",
  clocksAt: "Adresse der Seite von clockd",
  clocksRun: "In einem Terminal auf dem Rechner von clockd:",
  clocksThen:
    "Drucken Sie die Datei dort im Browser. Dann löschen Sie sie: Ein Code macht Telefone zur Uhr.",
  clocksUntil: "Codes gelten zehn Minuten; mit clockd serve --codes 12h zwölf Stunden.",
  clocksWhy:
    "Diese Seite macht keine Codes: Sie folgen aus dem Schlüssel des Saals, den clockd behält.",
  copy: "Kopieren",
  copied: "Kopiert",
  selected: "Markiert: kopieren Sie es mit Strg+C",
};

export const codes: Record<string, Words> = { en, de };
