// build.c - runs nvcc on one student's file.
//
// The file is compiled as a copy with a plain name in a private folder, so that its own name, which may be anything, is
// in no command line. sm_90 machine code goes in beside the PTX because the emulated GPU takes the registers per
// thread, and with them occupancy, from it. Only the student's file is compiled; main() and its helpers are objects
// already.
#include "build.h"

#include "../causes/source/source.h"
#include "../device/system/text.h"
#include "../sandbox/box.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define GIB (UINT64_C(1) << 30)
static const ProcessLimits build_limits = {
    .wall_seconds = 600, // on a machine that does much else; what computes for long is stopped by cpu_seconds
    .cpu_seconds = 120,
    .output_bytes = 64 << 10,
    .folder_bytes = GIB / 2,
    .folder_files = 1000,
    .memory_bytes = 2 * GIB,
    .address_bytes = 16 * GIB,
    .processes = 64,
};
#define MOST_ARGUMENTS 32
// For lambdas with __device__. They take nvcc one pass more over every header, half as much time again for most files,
// so a file gets the option once nvcc has asked for it.
#define EXTENDED_LAMBDA "--extended-lambda"
#define GRADED_CODE "arch=compute_90,code=[sm_90,compute_90]" // what -arch=sm_90 makes

typedef struct {
    const char *items[MOST_ARGUMENTS];
    char texts[8][PATH_BYTES + 64];
    unsigned count, used;
} Arguments;

static void argument(Arguments *list, const char *text) { list->items[list->count++] = text; }

static const char *argument_text(Arguments *list, const char *format, const char *a, const char *b) {
    char *text = list->texts[list->used++];
    snprintf(text, sizeof list->texts[0], format, a, b);
    return text;
}

static bool link_object(Arguments *list, const Paths *paths, const char *name, char error[200]) {
    const char *object = argument_text(list, "%s/interfaces/%s.o", paths->build, name);
    if (!file_exists(object)) {
        snprintf(error, 200, "%.150s is missing: run make grade once", object);
        return false;
    }
    argument(list, object);
    return true;
}

// build/compile does what nvcc does in less time (grader/compiler/compile.h); without it nvcc works alone.
static void add_driver(Arguments *list, const Paths *paths) {
    const char *driver = argument_text(list, "%s/%s", paths->build, "compile");
    if (!file_exists(driver)) return;
    argument(list, driver);
    argument(list, argument_text(list, "%s/%s", paths->build, "compiler"));
}

static void add_flags(Arguments *list, const Paths *paths) {
    static const char *const flags[] = {"-std=c++20", "--expt-relaxed-constexpr",
                                        "-O3",        "-lineinfo",
                                        "-Xcompiler", "-g1",
                                        "-cudart",    "shared",
                                        "-gencode",   GRADED_CODE,
                                        "-nodlink",   "-o",
                                        "program"};
    argument(list, paths->nvcc);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) argument(list, flags[i]);
    if (paths->target[0]) {
        argument(list, "-gencode");
        argument(list, argument_text(list, "arch=compute_%s,code=sm_%s", paths->target, paths->target));
    }
    argument(list, argument_text(list, "-I%s/%s", paths->root, "common"));
    argument(list, "-Xlinker");
    argument(list, argument_text(list, "--version-script=%s/%s", paths->root, "common/program.map"));
}

// nvcc, and what it is told.
static bool add_sources(Arguments *list, const Paths *paths, const Exercise *exercise, const char *staged, bool lambdas,
                        char error[200]) {
    add_flags(list, paths);
    if (lambdas) argument(list, EXTENDED_LAMBDA);
    if (exercise->flags) argument(list, exercise->flags);
    argument(list, staged);
    return !exercise->interface || link_object(list, paths, exercise->interface, error);
}

typedef struct {
    const Paths *paths;
    const Exercise *exercise;
    const char *folder, *staged;
} Compilation;

