// arbiterd access as a whole: what it does, what it prints, and that it prints no secret.
#include <fcntl.h>
#include <pty.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <thread>

#include "arbiterd/console/access_command.hpp"
#include "arbiterd/console/ask_secret.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/now.hpp"
#include "common/cli/call.hpp"
#include "tests/unit/access/kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

struct Printed {
    int code = 0;
    std::string out, err;
};

int run_access(const std::vector<std::string>& args, const cli::Streams& streams) {
    return cli::run_command("arbiterd", console::access_command(), args, streams);
}

// Standard streams as files, as a shell may set them.
class Stream {
public:
    explicit Stream(const std::string& text = {}) {
        REQUIRE(file_ != nullptr);
        std::fwrite(text.data(), 1, text.size(), file_);
        std::rewind(file_);
    }
    ~Stream() { std::fclose(file_); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    std::FILE* file() const { return file_; }
    std::string text() const {
        std::string out;
        std::rewind(file_);
        for (int c = 0; (c = std::fgetc(file_)) != EOF;) out += static_cast<char>(c);
        return out;
    }

private:
    std::FILE* file_ = std::tmpfile();
};

class Shell {
public:
    Shell() { std::filesystem::create_directory(folder()); }
    std::string folder() const { return temp_.file("data"); }

    Printed run(std::vector<std::string> args, const std::string& input = {}) {
        args.insert(args.end(), {"--data", folder()});
        return run_as_is(args, input);
    }
    Printed run_as_is(const std::vector<std::string>& args, const std::string& input = {}) {
        const Stream in(input);
        const Stream out;
        const Stream err;
        const int code = run_access(args, {in.file(), out.file(), err.file()});
        Printed said{code, out.text(), err.text()};
        printed += said.out + said.err;
        return said;
    }
    std::string printed;  // everything so far

private:
    store::testing::TempFolder temp_;
};

// Anna, added on the command line, and a server that has the file open.
struct Served {
    Served() { server.now = wall_ms(); }

    int run(std::vector<std::string> args, const std::string& input = {}) {
        return shell.run(std::move(args), input).code;
    }

    Shell shell;
    Office server{with_anna(shell), {}};

private:
    static std::string with_anna(Shell& shell) {
        REQUIRE(shell.run({"person", "add", "Anna Berg", "--role", "arbiter", "--sector", "A",
                           "--sector=B", "--password-stdin"},
                          good_password + "\n4711\n")
                    .code == exit_code::ok);
        return shell.folder();
    }
};

}  // namespace

TEST_CASE("a person who was added on the command line can log in, and has a PIN") {
    Served served;
    const auto session = served.server.log_in("Anna Berg");
    REQUIRE(session);
    CHECK(session->identity.sectors == std::vector<std::string>{"A", "B"});
    CHECK(served.server.pin(session->identity, "4711"));
}

TEST_CASE("a server that has the file open goes by the new PIN at once") {
    Served served;
    const auto session = served.server.log_in("Anna Berg");
    REQUIRE(session);
    CHECK(served.run({"person", "pin", "Anna Berg", "--password-stdin"}, "0815\r\n") == 0);
    CHECK(served.server.pin(session->identity, "4711").error().code == "wrong_pin");
    CHECK(served.server.pin(session->identity, "0815"));
}

TEST_CASE("a server that has the file open goes by a person's new rights and name at once") {
    Served served;
    const auto session = served.server.log_in("Anna Berg");
    REQUIRE(session);
    const auto anna = [&] { return served.server.who(request("GET", browser_of(*session))); };
    CHECK(served.run({"person", "change", "Anna Berg", "--all-sectors"}) == 0);
    CHECK(anna().sectors.empty());
    CHECK(served.run({"person", "change", "Anna Berg", "--role", "chief_arbiter", "--rename",
                      "Anna Ek"}) == 0);
    CHECK(anna().role == Role::chief_arbiter);
    CHECK(anna().name == "Anna Ek");
}

TEST_CASE("who is disabled on the command line is out, and who is enabled may log in again") {
    Served served;
    const auto session = served.server.log_in("Anna Berg");
    REQUIRE(session);
    CHECK(served.run({"person", "disable", "Anna Berg"}) == 0);
    CHECK(served.server.who(request("GET", browser_of(*session))) == Identity{});
    CHECK(served.shell.run({"person", "list"}).out.contains("disabled"));
    CHECK(served.run({"person", "enable", "Anna Berg"}) == 0);
    CHECK(served.run({"person", "password", "Anna Berg", "--password-stdin"},
                     "another password\n") == 0);
    CHECK(served.server.log_in("Anna Berg", "another password"));
    CHECK(served.shell.run({"person", "list", "--json"}).out.contains("\"has_pin\": true"));
}

