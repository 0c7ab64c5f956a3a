// device_report.c - reads the emulated GPU's report: launches with their counters, faults, refused calls.
#include "device_report.h"

#include "launches.h"

#include "../device/system/message.h"
#include "../device/system/text.h"

#include <ctype.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct DeviceReport {
    json_t *root, *launches, *faults, *refusals, *api_errors;
};

DeviceReport *report_read(const char *text, size_t length, Message error) {
    DeviceReport *report = report_read_sampled(text, length, error);
    if (!report || !json_is_true(json_object_get(report->root, REPORT_SAMPLED))) return report;
    message_set(error, "the device left out launches (--sample): such a run is not graded");
    report_free(report);
    return NULL;
}

DeviceReport *report_read_sampled(const char *text, size_t length, Message error) {
    json_error_t problem;
    json_t *root = json_loadb(text, length, JSON_ALLOW_NUL, &problem);
    DeviceReport *report = root ? calloc(1, sizeof *report) : NULL;
    if (!report || json_integer_value(json_object_get(root, REPORT_FORMAT)) != REPORT_FORMAT_NUMBER) {
        if (!root) message_set(error, "the device's report cannot be read: %.150s", problem.text);
        else message_set(error, "the device's report has a schema that this grader does not know");
        json_decref(root);
        free(report);
        return NULL;
    }
    report->root = root;
    report->launches = json_object_get(root, REPORT_LAUNCHES);
    report->faults = json_object_get(root, REPORT_FAULTS);
    report->refusals = json_object_get(root, REPORT_REFUSALS);
    report->api_errors = json_object_get(root, REPORT_API_ERRORS);
    return report;
}

void report_free(DeviceReport *report) {
    if (report) json_decref(report->root);
    free(report);
}

static double number(const json_t *object, const char *key) { return json_number_value(json_object_get(object, key)); }

static const char *string(const json_t *object, const char *key) {
    const char *value = json_string_value(json_object_get(object, key));
    return value ? value : "";
}

static unsigned whole(const json_t *value) {
    json_int_t integer = json_integer_value(value);
    return integer < 0 ? 0 : integer > UINT32_MAX ? UINT32_MAX : (unsigned)integer;
}

static void triple(const json_t *array, unsigned values[3]) {
    for (size_t i = 0; i < 3; i++) values[i] = whole(json_array_get(array, i));
}

char *report_text(const DeviceReport *report) { return json_dumps(report->root, JSON_COMPACT); }

static bool is_name_character(char c) { return isalnum((unsigned char)c) || c == '_'; }

// "transpose_tiled" is the kernel "void transpose_tiled<32>(float const*, ...)".
static bool is_kernel(const json_t *launch, const char *kernel) {
    const char *name = string(launch, REPORT_KERNEL);
    for (const char *at = name; kernel && (at = strstr(at, kernel)); at++) {
        char after = at[strlen(kernel)];
        if ((at == name || !is_name_character(at[-1])) && (after == '<' || after == '(' || !after)) return true;
    }
    return !kernel;
}

static double counter_of(const void *row, const char *name) {
    return number(json_object_get((const json_t *)row, REPORT_COUNTERS), name);
}
static double counters_of(const json_t *row, const char *names) { return names_sum(names, counter_of, row); }

// ---- what launches.c asks -------------------------------------------------------------------------------------------

static const json_t *launch_of(const ReportLaunch *launch) {
    return json_array_get(launch->report->launches, launch->number);
}

uint64_t report_launches(const DeviceReport *report) { return json_array_size(report->launches); }

bool launch_is_of(const ReportLaunch *launch, const char *kernel) { return is_kernel(launch_of(launch), kernel); }

double launch_counter(const ReportLaunch *launch, const char *name) { return counter_of(launch_of(launch), name); }

double launch_field(const ReportLaunch *launch, const char *name) {
    unsigned sides[3];
    const json_t *value = json_object_get(launch_of(launch), name);
    if (!json_is_array(value)) return json_number_value(value);
    triple(value, sides);
    return (double)sides[0] * sides[1] * sides[2];
}

// ---------------------------------------------------------------------------------------------------------------------

