#!/usr/bin/env python3
"""Writes `tests/verdicts/files.json`: the small files that profiles name.

    python tests/differential/files.py

Each is `{"path", "text"}` or, where its bytes are no text, `{"path", "hex"}`.
The model files beside them are built by `tests/it/models`; `tests/it/folder.rs`
puts both into one folder.
"""

import hashlib
import json
from pathlib import Path

OUT = Path(__file__).resolve().parent.parent / "verdicts" / "files.json"

#: What heliaAOT may be told by `engine.config_path`.
AOT = {
    "external": "memory:\n  allocate_arenas: false\n",
    "internal": "memory:\n  allocate_arenas: true\n",
    "zero": "memory: {allocate_arenas: 0}\n",
    "word": 'memory: {allocate_arenas: "false"}\n',
    "null": "memory: {allocate_arenas: }\n",
    "empty": "",
    "comment": "# nothing\n",
    "no_memory": "memory:\n",
    "memory_word": "memory: dtcm\n",
    "memory_list": "memory: [1]\n",
    "memory_false": "memory: false\n",
    "tensors_null": "memory: {tensors: }\n",
    "tensors_map": "memory: {tensors: {a: 1}}\n",
    "tensors_words": "memory: {tensors: [a, 5, null]}\n",
    "psram": "memory: {tensors: [{type: constant, attributes: {memory: psram}}]}\n",
    "psram_copy": "memory: {tensors: [{type: constant, attributes:"
    " {memory: mram, constant_destination_memory: psram}}]}\n",
    "psram_upper": "memory: {tensors: [{type: constant, attributes: {memory: PSRAM}}]}\n",
    "psram_external": "memory:\n  allocate_arenas: false\n  tensors:\n"
    "    - {type: scratch, attributes: {memory: psram}}\n",
    "attributes_list": "memory: {tensors: [{type: constant, attributes: [psram]}]}\n",
    "attributes_null": "memory: {tensors: [{type: constant, attributes: }]}\n",
    "alias": "memory:\n  tensors:\n    - &a {type: constant, attributes: {memory: psram}}\n    - *a\n",
    "date": "memory: {since: 2026-01-01}\n",
    "mixed_keys": "memory: {1: a, b: c}\n",
    "number_keys": "memory: {1: a, 2: c}\n",
    "list": "- memory\n",
    "scalar": "5\n",
    "broken": "memory: [\n",
    "two": "a: 1\n---\nb: 2\n",
    "tag": "memory: !local {}\n",
    "module": "module: {name: other}\nplatform: {name: apollo4p_evb}\n",
}

#: What stands beside a .pte; `sha` becomes that of the program.
MANIFESTS = {
    "ok": {"planned_arena_size": 20000, "inputs": [{"size_bytes": 64}], "outputs": [{"size_bytes": 32}]},
    "ns": {"kernel_provider": "ns", "requires_ns_ops": True, "planned_arena_size": 4096,
           "inputs": [{"size_bytes": 8}], "outputs": [{"size_bytes": 8}]},
    "arm": {"kernel_provider": "arm", "requires_ns_ops": False},
    "portable": {"operators": {"portable": ["aten::add.out"]}, "planned_arena_size": 300000},
    "nulls": {"kernel_provider": None, "requires_ns_ops": None, "planned_arena_size": None,
              "inputs": None, "outputs": None, "operators": None},
    "no_sizes": {"inputs": [{}], "outputs": []},
    "huge": {"planned_arena_size": 10_000_000, "inputs": [{"size_bytes": 1}, {"size_bytes": 9}]},
    "provider": {"kernel_provider": "x86"},
    "ns_ops": {"requires_ns_ops": "true"},
    "planned_zero": {"planned_arena_size": 0},
    "planned_true": {"planned_arena_size": True},
    "planned_float": {"planned_arena_size": 4096.0},
    "inputs_map": {"inputs": {"size_bytes": 4}},
    "inputs_words": {"inputs": ["x"]},
    "size_zero": {"outputs": [{"size_bytes": 0}]},
    "operators_list": {"operators": ["aten::add.out"]},
    "portable_word": {"operators": {"portable": "aten::add.out"}},
    "portable_null": {"operators": {"portable": None}},
    "portable_numbers": {"operators": {"portable": [1]}},
}

SCHEMA = "nsx-executorch.pte-manifest/1"


def program(name: str) -> bytes:
    """A .pte as far as hpx looks at one."""
    return b"\x14\x00\x00\x00ET12 " + name.encode() + bytes(len(name) % 7)


