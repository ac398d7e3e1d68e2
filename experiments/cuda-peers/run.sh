#!/usr/bin/env bash
# Times CUDA's kernels and then tilecast's on the same views; figures go to OUT (default: beside this script).
#   VIEWS=32 experiments/cuda-peers/run.sh [OUT]
set -euo pipefail
out=$(realpath "${1:-$(dirname "$0")}")
cd "$(dirname "$0")/../.."
here=experiments/cuda-peers
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
nvcc -O3 -std=c++17 -arch=native -o "$work/volume" "$here/volume.cu"
"$work/volume" "$here/views.txt" "$work" 1024 1024 "${VIEWS:-32}"
cp "$work/cuda-volume.json" "$out/"
[ -f dist/index.js ] || node node_modules/vite/bin/vite.js build --logLevel warn
npx tsx "$here/tilecast.ts" "$work" "$out"
