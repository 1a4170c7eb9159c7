#include <cstdio>
#include <cstdlib>

#include "common/base/exit_codes.hpp"
#include "common/cli/call.hpp"
#include "common/custody/keeper.hpp"
#include "common/ops/confine.hpp"
#include "common/store/crypto.hpp"
#include "common/store/open.hpp"

namespace flagfall::custody {

namespace {

constexpr std::int64_t most_kept = 10'000;

void print(const RestoreOptions& options, const Restored& done) {
    std::printf("restored the backup of %s, made by version %s, %s\n",
                done.manifest.made_at.c_str(), done.manifest.version.c_str(),
                done.signer.empty() ? "not signed"
                                    : ("signed by key " + store::spaced(done.signer)).c_str());
    for (const LogEntry& each : done.manifest.logs)
        std::printf("%s: log %s, %lld events, signed up to %lld: unchanged\n", each.name.c_str(),
                    each.log_id.c_str(), static_cast<long long>(each.last.value),
                    static_cast<long long>(each.signed_up_to.value));
    if (!done.rights.empty())
        std::printf("%s\n", options.with_access
                                ? "restored rights, without sessions; revoke any that are wrong:"
                                : "had rights and have none now (--with-access restores them):");
    for (const std::string& line : done.rights) std::printf("  %s\n", line.c_str());
}

int run_backup(const Own& own, const cli::Call& call) {
    const auto made = make_backup({.data_dir = call.values.text("data"),
                                   .key_dir = call.values.text_or_empty("key-dir"),
                                   .to = call.values.text("to"),
                                   .without_keys = call.values.flag("without-keys"),
                                   .own = own});
    if (!made) return call.fail(exit_code::bad_store, made.error());
    return call.print(*made + "\n");
}

int run_restore(const Own& own, const cli::Call& call) {
    const cli::Values& values = call.values;
    RestoreOptions options{.from = values.text("BACKUP"),
                           .data_dir = values.text("data"),
                           .not_signed = values.flag("unsigned"),
                           .with_access = values.flag("with-access"),
                           .own = own};
    for (const std::string& text : values.all("key")) {
        const auto known = store::fingerprint_of(text);
        if (!known) return call.fail(exit_code::bad_store, known.error().text);
        options.trusted.push_back(*known);
    }
    const auto done = restore(options);
    if (!done) return call.fail(exit_code::bad_store, done.error());
    print(options, *done);
    return exit_code::ok;
}

}  // namespace

cli::Subcommand backup_command(const std::string& program, const Own& own) {
    return {.name = "backup",
            .summary = "back up a data folder, beside a running daemon",
            .text = "Makes a folder flagfall-backup-YYYYMMDDTHHMMSSZ with a signed manifest. It is "
                    "checked as restore checks it, and synced, before it gets its name. It holds "
                    "every secret of the data folder, also the signing key and the hall key: guard "
                    "it as the original, or leave them out (docs/operating.md).",
            .options = {{.name = "data", .kind = cli::Kind::folder, .value = "DIR",
                         .help = "the data folder", .required = true},
                        {.name = "to", .kind = cli::Kind::folder, .value = "DIR",
                         .help = "folder for backups; made when missing", .required = true},
                        {.name = "key-dir", .kind = cli::Kind::folder, .value = "DIR",
                         .help = "folder of the keys, if not the data folder; the backup then has "
                                 "no keys"},
                        {.name = "without-keys", .kind = cli::Kind::flag,
                         .help = "leave out keys, owner.token and tls/"}},
            .examples = {{program + " backup --data /var/lib/" + program + " --to /mnt/stick",
                          "one more backup on the stick"}},
            .run = [own](const cli::Call& call) { return run_backup(own, call); }};
}

cli::Subcommand restore_command(const std::string& program, const Own& own) {
    return {.name = "restore",
            .summary = "restore a backup into a new data folder",
            .text = "Refuses a backup whose manifest was not signed by the log's key, whose files "
                    "differ from the manifest, whose chain or signatures are wrong, or whose "
                    "tables differ from the log; it then leaves nothing behind. Persons, tokens "
                    "and webhooks are listed, and restored only with --with-access.",
            .arguments = {{.name = "BACKUP", .kind = cli::Kind::folder,
                           .help = "the folder flagfall-backup-..."}},
            .options = {{.name = "data", .kind = cli::Kind::folder, .value = "DIR",
                         .help = "the new data folder, missing or empty",
                         .required = true},
                        {.name = "key", .value = "KEY",
                         .help = "fingerprint of the key that must have signed it, or a file with "
                                 "that key",
                         .repeated = true},
                        {.name = "unsigned", .kind = cli::Kind::flag,
                         .help = "accept a manifest that the log's key did not sign"},
                        {.name = "with-access", .kind = cli::Kind::flag,
                         .help = "restore persons, tokens and webhooks; look at the list first"}},
            .examples = {{program + " restore /mnt/stick/flagfall-backup-20261121T093000Z --data "
                                    "/var/lib/" + program,
                          "then start the daemon on it"}},
            .run = [own](const cli::Call& call) { return run_restore(own, call); }};
}

std::vector<cli::Option> keeper_options(const std::string& environment) {
    using cli::Kind;
    return {
        {.name = "backup-to", .kind = Kind::folder, .value = "DIR",
         .help = "folder for backups while the daemon runs",
         .environment = environment + "_BACKUP_TO", .key = "backup.to"},
        {.name = "backup-every", .kind = Kind::duration, .value = "TIME", .otherwise = "10m",
         .help = "time between backups",
         .environment = environment + "_BACKUP_EVERY", .key = "backup.every",
         .least = seconds(1).us},
        {.name = "backup-keep", .kind = Kind::number, .value = "N", .otherwise = "24",
         .help = "number of backups to keep",
         .environment = environment + "_BACKUP_KEEP", .key = "backup.keep", .least = 1,
         .most = most_kept},
        {.name = "backup-without-keys", .kind = Kind::flag,
         .help = "leave keys, owner.token and tls/ out of the backups",
         .environment = environment + "_BACKUP_WITHOUT_KEYS", .key = "backup.without_keys"},
        {.name = "mirror", .kind = Kind::folder, .value = "DIR",
         .help = "folder for a second live copy, best on another disk",
         .environment = environment + "_MIRROR", .key = "mirror.to"}};
}

void confine_to(const cli::Subcommand& serve, const cli::Values& values) {
    if (values.flag("debuggable")) {
        ops::log(ops::Level::warn, "not confined: a debugger or a core dump shows all secrets");
        return;
    }
    // The code that opens the log reports what is wrong with it.
    // NOLINTNEXTLINE(bugprone-unused-return-value)
    (void)store::make_folder(values.text("data") + "/");
    ::setenv("SQLITE_TMPDIR", values.text("data").c_str(), 0);  // for large temporary data
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
    options.backup.key_dir = values.text_or_empty("key-dir");
    options.backup.to = values.text_or_empty("backup-to");
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

}  // namespace flagfall::custody
