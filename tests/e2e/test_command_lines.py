"""Help, manual pages, completion and the configuration of both programs, with the real binaries
and the real readers of their output."""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unittest

PROGRAMS = {}  # "arbiterd": its path


def run(argv, text=None, env=None, cwd=None):
    done = subprocess.run(argv, input=text, capture_output=True, text=True, check=False, cwd=cwd,
                          env={**os.environ, **env} if env else None, timeout=60)
    return done.returncode, done.stdout, done.stderr


def tell(name, *args, **options):
    return run([PROGRAMS[name], *args], **options)


def commands_of(name):
    """The commands that the program's help lists."""
    code, out, _ = tell(name, "--help")
    assert code == 0
    lines = [line.split() for line in out.splitlines() if line.startswith(f"  {name} ")]
    return [words[1] for words in lines if not words[1].startswith("--")]


class Help(unittest.TestCase):
    def test_every_command_has_help_and_a_manual_page(self):
        for name in PROGRAMS:
            self.assertIn("serve", commands_of(name))
            for command in commands_of(name):
                with self.subTest(program=name, command=command):
                    code, out, err = tell(name, command, "--help")
                    self.assertEqual((code, err), (0, ""))
                    self.assertTrue(out.startswith(f"{name} {command}"), out[:80])
                    code, out, err = tell(name, "man", command)
                    self.assertEqual((code, err), (0, ""))
                    self.assertIn("\n.SH NAME\n", out)
                    self.assertIn("\n.SH EXIT STATUS\n", out)

    def test_the_innermost_command_is_named(self):
        _, out, _ = tell("arbiterd", "desk", "penalise", "--help")
        self.assertTrue(out.startswith("arbiterd desk penalise [GAME] SIDE KIND"))
        self.assertIn("--by NAME", out)  # every act accepts it

    def test_what_is_not_understood(self):
        for args in ((), ("fly",), ("man", "fly"), ("completion", "tcsh"), ("completion",),
                     ("serve", "--fly"), ("serve",), ("serve", "--data", "x", "word")):
            for name in PROGRAMS:
                code, out, err = tell(name, *args)
                self.assertEqual((code, out), (2, ""), (name, args))
                self.assertIn("--help", err)

    def test_version(self):
        for name in PROGRAMS:
            self.assertRegex(tell(name, "--version")[1], rf"^{name} \d+\.\d+\.\d+\n$")

    def test_real_readers_find_no_fault_with_the_pages(self):
        checks = {"groff": ["groff", "-man", "-Tutf8", "-ww", "-z"],
                  "mandoc": ["mandoc", "-Tlint", "-Wwarning"]}
        found = [name for name in checks if shutil.which(name)]
        for reader in found:
            for name in PROGRAMS:
                for page in [[], *([c] for c in commands_of(name))]:
                    _, roff, _ = tell(name, "man", *page)
                    _, out, err = run(checks[reader], text=roff)
                    faults = [line for line in (out + err).splitlines()
                              if line and "missing date" not in line]
                    self.assertEqual(faults, [], (reader, name, page))
        if not found:
            self.skipTest("neither groff nor mandoc is installed")


class Completion(unittest.TestCase):
    def complete(self, name, *words):
        """What bash would offer for the last word."""
        line = " ".join(f"'{word}'" for word in (name, *words))
        script = (f'source <("{PROGRAMS[name]}" completion bash) || exit 9\n'
                  f"COMP_WORDS=({line}); COMP_CWORD={len(words)}\n_{name}\n"
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        code, out, err = run(["bash", "-c", script])
        self.assertEqual((code, err), (0, ""))
        return out.split()

    def test_bash_completes(self):
        self.assertEqual(self.complete("arbiterd", "ser"), ["serve"])
        self.assertEqual(self.complete("clockd", "serve", "--ti"), ["--time"])
        self.assertEqual(self.complete("clockd", "serve", "--time", ""), ["real", "virtual"])
        self.assertEqual(self.complete("clockd", "serve", "--time", "v"), ["virtual"])
        self.assertEqual(self.complete("clockd", "serve", "--port", ""), [])
        self.assertEqual(self.complete("arbiterd", "desk", "pena"), ["penalise"])
        self.assertEqual(self.complete("arbiterd", "desk", "penalise", "g", "--sc"), ["--score"])
        self.assertEqual(self.complete("arbiterd", "completion", ""),
                         ["bash", "zsh", "fish", "--help"])
        for name in PROGRAMS:
            offered = self.complete(name, "")
            for command in commands_of(name):
                self.assertIn(command, offered)

    def test_bash_completes_files_and_folders(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "hall"))
            with open(os.path.join(folder, "hall.toml"), "w", encoding="ascii"):
                pass
            word = os.path.join(folder, "ha")
            self.assertEqual(self.complete("clockd", "serve", "--data", word), [word + "ll"])
            self.assertEqual(sorted(self.complete("clockd", "serve", "--config", word)),
                             [word + "ll", word + "ll.toml"])
            self.assertEqual(self.complete("arbiterd", "verify", word + "ll."),
                             [word + "ll.toml"])

    def test_the_other_shells_read_their_scripts(self):
        readers = {"zsh": ["zsh", "-n"], "fish": ["fish", "--no-execute"]}
        missing = []
        for shell, argv in readers.items():
            for name in PROGRAMS:
                code, script, _ = tell(name, "completion", shell)
                self.assertEqual(code, 0)
                self.assertIn("serve", script)
                if not shutil.which(shell):
                    missing.append(shell)
                    continue
                with tempfile.NamedTemporaryFile("w", suffix="." + shell) as file:
                    file.write(script)
                    file.flush()
                    self.assertEqual(run([*argv, file.name])[0::2], (0, ""), (shell, name))
        if missing:
            print("not read, for want of the shell:", *sorted(set(missing)))


