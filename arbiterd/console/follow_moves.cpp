#include "arbiterd/console/follow_moves.hpp"

#include "common/chess/pgn.hpp"

namespace flagfall::console {

ReviewMoves review_moves(std::string_view pgn) {
    using Read = chess::PgnReader::Read;
    chess::PgnReader reader(pgn);
    chess::PgnGame game;
    ReviewMoves review;
    const Read read = reader.read_into(game);
    if (read == Read::end) return review;
    if (read == Read::error) review.fault = reader.error().what;
    review.plies = game.moves.size();
    if (review.plies > 0) review.sheet = chess::write_pgn(chess::moves_only(game));
    return review;
}

}  // namespace flagfall::console
