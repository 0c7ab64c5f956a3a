// run.c - see run.h.
#include "run.h"
#include "../front/front.h"
#include <stdlib.h>

#define STEPS UINT64_C(2000000000)

static bool call(void *context, Machine *machine, const Function *function, const HostValue *arguments, unsigned count,
                 HostValue *result) {
    return library_call(context, machine, function, arguments, count, result) ||
           runtime_call(context, machine, function, arguments, count, result);
}

static bool launch(void *context, Machine *machine, const Function *kernel, const uint32_t grid[3],
                   const uint32_t block[3], uint64_t shared, uint64_t stream, const uint8_t *const *arguments,
                   unsigned count) {
    GpuLaunch how = {.kernel = kernel->mangled,
                     .grid = {grid[0], grid[1], grid[2]},
                     .block = {block[0], block[1], block[2]},
                     .shared = shared,
                     .arguments = arguments,
                     .argument_count = count};
    (void)stream;
    return runtime_launch(context, machine, kernel, &how);
}

World run_world(Run *run) { return (World){.context = run, .call = call, .launch = launch}; }

static Function *find_main(Unit *unit) {
    for (unsigned i = 0; i < unit->function_count; i++)
        if (!strcmp(unit->functions[i]->name, "main") && unit->functions[i]->body) return unit->functions[i];
    return NULL;
}

// The words of the command line as the program's argv.
static uint64_t make_argv(Machine *machine, int argc, char **argv) {
    uint64_t list = machine_alloc(machine, 8 * ((uint64_t)argc + 1));
    for (int i = 0; i < argc; i++) {
        size_t size = strlen(argv[i]) + 1;
        uint64_t text = machine_alloc(machine, size);
        uint8_t *bytes = machine_bytes(machine, text, size), *slot = machine_bytes(machine, list + 8 * (uint64_t)i, 8);
        if (bytes) memcpy(bytes, argv[i], size);
        if (slot) memcpy(slot, &text, 8);
    }
    return list;
}

static int finish(Run *run, Machine *machine, bool returned, const HostValue *result) {
    int status = (int)(result->type ? result->integer : 0);
    Place place;
    const char *problem = machine_problem(machine, &place);
    if (!returned && !machine_has_stopped(machine, &status)) {
        place = machine_place(machine);
        fprintf(run->errors, "%s:%u: %s\n", run->unit->files[place.file].name, place.line, problem);
        status = RUN_FAILED;
    }
    if (gpu_has_faults(run->gpu)) {
        gpu_print_faults(run->gpu, run->errors);
        if (!status) status = RUN_FAILED;
    }
    return status;
}

int cuda_run(Unit *unit, const char *ptx, int argc, char **argv, FILE *out, FILE *errors) {
    char message[512] = "";
    Function *function = find_main(unit);
    if (!function) {
        fprintf(errors, "%s: there is no main()\n", unit->files[0].name);
        return RUN_FAILED;
    }
    Run run = {.unit = unit, .out = out, .errors = errors, .gpu = gpu_open(ptx, &(GpuOptions){.out = out}, message)};
    if (!run.gpu) {
        fprintf(errors, "%s: %s\n", unit->files[0].name, message);
        return RUN_FAILED;
    }
    World world = run_world(&run);
    Machine *machine = machine_new(unit, &world, STEPS);
    const Type *types[2] = {0};
    for (unsigned i = 0; i < function->parameter_count && i < 2; i++) types[i] = function->parameters[i]->type->plain;
    HostValue arguments[2] = {{.type = types[0], .integer = (uint64_t)argc},
                              {.type = types[1], .integer = make_argv(machine, argc, argv)}},
              result = {0};
    bool returned = machine_call(machine, function, arguments,
                                 function->parameter_count < 2 ? function->parameter_count : 2, &result);
    int status = finish(&run, machine, returned, &result);
    machine_end(machine);
    gpu_close(run.gpu);
    return status;
}
