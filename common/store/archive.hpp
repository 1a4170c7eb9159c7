// An archive: some rows of a record and of the clocks' log that it follows, in one SQLite file,
// with proof that they are from these logs. db/README.md describes the file.
//
// Each run of rows has the chain of the row before it, so that its rows prove each other. The runs
// of both logs make the archive's digest, which the logs' keys sign: the seals.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/store/crypto.hpp"
#include "common/store/head.hpp"
#include "common/store/open.hpp"
#include "common/store/verify.hpp"

namespace flagfall::store {

enum class Part : std::uint8_t { record, clocks };

// "arbiterd", "clockd".
std::string_view name(Part part);

// What the file states about itself.
struct ArchiveTitle {
    std::string event;
    std::int64_t wall_ms = 0;  // when it was created
    std::string version;       // of the program that created it
};

// Is this file an archive? False, too, if it cannot be read.
bool is_archive(const std::string& path);
bool is_archive(Database& database);

// Creates the file with its tables: `script` is all of db/log.sql, db/arbiterd.sql and
// db/archive.sql. The file must not exist.
std::expected<std::unique_ptr<Database>, OpenError> make_archive(const std::string& path,
                                                                 std::string_view script,
                                                                 const ArchiveTitle& title);

// Copies these rows of a log, in order and in the caller's transactions, with the log's identity,
// keys and the signatures at these positions. `copied` sees each row. Errors are the connections'.
void copy_part(Database& log, Database& archive, Part part, const std::vector<Pos>& positions,
               const std::function<void(const Row&)>& copied = {});

// Opens an archive so that event, log_identity, signing_key and checkpoint are those of this part.
std::expected<std::unique_ptr<Database>, OpenError> open_part(const std::string& path, Part part);

// The content of the seals: SHA-256 of text("flagfall archive 1"), text(event), integer(wall_ms),
// text(version), and for arbiterd's and clockd's part in this order the text of SHA-256 of
// text("flagfall archive part 1"), text(name), text(log_id), text(keys), integer(runs), and for
// each run integer(first), integer(last), text(before), text(chain of the last row).
std::expected<Digest, OpenError> archive_digest(const std::string& path);

// Signs the archive with the key of this part's log, which must be the log's last key. False if it
// is another key, or if the file cannot be written.
bool seal_archive(Database& archive, Part part, const Digest& digest, const SigningKey& key);

// The last row of the record's part, as signed by the key of its seal; empty without a seal.
std::optional<SignedHead> sealed_head(Database& archive);

struct PartReport {
    std::string log_id;
    std::int64_t rows = 0;
    Pos first{};
    Pos last{};
    std::vector<PublicKey> keys;
    std::vector<Gap> gaps;
    std::string sealed_by;        // fingerprint; empty: no seal
    bool sealed_by_trusted = false;
};

struct ArchiveReport {
    ArchiveTitle title;
    Digest digest{};
    PartReport record;
    PartReport clocks;
    std::vector<Finding> findings;

    Verdict verdict() const;  // unchanged, changed, other_key, not_signed or gap
};

// Checks everything in the file that can be recomputed. `trusted`: fingerprints; if any is
// given, no other key is trusted, and for the seal one of them is enough.
std::expected<ArchiveReport, OpenError> verify_archive(
    const std::string& path, std::string_view script,
    const std::vector<std::string>& trusted = {});

}  // namespace flagfall::store
