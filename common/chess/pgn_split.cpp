#include "common/base/check.hpp"
#include "common/chess/pgn.hpp"
#include "common/chess/pgn_scan.hpp"

namespace flagfall::chess {

namespace {

using Kind = PgnToken::Kind;

class Splitter {
public:
    Splitter(std::string_view text, std::size_t most)
        : text_(text), most_(most), scan_(text, 0) {}

    std::vector<PgnPiece> run() {
        while (pieces_.size() < most_) {
            const PgnToken token = scan_.next();
            if (token.kind == Kind::end) {
                finish(text_.size());
                break;
            }
            take(token);
        }
        FF_CHECK(pieces_.size() <= most_);
        return std::move(pieces_);
    }

private:
    void take(const PgnToken& token) {
        switch (token.kind) {
            case Kind::tag:
                if (in_moves_) finish(token.offset);
                return tag(token);
            case Kind::open: ++depth_; break;
            case Kind::close: depth_ -= depth_ > 0 ? 1 : 0; break;
            case Kind::result:
                if (depth_ == 0) return end_with(token);
                break;
            case Kind::word:
                if (depth_ == 0) last_ = token;
                break;
            case Kind::open_comment: last_ = {}; break;
            default: return;  // a comment or an evaluation
        }
        in_moves_ = true;
    }

    void tag(const PgnToken& token) {
        if (!begun_) begin_ = token.offset;
        begun_ = true;
        const PgnRawTag tag = scan_.scan_tag();
        FF_CHECK(scan_.at() > token.offset);
        if (tag.good && tag.name == "Result") result_tag_ = tag.value;
    }

    void end_with(const PgnToken& result) {
        FF_CHECK(!result.text.empty());
        add(result.offset + result.text.size(), result.text);
    }

    // The end without a token that must be a result.
    void finish(std::size_t end) {
        if (depth_ == 0 && !last_.text.empty() && last_.text == result_tag_)
            return end_with(last_);
        add(end, {});
    }

    void add(std::size_t end, std::string_view result) {
        if (begun_) {
            FF_CHECK(begin_ < end);
            FF_CHECK(end <= text_.size());
            FF_CHECK(counted_ <= begin_);
            FF_CHECK(result.size() <= end - begin_);
            for (; counted_ < begin_; ++counted_) lines_ += ends_line(counted_) ? 1 : 0;
            pieces_.push_back({text_.substr(begin_, end - begin_), lines_, result});
            FF_CHECK(pieces_.back().text.ends_with(result));
        }
        begun_ = in_moves_ = false;
        depth_ = 0;
        last_ = {};
        result_tag_ = {};
    }

    // LF, CRLF or CR.
    bool ends_line(std::size_t at) const {
        FF_CHECK(at < text_.size());
        return text_[at] == '\n' ||
               (text_[at] == '\r' && (at + 1 == text_.size() || text_[at + 1] != '\n'));
    }

    std::string_view text_;
    std::size_t most_;
    PgnScanner scan_;
    std::vector<PgnPiece> pieces_;
    std::size_t begin_ = 0;
    bool begun_ = false;     // it has a tag
    bool in_moves_ = false;
    std::size_t depth_ = 0;  // of variations: results in them are ignored
    PgnToken last_;          // the last word outside of them
    std::string_view result_tag_;
    std::size_t counted_ = 0;  // how far lines are counted
    std::size_t lines_ = 1;
};

}  // namespace

std::vector<PgnPiece> split_pgn(std::string_view text, std::size_t most) {
    return Splitter(text, most).run();
}

}  // namespace flagfall::chess
