// CSV: a list of players, or pairings of rounds; the column names in the first row decide which.
#include <algorithm>
#include <array>
#include <map>

#include "arbiterd/formats/csv.hpp"
#include "arbiterd/formats/limits.hpp"
#include "arbiterd/formats/readers.hpp"
#include "arbiterd/formats/result_text.hpp"
#include "arbiterd/formats/roster.hpp"
#include "common/base/limits.hpp"

namespace flagfall::formats {

namespace {

struct Alias {
    std::string_view written;
    std::string_view column;
};

// Column names in lower case, without blanks, hyphens and underscores.
constexpr std::array aliases = std::to_array<Alias>({
    {"number", "number"},
    {"no", "number"},
    {"nr", "number"},
    {"startingrank", "number"},
    {"name", "name"},
    {"player", "name"},
    {"title", "title"},
    {"fideid", "fide_id"},
    {"rating", "rating"},
    {"elo", "rating"},
    {"federation", "federation"},
    {"fed", "federation"},
    {"birth", "birth"},
    {"birthday", "birth"},
    {"club", "club"},
    {"team", "team"},
    {"sex", "sex"},
    {"withdrawnfrom", "withdrawn_from"},
    {"round", "round"},
    {"board", "board"},
    {"white", "white"},
    {"black", "black"},
    {"result", "result"},
});

// Columns of results_csv that only repeat others, for people.
constexpr std::array<std::string_view, 5> repeated{"whitename", "blackname", "whitepoints",
                                                   "blackpoints", "approval"};

std::string key_of(std::string_view written) {
    std::string key = lower(tidy(written));
    std::erase_if(key, [](char c) { return c == ' ' || c == '_' || c == '-' || c == '.'; });
    return key;
}

class Table {
public:
    Table(const ReaderInput& question, Imported& imported)
        : csv_(question.text), question_(question), imported_(imported),
          roster_(question.present) {}

    void read() {
        const auto header = csv_.next();
        if (!header) refuse_end({}, wanted::header);
        for (std::size_t i = 0; i < header->size(); ++i) read_name((*header)[i], i);
        const bool pairings = columns_.contains("white") && columns_.contains("black");
        if (!pairings && !columns_.contains("name"))
            refuse(header->front().at, wanted::columns, header->front().text);
        while (auto row = csv_.next()) {
            row_ = std::move(*row);
            if (row_.size() > header->size())
                refuse(row_[header->size()].at,
                       {wanted::row_columns, {{"most", header->size()}}},
                       row_[header->size()].text);
            pairings ? read_pairing() : read_player();
        }
        if (pairings ? rounds_.empty() : players_ == 0)
            refuse_end(csv_.end(), pairings ? wanted::some_pairing : wanted::some_player);
        imported_.players = roster_.added();
        imported_.teams = roster_.added_teams();
        if (question_.present != nullptr) rounds_.seat_as_in(*question_.present);
        imported_.rounds = rounds_.take();
    }

private:
    void read_name(const CsvCell& cell, std::size_t index) {
        const std::string key = key_of(cell.text);
        const auto alias = std::ranges::find(aliases, key, &Alias::written);
        if (alias != aliases.end()) {
            if (!columns_.emplace(alias->column, index).second)
                refuse(cell.at, wanted::column_once, cell.text);
        } else if (!key.empty() && std::ranges::find(repeated, key) == repeated.end()) {
            question_.notes.add({noted::column_left, {{"column", cell.text}}});
        }
    }

    // The cell of this column; empty, at the end of the row, if the row has none.
    CsvCell cell(std::string_view column) const {
        const auto found = columns_.find(column);
        if (found != columns_.end() && found->second < row_.size()) return row_[found->second];
        return {{}, row_.back().at};
    }

    std::uint32_t number(std::string_view column, std::uint32_t most, const Wording& what,
                         bool needed) const {
        const CsvCell here = cell(column);
        if (here.text.empty() && !needed) return 0;
        const auto value = whole(here.text, most);
        if (!value || (*value == 0 && needed))
            refuse(here.at, {what, {{"most", most}}}, here.text);
        return *value;
    }

    std::string text(std::string_view column) const {
        const CsvCell here = cell(column);
        return short_text(here.text, here.at);
    }

