#include "tests/sim/desk_acts.hpp"

#include <algorithm>
#include <array>

#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::sim {
namespace {

std::optional<Duration> some_time(Random& random) {
    if (random.chance(0.5)) return std::nullopt;
    return random.chance(0.05) ? Duration{} : random.between(seconds(1), seconds(20));
}

std::string square(Random& random) {
    return chess::square_name(static_cast<chess::Square>(random.below(64)));
}

// The text of a legal move, or sometimes of none.
std::string a_move(Random& random, const chess::Position& position) {
    const chess::MoveList moves = chess::legal_moves(position);
    if (moves.empty() || random.chance(0.1)) return square(random) + square(random);
    const chess::Move move = moves[random.below(moves.size())];
    return random.chance(0.5) ? chess::uci(position, move) : chess::san(position, move);
}

// The position of the record, one a move later, or an earlier one.
std::string a_position(Random& random, const game::Game& game) {
    const chess::Position& now = game.history.current();
    const double what = random.unit();
    if (what < 0.3) return chess::fen(now);
    if (what < 0.4) return "no position";
    if (what < 0.6) return chess::fen(game.history.at(random.below(game.moves.size() + 1)));
    const chess::MoveList moves = chess::legal_moves(now);
    if (moves.empty()) return "";
    return chess::fen(chess::after(now, moves[random.below(moves.size())]));
}

wire::BindMove touch(Random& random, const game::Game& game) {
    const chess::Position position = game::on_board(game.live, game.history.current());
    wire::BindMove act;
    act.side = random.chance(0.8) ? position.side_to_move() : other(position.side_to_move());
    for (std::uint64_t left = 1 + random.below(2); left > 0; --left) {
        std::string touched = square(random);
        for (int tries = 0; tries < 40 && random.chance(0.99); ++tries) {
            const auto at = static_cast<chess::Square>(random.below(64));
            const chess::Piece piece = position.piece_at(at);
            if (piece.empty() || (piece.side != act.side && random.chance(0.7))) continue;
            touched = chess::square_name(at);
            break;
        }
        act.squares += (act.squares.empty() ? "" : " ") + touched;
    }
    return act;
}

wire::IllegalAction illegal(Random& random, const game::Game& game) {
    using enum wire::Irregularity;
    constexpr std::array kinds{illegal_move, illegal_move, two_hands, press_without_move,
                               promotion_not_completed};
    wire::IllegalAction act;
    act.side = random.chance(0.5) ? Side::white : Side::black;
    act.kind = random.chance(0.02) ? unreadable_move : kinds[random.below(kinds.size())];
    if (random.chance(0.5)) act.text = square(random) + square(random);
    if (random.chance(0.6)) return act;
    act.ply = Ply{static_cast<std::uint32_t>(random.below(game.live.ply.count + 2))};
    if (act.kind != illegal_move && random.chance(0.95)) return act;
    act.white = some_time(random);
    act.black = some_time(random);
    act.run = random.chance(0.5);
    if (random.chance(0.2)) act.fen = a_position(random, game);
    return act;
}

// The moves of the record, sometimes with another one among them, or without the last ones.
wire::EnterSheet scoresheet(Random& random, const game::Game& game) {
    constexpr std::array whose{"white", "black", "arbiter"};
    wire::EnterSheet act;
    act.whose = whose[random.below(whose.size())];
    act.language = "english";
    act.notation = "algebraic";
    const std::size_t length = game.moves.size() - random.below(std::min<std::size_t>(
                                                       game.moves.size(), 3) + 1);
    const std::size_t wrong = random.chance(0.5) ? random.below(length + 1) : length;
    for (std::size_t at = 0; at < length; ++at) {
        const chess::Position& before = game.history.at(at);
        const bool white = before.side_to_move() == Side::white;
        if (white || at == 0)
            act.sheet += std::to_string(before.fullmove_number()) + (white ? ". " : "... ");
        const chess::MoveList moves = chess::legal_moves(before);
        const chess::Move move = at == wrong ? moves[random.below(moves.size())]
                                             : game.moves[at].move;
        act.sheet += chess::san(before, move) + " ";
    }
    return act;
}

// For a board that reports only presses: as many moves as it counted, or others; moves entered
// before are repeated or replaced, and the last one may be illegal.
wire::EnterMoves entered_moves(Random& random, const game::Game& game) {
    wire::EnterMoves act;
    act.language = "english";
    act.notation = "algebraic";
    const std::size_t entered = game.moves.size();
    const std::size_t begin = entered - random.below(std::min<std::size_t>(entered, 3) + 1);
    const bool replaces = begin < entered && random.chance(0.5);
    if (replaces) act.from = Ply{game.base.count + static_cast<std::uint32_t>(begin) + 1};
    const std::size_t counted = game.live.presses->count - std::min(game.live.presses->count,
                                                                    game.base.count);
    std::size_t last = std::max(counted, begin) + random.below(2);
    if (random.chance(0.3)) last = begin + random.below(6);
    chess::Position now = game.history.at(begin);
    bool repeats = !replaces;
    for (std::size_t at = begin; at < last; ++at) {
        const chess::MoveList moves = chess::legal_moves(now);
        if (moves.empty()) break;
        repeats = repeats && at < entered && random.chance(0.98);
        const chess::Move move = repeats ? game.moves[at].move : moves[random.below(moves.size())];
        const bool white = now.side_to_move() == Side::white;
        if (white || at == begin)
            act.sheet += std::to_string(now.fullmove_number()) + (white ? ". " : "... ");
        act.sheet += chess::san(now, move) + " ";
        now = chess::after(now, move);
    }
    if (random.chance(0.05)) act.sheet += "Qq9 ";
    return act;
}

Side a_side(Random& random) { return random.chance(0.5) ? Side::white : Side::black; }

Score a_score(Random& random) {
    if (random.chance(0.3)) return drawn();
    return random.chance(0.9) ? win_of(a_side(random)) : Score{{{1, 0}}};
}

// As the game can have ended, or as it cannot.
wire::GiveResult result(Random& random) {
    constexpr std::array endings{"", "", "resignation", "agreement", "time-forfeit",
                                 "illegal-move-forfeit", "illegal-move-draw", "forfeit"};
    wire::GiveResult act;
    act.score = a_score(random);
    act.ending = endings[random.below(endings.size())];
    return act;
}

wire::Penalise late_penalty(Random& random) {
    using enum wire::PenaltyKind;
    constexpr std::array kinds{points_to_opponent, points_off, loss, fine, exclusion, expulsion};
    wire::Penalise act;
    act.side = a_side(random);
    act.kind = kinds[random.below(kinds.size())];
    act.text = "two rounds";
    if (random.chance(0.7)) act.score = a_score(random);
    return act;
}

wire::ChangeControl another_control(Random& random, bool running) {
    constexpr std::array controls{"30",  "20+1", "10d1",    "3/10:20", "W20-B30",
                                  "25h", "0g9",  "12:9y3",  "12:3/9c", "0u"};
    wire::ChangeControl act;
    act.time_control = controls[random.below(controls.size())];
    if (random.chance(0.3))
        act.period_trigger = random.chance(0.5) ? PeriodTrigger::zero : PeriodTrigger::moves;
    if (running || random.chance(0.6)) {
        act.white = random.between(seconds(1), seconds(20));
        act.black = random.between(seconds(1), seconds(20));
    }
    return act;
}

wire::DeskAct appeal(Random& random, const game::Live& live) {
    for (const game::Question& question : live.questions)
        if (question.about == game::Subject::appeal && random.chance(0.7))
            return wire::DecideAppeal{question.number, random.chance(0.5), "heard"};
    return wire::Appeal{a_side(random), 0, "it is wrong"};
}

wire::SetClock placed(Random& random, const game::Game& game) {
    wire::SetClock act;
    act.white = random.between(seconds(1), seconds(20));
    act.black = random.between(seconds(1), seconds(20));
    act.fen = a_position(random, game);
    if (random.chance(0.3))
        act.ply = Ply{game.base.count +
                      static_cast<std::uint32_t>(random.below(game.moves.size() + 2))};
    act.run = random.chance(0.5);
    return act;
}

}  // namespace

