// The metrics of a daemon, as Prometheus reads them (text exposition format 0.0.4).
//
// The caller keeps the reference that the registry returned: counting is one atomic addition, from
// any thread. Families appear with their first series and stay.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/time.hpp"

namespace flagfall::ops {

// Only increases.
class Counter {
public:
    void add(std::uint64_t count = 1) { value_.fetch_add(count, std::memory_order_relaxed); }
    std::uint64_t value() const { return value_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> value_{0};
};

// A current value.
class Gauge {
public:
    void set(double value) { value_.store(value, std::memory_order_relaxed); }
    void add(double change) { value_.fetch_add(change, std::memory_order_relaxed); }
    double value() const { return value_.load(std::memory_order_relaxed); }

private:
    std::atomic<double> value_{0};
};

// Counts how often a quantity fell into each bucket. The bounds are upper ones, ascending; a last
// bucket without a bound is added.
class Histogram {
public:
    explicit Histogram(std::vector<double> bounds);
    void observe(double value);
    void observe(Duration time) { observe(static_cast<double>(time.us) / 1e6); }  // seconds

    const std::vector<double>& bounds() const { return bounds_; }
    std::uint64_t in_bucket(std::size_t index) const;  // not cumulative
    double sum() const { return sum_.value(); }

private:
    std::vector<double> bounds_;
    std::vector<Counter> buckets_;
    Gauge sum_;
};

using Labels = std::vector<std::pair<std::string, std::string>>;

// From 100 microseconds to 10 seconds: commits, answers, flags.
const std::vector<double>& seconds_bounds();

// The media type of Registry::text().
inline constexpr std::string_view text_content_type =
    "text/plain; version=0.0.4; charset=utf-8";

class Registry {
public:
    // The series of this family with these labels, created if it is new. `help` is one sentence.
    // A family has one type and one set of bounds; after limits::metric_series different labels
    // all further ones share a series whose labels say "other". Names: [a-zA-Z_:][a-zA-Z0-9_:]*.
    Counter& counter(std::string_view name, std::string_view help, const Labels& labels = {});
    Gauge& gauge(std::string_view name, std::string_view help, const Labels& labels = {});
    Histogram& histogram(std::string_view name, std::string_view help,
                         const std::vector<double>& bounds, const Labels& labels = {});

    // Called before each text(), one text at a time: for gauges that are read on demand.
    void on_collect(std::function<void()> collect);

    // All families by name, with HELP and TYPE. Callable from any thread.
    std::string text();

private:
    struct Series {
        Labels labels;
        std::unique_ptr<Counter> counter;
        std::unique_ptr<Gauge> gauge;
        std::unique_ptr<Histogram> histogram;
    };
    struct Family {
        std::string type;
        std::string help;
        std::map<std::string, Series> series;  // by the labels as they are printed
    };
    Series& series(std::string_view name, std::string_view type, std::string_view help,
                   Labels labels);
    static void print(std::string& out, const std::string& name, const Series& series);

    std::mutex mutex_;            // of the families
    std::mutex collecting_;       // one text at a time
    std::map<std::string, Family, std::less<>> families_;
    std::vector<std::function<void()>> collectors_;
};

// The registry of this process.
Registry& registry();

// Adds the metrics that every daemon has: its version, its start, memory and descriptors.
void add_process_metrics(Registry& registry);

}  // namespace flagfall::ops
