#!/bin/sh
# refused.sh - the functions of a library of CUDA's that are refused: those that the toolkit's headers declare and that
# no object file of ours has.
#
# usage: refused.sh CUDA_INCLUDE 'MACRO HEADER ...' ... -- OBJECT ...
#
# Writes MACRO(name) for each. What the headers of several groups declare belongs to the first.
set -eu
cuda=$1 rows='' seen=$(mktemp)
trap 'rm -f "$seen"' EXIT
shift

# The functions that headers declare, with those that a macro of the same name calls instead: cuMemAlloc_v2 for
# cuMemAlloc, and cuLaunchKernel_ptsz for cuLaunchKernel with a default stream for each thread.
declared() {
    for header; do
        [ ! -f "$cuda/$header" ] || gcc -w -fpreprocessed -dD -E -P -xc "$cuda/$header" # without its comments
    done | sed -E 's/^ *# *define +(\w+) +(\w+)$/RENAMED \1 \2(/
        s/^ *# *define +(\w+) +\w+_API_PTSZ\((\w+)\)$/RENAMED \1 \2( RENAMED \1 \2_ptsz(/
        s/^ *# *define +(\w+) +\w+_API_PTDS\((\w+)\)$/RENAMED \1 \2( RENAMED \1 \2_ptds(/' | tr '\n' ' ' |
        grep -oE '\b(CUDAAPI|CUBLASWINAPI|CUDARTAPI(_CDECL)?|RENAMED \w+) +\w+ *\(' | tr -d '(' |
        awk '$1 != "RENAMED" { known[$2] } $1 == "RENAMED" { renamed[$3] = $2 }
            END { for (name in renamed) if (renamed[name] in known) known[name]; for (name in known) print name }'
}

while [ "$1" != -- ]; do
    # shellcheck disable=SC2086 # a macro and headers
    set -- $1 -- "$@"
    macro=$1 headers=''
    shift
    while [ "$1" != -- ]; do headers="$headers $1" && shift; done
    shift 2
    # shellcheck disable=SC2086
    names=$(declared $headers)
    rows="$rows$(printf '%s\n' "$names" | grep -vxFf "$seen" | sed "s/.*/$macro(&)/")
"
    printf '%s\n' "$names" >>"$seen"
done
shift
nm --defined-only "$@" | awk 'NF == 3 && $2 ~ /[TW]/ { print $3 }' >"$seen"
printf '%s' "$rows" | tr '()' '  ' | awk -v ours="$seen" 'BEGIN { while ((getline name <ours) > 0) known[name] }
    NF == 2 && !($2 in known) { print $1 "(" $2 ")" }' | LC_ALL=C sort