double report_occupancy(const DeviceReport *report, const char *kernel) {
    double least = 0;
    size_t i;
    json_t *launch;
    json_array_foreach(report->launches, i, launch) {
        double percent = number(json_object_get(launch, REPORT_OCCUPANCY), REPORT_PERCENT);
        if (is_kernel(launch, kernel) && (least == 0 || percent < least)) least = percent;
    }
    return least;
}

double report_in_flight(const DeviceReport *report, const char *kernel, double bytes) {
    double turns = 0;
    size_t i;
    json_t *launch;
    json_array_foreach(report->launches, i, launch) {
        double waits = counters_of(launch, "load_waits"),
               warps = number(json_object_get(launch, REPORT_IN_FLIGHT), REPORT_WARPS);
        if (!is_kernel(launch, kernel) || waits == 0) continue;
        if (warps == 0) return 0;
        turns += waits / warps;
    }
    return turns > 0 ? bytes / turns : 0;
}

double report_warps_together(const DeviceReport *report) {
    double most = 0;
    size_t i;
    json_t *launch;
    json_array_foreach(report->launches, i, launch) most =
        fmax(most, number(json_object_get(launch, REPORT_IN_FLIGHT), REPORT_WARPS));
    return most;
}

double report_timeline(const DeviceReport *report, const char *field) {
    return number(json_object_get(report->root, REPORT_TIMELINE), field);
}

double report_copied(const DeviceReport *report, const char *direction) {
    return number(json_object_get(json_object_get(report->root, REPORT_TRANSFERS), direction), REPORT_BYTES);
}

double report_border(const DeviceReport *report, const char *direction) {
    return number(json_object_get(report->root, REPORT_BORDER), direction);
}

double report_told(const DeviceReport *report) { return report_border(report, REPORT_TO_DEVICE); }
double report_learnt(const DeviceReport *report) { return report_border(report, REPORT_TO_HOST); }

double report_uncomputed(const DeviceReport *report, const char *output) {
    return number(json_object_get(report->root, REPORT_UNCOMPUTED), output);
}

// ---- what each line made the device do ----

#define MOST_LINES 512
#define SHARED_INSTRUCTIONS "shared_load_instructions+shared_store_instructions"
#define SHARED_BYTES "shared_load_bytes+shared_store_bytes"
#define MEMORY_REQUESTS "global_load_requests+global_store_requests+global_red_requests+global_atom_requests"
#define MEMORY_SECTORS "global_load_sectors+global_store_sectors+global_red_sectors+global_atom_sectors"

typedef struct {
    unsigned line;
    double value, requests, each, least;
} LineSum;

// How well a line's accesses lie: the counters `of` per `requests`, in words. Nothing is said of requests that need no
// less: `of` is then no more than one for each `unit` bytes that the counter `bytes` has.
#define NO_WORSE 1.25 // accesses that are not aligned
typedef struct {
    const char *begins, *of, *requests, *words, *bytes;
    double unit;
} Ratio;

static const Ratio *ratio_of(const char *counters) {
    static const Ratio ratios[] = {
        {"global_load", LOAD_SECTORS, LOAD_REQUESTS, "sectors per request", "global_load_bytes", 32},
        {"global_store", STORE_SECTORS, STORE_REQUESTS, "sectors per request", "global_store_bytes", 32},
        {"shared_load_bank", BANK_CONFLICTS, SHARED_INSTRUCTIONS, "conflicts per request", NULL, 0},
        {"shared_load_wave", SHARED_PASSES, SHARED_INSTRUCTIONS, "passes per request", SHARED_BYTES, 128},
    };
    // For a limit on requests their number counts, not how they lie.
    for (size_t i = 0; i < COUNT_OF(ratios) && !strstr(counters, "_requests"); i++)
        if (text_begins(counters, ratios[i].begins)) return &ratios[i];
    return NULL;
}

static bool is_file(const json_t *place, const char *name) {
    const char *file = string(place, REPORT_FILE), *slash = strrchr(file, '/');
    return !strcmp(slash ? slash + 1 : file, name);
}

