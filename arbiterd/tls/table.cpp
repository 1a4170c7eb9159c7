#include "arbiterd/tls/cli.hpp"

namespace flagfall::tls {

cli::Command tls_command() {
    using cli::Kind;
    const cli::Option data{.name = "data", .kind = Kind::folder, .value = "DIR",
                           .help = "folder of the record", .required = true};
    const std::vector<cli::Option> making{
        data,
        {.name = "name", .value = "NAME", .help = "a name of the server, as hall.local",
         .repeated = true},
        {.name = "address", .value = "ADDRESS",
         .help = "a numeric address of it, as 192.168.1.10", .repeated = true},
        {.name = "days", .kind = Kind::number, .value = "N", .otherwise = "396",
         .help = "how long the server's certificate is valid", .least = 1, .most = 396}};
    return {.name = "tls",
            .summary = "the hall's own authority and the server's certificate, in DIR/tls",
            .commands = {{.name = "init",
                          .summary = "make an authority and a certificate; replaces nothing",
                          .options = making,
                          .examples = {{"arbiterd tls init --data /var/lib/arbiterd --name "
                                        "hall.local --address 192.168.1.10",
                                        "for the tablets of this hall"}}},
                         {.name = "renew",
                          .summary = "a new certificate with the same names, or those given now",
                          .options = making},
                         {.name = "show", .summary = "what is there, for whom and how long",
                          .options = {data}}}};
}

}  // namespace flagfall::tls
