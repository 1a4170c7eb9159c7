"""A crowded network between a page and its daemon."""

import random
import select
import socket
import threading
import time


class Slow:
    """Passes a connection's bytes on, late and in order, like a crowded network."""

    def __init__(self, port, least, most):
        self.to, self.least, self.most = port, least, most
        self.late = 0  # s: the largest additional delay of this machine
        self.random = random.Random(7)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.open = []
        self.roamed = 0
        self.source = ""
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                here, _ = self.listener.accept()
            except OSError:
                return
            try:
                there = socket.create_connection(("127.0.0.1", self.to),
                                                 source_address=(self.source, 0))
            except OSError:
                here.close()
                continue
            self.open += [here, there]
            for one, other in ((here, there), (there, here)):
                threading.Thread(target=self.pump, args=(one, other), daemon=True).start()

    def roam(self, source):
        """From now on, the device has this address: its connections go silent, without an end."""
        self.source = source
        self.roamed += 1

    def pump(self, one, other):
        waiting = []
        here = self.roamed
        while True:
            wait = max(0, waiting[0][0] - time.monotonic()) if waiting else None
            try:
                ready, _, _ = select.select([one], [], [], wait)
                if ready:
                    data = one.recv(65536)
                    if not data and self.roamed > here:
                        return None
                    due = time.monotonic() + self.random.uniform(self.least, self.most)
                    waiting.append((max(due, waiting[-1][0] if waiting else 0), data))
                if self.roamed > here:
                    waiting.clear()
                    continue
                while waiting and waiting[0][0] <= time.monotonic():
                    due, data = waiting.pop(0)
                    self.late = max(self.late, time.monotonic() - due)
                    if not data:
                        return other.shutdown(socket.SHUT_WR)
                    other.sendall(data)
            except (OSError, ValueError):  # closed
                return None

    def close(self):
        for one in (self.listener, *self.open):
            one.close()
