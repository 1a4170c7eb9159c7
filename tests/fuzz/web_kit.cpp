#include "tests/fuzz/web_kit.hpp"

#include "common/base/check.hpp"
#include "common/base/now.hpp"

namespace flagfall::fuzz {

namespace {

// Keeps what is written to it.
class Sunk : public net::Stream {
public:
    bool write(net::Chunk) override { return true; }
    std::size_t waiting() const override { return 0; }
    void close() override {}
    void abort() override {}
    void on_closed(std::function<void()> closed) override { closed(); }
};

class Held : public net::Exchange {
public:
    explicit Held(net::Request request) : request_(std::move(request)) {}
    const net::Request& request() const override { return request_; }
    void respond(net::Response response) override {
        FF_CHECK(!answer);
        answer = std::move(response);
    }
    std::shared_ptr<net::Stream> stream(std::string, net::Headers) override {
        return std::make_shared<Sunk>();
    }
    std::shared_ptr<net::WebSocket> upgrade(net::WebSocketHandler) override { return nullptr; }
    void on_gone(std::function<void()> gone) override { gone(); }

    std::optional<net::Response> answer;

private:
    net::Request request_;
};

}  // namespace

WebKit::WebKit(api::Actor actor, const api::RateLimits& rate) {
    access::Options cheap;
    cheap.cost = {.memory_kib = 8, .passes = 1, .lanes = 1};
    const auto post = [this](std::function<void()> task) { loop.post(std::move(task)); };
    auto opened = access::Access::open(kit.folder.path(), cheap, post, wall_ms());
    FF_CHECK(opened);
    access = std::move(*opened);
    api::Options options;
    options.data_dir = kit.folder.path();
    options.rate = rate;
    const auto nobody = [](const auto&, const auto&, const auto&, const auto&) {};
    const auto none = [](const auto& done) { done(std::nullopt); };
    api = std::make_unique<api::Api>(loop, std::move(*record::Record::open(kit.folder.path())),
                                     *access, api::Service{std::move(actor), none, none}, health,
                                     options, nobody);
    FF_CHECK(!api->open_webhooks());
}

std::optional<net::Response> WebKit::answer(net::Request request) {
    const auto held = std::make_shared<Held>(std::move(request));
    api->handle(held);
    return held->answer;
}

net::Response WebKit::answer_later(net::Request request) {
    constexpr Duration guard = seconds(60);  // only a hang lasts so long
    const auto held = std::make_shared<Held>(std::move(request));
    api->handle(held);
    FF_CHECK(loop.run_until([&] { return held->answer.has_value(); }, guard));
    return std::move(*held->answer);
}

std::string WebKit::token(access::Role role) {
    access::NewToken wanted;
    wanted.name = "token of a " + std::string(access::name(role));
    wanted.role = role;
    const auto made = access->file().create_token(wanted, {"fuzz", "console"}, wall_ms());
    FF_CHECK(made);
    return made->text;
}

}  // namespace flagfall::fuzz
