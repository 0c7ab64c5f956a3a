// output_json.c - everything a run did, as one JSON object, written as it is made: a run may have very many launches.
//
// {"schema": 1, "gpu", "gpu_name", "gpu_limits", "program": {"exit", "signal"}, "launches": [...], "faults": [...],
// "source": [{"kernel", "mangled", "launches", "lines": [{"file", "line", "executed", "requests", "sectors",
// "sectors_per_request", "conflicts", "diverged", "faults": [indices]}]}] summed over the launches of a kernel,
// "occupancy_note": why occupancies are null, "memory": {"peak_bytes", "limit_bytes"}, "transfers":
// {"host_to_device": {"count", "bytes"}, ..., "kernel_to_host": launches that stored to memory that the host sees, and
// the bytes, "sets": of memory}, "border": {"to_host", "to_device"} bytes that one side can have learnt from the other,
// "uncomputed": {output of the case: its elements that no kernel has computed}, "timeline": {"span_us", "busy_us"},
// "api_errors": [{"call", "name", "code", "count", "follows_fault"}], "refusals": [why a module was not loaded],
// "printed_bytes", "resets": by cudaDeviceReset, "reset_place": of the
// first, "protocol_errors"}
#include "../../protocol/report_fields.h"
#include "../timeline.h"
#include "listing.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

// A text of the program as JSON. If it is not valid UTF-8, its bytes beyond ASCII become question marks.
static json_t *text_json(const char *text) {
    if (!text) return json_null();
    json_t *string = json_string(text);
    if (string) return string;
    char clean[512];
    size_t i = 0;
    for (; text[i] && i < sizeof clean - 1; i++) clean[i] = text[i] & 0x80 ? '?' : text[i];
    clean[i] = 0;
    return json_string(clean);
}

static json_t *whole_json(uint64_t value) { return json_integer((json_int_t)value); }
static json_t *triple_json(Dim3 d) { return json_pack("[I,I,I]", (json_int_t)d.x, (json_int_t)d.y, (json_int_t)d.z); }

// What is gained without each cost: [{"cost", "gain", "lines": [{"file", "line", "gain"}]}], the largest first.
static json_t *costs_json(const CostGains *costs) {
    json_t *array = json_array();
    for (uint32_t n = 0; n < costs->count; n++) {
        const CostGain *gain = &costs->gains[n];
        json_t *lines = json_array();
        for (uint32_t l = 0; l < gain->line_count; l++)
            json_array_append_new(lines,
                                  json_pack("{s:o,s:o,s:f}", REPORT_FILE, text_json(gain->lines[l].file), REPORT_LINE,
                                            whole_json(gain->lines[l].line), REPORT_GAIN, gain->lines[l].gain));
        json_array_append_new(array, json_pack("{s:s,s:f,s:o}", REPORT_COST, cost_name(gain->cost), REPORT_GAIN,
                                               gain->gain, REPORT_LINES, lines));
    }
    return array;
}

static void set_costs(json_t *object, const CostGains *costs) {
    if (!costs->tried) return;
    json_object_set_new(object, REPORT_COSTS, costs_json(costs));
    json_object_set_new(object, REPORT_MOST_OF_OTHERS, json_real(costs->most_of_others));
    if (costs->hidden_gain > 0)
        json_object_set_new(object, REPORT_HIDDEN_COSTS,
                            json_pack("{s:[s,s],s:f}", REPORT_COSTS, cost_name(costs->hidden[0]),
                                      cost_name(costs->hidden[1]), REPORT_GAIN, costs->hidden_gain));
}

