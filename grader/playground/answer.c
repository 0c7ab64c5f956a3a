// answer.c - see answer.h.
#include "answer.h"
#include "../cuda/front/front.h"
#include "../cuda/host/run.h"
#include "playground_files.h"
#include <stdlib.h>

enum { POISON = 0xFF, LAST_TRACED_BLOCK = 15 };
enum { PRINTED_BYTES = 1 << 20, SHOWN_BYTES = 64 << 10 }; // a program may print as much as in grading/run.c
#define STEPS UINT64_C(200000000)                         // of host code
#define WARP_INSTRUCTIONS (UINT64_C(20) << 20)            // that a launch may take: some seconds in a page

struct Answer {
    char *text;     // the student's, followed by the interface's
    unsigned lines; // of the student's
    Diagnostics diagnostics;
    Unit *unit;
    const char *entry; // the function that a run calls
    CudaOutput kernels;
    HostGpu *gpu;
    uint64_t at[CASE_FILE_MAX_ARRAYS]; // where each array of the last run's input was
    char *printed;
    size_t printed_bytes;
};

// One run of it.
typedef struct {
    Run run; // first: the world of other calls is this
    const CaseFile *input;
    uint64_t *at; // where each array is, on the device or in the machine
} CaseRun;

// ---- compiling --------------------------------------------------------------------------------------------------

static char *copy_of(const char *text) {
    char *copy = malloc(strlen(text) + 1);
    if (!copy) abort();
    return strcpy(copy, text);
}

// Headers are found by their last name: interfaces are in several folders.
static char *find_header(void *context, const char *name, const char *includer, char path[CUDA_PATH]) {
    const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name;
    (void)context, (void)includer;
    snprintf(path, CUDA_PATH, "%s", base);
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
        if (!strcmp(FILES[i].name, base)) return copy_of(FILES[i].text);
    return NULL;
}

Answer *answer_compile(const char *text, const char *interface) {
    static const char form[] = "%s\n#include \"%s.cu\"\n";
    Answer *answer = calloc(1, sizeof *answer);
    if (!answer) abort();
    size_t bytes = strlen(text) + (interface ? strlen(interface) : 0) + sizeof form;
    answer->text = malloc(bytes);
    if (!answer->text) abort();
    snprintf(answer->text, bytes, interface ? form : "%s", text, interface);
    answer->entry = interface ? "__case_run" : "main";
    answer->lines = 1;
    for (const char *at = text; *at; at++) answer->lines += *at == '\n' && at[1];
    CudaOptions options = {.find_header = find_header};
    answer->unit = cuda_parse("answer.cu", answer->text, &options, &answer->diagnostics);
    answer->kernels.with_values = true;
    if (answer_compiles(answer)) cuda_emit_ptx(answer->unit, &answer->kernels);
    return answer;
}

static void end_run(Answer *answer) {
    gpu_close(answer->gpu);
    free(answer->printed);
    answer->gpu = NULL;
    answer->printed = NULL;
}

void answer_free(Answer *answer) {
    end_run(answer);
    free(answer->kernels.text);
    diagnostics_free(&answer->diagnostics);
    cuda_free(answer->unit);
    free(answer->text);
    free(answer);
}

bool answer_compiles(const Answer *answer) {
    return !answer->diagnostics.counts[DIAGNOSTIC_ERROR] && !answer->diagnostics.counts[DIAGNOSTIC_REFUSED];
}

