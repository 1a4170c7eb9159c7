// Random histories of tournaments: the documents that are kept in pieces are, after each change and
// for each kind of caller, byte for byte what is written from scratch.
#include <zlib.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <set>

#include "arbiterd/api/call.hpp"
#include "arbiterd/api/round_documents.hpp"
#include "arbiterd/formats/livechess.hpp"
#include "arbiterd/game/acts/desk.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/joined.hpp"
#include "tests/unit/record/folder.hpp"
#include "tests/unit/tournament/clerk.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

constexpr std::int64_t delay_ms = 60'000;

std::string joined(const std::vector<net::Chunk>& parts) {
    std::string all;
    for (const net::Chunk& part : parts) all += *part;
    return all;
}

std::string unpacked(const std::string& file) {
    z_stream stream{};
    REQUIRE(inflateInit2(&stream, 15 + 16) == Z_OK);
    std::string packed = file;
    std::string plain(8 * 1024 * 1024, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(plain.data());
    stream.avail_out = static_cast<uInt>(plain.size());
    CHECK(inflate(&stream, Z_FINISH) == Z_STREAM_END);  // checks the sum and the length, too
    CHECK(stream.avail_in == 0);
    plain.resize(plain.size() - stream.avail_out);
    inflateEnd(&stream);
    return plain;
}

// What a reader of the record has: the state, and the documents made of it.
class View {
public:
    explicit View(record::Record& record) : record_(record), rounds_(1'000) {}

    void catch_up() {
        const Pos now = tournaments.update(record_);
        rounds_.update(record_, now);
    }
    const record::KeptRound& round(const record::RoundId& id) {
        return rounds_.at(record_, tournaments, id);
    }
    api::MovesOf moves() {
        return [this](const record::BoardRow& board) {
            ++games_read;
            return record::BoardMoves{record_.moves(board.game.game)};
        };
    }
    api::Document& pgn(const record::RoundId& id, const record::RoundView& view) {
        const std::string name = id.event + "/" + id.round + (view.until_wall_ms ? " later" : "");
        return api::pgn_of(games_, name, round(id), view, tournaments.entered(id.event), moves());
    }
    // All documents of the round, up to date, by name.
    std::map<std::string, api::Document*> all(const record::RoundId& id, std::int64_t until);

    record::CommittedTournaments tournaments;
    int games_read = 0;

private:
    api::Document& at(const record::RoundId& id, const std::string& form) {
        return kept_[id.event + "/" + id.round + "/" + form];
    }

    record::Record& record_;
    record::KeptRounds rounds_;
    std::map<std::string, api::Document> kept_;
    api::Documents games_{64 * 1024 * 1024};
};

std::map<std::string, api::Document*> View::all(const record::RoundId& id, std::int64_t until) {
    const record::KeptRound& kept = round(id);
    std::map<std::string, api::Document*> made;
    const auto add = [&](const std::string& form, const auto& write) {
        api::Document& document = at(id, form);
        write(document);
        made.emplace(form, &document);
    };
    add("results", [&](auto& to) { api::write_results(to, kept, {}); });
    add("results later", [&](auto& to) { api::write_results(to, kept, until); });
    add("csv", [&](auto& to) { api::write_csv(to, kept); });
    for (const auto order : {formats::RetypeOrder::boards, formats::RetypeOrder::numbers})
        add(order == formats::RetypeOrder::boards ? "table" : "table by number",
            [&](auto& to) { api::write_table(to, kept, order, "none"); });
    add("cloud", [&](auto& to) { api::write_cloud_round(to, kept); });
    const record::Slice slice{{Board{2}, Board{3}}};
    made.emplace("pgn", &pgn(id, {}));
    made.emplace("pgn of some", &pgn(id, {slice, {}}));
    made.emplace("pgn later", &pgn(id, {{}, until}));
    for (std::size_t i = 0; i < kept.data.boards.size(); ++i) {
        const std::string name = "cloud game " + std::to_string(i);
        add(name, [&](auto& to) { api::write_cloud_game(to, kept, i, {}, moves()); });
        add(name + " later", [&](auto& to) { api::write_cloud_game(to, kept, i, until, moves()); });
    }
    return made;
}

// The same texts, made by the functions that write them whole.
std::map<std::string, std::string> from_scratch(record::Record& record,
                                                const record::CommittedTournaments& tournaments,
                                                const record::RoundId& id, std::int64_t until) {
    const record::RoundData data = record::round_data(record, tournaments, id);
    const auto results = record::results_of(data.boards);
    formats::LiveBoards live;
    for (const auto& board : data.boards)
        if (api::is_live(board.game)) live[data.round->number].insert(board.game.board);
    const auto tags = [&](const record::BoardRow& board) {
        return tournaments.entered(id.event)
                   ? formats::pgn_tags(*data.tournament, *data.round, board.player)
                   : wire::Pairs{};
    };
    const auto moves = [&](const record::GameRow& game) { return record.moves(game.game); };
    std::map<std::string, std::string> all;
    all["results"] = record::results_json(data);
    all["results later"] = record::results_json(data, until);
    all["csv"] = formats::results_csv(*data.tournament, {{data.round->number, results}},
                                      data.round->number).text;
    for (const auto order : {formats::RetypeOrder::boards, formats::RetypeOrder::numbers}) {
        std::string page =
            formats::retype_html(*data.tournament, data.round->number, results, order);
        page.insert(page.rfind("</main>"), "<p>Signed: none</p>\n");
        all[order == formats::RetypeOrder::boards ? "table" : "table by number"] = page;
    }
    all["cloud"] =
        test::livechess_round(*data.tournament, data.round->number, results, live);
    all["pgn"] = test::round_pgn(data.boards, {}, moves, tags);
    all["pgn of some"] = test::round_pgn(data.boards, {{{Board{2}, Board{3}}}, {}}, moves, tags);
    all["pgn later"] = test::round_pgn(data.boards, {{}, until}, moves, tags);
    for (std::size_t i = 0; i < data.boards.size(); ++i) {
        const record::GameRow& game = data.boards[i].game;
        const std::string name = "cloud game " + std::to_string(i);
        all[name] = formats::livechess_game(game, moves(game));
        const auto shown = record::shown_at(game, moves(game), until);
        all[name + " later"] = formats::livechess_game(shown.game, shown.moves);
    }
    return all;
}

// Acts that the clerk does not do: names, terms, acknowledgements; and the desk's.
class Others {
public:
    explicit Others(std::uint64_t seed) : dice_(seed) {}

    void work(Hotel& hotel) {
        hotel.by = "other";
        switch (dice_.below(8)) {
            case 0: hotel.rule(renamed(hotel)); break;
            case 1: {
                wire::ChangeEvent change{hotel.open().info};
                change.info.name = "Open " + std::to_string(dice_.below(9));
                change.info.terms.time_control = dice_.one_in(2) ? "5400+30" : "3600";
                hotel.rule(change);
                break;
            }
            case 2: {
                auto ack = of_round<wire::Acknowledge>(1 + dice_.below(2));
                ack.consumer = dice_.one_in(2) ? "pairing" : "web";
                ack.board = Board{dice_.below(3)};
                hotel.rule(ack);
                break;
            }
            case 3: at_the_desk(hotel); break;
            default: at_a_board(hotel);
        }
    }

private:
    wire::EnterPlayers renamed(const Hotel& hotel) {
        const std::uint32_t number = 1 + dice_.below(8);
        const auto found = hotel.open().players.find(number);
        wire::EventPlayer next = found == hotel.open().players.end() ? player(number, "New")
                                                                     : found->second;
        next.name = "Älter, \"" + std::to_string(dice_.below(90)) + "\"";
        next.federation = dice_.one_in(2) ? "NOR" : "";
        wire::EnterPlayers act;
        act.players = {next};
        return act;
    }

    static void at_a_board(Hotel& hotel) {
        const auto boards = hotel.games.at_board;
        for (const auto& [board, id] : boards) {
            const game::Live& live = hotel.games.by_id.at(id).live;
            if (live.began && !live.result && live.ply.count < 7) hotel.moves(board.number, 1);
        }
    }

    void at_the_desk(Hotel& hotel) {
        at_the_desk_of_one(hotel, dice_, "o" + std::to_string(++acts_),
                           [this](const game::Live& live) { return act(live); });
    }

    wire::DeskAct act(const game::Live& live) {
        switch (dice_.below(8)) {
            case 0: return wire::GiveResult{win_of(Side::black), ""};
            case 1: return wire::GiveResult{win_of(Side::white), "forfeit"};
            case 2:
            case 3: return wire::UndoRuling{live.rulings};
            case 4: return wire::ReverseColours{};
            case 5: return wire::RestartGame{};
            case 6: return wire::Appeal{Side::white, 0, "it was a draw"};
            default: return wire::Approve{wire::Party::white};
        }
    }

    Dice dice_;
    int acts_ = 0;
};

class Comparison {
public:
    Comparison(Hotel& hotel, std::uint64_t seed) : hotel_(hotel), dice_(seed) {}

    // Some of the events that are new, then all documents.
    void take() {
        while (written_ < hotel_.log.size()) {
            const std::size_t some = 1 + dice_.below(6);
            for (std::size_t i = 0; i < some && written_ < hotel_.log.size(); ++i) {
                folder_.wall_ms += dice_.below(40'000);
                folder_.put(hotel_.log[written_++]);
            }
            if (dice_.one_in(3)) compare();
        }
        compare();
        folder_.wall_ms += dice_.below(40'000);  // nothing happens, but what is hidden is due
        compare();
    }
    // A game of no office, in a round that has a word for a name.
    void other_game() {
        wire::GameRecorded game;
        game.game = "club/" + std::to_string(++others_);
        game.board = Board{static_cast<std::uint32_t>(others_)};
        game.terms.event = "club";
        game.terms.round = dice_.one_in(2) ? "final" : "2";
        game.terms.white = "A";
        game.terms.black = "B";
        game.terms.time_control = "60";
        folder_.put(game);
    }
    std::set<std::string> seen_forms;
    int shown_by_time = 0;  // moves that no change has shown
    int kept_reports = 0;  // that were not to be made again

private:
    void compare() {
        if (dice_.one_in(12)) {  // as after a restart
            view_ = std::make_unique<View>(record_);
            reports_.clear();
            later_.clear();
        }
        view_->catch_up();
        View fresh(record_);
        fresh.catch_up();
        const std::int64_t until = folder_.wall_ms - delay_ms + dice_.below(9) * 1'000;
        for (const std::string& event : view_->tournaments.ids())
            for (const auto& [number, round] : view_->tournaments.find(event)->rounds)
                compare({event, view_->tournaments.name_of(event, number)}, fresh, until);
        for (const std::string& event : view_->tournaments.ids()) compare_report(event);
    }

    // A report is made again when the event or a result has changed: then only may it differ.
    void compare_report(const std::string& event) {
        const tournament::Tournament& tournament = *view_->tournaments.find(event);
        formats::Results results;
        std::int64_t serial = 0;
        for (const auto& [number, round] : tournament.rounds) {
            const auto& kept = view_->round({event, view_->tournaments.name_of(event, number)});
            results[number] = record::results_of(kept.data.boards);
            serial = std::max(serial, kept.results_serial);
        }
        const auto report = formats::trf(tournament, results, {});
        const std::string text = report ? report->text : report.error().text;
        const auto [known, is_new] =
            reports_.try_emplace({event, tournament.changed.value, serial}, text);
        CHECK(known->second == text);
        kept_reports += is_new ? 0 : 1;
    }

    void compare(const record::RoundId& id, View& fresh, std::int64_t until) {
        const auto documents = view_->all(id, until);
        const auto [then, is_first] = later_.try_emplace(
            {id.event + "/" + id.round, view_->round(id).serial},
            documents.at("pgn later")->etag());
        if (!is_first && then->second != documents.at("pgn later")->etag()) ++shown_by_time;
        auto scratch = from_scratch(record_, fresh.tournaments, id, until);
        const auto made_fresh = fresh.all(id, until);
        REQUIRE(documents.size() == scratch.size());
        for (const auto& [form, document] : documents) {
            INFO(id.event << " " << id.round << ", " << form << ", event " << written_);
            const std::string etag = document->etag();
            const std::string body = joined(document->plain());
            REQUIRE(body == api::shown(scratch.at(form)));
            CHECK(document->size() == body.size());
            CHECK(etag == made_fresh.at(form)->etag());
            if (dice_.one_in(4)) {
                const std::string packed = joined(document->gzip());
                REQUIRE(unpacked(packed) == body);
                CHECK(packed == joined(made_fresh.at(form)->gzip()));
            }
            const auto [seen, is_new] = bodies_.try_emplace(etag, body);
            CHECK(seen->second == body);  // an ETag names the same bytes for ever
            seen_forms.insert(form.substr(0, form.find(' ')));
        }
    }

    Hotel& hotel_;
    Dice dice_;
    Projected folder_;
    record::Record record_ = folder_.open();
    std::unique_ptr<View> view_ = std::make_unique<View>(record_);
    std::map<std::string, std::string> bodies_;
    std::map<std::tuple<std::string, std::int64_t, std::int64_t>, std::string> reports_;
    std::map<std::pair<std::string, std::int64_t>, std::string> later_;  // ETags, by serial
    std::size_t written_ = 0;
    int others_ = 0;
};

// How often an answer could be made of what was kept, by time alone.
int pieces_are_the_whole(std::uint64_t first, std::uint64_t last) {
    int shown_by_time = 0;
    for (std::uint64_t seed = first; seed <= last; ++seed) {
        INFO("FLAGFALL_SEED=" << seed);
        Hotel hotel(8);
        Clerk clerk(seed);
        Others others(seed);
        Comparison comparison(hotel, seed);
        for (int step = 0; step < 60; ++step) {
            clerk.work(hotel, 1);
            others.work(hotel);
            hotel.obey();
            if (step % 20 == 7) comparison.other_game();
            comparison.take();
        }
        CHECK(comparison.seen_forms.size() == 5);
        CHECK(comparison.kept_reports > 10);
        shown_by_time += comparison.shown_by_time;
    }
    return shown_by_time;
}

}  // namespace

TEST_CASE("documents in pieces are what is written from scratch, whatever happens", "[record]") {
    const char* given = std::getenv("FLAGFALL_SEED");
    const std::uint64_t seed = given ? std::strtoull(given, nullptr, 10) : 1;
    pieces_are_the_whole(seed, given ? seed : 3);
}

TEST_CASE("documents in pieces, at length", "[.slow]") {
    CHECK(pieces_are_the_whole(4, 15) > 5);
}

// What a round's confirmation changes at its games has no event of theirs.
TEST_CASE("a round that is confirmed or opened again is so at each board", "[record][regress]") {
    Hotel hotel(4);
    Comparison comparison(hotel, 1);
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.deliver();
    hotel.rule(start(1));
    hotel.deliver();
    for (const std::uint32_t board : {1U, 2U}) hotel.moves(board, 2), hotel.end(board, drawn());
    hotel.rule(of_round<wire::FinishRound>(1));
    comparison.take();
    hotel.rule(of_round<wire::ConfirmRound>(1));
    REQUIRE(hotel.round(1).state == tournament::RoundState::confirmed);
    comparison.take();
    hotel.rule(of_round<wire::ReopenRound>(1));
    REQUIRE(hotel.round(1).state == tournament::RoundState::finished);
    comparison.take();
}

// Whatever boards are asked for: so the choice of them costs little.
TEST_CASE("slices are cut from games that are read and written once", "[record][regress]") {
    Hotel hotel(8);
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4), play(3, 5, 6), play(4, 7, 8)}));
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.deliver();
    hotel.rule(start(1));
    hotel.deliver();
    for (std::uint32_t board = 1; board <= 4; ++board) hotel.moves(board, 2);
    Projected folder;
    for (const wire::GameEvent& event : hotel.log) folder.put(event);
    record::Record record = folder.open();
    View view(record);
    view.catch_up();
    const std::string event = view.tournaments.ids().front();
    const record::RoundId id{event, view.tournaments.name_of(event, 1)};
    std::set<const api::Document*> documents;
    for (std::uint32_t first = 1; first <= 4; ++first)
        for (std::uint32_t last = first; last <= 4; ++last)
            for (std::uint32_t beyond = 900; beyond < 903; ++beyond)
                documents.insert(&view.pgn(id, {{{Board{first}, Board{last}},
                                                 {Board{800}, Board{beyond}}}, {}}));
    CHECK(view.games_read == 4);
    CHECK(documents.size() == 10);  // boards that are not there make no other slice
}
