"""Lanes: processes that do one job after the other, so that nothing long ever holds up the pages.

A job is a function and its arguments; both must be picklable. A job can be asked to hurry (it is interrupted
with `Hurried` and may still answer with what it has), has a time limit if wanted, and may report progress.
Whatever happens to the process, the lane is good for the next job.
"""

from __future__ import annotations

import _thread
import asyncio
import atexit
import contextlib
import multiprocessing
import os
import queue
import signal
import threading
import traceback
import weakref
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import Any

from bullrun.bots.seat import Hurried
from bullrun.errors import BullrunError

GRACE = 2.0
"""How many seconds a job has to end after it was asked to hurry; then its process is ended."""
START_LIMIT = 120.0
"""So long a process may take to start."""

Tell = Callable[[Any], None]
Work = tuple[int, Callable[..., Any], tuple[Any, ...]]
"""The number of a job, what to do, and with what."""


class JobLost(BullrunError):
    """A job gave no answer. The message says why without a word from inside the job."""


class TooSlow(JobLost):
    """It took longer than its limit."""


class Lane:
    """One process, started when it is first needed and again when it was lost."""

    def __init__(self, niceness: int = 0) -> None:
        self.waiting = 0
        """Jobs that run or wait here."""
        self._niceness = niceness
        self._turn = asyncio.Lock()
        self._number = 0
        self._running = False
        self._process: Any = None
        self._pipe: Connection | None = None
        self._sending = threading.Lock()
        _LANES.add(self)

    async def run(
        self, function: Callable[..., Any], *args: Any, limit: float | None = None, tell: Tell | None = None
    ) -> Any:
        """What the function answers. With `tell` it gets a first argument: a function to report progress
        with. Raises JobLost when there is no answer; when cancelled, the job is stopped."""
        loop = asyncio.get_running_loop()
        self.waiting += 1
        try:
            async with self._turn:
                self._number += 1
                self._running = True
                heard = None if tell is None else lambda news: loop.call_soon_threadsafe(tell, news)
                job = (self._number, function, args)
                answer = _in_thread(loop, lambda: self._ask(job, limit, heard))
                try:
                    return await asyncio.shield(answer)
                except asyncio.CancelledError:
                    self.hurry()
                    await asyncio.wait([answer])
                    answer.exception()
                    raise
                finally:
                    self._running = False
        finally:
            self.waiting -= 1

    def hurry(self) -> None:
        """Tell the running job to come to an end; a job that cannot is ended with its process."""
        if not self._running:
            return
        number = self._number
        with contextlib.suppress(OSError, ValueError), self._sending:
            if self._pipe is not None:
                self._pipe.send(("hurry", number, ()))
        asyncio.get_running_loop().call_later(GRACE, self._end_if, number)

    def _end_if(self, number: int) -> None:
        if self._running and self._number == number:
            self.close()

    def close(self) -> None:
        """End the process; whoever waits for it learns so. The next job gets another one."""
        if self._process is not None:
            _end(self._process)

    # --- in the lane's thread ---------------------------------------------------------------------------

    def _ask(self, job: Work, limit: float | None, tell: Any) -> Any:
        number, function, args = job
        try:
            pipe = self._start()
            with self._sending:
                pipe.send((number, function, (tell is not None, *args)))
            deadline = None if limit is None else monotonic() + limit
            while True:
                kind, answered, content = self._receive(pipe, deadline)
                if answered != number:
                    continue
                if kind == "done":
                    return content
                if kind == "failed":
                    raise JobLost(content)
                tell(content)
        except (EOFError, OSError) as error:
            self._end_process()
            raise JobLost("its process ended") from error

    def _receive(self, pipe: Connection, deadline: float | None) -> tuple[str, int, Any]:
        left = None if deadline is None else max(0.0, deadline - monotonic())
        ready = wait([pipe, self._process.sentinel], left)
        if not ready:
            self._end_process()
            raise TooSlow("it took too long")
        if pipe not in ready and not pipe.poll():
            raise EOFError
        found: tuple[str, int, Any] = pipe.recv()
        return found

    def _start(self) -> Connection:
        if self._pipe is not None and self._process.is_alive():
            return self._pipe
        self._end_process()
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, self._niceness), name="bullrun lane")
        process.start()
        theirs.close()
        self._process, self._pipe = process, ours
        self._receive(ours, monotonic() + START_LIMIT)
        return ours

    def _end_process(self) -> None:
        process, self._process = self._process, None
        self._pipe, pipe = None, self._pipe
        if process is not None:
            _end(process)
            process.join(5)
        if pipe is not None:
            pipe.close()


