// loader.c - modules: the PTX that fits the GPU is read, variables get their places and initial values.
#include "loader.h"
#include "../base/checked.h"
#include "../base/cuda_errors.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONSTANT_BANK_BYTES 65536
#define PARAMETER_BYTES_MOST 32764

// The container's PTX with the highest target that the GPU can run, NULL: none fits.
static const FatbinPtx *choose_ptx(const Fatbin *fatbin, unsigned container, const Gpu *gpu) {
    const FatbinPtx *best = NULL;
    for (size_t n = 0; n < fatbin->ptx_count; n++) {
        const FatbinPtx *ptx = &fatbin->ptx[n];
        bool fits = ptx->container == container && ptx->target <= 10 * gpu->major + gpu->minor;
        if (fits && (!best || ptx->target > best->target)) best = ptx;
    }
    return best;
}

static bool place_constants(Module *module) {
    uint64_t end = 0;
    for (uint32_t n = 0; n < module->ptx->variable_count; n++) {
        PtxVariable *variable = &module->ptx->variables[n];
        if (variable->space != SPACE_CONST) continue;
        if (!checked_place(&end, variable->align, variable->size, CONSTANT_BANK_BYTES, &variable->offset)) return false;
    }
    module->constant_bytes = end;
    if (!end) return true;
    module->constants = memory_allocate(module->memory, end, ALLOCATION_VARIABLE, -1, "__constant__ memory");
    if (module->constants) memory_find(module->memory, module->constants)->constant = true;
    return module->constants;
}

static bool place_globals(Module *module) {
    for (uint32_t n = 0; n < module->ptx->variable_count; n++) {
        PtxVariable *variable = &module->ptx->variables[n];
        if (variable->space != SPACE_GLOBAL) continue;
        variable->offset = memory_allocate(module->memory, variable->size, ALLOCATION_VARIABLE, -1, variable->name);
        if (!variable->offset) return false;
    }
    return true;
}

static bool place_parameters(PtxModule *ptx) {
    for (uint32_t f = 0; f < ptx->function_count; f++) {
        uint64_t end = 0;
        for (uint32_t p = 0; ptx->functions[f].is_entry && p < ptx->functions[f].parameter_count; p++) {
            PtxVariable *variable = &ptx->variables[ptx->functions[f].parameters[p]];
            if (!checked_place(&end, variable->align, variable->size, PARAMETER_BYTES_MOST, &variable->offset))
                return false;
        }
    }
    return true;
}

static uint64_t relocated(const PtxModule *ptx, const PtxRelocation *relocation) {
    if (relocation->is_function) return FUNCTION_WINDOW + 16ull * relocation->index + (uint64_t)relocation->addend;
    const PtxVariable *variable = &ptx->variables[relocation->index];
    uint64_t window = variable->space == SPACE_CONST && relocation->generic ? CONST_WINDOW : 0;
    return window + variable->offset + (uint64_t)relocation->addend;
}

void module_initial(const Module *module, const PtxVariable *variable, uint8_t *bytes) {
    if (variable->initial) memcpy(bytes, variable->initial, variable->size);
    else memset(bytes, 0, variable->size);
    for (uint32_t r = 0; r < variable->relocation_count; r++) {
        uint64_t value = relocated(module->ptx, &variable->relocations[r]);
        assert(variable->relocations[r].offset < variable->size);
        uint64_t room = variable->size - variable->relocations[r].offset;
        memcpy(bytes + variable->relocations[r].offset, &value, room < 8 ? room : 8);
    }
}

static void initialise(Module *module) {
    for (uint32_t n = 0; n < module->ptx->variable_count; n++) {
        const PtxVariable *variable = &module->ptx->variables[n];
        bool constant = variable->space == SPACE_CONST;
        if (!constant && variable->space != SPACE_GLOBAL) continue;
        uint64_t address = constant ? module->constants + variable->offset : variable->offset;
        Allocation *allocation = memory_find(module->memory, address);
        if (!allocation) continue; // of no bytes, in a bank of none
        module_initial(module, variable, allocation->data + (address - allocation->base));
        memory_mark(allocation, address - allocation->base, variable->size);
    }
    if (module->constants) memory_mark(memory_find(module->memory, module->constants), 0, module->constant_bytes);
}

