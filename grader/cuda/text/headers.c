// headers.c - headers that are known by name: our own, and those whose content is always there.
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

const char *own_header(const char *name) {
    if (!strcmp(name, "vector")) name = "vector.h";
    if (!strcmp(name, "string")) name = "std_string.h";
    if (!strcmp(name, "stdexcept")) name = "stdexcept.h";
    if (!strcmp(name, "iostream")) name = "iostream.h";
    if (!strcmp(name, "iomanip")) name = "iomanip.h";
    if (!strcmp(name, "cooperative_groups/reduce.h")) name = "cg_reduce.h";
    for (size_t i = 0; i < sizeof ALWAYS_THERE / sizeof *ALWAYS_THERE; i++)
        if (!strcmp(ALWAYS_THERE[i], name)) return "";
    for (size_t i = 0; i < sizeof HEADERS / sizeof *HEADERS; i++)
        if (!strcmp(HEADERS[i].name, name)) return HEADERS[i].text;
    return NULL;
}
