// arbiterd: the arbiter's office. Each command is described, and carried out, where its part is;
// here they become one table.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "arbiterd/access/cli.hpp"
#include "arbiterd/desk/cli.hpp"
#include "arbiterd/event_cli/cli.hpp"
#include "arbiterd/formats/cli.hpp"
#include "arbiterd/record/export.hpp"
#include "arbiterd/rules/profiles.hpp"
#include "arbiterd/rules/rules.hpp"
#include "arbiterd/rules/sheets.hpp"
#include "arbiterd/serve.hpp"
#include "arbiterd/shell/follower.hpp"
#include "arbiterd/shell/tables.hpp"
#include "arbiterd/tls/cli.hpp"
#include "common/backup/keeper.hpp"
#include "common/base/exit_codes.hpp"
#include "common/cli/values.hpp"

namespace {

using namespace flagfall;

cli::Command rebuild_command();

int rebuild(const std::vector<std::string>& args) {
    const auto values = cli::values_or_exit("arbiterd rebuild", rebuild_command(), args);
    if (!values) return values.error();
    const auto rebuilt = arbiterd::rebuild_record(values->arguments().front());
    if (!rebuilt) {
        std::fprintf(stderr, "arbiterd: %s\n", rebuilt.error().text.c_str());
        return rebuilt.error().exit_code;
    }
    std::printf("derived again from %lld events\n", static_cast<long long>(rebuilt->value));
    return exit_code::ok;
}

cli::Command rebuild_command() {
    return {.name = "rebuild",
            .summary = "derive every table of the record from its log anew",
            .text = "No arbiterd may be running on it.",
            .arguments = {{.name = "DIR", .kind = cli::Kind::folder, .help = "the record"}},
            .run = rebuild};
}

// The log first: tables that follow from a changed log say nothing.
int verify(const std::vector<std::string>& args) {
    const int found = record::run_verify(args);
    if (found != exit_code::ok) return found;
    return arbiterd::print_changed_tables(args[0]) ? exit_code::ok : exit_code::bad_store;
}

std::vector<std::string_view> views_of(const std::vector<std::string>& args) {
    return {args.begin(), args.end()};
}

cli::Program program() {
    cli::Command verifying = record::verify_command();
    verifying.run = verify;
    cli::Command access = access::access_command();
    access.run = [](const std::vector<std::string>& args) {
        return access::run_access(args, stdin, stdout, stderr);
    };
    cli::Command formats = formats::formats_command();
    formats.run = [](const std::vector<std::string>& args) {
        return formats::run_formats(views_of(args), stdout, stderr);
    };
    cli::Command tls = tls::tls_command();
    tls.run = [](const std::vector<std::string>& args) { return tls::run_tls(args); };
    return {.name = "arbiterd",
            .summary = "rules on what happens at the boards and keeps the record",
            .commands = {arbiterd::serve_command(), event_cli::event_command(),
                         desk::desk_command(), access, tls,
                         rules::rules_command(), rules::profile_command(),
                         rules::sheets_command(), formats, record::export_command(), verifying,
                         rebuild_command(), backup::backup_command("arbiterd", "arbiterd.db"),
                         backup::restore_command("arbiterd", arbiterd::wrong_record)}};
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return cli::run(program(), {argv + 1, argv + argc});
    } catch (const std::exception& error) {  // no descriptors, no memory, no threads
        std::fprintf(stderr,
                     "arbiterd: the system refused what is needed (%s); raise its limits or end"
                     " other programs, and start again\n",
                     error.what());
        return exit_code::no_resources;
    }
}
