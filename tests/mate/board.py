"""The rules of chess and Chess960, written from the Laws to check other programs.

Squares are numbered from 0 (a1) to 63 (h8). A board is a list of 64 letters as in a FEN, "." where
a square is empty. Positions are values: play() gives a new one. A position keeps the square a pawn
has passed only if an en passant capture there is legal (9.2.3), so that equal positions are equal.
"""

from typing import NamedTuple, Optional

EMPTY = "."
SIDES = {True: "PNBRQK", False: "pnbrqk"}
FILES = "abcdefgh"
DIGITS = tuple("12345678")
NAMES = [FILES[s % 8] + str(s // 8 + 1) for s in range(64)]
NUMBERS = {name: number for number, name in enumerate(NAMES)}
ORTHOGONAL = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
LEAPS = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))


class FenError(ValueError):
    """The text is not a FEN, or its position is impossible on a board."""


class Move(NamedTuple):
    """From, to, and the promoted kind ("" or one of "qrbn"). Castling is written as the king
    taking his own rook."""
    start: int
    end: int
    promotion: str


def _ray(square, step, longest):
    file, rank, squares = square % 8, square // 8, []
    for _ in range(longest):
        file, rank = file + step[0], rank + step[1]
        if not (0 <= file < 8 and 0 <= rank < 8):
            break
        squares.append(8 * rank + file)
    return tuple(squares)


def _rays(steps, longest):
    return [tuple(ray for ray in (_ray(s, step, longest) for step in steps) if ray)
            for s in range(64)]


def _ends(steps):
    return [tuple(ray[0] for ray in rays) for rays in _rays(steps, 1)]


STRAIGHT_RAYS = _rays(ORTHOGONAL, 7)
SLANTED_RAYS = _rays(DIAGONAL, 7)
ALL_RAYS = [a + b for a, b in zip(STRAIGHT_RAYS, SLANTED_RAYS)]
KING_STEPS = _ends(ORTHOGONAL + DIAGONAL)
KNIGHT_STEPS = _ends(LEAPS)
# The squares that a pawn of that side (True: white) attacks from a square, and the reverse.
PAWN_ATTACKS = {True: _ends(((-1, 1), (1, 1))), False: _ends(((-1, -1), (1, -1)))}
PAWN_ORIGINS = {True: PAWN_ATTACKS[False], False: PAWN_ATTACKS[True]}
FORWARD = {True: 8, False: -8}
SECOND_RANK = {True: 1, False: 6}
LAST_RANK = {True: 7, False: 0}
IN_LINE = [frozenset(s for ray in rays for s in ray) for rays in ALL_RAYS]
RAYS_OF = {"B": SLANTED_RAYS, "R": STRAIGHT_RAYS, "Q": ALL_RAYS}


def is_white(man):
    """True if the letter is a white man's."""
    return man < "a"


def attacked(board, target, by_white):
    """True if a man of that side attacks the square."""
    pawn, knight, bishop, rook, queen, king = SIDES[by_white]
    for square in PAWN_ORIGINS[by_white][target]:
        if board[square] == pawn:
            return True
    for square in KNIGHT_STEPS[target]:
        if board[square] == knight:
            return True
    for square in KING_STEPS[target]:
        if board[square] == king:
            return True
    return (_meets(board, STRAIGHT_RAYS[target], (rook, queen))
            or _meets(board, SLANTED_RAYS[target], (bishop, queen)))


def _meets(board, rays, sliders):
    for ray in rays:
        for square in ray:
            man = board[square]
            if man != EMPTY:
                if man in sliders:
                    return True
                break
    return False