static bool compose(Arguments *list, const Compilation *what, bool lambdas, char error[200]) {
    list->count = box_prefix(what->paths, BOX_BUILD, what->folder, list->items);
    add_driver(list, what->paths);
    return add_sources(list, what->paths, what->exercise, what->staged, lambdas, error);
}

// ---- what the tools said ----

// The linker names objects that the student never saw; the important words follow them.
static const char *linker_words(const char *line) {
    static const char *const words[] = {"undefined reference to", "multiple definition of"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *found = strstr(line, words[i]);
        if (found) return found;
    }
    return NULL;
}

static bool is_harness_line(const char *line) {
    static const char *const parts[] = {"/interfaces/", "collect2:", "in function `", "-Wno-deprecated-gpu-targets",
                                        "tmpxft_"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strstr(line, parts[i])) return true;
    return false;
}

#define INLINE_PTX "error in inline PTX: "
// "ptxas /tmp/tmpxft_...ptx, line 69; error : WORDS": the student does not know that file; the words are about inline
// PTX.
static const char *assembler_words(const char *line) {
    const char *error = text_begins(line, "ptxas ") && strstr(line, ".ptx, line ") ? strstr(line, "; error") : NULL;
    return error && (error = strchr(error, ':')) ? error + 1 + strspn(error + 1, " ") : NULL;
}

static void log_line(FILE *out, char *line) {
    const char *assembler = assembler_words(line);
    const char *words = linker_words(line);
    char *first_seen = words ? strstr(line, "; ") : NULL;
    if (first_seen) *first_seen = 0; // "; /path/of/harness.o:...: first defined here"
    if (words) fprintf(out, "linker: %s\n", words);
    else if (assembler) fprintf(out, INLINE_PTX "%s\n", assembler);
    else if (!is_harness_line(line)) fprintf(out, "%s\n", line);
}

static char *lines_cleaned(char *text) {
    char *result = NULL, *rest = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&result, &size);
    if (!out) return NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) log_line(out, line);
    return fclose(out) ? (free(result), NULL) : result;
}

void build_log_clean(const char *printed, const char *root, const char *folder, const char *staged, const char *shown,
                     char *log, size_t size) {
    char above[PATH_BYTES + 2], here[PATH_BYTES + 2];
    snprintf(above, sizeof above, "%s/", root);
    snprintf(here, sizeof here, "%s/", folder);
    char *local = text_replaced(printed, here, "", false);
    char *named = local ? text_replaced(local, staged, shown, true) : NULL;
    char *relative = named ? text_replaced(named, above, "", false) : NULL;
    char *lines = relative ? lines_cleaned(relative) : NULL;
    size_t used = text_clean(log, size, lines ? lines : "", lines ? strlen(lines) : 0, true);
    static const char cut[] = "\n... and more.\n";
    if (lines && used < strlen(lines) && size > sizeof cut) memcpy(log + size - sizeof cut, cut, sizeof cut);
    free(local);
    free(named);
    free(relative);
    free(lines);
}

// "void matmul(const float *a, ...)" -> "matmul"
static void function_name(const char *prototype, char name[64]) {
    size_t end = strcspn(prototype, "("), start;
    while (end && prototype[end - 1] == ' ') end--;
    for (start = end; start && prototype[start - 1] != ' ' && prototype[start - 1] != '*'; start--) {}
    snprintf(name, 64, "%.*s", (int)(end - start), prototype + start);
}

static bool line_with(const char *log, const char *word, char *line, size_t size) {
    const char *found = strstr(log, word);
    if (!found) return false;
    const char *start = found;
    while (start > log && start[-1] != '\n') start--;
    text_clean(line, size, start, strcspn(start, "\n"), false);
    return true;
}

