// flagfall_wild: plays games on a running clockd like no decent player would: illegal and
// unreadable moves, presses without moves, wrong claims, offers at any time, flags to the
// microsecond, arbiters who take moves back, set clocks and set up positions, commands sent twice
// and commands of an older epoch. The same seed sends the same commands as long as clockd gives the
// same answers at the same moments. Virtual time only.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/base/time_control.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "common/wire/codec.hpp"
#include "tests/support/dice.hpp"

using namespace flagfall;
using flagfall::test::Dice;

namespace {

// A link to clockd that waits for the expected message.
class Link {
public:
    Link(std::uint16_t port, const std::string& role) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in at{};
        at.sin_family = AF_INET;
        at.sin_port = htons(port);
        at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (::connect(socket_, reinterpret_cast<const sockaddr*>(&at), sizeof at) != 0)
            die("connect");
        const int on = 1;
        ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        send(wire::Hello{role, "wild", wire::protocol_version});
    }
    ~Link() { ::close(socket_); }
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    void send(const wire::ToClockd& message) {
        const std::string line = wire::encode(message) + "\n";
        if (::send(socket_, line.data(), line.size(), MSG_NOSIGNAL) !=
            static_cast<ssize_t>(line.size()))
            die("send");
    }

    // The next message; empty if there is none and `wait` is false.
    std::optional<wire::FromClockd> next(bool wait) {
        std::size_t end;
        while ((end = text_.find('\n')) == std::string::npos) {
            char buffer[65536];
            const ssize_t size = ::recv(socket_, buffer, sizeof buffer, wait ? 0 : MSG_DONTWAIT);
            if (size > 0)
                text_.append(buffer, static_cast<std::size_t>(size));
            else if (size < 0 && !wait)
                return {};
            else
                die("the link was closed");
        }
        auto message = wire::decode_from_clockd(std::string_view(text_).substr(0, end));
        if (!message) die(message.error().text.c_str());
        text_.erase(0, end + 1);
        return std::move(*message);
    }

    [[noreturn]] static void die(const char* what) {
        std::fprintf(stderr, "flagfall_wild: %s\n", what);
        std::exit(1);
    }

private:
    int socket_;
    std::string text_;
};

constexpr const char* profiles[] = {"", "", "fide-standard", "fide-rapid", "fide-blitz",
                                    "house-rules"};

constexpr const char* controls[] = {
    "300+2", "40/5400+30:1800+30", "60",          "3/30+2:20+5", "2/60",       "180b3",
    "60d5",  "2/40b5:2/30d4:20+3", "W300+2-B240", "4/100:50",    "2/60d3:60+2", "0+10"};

