#include "tests/oracle/compare.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <sstream>
#include <string_view>

#include "tests/oracle/game.hpp"
#include "tests/support/fields.hpp"

namespace flagfall::oracle {
namespace {

using test::Field;
using test::fields_of;
using Fields = std::vector<Field>;

enum class How {
    same,
    open,         // arbiterd's own choice, or checked elsewhere: not compared
    there,        // a text for people: any, but not none
    words,        // the same words in any order
    if_both,      // the same if both have it
    none_is_zero,
};

// The fields that need not be exactly the same. The first row that fits counts; a field without a
// row must be the same. A row without a type is for every event, "command" is every command.
struct Row {
    std::string_view type;
    std::string_view field;
    How how;
    std::string_view when{};  // only when this field must be `value`
    std::string_view value{};
};

constexpr std::string_view any_epoch_text = "4294967295";
static_assert(any_epoch.count == 4'294'967'295);
constexpr std::string_view any_period_text = "4294967295";
static_assert(any_period == 4'294'967'295);

constexpr auto rows = std::to_array<Row>({
    // The judge checks these two; the event that is answered is how it was found.
    {"", "game", How::open},
    {"", "board", How::open},
    {"", "cause", How::open},
    {"game_recorded", "epoch", How::same},
    {"", "epoch", How::open},
    {"game_recorded", "settings", How::open},
    {"move_pending", "elapsed_us", How::open},
    {"irregularity_found", "stands", How::open},
    {"claim_judged", "facts", How::open, "facts", "\"\""},
    // Texts and evidence are for people. The judge checks options and the changes of a ruling:
    // it continues from them.
    {"ruling_given", "text", How::there},
    {"ruling_given", "evidence", How::open},
    {"ruling_given", "looked", How::open},
    {"ruling_given", "white_time_us", How::open},
    {"ruling_given", "black_time_us", How::open},
    {"ruling_given", "counted", How::open},
    {"ruling_given", "counted_ply", How::open},
    {"ruling_given", "bound", How::open},
    {"ruling_given", "gives_result", How::open},
    {"ruling_given", "result_before", How::open},
    {"ruling_given", "undoes", How::open},
    {"ruling_given", "answers", How::open},
    {"ruling_given", "unmet", How::open},
    {"ruling_given", "moves", How::open},
    {"ruling_given", "announced_ply", How::open},
    {"ruling_given", "gained_us", How::open},
    {"ruling_given", "resumes", How::open},
    {"ruling_given", "white_period_before", How::open},
    {"ruling_given", "black_period_before", How::open},
    {"ruling_given", "waits", How::open},
    {"question_put", "text", How::there},
    {"question_put", "evidence", How::open},
    {"question_put", "options", How::open},
    {"question_put", "facts", How::open},
    {"question_put", "proposed", How::open},
    {"question_put", "command", How::open},
    {"question_put", "asked_before", How::open},
    // The readings are compared in the command that sets the clock.
    {"moves_restored", "white_us", How::open},
    {"moves_restored", "black_us", How::open},
    {"moves_restored", "fen", How::open},
    {"moves_restored", "presses", How::none_is_zero},
    {"moves_restored", "tags", How::open},
    {"moves_restored", "restored", How::open},
    {"moves_restored", "voided", How::open},
    {"game_restarted", "tags", How::open},
    {"game_restarted", "ruling", How::open},
    {"game_restarted", "voided", How::open},
    {"colours_reversed", "tags", How::open},
    {"position_restored", "ruling", How::open},
    {"position_restored", "voided", How::open},
    {"move_bound", "squares", How::open},
    {"move_bound", "moves", How::words},
    {"move_bound", "ruling", How::open},
    {"touch_noted", "ply", How::open},
    {"touch_noted", "ruling", How::open},
    {"press_noted", "period", How::open, "how", "set"},
    // For these interventions the reason is arbiterd's text for people.
    {"clock_intervention", "reason", How::open, "kind", "period_ended"},
    {"clock_intervention", "reason", How::open, "kind", "flag_reached"},
    {"clock_intervention", "reason", How::open, "kind", "stopped"},
    {"clock_intervention", "carried_white_us", How::open},
    {"clock_intervention", "carried_black_us", How::open},
    {"event_voided", "reason", How::there},
    {"command_issued", "ruling", How::open},
    {"command_issued", "places", How::open},
    {"command", "epoch", How::open, "epoch", any_epoch_text},
    {"command", "at_us", How::if_both},  // virtual time alone
    {"command", "age_us", How::open},
    {"set_reading", "reason", How::open},
    {"set_reading", "white_period", How::open, "white_period", any_period_text},
    {"set_reading", "black_period", How::open, "black_period", any_period_text},
});

const std::string& value_of(const Fields& fields, std::string_view name) {
    static const std::string nothing;
    const auto found = std::ranges::find(fields, name, &Field::name);
    return found == fields.end() ? nothing : found->value;
}

// For the event or command of this type, which must have `must`.
How how_of(std::string_view type, std::string_view kind, const Field& field, const Fields& must) {
    const auto row = std::ranges::find_if(rows, [&](const Row& each) {
        return (each.type == type || each.type == kind) && each.field == field.name &&
               (each.when.empty() || value_of(must, each.when) == each.value);
    });
    return row == rows.end() ? How::same : row->how;
}

// The order in which a set is written does not matter.
std::set<std::string> words_of(const std::string& shown) {
    std::istringstream in(shown.substr(1, shown.size() - 2));  // without the quotes
    std::set<std::string> found;
    for (std::string word; in >> word;) found.insert(word);
    return found;
}

bool agree(How how, const std::string& is, const std::string& must) {
    const auto number = [](const std::string& count) { return count == "none" ? "0" : count; };
    switch (how) {
        case How::same: return is == must;
        case How::open: return true;
        case How::there: return is != "\"\"";
        case How::words: return words_of(is) == words_of(must);
        case How::if_both: return is == "none" || must == "none" || is == must;
        case How::none_is_zero: return number(is) == number(must);
    }
    return false;
}

// Both begin with their type; the row for `kind` applies to them, too.
void hold(std::string& text, std::string_view kind, const Fields& is, const Fields& must) {
    const std::string& type = must.front().value;
    for (const Field& wanted : must) {
        const std::string& said = value_of(is, wanted.name);
        const How how = how_of(type, kind, wanted, must);
        if (agree(how, said, wanted.value)) continue;
        if (!text.empty()) text += "; ";
        text += wanted.name + (how == How::there ? " is missing"
                                                 : " is " + said + ", must be " + wanted.value);
    }
}

}  // namespace

std::string difference(const wire::GameEvent& is, const wire::GameEvent& must) {
    std::string text;
    Fields said = fields_of(is);
    Fields wanted = fields_of(must);
    const auto* is_command = std::get_if<wire::CommandIssued>(&is);
    const auto* must_command = std::get_if<wire::CommandIssued>(&must);
    if (is_command != nullptr && must_command != nullptr) {
        const auto is_whole = [](const Field& field) { return field.name == "command"; };
        std::erase_if(said, is_whole);
        std::erase_if(wanted, is_whole);
        const Fields sent = fields_of(is_command->command);
        const Fields due = fields_of(must_command->command);
        if (sent.front() == due.front()) hold(text, "command", sent, due);
        else text = "command is " + sent.front().value + ", must be " + due.front().value;
    }
    hold(text, "", said, wanted);
    return text.empty() ? "" : said.front().value + ": " + text;
}

}  // namespace flagfall::oracle
