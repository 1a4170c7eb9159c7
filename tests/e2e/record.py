"""The record as the tests compare it: the content of arbiterd.db that is the same in each run.

Wall times, positions in the logs and the log's own name differ from run to run. Everything else of
two runs of the same games must be equal.
"""

import json
import os

from hall import open_db

TABLES = {
    "game": "game, event, round, board, white, black, time_control, variant, fen, profile, tags,"
            " status, result, white_points, black_points, reason, article, decided_by, plies,"
            " white_us, black_us, revision",
    "move": "game, ply, board, side, san, uci, written, completed_by, marks, elapsed_us,"
            " white_us, black_us, at_us",
    "ruling": "game, number, board, ply, by, article, about, text, evidence, at_us",
    "irregularity": "game, board, ply, side, kind, played, count",
    "penalty": "game, board, side, article, reason, to_opponent_us, taken_back_us,"
               " before_white_us, before_black_us, after_white_us, after_black_us",
    "claim": "game, board, ply, side, kind, move, correct, facts",
    "draw_offer": "game, board, ply, side, how, ended",
    "intervention": "game, board, ply, kind, by, article, reason, before_white_us,"
                    " before_black_us, after_white_us, after_black_us",
    "question": "game, board, article, about, text, evidence",
}

ORDERS = {"game": "game", "move": "game, ply", "ruling": "game, number"}  # the others have a pos


def rows(folder, table, columns=None, order=None, games="%"):
    with open_db(os.path.join(folder, "arbiterd.db")) as db:
        columns = columns or TABLES[table]
        order = order or ORDERS.get(table, "game, rowid")
        return db.execute(f"SELECT {columns} FROM {table} WHERE game LIKE ? ORDER BY {order}",
                          (games,)).fetchall()


def whole(folder, games="%"):
    """{table: rows} of everything that two runs have in common, for games with such ids."""
    return {table: rows(folder, table, games=games) for table in TABLES}


def differences(first, second, most=8):
    """The differences of two records, as lines for people; empty if they are the same."""
    found = []
    for table in first:
        if first[table] == second[table]:
            continue
        only_first = [r for r in first[table] if r not in second[table]]
        only_second = [r for r in second[table] if r not in first[table]]
        found.append(f"{table}: {len(only_first)} rows only in the first, "
                     f"{len(only_second)} only in the second")
        for mine, theirs in zip(only_first[:most], only_second[:most]):
            found += [f"  1: {mine}", f"  2: {theirs}"]
        if not only_first or not only_second:
            found += [f"  {r}" for r in (only_first or only_second)[:most]]
        if not only_first and not only_second:
            found.append("  the same rows in another order")
    return found


def events(folder, name="clockd.db"):
    """(pos, cmd_id, at_us, type, body) of a whole log."""
    with open_db(os.path.join(folder, name)) as db:
        return [(pos, cmd, at, kind, json.loads(body)) for pos, cmd, at, kind, body in db.execute(
            "SELECT pos, cmd_id, at_us, type, body FROM event ORDER BY pos")]


def by_command(folder):
    """{command id: positions} of clockd's log."""
    done = {}
    for pos, cmd, _, _, _ in events(folder):
        if cmd:
            done.setdefault(cmd, []).append(pos)
    return done
