#include "arbiterd/api/body.hpp"

#include <algorithm>

#include "common/base/text.hpp"

namespace flagfall::api {

namespace {

// Sets the line and column of this byte, both from 1.
void locate(Fault& fault, std::string_view text, std::size_t byte) {
    std::uint32_t line = 1;
    std::uint32_t column = 1;
    for (std::size_t i = 0; i < text.size() && i + 1 < byte; ++i) {
        if (text[i] == '\n') {
            ++line;
            column = 1;
        } else if (!goes_on(text[i])) {
            ++column;
        }
    }
    fault.line = line;
    fault.column = column;
}

}  // namespace

ParsedBody parse_body(std::string_view text) {
    return wire::parse_json(text, wire::from_outside);
}

bool take_body(Call& call, ParsedBody parsed) {
    if (!parsed) {
        const std::string& text = call.request().body;
        const wire::DecodeError& error = parsed.error();
        Fault fault{error.pointer, error.text};
        if (error.byte > 0) locate(fault, text, error.byte);
        const bool field = error.code == "bad_field";
        call.refuse(problem(400, field ? "bad_body" : "bad_json",
                            field ? error.text : "the body is not JSON: " + error.text, {fault}));
    } else if (!parsed->is_object()) {
        call.refuse(problem(400, "bad_body", "the body must be a JSON object",
                            {{"", "an object is expected"}}));
    } else {
        call.json = std::move(*parsed);
        return true;
    }
    return false;
}

std::string in_body(std::string pointer, Part part) {
    if (part.command.empty() || !pointer.starts_with(part.command)) return pointer;
    return std::string(part.body) + wire::camel_case(pointer.substr(part.command.size()));
}

void refuse_body(Call& call, const wire::DecodeError& error) {
    const std::vector<Fault> faults{{error.pointer, error.text}};
    if (error.word) return call.refuse(refusal(422, error.code, error.text, faults));
    call.refuse(problem(400, "bad_body", error.text, faults));
}

bool is_object(Call& call) {
    if (call.json) return true;
    call.refuse(problem(400, "bad_json", "the body is not JSON",
                        {{"", "a JSON object is expected here", 1, 1}}));
    return false;
}

void Faults::fault(std::string_view name, std::string detail) {
    faults_.push_back({"/" + std::string(name), std::move(detail)});
}

void Faults::needs(std::string_view name, const std::string& text) {
    const std::string pointer = "/" + std::string(name);
    if (text.empty() && std::ranges::find(faults_, pointer, &Fault::pointer) == faults_.end())
        fault(name, "it must not be empty");
}

void Faults::within(std::string_view name, std::int64_t value, std::int64_t least,
                    std::int64_t most) {
    if (value < least || value > most)
        fault(name, "a whole number from " + std::to_string(least) + " to " +
                        std::to_string(most) + " is expected");
}

bool Faults::refused() {
    if (answered_) return true;
    if (faults_.empty()) return false;
    answered_ = true;
    if (word_ && faults_.size() == 1) {
        refuse_body(call_, *word_);
        return true;
    }
    const Fault& first = faults_.front();
    call_.refuse(problem(400, "bad_body", first.pointer + ": " + first.detail, faults_));
    return true;
}

void Faults::take(const std::vector<wire::DecodeError>& errors) {
    for (const wire::DecodeError& error : errors) {
        if (error.word) word_ = error;
        faults_.push_back(
            {error.pointer, "expected " + error.expected.text + ", got " + error.found});
    }
}

}  // namespace flagfall::api
