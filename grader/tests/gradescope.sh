#!/bin/sh
# gradescope.sh - the autograder zip, unpacked and run as Gradescope does, in a folder with the layout of /autograder.
#
# usage: grader/tests/gradescope.sh [EXERCISE]
#
# Builds the workbook anew below a temporary folder. Grades the reference solution, the skeleton, and a file that does
# not build, and says what each got.
set -eu
cd "$(dirname "$0")/../.."
exercise=${1:-matmul_coalesced}
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
AUTOGRADER=$top MARCH=native
export AUTOGRADER MARCH
make --no-print-directory gradescope EXERCISE="$exercise"
mkdir "$top/source" "$top/submission" "$top/results"
chmod a+rx "$top"
python3 - "$top/source" <<'END'
import os, sys, zipfile
archive = zipfile.ZipFile("build/gradescope.zip")
for info in archive.infolist():  # with modes, as unzip does
    path = archive.extract(info, sys.argv[1])
    os.chmod(path, info.external_attr >> 16 & 0o777 or 0o644)
END
cp "$top/source/run_autograder" "$top/run_autograder"
"$top/source/setup.sh" >"$top/setup.log" 2>&1 || {
    tail -n 20 "$top/setup.log"
    exit 1
}
score_of() {
    rm -rf "$top/submission" "$top/results"
    mkdir "$top/submission" "$top/results"
    cp "$1" "$top/submission/$exercise.cu"
    "$top/run_autograder" >"$top/run.log" 2>&1 || true
    python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["score"])' "$top/results/results.json"
}
echo '#error "no"' >"$top/broken.cu"
status=0
expect() {
    score=$(score_of "$2")
    echo "gradescope: $1: $score"
    [ "$score" = "$3" ] || status=1
}
expect "the reference solution" "$(find solutions -name "$exercise.cu")" 100.0
expect "the skeleton" "$(find grader/exercises -path "*/$exercise/skeleton.cu")" 0.0
expect "a file that does not build" "$top/broken.cu" 0.0
exit "$status"
