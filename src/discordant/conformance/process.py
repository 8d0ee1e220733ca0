"""Talk to an implementation that runs as a process: JSON lines, or one table in and one value a line out.

A process may print garbage, answer late or never, or die half-way. Every case still gets a reply: lines that are no
answer to the running case are passed over, a case without an answer in time is hung, a dead process is crashed, and a
new one is started for the next case, until `GIVE_UP` cases in a row have failed so.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Generator, Iterator, Sequence
from typing import Any, Final

from discordant.conformance.grade import Reply
from discordant.errors import ArgumentError

FORMAT: Final = 1
GIVE_UP: Final = 8
"""Crashes or hangs in a row after which the remaining cases are not tried."""

_MAX_LINE: Final = 1 << 20
_AHEAD: Final = 64
"""Lines of a table kept before they are asked for: a command that prints without end waits, and fills no memory."""
_MAX_NOISE: Final = 1000
"""Lines passed over while waiting for the answer to one case."""


class Implementation:
    """A running implementation that speaks the protocol; `features` are the functions it says it has."""

    def __init__(self, command: Sequence[str], *, timeout: float, start_timeout: float = 60.0) -> None:
        self.command = list(command)
        self.timeout = timeout
        self.start_timeout = start_timeout
        self.about: dict[str, Any] = {}
        self.features: tuple[str, ...] = ()
        self.unavailable: str | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        self._seq = 0

    def start(self) -> Reply | None:
        """Start the process and read its features; return None, or the reply that says why there is none."""
        self._lines = queue.Queue(maxsize=2 * _MAX_NOISE)
        self._process = _spawn(self.command)
        threading.Thread(target=_pump, args=(self._process, self._lines), daemon=True).start()
        if not self._send({"cmd": "start", "format": FORMAT}):
            return self._ended("crashed", "it ended before it was started")
        answer = self._receive(self.start_timeout, lambda line: "implementation" in line or "unavailable" in line)
        if isinstance(answer, Reply):
            return self._ended(answer.kind, f"no answer to start: {answer.text}")
        if "unavailable" in answer:
            self.unavailable = str(answer["unavailable"])
            self.stop()
            return None
        about, features = answer.get("implementation"), answer.get("features")
        self.about = {k: str(v) for k, v in about.items()} if isinstance(about, dict) else {"name": str(about)}
        if not isinstance(features, list) or not all(isinstance(name, str) for name in features):
            return self._ended("crashed", "its answer to start has no list of function names as features")
        self.features = tuple(features)
        return None

    def run(self, function: str, inputs: dict[str, str]) -> Reply:
        """Return the reply to one case; the process is ended where it hung or died, and started anew by `answers`."""
        self._seq += 1
        seq = self._seq
        if not self._send({"cmd": "run", "seq": seq, "function": function, "inputs": inputs}):
            return self._ended("crashed", "it ended before the case was sent")
        answer = self._receive(self.timeout, lambda line: line.get("seq") == seq)
        if isinstance(answer, Reply):
            return self._ended(answer.kind, answer.text)
        return _reply(answer)

    def stop(self) -> None:
        """Ask the process to stop, and end it where it does not."""
        process = self._process
        if process is None:
            return
        self._send({"cmd": "stop"})
        with contextlib.suppress(OSError):
            if process.stdin:
                process.stdin.close()
        try:
            process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            _kill(process)
        self._process = None

    @property
    def running(self) -> bool:
        """Whether there is a process to talk to."""
        return self._process is not None

    def _send(self, message: dict[str, Any]) -> bool:
        process = self._process
        if process is None or process.stdin is None or process.poll() is not None:
            return False
        try:
            process.stdin.write(json.dumps(message).encode() + b"\n")
            process.stdin.flush()
        except (OSError, ValueError):
            return False
        return True

    def _receive(self, seconds: float, wanted: Any) -> dict[str, Any] | Reply:
        until = time.monotonic() + seconds
        noise = 0
        while True:
            left = until - time.monotonic()
            try:
                line = self._lines.get(timeout=max(left, 0.001))
            except queue.Empty:
                return Reply("hung", f"no answer within {seconds:g} s")
            if line is None:
                return Reply("crashed", _exit_text(self._process))
            with contextlib.suppress(ValueError, RecursionError):
                message = json.loads(line)
                if isinstance(message, dict) and wanted(message):
                    return message
            noise += 1
            if noise > _MAX_NOISE or left <= 0:
                return Reply("hung", f"{noise} lines, none an answer")

    def _ended(self, kind: Any, text: str) -> Reply:
        if self._process is not None:
            _kill(self._process)
            self._process = None
        return Reply(kind, text)


def _pump(process: subprocess.Popen[bytes], lines: queue.Queue[bytes | None]) -> None:
    """Read lines into the queue, long ones cut, until the process closes its output."""
    stream = process.stdout
    if stream is not None:
        with contextlib.suppress(OSError, ValueError), stream:
            while line := stream.readline(_MAX_LINE):
                lines.put(line)
    lines.put(None)


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=5)
    with contextlib.suppress(OSError, ValueError):
        if process.stdin:
            process.stdin.close()


def _exit_text(process: subprocess.Popen[bytes] | None) -> str:
    if process is None:
        return "it ended"
    with contextlib.suppress(subprocess.TimeoutExpired):
        code = process.wait(timeout=1)
        return f"it ended by signal {-code}" if code < 0 else f"it ended with exit code {code}"
    return "it closed its output"


def _reply(answer: dict[str, Any]) -> Reply:
    for kind in ("rejected", "skipped", "error"):
        if kind in answer:
            return Reply(kind, str(answer[kind])[:500])
    log = answer.get("log")
    for key in ("hex64", "value"):
        if key in answer:
            value = answer[key]
            text = "none" if value is None else repr(value) if isinstance(value, float) else str(value)
            return Reply("value", text[:20_000], None if log is None else str(log))
    return Reply("garbage", json.dumps(answer)[:200])


def answers(
    implementation: Implementation, cases: Iterator[dict[str, Any]]
) -> Generator[tuple[dict[str, Any], Reply], None, None]:
    """Yield each case with its reply, skipping functions that the implementation does not declare.

    The implementation must have been started. A dead process is started again for the next case; after `GIVE_UP`
    cases in a row without an answer the rest get the same reply without being tried.
    """
    failed: Reply | None = None
    in_a_row = 0
    try:
        for case in cases:
            if case["function"] not in implementation.features:
                yield case, Reply("skipped", "not declared")
                continue
            if failed is not None and in_a_row >= GIVE_UP:
                yield case, Reply(failed.kind, f"not tried after {GIVE_UP} cases in a row: {failed.text}")
                continue
            reply = None if implementation.running else implementation.start()
            reply = reply or implementation.run(case["function"], case["inputs"])
            lost = reply.kind in ("crashed", "hung")
            failed, in_a_row = (reply, in_a_row + 1) if lost else (None, 0)
            yield case, reply
    finally:  # an interrupt reaches this program alone: the other one has a session of its own
        implementation.stop()


def table_mode(
    command: Sequence[str], cases: Sequence[dict[str, Any]], *, timeout: float
) -> Generator[tuple[dict[str, Any], Reply], None, None]:
    """Yield each case with its reply from a command that reads a TSV on stdin and prints one value a line.

    The first line names the columns: id, function and every input of the cases. A printed `skip`, `reject` or
    `reject: reason` says so; missing lines count as crashed. A row without its line within `timeout` seconds of the one
    before is hung, and the command is started again on the rows behind it, up to `GIVE_UP` times; a command that has
    not printed any line by then may keep its lines back, and is not asked again.
    """
    done = stalls = 0
    while done < len(cases):
        rest = cases[done:]
        lines, lost = _table_lines(command, rest, timeout), None
        for case in rest:
            found = next(lines)
            if isinstance(found, Reply):
                lost = found
                break
            yield case, _line_reply(found)
            done += 1
        lines.close()
        if lost is None:
            return
        if lost.kind == "hung" and done:
            stalls += 1
            yield cases[done], Reply("hung", f"no line for this row {lost.text}")
            done += 1
            if stalls < GIVE_UP:
                continue
            lost = Reply("hung", f"not asked after {stalls} rows without a line {lost.text}")
        elif lost.kind == "hung":
            lost = Reply("hung", f"no line {lost.text}, and a program that answers row by row should flush each line")
        for case in cases[done:]:
            yield case, lost
        return


def _table_lines(
    command: Sequence[str], cases: Sequence[dict[str, Any]], timeout: float
) -> Generator[str | Reply, None, None]:
    """Yield the lines that a command prints for a table of these cases, then why there are no more, for ever."""
    columns = list(dict.fromkeys(name for case in cases for name in case["inputs"]))
    rows = ["\t".join(["id", "function", *columns])]
    rows += ["\t".join([c["id"], c["function"], *(c["inputs"].get(name, "") for name in columns)]) for c in cases]
    process, lines = _spawn(command), queue.Queue[bytes | None](maxsize=_AHEAD)
    threading.Thread(target=_pump, args=(process, lines), daemon=True).start()
    threading.Thread(target=_feed, args=(process, "\n".join(rows) + "\n"), daemon=True).start()
    try:
        while True:
            line = lines.get(timeout=timeout)
            if line is None:
                break
            yield line.decode("utf-8", "replace")
        ended = Reply("crashed", _exit_text(process) if process.wait(timeout=timeout) else "no line")
    except (queue.Empty, subprocess.TimeoutExpired):
        ended = Reply("hung", f"within {timeout:g} s; --timeout allows more")
    except GeneratorExit:  # every row has its line, and the command may have more to do
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=2)
        raise
    finally:
        _kill(process)
    while True:
        yield ended


def _spawn(command: Sequence[str]) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        raise ArgumentError(f"cannot start {command[0]!r}: {error.strerror or error}") from None


def _feed(process: subprocess.Popen[bytes], text: str) -> None:
    """Write a whole table and close; a command that does not read it all ends this quietly."""
    stream = process.stdin
    if stream is not None:
        with contextlib.suppress(OSError, ValueError), stream:
            stream.write(text.encode())


def _line_reply(line: str) -> Reply:
    text = line.strip()
    head, _, reason = text.partition(":")
    if head.lower() in ("skip", "skipped"):
        return Reply("skipped", reason.strip() or "skipped")
    if head.lower() in ("reject", "rejected"):
        return Reply("rejected", reason.strip())
    return Reply("value", text[:20_000])