// "conflicts per request", or of one "conflict per request".
static void ratio_words(const Ratio *ratio, double each, char words[48]) {
    char number[32];
    size_t plural = strcspn(ratio->words, " "), ending = text_begins(ratio->words, "passes") ? 2 : 1;
    if (strcmp(text_number(each, number), "1") != 0) ending = 0;
    snprintf(words, 48, "%.*s%s", (int)(plural - ending), ratio->words, ratio->words + plural);
}

// A line of a function of the workbook or the toolkit counts for the student's line that called it. 0: neither.
static unsigned line_of(const json_t *row, const char *name) {
    const json_t *caller = json_object_get(row, REPORT_CALLER);
    if (is_file(row, name)) return whole(json_object_get(row, REPORT_LINE));
    return is_file(caller, name) ? whole(json_object_get(caller, REPORT_LINE)) : 0;
}

static void line_add(LineSum *sums, unsigned *count, const json_t *row, unsigned line, const char *counters,
                     const Ratio *ratio) {
    unsigned i = 0;
    while (i < *count && sums[i].line != line) i++;
    if (i == MOST_LINES) return;
    if (i == *count) sums[(*count)++] = (LineSum){.line = line};
    sums[i].value += counters_of(row, counters);
    sums[i].requests += ratio ? counters_of(row, ratio->requests) : 0;
    sums[i].each += ratio ? counters_of(row, ratio->of) : 0;
    sums[i].least += ratio && ratio->bytes ? counters_of(row, ratio->bytes) / ratio->unit : 0;
}

static int by_value(const void *left, const void *right) {
    const LineSum *a = left, *b = right;
    return a->value < b->value ? 1 : a->value > b->value ? -1 : (a->line > b->line) - (a->line < b->line);
}

unsigned report_lines(const DeviceReport *report, const char *name, const char *counters,
                      VerdictLine lines[COSTLY_LINES]) {
    LineSum sums[MOST_LINES];
    unsigned count = 0, told = 0;
    const Ratio *ratio = ratio_of(counters);
    double all = report_counter(report, counters);
    size_t i, j;
    json_t *launch, *row;
    json_array_foreach(report->launches, i, launch) {
        json_array_foreach(json_object_get(launch, REPORT_LINES), j, row) {
            unsigned line = line_of(row, name);
            if (line) line_add(sums, &count, row, line, counters, ratio);
        }
    }
    qsort(sums, count, sizeof *sums, by_value);
    for (; told < count && told < COSTLY_LINES && sums[told].value > 0.01 * all; told++) {
        lines[told] = (VerdictLine){.line = sums[told].line, .share = all > 0 ? sums[told].value / all : 0};
        if (!ratio || sums[told].requests <= 0 || sums[told].each <= NO_WORSE * sums[told].least) continue;
        lines[told].each = sums[told].each / sums[told].requests;
        ratio_words(ratio, lines[told].each, lines[told].words);
    }
    return told;
}

// The figures of `line`, inserted if they are not there: figures[] is sorted by line and holds at most `most`. NULL: it
// is full.
static VerdictFigures *figures_at(VerdictFigures *figures, unsigned *count, unsigned most, unsigned line) {
    unsigned at = 0;
    while (at < *count && figures[at].line < line) at++;
    if (at < *count && figures[at].line == line) return &figures[at];
    if (*count == most) return NULL;
    memmove(&figures[at + 1], &figures[at], (*count - at) * sizeof *figures);
    ++*count;
    figures[at] = (VerdictFigures){.line = line};
    return &figures[at];
}

// As the pages of build/emulate compute it.
static double sectors_needed(const json_t *row, double requests) {
    double atomics = counters_of(row, ATOMIC_REQUESTS);
    double bytes = counters_of(row, "global_load_bytes+global_store_bytes");
    return fmax(bytes / 32, requests - atomics) + 4 * atomics;
}

static void figures_add(VerdictFigures *figures, unsigned *count, unsigned most, const json_t *row, unsigned line) {
    double requests = counters_of(row, MEMORY_REQUESTS), shared = counters_of(row, SHARED_INSTRUCTIONS);
    VerdictFigures *at = line && requests + shared > 0 ? figures_at(figures, count, most, line) : NULL;
    if (!at) return;
    at->requests += requests;
    at->sectors += counters_of(row, MEMORY_SECTORS);
    at->atomics += counters_of(row, ATOMIC_REQUESTS);
    at->needed += sectors_needed(row, requests);
    at->shared += shared;
    at->conflicts += counters_of(row, BANK_CONFLICTS);
}

