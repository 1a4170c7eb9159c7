// Checks access.db and owner.token after somebody else may have changed them, as on a USB stick.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace flagfall::access {

// The persons and tokens in FOLDER/access.db that are not disabled, revoked or expired, one line
// each; empty if the file is missing or unreadable. `now_ms`: wall time in milliseconds.
std::vector<std::string> rights_in(const std::string& folder, std::int64_t now_ms);

// Why FOLDER/access.db or FOLDER/owner.token must not be used: it has a table, trigger or view that
// is not ours, or others can read the token. Nothing if all is well or the files are missing.
std::optional<std::string> wrong_rights(const std::string& folder);

// Ends all sessions in FOLDER/access.db. Returns nothing, or why the file cannot be trusted: it has
// a table, trigger or view that is not ours.
std::string end_sessions(const std::string& folder);

}  // namespace flagfall::access
