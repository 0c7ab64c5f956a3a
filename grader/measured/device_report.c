// device_report.c - reads the emulated GPU's report: launches with their counters, faults, refused calls.
#include "device_report.h"

#include "../system/message.h"
#include "../system/text.h"

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

static uint64_t launch_blocks(const json_t *launch) {
    unsigned grid[3];
    triple(json_object_get(launch, REPORT_GRID), grid);
    return (uint64_t)grid[0] * grid[1] * grid[2];
}

// What is no part of the work is left out of a counter: parameters that lie in memory, and what blocks do to wait for
// each other. Of atomics only those of a few barriers are: more of them are no barriers, or cost as much as what the
// exercise is about.
#define FEW_BARRIERS 4
static double aside_of(const json_t *launch, const char *name) {
    double aside = number(json_object_get(launch, REPORT_ASIDE), name);
    bool atomics =
        !strcmp(name, "global_red_requests") || !strcmp(name, "global_atom_requests") || !strcmp(name, ATOMIC_TURNS);
    return atomics ? fmin(aside, FEW_BARRIERS * (double)launch_blocks(launch)) : aside;
}

// Of a launch, the sum of several values whose names '+' joins.
static double sum_of(const json_t *launch, const char *names, double (*value)(const json_t *launch, const char *name)) {
    double sum = 0;
    while (*names) {
        char name[64];
        size_t length = strcspn(names, "+");
        snprintf(name, sizeof name, "%.*s", (int)length, names);
        sum += value(launch, name);
        names += length + (names[length] == '+');
    }
    return sum;
}

static double counter_of(const json_t *launch, const char *name) {
    return number(json_object_get(launch, REPORT_COUNTERS), name) - aside_of(launch, name);
}

static double counters_of(const json_t *launch, const char *names) { return sum_of(launch, names, counter_of); }

double report_kernel_counter(const DeviceReport *report, const char *kernel, const char *names) {
    double sum = 0;
    size_t i;
    json_t *launch;
    json_array_foreach(report->launches, i, launch) if (is_kernel(launch, kernel)) sum += counters_of(launch, names);
    return sum;
}

double report_counter(const DeviceReport *report, const char *names) {
    return report_kernel_counter(report, NULL, names);
}

double report_working_counter(const DeviceReport *report, const char *names, const char *work) {
    double prepared = 0;
    size_t i;
    json_t *launch;
    json_array_foreach(report->launches, i, launch) {
        if (counters_of(launch, work) > 0) return report_counter(report, names) - prepared;
        prepared += counters_of(launch, names);
    }
    return prepared;
}

double report_updates(const DeviceReport *report, const char *atomics) {
    return fmax(report_counter(report, atomics), report_counter(report, "global_store_requests+bulk_store_requests"));
}

static double launch_value(const json_t *launch, const char *field) {
    unsigned sides[3];
    const json_t *value = json_object_get(launch, field);
    if (!json_is_array(value)) return json_number_value(value);
    triple(value, sides);
    return (double)sides[0] * sides[1] * sides[2];
}

double report_launch_most(const DeviceReport *report, const char *kernel, const char *field) {
    double most = 0;
    size_t i;
    json_t *launch;
    json_array_foreach(report->launches, i, launch) {
        double value = launch_value(launch, field);
        if (is_kernel(launch, kernel) && value > most) most = value;
    }
    return most;
}

// What a launch counts, and the value that it is asked for.
typedef struct {
    double counted, value;
} Weighed;

static int by_weighed_value(const void *left, const void *right) {
    double a = ((const Weighed *)left)->value, b = ((const Weighed *)right)->value;
    return (a > b) - (a < b);
}

// Of launches in the order of their values, those that are left without the first and the last, as many as count less
// than a quarter of all at either end.
static Range range_without_few(const Weighed *launches, size_t count, double all) {
    size_t first = 0, last = count - 1;
    double below = launches[0].counted, above = launches[last].counted;
    while (below < all / 4) below += launches[++first].counted;
    while (above < all / 4) above += launches[--last].counted;
    return (Range){launches[first].value, launches[last].value};
}

