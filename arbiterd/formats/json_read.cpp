// Our own JSON: {"event": {...}, "players": [...], "teams": [...], "rounds": [...]}, or
// {"pairings": [...]} for a round that the caller names. Field names are those of the API.
#include <algorithm>
#include <array>
#include <map>

#include "arbiterd/formats/json_place.hpp"
#include "arbiterd/formats/limits.hpp"
#include "arbiterd/formats/readers.hpp"
#include "arbiterd/formats/roster.hpp"
#include "common/base/limits.hpp"
#include "common/wire/codec_reader.hpp"

namespace flagfall::formats {

namespace {

constexpr std::int64_t most_us = std::int64_t{limits::period_seconds} * 1'000'000;

// All members of such a document. `format` and `notes` are remarks of an export on its own file.
struct Sent {
    std::optional<tournament::EventInfo> event;
    std::optional<std::vector<tournament::EventTeam>> teams;
    std::optional<std::vector<tournament::EventPlayer>> players;
    std::optional<std::vector<tournament::EventRound>> rounds;
    std::optional<std::vector<tournament::EventPairing>> pairings;
    std::string format;
    std::vector<std::string> notes;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v.maybe("event", m.event);
        v.maybe("teams", m.teams);
        v.maybe("players", m.players);
        v.maybe("rounds", m.rounds);
        v.maybe("pairings", m.pairings);
        v.maybe("format", m.format);
        v.maybe("notes", m.notes);
    }
};

// The place of a value in the tree, for errors, which also give its place in the text.
struct Here {
    std::string_view text;
    std::string pointer;

    Here in(std::string_view name) const { return {text, pointer + "/" + wire::escaped(name)}; }
    Here at(std::size_t index) const { return {text, pointer + "/" + std::to_string(index)}; }
    [[noreturn]] void refuse(Told expected, std::string_view found) const {
        const TextPosition at = place_of(text, json_offset(text, pointer));
        expected.text = pointer + ": " + expected.text;
        expected.values.emplace_back("at", pointer);
        throw Refused{{at, std::move(expected), std::string(cut(found, 60))}};
    }
};

class Document {
public:
    Document(const ReaderInput& question, Imported& imported)
        : question_(question), imported_(imported), roster_(question.present) {}

    void read() {
        const wire::Json tree = parse();
        const Here here{question_.text, ""};
        if (!tree.is_object()) here.refuse(wanted::members, wire::shown(tree));
        Sent sent = fields_of(tree);
        if (!sent.event && !sent.players && !sent.teams && !sent.rounds && !sent.pairings)
            here.refuse(wanted::members, wire::shown(tree));
        if (sent.event) check_terms(sent.event->terms, here.in("event").in("terms"));
        imported_.info = std::move(sent.event);
        if (sent.teams) imported_.teams = std::move(*sent.teams);
        check_teams(here.in("teams"));
        if (sent.players) take_players(std::move(*sent.players), here.in("players"));
        if (sent.rounds) take_rounds(std::move(*sent.rounds), here.in("rounds"));
        if (sent.pairings) take_pairings(std::move(*sent.pairings), here.in("pairings"));
    }

private:
    wire::Json parse() const {
        auto tree = wire::parse_json(question_.text, wire::from_outside);
        if (tree) return std::move(*tree);
        const wire::DecodeError& error = tree.error();
        const bool syntax = error.byte > 0 && error.code == "malformed";
        const std::size_t byte =
            error.byte > 0 ? std::min(error.byte - 1, question_.text.size())
                           : json_offset(question_.text, error.pointer);
        const TextPosition at = error.byte == 0 && error.pointer.empty()
                                    ? TextPosition{}
                                    : place_of(question_.text, byte);
        if (syntax) refuse(at, wanted::json, question_.text.substr(byte, 1));
        throw Refused{{at, wanted::json_within, error.text}};
    }

    Sent fields_of(const wire::Json& tree) const {
        std::vector<std::string> unknown;
        std::vector<wire::DecodeError> errors;
        Sent sent = wire::read_object<Sent>(tree,
                                            {.from_peer = true,
                                             .names = wire::Names::of_api,
                                             .count_most = limits::import_players,
                                             .unknown = &unknown},
                                            {}, errors);
        if (!errors.empty())
            Here{question_.text, errors.front().pointer}.refuse(errors.front().expected,
                                                                errors.front().found);
        for (const std::string& place : unknown)
            question_.notes.add({noted::place_left, {{"place", place}}});
        return sent;
    }

    static void check_terms(const wire::PlayTerms& terms, const Here& here) {
        if (terms.default_time && (terms.default_time->us < 0 || terms.default_time->us > most_us))
            here.in("defaultTimeUs").refuse({wanted::whole_number, {{"most", most_us}}},
                                            std::to_string(terms.default_time->us));
    }

    void check_teams(const Here& here) const {
        std::map<std::uint32_t, std::size_t> seen;
        for (std::size_t i = 0; i < imported_.teams.size(); ++i) {
            const std::uint32_t number = imported_.teams[i].number;
            if (number == 0 || number > limits::import_teams || !seen.emplace(number, i).second)
                here.at(i).in("number").refuse(
                    {wanted::other_team, {{"most", limits::import_teams}}},
                    std::to_string(number));
        }
    }

