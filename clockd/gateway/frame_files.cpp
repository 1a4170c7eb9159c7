#include "clockd/gateway/frame_files.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "common/base/hex.hpp"
#include "common/store/reader.hpp"

namespace flagfall::gateway {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

constexpr const char* prefix = "frames-";
constexpr const char* ending = ".db";
constexpr std::size_t chain_digits = 64;

std::optional<FileHead> head_from(const std::string& text) {
    const Json body = Json::parse(text, nullptr, false);
    if (!body.is_object()) return std::nullopt;
    const auto log = body.find("log"), pos = body.find("pos"), chain = body.find("chain");
    if (log == body.end() || pos == body.end() || chain == body.end() || !log->is_string() ||
        !pos->is_number_integer() || !chain->is_string())
        return std::nullopt;
    FileHead head{*log, Pos{pos->get<std::int64_t>()}, *chain};
    if (head.pos.value < 1 || !is_hex(head.chain, chain_digits)) return std::nullopt;
    return head;
}

}  // namespace

std::vector<std::string> frame_files(const std::string& folder) {
    std::vector<std::string> found;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with(prefix) && name.ends_with(ending))
            found.push_back(entry.path().string());
    }
    std::ranges::sort(found);
    return found;
}

std::string frame_file(const std::string& folder, std::int64_t number) {
    char name[32];
    std::snprintf(name, sizeof name, "%s%06lld%s", prefix, static_cast<long long>(number), ending);
    return (fs::path(folder) / name).string();
}

std::int64_t frame_file_number(const std::string& path) {
    return std::atoll(fs::path(path).filename().string().c_str() + std::string_view(prefix).size());
}

std::string text_of(const FileHead& head) {
    return "{\"log\":\"" + head.log + "\",\"pos\":" + std::to_string(head.pos.value) +
           ",\"chain\":\"" + head.chain + "\"}";
}

std::optional<FileHead> head_before(const std::string& path) {
    const auto row = store::first_row(path);
    return row && row->type == opened_row ? head_from(row->body) : std::nullopt;
}

}  // namespace flagfall::gateway