class Configuration(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="flagfall-config-")
        self.addCleanup(shutil.rmtree, self.folder)

    def file(self, text, name="hall.toml"):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def test_the_values_in_force(self):
        path = self.file("data = '/srv/a \"b\" é'\n[http]\nport = 81\nhost = '::1'\n")
        code, out, err = tell("arbiterd", "serve", "--config", path, "--clockd", "c:1",
                              "--print-config", env={"ARBITERD_PORT": "82"})
        self.assertEqual((code, err), (0, ""))
        values = tomllib.loads(out)
        self.assertEqual(values["data"], '/srv/a "b" é')
        self.assertEqual((values["http"]["port"], values["http"]["host"]), (82, "::1"))
        self.assertEqual(values["clockd"], "c:1")
        self.assertEqual(values["log"], {"format": "text", "level": "info"})
        self.assertIn("port = 82  # ARBITERD_PORT", out)
        self.assertIn(f"# {path}:1:8", out)
        self.assertIn('clockd = "c:1"  # --clockd', out)
        again = self.file(out, "again.toml")
        self.assertEqual(tomllib.loads(tell("arbiterd", "serve", "--config", again,
                                            "--print-config")[1]), values)

    def test_check_config(self):
        path = self.file("data = 'x'\n")
        for name in PROGRAMS:
            self.assertEqual(tell(name, "serve", "--config", path, "--check-config"), (0, "", ""))
        path = self.file("[http]\nport = '80'\n[log]\nlevel = 'loud'\ncolour = 1\n")
        code, out, err = tell("arbiterd", "serve", "--config", path, "--check-config")
        self.assertEqual((code, out), (78, ""))
        for place, what in (("2:8", "http.port: expected an integer, found a string"),
                            ("4:9", "log.level: expected debug, info, warn or error"),
                            ("5:1", "there is no key log.colour")):
            self.assertIn(f"{path}:{place}: {what}", err)
        self.assertEqual(os.listdir(self.folder), ["hall.toml"])

    def test_check_config_refuses_what_a_start_refuses(self):
        """With the same words: a unit of systemd checks before it starts."""
        data = os.path.join(self.folder, "data")
        lines = [f"data = '{data}'\n", "lines = ['/dev/null']\n"]
        boards = ("clockd", "boards", "--config")
        path = self.file("".join(lines) + "boards = ['42=1', '10234=2,white=left']\n")
        self.assertEqual(tell(*boards, path, "--check-config"), (0, "", ""))
        cases = [(*boards, self.file("".join(lines) + f"boards = [{places}]\n", f"{n}.toml"))
                 for n, places in enumerate(("'abc=1'", "'1=0'", "'1=1', '1=2'", "'1=1', '2=1'"))]
        cases += [(*boards, self.file(lines[0], "none.toml")),
                  (*boards, self.file(lines[1], "nowhere.toml")),
                  (*boards, path, "--connect", "nowhere:x"),
                  ("clockd", "serve", "--data", data, "--host", "0.0.0.0", "--open-hall"),
                  ("clockd", "serve", "--data", data, "--web", "nowhere"),
                  ("clockd", "serve", "--data", data, "--accept-gap", "nobody"),
                  ("arbiterd", "serve", "--data", data, "--clockd", "nowhere"),
                  ("arbiterd", "serve", "--data", data, "--host", "0.0.0.0"),
                  ("arbiterd", "serve", "--data", data, "--security-contact", "x"),
                  ("arbiterd", "serve", "--data", data, "--accept-gap", "nobody")]
        for words in cases:
            with self.subTest(words=words):
                started, out, why = tell(*words)
                self.assertEqual((started, out), (2, ""), why)
                checked, out, said = tell(*words, "--check-config")
                self.assertEqual((checked, out), (78, ""))
                self.assertEqual(said, why.split("Try: ")[0])
        self.assertFalse(os.path.exists(data))

    def test_a_wrong_configuration_does_not_start(self):
        for name in PROGRAMS:
            data = os.path.join(self.folder, "data")
            path = self.file(f"data = '{data}'\nfly = true\n")
            code, out, err = tell(name, "serve", "--config", path)
            self.assertEqual((code, out), (78, ""))
            self.assertIn(f"{path}:2:1: there is no key fly", err)
            self.assertFalse(os.path.exists(data))
        code, _, err = tell("clockd", "serve", "--data", "x", "--check-config",
                            env={"CLOCKD_PORT": "many"})
        self.assertEqual(code, 78)
        self.assertIn("CLOCKD_PORT", err)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arbiterd", required=True)
    parser.add_argument("--clockd", required=True)
    options, rest = parser.parse_known_args()
    PROGRAMS.update({"arbiterd": options.arbiterd, "clockd": options.clockd})
    unittest.main(argv=[sys.argv[0], *rest], verbosity=1)


if __name__ == "__main__":
    main()