Range report_working(const DeviceReport *report, const char *names, const char *fields) {
    size_t count = json_array_size(report->launches), i;
    Weighed *launches = calloc(count + 1, sizeof *launches);
    if (!launches) abort(); // the report itself is larger
    double all = 0;
    json_t *launch;
    json_array_foreach(report->launches, i, launch) {
        launches[i] = (Weighed){counters_of(launch, names), sum_of(launch, fields, launch_value)};
        all += launches[i].counted;
    }
    qsort(launches, count, sizeof *launches, by_weighed_value);
    Range range = all > 0 ? range_without_few(launches, count, all) : (Range){0, 0};
    free(launches);
    return range;
}

Range report_quotients(const DeviceReport *report, const char *kernel, const char *above, const char *below) {
    Range range = {INFINITY, 0};
    size_t i;
    json_t *launch;
    json_array_foreach(report->launches, i, launch) {
        if (!is_kernel(launch, kernel)) continue;
        double quotient = counters_of(launch, above) / fmax(1, counters_of(launch, below));
        range = (Range){fmin(range.least, quotient), fmax(range.most, quotient)};
    }
    return isinf(range.least) ? (Range){0, 0} : range;
}

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
        turns += fmax(waits / warps, number(launch, REPORT_BUSIEST_WARP_WAITS) - 1);
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

#define SHARED_ATOMICS "shared_atom_instructions"
#define CLUSTER_REQUESTS "cluster_requests"
// Whether no request of that kind can have a bank conflict: one lane takes part in each, or each touches one sector,
// which lies in eight banks.
static bool meets_no_bank(const DeviceReport *report, const char *requests) {
    static const char *const counters[][2] = {{SHARED_ATOMICS, "shared_atom_operations"},
                                              {CLUSTER_REQUESTS, "cluster_sectors"}};
    for (size_t i = 0; i < COUNT_OF(counters); i++)
        if (!strcmp(requests, counters[i][0]))
            return report_counter(report, requests) == report_counter(report, counters[i][1]);
    return false;
}

bool report_uncounted(const DeviceReport *report, unsigned paths, char words[160]) {
    static const struct {
        const char *counter;
        unsigned paths;
        const char *words;
    } ways[] = {
        {"texture_requests", PATH_LOADS, "fetches through textures"},
        {"surface_requests", PATH_LOADS | PATH_STORES | PATH_ATOMICS, "accesses through surfaces"},
        {CLUSTER_REQUESTS, PATH_SHARED | PATH_BANKS, "accesses to another block's shared memory"},
        {"bulk_copy_requests", PATH_LOADS | PATH_STORES | PATH_SHARED | PATH_BANKS | PATH_ATOMICS,
         "tensor copies, bulk reductions and bulk copies between blocks"},
        {"async_stores", PATH_SHARED | PATH_BANKS, "asynchronous stores"},
        {SHARED_ATOMICS, PATH_SHARED | PATH_BANKS, "atomics on shared memory"},
        {"async_copy_conflicts", PATH_BANKS, "conflicts of asynchronous copies"},
        {"local_load_requests", PATH_BANKS, "loads from local memory"},
    };
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        double times = report_counter(report, ways[i].counter);
        if (paths & PATH_BANKS && meets_no_bank(report, ways[i].counter)) continue;
        if (!(ways[i].paths & paths) || times == 0) continue;
        snprintf(words, 160, "%.0f %s are not counted here, so this earns nothing", times, ways[i].words);
        return true;
    }
    double moved = report_border(report, REPORT_MOVED);
    if (!(paths & (PATH_LOADS | PATH_STORES)) || moved == 0) return false;
    snprintf(words, 160, "%.0f bytes were copied by the runtime and not by a kernel, so this earns nothing", moved);
    return true;
}

static double sum_of_launches(const DeviceReport *report, const char *blocks, const char *field) {
    double sum = 0;
    size_t i;
    json_t *launch;
    json_array_foreach(report->launches, i, launch) sum += number(json_object_get(launch, blocks), field);
    return sum;
}

double report_busiest_steps(const DeviceReport *report) {
    return sum_of_launches(report, REPORT_BUSIEST_BLOCK, REPORT_INSTRUCTIONS);
}

