#include <cstdio>
#include <cstdlib>

#include "common/backup/keeper.hpp"
#include "common/base/exit_codes.hpp"
#include "common/log/crypto.hpp"
#include "common/log/open.hpp"
#include "common/ops/confine.hpp"

namespace flagfall::backup {

namespace {

constexpr std::int64_t most_kept = 10'000;

cli::Command backup_table(const std::string& program) {
    return {.name = "backup",
            .summary = "back up a data folder, beside a running daemon",
            .text = "Makes a folder flagfall-backup-YYYYMMDDTHHMMSSZ with a signed manifest, "
                    "checked as restore checks it and synced before it gets its name. It holds "
                    "every secret of the data folder, the signing key and the hall key among them: "
                    "guard it as the original, or leave them out (docs/operating.md).",
            .options = {{.name = "data", .kind = cli::Kind::folder, .value = "DIR",
                         .help = "the data folder", .required = true},
                        {.name = "to", .kind = cli::Kind::folder, .value = "DIR",
                         .help = "folder for backups; made when missing", .required = true},
                        {.name = "key-dir", .kind = cli::Kind::folder, .value = "DIR",
                         .help = "folder of the keys, if they are not in the data folder; they are "
                                 "not in the backup then"},
                        {.name = "without-keys", .kind = cli::Kind::flag,
                         .help = "leave out keys, owner.token and tls/"}},
            .examples = {{program + " backup --data /var/lib/" + program + " --to /mnt/stick",
                          "one more backup on the stick"}}};
}

cli::Command restore_table(const std::string& program) {
    return {.name = "restore",
            .summary = "restore a backup into a new data folder",
            .text = "Refuses a backup whose manifest the log's key did not sign, in which a file "
                    "is not what the manifest says, a chain or a signature does not hold, or a "
                    "table is not what the log says; nothing is left behind then. Who may do what "
                    "does not come back by itself: it is listed, and --with-access restores it.",
            .arguments = {{.name = "BACKUP", .kind = cli::Kind::folder,
                           .help = "a folder flagfall-backup-..."}},
            .options = {{.name = "data", .kind = cli::Kind::folder, .value = "DIR",
                         .help = "the new data folder: not there yet, or empty",
                         .required = true},
                        {.name = "key", .value = "KEY",
                         .help = "the fingerprint of the key that must have signed it, or a file "
                                 "with that key",
                         .repeated = true},
                        {.name = "unsigned", .kind = cli::Kind::flag,
                         .help = "take a manifest that is not signed by the log's key"},
                        {.name = "with-access", .kind = cli::Kind::flag,
                         .help = "bring back persons, tokens and webhooks; look at the list "
                                 "first"}},
            .examples = {{program + " restore /mnt/stick/flagfall-backup-20261121T093000Z --data "
                                    "/var/lib/" + program,
                          "then start the daemon on it"}}};
}

int failed(const std::string& program, const std::string& why) {
    std::fprintf(stderr, "%s: %s\n", program.c_str(), why.c_str());
    return exit_code::bad_store;
}

}  // namespace

namespace {

void print(const RestoreOptions& options, const Restored& done) {
    std::printf("restored the backup of %s, made by version %s, %s\n",
                done.manifest.made_at.c_str(), done.manifest.version.c_str(),
                done.signer.empty() ? "not signed"
                                    : ("signed by key " + log::spaced(done.signer)).c_str());
    for (const LogEntry& each : done.manifest.logs)
        std::printf("%s: log %s, %lld events, signed up to %lld: unchanged\n", each.name.c_str(),
                    each.log_id.c_str(), static_cast<long long>(each.last.value),
                    static_cast<long long>(each.signed_up_to.value));
    if (!done.rights.empty())
        std::printf("%s\n", options.with_access
                                ? "has rights again, without any session; revoke who should not:"
                                : "had rights and has none now (--with-access):");
    for (const std::string& line : done.rights) std::printf("  %s\n", line.c_str());
}

int run_restore(const std::string& program, const Own& own, const cli::Values& values) {
    RestoreOptions options{.from = values.arguments().front(),
                           .data_dir = values.text("data"),
                           .not_signed = values.flag("unsigned"),
                           .with_access = values.flag("with-access"),
                           .own = own};
    for (const std::string& text : values.all("key")) {
        const auto known = log::fingerprint_of(text);
        if (!known) return failed(program, known.error().text);
        options.trusted.push_back(*known);
    }
    const auto done = restore(options);
    if (!done) return failed(program, done.error());
    print(options, *done);
    return exit_code::ok;
}

}  // namespace

cli::Command backup_command(const std::string& program, const Own& own) {
    cli::Command command = backup_table(program);
    command.run = [program, own](const std::vector<std::string>& args) {
        const auto values = cli::values_or_exit(program + " backup", backup_table(program), args);
        if (!values) return values.error();
        const auto made = make_backup(
            {.data_dir = values->text("data"),
             .key_dir = values->has("key-dir") ? values->text("key-dir") : std::string(),
             .to = values->text("to"),
             .without_keys = values->flag("without-keys"),
             .own = own});
        if (!made) return failed(program, made.error());
        std::printf("%s\n", made->c_str());
        return exit_code::ok;
    };
    return command;
}

cli::Command restore_command(const std::string& program, const Own& own) {
    cli::Command command = restore_table(program);
    command.run = [program, own](const std::vector<std::string>& args) {
        const auto values = cli::values_or_exit(program + " restore", restore_table(program), args);
        return values ? run_restore(program, own, *values) : values.error();
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
        {.name = "backup-without-keys", .kind = Kind::flag,
         .help = "leave keys, owner.token and tls/ out of them",
         .environment = environment + "_BACKUP_WITHOUT_KEYS", .key = "backup.without_keys"},
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

KeeperOptions keeper_from(const cli::Values& values, const Own& own, MirrorOptions mirror) {
    KeeperOptions options;
    options.backup.data_dir = values.text("data");
    if (values.has("key-dir")) options.backup.key_dir = values.text("key-dir");
    if (values.has("backup-to")) options.backup.to = values.text("backup-to");
    options.backup.without_keys = values.flag("backup-without-keys");
    options.backup.own = own;
    options.backup_every = values.duration("backup-every");
    options.backup_keep = static_cast<std::size_t>(values.number("backup-keep"));
    if (values.has("anchor")) options.anchor = values.text("anchor");
    if (values.has("mirror")) {
        mirror.data_dir = options.backup.data_dir;
        mirror.name = own.log;
        mirror.mirror_dir = values.text("mirror");
        options.mirror = std::move(mirror);
    }
    return options;
}

}  // namespace flagfall::backup
