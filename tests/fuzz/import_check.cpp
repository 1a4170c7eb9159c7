#include "tests/fuzz/import_check.hpp"

#include <algorithm>

#include "arbiterd/formats/export.hpp"
#include "common/base/check.hpp"

namespace flagfall::fuzz {

namespace {

void check_place(const formats::ImportError& error, std::string_view input) {
    const auto ends = std::ranges::count_if(input, [](char c) { return c == '\n' || c == '\r'; });
    FF_CHECK(error.at.line >= 1 && error.at.line <= static_cast<std::uint64_t>(ends) + 2);
    FF_CHECK(error.at.column >= 1 && error.at.column <= 2 * input.size() + 1'000);
    FF_CHECK(!error.expected.text.empty() && !error.found.empty());
}

}  // namespace

std::optional<formats::Imported> check_import(formats::Format format, std::string_view input,
                                              std::uint32_t round) {
    (void)formats::looked_like(input);
    auto read = formats::read(format, input, nullptr, round);
    if (!read) {
        check_place(read.error(), input);
        return std::nullopt;
    }
    const auto again =
        formats::read(formats::Format::json, formats::json(*read), nullptr, 0);
    FF_CHECK(again.has_value());
    FF_CHECK(again->info == read->info && again->players == read->players);
    FF_CHECK(again->teams == read->teams && again->rounds == read->rounds);
    return std::move(*read);
}

}  // namespace flagfall::fuzz
