#!/usr/bin/env python3
"""Holds the clients of all languages to one script, against a real `viewfence serve`.

    check.py [--no-install | --install-only] [LANGUAGE...]

Each client is given the steps of conformance.json as lines of tab-separated fields, `-` for none:

    framing      plain, mdp1 or mdp2 (Majordomo 0.1, 0.2)
    form         json, or text for a request that must go out byte for byte
    endpoints    where to send, in the order of the tries, separated by commas
    timeout      milliseconds, for each try
    request      the JSON frame
    coordinates  numbers for a packed frame, separated by commas
    cameras      where to subscribe
    topic        what to subscribe to, before the request is sent

The environment variable VIEWFENCE names the program; without it the newest build is taken.
"""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

import generate
import judge
import zmq

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = HERE.parent.parent
BUILT = PROJECT / ".build/clients"


class Server:
    """`viewfence serve` on free ports, and a broker that never answers."""

    def __enter__(self):
        program = os.environ.get("VIEWFENCE") or newest_build()
        anywhere = "tcp://127.0.0.1:*"
        flags = [flag for name in ("requests", "workers", "cameras", "ingest") for flag in (f"--{name}", anywhere)]
        self.process = subprocess.Popen(
            [program, "serve", *flags, "--fences", str(PROJECT / "config/fences")],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env={**os.environ, "VIEWFENCE_HTTP": "off"},
        )  # fmt: skip
        ready = self.process.stdout.readline().split()
        if not ready or ready[0] != "ready":
            sys.exit(f"{program} serve did not start: {' '.join(ready)}")
        self.endpoints = dict(pair.split("=", 1) for pair in ready[1:])
        self.silent = zmq.Context.instance().socket(zmq.ROUTER)
        self.silent.bind(anywhere)
        self.endpoints["silent"] = self.silent.last_endpoint.decode()
        return self

    def heard_in_silence(self):
        """Returns the ids of the requests that the silent broker has got, and forgets them."""
        heard = []
        while self.silent.poll(0):
            heard.append(json.loads(self.silent.recv_multipart()[-1])["id"])
        return heard

    def __exit__(self, *_):
        self.silent.close(linger=0)
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()


def newest_build():
    builds = [PROJECT / ".build" / kind / "viewfence" for kind in ("release", "debug")]
    builds = [build for build in builds if build.exists()]
    if not builds:
        sys.exit("no viewfence found: run swift build first, or set VIEWFENCE")
    return str(max(builds, key=lambda build: build.stat().st_mtime))


def line_of(step, language, endpoints):
    """Returns the step as the fields that a client reads."""
    verbatim = isinstance(step["request"], str)
    request = step["request"] if verbatim else json.dumps(step["request"], ensure_ascii=False, separators=(",", ":"))
    coordinates = ",".join(repr(value) for place in step.get("coordinates", []) for value in place)
    fields = [
        step["framing"],
        "text" if verbatim else "json",
        ",".join(endpoints[name] for name in step.get("endpoints", ["requests"])),
        str(step.get("timeout_ms", 5000)),
        request.replace("{language}", language),
        coordinates or "-",
        endpoints["cameras"] if "topic" in step else "-",
        step.get("topic", "-").replace("{language}", language),
    ]
    return "\t".join(fields) + "\n"


class Skipped(Exception):
    pass


