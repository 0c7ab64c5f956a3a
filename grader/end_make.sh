#!/bin/sh
# end_make.sh PID STATUS - ends a recipe, and with it the make of that PID, without make's own "*** Error".
#
# Make ends with 2 whatever its commands end with, but 1 is what says "not all passed". When make gets SIGQUIT, it does
# end with 1, and silently. This script then waits until make has handled the signal, because a make that is just ending
# its last command would exit with 2 after all. A make that ignores the signal (in the background of a script) ends with
# 2. So does every other failure, except on a terminal, where words count and not the status.
caught() { grep -q '^SigCgt:.*[4567cdef]$' "/proc/$1/status" 2>/dev/null; }

if [ "$2" -eq 0 ] || ! caught "$1"; then exit "$2"; fi
if [ "$2" -ne 1 ] && [ ! -t 2 ]; then exit "$2"; fi
kill -QUIT "$1"
tries=0
while caught "$1" && [ "$tries" -lt 300 ]; do # an emulated processor's signals look caught for ever
    sleep 0.01
    tries=$((tries + 1))
done
if caught "$1"; then exit "$2"; fi
