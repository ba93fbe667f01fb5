"""Work on a Ray cluster instead of worker processes: the same chunks of games, the same results.

A chunk is a task. If the worker or the node that plays it dies, Ray gives the task to another one, which plays the
chunk again from its first game; results arrive only when a chunk is complete, so no game counts twice. Every node needs
the same version of Worldgates. Bots and cards travel with the plan: a bot in a file of yours need not be on the nodes.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, Final, TypeVar

from worldgates import __version__
from worldgates.api.bot import Bot, BotError
from worldgates.bots.ladder import FILE_MODULE
from worldgates.core.formats import FormatError
from worldgates.core.table import RuleError
from worldgates.core.text import command_for_extra

T = TypeVar("T")
# Tasks that wait on the cluster beside those that run, per core, so that no core waits for us.
AHEAD: Final = 2
SECONDS_TO_ANSWER: Final = 10.0
OUR_OWN: Final = (FormatError, RuleError, BotError)


def connect(address: str) -> ModuleType:
    """Connect to a cluster: `auto`, HOST:PORT, or ray://HOST:PORT."""
    # Ray reports the use of its library to its makers unless told not to.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # Ray is about to change what a task without GPUs sees of them, and would say so; we have no such tasks.
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        ray = import_module("ray")
    except ImportError:
        raise FormatError(f"this needs ray: {command_for_extra('lab')}", "--cluster") from None
    if not ray.is_initialized():
        try:
            _knock(address)
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        except (OSError, RuntimeError, ValueError) as error:
            raise FormatError(f"no Ray cluster answers at {address}: {error}", "--cluster") from None
    return ray


def _knock(address: str) -> None:
    """See whether anybody listens: Ray itself would wait for minutes, and then end this program."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdigit():
        socket.create_connection((host, int(port)), SECONDS_TO_ANSWER).close()


def work(
    address: str, play: Callable[[int, int], Iterator[T]], chunks: Iterable[tuple[int, int]], bots: Sequence[Bot] = ()
) -> Iterator[T]:
    """Yield the results of `play` for all chunks, in order of arrival."""
    ray = connect(address)
    task = ray.remote(_play).options(num_cpus=1, max_retries=-1)
    # The plan goes to each node once.
    sent = ray.put(_packed(play, bots))
    waiting = iter(chunks)
    pending: list[Any] = []
    most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    try:
        while True:
            while len(pending) < most and (chunk := next(waiting, None)) is not None:
                pending.append(task.remote(sent, __version__, *chunk))
            if not pending:
                return
            (done,), pending = ray.wait(pending, num_returns=1)
            try:
                results = ray.get(done)
            except ray.exceptions.RayTaskError as error:
                cause = error.cause
                raise cause if isinstance(cause, OUR_OWN) else error from None
            yield from results
    finally:
        for left in pending:
            ray.cancel(left, force=True)


def _packed(play: object, bots: Sequence[Bot]) -> bytes:
    """The work as bytes. Classes from a file or a script are sent by value, because no node can import them."""
    pickle: Any = import_module("ray.cloudpickle")
    names = {type(bot).__module__ for bot in bots}
    modules = [sys.modules[name] for name in names if name.startswith(FILE_MODULE)]
    for module in modules:
        pickle.register_pickle_by_value(module)
    try:
        packed: bytes = pickle.dumps((play, tuple(bots)))
    except Exception as error:
        raise FormatError(f"a bot cannot be sent to other machines: {error}", "--cluster") from None
    finally:
        for module in modules:
            pickle.unregister_pickle_by_value(module)
    return packed


def _play(packed: bytes, version: str, first: int, last: int) -> list[Any]:
    """On a node: play one chunk."""
    import pickle

    if version != __version__:
        raise FormatError(f"a node has Worldgates {__version__}, and this program is {version}", "--cluster")
    play, bots = pickle.loads(packed)
    try:
        return list(play(first, last))
    finally:
        for bot in bots:
            bot.close()
