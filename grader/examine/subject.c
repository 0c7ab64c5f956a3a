// subject.c - the program that questions are about: built, run, and changed.
#include "../device/protocol/report_fields.h"
#include "../device/system/files.h"
#include "../device/system/text.h"
#include "../grading/key.h"
#include "../verdict/one_case.h"
#include "examine.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TIMEOUT_SECONDS 30
#define MOST_TRACED 30000 // accesses: what can be counted on paper is far less
#define LEAST_TRACED 40
#define TRACE_EACH "4000" // accesses of an instruction
#define MOST_BUILDS 14    // of changed programs: no more processor time than grading takes

static void triple(const json_t *array, unsigned values[3]) {
    for (unsigned i = 0; i < 3; i++) values[i] = (unsigned)json_integer_value(json_array_get(array, i));
}

static void launches_read(Observed *observed) {
    char *text = report_text(observed->report);
    json_t *root = text ? json_loads(text, 0, NULL) : NULL, *row;
    size_t i;
    json_array_foreach(json_object_get(root, REPORT_LAUNCHES), i, row) {
        if (i == MOST_LAUNCHES) break;
        Launch *launch = &observed->launches[observed->launch_count++];
        const char *kernel = json_string_value(json_object_get(row, REPORT_KERNEL));
        triple(json_object_get(row, REPORT_GRID), launch->grid);
        triple(json_object_get(row, REPORT_BLOCK), launch->block);
        if (kernel) text_copy(launch->kernel, sizeof launch->kernel, kernel);
    }
    json_decref(root);
    free(text);
}

// The sizes that the function is given, and whether its inputs are finite.
static bool inputs_describe(const Exercise *exercise, uint64_t seed, Observed *observed) {
    CaseFile input = {0};
    bool made = exercise->make(&observed->spec, seed, &input);
    observed->finite = true;
    for (size_t i = 0; made && i < input.count; i++) {
        const CaseArray *array = &input.arrays[i];
        if (array->type == CASE_INT64 && array->role == CASE_HOST && array->count == 1)
            text_append(observed->sizes, sizeof observed->sizes, "%s%s = %" PRId64, observed->sizes[0] ? ", " : "",
                        array->name, *(const int64_t *)array->data);
        for (uint64_t at = 0; array->type == CASE_FLOAT32 && array->data && at < array->count; at++)
            observed->finite &= isfinite(((const float *)array->data)[at]) != 0;
    }
    case_file_free(&input);
    return made;
}

bool subject_run(const Subject *subject, const char *program, const CaseSpec *spec, uint64_t inputs,
                 Observed *observed) {
    char trace[PATH_BYTES], name[120];
    Message error;
    CaseRun run = {0};
    Exercise exercise = *subject->exercise; // with this case alone
    exercise.cases = spec, exercise.case_count = 1;
    snprintf(trace, sizeof trace, "%.1000s/trace", subject->folder);
    snprintf(name, sizeof name, "%.100s.cu", subject->exercise->name);
    const char *const options[] = {"--trace", trace, "--trace-limit", TRACE_EACH, NULL};
    const RunPlan plan = {.paths = subject->paths,
                          .exercise = &exercise,
                          .program = program,
                          .folder = subject->folder,
                          .seed = 1,
                          .inputs = inputs,
                          .timeout_seconds = TIMEOUT_SECONDS,
                          .options = options};
    *observed = (Observed){.passed = false};
    remove(trace);
    if (!run_case(&plan, 0, &run, error)) return run_free(&run), false;
    observed->spec = run.spec;
    bool described = inputs_describe(subject->exercise, run.seed, observed);
    observed->report = run.report;
    run.report = NULL;
    bool ended = observed->report && run_ended(&run);
    observed->passed = ended && run.result.passed && !report_fault_count(observed->report);
    if (observed->report) launches_read(observed);
    run_free(&run);
    return described && (!observed->report || trace_read(trace, name, &observed->trace, error));
}

