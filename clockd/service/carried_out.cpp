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

void CarriedOut::apply(const store::Row& row) {
    if (row.cmd_id.empty()) return;
    const bool noted = row.type == wire::PressedLate::type;
    Deed& deed = by_sender_[row.sender].try_emplace(row.cmd_id, Deed{{}, {}, true}).first->second;
    if (noted && deed.pos > Pos{}) return;  // the press was carried out, too
    deed = {row.pos, row.cmd_digest, noted};
}

const CarriedOut::Deed* CarriedOut::find(const Act& act) const {
    const auto sender = by_sender_.find(act.sender);
    if (sender == by_sender_.end()) return nullptr;
    const auto found = sender->second.find(act.id);
    return found == sender->second.end() ? nullptr : &found->second;
}

}  // namespace flagfall::clockd
