#include "clockd/gateway/gateway.hpp"

#include <cstdio>
#include <utility>

#include "clockd/gateway/frame_log.hpp"
#include "clockd/gateway/lines.hpp"
#include "clockd/gateway/services.hpp"
#include "common/auth/heads.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/now.hpp"
#include "common/base/overload.hpp"
#include "common/net/loop.hpp"
#include "common/ops/log.hpp"
#include "common/store/crypto.hpp"

namespace flagfall::gateway {

namespace {

constexpr Duration flush_every = milliseconds(250);
constexpr Duration report_every = seconds(10);
constexpr int beats_a_head = 6;  // clockd keeps one in half a minute

std::vector<std::string> serials(
    const std::map<std::string, devices::Place, std::less<>>& places) {
    std::vector<std::string> out;
    for (const auto& [serial, place] : places) out.push_back(serial);
    return out;
}

}  // namespace

struct Gateway::Impl {
    Impl(net::Loop& l, Options o, std::function<void(int, const std::string&)> f)
        : loop(l),
          options(std::move(o)),
          fatal(std::move(f)),
          tables(options.places, "boards-" + store::random_hex(8)),
          deadline(l),
          flush(l),
          report(l) {}

    net::Loop& loop;
    Options options;
    std::function<void(int, const std::string&)> fatal;
    devices::Tables tables;
    std::unique_ptr<FrameLog> frames;
    net::Timer deadline;
    net::Timer flush;
    net::Timer report;
    std::string log;       // of clockd
    Pos history;           // the log's end when the link began
    bool caught_up = false;  // on this link
    bool live = false;
    std::map<std::string, wire::SignedHead> heads;  // of logs of frames, not sent yet
    int beats = 0;
    std::unique_ptr<client::Link> link;
    std::unique_ptr<Lines> lines;
    std::unique_ptr<Services> services;