    void take_players(std::vector<tournament::EventPlayer> players, const Here& here) {
        for (std::size_t i = 0; i < players.size(); ++i) {
            tournament::EventPlayer& player = players[i];
            const Here at = here.at(i);
            if (player.number == 0) at.in("number").refuse(wanted::from_one, "0");
            at_place(at.in("name"), [&] { name_from(player.name, nowhere); });
            at_place(at.in("title"), [&] { player.title = title_from(player.title, nowhere); });
            at_place(at.in("federation"), [&] {
                player.federation = federation_from(player.federation, nowhere);
            });
            if (!player.sex.empty() && player.sex != "m" && player.sex != "w")
                at.in("sex").refuse(wanted::sex_json, player.sex);
            if (player.fide_id.find_first_not_of("0123456789") != std::string::npos)
                at.in("fideId").refuse(wanted::fide_id_json, player.fide_id);
            if (!player.birth.empty() && birth_from(player.birth) != player.birth)
                at.in("birth").refuse(wanted::birth_json, player.birth);
            if (player.team != 0 && !has_team(player.team))
                at.in("team").refuse(wanted::team, std::to_string(player.team));
            at_place(at, [&] { roster_.add(std::move(player), nowhere); });
        }
        imported_.players = roster_.added();
    }

    bool has_team(std::uint32_t number) const {
        return std::ranges::find(imported_.teams, number, &tournament::EventTeam::number) !=
                   imported_.teams.end() ||
               (question_.present != nullptr && question_.present->teams.contains(number));
    }

    void take_rounds(std::vector<tournament::EventRound> rounds, const Here& here) {
        imported_.rounds = std::move(rounds);
        std::map<std::uint32_t, std::size_t> seen;
        for (std::size_t i = 0; i < imported_.rounds.size(); ++i) {
            tournament::EventRound& round = imported_.rounds[i];
            const Here at = here.at(i);
            if (round.number == 0 || round.number > limits::import_rounds ||
                !seen.emplace(round.number, i).second)
                at.in("number").refuse({wanted::other_round, {{"most", limits::import_rounds}}},
                                       std::to_string(round.number));
            check_terms(round.terms, at.in("terms"));
            if (round.began_with) check_terms(*round.began_with, at.in("beganWith"));
            check_pairings(round, at.in("pairings"));
        }
        std::ranges::sort(imported_.rounds, {}, &tournament::EventRound::number);
    }

    void take_pairings(std::vector<tournament::EventPairing> pairings, const Here& here) {
        if (question_.round == 0 || !imported_.rounds.empty())
            here.refuse(wanted::round_given_json, "pairings alone");
        tournament::EventRound& round = imported_.rounds.emplace_back();
        round.number = question_.round;
        round.pairings = std::move(pairings);
        check_pairings(round, here);
        round.state = state_of(round);
    }

    void check_pairings(tournament::EventRound& round, const Here& here) {
        Rounds checked;
        for (std::size_t i = 0; i < round.pairings.size(); ++i)
            check_pairing(round, i, here.at(i), checked);
        if (round.pairings.empty()) return;
        if (question_.present != nullptr) checked.seat_as_in(*question_.present);
        std::vector<tournament::EventRound> sorted = checked.take();
        round.pairings = std::move(sorted.front().pairings);
    }

    void check_pairing(const tournament::EventRound& round, std::size_t index, const Here& here,
                       Rounds& checked) const {
        const tournament::EventPairing& pairing = round.pairings[index];
        const bool bye = pairing.bye.has_value();
        check_terms(pairing.terms, here.in("terms"));
        const auto check_player = [&](const char* field, std::uint32_t number) {
            if (number == 0 || (!roster_.empty() && roster_.find(number) == nullptr))
                here.in(field).refuse(wanted::player_number, std::to_string(number));
        };
        check_player("white", pairing.white);
        if (!bye) check_player("black", pairing.black);
        if (bye && pairing.black != 0)
            here.in("black").refuse(wanted::bye_opponent,
                                    std::to_string(pairing.black));
        if (bye && pairing.entered)
            here.in("entered").refuse(wanted::bye_result, "one");
        if (bye && pairing.board.number != 0)
            here.in("board").refuse(wanted::bye_board,
                                    std::to_string(pairing.board.number));
        if (pairing.entered) {
            using enum wire::ResultKind;
            const wire::ResultKind kind = pairing.entered->kind;
            if (kind != played && kind != forfeit && kind != unrated)
                here.in("entered").in("kind").refuse(wanted::result_kind, name(kind));
        }
        at_place(here, [&] { checked.add(round.number, pairing, {nowhere, nowhere, nowhere}); });
    }

    // Places in a JSON text are expensive to find, so this is done only for errors.
    static void at_place(const Here& here, const auto& act) {
        try {
            act();
        } catch (const Refused& refused) {
            here.refuse(refused.error.expected, refused.error.found);
        }
    }
    static constexpr TextPosition nowhere{0, 0};

    const ReaderInput& question_;
    Imported& imported_;
    Roster roster_;
};

}  // namespace

void read_json(const ReaderInput& question, Imported& imported) {
    Document(question, imported).read();
}

}  // namespace flagfall::formats
