"""A client in a network of its own, for test_links: asks until its input ends.

    link_client.py ENDPOINT NAME

Keeps 32 requests under way and sends none twice. After each 50 answers it prints how many it has,
and at the end what became of all, as JSON.
"""

import json
import select
import sys

import zmq

from harness import encode, expect_fit, fit

WINDOW = 32


def width(number: int) -> float:
    return 0.5 + number % 97 / 10


def main():
    endpoint, name = sys.argv[1:]
    asker = zmq.Context.instance().socket(zmq.DEALER)
    asker.linger = 0
    asker.connect(endpoint)
    poller = zmq.Poller()
    poller.register(asker, zmq.POLLIN)
    poller.register(sys.stdin, zmq.POLLIN)
    sent, answered, wrong, isAsking = 0, set(), [], True
    twice = 0
    while isAsking or len(answered) < sent:
        while isAsking and sent - len(answered) < WINDOW:
            # The links decide how long an answer takes, and not the deadline.
            asker.send(encode(fit(f"{name}-{sent}", width(sent), deadline_ms=60_000)))
            sent += 1
        ready = dict(poller.poll())
        if sys.stdin.fileno() in ready:
            isAsking = False
            poller.unregister(sys.stdin)
        while asker.poll(0):
            reply = asker.recv()
            number = int(json.loads(reply)["id"].removeprefix(f"{name}-"))
            twice += number in answered
            answered.add(number)
            try:
                expect_fit(reply, f"{name}-{number}", width(number))
            except (AssertionError, KeyError):
                wrong.append(reply.decode())
            if len(answered) % 50 == 0:
                print(len(answered), flush=True)
    print(json.dumps({"sent": sent, "twice": twice, "wrong": wrong[:5]}), flush=True)


main()
