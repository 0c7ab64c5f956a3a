#!/bin/sh
# programs.sh - the programs that test suites run, as suites.def names them.
#
# usage: grader/tests/programs.sh [device | all | SUITE ...]
#
# Without names those of the short suites, with `device` only those of the emulated GPU, with `all` those of the long ones
# as well. With CORE set, extensions have none.
set -eu
cd "$(dirname "$0")"
asked=${*:-short}
set -- suites.def
extensions=../emulator/extensions
if [ -z "${CORE:-}" ]; then
    for table in "$extensions"/*/*.def; do
        if grep -qF "\"${table#"$extensions/"}\"" "$extensions/extensions.def"; then set -- "$@" "$table"; fi
    done
fi
awk -v RS=')' -v FS='[(, \n]+' -v asked="$asked" '
    {
        row = 1
        while (row <= NF && $row != "SUITE") row++
        name = $(row + 1); when = $(row + 2)
        wanted = index(" " asked " ", " " name " ") || (asked == "all" && when != "NAMED") ||
            (asked == "short" && (when == "SHORT" || when == "DEVICE")) || (asked == "device" && when == "DEVICE")
        for (i = row + 3; i <= NF && wanted; i++) if ($i != "") print $i
    }' "$@"
