#!/bin/sh
# usage.sh MAKEFILE [END] - the comment that a Makefile begins with, up to a line that begins with END, in lines that fit
# the terminal: what a command does stands below it where both have no room side by side.
columns=1000
[ ! -t 1 ] || columns=$(stty size <&2 2>/dev/null | cut -d' ' -f2)
[ "${columns:-0}" -ge 40 ] || columns=1000
awk -v columns="$columns" -v end="${2:-}" '
    !/^#/ { exit }
    { sub(/^# ?/, "") }
    end != "" && index($0, end) == 1 { exit }
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
