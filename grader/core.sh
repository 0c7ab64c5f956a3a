#!/bin/sh
# core.sh - the core of the emulated GPU names no extension: neither its files nor its instructions.
#
# usage: grader/core.sh
#
# The core is all of emulator/ outside of emulator/extensions/. Says each line that names an extension (exit 1).
set -eu
cd "$(dirname "$0")/emulator"

bad=0
for extension in extensions/*/; do
    name=$(basename "$extension")
    opcodes=$(sed -n 's/^\(INSTRUCTION\|VIDEO\)(\([A-Z0-9_]*\), ".*/OPCODE_\2/p' "$extension$name.def" | tr '\n' '|')
    if grep -rnwE --include='*.[ch]' --include='*.def' --exclude-dir=extensions "extensions/$name/.*|${opcodes}OPCODE_OF_NOTHING" .; then
        echo "core: these lines of the core name the extension $name"
        bad=1
    fi
    grep -qF "\"$name/$name.def\"" extensions/extensions.def || { echo "core: extensions.def has no line for $name"; bad=1; }
done
exit "$bad"
