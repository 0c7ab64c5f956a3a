#!/bin/sh
# layers.sh - a file includes headers and calls functions of its own layer or of one below.
#
# usage: grader/layers.sh OBJECT ...
#
# The layers, from the bottom up, those that share one with "=" between; a file is in the layer with the longest name
# that its path begins with. Includes are read from the sources, calls from the symbols of the object files given
# (BUILD/grader/... .o). Says each that goes up, and each file without a layer (exit 1).
#
# device/ is the emulated GPU: what the rest of grader/ includes of it is in one of the directories or files that are open.
#
# The list of extensions, extensions.def, is in none: tables of the core include it, and it names the extensions.
#
# In cudart/, what is lower learns of what is higher only by functions that the higher registers when the library is
# loaded: grader/device/cudart/README.md has them.
set -eu
cd "$(dirname "$0")"

layers='
    device/protocol/ device/faults/ device/system/
    device/cudart/base/ device/cudart/memory/regions. device/cudart/kernels/ device/cudart/order/ device/cudart/memory/ device/cudart/streams/ device/cudart/graphs/
    device/cudart/arrays/ device/cudart/libraries/ device/cudart/
    device/emulator/base/ device/emulator/instructions/ device/emulator/ptx/ device/emulator/numbers/ device/emulator/image/ device/emulator/gpus/
    device/emulator/machine/ device/emulator/decode/ device/emulator/assembled/ device/emulator/checks/ device/emulator/counters/ device/emulator/trace/ device/emulator/waits/ device/emulator/memory/
    device/emulator/alu/ device/emulator/control/
    device/emulator/extensions/ device/emulator/undefined/
    device/emulator/kernels/ device/emulator/grid/ device/emulator/sass/ device/emulator/time/ device/emulator/ device/emulator/web/
    device/libraries/work/ device/libraries/host/ device/libraries/cublas/ device/libraries/
    device/emulate/ device/emulate/output/ device/emulate/output/page/ device/emulate/main.
    system/ formats/
    exercises/=measured/=report/verdict.h system/paths. exercises/known.=exercises/edits.
    hardware/ compiler/ cuda/ sandbox/ submissions/=submissions/platforms/ report/ questions/ gpu/ class/ causes/source/ causes/geometry/ causes/ grading/ playground/ verdict/ parallel/ student/ ladders/ command. help. examine/ watch/ alike/ pages/ returns/ batch/ term/ author/ main.
'

open='device/protocol/ device/faults/ device/system/ device/emulator/web/ device/emulator/device.h device/emulator/gpus/gpu.h
    device/emulator/counters/counters.h device/emulator/base/cuda_errors.h device/emulate/output/page/html_style.h'

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
} | awk -v layers="$layers" -v open="$open" '
    function layer_of(path, name, best) {
        for (name in layer) if (index(path, name) == 1 && length(name) > length(best)) best = name
        if (best == "") wrong[path " is in no layer"]
        return layer[best]
    }
    function is_open(path, i) {
        for (i in gate) if (index(path, gate[i]) == 1) return 1
        return path !~ /^device\//
    }
    BEGIN {
        split(open, gate, " ")
        count = split(layers, words, " ")
        for (i = 1; i <= count; i++) { n = split(words[i], names, "="); while (n) layer[names[n--]] = i }
    }
    /extensions\/extensions\.def/ { next }
    $1 !~ /^device\// && $3 == "includes" && !is_open($2) { wrong[$1 " includes " $2 ", which is not open to others"] }
    layer_of($2) > layer_of($1) { wrong[$1 " goes up to " $2 " (" $3 ")"] }
    END { for (line in wrong) { print "layers: " line; bad = 1 } exit bad }
'
