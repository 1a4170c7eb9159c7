// The places of the tests' files.
#pragma once

#include <string>

namespace flagfall::test {

std::string source(const std::string& name);       // below the root of the repository
std::string test_data(const std::string& name);    // below tests/data: always there
std::string shared_data(const std::string& name);  // below ../shared/data: a clone may lack it

}  // namespace flagfall::test