unsigned report_figures(const DeviceReport *report, const char *name, VerdictFigures *figures, unsigned most) {
    unsigned count = 0;
    size_t i, j;
    json_t *launch, *row;
    json_array_foreach(report->launches, i, launch) {
        json_array_foreach(json_object_get(launch, REPORT_LINES), j, row)
            figures_add(figures, &count, most, row, line_of(row, name));
    }
    return count;
}

uint64_t report_resets(const DeviceReport *report) { return whole(json_object_get(report->root, REPORT_RESETS)); }

void report_reset_place(const DeviceReport *report, VerdictFault *fault) {
    const json_t *place = json_object_get(report->root, REPORT_RESET_PLACE);
    text_copy(fault->file, sizeof fault->file, string(place, REPORT_FILE));
    fault->line = whole(json_object_get(place, REPORT_LINE));
}

void report_program_end(const DeviceReport *report, int *exit_status, int *signal) {
    const json_t *program = json_object_get(report->root, REPORT_PROGRAM);
    *exit_status = (int)json_integer_value(json_object_get(program, REPORT_EXIT));
    *signal = (int)json_integer_value(json_object_get(program, REPORT_SIGNAL));
}

unsigned report_fault_count(const DeviceReport *report) {
    return (unsigned)(json_array_size(report->faults) + json_array_size(report->refusals));
}

// Names in facts are the program's, so they may hold anything.
static void say(VerdictFault *fault) {
    FactSentence words;
    fact_say(&fault->fact, fault->kind, words);
    text_say(fault->sentence, sizeof fault->sentence, words);
}

static void read_fact(const json_t *object, Fact *fact) {
    FactArgument arguments[FACT_ARGUMENTS_MOST];
    const json_t *values = json_object_get(object, REPORT_ARGUMENTS);
    *fact = (Fact){.name = fact_named(string(object, REPORT_NAME))};
    fact_arguments(fact->name, arguments);
    for (const FactArgument *at = arguments; at->name; at++) {
        if (at->type == ARGUMENT_TEXT) fact_set_string(fact, at, string(values, at->name));
        else fact_set_number(fact, at, (uint64_t)json_integer_value(json_object_get(values, at->name)));
    }
}

// Code that the device does not load is a fault too: no kernel of it can run.
static bool refusal(const DeviceReport *report, size_t index, VerdictFault *fault) {
    const char *words = json_string_value(json_array_get(report->refusals, index));
    if (!words) return false;
    *fault = (VerdictFault){.kind = FAULT_REFUSED, .count = 1, .fact = FACT_OF(refused, fact_long_text(words))};
    say(fault);
    return true;
}

// The line of a place, if it is in that file; else 0.
static unsigned line_in(const json_t *place, const char *file) {
    return strcmp(string(place, REPORT_FILE), file) ? 0 : whole(json_object_get(place, REPORT_LINE));
}

// The line of that file in a kernel, if the place is in a function that was inlined there; else 0.
static unsigned outer_line(const json_t *place, const char *file) {
    unsigned line = whole(json_object_get(place, REPORT_OUTER));
    return line && !strcmp(string(place, REPORT_FILE), file) ? line
                                                             : line_in(json_object_get(place, REPORT_CALLER), file);
}

