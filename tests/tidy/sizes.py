"""How long files and functions are, and whether the page that says so is up to date."""

import re

import style

PAGE = "docs/architecture.md"
CORES = ("common/chess/", "common/mate/", "clockd/clock/", "arbiterd/game/")
# The rows of the page and those of --sizes.
SHOWN = {"**Flagfall, product**": "product", "arbiterd": "all of arbiterd",
         "clockd": "all of clockd", "common": "all of common",
         "the cores of all three": "cores", "tests in C++": "tests"}
PART_OFF = 0.1  # so much may a figure of the page be off
LEAST_OFF = 1  # whole numbers
LEAST_CHECKS_OFF = 0.02


def spread(numbers):
    """'median / p90 / max' of a list of numbers."""
    if not numbers:
        return "-"
    ordered = sorted(numbers)
    p90 = ordered[min(len(ordered) - 1, (len(ordered) * 9) // 10)]
    return f"{ordered[len(ordered) // 2]} / {p90} / {ordered[-1]}"


def part_of(path):
    if path.startswith("tests/"):
        return "tests"
    return "/".join(path.split("/")[:2]) if path.count("/") > 1 else path.split("/")[0]


def size_row(tree, name, paths):
    functions = [f.lines for path in paths for f in tree.cxx(path).functions]
    filled = sum(1 for path in paths for _, line in tree.lines(path) if line.strip())
    comments = sum(tree.cxx(path).comment_lines for path in paths)
    checks = sum(len(re.findall(r"^(?!\s*#).*?\bFF_CHECK\(", tree.cxx(path).code, re.MULTILINE))
                 for path in paths)
    lines = [len(list(tree.lines(path))) for path in paths]
    return (name, str(len(paths)), str(sum(lines)), spread(lines),
            str(len(functions)), spread(functions),
            str(sum(1 for lines in functions if lines > style.FUNCTION_LINES)),
            f"{100 * comments / filled:.0f} %" if filled else "-",
            f"{checks / len(functions):.2f}" if functions else "-")


def groups(tree):
    """(name, files) of the parts that the page shows."""
    paths = tree.cxx_paths()
    product = [path for path in paths if not path.startswith("tests/")]
    for program in ("common", "clockd", "arbiterd"):
        yield f"all of {program}", [path for path in product if path.startswith(program + "/")]
    yield "cores", [path for path in product if path.startswith(CORES)]
    yield "product", product


def print_sizes(tree):
    """C++ only, as docs/architecture.md shows it beside other projects; the rows 'product' and
    'cores' leave the tests out."""
    paths = tree.cxx_paths()
    rows = [("part", "files", "lines", "file lines median/p90/max", "functions",
             "lines per function median/p90/max", f"over {style.FUNCTION_LINES}", "comments",
             "FF_CHECK per function")]
    for part in sorted({part_of(path) for path in paths}):
        rows.append(size_row(tree, part, [path for path in paths if part_of(path) == part]))
    rows += [size_row(tree, name, paths) for name, paths in groups(tree)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


def figures(cells):
    """The numbers of a row: "16.9k" is 16900, "82/264/600" three of them."""
    found = []
    for number, thousands in re.findall(r"(\d[\d.,]*)(k?)", "  ".join(cells)):
        found.append(float(number.replace(",", "")) * (1000 if thousands else 1))
    return found


def check_size_table(tree):
    """sizes: the table of sizes is that of the code, to within a tenth."""
    if PAGE not in tree.paths:
        return
    rows = {name: (number, [cell.strip() for cell in line.split("|")[2:-1]])
            for number, line in tree.lines(PAGE) for name in SHOWN
            if line.startswith(f"| {name} |") and line.count("|") == 10}
    if not rows:
        return
    counted = dict(groups(tree))
    counted["tests"] = [path for path in tree.cxx_paths() if part_of(path) == "tests"]
    for name, (number, cells) in rows.items():
        says, has = figures(cells), figures(size_row(tree, name, counted[SHOWN[name]])[1:])
        least = [LEAST_OFF] * (len(has) - 1) + [LEAST_CHECKS_OFF]
        wrong = len(says) != len(has) or any(
            abs(one - other) > max(PART_OFF * other, off)
            for one, other, off in zip(says, has, least))
        if wrong:
            yield PAGE, number, f"sizes of {SHOWN[name]} are others, see tidy.py --sizes"


RULES = (check_size_table,)
