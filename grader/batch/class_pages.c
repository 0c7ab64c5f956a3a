// class_pages.c - the pages of a class, printed from what is kept in RESULTS: class.html for the instructor, and
// students/ID/feedback.html for each student.
#include "batch.h"

#include "../device/system/message.h"
#include "../device/system/text.h"
#include "../device/system/times.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const Batch *batch;
    const Verdict *grid; // exercise_count for each submission; without an exercise where there is no result
    JournalRan *rans;    // the same
    PageItem *items;     // the same, as pages want them
    PageStudent *students;
    unsigned student_count; // submissions that are graded
    PageStray *strays;
    unsigned stray_count;
    History history;
    PagePairs alike;
    ClassQuestions questions;
    char *checklist; // NULL: it is not there
} Pages;

static bool is_returned(const Batch *batch) { return batch->returned.csv.count > 1; }

// Negative: they are what they were.
static double points_before(const Pages *pages, const Verdict *verdict, const Submission *submission,
                            const Exercise *exercise) {
    if (!is_returned(pages->batch)) return history_before(&pages->history, submission, exercise);
    double had = returned_points(&pages->batch->returned, submission->id, exercise);
    return verdict->exercise && verdict_points(verdict) == had ? -1 : had;
}

static void load_item(Pages *pages, unsigned submission, unsigned exercise) {
    const Batch *batch = pages->batch;
    const Submission *of = &batch->submissions.items[submission];
    const char *id = of->id;
    size_t index = (size_t)submission * batch->exercise_count + exercise;
    const Verdict *verdict = &pages->grid[index];
    JournalRan *ran = &pages->rans[index];
    journal_ran(&batch->journal, id, batch->exercises[exercise], ran);
    pages->items[index] = (PageItem){.verdict = verdict->exercise ? verdict : NULL,
                                     .seconds = ran->seconds,
                                     .attempts = ran->attempts,
                                     .deaths = ran->deaths,
                                     .machine = ran->machine,
                                     .failed = ran->failed,
                                     .before = points_before(pages, verdict, of, batch->exercises[exercise]),
                                     .tries = history_tries(&pages->history, of, batch->exercises[exercise])};
}

// Whether the rules, or points by hand, give something else than what was graded.
static bool is_ruled(const Batch *batch) { return batch->rules.values != NULL || batch->overrides.count > 0; }

static PageGrade grade_of_score(const Score *score) {
    PageGrade grade = {.points = score->points, .most = score->max_points, .settled = score->graded};
    snprintf(grade.words, sizeof grade.words, "%s", score->words);
    return grade;
}

static void add_time(char *words, size_t size, const char *what, int64_t seconds) {
    char time[40];
    if (seconds == UNKNOWN_TIME) return;
    time_write(seconds, time);
    text_append(words, size, "%s%s %.16s", words[0] ? "; " : "", what, time);
}

// What it is, when it was due for this student, and when it came.
static void say_homework(const Batch *batch, const Submission *submission, char words[200]) {
    int64_t due = rules_due(&batch->rules, submission);
    text_format(words, 200, "%s", batch->rules.homework ? batch->rules.homework : "");
    add_time(words, 200, "due", due);
    add_time(words, 200, "handed in", submission->handed_in);
}

static bool same_score(const Score *one, const Score *other) {
    return one->points == other->points && one->graded == other->graded && !strcmp(one->words, other->words);
}

// Of a group the first member's; what another member gets instead stands in the words.
static void add_members(const Scores *scores, const Submission *submission, const Score *first, PageGrade *grade) {
    for (unsigned p = 1; p < submission->person_count; p++) {
        const Score *score = score_find(scores, &submission->people[p]);
        if (!score || same_score(score, first)) continue;
        text_append(grade->words, sizeof grade->words, "%s%.60s: %.4g points", grade->words[0] ? "; " : "",
                    score->person->name, score->points);
        if (score->words[0]) text_append(grade->words, sizeof grade->words, " (%s)", score->words);
    }
}

static PageGrade grade_of(const Batch *batch, const Scores *scores, const Submission *submission) {
    const Score *score = score_find(scores, &submission->people[0]);
    if (!score) return (PageGrade){.settled = false};
    PageGrade grade = grade_of_score(score);
    say_homework(batch, submission, grade.homework);
    if (score->submission != submission) snprintf(grade.words, sizeof grade.words, "another attempt counts");
    else add_members(scores, submission, score, &grade);
    return grade;
}

static void add_stray(Pages *pages, PageStray stray) { pages->strays[pages->stray_count++] = stray; }

