#include "arbiterd/archive_command.hpp"

#include "arbiterd/shell/archive.hpp"
#include "common/cli/call.hpp"
#include "common/store/crypto.hpp"

namespace flagfall::arbiterd {

namespace {

int run(const cli::Call& call) {
    const cli::Values& values = call.values;
    const auto made = make_archive({.event = values.text("EVENT"),
                                    .data_dir = values.text("data"),
                                    .clocks_dir = values.text_or_empty("clocks"),
                                    .key_dir = values.text_or_empty("key-dir"),
                                    .to = values.text("to")});
    if (!made) return call.fail(made.error().exit_code, made.error().text);
    return call.print(values.text("to") + ": " + std::to_string(made->record.rows) +
                      " events of arbiterd and " + std::to_string(made->clocks.rows) +
                      " of clockd, digest " + store::hex(store::bytes(made->digest)) + "\n");
}

}  // namespace

cli::Subcommand archive_command() {
    using cli::Kind;
    return {.name = "archive",
            .summary = "put all of a closed tournament into one file",
            .text = "Copies what both logs have of the tournament, with the tables that follow and "
                    "the public halves of the keys, and seals it with the key of the log. verify, "
                    "export and serve --read-only take the file. The daemons may be running, and "
                    "the record stays as it is. A tournament is closed when each round is "
                    "confirmed, no question is open, and no appeal is undecided. Exit code 65: it "
                    "is not closed, or the file is there already; 73: a log cannot be trusted.",
            .arguments = {{.name = "EVENT", .help = "id of the tournament"}},
            .options = {{.name = "data", .kind = Kind::folder, .value = "DIR",
                         .help = "data folder with the record (arbiterd.db)",
                         .environment = "ARBITERD_DATA", .required = true},
                        {.name = "clocks", .kind = Kind::folder, .value = "DIR",
                         .help = "folder of clockd's log (clockd.db), if not the data folder"},
                        {.name = "key-dir", .kind = Kind::folder, .value = "DIR",
                         .help = "folder of the keys, if they are not beside the logs",
                         .environment = "ARBITERD_KEY_DIR"},
                        {.name = "to", .kind = Kind::file, .value = "FILE",
                         .help = "the archive to make", .required = true}},
            .examples = {{"arbiterd archive open --data /var/lib/arbiterd --clocks /var/lib/clockd "
                          "--to open-2026.archive",
                          "on the machine of both daemons"},
                         {"arbiterd verify --key '3f09 ... 77aa' open-2026.archive",
                          "what the file proves"}},
            .run = run};
}

}  // namespace flagfall::arbiterd
