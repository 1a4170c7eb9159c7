#include "arbiterd/console/rules_answers.hpp"

#include <algorithm>
#include <array>
#include <expected>
#include <vector>

#include "common/base/now.hpp"
#include "common/base/number.hpp"
#include "common/base/side.hpp"
#include "common/chess/chess960.hpp"
#include "common/chess/history.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "common/mate/certificate.hpp"

namespace flagfall::console {

namespace {

using chess::Position;

constexpr int deepest_perft = 20;

// When to give up the present question; each thread has one question at a time.
thread_local Instant deadline;
bool out_of_time() { return now() >= deadline; }

constexpr const char* empty_line = "error: empty line";

std::expected<Position, std::string> read_position(std::string_view fen, const Manner& manner) {
    const chess::Variant chosen = manner.variant.value_or(
        chess::only_chess960(fen) ? chess::Variant::chess960 : chess::Variant::chess);
    const auto position = chess::parse_position(fen, chosen);
    if (!position) return std::unexpected("invalid " + chess::text(position.error()));
    return *position;
}

// "before<TAB>after"; nothing without a tab.
std::optional<std::pair<std::string_view, std::string_view>> at_tab(std::string_view line) {
    const auto tab = line.rfind('\t');
    if (tab == std::string_view::npos) return std::nullopt;
    return std::pair(line.substr(0, tab), line.substr(tab + 1));
}

mate::Budget for_dead(const Manner& manner) {
    return {manner.nodes.value_or(mate::dead_budget.nodes)};
}

// The first ply at which each holds.
struct Firsts {
    static constexpr std::array<const char*, 7> names{
        "threefold", "fivefold", "fifty", "seventy_five", "checkmate", "stalemate", "dead"};
    std::array<std::optional<std::size_t>, 7> plies;

    void look(const chess::History& history, const Manner& manner) {
        const Position& now = history.current();
        const chess::Ending ending = chess::ending(now);
        const std::array<bool, 7> holds{history.threefold(),
                                        history.fivefold(),
                                        history.fifty_moves(),
                                        history.seventy_five_moves(),
                                        ending == chess::Ending::checkmate,
                                        ending == chess::Ending::stalemate,
                                        !plies[6] && mate::dead(now, for_dead(manner))};
        for (std::size_t i = 0; i < holds.size(); ++i)
            if (holds[i] && !plies[i]) plies[i] = history.ply();
    }

    std::string json() const {
        std::string text = "{";
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (i != 0) text += ',';
            text += '"' + std::string(names[i]) + "\":";
            text += plies[i] ? std::to_string(*plies[i]) : "null";
        }
        return text + "}";
    }
};

std::string json_error(const std::string& what) {
    std::string text = "{\"error\":\"";
    for (const char c : what)  // control characters become blanks
        if (c == '"' || c == '\\')
            text += std::string("\\") + c;
        else
            text += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    return text + "\"}";
}

}  // namespace

std::string answer_perft(std::string_view line, const Manner& manner) {
    if (line.empty()) return empty_line;
    const auto parts = at_tab(line);
    const auto depth = parts ? whole_number(parts->second, 0, deepest_perft) : std::nullopt;
    if (!depth)
        return "error: expected FEN<TAB>depth, a depth from 0 to " + std::to_string(deepest_perft);
    const auto position = read_position(parts->first, manner);
    return position ? std::to_string(chess::perft(*position, *depth)) : position.error();
}

std::string answer_moves(std::string_view line, const Manner& manner) {
    if (line.empty()) return empty_line;
    const auto position = read_position(line, manner);
    if (!position) return position.error();
    std::vector<std::string> moves;
    for (const chess::Move move : chess::legal_moves(*position))
        moves.push_back(chess::uci(*position, move));
    std::ranges::sort(moves);
    std::string text;
    for (const std::string& move : moves) text += (text.empty() ? "" : " ") + move;
    return text;
}

std::string answer_san(std::string_view line, const Manner& manner) {
    if (line.empty()) return empty_line;
    // A second tab is an error in the line: refuse it, and do not cut the text.
    const auto tab = line.find('\t');
    if (tab == std::string_view::npos) return "error: expected FEN<TAB>text of a move";
    const auto position = read_position(line.substr(0, tab), manner);
    if (!position) return position.error();
    const auto move = chess::parse_san(*position, line.substr(tab + 1));
    return move ? chess::uci(*position, *move) : std::string(name(move.error()));
}

std::string answer_fen(std::string_view line, const Manner& manner) {
    if (line.empty()) return empty_line;
    const auto position = read_position(line, manner);
    return position ? "valid" : position.error();
}

// A number gives its start position, a position gives its number.
std::string answer_chess960(std::string_view line, const Manner&) {
    if (line.empty()) return empty_line;
    if (is_digits(line)) {
        const auto number = whole_number<std::uint32_t>(line, 0, chess::chess960_positions - 1);
        if (!number) return "error: expected a number from 0 to 959";
        return chess::fen(chess::chess960_start(*number));
    }
    const auto position = chess::parse_position(line, chess::Variant::chess960);
    if (!position) return "invalid " + chess::text(position.error());
    const auto found = chess::chess960_number(*position);
    return found ? std::to_string(*found) : "none of the 960";
}

std::string answer_mate(std::string_view line, const Manner& manner) {
    if (line.empty()) return empty_line;
    const auto parts = at_tab(line);
    if (!parts || (parts->second != "w" && parts->second != "b"))
        return "error: expected FEN<TAB>w or FEN<TAB>b";
    const auto position = read_position(parts->first, manner);
    if (!position) return position.error();
    const Side side = parts->second == "w" ? Side::white : Side::black;
    mate::Budget budget;
    budget.nodes = manner.nodes.value_or(budget.nodes);
    if (manner.time > Duration{}) {
        deadline = now() + manner.time;
        budget.expired = out_of_time;
    }
    const mate::Analysis answer = mate::can_mate(*position, side, budget);
    switch (manner.form) {
        case MateForm::certificate: return mate::certificate(*position, side, answer);
        case MateForm::explanation: return mate::explain(*position, side, answer);
        case MateForm::line: break;
    }
    const std::string moves = mate::uci_line(*position, answer.line);
    return std::string(mate::name(answer.verdict)) + (moves.empty() ? "" : " " + moves);
}

std::string answer_game(std::string_view line, const Manner& manner) {
    if (line.empty()) return json_error("empty line");
    Position position = chess::start_position();
    if (const auto semicolon = line.find(';'); semicolon != std::string_view::npos) {
        const auto start = read_position(line.substr(0, semicolon), manner);
        if (!start) return json_error(start.error());
        position = *start;
        line.remove_prefix(semicolon + 1);
    } else if (manner.variant == chess::Variant::chess960) {
        position = *read_position(chess::fen(position), manner);
    }
    chess::History history(position);
    Firsts firsts;
    firsts.look(history, manner);
    while (!line.empty()) {
        const auto space = line.find(' ');
        const std::string_view word = line.substr(0, space);
        line.remove_prefix(space == std::string_view::npos ? line.size() : space + 1);
        if (word.empty()) continue;
        const auto move = chess::parse_uci(history.current(), word);
        if (!move)
            return json_error(std::string(name(move.error())) + " move " + std::string(word) +
                              " at ply " + std::to_string(history.ply() + 1));
        history.play(*move);
        firsts.look(history, manner);
    }
    return firsts.json();
}

}  // namespace flagfall::console