unsigned sizes_named(const CaseSpec *spec) {
    unsigned count = 0;
    for (const char *at = spec->label; *at;) {
        char *end = NULL;
        long long size = *at >= '0' && *at <= '9' ? strtoll(at, &end, 10) : 0;
        if (end && (count == CASE_SIZES || spec->size[count++] != size)) return 0;
        at = end ? end : at + 1;
    }
    return count;
}

bool subject_run_sizes(const Subject *subject, const char *program, const int64_t *sizes, Observed *observed) {
    CaseSpec spec = subject->run.spec;
    for (unsigned i = sizes_named(&spec); i-- > 0;) spec.size[i] = sizes[i];
    snprintf(spec.label, sizeof spec.label, "the sizes that were named");
    return subject_run(subject, program, &spec, subject->inputs, observed);
}

void observed_free(Observed *observed) {
    trace_free(&observed->trace);
    report_free(observed->report);
    *observed = (Observed){.passed = false};
}

bool subject_build(Subject *subject, const char *source, char program[PATH_BYTES]) {
    Message error;
    BuildResult build;
    char folder[PATH_BYTES];
    if (subject->builds == MOST_BUILDS) return false;
    snprintf(folder, sizeof folder, "%.900s/change-%u", subject->folder, subject->builds++);
    if (!folder_make(folder) || !build_program(subject->paths, subject->exercise, source, strlen(source),
                                               subject->shown, folder, &build, error))
        return false;
    text_copy(program, PATH_BYTES, build.program);
    return build.built;
}

// ---- lines whose accesses are all known ----

typedef struct {
    const char *counter;
    AccessKind kind;
    bool shared, sectors;
    const char *with; // a counter that is added; NULL: none
} Counted;
static const Counted counted[] = {
    {"global_load_requests", ACCESS_LOAD, false, false, NULL},
    {"global_load_sectors", ACCESS_LOAD, false, true, NULL},
    {"global_store_requests", ACCESS_STORE, false, false, NULL},
    {"global_store_sectors", ACCESS_STORE, false, true, NULL},
    {"shared_load_wavefronts", ACCESS_LOAD, true, true, NULL},
    {"shared_store_wavefronts", ACCESS_STORE, true, true, NULL},
    {"global_load_bytes", ACCESS_LOAD, false, false, NULL},
    {"global_store_bytes", ACCESS_STORE, false, false, NULL},
    {"shared_load_bytes", ACCESS_LOAD, true, false, NULL},
    {"shared_store_bytes", ACCESS_STORE, true, false, NULL},
    {"shared_atom_instructions", ACCESS_ATOMIC, true, false, NULL},
    {"global_red_requests", ACCESS_ATOMIC, false, false, "global_atom_requests"},
};

static double traced(const Trace *trace, unsigned line, const Counted *what) {
    double sum = 0;
    bool bytes = strstr(what->counter, "bytes") != NULL;
    for (size_t i = 0; i < trace->count; i++) {
        const Access *access = &trace->items[i];
        if (access->line != line || access->kind != what->kind || access->shared != what->shared) continue;
        sum += bytes            ? (double)lanes_of(access) * access->bytes
               : !what->sectors ? 1
               : access->shared ? access->passes
                                : access->sectors;
    }
    return sum;
}

// Shared atomics of floats are loops of the compiler whose loads are counted beside the atomic.
static bool is_loop_of_atomic(const Trace *trace, unsigned line, const Counted *what) {
    static const Counted atomics = {"", ACCESS_ATOMIC, true, false, NULL};
    return what->kind == ACCESS_LOAD && what->shared && traced(trace, line, &atomics) > 0 &&
           traced(trace, line, what) == 0;
}