TEST_CASE("a token's life on the command line, and in a server that has the file open") {
    Shell shell;
    const Printed made = shell.run({"token", "create", "chess program", "--role", "pairing_program",
                                 "--event", "open-2026", "--expires", "30d"});
    REQUIRE(made.code == exit_code::ok);
    const std::string text = made.out.substr(0, made.out.find('\n'));
    const auto token = parse_token(text);
    REQUIRE(token);
    CHECK(made.err.find(token->id) != std::string::npos);
    Office server(shell.folder(), {});
    server.now = wall_ms();
    const Identity who = server.who(request("GET", bearer(text)));
    CHECK(who.role == Role::pairing_program);
    CHECK(who.event == "open-2026");
    CHECK(shell.run({"token", "list"}).out.find(token->id + "  chess program") !=
          std::string::npos);
    CHECK(shell.run({"token", "revoke", token->id}).code == exit_code::ok);
    CHECK(server.refusal(request("GET", bearer(text))).code == "token_revoked");

    const console::TokenSource owner{
        .token_file = {}, .data_folder = shell.folder(), .environment = {}};
    const std::string first = *console::read_token(owner);
    CHECK(server.who(request("GET", bearer(first))).vouches_for_others);
    CHECK(shell.run({"token", "owner"}).code == exit_code::ok);
    CHECK(server.refusal(request("GET", bearer(first))).code == "token_revoked");
    CHECK(server.who(request("GET", bearer(*console::read_token(owner)))).vouches_for_others);

    const Printed audit = shell.run({"audit", "--limit", "3"});
    CHECK(std::ranges::count(audit.out, '\n') == 3);
    CHECK(shell.run({"audit", "--before", "2"}).out.starts_with("1  "));
    CHECK(shell.run({"audit", "--json"}).out.find("\"token.revoke\"") != std::string::npos);
}

TEST_CASE("what the command line does not understand, it says, and does nothing") {
    Shell shell;
    const std::vector<std::vector<std::string>> bad = {
        {}, {"person"}, {"person", "praise", "Anna"}, {"person", "add"},
        {"person", "add", "A", "B", "--role", "arbiter"}, {"person", "list", "Anna"},
        {"person", "add", "Anna", "--role"}, {"person", "list", "--json=1"},
        {"person", "add", "Anna", "--role", "arbiter", "--role", "arbiter"},
        {"token", "list", "--expires", "1d"},
        {"person", "add", "Anna"},
        {"person", "add", "Anna", "--role", "emperor"},
        {"token", "create", "t", "--role", "device", "--expires", "soon"},
        {"token", "create", "t", "--role", "device", "--expires", "0d"},
        {"audit", "--limit", "x"}};
    for (const auto& args : bad) {
        const Printed said = shell.run(args);
        CHECK(said.code == exit_code::usage);
        CHECK(said.err.find("--help") != std::string::npos);
        CHECK(said.out.empty());
    }
    CHECK(shell.run_as_is({"person", "list"}).code == exit_code::usage);
    const std::vector<std::vector<std::string>> refused = {
        {"person", "add", "Anna", "--role", "arbiter", "--password-stdin"},
        {"person", "disable", "Nobody"},
        {"person", "change", "Nobody", "--role", "arbiter"},
        {"token", "create", "t"},
        {"token", "create", "t", "--role", "device", "--person", "Nobody"},
        {"token", "create", "t", "--person", "Nobody"},
        {"token", "create", "t", "--role", "device", "--vouches"},
        {"token", "revoke", "nothing"}};
    for (const auto& args : refused) {
        CAPTURE(args);
        const Printed said = shell.run(args);
        CHECK(said.code == exit_code::bad_input);
        CHECK_FALSE(said.err.empty());
    }
    CHECK(shell.run({"person", "list"}).out.empty());
    const Printed nowhere = shell.run_as_is({"person", "list", "--data", shell.folder() + "/not"});
    CHECK(nowhere.code == exit_code::bad_store);
    CHECK_FALSE(std::filesystem::exists(shell.folder() + "/not"));
}

TEST_CASE("help names every command and every option") {
    Shell shell;
    for (const cli::Subcommand& command : console::access_command().commands) {
        const Printed all = shell.run_as_is({command.name, "--help"});
        CHECK(all.code == exit_code::ok);
        for (const cli::Subcommand& each : command.commands)
            CHECK(all.out.find("access " + command.name + " " + each.name) != std::string::npos);
        for (const cli::Subcommand& each : command.commands) {
            const Printed one = shell.run_as_is({command.name, each.name, "--help"});
            CHECK(one.code == exit_code::ok);
            for (const cli::Option& option : each.options)
                CHECK(one.out.find("--" + option.name) != std::string::npos);
        }
        for (const cli::Option& option : command.options)
            CHECK(all.out.find("--" + option.name) != std::string::npos);
    }
}

