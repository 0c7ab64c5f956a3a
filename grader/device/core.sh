#!/bin/sh
# core.sh - the core of the emulated GPU names no extension: neither its files nor its state, and neither its instructions
# nor the extension itself in a string. Calls are found by layers.sh.
#
# usage: grader/device/core.sh
#
# The core is all of emulator/ outside of emulator/extensions/. Says each line that names an extension (exit 1).
set -eu
cd "$(dirname "$0")/emulator"

bad=0
for extension in extensions/*/; do
    name=$(basename "$extension")
    names=$(sed -n 's/^\(INSTRUCTION\|VIDEO\)(\([A-Z0-9_]*\), "\([^"]*\)".*/\\bOPCODE_\2\\b|\\b(INSTRUCTION|FORM)\\(\2,|"\3"|/p' \
        "$extension$name.def" | tr -d '\n')
    if grep -rnE --include='*.[ch]' --include='*.def' --exclude-dir=extensions \
        "${names}extensions/$name/|\\bSTATE_$name\\b|\"$name\"" .; then
        echo "core: these lines of the core name the extension $name"
        bad=1
    fi
    grep -qF "\"$name/$name.def\"" extensions/extensions.def || { echo "core: extensions.def has no line for $name"; bad=1; }
done
exit "$bad"