// How long a launch would take, null if that is not known, and what its clocks are spent on.
static json_t *estimate_json(const TimeEstimate *estimate) {
    json_t *clocks = json_object();
    for (int reason = 0; reason < REASON_COUNT; reason++)
        if (estimate->clocks[reason] >= 0.5)
            json_object_set_new(clocks, time_reason_name((Reason)reason), json_real(estimate->clocks[reason]));
    bool known = estimate->microseconds > 0;
    return json_pack("{s:o,s:o,s:o,s:s,s:f,s:f,s:b,s:s,s:o}", REPORT_MICROSECONDS,
                     known ? json_real(estimate->microseconds) : json_null(), REPORT_ESTIMATE_LOW,
                     json_real(estimate->low), REPORT_ESTIMATE_HIGH, known ? json_real(estimate->high) : json_null(),
                     REPORT_ESTIMATE_REASON, estimate->reason, REPORT_ESTIMATE_L2_BYTES, estimate->l2_bytes,
                     REPORT_ESTIMATE_DRAM_BYTES, estimate->dram_bytes, REPORT_ESTIMATE_CUT, (int)estimate->cut,
                     "constants", estimate->source ? estimate->source : "", "clocks", clocks);
}

static json_t *counters_json(const Counters *counters, bool zeros) {
    json_t *object = json_object();
    for (int i = 0; i < COUNTER_COUNT; i++)
        if (zeros || counters->value[i])
            json_object_set_new(object, counter_name((Counter)i), whole_json(counters->value[i]));
    return object;
}

static void set_kernel(json_t *object, const char *mangled) {
    char name[512];
    kernel_demangle(mangled, name, sizeof name);
    json_object_set_new(object, REPORT_KERNEL, text_json(name));
    json_object_set_new(object, "mangled", text_json(mangled));
}

static void set_place(json_t *object, Place place) {
    if (place.outer_line) json_object_set_new(object, REPORT_OUTER, whole_json(place.outer_line));
    json_object_set_new(object, REPORT_FILE, text_json(place.file));
    json_object_set_new(object, REPORT_LINE, place.file ? whole_json(place.line) : json_null());
    json_object_set_new(object, "function", text_json(place.function));
    if (place.caller_file)
        json_object_set_new(object, REPORT_CALLER,
                            json_pack("{s:o,s:o}", REPORT_FILE, text_json(place.caller_file), REPORT_LINE,
                                      whole_json(place.caller_line)));
}

static json_t *occupancy_json(const LaunchRecord *launch) {
    const Occupancy *o = &launch->occupancy;
    if (!launch->registers) return json_null();
    return json_pack("{s:i,s:i,s:i,s:i,s:i,s:i,s:f,s:s}", "limit_blocks", (int)o->limit_blocks, "limit_registers",
                     (int)o->limit_registers, "limit_shared", (int)o->limit_shared, "limit_warps", (int)o->limit_warps,
                     "blocks", (int)o->blocks, REPORT_WARPS, (int)o->warps, REPORT_PERCENT, o->percent, "limited_by",
                     o->limited_by ? o->limited_by : "");
}

static json_t *lines_json(const Device *device, const LaunchRecord *launch) {
    json_t *lines = json_array();
    for (uint32_t i = 0; i < launch->line_count; i++) {
        json_t *line = json_object();
        set_place(line, device_place(device, launch->module, launch->lines[i].location));
        json_object_set_new(line, REPORT_COUNTERS, counters_json(&launch->lines[i].counters, false));
        json_array_append_new(lines, line);
    }
    return lines;
}