TEST_CASE("nothing that is printed or audited has a secret in it, whatever was typed where") {
    Shell shell;
    const std::string password = "a secret nobody sees";
    const std::string pin = "83924617";
    shell.run({"person", "add", "Anna", "--role", "arbiter", "--password-stdin"},
              password + "\n" + pin + "\n");
    shell.run({"person", "password", "Anna", "--password-stdin"}, password + "2\n");
    shell.run({"person", "pin", "Anna", "--password-stdin"}, pin + "0\n");  // too long
    shell.run({"person", "add", "Bo", "--role", "arbiter", "--password=" + password});
    shell.run({"person", "add", "Bo", "--role", "arbiter", "--password", password});
    shell.run({"person", "password", "Anna", password});
    shell.run({"person", "pin", "Anna", pin});
    Office server(shell.folder(), {});
    (void)server.log_in("Anna", password);  // no longer this one
    (void)server.log_in(password, "Anna");
    const auto session = server.log_in("Anna", password + "2", "192.0.2.200:1");
    REQUIRE(session);
    (void)server.pin(session->identity, pin + "1");
    (void)server.identify(request("GET", bearer(password)));
    const Printed made = shell.run({"token", "create", "t", "--role", "device"});
    const std::string token = made.out.substr(0, made.out.find('\n'));
    shell.printed.erase(shell.printed.find(token), token.size());  // the only time when it is shown
    shell.run({"token", "revoke", token});
    const auto before = shell.printed.size();
    for (const char* format : {"--json", ""})
        for (const std::vector<std::string>& list :
             {std::vector<std::string>{"person", "list"}, {"token", "list"}, {"audit"}}) {
            std::vector<std::string> args = list;
            if (*format != '\0') args.emplace_back(format);
            CHECK(shell.run(args).code == exit_code::ok);
        }
    REQUIRE(shell.printed.size() > before + 1000);
    const std::string secret = base64url(parse_token(token)->secret);
    const std::string cookie = session->set_cookie.substr(17, 43);
    const std::string owner = *console::read_token({{}, shell.folder(), {}});
    for (const std::string& hidden : {password, pin, token, secret, cookie, session->key, owner,
                                      std::string("$argon2id$")})
        CHECK(shell.printed.find(hidden) == std::string::npos);
}

TEST_CASE("a command line and a server change one file at the same time") {
    Shell shell;
    Office server(shell.folder(), {});
    server.stop();  // no thread while the child is created
    constexpr int many = 30;
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    const auto create = [&](int i) {
        const Stream in;
        const Stream out;
        const Stream err;
        const std::vector<std::string> args{"token",  "create", "c" + std::to_string(i),
                                            "--role", "device", "--data", shell.folder()};
        return run_access(args, {in.file(), out.file(), err.file()});
    };
    if (child == 0) {
        int worst = 0;
        for (int i = 0; i < many; ++i) worst = std::max(worst, create(i));
        ::_exit(worst);
    }
    server.start();
    server.add("Anna Berg");
    for (int i = 0; i < many; ++i) {
        const auto session = server.log_in("Anna Berg");
        REQUIRE(session);
        REQUIRE(server.who(request("GET", browser_of(*session))).name == "Anna Berg");
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    CHECK(server.file().tokens()->size() == many + 1);
}

TEST_CASE("a secret is asked at the terminal without showing it") {
    int master = -1;
    int slave = -1;
    std::array<char, 128> path{};
    REQUIRE(::openpty(&master, &slave, path.data(), nullptr, nullptr) == 0);
    std::string shown;
    const auto read_until = [&](std::string_view what) {
        while (shown.find(what) == std::string::npos) {
            std::array<char, 256> bytes{};
            const ssize_t size = ::read(master, bytes.data(), bytes.size());
            if (size <= 0) break;
            shown.append(bytes.data(), static_cast<std::size_t>(size));
        }
    };
    std::expected<std::string, std::string> said = "";
    std::thread typist([&] {
        read_until("Password: ");  // the prompt appears when the echo is off
        const std::string typed = "wetter hahn\n";
        [[maybe_unused]] const auto written = ::write(master, typed.data(), typed.size());
        read_until("\n");
    });
    said = console::ask_secret("Password: ", path.data());
    typist.join();
    CHECK(said == "wetter hahn");
    CHECK(shown == "Password: \r\n");
    termios now{};
    REQUIRE(::tcgetattr(slave, &now) == 0);
    CHECK((now.c_lflag & ECHO) != 0);
    ::close(slave);
    ::close(master);
    CHECK_FALSE(console::ask_secret("Password: ", "/dev/null"));
    CHECK_FALSE(console::ask_secret("Password: ", "/nowhere/at/all"));
}
