// Our own documents: {"event": {...}, "players": [...], "teams": [...], "rounds": [...]}, or
// {"pairings": [...]} for a round that the caller names; fields as `describe` names them.
#include <algorithm>
#include <array>
#include <map>

#include "arbiterd/formats/json_place.hpp"
#include "arbiterd/formats/readers.hpp"
#include "arbiterd/formats/roster.hpp"
#include "common/base/limits.hpp"
#include "common/base/unicode.hpp"
#include "common/wire/codec_json.hpp"

namespace flagfall::formats {

namespace {

using wire::Json;
using wire::shown;

constexpr std::int64_t most_us = std::int64_t{limits::period_seconds} * 1'000'000;

std::string escaped(std::string_view name) {
    std::string out;
    for (const char c : name) out += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    return out;
}

// Where a value stands in the tree; errors name it and its place in the text.
struct Here {
    std::string_view text;
    std::string pointer;
    Notes* notes;

    Here in(std::string_view name) const {
        return {text, pointer + "/" + escaped(name), notes};
    }
    Here at(std::size_t index) const {
        return {text, pointer + "/" + std::to_string(index), notes};
    }
    Place place() const { return place_of(text, json_offset(text, pointer)); }
    [[noreturn]] void refuse(const std::string& expected, const std::string& found) const {
        const Place at = place();
        throw Refused{{at.line, at.column, pointer + ": " + expected,
                       std::string(cut(found, 60))}};
    }
};

std::int64_t whole_number(const Json& value, const Here& here, std::int64_t low,
                          std::int64_t high) {
    if (value.kind == Json::Kind::integer && value.integer >= low && value.integer <= high)
        return value.integer;
    here.refuse("a whole number from " + std::to_string(low) + " to " + std::to_string(high),
                shown(value));
}

void read_value(const Json& value, const Here& here, std::string& out) {
    if (!value.is_text()) here.refuse("a text", shown(value));
    out = nfc(value.text);
    if (out.size() > limits::text_bytes || out.find('\0') != std::string::npos)
        here.refuse("a text of at most " + std::to_string(limits::text_bytes) +
                        " bytes, without U+0000",
                    shown(value));
}

void read_value(const Json& value, const Here& here, std::uint32_t& out) {
    out = static_cast<std::uint32_t>(whole_number(value, here, 0, limits::import_players));
}

void read_value(const Json& value, const Here& here, Board& out) {
    out.number = static_cast<std::uint32_t>(whole_number(value, here, 0, limits::boards));
}

void read_value(const Json& value, const Here& here, std::optional<Duration>& out) {
    out = Duration{whole_number(value, here, 0, most_us)};
}

void read_value(const Json& value, const Here& here, Score& out) {
    const auto score = value.is_text() ? score_from(value.text) : std::nullopt;
    if (!score) here.refuse("a score such as \"1-0\" or \"1/2-0\"", shown(value));
    out = *score;
}

void read_value(const Json& value, const Here& here, wire::Pairs& out) {
    if (!value.is_list() || value.items.size() > limits::tags)
        here.refuse("a list of at most " + std::to_string(limits::tags) + " pairs", shown(value));
    for (std::size_t i = 0; i < value.items.size(); ++i) {
        const Json& item = value.items[i];
        if (!item.is_list() || item.items.size() != 2)
            here.at(i).refuse("a pair of two texts", shown(item));
        wire::Pair& pair = out.emplace_back();
        read_value(item.items[0], here.at(i).at(0), pair.name);
        read_value(item.items[1], here.at(i).at(1), pair.value);
    }
}

template <class T>
void read_value(const Json& value, const Here& here, std::vector<T>& out);
template <class T>
void read_value(const Json& value, const Here& here, std::optional<T>& out);

// Reads the fields that `describe` names, and remembers which those were.
class Fields {
public:
    Fields(const Json& object, const Here& here) : object_(object), here_(here) {}

    template <class T>
    void operator()(std::string_view name, T& value) {
        if (object_.find(name) == nullptr)
            here_.refuse("an object with the field " + std::string(name), shown(object_));
        maybe(name, value);
    }
    template <class T>
    void maybe(std::string_view name, T& value) {
        known_.emplace_back(name);
        if (const Json* found = object_.find(name); found != nullptr)
            read(*found, here_.in(name), value);
    }
    void note_others() const {
        for (const auto& [name, value] : object_.members)
            if (std::ranges::find(known_, name) == known_.end())
                here_.notes->add(here_.in(name).pointer + " is not kept");
    }

private:
    template <class T>
    static void read(const Json& value, const Here& here, T& out) {
        read_value(value, here, out);
    }