static json_t *launch_json(const Context *context, size_t context_index, const LaunchRecord *launch) {
    json_t *object = json_object();
    set_kernel(object, launch->kernel);
    json_object_set_new(object, "context", whole_json(context_index));
    json_object_set_new(object, REPORT_GRID, triple_json(launch->grid));
    json_object_set_new(object, REPORT_BLOCK, triple_json(launch->block));
    json_object_set_new(object, "registers_per_thread",
                        launch->registers ? whole_json(launch->registers) : json_null());
    json_object_set_new(object, REPORT_STATIC_SHARED_BYTES, whole_json(launch->static_shared_bytes));
    json_object_set_new(object, REPORT_DYNAMIC_SHARED_BYTES, whole_json(launch->dynamic_shared_bytes));
    json_object_set_new(object, REPORT_LOCAL_BYTES, whole_json(launch->local_bytes));
    json_object_set_new(object, "error", launch->error ? json_string(error_name(launch->error)) : json_null());
    json_object_set_new(object, REPORT_COUNTERS, counters_json(&launch->counters, true));
    InFlight flight = launch_in_flight(device_gpu(context->device), launch);
    json_object_set_new(object, REPORT_IN_FLIGHT,
                        json_pack("{s:f,s:f,s:f}", "bytes_per_wait", flight.bytes_per_wait, REPORT_WARPS, flight.warps,
                                  REPORT_BYTES, flight.bytes));
    json_object_set_new(object, REPORT_OCCUPANCY, occupancy_json(launch));
    if (device_estimates(context->device)) {
        json_t *estimate = estimate_json(&launch->estimate);
        set_costs(estimate, &launch->estimate.costs);
        json_object_set_new(object, REPORT_ESTIMATE, estimate);
    }
    json_object_set_new(object, REPORT_LINES, lines_json(context->device, launch));
    return object;
}

// Elements of an array, one a line, each freed once written.
typedef struct {
    FILE *file;
    size_t count;
} ArrayWriter;

static void write_element(ArrayWriter *array, json_t *element) {
    fputs(array->count++ ? ",\n" : "\n", array->file);
    json_dumpf(element, array->file, JSON_COMPACT | JSON_ENCODE_ANY);
    json_decref(element);
}

static ArrayWriter array_begin(FILE *file, const char *name) {
    fprintf(file, ",\n\"%s\": [", name);
    return (ArrayWriter){file, 0};
}

static void write_launches(FILE *file, const Service *service) {
    ArrayWriter array = array_begin(file, REPORT_LAUNCHES);
    for (size_t i = 0; i < service->context_count; i++) {
        size_t count;
        const LaunchRecord *launches = device_launches(service->contexts[i]->device, &count);
        for (size_t j = 0; j < count; j++) write_element(&array, launch_json(service->contexts[i], i, &launches[j]));
    }
    fputs("]", file);
}

static json_t *other_json(const FaultView *view) {
    const Fault *fault = view->fault;
    if (!view->other_place.file && !fault->other_location) return json_null();
    json_t *other = json_object();
    Dim3 grid = view->launch ? view->launch->grid : (Dim3){0}, block = view->launch ? view->launch->block : (Dim3){0};
    set_place(other, view->other_place);
    json_object_set_new(other, REPORT_BLOCK, triple_json(index_in(fault->other.block, grid)));
    json_object_set_new(other, REPORT_THREAD, triple_json(index_in(fault->other.thread, block)));
    json_object_set_new(other, REPORT_IS_WRITE, json_boolean(fault->other_is_write));
    return other;
}

static json_t *barrier_json(const FaultView *view) {
    if (!view->barrier_place.file) return json_null();
    json_t *barrier = json_object();
    set_place(barrier, view->barrier_place);
    return barrier;
}

static void set_access(json_t *object, const Fault *fault) {
    json_object_set_new(object, REPORT_SPACE, text_json(fault->space));
    json_object_set_new(object, REPORT_IS_WRITE, json_boolean(fault->is_write));
    json_object_set_new(object, REPORT_ADDRESS, whole_json(fault->address));
    json_object_set_new(object, REPORT_BYTES, whole_json(fault->bytes));
    json_object_set_new(object, REPORT_ALLOCATION, fault->allocation ? whole_json(fault->allocation) : json_null());
    json_object_set_new(object, REPORT_ALLOCATION_BYTES, whole_json(fault->allocation_bytes));
}

static json_t *fact_json(const Fact *fact) {
    FactArgument arguments[FACT_ARGUMENTS_MOST];
    json_t *object = json_object(), *values = json_object();
    fact_arguments(fact->name, arguments);
    for (const FactArgument *at = arguments; at->name; at++)
        json_object_set_new(values, at->name,
                            at->type == ARGUMENT_NUMBER ? whole_json(fact_number(fact, at))
                                                        : text_json(fact_string(fact, at)));
    json_object_set_new(object, REPORT_NAME, json_string(fact_names[fact->name]));
    json_object_set_new(object, REPORT_ARGUMENTS, values);
    return object;
}

