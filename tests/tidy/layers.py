"""Which files may include which: the one-way dependencies and the compile firewall."""

import fnmatch
import re

BASE, CHESS, MATE = "common/base/", "common/chess/", "common/mate/"
WIRE, STORE, NET = "common/wire/", "common/store/", "common/net/"
AUTH = "common/auth/"
PROOFS = (AUTH + "proof.hpp", AUTH + "caller.hpp",
          AUTH + "heads.hpp")  # the part of it for services: no file
CUSTODY = "common/custody/"
CLI, OPS, WEB = "common/cli/", "common/ops/", "common/web/"
SHEETS, GAME = "arbiterd/sheets/", "arbiterd/game/"
STATE, WORDS, LAWS = GAME + "state/", GAME + "words/", GAME + "laws/"
OPS_LOG = "common/ops/log.hpp"  # the part of ops for services
MESSAGES = "common/wire/*messages.hpp"  # the part of wire for cores: plain data
DESCRIBE = "common/wire/describe.hpp"
NAMED = "common/wire/words.hpp"  # the enums of the messages

# folder: what its files may include. Each folder of the product has its row, here and in
# docs/architecture.md.
LAYERS = {
    "common/base/": (BASE,),
    "common/chess/": (BASE, CHESS),
    "common/mate/": (BASE, CHESS, MATE),
    "common/wire/": (BASE, WIRE),
    "common/ops/": (BASE, OPS),
    "common/store/": (BASE, WIRE, OPS, STORE),
    "common/net/": (BASE, WIRE, STORE, NET),
    "common/auth/": (BASE, WIRE, STORE, AUTH),
    "common/cli/": (BASE, CLI),
    "common/custody/": (BASE, OPS, CLI, WIRE, STORE, CUSTODY),
    "common/web/": (BASE, CLI, NET, WEB),
    "clockd/clock/": (BASE, CHESS, MATE, MESSAGES, DESCRIBE, "clockd/clock/"),
    "clockd/devices/": (BASE, CHESS, MESSAGES, DESCRIBE, "clockd/clock/", "clockd/devices/"),
    "clockd/sources/": (BASE, CHESS, WIRE, NET, "clockd/devices/", "clockd/sources/"),
    "clockd/gateway/": (BASE, CHESS, WIRE, OPS, STORE, NET, AUTH, CLI, "clockd/clock/",
                        "clockd/client/", "clockd/devices/", "clockd/sources/",
                        "clockd/gateway/"),
    "arbiterd/sheets/": (BASE, CHESS, "arbiterd/sheets/"),
    "arbiterd/tournament/": (BASE, CHESS, MESSAGES, DESCRIBE, "arbiterd/game/",
                             "arbiterd/tournament/"),
    "clockd/service/": (BASE, CHESS, MATE, WIRE, OPS_LOG, "common/store/row.hpp",
                        "common/store/past.hpp", "common/store/until_durable.hpp",
                        "common/net/peer.hpp", *PROOFS, "clockd/clock/", "clockd/service/"),
    "arbiterd/service/": (BASE, CHESS, MATE, WIRE, OPS_LOG, "common/store/row.hpp",
                          "common/store/past.hpp", "common/store/until_durable.hpp", *PROOFS,
                          "arbiterd/game/", "arbiterd/tournament/", "arbiterd/service/"),
    "arbiterd/access/": (BASE, MESSAGES, DESCRIBE, STORE, "common/net/http_message.hpp",
                         "common/net/counted_address.hpp", "common/net/site.hpp",
                         "common/net/worker.hpp", "arbiterd/access/"),
    "arbiterd/formats/": (BASE, CHESS, WIRE, "arbiterd/tournament/", "arbiterd/record/record.hpp",
                          "arbiterd/record/boards.hpp", "arbiterd/formats/"),
    "clockd/client/": (BASE, CHESS, WIRE, "common/store/crypto.hpp",
                       "common/store/secret_file.hpp", NET, AUTH, CLI, "clockd/clock/",
                       "clockd/client/"),
    "clockd/shell/": (BASE, WIRE, OPS, STORE, NET, AUTH, CUSTODY, WEB, "clockd/clock/",
                      "clockd/service/", "clockd/shell/"),
    "arbiterd/api/": (BASE, WIRE, OPS, STORE, NET, WEB, "arbiterd/game/", "arbiterd/tournament/",
                      "arbiterd/service/", "arbiterd/access/", "arbiterd/record/",
                      "arbiterd/formats/", "arbiterd/api/"),
    "arbiterd/shell/": (BASE, WIRE, OPS, STORE, NET, AUTH, CUSTODY, "arbiterd/game/",
                        "arbiterd/tournament/", "arbiterd/service/", "arbiterd/record/",
                        "arbiterd/access/headers.hpp", "arbiterd/api/", "arbiterd/shell/"),
    "arbiterd/record/": (BASE, CHESS, WIRE, STORE, "arbiterd/sheets/", "arbiterd/game/",
                         "arbiterd/tournament/", "arbiterd/record/"),
    "arbiterd/console/": (BASE, CHESS, MATE, WIRE, NET, CLI, "common/store/folder.hpp",
                          "arbiterd/sheets/", "arbiterd/game/state/profile.hpp", "arbiterd/access/",
                          "arbiterd/formats/", "arbiterd/record/", "arbiterd/console/"),
    "arbiterd/game/state/": (BASE, CHESS, MESSAGES, DESCRIBE, NAMED, SHEETS, STATE),
    "arbiterd/game/words/": (BASE, CHESS, MATE, MESSAGES, DESCRIBE, SHEETS, STATE, WORDS),
    "arbiterd/game/laws/": (BASE, CHESS, MATE, MESSAGES, DESCRIBE, SHEETS, STATE, WORDS, LAWS),
    "arbiterd/game/acts/": (BASE, CHESS, MATE, MESSAGES, DESCRIBE, SHEETS, GAME),
    "clockd/": ("common/", "clockd/"),
    "arbiterd/": ("common/", "arbiterd/"),
}
# Namespaces that differ from their file's folder: the values, the daemons, the rooms.
NAMESPACES = {"common/base/": "", "clockd/": "clockd", "clockd/service/": "clockd",
              "clockd/shell/": "clockd", "arbiterd/": "arbiterd", "arbiterd/service/": "arbiterd",
              "arbiterd/shell/": "arbiterd", STATE: "game", WORDS: "game", LAWS: "game",
              GAME + "acts/": "game"}
