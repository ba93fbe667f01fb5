"""Worker processes: distributes chunks of work among processes, and cleans up after them.

The standard pools wait forever for a worker that a bot has killed, or leave the processes of `cmd:` bots running when
they are stopped; hence this module.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from typing import Any, TypeVar, cast

from worldgates.api.bot import Bot
from worldgates.bots.ladder import FILE_MODULE
from worldgates.lab import sending as _sending  # noqa: F401  teaches pickle to send games

T = TypeVar("T")
Chunk = tuple[int, int]
# The timeout for a worker to close its bots before it is killed.
SECONDS_TO_END = 5.0


class WorkerError(Exception):
    """A worker process that ended without finishing its work."""


def context(bots: Sequence[Bot]) -> BaseContext | None:
    """The multiprocessing context for workers; None if these bots can only play in this process.

    Forked processes inherit any bot object. Where forking is not safe, a worker imports the bots' classes.
    """
    if sys.platform == "linux":
        return multiprocessing.get_context("fork")
    modules = [type(bot).__module__ for bot in bots]
    if any(module == "__main__" or module.startswith(FILE_MODULE) for module in modules):
        return None
    try:
        pickle.dumps(tuple(bots))
    except Exception:
        return None
    return multiprocessing.get_context("spawn")


def work(
    context: BaseContext,
    processes: int,
    play: Callable[[int, int], Iterator[T]],
    chunks: Iterable[Chunk],
    bots: Sequence[Bot],
) -> Iterator[T]:
    """Yield the results of `play` for all chunks, in order of arrival. Each worker has one chunk at a time."""
    pipes = [context.Pipe() for _ in range(processes)]
    forks = context.get_start_method() == "fork"
    workers: list[Any] = []
    try:
        for _, theirs in pipes:
            # A fork inherits every pipe. It closes the others' pipes, so that each end notices when its peer closes.
            others = [end for pipe in pipes for end in pipe if end is not theirs] if forks else []
            arguments = (theirs, others, play, bots)
            worker = context.Process(target=_run_worker, args=arguments, daemon=True)  # type: ignore[attr-defined]
            worker.start()
            workers.append(worker)
        for _, theirs in pipes:
            theirs.close()
        yield from _divide([ours for ours, _ in pipes], iter(chunks))
    finally:
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join(SECONDS_TO_END)
            if worker.is_alive():
                worker.kill()
                worker.join()
        for ours, _ in pipes:
            ours.close()


def _divide(pipes: list[Connection], chunks: Iterator[Chunk]) -> Iterator[Any]:
    """Send each worker its next chunk when it has finished one, and yield the results."""
    busy: list[Connection] = []
    for pipe in pipes:
        if (chunk := next(chunks, None)) is not None:
            pipe.send(chunk)
            busy.append(pipe)
    while busy:
        for pipe in cast("list[Connection]", wait(busy)):
            try:
                part = pipe.recv()
            except EOFError:
                raise WorkerError(
                    "a worker process ended in the middle of a game: a bot must have ended it. "
                    'A bot that may do that can play as "cmd:…", in a process of its own'
                ) from None
            if isinstance(part, BaseException):
                raise part
            if part is not None:
                yield part
            elif (chunk := next(chunks, None)) is not None:
                pipe.send(chunk)
            else:
                busy.remove(pipe)


def _run_worker(
    pipe: Connection, others: list[Connection], play: Callable[[int, int], Iterator[object]], bots: Sequence[Bot]
) -> None:
    """Play chunks until there are no more: send the results of each, part by part, then None."""

    def end(*_: object) -> None:
        for bot in bots:
            bot.close()
        os._exit(0)

    for other in others:
        other.close()
    # The parent handles Ctrl-C and stops its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, end)
    try:
        while True:
            chunk = pipe.recv()
            for part in play(*chunk):
                pipe.send(part)
            pipe.send(None)
    except (EOFError, OSError):
        pass  # the parent has ended
    except BaseException as error:
        pipe.send(_sendable(error))
    end()


def _sendable(error: BaseException) -> BaseException:
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return WorkerError(f"{type(error).__name__}: {error}")
    return error
