// Checks that the tables that people read match the log.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "arbiterd/shell/clockd_follower.hpp"

namespace flagfall::arbiterd {

// The names of the tables of a record (record::file_of) that differ from what its log gives; empty
// if all is well. The chain and the signatures protect only the log, so tables must be compared
// with it. arbiterd may be running. Of `follow`, only a cursor before the last cause is found.
std::expected<std::vector<std::string>, StartError> changed_tables(const std::string& where);

// The first table that does not match the log, in words, or why it cannot be read. Nothing if all
// is well.
std::optional<std::string> wrong_table(const std::string& where);

// What is wrong with a restored record in DIR: tables that do not match the log, or a record that
// is ahead of clockd's log in the same folder. Nothing if all is well.
std::optional<std::string> wrong_record(const std::string& data_dir);

// The same as lines that say what to do; empty if all is well.
std::vector<std::string> wrong_tables(const std::string& data_dir);

}  // namespace flagfall::arbiterd
