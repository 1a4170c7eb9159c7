#include "clockd/devices/memory.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace flagfall::devices {

using chess::Kind;
using chess::Piece;
using chess::Square;

namespace {

using What = Note::What;

constexpr std::array kinds{Kind::pawn, Kind::rook, Kind::knight, Kind::bishop, Kind::king,
                           Kind::queen};
constexpr unsigned fields = 64;
constexpr unsigned last_sign = 15;  // of those for results
constexpr unsigned char soon_mark = 0x10, left_mark = 0x10;

// What a note of one byte says.
constexpr std::array single_bytes{
    std::pair{0x6a, What::power_up}, std::pair{0x6b, What::other},
    std::pair{0x6c, What::other},    std::pair{0x6d, What::empty},
    std::pair{0x6e, What::other},    std::pair{0x6f, What::begin},
    std::pair{0x7a, What::begin_turned}, std::pair{0x7b, What::start},
    std::pair{0x7c, What::watchdog}, std::pair{0x7f, What::other},
    std::pair{0x00, What::other}};

unsigned at(std::string_view data, std::size_t place) {
    return static_cast<unsigned char>(data[place]);
}

std::optional<unsigned> sixty(unsigned bcd) {
    if (bcd >> 4 > 5 || (bcd & 0x0f) > 9) return std::nullopt;
    return (bcd >> 4) * 10 + (bcd & 0x0f);
}

std::optional<Note> change(std::string_view data) {
    const auto piece = piece_of(at(data, 0) & 0x0f);
    if (data.size() < 2 || at(data, 1) >= fields || !piece) return std::nullopt;
    Note note{.what = What::change, .square = square_of(at(data, 1)), .piece = *piece};
    note.soon = (at(data, 0) & soon_mark) != 0;
    return note;
}

std::optional<Note> time(std::string_view data) {
    const unsigned hours = at(data, 0) & 0x0f;
    if (data.size() < 3 || hours > 9) return std::nullopt;
    const auto minutes = sixty(at(data, 1));
    const auto secs = sixty(at(data, 2));
    if (!minutes || !secs) return std::nullopt;
    Note note{.what = What::time};
    note.hand = (at(data, 0) & left_mark) != 0 ? Hand::left : Hand::right;
    note.time = seconds(hours * 3600 + *minutes * 60 + *secs);
    return note;
}

// The first note, and how many bytes it took.
std::optional<std::pair<Note, std::size_t>> first(std::string_view data) {
    const unsigned tag = at(data, 0);
    const auto* one = std::ranges::find(single_bytes, static_cast<int>(tag),
                                        [](const auto& pair) { return pair.first; });
    if (one != single_bytes.end()) return std::pair{Note{.what = one->second}, std::size_t{1}};
    if (tag >= 0x40 && tag <= 0x5f) {
        if (const auto note = change(data)) return std::pair{*note, std::size_t{2}};
    } else if (tag >= 0x60 && tag <= 0x7f) {
        if (const auto note = time(data)) return std::pair{*note, std::size_t{3}};
    }
    return std::nullopt;
}

}  // namespace

std::optional<Piece> piece_of(unsigned code) {
    if (code > last_sign) return std::nullopt;
    if (code == 0 || code > 2 * kinds.size()) return Piece{};
    const std::size_t place = (code - 1) % kinds.size();
    return Piece{code <= kinds.size() ? Side::white : Side::black, kinds[place]};
}

unsigned code_of(Piece piece) {
    if (piece.empty()) return 0;
    const auto place = std::ranges::find(kinds, piece.kind) - kinds.begin();
    return static_cast<unsigned>(place) + 1 + (piece.side == Side::black ? 6 : 0);
}

std::optional<Placement> placement_of(std::string_view data) {
    if (data.size() != fields) return std::nullopt;
    Placement placement;
    for (unsigned field = 0; field < fields; ++field) {
        const auto piece = piece_of(at(data, field));
        if (!piece) return std::nullopt;
        placement.put(square_of(field), *piece);
    }
    return placement;
}

std::string fields_of(const Placement& placement) {
    std::string data;
    for (unsigned field = 0; field < fields; ++field)
        data += static_cast<char>(code_of(placement.at(square_of(field))));
    return data;
}

Notes notes_of(std::string_view data) {
    Notes out;
    while (!data.empty()) {
        const auto found = first(data);
        if (found) out.notes.push_back(found->first);
        else out.damaged = true;
        data.remove_prefix(found ? found->second : 1);
    }
    return out;
}

std::string bytes_of(const Note& note) {
    const auto byte = [](unsigned value) { return static_cast<char>(value); };
    if (note.what == What::change)
        return {byte(0x40 | (note.soon ? soon_mark : 0U) | code_of(note.piece)),
                byte(field_of(note.square))};
    if (note.what == What::time) {
        const auto total = static_cast<unsigned>(note.time.us / 1'000'000);
        const auto bcd = [](unsigned value) { return value / 10 << 4 | value % 10; };
        return {byte(0x60 | (note.hand == Hand::left ? left_mark : 0U) |
                     std::min(total / 3600, 9U)),
                byte(bcd(total / 60 % 60)), byte(bcd(total % 60))};
    }
    const auto* tag = std::ranges::find(single_bytes, note.what,
                                        [](const auto& pair) { return pair.second; });
    return {byte(static_cast<unsigned>(tag->first))};
}

// ---- following ------------------------------------------------------------------------------

std::optional<StoodPlacement> NoteFollower::give() {
    if (!now_ || !moved_) return std::nullopt;
    moved_ = false;
    if (*now_ == given_.placement) return std::nullopt;  // put back
    given_.placement = *now_;
    return given_;
}

void NoteFollower::begin(const Placement& placement) {
    if (now_ && *now_ == placement) return;
    now_ = placement;
    moved_ = true;
}

// A press is noted with its time: hands are away by then.
std::optional<StoodPlacement> NoteFollower::take(const Note& note) {
    std::optional<StoodPlacement> stood;
    switch (note.what) {
        case What::change:
            if (!note.soon) stood = give();
            if (!now_) break;
            moved_ = moved_ || now_->at(note.square) != note.piece;
            now_->put(note.square, note.piece);
            break;
        case What::time:
            (note.hand == Hand::left ? given_.left : given_.right) = note.time;
            break;
        case What::begin: begin(Placement::of(chess::start_position())); break;
        case What::begin_turned: begin(Placement::of(chess::start_position()).turned()); break;
        case What::empty: begin({}); break;
        default: break;
    }
    return stood;
}

std::optional<StoodPlacement> NoteFollower::rest() { return give(); }

// A game begins where we marked it, or where the starting position stood, whichever was last: one
// that began while nobody listened is not marked, and the one before it was.
std::vector<StoodPlacement> last_game(const Notes& notes, const Placement& start) {
    const auto begins = [](const Note& note) {
        return note.what == What::begin || note.what == What::begin_turned ||
               note.what == What::start;
    };
    const auto from = std::find_if(notes.notes.rbegin(), notes.notes.rend(), begins);
    if (from == notes.notes.rend()) return {};
    std::vector<StoodPlacement> out;
    NoteFollower follower = from->what == What::start ? NoteFollower(start) : NoteFollower();
    for (auto note = from.base() - 1; note != notes.notes.end(); ++note)
        if (const auto stood = follower.take(*note)) out.push_back(*stood);
    if (const auto stood = follower.rest()) out.push_back(*stood);
    return out;
}

}  // namespace flagfall::devices
