// Both daemons' services in one process, with disks that write and a network that carries when the
// test says so.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/arbiter_ports.hpp"
#include "tests/support/clock_ports.hpp"

namespace flagfall::test {

class House {
public:
    explicit House(bool virtual_time = false);
    ~House();

    void connect();
    void disconnect();
    // Carries lines and commits until nothing is left to do.
    void run();
    // Writes what arbiterd queued; nothing is carried.
    void commit_office();
    // arbiterd ends and starts again from its durable rows.
    void restart_office();

    arbiterd::Permit permit{};  // of the acts that are sent from now on
    // Any act is sent; the ticket that its answer has.
    std::uint64_t send_act(const arbiterd::Act& act);
    // An act of the office is sent; the ticket that its answer has.
    std::uint64_t act(const std::string& id, const wire::EventAct& act);
    // The same for an act of the desk, carried to its end.
    std::uint64_t rule(const wire::DeskCommand& command);
    // Seconds pass, with a tick at each.
    void pass(int seconds);
    // An arbiter at clockd.
    void arbiter(const std::string& line) { say(clock::Role::arbiter, line); }
    // The same of a device or a gateway.
    void say(clock::Role role, const std::string& line);
    // Time passes, and clockd is woken at the end of it.
    void wait(Duration time);
    // A line of arbiterd that was held up reaches clockd now.
    void arrive(const std::string& line);
    // clockd ends and starts again from its durable rows, in this boot of the machine.
    void restart_clock(const std::string& boot);
    // arbiterd's record is replaced with a backup that ends there and follows clockd's log so far.
    void restore_office(Pos last, Pos followed);
    // clockd's log is replaced with a backup that ends there.
    void restore_clock(Pos last);

    std::map<std::uint64_t, arbiterd::ActAnswer> answers;
    std::vector<std::string> to_clockd;  // commands of arbiterd that were carried or lost
    std::vector<std::string> refused;    // what clockd said to the arbiter
    std::string confirm;                 // sent with each act of the office
    bool lose_lines = false;             // what arbiterd says does not arrive
    // What clockd says in place of each line that has this in it.
    std::string instead_of, clockd_says;
    std::size_t most_under_way = 0;      // commands that clockd had not heard of yet
    std::map<std::string, Pos> issued;   // where the record has each command, by id: once
    std::size_t longest_up = 0, longest_down = 0;  // lines of arbiterd and to it
    std::vector<std::string> broken;     // why arbiterd gave up its link

    arbiterd::ArbiterService& service() { return *service_; }
    const clock::Boards& boards() const { return clock_->boards(); }
    Instant time() const { return {now_}; }
    const tournament::Tournament& open() const { return service_->tournaments().by_id.at("open"); }
    // With arbiterd's record and clockd's log, durable or not.
    const ArbiterPorts& record() const { return office_; }
    const ClockPorts& clock_log() const { return hall_; }
    void fill_office(bool full) { office_.is_full = full; }
    // What arbiterd's record cannot be read for; nothing: it can.
    void unread(std::optional<store::LookupError> error) {
        office_.record_past.unreadable = std::move(error);
    }

private:
    static constexpr net::PeerId link{1};
    static constexpr net::PeerId desk{2};
    static constexpr net::PeerId device{3};
    static constexpr net::PeerId gateway{4};

    struct HallPorts : ClockPorts {
        explicit HallPorts(House& owner) : house(owner) {}
        Instant now() override { return house.now(); }
        void send(net::PeerId peer, std::string_view line) override { house.carry(peer, line); }
        std::optional<Pos> read(Pos from, Pos to,
                                const std::function<bool(const store::Row&)>& row) override;
        House& house;
    };
    struct OfficePorts : ArbiterPorts {
        explicit OfficePorts(House& owner) : house(owner) {}
        Instant now() override { return house.now(); }
        void send(std::string_view line) override { house.carry(line); }
        void reconnect(std::string_view why) override { house.broken.emplace_back(why); }
        House& house;
    };

    Instant now() { return {++now_}; }
    void start_clock(const std::string& boot);
    void note_issued();
    void carry(net::PeerId peer, std::string_view line);  // what clockd says
    void carry(std::string_view line);                    // what arbiterd says

    bool virtual_ = false;
    std::int64_t now_ = 0;
    std::uint64_t tickets_ = 0;
    HallPorts hall_{*this};
    OfficePorts office_{*this};
    Pos clock_durable_;
    Pos office_durable_;
    bool connected_ = false;
    std::deque<std::string> up_;    // from arbiterd to clockd
    std::deque<std::string> down_;  // and back
    std::unique_ptr<clockd::ClockService> clock_;
    std::unique_ptr<arbiterd::ArbiterService> service_;
};

wire::CreateEvent create(const std::string& control = "5400+30");
// A round of so many boards, published.
void enter_round(House& house, std::uint32_t boards);
wire::StartRound start(bool without_clocks = false);

}  // namespace flagfall::test