void build_log_summary(const char *log, const Exercise *exercise, char *summary, size_t size) {
    char line[200], name[64] = "", missing[100];
    if (exercise->must_define) function_name(exercise->must_define, name);
    snprintf(missing, sizeof missing, "undefined reference to `%s(", name);
    if (name[0] && strstr(log, missing)) snprintf(summary, size, "Your file must define %s", exercise->must_define);
    else if (!exercise->interface && strstr(log, "undefined reference to `main'"))
        snprintf(summary, size, "Your file must be a whole program: it has no main().");
    else if (exercise->interface && strstr(log, "multiple definition of `main'"))
        snprintf(summary, size, "Your file must not define main(): the grader's own calls your function.");
    else if (line_with(log, "error", line, sizeof line) || line_with(log, "linker:", line, sizeof line))
        snprintf(summary, size, "%s", line);
    else snprintf(summary, size, "The compiler gave up without saying why.");
}

// The line of the source whose asm statement holds `word`, or the only asm statement's; 0: not known.
static unsigned asm_line(const char *source, const char *word) {
    unsigned line = 1, found = 0, statements = 0, only = 0, open = 0;
    for (const char *at = source; at && *at; at = strchr(at, '\n'), at += at != NULL, line++) {
        char text[400];
        snprintf(text, sizeof text, "%.*s", (int)strcspn(at, "\n"), at);
        const char *begin = strstr(text, "asm");
        if (begin) open = 1, statements++, only = line;
        if (open && !found && *word && strstr(begin ? begin : text, word)) found = line;
        if (strchr(text, ';') && strstr(text, ");")) open = 0;
    }
    return found ? found : statements == 1 ? only : 0;
}

// ptxas names a temporary file. Puts the student's line with the words of ptxas before the log.
static void name_asm_line(const char *source, const char *shown, char *log, size_t size) {
    const char *error = strstr(log, INLINE_PTX), *quote = error ? strchr(error, '\'') : NULL;
    char word[40] = "", text[160] = "", *rest = error ? strdup(log) : NULL;
    if (!rest) return;
    size_t length = strcspn(error, "\n");
    if (quote && quote < error + length) snprintf(word, sizeof word, "%.*s", (int)strcspn(quote + 1, "'\n"), quote + 1);
    unsigned line = asm_line(source, word);
    source_line(source, line, text, sizeof text);
    if (line)
        snprintf(log, size, "%s:%u: %.*s\n    %s\n%s", shown, line, (int)length, rest + (error - log), text, rest);
    free(rest);
}

// What to do about a file in an encoding that no compiler reads. NULL: it is text.
static const char *no_text(const char *source, size_t length) {
    size_t zeros[2] = {0}, pairs = length / 2; // in the first and the second byte of each pair
    for (size_t i = 0; i < 2 * pairs; i++) zeros[i % 2] += source[i] == 0;
    bool marked = length >= 2 && (!memcmp(source, "\xff\xfe", 2) || !memcmp(source, "\xfe\xff", 2));
    bool halves = (zeros[0] > pairs / 2 && !zeros[1]) || (zeros[1] > pairs / 2 && !zeros[0]);
    if (marked || halves)
        return "The file is saved as UTF-16, which the compiler does not read: save it as UTF-8 (plain text)";
    if (zeros[0] + zeros[1] > length / 4)
        return "Much of the file is zero bytes, so it is damaged or no text: save it again as UTF-8 (plain text)";
    return NULL;
}

// Names the line of a zero byte, which an editor does not show.
static void name_zero_byte(const char *source, size_t length, BuildResult *result) {
    const char *zero = memchr(source, 0, length);
    unsigned line = 1;
    if (!zero) return;
    for (const char *at = source; at < zero; at++) line += *at == '\n';
    char words[sizeof result->summary];
    snprintf(words, sizeof words, "Line %u holds a zero byte, which no editor shows: type the line again. %.150s", line,
             result->summary);
    memcpy(result->summary, words, sizeof words);
}

static void explain_stop(const ProcessResult *run, BuildResult *result) {
    const char *reason = NULL;
    if (run->end == PROCESS_TIMEOUT) reason = "did not finish within its time";
    if (run->end == PROCESS_MEMORY) reason = "needed more memory than it may have";
    if (run->end == PROCESS_OUTPUT) reason = "had too much to say";
    if (run->end == PROCESS_DISK) reason = "wrote more to disk than it may";
    if (run->end == PROCESS_TOO_MANY) reason = "started processes without end";
    if (reason) snprintf(result->summary, sizeof result->summary, "The compiler %s on this file.", reason);
}

