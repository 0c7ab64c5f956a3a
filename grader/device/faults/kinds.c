// kinds.c - reads the table of faults. Nothing else compares their names.
#include "kinds.h"

#include <string.h>

typedef struct {
    const char *symptom;
    FaultKind of; // the kind that it is reported as: of most its own
    int error;
    unsigned rank;
    FaultFamily family;
    FaultResults results;
} Row;

static const Row rows[FAULT_KIND_COUNT] = {
#define FAULT(kind, name, error, rank, family, results, cause, symptom)                                                \
    [FAULT_##kind] = {symptom, FAULT_##kind, error, rank, family, results},
#define VARIANT(kind, other, code) [FAULT_##kind] = {.of = FAULT_##other, .error = code},
#include "faults.def"
#undef FAULT
#undef VARIANT
};

#define FAULT(kind, name, ...) static const char NAME_OF_##kind[] = name;
#define VARIANT(...)
#include "faults.def"
#undef FAULT
#undef VARIANT
const char *const fault_names[FAULT_KIND_COUNT + 1] = {
#define FAULT(kind, ...) [FAULT_##kind] = NAME_OF_##kind,
#define VARIANT(kind, of, ...) [FAULT_##kind] = NAME_OF_##of,
#include "faults.def"
#undef FAULT
#undef VARIANT
};

static const Row *reported(FaultKind kind) { return &rows[rows[kind].of]; }

const char *fault_name(FaultKind kind) { return fault_names[kind]; }
const char *fault_symptom(FaultKind kind) { return reported(kind)->symptom; }
int fault_error(FaultKind kind) { return rows[kind].error; }
unsigned fault_rank(FaultKind kind) { return reported(kind)->rank; }
FaultResults fault_results(FaultKind kind) { return reported(kind)->results; }
bool fault_counts(FaultKind kind) { return fault_results(kind) != RESULTS_UNTOUCHED; }
FaultFamily fault_family(FaultKind kind) { return rows[kind].family; }

FaultKind fault_named(const char *name) {
    for (FaultKind kind = 0; kind < FAULT_KIND_COUNT; kind++)
        if (!strcmp(fault_names[kind], name)) return rows[kind].of;
    return FAULT_UNKNOWN;
}
