#!/bin/sh
# nearest.sh WORD NAME ... - prints the name from which the word differs by the fewest letters that are changed, added,
# left out, or exchanged with the next one (optimal string alignment).
word=$1
shift
printf '%s\n' "$@" | awk -v word="$word" '
    function least(a, b) { return a < b ? a : b }
    function distance(a, b,    i, j, swapped, row) {
        for (i = 0; i <= length(a); i++) row[i, 0] = i
        for (j = 0; j <= length(b); j++) row[0, j] = j
        for (i = 1; i <= length(a); i++)
            for (j = 1; j <= length(b); j++) {
                row[i, j] = row[i - 1, j - 1] + (substr(a, i, 1) != substr(b, j, 1))
                row[i, j] = least(row[i, j], least(row[i - 1, j], row[i, j - 1]) + 1)
                swapped = i > 1 && j > 1 && substr(a, i - 1, 2) == substr(b, j, 1) substr(b, j - 1, 1)
                if (swapped) row[i, j] = least(row[i, j], row[i - 2, j - 2] + 1)
            }
        return row[length(a), length(b)]
    }
    { changes = distance(word, $0) }
    NR == 1 || changes < fewest { fewest = changes; nearest = $0 }
    END { print nearest }'
