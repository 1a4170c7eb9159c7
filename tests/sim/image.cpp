#include "tests/sim/image.hpp"

#include <algorithm>

#include "common/chess/notation.hpp"

namespace flagfall::sim {

namespace {

bool goes_other_than_down(const std::string& time_control) {
    return time_control.contains('d') || time_control.contains('h');
}

}  // namespace

using Phase = BoardImage::Phase;

std::optional<chess::Position> after_text(const chess::Position& before, std::string_view text) {
    auto move = chess::parse_san(before, text);
    if (!move) move = chess::parse_uci(before, text);
    if (!move) return std::nullopt;
    return chess::after(before, *move);
}

const std::optional<chess::Position>& BoardImage::position() const {
    static const std::optional<chess::Position> unknown;
    return ply.count < positions.size() ? positions[ply.count] : unknown;
}

int BoardImage::occurrences() const {
    if (!position()) return 0;
    return static_cast<int>(std::ranges::count_if(positions, [&](const auto& p) {
        return p && chess::same_position(*p, *position());
    }));
}

void BoardImage::open(const wire::GameOpened& e) {
    const auto variant = e.terms.variant.value_or(Variant::chess);
    const Pos seen = pos;
    *this = {};
    pos = seen;
    phase = Phase::ready;
    game = e.game;
    other_than_down = goes_other_than_down(e.terms.time_control);
    for (const wire::Pair& rule : e.terms.rules) {
        if (rule.value != "true") continue;
        if (rule.name == "losing_chances_claim")
            for_time.push_back(wire::ClaimKind::losing_chances);
        if (rule.name != "quickplay_finish") continue;
        for_time.push_back(wire::ClaimKind::quickplay_draw);
        for_time.push_back(wire::ClaimKind::quickplay_increment);
    }
    positions.emplace_back(chess::start_position());
    if (!e.terms.fen.empty()) {
        const auto read = chess::parse_position(e.terms.fen, variant);
        positions[0] = read ? std::optional(*read) : std::nullopt;
    }
    if (positions[0]) turn = positions[0]->side_to_move();
}

// The side's move on the board is completed.
void BoardImage::complete(Side side) {
    std::optional<chess::Position> next;
    if (position()) next = after_text(*position(), pending[side]);
    pending[side].clear();
    ++ply.count;
    positions.resize(ply.count);
    positions.push_back(next);
}

void BoardImage::press(const wire::Pressed& e) {
    complete(e.side);
    turn = other(e.side);
    offer[turn] = false;  // refused by moving
}

void BoardImage::set(const wire::ReadingSet& e) {
    const wire::Correction& c = e.correction;
    if (!c.fen.empty() || c.ply != ply) pending = {};  // otherwise only the clock is set
    ply = c.ply;
    turn = c.turn;
    positions.resize(ply.count + 1);
    if (!c.fen.empty()) {
        const auto variant = positions[0] ? positions[0]->variant() : chess::Variant::chess;
        const auto read = chess::parse_position(c.fen, variant);
        positions[ply.count] = read ? std::optional(*read) : std::nullopt;
    }
    if (phase != Phase::ready) phase = c.run ? Phase::running : Phase::paused;
}

void BoardImage::see(const wire::EventFrame& frame, Instant world) {
    pos = frame.pos;
    if (std::holds_alternative<wire::LogOpened>(frame.event) ||
        std::holds_alternative<wire::Booted>(frame.event))
        return;
    if (const auto* opened = std::get_if<wire::GameOpened>(&frame.event)) open(*opened);
    since = world;
    at = frame.at;
    boot = frame.boot;
    std::visit(
        [&](const auto& e) {
            using Event = std::decay_t<decltype(e)>;
            if constexpr (requires { e.epoch; }) epoch = e.epoch;
            if constexpr (std::is_same_v<Event, wire::ReadingSet>) readings = e.correction.readings;
            else if constexpr (requires { e.readings; }) readings = e.readings;
            if constexpr (std::is_same_v<Event, wire::GameStarted>) {
                phase = Phase::running;
                started = true;
            }
            if constexpr (std::is_same_v<Event, wire::CompletedByNext>) {
                complete(e.side);
                complete(other(e.side));
            }
            if constexpr (std::is_same_v<Event, wire::FlagReached>) {
                at_zero[e.side] = true;
                if (e.freeze) phase = Phase::paused;
            }
            for (const Side side : {Side::white, Side::black})
                if (readings[side] > Duration{}) at_zero[side] = false;
            if constexpr (std::is_same_v<Event, wire::ControlSet>)
                other_than_down = goes_other_than_down(e.control.time_control);
            if constexpr (std::is_same_v<Event, wire::GameReopened>)
                phase = started ? Phase::paused : Phase::ready;
            if constexpr (std::is_same_v<Event, wire::Made>) {
                pending[e.side] = e.text;
                if (e.ending != Ending::none) phase = Phase::stopped;
            }
            if constexpr (std::is_same_v<Event, wire::Pressed>) press(e);
            if constexpr (std::is_same_v<Event, wire::DrawOffered>) offer[e.side] = true;
            if constexpr (std::is_same_v<Event, wire::DrawDeclined>) offer[other(e.side)] = false;
            if constexpr (std::is_same_v<Event, wire::Resigned>) phase = Phase::stopped;
            if constexpr (std::is_same_v<Event, wire::Claimed>) phase = Phase::paused;
            if constexpr (std::is_same_v<Event, wire::FlagFell>) phase = Phase::flag_fallen;
            if constexpr (std::is_same_v<Event, wire::Paused>) phase = Phase::paused;
            if constexpr (std::is_same_v<Event, wire::Resumed>) phase = Phase::running;
            if constexpr (std::is_same_v<Event, wire::ReadingSet>) set(e);
            if constexpr (std::is_same_v<Event, wire::GameEnded>) phase = Phase::over;
        },
        frame.event);
}

}  // namespace flagfall::sim
