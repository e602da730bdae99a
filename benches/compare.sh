#!/usr/bin/env bash
# Whole-process times of hpx-lint beside what people use instead, in one run on
# one machine: one profile, 1,000 profiles, and 5,000 findings rendered.
#
#     benches/compare.sh [FOLDER]
#
# Needs hyperfine, and in FOLDER (a fresh virtual environment, made where there
# is none) ruff, yamllint, check-jsonschema and helia-profiler.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=${1:-target/compare}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cargo build --locked --release --bin hpx-lint
lint=$PWD/target/release/hpx-lint
schema=$PWD/schemas/0.4.1/profile.schema.json
if [ ! -x "$venv/bin/python" ]; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet -c schemas/constraints.txt helia-profiler==0.4.1 PyYAML==6.0.3
  "$venv/bin/pip" install --quiet ruff yamllint check-jsonschema
fi
venv=$(cd "$venv" && pwd)

# One profile, a thousand of them, a thousand Python files, 5,000 findings.
mkdir -p "$work/one" "$work/many" "$work/python" "$work/findings"
cp tests/examples/quickstart/two_layers.tflite "$work/one/kws.tflite"
cp benches/profile.yml "$work/one/hpx.yml"
cp "$work/one/kws.tflite" "$work/many/"
for n in $(seq 1000); do
  sed "s|results/kws_510|results/$n|" benches/profile.yml >"$work/many/hpx_$n.yml"
  printf 'def f%s(x):\n    y = x + 1\n    return [y, *range(%s)]\n' "$n" "$n" >"$work/python/m$n.py"
done
{
  printf 'model:\n  path: kws.tflite\n'
  for n in $(seq 5000); do printf '  key_%s: 1\n' "$n"; done
} >"$work/findings/hpx.yml"
cp "$work/one/kws.tflite" "$work/findings/"

run() { # title, folder, command...
  local title=$1 folder=$2
  shift 2
  (cd "$folder" && hyperfine --warmup 1 --runs 5 --ignore-failure --style none \
    --export-json "$work/times.json" -- "$*" >/dev/null 2>&1)
  local rss
  rss=$(cd "$folder" && /usr/bin/time -f %M bash -c "$* >/dev/null 2>&1 || true" 2>&1 | tail -1)
  python3 - "$title" "$work/times.json" "$rss" <<'PY'
import json, sys
title, path, rss = sys.argv[1:]
best = json.load(open(path))["results"][0]["min"]
print(f"| {title} | {best * 1000:,.1f} ms | {int(rss) / 1024:,.0f} MB |")
PY
}

echo "| what | best of five | peak memory |"
echo "|---|---|---|"
run "hpx-lint, one profile" "$work/one" "$lint" hpx.yml
run "yamllint, one profile" "$work/one" "$venv/bin/yamllint" hpx.yml
run "check-jsonschema with our schema, one profile" "$work/one" \
  "$venv/bin/check-jsonschema" --schemafile "$schema" hpx.yml
run "hpx itself, loading one profile" "$work/one" "$venv/bin/python" -c \
  "\"from helia_profiler.config import load_config; from pathlib import Path; load_config(Path('hpx.yml'), {'verbose': 0})\""
run "hpx-lint, 1,000 profiles" "$work/many" "$lint" .
run "ruff check, 1,000 Python files" "$work/python" "$venv/bin/ruff" check --no-cache .
run "yamllint, 1,000 profiles" "$work/many" "$venv/bin/yamllint" .
run "check-jsonschema with our schema, 1,000 profiles" "$work/many" \
  "$venv/bin/check-jsonschema" --schemafile "$schema" 'hpx_*.yml'
run "hpx-lint, 5,000 findings in full" "$work/findings" "$lint" hpx.yml
