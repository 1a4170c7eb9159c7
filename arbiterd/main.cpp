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
#include "common/custody/commands.hpp"
#include "common/log/guard.hpp"

namespace {

using namespace flagfall;

cli::Command rebuild_command();

int rebuild(const std::vector<std::string>& args) {
    const auto values = cli::values_or_exit("arbiterd rebuild", rebuild_command(), args);
    if (!values) return values.error();
    const auto rebuilt = arbiterd::rebuild_record(
        values->arguments().front(), values->has("key-dir") ? values->text("key-dir") : "");
    if (!rebuilt) {
        std::fprintf(stderr, "arbiterd: %s\n", rebuilt.error().text.c_str());
        return rebuilt.error().exit_code;
    }
    std::printf("derived again from %lld events\n", static_cast<long long>(rebuilt->value));
    return exit_code::ok;
}

cli::Command rebuild_command() {
    return {.name = "rebuild",
            .summary = "derive every table of the record from its log again",
            .text = "No arbiterd may be running on it.",
            .arguments = {{.name = "DIR", .kind = cli::Kind::folder, .help = "the record"}},
            .options = {{.name = "key-dir", .kind = cli::Kind::folder, .value = "DIR",
                         .help = "folder of the keys, if they are not in the data folder"}},
            .run = rebuild};
}

custody::Logs logs() {
    return {.program = "arbiterd",
            .files = {"arbiterd.db", "clockd.db"},
            .application_id = log::arbiterd_application_id,
            .also = arbiterd::print_changed_tables};
}

std::vector<std::string_view> views_of(const std::vector<std::string>& args) {
    return {args.begin(), args.end()};
}

cli::Program program() {
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
                         rules::sheets_command(), formats, record::export_command(),
                         custody::verify_command(logs()), custody::key_command(logs()),
                         rebuild_command(),
                         backup::backup_command("arbiterd", arbiterd::own_files()),
                         backup::restore_command("arbiterd", arbiterd::own_files())}};
}

}  // namespace

int main(int argc, char** argv) {
    log::make_files_private();
    try {
        return cli::run(program(), {argv + 1, argv + argc});
    } catch (const std::exception& error) {  // no descriptors, no memory, no threads
        std::fprintf(stderr,
                     "arbiterd: out of system resources (%s); raise the limits or end other"
                     " programs, and start again\n",
                     error.what());
        return exit_code::no_resources;
    }
}
