// What a time control means, in German, as far as it has no rarer method.
export const control = {
  hours: { one: "{n} Stunde", other: "{n} Stunden" },
  minutes: { one: "{n} Minute", other: "{n} Minuten" },
  seconds: { one: "{n} Sekunde", other: "{n} Sekunden" },
  block: { one: "{n} Zug in {time}", other: "{n} Züge in {time}" },
  all: "{time} für die Partie",
  rest: "{time} für den Rest",
  "+": "dazu {s} s für jeden Zug ab dem ersten",
  b: "Bronstein: bis zu {s} s je Zug kommen zurück",
  d: "die Uhr wartet bei jedem Zug {s} s",
  standard: "Turnierschach.",
  rapid: "Schnellschach.",
  blitz: "Blitzschach.",
};