static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) : 0;
}

static bool same_folder(const char *a, const char *b) {
    size_t length = folder_length(a);
    return length == folder_length(b) && !strncmp(a, b, length);
}

// Files that hold a kernel, and those beside them.
static void find_user_files(Module *module) {
    const PtxModule *ptx = module->ptx;
    for (uint32_t f = 0; f < ptx->function_count; f++) {
        uint32_t file = ptx->locations[ptx->functions[f].location].file;
        if (!ptx->functions[f].is_entry || !file) continue;
        for (uint32_t n = 1; n < ptx->file_count; n++)
            module->user_file[n] |= n == file || same_folder(ptx->files[n], ptx->files[file]);
    }
}

static bool fail(int *error, int code, char message[512], const char *text) {
    *error = code;
    snprintf(message, 512, "%s", text);
    return false;
}

static bool fail_target(const FatbinPtx *ptx, const Gpu *gpu, int *error, char message[512]) {
    snprintf(message, 512, "the program has PTX for sm_%d only, and the %s is sm_%d%d: build with -arch=sm_%d%d",
             ptx->target, gpu->marketing_name, gpu->major, gpu->minor, gpu->major, gpu->minor);
    *error = ERROR_NO_KERNEL_IMAGE;
    return false;
}

// Reads the best text of each container: files compiled with -rdc=true have one each.
static bool read_texts(const Fatbin *fatbin, const Gpu *gpu, PtxModule **texts, size_t *count, int *error,
                       char message[512]) {
    for (size_t n = 0; n < fatbin->ptx_count; n++) {
        unsigned container = fatbin->ptx[n].container;
        if (n && fatbin->ptx[n - 1].container == container) continue;
        const FatbinPtx *ptx = choose_ptx(fatbin, container, gpu);
        if (!ptx) continue; // a library's, which has machine code for this GPU only: calls to it are refused by name
        PtxError wrong;
        texts[*count] = ptx_read(ptx->ptx, ptx->ptx_length, &wrong);
        if (!texts[*count]) {
            snprintf(message, 512, "PTX line %u, column %u: %s", wrong.line, wrong.column, wrong.message);
            *error = ERROR_INVALID_PTX;
            return false;
        }
        ++*count;
    }
    return *count || fail_target(&fatbin->ptx[0], gpu, error, message);
}

static bool read_image(Module *module, const Gpu *gpu, const uint8_t *image, size_t size, int *error,
                       char message[512]) {
    char reason[200];
    const Fatbin *fatbin = &module->fatbin;
    if (!fatbin_read(image, size, &module->fatbin, reason)) return fail(error, ERROR_INVALID_IMAGE, message, reason);
    if (!fatbin->ptx_count)
        return fail(error, ERROR_NO_KERNEL_IMAGE, message,
                    "the program carries no PTX, only machine code: build it with -arch=sm_NN and without -dlto");
    PtxModule **texts = calloc(fatbin->ptx_count, sizeof *texts);
    size_t count = 0;
    fail(error, ERROR_MEMORY, message, "out of memory to link the program's PTX"); // unless something else is wrong
    if (texts && read_texts(fatbin, gpu, texts, &count, error, message)) module->ptx = ptx_link(texts, count);
    else
        for (size_t n = 0; n < count; n++) ptx_free(texts[n]);
    free(texts);
    return module->ptx;
}

static int gpu_target(const Gpu *gpu) { return 10 * gpu->major + gpu->minor; }

// Frees the PTX. What was chosen is kept if there is no machine code for the GPU: then only ptxas can tell from it what
// the kernels need.
static void drop_texts(Fatbin *fatbin, const Gpu *gpu) {
    bool machine_code = false;
    size_t kept = 0;
    for (size_t n = 0; n < fatbin->resource_count; n++)
        machine_code |= fatbin_runs_on(&fatbin->resources[n], gpu_target(gpu));
    for (size_t n = 0; n < fatbin->ptx_count; n++)
        if (machine_code || choose_ptx(fatbin, fatbin->ptx[n].container, gpu) != &fatbin->ptx[n]) {
            free(fatbin->ptx[n].ptx);
            fatbin->ptx[n].ptx = NULL;
        }
    for (size_t n = 0; n < fatbin->ptx_count; n++)
        if (fatbin->ptx[n].ptx) fatbin->ptx[kept++] = fatbin->ptx[n];
    fatbin->ptx_count = kept;
}

