// access_patterns.c - golden/access_patterns.csv: what an H200 counted for one access each, read into memory.
#include "access_patterns.h"

#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void read_pattern(const char *line, AccessPattern *pattern) {
    int used = 0;
    int fields = sscanf(line, "%7[^,],%7[^,],%u,%" SCNx32 ",%u,%u,%n", pattern->space, pattern->op, &pattern->bytes,
                        &pattern->mask, &pattern->first, &pattern->second, &used);
    ck_assert_int_eq(fields, 6);
    char *next = (char *)(uintptr_t)(line + used);
    for (unsigned lane = 0; lane < 32; lane++) pattern->offset[lane] = strtoull(next, &next, 10);
}

size_t access_patterns_read(AccessPattern *patterns, size_t room) {
    FILE *file = fopen("grader/device/tests/golden/access_patterns.csv", "r");
    ck_assert_msg(file != NULL, "golden/access_patterns.csv is missing");
    char line[1024];
    size_t count = 0;
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file)); // the header
    while (count < room && fgets(line, sizeof line, file) != NULL) read_pattern(line, &patterns[count++]);
    fclose(file);
    return count;
}
