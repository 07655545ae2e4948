#!/usr/bin/env python3
"""Does what a reader of the README does: copies a snippet into an empty file and runs it.

test_readme.py REQUESTS CAMERAS INGEST    (check.py starts the server)
"""

import json
import pathlib
import re
import subprocess
import sys
import unittest

import judge

sys.path.append(str(pathlib.Path(__file__).parent / "python"))
import viewfence

README = pathlib.Path(__file__).resolve().parents[2] / "README.md"
ENDPOINTS = {}


def snippets(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", README.read_text(), re.MULTILINE | re.DOTALL)


def run(snippet):
    """Returns what the snippet prints, with the endpoints of the running server in place of the defaults."""
    for default, endpoint in ENDPOINTS.items():
        snippet = snippet.replace(default, endpoint)
    ran = subprocess.run([sys.executable, "-"], input=snippet, capture_output=True, text=True, timeout=30)
    return ran.stdout or ran.stderr


class Readme(unittest.TestCase):
    def test_the_python_client_prints_a_camera_and_the_subscriber_receives_it(self):
        client, subscriber = snippets("python")[:2]
        camera = re.search(r"'zoom': [\d.]+", run(client))
        self.assertIsNotNone(camera)
        topic, epoch, sequence, reply = run(subscriber).split(maxsplit=3)
        self.assertTrue(topic.startswith("cam/") and epoch.isdecimal() and sequence.isdecimal())
        self.assertTrue(json.loads(reply)["ok"])

    def test_the_request_gets_the_answer_that_is_printed_below_it(self):
        request, answer, refusal = snippets("json")[:3]
        misspelt = request.replace('"insets"', '"inset"').replace('"r-1"', '"r-2"')
        for sent, printed in ((request, answer), (misspelt, refusal)):
            with viewfence.Client(ENDPOINTS["tcp://127.0.0.1:5555"]) as client:
                reply = json.loads(client.exchange([sent.encode()])[-1])
            tolerance = {"zoom": 1e-9, "degrees": 1e-9}
            self.assertEqual(list(judge.differences(json.loads(printed), reply, tolerance)), [])
            self.assertEqual(list(judge.differences(reply, json.loads(printed), tolerance)), [])


if __name__ == "__main__":
    requests, cameras, _ = sys.argv[1:]
    ENDPOINTS = {"tcp://127.0.0.1:5555": requests, "tcp://127.0.0.1:5557": cameras}
    unittest.main(argv=sys.argv[:1], verbosity=0)