def shell(command, folder, out, **more):
    places = {"OUT": str(out), "PYTHON": sys.executable}
    environment = {**os.environ, **places, "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}
    return subprocess.run(command, shell=True, cwd=folder, env=environment, capture_output=True, encoding="utf-8",
                          errors="replace", **more)  # fmt: skip


def last_words(run):
    words = [line for line in (run.stderr + run.stdout).splitlines() if line.strip()]
    return words[-1].strip()[:300] if words else f"exit status {run.returncode}"


def plain_name(language):
    """Returns the language's name as it stands in topics and paths, different for each."""
    return re.sub(r"\W+", "-", language["name"].lower().replace("+", "p").replace("#", "sharp"))


def check(language, script, server):
    """Returns the faults of one client. Raises Skipped if the machine lacks what it needs."""
    folder, name = HERE / language["folder"], plain_name(language)
    out = BUILT / name
    out.mkdir(parents=True, exist_ok=True)
    if shell(language["probe"], folder, out).returncode != 0:
        raise Skipped("not installed: " + " ".join(packages_of(language)))
    for command in language.get("build", []):
        built = shell(command, folder, out, timeout=300)
        if built.returncode != 0:
            return [f"{command}: {last_words(built)}"]

    found = []
    if "conformance" in language:
        server.heard_in_silence()
        lines = "".join(line_of(step, name, server.endpoints) for step in script["steps"])
        ran = shell(language["conformance"], folder, out, input=lines, timeout=120)
        if ran.returncode != 0:
            found.append(f"{language['conformance']}: {last_words(ran)}")
        found += judge.faults(script["steps"], name, ran.stdout)
        heard = server.heard_in_silence()
        if heard.count("again") != 1 or heard.count("nobody") < 2:
            found.append(f"the broker that never answers heard {heard}")
    if "example" in language:
        command = f"{language['example']} {server.endpoints['requests']} {server.endpoints['cameras']}"
        ran = shell(command, folder, out, timeout=60)
        found += [f"{command}: {fault}" for fault in faults_of_example(ran, script["example"]["expect"])]
    if "test" in language:
        command = " ".join([language["test"], *(server.endpoints[name] for name in ("requests", "cameras", "ingest"))])
        ran = shell(command, folder, out, timeout=120)
        if ran.returncode != 0:
            named = [line for line in ran.stderr.splitlines() if line.startswith(("FAIL:", "ERROR:", "AssertionError"))]
            found += named or [f"{command}: {last_words(ran)}"]
    return found


def faults_of_example(ran, expect):
    """An example prints the reply to a fit, to the same fit packed, and a publication of it."""
    if ran.returncode != 0:
        return [last_words(ran)]
    lines = ran.stdout.splitlines()
    if len(lines) != 3:
        return [f"{len(lines)} lines instead of 3: {lines}"[:300]]
    result = {key: value for key, value in expect.items() if key != "id"}
    return [fault for line in lines for fault in judge.faults_of_reply(line.split("\t")[-1], result)]


def planted(script):
    """Returns what the judge misses when one thing in a right transcript is made wrong."""
    steps, right = script["steps"], []
    for step in steps:
        expect = step["expect"]
        content = {name: expect[name] for name in ("result", "error") if name in expect}
        reply = json.dumps({"v": 1, "id": expect.get("id"), "ok": "result" in expect, **content})
        right.append("nobody" if "silence" in expect else "\t".join([*judge.HEADERS[step["framing"]], reply]))
        if "topic" in step:
            right.append(f"{step['topic']}\t1700000000000000\t1\t{reply}")
    if judge.faults(steps, "{language}", "\n".join(right)):
        return ["a right transcript is called wrong"]

    missed = []
    for index, line in enumerate(right):
        number = re.search(r"\d\.\d{6,}", line)
        changes = ('"ok": true', '"ok": false'), ("bad-", "mad-"), ("MDPC0", "MDPC1")
        wrong = [line.replace(*change) for change in changes]
        if number:
            wrong.append(line[: number.start()] + str(float(number[0]) + 1e-3) + line[number.end() :])
        for text in {*wrong} - {line}:
            if not judge.faults(steps, "{language}", "\n".join([*right[:index], text, *right[index + 1 :]])):
                missed.append(f"line {index + 1} made wrong is not noticed: {text[:120]}")
    if not judge.faults(steps, "{language}", "\n".join(right[:-1])):
        missed.append("a missing line is not noticed")
    return missed


def packages_of(language):
    """Returns the Debian packages that the language needs on this machine."""
    commands = language.get("commands", {})
    return language["packages"] + [package for command, package in commands.items() if not shutil.which(command)]


def install(languages):
    """Installs the Debian packages that are missing, all at once or, if that fails, language by language."""
    wanted = sorted({package for language in languages for package in packages_of(language)})
    if not wanted:
        return
    query = ["dpkg-query", "-W", "-f=${Package} ${db:Status-Status}\n", *wanted]
    listed = subprocess.run(query, capture_output=True, text=True)
    present = {line.split()[0] for line in listed.stdout.splitlines() if line.endswith(" installed")}
    missing = [package for package in wanted if package not in present]
    if not missing:
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    sudo = [] if os.geteuid() == 0 else ["sudo", "-n"]

    def apt(*arguments):
        command = [*sudo, "apt-get", "-qq", "-o", "DPkg::Lock::Timeout=120", *arguments]
        return subprocess.run(command, env=environment, capture_output=True).returncode == 0

    begun = time.monotonic()
    apt("update")
    get = ("install", "-y", "--no-install-recommends")
    if not apt(*get, *missing):
        for language in languages:
            apt(*get, *packages_of(language))
    print(f"installed {' '.join(missing)} ({time.monotonic() - begun:.0f} s)", flush=True)


def main(arguments):
    if {argument for argument in arguments if argument.startswith("-")} - {"--no-install", "--install-only"}:
        print(__doc__, file=sys.stderr)
        return 2
    languages = json.loads((HERE / "languages.json").read_text())
    names = [argument.lower() for argument in arguments if not argument.startswith("--")]
    if names:
        languages = [language for language in languages if {language["name"].lower(), language["folder"]} & {*names}]
    script = json.loads((HERE / "conformance.json").read_text())
    if "--no-install" not in arguments and shutil.which("apt-get"):
        install(languages)
    if "--install-only" in arguments:
        return 0

    if len({plain_name(language) for language in languages}) < len(languages):
        sys.exit("languages.json: two languages with the same name")
    counts = {"passed": 0, "failed": 0, "skipped": 0}

    def report(verdict, text):
        counts[verdict] += 1
        print(f"{verdict:7} {text}", flush=True)

    def verdict(text, found):
        more = [f"... and {len(found) - 5} more"] if len(found) > 5 else []
        report("failed" if found else "passed", "\n        ".join([text, *found[:5], *more]))

    # libm's last digit may differ from one machine to the next.
    rounding = {unit: 1e-11 for unit in judge.UNITS.values()}
    stale = list(judge.differences(json.loads(json.dumps(generate.document())), script, rounding))
    verdict("conformance.json is what generate.py writes", stale)
    verdict("planted faults in a transcript are found", planted(script))
    with Server() as server:
        for language in languages:
            begun = time.monotonic()
            try:
                found = check(language, script, server)
            except Skipped as reason:
                report("skipped", f"{language['name']}: {reason}")
                continue
            except subprocess.TimeoutExpired as late:
                found = [str(late)[-300:]]
            took = f"{language['name']} ({language['with']}, {time.monotonic() - begun:.1f} s)"
            verdict(took, found)
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
