#!/usr/bin/env python3
"""Runs the end-to-end tests: real processes, real sockets, pyzmq as the other side.

    Tests/EndToEnd/run.py [--binary PATH] [--long] [NAME...]

NAME picks tests by a part of `topic.test`. One line a test; exit 1 if one failed. With --long the
proofs that take minutes each are run instead, and say what they measured.
"""

import argparse
import importlib
import inspect
import os
import pathlib
import signal
import sys
import time
import traceback

import zmq

import harness

SECONDS_A_TEST = 120
SECONDS_A_LONG_TEST = 3600
HERE = pathlib.Path(__file__).parent


class TookTooLong(Exception):
    pass


def tests(kind: str):
    """Every `test_` function of such files, once for each value of the parameter it names."""
    for file in sorted(HERE.glob(f"{kind}_*.py")):
        topic = file.stem.removeprefix(f"{kind}_")
        module = importlib.import_module(file.stem)
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if not name.startswith("test_") or function.__module__ != module.__name__:
                continue
            label = f"{topic}.{name.removeprefix('test_')}"
            if "threads" in inspect.signature(function).parameters:
                for threads in (0, 2):
                    yield f"{label} threads={threads}", lambda f=function, n=threads: f(threads=n)
            else:
                yield label, function


def ring(*_):
    raise TookTooLong("took too long")


def run(function, seconds: int):
    """Runs one test; returns `passed`, `failed` or `skipped`, and what it measured or why."""
    signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        return "passed", function() or ""
    except harness.Skip as skip:
        return "skipped", str(skip)
    except Exception:
        return "failed", traceback.format_exc()
    finally:
        signal.alarm(0)
        harness.stop_everything()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", help="the viewfence program to test")
    parser.add_argument("--long", action="store_true", help="the proofs that take minutes")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    if options.binary:
        os.environ["VIEWFENCE_BINARY"] = options.binary
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    print(f"{harness.binary()} with libzmq {zmq.zmq_version()}, pyzmq {zmq.pyzmq_version()}")
    kind, seconds = ("long", SECONDS_A_LONG_TEST) if options.long else ("test", SECONDS_A_TEST)
    for label, function in tests(kind):
        if options.names and not any(name in label for name in options.names):
            continue
        start = time.monotonic()
        outcome, reason = run(function, seconds)
        counts[outcome] += 1
        print(f"{outcome:7} {label} ({time.monotonic() - start:.2f} s)", flush=True)
        if reason:
            print("        " + reason.rstrip().replace("\n", "\n        "), flush=True)
    print("{passed} passed, {failed} failed, {skipped} skipped".format(**counts))
    return 1 if counts["failed"] or not counts["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