static double share_of_blocks(const DeviceReport *report, const char *blocks, const char *field, double few) {
    double all = sum_of_launches(report, REPORT_ALL_BLOCKS, field);
    return all > 0 ? sum_of_launches(report, blocks, field) / fmax(all, few) : 0;
}
static double busiest_share_of(const DeviceReport *report, const char *field, double few) {
    return share_of_blocks(report, REPORT_BUSIEST_BLOCK, field, few);
}

double report_busiest_draws(const DeviceReport *report) { return busiest_share_of(report, REPORT_DRAWN, 0); }
double report_draws(const DeviceReport *report) { return sum_of_launches(report, REPORT_ALL_BLOCKS, REPORT_DRAWN); }

#define SECTORS_TO_DRAW "global_atom_sectors+cluster_sectors"
#define VECTORS_TO_DRAW                                                                                                \
    "texture_requests+surface_requests+bulk_copy_requests+async_stores" // of 32 lanes, 16 bytes each
double report_loaded_to_draw(const DeviceReport *report) {
    double bytes = 0;
    size_t i;
    json_t *launch;
    json_array_foreach(report->launches, i, launch) {
        if (number(json_object_get(launch, REPORT_ALL_BLOCKS), REPORT_DRAWN) == 0) continue;
        double kept = counters_of(launch, "dram_read_sectors") - counters_of(launch, "dram_write_sectors");
        bytes += fmin(counters_of(launch, LOAD_BYTES), 32 * fmax(0, kept)) + 32 * counters_of(launch, SECTORS_TO_DRAW) +
                 32 * 16 * counters_of(launch, VECTORS_TO_DRAW);
    }
    return bytes;
}

double report_chosen_draws(const DeviceReport *report) {
    return share_of_blocks(report, REPORT_CHOSEN_BLOCKS, REPORT_DRAWN, 0);
}

double report_busiest_share(const DeviceReport *report, double few_bytes) {
    return fmax(busiest_share_of(report, REPORT_INSTRUCTIONS, 0),
                busiest_share_of(report, REPORT_MOVED_BYTES, few_bytes));
}

double report_results_share(const DeviceReport *report, double few_sectors) {
    const json_t *results = json_object_get(report->root, REPORT_RESULTS);
    double sectors = number(results, REPORT_RESULT_SECTORS);
    return sectors > 0 && sectors >= few_sectors ? number(results, REPORT_OF_BUSIEST_BLOCKS) / sectors : 0;
}

double report_inputs_share(const DeviceReport *report, double few_bytes) {
    double bytes = number(report->root, REPORT_INPUT_BYTES);
    double busiest = sum_of_launches(report, REPORT_BUSIEST_BLOCK, REPORT_GIVEN_BYTES);
    return bytes > 0 && bytes >= few_bytes ? busiest / bytes : 0;
}

uint64_t report_launches(const DeviceReport *report) { return json_array_size(report->launches); }

static uint64_t launch_threads(const json_t *launch) {
    uint64_t threads = 1;
    unsigned grid[3], block[3];
    triple(json_object_get(launch, REPORT_GRID), grid);
    triple(json_object_get(launch, REPORT_BLOCK), block);
    for (int d = 0; d < 3; d++) threads *= (uint64_t)grid[d] * block[d];
    return threads;
}

uint64_t report_threads_that(const DeviceReport *report, const char *names, double each) {
    uint64_t sum = 0;
    size_t i;
    json_t *launch;
    json_array_foreach(report->launches, i, launch) {
        double busy = counters_of(launch, names) / each, threads = (double)launch_threads(launch);
        sum += (uint64_t)fmin(threads, busy);
    }
    return sum;
}

uint64_t report_threads(const DeviceReport *report) {
    uint64_t sum = 0;
    size_t i;
    json_t *launch;
    json_array_foreach(report->launches, i, launch) sum += launch_threads(launch);
    return sum;
}

uint64_t report_resets(const DeviceReport *report) { return whole(json_object_get(report->root, REPORT_RESETS)); }

