#include "clockd/gateway/lines.hpp"

#include <glob.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <algorithm>
#include <utility>

#include "common/base/now.hpp"
#include "common/ops/log.hpp"

namespace flagfall::gateway {

namespace {

constexpr Duration scan_every = seconds(1);

std::vector<std::string> paths_of(const std::string& pattern) {
    glob_t found{};
    std::vector<std::string> out;
    if (::glob(pattern.c_str(), 0, nullptr, &found) == 0)
        out.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
    ::globfree(&found);
    return out;
}

// The same device under two names is opened once.
std::string device_of(const std::string& path) {
    struct stat facts {};
    if (::stat(path.c_str(), &facts) != 0 || !S_ISCHR(facts.st_mode)) return "";
    return std::to_string(major(facts.st_rdev)) + ":" + std::to_string(minor(facts.st_rdev));
}

}  // namespace

Lines::Lines(net::Loop& loop, std::vector<LineOptions> options,
             std::vector<std::string> expected, LinesHandler handler)
    : loop_(loop),
      options_(std::move(options)),
      expected_(std::move(expected)),
      handler_(std::move(handler)),
      scan_(loop) {
    scan_.wake_in({}, [this] { scan(); });
}

void Lines::scan() {
    for (const LineOptions& line : options_)
        for (const std::string& path : paths_of(line.pattern))
            if (!open_.contains(path)) try_open(path, line);
    scan_.wake_in(scan_every, [this] { scan(); });
}

void Lines::try_open(const std::string& path, const LineOptions& options) {
    const std::string device = device_of(path);
    const bool taken = std::ranges::any_of(
        open_, [&](const auto& one) { return one.second->device == device; });
    if (device.empty() || taken) return;
    PortHandler handler;
    handler.on_bytes = [this, path](std::string_view bytes, Instant at) {
        if (const auto found = open_.find(path); found != open_.end() && found->second->line)
            take(path, found->second->line->on_bytes(bytes, at));
    };
    handler.on_hang_up = [this, path](std::string_view why) { hang_up(path, why); };
    auto port = SerialPort::open(loop_, path, std::move(handler));
    if (!port) {
        if (std::exchange(reasons_[path], port.error()) != port.error())
            ops::log(ops::Level::warn, "a line cannot be opened",
                     {{"line", path}, {"why", port.error()}});
        return;
    }
    reasons_.erase(path);
    ops::log(ops::Level::info, "a line was opened", {{"line", path}});
    auto open = std::make_unique<Open>(loop_);
    open->device = device;
    open->port = std::move(*port);
    open->line = std::make_unique<devices::Line>(options.mode, expected_, now());
    open_[path] = std::move(open);
    wake(path);
}

// A report may end with the line gone: it is looked up for each step.
void Lines::take(const std::string& path, devices::Acts acts) {
    for (const devices::Report& report : acts.reports) {
        if (const auto* seen = std::get_if<devices::EquipmentSeen>(&report);
            seen != nullptr && seen->equipment.link == devices::LinkState::active)
            sources_[seen->equipment.serial] = path;
        handler_.on_report(path, report);
    }
    const auto found = open_.find(path);
    if (found == open_.end()) return;
    if (!acts.write.empty()) found->second->port->write(acts.write);
    arm(path, *found->second);
}

void Lines::arm(const std::string& path, Open& open) {
    open.timer.wake_at(open.line->deadline(), [this, path] { wake(path); });
}

// What has arrived counts before the time-out.
void Lines::wake(const std::string& path) {
    const auto found = open_.find(path);
    if (found == open_.end()) return;
    found->second->port->drain();
    const Instant at = now();
    if (found->second->line->deadline() <= at) take(path, found->second->line->on_wake(at));
    else take(path, {});
}

void Lines::hang_up(const std::string& path, std::string_view why) {
    if (open_.erase(path) == 0) return;
    ops::log(ops::Level::warn, "a line was disconnected",
             {{"line", path}, {"why", std::string(why)}});
    handler_.on_hang_up(path);
}

Lines::Open* Lines::line_with(const std::string& serial) {
    const auto source = sources_.find(serial);
    const auto found = source == sources_.end() ? open_.end() : open_.find(source->second);
    return found == open_.end() ? nullptr : found->second.get();
}

void Lines::ask_memory(const std::string& serial) {
    Open* open = line_with(serial);
    if (open == nullptr) return;
    open->line->ask_memory(serial);
    arm(sources_.at(serial), *open);
}

void Lines::ask_changes(const std::string& serial, Instant when) {
    Open* open = line_with(serial);
    if (open == nullptr) return;
    open->line->ask_changes(serial, when);
    arm(sources_.at(serial), *open);
}

void Lines::read_clock(const std::string& serial, devices::ClockCare care) {
    if (Open* open = line_with(serial)) open->line->read_clock(serial, care);
}

void Lines::mark_start(const std::string& serial) {
    if (Open* open = line_with(serial)) open->line->mark_start(serial);
}

std::int64_t Lines::damaged(const std::string& source) const {
    const auto found = open_.find(source);
    return found == open_.end()
               ? 0
               : static_cast<std::int64_t>(found->second->line->damage().bytes);
}

}  // namespace flagfall::gateway
