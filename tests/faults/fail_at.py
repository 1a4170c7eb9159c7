"""The test's side of fail_at.cpp: selects the calls that fail in a running process."""

import errno
import mmap
import os
import re
import struct
import subprocess

# Control of fail_at.cpp: calls, fired, at, waits, mode, error, names, first.
LAYOUT = struct.Struct("=QQQQii400s40s")
CALLS, FIRED, AT, WAITS = 0, 8, 16, 24
MODE, ERROR, NAMES, FIRST = 32, 36, 40, 440

ONCE, FROM = 0, 1
SHORT = 0  # in place of an errno: a single byte is transferred


def error_name(number):
    return errno.errorcode.get(number, "short")


def library(build):
    return os.path.join(build, "tests", "faults", "libfail_at.so")


def preload(build, binary):
    """The run-time library of a sanitizer must be the first."""
    told = subprocess.run(["ldd", binary], capture_output=True, text=True, check=True).stdout
    first = re.findall(r"=> (\S*/lib[at]san\.so\S*)", told)
    return " ".join(first + [library(build)])


class FailAt:
    """The faults of one process. `environment` starts it with them."""

    def __init__(self, path, build, binary, folder):
        with open(path, "wb") as file:
            file.write(bytes(LAYOUT.size))
        self._file = open(path, "r+b")
        self._memory = mmap.mmap(self._file.fileno(), LAYOUT.size)
        self.environment = {"LD_PRELOAD": preload_of(build, binary), "FLAGFALL_FAIL_AT": path,
                            "FLAGFALL_FAIL_FOLDER": folder}

    def arm(self, names, at, mode=ONCE, error=errno.EIO):
        """From now on the `at`-th of these calls fails; the count restarts."""
        self.disarm()
        self._write(NAMES, (" " + " ".join(names) + " ").encode().ljust(400, b"\0"))
        self._write(FIRST, bytes(40))
        self._write(MODE, struct.pack("=ii", mode, error))
        for place in (CALLS, FIRED, WAITS):
            self._write(place, bytes(8))
        self._write(AT, struct.pack("=Q", at))

    def disarm(self):
        self._write(AT, bytes(8))

    def _write(self, place, data):
        self._memory[place:place + len(data)] = data

    def _number(self, place):
        return struct.unpack_from("=Q", self._memory, place)[0]

    @property
    def calls(self):
        return self._number(CALLS)

    @property
    def fired(self):
        return self._number(FIRED)

    @property
    def waits(self):
        return self._number(WAITS)

    @property
    def first(self):
        return self._memory[FIRST:FIRST + 40].rstrip(b"\0").decode()

    def close(self):
        self._memory.close()
        self._file.close()


_preloads = {}


def preload_of(build, binary):
    if binary not in _preloads:
        _preloads[binary] = preload(build, binary)
    return _preloads[binary]
