// Any bytes as the text of a pairing engine: what is accepted is written and read as the same.
#include "arbiterd/formats/export.hpp"
#include "tests/fuzz/import_check.hpp"
#include "tests/fuzz/target.hpp"

using namespace flagfall;

FUZZ_TARGET(import_pairs) {
    const auto imported = fuzz::check_import(formats::Format::pairs, input, 5);
    if (!imported) return;
    FF_CHECK(imported->rounds.size() == 1);
    const std::string text = formats::pairs(imported->rounds[0]).text;
    const auto back = formats::read(formats::Format::pairs, text, nullptr, 5);
    FF_CHECK(back.has_value() && back->rounds == imported->rounds);
}
