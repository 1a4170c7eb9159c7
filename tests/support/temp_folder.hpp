// A new folder below the system's temporary one, removed at the end.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "common/base/check.hpp"

namespace flagfall::test {

class TempFolder {
public:
    TempFolder() : path_((std::filesystem::temp_directory_path() / "flagfall-XXXXXX").string()) {
        FF_CHECK(::mkdtemp(path_.data()) != nullptr);
    }
    ~TempFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;

    const std::string& path() const { return path_; }
    std::string file(std::string_view name) const { return path_ + "/" + std::string(name); }

private:
    std::string path_;
};

}  // namespace flagfall::test
