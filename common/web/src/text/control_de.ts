// What a time control means, in German.
import type { ControlWords } from "../lib/control";

export const control: ControlWords = {
  hours: { one: "{n} Stunde", other: "{n} Stunden" },
  minutes: { one: "{n} Minute", other: "{n} Minuten" },
  seconds: { one: "{n} Sekunde", other: "{n} Sekunden" },
  white: "Weiß: {text}",
  black: "Schwarz: {text}",
  block: { one: "{n} Zug in {time}", other: "{n} Züge in {time}" },
  again: {
    one: "jeder weitere Zug in {time}, immer wieder",
    other: "je {n} weitere Züge in {time}, immer wieder",
  },
  alone: "danach immer wieder dasselbe, ohne Ende",
  all: "{time} für die Partie",
  rest: "{time} für den Rest",
  "+": "dazu {bonus} für jeden Zug ab dem ersten",
  b: "Bronstein: bis zu {bonus} je Zug kommen zurück",
  d: "die Uhr wartet bei jedem Zug {bonus}",
  h: "{time} wie bei einer Sanduhr: Was eine Seite verbraucht, bekommt die andere",
  g: "{bonus} für jeden Zug, und nichts davon bleibt übrig",
  u: "Die Uhr zeigt die verbrauchte Zeit, ohne Grenze",
  y: {
    one:
      "wenn sie verbraucht ist, Byoyomi: {n} Abschnitt von {bonus}; er zählt nur, wenn er ganz " +
      "verbraucht ist",
    other:
      "wenn sie verbraucht ist, Byoyomi: {n} Abschnitte von {bonus}; einer zählt nur, wenn er " +
      "ganz verbraucht ist",
  },
  c: {
    one: "wenn sie verbraucht ist, Byoyomi: {time} für jeden Zug; was davon übrig ist, verfällt",
    other:
      "wenn sie verbraucht ist, Byoyomi: {time} für je {n} Züge; was davon übrig ist, verfällt",
  },
  value: {
    standard: "Turnierschach",
    rapid: "Schnellschach (A.1)",
    blitz: "Blitzschach (B.1)",
  },
  note: {
    block_by_presses: "Die Uhr zählt die Züge eines Blocks am Drücken.",
    blitz_too_short: "Die FIDE wertet Blitz nur mit mehr als drei Minuten für sechzig Züge.",
    bonus_begins: "Zeitgutschrift oder Aufschub gibt es erst ab Periode {period}.",
    bonus_changes: "Ab Periode {period} ist die Zeitgutschrift oder der Aufschub je Zug anders.",
    bonus_ends: "In Periode {period} gibt es keine Zeitgutschrift und keinen Aufschub mehr.",
    class: "{class}: {time} für sechzig Züge.",
    class_of_slower: "{class}: {time} für sechzig Züge der Seite, die mehr hat.",
    display_waits:
      "Die Anzeige steht, solange der Aufschub dauert; was davon nicht verbraucht wird, verfällt.",
    early_control:
      "Die erste Zeitkontrolle ist bei Zug {move}: Die FIDE wertet Turnierpartien, wenn sie bei " +
      "Zug 30 oder später ist.",
    first_delay:
      "Der Aufschub ist schon vor Zug 1 auf der Uhr, und die Anzeige zeigt nach einem Zug nie " +
      "mehr als davor.",
    first_increment: "Die erste Zeitgutschrift ist schon vor Zug 1 auf der Uhr.",
    flag_each_move:
      "Bei jedem Zug kann die Zeit überschritten werden. Zeit, die ein Schiedsrichter gibt, " +
      "bleibt auf der Uhr, bis sie verbraucht ist.",
    next_at_zero:
      "Die Zeit der nächsten Periode kommt auf beide Uhren, wenn die erste mit erfüllter Zugzahl " +
      "bei null ist, nicht mit dem letzten Zug.",
    no_class:
      "Die FIDE hat dafür keine Klasse: Die Anhänge A und B kennen eine feste Zeit und Zeit für " +
      "jeden Zug. Ohne eigene Regeln gelten die für {class}.",
    no_flag:
      "Die Zeit wird nie überschritten. Nachrichten und Protokoll haben, was von 24 Stunden " +
      "übrig ist.",
    no_last_period: "Es folgt immer noch eine Periode: Keine Zeitkontrolle ist die letzte.",
    not_rated: "Die FIDE wertet solche Partien nicht, und TRF kann die Bedenkzeit nicht schreiben.",
    rated_below_1800:
      "Die FIDE wertet es als Turnierschach nur, wenn beide Spieler unter 1800 sind, oder mit " +
      "ihrer Zustimmung.",
    rated_below_2400:
      "Die FIDE wertet es als Turnierschach nur, wenn beide Spieler unter 2400 sind.",
    same_sum: "Die Summe beider Uhren bleibt gleich; so hat keine Partie eine längste Dauer.",
    sides_differ:
      "Die Seiten haben verschiedene Bedenkzeiten: Die FIDE wertet eine solche Partie nicht. Ein " +
      "Remis zählt als Remis, wenn die Wertung nichts anderes sagt (Armageddon).",
    sum_of_moments:
      "Die Anzeige zeigt die Summe der Abschnitte; das Drücken gibt den begonnenen zurück.",
  },
};
