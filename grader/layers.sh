#!/bin/sh
# layers.sh - a file includes headers and calls functions of its own layer or of one below.
#
# usage: grader/layers.sh OBJECT ...
#
# The layers, from the bottom up, those that share one with "=" between; a file is in the layer with the longest name
# that its path begins with. Includes are read from the sources, calls from the symbols of the object files given
# (BUILD/grader/... .o). Says each that goes up, and each file without a layer (exit 1).
#
# The list of extensions, extensions.def, is in none: tables of the core include it, and it names the extensions.
#
# In cudart/, what is lower learns of what is higher only by functions that the higher registers when the library is
# loaded: grader/cudart/README.md has them.
set -eu
cd "$(dirname "$0")"

layers='
    faults/ protocol/ system/ formats/
    cudart/base/ cudart/memory/regions. cudart/kernels/ cudart/order/ cudart/memory/ cudart/streams/ cudart/graphs/
    cudart/arrays/ cudart/libraries/ cudart/
    emulator/base/ emulator/instructions/ emulator/ptx/ emulator/numbers/ emulator/image/ emulator/gpus/
    emulator/machine/ emulator/decode/ emulator/assembled/ emulator/checks/ emulator/counters/ emulator/trace/ emulator/waits/ emulator/memory/
    emulator/alu/ emulator/control/
    emulator/extensions/ emulator/undefined/
    emulator/kernels/ emulator/grid/ emulator/sass/ emulator/time/ emulator/ emulator/web/
    libraries/work/ libraries/host/ libraries/cublas/ libraries/
    emulate/ emulate/output/ emulate/output/page/ emulate/main.
    exercises/=measured/=report/verdict.h system/paths.
    hardware/ compiler/ cuda/ sandbox/ submissions/=submissions/platforms/ report/ questions/ gpu/ class/ causes/source/ causes/geometry/ causes/ grading/ verdict/ parallel/ student/ ladders/ command. help. watch/ alike/ pages/ returns/ batch/ term/ author/ main.
'

# Lines "FROM TO WHY": a file, another that it needs, and what shows it.
includes() {
    find . \( -name tests -o -path ./wrong -o -path ./skeletons \) -prune -o -name '*.[chd]*' -type f -exec awk '
        /^#include "/ {
            from = substr(FILENAME, 3); to = $2; gsub(/"/, "", to)
            folder = from; sub(/[^\/]*$/, "", folder); to = folder to
            while (sub(/[^\/]*[^\/.]\/\.\.\//, "", to));
            if (to !~ /^\.\./) print from, to, "includes"
        }' {} +
}
calls() {
    nm -A "$@" | awk '{
        file = $1; sub(/^.*build\/([a-z]*\/)?grader\//, "", file); sub(/\.o:.*$/, ".c", file)
        if (NF > 2 && $(NF - 1) ~ /[TDRBCV]/) home[$NF] = file
        if ($(NF - 1) == "U") { user[++n] = file; name[n] = $NF }
    } END { for (i = 1; i <= n; i++) if (name[i] in home) print user[i], home[name[i]], name[i] }'
}

{
    includes
    [ $# -eq 0 ] || (cd .. && calls "$@")
} | awk -v layers="$layers" '
    function layer_of(path, name, best) {
        for (name in layer) if (index(path, name) == 1 && length(name) > length(best)) best = name
        if (best == "") wrong[path " is in no layer"]
        return layer[best]
    }
    BEGIN {
        count = split(layers, words, " ")
        for (i = 1; i <= count; i++) { n = split(words[i], names, "="); while (n) layer[names[n--]] = i }
    }
    /extensions\/extensions\.def/ { next }
    layer_of($2) > layer_of($1) { wrong[$1 " goes up to " $2 " (" $3 ")"] }
    END { for (line in wrong) { print "layers: " line; bad = 1 } exit bad }
'
