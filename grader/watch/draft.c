// draft.c - see draft.h.
#define _GNU_SOURCE
#include "draft.h"

#include "../device/system/files.h"
#include "../device/system/text.h"
#include "../device/system/times.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 10, MOST_BYTES = 16 << 20, MOST_MEMORY = 1 << 30 };

// ---- the process ----

static _Noreturn void work(const Paths *paths, const Exercise *exercise, const char *file, int output) {
    char program[PATH_BYTES];
    struct rlimit seconds = {SECONDS, SECONDS}, none = {0, 0}, memory = {MOST_MEMORY, MOST_MEMORY};
    int input = open(file, O_RDONLY | O_CLOEXEC), nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    snprintf(program, sizeof program, "%s/playground", paths->build);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_CPU, &seconds);
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_AS, &memory);
    if (input >= 0 && dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
        dup2(nowhere, STDERR_FILENO) >= 0)
        execl(program, "playground", exercise->name, (char *)NULL);
    _exit(1);
}

void draft_begin(Draft *draft, const Paths *paths, const Exercise *exercise, const char *file) {
    int ends[2];
    draft_end(draft);
    if (pipe2(ends, O_CLOEXEC) < 0) return;
    draft->began = seconds_now();
    draft->pid = fork();
    if (draft->pid == 0) work(paths, exercise, file, ends[1]);
    close(ends[1]);
    draft->descriptor = ends[0];
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    if (draft->pid < 0) draft_end(draft);
}

static void reap(Draft *draft) {
    if (draft->pid > 0) {
        kill(draft->pid, SIGKILL);
        waitpid(draft->pid, NULL, 0);
    }
    if (draft->descriptor >= 0) close(draft->descriptor);
    draft->pid = 0;
    draft->descriptor = -1;
}

void draft_end(Draft *draft) {
    reap(draft);
    json_decref(draft->report);
    free(draft->text);
    *draft = (Draft){.descriptor = -1};
}

// Reads what is there. false: there will be no more.
static bool read_more(Draft *draft) {
    char bytes[1 << 14];
    for (;;) {
        ssize_t count = read(draft->descriptor, bytes, sizeof bytes);
        if (count < 0) return true;
        char *larger =
            count > 0 && draft->length < MOST_BYTES ? realloc(draft->text, draft->length + (size_t)count + 1) : NULL;
        if (!larger) return false;
        memcpy(larger + draft->length, bytes, (size_t)count);
        draft->text = larger;
        draft->length += (size_t)count;
    }
}

// ---- what it says ----

static const char *word(const json_t *object, const char *name) {
    const char *value = json_string_value(json_object_get(object, name));
    return value ? value : "";
}
static long long number(const json_t *object, const char *name) {
    return json_integer_value(json_object_get(object, name));
}

// The first diagnostic of a kind. NULL: there is none.
static const json_t *diagnostic(const json_t *report, const char *kind) {
    size_t n;
    json_t *each;
    json_array_foreach(json_object_get(report, "diagnostics"), n,
                       each) if (!strcmp(word(each, "kind"), kind)) return each;
    return NULL;
}

// A case that only this compiler cannot run says nothing about the file. true: there is one, or no case at all.
static bool is_refused(const json_t *report, char why[240]) {
    const json_t *refused = diagnostic(report, "refused"), *error = json_object_get(report, "error");
    size_t n;
    json_t *each;
    text_copy(why, 240, "");
    if (error) text_copy(why, 240, json_string_value(error));
    else if (refused) snprintf(why, 240, "line %lld: %.200s", number(refused, "line"), word(refused, "message"));
    if (why[0]) return true;
    json_array_foreach(json_object_get(report, "cases"), n, each) {
        if (!number(each, "refused")) continue;
        text_copy(why, 240, word(each, word(each, "problem")[0] ? "problem" : "message"));
        return true;
    }
    return false;
}

// All points that it knows; true: the file has them.
static bool say_points(const json_t *report, char *line, size_t size) {
    double points = 0, most = 0;
    size_t n;
    json_t *part;
    json_array_foreach(json_object_get(report, "parts"), n, part) {
        if (!json_is_number(json_object_get(part, "points"))) continue;
        points += json_number_value(json_object_get(part, "points"));
        most += json_number_value(json_object_get(part, "max_points"));
    }
    if (most > 0) text_append(line, size, ", %.0f of %.0f points that it knows", points, most);
    return points == most;
}

