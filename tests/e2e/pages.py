"""Pages of docs/ whose commands are run unchanged, in the order of the page.

A block that is fenced as `console` has commands, each after "$ ", and below it their output. In
the output "..." stands for anything in a line, and a line "..." for any lines. The output of a
command without anything below it is ignored. After `console` there may be

    terminal=NAME  a separate terminal, whose command keeps running; without a command: its output
                   so far
    exit=N         the exit code of each command in the block; 0 without
    not-run        is shown but not run

A block with `file=NAME` is a file with this content. A comment from `<!-- run` to `-->` is a
block that readers need not see: the players' acts at the boards.
"""

import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import threading

import hall
from peers import PATIENCE

OPENING = re.compile(r"^(`{3,}|<!-- run\b)(.*)$")


def is_open(command):
    """Does it continue in the next line?"""
    try:
        shlex.split(command)
    except ValueError:  # a quote that is not closed, or a backslash at the end
        return True
    return False


class Block:
    """One fenced block of a page, or a hidden one."""

    def __init__(self, info, lines, line):
        words = info.split()
        self.language = words[0] if words else ""
        self.options = dict(word.partition("=")[::2] for word in words[1:])
        self.lines = lines
        self.line = line

    def commands(self):
        """(line, command, lines printed) of each."""
        found = []
        lines = iter(enumerate(self.lines, self.line + 1))
        for number, line in lines:
            if line.startswith("$ "):
                command = line[2:]
                while is_open(command):
                    command += "\n" + next(lines)[1]
                found.append((number, command, []))
            elif found:
                found[-1][2].append(line)
        return found


def blocks_of(text):
    lines = iter(enumerate(text.split("\n"), 1))
    for number, line in lines:
        opening = OPENING.match(line)
        if not opening:
            continue
        hidden = opening[1].startswith("<")
        end, inside = "-->" if hidden else opening[1], []
        for _, one in lines:
            if one == end:
                break
            inside.append(one)
        yield Block("console" * hidden + opening[2], inside, number)


def pattern_of(lines):
    """The output, as the page shows it."""
    parts = []
    for line in lines:
        if line == "...":
            parts.append(r"(?:.*\n)*?")
        else:
            parts.append(r"[^\n]*?".join(re.escape(p) for p in line.split("...")) + r"[ \t]*\n")
    return re.compile("".join(parts) + r"\n*")