// The first request without an answer; NULL: there is none.
static const Request *open_request(const Batch *batch, const Submission *submission) {
    for (unsigned i = 0; i < batch->requests.count; i++)
        if (!batch->requests.items[i].answered && people_meant(&batch->requests.items[i].meant, submission))
            return &batch->requests.items[i];
    return NULL;
}

static void load_submission(Pages *pages, unsigned index) {
    const Batch *batch = pages->batch;
    const Submission *submission = &batch->submissions.items[index];
    if (submission->left_out[0]) {
        add_stray(pages, (PageStray){.name = submission->student, .why = submission->left_out});
        return;
    }
    for (unsigned e = 0; e < batch->exercise_count; e++) load_item(pages, index, e);
    const Request *asked = open_request(batch, submission);
    PageStudent *student = &pages->students[pages->student_count++];
    *student = (PageStudent){.name = submission->student,
                             .number = submission->people[0].id,
                             .id = submission->id,
                             .submission = submission,
                             .asks = asked ? asked->words + strlen(ASKED) : NULL,
                             .asks_about = asked ? asked->exercise : NULL,
                             .alike = &pages->alike.notes[index],
                             .items = &pages->items[index * batch->exercise_count]};
    if (batch_blind(batch)) return;
    const Verdict *own = pages->grid + (size_t)index * batch->exercise_count;
    submission_unclaimed(&batch->submissions, submission, student->unclaimed);
    for (unsigned e = 0; e < batch->exercise_count; e++)
        if (class_name_doubt(pages->grid, batch->submissions.count * batch->exercise_count, &own[e], student->borrowed))
            break;
}

// Takes the points after the rules, and the people who are only in the roster.
static void take_scores(Pages *pages, const Scores *scores) {
    const Batch *batch = pages->batch;
    for (unsigned i = 0; i < scores->count; i++) {
        const Score *score = &scores->scores[i];
        if (score->submission) continue;
        add_stray(pages, (PageStray){.name = score->person->name,
                                     .why = score->words,
                                     .number = score->person->id,
                                     .absent = true,
                                     .grade = grade_of_score(score)});
    }
    for (unsigned i = 0, s = 0; i < batch->submissions.count; i++)
        if (!batch->submissions.items[i].left_out[0])
            pages->students[s++].grade = grade_of(batch, scores, &batch->submissions.items[i]);
}

static bool pages_load(Pages *pages, const Scores *scores) {
    const Submissions *list = &pages->batch->submissions;
    size_t all = (size_t)list->count * pages->batch->exercise_count;
    pages->rans = calloc(all + 1, sizeof *pages->rans);
    pages->items = calloc(all + 1, sizeof *pages->items);
    pages->students = calloc(list->count + 1, sizeof *pages->students);
    pages->strays = calloc(list->left_out_count + list->count + scores->count + 1, sizeof *pages->strays);
    if (!pages->rans || !pages->items || !pages->students || !pages->strays) return false;
    for (unsigned i = 0; i < list->left_out_count; i++)
        add_stray(pages, (PageStray){.name = list->left_out[i].name, .why = list->left_out[i].why});
    for (unsigned s = 0; s < list->count; s++) load_submission(pages, s);
    take_scores(pages, scores);
    return true;
}

static void pages_free(Pages *pages) {
    free(pages->rans);
    free(pages->items);
    free(pages->students);
    free(pages->strays);
}

// ---- writing ----

static bool is_shown(const Override *mark, const Submission *submission, const Exercise *exercise) {
    bool beside = !mark->pointed || mark->part >= 0 || mark->line; // else it stands with the points
    return mark->exercise == exercise && mark->comment[0] && beside && override_of_all(mark, submission);
}

// What markers say of each exercise, and answers to what the student asked. NULL: out of memory.
static PageRemark *add_remarks(const Pages *pages, const PageStudent *student, PageWork *works, unsigned count) {
    const Batch *batch = pages->batch;
    const Overrides *marks = &batch->overrides;
    const Submission *submission = student->submission;
    PageRemark *remarks = calloc((size_t)(marks->count + batch->requests.count) * count + 1, sizeof *remarks),
               *next = remarks;
    for (unsigned w = 0; remarks && w < count; w++) {
        const Exercise *exercise = works[w].verdict->exercise;
        works[w].remarks = next;
        for (unsigned i = 0; i < marks->count; i++)
            if (is_shown(&marks->items[i], submission, exercise))
                *next++ = (PageRemark){marks->items[i].part, marks->items[i].line, marks->items[i].comment};
        for (unsigned i = 0; i < batch->requests.count; i++) {
            const Request *request = &batch->requests.items[i];
            if (request->exercise == exercise && people_meant(&request->meant, submission))
                *next++ = (PageRemark){-1, 0, request->words};
        }
        works[w].remark_count = (unsigned)(next - works[w].remarks);
    }
    return remarks;
}