    const Json& object_;
    const Here& here_;
    std::vector<std::string> known_;
};

template <class T>
    requires requires(T& value, Fields& fields) { T::describe(value, fields); }
void read_value(const Json& value, const Here& here, T& out) {
    if (!value.is_object()) here.refuse("an object", shown(value));
    Fields fields(value, here);
    T::describe(out, fields);
    fields.note_others();
}

template <class T>
void read_value(const Json& value, const Here& here, std::vector<T>& out) {
    if (!value.is_list()) here.refuse("a list", shown(value));
    out.reserve(value.items.size());
    for (std::size_t i = 0; i < value.items.size(); ++i)
        read_value(value.items[i], here.at(i), out.emplace_back());
}

template <class T>
void read_value(const Json& value, const Here& here, std::optional<T>& out) {
    read_value(value, here, out.emplace());
}

class Document {
public:
    Document(const ReaderInput& question, Imported& imported)
        : question_(question), imported_(imported), roster_(question.present) {}

    void read() {
        const Json tree = parse();
        const Here here{question_.text, "", &question_.notes};
        if (!tree.is_object()) here.refuse("an object with event, players, rounds", shown(tree));
        static constexpr std::array<std::string_view, 7> known{
            "event", "players", "teams", "rounds", "pairings", "format", "notes"};
        for (const auto& [name, value] : tree.members)
            if (std::ranges::find(known, name) == known.end())
                question_.notes.add(here.in(name).pointer + " is not kept");
        const Json* const info = tree.find("event");
        const Json* const teams = tree.find("teams");
        const Json* const players = tree.find("players");
        const Json* const rounds = tree.find("rounds");
        const Json* const pairings = tree.find("pairings");
        if (info) read_value(*info, here.in("event"), imported_.info.emplace());
        if (teams) read_value(*teams, here.in("teams"), imported_.teams);
        check_teams(here.in("teams"));
        if (players) read_players(*players, here.in("players"));
        if (rounds) read_rounds(*rounds, here.in("rounds"));
        if (pairings) read_pairings(*pairings, here.in("pairings"));
        if (!info && !players && !teams && !rounds && !pairings)
            here.refuse("an object with event, players, teams, rounds or pairings", shown(tree));
    }

private:
    Json parse() const {
        auto tree = wire::parse_json(question_.text, wire::from_outside);
        if (tree) return std::move(*tree);
        const wire::DecodeError& error = tree.error();
        const bool syntax = error.byte > 0 && error.code == "malformed";
        const std::size_t byte =
            error.byte > 0 ? std::min(error.byte - 1, question_.text.size())
                           : json_offset(question_.text, error.pointer);
        const Place at = error.byte == 0 && error.pointer.empty() ? Place{}
                                                                  : place_of(question_.text, byte);
        if (syntax) refuse(at, "JSON", question_.text.substr(byte, 1));
        throw Refused{{at.line, at.column, "JSON within bounds", error.text}};
    }

    void check_teams(const Here& here) const {
        std::map<std::uint32_t, std::size_t> seen;
        for (std::size_t i = 0; i < imported_.teams.size(); ++i) {
            const std::uint32_t number = imported_.teams[i].number;
            if (number == 0 || number > limits::import_teams || !seen.emplace(number, i).second)
                here.at(i).in("number").refuse("a number from 1 to " +
                                                   std::to_string(limits::import_teams) +
                                                   " that no other team has",
                                               std::to_string(number));
        }
    }

    void read_players(const Json& list, const Here& here) {
        std::vector<tournament::EventPlayer> players;
        read_value(list, here, players);
        for (std::size_t i = 0; i < players.size(); ++i) {
            tournament::EventPlayer& player = players[i];
            const Here at = here.at(i);
            if (player.number == 0) at.in("number").refuse("a number from 1", "0");
            if (!player.sex.empty() && player.sex != "m" && player.sex != "w")
                at.in("sex").refuse("\"m\" or \"w\"", player.sex);
            if (player.fide_id.find_first_not_of("0123456789") != std::string::npos)
                at.in("fide_id").refuse("a text of digits", player.fide_id);
            if (!player.birth.empty() && birth_from(player.birth) != player.birth)
                at.in("birth").refuse("a date \"1990-11-30\" or a year \"1990\"", player.birth);
            if (player.team != 0 && !has_team(player.team))
                at.in("team").refuse("the number of a team", std::to_string(player.team));
            told(at, [&] { roster_.add(std::move(player), nowhere); });
        }
        imported_.players = roster_.added();
    }