static void write_fault(const FaultView *view, void *opaque) {
    const Fault *fault = view->fault;
    json_t *object = json_object();
    json_object_set_new(object, REPORT_KIND, json_string(fault_name(fault->kind)));
    json_object_set_new(object, REPORT_MESSAGE, text_json(view->sentence));
    json_object_set_new(object, REPORT_FACT, fact_json(&fault->fact));
    set_kernel(object, fault->kernel);
    set_place(object, view->place);
    json_object_set_new(object, "launch", view->launch ? whole_json(view->launch_index) : json_null());
    if (view->launch) {
        json_object_set_new(object, REPORT_BLOCK, triple_json(index_in(fault->thread.block, view->launch->grid)));
        json_object_set_new(object, REPORT_THREAD, triple_json(index_in(fault->thread.thread, view->launch->block)));
    }
    json_object_set_new(object, REPORT_COUNT, whole_json(fault->count));
    set_access(object, fault);
    json_object_set_new(object, REPORT_OTHER, other_json(view));
    json_object_set_new(object, REPORT_BARRIER, barrier_json(view));
    write_element(opaque, object);
}

static void write_faults(FILE *file, const Service *service) {
    ArrayWriter array = array_begin(file, REPORT_FAULTS);
    faults_visit(service, write_fault, &array);
    fputs("]", file);
}

static void set_transfers(json_t *object, const char *name, Transfers transfers) {
    json_t *figures =
        json_pack("{s:I,s:I}", REPORT_COUNT, (json_int_t)transfers.count, REPORT_BYTES, (json_int_t)transfers.bytes);
    json_object_set_new(object, name, figures);
}

// Data that reached the host without a copy to it: stores of launches to memory that the host sees, and copies within
// the device to such memory.
static Transfers stored_for_host(const Service *service) {
    Transfers all = {0};
    uint64_t to_host = 0;
    for (size_t i = 0; i < service->context_count; i++) {
        size_t count;
        const LaunchRecord *launches = device_launches(service->contexts[i]->device, &count);
        for (size_t j = 0; j < count; j++) all.count += launches[j].counters.value[COUNTER_host_store_bytes] != 0;
        Passage passage = device_passage(service->contexts[i]->device);
        to_host += passage.to_host;
        all.bytes += passage.kernels_to_host;
    }
    uint64_t copied = service->transfers[TO_HOST].bytes;
    all.bytes += to_host > copied ? to_host - copied : 0;
    return all;
}

static Transfers loaded_from_host(const Service *service) {
    Transfers all = {0};
    for (size_t i = 0; i < service->context_count; i++)
        all.bytes += device_passage(service->contexts[i]->device).kernels_from_host;
    return all;
}

// All that one side can have learnt from the other (emulate/border).
static json_t *border_json(const Service *service) {
    uint64_t to_host = service->border.told_host, to_device = service->border.told_device;
    for (size_t i = 0; i < service->context_count; i++) {
        to_host += border_to_host(service->contexts[i]->device);
        to_device += border_to_device(service->contexts[i]->device);
    }
    return json_pack("{s:I,s:I}", REPORT_TO_HOST, (json_int_t)to_host, REPORT_TO_DEVICE, (json_int_t)to_device);
}

static json_t *outputs_json(const Service *service) {
    json_t *object = json_object();
    for (size_t i = 0; service->given && i < service->given->count; i++)
        if (service->uncomputed[i])
            json_object_set_new(object, service->given->arrays[i].name, whole_json(service->uncomputed[i]));
    return object;
}

