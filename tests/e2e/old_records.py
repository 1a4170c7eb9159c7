"""The sample records of earlier versions (tests/data/records), and what a version shows of them."""

import gzip
import json
import os
import shutil

import hall

RECORDS = os.path.join(hall.DATA, "records")
LOGS = ("arbiterd.db", "clockd.db")
KEYS = ("arbiterd.db.key", "clockd.db.key", "hall.key")


def versions():
    return sorted(os.listdir(RECORDS))


def unpack(record, folder):
    """The data folder as that version left it, without files that are not part of the record."""
    os.chmod(folder, 0o700)
    for name in LOGS:
        with gzip.open(os.path.join(record, name + ".gz")) as packed, \
                open(os.path.join(folder, name), "wb") as file:
            shutil.copyfileobj(packed, file)
    for name in KEYS:
        shutil.copyfile(os.path.join(record, name), os.path.join(folder, name))
    for name in LOGS + KEYS:
        os.chmod(os.path.join(folder, name), 0o600)


def missing_types(folder):
    """The types of events that the schemas have and the record lacks."""
    missing = []
    for log, schemas in (("clockd.db", "clockd"), ("arbiterd.db", "arbiterd")):
        known = {name.removesuffix(".json") for name in
                 os.listdir(os.path.join(hall.ROOT, "schemas", schemas, "event"))}
        with hall.open_db(os.path.join(folder, log)) as db:
            known -= {row[0] for row in db.execute("SELECT DISTINCT type FROM event")}
        missing += sorted(known)
    return missing


def served(folder):
    """The results of every round, from the API of daemons that continue the record."""
    house = hall.Hall(folder)
    house.start()
    try:
        house.settled()
        said = {}
        for event in house.get("/api/v1/events").json()["events"]:
            for one in event["rounds"]:
                answer = house.get(one["results"])
                said[one["results"]] = answer.json() if answer.status == 200 else answer.status
        return said
    finally:
        house.stop()


def said_of(folder):
    """{name of a file: its content}: the data to compare. The folder is changed by it."""
    rulings = hall.arbiterd_says("export", "rulings", folder).splitlines()
    return {"games.pgn": hall.arbiterd_says("export", "pgn", folder),
            "rulings.json": [json.loads(line) for line in rulings],
            "results.json": served(folder)}


def text_of(said):
    return said if isinstance(said, str) else json.dumps(said, indent=1, sort_keys=True) + "\n"


def lost(before, now, at=""):
    """The parts that the present version no longer shows; it may show more."""
    if isinstance(before, dict) and isinstance(now, dict):
        return [found for key, value in before.items()
                for found in (lost(value, now[key], f"{at}/{key}") if key in now
                              else [f"{at}/{key}"])]
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        return [found for i, value in enumerate(before)
                for found in lost(value, now[i], f"{at}/{i}")]
    if isinstance(before, str) and before.startswith("[Event "):
        return [f"{at}: {game!r}" for game in games_of(before) if game not in games_of(now)]
    return [] if before == now else [f"{at}: {before!r}, now {now!r}"]


def games_of(pgn):
    return ["[Event " + game for game in pgn.split("[Event ")[1:]]
