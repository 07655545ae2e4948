#!/usr/bin/env python3
"""Holds three judges against each other: `viewfence validate`, Python's `jsonschema` with the
shipped schema and the rules beside it, and a strict JSON reader.

    Tests/Differential/run.py [--binary PATH] [--seconds N] [--seed N]

A difference is a fault, in whichever: it prints the document and the three verdicts, and exits 1.
"""

import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import contract
import generate

ROOT = contract.ROOT
SUITE = ROOT.parent / "shared" / "json-test-suite" / "test_parsing"
FENCES = [json.loads(p.read_text()) for p in sorted((ROOT / "config/fences").glob("*.geojson"))]
AT_ONCE = 1000


def fits_on_a_line(document):
    """Blank lines are no documents, and the end of a line may be CR LF."""
    return b"\n" not in document and document.strip(b" \t\r") and not document.endswith(b"\r")
SHOWN = 20


def viewfence(binary, documents):
    """What `viewfence validate` says of each document; empty for a right one."""
    with tempfile.TemporaryDirectory() as folder:
        files, lines, names = [], [], []
        for document in documents:
            if fits_on_a_line(document):
                lines.append(document)
                names.append(f"document {len(lines)}")
            else:
                path = pathlib.Path(folder) / str(len(files))
                path.write_bytes(document)
                files.append(str(path))
                names.append(str(path))
        environment = {k: v for k, v in os.environ.items() if not k.startswith("VIEWFENCE_")}
        child = subprocess.run(
            [binary, "validate", "--fences", str(ROOT / "config/fences"), *files, "-"],
            input=b"\n".join(lines) + b"\n" if lines else b"",
            capture_output=True,
            env={**environment, "SWIFT_BACKTRACE": "enable=no"},
        )
    if child.returncode not in (0, 1):
        raise SystemExit(f"viewfence validate: {child.returncode}, {child.stderr.decode()[-500:]}")
    verdicts = {}
    for line in child.stdout.decode("utf-8", "replace").split("\n"):
        name, _, verdict = line.partition(": ")
        verdicts.setdefault(name, []).append(verdict)
    told = [verdicts.get(name) for name in names]
    if None in told:
        raise SystemExit("viewfence validate has no verdict on a document")
    return ["" if verdict == ["ok"] else "; ".join(verdict) for verdict in told]


def strict(document):
    try:
        contract.read_strictly(document)
    except contract.Refused as refused:
        return str(refused)
    return ""


class Comparison:
    def __init__(self, binary):
        self.binary = binary
        self.judged = self.right = self.no_json = self.differences = 0

    def judge(self, documents):
        for document, told in zip(documents, viewfence(self.binary, documents)):
            reader = strict(document)
            schema = reader or contract.judge(document, fences=FENCES) or ""
            self.judged += 1
            self.right += not schema
            self.no_json += bool(reader)
            if bool(told) != bool(schema) or told.startswith("bad-json") != bool(reader):
                self.differences += 1
                if self.differences <= SHOWN:
                    print(f"difference: {document[:2000]!r}")
                    print(f"  viewfence:     {told or 'right'}")
                    print(f"  schema, rules: {schema or 'right'}")
                    print(f"  strict reader: {reader or 'right'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--binary", default=str(ROOT / ".build/debug/viewfence"))
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--seed", type=int, default=4)
    options = parser.parse_args()

    end = time.monotonic() + options.seconds
    comparison = Comparison(options.binary)
    comparison.judge(list(generate.strange(SUITE)))
    # Without the suite, which is not part of the project, the rest is judged all the same.
    source = random.Random(options.seed)
    while time.monotonic() < end:
        comparison.judge([generate.document(source) for _ in range(AT_ONCE)])
    print(
        f"seed {options.seed}: {comparison.judged} documents, {comparison.right} right, "
        f"{comparison.no_json} no JSON, {comparison.differences} differences"
    )
    return 1 if comparison.differences else 0


if __name__ == "__main__":
    sys.exit(main())
