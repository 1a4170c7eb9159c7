#include "common/auth/caller.hpp"

#include <utility>

namespace flagfall::auth {

wire::Hello Caller::hello(std::string nonce) {
    proved_ = carrier_ == Carrier::tls;
    said_.peer_nonce = std::move(nonce);
    wire::Hello hello;
    hello.role = said_.role;
    hello.name = said_.name;
    hello.device = said_.device;
    if (key_ && carrier_ == Carrier::clear) hello.nonce = said_.peer_nonce;
    return hello;
}

std::optional<wire::Prove> Caller::answer(const wire::Challenge& challenge) {
    if (!key_ || carrier_ == Carrier::tls || !is_nonce(challenge.nonce)) return std::nullopt;
    said_.log = challenge.log;
    said_.clockd_nonce = challenge.nonce;
    if (!same(challenge.proof, clockd_proof(*key_, said_))) return std::nullopt;
    proved_ = true;
    return wire::Prove{peer_proof(*key_, said_)};
}

}  // namespace flagfall::auth
