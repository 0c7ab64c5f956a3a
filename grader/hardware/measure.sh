#!/usr/bin/env bash
# measure.sh - measures all tables of this directory on the machine's GPU, in about six minutes; or only some of them.
#
# usage: grader/hardware/measure.sh [DIRECTORY [TABLE...]]     default: this directory, all tables
#
# Needs nvcc, nvidia-smi and the libraries cuBLAS and cuRAND; with ncu it also reads counters. Each table begins with
# where it comes from. A program that fails is named, and its table is left as it was.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
to=${1:-$here}
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
compile() { nvcc -O3 -arch=sm_90 -std=c++17 "$@"; }

# The lines with which a table begins. $1: the command that makes it.
origin() {
    nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -1 |
        sed 's/\(.*\), \(.*\)/# device: \1\n# driver: \2/'
    nvcc --version | sed -n 's/.*release \([0-9.]*\).*/# toolkit: \1/p'
    date -u '+# date: %Y-%m-%d'
    echo "# command: $1"
}
# table NAME COMMAND...: the command's output as NAME.csv
table() {
    local name=$1
    shift
    { origin "${*/$built\//}"; "$@"; } > "$built/table" || { echo "failed: $name" >&2; return 0; }
    mv "$built/table" "$to/$name.csv"
}
constants() {
    echo program,name,value,unit,spread,how
    for program in latency pipes shared l1 memory atomics blocks code issue spread conflicts merge; do
        "$built/$program" | sed "s/^/$program,/"
    done
    "$built/banks" "$built/tile.cubin" | sed 's/^/banks,/'
}
counters() { # $1: which metrics, as a regular expression; then a program that launches what is counted
    local metrics
    metrics=$(ncu --query-metrics | awk '{print $1}' | grep -E "$1" | sed 's/$/.sum/' | paste -sd,)
    shift
    ncu --clock-control none --profile-from-start off --csv --page raw --metrics "$metrics" "$@" | grep -v '^=='
}

# Whether the table is among those that were asked for.
wanted() { [ ${#tables[@]} = 0 ] || [[ " ${tables[*]} " == *" $1 "* ]]; }

tables=("${@:2}")
if wanted constants; then
    for program in latency pipes shared l1 memory atomics blocks code issue spread; do
        compile "$here/constants/$program.cu" -o "$built/$program" &
    done
    compile -cubin "$here/banks/tile.cu" -o "$built/tile.cubin" &
    compile "$here/banks/banks.cu" -o "$built/banks" &
    compile "$here/async/conflicts.cu" -o "$built/conflicts" &
fi
wanted chase && compile "$here/constants/chase.cu" -o "$built/chase" &
wanted managed && compile "$here/constants/managed.cu" -o "$built/managed" &
for set in open held_out course unseen blind pairs; do
    wanted $set || continue
    mkdir "$built/parts_$set"
    for source in "$here/kernels/measured.cu" "$here/kernels/$set"/*.cu; do
        compile -c "$source" -o "$built/parts_$set/$(basename "$source" .cu).o" &
    done
done
wanted random && compile "$here/random/host_api.cu" -lcurand -o "$built/host_api" &
wanted peers && compile "$here/peers/peers.cu" -lcublas -o "$built/peers" &
wait
wanted constants && table constants constants
wanted chase && table chase "$built/chase"
wanted managed && table managed "$built/managed"
for set in open held_out course unseen blind pairs; do
    wanted $set || continue
    compile "$built/parts_$set"/*.o -o "$built/$set"
    table $set "$built/$set" time
done
wanted peers && table peers "$built/peers"
wanted random && table random "$built/host_api"
if wanted open_counters && [ -x "$built/open" ] && command -v ncu > /dev/null; then
    table open_counters counters '^(smsp__inst_(executed|issued)|sm__cycles_(active|elapsed)|dram__bytes_(read|write))$' "$built/open" once all
fi
