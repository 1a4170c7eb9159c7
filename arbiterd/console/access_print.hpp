// Lists of `arbiterd access`, for people or as JSON; never with hashes.
#pragma once

#include <string>
#include <vector>

#include "arbiterd/access/file.hpp"

namespace flagfall::console {

std::string print_people(const std::vector<access::Person>& people, bool json);
std::string print_tokens(const std::vector<access::TokenInfo>& tokens, bool json);
std::string print_audit(const std::vector<access::AuditLine>& lines, bool json);

}  // namespace flagfall::console
