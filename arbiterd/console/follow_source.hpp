// What `arbiterd event follow` looks at: a file, a folder of files, or what a URL answers.
#pragma once

#include <string>
#include <vector>

#include "common/net/http_client.hpp"

namespace flagfall::console {

// A text with games, and its name for people.
struct SourcePart {
    std::string name;
    std::string text;
};

// Why something cannot be read now. The name is that of a part, or of the whole source.
struct SourceFault {
    std::string name;
    std::string why;
    friend bool operator==(const SourceFault&, const SourceFault&) = default;
};

// One look at a source. What cannot be read hides nothing else.
struct SourceLook {
    std::vector<SourcePart> parts;  // by name
    std::vector<SourceFault> faults;
};

// A file, or the *.pgn files of a folder. Links and folders in the folder are not followed.
SourceLook look_at(const std::string& path);

// What came from a URL, whose name for people is `name`.
SourceLook look_at(net::Answer answer, const std::string& name);

// "hall.local/games.pgn": without what may be secret in it.
std::string name_of(const net::Url& url);

}  // namespace flagfall::console
