"""Processes that share the work of one. They end with it, however it ends, and at once when it stops."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from bullrun.errors import BullrunError

AHEAD = 8
"""How many pieces of work each process is given before the first one's result is needed."""

Item = TypeVar("Item")
Found = TypeVar("Found")


class Workers:
    """Several processes at work."""

    def __init__(self, pool: ProcessPoolExecutor, count: int) -> None:
        self._pool = pool
        self._ahead = AHEAD * count

    def map(self, work: Callable[[Item], Found], items: Sequence[Item], at_once: int = 1) -> Iterator[Found]:
        """The results in the order of the items; a number of items is handed over at a time.

        The pool's own `map` would cancel what is left when it is broken off, and complain when the
        processes then end."""
        given: deque[Future[list[Found]]] = deque()
        for first in range(0, len(items), at_once):
            given.append(self._pool.submit(_several, work, items[first : first + at_once]))
            if len(given) > self._ahead:
                yield from given.popleft().result()
        while given:
            yield from given.popleft().result()


def _several(work: Callable[[Any], Any], items: Sequence[Any]) -> list[Any]:
    return [work(item) for item in items]


@contextmanager
def processes(count: int) -> Iterator[Workers]:
    """A number of processes; whatever breaks off the work, Ctrl-C too, ends them in the middle of a game."""
    stop, told = multiprocessing.Pipe(duplex=False)
    with ProcessPoolExecutor(count, initializer=_begin, initargs=(stop,)) as pool:
        try:
            yield Workers(pool, count)
        except BaseException as error:
            told.send("stop")
            if isinstance(error, BrokenProcessPool):
                raise BullrunError(
                    "a worker process was ended from outside, perhaps for want of memory; "
                    "fewer --workers need less"
                ) from error
            raise


def _begin(stop: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that waits
    threading.Thread(target=_end_in_time, args=(stop,), daemon=True).start()


def _end_in_time(stop: Connection) -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel, stop])
        os._exit(1)
