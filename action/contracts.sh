#!/usr/bin/env bash
# Runs `contracts` from this checkout, in the current folder. Builds it first where that was not done yet.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
exec cargo run --quiet --release --locked --manifest-path "$root/Cargo.toml" -p contracts-cli --bin contracts -- "$@"
