"""Half an hour at half load: memory and file descriptors stay as they are."""

import os
import statistics
import time

from harness import Server, fit
from loading import begin_load, figures

MINUTES = float(os.environ.get("VIEWFENCE_SOAK_MINUTES", "30"))
# Requests a second; half of what it can do if it is 0. A machine that does other work besides needs
# a rate that leaves room for it.
RATE = float(os.environ.get("VIEWFENCE_SOAK_RATE", "0"))
SETTINGS = ("--clients", "8", "--timeout", "10000")


def descriptors(server: Server) -> int:
    return len(os.listdir(f"/proc/{server.child.pid}/fd"))


def half_of_the_peak(server: Server, request: dict) -> float:
    peak = figures(begin_load([server], *SETTINGS, "--duration", "10", request=request))
    return peak["throughput_per_s"] / 2


def test_half_an_hour_at_half_load():
    server = Server(threads=2)
    request = fit("soak", publish="cam/soak/")
    rate = RATE or half_of_the_peak(server, request)
    load = begin_load(
        [server], *SETTINGS, "--rate", f"{rate:.0f}", "--duration", f"{60 * MINUTES:.0f}",
        request=request,
    )  # fmt: skip
    samples = []
    begun = time.monotonic()
    while load.alive() and time.monotonic() < begun + 60 * MINUTES:
        samples.append((server.memory_mib("RssAnon"), descriptors(server)))
        time.sleep(min(10, 6 * MINUTES))
    result = figures(load)
    # What is kept for a minute comes to its full size first. A busy machine lets requests wait now
    # and then, which takes memory for as long: the middle of many looks tells what stays.
    second, last = (samples[len(samples) * k // 4 : len(samples) * (k + 1) // 4] for k in (1, 3))
    before, after = (statistics.median(memory for memory, _ in part) for part in (second, last))
    files = {count for _, count in (*second, *last)}
    said = (
        f"{result['right']} requests at {rate:.0f}/s for {MINUTES:g} min, memory {before:.1f} MiB "
        f"-> {after:.1f} MiB (most {max(samples)[0]:.1f}), {files} files, "
        f"p99 {result['p99_us'] / 1000:.2f} ms, slowest {result['max_us'] / 1000:.0f} ms"
    )
    assert result["wrong"] == result["lost"] == result["doubled"] == 0, result
    assert len(files) == 1, said
    assert after < before + 2, said
    return said
