#include "clockd/gateway/frame_log.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "clockd/devices/limits.hpp"
#include "clockd/gateway/frame_files.hpp"
#include "common/auth/signed_head.hpp"
#include "common/base/hex.hpp"
#include "common/base/now.hpp"
#include "common/net/loop.hpp"
#include "common/ops/log.hpp"
#include "common/store/custody.hpp"
#include "common/store/open.hpp"

namespace flagfall::gateway {

namespace fs = std::filesystem;
using devices::Content;

namespace {

constexpr std::size_t most_batch = 8'192;  // bytes of a row

bool says_nothing(const devices::Frame& frame) {
    return frame.data.empty() &&
           (frame.content == Content::changes || frame.content == Content::ping);
}

// Serial numbers and sources are made of what needs no escape; anything else becomes '?'.
std::string plain(std::string text) {
    for (char& c : text)
        if (c < ' ' || c > '~' || c == '"' || c == '\\') c = '?';
    return text;
}

}  // namespace

struct FrameLog::Impl : std::enable_shared_from_this<FrameLog::Impl> {
    explicit Impl(net::Loop& l, FrameLogOptions o) : loop(l), options(std::move(o)) {}

    struct Batch {
        Instant first{};
        std::string source;
        std::string frames;
        std::int64_t empty = 0;  // that said nothing
    };

    net::Loop& loop;
    FrameLogOptions options;
    std::unique_ptr<store::Store> store;
    std::int64_t number = 0;
    std::map<std::string, Batch> batches;  // by serial number
    std::map<std::string, std::string> games;  // the game row of each board, for the next file
    std::string boot = boot_id();
    std::int64_t lost = 0;
    std::uintmax_t bytes = 0;  // of the file, about

    std::expected<void, store::OpenError> open(const std::string& before);
    void rotate();
    void remove_old();
    void put(std::string stream, std::string_view type, std::string body, Instant at);
    void write(const std::string& serial, Batch& batch);
};

// The head of the file before this one, signed when it was closed.
std::expected<void, store::OpenError> FrameLog::Impl::open(const std::string& before) {
    const std::string path = frame_file(options.folder, number);
    store::StoreOptions with;
    with.path = path;
    with.key_file = (fs::path(options.folder) / frames_key_file).string();
    with.application_id = store::frames_application_id;
    auto keys = std::make_shared<std::vector<store::Tenure>>();
    with.on_signed = [weak = weak_from_this(), keys, this](const store::SignedHead& head) {
        loop.post([weak, keys, head] {
            const auto self = weak.lock();
            if (self && self->options.on_head)
                self->options.on_head(auth::message_of(head, *keys));
        });
    };
    auto opened = store::Store::open(std::move(with));
    if (!opened) return std::unexpected(opened.error());
    store = std::move(*opened);
    *keys = store::read_tenures(store->database());
    store->start();
    std::error_code unknown;
    bytes = fs::file_size(path, unknown);
    if (unknown) bytes = 0;
    if (store->last().value > 0) return {};
    put("log", opened_row, before.empty() ? "{}" : before, now());
    for (const auto& [stream, body] : games) put(stream, game_row, body, now());
    return {};
}

void FrameLog::Impl::put(std::string stream, std::string_view type, std::string body, Instant at) {
    if (!store) return;
    store::Row row;
    row.stream = std::move(stream);
    row.at = at;
    row.boot = boot;
    row.wall_ms = flagfall::wall_ms();
    row.type = std::string(type);
    row.body = std::move(body);
    bytes += row.body.size();
    std::vector<store::Row> rows{std::move(row)};
    if (store->append(rows)) return;
    if (lost++ == 0)
        ops::log(ops::Level::error, "the disk is behind: frames of boards are not kept");
}

// A file that was closed is not written again.
void FrameLog::Impl::rotate() {
    const std::string path = frame_file(options.folder, number);
    const std::string log = store->log_id();
    store->close();
    std::string before;
    if (auto database = store::open_for_reading(path)) {
        if (const auto head = store::last_signed(**database))
            before = text_of({log, head->pos, store::hex(store::bytes(head->chain))});
    }
    store.reset();
    ++number;
    if (auto opened = open(before); !opened) {
        ops::log(ops::Level::error, "no log of frames can be written any more",
                 {{"why", opened.error().text}});
        return;
    }
    remove_old();
}

void FrameLog::Impl::remove_old() {
    const auto files = frame_files(options.folder);
    if (files.size() <= options.files) return;
    for (std::size_t n = 0; n + options.files < files.size(); ++n)
        for (const char* more : {"", "-wal", "-shm", ".lock"}) {
            std::error_code ignored;
            fs::remove(files[n] + more, ignored);
        }
}

void FrameLog::Impl::write(const std::string& serial, Batch& batch) {
    if (batch.frames.empty()) return;
    std::string body = "{\"source\":\"" + plain(batch.source) + "\",\"empty\":" +
                       std::to_string(batch.empty) + ",\"frames\":[" + batch.frames + "]}";
    put("board/" + plain(serial), frames_row, std::move(body), batch.first);
    batch = {};
}

std::expected<std::unique_ptr<FrameLog>, store::OpenError> FrameLog::open(net::Loop& loop,
                                                                          FrameLogOptions options) {
    auto impl = std::make_shared<Impl>(loop, std::move(options));
    const auto files = frame_files(impl->options.folder);
    impl->number = files.empty() ? 1 : frame_file_number(files.back());
    if (auto opened = impl->open(""); !opened) return std::unexpected(opened.error());
    return std::unique_ptr<FrameLog>(new FrameLog(std::move(impl)));
}

FrameLog::~FrameLog() {
    if (!impl_->store) return;
    flush(now());
    impl_->store->close();
}

void FrameLog::frame(const std::string& source, const devices::FrameSeen& seen) {
    Impl::Batch& batch = impl_->batches[seen.serial];
    batch.source = source;
    if (says_nothing(seen.frame)) {
        ++batch.empty;
        return;
    }
    if (batch.frames.empty()) batch.first = seen.at;
    else batch.frames += ',';
    batch.frames += "[" + std::to_string(seen.at.us) + ",\"" +
                    std::string(name(seen.frame.content)) + "\",\"" +
                    store::hex(seen.frame.data) + "\"]";
    if (batch.frames.size() > most_batch) impl_->write(seen.serial, batch);
}

void FrameLog::game(const devices::GameAt& game, Instant at) {
    const std::string stream = "board/" + plain(game.serial);
    std::string body = "{\"board\":" + std::to_string(game.board.number) + ",\"game\":\"" +
                       plain(game.game) + "\"}";
    impl_->put(stream, game_row, body, at);
    impl_->games[stream] = std::move(body);
}

void FrameLog::flush(Instant) {
    for (auto& [serial, batch] : impl_->batches) impl_->write(serial, batch);
    const bool full = impl_->store && (impl_->store->last().value >= impl_->options.file_rows ||
                                       impl_->bytes >= limits::frames_file_bytes);
    if (full) impl_->rotate();
}

}  // namespace flagfall::gateway
