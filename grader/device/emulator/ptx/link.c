// link.c - several PTX modules made one, as nvlink makes one of separately compiled files.
//
// The tables of all modules are put one after another: what was index i in a module becomes i plus the number of
// entries before that module's. Then a name that a module declares .extern, or defines .weak as others may too, stands
// for its definition; the entry it had is left without a space, so that nobody places it.
#include "../base/arena.h"
#include "ptx.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    PtxModule *out;
    uint32_t *variable_of, *function_of;             // by index in the joint tables: what is meant
    uint32_t variables, functions, locations, files; // entries before the module at hand
} Linker;

// ---- which definition a name stands for -------------------------------------------------------------------

typedef struct {
    const char *name;
    uint32_t index;
    int rank; // a strong definition before weak ones before mere declarations
} Named;

static int compare_named(const void *x, const void *y) {
    const Named *a = x, *b = y;
    int order = strcmp(a->name, b->name);
    if (order) return order;
    if (a->rank != b->rank) return a->rank - b->rank;
    return (a->index > b->index) - (a->index < b->index);
}

// Everything but definitions of a module's own stands for the first of its name.
static void meanings_find(Named *named, uint32_t count, uint32_t *meaning) {
    if (count) qsort(named, count, sizeof *named, compare_named);
    for (uint32_t n = 0, first = 0; n < count; n++) {
        if (strcmp(named[n].name, named[first].name)) first = n;
        meaning[named[n].index] = named[n].rank ? named[first].index : named[n].index;
    }
}

static void variables_resolve(Linker *linker, Named *named) {
    PtxModule *out = linker->out;
    uint32_t count = 0;
    for (uint32_t n = 0; n < out->variable_count; n++) {
        const PtxVariable *variable = &out->variables[n];
        linker->variable_of[n] = n;
        if (variable->function >= 0 || (variable->is_extern && !variable->size)) continue;
        named[count++] = (Named){variable->name, n, variable->is_extern ? 2 : variable->is_weak};
    }
    meanings_find(named, count, linker->variable_of);
    for (uint32_t n = 0; n < out->variable_count; n++)
        if (linker->variable_of[n] != n) out->variables[n].space = SPACE_GENERIC;
}

static void functions_resolve(Linker *linker, Named *named) {
    const PtxModule *out = linker->out;
    for (uint32_t n = 0; n < out->function_count; n++)
        named[n] = (Named){out->functions[n].name, n, out->functions[n].is_extern};
    meanings_find(named, out->function_count, linker->function_of);
}

// ---- indices of the joint tables --------------------------------------------------------------------------

static void operand_join(const Linker *linker, PtxOperand *operand) {
    bool address = operand->kind == OPERAND_ADDRESS && operand->base == BASE_VARIABLE;
    if (operand->kind == OPERAND_VARIABLE || address)
        operand->index = linker->variable_of[operand->index + linker->variables];
    if (operand->kind == OPERAND_FUNCTION) operand->index = linker->function_of[operand->index + linker->functions];
    for (uint32_t n = 0; n < operand->count && operand->elements; n++) operand_join(linker, &operand->elements[n]);
}

static void function_join(const Linker *linker, PtxFunction *function) {
    for (uint32_t n = 0; n < function->parameter_count; n++) function->parameters[n] += linker->variables;
    for (uint32_t n = 0; n < function->result_count; n++) function->results[n] += linker->variables;
    function->location += linker->locations;
    for (uint32_t n = 0; n < function->instruction_count; n++) {
        PtxInstruction *instruction = &function->instructions[n];
        instruction->location += linker->locations;
        for (uint32_t o = 0; o < instruction->operand_count; o++) operand_join(linker, &instruction->operands[o]);
    }
    for (uint32_t t = 0; t < function->table_count; t++)
        for (uint32_t n = 0; !function->tables[t].branches && n < function->tables[t].count; n++)
            function->tables[t].labels[n] = linker->function_of[function->tables[t].labels[n] + linker->functions];
}

static void variable_join(const Linker *linker, PtxVariable *variable) {
    if (variable->function >= 0) variable->function += (int32_t)linker->functions;
    for (uint32_t n = 0; n < variable->relocation_count; n++) {
        PtxRelocation *relocation = &variable->relocations[n];
        relocation->index = relocation->is_function ? linker->function_of[relocation->index + linker->functions]
                                                    : linker->variable_of[relocation->index + linker->variables];
    }
}

