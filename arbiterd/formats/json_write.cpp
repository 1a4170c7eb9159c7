#include <nlohmann/json.hpp>

#include "arbiterd/formats/export.hpp"

namespace flagfall::formats {

namespace {

using nlohmann::ordered_json;

// Makes a JSON object of what `describe` names.
class Fields {
public:
    template <class T>
    void operator()(std::string_view name, const T& value) {
        object_[std::string(name)] = value_of(value);
    }
    template <class T>
    void maybe(std::string_view name, const T& value) {
        if (!(value == T{})) (*this)(name, value);
    }

    static ordered_json value_of(const std::string& value) { return value; }
    static ordered_json value_of(std::uint32_t value) { return value; }
    static ordered_json value_of(Board value) { return value.number; }
    static ordered_json value_of(Duration value) { return value.us; }
    static ordered_json value_of(const Score& value) { return std::string(text(value)); }
    static ordered_json value_of(const wire::Pair& value) {
        return ordered_json::array({value.name, value.value});
    }
    template <class T>
    static ordered_json value_of(const std::optional<T>& value) {
        return value_of(*value);
    }
    template <class T>
    static ordered_json value_of(const std::vector<T>& value) {
        ordered_json list = ordered_json::array();
        for (const T& each : value) list.push_back(value_of(each));
        return list;
    }
    template <class T>
        requires requires(const T& value, Fields& fields) { T::describe(value, fields); }
    static ordered_json value_of(const T& value) {
        Fields fields;
        T::describe(value, fields);
        return std::move(fields.object_);
    }

private:
    ordered_json object_ = ordered_json::object();
};

}  // namespace

std::string json(const Imported& imported) {
    ordered_json object = ordered_json::object();
    if (!imported.format.empty()) object["format"] = imported.format;
    if (imported.info) object["event"] = Fields::value_of(*imported.info);
    if (!imported.teams.empty()) object["teams"] = Fields::value_of(imported.teams);
    object["players"] = Fields::value_of(imported.players);
    object["rounds"] = Fields::value_of(imported.rounds);
    if (!imported.notes.empty()) object["notes"] = Fields::value_of(imported.notes);
    return object.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
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
