#include "tests/support/feed_reader.hpp"

#include <nlohmann/json.hpp>

namespace flagfall::test {

namespace {

using nlohmann::json;

std::string key_of(const std::string& round, std::uint32_t board, const std::string& game) {
    return game.empty() ? "board " + round + "/" + std::to_string(board) : game;
}

}  // namespace

void FeedReader::hear(const record::ChangeRow& change) {
    if (change.type == "result") {
        const json body = json::parse(change.body);
        const std::string game = body.value("gameId", "");
        known_[key_of(change.round, change.board, game)] = {
            change.round, game, body.at("score"), body.at("kind"), body.at("approval"),
            body.at("rated"), body.at("version")};
    } else if (change.type == "round") {
        hear_of_round(change.round, change.pos, change.body);
    } else if (change.type == "pairings") {
        forget_entered(change.round, change.body);
    } else if (change.type == "event") {
        const json imported = json::parse(change.body).value("rounds", json::array());
        for (const json& number : imported) {
            const std::string round = std::to_string(number.get<std::uint32_t>());
            std::erase_if(known_, [&](const auto& each) { return each.second.round == round; });
            imported_.insert(round);
        }
    }
}

std::optional<FeedReader::Known> FeedReader::find(const std::string& round, std::uint32_t board,
                                                  const std::string& game) const {
    const auto found = known_.find(key_of(round, board, game));
    if (found != known_.end()) return found->second;
    if (imported_.contains(round)) return std::nullopt;
    return Known{};
}

void FeedReader::read(std::uint32_t board, const Known& known) {
    known_[key_of(known.round, board, known.game)] = known;
}

void FeedReader::hear_of_round(const std::string& round, Pos pos, const std::string& text) {
    const json body = json::parse(text);
    const bool confirmed = body.at("state") == "confirmed";
    if (!confirmed && body.at("act") != "reopen_round") return;
    const auto stay = body.value("confirmed", std::set<std::string>());
    for (auto& [key, known] : known_) {
        if (known.round != round || known.score == "*" || known.approval == "appealed") continue;
        const bool now = confirmed || stay.contains(known.game);
        const std::string approval = now ? "confirmed" : "provisional";
        if (approval != known.approval) known.version = pos.value;
        known.approval = approval;
    }
}

// The entered result went with the pairing, if it is another one.
void FeedReader::forget_entered(const std::string& round, const std::string& text) {
    const json body = json::parse(text);
    std::set<std::string> named;
    std::set<std::string> stay;
    for (const json& pairing : body.at("pairings"))
        (pairing.value("resultStays", false) ? stay : named)
            .insert(key_of(round, pairing.value("board", 0U), ""));
    const bool whole = body.at("act") == "set_pairings";
    std::erase_if(known_, [&](const auto& each) {
        const bool entered = each.second.round == round && each.second.game.empty();
        return entered && !stay.contains(each.first) && (whole || named.contains(each.first));
    });
}

}  // namespace flagfall::test
