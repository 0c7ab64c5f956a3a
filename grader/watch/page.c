// page.c - what the page of make live shows, and which files it may have.
//
// The page asks for "state/N", which is answered once there is a state other than N; live.js lays it out. A state is
// one JSON object. Of files there are those of this directory, build/show/NAME.html of exercises, and the book.
#define _GNU_SOURCE
#include "page.h"

#include "http.h"

#include "../device/system/text.h"
#include "../report/report.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define REPORT_WIDTH 100
#define OWN_POLICY                                                                                                     \
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; " \
    "form-action 'none'; frame-ancestors 'none'"
#define SHOW_POLICY "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"
#define BOOK_POLICY                                                                                                    \
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self'; "     \
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

struct Page {
    const Paths *paths;
    Http *http;
    unsigned version;
    const Exercise *exercise; // NULL: nothing was saved yet
    bool grading;
    unsigned pictures; // the version that they came with; 0: there are none
    char failure[300], draft[400];
    json_t *verdict; // of `exercise`, NULL: none yet
};

// ---- the state ----

static char *report_text(const Verdict *verdict) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    report_print_verdict(out, (TerminalStyle){.width = REPORT_WIDTH}, verdict);
    return fclose(out) ? (free(text), NULL) : text;
}

static bool lesson_exists(const Page *page, char path[400]) {
    char folder[PATH_BYTES];
    snprintf(path, 400, "book/%.200s.html", page->exercise->chapter);
    snprintf(folder, sizeof folder, "%.900s/book", page->paths->build);
    int file = http_file(folder, path + strlen("book/"));
    if (file >= 0) close(file);
    return file >= 0;
}

static char *state_text(const Page *page) {
    json_t *state = json_pack("{s:i, s:b}", "version", (int)page->version, "grading", page->grading);
    char path[400];
    if (page->exercise) {
        json_object_set_new(state, "exercise", json_string(page->exercise->name));
        json_object_set_new(state, "title", json_string(page->exercise->title));
        if (lesson_exists(page, path)) json_object_set_new(state, "lesson", json_string(path));
    }
    if (page->failure[0]) json_object_set_new(state, "failure", json_string(page->failure));
    if (page->draft[0]) json_object_set_new(state, "draft", json_string(page->draft));
    if (page->verdict) json_object_set(state, "verdict", page->verdict);
    snprintf(path, sizeof path, "show/%.200s.html?%u", page->exercise ? page->exercise->name : "", page->pictures);
    if (page->pictures) json_object_set_new(state, "pictures", json_string(path));
    char *text = json_dumps(state, JSON_COMPACT);
    json_decref(state);
    return text;
}

static void changed(Page *page) {
    page->version++;
    http_wake(page->http);
}

void page_grading(Page *page, const Exercise *exercise) {
    if (page->exercise != exercise) {
        json_decref(page->verdict);
        page->verdict = NULL;
        page->pictures = 0;
    }
    page->exercise = exercise;
    page->grading = true;
    page->failure[0] = page->draft[0] = 0;
    changed(page);
}

void page_draft(Page *page, const char *line) {
    text_copy(page->draft, sizeof page->draft, line);
    changed(page);
}

void page_verdict(Page *page, const Verdict *verdict, const char *changes, double seconds) {
    char *report = report_text(verdict);
    json_decref(page->verdict);
    page->verdict =
        json_pack("{s:s, s:b, s:i, s:i, s:s, s:s, s:f, s:s}", "state", state_words(verdict->state), "passed",
                  verdict->state == STATE_passed, "points", verdict->points, "most", verdict->max_points, "summary",
                  verdict->summary, "changes", changes, "seconds", seconds, "report", report ? report : "");
    free(report);
    page->grading = false;
    page->pictures = 0;
    changed(page);
}

void page_estimate(Page *page, const Verdict *verdict) {
    char *report = report_text(verdict);
    json_object_set_new(page->verdict, "report", json_string(report ? report : ""));
    free(report);
    changed(page);
}

void page_failed(Page *page, const char *why) {
    text_copy(page->failure, sizeof page->failure, why);
    page->grading = false;
    changed(page);
}

void page_pictures(Page *page, bool written) {
    page->pictures = written ? page->version + 1 : 0;
    changed(page);
}

// ---- what is served ----

static void serve_file(const char *folder, const char *path, const char *policy, HttpAnswer *answer) {
    *answer = (HttpAnswer){.type = http_type(path), .policy = policy, .file = http_file(folder, path)};
}

static void serve_state(const Page *page, const char *number, bool expired, HttpAnswer *answer) {
    if (strspn(number, "0123456789") != strlen(number) || !*number || strlen(number) > 9) return;
    if (!expired && strtoul(number, NULL, 10) == page->version) {
        answer->waits = true;
        return;
    }
    answer->type = "application/json";
    answer->body = state_text(page);
    answer->length = answer->body ? strlen(answer->body) : 0;
}

static bool is_show_page(const char *name) {
    for (unsigned i = 0; i < exercise_count; i++) {
        size_t length = strlen(exercises[i]->name);
        if (!strncmp(name, exercises[i]->name, length) && !strcmp(name + length, ".html")) return true;
    }
    return false;
}

static void serve(void *context, const char *path, bool expired, HttpAnswer *answer) {
    const Page *page = context;
    char folder[PATH_BYTES + 32];
    if (text_begins(path, "state/")) serve_state(page, path + strlen("state/"), expired, answer);
    else if (text_begins(path, "book/")) {
        snprintf(folder, sizeof folder, "%s/book", page->paths->build);
        serve_file(folder, path + strlen("book/"), BOOK_POLICY, answer);
    } else if (text_begins(path, "show/") && is_show_page(path + strlen("show/"))) {
        snprintf(folder, sizeof folder, "%s/show", page->paths->build);
        serve_file(folder, path + strlen("show/"), SHOW_POLICY, answer);
    } else if (!*path || !strcmp(path, "live.js") || !strcmp(path, "live.css")) {
        snprintf(folder, sizeof folder, "%s/grader/watch/live", page->paths->root);
        serve_file(folder, *path ? path : "live.html", OWN_POLICY, answer);
    }
}

Page *page_open(const Paths *paths, unsigned port, char error[200]) {
    Page *page = calloc(1, sizeof *page);
    if (!page) return snprintf(error, 200, "out of memory"), NULL;
    *page = (Page){.paths = paths, .version = 1, .http = http_open(port, serve, page, error)};
    if (!page->http) return free(page), NULL;
    return page;
}

const char *page_address(const Page *page) { return http_address(page->http); }
unsigned page_port(const Page *page) { return http_port(page->http); }
int page_descriptor(const Page *page) { return http_descriptor(page->http); }
bool page_goes_on(const Page *page) { return http_goes_on(page->http); }
void page_turn(Page *page) { http_turn(page->http); }

void page_close(Page *page) {
    http_close(page->http);
    json_decref(page->verdict);
    free(page);
}
