// Any bytes as CSV, players or pairings: what is accepted is written as CSV and read as the same.
#include "arbiterd/formats/export.hpp"
#include "tests/fuzz/import_check.hpp"
#include "tests/fuzz/target.hpp"

using namespace flagfall;

FUZZ_TARGET(import_csv) {
    const auto imported = fuzz::check_import(formats::Format::csv, input, 0);
    if (!imported) (void)fuzz::check_import(formats::Format::csv, input, 3);
    if (!imported || imported->players.empty()) return;
    const tournament::Tournament event = formats::tournament_of(*imported);
    const auto back = formats::read(formats::Format::csv, formats::players_csv(event).text,
                                    nullptr, 0);
    FF_CHECK(back.has_value() && back->players.size() == imported->players.size());
}
