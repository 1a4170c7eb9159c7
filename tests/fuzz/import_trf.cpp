// Any bytes as TRF: what is accepted is written as TRF26 and read as the same event, and writing
// that again gives the same text.
#include "arbiterd/formats/export.hpp"
#include "tests/fuzz/import_check.hpp"
#include "tests/fuzz/target.hpp"

using namespace flagfall;

FUZZ_TARGET(import_trf) {
    const auto imported = fuzz::check_import(formats::Format::trf26, input, 0);
    if (!imported) return;
    const tournament::Tournament event = formats::tournament_of(*imported);
    const auto written = formats::trf(event, formats::entered_results(event), {});
    if (!written) return;  // more points than fit into the columns
    const auto back = formats::read(formats::Format::trf26, written->text, nullptr, 0);
    FF_CHECK(back.has_value());
    const tournament::Tournament read = formats::tournament_of(*back);
    FF_CHECK(read.players == event.players && read.rounds == event.rounds);
    FF_CHECK(formats::trf(read, formats::entered_results(read), {})->text == written->text);
}
