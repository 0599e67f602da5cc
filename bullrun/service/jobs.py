"""Long work for a page: begun, watched with its progress, stopped."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from bullrun.errors import BullrunError

RUNNING = "running"
KEPT = 50
"""At most this many finished jobs are remembered."""


MOST_OF_ONE = 4
"""How many long jobs of one caller are under way at once: hints, reviews, records that are proved."""
MOST = 16
"""And how many in all."""
GONE = "There is no such job; it may have been done long ago."


class NoSuchJob(BullrunError):
    """There is no such job, or it was long ago."""


class TooMuch(BullrunError):
    """No more long work is taken: enough is under way."""


@dataclass
class Job:
    """One piece of work."""

    id: str
    kind: str
    game: str
    owner: str
    """Who may look at it: a side, or everybody when it is empty."""
    key: str
    """What it is about: the same work is not done twice."""
    caller: str = ""
    """Who asked for it."""
    state: str = RUNNING
    """running, done, stopped or failed."""
    done: int = 0
    total: int = 0
    says: str = ""
    result: Any = None
    task: asyncio.Task[None] | None = None

    def check_owner(self, viewer: str) -> None:
        """Refuse a viewer that may not look: for it there is no such job."""
        if self.owner not in ("", viewer):
            raise NoSuchJob(GONE)

    def to_json(self) -> dict[str, Any]:
        """As a page sees it; a result may be there before the job is done."""
        names = ("id", "kind", "state", "done", "total", "says", "result")
        return {name: getattr(self, name) for name in names}


class Jobs:
    """All jobs of the house."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._proving: Counter[str] = Counter()
        """Records that are being proved, by caller."""

    def check_room(self, caller: str) -> None:
        """Refuse a caller who has enough under way, or anybody when everybody together has."""
        running = Counter(job.caller for job in self._jobs.values() if job.state == RUNNING) + self._proving
        says = "hints, reviews and records are worked on at once"
        if running[caller] >= MOST_OF_ONE:
            raise TooMuch(f"At most {MOST_OF_ONE} {says} for one caller: wait for one of yours, or stop it.")
        if running.total() >= MOST:
            raise TooMuch(f"At most {MOST} {says}: try again later.")

    @contextmanager
    def proving(self, caller: str) -> Iterator[None]:
        """While a record is proved it counts like a job."""
        self.check_room(caller)
        self._proving[caller] += 1
        try:
            yield
        finally:
            self._proving[caller] -= 1

    def same(self, kind: str, game: str, owner: str, key: str) -> Job | None:
        """The job that does or did just this."""
        for job in self._jobs.values():
            if (job.kind, job.game, job.owner, job.key) == (kind, game, owner, key) and job.state in (
                RUNNING,
                "done",
            ):
                return job
        return None

    def begin(
        self,
        kind: str,
        game: str,
        owner: str,
        key: str,
        work: Callable[[Job], Awaitable[Any]],
        caller: str = "",
    ) -> Job:
        """Start work, or give the job that does or did the same."""
        found = self.same(kind, game, owner, key)
        if found is not None:
            return found
        self.check_room(caller)
        job = Job(token_hex(8), kind, game, owner, key, caller)
        self._jobs[job.id] = job
        job.task = asyncio.get_running_loop().create_task(self._run(job, work))
        for old in list(self._jobs.values()):
            if len(self._jobs) <= KEPT:
                break
            if old.state != RUNNING:
                del self._jobs[old.id]
        return job

    async def _run(self, job: Job, work: Callable[[Job], Awaitable[Any]]) -> None:
        try:
            job.result = await work(job)
            job.state = "done"
        except asyncio.CancelledError:
            job.state = "stopped"
        except BullrunError as error:
            job.state, job.says = "failed", str(error)
        except Exception as error:
            job.state, job.says = "failed", f"It failed with {type(error).__name__}."
            raise

    def stop_others(self, kind: str, game: str, owner: str, key: str) -> None:
        """Nobody waits for older work of this kind any more."""
        for job in self._jobs.values():
            if (job.kind, job.game, job.owner) == (kind, game, owner) and job.key != key:
                self.stop(job)

    def find(self, name: str) -> Job:
        """A job by its id."""
        job = self._jobs.get(name)
        if job is None:
            raise NoSuchJob(GONE)
        return job

    def stop(self, job: Job) -> None:
        """End it; what it has found so far stays."""
        if job.task is not None and job.state == RUNNING:
            job.state = "stopped"
            job.task.cancel()

    def drop(self, game: str) -> None:
        """A game is gone, and its jobs with it."""
        for job in list(self._jobs.values()):
            if job.game == game:
                self.stop(job)
                del self._jobs[job.id]

    async def close(self) -> None:
        """Stop everything."""
        for job in self._jobs.values():
            self.stop(job)
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        await asyncio.gather(*tasks, return_exceptions=True)
