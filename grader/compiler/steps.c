// steps.c - the commands that nvcc would run, as words.
#define _GNU_SOURCE // memmem
#include "compile.h"

#include "../device/system/text.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_PRINTED (1 << 20)
#define LINE "#$ "
static const char *const tools[STEP_COUNT] = {"gcc", "cudafe++", "gcc", "cicc", "ptxas", "fatbinary", "gcc", "g++"};

void step_add(Step *step, const char *word) {
    if (step->count < MOST_WORDS - 1) step->words[step->count++] = (char *)word;
    step->words[step->count] = NULL;
}

void step_drop(Step *step, const char *word, bool value) {
    unsigned kept = 0;
    for (unsigned i = 0; i < step->count; i++) {
        if (strcmp(step->words[i], word)) step->words[kept++] = step->words[i];
        else i += value;
    }
    step->words[step->count = kept] = NULL;
}

char *step_value(const Step *step, const char *option) {
    for (unsigned i = 0; i + 1 < step->count; i++)
        if (!strcmp(step->words[i], option)) return step->words[i + 1];
    return NULL;
}

char *step_behind(const Step *step, const char *begin) {
    for (unsigned i = 0; i < step->count; i++)
        if (text_begins(step->words[i], begin)) return step->words[i] + strlen(begin);
    return NULL;
}

char *step_file(const Step *step, const char *suffix) {
    char *found = NULL;
    for (unsigned i = 0; i < step->count; i++) {
        if (!text_ends(step->words[i], suffix)) continue;
        if (found) return NULL;
        found = step->words[i];
    }
    return found;
}

// ---- what differs from build to build ----

static bool is_own_file(const Step *step, unsigned i) {
    static const char *const suffixes[] = {".cu", ".cudafe1.cpp"};
    for (size_t n = 0; n < sizeof suffixes / sizeof *suffixes; n++)
        if (text_ends(step->words[i], suffixes[n])) return true;
    return i && !strcmp(step->words[i - 1], "-o");
}

char *step_flags(const Plan *plan, const Step *step) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    for (unsigned i = 0; i < step->count; i++)
        if (!is_own_file(step, i) && !text_begins(step->words[i], "-W")) fprintf(out, "%s\n", step->words[i]);
    if (fclose(out)) return free(text), NULL;
    char *marked = text_replaced(text, plan->common, "@common@", false);
    char *flags = marked ? text_replaced(marked, plan->toolkit, "@toolkit@", false) : NULL;
    free(text);
    free(marked);
    return flags;
}

// ---- the dry run ----

static char *read_all(int descriptor) {
    char *text = malloc(MOST_PRINTED + 1);
    size_t length = 0;
    while (text && length < MOST_PRINTED) {
        ssize_t got = read(descriptor, text + length, MOST_PRINTED - length);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        length += (size_t)got;
    }
    if (text) text[length] = 0;
    return text;
}

static void dry_run(char **arguments, int output) {
    char *words[MOST_WORDS] = {arguments[0], "--dryrun"};
    for (unsigned i = 1; arguments[i]; i++) {
        if (i + 2 >= MOST_WORDS) _exit(1);
        words[i + 1] = arguments[i];
    }
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    execv(words[0], words);
    _exit(1);
}

// What `nvcc --dryrun` prints, allocated; NULL: it complained.
static char *dry_run_text(char **arguments) {
    int ends[2], status = 1;
    if (pipe(ends)) return NULL;
    pid_t pid = fork();
    if (pid == 0) dry_run(arguments, ends[1]);
    close(ends[1]);
    char *text = pid > 0 ? read_all(ends[0]) : NULL;
    close(ends[0]);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
    if (status) return free(text), NULL;
    return text;
}

#define TEMPORARY "tmpxft_"

static void cut_out(char *at, size_t length) { memmove(at, at + length, strlen(at + length) + 1); }

// Takes "/tmp/" and the numbers of nvcc's process out of "/tmp/tmpxft_0012abcd_00000000-": these files lie where the
// compiler runs, which is private.
static void files_here(char *line) {
    const char *folder = getenv("TMPDIR");
    char name[1200];
    snprintf(name, sizeof name, "%s/" TEMPORARY, folder && *folder ? folder : "/tmp");
    for (char *at; (at = strstr(line, name));) cut_out(at, strlen(name) - strlen(TEMPORARY));
    for (char *at = line; (at = strstr(at, TEMPORARY));) {
        at += strlen(TEMPORARY);
        cut_out(at, strspn(at, "0123456789abcdef_"));
    }
}