void report_program_end(const DeviceReport *report, int *exit_status, int *signal) {
    const json_t *program = json_object_get(report->root, REPORT_PROGRAM);
    *exit_status = (int)json_integer_value(json_object_get(program, REPORT_EXIT));
    *signal = (int)json_integer_value(json_object_get(program, REPORT_SIGNAL));
}

unsigned report_fault_count(const DeviceReport *report) {
    return (unsigned)(json_array_size(report->faults) + json_array_size(report->refusals));
}

// Code that the device does not load is a fault too: no kernel of it can run.
static bool refusal(const DeviceReport *report, size_t index, VerdictFault *fault) {
    const char *words = json_string_value(json_array_get(report->refusals, index));
    if (!words) return false;
    *fault = (VerdictFault){.kind = FAULT_REFUSED, .count = 1};
    text_say(fault->sentence, sizeof fault->sentence, words);
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
    text_say(fault->sentence, sizeof fault->sentence, string(entry, REPORT_MESSAGE));
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

bool report_bound(const DeviceReport *report, double *microseconds, char resource[64], char gpu[64]) {
    double longest = -1;
    size_t i;
    json_t *launch;
    *microseconds = 0;
    json_array_foreach(report->launches, i, launch) {
        const json_t *bound = json_object_get(launch, REPORT_BOUND);
        double time = number(bound, REPORT_MICROSECONDS);
        *microseconds += time;
        if (!json_is_object(bound) || time <= longest) continue;
        longest = time;
        text_copy(resource, 64, string(bound, REPORT_RESOURCE));
    }
    text_copy(gpu, 64, string(report->root, REPORT_GPU_NAME));
    return longest > 0;
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

static int larger_cost(const void *a, const void *b) {
    double first = ((const ReportCost *)a)->microseconds, second = ((const ReportCost *)b)->microseconds;
    return (first < second) - (first > second);
}

static void costs_finish(ReportEstimate *sum) {
    for (unsigned n = 0; n < COST_COUNT; n++) sum->costs[n].cost = (Cost)n;
    qsort(sum->costs, COST_COUNT, sizeof *sum->costs, larger_cost);
    double least = COST_LEAST_SHARE * sum->microseconds;
    while (sum->cost_count < COST_COUNT && sum->costs[sum->cost_count].microseconds >= fmax(least, 1e-9))
        sum->cost_count++;
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
    size_t i;
    json_t *launch;
    *sum = (ReportEstimate){.launched = json_array_size(report->launches) > 0};
    text_copy(sum->gpu, sizeof sum->gpu, string(report->root, REPORT_GPU_NAME));
    json_array_foreach(report->launches, i, launch) {
        const json_t *estimate = json_object_get(launch, REPORT_ESTIMATE);
        double time = number(estimate, REPORT_MICROSECONDS);
        if (time <= 0 || time > longest)
            text_say(sum->reason, sizeof sum->reason, string(estimate, REPORT_ESTIMATE_REASON));
        sum->low += number(estimate, REPORT_ESTIMATE_LOW);
        if (time <= 0) return sum->microseconds = 0, false;
        if (time > longest) hidden_read(estimate, sum);
        longest = fmax(longest, time);
        sum->costs_tried |= json_is_array(json_object_get(estimate, REPORT_COSTS));
        costs_add(estimate, sum->costs);
        sum->microseconds += time;
        sum->high += number(estimate, REPORT_ESTIMATE_HIGH);
        sum->l2_bytes += number(estimate, REPORT_ESTIMATE_L2_BYTES);
        sum->dram_bytes += number(estimate, REPORT_ESTIMATE_DRAM_BYTES);
    }
    costs_finish(sum);
    return longest > 0;
}

// Of an H200, measured: its host link each way, and a copy within its memory, which reads and writes.
#define LINK_BYTES_PER_US 55e3
#define COPY_BYTES_PER_US 2.1e6

double report_copies_us(const DeviceReport *report) {
    double link = report_copied(report, REPORT_HOST_TO_DEVICE) + report_copied(report, REPORT_DEVICE_TO_HOST);
    return link / LINK_BYTES_PER_US + report_copied(report, REPORT_DEVICE_TO_DEVICE) / COPY_BYTES_PER_US;
}
