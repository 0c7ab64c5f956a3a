// workbook.c - copies of the workbook among what was handed in.
#include "workbook.h"

#include "../system/text.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ROOTS 16 // an archive full of marks is no workbook

bool workbooks_note(Workbooks *books, const char *name) {
    size_t length = strlen(name), mark = strlen(WORKBOOK_MARK);
    bool marked = length >= mark && !strcmp(name + length - mark, WORKBOOK_MARK);
    if (!marked || (length > mark && name[length - mark - 1] != '/') || books->count == MOST_ROOTS) return true;
    char **longer = realloc(books->roots, (books->count + 1) * sizeof *longer);
    if (!longer) return false;
    books->roots = longer;
    return (longer[books->count] = strndup(name, length - mark)) && ++books->count;
}

bool workbooks_skip(const Workbooks *books, const char *name) {
    for (unsigned i = 0; i < books->count; i++)
        if (text_begins(name, books->roots[i])) return !text_begins(name + strlen(books->roots[i]), WORKBOOK_EXERCISES);
    return false;
}

void workbooks_free(Workbooks *books) {
    for (unsigned i = 0; i < books->count; i++) free(books->roots[i]);
    free(books->roots);
    *books = (Workbooks){.count = 0};
}
