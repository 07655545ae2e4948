"""The command line: output, exit status, precedence of settings."""

import json
import select
import signal
import subprocess
import tempfile

import zmq

from harness import (
    ROOT, Broker, Process, Server, binary, clean_environment, connect, encode, expect_fit,
    expect_problem, fit, free_endpoint,
)  # fmt: skip


def run(*arguments: str, given: bytes = b"", environment: dict[str, str] | None = None):
    return subprocess.run(
        [binary(), *arguments],
        input=given,
        capture_output=True,
        timeout=30,
        env=clean_environment(environment),
    )


def written(text: bytes):
    """A file of this text, until it is closed."""
    file = tempfile.NamedTemporaryFile(suffix=".json")
    file.write(text)
    file.flush()
    return file


def test_help_and_version():
    for arguments in (["help"], ["--help"], ["serve", "--help"], ["help", "call"], ["--version"]):
        done = run(*arguments)
        assert done.returncode == 0 and done.stdout and not done.stderr, (arguments, done)
    for name in (b"serve", b"call", b"watch", b"validate", b"help"):
        assert name in run("help").stdout, name


def test_wrong_usage_is_exit_2_and_named():
    for arguments, named in [
        (["levitate"], b"levitate"),
        (["serve", "--thread", "1"], b"--thread"),
        (["serve", "--threads", "many"], b"many"),
        (["serve", "--threads"], b"--threads"),
        (["call", "--timeout", "soon"], b"soon"),
        (["serve", "--http", "ipc:///run/http"], b"--http: expected an endpoint such as tcp://"),
        (["serve", "--requests", "tcp://127.0.0.1"], b"expected an endpoint such as tcp://"),
        (["worker", "--broker", "127.0.0.1:5556"], b"expected an endpoint such as tcp://"),
        (["call", "--endpoint", "127.0.0.1:5555"], b"expected an endpoint such as tcp://"),
        (["watch", "--endpoint", "127.0.0.1:5557"], b"expected an endpoint such as tcp://"),
    ]:
        done = run(*arguments)
        assert done.returncode == 2 and named in done.stderr, (arguments, done)


def test_wrong_configuration_is_exit_2_and_named():
    for text, named in [
        (b'{"request":"tcp://127.0.0.1:0"}', b"request"),
        (b'{"requests":5}', b"requests"),
        (b'{"threads":1,"threads":2}', b'"threads"'),
        (b"{", b""),
    ]:
        with written(text) as file:
            done = run("serve", "--config", file.name)
        assert done.returncode == 2 and named in done.stderr and done.stderr, done
    done = run("serve", "--config", "/nowhere/viewfence.json")
    assert done.returncode == 2 and b"/nowhere/viewfence.json" in done.stderr, done


def test_flag_wins_over_environment_wins_over_file():
    free = [free_endpoint() for _ in range(3)]
    off = ["--workers", "tcp://127.0.0.1:0", "--cameras", "off", "--ingest", "off"]
    with written(json.dumps({"requests": free[0]}).encode()) as file:
        for arguments, environment, expected in [
            ([], {}, free[0]),
            ([], {"VIEWFENCE_REQUESTS": free[1]}, free[1]),
            (["--requests", free[2]], {"VIEWFENCE_REQUESTS": free[1]}, free[2]),
        ]:
            server = Process(
                "serve", "--config", file.name, *off, *arguments, environment=environment
            )
            words = server.line().split()
            assert f"requests={expected}" in words, (words, expected)
            assert not any(word.startswith(("cameras=", "ingest=")) for word in words)
            server.signal(signal.SIGTERM)
            assert server.wait() == 0


def test_call_answers_in_the_order_of_the_requests():
    server = Server()
    bodies = [encode(fit(f"c-{number}", width=1 + number)) for number in range(50)]
    done = run("call", "--endpoint", server.requests, given=b"\n".join(bodies) + b"\n")
    assert done.returncode == 0, done
    lines = done.stdout.splitlines()
    assert len(lines) == 50
    for number, line in enumerate(lines):
        expect_fit(line, f"c-{number}", width=1 + number)
    with written(json.dumps(fit("pretty"), indent=2).encode()) as a, written(bodies[3]) as b:
        done = run("call", "--endpoint", server.requests, a.name, b.name)
    assert done.returncode == 0, done
    first, second = done.stdout.splitlines()
    expect_fit(first, "pretty")
    expect_fit(second, "c-3", width=4)


def test_call_says_by_its_exit_status_what_came():
    server = Server()
    done = run("call", "--endpoint", server.requests, given=encode(fit("bad", insets=1000)))
    assert done.returncode == 1, done
    expect_problem(done.stdout, "no-room", "bad")
    mixed = encode(fit("good")) + b"\n" + encode(fit("bad", insets=1000))
    done = run("call", "--endpoint", server.requests, given=mixed)
    assert done.returncode == 1 and len(done.stdout.splitlines()) == 2, done
    done = run("call", "--endpoint", free_endpoint(), "--timeout", "200", given=encode(fit("nobody")))
    assert done.returncode == 3, done
    done = run("call", "--endpoint", server.requests, "/nowhere/request.json")
    assert done.returncode == 2 and b"/nowhere/request.json" in done.stderr, done


