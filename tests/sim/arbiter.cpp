#include "tests/sim/arbiter.hpp"

#include <algorithm>
#include <array>

#include "common/chess/position.hpp"
#include "tests/sim/invariants.hpp"

namespace flagfall::sim {

using Phase = BoardImage::Phase;

namespace {

// The positions in which games start: the usual one, and positions close to every kind of end.
constexpr std::array<std::string_view, 14> starts{
    "",
    "",
    "4k3/P7/8/8/8/8/7p/4K3 w - - 0 1",            // promotions
    "8/8/8/4k3/8/8/8/R3K3 w Q - 0 1",              // a rook against nothing
    "8/8/4k3/8/8/3KB3/8/8 w - - 0 1",              // dead from the start
    "8/5k2/8/8/8/8/3KN3/6n1 b - - 0 1",            // a knight each: mate is possible
    "7k/5Q2/8/6K1/8/8/8/8 b - - 0 1",              // stalemate or mate near
    "8/8/8/3k4/8/3K4/4P3/8 w - - 96 80",           // the fiftieth move near
    "4k3/8/8/8/8/8/8/R3K2R w KQ - 143 120",        // the seventy-fifth
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "k7/1p6/1P6/8/8/6p1/6P1/K7 w - - 0 1",         // blocked pawns
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",       // a mate on the back rank
    "8/k7/8/8/8/8/7q/K7 w - - 0 1",
    "2bqkb2/pppppppp/8/8/8/8/PPPPPPPP/2BQKB2 w - - 0 1",
};

}  // namespace

Arbiter::Arbiter(Hall& hall, ArbiterdHost& office, Pairings& pairings, bool chief)
    : Client(hall, "arbiter", std::nullopt), office_(office), pairings_(pairings), chief_(chief) {
    for (const auto& [board, games] : pairings.left) boards_[board];
}

void Arbiter::begin() {
    start();
    look();
}

bool Arbiter::finished() const {
    const bool none_left =
        std::ranges::all_of(pairings_.left, [](const auto& p) { return p.second == 0; });
    return none_left && idle() && std::ranges::all_of(boards_, [](const auto& b) {
               return b.second.phase == Phase::over || b.second.phase == Phase::empty;
           });
}

void Arbiter::on_event(const wire::EventFrame& frame) {
    std::visit(
        [&](const auto& e) {
            ++world_.types["clockd/event/" + std::string(e.type)];
            if constexpr (requires { e.board; }) boards_[e.board].see(frame, world_.now());
        },
        frame.event);
}

void Arbiter::look() {
    world_.agenda.in(random_.between(milliseconds(100), seconds(2)), [this] { look(); });
    if (office_.up() && chief_) check_options(world_, *office_.games());
    if (office_.idle() && chief_) standings_.check(world_, *office_.games(), office_.rows());
    if (!linked() || !idle()) return;
    for (auto& [board, image] : boards_) look_at(board, image);
    see_to_lost_commands();
}

void Arbiter::look_at(Board board, BoardImage& image) {
    if (random_.chance(0.5) && at_the_desk(image)) return;
    const bool free = image.phase == Phase::empty || image.phase == Phase::over;
    if (free) {
        if (reopen(board, image)) return;
        const auto left = pairings_.left.find(board);
        if (chief_ && left != pairings_.left.end() && left->second > 0 && !world_.quiet)
            open(board);
        return;
    }
    if (call_flag(board, image)) return;
    if (image.phase == Phase::ready) {
        if (chief_) submit(command<wire::StartGame>(board, image));
        return;
    }
    const Instant late = Instant{} + world_.options.faults_until + seconds(60);
    if (world_.quiet && chief_ && world_.now() > late) return end(board, image);
    const game::Games* games = office_.games();
    const game::Game* game = games ? game::find(*games, image.game) : nullptr;
    const bool asked = game && !game->live.result &&
                       (game->live.hold == game::Hold::question || image.phase == Phase::paused);
    if (!asked) {
        rule_at_.erase(board);
        return step_in(board, image);
    }
    const ArbiterManners& manners = world_.options.arbiters;
    const Duration wait = random_.between(Duration{}, manners.rules_after);
    const auto [at, fresh] = rule_at_.try_emplace(board, world_.now() + wait);
    if (!fresh && world_.now() >= at->second) {
        rule_at_.erase(at);
        rule_on(board, image);
    }
}

// ---- rulings ------------------------------------------------------------------------------

void Arbiter::rule_on(Board board, const BoardImage& image) {
    world_.marks.add("arbiter_ruled");
    const game::Games* games = office_.games();
    const game::Game* game = games ? game::find(*games, image.game) : nullptr;
    if (!game) return;
    const double what = random_.unit();
    if (image.phase == Phase::paused && game->live.hold == game::Hold::none && what < 0.7)
        return submit(command<wire::Resume>(board, image));
    if (what < 0.1) return end(board, image);
    if (what < 0.2) return submit(command<wire::Resume>(board, image));
    if (what < 0.8 && image.phase != Phase::stopped)
        return set_clock(board, image, game->live.ply, chess::fen(game->history.current()), true);
    end(board, image);
}

void Arbiter::step_in(Board board, const BoardImage& image) {
    const ArbiterManners& manners = world_.options.arbiters;
    if (world_.quiet || image.phase == Phase::stopped) return;
    if (world_.whim(random_, manners.pause) && image.phase == Phase::running) {
        auto pause = command<wire::Pause>(board, image);
        pause.reason = "a phone rang";
        return submit(pause);
    }
    if (adjust(board, image) || set_control(board, image)) return;
    if (world_.whim(random_, manners.correct)) {
        const auto& position = image.position();
        const std::string fen = position && random_.chance(0.3) ? chess::fen(*position) : "";
        return set_clock(board, image, image.ply, fen, random_.chance(0.8));
    }
    if (world_.whim(random_, manners.go_back) && image.ply.count > 0) {
        world_.marks.add("arbiter_went_back");
        const auto back = static_cast<std::uint32_t>(random_.between(1, 3));
        const Ply ply{image.ply.count - std::min(back, image.ply.count)};
        return set_clock(board, image, ply, "", random_.chance(0.8));
    }
    if (world_.whim(random_, manners.set_up)) {
        world_.marks.add("arbiter_set_up_a_position");
        const auto fen = starts[2 + random_.below(starts.size() - 2)];
        return set_clock(board, image, image.ply, std::string(fen), random_.chance(0.8));
    }
    if (world_.whim(random_, manners.end)) end(board, image);
}

void Arbiter::set_clock(Board board, const BoardImage& image, Ply ply, std::string fen,
                        bool run) {
    auto set = command<wire::SetReading>(board, image);
    wire::Correction& c = set.correction;
    c.readings = image.readings;
    for (Duration& reading : c.readings.values)
        reading = std::max(reading, seconds(1)) + random_.between(Duration{}, seconds(5));
    const bool same_side = image.ply.count % 2 == ply.count % 2;
    c.turn = same_side ? image.turn : other(image.turn);
    c.ply = ply;
    c.run = run;
    if (!fen.empty()) {
        const auto read = chess::parse_position(fen, chess::Variant::chess);
        if (read && read->side_to_move() == c.turn) c.fen = std::move(fen);
    }
    c.article = "6.10.2";
    c.reason = "the arbiter set the clock";
    submit(set);
}

void Arbiter::end(Board board, const BoardImage& image) {
    world_.marks.add("arbiter_ended_a_game");
    constexpr std::array scores{Score{{{2, 0}}}, Score{{{0, 2}}}, Score{{{1, 1}}},
                                Score{{{0, 0}}}, Score{{{1, 0}}}};
    auto end = command<wire::EndGame>(board, image);
    end.outcome = {scores[random_.below(scores.size())], Ending::arbiter_decision, "12.9"};
    submit(end);
}

// ---- games --------------------------------------------------------------------------------

std::string Arbiter::time_control() {
    const std::string base = std::to_string(random_.between(2, 60));
    const std::string gain = std::to_string(random_.between(1, 3));
    switch (random_.below(7)) {
        case 0: return base;
        case 1: return base + "b" + gain;
        case 2: return base + "d" + gain;
        case 3: return "3/" + base + "+" + gain + ":" + base;
        case 4: return "4/" + base + ":2/10:" + base + "+1";
        case 5: return "W" + base + "-B" + std::to_string(random_.between(2, 60)) + "+" + gain;
        default: return base + "+" + gain;
    }
}

// Also drawn separately: the methods that no event of FIDE uses.
void Arbiter::add_method(wire::GameTerms& terms, int number) const {
    Random random(world_.options.seed * 0x2545F4914F6CDD1D + 104729 +
                  static_cast<std::uint64_t>(number));
    if (!random.chance(0.3)) return;
    const std::string base = std::to_string(random.between(2, 40));
    const std::int64_t moment = random.between(2, 9);
    const std::string sum = std::to_string(moment * random.between(1, 4));
    const std::string japanese = sum + "y" + std::to_string(moment);
    const std::string canadian = std::to_string(random.between(1, 4)) + "/" + sum + "c";
    const std::array<std::string, 9> methods{
        base + "h",           "0g" + sum,           "0u",
        base + ":" + japanese, base + ":" + canadian, base + "d2:" + japanese,
        "W" + base + ":" + canadian + "-B2/" + base + ":" + base + "+2:" + japanese,
        japanese,             canadian};
    terms.time_control = methods[random.below(methods.size())];
}

// Drawn separately, so that the other draws of a world are the same with any list of profiles. The
// announced settings need not fit the time control.
std::string Arbiter::profile(int number) const {
    constexpr std::array announced{
        "",           "fide-standard",   "fide-rapid",    "fide-blitz",
        "fide-blitz", "fide-standard",   "fide-rapid",    "fide-rapid-a5",
        "",           "uschess-regular", "uschess-quick", "uschess-blitz"};
    Random random(world_.options.seed * 0x2545F4914F6CDD1D + static_cast<std::uint64_t>(number));
    return announced[random.below(announced.size())];
}

wire::GameTerms Arbiter::terms(int number) {
    wire::GameTerms terms;
    terms.event = "sim";
    terms.round = std::to_string(1 + number / 8);
    terms.white = "Müller, Änne";
    terms.black = "Ковалёв, Иван";
    terms.time_control = time_control();
    add_method(terms, number);
    if (random_.chance(0.3)) terms.period_trigger = PeriodTrigger::zero;
    terms.fen = starts[random_.below(starts.size())];
    if (random_.chance(0.08)) {
        terms.variant = Variant::chess960;
        terms.fen = "bnrbkqnr/pppppppp/8/8/8/8/PPPPPPPP/BNRBKQNR w KQkq - 0 1";
    }
    terms.profile = profile(number);
    if (random_.chance(0.03)) terms.profile = "unheard-of";
    add_settings(terms);
    add_quickplay(terms, number);
    // One supervision for each event (A.6).
    if (terms.profile.ends_with("a5") || terms.profile.starts_with("us"))
        terms.event = "sim-" + terms.profile;
    return terms;
}

void Arbiter::open(Board board) {
    --pairings_.left.at(board);
    wire::OpenGame open;
    open.board = board;
    open.game = "g" + std::to_string(++pairings_.opened);
    open.terms = terms(pairings_.opened);
    submit(open);
}

}  // namespace flagfall::sim
