// Any bytes as one of our own documents.
#include "tests/fuzz/import_check.hpp"
#include "tests/fuzz/target.hpp"

using namespace flagfall;

FUZZ_TARGET(import_json) {
    if (!fuzz::check_import(formats::Format::json, input, 0))
        (void)fuzz::check_import(formats::Format::json, input, 2);
}
