#include "clockd/client/plan.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "common/base/ascii.hpp"
#include "common/base/limits.hpp"
#include "common/base/number.hpp"
#include "common/base/text.hpp"

namespace flagfall::client {

namespace {

// Tags that the record makes itself, or keeps in fields of their own.
constexpr std::string_view own_fields[] = {"Result", "Termination", "PlyCount",    "Round",
                                           "Board",  "White",       "Black",       "TimeControl",
                                           "SetUp",  "FEN",         "Variant"};

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

// 0 when it is not the number of a board.
std::uint32_t board_number(std::string_view text) {
    return whole_number<std::uint32_t>(text, 0, limits::boards).value_or(0);
}

bool unknown(std::string_view text) { return text.empty() || text == "-" || text == "?"; }

// Cuts the text to what the protocol allows, between characters.
std::string limited(std::string_view as_found) {
    const std::string text = printable(as_found);  // old files have anything
    if (text.size() <= limits::text_bytes) return text;
    std::size_t size = limits::text_bytes;
    while (size > 0 && goes_on(text[size])) --size;
    return text.substr(0, size);
}

std::string name_of(const chess::PgnGame& game, std::string_view side) {
    const std::string_view tag = trimmed(game.tag(side));
    return tag.empty() ? "?" : limited(tag);
}

// The first tags that fit into half of a line, where each byte may have to be escaped.
wire::Pairs kept_tags(const chess::PgnGame& game) {
    constexpr std::size_t brackets = 8;
    wire::Pairs kept;
    std::size_t bytes = 0;
    for (const auto& [name, value] : game.tags) {
        if (std::ranges::find(own_fields, name) != std::end(own_fields)) continue;
        wire::Pair tag{limited(name), limited(value)};
        bytes += 2 * (tag.name.size() + tag.value.size()) + brackets;
        if (kept.size() == limits::tags || bytes > limits::line_bytes / 2) break;
        kept.push_back(std::move(tag));
    }
    return kept;
}

Both<TimeControl> control_of(const chess::PgnGame& game, const std::string& otherwise) {
    if (auto control = parse_time_control(trimmed(game.tag("TimeControl")))) return *control;
    return *parse_time_control(otherwise);
}

void set_terms(Script& script, const chess::PgnGame& game, const Seat& seat,
               const PlanOptions& options) {
    script.control = control_of(game, options.time_control);
    wire::GameTerms& terms = script.terms;
    terms.event = options.event;
    terms.round = seat.round;
    terms.white = name_of(game, "White");
    terms.black = name_of(game, "Black");
    terms.time_control = text(script.control);
    if (game.start.variant() == chess::Variant::chess960) terms.variant = Variant::chess960;
    if (!(game.start == chess::start_position())) terms.fen = chess::fen(game.start);
    terms.tags = kept_tags(game);
}

void set_place(Script& script, const Seat& seat, const PlanOptions& options) {
    const std::string board = std::to_string(seat.board);
    const std::string round = slug(seat.round);
    script.board = Board{seat.board};
    script.game = options.event + "/" + (round.empty() ? "1" : round) + "/" + board;
    script.label = "round " + seat.round + ", board " + board + ", " + script.terms.white +
                   " - " + script.terms.black;
}

}  // namespace

std::string slug(std::string_view text) {
    std::string made;
    for (char c : text) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        if (!is_word(c)) c = '-';
        if (c == '-' && (made.empty() || made.back() == '-')) continue;
        if (made.size() == slug_bytes) break;
        made.push_back(c);
    }
    if (made.ends_with('-')) made.pop_back();
    return made;
}

std::string event_of_file(std::string_view path) {
    path = path.substr(path.rfind('/') + 1);  // npos + 1 is 0
    const std::size_t dot = path.rfind('.');
    if (dot != std::string_view::npos && dot > 0) path = path.substr(0, dot);
    const std::string made = slug(path);
    return made.empty() ? "event" : made;
}

Seat seat_of(const chess::PgnGame& game) {
    const std::string_view round = trimmed(game.tag("Round"));
    const std::size_t dot = std::min(round.find('.'), round.size());
    const std::string_view number = trimmed(round.substr(0, dot));
    Seat seat{unknown(number) ? "1" : limited(number), board_number(trimmed(game.tag("Board")))};
    if (seat.board == 0 && dot < round.size()) seat.board = board_number(round.substr(dot + 1));
    return seat;
}

std::vector<Seat> seats_of(const std::vector<chess::PgnGame>& games) {
    std::vector<Seat> seats;
    std::set<std::pair<std::string, std::uint32_t>> taken;
    bool as_given = true;
    for (const chess::PgnGame& game : games) {
        seats.push_back(seat_of(game));
        const Seat& seat = seats.back();
        as_given = as_given && seat.board > 0 && taken.emplace(seat.round, seat.board).second;
    }
    if (as_given) return seats;
    std::map<std::string, std::uint32_t> last;
    for (Seat& seat : seats) seat.board = ++last[seat.round];
    return seats;
}

Plan plan_of(const std::vector<chess::PgnGame>& games, const PlanOptions& options) {
    Plan plan;
    std::map<std::uint32_t, std::vector<Script>> boards;
    const std::vector<Seat> seats = seats_of(games);
    for (std::size_t i = 0; i < games.size(); ++i) {
        const std::string players = name_of(games[i], "White") + " - " + name_of(games[i], "Black");
        auto script = script_of(games[i]);
        if (seats[i].board > limits::boards) {
            plan.problems.push_back(players + ": more than " + std::to_string(limits::boards) +
                                    " boards");
        } else if (!script) {
            plan.problems.push_back(players + ": " + script.error());
        } else {
            set_terms(*script, games[i], seats[i], options);
            set_place(*script, seats[i], options);
            boards[seats[i].board].push_back(std::move(*script));
        }
    }
    for (auto& [number, scripts] : boards) {
        if (options.boards > 0 && plan.boards.size() == options.boards) break;
        plan.boards.push_back({Board{number}, std::move(scripts)});
    }
    return plan;
}

}  // namespace flagfall::client