def test_call_fails_over_to_the_next_endpoint():
    server = Server()
    endpoints = ["--endpoint", free_endpoint(), "--endpoint", server.requests]
    # It is as long as the answer may take, too.
    done = run("call", *endpoints, "--timeout", "3000", given=encode(fit("over")))
    assert done.returncode == 0, done
    expect_fit(done.stdout, "over")


def test_call_tells_what_a_busy_broker_said_if_nobody_else_answers():
    busy = Broker("--grace-ms", "1")
    for endpoints in ([busy.requests, free_endpoint()], [free_endpoint(), busy.requests]):
        flags = [word for endpoint in endpoints for word in ("--endpoint", endpoint)]
        done = run("call", *flags, "--timeout", "1000", given=encode(fit("busy")))
        assert done.returncode == 1, done
        expect_problem(done.stdout, "no-worker", "busy")


def test_call_gives_up_however_many_requests_nobody_takes():
    """More than libzmq keeps for an endpoint."""
    given = b"\n".join(encode(fit(f"n-{number}")) for number in range(1500))
    done = run("call", "--endpoint", free_endpoint(), "--timeout", "20", given=given)
    assert done.returncode == 3 and b"1500" in done.stderr, done


def test_watch_prints_publications():
    server = Server()
    watcher = Process("watch", "--endpoint", server.cameras, "cam/w/")
    asker = connect(zmq.DEALER, server.requests)
    # Published to until the subscription is in force.
    for number in range(200):
        asker.send(encode(fit(f"w-{number}", publish="cam/w/")))
        asker.recv()
        if select.select([watcher.child.stdout], [], [], 0.05)[0]:
            break
    topic, epoch, sequence, reply = watcher.line().split(None, 3)
    assert topic == "cam/w/" and int(epoch) > 1e15 and int(sequence) >= 0
    expect_fit(reply.encode(), json.loads(reply)["id"])
    watcher.signal(signal.SIGINT)
    assert watcher.wait() == 0, watcher.text()


def test_validate_judges_without_a_server():
    with written(encode(fit("good"))) as good, written(encode(fit("bad", inset=3))) as bad:
        done = run("validate", good.name)
        assert done.returncode == 0, done
        done = run("validate", good.name, bad.name)
        assert done.returncode == 1 and b"/inset" in done.stdout + done.stderr, done
    assert run("validate", given=encode(fit("good"))).returncode == 0
    assert run("validate", given=b"[1,").returncode == 1


def test_a_stream_is_judged_and_answered_as_it_comes():
    server = Server()
    for command in (["validate"], ["call", "--endpoint", server.requests]):
        process = Process(*command, stdin=subprocess.PIPE)
        for name in ("first", "second"):
            process.child.stdin.write(encode(fit(name)) + b"\n")
            process.child.stdin.flush()
            assert "ok" in process.line(), command
        process.child.stdin.close()
        assert process.wait() == 0, process.text()


def test_preview_says_by_its_exit_status_what_was_answered():
    good, refused = fit("good"), fit("bad", insets=1000)
    batch = {"v": 1, "id": "batch", "batch": [
        {key: value for key, value in good.items() if key != "v"}, {"op": "levitate"},
    ]}  # fmt: skip
    for request, status, named in [(good, 0, b""), (refused, 1, b""), (batch, 1, b"/batch/1/op")]:
        done = run("preview", given=encode(request))
        assert done.returncode == status and named in done.stderr, done
        assert done.stdout.startswith(b"<svg"), done


def test_broker_takes_the_flags_of_serve():
    free = "tcp://127.0.0.1:0"
    ports = [word for name in ("requests", "workers") for word in (f"--{name}", free)]
    off = ["--cameras", "off", "--ingest", "off", "--threads", "2", "--fences", "config/fences"]
    broker = Process("broker", *ports, *off)
    assert broker.line().startswith("ready requests=")
    broker.signal(signal.SIGTERM)
    assert broker.wait() == 0
    done = run("broker", *ports, "--threads", "many")
    assert done.returncode == 2 and b"--threads" in done.stderr, done


def test_the_shipped_examples_are_answered():
    examples = sorted((ROOT / "config" / "examples").glob("*.json"))
    assert len(examples) >= 3
    server = Server("--fences", str(ROOT / "config" / "fences"))
    for example in examples:
        done = run("call", "--endpoint", server.requests, str(example))
        wanted = 1 if example.name.startswith("error") else 0
        assert done.returncode == wanted, (example.name, done)
