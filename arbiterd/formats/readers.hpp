// The readers of the formats, one file each. Each throws Refused at the first error; `text` is
// already UTF-8. For import.cpp.
#pragma once

#include "arbiterd/formats/text.hpp"

namespace flagfall::formats {

// The input of a reader.
struct ReaderInput {
    std::string_view text;
    const tournament::Tournament* present = nullptr;
    std::uint32_t round = 0;
    std::uint32_t first_board = 0;  // for an engine's output; 0: not given by the caller
    Notes& notes;
};

void read_trf(const ReaderInput& question, Imported& imported);
void read_json(const ReaderInput& question, Imported& imported);
void read_csv(const ReaderInput& question, Imported& imported);
void read_pgn(const ReaderInput& question, Imported& imported);
void read_pairs(const ReaderInput& question, Imported& imported);

// Does the text have records that exist only in TRF26?
bool has_trf26_records(std::string_view text);

}  // namespace flagfall::formats
