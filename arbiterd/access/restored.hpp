// What access.db says when it comes back from a backup: who would have rights again.
#pragma once

#include <string>
#include <vector>

namespace flagfall::access {

// Persons and tokens of FOLDER/access.db that are not disabled, revoked or expired, one line each;
// none if there is no such file or it cannot be read.
std::vector<std::string> rights_in(const std::string& folder);

// Ends all sessions of FOLDER/access.db. Empty, or why it cannot be trusted: a table, trigger or
// view in it that this program did not make.
std::string end_sessions(const std::string& folder);

}  // namespace flagfall::access
