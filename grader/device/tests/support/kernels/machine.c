// machine.c - a device for tests, and PTX text put in a fat binary of its own.
#include "machine.h"

#include "emulator/image/wrapped_ptx.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void keep_text(void *context, const char *text, size_t length) {
    Machine *machine = context;
    size_t room = sizeof machine->printed - 1 - machine->printed_bytes;
    if (length > room) length = room;
    memcpy(machine->printed + machine->printed_bytes, text, length);
    machine->printed_bytes += length;
    machine->printed[machine->printed_bytes] = 0;
}

static Machine *create(unsigned threads, uint64_t budget, TraceOptions trace) {
    Machine *machine = calloc(1, sizeof *machine);
    DeviceOptions options = {
        .threads = threads, .checks = true, .instruction_budget = budget, .memory_limit = 1 << 28, .trace = trace};
    machine->device = device_create(&options);
    ck_assert_ptr_nonnull(machine->device);
    device_on_print(machine->device, keep_text, machine);
    return machine;
}

Machine *machine_create(unsigned threads, uint64_t budget) { return create(threads, budget, (TraceOptions){0}); }
Machine *machine_create_tracing(unsigned threads, TraceOptions trace) { return create(threads, 0, trace); }

void machine_free(Machine *machine) {
    device_destroy(machine->device);
    free(machine);
}

int machine_try_load(Machine *machine, const char *ptx, char message[512]) {
    size_t size;
    uint8_t *image = wrapped_ptx(ptx, &size);
    int error = device_load(machine->device, image, size, &machine->module, message);
    free(image);
    return error;
}

void machine_load(Machine *machine, const char *ptx) {
    char message[512] = "";
    int error = machine_try_load(machine, ptx, message);
    ck_assert_msg(error == 0, "error %d: %s", error, message);
}

char *kernel_text(const char *name, const char *body) {
    size_t size = strlen(body) + 2048;
    char *text = malloc(size);
    snprintf(text, size,
             ".version 8.0\n.target sm_90\n.address_size 64\n"
             ".visible .entry %s(.param .u64 out, .param .u32 n)\n{\n"
             ".reg .pred %%p<16>;\n.reg .b32 %%r<64>;\n.reg .f32 %%f<32>;\n.reg .f64 %%d<16>;\n.reg .b64 %%l<32>;\n"
             ".reg .b16 %%h<16>;\n%s\n}\n",
             name, body);
    return text;
}

void machine_load_kernel(Machine *machine, const char *name, const char *body) {
    char *text = kernel_text(name, body);
    machine_load(machine, text);
    free(text);
}

int machine_launch(Machine *machine, const char *kernel, Dim3 grid, Dim3 block, uint64_t shared, const void *parameters,
                   uint32_t bytes) {
    LaunchRequest request = {.module = machine->module,
                             .grid = grid,
                             .block = block,
                             .dynamic_shared_bytes = shared,
                             .parameters = parameters,
                             .parameter_bytes = bytes};
    KernelInfo info;
    ck_assert_int_eq(device_kernel(machine->device, machine->module, kernel, &request.kernel, &info), 0);
    return device_launch(machine->device, &request);
}

int machine_run(Machine *machine, const char *kernel, uint32_t blocks, uint32_t threads, uint32_t n, uint32_t *words,
                uint32_t count) {
    struct {
        uint64_t out;
        uint32_t n;
    } parameters = {.n = n};
    ck_assert_int_eq(device_malloc(machine->device, 4 * (uint64_t)count, &parameters.out), 0);
    ck_assert_int_eq(device_set(machine->device, parameters.out, 0, 4 * (uint64_t)count), 0);
    int error = machine_launch(machine, kernel, (Dim3){blocks, 1, 1}, (Dim3){threads, 1, 1}, 0, &parameters, 12);
    if (!error && !device_error(machine->device))
        device_read(machine->device, words, parameters.out, 4 * (uint64_t)count);
    return error;
}

uint64_t machine_counter(Machine *machine, Counter counter) {
    size_t count;
    const LaunchRecord *launches = device_launches(machine->device, &count);
    ck_assert_uint_gt(count, 0);
    return launches[count - 1].counters.value[counter];
}

const Fault *machine_fault(Machine *machine) {
    size_t count;
    const Fault *faults = device_faults(machine->device, &count);
    return count ? faults : NULL;
}

const char *fault_says(const Fault *fault) {
    static FactSentence words;
    words[0] = 0;
    if (fault) fact_say(&fault->fact, fault->kind, words);
    return words;
}
