// The schemas match the code: the same messages, fields, types and limits, in both directions.
#include <algorithm>
#include <set>

#include "arbiterd/game/state/clock_words.hpp"
#include "common/base/limits.hpp"
#include "tests/unit/wire/visitors.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

template <class Variant>
std::set<std::string> types_of() {
    std::set<std::string> out;
    for_each_type<Variant>(
        [&]<class T>(std::type_identity<T>) { CHECK(out.insert(std::string(T::type)).second); });
    return out;
}

// The fields are those of the schema; `required` and `names` list what else it must have.
template <class T>
void check_described(const MessageSchema& schema, std::set<std::string> required,
                     std::set<std::string> names) {
    for (const Field& field : fields_of(T{})) {
        INFO("field " << field.name);
        CHECK(names.insert(field.name).second);
        if (field.required) required.insert(field.name);
        const bool there = schema.fields.contains(field.name);
        CHECK(there);
        if (there) CHECK(schema.fields.at(field.name).type == field.type);
    }
    CHECK(schema.required == required);
    for (const auto& [name, rules] : schema.fields) {
        INFO("property " << name);
        CHECK(names.contains(name));
        if (rules.type == "array" && rules.items != "pair")
            CHECK(rules.max_items == limits::list_items);
    }
}

template <class T>
void check_part(const std::string& name) {
    INFO("part " << name);
    check_described<T>(part_schema(name), {}, {});
}

template <wire::Word E>
std::vector<std::string> words() {
    constexpr auto names = names_of(E{});
    return {names.begin(), names.end()};
}

template <class Variant>
void check_fields() {
    for_each_type<Variant>([]<class T>(std::type_identity<T>) {
        const MessageSchema& schema = schema_of(folder_of<Variant>() + std::string(T::type));
        INFO("schema " << T::type);
        CHECK(schema.title == T::type);
        CHECK(schema.fields.at("type").words == std::vector{std::string(T::type)});
        check_described<T>(schema, {"type"}, {"type"});
    });
}

}  // namespace

TEST_CASE("each message has a schema, and each schema a message") {
    auto frames = types_of<wire::ToClockd>();
    frames.merge(types_of<wire::FromClockd>());
    CHECK(schemas_in("clockd") == frames);
    CHECK(schemas_in("clockd/event") == types_of<wire::ClockEvent>());
    CHECK(schemas_in("arbiterd/event") == types_of<wire::GameEvent>());
    auto acts = types_of<wire::DeskAct>();
    acts.insert("command");  // the body around them
    CHECK(schemas_in("desk") == acts);
    auto office = types_of<wire::EventAct>();
    office.insert("command");
    CHECK(schemas_in("office") == office);
    CHECK(schemas_in("arbiterd/facts") == types_of<wire::QuestionFacts>());
}

TEST_CASE("the fields of the schemas are those of the messages") {
    check_fields<wire::ToClockd>();
    check_fields<wire::FromClockd>();
    check_fields<wire::ClockEvent>();
    check_fields<wire::GameEvent>();
    check_fields<wire::DeskAct>();
    check_fields<wire::EventAct>();
    check_fields<wire::QuestionFacts>();
}

TEST_CASE("the parts of an event in the schemas are those of the messages") {
    check_part<wire::PlayTerms>("play_terms");
    check_part<wire::EventScoring>("event_scoring");
    check_part<wire::EventSector>("event_sector");
    check_part<wire::EventInfo>("event_info");
    check_part<wire::EventPlayer>("event_player");
    check_part<wire::EventTeam>("event_team");
    check_part<wire::EnteredResult>("entered_result");
    check_part<wire::EventPairing>("event_pairing");
    check_part<wire::EventRound>("event_round");
    check_part<wire::AtBoard>("at_board");
    check_part<wire::ClockTimes>("clock_times");
    check_part<wire::Outcome>("outcome");
}

TEST_CASE("the limits of the schemas are those of the code") {
    CHECK(common_field("board").minimum == 1);
    CHECK(common_field("board").maximum == limits::boards);
    CHECK(common_field("epoch").maximum == 0xFFFFFFFF);
    for (const char* id : {"id", "game", "log", "boot"})
        CHECK(common_field(id).max_length == limits::id_bytes);
    CHECK(common_field("id").min_length == 1);
    for (const char* text : {"text", "move", "article", "fen"})
        CHECK(common_field(text).max_length == limits::text_bytes);
    CHECK(common_field("long_text").max_length == limits::line_bytes);
    CHECK(common_field("pairs").max_items == limits::tags);
    CHECK(schema_of("clockd/hello").fields.at("protocol").only == wire::protocol_version);
}

TEST_CASE("sides, endings and scores of the schemas are those of the code") {
    CHECK(common_field("side").words ==
          std::vector{std::string(name(Side::white)), std::string(name(Side::black))});
    const auto endings = common_field("ending").words;
    for (std::size_t i = 0; i < endings.size(); ++i)
        CHECK(ending_from(endings[i]) == static_cast<Ending>(i + 1));
    CHECK(endings.size() == static_cast<std::size_t>(Ending::cancelled));
    for (const std::string& score : common_field("score").words) CHECK(score_from(score));
    CHECK(common_field("score").words.size() == 6);
}

TEST_CASE("the refusals that arbiterd acts upon are clockd's") {
    const std::vector<std::string> codes = common_field("code").words;
    for (const std::string_view name : names_of(game::ClockRefusal{})) {
        INFO(name);
        CHECK(std::ranges::find(codes, name) != codes.end());
    }
}

TEST_CASE("the words of the schemas are those of the code") {
    const auto field = [](const std::string& event, const std::string& name) {
        return schema_of("arbiterd/" + event).fields.at(name).words;
    };
    CHECK(field("event/ruling_given", "about") == words<wire::Subject>());
    CHECK(field("event/question_put", "about") == words<wire::Subject>());
    CHECK(field("event/question_closed", "how") == words<wire::Closing>());
    CHECK(field("event/move_recorded", "completed_by") == words<wire::CompletedBy>());
    CHECK(field("event/press_noted", "how") == words<wire::Pressing>());
    CHECK(field("event/draw_offer_made", "how") == words<wire::Offering>());
    CHECK(field("event/draw_offer_ended", "how") == words<wire::OfferEnd>());
    CHECK(field("event/clock_intervention", "kind") == words<wire::Intervening>());
    CHECK(field("event/result_approved", "who") == words<wire::Party>());
    CHECK(field("event/sealed_opened", "found") == words<wire::SealedMove>());
    CHECK(field("event/command_settled", "how") == words<wire::Settling>());
    CHECK(field("event/irregularity_found", "kind") == words<wire::Irregularity>());
    CHECK(field("facts/claim", "kind") == words<wire::ClaimKind>());
}

TEST_CASE("the words of equipment in the schemas are those of the code") {
    for (const std::string message : {"clockd/equipment", "clockd/event/equipment_changed"}) {
        const auto& fields = schema_of(message).fields;
        CHECK(fields.at("link").words == words<wire::LinkState>());
        CHECK(fields.at("drift").words == words<wire::Drift>());
        CHECK(fields.at("shows").words == words<wire::Showing>());
    }
}
