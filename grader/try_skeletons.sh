#!/bin/sh
# try_skeletons.sh BUILD - what make test is in a student's edition, which has no tests and no solutions: each skeleton,
# with one more comment, must build, run, and get a verdict that is not "passed". Your own files are not touched.
folder=$(mktemp -d "$1/skeletons.XXXXXX") || exit 2
trap 'rm -rf "$folder"' EXIT
tried=0 failed=0
for name in $("$1/grade" list | awk '{print $2}'); do
    { cat "grader/exercises/$name/skeleton.cu" && echo "// tried"; } >"$folder/$name.cu"
    "$1/grade" run --exercise "$name" --json "$folder/verdict.json" "$folder/$name.cu" >"$folder/said" 2>&1
    if [ $? -ne 1 ] || grep -q '"state": "build"' "$folder/verdict.json"; then
        failed=$((failed + 1))
        echo "$name: its skeleton should build and not pass:" && cat "$folder/said"
    fi
    tried=$((tried + 1))
done
echo "skeletons graded: $tried, without the verdict that they must get: $failed"
[ "$tried" -gt 0 ] && [ "$failed" -eq 0 ]
