#!/usr/bin/env python3
"""The API's own document, GET /openapi.json, with other people's tools: a linter, a
generator of TypeScript clients, the TypeScript compiler; and a round played with that client.

The npm packages go below the build folder, and again only if package-lock.json changes; only
then is the network needed. To move to newer versions: change package.json, then in
its folder `npm install --package-lock-only`, and delete the "funding" entries of the lock file,
which name hosts.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests", "e2e"))

import hall  # pylint: disable=wrong-import-position

WORK = os.path.join(ROOT, "build", "web")
STAMP = os.path.join(WORK, "node_modules", ".flagfall")
SOURCES = ("package.json", "package-lock.json", ".npmrc", "tsconfig.json", "redocly.yaml",
           "lint.mjs", "round.ts")
# npm's message when there is no network; any other message is a failure.
OFFLINE = ("ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "ENETUNREACH",
           "EHOSTUNREACH", "ERR_SOCKET_TIMEOUT", "E502", "E503", "E504")


def run(*argv, **environment):
    return subprocess.run(argv, cwd=WORK, env={**os.environ, **environment}, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300,
                          check=False)


def tool(name):
    return os.path.join(WORK, "node_modules", ".bin", name)


class Web(hall.HallCase):
    note_logs = False

    def setUp(self):
        for command in ("node", "npm"):
            if shutil.which(command) is None:
                self.skip(f"there is no {command} here (Debian: apt-get install {command}"
                          f"{'js' if command == 'node' else ''})")
        os.makedirs(WORK, exist_ok=True)
        lock = open(os.path.join(WORK, "lock"), "w", encoding="ascii")
        self.addCleanup(lock.close)
        fcntl.flock(lock, fcntl.LOCK_EX)  # another preset's tests use the same folder
        for name in SOURCES:
            shutil.copy(os.path.join(HERE, name), WORK)
        self.install()
        super().setUp()

    def skip(self, reason):
        print("skipped:", reason)
        self.skipTest(reason)

    def install(self):
        with open(os.path.join(WORK, "package-lock.json"), "rb") as file:
            wanted = hashlib.sha256(file.read()).hexdigest()
        if os.path.exists(STAMP):
            with open(STAMP, encoding="ascii") as file:
                if file.read() == wanted:
                    return
        done = run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
        if done.returncode != 0 and any(word in done.stdout for word in OFFLINE):
            self.skip("npm cannot reach its registry, and nothing is installed yet")
        self.assertEqual(done.returncode, 0, done.stdout)
        with open(STAMP, "w", encoding="ascii") as file:
            file.write(wanted)

    def does(self, *argv, **environment):
        """The output of a command that must succeed."""
        done = run(*argv, **environment)
        self.assertEqual(done.returncode, 0, f"{' '.join(argv)}\n{done.stdout}\n"
                                             f"{self.all_errors()}")
        return done.stdout

    def test_other_peoples_tools(self):
        house = self.hall(time_mode="real").start()
        hall.wait_until(lambda: house.get("/readyz").status == 200, "arbiterd is ready")
        document = os.path.join(WORK, "openapi.json")
        with open(document, "w", encoding="utf-8") as file:
            file.write(house.get("/openapi.json").body)

        self.assertIn("0 errors, 0 warnings", self.does("node", "lint.mjs", document))
        self.does(tool("openapi-typescript"), document, "--output", "api.ts")
        self.does(tool("tsc"), "--project", ".")
        said = self.does("node", os.path.join("js", "round.js"),
                         FLAGFALL_URL=f"http://127.0.0.1:{house.http_port}",
                         FLAGFALL_TOKEN=house.owner_token())
        self.assertRegex(said, r"two rounds were played; [1-9]\d* changes were followed")


if __name__ == "__main__":
    hall.main()