static void location_join(const Linker *linker, PtxLocation *location) {
    if (location->file) location->file += linker->files;
    if (location->inlined_at >= 0) location->inlined_at += (int32_t)linker->locations;
}

static void module_join(const Linker *linker, const PtxModule *module) {
    PtxModule *out = linker->out;
    for (uint32_t n = 0; n < module->variable_count; n++) variable_join(linker, &out->variables[linker->variables + n]);
    for (uint32_t n = 0; n < module->function_count; n++) function_join(linker, &out->functions[linker->functions + n]);
    for (uint32_t n = 0; n < module->location_count; n++) location_join(linker, &out->locations[linker->locations + n]);
}

// ---- the whole --------------------------------------------------------------------------------------------

#define APPEND(out, module, table, count)                                                                              \
    memcpy(&(out)->table[(out)->count], (module)->table, (module)->count * sizeof *(module)->table);                   \
    (out)->count += (module)->count

static void tables_append(PtxModule *out, const PtxModule *module) {
    APPEND(out, module, variables, variable_count);
    APPEND(out, module, functions, function_count);
    APPEND(out, module, locations, location_count);
    APPEND(out, module, files, file_count);
}

// An empty module with room for all tables; the modules' own arenas stay and are freed with it.
static PtxModule *module_with_room(PtxModule **modules, size_t count) {
    size_t variables = 0, functions = 0, locations = 0, files = 0;
    bool is_debug = false;
    for (size_t m = 0; m < count; m++) {
        is_debug |= modules[m]->is_debug;
        variables += modules[m]->variable_count, functions += modules[m]->function_count;
        locations += modules[m]->location_count, files += modules[m]->file_count;
    }
    Arena *arena = arena_new(variables * sizeof(PtxVariable) + functions * sizeof(PtxFunction) +
                             locations * sizeof(PtxLocation) + files * sizeof(char *) + (1 << 20));
    PtxModule *out = arena ? arena_alloc(arena, sizeof *out) : NULL;
    if (!out) {
        if (arena) arena_free(arena);
        return NULL;
    }
    *out = (PtxModule){.version_major = modules[0]->version_major,
                       .version_minor = modules[0]->version_minor,
                       .target = modules[0]->target,
                       .address_bits = modules[0]->address_bits,
                       .is_debug = is_debug,
                       .arena = arena};
    out->variables = arena_alloc(arena, (variables + 1) * sizeof *out->variables);
    out->functions = arena_alloc(arena, (functions + 1) * sizeof *out->functions);
    out->locations = arena_alloc(arena, (locations + 1) * sizeof *out->locations);
    out->files = arena_alloc(arena, (files + 1) * sizeof *out->files);
    if (out->variables && out->functions && out->locations && out->files) return out;
    arena_free(arena);
    return NULL;
}

static bool modules_join(Linker *linker, PtxModule **modules, size_t count) {
    PtxModule *out = linker->out;
    for (size_t m = 0; m < count; m++) tables_append(out, modules[m]);
    uint32_t most = out->variable_count > out->function_count ? out->variable_count : out->function_count;
    Named *named = calloc(most + 1, sizeof *named);
    linker->variable_of = calloc(out->variable_count + 1, sizeof *linker->variable_of);
    linker->function_of = calloc(out->function_count + 1, sizeof *linker->function_of);
    bool good = named && linker->variable_of && linker->function_of;
    if (good) variables_resolve(linker, named);
    if (good) functions_resolve(linker, named);
    for (size_t m = 0; good && m < count; m++) {
        module_join(linker, modules[m]);
        linker->variables += modules[m]->variable_count, linker->functions += modules[m]->function_count;
        linker->locations += modules[m]->location_count, linker->files += modules[m]->file_count;
    }
    free(named);
    free(linker->variable_of);
    free(linker->function_of);
    return good;
}

PtxModule *ptx_link(PtxModule **modules, size_t count) {
    if (count == 1) return modules[0];
    Linker linker = {.out = module_with_room(modules, count)};
    if (linker.out && modules_join(&linker, modules, count)) {
        for (size_t m = 0; m < count; m++) {
            modules[m]->linked = linker.out->linked;
            linker.out->linked = modules[m];
        }
        return linker.out;
    }
    ptx_free(linker.out);
    for (size_t m = 0; m < count; m++) ptx_free(modules[m]);
    return NULL;
}
