// workbook.c - copies of the workbook among what was handed in.
#include "workbook.h"
#include "../device/system/grow.h"

#include "../device/system/text.h"
#include "files.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ROOTS 16 // an archive full of marks is no workbook

bool workbooks_note(Workbooks *books, const char *name) {
    size_t length = strlen(name), mark = strlen(WORKBOOK_MARK);
    bool marked = length >= mark && !strcmp(name + length - mark, WORKBOOK_MARK);
    if (!marked || (length > mark && name[length - mark - 1] != '/') || books->count == MOST_ROOTS) return true;
    if (!ARRAY_GROW(books->roots, books->count)) return false;
    return (books->roots[books->count] = strndup(name, length - mark)) && ++books->count;
}

// After an exercise, which no file of ours at the top is.
static bool is_named(const char *path) {
    for (unsigned i = 0; i < exercise_count; i++)
        if (submitted_names(path, exercises[i])) return true;
    return false;
}

bool workbook_owns(const char *path, bool folder) {
    static const char *const ours[] = {"grader", "build", "chapters", "common", "solutions"};
    size_t length = strcspn(path, "/");
    if (!folder && !path[length]) return !submitted_is_source(path) && !submitted_is_archive(path) && !is_named(path);
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (strlen(ours[i]) == length && !strncmp(path, ours[i], length)) return true;
    return path[0] == '.';
}

bool workbooks_skip(const Workbooks *books, const char *name) {
    for (unsigned i = 0; i < books->count; i++)
        if (text_begins(name, books->roots[i])) return workbook_owns(name + strlen(books->roots[i]), false);
    return false;
}

void workbooks_free(Workbooks *books) {
    for (unsigned i = 0; i < books->count; i++) free(books->roots[i]);
    free(books->roots);
    *books = (Workbooks){.count = 0};
}
