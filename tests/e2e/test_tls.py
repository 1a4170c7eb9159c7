#!/usr/bin/env python3
"""`arbiterd tls`: OpenSSL's own program accepts the files that it makes for what they are."""

import argparse
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest

NAMES = ["--name", "hall.local", "--address", "192.168.1.10"]


class Tls(unittest.TestCase):
    program = ""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="flagfall-tls-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.data = os.path.join(self.folder, "data")

    def tls(self, *args):
        ran = subprocess.run([Tls.program, "tls", *args], capture_output=True, text=True,
                             check=False)
        return ran.returncode, ran.stdout, ran.stderr

    def made(self, *args):
        code, out, err = self.tls(*args, "--data", self.data)
        self.assertEqual((code, err), (0, ""))
        return out

    def path(self, name):
        return os.path.join(self.data, "tls", name)

    def read(self, name):
        with open(self.path(name), encoding="ascii") as file:
            return file.read()

    def openssl(self, *args):
        return subprocess.run(["openssl", *args], capture_output=True, text=True, check=True).stdout

    def test_init_makes_what_openssl_believes(self):
        out = self.made("init", *NAMES)
        for host in (["-verify_hostname", "hall.local"], ["-verify_hostname", "localhost"],
                     ["-verify_ip", "192.168.1.10"], ["-verify_ip", "127.0.0.1"]):
            self.assertIn("OK", self.openssl("verify", "-purpose", "sslserver", *host, "-CAfile",
                                             self.path("ca.pem"), self.path("server.pem")))
        printed = self.openssl("x509", "-in", self.path("ca.pem"), "-noout", "-fingerprint",
                               "-sha256").split("=")[1].strip()
        self.assertIn(printed, out)
        self.assertIn("/ca.pem", out)
        self.assertIn(printed, self.made("show"))
        key = self.openssl("pkey", "-in", self.path("server.key"), "-pubout")
        self.assertEqual(key, self.openssl("x509", "-in", self.path("server.pem"), "-noout",
                                           "-pubkey"))

    def test_keys_are_for_their_owner_only(self):
        self.made("init", *NAMES)
        for name in ("ca.key", "server.key"):
            self.assertEqual(stat.S_IMODE(os.stat(self.path(name)).st_mode), 0o600)
        self.assertEqual(sorted(os.listdir(self.data)), ["tls"])
        self.assertEqual(sorted(os.listdir(self.path(""))),
                         ["ca.key", "ca.pem", "server.key", "server.pem"])

    def test_init_replaces_nothing(self):
        self.made("init", *NAMES)
        before = self.read("ca.key")
        code, _, err = self.tls("init", "--data", self.data, *NAMES)
        self.assertEqual(code, 73)
        self.assertIn("arbiterd tls renew", err)
        self.assertEqual(self.read("ca.key"), before)

    def test_renew_keeps_the_key_the_names_and_the_authority(self):
        self.made("init", *NAMES)
        before = {name: self.read(name) for name in os.listdir(self.path(""))}
        self.assertIn("hall.local", self.made("renew", "--days", "100"))
        for name, text in before.items():
            (self.assertNotEqual if name == "server.pem" else self.assertEqual)(
                self.read(name), text, name)
        self.assertRegex(self.made("show"), r"\((99|100) days from today\)")
        self.assertIn("tv.local", self.made("renew", "--name", "tv.local"))
        self.openssl("verify", "-verify_hostname", "tv.local", "-CAfile", self.path("ca.pem"),
                     self.path("server.pem"))

    def test_an_authority_is_for_its_hall(self):
        self.made("init", *NAMES)
        before = self.read("server.pem")
        code, _, err = self.tls("renew", "--data", self.data, "--name", "www.example.org")
        self.assertEqual(code, 65)
        self.assertIn("may not sign", err)
        self.assertEqual(self.read("server.pem"), before)

    def test_what_is_not_understood(self):
        for args, why in ((["init", "--data", self.data], "--name hall.local"),
                          (["init", *NAMES], "--data DIR"),
                          (["init", "--data", self.data, "--name", "a b"], "not a host name"),
                          (["init", "--data", self.data, *NAMES, "--days", "398"], "from 1 to 396"),
                          (["init", "--data"], "needs a value"),
                          (["repair", "--data", self.data], "unknown command repair"),
                          ([], "init, renew, show")):
            code, out, err = self.tls(*args)
            self.assertEqual((code, out), (2, ""), args)
            self.assertIn(why, err)
            self.assertFalse(os.path.exists(self.path("")))
        self.assertEqual(self.tls("show", "--data", self.data)[0], 73)
        self.assertEqual(self.tls("--help")[0], 0)
        options = set(re.findall(r"--[a-z]+", self.tls("--help")[1]))
        self.assertEqual(options, {"--data", "--name", "--address", "--days"})


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    known, rest = parser.parse_known_args()
    Tls.program = known.program
    unittest.main(argv=[sys.argv[0], *rest])
