// Reads tab-separated tables: our own (tests/data/tables) and the public ones if they are there.
#pragma once

#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/chess/position.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"

namespace flagfall::chess::test {

class Row {
public:
    using Columns = std::map<std::string, std::size_t>;  // the index of each

    Row(std::shared_ptr<const Columns> columns, const std::string& line)
        : columns_(std::move(columns)), line_(line) {
        std::size_t start = 0;
        while (true) {
            const std::size_t tab = line.find('\t', start);
            cells_.push_back(line.substr(start, tab - start));
            if (tab == std::string::npos) break;
            start = tab + 1;
        }
    }

    // The cell of a named column; empty if the line is shorter.
    const std::string& operator[](const std::string& column) const {
        static const std::string empty;
        const std::size_t at = columns_->at(column);
        return at < cells_.size() ? cells_[at] : empty;
    }
    int number(const std::string& column) const { return std::stoi((*this)[column]); }
    Variant variant() const {
        return (*this)["variant"] == "chess960" ? Variant::chess960 : Variant::chess;
    }
    const std::string& line() const { return line_; }
    const std::vector<std::string>& cells() const { return cells_; }

private:
    std::shared_ptr<const Columns> columns_;
    std::string line_;
    std::vector<std::string> cells_;
};

// A whole table from both files. Without the public one the test reports that.
class Table {
public:
    explicit Table(const std::string& name) {
        REQUIRE(read(flagfall::test::test_data("tables/" + name + ".tsv")));
        const std::string file = flagfall::test::shared_data(name + "_public.tsv");
        if (!read(file)) std::printf("skipped: %s is not there\n", file.c_str());
    }
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    std::vector<Row> rows() const {
        std::vector<Row> result;
        for (const std::string& line : lines_) result.emplace_back(columns_, line);
        return result;
    }

private:
    bool read(const std::string& file) {
        std::ifstream in(file);
        std::string line;
        if (!std::getline(in, line)) return false;
        Row::Columns columns;
        const Row headings(nullptr, line);
        for (const std::string& heading : headings.cells())
            columns.emplace(heading, columns.size());
        if (!columns_) columns_ = std::make_shared<const Row::Columns>(columns);
        CHECK(columns == *columns_);
        while (std::getline(in, line))
            if (!line.empty()) lines_.push_back(line);
        return true;
    }

    std::shared_ptr<const Row::Columns> columns_;
    std::vector<std::string> lines_;
};

// The position of a FEN that must be valid.
inline Position position_of(const std::string& fen, Variant variant = Variant::chess) {
    const auto position = parse_position(fen, variant);
    INFO(fen << (position ? "" : ": " + text(position.error())));
    REQUIRE(position.has_value());
    return *position;
}

}  // namespace flagfall::chess::test