class Position:
    """A position: board, whose move, castling rights (by the rooks' squares), en passant."""

    __slots__ = ("board", "white", "rooks", "passed", "chess960")

    def __init__(self, board, white, rooks, passed, chess960):
        self.board = board
        self.white = white
        self.rooks = rooks
        self.chess960 = chess960
        self.passed = passed
        if passed is not None and not self._can_be_taken_in_passing():
            self.passed = None

    def key(self):
        """Equal only for equal positions."""
        return "".join(self.board), self.white, self.rooks, self.passed

    def king(self, white):
        """The square of that side's king."""
        return self.board.index("K" if white else "k")

    def in_check(self):
        """True if the side to move is in check."""
        return attacked(self.board, self.king(self.white), not self.white)

    def is_over(self):
        """True after checkmate and stalemate."""
        return next(self.moves(), None) is None

    def is_checkmate(self):
        """True if the side to move is checkmated."""
        return self.in_check() and self.is_over()

    def moves(self):
        """All legal moves, one after the other."""
        king = self.king(self.white)
        checked = attacked(self.board, king, not self.white)
        risky = IN_LINE[king]
        for move in self._steps():
            start = move.start
            if (not checked and start != king and start not in risky
                    and not self._takes_in_passing(move)) or self._is_safe(move):
                yield move
        if not checked:
            yield from self._castlings(king)

    def play(self, move):
        """The position after a legal move."""
        board = self._after(move)
        rooks = self.rooks
        if rooks:
            king_moved = self.board[move.start] in "Kk"
            home = range(0, 8) if self.white else range(56, 64)
            rooks = tuple(rook for rook in rooks if rook not in (move.start, move.end)
                          and not (king_moved and rook in home))
        passed = None
        if self.board[move.start] in "Pp" and abs(move.end - move.start) == 16:
            passed = (move.start + move.end) // 2
        return Position(board, not self.white, rooks, passed, self.chess960)

    def uci(self, move):
        """The move as UCI writes it; castling is e1g1 in chess and e1h1 in Chess960."""
        end = move.end
        if not self.chess960 and self._castles(move):
            end = _castled(move.start, end)[0]
        return NAMES[move.start] + NAMES[end] + move.promotion

    def find(self, text):
        """The legal move that UCI writes like this, or None."""
        return next((move for move in self.moves() if self.uci(move) == text), None)

    def fen(self):
        """The first four fields of a FEN; castling in Chess960 by the files of the rooks."""
        ranks = []
        for rank in range(7, -1, -1):
            text = "".join(self.board[8 * rank:8 * rank + 8])
            for length in range(8, 0, -1):
                text = text.replace(EMPTY * length, str(length))
            ranks.append(text)
        passed = "-" if self.passed is None else NAMES[self.passed]
        return f"{'/'.join(ranks)} {'w' if self.white else 'b'} {self._castling_text()} {passed}"

    def _castling_text(self):
        text = ""
        for white in (True, False):
            for rook in sorted((r for r in self.rooks if (r < 8) == white), reverse=True):
                wing = "K" if rook > self.king(white) else "Q"
                letter = FILES[rook % 8].upper() if self.chess960 else wing
                text += letter if white else letter.lower()
        return text or "-"

    def _steps(self):
        """All moves except castling, without checking the king's safety."""
        board, white = self.board, self.white
        own = SIDES[white]
        for start, man in enumerate(board):
            if man == EMPTY or man not in own:
                continue
            kind = man.upper()
            if kind == "P":
                yield from self._pawn_moves(start)
            elif kind in "NK":
                for end in (KNIGHT_STEPS if kind == "N" else KING_STEPS)[start]:
                    if board[end] not in own:
                        yield Move(start, end, "")
            else:
                for ray in RAYS_OF[kind][start]:
                    for end in ray:
                        if board[end] in own:
                            break
                        yield Move(start, end, "")
                        if board[end] != EMPTY:
                            break

    def _pawn_moves(self, start):
        board, white = self.board, self.white
        forward, enemies = FORWARD[white], SIDES[not white]
        ends = []
        if board[start + forward] == EMPTY:
            ends.append(start + forward)
            if start // 8 == SECOND_RANK[white] and board[start + 2 * forward] == EMPTY:
                ends.append(start + 2 * forward)
        ends += [end for end in PAWN_ATTACKS[white][start]
                 if board[end] in enemies or end == self.passed]
        for end in ends:
            if end // 8 == LAST_RANK[white]:
                for kind in "qrbn":
                    yield Move(start, end, kind)
            else:
                yield Move(start, end, "")

    def _castlings(self, king):
        """Castling by 3.8.2 for a king who is not in check."""
        for rook in self.rooks:
            if (rook < 8) != self.white:
                continue
            king_end, rook_end = _castled(king, rook)
            low, high = min(king, king_end, rook, rook_end), max(king, king_end, rook, rook_end)
            if any(self.board[s] != EMPTY for s in range(low, high + 1) if s not in (king, rook)):
                continue
            bare = list(self.board)
            bare[king] = bare[rook] = EMPTY
            path = range(min(king, king_end), max(king, king_end) + 1)
            if not any(attacked(bare, square, not self.white) for square in path):
                yield Move(king, rook, "")

    def _castles(self, move):
        return self.board[move.start] in "Kk" and self.board[move.end] in SIDES[self.white]

    def _takes_in_passing(self, move):
        return move.end == self.passed and self.board[move.start] in "Pp"

    def _after(self, move):
        """The board after a move."""
        board = list(self.board)
        man = board[move.start]
        if self._castles(move):
            king_end, rook_end = _castled(move.start, move.end)
            rook = board[move.end]
            board[move.start] = board[move.end] = EMPTY
            board[king_end], board[rook_end] = man, rook
            return board
        if self._takes_in_passing(move):
            board[move.end - FORWARD[self.white]] = EMPTY
        board[move.start] = EMPTY
        if move.promotion:
            man = move.promotion.upper() if self.white else move.promotion
        board[move.end] = man
        return board

    def _is_safe(self, move):
        """True if the move does not leave the mover's king in check."""
        board = self._after(move)
        return not attacked(board, board.index("K" if self.white else "k"), not self.white)

    def _can_be_taken_in_passing(self):
        pawn = "P" if self.white else "p"
        return any(self.board[start] == pawn and self._is_safe(Move(start, self.passed, ""))
                   for start in PAWN_ORIGINS[self.white][self.passed])


