// arbiterd: the arbiter's office. Each part has the commands that belong to it; here they become
// one table.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "arbiterd/archive_command.hpp"
#include "arbiterd/console/access_command.hpp"
#include "arbiterd/console/answer.hpp"
#include "arbiterd/console/desk_command.hpp"
#include "arbiterd/console/event_command.hpp"
#include "arbiterd/console/export_command.hpp"
#include "arbiterd/console/formats_command.hpp"
#include "arbiterd/console/profile_command.hpp"
#include "arbiterd/console/rules_command.hpp"
#include "arbiterd/console/sheets_command.hpp"
#include "arbiterd/console/tls_command.hpp"
#include "arbiterd/serve.hpp"
#include "arbiterd/shell/archive.hpp"
#include "arbiterd/shell/clockd_follower.hpp"
#include "arbiterd/shell/tables.hpp"
#include "common/base/exit_codes.hpp"
#include "common/cli/call.hpp"
#include "common/custody/commands.hpp"
#include "common/custody/keeper.hpp"
#include "common/store/guard.hpp"

namespace {

using namespace flagfall;

int rebuild(const cli::Call& call) {
    const auto rebuilt = arbiterd::rebuild_record(call.values.text("DIR"),
                                                  call.values.text_or_empty("key-dir"));
    if (!rebuilt) return call.fail(rebuilt.error().exit_code, rebuilt.error().text);
    return call.print("derived again from " + std::to_string(rebuilt->value) + " events\n");
}

cli::Subcommand rebuild_command() {
    return {.name = "rebuild",
            .summary = "derive every table of the record from its log again",
            .text = "Stop arbiterd first.",
            .arguments = {{.name = "DIR", .kind = cli::Kind::folder,
                           .help = "data folder with the record"}},
            .options = {{.name = "key-dir", .kind = cli::Kind::folder, .value = "DIR",
                         .help = "folder of the keys, if not the data folder"}},
            .run = rebuild};
}

custody::Logs logs() {
    return {.program = "arbiterd",
            .files = {"arbiterd.db", "clockd.db"},
            .application_id = store::arbiterd_application_id,
            .also = arbiterd::wrong_tables,
            .archive = arbiterd::verify_archive};
}

cli::Program program() {
    return {.name = "arbiterd",
            .summary = "rules on what happens at the boards and keeps the record",
            .commands = {arbiterd::serve_command(), console::event_command(),
                         console::desk_command(), console::access_command(), console::tls_command(),
                         console::rules_command(), console::profile_command(),
                         console::sheets_command(), console::formats_command(),
                         console::export_command(),
                         custody::verify_command(logs()), custody::key_command(logs()),
                         rebuild_command(), arbiterd::archive_command(),
                         custody::backup_command("arbiterd", arbiterd::own_files()),
                         custody::restore_command("arbiterd", arbiterd::own_files())}};
}

}  // namespace

int main(int argc, char** argv) {
    store::make_files_private();
    try {
        return cli::run(program(), {argv + 1, argv + argc});
    } catch (const console::NotArbiterd& error) {  // of a command that asks a server
        std::fprintf(stderr, "arbiterd: %s, or not of this version\n", error.what());
        return exit_code::unavailable;
    } catch (const std::exception& error) {  // no descriptors, no memory, no threads
        std::fprintf(stderr,
                     "arbiterd: out of system resources (%s); raise the limits or end other"
                     " programs, and start again\n",
                     error.what());
        return exit_code::no_resources;
    }
}
