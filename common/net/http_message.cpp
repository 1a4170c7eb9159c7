#include "common/net/http_message.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <ctime>

#include <nlohmann/json.hpp>

#include "common/base/ascii.hpp"
#include "common/base/hex.hpp"
#include "common/base/text.hpp"

namespace flagfall::net {

namespace {

// "http://host/path" -> "/path"; origin-form stays as it is.
std::string_view without_origin(std::string_view target) {
    const std::string_view scheme = "http://";
    if (!equal_without_case(target.substr(0, scheme.size()), scheme)) return target;
    const auto end = target.find_first_of("/?", scheme.size());
    return end == std::string_view::npos ? "/" : target.substr(end);
}

std::string parse_query(std::string_view text, std::map<std::string, std::string>& query) {
    while (!text.empty()) {
        const auto end = std::min(text.find('&'), text.size());
        const std::string_view pair = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (pair.empty()) continue;
        const auto equals = std::min(pair.find('='), pair.size());
        const auto name = percent_decode(pair.substr(0, equals), true);
        const auto value = percent_decode(pair.substr(std::min(equals + 1, pair.size())), true);
        if (!name || !value) return "bad percent-encoding in the query";
        if (auto fault = text_fault(*name))
            return "a name in the query has " + fault->says + " in it";
        // Nobody knows which of the two was meant.
        if (!query.emplace(*name, *value).second) return *name + " is in the query twice";
    }
    return {};
}

}  // namespace

std::optional<std::string_view> find_header(const Headers& headers, std::string_view name) {
    for (const auto& [key, value] : headers) {
        if (equal_without_case(key, name)) return value;
    }
    return std::nullopt;
}

std::string_view path_as_sent(std::string_view target) {
    const std::string_view rest = without_origin(target);
    const std::string_view whole = rest.substr(0, rest.find('#'));
    const std::string_view path = whole.substr(0, whole.find('?'));
    return path.empty() && target != whole ? "/" : path;
}

std::expected<Target, std::string> parse_target(std::string_view target) {
    std::string_view rest = without_origin(target);
    rest = rest.substr(0, rest.find('#'));
    const auto question = std::min(rest.find('?'), rest.size());
    const std::string_view raw_path = path_as_sent(target);
    if (!raw_path.starts_with('/')) return std::unexpected("the target has no path");

    auto path = percent_decode(raw_path, false);
    if (!path) return std::unexpected("bad percent-encoding in the path");
    if (auto fault = text_fault(*path))
        return std::unexpected("the path has " + fault->says + " in it");

    Target result{std::move(*path), {}};
    if (question < rest.size())
        if (auto fault = parse_query(rest.substr(question + 1), result.query); !fault.empty())
            return std::unexpected(std::move(fault));
    for (const auto& [name, value] : result.query) {
        const auto fault = text_fault(value);
        if (fault) return std::unexpected(name + " in the query has " + fault->says + " in it");
    }
    return result;
}

std::optional<std::string_view> Request::header(std::string_view name) const {
    return find_header(headers, name);
}

std::optional<std::string_view> Request::param(std::string_view name) const {
    const auto found = query.find(std::string(name));
    if (found == query.end()) return std::nullopt;
    return found->second;
}

namespace {

// A code for programs, in the words of arbiterd's API if it has one ("refusal" of
// schemas/common.json); otherwise the title: "Forbidden" is "forbidden".
std::string code_of(unsigned status, std::string_view title) {
    switch (status) {
        case 400: case 426: case 431: case 505: return "bad_request";
        case 413: return "bad_body";
        case 421: return "wrong_host";
        case 500: return "failed";
        case 503: return "busy";
        default: break;
    }
    std::string code;
    for (const char c : title) code += c == ' ' ? '_' : lower(c);
    return code;
}

}  // namespace

Response problem(unsigned status, std::string_view type, std::string_view title,
                 std::string_view detail) {
    const nlohmann::ordered_json json{{"type", type}, {"title", title}, {"status", status},
                                      {"detail", detail}, {"code", code_of(status, title)}};
    // `detail` may quote bytes that came over the network.
    const auto replace = nlohmann::ordered_json::error_handler_t::replace;
    return {status, "application/problem+json", json.dump(-1, ' ', false, replace), {}};
}

Response not_found(std::string_view path) {
    return problem(404, "about:blank", "Not Found", "there is nothing at " + std::string(path));
}

Response method_not_allowed(std::string_view method, std::string_view allow) {
    Response response =
        problem(405, "about:blank", "Method Not Allowed",
                std::string(method) + " is not allowed here; allowed: " + std::string(allow));
    response.headers.emplace_back("Allow", allow);
    return response;
}

namespace {

// "gzip;q=0.5" as its name in lower case and its weight; an invalid weight counts as 0.
std::pair<std::string, double> weighed(std::string_view part) {
    const auto semicolon = std::min(part.find(';'), part.size());
    std::string coding;
    for (const char c : trimmed(part.substr(0, semicolon))) coding += lower(c);
    std::string_view rest = trimmed(part.substr(std::min(semicolon + 1, part.size())));
    if (rest.empty()) return {std::move(coding), 1.0};
    if (rest.size() < 2 || lower(rest[0]) != 'q') return {std::move(coding), 0.0};
    rest = trimmed(rest.substr(1));
    if (!rest.starts_with('=')) return {std::move(coding), 0.0};
    rest = trimmed(rest.substr(1));
    double weight = 0;
    const auto [stopped, error] = std::from_chars(rest.data(), rest.data() + rest.size(), weight);
    const bool whole = error == std::errc() && stopped == rest.data() + rest.size();
    return {std::move(coding), whole && weight >= 0 && weight <= 1 ? weight : 0.0};
}

}  // namespace

bool etag_matches(std::string_view if_none_match, std::string_view etag) {
    const auto opaque = [](std::string_view tag) {
        if (tag.starts_with("W/")) tag.remove_prefix(2);
        return tag;
    };
    if (trimmed(if_none_match) == "*") return true;
    while (!if_none_match.empty()) {
        const auto end = std::min(if_none_match.find(','), if_none_match.size());
        if (opaque(trimmed(if_none_match.substr(0, end))) == opaque(etag)) return true;
        if_none_match.remove_prefix(std::min(end + 1, if_none_match.size()));
    }
    return false;
}

bool etag_matches_strongly(std::string_view if_match, std::string_view etag) {
    if (trimmed(if_match) == "*") return true;
    while (!if_match.empty()) {
        const auto end = std::min(if_match.find(','), if_match.size());
        if (trimmed(if_match.substr(0, end)) == etag && !etag.starts_with("W/")) return true;
        if_match.remove_prefix(std::min(end + 1, if_match.size()));
    }
    return false;
}

bool wants_coding(std::string_view accept_encoding, std::string_view wanted) {
    std::optional<double> named;
    std::optional<double> identity;
    std::optional<double> others;
    while (!accept_encoding.empty()) {
        const auto end = std::min(accept_encoding.find(','), accept_encoding.size());
        const auto [coding, weight] = weighed(accept_encoding.substr(0, end));
        if (coding == wanted || (coding == "x-gzip" && wanted == "gzip")) named = weight;
        else if (coding == "identity") identity = weight;
        else if (coding == "*") others = weight;
        accept_encoding.remove_prefix(std::min(end + 1, accept_encoding.size()));
    }
    const double liked = named.value_or(others.value_or(0));
    // If it is not listed, the identity is acceptable, but not preferred.
    return liked > 0 && liked >= identity.value_or(0);
}

std::string http_date(std::int64_t wall_ms) {
    static constexpr std::array days{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static constexpr std::array months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const std::time_t seconds = static_cast<std::time_t>(wall_ms / 1000);
    std::tm utc{};
    gmtime_r(&seconds, &utc);
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%s, %02d %s %04d %02d:%02d:%02d GMT",
                  days.at(static_cast<std::size_t>(utc.tm_wday)), utc.tm_mday,
                  months.at(static_cast<std::size_t>(utc.tm_mon)), utc.tm_year + 1900, utc.tm_hour,
                  utc.tm_min, utc.tm_sec);
    return text.data();
}

}  // namespace flagfall::net
