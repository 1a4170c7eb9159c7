// Reads a PGN source repeatedly: `arbiterd event follow` at work.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/console/follow_match.hpp"
#include "arbiterd/console/follow_source.hpp"
#include "common/chess/pgn.hpp"
#include "common/cli/call.hpp"
#include "common/net/loop.hpp"

namespace flagfall::console {

struct Source {
    std::string path;             // of a file or a folder
    std::optional<net::Url> url;  // instead
};
std::expected<Source, std::string> source_of(const cli::Values& values);

// Prints each message only once.
class SaidOnce {
public:
    explicit SaidOnce(std::FILE* err) : err_(err) {}

    void say(const Remark& remark);
    // A look is over: says how many remarks did not fit; they come at later looks.
    void end();
    // The present faults of the source or of arbiterd: prints new ones, and those that are over.
    void faults(std::string_view of, const std::vector<SourceFault>& now);

private:
    std::FILE* err_;
    std::set<std::string> keys_;
    std::size_t said_now_ = 0;
    std::map<std::string, std::map<std::string, std::string>, std::less<>> faults_;
};

class Follower {
public:
    Follower(net::Loop& loop, const cli::Call& call, Source source);

    // Starts the first look; the others follow automatically.
    void look();
    // The code of what ended the program; with --once, of the first failure.
    int exit_code() const { return exit_; }

private:
    struct Piece {
        const SourcePart* part = nullptr;
        chess::PgnPiece piece;
    };
    using Then = std::function<void(const net::Response&)>;

    void looked(SourceLook look);
    void take(const SourcePart& part, std::set<std::string>& now);
    void take(const SourcePart& part, const chess::PgnPiece& piece, bool same);
    void ask(net::Ask what, Then then);
    void send(std::string body, Then then);
    void answered(net::Answer answer, const Then& then);
    void ask_arbiterd();
    void ask_results();
    void plan(const FollowedRound& round);
    void send_next();
    void send_moves();
    void sent(const FollowedResult& result, const std::string& id, const net::Response& answer);
    void entered(const FollowedResult& result, const std::string& id);
    void moves_sent(const FollowedMoves& moves, const std::string& id,
                    const net::Response& answer);
    void entered_before(const FollowedResult& result, const std::string& id);
    void refused(const FollowedResult& result, const net::Response& answer);
    void remember(const std::string& id);
    void once_more();
    void no_answer(const std::string& why, int exit);
    void end_of_look();
    void end(int exit);
    // Without --once, the next look tries again.
    void went_wrong(int exit) { exit_ = once_ && exit_ == 0 ? exit : exit_; }

    net::Loop& loop_;
    const cli::Call& call_;
    Source source_;
    const std::string name_;  // of the source, for people and the record
    const std::int64_t round_;
    const bool once_;
    net::Timer timer_;
    SaidOnce said_;
    std::vector<SourcePart> parts_;   // of this look
    std::vector<Piece> pieces_;       // parts of `parts_`: games that count
    std::size_t games_ = 0;           // of this look
    std::set<std::string> before_;    // those of the previous look
    std::vector<FollowedResult> enter_;  // still to be sent, the next one last
    std::vector<FollowedMoves> keep_;    // to be sent after them
    std::set<std::string> acts_;      // ids that have been carried out
    // For each pair, by their numbers: the moves kept last, and the act that kept them.
    struct KeptLast {
        std::string id;
        std::string sheet;
    };
    std::map<std::array<std::uint32_t, 2>, KeptLast> kept_;
    std::int64_t revision_ = 0;       // of the event, when the plan was made
    int tries_ = 0;
    int exit_ = 0;
};

}  // namespace flagfall::console
