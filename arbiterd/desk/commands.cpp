#include "arbiterd/desk/commands.hpp"

#include <string>

namespace flagfall::desk {

namespace {

const Value white{"white_us", Kind::time, "what White's clock shall show, or gets"};
const Value black{"black_us", Kind::time, "what Black's clock shall show, or gets"};
const Value white_shows{"white_us", Kind::time, "what White's clock shall show", true};
const Value black_shows{"black_us", Kind::time, "what Black's clock shall show", true};
const Value control_white{"white_us", Kind::time,
                          "what White's clock shall show; worked out for a clock that stands"};
const Value control_black{"black_us", Kind::time, "what Black's clock shall show; likewise"};
const Value language{"language", Kind::text, "german, french ...; to be found out if left out"};
const Value notation{"notation", Kind::text, "algebraic, iccf or descriptive; likewise"};
const Value text{"text", Kind::text, "words that the act asks for"};

// Questions, clocks, results and penalties.
std::vector<Command> of_the_clock() {
    return {
        {"answer", "answer",
         {{"question", Kind::number, "number of the question"},
          {"option", Kind::word, "one of its options"}},
         {white, black, text},
         "a question of the queue is answered"},
        {"result", "give_result",
         {{"score", Kind::score, "1-0, 0-1, 1/2-1/2, 0-0, 1/2-0 or 0-1/2; +:- by forfeit"}},
         {{"ending", Kind::ending,
           "checkmate, resignation, resignation-draw, stalemate, dead-position, agreement, "
           "time-forfeit, time-forfeit-draw, illegal-move-forfeit, illegal-move-draw, threefold, "
           "fifty-move, fivefold, seventy-five-move, forfeit or arbiter-decision; left out: "
           "arbiter-decision, or forfeit with the article 6.7.1 and no moves"}},
         "the game ends with this result, or its result is corrected (8.7, 12.9)"},
        {"clock", "set_clock",
         {},
         {white_shows, black_shows,
          {"ply", Kind::ply, "the position AFTER so many plies stands again", false,
           "The position stands as it was after"},
          {"fen", Kind::text, "a position of your own, with --ply"},
          {"run", Kind::flag, "the clock of the side on move runs at once"}},
         "a clock that stands is set, and with --ply or --fen the position (6.10, 7.1)"},
        {"adjust", "adjust_clock", {}, {white, black},
         "time is added, or with a minus taken off, also while the clock runs (12.5)"},
        {"control", "set_control",
         {{"time_control", Kind::text, "such as 5400+30"}},
         {control_white, control_black, {"period_trigger", Kind::word, "moves or zero"}},
         "the clock was set wrong: this time control from now on (6.10.2)"},
        {"pause", "pause_clock", {}, {}, "both clocks stand (6.11.1)"},
        {"resume", "resume_clock", {}, {}, "the clock of the side on move runs on (6.11.3)"},
        {"penalise", "penalise",
         {{"side", Kind::side, "white or black: the offender"},
          {"kind", Kind::word,
           "warning, time_to_opponent, time_off, points_to_opponent, points_off, loss, both_lose, "
           "fine, exclusion or expulsion"}},
         {{"time_us", Kind::time, "of the two kinds that change the clock"},
          {"score", Kind::score, "what the result becomes, where points change"},
          {"text", Kind::text, "the amount of a fine, the rounds of an exclusion"}},
         "a penalty of 12.9"},
        {"undo", "undo", {{"ruling", Kind::number, "number of the ruling"}}, {},
         "a ruling is taken back by this further one"},
        {"note", "note", {{"text", Kind::text, "what is to be kept"}}, {},
         "something is written into the record and changes nothing"},
    };
}

// What went wrong at the board, and scoresheets.
std::vector<Command> of_the_board() {
    return {
        {"illegal", "illegal_action",
         {{"side", Kind::side, "white or black: the offender"},
          {"kind", Kind::word,
           "illegal_move, two_hands, press_without_move or promotion_not_completed"}},
         {{"ply", Kind::ply,
           "in which ply; of an illegal_move: the game goes back to BEFORE it", false,
           "The offence belongs to"},
          {"fen", Kind::text, "the last position that can be identified, if the record has none"},
          white, black, {"run", Kind::flag, "the offender's clock runs at once"},
          {"text", Kind::text, "what was done; a move by its squares binds its piece"}},
         "a completed illegal action is counted (7.5.1 to 7.5.5)"},
        {"restart", "restart_game",
         {},
         {{"reversed_colours", Kind::flag,
           "the players sat with reversed colours and change seats (7.3)"},
          {"fen", Kind::text, "the right initial position, if it is not the recorded one"}},
         "the game is cancelled and begins anew (7.2.1, 7.3)"},
        {"reverse", "reverse_colours", {}, {},
         "who has which colour in this game was recorded wrong: the other way round (7.3)"},
        {"bind", "bind_move",
         {{"side", Kind::side, "white or black"},
          {"squares", Kind::text, "what was touched, in its order: \"e1 h1\""}},
         {},
         "a touched piece must be moved or taken (4.3 to 4.5)"},
        {"sheet", "enter_sheet",
         {{"whose", Kind::word, "white, black or arbiter"},
          {"sheet", Kind::file, "a text file, - for standard input (docs/scoresheets.md)"}},
         {language, notation},
         "a scoresheet is kept and held against the record (Article 8)"},
        {"moves", "enter_moves",
         {{"sheet", Kind::file, "a text file, - for standard input (docs/scoresheets.md)"}},
         {language, notation,
          {"from", Kind::ply, "moves entered before are replaced FROM this ply on", false,
           "Moves are replaced from"}},
         "the moves of a board that tells presses only, from a scoresheet"},
    };
}

// Who came, what is approved, appeals and adjourned games.
std::vector<Command> of_the_office() {
    return {
        {"arrival", "arrival", {{"side", Kind::side, "white or black"}}, {},
         "a player has come to the board (6.7.1)"},
        {"show", "show_record",
         {{"side", Kind::side, "white or black: the player on the move"}}, {},
         "a player is shown the record (A.4.3)"},
        {"approve", "approve", {{"who", Kind::word, "white, black or arbiter"}}, {},
         "the result is approved; with all three it is confirmed (8.7)"},
        {"appeal", "appeal",
         {{"side", Kind::side, "whose appeal it is"}, {"text", Kind::text, "what it says"}},
         {{"ruling", Kind::number, "number of the ruling"}},
         "an appeal waits in the queue (11.10)"},
        {"decide-appeal", "decide_appeal", {{"appeal", Kind::number, "number of its question"}},
         {{"upheld", Kind::flag, "it is upheld; dismissed if left out"}, text},
         "an appeal is decided"},
        {"adjourn", "adjourn",
         {{"sealed_by", Kind::side, "white or black"},
          {"resumption", Kind::text, "date, time and place"}}, {},
         "the game is adjourned with a sealed move (I.2); pause the clock first"},
        {"open-sealed", "open_sealed", {{"text", Kind::text, "the move as it is written"}}, {},
         "the envelope is opened and the move judged (I.8)"},
        {"resume-game", "resume_game", {},
         {{"absent", Kind::word, "white, black or both: who is not there"}},
         "an adjourned game is resumed (I.9)"},
    };
}

}  // namespace

std::span<const Command> commands() {
    static const std::vector<Command> all = [] {
        std::vector<Command> commands = of_the_clock();
        for (const std::vector<Command>& more : {of_the_board(), of_the_office()})
            commands.insert(commands.end(), more.begin(), more.end());
        return commands;
    }();
    return all;
}

std::string option_name(std::string_view field) {
    std::string name(field);
    if (name.ends_with("_us")) name.resize(name.size() - 3);
    for (char& c : name)
        if (c == '_') c = '-';
    return name;
}

}  // namespace flagfall::desk
