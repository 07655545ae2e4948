"""Links that are cut and healed for minutes, in an order that a seed decides."""

import os
import random
import time

from test_links import Bench


def test_links_that_are_cut_at_random_cost_no_request():
    """For VIEWFENCE_LINK_SECONDS, else three minutes; VIEWFENCE_SEED gives the same order again."""
    seconds = float(os.environ.get("VIEWFENCE_LINK_SECONDS", "180"))
    seed = int(os.environ.get("VIEWFENCE_SEED", random.randrange(1 << 32)))
    print(f"        seed {seed}", flush=True)
    choice = random.Random(seed)
    bench = Bench()
    cuts = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        choice.choice([
            lambda: bench.cut_a_worker(choice.randrange(2)),
            lambda: bench.cut_a_client(choice.randrange(2)),
            bench.cut_all,
            lambda: bench.blink(choice.randrange(4)),
        ])()  # fmt: skip
        cuts += 1
    return f"{bench.finish()} requests, {cuts} times links were cut"