// What the device counted at each line of the file, added up over launches, beside what the trace has of it.
static void compare_counters(Subject *subject) {
    char name[120], *text = report_text(subject->run.report);
    json_t *root = text ? json_loads(text, 0, NULL) : NULL, *launch, *row;
    size_t i, j;
    double(*sums)[COUNT_OF(counted)] = calloc(subject->line_count + 1, sizeof *sums);
    snprintf(name, sizeof name, "%.100s.cu", subject->exercise->name);
    json_array_foreach(json_object_get(root, REPORT_LAUNCHES), i, launch)
        json_array_foreach(json_object_get(launch, REPORT_LINES), j, row) {
        const char *file = json_string_value(json_object_get(row, REPORT_FILE));
        json_int_t line = json_integer_value(json_object_get(row, REPORT_LINE));
        const char *slash = file ? strrchr(file, '/') : NULL;
        if (!sums || !file || strcmp(slash ? slash + 1 : file, name) != 0) continue;
        const json_t *counters = json_object_get(row, REPORT_COUNTERS);
        if (line > 0 && line <= subject->line_count)
            subject->barriers[line] += json_number_value(json_object_get(counters, "barriers"));
        for (unsigned c = 0; c < COUNT_OF(counted) && line > 0 && line <= subject->line_count; c++)
            sums[line][c] += json_number_value(json_object_get(counters, counted[c].counter)) +
                             (counted[c].with ? json_number_value(json_object_get(counters, counted[c].with)) : 0);
    }
    for (unsigned line = 1; sums && line <= subject->line_count; line++)
        for (unsigned c = 0; c < COUNT_OF(counted) && subject->sound[line]; c++)
            subject->sound[line] = sums[line][c] == traced(&subject->run.trace, line, &counted[c]) ||
                                   is_loop_of_atomic(&subject->run.trace, line, &counted[c]);
    free(sums);
    json_decref(root);
    free(text);
}

static bool compare_inputs(Subject *subject) {
    Observed other;
    bool ran = subject_run(subject, subject->program, &subject->run.spec, subject->inputs ^ 0x5bd1e995, &other);
    for (unsigned line = 1; ran && line <= subject->line_count; line++)
        subject->sound[line] = trace_line_hash(&subject->run.trace, line) == trace_line_hash(&other.trace, line);
    observed_free(&other);
    return ran;
}

// ---- the case ----

static bool has_several_blocks(const Observed *run) {
    for (unsigned i = 0; i < run->launch_count; i++)
        if (run->launches[i].grid[0] * run->launches[i].grid[1] * run->launches[i].grid[2] > 1) return true;
    return false;
}

// A request of global memory that a warp makes only in part.
static bool has_partial(const Trace *trace) {
    for (size_t i = 0; i < trace->count; i++) {
        const Access *access = &trace->items[i];
        if (access->kind != ACCESS_BARRIER && !access->shared && access->mask != FULL_MASK) return true;
    }
    return false;
}

// One that touches more sectors than its bytes fill.
static bool has_odd(const Trace *trace) {
    for (size_t i = 0; i < trace->count; i++) {
        const Access *access = &trace->items[i];
        if (access->kind != ACCESS_BARRIER && !access->shared && access->sectors > access->bytes) return true;
    }
    return false;
}

// A barrier that a block passes more than once.
static bool has_rounds(const Trace *trace) {
    const Access *first = NULL;
    for (size_t i = 0; i < trace->count; i++) {
        const Access *access = &trace->items[i];
        if (access->kind != ACCESS_BARRIER) continue;
        if (!first) first = access;
        else if (access->line == first->line && access->block == first->block && access->launch == first->launch &&
                 access->phase != first->phase)
            return true;
    }
    return false;
}

// Lines of the file with a request of a whole warp.
static unsigned whole_lines(const Trace *trace) {
    bool seen[MOST_LINES] = {false};
    unsigned count = 0;
    for (size_t i = 0; i < trace->count; i++) {
        const Access *access = &trace->items[i];
        bool whole = access->line < MOST_LINES && access->kind != ACCESS_BARRIER && access->mask == FULL_MASK;
        if (whole && !seen[access->line]) seen[access->line] = true, count++;
    }
    return count;
}

// Several blocks, then lines that whole warps reach, then what makes questions: edges, and loops around barriers.
#define WORTH_OF_EDGES 8
static unsigned worth(const Observed *run) {
    bool several = has_several_blocks(run) && run->trace.count >= LEAST_TRACED;
    if (!run->passed) return 0;
    return WORTH_OF_EDGES * (1 + MOST_LINES * several + whole_lines(&run->trace)) + 4u * has_partial(&run->trace) +
           2u * has_odd(&run->trace) + has_rounds(&run->trace);
}