typedef struct {
    char search[4200], temporary[PATH_BYTES + 16];
    const char *words[5];
} Environment;

static const char *const *environment_of(Environment *environment, const char *folder) {
    const char *path = getenv("PATH");
    snprintf(environment->search, sizeof environment->search, "PATH=%s", path ? path : "/usr/bin:/bin");
    snprintf(environment->temporary, sizeof environment->temporary, "TMPDIR=%s", folder);
    const char *const words[] = {environment->search, environment->temporary, "LC_ALL=C", "HOME=/nonexistent", NULL};
    memcpy(environment->words, words, sizeof words);
    return environment->words;
}

static bool run_compiler(const Paths *paths, const char *const *arguments, const char *folder, ProcessResult *run,
                         char error[200]) {
    Environment environment;
    ProcessSpec spec = {.arguments = arguments,
                        .environment = environment_of(&environment, folder),
                        .folder = folder,
                        .limits = build_limits,
                        .merge_errors = true,
                        .cut_output = true};
    if (paths->box[0]) spec.limits.address_bytes = 0; // the box has that limit, for the compiler and not for itself
    if (!paths->nvcc[0]) {
        snprintf(error, 200, "there is no nvcc: run make grade, which sets it up, or put it on the PATH");
        return false;
    }
    char program[PATH_BYTES + 16];
    snprintf(program, sizeof program, "%.*s/program", PATH_BYTES - 10, folder);
    if (!users_give(paths, folder)) return snprintf(error, 200, "cannot give %.150s away", folder), false;
    process_run(&spec, run);
    if (!users_take(paths, folder, program)) return snprintf(error, 200, "cannot take %.150s back", folder), false;
    if (run->end == PROCESS_FAILED) snprintf(error, 200, "cannot run the compiler: %.150s", run->error);
    if (run->end == PROCESS_INTERRUPTED) snprintf(error, 200, "interrupted");
    bool reached = run->end != PROCESS_EXITED || box_reached(paths, folder);
    if (!reached) text_clean(error, 200, run->output.text, strcspn(run->output.text, "\n"), false);
    return reached && run->end != PROCESS_FAILED && run->end != PROCESS_INTERRUPTED;
}

static bool compiled(const ProcessResult *run) { return run->end == PROCESS_EXITED && run->status == 0; }

static bool compile(const Compilation *what, bool lambdas, ProcessResult *run, char error[200]) {
    Arguments list = {.count = 0};
    return compose(&list, what, lambdas, error) && run_compiler(what->paths, list.items, what->folder, run, error);
}

// Compiles in C++20, and once more with extended lambdas if that is what is missing.
static bool compile_as_needed(const Compilation *what, ProcessResult *run, char error[200]) {
    if (!compile(what, false, run, error)) return false;
    if (compiled(run) || !run->output.text || !strstr(run->output.text, EXTENDED_LAMBDA)) return true;
    double seconds = run->seconds;
    process_result_free(run);
    *run = (ProcessResult){0};
    bool worked = compile(what, true, run, error);
    run->seconds += seconds;
    return worked;
}

// A machine that is short of memory ends any program, also a compiler whose file asks for little. What the compiler's
// own limits end is another matter: they are no SIGKILL, or process_run knows of them.
static bool was_killed(const ProcessResult *run) {
    static const char *const words[] = {"died due to signal 9 ", "Killed signal terminated program"}; // nvcc's, gcc's
    if (run->end == PROCESS_SIGNALLED) return run->status == SIGKILL;
    if (run->end != PROCESS_EXITED || run->status == 0 || !run->output.text) return false;
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (strstr(run->output.text, words[i])) return true;
    return false;
}

