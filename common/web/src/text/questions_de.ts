// Questions to an arbiter, in German.
import type { Questions } from "../lib/server";

export const questions: Questions = {
  question: {
    adjournment: ["Die Partie ist vertagt."],
    after_the_fact: ["In den eingetragenen Zügen wurde etwas gefunden, das nicht angewandt ist."],
    agreement: ["Die Spieler haben Remis vereinbart. Zählt das?"],
    announced_move_not_played: [
      "Der angesagte Zug wurde nicht gespielt.",
      "{side} hat den angesagten Zug nicht gespielt.",
    ],
    appeal: [
      "Ein Spieler legt Einspruch ein.",
      "{side} legt Einspruch ein: {text}",
      "{side} legt Einspruch gegen Entscheidung {ruling} ein: {text}",
    ],
    call_flag: [
      "Die Uhr zeigt keine Zeitüberschreitung.",
      "Die Uhr zeigt keine Zeitüberschreitung von {side}, oder jemand hat vorher eingegriffen.",
    ],
    claim: ["Remis wird reklamiert.", "{side} reklamiert Remis."],
    claim_flag: [
      "Zeitüberschreitung wird reklamiert.",
      "{side} reklamiert Zeitüberschreitung.",
      "{side} reklamiert Zeitüberschreitung. Beide Zeiten sind abgelaufen, zuerst: {fellFirst}.",
    ],
    claim_illegal_move: [
      "Ein regelwidriger Zug wird reklamiert.",
      "{side} reklamiert einen regelwidrigen Zug. Im Protokoll steht keiner: Sehen Sie das " +
        "Brett an.",
    ],
    claim_losing_chances: [
      "Remis wird reklamiert: zu geringe Gewinnaussichten.",
      "{side} reklamiert Remis: zu geringe Gewinnaussichten.",
    ],
    claim_other: [
      "Ein Spieler ruft den Schiedsrichter.",
      "{side} ruft den Schiedsrichter.",
      "{side} ruft den Schiedsrichter: {text}",
    ],
    claim_postponed: [
      "Die Entscheidung über das Remis wurde aufgeschoben: Ist die Partie remis?",
      "Die Entscheidung über die Remisreklamation von {side} wurde aufgeschoben: Ist die " +
        "Partie remis?",
    ],
    claim_quickplay_draw: [
      "Remis wird in der Endspurtphase beantragt.",
      "{side} beantragt Remis: {other} will oder kann nicht mit normalen Mitteln gewinnen.",
    ],
    claim_quickplay_increment: [
      "Eine Zeitzugabe wird beantragt.",
      "{side} beantragt fünf Sekunden je Zug für beide.",
    ],
    claim_referred: [
      "Remis wird ohne Schiedsrichter reklamiert und ist vorzulegen.",
      "{side} reklamiert Remis, und kein Schiedsrichter ist da: Das ist einem vorzulegen.",
    ],
    claim_touch_move: [
      "Berührt – geführt wird reklamiert.",
      "{side} reklamiert berührt – geführt.",
    ],
    clock: [
      "Die Uhr am Brett zeigt nicht, was sie soll: Sehen Sie nach, ob sie stimmt.",
      "Die Uhr am elektronischen Brett {serial} zeigt nicht, was entschieden ist: Stellen Sie sie.",
    ],
    clock_command: ["Die Uhr hat einen Befehl nicht ausgeführt. Sehen Sie, was sie zeigt."],
    colours: ["Die Farben sind vertauscht."],
    completed_by_next: ["Züge ohne Drücken passen nicht zum Protokoll: Sehen Sie das Brett an."],
    control: [
      "Die neue Bedenkzeit hat die Uhr nicht erreicht.",
      "Die neue Bedenkzeit {timeControl} hat die Uhr nicht erreicht.",
    ],
    correction: ["Die Uhr wurde nicht wie entschieden gestellt: Stellen Sie sie."],
    dated_back: ["Etwas wurde später gemeldet, als es geschah."],
    default_time: [
      "Die Wartezeit ist vorbei, und jemand ist nicht gekommen.",
      "Die Wartezeit ist vorbei. Nicht gekommen: {absent}.",
    ],
    board_gone: [
      "Das elektronische Brett ist nicht erreichbar: Seine Züge kommen nicht an, die Uhr läuft " +
        "weiter. Sehen Sie nach Kabel und Strom.",
      "Das elektronische Brett {serial} ist nicht erreichbar: Seine Züge kommen nicht an, die " +
        "Uhr läuft weiter. Sehen Sie nach Kabel und Strom.",
    ],
    board_sign: [
      "Auf dem elektronischen Brett stehen beide Könige in der Mitte: Fragen Sie die Spieler " +
        "nach dem Ergebnis.",
      "Auf dem elektronischen Brett {serial} stehen beide Könige in der Mitte, das Zeichen für " +
        "{result_shown}. Entschieden ist damit nichts: Fragen Sie die Spieler.",
    ],
    board_shows: [
      "Das elektronische Brett zeigt nicht seine Partie: Sehen Sie das Brett an.",
      "Das elektronische Brett {serial} zeigt nicht seine Partie: Sehen Sie das Brett an.",
    ],
    software: [
      "Das Programm ist an einer Meldung der Uhr gescheitert; sie steht nicht in der Akte. Sehen " +
        "Sie Brett und Uhr an, und berichtigen Sie die Akte.",
    ],
    device_twice: [
      "Ein Gerät ist zweimal verbunden. Hat jemand seinen Schlüssel?",
      "Gerät {device} ist zweimal verbunden. War es in Ordnung, hat jemand seinen Schlüssel.",
    ],
    distraction: [
      "Stören die Remisangebote?",
      "{side} bietet so oft Remis an: Stört das {other}?",
      "{side} hat {count}-mal Remis angeboten oder falsch reklamiert: Stört das {other}?",
    ],
    draw_offer: ["Remis wurde zu früh angeboten.", "{side} hat zu früh Remis angeboten."],
    flag: [
      "Eine Zeit ist abgelaufen. Wird die Zeitüberschreitung festgestellt?",
      "Die Zeit von {side} ist abgelaufen. Wird die Zeitüberschreitung festgestellt?",
      "Beide Zeiten sind abgelaufen, zuerst: {fellFirst} (III.3.1). Wird das festgestellt?",
    ],
    flag_fall: [
      "Eine Zeit ist überschritten.",
      "Zeitüberschreitung von {side}: Bitte entscheiden.",
    ],
    foreign_game: ["An diesem Brett läuft eine Partie, die in der Akte zu keiner Paarung gehört."],
    game_end: ["Uhr und Akte stimmen über das Ende der Partie nicht überein."],
    illegal_move: [
      "Ein regelwidriger Zug wurde ausgeführt.",
      "{side} hat einen regelwidrigen Zug ausgeführt.",
    ],
    illegal_position: ["Die Stellung auf dem Brett ist regelwidrig: Bauen Sie sie auf."],
    illegal_reply: [
      "Auf einen regelwidrigen Zug wurde regelwidrig geantwortet.",
      "{side} hat auf einen regelwidrigen Zug regelwidrig geantwortet ({move}).",
    ],
    late_press: ["Vor der Zeitüberschreitung wurde gedrückt, gemeldet wurde es danach. Zählt das?"],
    loss: [
      "Der Verlust durch regelwidrige Züge ist nicht mehr begründet. Bleibt das Ergebnis?",
      "Die regelwidrigen Züge von {side}, die noch zählen ({count}), verlieren nicht. " +
        "Bleibt das Ergebnis?",
      "Entscheidung {ruling} hat die Partie wegen regelwidriger Züge von {side} beendet. " +
        "Was noch zählt ({count}), reicht dafür nicht: Bleibt das Ergebnis?",
    ],
    made_move_changed: [
      "Ein ausgeführter Zug wurde geändert.",
      "{side} hat {first} gezogen und zeigt nun {move}. Muss {first} bleiben?",
    ],
    moves: ["Drücken und Züge passen nicht zusammen."],
    note: ["Ein Vermerk."],
    pause: ["Die Uhr steht: Sehen Sie das Brett an und lassen Sie sie laufen."],
    penalty: ["Eine Strafe ist zu entscheiden."],
    position: [
      "Das Brett passt nicht zum Protokoll: Sehen Sie es an.",
      "Die Uhr zählt Halbzug {clock_ply}, das Protokoll hat {record_ply}: Das Drücken zählt " +
        "nicht. Sehen Sie das Brett an und stellen Sie die Uhr.",
    ],
    position_ends: [
      "Die Stellung kann die Partie beenden.",
      "Die Stellung im Protokoll beendet die Partie: {ending}. Beenden Sie sie so, oder " +
        "bauen Sie auf, was auf dem Brett steht.",
    ],
    press_without_move: [
      "Ohne Zug wurde gedrückt.",
      "{side} hat gedrückt, ohne zu ziehen. Regelwidrig, oder aus Versehen?",
    ],
    record_shown: ["Das Protokoll wurde gezeigt."],
    refused: ["Die Uhr hat abgelehnt, was entschieden wurde."],
    repeated_offence: [
      "Wiederholt wurde regelwidrig gezogen. Gibt es eine weitere Strafe?",
      "{side} hat {count} regelwidrige Züge ausgeführt. Gibt es eine weitere Strafe?",
    ],
    resignation: [
      "Ein Spieler hat aufgegeben.",
      "{side} hat aufgegeben. Kann {other} noch mattsetzen?",
    ],
    restart: ["Die Partie beginnt neu."],
    result: ["Das Ergebnis ist zu klären."],
    resume: ["Die Uhr wurde nicht wieder in Gang gesetzt."],
    sealed_move: [
      "Der Abgabezug ist zu klären.",
      "Der Abgabezug {sealed} ist in der Stellung nicht möglich oder nicht eindeutig. Kann " +
        "der Gegner noch mattsetzen?",
    ],
    sheet: [
      "Ein Partieformular widerspricht dem Protokoll.",
      "Das Partieformular ({whose}) widerspricht dem Protokoll.",
      "Das Partieformular ({whose}) widerspricht dem Protokoll an {contradicts} Stellen.",
    ],
    terms: [
      "Die Bedingungen der Partie sind zu klären.",
      "Die Regeln {profile} sind nicht bekannt: Die Partie wird nach {judged_as} beurteilt.",
    ],
    touch_move: [
      "Eine berührte Figur wurde nicht gezogen.",
      "{side} hat {move} gezogen, muss aber etwas anderes ziehen ({must}). Geht der Zug zurück?",
    ],
    undo: ["Eine Entscheidung wird zurückgenommen."],
    unreadable_move: [
      "Ein Zug fehlt oder ist nicht lesbar: Sehen Sie das Brett an und lassen Sie ihn neu " +
        "eingeben.",
      "Der Zug {move} ist nicht lesbar: Sehen Sie das Brett an und lassen Sie ihn neu eingeben.",
    ],
  },
  questionOf: {
    "agreement.9.1.1": [
      "Die Spieler haben Remis vereinbart. Dafür brauchen sie Ihre Zustimmung: Stimmen Sie zu?",
    ],
    "agreement.9.1.2.1": [
      "Ein Remis wurde angenommen, aber das Angebot steht nicht mehr: Es wird " +
        "weitergespielt, außer beide wollen das Remis.",
      "{other} hat Remis angenommen, aber ein Angebot von {side} steht nicht mehr: Es wird " +
        "weitergespielt, außer beide wollen das Remis.",
    ],
    "claim.move_was": [
      "{side} hat mit der Reklamation einen Zug angesagt, der nicht lesbar ist " +
        "({announced}): Welcher war es?",
    ],
    "claim.threefold": ["{side} reklamiert Remis: dreimalige Stellungswiederholung."],
    "claim.fifty_move": ["{side} reklamiert Remis: 50-Züge-Regel."],
    "default_time.I.10": [
      "Die Partie wird fortgesetzt. Nicht am Brett: {absent}. Wer nach der Wartezeit kommt, " +
        "verliert, außer Sie entscheiden anders.",
    ],
    "flag_fall.6.4": [
      "Zeitüberschreitung von {side}. Verlangt waren {movesRequired} Züge: Zählen Sie nach " +
        "und stellen Sie die Uhr.",
    ],
    "flag_fall.6.7.1": ["Zeitüberschreitung von {side}. Nicht gekommen, soweit bekannt: {absent}."],
    "flag_fall.6.8": [
      "Die Zeit von {side} ist abgelaufen, und die Uhr ist stehen geblieben. Wird die " +
        "Zeitüberschreitung festgestellt?",
    ],
    "flag_fall.6.9": [
      "Zeitüberschreitung von {side}. Kann {other} noch mattsetzen?",
      "Zeitüberschreitung von {side}. Die Uhr zählt {clock_ply} Halbzüge, das Protokoll hat " +
        "{record_ply}: Sehen Sie das Brett an.",
    ],
    "flag_fall.14E": [
      "Zeitüberschreitung von {side}. {other} gewinnt nur, wenn der Gewinn erzwungen ist: " +
        "Ist er das?",
    ],
    "flag_fall.III.5": [
      "Zeitüberschreitung von {side}. Über das Remis ist noch zu entscheiden: Konnte " +
        "{other} nicht mit normalen Mitteln gewinnen, oder wollte es nicht?",
    ],
    "illegal_move.illegal_move": [
      "{side} hat einen regelwidrigen Zug ausgeführt ({move}). Haben Sie ihn gesehen, oder " +
        "reklamiert ihn {other} vor dem nächsten eigenen Zug, gilt 7.5.5. Sonst bleibt er " +
        "stehen.",
    ],
    "illegal_move.promotion_not_completed": [
      "{side} hat einen Bauern nicht umgewandelt ({move}). Haben Sie es gesehen, oder " +
        "reklamiert es {other} vor dem nächsten eigenen Zug, gilt 7.5.5. Sonst bleibt es " +
        "dabei.",
    ],
    "press_without_move.error": [
      "{side} hat gedrückt, und das elektronische Brett war nicht zu sehen. Gab es einen Zug?",
    ],
    "illegal_move.press_without_move": [
      "{side} hat gedrückt, ohne zu ziehen. Haben Sie es gesehen, oder reklamiert es " +
        "{other} vor dem nächsten eigenen Zug, gilt 7.5.5. Sonst bleibt es dabei.",
    ],
    "illegal_move.side": [
      "{side} verliert durch diesen regelwidrigen Zug, wenn {other} noch mattsetzen kann. " +
        "Kann {other} das?",
    ],
    "pause.6.10.1": [
      "Die Uhr steht, seit der Rechner ausgefallen ist: Stellen Sie sie, oder lassen Sie " +
        "sie so weiterlaufen.",
    ],
    "pause.6.11.2": [
      "Am Brett wurde die Uhr angehalten: Sehen Sie nach, warum, und lassen Sie sie laufen.",
    ],
    "position.5.1.1": [
      "Die Uhr ist bei einem Zug stehen geblieben, der nach dem Protokoll die Partie nicht " +
        "beendet.",
    ],
    "position.white_wins": [
      "Die Uhr ist bei einem Zug stehen geblieben, und das Brett meldet nur das Drücken: " +
        "Sehen Sie es an.",
    ],
    "refused.6.7.1": ["Dass jemand gekommen ist, hat die Uhr nicht vermerkt."],
    "refused.6.11.1": ["Die Uhr wurde nicht angehalten."],
    "refused.6.6": ["Die Uhr der Partie wurde nicht gestartet."],
    "terms.A.6": [
      "Eine andere Partie dieses Turniers wird anders beaufsichtigt. Für das ganze Turnier " +
        "gilt eines (A.6, B.4).",
    ],
    "terms.7.2": ["Die Ausgangsstellung ist nicht bekannt: Bauen Sie sie auf."],
  },
};