// Blocks that access memory; of more than MOST_GRIDS launches, those of the first ones.
static void grids_note(const Observed *run, CaseKnown *known) {
    known->launch_count = run->launch_count;
    for (unsigned l = 0; l < run->launch_count && l < MOST_GRIDS; l++) {
        const unsigned *grid = run->launches[l].grid;
        unsigned blocks = grid[0] * grid[1] * grid[2];
        bool *seen = blocks <= MOST_TRACED ? calloc(blocks + 1, sizeof *seen) : NULL;
        memcpy(known->grids[l], grid, sizeof known->grids[l]);
        for (size_t i = 0; seen && i < run->trace.count; i++) {
            const Access *access = &run->trace.items[i];
            if (access->launch != l || access->block >= blocks || access->kind == ACCESS_BARRIER) continue;
            known->busy[l] += !seen[access->block];
            seen[access->block] = true;
        }
        free(seen);
    }
}

// Runs the program on a case. Keeps it in *best if it is worth more: of equal ones the one with less to count, or, if
// `drawn`, the first one. false with a sentence: the grader could not work, or, of a case that is not drawn, the
// program is not right.
static bool case_try(Subject *subject, const CaseSpec *spec, bool drawn, Observed *best, Message error) {
    Observed run;
    if (!subject_run(subject, subject->program, spec, subject->inputs, &run))
        return observed_free(&run), message_set(error, "the grader could not run the program");
    if (!run.passed) {
        observed_free(&run);
        return drawn || message_set(error, "it is not right yet on %.80s; make grade EXERCISE=%.40s says more",
                                    spec->label, subject->exercise->name);
    }
    CaseKnown *known = &subject->cases[subject->case_count++];
    *known = (CaseKnown){
        .spec = *spec, .finite = run.finite, .accesses = run.trace.count, .lanes = lanes_at_work(&run.trace)};
    text_copy(known->sizes, sizeof known->sizes, run.sizes);
    grids_note(&run, known);
    bool shorter = run.trace.count < best->trace.count;
    bool better = worth(&run) > worth(best) || (worth(&run) == worth(best) && !drawn && shorter);
    if (run.trace.count > MOST_TRACED || !run.trace.count || !run.finite || !better) observed_free(&run);
    else observed_free(best), *best = run;
    return true;
}

// ---- sizes that no case has ----

#define DRAWS 6
#define LARGEST_STEP 8 // of sizes that may lie between those of the cases
#define MOST_LONGER 20 // times as many accesses as in the case that is easiest to follow

static int64_t divisor(int64_t a, int64_t b) { return b ? divisor(b, a % b) : a; }

// What divides the exercise's numbers in that place, but for 1: 1 for rows and columns, 32 for a pitch. 0: it has none.
static int64_t step_of(const Exercise *exercise, unsigned place) {
    int64_t step = 0, one = -1;
    bool differ = false;
    for (unsigned i = 0; i < exercise->case_count; i++) {
        const CaseSpec *spec = &exercise->cases[i];
        if (spec->hidden || spec->measured || spec->size[place] < 2) continue;
        differ |= one >= 0 && spec->size[place] != one;
        one = spec->size[place], step = divisor(step, one);
    }
    return differ ? step : 0;
}

// Numbers of a case's label in another case of the same kind: "width 33, height 65".
static void label_again(const CaseSpec *of, CaseSpec *spec) {
    const int64_t *size = spec->size;
    spec->label[0] = 0;
    for (const char *at = of->label; *at; at++) {
        if (*at >= '0' && *at <= '9') text_append(spec->label, sizeof spec->label, "%" PRId64, *size++);
        else text_append(spec->label, sizeof spec->label, "%c", *at);
        while (*at >= '0' && *at <= '9' && at[1] >= '0' && at[1] <= '9') at++;
    }
}

// A power of two from 16 on that a size has twice; 0: it has none.
static int64_t power_drawn(Subject *subject, int64_t size) {
    unsigned powers = 0;
    while (size >> (powers + 5)) powers++;
    return powers ? (int64_t)16 << draw_below(&subject->seed, powers) : 0;
}