bool report_fault(const DeviceReport *report, unsigned index, VerdictFault *fault) {
    const json_t *entry = json_array_get(report->faults, index);
    if (!entry) return refusal(report, index - json_array_size(report->faults), fault);
    *fault = (VerdictFault){0};
    fault->kind = fault_named(string(entry, REPORT_KIND));
    read_fact(json_object_get(entry, REPORT_FACT), &fault->fact);
    say(fault);
    text_copy(fault->kernel, sizeof fault->kernel, string(entry, REPORT_KERNEL));
    text_copy(fault->file, sizeof fault->file, string(entry, REPORT_FILE));
    fault->line = whole(json_object_get(entry, REPORT_LINE));
    triple(json_object_get(entry, REPORT_BLOCK), fault->block);
    triple(json_object_get(entry, REPORT_THREAD), fault->thread);
    fault->address = (uint64_t)json_integer_value(json_object_get(entry, REPORT_ADDRESS));
    fault->allocation = (uint64_t)json_integer_value(json_object_get(entry, REPORT_ALLOCATION));
    fault->allocation_bytes = (uint64_t)json_integer_value(json_object_get(entry, REPORT_ALLOCATION_BYTES));
    fault->bytes = (uint64_t)json_integer_value(json_object_get(entry, REPORT_BYTES));
    fault->count = (uint64_t)json_integer_value(json_object_get(entry, REPORT_COUNT));
    fault->is_write = json_is_true(json_object_get(entry, REPORT_IS_WRITE));
    text_copy(fault->space, sizeof fault->space, string(entry, REPORT_SPACE));
    const json_t *other = json_object_get(entry, REPORT_OTHER);
    text_copy(fault->other_file, sizeof fault->other_file, string(other, REPORT_FILE));
    fault->other_line = whole(json_object_get(other, REPORT_LINE));
    triple(json_object_get(other, REPORT_BLOCK), fault->other_block);
    triple(json_object_get(other, REPORT_THREAD), fault->other_thread);
    fault->other_is_write = json_is_true(json_object_get(other, REPORT_IS_WRITE));
    const json_t *barrier = json_object_get(entry, REPORT_BARRIER);
    fault->barrier_line = line_in(barrier, fault->file);
    fault->barrier_call_line = outer_line(barrier, fault->file);
    fault->call_line = outer_line(entry, fault->file);
    fault->other_call_line = outer_line(other, fault->file);
    return true;
}

void report_api_error(const DeviceReport *report, char words[200]) {
    size_t i;
    json_t *entry;
    words[0] = 0;
    json_array_foreach(report->api_errors, i, entry) {
        if (json_is_true(json_object_get(entry, REPORT_FOLLOWS_FAULT))) continue;
        text_say(words, 200, string(entry, REPORT_CALL));
        text_append(words, 200, " was refused: %.100s", string(entry, REPORT_NAME));
        return;
    }
}

bool report_out_of_memory(const DeviceReport *report) {
    size_t i;
    json_t *entry;
    json_array_foreach(report->api_errors, i,
                       entry) if (!strcmp(string(entry, REPORT_NAME), "cudaErrorMemoryAllocation")) return true;
    return false;
}

// Adds what the launch's costs are worth, by cost.
static void costs_add(const json_t *estimate, ReportCost costs[COST_COUNT]) {
    size_t i;
    json_t *entry;
    json_array_foreach(json_object_get(estimate, REPORT_COSTS), i, entry) {
        Cost cost = cost_named(string(entry, REPORT_COST));
        if (cost == COST_COUNT) continue;
        costs[cost].microseconds += number(entry, REPORT_GAIN);
        const json_t *line = json_array_get(json_object_get(entry, REPORT_LINES), 0); // the one with the largest part
        if (number(line, REPORT_GAIN) <= costs[cost].line_microseconds) continue;
        costs[cost].line_microseconds = number(line, REPORT_GAIN);
        costs[cost].line = whole(json_object_get(line, REPORT_LINE));
        text_copy(costs[cost].file, sizeof costs[cost].file, string(line, REPORT_FILE));
    }
}

static int higher_rank(const void *a, const void *b) {
    double first = ((const ReportCost *)a)->rank, second = ((const ReportCost *)b)->rank;
    return (first < second) - (first > second);
}

// One launch is needed, and those after it can be avoided.
static double rank_of(const ReportCost *cost, size_t launches) {
    if (cost->cost != COST_launch || launches < 2) return cost_rank(cost->cost, cost->microseconds);
    return cost->microseconds * (double)(launches - 1) / (double)launches;
}

static void costs_finish(ReportEstimate *sum, size_t launches) {
    for (unsigned n = 0; n < COST_COUNT; n++) {
        sum->costs[n].cost = (Cost)n;
        sum->costs[n].rank = rank_of(&sum->costs[n], launches);
    }
    qsort(sum->costs, COST_COUNT, sizeof *sum->costs, higher_rank);
    double least = COST_LEAST_SHARE * sum->microseconds;
    for (unsigned n = 0; n < COST_COUNT; n++)
        if (sum->costs[n].microseconds >= fmax(least, 1e-9)) sum->costs[sum->cost_count++] = sum->costs[n];
}