struct Start {
    const char* fen;
    Variant variant = Variant::chess;
};
constexpr Start starts[] = {
    {""},
    {""},
    {"8/4P1k1/8/8/8/8/p5K1/8 w - - 0 1"},
    {"8/8/8/4k3/8/8/4P3/4K3 b - - 0 1"},
    {"4k3/8/8/8/8/8/3R4/4K3 w - - 97 120"},
    {"4k3/8/8/8/8/8/3R4/4K3 b - - 145 120"},
    {"8/8/4k3/8/3n4/8/4K3/8 w - - 0 1"},
    {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"},
    {"r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 8"},
    {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", Variant::chess960},
    {"7k/5K2/8/6Q1/8/8/8/8 w - - 0 1"},
    {"8/1P6/8/7k/8/8/7p/K7 w - - 0 1"},
};

// What the player of this program assumes about a board.
struct Table {
    Board board;
    std::string game;
    std::string phase;
    chess::Variant variant = chess::Variant::chess;
    std::map<std::uint32_t, chess::Position> line;
    std::vector<chess::Position> made;  // after the moves on the board that are not completed
    Epoch epoch;
    std::uint32_t ply = 0;
    Side turn = Side::white;
    Instant at;
    Both<Duration> readings;
    bool over = false;
};

class Wild {
public:
    Wild(std::uint16_t port, std::uint64_t seed)
        : seed_(seed), dice_(seed), arbiter_(port, "arbiter"), device_(port, "device") {
        const auto welcome = arbiter_.next(true);
        log_ = std::get<wire::Welcome>(*welcome).log;
        device_.next(true);
        device_.send(wire::Subscribe{"all", log_, Pos{1}, {}});
    }

    void play(std::uint32_t games, std::uint32_t boards, std::uint32_t steps);

private:
    void take(const wire::EventFrame& frame);
    void drain();
    // Sends a command and waits for the answer; true if it was carried out.
    template <class Command>
    bool tell(Table& table, Command command, bool as_arbiter);
    void open(Table& table, std::uint32_t number);
    void step(Table& table);
    void think(Table& table);
    void move(Table& table);
    void talk(Table& table);
    void person(Table& table);
    void correct(Table& table);
    void adjust(Table& table);
    std::string text_of_move(Table& table, const chess::Position& position);
    const chess::Position* now(const Table& table) const {
        if (!table.made.empty()) return &table.made.back();
        const auto found = table.line.find(table.ply);
        return found == table.line.end() ? nullptr : &found->second;
    }
    template <class Command>
    Command by(Side side) {
        Command command;
        command.side = side;
        return command;
    }
    Side any() { return dice_.one_in(2) ? Side::white : Side::black; }

    std::uint64_t seed_;
    Dice dice_;
    Link arbiter_;
    Link device_;
    std::string log_;
    std::string refusal_;
    std::map<std::uint32_t, Table> tables_;
    std::uint64_t number_ = 0;
};

template <class Command>
bool Wild::tell(Table& table, Command command, bool as_arbiter) {
    command.id = "wild-" + std::to_string(seed_) + "-" + std::to_string(++number_);
    command.board = table.board;
    command.game = table.game;
    command.epoch = dice_.one_in(300) && table.epoch.count > 0 ? Epoch{table.epoch.count - 1}
                                                               : table.epoch;
    command.at = table.at;
    Link& link = as_arbiter ? arbiter_ : device_;
    bool done = false;
    for (int times = dice_.one_in(50) ? 2 : 1; times > 0; --times) {
        link.send(wire::ClockCommand(command));
        for (bool answered = false; !answered;) {
            const auto message = link.next(true);
            if (const auto* ack = std::get_if<wire::Ack>(&*message)) {
                answered = ack->id == command.id;
                done = true;
                table.phase = ack->view.phase;
                table.readings = ack->view.readings;
            } else if (const auto* no = std::get_if<wire::Refused>(&*message)) {
                answered = no->id == command.id;
                refusal_ = no->code + ", " + no->text;
                if (no->epoch) table.epoch = *no->epoch;
                if (no->code == "game_over") table.over = true;
            } else if (const auto* frame = std::get_if<wire::EventFrame>(&*message)) {
                take(*frame);
            }
        }
    }
    drain();
    return done;
}

void Wild::drain() {
    while (const auto message = device_.next(false))
        if (const auto* frame = std::get_if<wire::EventFrame>(&*message)) take(*frame);
}

void Wild::take(const wire::EventFrame& frame) {
    const auto* base = std::visit(
        [](const auto& e) -> const wire::BoardEvent* {
            if constexpr (std::is_base_of_v<wire::BoardEvent, std::decay_t<decltype(e)>>)
                return &e;
            else
                return nullptr;
        },
        frame.event);
    if (!base) return;
    Table& table = tables_[base->board.number];
    if (base->game != table.game) return;
    table.epoch = base->epoch;
    table.at = std::max(table.at, frame.at);
    if (const auto* e = std::get_if<wire::Made>(&frame.event)) {
        const bool reply = e->side != table.turn;
        if (!reply) table.made.clear();
        const chess::Position* from = now(table);
        if (!from) return;
        const auto move = chess::parse_san(*from, e->text);
        if (move) table.made.push_back(chess::after(*from, *move));
    } else if (const auto* pressed = std::get_if<wire::Pressed>(&frame.event)) {
        table.ply = pressed->ply.count;
        table.turn = other(pressed->side);
        table.readings = pressed->readings;
        if (table.made.empty()) {
            table.line.erase(table.ply);
        } else {
            table.line.insert_or_assign(table.ply, table.made.front());
            table.made.erase(table.made.begin());
        }
    } else if (const auto* set = std::get_if<wire::ReadingSet>(&frame.event)) {
        table.ply = set->correction.ply.count;
        table.turn = set->correction.turn;
        table.readings = set->correction.readings;
        if (set->adjusted) return;
        table.made.clear();
        if (set->correction.fen.empty()) return;
        const auto position = chess::parse_position(set->correction.fen, table.variant);
        if (position) table.line.insert_or_assign(table.ply, *position);
    } else if (std::holds_alternative<wire::GameEnded>(frame.event)) {
        table.over = true;
    }
}

void Wild::open(Table& table, std::uint32_t number) {
    const Start& start = dice_.of(starts);
    table.game = "wild/" + std::to_string(seed_) + "/" + std::to_string(number);
    wire::OpenGame open;
    open.terms.event = "wild";
    open.terms.round = std::to_string(number);
    open.terms.white = "Wild, W";
    open.terms.black = "Wild, B";
    open.terms.time_control = dice_.of(controls);
    if (dice_.one_in(3)) open.terms.period_trigger = PeriodTrigger::zero;
    open.terms.variant = start.variant;
    open.terms.fen = start.fen;
    open.terms.profile = dice_.of(profiles);
    table.variant = start.variant;
    table.line.clear();
    table.made.clear();
    const chess::Position position = open.terms.fen.empty()
                                         ? chess::start_position()
                                         : *chess::parse_position(open.terms.fen, table.variant);
    table.line.emplace(0, position);
    table.ply = 0;
    table.turn = position.side_to_move();
    table.over = false;
    // An epoch may be wrong on purpose; then the arbiter checks again.
    for (int attempt = 0; !tell(table, open, true); ++attempt)
        if (attempt == 5) Link::die(("a game could not be opened: " + refusal_).c_str());
    if (dice_.one_in(30)) correct(table);
    tell(table, wire::StartGame{}, true);
}

void Wild::think(Table& table) {
    const std::int64_t left = table.readings[table.turn].us;
    switch (dice_.below(60)) {
        case 0: table.at.us += left; break;
        case 1: table.at.us += std::max<std::int64_t>(0, left - 1); break;
        case 2: if (dice_.one_in(4)) table.at.us += left + dice_.below(40'000'000); break;
        case 3: table.at.us += 2'000'000; break;
        case 4: break;
        default: table.at.us += dice_.below(6'000'000); break;
    }
}

std::string Wild::text_of_move(Table& table, const chess::Position& position) {
    const chess::MoveList moves = chess::legal_moves(position);
    if (moves.empty()) return "a2a3";
    chess::Move move = moves[dice_.below(static_cast<std::uint32_t>(moves.size()))];
    // Back to the square from which a piece came, so that positions repeat.
    const auto before = table.line.find(table.ply >= 3 ? table.ply - 3 : table.ply);
    if (!dice_.one_in(3) && before != table.line.end()) {
        for (const chess::Move each : moves)
            if (chess::same_position(chess::after(position, each), before->second)) move = each;
    }
    if (dice_.one_in(3)) return chess::uci(position, move);
    return chess::san(position, move);
}

void Wild::move(Table& table) {
    static constexpr const char* illegal[] = {"e2e6", "Ke5", "g1g3", "Qh8", "a1a9", "e7e3", "O-O-O",
                                              "b7b8", "e8",  "a2a1", "Kxd8"};
    static constexpr const char* unreadable[] = {"hm?", "N", "Rd1e", "Nd2 Nd2", "\xE2\x99\x98"};
    const chess::Position* position = now(table);
    std::string text = "e2e4";
    if (position) text = text_of_move(table, *position);
    if (dice_.one_in(25)) text = dice_.of(illegal);
    if (dice_.one_in(120)) text = dice_.of(unreadable);
    Side side = table.turn;
    const bool reply = !table.made.empty() && dice_.one_in(3);
    if (reply || dice_.one_in(150)) side = other(side);
    if (reply || dice_.one_in(3)) {
        auto made = by<wire::MakeMove>(side);
        made.text = text;
        tell(table, made, false);
        return;
    }
    auto press = by<wire::Press>(table.turn);
    if (table.made.empty() || dice_.one_in(10)) press.move = text;
    if (dice_.one_in(40)) press.move.clear();
    if (dice_.one_in(40)) press.age = microseconds(dice_.below(3'000'000));
    tell(table, press, false);
}

void Wild::talk(Table& table) {
    switch (dice_.below(8)) {
        case 0: case 1: tell(table, by<wire::OfferDraw>(any()), false); return;
        case 2: if (dice_.one_in(4)) tell(table, by<wire::AcceptDraw>(any()), false); return;
        case 3: tell(table, by<wire::DeclineDraw>(any()), false); return;
        case 4: if (dice_.one_in(20)) tell(table, by<wire::Resign>(any()), false); return;
        default: break;
    }
    auto claim = by<wire::Claim>(dice_.one_in(6) ? any() : table.turn);
    claim.kind = dice_.one_in(4) ? wire::ClaimKind::fifty_move : wire::ClaimKind::threefold;
    const chess::Position* position = now(table);
    if (position && dice_.one_in(2)) claim.move = text_of_move(table, *position);
    if (dice_.one_in(30)) claim.move = "what";
    if (dice_.one_in(20)) claim.move = "e4e6";
    if (!dice_.one_in(4)) tell(table, claim, false);
}

void Wild::correct(Table& table) {
    wire::SetReading set;
    wire::Correction& c = set.correction;
    c.reason = "wild";
    c.article = "6.10.2";
    c.readings = table.readings;
    if (dice_.one_in(2)) c.readings[Side::black] = seconds(dice_.below(400));
    if (dice_.one_in(2)) c.readings[Side::white] = seconds(dice_.below(400) + 1);
    c.ply = {table.ply};
    c.turn = table.turn;
    if (table.ply > 0 && dice_.one_in(3)) {
        const std::uint32_t back = dice_.below(table.ply > 3 ? 3 : table.ply);
        c.ply = {table.ply - back};
        if (back % 2 == 1) c.turn = other(c.turn);
    } else if (dice_.one_in(6)) {
        c.ply = {table.ply + 1};
        c.turn = other(c.turn);
    }
    if (const auto known = table.line.find(c.ply.count); known != table.line.end()) {
        if (dice_.one_in(4)) c.fen = chess::fen(known->second);
    }
    if (dice_.one_in(12) && table.variant == chess::Variant::chess)
        c.fen = c.turn == Side::white ? "4k3/8/8/8/8/8/3R4/4K3 w - - 0 30"
                                      : "r3k3/8/8/8/8/8/4P3/4K3 b q - 3 30";
    c.run = dice_.one_in(2) && table.phase != "ready";
    tell(table, set, true);
}

void Wild::adjust(Table& table) {
    if (dice_.one_in(3)) {
        wire::SetControl set;
        set.control = {dice_.of(controls), {}, "6.10.2", "wild"};
        if (dice_.one_in(3)) set.control.period_trigger = PeriodTrigger::zero;
        for (Duration& reading : set.readings.values) reading = seconds(dice_.below(300));
        tell(table, set, true);
        return;
    }
    wire::Adjust more;
    for (Duration& delta : more.deltas.values) delta = seconds(dice_.below(30)) - seconds(10);
    more.article = "12.9.2";
    more.reason = "wild";
    tell(table, more, true);
}

void Wild::person(Table& table) {
    switch (dice_.below(10)) {
        case 0: case 1: case 2: {
            wire::Pause pause;
            pause.reason = "wild";
            tell(table, pause, dice_.one_in(2));
            return;
        }
        case 3: case 4: tell(table, wire::Resume{}, true); return;
        case 5: case 6: correct(table); return;
        case 7: tell(table, wire::Wait{}, true); return;
        case 8: return adjust(table);
        default: break;
    }
    if (!dice_.one_in(12)) return;
    wire::EndGame end;
    end.outcome = {dice_.one_in(2) ? drawn() : win_of(any()), Ending::arbiter_decision, "12.9"};
    tell(table, end, true);
}

void Wild::step(Table& table) {
    drain();
    if (table.over) return;
    think(table);
    const bool stands = table.phase != "running";
    if (stands && dice_.one_in(3)) {
        if (dice_.one_in(3)) return correct(table);
        tell(table, wire::Resume{}, true);
        return;
    }
    const std::uint32_t what = dice_.below(100);
    if (what < 84) return move(table);
    if (what < 94) return talk(table);
    person(table);
}

void Wild::play(std::uint32_t games, std::uint32_t boards, std::uint32_t steps) {
    std::uint32_t opened = 0;
    std::map<std::uint32_t, std::uint32_t> left;
    for (std::uint32_t board = 1; board <= boards; ++board) {
        tables_[board].board = {board};
        left[board] = 0;
    }
    while (!left.empty()) {
        auto at = left.begin();
        std::advance(at, dice_.below(static_cast<std::uint32_t>(left.size())));
        Table& table = tables_[at->first];
        if (table.game.empty() || table.over) {
            if (opened == games) {
                left.erase(at);
                continue;
            }
            open(table, ++opened);
            at->second = steps;
        } else if (at->second == 0) {
            left.erase(at);
        } else {
            --at->second;
            step(table);
        }
    }
    std::printf("%u games, %llu commands\n", opened, static_cast<unsigned long long>(number_));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) {
        std::fputs("usage: flagfall_wild PORT SEED GAMES BOARDS\n", stderr);
        return 2;
    }
    const auto number = [&](int at) { return std::strtoull(argv[at], nullptr, 10); };
    Wild wild(static_cast<std::uint16_t>(number(1)), number(2));
    wild.play(static_cast<std::uint32_t>(number(3)), static_cast<std::uint32_t>(number(4)), 250);
    return 0;
}
