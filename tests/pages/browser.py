"""A real browser for tests of the pages: Debian's Chromium, driven by playwright-core in Node."""

import fcntl
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
WEB = os.path.join(ROOT, "common", "web")
MODULES = os.path.join(WEB, "node_modules")
STAMP = os.path.join(MODULES, ".flagfall")
LOCK = os.path.join(ROOT, "build", "pages.lock")
sys.path.insert(0, os.path.join(ROOT, "tests", "e2e"))

import hall  # pylint: disable=wrong-import-position

CHROMIUM = os.environ.get("FLAGFALL_CHROMIUM") or shutil.which("chromium") or ""
LEFT_EARLY = "WebSocket is closed before the connection is established."
PATIENCE_MS = 60_000  # on a busy machine, too
# What npm says when there is no network; anything else that it says is a failure.
OFFLINE = ("ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "ENETUNREACH",
           "EHOSTUNREACH", "ERR_SOCKET_TIMEOUT", "E502", "E503", "E504")


def why_not(browser=True):
    """Why pages cannot be built or shown here; None if they can. Installs the packages from npm."""
    for command in ("node", "npm"):
        if shutil.which(command) is None:
            return f"there is no {command} here (Debian: nodejs, npm)"
    if browser and not CHROMIUM:
        return "there is no chromium here (Debian: chromium)"
    return install()


