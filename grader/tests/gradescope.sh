#!/bin/sh
# gradescope.sh - the autograder zip, unpacked and run as Gradescope does, in a folder with the layout of /autograder.
#
# usage: grader/tests/gradescope.sh [EXERCISE]
#
# Builds the workbook anew below a temporary folder. Grades the reference solution, the skeleton, and a file that does
# not build, and says what each got. As root it does so again where bubblewrap cannot work: then also files that include
# the solution or what it is graded by. At last the autograder runs as a user without rights, who can grade nothing.
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
[ "$(id -u)" -eq 0 ] || exit "$status"

# A bubblewrap that fails, as in a container without rights.
mkdir "$top/bin"
printf '#!/bin/sh\necho "bwrap: no permission" >&2\nexit 1\n' >"$top/bin/bwrap"
chmod a+rx "$top/bin" "$top/bin/bwrap"
PATH=$top/bin:$PATH
workbook=$top/source/workbook
solution=$(cd "$workbook" && find "$PWD/solutions" -name "$exercise.cu")
echo "#include \"$solution\"" >"$top/includes.cu"
echo "#include \"$workbook/grader/exercises/$exercise/definition.c\"" >"$top/defines.cu"
expect "without namespaces, the reference solution" "$solution" 100.0
grep "by a user of its own" "$top/run.log" || status=1
expect "without namespaces, the skeleton" "$workbook/grader/exercises/$exercise/skeleton.cu" 0.0
expect "without namespaces, a file that includes the solution" "$top/includes.cu" 0.0
expect "without namespaces, a file that includes the definition" "$top/defines.cu" 0.0

# Neither namespaces nor root.
cp "$solution" "$top/solution.cu"
chown -R nobody "$top/source" "$top/submission" "$top/results"
rm -f "$top/submission"/* "$top/results"/*
cp "$top/solution.cu" "$top/submission/$exercise.cu"
ended=0
setpriv --reuid=nobody --regid=65534 --clear-groups "$top/run_autograder" >"$top/run.log" 2>&1 || ended=$?
echo "gradescope: neither namespaces nor root: ends with $ended"
grep "there is no sandbox here, so nothing is run" "$top/run.log" || status=1
python3 - "$top/results/results.json" <<'END' || status=1
import json, sys
results = json.load(open(sys.argv[1]))
print("gradescope:", results["output"])
sys.exit("score" in results or "tests" in results)
END
[ "$ended" -eq 2 ] || status=1
exit "$status"
