#!/bin/sh
# programs.sh - the programs that test suites run, as tables of suites name them.
#
# usage: grader/device/tests/programs.sh 'SUITE ...' TABLE ...
#
# Without names those of the short suites, with `all` those of the long ones as well.
set -eu
asked=${1:-short}
shift
awk -v RS=')' -v FS='[(, \n]+' -v asked="$asked" '
    {
        row = 1
        while (row <= NF && $row != "SUITE") row++
        name = $(row + 1); when = $(row + 2)
        wanted = index(" " asked " ", " " name " ") || (asked == "all" && when != "NAMED") || (asked == "short" && when == "SHORT")
        for (i = row + 3; i <= NF && wanted; i++) if ($i != "") print $i
    }' "$@"
