// explain.c - make explain: questions on the student's own kernel, one after another at a terminal.
#define _GNU_SOURCE // getrandom
#include "../device/system/files.h"
#include "../device/system/text.h"
#include "../grading/grade.h"
#include "../report/terminal.h"
#include "examine.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#define EXPLAIN_QUESTIONS 3
#define TRIES 2

static int fail(const char *message) {
    fprintf(stderr, "grade: %s\n", message);
    return 2;
}

static void say(const Terminal *terminal, const char *text) {
    char line[1000];
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
        terminal_wrapped(terminal, 0, 0, line);
    }
}

// The line as it stands, which the question is about, with its number.
static void show_line(const Subject *subject, const Asked *asked) {
    const char *at = subject->source;
    for (unsigned line = 1; line < asked->line && at; line++) at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL;
    if (at && asked->line && !asked->change.line) printf("\n  %4u | %.*s\n", asked->line, (int)strcspn(at, "\n"), at);
}

// The changed line, with what is new in bold.
static void show_change(const Change *change) {
    bool bold = isatty(STDOUT_FILENO) && !getenv("NO_COLOR") && change->to > change->from;
    printf("\n  %4u | %.*s%s%.*s%s%s\n", change->line, (int)change->from, change->shown, bold ? "\033[1m" : "",
           (int)(change->to - change->from), change->shown + change->from, bold ? "\033[0m" : "",
           change->shown + change->to);
}

// false: there is no more input.
static bool ask(const Terminal *terminal, const Asked *asked, bool *right) {
    char *line = NULL;
    size_t size = 0;
    bool more = true;
    *right = false;
    for (unsigned tries = 0; tries < TRIES && more && !*right; tries++) {
        printf("> ");
        fflush(stdout);
        more = getline(&line, &size, stdin) > 0;
        if (!more) break;
        *right = asked_right(asked, line);
        const char *miss = *right ? NULL : asked_miss_of(asked, line);
        if (*right) say(terminal, "Right.");
        else if (miss) say(terminal, miss);
        else say(terminal, "No.");
    }
    free(line);
    return more;
}

static void tell(const Terminal *terminal, const Asked *asked, bool right) {
    char text[600];
    snprintf(text, sizeof text, "%s%s%s%s", right ? "" : "The answer is ", right ? "" : asked->key, right ? "" : ". ",
             asked->why);
    say(terminal, text);
    if (!asked->change.line) return;
    show_change(&asked->change);
    say(terminal, asked->ran);
}

// ---- a size of one's own, which no key knows ----

#define MOST_SIZE 300

// As many numbers as there are sizes, each from 1 to MOST_SIZE. false: the answer has others.
static bool sizes_read(const char *answer, unsigned count, int64_t sizes[CASE_SIZES]) {
    unsigned found = 0;
    while (*(answer += strcspn(answer, "0123456789"))) {
        char *end;
        long long size = strtoll(answer, &end, 10);
        if (found == count || size < 1 || size > MOST_SIZE) return false;
        sizes[found++] = size, answer = end;
    }
    return found == count;
}

// Runs the student's program and the changed one on these sizes, and says what came out. false: it could not.
static bool try_sizes(const Terminal *terminal, const Subject *subject, const Asked *asked, const int64_t *sizes) {
    Observed own, changed;
    if (!subject_run_sizes(subject, subject->program, sizes, &own)) return false;
    bool known = own.passed;
    observed_free(&own);
    if (!known) return say(terminal, "Your own program has no right results there: name another size."), true;
    if (!subject_run_sizes(subject, asked->program, sizes, &changed)) return false;
    say(terminal, changed.passed ? "It ran: right results, and no fault. The test has nothing to do there."
                                 : "It ran: wrong results, or a fault. The test is needed there.");
    observed_free(&changed);
    return true;
}

static bool ask_own_sizes(const Terminal *terminal, const Subject *subject, const Asked *asked) {
    char *line = NULL, text[300];
    size_t size = 0;
    unsigned count = sizes_named(&subject->run.spec);
    int64_t sizes[CASE_SIZES];
    snprintf(
        text, sizeof text,
        "Now name a size, as in \"%s\", for which the program without the test is still right, of numbers from 1 to "
        "%d. It is run. Enter alone goes on.",
        subject->run.spec.label, MOST_SIZE);
    puts("");
    say(terminal, text);
    printf("> ");
    fflush(stdout);
    bool more = getline(&line, &size, stdin) > 0, given = more && line[strspn(line, " \t\r\n")];
    if (given && !sizes_read(line, count, sizes)) {
        snprintf(text, sizeof text, "That is not %u number%s from 1 to %d.", count, count == 1 ? "" : "s", MOST_SIZE);
        say(terminal, text);
    } else if (given && !try_sizes(terminal, subject, asked, sizes)) say(terminal, "It could not be run.");
    free(line);
    return more;
}

static int ask_all(const Subject *subject, const Questions *questions, unsigned count) {
    const Terminal terminal = {.out = stdout, .style = terminal_style(stdout)};
    unsigned right = 0;
    char text[1000];
    snprintf(text, sizeof text,
             "%u question%s on your file %s, about its run with %s. They earn no points; Ctrl-D ends.", count,
             count == 1 ? "" : "s", subject->shown, subject->run.sizes);
    say(&terminal, text);
    for (unsigned i = 0; i < count; i++) {
        const Asked *asked = &questions->items[i];
        bool is_right;
        show_line(subject, asked);
        printf("\n");
        snprintf(text, sizeof text, "%u. %s", i + 1, asked->asks);
        say(&terminal, text);
        bool more = ask(&terminal, asked, &is_right);
        if (!more) return puts(""), 0;
        tell(&terminal, asked, is_right);
        if (asked->program[0] && sizes_named(&subject->run.spec) && !ask_own_sizes(&terminal, subject, asked))
            return puts(""), 0;
        right += is_right;
    }
    printf("\n%u of %u. make explain EXERCISE=%s asks others.\n", right, count, subject->exercise->name);
    return 0;
}

static int explain_source(Subject *subject) {
    Questions questions;
    Message error = "";
    uint64_t seed = 0;
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed) seed = (uint64_t)getpid();
    bool made = questions_make(subject, seed, &questions, error);
    if (!made) printf("%s: %s.\n", subject->shown, error);
    int status = made ? ask_all(subject, &questions, questions_choose(&questions, EXPLAIN_QUESTIONS, NULL, 0)) : 1;
    questions_free(&questions);
    subject_close(subject);
    return status;
}

int explain_command(const Paths *paths, const Exercise *exercise) {
    char path[PATH_BYTES], shown[PATH_BYTES], folder[PATH_BYTES];
    Message error;
    size_t length;
    paths_source(paths, "exercises", exercise, path);
    paths_shown(paths, path, shown, sizeof shown);
    char *source = file_read(path, MOST_SOURCE_BYTES, &length, error);
    if (!source) return fail(error);
    int status = 2;
    if (!paths_work_folder(paths, folder, error)) fail(error);
    else {
        Subject subject = {.paths = paths,
                           .exercise = exercise,
                           .folder = folder,
                           .shown = shown,
                           .source = source,
                           .length = length,
                           .inputs = grade_inputs(paths)};
        status = explain_source(&subject);
        folder_remove(folder);
    }
    free(source);
    return status;
}
