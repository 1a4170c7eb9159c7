#include <cstdio>
#include <cstdlib>

#include "common/backup/keeper.hpp"
#include "common/base/exit_codes.hpp"
#include "common/log/open.hpp"
#include "common/ops/confine.hpp"

namespace flagfall::backup {

namespace {

constexpr std::int64_t most_kept = 10'000;

cli::Command backup_table(const std::string& program) {
    return {.name = "backup",
            .summary = "back up a data folder, beside a running daemon",
            .text = "Makes a folder flagfall-backup-YYYYMMDDTHHMMSSZ with a manifest, verified "
                    "and synced before it gets its name. It holds the signing key: guard it as "
                    "the original (docs/operating.md).",
            .options = {{.name = "data", .kind = cli::Kind::folder, .value = "DIR",
                         .help = "the data folder", .required = true},
                        {.name = "to", .kind = cli::Kind::folder, .value = "DIR",
                         .help = "folder for backups; made when missing", .required = true}},
            .examples = {{program + " backup --data /var/lib/" + program + " --to /mnt/stick",
                          "one more backup on the stick"}}};
}

cli::Command restore_table(const std::string& program) {
    return {.name = "restore",
            .summary = "restore a backup into a new data folder",
            .text = "Refuses a backup in which a file is not what the manifest says, a chain or a "
                    "signature does not hold, or a table is not what the log says; nothing is "
                    "left behind then.",
            .arguments = {{.name = "BACKUP", .kind = cli::Kind::folder,
                           .help = "a folder flagfall-backup-..."}},
            .options = {{.name = "data", .kind = cli::Kind::folder, .value = "DIR",
                         .help = "the new data folder: not there yet, or empty",
                         .required = true}},
            .examples = {{program + " restore /mnt/stick/flagfall-backup-20261121T093000Z --data "
                                    "/var/lib/" + program,
                          "then start the daemon on it"}}};
}

int failed(const std::string& program, const std::string& why) {
    std::fprintf(stderr, "%s: %s\n", program.c_str(), why.c_str());
    return exit_code::bad_store;
}

}  // namespace

cli::Command backup_command(const std::string& program, const std::string& own) {
    cli::Command command = backup_table(program);
    command.run = [program, own](const std::vector<std::string>& args) {
        const auto values = cli::values_or_exit(program + " backup", backup_table(program), args);
        if (!values) return values.error();
        const auto made = make_backup(values->text("data"), own, values->text("to"));
        if (!made) return failed(program, made.error());
        std::printf("%s\n", made->c_str());
        return exit_code::ok;
    };
    return command;
}

cli::Command restore_command(const std::string& program, const Check& check) {
    cli::Command command = restore_table(program);
    command.run = [program, check](const std::vector<std::string>& args) {
        const auto values = cli::values_or_exit(program + " restore", restore_table(program), args);
        if (!values) return values.error();
        const auto done = restore(values->arguments().front(), values->text("data"), check);
        if (!done) return failed(program, done.error());
        std::printf("restored the backup of %s, made by version %s\n", done->made_at.c_str(),
                    done->version.c_str());
        for (const LogEntry& each : done->logs)
            std::printf("%s: log %s, %lld events, signed up to %lld: unchanged\n",
                        each.name.c_str(), each.log_id.c_str(),
                        static_cast<long long>(each.last.value),
                        static_cast<long long>(each.signed_up_to.value));
        return exit_code::ok;
    };
    return command;
}

std::vector<cli::Option> keeper_options(const std::string& environment) {
    using cli::Kind;
    return {
        {.name = "backup-to", .kind = Kind::folder, .value = "DIR",
         .help = "make backups in this folder while running",
         .environment = environment + "_BACKUP_TO", .key = "backup.to"},
        {.name = "backup-every", .kind = Kind::duration, .value = "TIME", .otherwise = "10m",
         .help = "how often", .environment = environment + "_BACKUP_EVERY", .key = "backup.every",
         .least = seconds(1).us},
        {.name = "backup-keep", .kind = Kind::number, .value = "N", .otherwise = "24",
         .help = "how many of them to keep",
         .environment = environment + "_BACKUP_KEEP", .key = "backup.keep", .least = 1,
         .most = most_kept},
        {.name = "mirror", .kind = Kind::folder, .value = "DIR",
         .help = "keep a second live copy here, best on another disk",
         .environment = environment + "_MIRROR", .key = "mirror.to"}};
}

void confine_to(const cli::Command& serve, const cli::Values& values) {
    if (values.flag("debuggable")) {
        ops::log(ops::Level::warn, "not confined: a debugger or a core shows all secrets");
        return;
    }
    // What is wrong with it is told by whoever opens the log.
    (void)log::make_folder(values.text("data") + "/");
    ::setenv("SQLITE_TMPDIR", values.text("data").c_str(), 0);  // what does not fit into memory
    std::vector<std::string> targets = cli::texts_of(serve, values, cli::Kind::folder);
    std::erase(targets, values.text("data"));
    ops::log(ops::Level::info, "confined",
             ops::confine({.own = values.text("data"),
                           .targets = std::move(targets),
                           .files = cli::texts_of(serve, values, cli::Kind::file)}));
}

KeeperOptions keeper_from(const cli::Values& values, const std::string& own,
                          MirrorOptions mirror) {
    KeeperOptions options;
    options.data_dir = values.text("data");
    if (values.has("backup-to")) options.backup_to = values.text("backup-to");
    options.backup_every = values.duration("backup-every");
    options.backup_keep = static_cast<std::size_t>(values.number("backup-keep"));
    if (values.has("mirror")) {
        mirror.data_dir = options.data_dir;
        mirror.name = own;
        mirror.mirror_dir = values.text("mirror");
        options.mirror = std::move(mirror);
    }
    options.own = own;
    return options;
}

}  // namespace flagfall::backup