class Terminal:
    """A program that keeps running, and its output."""

    def __init__(self, command, folder, environment, name):
        self.path = os.path.join(folder, f".{name}.terminal")
        self.seen = 0
        with open(self.path, "wb") as out:
            self.process = subprocess.Popen(["bash", "-c", f"{environment}\nexec {command}"],
                                            cwd=folder, stdout=out, stderr=out)

    def text(self):
        with open(self.path, encoding="utf-8") as file:
            return file.read()

    def shows(self, lines):
        """Waits until this has appeared, after the part shown before."""
        wanted = pattern_of(["...", *lines])

        def has_come():
            found = wanted.match(self.text(), self.seen)
            if not found and self.process.poll() is not None:
                raise AssertionError(f"ended with {self.process.returncode}:\n{self.text()}")
            self.seen = found.end() if found else self.seen
            return found

        try:
            hall.wait_until(has_come, "the terminal shows it")
        except AssertionError as fault:
            raise AssertionError(f"{fault}\n{self.text()}\nwanted\n" + "\n".join(lines)) from None

    def end(self):
        """Like Ctrl-C."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


class Shell:
    """The shell in which a page is played, with its own folder."""

    def __init__(self, folder):
        programs = os.path.join(folder, ".programs")
        os.mkdir(programs)
        for binary in (hall.clockd_binary(), hall.arbiterd_binary()):
            os.symlink(binary, os.path.join(programs, os.path.basename(binary)))
        tools = os.path.join(hall.ROOT, "tests", "tools")
        kept = {name: os.environ[name] for name in ("HOME", "TMPDIR") if name in os.environ}
        self.folder = folder
        self.process = subprocess.Popen(
            ["bash", "--norc", "--noprofile"], cwd=folder, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**kept, "PATH": f"{programs}:{os.environ['PATH']}", "TOOLS": tools,
                 "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"})
        self.number = 0

    def run(self, command):
        """The exit code, and the output on either stream."""
        self.number += 1
        mark = f"-- end of command {self.number}:"
        self.process.stdin.write(
            f"{{ {command}\n}} </dev/null\necho \"{mark} $?\"\n".encode())
        self.process.stdin.flush()
        watchdog = threading.Timer(PATIENCE, self.process.kill)
        watchdog.start()
        try:
            return self.read_to(mark)
        finally:
            watchdog.cancel()

    def read_to(self, mark):
        lines = []
        while True:
            line = self.process.stdout.readline().decode()
            if not line:
                raise AssertionError("the shell ended:\n" + "".join(lines))
            if mark in line:
                before, _, code = line.partition(mark)
                return int(code), "".join(lines) + (before + "\n" if before else "")
            lines.append(line)

    def exports(self):
        return self.run("export -p")[1]

    def end(self):
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.process.stdout.close()


class Page(hall.Hall):
    """A page of docs/, played from its top to its end. `clocks` and `office` are the folders of
    the daemons that it starts."""

    def __init__(self, name, folder, clocks="clocks", office="office"):
        super().__init__(folder)
        self.path = os.path.join(hall.ROOT, "docs", name)
        # A separate loopback address, so that the ports can be those of the page.
        address = ".".join(["127", *(str(random.randint(2, 250)) for _ in range(3))])
        with open(self.path, encoding="utf-8") as file:
            self.blocks = list(blocks_of(file.read().replace("127.0.0.1", address)))
        self.clocks, self.office = clocks, office
        self.shell = Shell(folder)
        self.terminals = {}

    def clock_db(self):
        return hall.open_db(os.path.join(self.folder, self.clocks, "clockd.db"))

    def office_db(self):
        return hall.open_db(os.path.join(self.folder, self.office, "arbiterd.db"))

    def play(self):
        for block in self.blocks:
            try:
                self.play_block(block)
            except AssertionError as fault:
                raise AssertionError(f"{self.path}:{block.line}: {fault}") from None

    def play_block(self, block):
        if "file" in block.options:
            path = os.path.join(self.folder, block.options["file"])
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join(block.lines) + "\n")
        elif block.language != "console" or "not-run" in block.options:
            return
        elif "terminal" in block.options:
            self.play_terminal(block)
        else:
            for line, command, printed in block.commands():
                self.play_command(line, command, printed, int(block.options.get("exit", 0)))

    def play_terminal(self, block):
        name = block.options["terminal"]
        printed = block.lines
        if block.lines[0].startswith("$ "):
            (_, command, printed), = block.commands()
            self.terminals[name] = Terminal(command, self.folder, self.shell.exports(), name)
        self.terminals[name].shows(printed)

    def play_command(self, line, command, printed, wanted):
        if len(self.terminals) > 1:
            self.settled()  # a person is never as fast as this
        code, said = self.shell.run(command)
        if code != wanted:
            raise AssertionError(f"line {line}: $ {command}\nended with {code}:\n{said}")
        if printed and not pattern_of(printed).fullmatch(said):
            raise AssertionError(f"line {line}: $ {command}\nprinted\n{said}\nand the page has\n" +
                                 "\n".join(printed))

    def end(self):
        """The exit codes of the terminals' programs, the last one first."""
        codes = {name: self.terminals[name].end() for name in reversed(self.terminals)}
        self.shell.end()
        return codes


class PageCase(hall.HallCase):
    """A test that plays a page."""

    note_logs = False

    def play(self, name, **folders):
        for tool in ("curl", "jq"):
            if not shutil.which(tool):
                self.skipTest(f"{tool} is not installed")
        page = Page(name, self.tmp, **folders)
        codes = {}
        try:
            page.play()
        finally:
            codes = page.end()
        self.assertEqual({name: codes[name] for name in ("clockd", "arbiterd")},
                         {"clockd": 0, "arbiterd": 0})
        return page
