#include "clockd/gateway/frames_shown.hpp"

#include <nlohmann/json.hpp>

#include "clockd/devices/clock_frames.hpp"
#include "clockd/devices/memory.hpp"
#include "clockd/gateway/frame_files.hpp"
#include "common/base/hex.hpp"
#include "common/base/now.hpp"
#include "common/base/number.hpp"
#include "common/base/text.hpp"
#include "common/store/reader.hpp"
#include "common/store/verify.hpp"

namespace flagfall::gateway {

namespace {

using Json = nlohmann::json;
using devices::Note;

std::string square_text(chess::Square square) {
    return {static_cast<char>('a' + chess::file_of(square)),
            static_cast<char>('1' + chess::rank_of(square))};
}

std::string piece_text(chess::Piece piece) {
    if (piece.empty()) return "nothing";
    return std::string(name(piece.side)) + " " + std::string(chess::name(piece.kind));
}

std::string time_text(Duration time) {
    const std::int64_t total = time.us / 1'000'000;
    char text[32];
    std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", static_cast<long long>(total / 3600),
                  static_cast<long long>(total / 60 % 60), static_cast<long long>(total % 60));
    return text;
}

std::string words_of(const Note& note) {
    switch (note.what) {
        case Note::What::change:
            return square_text(note.square) + " " + piece_text(note.piece) +
                   (note.soon ? " (at once)" : "");
        case Note::What::time:
            return std::string(note.hand == devices::Hand::left ? "left" : "right") +
                   " clock showed " + time_text(note.time);
        case Note::What::begin:
        case Note::What::begin_turned: return "the starting position stands";
        case Note::What::power_up: return "the board was switched on";
        case Note::What::watchdog: return "the board started again by itself";
        case Note::What::empty: return "the board is empty";
        case Note::What::start: return "the game begins here";
        case Note::What::other: return "";
    }
    return "";
}

std::string clock_words(std::string_view data) {
    const auto frame = devices::clock_frame(data);
    if (devices::says_nothing(data)) return "all zeros: says nothing";
    if (!frame) return "no clock sends this";
    if (const auto* reading = std::get_if<devices::ClockReading>(&*frame))
        return "left " + time_text(reading->left.time) + (reading->left.flag ? " flag" : "") +
               ", right " + time_text(reading->right.time) + (reading->right.flag ? " flag" : "") +
               (reading->runs ? ", runs" : ", stands") +
               (!reading->to_move                                   ? ""
                : *reading->to_move == devices::Hand::left ? ", left has the move"
                                                                    : ", right has the move");
    return std::holds_alternative<devices::NoClock>(*frame) ? "no clock is connected"
                                                            : "answer of the clock";
}

std::string words_of(const std::string& content, const std::string& data) {
    if (content == "field" && data.size() == 2)
        if (const auto piece = devices::piece_of(static_cast<unsigned char>(data[1])))
            return square_text(devices::square_of(static_cast<unsigned char>(data[0]) & 63U)) +
                   " " + piece_text(*piece);
    if (content == "board") {
        const auto placement = devices::placement_of(data);
        return placement ? devices::text(*placement) : "no board is like this";
    }
    if (content == "clock") return clock_words(data);
    if (content == "text") return printable(data);
    if (content == "changes" || content == "memory") {
        const devices::Notes notes = devices::notes_of(data);
        std::string out;
        for (const Note& note : notes.notes)
            if (const std::string words = words_of(note); !words.empty())
                out += (out.empty() ? "" : "; ") + words;
        return out + (notes.damaged ? " (not all of it can be read)" : "");
    }
    return store::hex(data);
}

class Shown {
public:
    explicit Shown(const FramesQuestion& question) : question_(question) {}

    void row(const store::Row& row) {
        const Json body = Json::parse(row.body, nullptr, false);
        if (!body.is_object()) return;
        if (row.type == game_row) {
            const bool ours = body.value("game", "") == question_.game;
            if (ours) stream_ = row.stream;
            else if (stream_ == row.stream) stream_.clear();  // another game follows
        } else if (row.type == frames_row && row.stream == stream_) {
            frames(row, body);
        }
    }

    std::string out;

private:
    void frames(const store::Row& row, const Json& body) {
        const auto list = body.find("frames");
        if (list == body.end() || !list->is_array()) return;
        for (const Json& frame : *list) {
            if (!frame.is_array() || frame.size() != 3 || !frame[0].is_number_integer() ||
                !frame[1].is_string() || !frame[2].is_string())
                continue;
            const Instant at{frame[0].get<std::int64_t>()};
            const std::int64_t wall = row.wall_ms + (at - row.at).us / 1'000;
            if (!wanted(at, wall)) continue;
            const std::string content = frame[1];
            const auto data = bytes_of_hex(frame[2].get<std::string>());
            if (!data) continue;
            out += rfc3339(wall) + "  " + std::to_string(at.us) + "  " + content + ": " +
                   words_of(content, *data) + "\n";
        }
    }

    bool wanted(Instant at, std::int64_t wall) const {
        if (!question_.at) return true;
        const std::int64_t around = question_.around.us;
        const auto* instant = std::get_if<Instant>(&*question_.at);
        const std::int64_t away = instant != nullptr
                                      ? (at - *instant).us
                                      : (wall - std::get<std::int64_t>(*question_.at)) * 1'000;
        return away <= around && away >= -around;
    }

    const FramesQuestion& question_;
    std::string stream_;
};

}  // namespace

std::optional<AskedInstant> parse_instant(const std::string& text) {
    if (const auto wall = from_rfc3339(text)) return AskedInstant{*wall};
    if (const auto at = whole_number<std::int64_t>(text)) return AskedInstant{Instant{*at}};
    return std::nullopt;
}

// A file whose chain or signatures do not hold is shown all the same, and named.
std::expected<FramesInWords, std::string> frames_in_words(const FramesQuestion& question) {
    const auto files = frame_files(question.folder);
    if (files.empty()) return std::unexpected(question.folder + " has no log of frames");
    Shown shown(question);
    std::vector<std::string> doubts;
    for (const std::string& path : files) {
        auto reader = store::Reader::open(path);
        if (!reader) return std::unexpected(reader.error().text);
        if (const auto report = store::verify(path); report && !report->ok())
            for (const store::Finding& finding : report->findings)
                doubts.push_back(path + ": " + finding.text);
        const auto read = (*reader)->read(Pos{1}, (*reader)->last(), [&](const store::Row& row) {
            shown.row(row);
            return true;
        });
        if (!read) return std::unexpected(path + ": " + read.error().text);
    }
    if (shown.out.empty())
        return std::unexpected("there are no frames of game " + question.game + " there");
    return FramesInWords{std::move(shown.out), std::move(doubts)};
}

}  // namespace flagfall::gateway
