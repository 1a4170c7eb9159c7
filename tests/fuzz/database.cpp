// A real small database of either daemon with bytes changed as the input says. Each operation on it
// (verify, read, the start of a daemon, the record's exports) gives an error or the rows that
// were written: never other rows, never a crash.
#include <algorithm>
#include <filesystem>
#include <optional>

#include "arbiterd/record/pgn_export.hpp"
#include "arbiterd/record/projector.hpp"
#include "arbiterd/record/record.hpp"
#include "arbiterd/record/results.hpp"
#include "common/store/reader.hpp"
#include "common/store/verify.hpp"
#include "common/wire/codec.hpp"
#include "tests/fuzz/desk.hpp"
#include "tests/fuzz/record_kit.hpp"
#include "tests/fuzz/target.hpp"

using namespace flagfall;

namespace {

// One of the two files: as it was written, and its rows.
struct Original {
    std::string name;
    std::string bytes;
    std::string key_file;
    std::string key;  // public
    std::int32_t application_id;
    const std::vector<store::Row>& rows;
};

struct Originals {
    fuzz::RecordKit kit;
    Original clock = original("clockd.db", store::clockd_application_id, kit.clock_key,
                              kit.clock_rows);
    Original games = original("arbiterd.db", store::arbiterd_application_id, kit.game_key,
                              kit.game_rows);

    Original original(const std::string& name, std::int32_t id, const std::string& key,
                      const std::vector<store::Row>& rows) {
        const std::string path = kit.folder.file(name);
        return {name, fuzz::read_file(path), fuzz::read_file(path + ".key"), key, id, rows};
    }
};

std::string damaged(std::string bytes, fuzz::Bytes& input) {
    while (!input.empty() && !bytes.empty()) {
        std::size_t at = input.below(65536) << 8;
        at = (at | input.byte()) % bytes.size();
        switch (input.below(6)) {
            case 0: bytes.resize(at); break;
            case 1: std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                                std::min<std::size_t>(bytes.size() - at, 512), '\0'); break;
            case 2: {
                const std::size_t from = (input.below(65536) << 8) % bytes.size();
                const std::string piece = bytes.substr(from, 4096);
                bytes.replace(at & ~std::size_t{4095}, std::min(piece.size(), bytes.size() - at),
                              piece);
                break;
            }
            case 3: bytes[at] = static_cast<char>(bytes[at] ^ (1 << input.below(8))); break;
            default:
                for (std::size_t left = 1 + input.below(4); left > 0; --left)
                    bytes[std::min(at + left, bytes.size()) - 1] = static_cast<char>(input.byte());
        }
    }
    return bytes;
}

// The rows are the first ones of the original, whatever other damage there is.
bool begins(const std::vector<store::Row>& all, const std::vector<store::Row>& rows) {
    return rows.size() <= all.size() &&
           std::ranges::equal(rows.begin(), rows.end(), all.begin(),
                              all.begin() + static_cast<std::ptrdiff_t>(rows.size()),
                              [](const store::Row& a, const store::Row& b) {
                                  return a.stream == b.stream && a.cmd_id == b.cmd_id &&
                                         a.at == b.at && a.boot == b.boot &&
                                         a.wall_ms == b.wall_ms && a.type == b.type &&
                                         a.body == b.body;
                              });
}

void check_reading(const std::string& path, const Original& original) {
    const auto report = store::verify(path, {.trusted = {store::fingerprint(original.key)}});
    if (!report) FF_CHECK(!report.error().text.empty());
    auto reader = store::Reader::open(path);
    if (!reader) {
        FF_CHECK(!reader.error().text.empty());
        return;
    }
    (*reader)->last();
    std::vector<store::Row> rows;
    const auto last = (*reader)->read({1}, {1'000'000}, [&](const store::Row& row) {
        rows.push_back(row);
        return true;
    });
    if (!last) FF_CHECK(!last.error().text.empty());
    if (!report || !report->ok()) return;
    FF_CHECK(last && begins(original.rows, rows));
    FF_CHECK(report->signed_up_to.value <= static_cast<std::int64_t>(rows.size()));
}

// Like the start of a daemon: every row is read, decoded and applied, and one more is written.
void check_start(const std::string& path, const Original& original, bool write, bool rebuild) {
    const store::Row more = original.rows.front();
    record::RecordProjector projector;
    store::StoreOptions options;
    options.path = path;
    options.application_id = original.application_id;
    const bool games = original.application_id == store::arbiterd_application_id;
    if (games) options.projection_sql = std::string(embed::arbiterd_sql);
    if (games && rebuild) options.projector = &projector;
    options.on_fatal = [](const store::SqlError& error) { FF_CHECK(!error.text.empty()); };
    auto store = store::Store::open(std::move(options));
    if (!store) {
        FF_CHECK(!store.error().text.empty());
        return;
    }
    std::vector<store::Row> rows;
    clock::Boards hall;
    game::Games office;
    const auto read = (*store)->read({1}, [&](const store::Row& row) {
        rows.push_back(row);
        if (!begins(original.rows, rows)) return;  // judged below, once all is read
        if (games)
            game::apply(office, *wire::decode_game_event(row.type, row.body));
        else
            clock::apply(hall, *wire::decode_clock_event(row.type, row.body), row.at);
    });
    FF_CHECK(begins(original.rows, rows));
    if (!read) return;
    if (games && rebuild)
        if (const auto done = (*store)->rebuild(); !done) FF_CHECK(!done.error().text.empty());
    if (!write) return;
    (*store)->start();
    std::vector<store::Row> next{more};
    (*store)->append(next);
    (*store)->close();
}

// Every query of the record. A query that cannot be answered may throw; the web server and the
// exports turn this into an error of their own.
void ask(record::Record& record) {
    const std::string mode = record.time_mode();
    for (const record::RoundId& round : record.rounds()) {
        const auto games = record.games(round);
        const auto rulings = record.rulings(round);
        record::RoundData data;
        data.id = round;
        data.boards = record::boards_of(games);
        data.time_mode = mode;
        record::results_json(data);
        record::rulings_json(round, rulings, mode);
        record::report(data, rulings);
        for (const record::GameRow& game : games) {
            const auto moves = record.moves(game.game);
            record::scoresheet_json(game, moves, mode);
            std::string text;
            record::append_pgn(text, game, moves);
        }
    }
    record.alive();
}

void check_record(const std::string& folder) {
    auto record = record::Record::open(folder);
    if (!record) {
        FF_CHECK(!record.error().empty());
        return;
    }
    try {
        ask(*record);
    } catch (const std::exception& error) {
        FF_CHECK(*error.what() != '\0');
    }
}

void empty_folder(const std::string& folder) {
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        std::filesystem::remove(entry.path());
}

}  // namespace

FUZZ_TARGET(database) {
    static const Originals originals;
    static const fuzz::Folder folder;
    fuzz::Bytes bytes(input.substr(0, 256));
    const std::uint8_t what = bytes.byte();
    const Original& original = (what & 1) != 0 ? originals.games : originals.clock;
    const std::string path = folder.file(original.name);
    empty_folder(folder.path());
    fuzz::write_file(path, damaged(original.bytes, bytes));
    fuzz::write_file(path + ".key", original.key_file);
    std::filesystem::permissions(path + ".key", std::filesystem::perms::owner_read |
                                                    std::filesystem::perms::owner_write);
    check_reading(path, original);
    if ((what & 1) != 0) check_record(folder.path());
    if ((what & 2) != 0) check_start(path, original, (what & 4) != 0, (what & 8) != 0);
}
