// Do the tables that people read match the log?
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "arbiterd/shell/follower.hpp"

namespace flagfall::arbiterd {

// The tables of a record (record::file_of) that differ from those its log leads to, by name; none
// if all is well. The chain and the signatures protect the log alone, so a table is only as good as
// this. arbiterd may be running. Of `follow` only a cursor before the last cause is found.
std::expected<std::vector<std::string>, StartError> changed_tables(const std::string& where);

// What is wrong with a restored record in DIR, if anything: tables that are not what the log says,
// or a record that is ahead of the clocks' log beside it.
std::optional<std::string> wrong_record(const std::string& data_dir);

// The same as lines that say what to do; none if all is well.
std::vector<std::string> wrong_tables(const std::string& data_dir);

}  // namespace flagfall::arbiterd
