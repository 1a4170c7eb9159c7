#include "arbiterd/formats/cli.hpp"

namespace flagfall::formats {

cli::Command formats_command() {
    using cli::Kind;
    const std::vector<std::string> known{"trf16", "trf26", "json", "csv", "pgn", "pairs"};
    const cli::Argument file{.name = "FILE", .kind = Kind::file, .help = "the file"};
    const std::vector<cli::Option> common{
        {.name = "format", .value = "FORMAT",
         .help = "what the file is; without it the file tells by its looks", .choices = known},
        {.name = "round", .kind = Kind::number, .value = "N",
         .help = "the round that the pairings are for, or that is written; else the last one"},
        {.name = "event", .kind = Kind::file, .value = "FILE",
         .help = "a file that tells the players and rounds that are there already"}};
    std::vector<cli::Option> converting = common;
    converting.push_back({.name = "to", .value = "FORMAT", .help = "what is written",
                          .choices = {"trf26", "trf16", "json", "players", "results", "pairs",
                                      "vega", "retype", "retype-html"},
                          .required = true});
    converting.push_back({.name = "pair", .kind = Kind::number, .value = "N",
                          .help = "trf26, trf16: what an engine wants to pair round N"});
    converting.push_back({.name = "codes", .value = "CODES",
                          .help = "vega: 1-0=1,0-1=2,1/2-1/2=3"});
    return {.name = "formats",
            .summary = "files of pairing programs: check, read, convert",
            .text = "docs/formats.md tells what each format can say. The exit code is 65 when a "
                    "file is refused, or cannot be said in the format that is asked for.",
            .commands = {{.name = "check",
                          .summary = "say whether a file can be imported, else where it is wrong",
                          .arguments = {file}, .options = common},
                         {.name = "read", .summary = "print what was understood, as JSON",
                          .arguments = {file}, .options = common},
                         {.name = "convert",
                          .summary = "write it in another format; what that cannot say goes to "
                                     "standard error",
                          .arguments = {file}, .options = converting}}};
}

}  // namespace flagfall::formats
