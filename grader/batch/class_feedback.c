// class_feedback.c - the pages of all students in one zip, for a platform that takes feedback back so.
#include "batch.h"

#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../report/terminal.h"
#include "../submissions/platforms/platform.h"

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

#define MOST_PAGE (16u << 20)

typedef struct {
    const Batch *batch;
    FeedbackZip *zip;
    FILE *out;
    unsigned people, without, waiting; // waiting: not graded yet
} Feedback;

static char *student_file(const Batch *batch, const Submission *submission, const char *name) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/students/%s/%s", batch->journal.folder, submission->id, name);
    return file_exists(path) ? file_read(path, MOST_PAGE, NULL, NULL) : NULL;
}

static void say_without(Feedback *feedback, const Person *person, const char *why) {
    char words[500];
    if (!feedback->without++) fputs("no feedback to upload for:\n", feedback->out);
    text_format(words, sizeof words, "%s: %s", person->name, why);
    fputs("  ", feedback->out);
    terminal_wrapped(&(Terminal){feedback->out, terminal_style(feedback->out)}, 2, 4, words);
}

static void add_person(Feedback *feedback, const Submission *submission, const Person *person, const char *page,
                       const char *text) {
    char name[PLATFORM_NAME], why[200];
    const Platform *platform = feedback->batch->submissions.platform;
    if (platform->feedback(submission, person, name, why) && feedback_zip_add(feedback->zip, name, page, text, why))
        feedback->people++;
    else if (why[0]) say_without(feedback, person, why);
}

// Older attempts have no feedback of their own: what counts stands on the newest one's page.
static void add_submission(Feedback *feedback, const Submission *submission) {
    if (submission->left_out[0] || submission->older) return;
    char *page = student_file(feedback->batch, submission, "feedback.html");
    char *text = student_file(feedback->batch, submission, "feedback.md");
    for (unsigned p = 0; page && text && p < submission->person_count; p++)
        add_person(feedback, submission, &submission->people[p], page, text);
    if (!page || !text) feedback->waiting += submission->person_count;
    free(page);
    free(text);
}

// The table that a platform takes in the same zip.
static bool add_table(Feedback *feedback, Message error) {
    char path[PATH_BYTES];
    const char *name = feedback->batch->submissions.platform->table;
    snprintf(path, sizeof path, "%s/%s", feedback->batch->journal.folder, name ? name : "");
    char *text = name && file_exists(path) ? file_read(path, MOST_PAGE, NULL, error) : NULL;
    bool added = !text || feedback_zip_add(feedback->zip, "feedback/grades.csv", text, text, error);
    free(text);
    return added;
}

// ---- for markers ----

static bool add_file(const Batch *batch, FeedbackZip *zip, const char *name, Message error) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", batch->journal.folder, name);
    char *text = file_exists(path) ? file_read(path, MOST_PAGE, NULL, error) : NULL;
    bool added = !text || feedback_zip_add(zip, name, text, text, error);
    free(text);
    return added;
}

static bool add_alike(const Batch *batch, FeedbackZip *zip, Message error) {
    char path[PATH_BYTES], name[300];
    struct dirent **entries = NULL;
    snprintf(path, sizeof path, "%s/alike", batch->journal.folder);
    int count = scandir(path, &entries, NULL, alphasort);
    bool added = true;
    for (int i = 0; i < count; i++) {
        snprintf(name, sizeof name, "alike/%s", entries[i]->d_name);
        if (added && text_ends(name, ".html")) added = add_file(batch, zip, name, error);
        free(entries[i]);
    }
    free(entries);
    return added;
}

bool class_for_markers(const Batch *batch, FILE *out, Message error) {
    char path[PATH_BYTES], name[300], *bytes = NULL;
    size_t length = 0;
    FeedbackZip *zip = feedback_zip_new();
    snprintf(path, sizeof path, "%s/markers.zip", batch->journal.folder);
    bool made = zip && add_file(batch, zip, "class.html", error) && add_alike(batch, zip, error);
    for (unsigned s = 0; made && s < batch->submissions.count; s++) {
        if (batch->submissions.items[s].left_out[0]) continue;
        snprintf(name, sizeof name, "students/%s/feedback.html", batch->submissions.items[s].id);
        made = add_file(batch, zip, name, error);
    }
    made = made && (feedback_zip_end(zip, &bytes, &length) || message_set(error, "out of memory")) &&
           file_write(path, bytes, length, error);
    if (made) fprintf(out, "for markers, without names: %s\n", path);
    feedback_zip_free(zip);
    free(bytes);
    return made;
}

// ---- for the platform ----

bool class_feedback(const Batch *batch, FILE *out, Message error) {
    Feedback feedback = {.batch = batch, .out = out};
    char path[PATH_BYTES], *bytes = NULL;
    size_t length = 0;
    if (!batch->submissions.platform->feedback) return true;
    snprintf(path, sizeof path, "%s/feedback.zip", batch->journal.folder);
    feedback.zip = feedback_zip_new();
    for (unsigned s = 0; feedback.zip && s < batch->submissions.count; s++)
        add_submission(&feedback, &batch->submissions.items[s]);
    bool made = feedback.zip && add_table(&feedback, error) && feedback_zip_end(feedback.zip, &bytes, &length);
    if (!made) message_set(error, "out of memory");
    made = made && file_write(path, bytes, length, error);
    if (made) {
        char words[PATH_BYTES + 100];
        text_format(words, sizeof words, "feedback to upload: %s, for %u %s", path, feedback.people,
                    feedback.people == 1 ? "person" : "people");
        if (feedback.waiting) text_append(words, sizeof words, "; %u more wait to be graded", feedback.waiting);
        terminal_wrapped(&(Terminal){out, terminal_style(out)}, 0, 2, words);
    }
    feedback_zip_free(feedback.zip);
    free(bytes);
    return made;
}
