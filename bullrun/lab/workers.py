"""Processes that share the work of one. They end with it, however it ends, and at once when it stops."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait

from bullrun.errors import BullrunError


@contextmanager
def processes(count: int) -> Iterator[ProcessPoolExecutor]:
    """So many processes; whatever breaks off the work, Ctrl-C too, ends them in the middle of a game."""
    stop, told = multiprocessing.Pipe(duplex=False)
    with ProcessPoolExecutor(count, initializer=_begin, initargs=(stop,)) as pool:
        try:
            yield pool
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
