"""Times hpx-lsp beside other language servers, over their standard input and output.

    cargo build --release && python3 benches/lsp/compare.py [--peers FOLDER]

Without --peers only hpx-lsp is measured. FOLDER is filled where it is empty: a virtual
environment with ruff, tombi and zizmor, and yaml-language-server from npm. Every server gets
documents of the same length in its own language, and the same edits. Times are in
milliseconds, memory is the resident set in MB.
"""

import argparse
import json
import os
import pathlib
import queue
import shutil
import subprocess
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Client:
    """Speaks with one server and notes when each message comes."""

    def __init__(self, command, folder, settings=None):
        self.settings = settings
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL)
        self.messages = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.ids = 0

    def read(self):
        out = self.process.stdout
        while True:
            length = 0
            while line := out.readline().strip():
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if not length:
                return
            message = json.loads(out.read(length))
            now = time.perf_counter()
            if "method" in message and "id" in message:
                self.reply(message)
            else:
                self.messages.put((now, message))

    def reply(self, message):
        result = None
        if message["method"] == "workspace/configuration":
            result = [self.settings for _ in message["params"]["items"]]
        self.send({"id": message["id"], "result": result})

    def send(self, message):
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(content), content))
        self.process.stdin.flush()

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def request(self, method, params):
        """The time that the answer takes, and the answer."""
        self.ids += 1
        start = time.perf_counter()
        self.send({"id": self.ids, "method": method, "params": params})
        at, message = self.wait(lambda it: it.get("id") == self.ids)
        return (at - start) * 1000, message

    def wait(self, wanted, patience=120):
        end = time.monotonic() + patience
        while True:
            at, message = self.messages.get(timeout=max(0.01, end - time.monotonic()))
            if wanted(message):
                return at, message

    def published(self, uri, version=None):
        def wanted(message):
            if message.get("method") != "textDocument/publishDiagnostics":
                return False
            params = message["params"]
            return params["uri"] == uri and params.get("version", version) == version
        return self.wait(wanted)

    def memory(self):
        for line in open(f"/proc/{self.process.pid}/status"):
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
        return 0

    def close(self):
        try:
            self.request("shutdown", None)
            self.notify("exit", None)
            self.process.wait(3)
        except Exception:
            self.process.kill()


def start(server, folder):
    begin = time.perf_counter()
    client = Client(server["command"], folder, server.get("settings"))
    client.ids += 1
    client.send({"id": client.ids, "method": "initialize", "params": {
        "processId": os.getpid(),
        "rootUri": folder.as_uri(),
        "workspaceFolders": [{"uri": folder.as_uri(), "name": "f"}],
        "capabilities": {
            "workspace": {"configuration": True},
            "textDocument": {
                "publishDiagnostics": {"versionSupport": True, "relatedInformation": True},
                "hover": {"contentFormat": ["markdown"]},
                "completion": {"completionItem": {"snippetSupport": True}},
            },
        },
    }})
    at, _ = client.wait(lambda it: it.get("id") == client.ids)
    client.notify("initialized", {})
    return client, (at - begin) * 1000


def opened(client, server, folder, name, text):
    path = folder / name
    path.write_text(text)
    uri = path.as_uri()
    begin = time.perf_counter()
    client.notify("textDocument/didOpen", {"textDocument": {
        "uri": uri, "languageId": server["language"], "version": 1, "text": text}})
    at, message = client.published(uri, 1)
    return uri, (at - begin) * 1000, len(message["params"]["diagnostics"])


def edit(client, uri, version, text, whole):
    """Types a character in the last line, or takes it back."""
    line = text.count("\n") - 1
    end = len(text.splitlines()[-1])
    if version % 2:
        change = {"range": {"start": {"line": line, "character": end},
                            "end": {"line": line, "character": end + 1}}, "text": ""}
    else:
        place = {"line": line, "character": end}
        change = {"range": {"start": place, "end": place}, "text": "0"}
    if whole:
        change = {"text": text if version % 2 else text[:-1] + "0\n"}
    client.notify("textDocument/didChange", {
        "textDocument": {"uri": uri, "version": version}, "contentChanges": [change]})


def edits(client, server, uri, text, count):
    times = []
    for version in range(2, 2 + count):
        begin = time.perf_counter()
        edit(client, uri, version, text, server.get("whole"))
        at, _ = client.published(uri, version)
        times.append((at - begin) * 1000)
    return times


def burst(client, server, uri, text, version):
    begin = time.perf_counter()
    for step in range(60):
        edit(client, uri, version + step, text, server.get("whole"))
    last, count, quiet = begin, 0, 0
    while quiet < 1:
        try:
            at, message = client.messages.get(timeout=1)
        except queue.Empty:
            break
        if message.get("method") == "textDocument/publishDiagnostics":
            last, count = at, count + 1
    return (last - begin) * 1000, count


def p(times, share):
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def profile(lines):
    """A profile of so many lines that hpx accepts: rules for tensors fill it."""
    text = (ROOT / "benches/profile.yml").read_text()
    extra = max(0, lines - text.count("\n"))
    return text + "".join(f"# line {n}\n" for n in range(extra - 1)) + "work_dir: build\n"


