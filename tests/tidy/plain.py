"""Plain words: comments, strings and pages without words that nobody uses any more, or for which
there is a term of the field."""

import io
import re
import tokenize

import cxx

# They name these words, or quote others.
OWN = ("tests/tidy/plain.py", "tests/tidy/test_tidy.py", "docs/licences.md")

# Words that a reader should not find, and the advice of the message.
WORDS = (
    ("whom", 'write "who", or name the person'),
    ("who(?:m|so)?ever", 'write "anybody who" or "the person who"'),
    ("anew", 'write "again"'),
    ("tells?|told|telling", "say what happens: report, show, give, return, distinguish"),
    ("mend(?:s|ed|ing)?", 'write "fix"'),
    ("(?:hang|hangs|hung|hanging) up", 'write "disconnect" or "close the connection"'),
    ("in the clear", 'write "unencrypted"'),
    ("(?:held|holds?|holding) against", 'write "compare with"'),
    ("believed by", 'write "accepted by"'),
    ("as ever", 'write "as usual"'),
    ("reckon(?:s|ed|ing)?", 'write "count" or "calculate"'),
    ("whence|thence|hitherto|henceforth",
     'write "from where", "from there", "until now" or "from now on"'),
    ("thereof|whereof|therein|wherein", 'write "of it", "in it" or "in which"'),
    ("lest", 'write "so that ... not"'),
)

# Names of variables, options and files are not words.
EDGES = r"(?<![\w.$`/{{-])(?:{})(?![\w`(=/}}-])"
WRONG = tuple((re.compile(EDGES.format(word.replace(" ", r"\s+(?:(?://|#|--|\*)\s*)?")),
                          re.IGNORECASE), better) for word, better in WORDS)
# To tell two things apart is good English.
GOOD = re.compile(r"(?:tells?|told|telling)\s+(?:\w+\s+)?apart", re.IGNORECASE)
CODE_IN_PAGE = re.compile(r"^```.*?^```|`[^`\n]*`|\]\([^)\n]*\)", re.MULTILINE | re.DOTALL)


def check_plain_words(tree):
    """plain-word: comments, strings and pages are in plain modern English."""
    for path in tree.text_paths():
        if path in OWN:
            continue
        if not any(word.search(tree.text(path)) for word, _ in WRONG):
            continue  # most files: no need to find the text in them
        text = GOOD.sub(hide, prose(tree, path))
        for word, better in WRONG:
            for match in word.finditer(text):
                found = " ".join(match.group().split())
                yield (path, tree.line_of(text, match.start()),
                       f'"{found}" is not plain English: {better}')


def hide(match):
    return cxx.blank(match.group())


def prose(tree, path):
    """The text with its code blanked: comments, strings and sentences remain."""
    text = tree.text(path)
    if tree.is_cxx(path):
        return prose_of_cxx(text)
    if path.endswith(".py") or re.match(r"#!.*python", text):
        return prose_of_python(text)
    if path.endswith(".md"):
        return CODE_IN_PAGE.sub(hide, text)
    return text


def prose_of_cxx(text):
    parts, end = [], 0
    for match in cxx.TOKEN.finditer(text):
        if not match.group("word"):
            parts += [cxx.blank(text[end:match.start()]), match.group()]
            end = match.end()
    return "".join(parts) + cxx.blank(text[end:])


def prose_of_python(text):
    """Only comments and strings; a file that is not Python is returned unchanged."""
    lines = text.split("\n")
    kept = [[" "] * len(line) for line in lines]
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            name = tokenize.tok_name[token.type]
            if name not in ("COMMENT", "STRING", "FSTRING_MIDDLE"):
                continue
            for row in range(token.start[0] - 1, token.end[0]):
                first = token.start[1] if row == token.start[0] - 1 else 0
                last = token.end[1] if row == token.end[0] - 1 else len(lines[row])
                kept[row][first:last] = lines[row][first:last]
    except (tokenize.TokenError, SyntaxError):
        return text
    return "\n".join("".join(line) for line in kept)


RULES = (check_plain_words,)
