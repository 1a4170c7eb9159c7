// flagfall_proxy: sits between two programs and simulates the faults of a network.
#include <boost/asio/ip/address.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/streambuf.hpp>
#include <boost/program_options.hpp>

#include <unistd.h>

#include <cstdio>
#include <exception>
#include <iostream>
#include <istream>
#include <map>
#include <sstream>
#include <string>

#include "common/net/loop.hpp"
#include "tests/faults/proxy/proxy.hpp"

namespace {

namespace po = boost::program_options;
namespace asio = boost::asio;
using namespace flagfall;
using faults::Faults;
using faults::Way;

constexpr const char* help_text =
    "flagfall_proxy --to PORT [--port PORT] [--seed N] [--storm MS]\n"
    "\n"
    "Passes connections on to 127.0.0.1:PORT. Reads commands from standard input, one a line, and\n"
    "answers each with a line: \"ok\" or \"error ...\". WAY is up (to the server), down or both.\n"
    "\n"
    "  delay MS [JITTER_MS] [WAY]   every byte comes so much later\n"
    "  slice N [WAY]                writes of 1 to N bytes\n"
    "  throttle BYTES_PER_S [WAY]\n"
    "  corrupt N [WAY]              one byte in N becomes 0xFF\n"
    "  stall [WAY]                  a half-open link: nothing passes, without a report\n"
    "  cut fin|rst                  close every link\n"
    "  refuse on|off                close new connections at once\n"
    "  storm MS                     faults by lot, every so often; 0 ends it\n"
    "  heal                         no faults; what was stalled goes on\n"
    "  counts                       \"ok links=... opened=... up=... down=... corrupted=...\"\n"
    "  quit                         as the end of the input\n"
    "\n"
    "A number of 0 takes the fault away. The same seed draws the same faults.\n";

// The words of a command, read in order; a missing or wrong word is remembered.
struct Words {
    explicit Words(const std::string& line) : in(line) { in >> name; }

    std::int64_t number(std::int64_t otherwise = -1) {
        const auto before = in.tellg();
        std::int64_t value = 0;
        if (in >> value && value >= 0) return value;
        in.clear();
        in.seekg(before);
        if (otherwise < 0) wrong = true;
        return otherwise;
    }

    std::string word() {
        std::string text;
        in >> text;
        return text;
    }

    bool choice(const std::string& yes, const std::string& no) {
        const std::string text = word();
        if (text != yes && text != no) wrong = true;
        return text == yes;
    }

    // The last word, if any.
    Way way() {
        const std::string text = word();
        if (text.empty() || text == "both") return Way::both;
        if (text != "up" && text != "down") wrong = true;
        return text == "up" ? Way::up : Way::down;
    }

    std::istringstream in;
    std::string name;
    bool wrong = false;
};

class Commands {
public:
    Commands(net::Loop& loop, faults::Proxy& proxy)
        : loop_(loop), proxy_(proxy), input_(loop.io(), ::dup(STDIN_FILENO)) {
        read();
    }

private:
    void read() {
        asio::async_read_until(input_, buffer_, '\n',
                               [this](boost::system::error_code error, std::size_t) {
                                   if (error) return loop_.stop();
                                   line_read();
                               });
    }

    void line_read() {
        std::istream in(&buffer_);
        std::string line;
        std::getline(in, line);
        const std::string said = answer(line);
        std::printf("%s\n", said.c_str());
        std::fflush(stdout);
        if (said == "ok bye") return loop_.stop();
        read();
    }

    std::string answer(const std::string& line) {
        Words words(line);
        if (words.name == "counts") return "ok " + proxy_.counts();
        if (words.name == "quit") return "ok bye";
        const bool known = act(words) || set(words);
        if (words.wrong) return "error: what is meant by \"" + line + "\"?";
        return known ? "ok" : "error: no command is called \"" + words.name + "\"";
    }

    // Commands with an immediate effect.
    bool act(Words& words) {
        if (words.name == "heal") return proxy_.heal(), true;
        if (words.name == "cut") {
            const bool fin = words.choice("fin", "rst");
            if (!words.wrong) proxy_.cut(fin ? faults::Cut::fin : faults::Cut::rst);
            return true;
        }
        if (words.name == "refuse") {
            const bool on = words.choice("on", "off");
            if (!words.wrong) proxy_.refuse(on);
            return true;
        }
        if (words.name != "storm") return false;
        const std::int64_t mean = words.number();
        if (!words.wrong) proxy_.storm(milliseconds(mean));
        return true;
    }

    // Commands with a lasting effect.
    bool set(Words& words) {
        Faults wanted;
        if (words.name == "delay") {
            wanted.delay = milliseconds(words.number());
            wanted.jitter = milliseconds(words.number(0));
        } else if (words.name == "slice") {
            wanted.slice = words.number();
        } else if (words.name == "throttle") {
            wanted.bytes_per_s = words.number();
        } else if (words.name == "corrupt") {
            wanted.corrupt_one_in = words.number();
        } else if (words.name == "stall") {
            wanted.stalled = true;
        } else {
            return false;
        }
        const Way way = words.way();
        if (words.wrong) return true;
        if (way != Way::down) merge(words.name, wanted, proxy_.faults(Way::up));
        if (way != Way::up) merge(words.name, wanted, proxy_.faults(Way::down));
        proxy_.apply();
        return true;
    }

    static void merge(const std::string& name, const Faults& wanted, Faults& faults) {
        if (name == "delay") faults.delay = wanted.delay, faults.jitter = wanted.jitter;
        if (name == "slice") faults.slice = wanted.slice;
        if (name == "throttle") faults.bytes_per_s = wanted.bytes_per_s;
        if (name == "corrupt") faults.corrupt_one_in = wanted.corrupt_one_in;
        if (name == "stall") faults.stalled = true;
    }

    net::Loop& loop_;
    faults::Proxy& proxy_;
    asio::posix::stream_descriptor input_;
    asio::streambuf buffer_;
};

int run(int argc, char** argv) {
    po::options_description description("Options");
    description.add_options()("help", "")("to", po::value<std::uint16_t>()->required())(
        "port", po::value<std::uint16_t>()->default_value(0))(
        "seed", po::value<std::uint64_t>()->default_value(1))(
        "storm", po::value<std::int64_t>()->default_value(0));
    po::variables_map values;
    po::store(po::parse_command_line(argc, argv, description), values);
    if (values.contains("help")) return std::fputs(help_text, stdout), 0;
    po::notify(values);
    net::ignore_sigpipe();
    net::Loop loop;
    faults::Proxy proxy(loop, values["seed"].as<std::uint64_t>(),
                        values["port"].as<std::uint16_t>(),
                        {asio::ip::address_v4::loopback(), values["to"].as<std::uint16_t>()});
    const std::int64_t mean = values["storm"].as<std::int64_t>();
    if (mean > 0) proxy.storm(milliseconds(mean));
    const Commands commands(loop, proxy);
    std::printf("proxy listens on port %u\n", unsigned{proxy.port()});
    std::fflush(stdout);
    loop.run();
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "flagfall_proxy: %s\n%s", error.what(), help_text);
        return 2;
    }
}
