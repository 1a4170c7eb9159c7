"""Spectators in a separate process: some follow an event's stream, some poll repeatedly."""

import multiprocessing
import selectors
import socket
import time


class Crowd:
    """`streams` consumers that stay, and `asks` requests a second."""

    def __init__(self, port, path, streams, asks):
        self.counts = multiprocessing.Array("d", 6)  # see figures()
        self.stop = multiprocessing.Event()
        self.ready = multiprocessing.Event()
        self.process = multiprocessing.Process(
            target=crowd, args=(port, path, streams, asks, self.counts, self.stop, self.ready))
        self.process.start()
        self.ready.wait(120)

    def end(self):
        self.stop.set()
        self.process.join(30)
        return self.figures()

    def figures(self):
        names = ("streams", "ended", "answers", "refusals", "failures", "slowest")
        return dict(zip(names, self.counts))


def connect(port, number):
    return socket.create_connection(
        ("127.0.0.1", port), 10, (f"127.1.{1 + number // 200}.{1 + number % 200}", 0))


def crowd(port, path, streams, asks, counts, stop, ready):
    selector = selectors.DefaultSelector()
    hello = f"GET {path}/stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
    for number in range(streams):
        try:
            link = connect(port, number)
            link.sendall(hello)
            link.setblocking(False)
            selector.register(link, selectors.EVENT_READ)
            counts[0] += 1
        except OSError:
            counts[4] += 1
    ready.set()
    due = time.monotonic()
    number = 0
    while not stop.is_set():
        for key, _ in selector.select(max(0.0, min(0.05, due - time.monotonic()))):
            try:
                if key.fileobj.recv(262144):
                    continue
            except BlockingIOError:
                continue
            except OSError:
                pass
            counts[1] += 1
            selector.unregister(key.fileobj)
        if asks and time.monotonic() >= due:
            number += 1
            due = max(due + 1 / asks, time.monotonic() - 1)
            ask(port, path, number, counts)


def ask(port, path, number, counts):
    start = time.monotonic()
    what = (f"{path}/rounds/1/results", path, "/api/v1/events")[number % 3]
    try:
        with connect(port, number % 1000) as link:
            link.sendall(f"GET {what} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
                         "Connection: close\r\n\r\n".encode())
            head = b""
            while data := link.recv(262144):
                head = head or data
        counts[2 if b" 200 " in head[:16] else 3] += 1
    except OSError:
        counts[4] += 1
    counts[5] = max(counts[5], time.monotonic() - start)