// One word of a command as a shell would read it, in place: double quotes and $NAME at a word's begin are all that nvcc
// writes. NULL: no word is left; *known: false if there is anything else.
static char *next_word(char **rest, char **spare, bool *known) {
    char *at = *rest + strspn(*rest, " "), *word = *spare, *out = word;
    bool quoted = false;
    if (!*at) return NULL;
    for (; *at && (quoted || *at != ' '); at++) {
        if (strchr("\\`'", *at) || (!quoted && strchr("|&;<>()*?#~", *at))) *known = false;
        if (*at == '"') quoted = !quoted;
        else if (*at == '$') {
            char name[64];
            size_t length = 1;
            while (isalnum((unsigned char)at[length]) || at[length] == '_') length++;
            snprintf(name, sizeof name, "%.*s", (int)length - 1, at + 1);
            const char *value = getenv(name);
            if (!value || length > 40 || strlen(value) > 1000) return *known = false, NULL;
            out = stpcpy(out, value);
            at += length - 1;
        } else *out++ = *at;
    }
    *known = *known && !quoted;
    *rest = at;
    *out++ = 0;
    *spare = out;
    return word;
}

static bool is_assignment(const char *line) {
    size_t length = strspn(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    return length && line[length] == '=';
}

static void assign(char *line) {
    char *equals = strchr(line, '=');
    *equals = 0;
    if (line[0] != '_') setenv(line, equals + 1, 1); // PATH, LD_LIBRARY_PATH, and those that commands name
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// Whether a command is the next of the known ones; then it is read into *step.
static bool read_command(Step *step, StepKind kind, char *line, char **spare) {
    bool known = true;
    files_here(line);
    for (char *word; (word = next_word(&line, spare, &known));) {
        if (step->count + 16 >= MOST_WORDS) return false; // quick forms add a few
        step_add(step, word);
    }
    return known && step->count && !strcmp(base_name(step->words[0]), tools[kind]);
}

static bool read_line(Plan *plan, unsigned *next, char *line, char **spare) {
    if (strncmp(line, LINE, strlen(LINE))) return false; // a warning of nvcc's own
    line += strlen(LINE);
    if (is_assignment(line)) return assign(line), true;
    if (!strncmp(line, "rm ", 3)) return true;
    if (*next == STEP_COUNT) return false;
    StepKind kind = (StepKind)(*next)++;
    return read_command(&plan->steps[kind], kind, line, spare);
}

// ---- the plan ----

// nvcc names the two front ends' output with an identifier that cudafe++ makes up, for names that are private to a
// file. cicc could only start after it, so that is made up here.
static bool name_module(Plan *plan) {
    Step *front = &plan->steps[FRONT_HOST];
    const char *path = step_value(front, "--module_id_file_name");
    const char *name = step_value(front, "--orig_src_file_name");
    if (!path || !name || strlen(name) > 200) return false;
    char plain[256] = "", text[320];
    for (size_t i = 0; name[i]; i++) plain[i] = (char)(isalnum((unsigned char)name[i]) ? name[i] : '_');
    unsigned hash = 2166136261u;
    for (const char *at = name; *at; at++) hash = (hash ^ (unsigned char)*at) * 16777619u;
    int length = snprintf(text, sizeof text, "_%08x_%zu_%s_%08x", hash, strlen(plain), plain, hash * 31 + 7);
    step_drop(front, "--gen_module_id_file", false);
    return file_write_derived(path, text, (size_t)length, NULL);
}

static void find_places(Plan *plan, char **arguments) {
    const char *slash = strrchr(arguments[0], '/');
    snprintf(plan->toolkit, sizeof plan->toolkit, "%.*s", slash ? (int)(slash - arguments[0]) : 0, arguments[0]);
    for (unsigned i = 1; arguments[i]; i++)
        if (!strncmp(arguments[i], "-I", 2)) snprintf(plan->common, sizeof plan->common, "%s", arguments[i] + 2);
}

bool plan_make(Plan *plan, char **arguments) {
    *plan = (Plan){.printed = NULL};
    char *text = dry_run_text(arguments), *rest = NULL;
    size_t size = text ? 4 * strlen(text) + 8192 : 0;
    plan->printed = text ? malloc(size) : NULL;
    char *spare = plan->printed;
    unsigned next = 0;
    bool known = plan->printed != NULL;
    for (char *line = known ? strtok_r(text, "\n", &rest) : NULL; line && known; line = strtok_r(NULL, "\n", &rest))
        known =
            (size_t)(spare - plan->printed) + 2 * strlen(line) + 4096 < size && read_line(plan, &next, line, &spare);
    free(text);
    find_places(plan, arguments);
    return known && next == STEP_COUNT && plan->toolkit[0] && plan->common[0] && name_module(plan);
}

void plan_free(Plan *plan) { free(plan->printed); }
