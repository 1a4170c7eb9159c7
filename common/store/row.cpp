#include "common/store/row.hpp"

namespace flagfall::store {

std::int64_t content_digest(std::string_view content) {
    const Digest digest = sha256(content);
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < 8; ++i) number = number << 8 | digest[i];
    return static_cast<std::int64_t>(number);
}

Digest chain_start(std::string_view log_id) {
    return Sha256{}.text("flagfall log 1").text(log_id).finish();
}

Digest chain_next(Sha256& hash, const Digest& previous, const Row& row) {
    hash.raw(bytes(previous)).integer(row.pos.value).text(row.stream).integer(row.seq);
    hash.text(row.cmd_id).text(row.sender).integer(row.cmd_digest);
    hash.integer(row.at.us).text(row.boot).integer(row.wall_ms);
    return hash.text(row.type).text(row.body).finish();
}

Digest checkpoint_message(std::string_view log_id, Pos pos, const Digest& chain,
                          std::int64_t wall_ms, const Digest& keys) {
    Sha256 hash;
    hash.text("flagfall checkpoint 1").text(log_id).integer(pos.value);
    return hash.text(bytes(chain)).integer(wall_ms).text(bytes(keys)).finish();
}

}  // namespace flagfall::store
