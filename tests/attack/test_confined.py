#!/usr/bin/env python3
"""The rights that the running daemons have given up, read from the kernel: /proc and their log."""

import os
import re
import signal
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
import hall  # noqa: E402  pylint: disable=wrong-import-position


def status_of(daemon):
    with open(f"/proc/{daemon.process.pid}/status", encoding="ascii") as file:
        return dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)


def threads_of(daemon):
    folder = f"/proc/{daemon.process.pid}/task"
    for thread in os.listdir(folder):
        with open(f"{folder}/{thread}/status", encoding="ascii") as file:
            yield dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)


def said(daemon):
    found = re.search(r'msg="?confined"? (.*)', daemon.stderr())
    return dict(re.findall(r'(\w+)=("[^"]*"|\S+)', found.group(1)))


class Confined(hall.HallCase):
    note_logs = False

    def setUp(self):
        super().setUp()
        if hall.sanitized():
            self.skipTest("a sanitizer looks into its own process")

    def daemons(self, house):
        return [("clockd", house.clockd), ("arbiterd", house.arbiterd)]

    def test_no_thread_gains_rights_or_starts_programs(self):
        house = self.hall().start()
        for name, daemon in self.daemons(house):
            says = said(daemon)
            for thread in threads_of(daemon):
                with self.subTest(daemon=name, thread=thread["Name"]):
                    self.assertEqual(thread["NoNewPrivs"], "1")
                    if says["seccomp"] == "on":
                        self.assertEqual(thread["Seccomp"], "2")

    def test_neither_core_nor_debugger_sees_secrets(self):
        house = self.hall().start()
        for name, daemon in self.daemons(house):
            with self.subTest(daemon=name):
                self.assertEqual(said(daemon)["undumpable"], "on")
                # The files of a process that may not be dumped belong to root.
                self.assertEqual(os.stat(f"/proc/{daemon.process.pid}/environ").st_uid, 0)
                with open(f"/proc/{daemon.process.pid}/limits", encoding="ascii") as file:
                    core = re.search(r"Max core file size\s+(\S+)\s+(\S+)", file.read()).groups()
                self.assertEqual(core, ("0", "0"))

    def test_what_the_kernel_has_is_used(self):
        # If this test's own process can have the filter, so has the daemon.
        house = self.hall().start()
        kernel = tuple(int(n) for n in re.findall(r"\d+", os.uname().release)[:2])
        for name, daemon in self.daemons(house):
            with self.subTest(daemon=name):
                says = said(daemon)
                for fact in ("no_new_privileges", "undumpable", "no_core"):
                    self.assertEqual(says[fact], "on")
                if kernel >= (6, 3):
                    self.assertEqual(says["no_exec_gain"], "on")

    def test_files_elsewhere_are_out_of_reach(self):
        """The configuration is read again at SIGHUP; a link to a file elsewhere is not followed."""
        house = self.hall()
        own, other = os.path.join(self.tmp, "etc"), os.path.join(self.tmp, "other")
        for folder in (own, other):
            os.mkdir(folder)
        config, secret = os.path.join(own, "c.toml"), os.path.join(other, "c.toml")
        for path in (config, secret):
            with open(path, "w", encoding="ascii") as file:
                file.write("[log]\nlevel = \"info\"\n")
        house.clockd_options += ["--config", config]
        house.start_clockd()
        house.clockd.process.send_signal(signal.SIGHUP)
        hall.wait_until(lambda: "reloaded" in house.clockd.stderr(), "the first reload")
        if said(house.clockd)["landlock"].startswith('"off'):
            self.skipTest("no Landlock here")
        os.remove(config)
        os.symlink(secret, config)
        house.clockd.process.send_signal(signal.SIGHUP)
        hall.wait_until(lambda: "was not reloaded" in house.clockd.stderr(), "a refusal")

    def test_copies_are_made_wherever_they_shall_be(self):
        house = self.hall()
        backups, mirror = os.path.join(self.tmp, "b", "c"), os.path.join(self.tmp, "m", "n")
        house.office_options += ["--backup-to", backups, "--mirror", mirror]
        house.start()
        hall.wait_until(lambda: os.path.isdir(backups) and any(
            name.startswith("flagfall-backup-") for name in os.listdir(backups)), "a backup")
        hall.wait_until(lambda: os.path.exists(os.path.join(mirror, "arbiterd.db")), "a mirror")

    def test_debuggable_is_not_confined_and_says_so(self):
        house = self.hall()
        house.clockd_options += ["--debuggable"]
        house.start_clockd()
        self.assertIn("not confined", house.clockd.stderr())
        self.assertEqual(status_of(house.clockd)["Seccomp"], "0")


if __name__ == "__main__":
    hall.main()
