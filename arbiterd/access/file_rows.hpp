// Private to the file: what persons and tokens share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/access/file.hpp"

namespace flagfall::access {

// Sectors are stored one per line; their names contain no line ends (name_fault()).
std::string joined(const std::vector<std::string>& sectors);
std::vector<std::string> split(std::string_view text);

// Why a person with this role cannot have these sectors; nothing if they can.
std::optional<std::string> sectors_fault(const std::vector<std::string>& sectors, Role role);

std::optional<std::int64_t> maybe_integer(const store::Statement& row, int column);

// The role of a stored name. An unknown one (of a later version) gives no rights.
Role stored_role(std::string_view text);

// The columns for person_of(), which reads them from `first` on.
#define FLAGFALL_PERSON_COLUMNS                                                             \
    "person.id, person.name, person.role, person.sectors, person.password_hash IS NOT NULL," \
    " person.pin_hash IS NOT NULL, person.created, person.disabled"
inline constexpr int person_columns = 8;
Person person_of(const store::Statement& row, int first);

std::unexpected<Denied> refused(unsigned status, std::string_view code, std::string text);

}  // namespace flagfall::access
