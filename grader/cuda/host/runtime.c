// runtime.c - the CUDA runtime for interpreted host code, on the emulated GPU.
//
// Everything happens at once, in the order of the program: a stream is a number, and waiting is nothing. Pinned memory
// is the program's own; memory that both sides see (managed, mapped) is not supported.
#include "../front/front.h"
#include "run.h"
#include <stdlib.h>

enum { INVALID_VALUE = 1, MEMORY_ALLOCATION = 2, INVALID_SYMBOL = 13, NOT_SUPPORTED = 801 };
#define HOST_MEMORY (UINT64_C(1) << 62) // interpret.c's pointers have this bit

static bool is_host(uint64_t address) { return address & HOST_MEMORY; }

static int note(Run *run, int error) {
    if (error) run->last_error = error;
    return error;
}

static const char *const ERRORS[][2] = {{"cudaSuccess", "no error"},
                                        {"cudaErrorInvalidValue", "invalid argument"},
                                        {"cudaErrorMemoryAllocation", "out of memory"}};

static void error_text(int error, const char **name, const char **text) {
    static const struct {
        int error;
        const char *name, *text;
    } known[] = {{9, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
                 {13, "cudaErrorInvalidSymbol", "invalid device symbol"},
                 {98, "cudaErrorInvalidDeviceFunction", "invalid device function"},
                 {400, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
                 {700, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
                 {701, "cudaErrorLaunchOutOfResources", "too many resources requested for launch"},
                 {702, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"},
                 {716, "cudaErrorMisalignedAddress", "misaligned address"},
                 {719, "cudaErrorLaunchFailure", "unspecified launch failure"},
                 {801, "cudaErrorNotSupported", "operation not supported"}};
    *name = "cudaErrorUnknown";
    *text = "unknown error";
    if (error >= 0 && error < 3) *name = ERRORS[error][0], *text = ERRORS[error][1];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].error == error) *name = known[i].name, *text = known[i].text;
}

static uint64_t text_in_machine(Machine *machine, const char *text) {
    uint64_t address = machine_alloc(machine, strlen(text) + 1);
    uint8_t *bytes = machine_bytes(machine, address, strlen(text) + 1);
    if (bytes) memcpy(bytes, text, strlen(text) + 1);
    return address;
}

// ---- memory ---------------------------------------------------------------------------------------------------

static bool store(Machine *machine, uint64_t to, const void *bytes, size_t size) {
    uint8_t *target = machine_bytes(machine, to, size);
    if (target) memcpy(target, bytes, size);
    else machine_fail(machine, "a result is to be stored where there is no variable");
    return target != NULL;
}

static int copy(Run *run, Machine *machine, uint64_t to, uint64_t from, uint64_t size) {
    if (!size) return 0;
    uint8_t *target = is_host(to) ? machine_bytes(machine, to, size) : NULL,
            *source = is_host(from) ? machine_bytes(machine, from, size) : NULL;
    if ((is_host(to) && !target) || (is_host(from) && !source)) {
        machine_fail(machine, "a copy of %llu bytes goes past the end of an array of the host",
                     (unsigned long long)size);
        return INVALID_VALUE;
    }
    if (target && source) {
        memmove(target, source, size);
        return 0;
    }
    if (target) return gpu_read(run->gpu, target, from, size);
    if (source) return gpu_write(run->gpu, to, source, size);
    return gpu_copy(run->gpu, to, from, size);
}

static int allocate(Run *run, Machine *machine, uint64_t where, uint64_t size, bool is_pinned) {
    uint64_t address = 0;
    int error = 0;
    if (is_pinned && run->pinned_count == MOST_PINNED) return MEMORY_ALLOCATION;
    if (is_pinned) address = machine_alloc(machine, size);
    else error = gpu_malloc(run->gpu, size, &address);
    if (is_pinned) {
        run->pinned[run->pinned_count].address = address;
        run->pinned[run->pinned_count++].size = size;
    }
    if (!error) store(machine, where, &address, 8);
    return error;
}

static bool release_pinned(Run *run, Machine *machine, uint64_t address) {
    for (unsigned i = 0; i < run->pinned_count; i++)
        if (run->pinned[i].address == address) {
            run->pinned[i] = run->pinned[--run->pinned_count];
            return machine_release(machine, address);
        }
    return false;
}

static int copy_rows(Run *run, Machine *machine, const HostValue *a) {
    if (a[5].integer > (1u << 24)) return INVALID_VALUE;
    for (uint64_t row = 0; row < a[5].integer; row++) {
        int error =
            copy(run, machine, a[0].integer + row * a[1].integer, a[2].integer + row * a[3].integer, a[4].integer);
        if (error) return error;
    }
    return 0;
}

static int malloc_pitch(Run *run, Machine *machine, const HostValue *a) {
    uint64_t pitch = (a[2].integer + 511) / 512 * 512; // as the GPU's runtime rounds it
    if (a[3].integer && pitch > (UINT64_C(1) << 40) / a[3].integer) return MEMORY_ALLOCATION;
    store(machine, a[1].integer, &pitch, 8);
    return allocate(run, machine, a[0].integer, pitch * a[3].integer, false);
}

static bool call_memory(Run *run, Machine *machine, const char *name, const HostValue *a, int *error) {
    if (!strcmp(name, "cudaMalloc") || !strcmp(name, "cudaMallocAsync"))
        *error = allocate(run, machine, a[0].integer, a[1].integer, false);
    else if (!strcmp(name, "cudaMallocHost") || !strcmp(name, "cudaHostAlloc"))
        *error = allocate(run, machine, a[0].integer, a[1].integer, true);
    else if (!strcmp(name, "cudaMallocPitch")) *error = malloc_pitch(run, machine, a);
    else if (!strcmp(name, "cudaFree") || !strcmp(name, "cudaFreeAsync"))
        *error = a[0].integer ? gpu_free(run->gpu, a[0].integer) : 0;
    else if (!strcmp(name, "cudaFreeHost"))
        *error = !a[0].integer || release_pinned(run, machine, a[0].integer) ? 0 : INVALID_VALUE;
    else if (!strcmp(name, "cudaMemcpy") || !strcmp(name, "cudaMemcpyAsync"))
        *error = copy(run, machine, a[0].integer, a[1].integer, a[2].integer);
    else if (!strcmp(name, "cudaMemcpy2D") || !strcmp(name, "cudaMemcpy2DAsync")) *error = copy_rows(run, machine, a);
    else if (!strcmp(name, "cudaMemset") || !strcmp(name, "cudaMemsetAsync"))
        *error = gpu_set(run->gpu, a[0].integer, (int)a[1].integer, a[2].integer);
    else return false;
    return true;
}

// ---- variables of the device ----------------------------------------------------------------------------------

static int symbol(Run *run, uint64_t interpreted, Machine *machine, uint64_t *address, uint64_t *size) {
    const Variable *variable = machine_variable_at(machine, interpreted);
    return variable ? gpu_variable(run->gpu, variable->mangled, address, size) : INVALID_SYMBOL;
}

static bool call_symbol(Run *run, Machine *machine, const char *name, const HostValue *a, int *error) {
    uint64_t address = 0, size = 0;
    if (!strcmp(name, "__workbook_to_symbol")) {
        *error = symbol(run, a[0].integer, machine, &address, &size);
        if (!*error)
            *error = a[3].integer > size || a[2].integer > size - a[3].integer
                         ? INVALID_VALUE
                         : copy(run, machine, address + a[3].integer, a[1].integer, a[2].integer);
    } else if (!strcmp(name, "__workbook_from_symbol")) {
        *error = symbol(run, a[1].integer, machine, &address, &size);
        if (!*error)
            *error = a[3].integer > size || a[2].integer > size - a[3].integer
                         ? INVALID_VALUE
                         : copy(run, machine, a[0].integer, address + a[3].integer, a[2].integer);
    } else if (!strcmp(name, "__workbook_symbol_address")) {
        *error = symbol(run, a[1].integer, machine, &address, &size);
        if (!*error) store(machine, a[0].integer, &address, 8);
    } else return false;
    return true;
}

// ---- streams, events, properties ------------------------------------------------------------------------------

static bool call_nothing(const char *name) {
    static const char *const names[] = {"cudaDeviceSynchronize",    "cudaStreamSynchronize", "cudaStreamDestroy",
                                        "cudaStreamWaitEvent",      "cudaStreamQuery",       "cudaEventDestroy",
                                        "cudaEventRecord",          "cudaEventSynchronize",  "cudaSetDevice",
                                        "__workbook_set_attribute", "__workbook_set_cache"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name)) return true;
    return false;
}

static bool call_properties(Run *run, Machine *machine, const char *name, const HostValue *a, int *error) {
    static const uint64_t stream = 7; // any number that is not 0
    int value = 0;
    if (!strcmp(name, "cudaStreamCreate") || !strcmp(name, "cudaStreamCreateWithFlags") ||
        !strcmp(name, "cudaEventCreate") || !strcmp(name, "cudaEventCreateWithFlags"))
        store(machine, a[0].integer, &stream, 8);
    else if (!strcmp(name, "cudaGetDevice")) store(machine, a[0].integer, &value, 4);
    else if (!strcmp(name, "cudaGetDeviceCount")) store(machine, a[0].integer, &(int){1}, 4);
    else if (!strcmp(name, "cudaDeviceGetAttribute")) {
        *error = gpu_attribute(run->gpu, (int)a[1].integer, &value);
        if (!*error) store(machine, a[0].integer, &value, 4);
    } else return false;
    return true;
}

static bool is_pinned(const Run *run, uint64_t address) {
    for (unsigned i = 0; i < run->pinned_count; i++)
        if (address - run->pinned[i].address < run->pinned[i].size) return true;
    return false;
}

static bool gets_pinned(const Run *run, const Function *kernel, const uint8_t *const *arguments) {
    for (unsigned i = 0; i < kernel->parameter_count; i++) {
        uint64_t address = 0;
        if (kernel->parameters[i]->type->kind != TYPE_POINTER) continue;
        memcpy(&address, arguments[i], sizeof address);
        if (is_pinned(run, address)) return true;
    }
    return false;
}

// cudaLaunchKernel and the like: pointers to the arguments are in the program's memory.
static bool launch_by_pointers(Run *run, Machine *machine, const HostValue *a, int *error) {
    const Function *kernel = machine_function_at(machine, a[0].integer);
    const uint8_t *grid = machine_bytes(machine, a[1].integer, 12), *block = machine_bytes(machine, a[2].integer, 12),
                  *arguments[MAX_PARAMETERS];
    if (!kernel || !grid || !block) return false;
    GpuLaunch launch = {.kernel = kernel->mangled,
                        .shared = a[4].integer,
                        .cooperative = a[5].integer & 1,
                        .arguments = arguments,
                        .argument_count = kernel->parameter_count};
    memcpy(launch.grid, grid, 12);
    memcpy(launch.block, block, 12);
    for (unsigned i = 0; i < kernel->parameter_count; i++) {
        const uint8_t *pointer = machine_bytes(machine, a[3].integer + 8 * i, 8);
        uint64_t address = 0;
        if (pointer) memcpy(&address, pointer, 8);
        arguments[i] = pointer ? machine_bytes(machine, address, kernel->parameters[i]->type->size) : NULL;
        if (!arguments[i]) {
            machine_fail(machine, "argument %u of the kernel `%s` is not where the list says", i + 1, kernel->shown);
            return true;
        }
    }
    if (gets_pinned(run, kernel, arguments)) return false;
    *error = gpu_launch(run->gpu, &launch);
    return true;
}

bool runtime_call(Run *run, Machine *machine, const Function *function, const HostValue *arguments, unsigned count,
                  HostValue *result) {
    const char *name = function->name, *error_name, *text;
    int error = 0;
    (void)count;
    result->type = function->result;
    if (!strcmp(name, "cudaGetErrorString") || !strcmp(name, "cudaGetErrorName")) {
        error_text((int)arguments[0].integer, &error_name, &text);
        result->integer = text_in_machine(machine, name[12] == 'N' ? error_name : text);
        return true;
    }
    if (!strcmp(name, "cudaGetLastError") || !strcmp(name, "cudaPeekAtLastError")) {
        int sticky = gpu_sticky_error(run->gpu);
        result->integer = (uint64_t)(sticky ? sticky : run->last_error);
        if (name[4] == 'G') run->last_error = 0;
        return true;
    }
    if (!call_memory(run, machine, name, arguments, &error) && !call_symbol(run, machine, name, arguments, &error) &&
        !call_nothing(name) && !call_properties(run, machine, name, arguments, &error) &&
        (strcmp(name, "__workbook_launch") || !launch_by_pointers(run, machine, arguments, &error)))
        return false;
    int sticky = gpu_sticky_error(run->gpu);
    result->integer = (uint64_t)note(run, error ? error : sticky);
    return true;
}

bool runtime_launch(Run *run, Machine *machine, const Function *kernel, const GpuLaunch *launch) {
    (void)machine;
    if (launch->argument_count == kernel->parameter_count && gets_pinned(run, kernel, launch->arguments)) return false;
    note(run, gpu_launch(run->gpu, launch));
    return true;
}
