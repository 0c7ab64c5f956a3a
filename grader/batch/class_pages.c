// class_pages.c - the pages of a class, printed from what is kept in RESULTS: class.html for the instructor, and
// students/ID/feedback.html for each student.
#include "batch.h"

#include <stdlib.h>

typedef struct {
    Verdict verdict;
    JournalRan ran;
} Kept;

typedef struct {
    const Batch *batch;
    Kept *kept;      // exercise_count for each student
    PageItem *items; // the same, as pages want them
    PageStudent *students;
    PageStray *strays;
} Pages;

static Kept *kept_at(const Pages *pages, unsigned student, unsigned exercise) {
    return &pages->kept[(size_t)student * pages->batch->exercise_count + exercise];
}

static void load_item(const Pages *pages, unsigned student, unsigned exercise) {
    const Batch *batch = pages->batch;
    const char *id = batch->submissions.items[student].id;
    Kept *kept = kept_at(pages, student, exercise);
    bool graded = !batch->submissions.items[student].left_out[0] &&
                  journal_load(&batch->journal, id, batch->exercises[exercise], NULL, &kept->verdict);
    journal_ran(&batch->journal, id, batch->exercises[exercise], &kept->ran);
    pages->items[kept - pages->kept] = (PageItem){.verdict = graded ? &kept->verdict : NULL,
                                                  .seconds = kept->ran.seconds,
                                                  .attempts = kept->ran.attempts,
                                                  .deaths = kept->ran.deaths,
                                                  .machine = kept->ran.machine,
                                                  .failed = kept->ran.failed};
}

static bool pages_load(Pages *pages) {
    const Batch *batch = pages->batch;
    size_t all = (size_t)batch->submissions.count * batch->exercise_count;
    pages->kept = calloc(all + 1, sizeof *pages->kept);
    pages->items = calloc(all + 1, sizeof *pages->items);
    pages->students = calloc(batch->submissions.count + 1, sizeof *pages->students);
    pages->strays = calloc(batch->submissions.left_out_count + 1, sizeof *pages->strays);
    if (!pages->kept || !pages->items || !pages->students || !pages->strays) return false;
    for (unsigned i = 0; i < batch->submissions.left_out_count; i++) {
        const LeftOut *left_out = &batch->submissions.left_out[i];
        pages->strays[i] = (PageStray){.name = left_out->name, .why = left_out->why};
    }
    for (unsigned s = 0; s < batch->submissions.count; s++) {
        const Submission *submission = &batch->submissions.items[s];
        pages->students[s] = (PageStudent){.name = submission->student,
                                           .id = submission->id,
                                           .items = &pages->items[(size_t)s * batch->exercise_count]};
        for (unsigned e = 0; e < batch->exercise_count; e++) load_item(pages, s, e);
    }
    return true;
}

static void pages_free(Pages *pages) {
    size_t all = (size_t)pages->batch->submissions.count * pages->batch->exercise_count;
    for (size_t i = 0; pages->kept && i < all; i++) verdict_free(&pages->kept[i].verdict);
    free(pages->kept);
    free(pages->items);
    free(pages->students);
    free(pages->strays);
}

// ---- writing ----

static bool write_page(const char *path, FILE *out, char **text, size_t *length, char error[200]) {
    bool written = out && fclose(out) == 0;
    if (!written) snprintf(error, 200, "out of memory");
    written = written && file_write(path, *text, *length, error);
    free(*text);
    return written;
}

static bool write_feedback(const Pages *pages, unsigned student, char error[200]) {
    const Batch *batch = pages->batch;
    PageWork *works = calloc(batch->exercise_count, sizeof *works);
    char path[PATH_BYTES], *text = NULL;
    size_t length = 0;
    unsigned count = 0;
    FILE *out = works ? open_memstream(&text, &length) : NULL;
    for (unsigned e = 0; out && e < batch->exercise_count; e++) {
        const Verdict *verdict = pages->students[student].items[e].verdict;
        if (!verdict) continue;
        PageWork *work = &works[count++];
        work->verdict = verdict;
        work->source = journal_source(&batch->journal, pages->students[student].id, verdict->exercise, &work->length);
    }
    if (out) page_feedback(out, pages->students[student].name, works, count);
    snprintf(path, sizeof path, "%s/students/%s/feedback.html", batch->journal.folder, pages->students[student].id);
    bool written = write_page(path, out, &text, &length, error);
    for (unsigned i = 0; i < count; i++) free((char *)works[i].source);
    free(works);
    return written;
}

static bool write_class(const Pages *pages, const PagePairs *alike, char error[200]) {
    const Batch *batch = pages->batch;
    char path[PATH_BYTES], *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    const PageClass class = {.exercises = batch->exercises,
                             .exercise_count = batch->exercise_count,
                             .students = pages->students,
                             .student_count = batch->submissions.count,
                             .alike = alike->count,
                             .strays = pages->strays,
                             .stray_count = batch->submissions.left_out_count};
    if (out) page_class(out, &class);
    snprintf(path, sizeof path, "%s/class.html", batch->journal.folder);
    return write_page(path, out, &text, &length, error);
}

static bool has_verdict(const Pages *pages, unsigned student) {
    for (unsigned e = 0; e < pages->batch->exercise_count; e++)
        if (pages->students[student].items[e].verdict) return true;
    return false;
}

bool class_pages(const Batch *batch, char error[200]) {
    Pages pages = {.batch = batch};
    bool worked = pages_load(&pages);
    if (!worked) snprintf(error, 200, "out of memory");
    for (unsigned s = 0; s < batch->submissions.count && worked; s++)
        if (has_verdict(&pages, s)) worked = write_feedback(&pages, s, error);
    PagePairs alike = {.count = 0};
    worked = worked && class_alike(batch, &alike, error) && write_class(&pages, &alike, error);
    free(alike.pairs);
    pages_free(&pages);
    return worked;
}