# The page's words for the folders of common/.
LAYER_WORDS = (("base", BASE), ("chess", CHESS), ("mate", MATE), ("message structs", MESSAGES),
               ("wire", WIRE), ("ops", OPS), ("store", STORE), ("net", NET),
               ("authentication", AUTH), ("command lines", CLI), ("custody", CUSTODY),
               ("pages", WEB))
ANYWHERE = ("limits", "embed", "exit_code")
PAGE = "docs/architecture.md"
PRODUCT = ("common/", "clockd/", "arbiterd/")

PURE = (BASE, CHESS, MATE, "common/wire/*.hpp", "clockd/clock/", "clockd/devices/",
        "arbiterd/game/",
        "arbiterd/sheets/", "arbiterd/tournament/")
TABLES_OF_UNICODE = "common/base/unicode.cpp"  # pure: a library of tables and functions of them
NOW = "common/base/now."  # the access to the machine's clocks: not pure, and closed to pure parts
SERVICES = ("clockd/service/", "arbiterd/service/")  # the same in a simulation: no clock either

# The headers that a pure part may use: values, containers, algorithms, and text into buffers.
PURE_HEADERS = set(
    """algorithm any array bit bitset cctype charconv cinttypes climits cmath compare concepts
    cstddef cstdint cstdio cstdlib cstring deque exception expected forward_list functional
    initializer_list iterator limits list map memory new numbers numeric optional queue ranges set
    span stack stdexcept string string_view tuple type_traits unordered_map unordered_set utility
    variant vector version""".split())

# Libraries that cost compile time or hide a boundary: (prefix of the include, who may include it
# as patterns, what to do).
FIREWALL = (
    ("nlohmann/", ("*.cpp",), "keep JSON in a .cpp file"),
    ("boost/json", ("common/wire/codec_json.cpp",), "call wire::parse_json"),
    ("boost/beast", ("common/net/http*.cpp",), "use common/net/http.hpp"),
    ("utf8proc", (TABLES_OF_UNICODE,), "ask common/base/unicode.hpp"),
    ("zlib", ("common/net/gzip.cpp", "tests/*.cpp"), "ask common/net/gzip.hpp"),
    ("toml++/", ("common/cli/config.cpp",), "ask common/cli/values.hpp"),
    ("sqlite3", ("common/store/*.cpp", "tests/*.cpp"), "go through common/store"),
    ("boost/asio", ("common/net/*", "clockd/*", "arbiterd/*", "tests/*"), "keep it in the shells"),
)