// A case whose sizes are half of another one's or more; half of them are multiples of 16 or more. false: the exercise
// has no sizes between its cases.
static bool case_between(Subject *subject, const CaseSpec *of, CaseSpec *spec) {
    bool other = false;
    *spec = *of;
    for (unsigned place = 0; place < CASE_SIZES; place++) {
        int64_t step = step_of(subject->exercise, place), size = of->size[place], least = size / 2 + 1;
        if (!step || step > LARGEST_STEP || size < 4) continue;
        int64_t power = power_drawn(subject, size);
        if (power && draw_below(&subject->seed, 2) && size / power > (least - 1) / power) step = power;
        int64_t most = size / step, first = (least + step - 1) / step;
        if (most < first) continue;
        spec->size[place] = step * (first + draw_below(&subject->seed, (unsigned)(most - first + 1)));
        other |= spec->size[place] != size;
    }
    if (sizes_named(of)) label_again(of, spec);
    else snprintf(spec->label, sizeof spec->label, "sizes that were drawn");
    return other;
}

// The same of any of the first cases that can be followed.
static bool case_near(Subject *subject, unsigned fixed, CaseSpec *spec) {
    unsigned start = draw_below(&subject->seed, fixed);
    for (unsigned i = 0; i < fixed; i++) {
        const CaseKnown *of = &subject->cases[(start + i) % fixed];
        if (of->finite && of->accesses <= MOST_LONGER * subject->run.trace.count &&
            case_between(subject, &of->spec, spec))
            return true;
    }
    return false;
}

// A hidden case, whose sizes the exercise draws.
static bool case_hidden(Subject *subject, CaseSpec *spec) {
    const Exercise *exercise = subject->exercise;
    for (unsigned i = 0; i < exercise->case_count && exercise->draw; i++) {
        if (!exercise->cases[i].hidden || exercise->cases[i].measured) continue;
        *spec = exercise->cases[i];
        exercise->draw(draw_below(&subject->seed, UINT32_MAX), spec);
        spec->hidden = false;
        return true;
    }
    return false;
}

// Tries sizes that no other student's sheet has. Takes the best of them, unless the case is worth less than the best of
// the exercise's own: a grid of one block, lines that no whole warp reaches.
static bool cases_draw(Subject *subject, unsigned fixed, Message error) {
    Observed best = {.passed = false};
    bool worked = true;
    for (unsigned i = 0; i < DRAWS && worked && subject->case_count < MOST_CASES; i++) {
        CaseSpec spec;
        if (case_near(subject, fixed, &spec) || case_hidden(subject, &spec))
            worked = case_try(subject, &spec, true, &best, error);
    }
    if (worked && worth(&best) / WORTH_OF_EDGES >= worth(&subject->run) / WORTH_OF_EDGES) {
        const Observed chosen = best;
        best = subject->run, subject->run = chosen;
    }
    observed_free(&best);
    return worked;
}

static bool choose_case(Subject *subject, Message error) {
    const Exercise *exercise = subject->exercise;
    for (unsigned i = 0; i < exercise->case_count && subject->case_count < MOST_CASES - DRAWS; i++) {
        if (exercise->cases[i].hidden || exercise->cases[i].measured) continue; // too large for paper
        if (!case_try(subject, &exercise->cases[i], false, &subject->run, error)) return false;
    }
    if (subject->case_count && !cases_draw(subject, subject->case_count, error)) return false;
    return subject->run.passed ||
           message_set(error,
                       "no case is small enough to be followed on paper, or no line of the file accesses memory");
}

static void vectors_note(Subject *subject) {
    static const char *const types[] = {"float4", "float2", "int4", "int2", "uint4", "uint2", "uchar4", "double2"};
    const char *at = subject->source;
    for (unsigned line = 1; line <= subject->line_count; line++) {
        const char *end = at + strcspn(at, "\n");
        for (unsigned i = 0; i < COUNT_OF(types) && !subject->vectors[line]; i++)
            subject->vectors[line] = name_find(at, end, types[i]) != NULL;
        at = end + (*end == '\n');
    }
}

