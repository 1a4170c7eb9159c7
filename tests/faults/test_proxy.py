#!/usr/bin/env python3
"""The fault proxy itself: its promise for each fault."""

import os
import shutil
import socket
import tempfile
import threading
import unittest

import scene
from torture import FaultProxy

# pylint: disable=wrong-import-order
import hall

assert scene


class Echo:
    """A server that sends back what it gets."""

    def __init__(self):
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                link, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._echo, args=(link,), daemon=True).start()

    def _echo(self, link):
        with link:
            try:
                while data := link.recv(65536):
                    link.sendall(data)
            except OSError:
                pass

    def close(self):
        self._listener.close()


class Faults(unittest.TestCase):

    def setUp(self):
        self.tmp = tempfile.mkdtemp(prefix="flagfall-proxy-")
        self.addCleanup(shutil.rmtree, self.tmp)
        self.echo = Echo()
        self.addCleanup(self.echo.close)
        self.proxy = self.proxied(7)

    def proxied(self, seed):
        proxy = FaultProxy(self.echo.port, seed, os.path.join(self.tmp, "errors"))
        self.addCleanup(proxy.close)
        return proxy

    def link(self, proxy=None):
        link = socket.create_connection(("127.0.0.1", (proxy or self.proxy).port), hall.PATIENCE)
        self.addCleanup(link.close)
        return link

    def back(self, link, data):
        """The answer to it, as many bytes as were sent."""
        link.sendall(data)
        got = b""
        while len(got) < len(data):
            more = link.recv(65536)
            if not more:
                break
            got += more
        return got

    def test_bytes_pass_unchanged(self):
        data = os.urandom(200_000)
        for command in (None, "slice 700", "delay 1 3", "throttle 2000000 up"):
            if command:
                self.proxy.say(command)
            self.assertEqual(self.back(self.link(), data), data, command)
            self.proxy.say("heal")

    def test_damage_is_never_utf8_and_the_same_for_a_seed(self):
        data = b"abcdefghij" * 500
        found = []
        for seed in (3, 3, 4):
            proxy = self.proxied(seed)
            proxy.say("corrupt 100 up")
            found.append(self.back(self.link(proxy), data))
        self.assertEqual(found[0], found[1])
        self.assertNotEqual(found[0], found[2])
        self.assertGreater(found[0].count(b"\xff"), 10)
        self.assertEqual({(mine, theirs) for mine, theirs in zip(found[0], data)
                          if mine != theirs and mine != 0xFF}, set())

    def test_a_stalled_link_says_nothing_and_goes_on(self):
        link = self.link()
        self.assertEqual(self.back(link, b"before"), b"before")
        self.proxy.say("stall down")
        link.sendall(b"meanwhile")
        link.settimeout(0.05)
        self.assertRaises(socket.timeout, link.recv, 100)
        self.proxy.say("heal")
        link.settimeout(hall.PATIENCE)
        self.assertEqual(self.back(link, b""), b"")
        self.assertEqual(link.recv(100), b"meanwhile")

    def test_a_jam_dissolves_when_it_heals(self):
        self.proxy.say("throttle 1 up")  # hours
        link = self.link()
        link.sendall(b"x" * 10_000)
        self.proxy.say("heal")
        self.assertEqual(self.back(link, b"y")[:1], b"x")

    def test_cuts(self):
        links = [self.link(), self.link()]
        for link in links:
            self.assertEqual(self.back(link, b"hello"), b"hello")
        self.proxy.say("cut fin")
        for link in links:
            self.assertEqual(link.recv(100), b"")
        link = self.link()
        self.assertEqual(self.back(link, b"hello"), b"hello")
        self.proxy.say("cut rst")
        self.assertRaises(ConnectionResetError, link.recv, 100)
        self.proxy.say("refuse on")
        self.assertEqual(self.link().recv(100), b"")
        self.proxy.say("refuse off")
        self.assertEqual(self.back(self.link(), b"hello"), b"hello")

    def test_the_end_of_a_stream_passes(self):
        link = self.link()
        link.sendall(b"last words")
        link.shutdown(socket.SHUT_WR)
        self.assertEqual(link.recv(100), b"last words")
        self.assertEqual(link.recv(100), b"")

    def test_commands_that_are_none(self):
        for command in ("dance", "delay", "cut", "cut off", "slice some", "stall sideways"):
            with self.assertRaisesRegex(AssertionError, "error"):
                self.proxy.say(command)
        self.assertRegex(self.proxy.say("counts"), "ok links=0 opened=0 up=0 down=0 corrupted=0")

    def test_a_storm(self):
        self.proxy.say("storm 2")
        for _ in range(30):
            try:
                link = self.link()
                link.settimeout(0.02)
                self.back(link, b"in the storm")
            except OSError:
                pass
        self.proxy.say("storm 0")
        self.assertEqual(self.back(self.link(), b"after it"), b"after it")


if __name__ == "__main__":
    hall.main()