    bool has_team(std::uint32_t number) const {
        return std::ranges::find(imported_.teams, number, &tournament::EventTeam::number) !=
                   imported_.teams.end() ||
               (question_.present != nullptr && question_.present->teams.contains(number));
    }

    void read_rounds(const Json& list, const Here& here) {
        read_value(list, here, imported_.rounds);
        std::map<std::uint32_t, std::size_t> seen;
        for (std::size_t i = 0; i < imported_.rounds.size(); ++i) {
            tournament::EventRound& round = imported_.rounds[i];
            const Here at = here.at(i);
            if (round.number == 0 || round.number > limits::import_rounds ||
                !seen.emplace(round.number, i).second)
                at.in("number").refuse("a number from 1 to " +
                                           std::to_string(limits::import_rounds) +
                                           " that no other round has",
                                       std::to_string(round.number));
            static constexpr std::array<std::string_view, 5> states{
                "drafted", "published", "started", "finished", "confirmed"};
            if (std::ranges::find(states, round.state) == states.end())
                at.in("state").refuse(
                    "\"drafted\", \"published\", \"started\", \"finished\" or \"confirmed\"",
                    round.state);
            check_pairings(round, at.in("pairings"));
        }
        std::ranges::sort(imported_.rounds, {}, &tournament::EventRound::number);
    }

    void read_pairings(const Json& list, const Here& here) {
        if (question_.round == 0 || !imported_.rounds.empty())
            here.refuse("rounds instead, or the round given with the file", "pairings alone");
        tournament::EventRound& round = imported_.rounds.emplace_back();
        round.number = question_.round;
        read_value(list, here, round.pairings);
        check_pairings(round, here);
        round.state = state_of(round);
    }

    void check_pairings(tournament::EventRound& round, const Here& here) {
        Rounds checked;
        for (std::size_t i = 0; i < round.pairings.size(); ++i)
            check_pairing(round, i, here.at(i), checked);
        if (round.pairings.empty()) return;
        std::vector<tournament::EventRound> sorted = checked.take();
        round.pairings = std::move(sorted.front().pairings);
    }

    void check_pairing(const tournament::EventRound& round, std::size_t index, const Here& here,
                       Rounds& checked) const {
        const tournament::EventPairing& pairing = round.pairings[index];
        const bool bye = !pairing.bye.empty();
        if (bye && (pairing.bye.size() != 1 || std::string_view("UFHZ").find(pairing.bye) ==
                                                   std::string_view::npos))
            here.in("bye").refuse("\"U\", \"F\", \"H\" or \"Z\"", pairing.bye);
        const auto check_player = [&](const char* field, std::uint32_t number) {
            if (number == 0 || (!roster_.empty() && roster_.find(number) == nullptr))
                here.in(field).refuse("the number of a player", std::to_string(number));
        };
        check_player("white", pairing.white);
        if (!bye) check_player("black", pairing.black);
        if (bye && pairing.black != 0)
            here.in("black").refuse("no opponent, since it is a bye",
                                    std::to_string(pairing.black));
        if (bye && pairing.entered)
            here.in("entered").refuse("no result, since it is a bye", "one");
        if (bye && pairing.board.number != 0)
            here.in("board").refuse("no board, since it is a bye",
                                    std::to_string(pairing.board.number));
        if (pairing.entered) {
            const std::string& kind = pairing.entered->kind;
            if (kind != "played" && kind != "forfeit" && kind != "unrated")
                here.in("entered").in("kind").refuse(
                    "\"played\", \"forfeit\" or \"unrated\"", kind);
        }
        told(here, [&] { checked.add(round.number, pairing, {nowhere, nowhere, nowhere}); });
    }

    // Places in a JSON text are costly to find: only where something was refused.
    static void told(const Here& here, const auto& act) {
        try {
            act();
        } catch (const Refused& refused) {
            here.refuse(refused.error.expected, refused.error.found);
        }
    }
    static constexpr Place nowhere{0, 0};

    const ReaderInput& question_;
    Imported& imported_;
    Roster roster_;
};

}  // namespace

void read_json(const ReaderInput& question, Imported& imported) {
    Document(question, imported).read();
}

}  // namespace flagfall::formats
