#include "arbiterd/service/desk_answer.hpp"

#include <cstdint>

#include "common/wire/codec.hpp"

namespace flagfall::arbiterd {

std::vector<std::string> sentences_of(const std::vector<wire::GameEvent>& events) {
    std::vector<std::string> all;
    for (const wire::GameEvent& event : events) {
        if (const auto* ruling = std::get_if<wire::RulingGiven>(&event)) {
            all.push_back("Ruling " + std::to_string(ruling->number) + " (" + ruling->article +
                          "): " + ruling->text);
        } else if (const auto* result = std::get_if<wire::ResultRecorded>(&event)) {
            all.push_back("Result: " + std::string(text(result->outcome.score)) + ", " +
                          std::string(name(result->outcome.ending)) + " (" +
                          result->outcome.article + ").");
        } else if (const auto* approved = std::get_if<wire::ResultApproved>(&event)) {
            all.push_back("The result is approved: " + approved->who + ".");
        } else if (const auto* back = std::get_if<wire::PositionRestored>(&event)) {
            all.push_back("The game stands after ply " + std::to_string(back->ply.count) +
                          "; later moves are void.");
        } else if (const auto* again = std::get_if<wire::GameRestarted>(&event)) {
            all.push_back("The game begins anew, White: " + again->white + ", Black: " +
                          again->black + "; all moves so far are void.");
        } else if (const auto* bound = std::get_if<wire::MoveBound>(&event)) {
            all.push_back(std::string(name(bound->side)) + " must play one of: " + bound->moves +
                          ".");
        } else if (const auto* question = std::get_if<wire::QuestionPut>(&event)) {
            all.push_back("Question " + std::to_string(question->number) + ": " + question->text);
        }
    }
    return all;
}

std::string token_of(const std::vector<wire::GameEvent>& events) {
    std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a: it guards against haste, not malice
    for (const wire::GameEvent& event : events) {
        if (std::holds_alternative<wire::CommandIssued>(event)) continue;  // has the instant
        for (const char c : wire::encode_body(event)) {
            hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
        }
    }
    constexpr std::string_view digits = "0123456789abcdef";
    std::string token;
    for (int shift = 60; shift >= 0; shift -= 4) token += digits[(hash >> shift) & 15];
    return token;
}

}  // namespace flagfall::arbiterd