_LANES: weakref.WeakSet[Lane] = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    for lane in list(_LANES):
        lane.close()


def _end(process: Any) -> None:
    """End a lane's process with all that it started itself."""
    if hasattr(os, "killpg") and process.pid:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if os.getpgid(process.pid) == process.pid:
                os.killpg(process.pid, signal.SIGKILL)
    process.kill()


def _in_thread(loop: asyncio.AbstractEventLoop, do: Callable[[], Any]) -> asyncio.Future[Any]:
    """Do it in a thread that nobody waits for at the end of the program."""
    answer: asyncio.Future[Any] = loop.create_future()

    def settle(result: Any, error: BaseException | None) -> None:
        if answer.done():
            return
        if error is None:
            answer.set_result(result)
        else:
            answer.set_exception(error)

    def work() -> None:
        result, failed = None, None
        try:
            result = do()
        except Exception as error:
            failed = error
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody is there to hear it
            loop.call_soon_threadsafe(settle, result, failed)

    threading.Thread(target=work, daemon=True, name="lane").start()
    return answer


# --- in the process -------------------------------------------------------------------------------------


class _Present:
    """The job in hand. The main thread is interrupted only while it may be: never in the middle of a message,
    which would garble everything after it."""

    def __init__(self) -> None:
        self.number = 0
        self._open = False
        self._wanted = False

    def begin(self, number: int) -> None:
        self.number, self._open, self._wanted = number, True, False

    def end(self) -> None:
        self.number, self._open = 0, False

    def interrupted(self, *_: Any) -> None:
        """The handler of the signal, in the main thread."""
        if self._open:
            self._open = False
            raise Hurried
        self._wanted = self.number > 0

    @contextlib.contextmanager
    def undisturbed(self) -> Iterator[None]:
        """For the time of a message, interruptions wait."""
        self._open, before = False, self._open
        try:
            yield
        finally:
            self._open = before
        if self._wanted and before:
            self.interrupted()


def _serve(pipe: Connection, niceness: int) -> None:
    if hasattr(os, "setsid"):
        os.setsid()
        os.nice(niceness)
    jobs: queue.SimpleQueue[Work] = queue.SimpleQueue()
    present = _Present()

    def listen() -> None:
        while True:
            try:
                number, function, args = pipe.recv()
            except (EOFError, OSError):
                _leave()
            if number == "hurry":
                if present.number == function:
                    _thread.interrupt_main()
            else:
                jobs.put((number, function, args))

    def tell(news: Any) -> None:
        with present.undisturbed():
            pipe.send(("news", present.number, news))

    signal.signal(signal.SIGINT, present.interrupted)
    threading.Thread(target=listen, daemon=True).start()
    pipe.send(("ready", 0, None))
    while True:
        number, function, (tells, *args) = jobs.get()
        try:
            present.begin(number)
            answer = function(*((tell,) if tells else ()), *args)
            present.end()
            kind = "done"
        except Hurried:
            present.end()
            kind, answer = "failed", "it was stopped"
        except BaseException as error:
            present.end()
            # The server's log may know everything; what players read names only the kind of error.
            traceback.print_exc()
            kind, answer = "failed", f"it failed with {type(error).__name__}"
        pipe.send((kind, number, answer))


def _leave() -> None:
    """The server is gone: so are we, and all that we started."""
    if hasattr(os, "killpg"):
        os.killpg(os.getpgid(0), signal.SIGKILL)
    os._exit(0)
