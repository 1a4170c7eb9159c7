// An unknown program: it sends whatever schemas/ allow, and sometimes what they do not. A new
// command has a schema, and so it is sent here automatically.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/sim/client.hpp"
#include "tests/sim/image.hpp"

namespace flagfall::sim {

// Every message type that schemas/ describe: "clockd/press", "clockd/event/pressed",
// "arbiterd/event/ruling_given".
const std::vector<std::string>& schema_types();

class Stranger : public Client {
public:
    Stranger(Hall& hall, Board board);
    ~Stranger() override;
    void begin();
    bool finished() const { return idle(); }

protected:
    void on_event(const wire::EventFrame& frame) override;

private:
    friend const std::vector<std::string>& schema_types();
    struct Schemas;
    void meddle();
    std::string invent(const std::string& type);

    Board board_;
    BoardImage image_;
    const Schemas& schemas_;
};

}  // namespace flagfall::sim