static bool write_feedback(const Pages *pages, const PageStudent *student, Message error) {
    const Batch *batch = pages->batch;
    const PageGrade *grade = is_ruled(batch) ? &student->grade : NULL;
    PageWork *works = calloc(batch->exercise_count, sizeof *works);
    char path[PATH_BYTES], *page = NULL, *text = NULL;
    size_t page_length = 0, text_length = 0;
    unsigned count = 0;
    for (unsigned e = 0; works && e < batch->exercise_count; e++) {
        const Verdict *verdict = student->items[e].verdict;
        if (!verdict) continue;
        PageWork *work = &works[count++];
        work->verdict = verdict;
        work->checklist = pages->checklist;
        if (grade) work->weight = rules_weight(&batch->rules, batch->exercises[e]);
        work->source = graded_source(batch, student->submission, verdict->exercise, &work->length);
    }
    PageRemark *remarks = works ? add_remarks(pages, student, works, count) : NULL;
    FILE *out = remarks ? open_memstream(&page, &page_length) : NULL;
    if (out) page_feedback(out, student->name, grade, works, count);
    snprintf(path, sizeof path, "%s/students/%s/feedback.html", batch->journal.folder, student->id);
    bool written = file_write_stream(path, out, &page, &page_length, error);
    out = written ? open_memstream(&text, &text_length) : NULL;
    if (out) page_feedback_text(out, grade, works, count);
    snprintf(path, sizeof path, "%s/students/%s/feedback.md", batch->journal.folder, student->id);
    written = written && file_write_stream(path, out, &text, &text_length, error);
    for (unsigned i = 0; i < count; i++) free((char *)works[i].source);
    free(works);
    free(remarks);
    return written;
}

static bool write_class(const Pages *pages, char looks[PAGE_LOOKS], Message error) {
    const Batch *batch = pages->batch;
    char path[PATH_BYTES], *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    const PageClass class = {.homework = batch->rules.homework,
                             .exercises = batch->exercises,
                             .exercise_count = batch->exercise_count,
                             .students = pages->students,
                             .student_count = pages->student_count,
                             .alike = pages->alike.count,
                             .run = pages->history.run,
                             .returned = is_returned(batch),
                             .questions = pages->questions,
                             .ruled = is_ruled(batch),
                             .strays = pages->strays,
                             .stray_count = pages->stray_count};
    page_class_looks(&class, looks);
    if (out) page_class(out, &class);
    snprintf(path, sizeof path, "%s/class.html", batch->journal.folder);
    return file_write_stream(path, out, &text, &length, error);
}

static char *read_checklist(const Batch *batch) {
    char path[PATH_BYTES], unread[200];
    size_t length;
    snprintf(path, sizeof path, "%s/chapters/checklist.md", batch->paths->root);
    return file_read(path, 1 << 20, &length, unread);
}

static bool has_verdict(const Pages *pages, const PageStudent *student) {
    for (unsigned e = 0; e < pages->batch->exercise_count; e++)
        if (student->items[e].verdict) return true;
    return false;
}

bool class_pages(const Batch *batch, const Verdict *grid, const Scores *scores, char looks[PAGE_LOOKS], Message error) {
    Pages pages = {.batch = batch, .grid = grid, .checklist = read_checklist(batch)};
    bool worked = history_update(batch, grid, &pages.history, error) && class_alike(batch, &pages.alike, error);
    size_t all = (size_t)batch->submissions.count * batch->exercise_count;
    bool loaded = worked && pages_load(&pages, scores) && questions_count(grid, all, &pages.questions);
    if (worked && !loaded) message_set(error, "out of memory");
    worked = loaded;
    for (unsigned s = 0; s < pages.student_count && worked; s++)
        if (has_verdict(&pages, &pages.students[s])) worked = write_feedback(&pages, &pages.students[s], error);
    worked = worked && write_class(&pages, looks, error);
    history_free(&pages.history);
    free(pages.alike.pairs);
    free(pages.alike.notes);
    free(pages.questions.items);
    free(pages.checklist);
    pages_free(&pages);
    return worked;
}