def executorch():
    for name, fields in MANIFESTS.items():
        data = program(name)
        manifest = {"schema": SCHEMA, "pte_sha256": hashlib.sha256(data).hexdigest(), **fields}
        yield f"et/{name}.pte", data
        yield f"et/{name}.pte.json", json.dumps(manifest).encode()
    data = program("bare")
    sha = hashlib.sha256(data).hexdigest()
    for name, text in {
        "stale": json.dumps({"schema": SCHEMA, "pte_sha256": "0" * 64}),
        "no_sha": json.dumps({"schema": SCHEMA}),
        "upper_sha": json.dumps({"schema": SCHEMA, "pte_sha256": sha.upper()}),
        "schema": json.dumps({"schema": SCHEMA + "1", "pte_sha256": sha}),
        "no_schema": json.dumps({"pte_sha256": sha}),
        "cut": '{"schema": ',
        "list": "[]",
        "null": "null",
        "bom": "\ufeff{}",
    }.items():
        yield f"et/{name}.pte", data
        yield f"et/{name}.pte.json", text.encode()
    yield "et/bare.pte", data
    yield "et/latin.pte", data
    yield "et/latin.pte.json", b'{"schema": "\xe9"}'
    yield "et/UPPER.PTE", data
    yield "et/late.pte", b"0123456789abcdET"
    yield "et/too_late.pte", b"0123456789abcdeET"


def heliart():
    source = ["CMakeLists.txt", "cmake/helia_rt_sources.cmake", "nsx/nsx-module.yaml"]
    option = "option(NSX_HELIA_RT_ENABLE_ETHOSU \"\" OFF)\n"
    for name, version, nsx in [
        ("src", "v1.18.0", option), ("src_old", "1.15.9", option), ("src_plain", "v1.16.0", ""),
        ("src_no_version", None, option), ("src_lacks", "v1.18.0", None),
    ]:
        for file in source:
            yield f"hrt/{name}/{file}", b""
        if nsx is not None:
            yield f"hrt/{name}/nsx/CMakeLists.txt", nsx.encode()
        header = f'#define HELIA_RT_VERSION "{version}"\n' if version else ""
        yield f"hrt/{name}/tensorflow/lite/micro/helia_rt_version.h", header.encode()
    for name, version, cores, folders in [
        ("dist", "v1.18.0", ["cm4", "cm55"], ["third_party", "signal"]),
        ("dist_old", "1.7.0", ["cm4", "cm55"], ["third_party", "signal"]),
        ("dist_cm4", "v1.17.0", ["cm4"], ["third_party", "signal"]),
        ("dist_lacks", "v1.17.0", ["cm4", "cm55"], ["third_party"]),
    ]:
        for core in cores:
            for tag in ["gcc", "armclang", "atfe"]:
                for variant in ["debug", "release-with-logs", "release"]:
                    yield f"hrt/{name}/lib/libhelia-rt-{core}-{tag}-{variant}.a", b""
        for folder in folders:
            yield f"hrt/{name}/{folder}/x", b""
        yield f"hrt/{name}/tensorflow/x", b""
        yield f"hrt/{name}/MANIFEST.txt", f"helia-rt helia-rt-{version}\n".encode()
        yield f"hrt/{name}/nsx/nsx-module.yaml", b""
        yield f"hrt/{name}/nsx/CMakeLists.txt", b""


def checkouts():
    for name, files in {
        "cmsis": ["Include/x", "Source/x", "nsx/CMakeLists.txt", "nsx/nsx-module.yaml"],
        "cmsis_bare": ["Include/x", "Source/x"],
        "cmsis_half": ["Include/x", "nsx/CMakeLists.txt", "nsx/nsx-module.yaml"],
        "cmsis_new": ["Include/arm_nnfunctions.h", "Source/x", "nsx/CMakeLists.txt", "nsx/nsx-module.yaml"],
        "arm_cmsis": ["nsx-module.yaml", "CMakeLists.txt"],
        "arm_half": ["CMakeLists.txt"],
    }.items():
        for file in files:
            yield f"nn/{name}/{file}", b" * $Revision: V.19.0.0\n" if file.endswith(".h") else b""


def files():
    for name, text in AOT.items():
        yield f"aot/{name}.yaml", text.encode()
    yield "aot_extra.yaml", AOT["external"].encode()
    yield "aot/latin.yaml", b"memory: {a: \xe9}\n"
    yield "aot/folder.yaml/x", b""
    yield "home/aot.yaml", AOT["external"].encode()
    yield from executorch()
    yield from heliart()
    yield from checkouts()
    yield "models/damaged.tflite", b"\x1c\x00\x00\x00TFL3" + bytes(range(200, 240))
    yield "models/short.tflite", b"\x08\x00\x00\x00TFL3"
    yield "models/late.tflite", b"0123456789abTFL3"
    yield "models/too_late.tflite", b"0123456789abcTFL3"


def entry(path: str, data: bytes) -> dict:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return {"path": path, "hex": data.hex()}
    plain = all(c.isprintable() or c in "\n\t" for c in text)
    return {"path": path, "text": text} if plain else {"path": path, "hex": data.hex()}


def main() -> None:
    lines = [json.dumps(entry(path, data)) for path, data in files()]
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text("[\n" + ",\n".join(lines) + "\n]\n")


if __name__ == "__main__":
    main()
