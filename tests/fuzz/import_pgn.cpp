// Any bytes as the tags of PGN games.
#include "tests/fuzz/import_check.hpp"
#include "tests/fuzz/target.hpp"

using namespace flagfall;

FUZZ_TARGET(import_pgn) {
    if (!fuzz::check_import(formats::Format::pgn, input, 0))
        (void)fuzz::check_import(formats::Format::pgn, input, 1);
}
