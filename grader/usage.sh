#!/bin/sh
# usage.sh MAKEFILE - prints the comment at the top of a Makefile in lines that fit the terminal. Where a command and its
# description do not fit next to each other, the description goes below.
columns=1000
[ ! -t 1 ] || columns=$(stty size <&2 2>/dev/null | cut -d' ' -f2)
[ "${columns:-0}" -ge 40 ] || columns=1000
awk -v columns="$columns" '
    !/^#/ { exit }
    { sub(/^# ?/, "") }
    length($0) <= columns { print; next }
    {
        match($0, /^ */)
        indent = RLENGTH
        taken = 0
        if (match($0, /[^ ]   +/)) { # a command, and what it does
            print substr($0, 1, RSTART)
            $0 = substr($0, RSTART + RLENGTH)
            indent += 4
        }
        for (i = 1; i <= NF; i++) {
            if (taken && taken + 1 + length($i) > columns) { printf "\n"; taken = 0 }
            if (taken) taken += printf_word(" " $i)
            else { printf "%*s", indent, ""; taken = indent + printf_word($i) }
        }
        printf "\n"
    }
    function printf_word(word) { printf "%s", word; return length(word) }' "$1"
