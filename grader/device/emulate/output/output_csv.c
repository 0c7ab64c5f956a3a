// output_csv.c - a row for each launch: kernel, grid, block, every counter, resources, occupancy, estimate.
#include "output.h"
#include <inttypes.h>
#include <string.h>

// Of the machine code alone: registers that ptxas spills are no local memory in the PTX, so no rule derives these.
static const Counter LOCAL[] = {COUNTER_local_load_requests, COUNTER_local_store_requests};

static void write_header(FILE *file, const DeviceOptions *options) {
    fputs("kernel,grid,block", file);
    for (int i = 0; i < COUNTER_COUNT; i++) fprintf(file, ",%s", counter_name((Counter)i));
    fputs(",registers_per_thread,static_shared_bytes,limit_blocks,limit_registers,limit_shared,limit_warps,"
          "theoretical_occupancy_pct",
          file);
    if (options->estimates) fputs(",estimate_us,estimate_low_us,estimate_high_us,estimate_reason", file);
    for (unsigned n = 0; options->costs && n < COST_COUNT; n++) fprintf(file, ",cost_%s_us", cost_name((Cost)n));
    if (options->compare) fputs(",differing_bytes,not_compared", file);
    for (const DerivedCounter *derived = derived_counters; options->compare && derived->rule; derived++)
        fprintf(file, ",executed_%s", counter_name(derived->counter));
    for (size_t n = 0; options->compare && n < sizeof LOCAL / sizeof *LOCAL; n++)
        fprintf(file, ",executed_%s", counter_name(LOCAL[n]));
    fputc('\n', file);
}

// A field in quotes where CSV needs them, and where a spreadsheet would take it for a formula.
static void write_field(FILE *file, const char *text) {
    if (!strpbrk(text, ",\"\n\r\t") && !strchr("=+-@", *text)) {
        print_clean(file, text);
        return;
    }
    fputs(strchr("=+-@", *text) ? "\"'" : "\"", file);
    for (char piece[3] = ""; *text; text++) {
        piece[0] = *text;
        piece[1] = *text == '"' ? '"' : 0;
        print_clean(file, piece);
    }
    fputc('"', file);
}

static void write_estimate(FILE *file, const TimeEstimate *estimate) {
    if (estimate->microseconds > 0)
        fprintf(file, ",%.3f,%.3f,%.3f,", estimate->microseconds, estimate->low, estimate->high);
    else if (estimate->low > 0) fprintf(file, ",,%.3f,,", estimate->low);
    else fputs(",,,,", file);
    write_field(file, estimate->reason);
}

// What would be gained without each cost; empty where it is too little, or was not tried.
static void write_costs(FILE *file, const CostGains *costs) {
    for (unsigned cost = 0; cost < COST_COUNT; cost++) {
        fputc(',', file);
        for (uint32_t n = 0; n < costs->count; n++)
            if (costs->gains[n].cost == cost) fprintf(file, "%.3f", costs->gains[n].gain);
    }
}

static void write_launch(FILE *file, const LaunchRecord *launch, const DeviceOptions *options) {
    char name[512];
    kernel_short_name(launch->kernel, name, sizeof name);
    write_field(file, name);
    fprintf(file, ",%ux%ux%u,%ux%ux%u", launch->grid.x, launch->grid.y, launch->grid.z, launch->block.x,
            launch->block.y, launch->block.z);
    for (int i = 0; i < COUNTER_COUNT; i++) fprintf(file, ",%" PRIu64, launch->counters.value[i]);
    const Occupancy *o = &launch->occupancy;
    if (launch->registers)
        fprintf(file, ",%u,%" PRIu64 ",%u,%u,%u,%u,%.6g", launch->registers, launch->static_shared_bytes,
                o->limit_blocks, o->limit_registers, o->limit_shared, o->limit_warps, o->percent);
    else fprintf(file, ",,%" PRIu64 ",,,,,", launch->static_shared_bytes);
    if (options->estimates) write_estimate(file, &launch->estimate);
    if (options->costs) write_costs(file, &launch->estimate.costs);
    if (options->compare) {
        fprintf(file, ",%" PRId64 ",", launch->differing);
        write_field(file, launch->differing < 0 ? launch->estimate.reason : "");
        for (const DerivedCounter *derived = derived_counters; derived->rule; derived++)
            fprintf(file, ",%" PRIu64, launch->executed.value[derived->counter]);
        for (size_t n = 0; n < sizeof LOCAL / sizeof *LOCAL; n++)
            fprintf(file, ",%" PRIu64, launch->executed.value[LOCAL[n]]);
    }
    fputc('\n', file);
}

bool output_csv(FILE *file, const Service *service) {
    write_header(file, &service->options);
    for (size_t i = 0; i < service->context_count; i++) {
        size_t count;
        const LaunchRecord *launches = device_launches(service->contexts[i]->device, &count);
        for (size_t j = 0; j < count; j++) write_launch(file, &launches[j], &service->options);
    }
    return fflush(file) == 0 && !ferror(file);
}