    void connect();
    void open_lines();
    void on_welcome(const wire::Welcome& welcome);
    void on_event(const wire::EventFrame& frame);
    void catch_up();
    void go_live();
    void carry_out(const devices::Orders& orders);
    void send(const wire::ClockCommand& command);
    void remark(const devices::Remark& remark);
    void report_all();
    void beat();
    void arm();
};

// ---- clockd ---------------------------------------------------------------------------------

void Gateway::Impl::connect() {
    client::LinkHandler handler;
    handler.ages = true;
    handler.on_welcome = [this](const wire::Welcome& welcome) { on_welcome(welcome); };
    handler.on_event = [this](const wire::EventFrame& frame) { on_event(frame); };
    handler.on_press_held = [this](const wire::PressHeld& press) {
        carry_out(tables.on_press_held(press, now()));
        arm();
    };
    handler.on_trouble = [this](std::string_view why) {
        fatal(exit_code::not_trusted, std::string(why));
    };
    link = std::make_unique<client::Link>(loop, options.clockd, "boards", "clockd boards",
                                          std::move(handler));
}

void Gateway::Impl::on_welcome(const wire::Welcome& welcome) {
    if (!log.empty() && welcome.log != log)
        return fatal(exit_code::wrong_log, "clockd keeps another log than before");
    log = welcome.log;
    history = welcome.pos;
    link->subscribe(log, Pos{tables.last().value + 1}, std::nullopt);
    caught_up = false;
    if (tables.last() >= history) catch_up();
}

void Gateway::Impl::on_event(const wire::EventFrame& frame) {
    if (frame.pos <= tables.last()) return;
    if (frame.pos.value != tables.last().value + 1)
        return fatal(exit_code::unavailable, "clockd left out an event of its log");
    carry_out(tables.on_event(frame.event, frame.pos, frame.at));
    if (frame.pos >= history) catch_up();
    arm();
}

// What is reported as active is asked about presses: not before the games are known as they are.
void Gateway::Impl::catch_up() {
    go_live();
    if (!std::exchange(caught_up, true)) report_all();
}

// Lines are opened when the games are known: what boards show can be understood then.
void Gateway::Impl::go_live() {
    if (std::exchange(live, true)) return;
    carry_out(tables.up_to_date(now()));
    open_lines();
    ops::log(ops::Level::info, "the games are known", {{"pos", tables.last().value}});
}

void Gateway::Impl::send(const wire::ClockCommand& command) {
    const std::string id = std::visit([](const auto& c) { return c.id; }, command);
    link->send(command, [this, id](const wire::FromClockd& answer) {
        if (const auto* ack = std::get_if<wire::Ack>(&answer))
            carry_out(tables.on_done(id, ack->pos, now()));
        else if (const auto* refused = std::get_if<wire::Refused>(&answer))
            carry_out(tables.on_refused(id, refused->code));
        arm();
    });
}

// ---- boards ---------------------------------------------------------------------------------

void Gateway::Impl::open_lines() {
    LinesHandler handler;
    handler.on_report = [this](const std::string& source, const devices::Report& one) {
        if (const auto* frame = std::get_if<devices::FrameSeen>(&one))
            frames->frame(source, *frame);
        carry_out(tables.on_report(source, one, now()));
        arm();
    };
    handler.on_hang_up = [this](const std::string& source) {
        carry_out(tables.on_hang_up(source, now()));
    };
    lines = std::make_unique<Lines>(loop, options.lines, serials(options.places), handler);
    services = std::make_unique<Services>(loop, options.services, std::move(handler));
}

void Gateway::Impl::carry_out(const devices::Orders& orders) {
    for (const devices::Order& order : orders)
        std::visit(
            Overload{
                [&](const devices::Send& one) { send(one.command); },
                [&](const devices::Weighed& one) { link->say(wire::ToClockd{one.press}); },
                [&](const devices::AskMemory& one) {
                    if (!services->ask_memory(one.serial)) lines->ask_memory(one.serial);
                },
                [&](const devices::AskChanges& one) {
                    if (lines) lines->ask_changes(one.serial, one.when);
                },
                [&](const devices::ReadClock& one) {
                    if (lines) lines->read_clock(one.serial, one.care);
                },
                [&](const devices::MarkStart& one) {
                    if (lines) lines->mark_start(one.serial);
                },
                [&](const devices::Tell&) { report_all(); },
                [&](const devices::Remark& one) { remark(one); },
                [&](const devices::GameAt& one) { frames->game(one, now()); },
            },
            order);
}

void Gateway::Impl::remark(const devices::Remark& remark) {
    ops::Fields fields{{"board", remark.board.number}, {"what", remark.text}};
    if (!remark.placement.empty()) fields.emplace_back("placement", remark.placement);
    ops::log(ops::Level::info, "at a board", fields);
}

// clockd keeps what changed and shows the rest.
void Gateway::Impl::report_all() {
    if (!link || !caught_up) return;
    for (wire::Equipment& one : tables.equipment(now())) {
        if (lines) one.figures.damaged = lines->damaged(one.facts.source);
        if (services) one.figures.damaged += services->damaged(one.facts.source);
        link->say(wire::ToClockd{std::move(one)});
    }
}

void Gateway::Impl::beat() {
    report_all();
    if (++beats % beats_a_head == 0 && link->welcomed()) {
        for (auto& [id, head] : heads) link->say(wire::ToClockd{std::move(head)});
        heads.clear();
    }
    report.wake_in(report_every, [this] { beat(); });
}

void Gateway::Impl::arm() {
    const auto due = tables.deadline();
    if (!due) return deadline.cancel();
    deadline.wake_at(*due, [this] {
        carry_out(tables.on_wake(now()));
        arm();
    });
}

// ---- outside --------------------------------------------------------------------------------

std::expected<std::unique_ptr<Gateway>, store::OpenError> Gateway::start(
    net::Loop& loop, Options options, std::function<void(int, const std::string&)> fatal) {
    auto impl = std::make_unique<Impl>(loop, std::move(options), std::move(fatal));
    FrameLogOptions log{impl->options.folder, impl->options.file_rows, impl->options.files, {}};
    log.on_head = [self = impl.get()](const wire::SignedHead& head) {
        self->heads.insert_or_assign(head.log, head);
    };
    auto frames = FrameLog::open(loop, std::move(log));
    if (!frames) return std::unexpected(frames.error());
    impl->frames = std::move(*frames);
    impl->connect();
    impl->beat();
    const auto flush = [self = impl.get()](auto again) -> void {
        self->frames->flush(now());
        self->flush.wake_in(flush_every, [again] { again(again); });
    };
    flush(flush);
    return std::unique_ptr<Gateway>(new Gateway(std::move(impl)));
}

Gateway::Gateway(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Gateway::~Gateway() = default;

int list_boards(const Options& options, Duration wait) {
    net::Loop loop;
    std::map<std::string, std::pair<std::string, devices::Equipment>> found;
    LinesHandler handler;
    handler.on_report = [&](const std::string& source, const devices::Report& report) {
        if (const auto* seen = std::get_if<devices::EquipmentSeen>(&report))
            found[seen->equipment.serial] = {source, seen->equipment};
    };
    handler.on_hang_up = [](const std::string&) {};
    const Lines open(loop, options.lines, {}, handler);
    const Services called(loop, options.services, std::move(handler));
    loop.run_until([] { return false; }, wait);
    std::printf("serial      link     version  battery   line\n");
    for (const auto& [serial, one] : found)
        std::printf("%-10s  %-7s  %-7s  %-8s  %s\n", serial.c_str(),
                    std::string(name(one.second.link)).c_str(), one.second.version.c_str(),
                    one.second.battery.c_str(), one.first.c_str());
    return found.empty() ? exit_code::unavailable : exit_code::ok;
}

}  // namespace flagfall::gateway
