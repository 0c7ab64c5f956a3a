// class_feedback.c - the pages of all students in one zip, for a platform that takes feedback back so.
#include "batch.h"

#include "../submissions/platforms/platform.h"
#include "../system/message.h"

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
    if (!feedback->without++) fputs("no feedback to upload for:\n", feedback->out);
    fprintf(feedback->out, "  %s: %s\n", person->name, why);
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
        const char *people = feedback.people == 1 ? "person" : "people";
        fprintf(out, "feedback to upload: %s, for %u %s", path, feedback.people, people);
        if (feedback.waiting) fprintf(out, "; %u more wait to be graded", feedback.waiting);
        fputc('\n', out);
    }
    feedback_zip_free(feedback.zip);
    free(bytes);
    return made;
}
