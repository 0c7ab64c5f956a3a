// headers.c - headers that are known by name: our own, and those whose content is always there.
#include "../../system/text_edits.h"
#include "../front/front.h"
#include "cuda_headers.h"

// The prelude has what these declare, as far as the compiler knows it.
static const char *const ALWAYS_THERE[] = {
    "algorithm",
    "array",
    "cassert",
    "cfloat",
    "climits",
    "cmath",
    "concepts",
    "cstddef",
    "cstdint",
    "cstdio",
    "cstdlib",
    "cstring",
    "cuda.h",
    "cuda_runtime_api.h",
    "device_launch_parameters.h",
    "limits",
    "math.h",
    "numeric",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "string.h",
    "type_traits",
    "utility",
    "assert.h",
    "float.h",
    "limits.h",
    "stddef.h",
    "functional",
    "initializer_list",
    "stdbool.h",
    "ctime",
    "time.h",
    "sys/time.h",
    "cuda_profiler_api.h",
    "vector_types.h",
};

// Headers with text, where their names differ from those of our files.
static const struct {
    const char *name, *file;
} RENAMED[] = {{"vector", "vector.h"},     {"string", "std_string.h"}, {"stdexcept", "stdexcept.h"},
               {"iostream", "iostream.h"}, {"iomanip", "iomanip.h"},   {"cooperative_groups/reduce.h", "cg_reduce.h"}};

const char *own_header(const char *name) {
    for (size_t i = 0; i < sizeof RENAMED / sizeof *RENAMED; i++)
        if (!strcmp(name, RENAMED[i].name)) name = RENAMED[i].file;
    for (size_t i = 0; i < sizeof ALWAYS_THERE / sizeof *ALWAYS_THERE; i++)
        if (!strcmp(ALWAYS_THERE[i], name)) return "";
    for (size_t i = 0; i < sizeof HEADERS / sizeof *HEADERS; i++)
        if (!strcmp(HEADERS[i].name, name)) return HEADERS[i].text;
    return NULL;
}

static void compare(const char *name, const char *known, const char **nearest, unsigned *distance) {
    unsigned edits = text_edits(name, known, false);
    if (edits < *distance) *nearest = known, *distance = edits;
}

const char *nearest_header(const char *name) {
    const char *nearest = NULL;
    unsigned distance = strlen(name) > 5 ? 3 : 2;
    for (size_t i = 0; i < sizeof ALWAYS_THERE / sizeof *ALWAYS_THERE; i++)
        compare(name, ALWAYS_THERE[i], &nearest, &distance);
    for (size_t i = 0; i < sizeof RENAMED / sizeof *RENAMED; i++) compare(name, RENAMED[i].name, &nearest, &distance);
    for (size_t i = 0; i < sizeof HEADERS / sizeof *HEADERS; i++) compare(name, HEADERS[i].name, &nearest, &distance);
    return nearest;
}
