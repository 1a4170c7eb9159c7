#include "arbiterd/console/follow_source.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "arbiterd/console/limits.hpp"
#include "arbiterd/formats/limits.hpp"
#include "arbiterd/formats/text.hpp"
#include "common/base/ascii.hpp"
#include "common/cli/files.hpp"

namespace flagfall::console {

namespace {

namespace fs = std::filesystem;

bool is_utf16(std::string_view text) {
    return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
}

void add(SourceLook& look, std::string name, std::string text) {
    if (is_utf16(text)) look.faults.push_back({std::move(name), "it is UTF-16, not UTF-8"});
    else look.parts.push_back({std::move(name), std::move(text)});
}

// Reads regular files only; a pipe would block.
void add_file(SourceLook& look, const fs::path& path, std::string name) {
    auto text = cli::read_file(path.string(), limits::import_bytes);
    if (text) return add(look, std::move(name), std::move(*text));
    look.faults.push_back({std::move(name), text.error()});
}

// The names of the files to read; if there are too many, only the first of them.
std::set<std::string> files_in(const fs::path& folder, SourceLook& look) {
    std::set<std::string> names;
    bool more = false;
    std::error_code error;
    fs::directory_iterator entry(folder, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        std::string name = entry->path().filename().string();
        if (!lower(name).ends_with(".pgn")) continue;
        std::error_code unknown;
        const fs::file_type type = entry->symlink_status(unknown).type();
        if (type == fs::file_type::symlink)
            look.faults.push_back({name, "it is a link, and links in a folder are not followed"});
        if (type != fs::file_type::regular) continue;
        names.insert(std::move(name));
        if (names.size() <= limits::follow_files) continue;
        names.erase(std::prev(names.end()));
        more = true;
    }
    if (error) look.faults.push_back({folder.string(), "the folder cannot be read"});
    if (more)
        look.faults.push_back({folder.string(), "it has more than " +
                                                    std::to_string(limits::follow_files) +
                                                    " PGN files: those after " + *names.rbegin() +
                                                    " are not read"});
    return names;
}

SourceLook look_at_folder(const fs::path& folder) {
    SourceLook look;
    std::size_t bytes = 0;
    for (const std::string& name : files_in(folder, look)) {
        add_file(look, folder / name, name);
        if (look.parts.empty() || look.parts.back().name != name) continue;
        bytes += look.parts.back().text.size();
        if (bytes <= limits::follow_bytes) continue;
        look.parts.pop_back();
        look.faults.push_back({folder.string(), "its files have more than " +
                                                    std::to_string(limits::follow_bytes) +
                                                    " bytes together: " + name +
                                                    " and those after it are not read"});
        break;
    }
    return look;
}

}  // namespace

SourceLook look_at(const std::string& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::directory) return look_at_folder(path);
    SourceLook look;
    if (status.type() == fs::file_type::regular)
        add_file(look, path, fs::path(path).filename().string());
    else if (fs::exists(status))
        look.faults.push_back({path, "it is neither a file nor a folder"});
    else
        look.faults.push_back({path, "it cannot be read"});
    return look;
}

SourceLook look_at(net::Answer answer, const std::string& name) {
    SourceLook look;
    if (!answer) {
        look.faults.push_back({name, answer.error()});
    } else if (answer->status >= 300 && answer->status < 400) {
        look.faults.push_back({name, "it answers " + std::to_string(answer->status) +
                                         ": redirects are not followed; name the place itself"});
    } else if (answer->status != 200) {
        look.faults.push_back({name, "it answers " + std::to_string(answer->status)});
    } else {
        add(look, name, std::move(answer->body));
    }
    return look;
}

std::string name_of(const net::Url& url) {
    return url.origin.host + url.target.substr(0, url.target.find('?'));
}

}  // namespace flagfall::console
