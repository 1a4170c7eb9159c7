#include "common/ops/metrics.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "common/base/check.hpp"
#include "common/ops/limits.hpp"

namespace flagfall::ops {

namespace {

bool is_name(std::string_view name) {
    const auto fits = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == ':';
    };
    return !name.empty() && !(name[0] >= '0' && name[0] <= '9') && std::ranges::all_of(name, fits);
}

// Escapes quotes and backslashes in a label's value, and line ends everywhere.
std::string escaped(std::string_view text, bool quotes) {
    std::string out;
    for (const char c : text) {
        if (c == '\n') {
            out += "\\n";
            continue;
        }
        if (c == '\\' || (quotes && c == '"')) out += '\\';
        out += c;
    }
    return out;
}

// "{a="b",le="1"}"; empty without labels.
std::string printed(const Labels& labels) {
    std::string out;
    for (const auto& [name, value] : labels)
        out += (out.empty() ? "{" : ",") + name + "=\"" + escaped(value, true) + "\"";
    return out.empty() ? out : out + "}";
}

std::string number(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
    char text[64];
    const auto end = std::to_chars(text, text + sizeof text, value);
    return {text, end.ptr};
}

}  // namespace

Histogram::Histogram(std::vector<double> bounds)
    : bounds_(std::move(bounds)), buckets_(bounds_.size() + 1) {
    FF_CHECK(std::ranges::is_sorted(bounds_));
}

void Histogram::observe(double value) {
    const auto bucket = std::ranges::lower_bound(bounds_, value);
    buckets_[static_cast<std::size_t>(bucket - bounds_.begin())].add();
    sum_.add(value);
}

std::uint64_t Histogram::in_bucket(std::size_t index) const { return buckets_[index].value(); }

const std::vector<double>& seconds_bounds() {
    static const std::vector<double> bounds{0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005,
                                            0.01,   0.025,   0.05,   0.1,   0.25,   0.5,
                                            1,      2.5,     5,      10};
    return bounds;
}

Registry::Series& Registry::series(std::string_view name, std::string_view type,
                                   std::string_view help, Labels labels) {
    FF_CHECK(is_name(name));
    auto found = families_.find(name);
    if (found == families_.end())
        found = families_
                    .emplace(std::string(name), Family{std::string(type), std::string(help), {}})
                    .first;
    Family& family = found->second;
    FF_CHECK(family.type == type);
    std::string key = printed(labels);
    if (!family.series.contains(key) && family.series.size() >= limits::metric_series) {
        for (auto& [label, value] : labels) value = "other";
        key = printed(labels);
    }
    Series& one = family.series[key];
    one.labels = std::move(labels);
    return one;
}

Counter& Registry::counter(std::string_view name, std::string_view help, const Labels& labels) {
    const std::lock_guard hold(mutex_);
    Series& one = series(name, "counter", help, labels);
    if (!one.counter) one.counter = std::make_unique<Counter>();
    return *one.counter;
}

Gauge& Registry::gauge(std::string_view name, std::string_view help, const Labels& labels) {
    const std::lock_guard hold(mutex_);
    Series& one = series(name, "gauge", help, labels);
    if (!one.gauge) one.gauge = std::make_unique<Gauge>();
    return *one.gauge;
}

Histogram& Registry::histogram(std::string_view name, std::string_view help,
                               const std::vector<double>& bounds, const Labels& labels) {
    const std::lock_guard hold(mutex_);
    Series& one = series(name, "histogram", help, labels);
    if (!one.histogram) one.histogram = std::make_unique<Histogram>(bounds);
    FF_CHECK(one.histogram->bounds() == bounds);
    return *one.histogram;
}

void Registry::on_collect(std::function<void()> collect) {
    const std::lock_guard hold(collecting_);
    collectors_.push_back(std::move(collect));
}

void Registry::print(std::string& out, const std::string& name, const Series& series) {
    const std::string labels = printed(series.labels);
    if (series.counter) out += name + labels + " " + std::to_string(series.counter->value()) + "\n";
    if (series.gauge) out += name + labels + " " + number(series.gauge->value()) + "\n";
    if (!series.histogram) return;
    const std::vector<double>& bounds = series.histogram->bounds();
    std::uint64_t count = 0;
    for (std::size_t i = 0; i <= bounds.size(); ++i) {
        count += series.histogram->in_bucket(i);
        Labels with_bound = series.labels;
        with_bound.emplace_back("le", i < bounds.size() ? number(bounds[i]) : "+Inf");
        out += name + "_bucket" + printed(with_bound) + " " + std::to_string(count) + "\n";
    }
    out += name + "_sum" + labels + " " + number(series.histogram->sum()) + "\n";
    out += name + "_count" + labels + " " + std::to_string(count) + "\n";
}

std::string Registry::text() {
    const std::lock_guard one_at_a_time(collecting_);
    for (const auto& collect : collectors_) collect();
    const std::lock_guard hold(mutex_);
    std::string out;
    for (const auto& [name, family] : families_) {
        out += "# HELP " + name + " " + escaped(family.help, false) + "\n# TYPE " + name + " " +
               family.type + "\n";
        for (const auto& [labels, one] : family.series) print(out, name, one);
    }
    return out;
}

Registry& registry() {
    static Registry of_process;
    return of_process;
}

}  // namespace flagfall::ops
