#!/usr/bin/env python3
"""Records of earlier versions stay readable: the tables of each sample in tests/data/records are
derived again, its signatures hold, and its outputs are as they were when it was made, also when
daemons continue with it."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest

import hall
import old_records


class OldRecords(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="flagfall-old-record-")
        self.addCleanup(shutil.rmtree, self.folder, True)

    def unpacked(self, version):
        """The sample of this version in a separate folder, with the tables of the present one."""
        folder = os.path.join(self.folder, version)
        os.mkdir(folder)
        old_records.unpack(os.path.join(old_records.RECORDS, version), folder)
        self.ends(0, hall.arbiterd_binary(), "rebuild", folder)
        return folder

    def ends(self, code, *command):
        done = subprocess.run(command, capture_output=True, text=True, timeout=hall.PATIENCE,
                              check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def test_they_are_as_they_were_signed(self):
        for version in old_records.versions():
            with self.subTest(version=version):
                folder = self.unpacked(version)
                self.assertIn("unchanged", self.ends(0, hall.arbiterd_binary(), "verify", folder))
                self.assertIn("unchanged", self.ends(0, hall.clockd_binary(), "verify", folder))

    def test_they_say_what_they_said(self):
        for version in old_records.versions():
            with self.subTest(version=version):
                for name, said in old_records.said_of(self.unpacked(version)).items():
                    path = os.path.join(old_records.RECORDS, version, name)
                    with open(path, encoding="utf-8") as file:
                        before = file.read()
                    if name.endswith(".json"):
                        before = json.loads(before)
                    self.assertEqual(old_records.lost(before, said), [], name)

    def test_their_reports_are_written(self):
        for version in old_records.versions():
            with self.subTest(version=version):
                report = self.ends(0, hall.arbiterd_binary(), "export", "report",
                                   self.unpacked(version))
                self.assertIn("7.5.5", report)

    def test_the_present_version_has_one(self):
        version = self.ends(0, hall.arbiterd_binary(), "--version").split()[1]
        self.assertIn(version, old_records.versions())


class Lost(unittest.TestCase):
    """The comparison itself detects missing and different parts."""

    def test_what_is_lost(self):
        self.assertEqual(old_records.lost({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2, "c": 3}]}), [])
        self.assertEqual(old_records.lost({"a": 1, "b": 2}, {"a": 1}), ["/b"])
        self.assertEqual(old_records.lost([1, 2], [1]), [": [1, 2], now [1]"])
        self.assertEqual(old_records.lost({"a": {"b": "x"}}, {"a": {"b": "y"}}),
                         ["/a/b: 'x', now 'y'"])


if __name__ == "__main__":
    hall.main()