bool subject_open(Subject *subject, Message error) {
    BuildResult build;
    if (!exercise_runs(subject->exercise) || !subject->exercise->interface)
        return message_set(error, "%.60s has no kernel of yours to ask about", subject->exercise->name);
    if (!key_prepare(subject->paths, subject->exercise, subject->folder, error)) return false;
    if (!build_program(subject->paths, subject->exercise, subject->source, subject->length, subject->shown,
                       subject->folder, &build, error))
        return false;
    if (!build.built) return message_set(error, "it does not build: %.150s", build.summary);
    text_copy(subject->program, sizeof subject->program, build.program);
    for (const char *at = subject->source; *at; at++) subject->line_count += *at == '\n';
    subject->doubles = strstr(subject->source, "double") != NULL;
    if (subject->line_count >= MOST_LINES) return message_set(error, "the file has too many lines");
    subject->sound = calloc(++subject->line_count + 1, sizeof *subject->sound);
    subject->vectors = calloc(subject->line_count + 1, sizeof *subject->vectors);
    subject->barriers = calloc(subject->line_count + 1, sizeof *subject->barriers);
    if (!subject->sound || !subject->vectors || !subject->barriers) return message_set(error, "out of memory");
    vectors_note(subject);
    if (!choose_case(subject, error)) return false;
    if (!compare_inputs(subject)) return message_set(error, "the grader could not run the program");
    compare_counters(subject);
    return true;
}

void subject_close(Subject *subject) {
    observed_free(&subject->run);
    free(subject->sound);
    free(subject->vectors);
    free(subject->barriers);
    subject->sound = subject->vectors = NULL, subject->barriers = NULL;
}

// ---- words ----

void thread_of(const Launch *launch, unsigned linear, unsigned thread[3]) {
    unsigned x = launch->block[0] ? launch->block[0] : 1, y = launch->block[1] ? launch->block[1] : 1;
    thread[0] = linear % x, thread[1] = linear / x % y, thread[2] = linear / x / y;
}

void say_index(const unsigned size[3], const unsigned index[3], char *words, size_t bytes) {
    if (size[2] > 1) snprintf(words, bytes, "(%u, %u, %u)", index[0], index[1], index[2]);
    else if (size[1] > 1) snprintf(words, bytes, "(%u, %u)", index[0], index[1]);
    else snprintf(words, bytes, "%u", index[0]);
}

static const Launch *launch_of(const Observed *run, const Access *access) {
    return &run->launches[access->launch < MOST_LAUNCHES ? access->launch : 0];
}

void say_block(const Observed *run, const Access *access, char *words, size_t size) {
    const Launch *launch = launch_of(run, access);
    unsigned x = launch->grid[0] ? launch->grid[0] : 1, y = launch->grid[1] ? launch->grid[1] : 1;
    unsigned index[3] = {access->block % x, access->block / x % y, access->block / x / y};
    char place[48];
    say_index(launch->grid, index, place, sizeof place);
    snprintf(words, size, "block %s", place);
    size_t used = strlen(words); // blocks of another launch have the same indices
    if (run->launch_count > 1) snprintf(words + used, size - used, " of launch %u", access->launch + 1);
}

static unsigned threads_in_block(const Launch *launch) {
    return launch->block[0] * launch->block[1] * launch->block[2];
}

unsigned threads_of_warp(const Observed *run, const Access *access) {
    unsigned threads = threads_in_block(launch_of(run, access)), first = access->warp * LANES;
    return threads < first + LANES ? threads - first : LANES;
}

void say_warp(const Observed *run, const Access *access, char *words, size_t size) {
    const Launch *launch = launch_of(run, access);
    unsigned first[3], last[3];
    char block[60], from[48], to[48];
    say_block(run, access, block, sizeof block);
    thread_of(launch, access->warp * LANES, first);
    thread_of(launch, access->warp * LANES + threads_of_warp(run, access) - 1, last);
    say_index(launch->block, first, from, sizeof from);
    say_index(launch->block, last, to, sizeof to);
    snprintf(words, size, "Warp %u of %s holds threads %s to %s.", access->warp, block, from, to);
}
