#include "common/web/trust.hpp"

#include <string_view>

#include "common/base/html.hpp"
#include "common/net/certificate.hpp"

namespace flagfall::web {

namespace {

constexpr std::string_view none = "this server has no CA: arbiterd tls init makes one";

constexpr std::string_view english = R"(
<section lang="en"><h1>Trust this hall's server</h1>
<p>The server has a certificate of the hall's own authority. Install it once on this device; then
pages open without a warning, and the clock page goes on if the server is restarted.</p>
<ol><li><a href="/ca.pem">Download the certificate</a>.
<ul><li><b>Android</b>: Settings, Security, Encryption and credentials, Install a certificate, CA
certificate; choose the file.</li>
<li><b>iPhone, iPad</b>: open the link in Safari and allow the profile; then Settings, Profile
downloaded, Install.</li>
<li><b>Windows, macOS, Linux</b>: import the file as a trusted authority in the browser's or the
system's settings.</li></ul></li>
<li>Compare the SHA-256 that the device shows with the one below and with the arbiters' printed
sheet. On iPhone and iPad then also: Settings, General, About, Certificate Trust Settings; switch
it on.</li></ol></section>
)";

constexpr std::string_view german = R"(
<section lang="de"><h1>Dem Server dieses Saals vertrauen</h1>
<p>Der Server hat ein Zertifikat der eigenen Zertifizierungsstelle des Saals. Installieren Sie sie
einmal auf diesem Gerät; dann öffnen sich die Seiten ohne Warnung.</p>
<ol><li><a href="/ca.pem">Laden Sie das Zertifikat</a>.
<ul><li><b>Android</b>: Einstellungen, Sicherheit, Verschlüsselung und Anmeldedaten, Zertifikat
installieren, CA-Zertifikat; wählen Sie die Datei.</li>
<li><b>iPhone, iPad</b>: Öffnen Sie den Link in Safari und erlauben Sie das Profil; dann
Einstellungen, Profil geladen, Installieren.</li>
<li><b>Windows, macOS, Linux</b>: Importieren Sie die Datei als vertrauenswürdige Stelle in den
Einstellungen des Browsers oder des Systems.</li></ul></li>
<li>Vergleichen Sie die SHA-256, die das Gerät zeigt, mit der hier unten und mit dem Ausdruck der
Schiedsrichter. Auf iPhone und iPad danach noch: Einstellungen, Allgemein, Info,
Zertifikatsvertrauenseinstellungen; schalten Sie es ein.</li></ol></section>
)";

constexpr std::string_view without = R"(
<section lang="en"><h1>This hall has no certificate of its own</h1>
<p>There is nothing to install on this device. Over <b>http</b>, phones and tablets cannot become
clocks, because browsers keep keys on <b>https</b> pages only.</p>
<p>The organiser: make a certificate once, with <code>arbiterd tls init</code> and the names and
addresses of this machine, start the servers with it, and open this page again over https. Browsers
that know this server's certificate from elsewhere need nothing.</p></section>
<section lang="de"><h1>Dieser Saal hat kein eigenes Zertifikat</h1>
<p>Auf diesem Gerät ist nichts zu installieren. Über <b>http</b> können Telefone und Tablets keine
Uhren werden, denn Browser bewahren Schlüssel nur auf <b>https</b>-Seiten auf.</p>
<p>Für den Veranstalter: Erzeugen Sie einmal ein Zertifikat mit <code>arbiterd tls init</code> und
den Namen und Adressen dieses Rechners, starten Sie die Server damit und öffnen Sie diese Seite
wieder über https. Browser, die das Zertifikat dieses Servers schon kennen, brauchen
nichts.</p></section>
)";

net::Response page_of(std::string_view title, std::string_view body) {
    std::string page =
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>";
    page += title;
    page += "</title></head><body>";
    page += body;
    page += "</body></html>\n";
    net::Response response{200, "text/html; charset=utf-8", std::move(page), {}};
    response.headers.emplace_back("Cache-Control", "no-cache");
    return response;
}

}  // namespace

net::Response authority_file(const std::string& pem) {
    if (pem.empty()) return net::problem(404, "about:blank", "Not Found", none);
    net::Response response{200, "application/x-x509-ca-cert", pem, {}};
    response.headers.emplace_back("Content-Disposition", "attachment; filename=\"hall-ca.pem\"");
    return response;
}

net::Response trust_page(const std::string& pem) {
    const auto facts = net::read_certificate(pem);
    if (!facts) return page_of("This hall has no certificate of its own", without);
    std::string page(english);
    page += "<p>" + html_escaped(facts->subject) + "<br>SHA-256<br><code>" +
            html_escaped(facts->fingerprint) + "</code></p>";
    page += german;
    return page_of("Trust this hall's server", page);
}

}  // namespace flagfall::web
