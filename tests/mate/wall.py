"""Walls: tables of the squares where men may stand, and the test that no legal move leaves the set
of a table and no position in it is a checkmate by the winner. docs/mate.md defines and proves it.

Sets of squares are whole numbers, bit 0 is a1.
"""

from board import (FORWARD, KING_STEPS, KNIGHT_STEPS, LAST_RANK, NAMES, NUMBERS,
                   PAWN_ATTACKS, RAYS_OF, SECOND_RANK, SIDES, EMPTY, is_white)

MEN = "PNBRQKpnbrqk"
LOOSE = {True: "PNBRQ", False: "pnbrq"}


class WallError(ValueError):
    """The table does not prove anything: the text gives the reason."""


def squares_of(mask):
    """The squares of a set, in order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(squares):
    """The set of these squares."""
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask


KING_MASKS = [mask_of(ends) for ends in KING_STEPS]


def _read_square(text):
    if not isinstance(text, str) or text not in NUMBERS:
        raise WallError(f"{text!r} is no square")
    return NUMBERS[text]


def _read_man(text):
    """(letter, square) of a text like "Pa4"."""
    if not isinstance(text, str) or len(text) != 3 or text[0] not in MEN:
        raise WallError(f"{text!r} is no man on a square")
    man, square = text[0], _read_square(text[1:])
    _need_pawn_rank(man, square)
    return man, square


def _need_pawn_rank(man, square):
    if man in "Pp" and square // 8 in (0, 7):
        raise WallError(f"a pawn cannot stand on {NAMES[square]}")


def _lists(table, name):
    value = table[name]
    if not isinstance(value, list) or len(set(map(str, value))) != len(value):
        raise WallError(f"{name} is no list without repetitions")
    return value


class Wall:
    """A wall read from a certificate. Made by Wall(table); raises WallError if it is not a table.
    verify(winner_is_white) raises unless its set is closed and has no mate by the winner."""

    def __init__(self, table):
        if not isinstance(table, dict) or set(table) != {"fixed", "reach", "most", "locks"}:
            raise WallError("a wall has fixed, reach, most and locks")
        self.fixed = {}
        for man, square in map(_read_man, _lists(table, "fixed")):
            if square in self.fixed:
                raise WallError(f"two fixed men on {NAMES[square]}")
            self.fixed[square] = man
        self.reach = self._read_reach(table["reach"])
        self.most = self._read_most(table["most"])
        self.locks = frozenset(self._read_lock(text) for text in _lists(table, "locks"))
        self._derive()

    def _read_reach(self, table):
        if not isinstance(table, dict) or not set(table) <= set(MEN):
            raise WallError("reach is no table by men")
        reach = dict.fromkeys(MEN, 0)
        for man in table:
            for square in map(_read_square, _lists(table, man)):
                _need_pawn_rank(man, square)
                if square in self.fixed:
                    raise WallError(f"{man} may reach {NAMES[square]}, where a man is fixed")
                reach[man] |= 1 << square
        for king in "Kk":
            kings = list(self.fixed.values()).count(king)
            if kings > 1 or (kings == 1) == bool(reach[king]):
                raise WallError(f"{king} is neither fixed once nor given a reach")
        return reach

    def _read_most(self, table):
        if not isinstance(table, dict) or not set(table) <= set("PNBRQpnbrq"):
            raise WallError("most is no table by men")
        for man, number in table.items():
            if type(number) is not int or number < 0:
                raise WallError(f"most {man} is no number")
        return {man: table.get(man, 0) for man in "PNBRQpnbrq"}

    def _read_lock(self, text):
        man, square = _read_man(text)
        if man not in "Pp":
            raise WallError(f"the lock {text} is no pawn")
        before = square + FORWARD[is_white(man)]
        if before // 8 in (0, 7):
            raise WallError(f"no pawn can stand before the lock {text}")
        return man, square

    def _derive(self):
        """Consequences of the table that are needed often."""
        fixed = self.fixed
        self.fixed_mask = mask_of(fixed)
        self.stand = {man: self.reach[man] | mask_of(s for s in fixed if fixed[s] == man)
                      for man in MEN}
        anybody = {king: 0 for king in "Kk"}
        for king in "Kk":
            for man in MEN:
                if man != king:
                    anybody[king] |= self.stand[man]
        self.anybody_but = anybody
        self.prey = {white: self._union(LOOSE[not white]) for white in (True, False)}
        self.passed = {white: self._passed_by(white) for white in (True, False)}

    def _union(self, men):
        mask = 0
        for man in men:
            mask |= self.stand[man]
        return mask

    def _passed_by(self, white):
        """The squares that a possible double step of that side passes."""
        mask, forward = 0, FORWARD[white]
        for square in squares_of(self.stand["P" if white else "p"]):
            if (square // 8 == SECOND_RANK[white] and square + forward not in self.fixed
                    and square + 2 * forward not in self.fixed):
                mask |= 1 << (square + forward)
        return mask

    def may_promote(self, white):
        """True if a pawn of that side may stand on its seventh rank."""
        seventh = SECOND_RANK[not white]
        return bool(self.stand["P" if white else "p"] >> 8 * seventh & 0xff)

    def greatest(self, white):
        """The largest number of loose men of that side."""
        return sum(self.most[man] for man in LOOSE[white])

    # --- whether a position is in the set ---

    def covers(self, position):
        """True if the position is in the set of the wall, with no en passant capture at all."""
        board = position.board
        if position.rooks or position.passed is not None:
            return False
        if any(board[square] != man for square, man in self.fixed.items()):
            return False
        loose = dict.fromkeys("PNBRQpnbrq", 0)
        for square, man in enumerate(board):
            if man == EMPTY or square in self.fixed:
                continue
            if not self.reach[man] >> square & 1:
                return False
            if man in loose:
                loose[man] += 1
        return self._counts_fit(loose) and self._locks_hold(board)

    def _counts_fit(self, loose):
        for white in (True, False):
            men = LOOSE[white]
            if self.may_promote(white):
                if sum(loose[man] for man in men) > self.greatest(white):
                    return False
            elif any(loose[man] > self.most[man] for man in men):
                return False
        return True

    def _locks_hold(self, board):
        return all(board[square] != man
                   or board[square + FORWARD[is_white(man)]] == ("p" if man == "P" else "P")
                   for man, square in self.locks)

    # --- closed ---

    def possible_moves(self, man, start):
        """(square, is a capture by a pawn) for each move of such a man from there that is not
        impossible in all positions of the set."""
        white = is_white(man)
        kind = man.upper()
        if kind == "P":
            moves = self._pawn_moves(man, start, white)
        elif kind == "N":
            moves = ((end, False) for end in KNIGHT_STEPS[start])
        elif kind == "K":
            moves = ((end, False) for end in KING_STEPS[start] if not self.guarded(man, end))
        else:
            moves = ((end, False) for ray in RAYS_OF[kind][start] for end in self._until(ray))
        for end, takes in moves:
            there = self.fixed.get(end, EMPTY)
            if there not in SIDES[white] and there not in "Kk":
                yield end, takes

    def _until(self, ray):
        """The ray as far as the first fixed man, his square included."""
        for square in ray:
            yield square
            if square in self.fixed:
                return

    def _pawn_moves(self, man, start, white):
        forward = FORWARD[white]
        if start + forward not in self.fixed and (man, start) not in self.locks:
            yield start + forward, False
            if start // 8 == SECOND_RANK[white] and start + 2 * forward not in self.fixed:
                yield start + 2 * forward, False
        targets = self.prey[white] | self.passed[not white]
        for end in PAWN_ATTACKS[white][start]:
            if targets >> end & 1:
                yield end, True

    def guarded(self, king, square):
        """True if fixed men of the enemy attack the square whenever this king could step there."""
        enemy_is_white = not is_white(king)
        for origin, man in self.fixed.items():
            if is_white(man) != enemy_is_white or origin == square:
                continue
            kind = man.upper()
            if kind == "P":
                attacks = square in PAWN_ATTACKS[enemy_is_white][origin]
            elif kind == "N":
                attacks = square in KNIGHT_STEPS[origin]
            elif kind == "K":
                attacks = square in KING_STEPS[origin]
            else:
                attacks = self._always_sees(kind, origin, square, king)
            if attacks:
                return True
        return False

    def _always_sees(self, kind, origin, square, king):
        for ray in RAYS_OF[kind][origin]:
            if square in ray:
                between = mask_of(ray[:ray.index(square)])
                return not between & self.anybody_but[king]
        return False

    def faults(self):
        """(man, from, to, reason) for each possible move that leaves the set or breaks a lock."""
        for man in MEN:
            for start in squares_of(self.stand[man]):
                for end, takes in self.possible_moves(man, start):
                    reason = self._leaves(man, start, end) or self._unlocks(man, start, end, takes)
                    if reason:
                        yield man, start, end, reason

    def _leaves(self, man, start, end):
        if start in self.fixed:
            return "a fixed man moves"
        if end in self.fixed:
            return "a fixed man is taken"
        arrivals = man
        if man in "Pp" and end // 8 == LAST_RANK[is_white(man)]:
            arrivals = "NBRQ" if man == "P" else "nbrq"
        if not all(self.reach[arrival] >> end & 1 for arrival in arrivals):
            return "outside the reach"
        return None

    def _unlocks(self, man, start, end, takes):
        for pawn, square in self.locks:
            before = square + FORWARD[is_white(pawn)]
            if man == pawn and end == square:
                return "a pawn comes to the square of a lock"
            if is_white(man) == is_white(pawn) and end == before:
                return "the pawn before a lock can be taken"
            if man in "Pp" and man != pawn and start == before and takes:
                return "the pawn before a lock can take and go"
        return None

    # --- no mate ---

    def verify(self, winner_is_white):
        """Raises WallError unless the set is closed and none of it is a mate by the winner."""
        for man, start, end, reason in self.faults():
            raise WallError(f"{man}{NAMES[start]}-{NAMES[end]}: {reason}")
        mates = Mates(self, winner_is_white)
        loser, winner = ("k", "K") if winner_is_white else ("K", "k")
        for square in squares_of(self.stand[loser]):
            if not mates.everywhere >> square & 1:
                continue
            for king in squares_of(self.stand[winner] & ~KING_MASKS[square] & ~(1 << square)):
                if not mates.impossible(square, king):
                    raise WallError(f"king on {NAMES[square]}, the other on {NAMES[king]}: "
                                    "there may be a mate")


class Mates:
    """The squares that the winner's men may attack, and the count of flights, for one wall."""

    def __init__(self, wall, winner_is_white):
        self.wall = wall
        loser_king = "k" if winner_is_white else "K"
        # The loser's king shields nothing: after a move he is no longer there.
        self.blockers = frozenset(s for s, man in wall.fixed.items() if man != loser_king)
        self.loser_fixed = mask_of(s for s, man in wall.fixed.items()
                                   if man in SIDES[not winner_is_white])
        self.loser_loose = 0
        for man in LOOSE[not winner_is_white]:
            self.loser_loose |= wall.reach[man]
        self.loser_greatest = wall.greatest(not winner_is_white)
        self.promotes = wall.may_promote(winner_is_white)
        self.men = [(man, square, self._attacks(man, square)) for man in LOOSE[winner_is_white]
                    for square in squares_of(wall.stand[man])]
        self.everywhere = self._joined(self.men)

    def _attacks(self, man, square):
        kind = man.upper()
        if kind == "P":
            return mask_of(PAWN_ATTACKS[is_white(man)][square])
        if kind == "N":
            return mask_of(KNIGHT_STEPS[square])
        mask = 0
        for ray in RAYS_OF[kind][square]:
            for end in ray:
                mask |= 1 << end
                if end in self.blockers:
                    break
        return mask

    @staticmethod
    def _joined(men):
        mask = 0
        for _, _, attacks in men:
            mask |= attacks
        return mask

    def impossible(self, square, king):
        """True if no check to the loser's king on this square is mate, the winner's king being on
        that one."""
        if self._has_flight(square, king, self.everywhere):
            return True
        return all(self._is_single(man, origin)
                   and self._has_flight(square, king, self._with_one(man, origin))
                   for man, origin, attacks in self.men if attacks >> square & 1)

    def _is_single(self, man, origin):
        return origin not in self.wall.fixed and self.wall.most[man] == 1 and not self.promotes

    def _with_one(self, man, origin):
        """Attacked squares if the only loose man of its kind is there."""
        return self._joined(entry for entry in self.men
                            if entry[0] != man or entry[1] == origin or entry[1] in self.wall.fixed)

    def _has_flight(self, square, king, attacked):
        flights = KING_MASKS[square] & ~KING_MASKS[king] & ~self.loser_fixed & ~attacked
        blocked = min(self.loser_greatest, (flights & self.loser_loose).bit_count())
        return flights.bit_count() > blocked
