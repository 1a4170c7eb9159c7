#include "clockd/client/directives.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "common/wire/words.hpp"

namespace flagfall::client {

namespace {

constexpr std::array<std::string_view, 8> names{"illegal", "press",   "promote", "claim",
                                                "offer",   "decline", "flag",    "resign"};

std::vector<std::string_view> words_of(std::string_view text) {
    constexpr std::string_view space = " \t\r\n";
    std::vector<std::string_view> words;
    while (true) {
        const std::size_t from = text.find_first_not_of(space);
        if (from == std::string_view::npos) return words;
        text.remove_prefix(from);
        const std::size_t size = std::min(text.find_first_of(space), text.size());
        words.push_back(text.substr(0, size));
        text.remove_prefix(size);
    }
}

std::optional<Incident> incident_from(std::string_view name) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) return std::nullopt;
    return static_cast<Incident>(found - names.begin());
}

std::string expected_form(Incident incident) {
    switch (incident) {
        case Incident::illegal: return "[%illegal MOVE]";
        case Incident::promote: return "[%promote SQUARE]";
        case Incident::claim:
            return "[%claim KIND], the kinds of docs/protocol.md; a move may follow that of a draw";
        default:
            return "[%" + std::string(names[static_cast<std::size_t>(incident)]) + "] alone";
    }
}

// A claim of a draw may announce a move (9.2.1, 9.3.1), no other claim.
bool may_announce(wire::ClaimKind kind) {
    return kind == wire::ClaimKind::threefold || kind == wire::ClaimKind::fifty_move;
}

// `words` are those after the name.
bool fill(Directive& directive, const std::vector<std::string_view>& words) {
    switch (directive.incident) {
        case Incident::illegal:
        case Incident::promote:
            if (words.size() != 1) return false;
            directive.move = words[0];
            return true;
        case Incident::claim:
            if (words.empty() || words.size() > 2) return false;
            directive.kind = wire::from_name<wire::ClaimKind>(words[0]);
            if (words.size() == 2) directive.move = words[1];
            return directive.kind && (words.size() == 1 || may_announce(*directive.kind));
        default: return words.empty();
    }
}

}  // namespace

std::expected<std::vector<Directive>, std::string> directives_in(std::string_view comment) {
    std::vector<Directive> found;
    while (true) {
        const std::size_t from = comment.find("[%");
        if (from == std::string_view::npos) return found;
        const std::size_t to = comment.find(']', from);
        if (to == std::string_view::npos) return found;
        std::vector<std::string_view> words = words_of(comment.substr(from + 2, to - from - 2));
        comment.remove_prefix(to + 1);
        const auto incident = words.empty() ? std::nullopt : incident_from(words[0]);
        if (!incident) continue;
        words.erase(words.begin());
        Directive directive{*incident, {}};
        if (!fill(directive, words)) return std::unexpected("expected " + expected_form(*incident));
        found.push_back(std::move(directive));
    }
}

}  // namespace flagfall::client
