#include "arbiterd/sheets/reading.hpp"

#include <algorithm>
#include <array>

#include "common/base/limits.hpp"

namespace flagfall::sheets {
namespace {

using chess::Language;
using chess::Notation;
using chess::Writing;

std::string candidates_text(const chess::Position& position,
                            const std::vector<chess::Move>& moves) {
    std::string text;
    for (const chess::Move move : moves)
        text += (text.empty() ? "" : " or ") +
                chess::write_move(position, move, chess::Form::long_form);
    return text;
}

Trouble::Kind kind_of(chess::TextError error) {
    switch (error) {
        case chess::TextError::malformed: return Trouble::Kind::malformed;
        case chess::TextError::illegal: return Trouble::Kind::illegal;
        case chess::TextError::ambiguous: return Trouble::Kind::ambiguous;
    }
    FF_CHECK(false);
}

std::optional<Trouble> trouble_before(const Entry& entry, std::size_t at, std::uint32_t expected) {
    if (at >= limits::game_plies)
        return Trouble{Trouble::Kind::too_long, at, {}, "more moves than a game can have"};
    if (entry.ply() != expected)
        return Trouble{Trouble::Kind::out_of_order, at, {},
                       "move " + move_label(entry.ply()) + " stands where move " +
                           move_label(expected) + " should be"};
    if (entry.gap)
        return Trouble{
            Trouble::Kind::gap, at, {}, "move " + move_label(expected) + " is left open"};
    return std::nullopt;
}

Trouble trouble_of(const chess::Position& position, const Entry& entry, std::size_t at,
                   chess::WrittenError error) {
    std::string text = "move " + move_label(entry.ply()) + " \"" + entry.text + "\" is ";
    switch (error.error) {
        case chess::TextError::malformed: text += "not readable"; break;
        case chess::TextError::illegal: text += "not legal here"; break;
        case chess::TextError::ambiguous:
            text += "ambiguous: " + candidates_text(position, error.candidates);
            break;
    }
    return {kind_of(error.error), at, std::move(error.candidates), std::move(text)};
}

SheetReading read_in(const Sheet& sheet, const chess::Position& start, Writing writing) {
    SheetReading reading{{writing}, {}, {}};
    chess::Position position = start;
    chess::Origins origins;
    for (std::size_t at = 0; at < sheet.entries.size(); ++at) {
        const Entry& entry = sheet.entries[at];
        const auto expected = first_ply(start) + static_cast<std::uint32_t>(at);
        reading.trouble = trouble_before(entry, at, expected);
        if (reading.trouble) break;
        auto move = chess::read_written(position, entry.text, writing, &origins);
        if (!move) {
            reading.trouble = trouble_of(position, entry, at, std::move(move.error()));
            break;
        }
        reading.moves.push_back(move->move);
        origins.advance(position, move->move);
        position = after(position, move->move);
    }
    return reading;
}

}  // namespace

std::vector<Writing> writings_of(const Choice& choice) {
    std::vector<Writing> writings;
    for (const Notation notation : {Notation::algebraic, Notation::iccf, Notation::descriptive}) {
        if (choice.notation && *choice.notation != notation) continue;
        if (notation == Notation::algebraic) {
            for (const Language language : chess::all_languages)
                if (!choice.language || *choice.language == language)
                    writings.push_back({notation, language});
        } else if (notation == Notation::iccf || choice.notation || !choice.language ||
                   *choice.language == Language::english) {
            writings.push_back({notation, Language::english});
        }
    }
    return writings;
}

std::string name(Writing writing) {
    std::string text(chess::name(writing.notation));
    if (writing.notation == Notation::algebraic) text += " " + std::string(name(writing.language));
    return text;
}

std::vector<SheetReading> read_moves(const Sheet& sheet, const chess::Position& start,
                                const Choice& choice) {
    std::vector<SheetReading> readings;
    const auto worse = [](const SheetReading& a, const SheetReading& b) {
        if (a.trouble.has_value() != b.trouble.has_value()) return a.trouble.has_value();
        return a.moves.size() < b.moves.size();
    };
    for (const Writing writing : writings_of(choice)) {
        SheetReading reading = read_in(sheet, start, writing);
        if (!readings.empty()) {
            if (worse(reading, readings.front())) continue;
            if (worse(readings.front(), reading)) readings.clear();
        }
        const auto same = std::ranges::find(readings, reading.moves, &SheetReading::moves);
        if (same != readings.end())
            same->writings.push_back(writing);
        else
            readings.push_back(std::move(reading));
    }
    return readings;
}

std::uint32_t first_ply(const chess::Position& start) {
    const bool white = start.side_to_move() == Side::white;
    return 2 * std::uint32_t{start.fullmove_number()} - (white ? 1 : 0);
}

std::string move_label(std::uint32_t ply) {
    return std::to_string((ply + 1) / 2) + (ply % 2 == 1 ? "." : "...");
}

}  // namespace flagfall::sheets
