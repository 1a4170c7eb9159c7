// The sources of `arbiterd event follow`: a file, a folder of files, or the answer of a URL.
#pragma once

#include <string>
#include <vector>

#include "common/net/http_client.hpp"

namespace flagfall::console {

// A text with games, and its name for messages.
struct SourcePart {
    std::string name;
    std::string text;
};

// Why something cannot be read now. The name is that of a part or of the whole source.
struct SourceFault {
    std::string name;
    std::string why;
    friend bool operator==(const SourceFault&, const SourceFault&) = default;
};

// One reading of a source. A part that cannot be read does not affect the others.
struct SourceLook {
    std::vector<SourcePart> parts;  // by name
    std::vector<SourceFault> faults;
};

// Reads a file, or the *.pgn files of a folder; links and subfolders are not followed.
SourceLook look_at(const std::string& path);

// Reads the answer of a URL; `name` is its name for messages.
SourceLook look_at(net::Answer answer, const std::string& name);

// "hall.local/games.pgn": without what may be secret in it.
std::string name_of(const net::Url& url);

}  // namespace flagfall::console