// Tries once more, a moment later, if the compiler was killed.
static bool compile_twice_if_killed(const Compilation *what, ProcessResult *run, bool *killed, char error[200]) {
    bool worked = compile_as_needed(what, run, error);
    if (worked && was_killed(run)) {
        process_result_free(run);
        *run = (ProcessResult){0};
        sleep(1);
        worked = compile_as_needed(what, run, error);
    }
    *killed = worked && was_killed(run);
    return worked;
}

bool build_program(const Paths *paths, const Exercise *exercise, const char *source, size_t length, const char *shown,
                   const char *folder, BuildResult *result, char error[200]) {
    *result = (BuildResult){0};
    char staged[80], path[PATH_BYTES + 90];
    snprintf(staged, sizeof staged, "%.70s.cu", exercise->name);
    snprintf(path, sizeof path, "%s/%s", folder, staged);
    if (!file_write_derived(path, source, length, error)) return false;
    const char *unread = no_text(source, length);
    if (unread) {
        snprintf(result->summary, sizeof result->summary, "%s", unread);
        return true;
    }
    ProcessResult run = {0};
    const Compilation what = {.paths = paths, .exercise = exercise, .folder = folder, .staged = staged};
    bool worked = compile_twice_if_killed(&what, &run, &result->killed, error);
    if (worked) {
        snprintf(result->program, sizeof result->program, "%.*s/program", PATH_BYTES - 10, folder);
        result->seconds = run.seconds;
        result->built = compiled(&run) && file_is_plain(result->program);
        build_log_clean(run.output.text, paths->root, folder, staged, shown, result->log, sizeof result->log);
        if (!result->built) {
            name_asm_line(source, shown, result->log, sizeof result->log);
            build_log_summary(result->log, exercise, result->summary, sizeof result->summary);
            explain_stop(&run, result);
            name_zero_byte(source, length, result);
        }
    }
    process_result_free(&run);
    return worked;
}

// ---- before any student's file ----

// What students' files begin with, more before less. Another beginning only takes more time.
static const char *const preambles[] = {
    "#include \"workbook.h\"\n#include <curand_kernel.h>\n",
    "#include \"workbook.h\"\n",
};
#define SAMPLE "preamble.cu"

static bool prepare_in(const Paths *paths, unsigned number, const char *folder, char error[200]) {
    Arguments list = {.count = 0};
    char source[400], path[PATH_BYTES + 32], base[PATH_BYTES + 32], digit[16];
    snprintf(digit, sizeof digit, "%u", number);
    snprintf(base, sizeof base, "%.900s/compiler/%s", paths->build, digit);
    argument(&list, argument_text(&list, "%s/%s", paths->build, "compile"));
    argument(&list, "--prepare");
    argument(&list, base);
    add_flags(&list, paths);
    argument(&list, SAMPLE);
    int length = snprintf(source, sizeof source, "%senum { end_of_preamble = __COUNTER__ };\n", preambles[number]);
    snprintf(path, sizeof path, "%s/" SAMPLE, folder);
    ProcessSpec spec = {.arguments = list.items, .folder = folder, .limits = build_limits, .merge_errors = true};
    ProcessResult run = {0};
    if (!file_write_derived(path, source, (size_t)length, error)) return false;
    process_run(&spec, &run);
    bool ran = run.end == PROCESS_EXITED;
    if (!ran) snprintf(error, 200, "cannot prepare the compiler: %.150s", run.error);
    process_result_free(&run);
    return ran;
}

bool build_prepare(const Paths *paths, char error[200]) {
    char folder[PATH_BYTES], made[PATH_BYTES + 32];
    bool prepared = true;
    snprintf(made, sizeof made, "%.900s/compiler", paths->build);
    folder_remove(made);
    mode_t before = umask(022); // users of sandboxes read what is made here
    if (!folder_make(made)) return snprintf(error, 200, "cannot make %.150s", made), false;
    for (unsigned i = 0; prepared && i < sizeof preambles / sizeof *preambles; i++) {
        prepared = paths_work_folder(paths, folder, error) && prepare_in(paths, i, folder, error);
        folder_remove(folder);
    }
    umask(before);
    return prepared;
}
