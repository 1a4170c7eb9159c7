#include "clockd/service/belief.hpp"

#include <algorithm>

#include "clockd/service/limits.hpp"

namespace flagfall::clockd {

namespace {

constexpr Duration on_a_link = milliseconds(limits::age_on_a_link_ms);
constexpr Duration catch_up = milliseconds(limits::catch_up_ms);
constexpr Duration steadily = milliseconds(limits::steady_ms);
constexpr Duration longest_silence = milliseconds(limits::silence_ms);
constexpr Duration put_off_for = milliseconds(limits::put_off_ms);

// Was the act made while there was no link, and sent as soon as there was one?
bool made_while_away(Instant let_in, Instant made, Instant at) {
    return at - let_in <= catch_up && made <= let_in;
}

bool was_put_off(const Dating& link, Instant made, Instant at) {
    return link.put_off && at - link.put_off_at <= put_off_for && made <= link.put_off_at;
}

}  // namespace

void Belief::heard(std::uint32_t device, Instant at) {
    if (device == 0) return;
    Heard& heard = heard_[device];
    const Duration quiet = at - heard.last;
    if (quiet > steadily && heard.steady) {
        heard.quiet_from = heard.last;
        heard.quiet_until = at;
    }
    if (quiet > on_a_link) heard.steady = quiet <= steadily;
    heard.last = std::max(heard.last, at);
}

std::optional<Belief::Last> Belief::last(std::uint32_t device) const {
    const auto found = heard_.find(device);
    if (found == heard_.end()) return std::nullopt;
    return Last{found->second.last, found->second.steady};
}

void Belief::heard(Dating& link, Instant at) {
    const Duration quiet = at - link.together;
    if (quiet <= on_a_link) return;
    link.silence = link.steady ? std::min(quiet, longest_silence) : Duration{};
    link.steady = quiet <= steadily;
    link.together = at;
}

Dating Belief::link(std::uint32_t device, Instant at) const {
    Dating link;
    if (device == 0) return link;
    const auto found = heard_.find(device);
    const Heard heard = found == heard_.end() ? Heard{} : found->second;
    const bool just_now = heard.quiet_until > Instant{} && at - heard.quiet_until <= catch_up;
    link.heard_before = std::max(just_now ? heard.quiet_from : heard.last, floor_);
    return link;
}

Duration Belief::believed(const Dating& link, Duration claimed, Instant at, Instant turn) {
    if (claimed <= on_a_link) return claimed;
    const Instant made = std::max(at - claimed, turn);
    Instant since = at - on_a_link;
    if (link.silence > Duration{})
        since = std::min(since, link.together - link.silence - on_a_link);
    const Instant let_in = link.let_in.value_or(at);  // some do not wait for their welcome
    if (made_while_away(let_in, made, at)) {
        const Duration away =
            link.heard_before ? let_in - *link.heard_before + on_a_link : claimed;
        since = std::min(since, at - away);
    }
    if (was_put_off(link, made, at)) since = std::min(since, *link.put_off);
    return std::min(claimed, at - since);
}

void Belief::put_off(Dating& link, Duration claimed, Instant at, Instant turn) {
    const Instant since = at - believed(link, claimed, at, turn);
    const bool fresh = link.put_off && at - link.put_off_at <= put_off_for;
    link.put_off = fresh ? std::min(*link.put_off, since) : since;
    link.put_off_at = at;
}

}  // namespace flagfall::clockd