wire::DeskAct any_rare_act(Random& random, const game::Game& game) {
    const game::Live& live = game.live;
    const double what = random.unit();
    if (what < 0.2) return appeal(random, live);
    if (live.result) {
        if (what < 0.6) return result(random);
        return late_penalty(random);
    }
    if (what < 0.3) return result(random);
    if (what < 0.6 || live.running) return another_control(random, live.running);
    if (what < 0.7) return wire::RestartGame{random.chance(0.5), a_position(random, game)};
    return placed(random, game);
}

const game::Question* any_question(Random& random, const game::Live& live) {
    std::vector<const game::Question*> open;
    for (const game::Question& question : live.questions)
        if (!question.options.empty()) open.push_back(&question);
    return open.empty() ? nullptr : open[random.below(open.size())];
}

wire::AnswerQuestion any_answer(Random& random, const game::Game& game,
                                const game::Question& question) {
    wire::AnswerQuestion act;
    act.question = question.number;
    act.option = question.options[random.below(question.options.size())].name;
    act.white = some_time(random);
    act.black = some_time(random);
    const chess::Position board = game::on_board(game.live, game.history.current());
    if (act.option == "set_up") act.text = a_position(random, game);
    if (act.option == "move_was") act.text = a_move(random, board);
    return act;
}

std::optional<wire::UndoRuling> any_undo(Random& random, const game::Live& live) {
    if (live.ruled.empty()) return std::nullopt;
    const std::size_t size = live.ruled.size();
    const std::size_t reach = random.chance(0.7) ? std::min<std::size_t>(size, 2) : size;
    return wire::UndoRuling{live.ruled[size - 1 - random.below(reach)].number};
}

wire::DeskAct any_finding(Random& random, const game::Game& game) {
    if (game.live.presses && random.chance(0.4)) return entered_moves(random, game);
    const double what = random.unit();
    if (what < 0.4) return touch(random, game);
    if (what < 0.8) return illegal(random, game);
    if (what < 0.9) return scoresheet(random, game);
    const Side side = random.chance(0.5) ? Side::white : Side::black;
    if (what < 0.95) return wire::Arrival{side};
    return wire::ShowRecord{side};
}

}  // namespace flagfall::sim