# The files that may read a clock, besides through flagfall::now().
CLOCK_READERS = ("common/base/now.cpp", "tests/unit/base/*", "tests/bench/*")
CLOCK_CALL = re.compile(r"\b(?:clock_gettime|gettimeofday|timespec_get)\s*\("
                        r"|\b(?:\w+_clock|clock_type)\s*::\s*now\b"
                        r"|\bstd\s*::\s*time\s*\(|(?<![\w:.>])time\s*\(\s*(?:nullptr|NULL|0|&)")


def is_pure(path):
    return allowed(path, PURE) and not path.startswith(NOW)


def allowed(path, patterns):
    """A pattern with a star must match the whole path, any other its beginning."""
    return any(fnmatch.fnmatch(path, p) if "*" in p else path.startswith(p) for p in patterns)


def layer_of(path):
    folder = folder_of(path) + "/"
    return folder if folder in LAYERS else None


def check_own_includes(tree):
    """dependency: a folder includes only folders before it."""
    for path in tree.cxx_paths():
        layer = layer_of(path)
        if layer is None and path.startswith(PRODUCT):
            yield path, 1, "folder without a layer, give it one in tests/tidy/layers.py"
            continue
        may = LAYERS.get(layer, ("",))
        for line, mark, include in tree.cxx(path).includes():
            if mark != '"':
                continue
            if not allowed(include, may):
                yield path, line, (f'"{include}" is not for {layer} to include, '
                                   f"which may use {' '.join(may)}")
            elif (is_pure(path) or allowed(path, SERVICES)) and include.startswith(NOW):
                yield path, line, "a pure part reads the clock, take the instant as a parameter"


def rows_of_page(tree):
    """(line, folder) of each row below the heading Layers."""
    for number, folders, _ in rows_of_layers(tree):
        for folder in folders:
            yield number, folder


def rows_of_layers(tree):
    """(line, folders, what they may use) of each row: the second column and the fourth."""
    if PAGE not in tree.paths:
        return
    inside = False
    for number, line in tree.lines(PAGE):
        if line.startswith("## "):
            inside = line == "## Layers"
        if inside and line.startswith("|"):
            cells = line.split("|")
            folders = [name + "/" for name in re.findall(r"`([\w/]+)`", cells[2])]
            yield number, folders, cells[4] if len(cells) > 4 else ""


def check_layer_table(tree):
    """layer-table: the layers, their page and the folders agree."""
    if PAGE not in tree.paths:
        return
    written = {}
    for line, folder in rows_of_page(tree):
        written[folder] = line
        if folder not in LAYERS:
            yield PAGE, line, f"{folder} has no row in tests/tidy/layers.py"
    for folder in LAYERS:
        if folder not in written:
            yield PAGE, 1, f"{folder} of tests/tidy/layers.py has no row here"
        if folder not in {folder_of(path) + "/" for path in tree.cxx_paths()}:
            yield PAGE, written.get(folder, 1), f"{folder} is no folder with C++ in it"


def check_layer_words(tree):
    """layer-words: the column "may use" names the folders of common/ that the layer may include."""
    before = ""
    for line, folders, words in rows_of_layers(tree):
        words = words.replace("the same", before)
        before = words
        rows = [LAYERS[folder] for folder in folders if folder in LAYERS]
        if not rows or ("common/",) in [row[:1] for row in rows]:
            continue
        may = {entry for row in rows for entry in row}
        for word, folder in LAYER_WORDS:
            says = re.search(rf"\b{word}\b", words) is not None
            has = folder not in folders and any(names_folder(entry, folder) for entry in may)
            if says and not has and word != "message structs":
                yield PAGE, line, f'"{word}" is not for this layer in tests/tidy/layers.py'
            elif has and not says:
                yield PAGE, line, f'"{word}" may be used by tests/tidy/layers.py, name it here'


def names_folder(entry, folder):
    """A row's entry is this folder or a file in it; the messages are another word than wire."""
    if MESSAGES in (entry, folder):
        return entry == folder
    return entry.startswith(folder) and entry not in (DESCRIBE, NAMED)


def check_include_paths(tree):
    """include-path: quoted includes are paths from the project's root."""
    known = set(tree.paths)
    for path in tree.cxx_paths():
        for line, mark, include in tree.cxx(path).includes():
            if mark == '"' and include not in known:
                yield path, line, (f'"{include}" is not a file of the project, '
                                   "write its path from the project's root")
            elif mark == "<" and include in known:
                yield path, line, f'<{include}> is our own header, write it in quotes'