Module *module_load(Memory *memory, const Gpu *gpu, const uint8_t *image, size_t size, int *error, char message[512]) {
    Module *module = calloc(1, sizeof *module);
    if (!module) return fail(error, ERROR_MEMORY, message, "out of memory for a module"), NULL;
    module->memory = memory;
    if (!read_image(module, gpu, image, size, error, message)) {
        module_unload(module);
        return NULL;
    }
    drop_texts(&module->fatbin, gpu);
    if (!place_parameters(module->ptx)) {
        fail(error, ERROR_INVALID_PTX, message, "a kernel has more than 32764 bytes of parameters");
        module_unload(module);
        return NULL;
    }
    module->programs = calloc(module->ptx->function_count + 1, sizeof *module->programs);
    module->user_file = calloc(module->ptx->file_count + 1, sizeof *module->user_file);
    bool allocated = module->programs && module->user_file;
    if (allocated && place_constants(module) && place_globals(module)) {
        find_user_files(module);
        initialise(module);
        return module;
    }
    fail(error, ERROR_MEMORY, message,
         allocated ? "the module's variables do not fit into the GPU's memory" : "out of memory for a module");
    module_unload(module);
    return NULL;
}

void module_unload(Module *module) {
    if (!module) return;
    for (uint32_t n = 0; module->ptx && n < module->ptx->variable_count; n++)
        if (module->ptx->variables[n].space == SPACE_GLOBAL && module->ptx->variables[n].offset)
            memory_free(module->memory, module->ptx->variables[n].offset);
    if (module->constants) memory_free(module->memory, module->constants);
    for (uint32_t n = 0; module->programs && n < module->ptx->function_count; n++) program_free(module->programs[n]);
    free(module->programs);
    free(module->user_file);
    if (module->ptx) ptx_free(module->ptx);
    fatbin_free(&module->fatbin);
    free(module);
}

const PtxFunction *module_kernel(const Module *module, const char *name) {
    for (uint32_t n = 0; n < module->ptx->function_count; n++)
        if (module->ptx->functions[n].is_entry && !strcmp(module->ptx->functions[n].name, name))
            return &module->ptx->functions[n];
    return NULL;
}

const Program *module_program(Module *module, const PtxFunction *kernel, DecodeError *error) {
    Program **program = &module->programs[kernel - module->ptx->functions];
    if (!*program) *program = program_decode(module->ptx, kernel, error);
    return *program;
}

const PtxVariable *module_variable(const Module *module, const char *name, uint64_t *address) {
    for (uint32_t n = 0; n < module->ptx->variable_count; n++) {
        const PtxVariable *variable = &module->ptx->variables[n];
        if (variable->function >= 0 || strcmp(variable->name, name)) continue;
        if (variable->space != SPACE_GLOBAL && variable->space != SPACE_CONST) continue;
        *address = variable->offset + (variable->space == SPACE_CONST ? module->constants : 0);
        return variable;
    }
    return NULL;
}

// The location, or the next one it is inlined at, that is in the program's own files; if none is, the outermost.
static const PtxLocation *own_location(const Module *module, uint32_t location) {
    const PtxLocation *locations = module->ptx->locations, *at = &locations[location];
    while (!(at->line && module->user_file[at->file]) && at->inlined_at >= 0) at = &locations[at->inlined_at];
    return at;
}

Place module_place(const Module *module, uint32_t location) {
    const PtxModule *ptx = module->ptx;
    const PtxLocation *at = own_location(module, location < ptx->location_count ? location : 0);
    Place place = {.file = ptx->files[at->file], .line = at->line, .function = at->function};
    if (at->inlined_at < 0) return place;
    const PtxLocation *call = own_location(module, (uint32_t)at->inlined_at);
    if (!call->line || !module->user_file[call->file]) return place;
    place.caller_file = ptx->files[call->file];
    place.caller_line = call->line;
    const PtxLocation *outer = call;
    while (outer->inlined_at >= 0) outer = own_location(module, (uint32_t)outer->inlined_at);
    place.outer_line = outer->file == at->file ? outer->line : 0;
    return place;
}
