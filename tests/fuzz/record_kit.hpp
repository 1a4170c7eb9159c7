// A small real record: the data folder of both daemons after a short round, written by their own
// stores, and the rows that are in it.
#pragma once

#include <string>
#include <vector>

#include "common/store/row.hpp"
#include "tests/support/temp_folder.hpp"

namespace flagfall::fuzz {

using Folder = test::TempFolder;

std::string read_file(const std::string& path);
void write_file(const std::string& path, std::string_view bytes);

struct RecordKit {
    RecordKit();

    Folder folder;
    std::vector<store::Row> clock_rows;
    std::vector<store::Row> game_rows;
    std::string clock_key;  // the public halves
    std::string game_key;
};

}  // namespace flagfall::fuzz