// Of a sampled run: elements of outputs that executed blocks have written.
static json_t *results_json(const LaunchResults *results) {
    json_t *arrays = json_array();
    for (unsigned n = 0; n < results->count; n++) {
        const ResultArray *array = &results->arrays[n];
        json_t *samples = json_array();
        for (unsigned s = 0; s < RESULT_SAMPLES; s++)
            if (array->samples[s].taken)
                json_array_append_new(samples, json_pack("[I,I]", (json_int_t)array->samples[s].index,
                                                         (json_int_t)array->samples[s].bits));
        json_array_append_new(arrays, json_pack("{s:s,s:f,s:b,s:o}", REPORT_RESULT_ARRAY, array->name,
                                                REPORT_RESULT_COVERED, array->covered, REPORT_RESULT_UNSURE,
                                                (int)array->unsure, REPORT_RESULT_SAMPLES, samples));
    }
    return arrays;
}

static json_t *transfers_json(const Service *service) {
    static const char *const names[DIRECTION_COUNT] = {REPORT_HOST_TO_DEVICE, REPORT_DEVICE_TO_HOST,
                                                       REPORT_DEVICE_TO_DEVICE};
    json_t *object = json_object();
    for (int i = 0; i < DIRECTION_COUNT; i++) set_transfers(object, names[i], service->transfers[i]);
    set_transfers(object, REPORT_KERNEL_TO_HOST, stored_for_host(service));
    set_transfers(object, REPORT_HOST_TO_KERNEL, loaded_from_host(service));
    set_transfers(object, "sets", service->sets);
    return object;
}

// The timeline of all contexts: of operations in streams.
static json_t *timeline_json(const Service *service) {
    double span = 0, busy = 0;
    for (size_t i = 0; i < service->context_count; i++) {
        span += timeline_span(service->contexts[i]->timeline);
        busy += timeline_busy(service->contexts[i]->timeline);
    }
    return json_pack("{s:f,s:f}", REPORT_SPAN_US, span, REPORT_BUSY_US, busy);
}

static json_t *api_errors_json(const Service *service) {
    json_t *array = json_array();
    for (size_t i = 0; i < service->api_error_count; i++) {
        const ApiError *error = &service->api_errors[i];
        json_array_append_new(array, json_pack("{s:s,s:s,s:i,s:I,s:b}", REPORT_CALL, error->call, REPORT_NAME,
                                               error_name(error->error), "code", error->error, REPORT_COUNT,
                                               (json_int_t)error->count, REPORT_FOLLOWS_FAULT,
                                               (int)api_error_follows_fault(service, error)));
    }
    return array;
}

static json_t *memory_json(const Service *service) {
    uint64_t peak = 0, limit = 0;
    for (size_t i = 0; i < service->context_count; i++) {
        const Memory *memory = device_memory(service->contexts[i]->device);
        if (memory_peak(memory) > peak) peak = memory_peak(memory);
        limit = memory_limit(memory);
    }
    return json_pack("{s:I,s:I}", "peak_bytes", (json_int_t)peak, "limit_bytes", (json_int_t)limit);
}

static json_t *refusals_json(const Service *service) {
    json_t *array = json_array();
    for (size_t i = 0; i < service->refusal_count; i++) json_array_append_new(array, text_json(service->refusals[i]));
    return array;
}

static json_t *source_line_json(const ListedLine *line) {
    Figures figures = figures_of(&line->counters);
    json_t *faults = json_array();
    for (size_t i = 0; i < line->fault_count; i++) json_array_append_new(faults, whole_json(line->faults[i].fault));
    json_t *object = json_object();
    json_object_set_new(object, REPORT_FILE, text_json(line->file));
    json_object_set_new(object, REPORT_LINE, whole_json(line->line));
    json_object_set_new(object, "executed", whole_json(figures.executed));
    json_object_set_new(object, "requests", whole_json(figures.requests));
    json_object_set_new(object, "sectors", whole_json(figures.sectors));
    json_object_set_new(object, "sectors_per_request",
                        figures.requests ? json_real(sectors_per_request(&figures)) : json_null());
    json_object_set_new(object, "conflicts", figures.shared ? whole_json(figures.conflicts) : json_null());
    json_object_set_new(object, "diverged", whole_json(figures.divergent));
    json_object_set_new(object, REPORT_FAULTS, faults);
    return object;
}

