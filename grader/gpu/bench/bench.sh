#!/bin/sh
# bench.sh - runs the bench on this machine's GPU and shows its table; without a GPU, the table that is recorded.
#
# usage: grader/gpu/bench/bench.sh BUILD [CUDA_INCLUDE]
set -eu
build=$1
here=$(dirname "$0")

if [ $# -lt 2 ]; then
    echo "There is no GPU here. What was recorded ($here/h200.json):"
    python3 -B "$here/table.py" "$here/h200.json"
    exec python3 -B "$here/../roofline.py" "$here/h200.json" "$build/roofline"
fi
mkdir -p "$build/bench-gpu"
export LD_LIBRARY_PATH="$2/../lib64:$2/../lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
ceilings=$("$build/gpu/ceilings")
"$build/gpu/bench" | sed "1s|\"rows\"|\"ceilings\": $ceilings, \"rows\"|" >"$build/bench-gpu/bench.json"
python3 -B "$here/table.py" "$build/bench-gpu/bench.json" | tee "$build/bench-gpu/table.txt"
python3 -B "$here/../roofline.py" "$build/bench-gpu/bench.json" "$build/roofline"
echo "JSON: $build/bench-gpu/bench.json"
