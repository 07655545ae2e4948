"""What is in deploy/ for containers agrees with the program, and runs it as it would there."""

import json
import pathlib
import re
import shlex
import signal
import subprocess
import tempfile
import urllib.request

import yaml
import zmq

from harness import ROOT, Process, binary, clean_environment, connect, encode, fit

CONTAINERFILE = ROOT / "deploy" / "Containerfile"
KUBERNETES = ROOT / "deploy" / "kubernetes"


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Containerfile, each on one line."""
    text = re.sub(r"^#.*\n", "", CONTAINERFILE.read_text(), flags=re.M).replace("\\\n", "")
    return [tuple(line.split(None, 1)) for line in text.splitlines() if line.strip()]


def instruction(name: str) -> str:
    return [rest for word, rest in instructions() if word == name][-1]


def image_environment() -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in shlex.split(instruction("ENV")))


def image_files(directory: pathlib.Path):
    """Puts what the image has in /etc/viewfence into a directory."""
    for name, rest in instructions():
        if name == "COPY" and "/etc/viewfence" in rest:
            source, target = rest.split()
            target = directory / target.removeprefix("/etc/viewfence").strip("/")
            if (ROOT / source).is_dir():
                target.mkdir(parents=True)
                for file in (ROOT / source).iterdir():
                    (target / file.name).write_bytes(file.read_bytes())
            else:
                (target / pathlib.Path(source).name).write_bytes((ROOT / source).read_bytes())


def objects() -> dict[tuple[str, str], dict]:
    """What kustomization.yaml names, by kind and name."""
    kustomization = yaml.safe_load((KUBERNETES / "kustomization.yaml").read_text())
    found = {}
    for file in kustomization["resources"]:
        for each in yaml.safe_load_all((KUBERNETES / file).read_text()):
            found[each["kind"], each["metadata"]["name"]] = each
    return found


def pods() -> dict[str, dict]:
    return {
        name: each["spec"]["template"]["spec"]
        for (kind, name), each in objects().items()
        if kind == "Deployment"
    }


def configuration() -> dict:
    return json.loads(objects()["ConfigMap", "viewfence-broker"]["data"]["viewfence.json"])


def port_of(endpoint: str) -> int:
    return int(endpoint.rsplit(":", 1)[1])


def on_this_machine(endpoint: str) -> str:
    """The same endpoint for a test: loopback, any port."""
    assert endpoint.startswith("tcp://*:"), endpoint
    return "tcp://127.0.0.1:*"


def get(endpoint: str, path: str) -> int:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(endpoint.replace("tcp://", "http://") + path, timeout=30) as page:
        return page.status


def endpoints(process: Process) -> dict[str, str]:
    words = process.line().split()
    assert words[0] == "ready", words
    return dict(word.split("=", 1) for word in words[1:])


def expect_fenced_camera(requests: str):
    """Only who has the fences can answer."""
    asker = connect(zmq.DEALER, requests)
    asker.send(encode(fit("d-1", limits={"fence": "pitt-street-mall"})))
    answer = json.loads(asker.recv())
    assert answer["ok"] is True and "fence.target" in answer["result"]["adjusted"], answer


def test_the_image_copies_what_is_there_and_stays_unprivileged():
    names = [name for name, _ in instructions()]
    assert names.count("FROM") == 2 and names[0] == "FROM"
    for name, rest in instructions():
        if name == "COPY" and not rest.startswith("--from"):
            for source in rest.split()[:-1]:
                assert (ROOT / source).exists(), source
    # What the sources embed is there when they are compiled.
    second = len(names) - names[::-1].index("FROM")
    built = [rest for name, rest in instructions()[:second] if name == "COPY"]
    for source in (ROOT / "Sources").glob("*/*.c"):
        for path in re.findall(r'#embed "(.+)"', source.read_text()):
            file = (source.parent / path).resolve().relative_to(ROOT)
            assert any(file.is_relative_to(rest.split()[0]) for rest in built), file
    user = instruction("USER").split(":")
    assert all(part.isdigit() and int(part) > 0 for part in user)
    assert {pod["securityContext"]["runAsUser"] for pod in pods().values()} == {int(user[0])}
    # The same Debian in both stages: the libraries are those that were linked.
    images = [rest.split()[0] for name, rest in instructions() if name == "FROM"]
    assert all("bookworm" in image and "/" not in image for image in images), images


def test_the_image_serves_and_is_healthy():
    environment = image_environment()
    exposed = {int(port) for port in instruction("EXPOSE").split()}
    assert exposed == {port_of(endpoint) for endpoint in environment.values()}
    local = {name: on_this_machine(endpoint) for name, endpoint in environment.items()}
    with tempfile.TemporaryDirectory() as directory:
        image_files(pathlib.Path(directory))
        command = json.loads(instruction("CMD"))
        assert json.loads(instruction("ENTRYPOINT")) == ["viewfence"]
        server = Process(*command, environment=local, directory=directory)
        places = endpoints(server)
        assert set(places) == {name.removeprefix("VIEWFENCE_").lower() for name in environment}
        check = json.loads(instruction("HEALTHCHECK").split("CMD", 1)[1])
        # It asks at the image's own port; here the system chose one.
        its, ours = (f"/{port_of(each)} " for each in (environment["VIEWFENCE_HTTP"], places["http"]))
        assert check[:2] == ["bash", "-c"] and its in check[2]
        healthy = [*check[:2], check[2].replace(its, ours)]
        kept = {"cwd": directory, "env": clean_environment(), "capture_output": True}
        assert subprocess.run(healthy, timeout=30, **kept).returncode == 0
        expect_fenced_camera(places["requests"])
        assert instruction("STOPSIGNAL") == "SIGTERM"
        server.signal(signal.SIGTERM)
        assert server.wait() == 0
        assert subprocess.run(healthy, timeout=30, **kept).returncode != 0


def test_the_pods_are_named_bounded_and_unprivileged():
    found = objects()
    version = subprocess.run([binary(), "--version"], capture_output=True).stdout.decode().split()[1]
    templates = [
        each["spec"]["template"]["metadata"]["labels"]
        for (kind, _), each in found.items()
        if kind == "Deployment"
    ]
    for (kind, name), each in found.items():
        spec = each.get("spec", {})
        selector = spec.get("podSelector") or spec.get("selector") or {}
        labels = selector.get("matchLabels", selector)
        if labels:
            assert labels in templates, (kind, name)
        if kind == "HorizontalPodAutoscaler":
            target = spec["scaleTargetRef"]
            scaled = found[target["kind"], target["name"]]["spec"]
            assert "replicas" not in scaled
            assert "cpu" in scaled["template"]["spec"]["containers"][0]["resources"]["requests"]
    for name, pod in pods().items():
        assert pod["securityContext"]["runAsNonRoot"] is True, name
        assert pod["enableServiceLinks"] is pod["automountServiceAccountToken"] is False, name
        for container in pod["containers"]:
            assert container["image"] == f"viewfence:{version}"
            security = container["securityContext"]
            assert security["readOnlyRootFilesystem"] is True
            assert security["allowPrivilegeEscalation"] is False
            assert security["capabilities"] == {"drop": ["ALL"]}
            assert "memory" in container["resources"]["limits"]
            mounted = {mount["name"] for mount in container.get("volumeMounts", [])}
            assert mounted == {volume["name"] for volume in pod.get("volumes", [])}


def test_the_ports_of_pods_and_services_agree_with_the_configuration():
    found, settings = objects(), configuration()
    broker = pods()["viewfence-broker"]["containers"][0]
    ports = {port["name"]: port["containerPort"] for port in broker["ports"]}
    configured = {key: port_of(value) for key, value in settings.items() if ":" in str(value)}
    assert ports == configured
    served = set()
    for (kind, _), each in found.items():
        if kind == "Service":
            for port in each["spec"]["ports"]:
                assert port["port"] == ports[port["targetPort"]]
                served.add(port["name"])
    assert served == set(ports) - {"http"}
    for probe, path in (("livenessProbe", "/live"), ("readinessProbe", "/ready")):
        assert broker[probe]["httpGet"] == {"path": path, "port": "http"}
    worker = pods()["viewfence-worker"]["containers"][0]["args"]
    host, port = worker[worker.index("--broker") + 1].removeprefix("tcp://").split(":")
    service = found["Service", host]["spec"]["ports"]
    assert [each["port"] for each in service] == [int(port)] == [ports["workers"]]


def test_a_pod_is_given_the_time_to_drain():
    settings = configuration()
    needed = (settings["drain_ms"] + settings["linger_ms"]) / 1000
    for name, pod in pods().items():
        assert pod["terminationGracePeriodSeconds"] > needed, name


def test_the_pods_run_and_find_each_other():
    """Broker and worker with the arguments and files of their pods; only ports are others."""
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory)
        mounts = {}
        for pod in pods().values():
            for mount in pod["containers"][0]["volumeMounts"]:
                mounts[mount["mountPath"]] = root / mount["name"]
                mounts[mount["mountPath"]].mkdir()
        local = {
            key: on_this_machine(value) if ":" in str(value) else value
            for key, value in configuration().items()
        }
        (root / "configuration" / "viewfence.json").write_text(json.dumps(local))
        for file in (ROOT / "config" / "fences").iterdir():
            (root / "fences" / file.name).write_bytes(file.read_bytes())

        def start(pod: str, changed: dict[str, str]):
            arguments = pods()[pod]["containers"][0]["args"]
            for place, here in (*changed.items(), *mounts.items()):
                arguments = [word.replace(place, str(here)) for word in arguments]
            return Process(*arguments)

        broker = start("viewfence-broker", {})
        places = endpoints(broker)
        probes = pods()["viewfence-broker"]["containers"][0]
        for probe in ("livenessProbe", "readinessProbe"):
            assert get(places["http"], probes[probe]["httpGet"]["path"]) == 200
        worker = start("viewfence-worker", {"tcp://viewfence-workers:5556": places["workers"]})
        assert worker.line() == "ready"
        expect_fenced_camera(places["requests"])
        for process in (worker, broker):
            process.signal(signal.SIGTERM)
            assert process.wait() == 0, process.text()
