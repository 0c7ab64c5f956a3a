// checklist.c - the row of chapters/checklist.md that a verdict leads to, in words: a page may be read where the
// workbook is not.
#include "pages.h"

#include "../device/system/text.h"

#include <string.h>

// Where the next cell of a row begins, or NULL.
static const char *next_cell(const char *cell, const char *end) {
    const char *bar = cell ? memchr(cell, '|', (size_t)(end - cell)) : NULL;
    return bar ? bar + 1 : NULL;
}

// A cell without the marks of Markdown.
static void append_cell(char *words, size_t size, const char *cell, const char *end) {
    const char *stop = memchr(cell, '|', (size_t)(end - cell));
    while (cell < stop && *cell == ' ') cell++;
    while (stop > cell && stop[-1] == ' ') stop--;
    for (; cell < stop; cell++)
        if (*cell != '*' && *cell != '`') text_append(words, size, "%c", *cell);
}

void page_checklist_row(const char *checklist, const char *symptom, char words[PAGE_ROW]) {
    char anchor[100];
    words[0] = 0;
    snprintf(anchor, sizeof anchor, "<a id=\"checklist_%s\"></a>", symptom);
    const char *row = checklist && symptom[0] ? strstr(checklist, anchor) : NULL;
    if (!row) return;
    const char *first = row + strlen(anchor), *end = row + strcspn(row, "\n"), *last[4] = {NULL};
    // The cure stands before the chapter and the exercise, and behind the last cell is the end of the line.
    for (const char *cell = next_cell(first, end); cell; cell = next_cell(cell, end)) {
        memmove(last, last + 1, sizeof last - sizeof *last);
        last[3] = cell;
    }
    if (!last[0]) return;
    append_cell(words, PAGE_ROW, first, end);
    text_append(words, PAGE_ROW, ": ");
    append_cell(words, PAGE_ROW, last[0], end);
}
