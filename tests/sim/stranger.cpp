#include "tests/sim/stranger.hpp"
#include "tests/support/paths.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "common/base/check.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::sim {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr std::array folders{"clockd", "clockd/event", "arbiterd/event"};

json read_schema(const fs::path& file) {
    std::ifstream in(file);
    FF_CHECK(in.good());
    return json::parse(in);
}

template <class T, std::size_t n>
const T& any_of(Random& random, const std::array<T, n>& from) {
    return from[random.below(n)];
}

constexpr std::array<const char*, 9> texts{"e4", "e7e5", "Nf3", "a1a8", "O-O", "", "zwölf",
                                           "e8=Q", "♘f3"};
constexpr std::array<const char*, 6> controls{"30", "5+1", "3/10:20", "W5-B9", "banana", "0"};
constexpr std::array<const char*, 4> fens{"", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
                                          "8/8/8/8/8/8/8/8 w - - 0 1",
                                          "4k3/7P/8/8/8/8/8/4K3 b - - 99 80"};

}  // namespace

// The files of schemas/, read once.
struct Stranger::Schemas {
    std::map<std::string, json> files;  // by type: "clockd/press"
    json common;
    std::vector<std::string> types;
    std::vector<std::string> requests;  // requests that clockd accepts

    Schemas() {
        const fs::path root = test::source("schemas");
        common = read_schema(root / "common.json");
        for (const char* folder : folders)
            for (const auto& entry : fs::directory_iterator(root / folder)) {
                if (entry.path().extension() != ".json") continue;
                const std::string type = std::string(folder) + "/" + entry.path().stem().string();
                files[type] = read_schema(entry.path());
                types.push_back(type);
            }
        std::ranges::sort(types);
        for (const std::string& type : types) {
            if (!type.starts_with("clockd/") || type.starts_with("clockd/event/")) continue;
            const auto probe = wire::decode_to_clockd(R"({"type":")" + type.substr(7) + "\"}");
            const bool unknown = !probe && probe.error().code == "unknown_type";
            // The tablet handles how peers connect.
            const bool at_the_door = type.ends_with("hello") || type.ends_with("prove") ||
                                     type.ends_with("enrol_device");
            if (!unknown && !at_the_door) requests.push_back(type);
        }
    }

    static const Schemas& all() {
        static const Schemas schemas;
        return schemas;
    }

    const json& resolve(const json& schema) const {
        if (!schema.contains("$ref")) return schema;
        const std::string ref = schema["$ref"];
        const auto name = ref.substr(ref.rfind('/') + 1);
        return common.at("$defs").at(name);
    }
};

const std::vector<std::string>& schema_types() {
    static const std::vector<std::string> types = Stranger::Schemas::all().types;
    return types;
}

namespace {

// A value for one field: one that fits the board's situation, or something of the right kind.
struct Inventor {
    Random& random;
    const BoardImage& image;
    Board board;
    const World& world;

    json text(const std::string& name) {
        if (name == "id") return "stranger";
        if (name == "game")
            return image.game.empty() || image.phase == BoardImage::Phase::over
                       ? "s" + std::to_string(random.below(1'000'000))
                       : image.game;
        if (name == "time_control") return any_of(random, controls);
        if (name == "fen") return any_of(random, fens);
        if (name == "log") return "";
        return any_of(random, texts);
    }

    json number(const std::string& name) {
        if (name == "board") return board.number;
        if (name == "epoch") return image.epoch.count;
        if (name == "age_us") return random.chance(0.8) ? 0 : random.between(0, 3'000'000);
        if (name == "at_us") return world.now().us;
        if (name == "ply") return image.ply.count + (random.chance(0.8) ? 0 : 1);
        if (name == "from" || name == "answers") return random.below(5);
        if (name.ends_with("_us")) return random.between(0, 20'000'000);
        return random.below(5);
    }

    json value(const std::string& name, const json& schema) {
        if (schema.contains("const")) return schema["const"];
        if (schema.contains("enum")) {
            if (name == "turn" && random.chance(0.8)) return flagfall::name(image.turn);
            if (name == "side" && random.chance(0.6)) return flagfall::name(image.turn);
            return schema["enum"][random.below(schema["enum"].size())];
        }
        const std::string type = schema.value("type", "string");
        if (type == "boolean") return random.chance(0.5);
        if (type == "integer") return number(name);
        if (type == "array") return json::array({json::array({"Site", "hall"})});
        if (type == "object") return json::object();
        return text(name);
    }
};

}  // namespace

Stranger::Stranger(Hall& hall, Board board)
    : Client(hall, "arbiter", std::nullopt), board_(board), schemas_(Schemas::all()) {}

Stranger::~Stranger() = default;

void Stranger::begin() {
    start();
    meddle();
}

void Stranger::on_event(const wire::EventFrame& frame) {
    const bool ours = std::visit(
        [&](const auto& e) {
            if constexpr (requires { e.board; }) return e.board == board_;
            else return false;
        },
        frame.event);
    if (ours) image_.see(frame, world_.now());
}

std::string Stranger::invent(const std::string& type) {
    const json& schema = schemas_.files.at(type);
    Inventor inventor{random_, image_, board_, world_};
    json message = json::object();
    std::vector<std::string> required;
    if (schema.contains("required")) schema["required"].get_to(required);
    for (const auto& [name, field] : schema.at("properties").items()) {
        const bool needed = std::ranges::find(required, name) != required.end();
        const bool time = name == "at_us" || name == "age_us";
        const bool wanted = needed || name == "epoch" || random_.chance(time ? 0.1 : 0.5);
        if (!wanted && !(name == "at_us" && world_.options.virtual_time)) continue;
        if (!needed && random_.chance(0.01)) continue;
        message[name] = inventor.value(name, schemas_.resolve(field));
    }
    if (random_.chance(0.02)) message["board"] = "not a number";
    return message.dump();
}

void Stranger::meddle() {
    world_.agenda.in(random_.between(milliseconds(20), milliseconds(600)), [this] { meddle(); });
    if (world_.quiet || !linked() || !idle()) return;
    const std::string& type = schemas_.requests[random_.below(schemas_.requests.size())];
    const std::string line = invent(type);
    const auto message = wire::decode_to_clockd(line);
    const auto* command = message ? std::get_if<wire::ClockCommand>(&*message) : nullptr;
    if (!command) {
        ++world_.types[type];
        // A subscription of its own would replace the one that this client uses.
        if (type != "clockd/subscribe") say(line);
        return;
    }
    submit(*command);
}

}  // namespace flagfall::sim