def python(lines):
    return "".join(f"x{n} = {n}\n" for n in range(lines))


def toml(lines):
    return "[tool.a]\n" + "".join(f"x{n} = {n}\n" for n in range(lines - 1))


def workflow(lines):
    head = ("name: a\non: [push]\npermissions: {}\njobs:\n  b:\n    runs-on: ubuntu-latest\n"
            "    steps:\n")
    count = (lines - head.count("\n")) // 1
    return head + "".join(f"      - run: echo {n}\n" for n in range(count))


def findings(server, count):
    kind = server["language"]
    if kind == "python":
        return "".join(f"import m{n}\n" for n in range(count))
    if kind == "toml":
        return "".join("a = 1\n" for _ in range(count))
    if server["name"] == "zizmor":
        head = workflow(8)
        return head + "".join("      - run: echo ${{ github.head_ref }}\n" for n in range(count))
    return "model:\n  path: kws.tflite\n" + "".join(f"  key_{n}: 1\n" for n in range(count))


def measure(server, folder):
    row = {"server": server["name"]}
    init = []
    for _ in range(5):
        client, took = start(server, folder)
        init.append(took)
        memory = client.memory()
        client.close()
    row["init"] = min(init)
    row["memory"] = memory
    client, _ = start(server, folder)
    text = server["make"](200)
    uri, row["open"], _ = opened(client, server, folder, server["file"], text)
    times = edits(client, server, uri, text, 200)
    row["edit p50"], row["edit p95"] = p(times, 0.5), p(times, 0.95)
    row["60 edits"], row["published"] = burst(client, server, uri, text, 202)
    if server.get("asks"):
        line = text[:text.index("arena_size")].count("\n")
        place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": 5}}
        for what in ("hover", "completion"):
            times = [client.request(f"textDocument/{what}", place)[0] for _ in range(200)]
            row[f"{what} p95"] = p(times, 0.95)
        before = client.memory()
        for version in range(300, 10_300):
            edit(client, uri, version, text, False)
            if version % 50 == 49:
                client.published(uri, version)
        row["after 10,000 edits"] = client.memory() - before
    client.close()
    client, _ = start(server, folder)
    text = server["make"](10_000)
    uri, _, _ = opened(client, server, folder, server["file"], text)
    times = edits(client, server, uri, text, 30)
    row["10,000 lines p95"] = p(times, 0.95)
    client.close()
    client, _ = start(server, folder)
    _, row["5,000 findings"], row["found"] = opened(
        client, server, folder, server["file"], findings(server, 5_000))
    client.close()
    return row


def peers(folder):
    folder.mkdir(parents=True, exist_ok=True)
    tools = folder / "venv" / "bin"
    if not tools.exists():
        subprocess.run(["python3", "-m", "venv", folder / "venv"], check=True)
        subprocess.run([tools / "pip", "install", "-q", "ruff", "tombi", "zizmor"], check=True)
        subprocess.run(["npm", "install", "--silent", "--prefix", folder,
                        "yaml-language-server"], check=True)
    schema = (ROOT / "schemas/0.4.1/profile.schema.json").as_uri()
    return [
        {"name": "ruff server", "command": [tools / "ruff", "server"], "language": "python",
         "file": "a.py", "make": python},
        {"name": "tombi", "command": [tools / "tombi", "lsp"], "language": "toml",
         "file": "a.toml", "make": toml, "whole": True},
        {"name": "zizmor", "command": [tools / "zizmor", "--lsp"], "language": "yaml",
         "file": ".github/workflows/a.yml", "make": workflow, "whole": True},
        {"name": "yaml-language-server",
         "command": [folder / "node_modules/.bin/yaml-language-server", "--stdio"],
         "language": "yaml", "file": "hpx.yml", "make": profile,
         "settings": {"schemas": {schema: "*.yml"}, "validate": True}},
    ]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--peers", type=pathlib.Path)
    arguments.add_argument("--server", type=pathlib.Path,
                           default=ROOT / "target/release/hpx-lsp")
    options = arguments.parse_args()
    servers = [{"name": "hpx-lsp", "command": [options.server], "language": "yaml",
                "file": "hpx.yml", "make": profile, "asks": True}]
    if options.peers:
        servers += peers(options.peers.resolve())
    rows = []
    for server in servers:
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / ".github/workflows").mkdir(parents=True)
            shutil.copy(ROOT / "tests/examples/quickstart/two_layers.tflite", folder / "kws.tflite")
            try:
                rows.append(measure(server, folder))
            except Exception as error:
                rows.append({"server": f"{server['name']}: {error!r}"})
    columns = list(rows[0])
    print("| " + " | ".join(columns) + " |")
    print("|" + "---|" * len(columns))
    for row in rows:
        cells = [row.get(column, "") for column in columns]
        shown = [f"{cell:.1f}" if isinstance(cell, float) else str(cell) for cell in cells]
        print("| " + " | ".join(shown) + " |")


if __name__ == "__main__":
    main()