static bool say_cases(const json_t *report, char *line, size_t size) {
    size_t right = 0, n;
    const json_t *cases = json_object_get(report, "cases"), *wrong = NULL;
    json_t *each;
    json_array_foreach(cases, n, each) {
        right += number(each, "passed") != 0;
        if (!wrong && !number(each, "passed")) wrong = each;
    }
    text_append(line, size, "%zu of %zu cases are right", right, json_array_size(cases));
    if (!wrong) return say_points(report, line, size);
    text_append(line, size, "; %.60s: %.120s", word(wrong, "label"),
                word(wrong, word(wrong, "problem")[0] ? "problem" : "message"));
    return false;
}

static void say(Draft *draft) {
    const json_t *error = diagnostic(draft->report, "error"),
                 *fault = json_array_get(json_object_get(draft->report, "faults"), 0);
    size_t size = sizeof draft->says;
    if (error) text_append(draft->says, size, "line %lld: %.200s", number(error, "line"), word(error, "message"));
    else if (fault)
        text_append(draft->says, size, "line %lld: a thread %.200s", number(fault, "line"), word(fault, "message"));
    else draft->right = say_cases(draft->report, draft->says, size);
    snprintf(draft->line, sizeof draft->line, "Draft after %.1f s, nvcc's verdict follows: %.330s.",
             seconds_now() - draft->began, draft->says);
}

bool draft_take(Draft *draft) {
    if (draft->descriptor < 0 || read_more(draft)) return false;
    reap(draft);
    draft->report = draft->length ? json_loadb(draft->text, draft->length, JSON_ALLOW_NUL, NULL) : NULL;
    text_copy(draft->why, sizeof draft->why, "it takes too long");
    if (!draft->report || is_refused(draft->report, draft->why)) return false;
    say(draft);
    return true;
}

bool draft_wait(Draft *draft) {
    struct pollfd output = {.fd = draft->descriptor, .events = POLLIN};
    while (draft->descriptor >= 0) {
        if (draft_take(draft)) return true;
        if (draft->descriptor >= 0 && poll(&output, 1, -1) < 0 && errno != EINTR) reap(draft);
    }
    return false;
}

// ---- the verdict beside it ----

static const VerdictCase *visible_case(const Verdict *verdict, const char *label) {
    for (unsigned i = 0; i < verdict->case_count; i++)
        if (!verdict->cases[i].hidden && !strcmp(verdict->cases[i].label, label)) return &verdict->cases[i];
    return NULL;
}

static void compare_cases(const Draft *draft, const Verdict *verdict, char words[400]) {
    size_t n;
    json_t *each;
    json_array_foreach(json_object_get(draft->report, "cases"), n, each) {
        const VerdictCase *graded = visible_case(verdict, word(each, "label"));
        bool passed = number(each, "passed");
        if (!graded || !graded->ran || graded->spoilt || graded->result.passed == passed) continue;
        text_copy(words, 400, word(each, "label"));
        text_append(words, 400, " is %s, and the draft has it %s", passed ? "wrong" : "right",
                    passed ? "right" : "wrong");
        return;
    }
}

static void keep(const Paths *paths, const Exercise *exercise, const char *file, char words[400]) {
    char folder[PATH_BYTES], path[PATH_BYTES];
    Message error;
    size_t length;
    char *text = file_read(file, MOST_SOURCE_BYTES, &length, error);
    snprintf(folder, sizeof folder, "%.900s/drafts", paths->build);
    snprintf(path, sizeof path, "%.950s/%.60s.cu", folder, exercise->name);
    bool kept = text && folder_make(folder) && file_write(path, text, length, error);
    free(text);
    text_append(words, 400, ". The verdict holds; the draft compiler has a mistake.%s",
                kept ? " The file is kept in build/drafts." : "");
}

void draft_compare(const Draft *draft, const Paths *paths, const Verdict *verdict, const char *file, char words[400]) {
    words[0] = 0;
    if (!draft->line[0]) return;
    bool fails = diagnostic(draft->report, "error");
    switch (verdict->state) {
    case STATE_build:
        if (!fails) text_copy(words, 400, "nvcc does not compile this file, and the draft does");
        break;
    case STATE_passed:
    case STATE_wrong:
    case STATE_fault:
    case STATE_limit:
    case STATE_slow:
        if (fails) text_copy(words, 400, "nvcc compiles this file, and the draft does not");
        else compare_cases(draft, verdict, words);
        break;
    default: break; // of the others a draft knows nothing
    }
    if (words[0]) keep(paths, verdict->exercise, file, words);
}
