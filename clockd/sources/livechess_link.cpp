#include "clockd/sources/livechess_link.hpp"

#include <utility>

#include "common/base/now.hpp"

namespace flagfall::sources {

LiveChessLink::LiveChessLink(net::Loop& loop, std::string url, std::set<std::string> wanted,
                             Ports ports, Duration first_wait, Duration longest_wait)
    : loop_(loop),
      url_(std::move(url)),
      ports_(std::move(ports)),
      session_(std::move(wanted)),
      redial_(first_wait, longest_wait),
      retry_(loop),
      alarm_(loop) {
    dial();
}

void LiveChessLink::dial() {
    hang_up_ = false;
    redial_.attempt_begins(now());
    auto opened = net::WebSocketClient::open(
        loop_, url_,
        {.on_open = [this] { take(session_.opened(now())); },
         .on_text =
             [this](std::string_view text) {
                 take(session_.message(text, now()));
                 if (session_.lasts()) redial_.start_over();
             },
         .on_end = [this](std::string_view why) { ended(std::string(why)); }});
    if (!opened) return ended(opened.error());
    client_ = std::move(*opened);
}

void LiveChessLink::take(const LiveActs& acts) {
    for (const LiveAct& act : acts) {
        if (const auto* send = std::get_if<SendText>(&act)) {
            if (client_) client_->send(send->text);
        } else if (std::holds_alternative<Reconnect>(act)) {
            hang_up_ = true;
        } else if (ports_.act) {
            ports_.act(act);
        }
    }
    if (hang_up_) return retry_.wake_in({}, [this] { hang_up(); });  // the client may be calling
    sleep();
}

// Even if the service answers again, nothing is read until the next connection.
void LiveChessLink::hang_up() {
    client_.reset();
    hang_up_ = false;
    ended("the service does not answer");
}

void LiveChessLink::sleep() {
    alarm_.cancel();
    if (const auto due = session_.deadline())
        alarm_.wake_at(*due, [this] { take(session_.wake(now())); });
}

void LiveChessLink::ended(const std::string& why) {
    alarm_.cancel();
    // The client may be calling us: it is destroyed before the next dial.
    const LiveActs gone = session_.closed(now());
    for (const LiveAct& act : gone)
        if (ports_.act) ports_.act(act);
    if (ports_.lost) ports_.lost(why);
    retry_.wake_at(redial_.next(now()), [this] {
        client_.reset();
        dial();
    });
}

}  // namespace flagfall::sources
