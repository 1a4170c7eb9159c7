#include "clockd/service/places.hpp"

#include <algorithm>

#include "clockd/service/limits.hpp"

namespace flagfall::clockd {

bool is_full(const Visitors& all, const Guest& guest) {
    const bool office =
        guest.role == clock::Role::arbiter || guest.role == clock::Role::arbiterd;
    const auto guests = static_cast<std::size_t>(std::ranges::count_if(
        all, [](const auto& one) { return one.second.guest.has_value(); }));
    return guests >= limits::peers - (office ? 0 : limits::office_places);
}

std::optional<net::PeerId> one_too_many(const Visitors& all, std::uint32_t device) {
    if (device == 0) return std::nullopt;
    std::optional<net::PeerId> oldest;
    std::size_t links = 0;
    for (const auto& [id, visitor] : all) {  // numbers of links only grow
        if (!visitor.guest || visitor.guest->device != device) continue;
        if (!oldest) oldest = id;
        ++links;
    }
    return links > limits::links_of_device ? oldest : std::nullopt;
}

std::map<std::string_view, std::size_t> by_role(const Visitors& all) {
    std::map<std::string_view, std::size_t> count;
    for (const auto& [id, peer] : all)
        ++count[peer.guest ? clock::name(peer.guest->role) : std::string_view()];
    return count;
}

}  // namespace flagfall::clockd