static void write_source(FILE *file, const Service *service) {
    Listing listing = listing_create(service);
    ArrayWriter array = array_begin(file, "source");
    for (size_t i = 0; i < listing.kernel_count; i++) {
        const ListedKernel *kernel = &listing.kernels[i];
        json_t *object = json_object(), *lines = json_array();
        set_kernel(object, kernel->mangled);
        json_object_set_new(object, REPORT_LAUNCHES, whole_json(kernel->launches));
        for (size_t j = 0; j < kernel->line_count; j++)
            json_array_append_new(lines, source_line_json(&kernel->lines[j]));
        json_object_set_new(object, REPORT_LINES, lines);
        write_element(&array, object);
    }
    fputs("]", file);
    listing_free(&listing);
}

// The limits from which occupancy and waves follow.
static json_t *limits_json(const Gpu *gpu) {
    return json_pack("{s:i,s:i,s:i,s:i,s:i,s:i,s:i,s:i,s:i,s:i}", "multiprocessors", (int)gpu->multiprocessors,
                     "threads_per_block", (int)gpu->max_threads_per_block, "blocks_per_multiprocessor",
                     (int)gpu->max_blocks_per_multiprocessor, "warps_per_multiprocessor",
                     (int)gpu->max_threads_per_multiprocessor / TRACED_LANES, "registers_per_multiprocessor",
                     (int)gpu->registers_per_multiprocessor, "register_unit", (int)gpu->register_unit,
                     "shared_per_multiprocessor", (int)gpu->shared_per_multiprocessor, "shared_per_block",
                     (int)gpu->shared_per_block, "shared_reserved_per_block", (int)gpu->shared_reserved_per_block,
                     "shared_unit", (int)gpu->shared_unit);
}

static void write_member(FILE *file, const char *name, json_t *value) {
    fprintf(file, ",\n\"%s\": ", name);
    json_dumpf(value, file, JSON_COMPACT | JSON_ENCODE_ANY);
    json_decref(value);
}

bool output_json(FILE *file, const Service *service, const ProgramEnd *end, const char *occupancy_note) {
    const Gpu *gpu = service->options.gpu ? service->options.gpu : gpu_default();
    fprintf(file, "{\"%s\": %d", REPORT_FORMAT, REPORT_FORMAT_NUMBER);
    if (service->options.sample) fprintf(file, ",\n\"%s\": true", REPORT_SAMPLED);
    write_member(file, "gpu", json_string(gpu->name));
    write_member(file, REPORT_GPU_NAME, json_string(gpu->marketing_name));
    write_member(file, "gpu_limits", limits_json(gpu));
    write_member(file, REPORT_PROGRAM,
                 json_pack("{s:i,s:i}", REPORT_EXIT, end->exit_status, REPORT_SIGNAL, end->signal));
    write_launches(file, service);
    write_faults(file, service);
    write_source(file, service);
    write_member(file, "occupancy_note", text_json(occupancy_note));
    write_member(file, "memory", memory_json(service));
    write_member(file, REPORT_TRANSFERS, transfers_json(service));
    write_member(file, REPORT_BORDER, border_json(service));
    if (service->given) write_member(file, REPORT_UNCOMPUTED, outputs_json(service));
    if (service->options.results) write_member(file, REPORT_RESULTS, results_json(&service->results));
    write_member(file, REPORT_TIMELINE, timeline_json(service));
    write_member(file, REPORT_API_ERRORS, api_errors_json(service));
    write_member(file, REPORT_REFUSALS, refusals_json(service));
    write_member(file, "printed_bytes", whole_json(service->printed_bytes));
    write_member(file, REPORT_RESETS, whole_json(service->resets));
    write_member(file, REPORT_RESET_PLACE,
                 json_pack("{s:o,s:o}", REPORT_FILE, text_json(service->reset_file), REPORT_LINE,
                           whole_json(service->reset_line)));
    write_member(file, "protocol_errors", whole_json(service->protocol_errors));
    fputs("}\n", file);
    return fflush(file) == 0 && !ferror(file);
}