def check_pure_headers(tree):
    """pure-header: pure parts use only the pure part of the standard library."""
    for path in filter(is_pure, tree.cxx_paths()):
        for line, mark, include in tree.cxx(path).includes():
            if mark == "<" and include not in PURE_HEADERS and path != TABLES_OF_UNICODE:
                yield path, line, f"<{include}> in a pure part, move what needs it to a shell"


def check_firewall(tree):
    """firewall: each expensive library is included in one place."""
    for path in tree.cxx_paths():
        for line, _, include in tree.cxx(path).includes():
            for prefix, places, advice in FIREWALL:
                if include.startswith(prefix) and not allowed(path, places):
                    yield path, line, f"<{include}> is not for this file, {advice}"


def check_clock_calls(tree):
    """clock-call: time is a parameter; only common/base/now.cpp reads the machine's clock."""
    for path in tree.cxx_paths():
        if allowed(path, CLOCK_READERS):
            continue
        code = tree.cxx(path).code
        for match in CLOCK_CALL.finditer(code):
            yield path, tree.line_of(code, match.start()), (
                "reads a clock, take the time as a parameter or call flagfall::now() in a shell")


def check_namespaces(tree):
    """namespace: a name shows the folder that it comes from."""
    opened = re.compile(r"^namespace flagfall(?:::(\w+))? \{"
                        r"(?!(?:\s*(?:class|struct) \w+;)+\s*\})", re.MULTILINE)
    for path in tree.cxx_paths():
        folder = layer_of(path)
        if folder is None:
            continue
        own = NAMESPACES.get(folder, folder.split("/")[-2])
        code = tree.cxx(path).code
        for match in opened.finditer(code):
            if (match.group(1) or "") not in (own, *ANYWHERE):
                yield path, tree.line_of(code, match.start()), (
                    f"namespace {match.group(1)} in {folder}, where it is {own or 'flagfall'}")


def check_dead_headers(tree):
    """dead-header: a header that nothing includes is not needed."""
    included = {include for path in tree.cxx_paths()
                for _, _, include in tree.cxx(path).includes() if include != path}
    for path in tree.cxx_paths():
        if path.endswith(".hpp") and path not in included:
            yield path, 1, "no file includes this header, delete it or use it"


def check_built(tree):
    """not-built: a CMakeLists.txt that is reached names or globs every .cpp file."""
    builds = {path: tree.text(path) for path in tree.paths
              if path.endswith("CMakeLists.txt") and is_reached(tree, path)}
    for path in tree.cxx_paths():
        if path.endswith(".cpp") and not any(
                names_source(folder_of(build), text, path) for build, text in builds.items()):
            yield path, 1, "no CMakeLists.txt builds this file, add it or delete it"


def folder_of(path):
    return path.rpartition("/")[0]


def is_reached(tree, build):
    """Every folder on the way from the root adds the next one."""
    folder = folder_of(build)
    while folder:
        parent = folder_of(folder)
        while parent and f"{parent}/CMakeLists.txt" not in tree.paths:
            parent = folder_of(parent)
        above = f"{parent}/CMakeLists.txt" if parent else "CMakeLists.txt"
        name = folder[len(parent):].lstrip("/")
        text = tree.text(above) if above in tree.paths else ""
        if not re.search(rf"add_subdirectory\(\s*{re.escape(name)}\s*[\s)]", text):
            return False
        folder = parent
    return True


def names_source(folder, text, path):
    """A CMakeLists.txt in `folder` with this text builds the file `path`."""
    prefix = folder + "/" if folder else ""
    if not path.startswith(prefix):
        return False
    inside = path[len(prefix):]
    rooms = re.search(r"flagfall_library\(\w+ ROOMS((?: \w+)+?)(?:\s+DEPS|\))", text)
    if rooms and folder_of(inside) in rooms.group(1).split():
        return True
    if "flagfall_library(" in text and "/" not in inside:
        return True
    if path.startswith("tests/unit/"):
        return f"flagfall_test({path.split('/')[2]} " in text
    for token in re.findall(r"[^\s()\"]+\.cpp", text):
        token = token.replace("${CMAKE_CURRENT_SOURCE_DIR}/", "")
        token = token.replace("${PROJECT_SOURCE_DIR}/" + prefix, "")
        if fnmatch.fnmatch(inside, re.sub(r"\$\{\w+\}", "*", token)):
            return True
    return False


RULES = (check_own_includes, check_layer_table, check_layer_words, check_include_paths,
         check_pure_headers, check_firewall, check_clock_calls, check_namespaces,
         check_dead_headers, check_built)
