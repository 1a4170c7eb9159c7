#include "common/ops/limits.hpp"
#include "common/ops/metrics.hpp"

#include <thread>

#include "tests/support/catch.hpp"

namespace flagfall::ops {

TEST_CASE("counters, gauges and histograms as Prometheus reads them") {
    Registry registry;
    registry.counter("b_total", "How many.\nSecond line \\", {{"a", "x\"y\\z\n"}}).add(3);
    registry.counter("b_total", "How many.", {{"a", "x\"y\\z\n"}}).add();
    registry.gauge("c", "Now.").set(-0.5);
    Histogram& h = registry.histogram("a_seconds", "Time.", {0.5, 1}, {{"k", "v"}});
    h.observe(0.5);  // the bound belongs to its bucket
    h.observe(0.75);
    h.observe(seconds(7));
    CHECK(registry.text() ==
          "# HELP a_seconds Time.\n"
          "# TYPE a_seconds histogram\n"
          "a_seconds_bucket{k=\"v\",le=\"0.5\"} 1\n"
          "a_seconds_bucket{k=\"v\",le=\"1\"} 2\n"
          "a_seconds_bucket{k=\"v\",le=\"+Inf\"} 3\n"
          "a_seconds_sum{k=\"v\"} 8.25\n"
          "a_seconds_count{k=\"v\"} 3\n"
          "# HELP b_total How many.\\nSecond line \\\\\n"
          "# TYPE b_total counter\n"
          "b_total{a=\"x\\\"y\\\\z\\n\"} 4\n"
          "# HELP c Now.\n"
          "# TYPE c gauge\n"
          "c -0.5\n");
}

TEST_CASE("gauges that are read when asked") {
    Registry registry;
    Gauge& gauge = registry.gauge("g", "Asked.");
    int asked = 0;
    registry.on_collect([&] { gauge.set(++asked); });
    CHECK(registry.text().ends_with("g 1\n"));
    CHECK(registry.text().ends_with("g 2\n"));
}

TEST_CASE("labels that somebody else chooses cannot fill the memory") {
    Registry registry;
    for (std::size_t i = 0; i < limits::metric_series + 100; ++i)
        registry.counter("c_total", "x", {{"who", std::to_string(i)}}).add();
    const std::string text = registry.text();
    CHECK(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) ==
          2 + limits::metric_series + 1);
    CHECK(text.contains("c_total{who=\"other\"} 100\n"));
}

TEST_CASE("many threads count at once") {
    Registry registry;
    constexpr int each = 20'000;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&] {
                for (int n = 0; n < each; ++n) {
                    registry.counter("c_total", "x").add();
                    registry.histogram("h", "x", {1}).observe(0.5);
                    if (n % 1'000 == 0) static_cast<void>(registry.text());
                }
            });
    }
    CHECK(registry.text().contains("c_total 80000\n"));
    CHECK(registry.text().contains("h_sum 40000\nh_count 80000\n"));
}

TEST_CASE("what every daemon reports") {
    Registry registry;
    add_process_metrics(registry);
    static_cast<void>(registry.text());
    CHECK(registry.gauge("process_resident_memory_bytes", "").value() > 100'000);
    CHECK(registry.gauge("process_open_fds", "").value() >= 3);
    CHECK(registry.gauge("process_max_fds", "").value() >= 3);
}

}  // namespace flagfall::ops
