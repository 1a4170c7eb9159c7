// What arbiterd says about files, players and pairings, and before an act, in German.
import type { FileWords } from "../lib/files";

export const files: FileWords = {
  found: "{expected}; gefunden: „{found}“",
  at: "{at}: {expected}",
  fault: {
    bye: "der Code eines Freiloses: U, F, H, Z oder nichts",
    bye_alone: "nichts, denn es ist ein Freilos",
    bye_asked: "F, H oder Z",
    bye_code: "der Code eines Freiloses (H, F, U, Z oder leer), denn es gibt keinen Gegner",
    bye_line: "ein Spieler, dessen Zeile ({line}) in Runde {round} sonst nichts hat",
    birth: "ein Datum JJJJ-MM-TT oder ein Jahr",
    birth_trf: "ein Datum JJJJ/MM/TT, ein Jahr oder nichts",
    board: "ein Brett bis {most}",
    board_number: "die Nummer eines Bretts",
    board_once: "jedes Brett einmal in Runde {round}",
    board_once_in: "jedes Brett einmal in Runde {round} (auch Zeile {line} hat es)",
    cell_end: "das Ende der Zelle nach dem schließenden Anführungszeichen",
    cell_length: "eine Zelle mit höchstens {most} Bytes",
    cell_quote: "das schließende Anführungszeichen der Zelle in Zeile {line}",
    code: "ein Ergebnis: 1 = 0 + - W D L H F U Z ? oder leer",
    colour: "„w“, „b“, „-“ oder leer",
    column_once: "jede Spalte nur einmal",
    columns: "Spalten white und black (Paarungen) oder eine Spalte name (Spieler)",
    comment_end: "ein Kommentar mit schließender Klammer",
    ended: "das Ende einer Partie mit dem Ergebnis {result}",
    event_number: "die Nummer eines Spielers dieses Turniers",
    event_player: "Nummer oder Name eines Spielers dieses Turniers",
    federation: "ein Verband aus drei Buchstaben, z. B. GER, oder nichts",
    fide_id: "eine FIDE-ID aus Ziffern, oder nichts",
    fide_id_taken: "eine FIDE-ID, die sonst niemand hat",
    fide_id_taken_by: "eine FIDE-ID, die sonst niemand hat (Spieler {player} hat sie)",
    fide_id_taken_in: "eine FIDE-ID, die sonst niemand hat (Zeile {line} hat sie)",
    file_length: "höchstens {most} Bytes",
    file_player: "die Startnummer eines Spielers dieser Datei",
    fitting: "{codes} (Zeile {line} hat {other})",
    fitting_blank: "{codes} (Zeile {line} ist dort leer)",
    fitting_one: "eines von {codes} (Zeile {line} hat {other})",
    from_one: "eine Zahl ab 1",
    game_code: "das Ergebnis einer Partie, denn es gibt einen Gegner",
    game_colour: "„w“ oder „b“, denn es wurde gespielt",
    header: "eine erste Zeile mit den Namen der Spalten",
    json: "JSON",
    json_ending: "das Ende einer Partie, z. B. „checkmate“",
    json_field: "das Feld {name}",
    json_list: "eine Liste mit höchstens {most} Einträgen",
    json_not_empty: "ein Text, der nicht leer ist",
    json_object: "ein Objekt",
    json_pair: "Paare aus zwei Texten",
    json_pairs: "eine Liste mit höchstens {most} Paaren",
    json_score: "ein Ergebnis, z. B. „1-0“",
    json_shown: "ein Text, der sich anzeigen lässt",
    json_side: "„white“ oder „black“",
    json_text: "ein Text",
    json_truth: "true oder false",
    json_typed: "ein Objekt mit einem Feld type",
    json_value: "ein Wert",
    json_whole: "eine ganze Zahl von {low} bis {high}",
    json_within: "JSON in den erlaubten Grenzen",
    json_word: "eines von {words}",
    line_end: "das Ende der Zeile",
    line_length: "eine Zeile mit höchstens {most} Bytes",
    members: "ein Objekt mit event, players, teams, rounds oder pairings",
    more_pairs: "{pairs} Paarungen; es sind nur {read}",
    most_boards: "höchstens {most} Bretter in Runde {round}",
    most_columns: "höchstens {most} Spalten",
    most_deputies: "höchstens {most} Stellvertreter",
    most_players: "höchstens {most} Spieler",
    most_rounds: "höchstens {most} Runden",
    most_tags: "höchstens {most} Tags einer Partie",
    most_teams: "höchstens {most} Mannschaften",
    name: "ein Name",
    name_length: "ein Name mit höchstens {most} Bytes",
    no_colour: "„-“ oder leer, denn es gibt keinen Gegner",
    no_zero: "ein Text ohne Nullbytes",
    number: "eine Nummer bis {most}",
    number_taken: "eine Nummer, die sonst niemand hat",
    number_taken_in: "eine Nummer, die sonst niemand hat (Zeile {line} hat sie)",
    one_of_name: "ein Name, den nur ein Spieler hat, oder eine Nummer oder FIDE-ID",
    one_team: "ein Spieler, der nur in einer Mannschaft ist",
    opponent: "die Startnummer des Gegners, 0000 oder nichts",
    opponent_by: "{player}, laut Zeile {line} der Gegner in Runde {round}",
    other_number: "eine Nummer von 1 bis {most}, die es noch nicht gibt",
    other_player: "die Startnummer eines anderen Spielers dieser Datei",
    pairs_count: "die Zahl der Paarungen",
    pairs_end: "das Ende, nach {pairs} Paarungen",
    place: "ein Rang oder nichts",
    player_name: "der Name eines Spielers",
    player_number: "die Nummer eines Spielers",
    player_once: "jeder Spieler einmal in Runde {round}",
    player_once_in: "jeder Spieler einmal in Runde {round} (auch Zeile {line} hat ihn)",
    player_or_bye: "die Nummer eines Spielers, oder 0 für ein Freilos",
    points: "Punkte, z. B. 11.5",
    rank: "eine Startnummer von 1 bis {most}",
    rating: "eine Wertungszahl, oder nichts",
    record_blank: "ein Leerzeichen nach dem Code des Satzes",
    record_code: "ein Code des Satzes aus drei Zeichen",
    result: "ein Ergebnis, z. B. 1-0 oder 1/2-1/2",
    result_kind: "„played“, „forfeit“ oder „unrated“",
    round: "eine Runde bis {most}",
    round_game: "eine Partie der Runde {round}",
    round_given: "die Runde, in der Datei oder mit ihr angegeben",
    round_pairings: "Paarungen der Runde {round}",
    round_tag: "eine Runde, z. B. 3 oder 3.12",
    rounds: "eine Zahl von Runden von 1 bis {most}",
    row_columns: "nicht mehr als die {most} Spalten der ersten Zeile",
    same_no_opponent:
      "ein Spieler, dessen Zeile dasselbe sagt (Zeile {line} hat in Runde {round} keinen Gegner)",
    same_opponent:
      "ein Spieler, dessen Zeile dasselbe sagt (Zeile {line} hat in Runde {round} {other})",
    second_player: "ein zweiter Spieler",
    sex: "m, w oder nichts",
    some_game: 'mindestens eine Partie, mit Tags wie [White "..."]',
    some_pairing: "mindestens eine Paarung",
    some_player: "mindestens ein Spieler",
    some_rank: "die Startnummer eines Spielers",
    symbol: "W, D, L, A, P oder X",
    tag_end: "„]“ am Ende des Tags {tag}",
    tag_length: "ein Name mit höchstens {most} Zeichen",
    tag_name: "der Name eines Tags",
    tag_quote: "das schließende Anführungszeichen des Tags {tag}",
    tag_value: "ein Wert in Anführungszeichen",
    team: "die Nummer einer Mannschaft",
    team_number: "die Nummer einer Mannschaft von 1 bis {most}",
    team_once: "eine Mannschaft, die es noch nicht gibt",
    text_length: "ein Text mit höchstens {most} Bytes",
    this_pairings: "Paarungen dieser Runde",
    this_round: "Runde {round}",
    time_control: "eine Bedenkzeit in Sekunden, z. B. 40/5400+30:1800+30",
    title: "ein Titel, z. B. GM oder WFM, oder nichts",
    utf8: "ein Text in UTF-8",
    whole_number: "eine ganze Zahl von 0 bis {most}",
  },
  note: {
    boards_adjust: "An Brett {boards} (Bretter: {n}): Zeitgutschrift Weiß {white}, Schwarz {black}",
    boards_control: "An Brett {boards} (Bretter: {n}): Ab jetzt gilt die Bedenkzeit {control}",
    boards_control_black:
      "An Brett {boards} (Bretter: {n}): Ab jetzt gilt die Bedenkzeit {control}; die Uhr von " +
      "Schwarz zeigt {black}",
    boards_control_both:
      "An Brett {boards} (Bretter: {n}): Ab jetzt gilt die Bedenkzeit {control}; die Uhr von " +
      "Weiß zeigt {white}, die von Schwarz {black}",
    boards_control_white:
      "An Brett {boards} (Bretter: {n}): Ab jetzt gilt die Bedenkzeit {control}; die Uhr von " +
      "Weiß zeigt {white}",
    boards_left: "Nicht an Brett {boards} (Bretter: {n}): {why}",
    boards_pause: "An Brett {boards} (Bretter: {n}): Die Uhr wird angehalten",
    boards_removed:
      "Runde {round} ist {state}: Jetzige Paarungen oder Ergebnisse fallen weg an Brett {boards}",
    boards_resume: "An Brett {boards} (Bretter: {n}): Die Partie geht weiter",
    boards_shared:
      "Danach hat auch das Turnier {event}, dessen Runde {round} {state} ist, diese Bretter: " +
      "{boards}.",
    boards_start_undone:
      "An Brett {boards} (Bretter: {n}): Der Start wird zurückgenommen; die Partie steht wieder " +
      "mit ihren Anfangszeiten bereit",
    boards_taken:
      "Runde {round} ist {state}: Aus der Datei kommen Paarungen oder Ergebnisse an Brett {boards}",
    bye_absent:
      "Runde {round} hat ein Freilos (Z) für Spieler {player}: Ändern Sie die Paarung, wenn er " +
      "doch spielt",
    bye_again:
      "Runde {round} ist ohne das Freilos ({bye}) von Spieler {player} ausgelost: Es ist neu zu " +
      "erbitten",
    bye_game: "Runde {round}: Spieler {player} hat um ein Freilos ({bye}) gebeten und spielt doch",
    bye_other:
      "Runde {round}: Spieler {player} hat um ein Freilos ({bye}) gebeten und bekommt ein " +
      "anderes ({other})",
    bye_stays: "Runde {round}: Das Freilos ({bye}) von Spieler {player} bleibt",
    byes_allocated: "Runde {round} hat {byes} Freilose der Auslosung (U)",
    byes_removed: "Runde {round} ist {state}: Jetzige Freilose fallen weg bei Spieler {byes}",
    byes_taken: "Runde {round} ist {state}: Aus der Datei kommen Freilose für Spieler {byes}",
    clockd_unreached:
      "clockd ist nicht erreichbar: An den Uhren ändert sich jetzt nichts, laufende Uhren laufen " +
      "weiter. Der Befehl wird gesendet, sobald die Verbindung wieder steht. Prüfen Sie clockd, " +
      "und handeln Sie bis dahin an den Brettern.",
    column_left: "Die Spalte „{column}“ wird nicht übernommen",
    control_text:
      "Zeile {line}: Die Bedenkzeit „{control}“ ist Text für Menschen; geben Sie sie in der " +
      "Schreibweise des Satzes 222 an",
    date_left: "Zeile {line}: „{date}“ ist kein Datum JJJJ/MM/TT und wurde weggelassen",
    date_meant: "Zeile {line}: „{date}“ wurde als {meant} gelesen",
    event_begins: "Der erste Tag des Turniers war {was} und ist jetzt {now}",
    event_chief: "Hauptschiedsrichter war {was} und ist jetzt {now}",
    event_control: "Die Bedenkzeit des Turniers war {was} und ist jetzt {now}",
    event_control_kept:
      "Das Turnier behält seine Bedenkzeit {was}, nicht die der Datei, {file}: Mit ihr ist eine " +
      "Runde veröffentlicht (ändern Sie das Turnier, wenn eine andere gelten soll)",
    event_deputies: "Die Stellvertreter sind jetzt die der Datei und waren andere",
    event_ends: "Der letzte Tag des Turniers war {was} und ist jetzt {now}",
    event_federation: "Der Verband des Turniers war {was} und ist jetzt {now}",
    event_first_control: "Das Turnier hatte keine Bedenkzeit und hat jetzt {now}",
    event_kind: "Die Art des Turniers war {was} und ist jetzt {now}",
    event_name: "Das Turnier hieß {was} und heißt jetzt {now}",
    event_place: "Der Ort des Turniers war {was} und ist jetzt {now}",
    event_records: "Die aufbewahrten TRF-Sätze sind jetzt die der Datei und waren andere",
    event_rounds: "Das Turnier hatte {was} Runden und hat jetzt {now}",
    event_scoring: "Die Punkte für ein Ergebnis sind jetzt die der Datei und waren andere",
    event_sectors: "Die Bereiche sind jetzt die der Datei und waren andere",
    event_system: "Das Auslosungssystem war {was} und ist jetzt {now}",
    event_terms: "Die Spielbedingungen sind jetzt die der Datei und waren andere",
    latin1: "Die Datei ist nicht in UTF-8 (Zeile {line}); sie wurde als Latin-1 gelesen",
    left_out: "Runde {round}: ohne Partie und ohne Freilos: {players}",
    left_out_more: "Runde {round}: ohne Partie und ohne Freilos: {players} und {more} weitere",
    met: "Runde {round}, Brett {board}: {white} und {black} haben schon in Runde {met} gespielt",
    more: "und {more} weitere dieser Art",
    more_numbers: "und {more} weitere Nummern",
    moved: "Runde {round} ist {state}, und Paare wechseln das Brett: {moves}",
    moved_more:
      "Runde {round} ist {state}, und Paare wechseln das Brett: {moves} und {more} weitere",
    namesakes:
      "{name} hatte die Nummer {was} und hat jetzt {now}, und das Turnier hatte {players} " +
      "Spieler dieses Namens: Ist es derselbe?",
    new_player: "Spieler {player} ist neu im Turnier: Ist ein Name falsch geschrieben?",
    no_colours:
      "Runde {round}, Spieler {white} und {black}: kampflos ohne Farben; die kleinere Nummer " +
      "bekam Weiß",
    no_result: "Runde {round}, Spieler {white} und {black}: „?“, noch kein Ergebnis",
    not_in_list: "{name} steht nicht in der Liste: Die Nummer war {was} und ist jetzt {now}",
    number_other: "Nummer {number} war {was} und ist jetzt {now}",
    other_games: "{games} Partien anderer Runden wurden weggelassen",
    other_rounds: "Andere Runden der Datei wurden weggelassen: {rounds}",
    place_left: "{place} wird nicht übernommen",
    plan_kept:
      "Runde {round} behält Beginn und Bedingungen: Ändern Sie ihren Plan, bevor sie beginnt",
    points:
      "Die Punkte für ein Ergebnis ändern sich. Zahl der Ergebnisse in bestätigten Runden, die " +
      "andere Punkte bekommen: {results}.",
    points_differ:
      "Zeile {line}: Die Ergebnisse von Spieler {player} ergeben {sum} Punkte, in der Datei " +
      "stehen {points}",
    points_unknown:
      "Zeile {line}: Die Punkte eines unbekannten Ergebnisses (X) werden nicht " + "übernommen",
    rating_left: "Zeile {line}: Die Wertungszahl „{rating}“ wurde nicht beachtet",
    read_as_bye:
      "Zeile {line}: „{code}“ ohne Gegner in Runde {round} wurde als Freilos {bye} gelesen",
    record_kept:
      "Zeile {line}: Der Satz {record} wird unverändert aufbewahrt; Flagfall benutzt ihn nicht",
    record_long:
      "Zeile {line}: Der Satz {record} wird nicht aufbewahrt: Er ist länger als {most} Bytes " +
      "oder hat Zeichen, die kein Satz hat",
    record_most:
      "Zeile {line}: Der Satz {record} wird nicht aufbewahrt: höchstens {most} werden es",
    result_at_clock:
      "Runde {round}, Brett {board}: Das Ergebnis kommt von der Partie an der Uhr; das der " +
      "Datei, {result}, wurde nicht übernommen",
    result_fetched:
      "{consumer} hat das bisherige Ergebnis schon abgerufen: Verständigen Sie alle, die es dort " +
      "verwenden.",
    result_gone:
      "Runde {round}, Brett {board}: Das eingetragene Ergebnis {result} fällt mit der Paarung weg",
    result_kind:
      "Runde {round}, Brett {board}: Das eingetragene Ergebnis {result} wird zu {now} ({kind})",
    result_other: "Runde {round}, Brett {board}: Das eingetragene Ergebnis {result} wird zu {now}",
    round_confirmed: "Runde {round} ist bestätigt: Ein gültiges Ergebnis wird geändert.",
    round_date_left:
      "Zeile {line}: „{date}“, das Datum der Runde {round}, ist nicht JJ/MM/TT und wurde " +
      "weggelassen",
    round_paired: "Runde {round} ist schon ausgelost, nach dem bisherigen Ergebnis.",
    round_start_undone:
      "Danach hat keine Partie der Runde {round} begonnen: Die Runde ist veröffentlicht und kann " +
      "neu gestartet werden",
    rounds_left: "Runden der Datei wurden nicht übernommen",
    state_kept:
      "Runde {round} ist {state}, und eine Datei macht sie nicht {next}: Das geht nur als " +
      "eigene Handlung",
    team_other: "Mannschaft {number} war {was} und ist jetzt {now}",
    third_colour:
      "Runde {round}, Brett {board}: {player} hat zum dritten Mal nacheinander {colour}",
  },
  value: {
    drafted: "ein Entwurf",
    published: "veröffentlicht",
    started: "begonnen",
    finished: "beendet",
    confirmed: "bestätigt",
    pending: "offen",
    adjourned: "vertagt",
    forfeit: "kampflos",
    unrated: "ohne Wertung",
    white: "Weiß",
    black: "Schwarz",
  },
};