def install():
    """The packages of the lock file, once. The reason, if npm has no network; None if installed."""
    path = os.path.join(WEB, "package-lock.json")
    with open(path, "rb") as file:
        content = file.read()
    wanted = hashlib.sha256(content).hexdigest()
    os.makedirs(os.path.dirname(LOCK), exist_ok=True)
    with open(LOCK, "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # other tests may run this at the same time
        if os.path.exists(STAMP):
            with open(STAMP, encoding="ascii") as file:
                if file.read() == wanted:
                    return None
        # Not `npm ci`: this also requires packages for other systems, which may be unavailable.
        done = subprocess.run(["npm", "install", "--no-save", "--ignore-scripts", "--no-audit",
                               "--no-fund"], cwd=WEB, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=300, check=False)
        if done.returncode != 0 and any(word in done.stdout for word in OFFLINE):
            return "npm cannot reach its registry, and nothing is installed yet"
        if done.returncode != 0:
            raise AssertionError(done.stdout)
        with open(path, "rb") as file:
            if file.read() != content:
                raise AssertionError("npm has changed package-lock.json: make it again")
        with open(STAMP, "w", encoding="ascii") as file:
            file.write(wanted)
    return None


class Failed(AssertionError):
    """The browser could not do it."""


class Browser:
    """One Chromium, started with these arguments, and without the driver's own arguments in
    `ignored`; each page has a separate context, as on another device."""

    def __init__(self, *args, ignored=()):
        environment = {**os.environ, "FLAGFALL_ARGS": json.dumps(args),
                       "FLAGFALL_IGNORED": json.dumps(ignored),
                       "FLAGFALL_NODE_MODULES": MODULES, "FLAGFALL_CHROMIUM": CHROMIUM}
        self.process = subprocess.Popen(  # pylint: disable=consider-using-with
            ["node", os.path.join(HERE, "driver.mjs")], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=sys.stderr, text=True, env=environment,
            start_new_session=True)
        self.calls = 0
        self.pages = 0

    def call(self, on, name, call, *args):
        self.calls += 1
        line = json.dumps({"id": self.calls, "on": on, "name": name, "call": call,
                           "args": list(args)})
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise Failed("the browser's driver has ended")
        answer = json.loads(answer)
        if "error" in answer:
            raise Failed(f"{call} {args}: {answer['error']}")
        return answer["value"]

    def open(self, base, **options):
        """A new page; options as in playwright's newContext()."""
        self.pages += 1
        name = f"page{self.pages}"
        self.call("here", name, "open", name, {"viewport": {"width": 1440, "height": 900},
                                               "locale": "en-GB", "baseURL": base, **options})
        return Page(self, name)

    def beside(self, page):
        """Another tab of the same device."""
        self.pages += 1
        name = f"page{self.pages}"
        self.call("here", name, "beside", name, page.name)
        return Page(self, name)

    def close(self):
        """Ends the browser; one that does not go in time has shown all that was asked of it."""
        self.process.stdin.close()
        try:
            self.process.wait(PATIENCE_MS / 1000)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self.process.stdout.close()


class Page:
    def __init__(self, browser, name):
        self.browser = browser
        self.name = name
        self.do("setDefaultTimeout", PATIENCE_MS)

    def do(self, call, *args, on="page"):
        return self.browser.call(on, self.name, call, *args)

    def goto(self, path):
        self.do("goto", path)

    def click(self, selector):
        """Like a person, who first sees what has moved: taps before are ignored (lib/still.ts)."""
        self.wait_for(".strip.moved", "detached")
        self.do("click", selector)

    def fill(self, selector, text):
        self.do("fill", selector, text)

    def press(self, key):
        """A letter acts only while the page is connected; like a person, this waits for it."""
        if len(key) == 1 and key.isalpha():
            self.until("!document.querySelector('.stale')")
        self.do("press", key, on="keyboard")

    def wait_for(self, selector, state="visible"):
        self.do("waitForSelector", selector, {"state": state})

    def js(self, expression):
        """The value of an expression in the page."""
        return self.do("evaluate", expression)

    def until(self, expression):
        """Waits until an expression is true in the page. Asked from outside: its policy does not
        let text become a program in it."""
        hall.wait_until(lambda: self.js(expression), f"{expression} in the page")

    def text(self, selector):
        return self.do("innerText", selector)

    def texts(self, selector):
        found = json.dumps(selector)
        return self.js(f"[...document.querySelectorAll({found})].map((e) => e.innerText)")

    def count(self, selector):
        return self.js(f"document.querySelectorAll({json.dumps(selector)}).length")

    def picture(self, path):
        """Its screen, as WebP."""
        self.browser.call("here", self.name, "picture", self.name, path)

    def refuse(self, pattern, answer=None):
        """Requests that match get this answer, as in playwright's route.fulfill(), or none."""
        self.browser.call("here", self.name, "refuse", self.name, pattern, answer)

    def hold(self, pattern):
        """Requests that match wait until allow()."""
        self.browser.call("here", self.name, "hold", self.name, pattern)

    def wait_refused(self):
        """Until a request was refused or held, and the page has drawn the result."""
        hall.wait_until(lambda: self.browser.call("here", self.name, "refused", self.name) > 0,
                        "a request that is refused")
        self.js("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 50)))")

    def allow(self):
        self.browser.call("here", self.name, "allow", self.name)

    def offline(self, yes):
        self.do("setOffline", yes, on="context")

    def slow(self, times):
        """A processor that is slower by this factor."""
        self.do("send", "Emulation.setCPUThrottlingRate", {"rate": times}, on="cdp")

    def record(self, path):
        """Begins a trace, which recorded() writes to this file."""
        self.browser.call("here", self.name, "record", self.name, path)

    def recorded(self):
        self.browser.call("here", self.name, "recorded")

    def log_in(self, name, password, to="/"):
        self.goto(f"/login?to={urllib.parse.quote(to)}")
        self.fill("[name=name]", name)
        self.fill("[name=password]", password)
        self.click("button[type=submit]")
        self.wait_for("[name=password]", "detached")

    def said(self):
        """Its complaints since the last call, but for the browser's own that a page was left while
        its socket was being opened: a test goes on faster than a person."""
        return [text for text in self.browser.call("here", self.name, "said", self.name)
                if not text.endswith(LEFT_EARLY)]

    def talked(self):
        """Everything on its console since the last call."""
        return self.browser.call("here", self.name, "talked", self.name)

    def asked(self):
        """The addresses of its requests since the last call."""
        return self.browser.call("here", self.name, "asked", self.name)

    def faults(self, dark=False):
        """The faults that axe finds in it."""
        self.do("emulateMedia", {"colorScheme": "dark" if dark else "light"})
        with open(os.path.join(MODULES, "axe-core", "axe.min.js"), encoding="utf-8") as file:
            self.browser.call("here", self.name, "script", self.name, file.read())
        tags = json.dumps(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
        return self.js(f"axe.run({{runOnly: {tags}}}).then((found) => found.violations.map((one) =>"
                       " `${one.id}: ${one.nodes.map((node) => node.html).join(' ')}`))")

    def close(self):
        self.browser.call("here", self.name, "close", self.name)
