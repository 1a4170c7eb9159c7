#include <nlohmann/json.hpp>

#include "arbiterd/formats/export.hpp"
#include "common/wire/codec_writer.hpp"

namespace flagfall::formats {

namespace {

using nlohmann::ordered_json;

template <class T>
ordered_json object(const T& part) {
    return ordered_json::parse(wire::object_of(part, wire::Names::of_api));
}

template <class T>
ordered_json list(const std::vector<T>& parts) {
    ordered_json all = ordered_json::array();
    for (const T& part : parts) all.push_back(object(part));
    return all;
}

}  // namespace

std::string json(const Imported& imported) {
    ordered_json whole = ordered_json::object();
    if (!imported.format.empty()) whole["format"] = imported.format;
    if (imported.info) whole["event"] = object(*imported.info);
    if (!imported.teams.empty()) whole["teams"] = list(imported.teams);
    whole["players"] = list(imported.players);
    whole["rounds"] = list(imported.rounds);
    if (!imported.notes.empty()) whole["notes"] = texts(imported.notes);
    return whole.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

Imported imported_of(const tournament::Tournament& tournament) {
    Imported imported;
    imported.format = name(Format::json);
    imported.info = tournament.info;
    for (const auto& [number, player] : tournament.players) imported.players.push_back(player);
    for (const auto& [number, team] : tournament.teams) imported.teams.push_back(team);
    for (const auto& [number, round] : tournament.rounds) imported.rounds.push_back(round);
    return imported;
}

}  // namespace flagfall::formats
