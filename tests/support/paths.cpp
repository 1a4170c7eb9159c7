#include "tests/support/paths.hpp"

namespace flagfall::test {

// Defined only for this file, so that the compiler's cache works for a checkout at any path.
std::string source(const std::string& name) { return FLAGFALL_SOURCE "/" + name; }
std::string test_data(const std::string& name) { return source("tests/data/" + name); }
std::string shared_data(const std::string& name) { return source("../shared/data/" + name); }

}  // namespace flagfall::test