static void hidden_read(const json_t *estimate, ReportEstimate *sum) {
    const json_t *hidden = json_object_get(estimate, REPORT_HIDDEN_COSTS);
    sum->hidden_microseconds = number(hidden, REPORT_GAIN);
    for (size_t n = 0; n < 2; n++) {
        const char *name = json_string_value(json_array_get(json_object_get(hidden, REPORT_COSTS), n));
        sum->hidden[n] = name ? cost_named(name) : COST_COUNT;
        if (sum->hidden[n] == COST_COUNT) sum->hidden_microseconds = 0;
    }
}

bool report_estimate(const DeviceReport *report, ReportEstimate *sum) {
    double longest = 0;
    bool known = true;
    size_t i;
    json_t *launch;
    *sum = (ReportEstimate){.launched = json_array_size(report->launches) > 0};
    text_copy(sum->gpu, sizeof sum->gpu, string(report->root, REPORT_GPU_NAME));
    json_array_foreach(report->launches, i, launch) {
        const json_t *estimate = json_object_get(launch, REPORT_ESTIMATE);
        double time = number(estimate, REPORT_MICROSECONDS);
        if (known && (time <= 0 || time > longest))
            text_say(sum->reason, sizeof sum->reason, string(estimate, REPORT_ESTIMATE_REASON));
        sum->low += number(estimate, REPORT_ESTIMATE_LOW);
        known &= time > 0;
        if (time > longest) hidden_read(estimate, sum);
        longest = fmax(longest, time);
        sum->costs_tried |= json_is_array(json_object_get(estimate, REPORT_COSTS));
        costs_add(estimate, sum->costs);
        sum->microseconds += time;
        sum->high += number(estimate, REPORT_ESTIMATE_HIGH);
        sum->l2_bytes += number(estimate, REPORT_ESTIMATE_L2_BYTES);
        sum->dram_bytes += number(estimate, REPORT_ESTIMATE_DRAM_BYTES);
        sum->cut |= json_is_true(json_object_get(estimate, REPORT_ESTIMATE_CUT));
    }
    costs_finish(sum, json_array_size(report->launches));
    if (!known) sum->microseconds = 0;
    return sum->microseconds > 0;
}

bool report_written(const DeviceReport *report, unsigned number, ReportWritten *results) {
    const json_t *row = json_array_get(json_object_get(report->root, REPORT_RESULTS), number);
    const json_t *samples = json_object_get(row, REPORT_RESULT_SAMPLES);
    *results = (ReportWritten){.array = string(row, REPORT_RESULT_ARRAY),
                               .covered = json_number_value(json_object_get(row, REPORT_RESULT_COVERED)),
                               .unsure = json_is_true(json_object_get(row, REPORT_RESULT_UNSURE)),
                               .count = (unsigned)json_array_size(samples),
                               .samples = samples};
    return row != NULL;
}

void report_written_element(const ReportWritten *results, unsigned sample, uint64_t *index, uint64_t *bits) {
    const json_t *pair = json_array_get(results->samples, sample);
    *index = (uint64_t)json_integer_value(json_array_get(pair, 0));
    *bits = (uint64_t)json_integer_value(json_array_get(pair, 1));
}

// Of an H200, measured: its host link each way, and a copy within its memory, which reads and writes.
#define LINK_BYTES_PER_US 55e3
#define COPY_BYTES_PER_US 2.1e6
#define COPY_LEAST_US 2.9 // as long as an empty kernel; copies of columns took 7.2 each

double report_copies_us(const DeviceReport *report) {
    const json_t *within = json_object_get(json_object_get(report->root, REPORT_TRANSFERS), REPORT_DEVICE_TO_DEVICE);
    double link = report_copied(report, REPORT_HOST_TO_DEVICE) + report_copied(report, REPORT_DEVICE_TO_HOST);
    return link / LINK_BYTES_PER_US + number(within, REPORT_BYTES) / COPY_BYTES_PER_US +
           COPY_LEAST_US * number(within, REPORT_COUNT);
}