void answer_json_diagnostics(JsonText *json, const char *name, const Answer *answer) {
    static const char *const kinds[] = {"error", "refused", "warning"};
    json_open(json, name, '[');
    for (unsigned i = 0; i < answer->diagnostics.count; i++) {
        const Diagnostic *diagnostic = &answer->diagnostics.list[i];
        const Place *place = &diagnostic->place;
        bool inside = place->file == 0 && place->line <= answer->lines;
        json_open(json, NULL, '{');
        json_string(json, "kind", kinds[diagnostic->kind]);
        json_whole(json, "line", inside ? place->line : answer->lines);
        json_whole(json, "column", inside ? place->column : 0);
        json_whole(json, "length", diagnostic->length);
        json_string(json, "message", diagnostic->message);
        json_string(json, "advice", diagnostic->advice);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void answer_json_kernels(JsonText *json, const char *name, const Answer *answer) {
    json_open(json, name, '{');
    for (unsigned i = 0; i < answer->unit->function_count; i++) {
        const Function *function = answer->unit->functions[i];
        if (function->is_kernel && function->body) json_string(json, function->name, function->mangled);
    }
    json_close(json, '}');
}

uint8_t *answer_image(const Answer *answer, size_t *size) {
    return answer->kernels.text ? gpu_image(answer->kernels.text, size) : NULL;
}

// ---- running ----------------------------------------------------------------------------------------------------

static bool is_on_device(const CaseArray *array) {
    return array->role == CASE_IN || array->role == CASE_OUT || array->role == CASE_IN_OUT;
}
static bool is_output(const CaseArray *array) { return array->role != CASE_HOST && array->role != CASE_IN; }
static uint64_t bytes_of(const CaseArray *array) { return array->count * array->element_bytes; }

// Makes an array of the case; outputs begin as the harness poisons them, and count as uninitialised.
static bool make_array(CaseRun *run, Machine *machine, const CaseArray *array, uint64_t *at) {
    uint64_t bytes = bytes_of(array);
    if (is_on_device(array)) {
        HostGpu *gpu = run->run.gpu;
        if (gpu_malloc(gpu, bytes, at)) return false;
        if (array->data) return !gpu_write(gpu, *at, array->data, bytes);
        return !gpu_set(gpu, *at, POISON, bytes) && !gpu_unwrite(gpu, *at, bytes);
    }
    *at = machine_alloc(machine, bytes);
    uint8_t *to = machine_bytes(machine, *at, bytes);
    if (!to) return false;
    if (array->data) memcpy(to, array->data, bytes);
    else memset(to, POISON, bytes);
    return true;
}

static bool take_output(CaseRun *run, Machine *machine, const CaseArray *array, uint64_t at, CaseFile *output) {
    uint64_t bytes = bytes_of(array);
    void *to = array->type == CASE_BYTES
                   ? case_file_add_structs(output, array->name, array->element_bytes, array->role, array->count)
                   : case_file_add(output, array->name, array->type, array->role, array->count);
    if (!to) return false;
    if (is_on_device(array)) return !gpu_read(run->run.gpu, to, at, bytes);
    const uint8_t *from = machine_bytes(machine, at, bytes);
    if (from) memcpy(to, from, bytes);
    return from != NULL;
}

// The functions that harness.cuh declares.
static bool call(void *context, Machine *machine, const Function *function, const HostValue *arguments, unsigned count,
                 HostValue *result) {
    CaseRun *run = context;
    if (strncmp(function->name, "__case_", 7)) {
        bool known = run_world(&run->run).call(context, machine, function, arguments, count, result);
        if (ftell(run->run.out) > PRINTED_BYTES) machine_fail(machine, "the program prints more than 1 MiB");
        return known;
    }
    const char *name = count ? machine_text(machine, arguments[0].integer) : NULL;
    const CaseArray *array = name ? case_file_find(run->input, name) : NULL;
    result->type = function->result;
    if (!array) machine_fail(machine, "the case has no array `%s`", name ? name : "");
    else if (!strcmp(function->name, "__case_integer"))
        result->integer = (uint64_t)case_file_integer(run->input, name, 0);
    else if (!strcmp(function->name, "__case_count")) result->integer = array->count;
    else if (!strcmp(function->name, "__case_array")) result->integer = run->at[array - run->input->arrays];
    else return false;
    return true;
}

static Function *entry(const Answer *answer) {
    for (unsigned i = 0; i < answer->unit->function_count; i++) {
        Function *function = answer->unit->functions[i];
        if (!strcmp(function->name, answer->entry) && function->body && !function->parameter_count) return function;
    }
    return NULL;
}

static void say_end(const Answer *answer, Machine *machine, bool returned, AnswerEnd *end) {
    Place place;
    int status = 0;
    const char *problem = machine_problem(machine, &place);
    if (returned) return;
    place = machine_place(machine);
    end->refused = machine_has_refused(machine);
    end->endless = machine_is_endless(machine);
    end->line = place.file == 0 && place.line <= answer->lines ? place.line : 0;
    if (machine_has_stopped(machine, &status))
        snprintf(end->problem, sizeof end->problem, "the program ended itself with status %d", status);
    else snprintf(end->problem, sizeof end->problem, "%s", problem);
}

// One run with its arrays, in a machine that ends with it.
static void run_in(CaseRun *run, Answer *answer, CaseFile *output, AnswerEnd *end) {
    World world = run_world(&run->run);
    world.call = call;
    Machine *machine = machine_new(answer->unit, &world, STEPS);
    bool made = true, returned = false;
    HostValue none = {0};
    for (size_t i = 0; made && i < run->input->count; i++)
        made = make_array(run, machine, &run->input->arrays[i], &run->at[i]);
    if (made) {
        Function *function = entry(answer);
        if (!function) machine_fail(machine, "there is no %s() without parameters", answer->entry);
        else returned = machine_call(machine, function, NULL, 0, &none);
        say_end(answer, machine, returned, end);
    } else snprintf(end->problem, sizeof end->problem, "there is not enough memory for the arrays of this case");
    gpu_count_as_written(run->run.gpu); // what the answer left out is for the oracle to say
    for (size_t i = 0; returned && i < run->input->count; i++)
        if (is_output(&run->input->arrays[i])) take_output(run, machine, &run->input->arrays[i], run->at[i], output);
    machine_end(machine);
}

void answer_run(Answer *answer, const CaseFile *input, CaseFile *output, uint32_t traced, AnswerEnd *end) {
    char message[512] = "";
    *end = (AnswerEnd){0};
    end_run(answer);
    FILE *out = open_memstream(&answer->printed, &answer->printed_bytes);
    if (!out) abort();
    GpuOptions options = {
        .out = out, .threads = 1, .traced = traced, .last_block = LAST_TRACED_BLOCK, .instructions = WARP_INSTRUCTIONS};
    answer->gpu = gpu_open(answer->kernels.text ? answer->kernels.text : "", &options, message);
    CaseRun run = {
        .run = {.unit = answer->unit, .gpu = answer->gpu, .out = out, .errors = out}, .input = input, .at = answer->at};
    if (answer->gpu) run_in(&run, answer, output, end);
    else snprintf(end->problem, sizeof end->problem, "%.300s", message);
    fclose(out);
    if (answer->printed_bytes > SHOWN_BYTES + sizeof " ...") strcpy(answer->printed + SHOWN_BYTES, " ...");
}

struct Device *answer_device(Answer *answer) {
    return answer->gpu ? gpu_device(answer->gpu) : NULL;
}
uint64_t answer_address(const Answer *answer, const CaseFile *input, size_t array) {
    return is_on_device(&input->arrays[array]) ? answer->at[array] : 0;
}
const char *answer_printed(const Answer *answer) { return answer->printed ? answer->printed : ""; }