def _castled(king, rook):
    """Where king and rook stand after castling."""
    home = 8 * (king // 8)
    return (home + 6, home + 5) if rook > king else (home + 2, home + 3)


def read_fen(text, chess960=False) -> Position:
    """Reads a FEN of four, five or six fields, castling in X-FEN or, in Chess960, Shredder-FEN
    too. Raises FenError for a position that is impossible on a board."""
    fields = text.split(" ")
    if not 4 <= len(fields) <= 6:
        raise FenError(f"{len(fields)} fields")
    for counter in fields[4:]:
        if not (counter.isascii() and counter.isdigit()):
            raise FenError(f"counter {counter!r}")
    board = _read_board(fields[0])
    if fields[1] not in ("w", "b"):
        raise FenError(f"side to move {fields[1]!r}")
    white = fields[1] == "w"
    rooks = _read_castling(fields[2], board, chess960)
    position = Position(board, white, rooks, _read_passed(fields[3], board, white), chess960)
    if attacked(board, position.king(not white), white):
        raise FenError("the side not to move is in check")
    return position


def _read_board(text):
    ranks = text.split("/")
    if len(ranks) != 8:
        raise FenError(f"{len(ranks)} ranks")
    board = []
    for rank in reversed(ranks):
        row, before = "", ""
        for letter in rank:
            if letter in DIGITS and before not in DIGITS:
                row += EMPTY * int(letter)
            elif letter in "PNBRQKpnbrqk":
                row += letter
            else:
                raise FenError(f"{letter!r} on the board")
            before = letter
        if len(row) != 8:
            raise FenError(f"rank {rank!r}")
        board += row
    if board.count("K") != 1 or board.count("k") != 1:
        raise FenError("not one king of each side")
    if any(board[s] in "Pp" for s in (*range(8), *range(56, 64))):
        raise FenError("a pawn on the first or last rank")
    for men in SIDES.values():
        if board.count(men[0]) > 8 or sum(man in men for man in board) > 16:
            raise FenError("more pawns or men than a side has")
    return board


def _read_castling(text, board, chess960):
    rooks = set()
    wings = set()
    for letter in "" if text == "-" else text or "?":
        white = letter.isupper()
        home = 0 if white else 56
        king, own_rook = board.index("K" if white else "k"), "R" if white else "r"
        rook = _castling_rook(letter.lower(), board[home:home + 8], king - home, own_rook)
        if rook is None or king // 8 != home // 8:
            raise FenError(f"castling right {letter!r} without king or rook")
        if not chess960 and (letter not in "KQkq" or king % 8 != 4 or rook not in (0, 7)):
            raise FenError(f"castling right {letter!r} is not of orthodox chess")
        wing = (white, rook > king - home)
        if wing in wings:
            raise FenError(f"castling right {letter!r} twice")
        wings.add(wing)
        rooks.add(home + rook)
    return tuple(sorted(rooks))


def _castling_rook(letter, row, king, own_rook) -> Optional[int]:
    """The file of the rook that a castling letter names; k and q are the outermost rooks."""
    if letter in FILES:
        files = [FILES.index(letter)]
    elif letter == "k":
        files = range(7, max(king, 0), -1)
    elif letter == "q":
        files = range(0, min(king, 8))
    else:
        return None
    return next((file for file in files if row[file] == own_rook), None)


def _read_passed(text, board, white):
    if text == "-":
        return None
    square = NUMBERS.get(text)
    forward = FORWARD[white]
    if (square is None or square // 8 != (5 if white else 2)
            or board[square] != EMPTY or board[square + forward] != EMPTY
            or board[square - forward] != ("p" if white else "P")):
        raise FenError(f"no pawn can have passed {text!r}")
    return square


def start_position(number=518) -> Position:
    """A start position of Chess960 by its number (518 is that of chess, with the castling of
    Chess960 nevertheless)."""
    squares = [""] * 8
    number, light = divmod(number, 4)
    number, dark = divmod(number, 4)
    number, queen = divmod(number, 6)
    squares[2 * light + 1] = squares[2 * dark] = "B"
    _fill(squares, queen, "Q")
    knights = [(a, b) for a in range(5) for b in range(a + 1, 5)][number]
    _fill(squares, knights[1], "N")
    _fill(squares, knights[0], "N")
    for man in "RKR":
        _fill(squares, 0, man)
    row = "".join(squares)
    return read_fen(f"{row.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{row} w KQkq - 0 1", True)


def _fill(squares, index, man):
    squares[[file for file in range(8) if not squares[file]][index]] = man


def perft(position, depth) -> int:
    """The number of positions after exactly this many plies."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in position.moves())
    return sum(perft(position.play(move), depth - 1) for move in position.moves())
