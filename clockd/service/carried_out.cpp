#include "clockd/service/carried_out.hpp"

#include <utility>

#include "common/wire/codec.hpp"

namespace flagfall::clockd {

namespace {

std::int64_t digest_of_line(const wire::ToClockd& message) {
    return store::content_digest(wire::encode(message));
}

}  // namespace

std::string sender_of(clock::Role role, std::uint32_t device) {
    std::string sender(clock::name(role));
    if (device != 0) sender += "/" + std::to_string(device);
    return sender;
}

std::int64_t digest_of(wire::ClockCommand command) {
    std::visit(
        [](wire::Command& shared) {
            shared.age = {};
            shared.at.reset();
        },
        command);
    return digest_of_line(std::move(command));
}

std::int64_t digest_of(const wire::EnrolDevice& request) { return digest_of_line(request); }
std::int64_t digest_of(const wire::RevokeDevice& request) { return digest_of_line(request); }

clock::Refusal id_used() {
    return {"id_used",
            "you have used this id for another command; nothing was done now. Look at the board, "
            "and send the command with a new id"};
}

CarriedOut::Note CarriedOut::note_of(const store::Row& row) {
    return {row.pos, row.cmd_digest, row.type == wire::PressedLate::type};
}

// Once the press was carried out, the fact of a late press adds nothing.
void CarriedOut::add(std::optional<Deed>& deed, const Note& note) {
    if (deed && (note.noted || note.pos <= deed->pos)) return;
    deed = {note.pos, note.digest, note.noted};
}

void CarriedOut::appended(const store::Row& row) {
    if (row.cmd_id.empty()) return;
    waiting_.add({row.sender, row.cmd_id}, note_of(row), row.pos);
}

store::Lookup<std::optional<CarriedOut::Deed>> CarriedOut::find(const Act& act,
                                                                store::Past& past) const {
    const auto rows = past.of_command(act.sender, act.id);
    if (!rows) return std::unexpected(rows.error());
    std::optional<Deed> deed;
    for (const store::Row& row : *rows) add(deed, note_of(row));
    const auto [first, last] = waiting_.all(Key(act.sender, act.id));
    for (auto waiting = first; waiting != last; ++waiting) add(deed, waiting->second);
    return deed;
}

}  // namespace flagfall::clockd