    void read_player() {
        tournament::EventPlayer player;
        player.name = name_from(cell("name").text, cell("name").at);
        player.number = number("number", limits::import_players, wanted::number, false);
        player.title = title_from(cell("title").text, cell("title").at);
        const CsvCell sex = cell("sex");
        const std::string letter = lower(sex.text);
        player.sex = letter == "f" ? "w" : letter;
        if (!letter.empty() && player.sex != "m" && player.sex != "w")
            refuse(sex.at, wanted::sex, sex.text);
        const bool unrated = cell("rating").text == "-";
        player.rating = unrated ? 0 : number("rating", 9999, wanted::rating, false);
        player.federation = federation_from(cell("federation").text, cell("federation").at);
        const CsvCell id = cell("fide_id");
        if (id.text.find_first_not_of("0123456789") != std::string::npos)
            refuse(id.at, wanted::fide_id_csv, id.text);
        if (id.text.find_first_not_of('0') != std::string::npos)
            player.fide_id = short_text(id.text, id.at);
        const CsvCell birth = cell("birth");
        const auto date = birth_from(birth.text);
        if (!date) refuse(birth.at, wanted::birth, birth.text);
        player.birth = *date;
        player.club = text("club");
        if (const CsvCell team = cell("team"); !team.text.empty())
            player.team = roster_.team(name_from(team.text, team.at), team.at);
        player.withdrawn_from =
            number("withdrawn_from", limits::import_rounds, wanted::round, false);
        const TextPosition at = cell(player.number == 0 ? "name" : "number").at;
        if (player.number == 0) player.number = present_number(player, at);
        roster_.add(std::move(player), at);
        ++players_;
    }

    // A known player without a number in the file keeps their number.
    std::uint32_t present_number(const tournament::EventPlayer& player, TextPosition at) const {
        if (question_.present == nullptr) return 0;
        auto meant = roster_.meant_by(player.name, player.fide_id);
        std::erase_if(meant, [&](std::uint32_t number) {
            return !question_.present->players.contains(number);
        });
        if (meant.size() > 1)
            refuse(at, wanted::one_of_name, player.name);
        return meant.empty() ? 0 : meant.front();
    }

    std::uint32_t player_in(const CsvCell& here) const {
        if (roster_.empty()) {
            const auto number = whole(here.text, limits::import_players);
            if (!number || *number == 0)
                refuse(here.at, wanted::player_number_alone, here.text);
            return *number;
        }
        const tournament::EventPlayer* player = roster_.by_text(here.text, here.at);
        if (player == nullptr)
            refuse(here.at, wanted::event_player, here.text);
        return player->number;
    }

    std::uint32_t round_here() const {
        if (!columns_.contains("round")) {
            if (question_.round == 0)
                refuse_end(row_.front().at, wanted::round_given);
            return question_.round;
        }
        const std::uint32_t round = number("round", limits::import_rounds, wanted::round, true);
        if (question_.round != 0 && round != question_.round)
            refuse(cell("round").at, {wanted::this_round, {{"round", question_.round}}},
                   cell("round").text);
        return round;
    }

    void read_pairing() {
        const CsvCell white = cell("white");
        const CsvCell black = cell("black");
        const CsvCell result = cell("result");
        tournament::EventPairing pairing;
        pairing.white = player_in(white);
        const bool bye = black.text.empty() || lower(black.text) == "bye" || black.text == "0";
        if (bye) {
            pairing.bye = bye_in(result);
        } else {
            pairing.black = player_in(black);
            pairing.board.number = number("board", limits::boards, wanted::board, false);
            const auto read = read_result(result.text);
            if (!read)
                refuse(result.at, wanted::result, result.text);
            pairing.entered = entered_of(*read);
        }
        rounds_.add(round_here(), std::move(pairing), {cell("board").at, white.at, black.at});
    }

    static wire::Bye bye_in(const CsvCell& result) {
        if (result.text.empty()) return wire::Bye::allocated;
        const std::string small = lower(result.text);
        for (const auto bye : {wire::Bye::allocated, wire::Bye::full, wire::Bye::half,
                               wire::Bye::zero})
            if (small == lower(name(bye))) return bye;
        refuse(result.at, wanted::bye, result.text);
    }

    CsvReader csv_;
    const ReaderInput& question_;
    Imported& imported_;
    Roster roster_;
    Rounds rounds_;
    std::map<std::string, std::size_t, std::less<>> columns_;
    CsvRow row_;
    std::size_t players_ = 0;
};

}  // namespace

void read_csv(const ReaderInput& question, Imported& imported) { Table(question, imported).read(); }

}  // namespace flagfall::formats
