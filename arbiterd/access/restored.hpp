// access.db and owner.token as files that somebody else may have changed: on a stick, on the disk.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace flagfall::access {

// Persons and tokens of FOLDER/access.db that are not disabled, revoked or expired, one line each;
// none if there is no such file or it cannot be read. `now_ms`: the wall time in milliseconds.
std::vector<std::string> rights_in(const std::string& folder, std::int64_t now_ms);

// Why FOLDER/access.db or FOLDER/owner.token must not be used: a table, trigger or view that this
// program did not make, others who may read the token. Nothing if there is no such file.
std::optional<std::string> wrong_rights(const std::string& folder);

// Ends all sessions of FOLDER/access.db. Empty, or why it cannot be trusted: a table, trigger or
// view in it that this program did not make.
std::string end_sessions(const std::string& folder);

}  // namespace flagfall::access
