#include "common/cli/terminal.hpp"

#include <unistd.h>

#include <cerrno>
#include <utility>

#include "common/base/check.hpp"
#include "common/base/text.hpp"

namespace flagfall::cli {

namespace {

// The number of bytes at the end that may be the beginning of an unfinished character.
std::size_t unfinished(std::string_view text) {
    if (text.ends_with('\r')) return 1;
    for (std::size_t size = 1; size <= 3 && size <= text.size(); ++size) {
        const auto byte = static_cast<unsigned char>(text[text.size() - size]);
        const std::size_t whole = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
        if (whole > size) return size;
        if (!goes_on(text[text.size() - size])) return 0;
    }
    return 0;
}

bool write_all(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(file, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

}  // namespace

std::string Cleaner::take(std::string_view bytes) {
    held_ += bytes;
    const std::size_t keep = unfinished(held_);
    const std::string tail = held_.substr(held_.size() - keep);
    held_.resize(held_.size() - keep);
    std::string out = printable(held_, Lines::many);
    held_ = tail;
    return out;
}

std::string Cleaner::rest() { return printable(std::exchange(held_, {}), Lines::many); }

// One of the two streams. It replaces the C library's, which is put back at the end.
class Stream {
public:
    Stream(std::FILE*& place, int file) : place_(place), before_(place), file_(file) {
        std::fflush(place_);
        own_ = ::fopencookie(this, "w", {.read = nullptr, .write = &Stream::write, .seek = nullptr,
                                         .close = nullptr});
        if (own_ == nullptr) return;  // no memory: then leave it as it was
        const int mode = file == STDERR_FILENO ? _IONBF : ::isatty(file) == 1 ? _IOLBF : _IOFBF;
        std::setvbuf(own_, nullptr, mode, mode == _IONBF ? 0 : BUFSIZ);
        place_ = own_;
    }
    ~Stream() {
        if (own_ == nullptr) return;
        std::fflush(own_);
        write_all(file_, cleaner_.rest());
        place_ = before_;
        std::fclose(own_);
    }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

private:
    static ssize_t write(void* self, const char* data, std::size_t size) {
        auto& stream = *static_cast<Stream*>(self);
        const bool done = write_all(stream.file_, stream.cleaner_.take({data, size}));
        return done ? static_cast<ssize_t>(size) : 0;
    }

    std::FILE*& place_;
    std::FILE* before_;
    std::FILE* own_ = nullptr;
    int file_;
    Cleaner cleaner_;
};

struct CleanOutput::Streams {
    Stream out{stdout, STDOUT_FILENO};
    Stream err{stderr, STDERR_FILENO};
};

CleanOutput::CleanOutput() : streams_(std::make_unique<Streams>()) {}
CleanOutput::~CleanOutput() = default;

void print_unchanged(std::FILE* stream, std::string_view text) {
    FF_CHECK(stream == stdout || stream == stderr);
    std::fflush(stream);
    (void)write_all(stream == stdout ? STDOUT_FILENO : STDERR_FILENO, text);
}

}  // namespace flagfall::cli
