// sakai.c - "Download All" of a Sakai assignment: a folder of its title with a folder for each student.
//
//     HW 1/grades.csv                                       the table, two lines above its head
//     HW 1/Lee, Ann(ann7)/timestamp.txt                     20240102030405678 or 2024-01-02T03:04:05.678Z, UTC
//     HW 1/Lee, Ann(ann7)/Submission attachment(s)/hw.cu    in the language of the server
//     HW 1/Lee, Ann(ann7)/Lee, Ann(ann7)_submissionText.html
//     HW 1/Lee, Ann(ann7)/feedbackText.html, comments.txt, Feedback Attachment(s)/
//     HW 1/Team Red (17)/..., members.txt                   a group; members.txt: Lee, Ann(ann7); Ray, Bob(bob)
//     HW 1/Lee, Ann(ann7)_Submission attachment(s)_hw.cu    downloaded without folders
//
// A second file of a name is called hw+1.cu.
#include "platform.h"

#include "../../device/system/message.h"
#include "../../device/system/text.h"
#include "../../device/system/times.h"
#include "../files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ATTACHMENTS "_Submission attachment(s)_"

// The name and the id of "Lee, Ann(ann7)", of which `length` bytes are to be read.
static bool read_person(const char *text, size_t length, Person *person) {
    const char *close = length ? text + length - 1 : text, *open = close;
    *person = (Person){.row = -1};
    while (open > text && *open != '(') open--;
    if (open == text || *close != ')' || close == open + 1) return false;
    text_clean(person->id, sizeof person->id, open + 1, (size_t)(close - open - 1), false);
    while (open > text && open[-1] == ' ') open--;
    text_clean(person->name, sizeof person->name, text, (size_t)(open - text), false);
    if (text_ends(person->name, ",")) person->name[strlen(person->name) - 1] = 0; // who has one name alone
    return true;
}

static bool is_folder_of_one(const ExportEntry *entry) {
    Person person;
    return entry->kind == EXPORT_FOLDER && read_person(entry->name, strlen(entry->name), &person);
}

// Where the student's name ends in a file's name of a download without folders; 0: it is none.
static size_t flat_name(const ExportEntry *entry) {
    Person person;
    const char *mark = strstr(entry->name, ATTACHMENTS);
    if (!mark) mark = strstr(entry->name, "__submissionText.html");
    bool ours = entry->kind == EXPORT_FILE && mark && read_person(entry->name, (size_t)(mark - entry->name), &person);
    return ours ? (size_t)(mark - entry->name) : 0;
}

static bool is_ours(const ExportEntry *entry) { return is_folder_of_one(entry) || flat_name(entry); }

static bool is_note(const char *path) {
    return text_ends(path, "/timestamp.txt") || text_ends(path, "/members.txt") || text_ends(path, "/grades.csv");
}

static bool has_entry(const Export *export, const char *folder, const char *name) {
    char *path = platform_path(folder, name);
    bool has = path && export_has(export, path);
    free(path);
    return has;
}

// A folder whose name ends in parentheses could be anybody's, so Sakai's own files have to be there.
static bool recognise(const Export *export, const char *base, const ExportList *top) {
    static const char *const marks[] = {"timestamp.txt", "Submission attachment(s)", "feedbackText.html", "members.txt",
                                        "Feedback Attachment(s)"};
    bool marked = has_entry(export, base, "grades.csv") || has_entry(export, base, "grades.xls");
    for (unsigned i = 0; i < top->count && !marked; i++) {
        char *folder = is_folder_of_one(&top->entries[i]) ? platform_path(base, top->entries[i].name) : NULL;
        for (size_t m = 0; folder && m < sizeof marks / sizeof *marks; m++)
            marked |= has_entry(export, folder, marks[m]);
        free(folder);
        marked |= flat_name(&top->entries[i]) > 0;
    }
    return marked && platform_most(top, is_ours);
}

// ---- whose it is, and when it came ----

static void take_time(Submission *submission, const ExportNotes *notes, const char *folder) {
    char *path = platform_path(folder, "timestamp.txt"), spread[40];
    const char *text = path ? export_note(notes, path) : NULL;
    free(path);
    if (!text) return;
    if (strspn(text, "0123456789") >= 14)
        snprintf(spread, sizeof spread, "%.4s-%.2s-%.2s %.2s:%.2s:%.2s Z", text, text + 4, text + 6, text + 8,
                 text + 10, text + 12);
    else snprintf(spread, sizeof spread, "%.*s", (int)strcspn(text, "\r\n"), text);
    time_read(spread, &submission->handed_in);
}

// The members of a group instead of the group, if its table does not have a row for the group.
static bool take_members(Submission *submission, const Submissions *list, const ExportNotes *notes,
                         const char *folder) {
    char *path = platform_path(folder, "members.txt");
    const char *at = path ? export_note(notes, path) : NULL;
    unsigned count = 0;
    free(path);
    if (list->knows && list->knows(list->roster, submission->people[0].id)) return true;
    while (at && *at) {
        Person person;
        at += strspn(at, "; \r\n");
        const char *end = strstr(at, "); ");
        size_t length = end ? (size_t)(end + 1 - at) : strcspn(at, "\r\n");
        if (read_person(at, length, &person)) {
            if (!count) submission->people[0] = person;
            else if (!submission_add_person(submission, &person)) return false;
            count++;
        }
        at += length;
    }
    return true;
}

// ---- what they handed in ----

static bool take_folder(Submissions *list, const Person *person, const char *folder, const ExportNotes *notes) {
    ExportList entries;
    Message error;
    Submission *submission = submissions_of(list, person->id, person);
    if (!submission || !export_list(&list->export, folder, &entries, error)) return submission != NULL;
    bool added = take_members(submission, list, notes, folder);
    take_time(submission, notes, folder);
    for (unsigned i = 0; i < entries.count && added; i++) {
        const ExportEntry *entry = &entries.entries[i];
        char *path = platform_path(folder, entry->name);
        bool feedback = text_begins(entry->name, "Feedback ");
        if (!path) added = false;
        else if (entry->kind == EXPORT_FOLDER && !feedback) added = submission_add_folder(submission, path, "");
        else if (text_ends(entry->name, "_submissionText.html"))
            added = submission_add_piece(submission, path, SUBMITTED_TYPED, "", 0);
        else if (submitted_is_source(entry->name) || submitted_is_archive(entry->name))
            added = submission_add_piece(submission, path, entry->name, "", 0);
        free(path);
    }
    export_list_free(&entries);
    return added;
}

static bool take_flat(Submissions *list, const Person *person, const char *path, const char *rest) {
    Submission *submission = submissions_of(list, person->id, person);
    const char *name = text_begins(rest, ATTACHMENTS) ? rest + sizeof ATTACHMENTS - 1 : SUBMITTED_TYPED;
    return submission && submission_add_piece(submission, path, name, "", 0);
}

static bool collect(Submissions *list, const char *base, const ExportList *top, Message error) {
    ExportNotes notes;
    bool added = export_notes(&list->export, base, is_note, &notes);
    for (unsigned i = 0; i < top->count && added; i++) {
        const ExportEntry *entry = &top->entries[i];
        Person person;
        size_t flat = flat_name(entry);
        char *path = platform_path(base, entry->name);
        if (!path) added = false;
        else if (is_folder_of_one(entry)) {
            read_person(entry->name, strlen(entry->name), &person);
            added = take_folder(list, &person, path, &notes);
        } else if (flat) {
            read_person(entry->name, flat, &person);
            added = take_flat(list, &person, path, entry->name + flat);
        } else if (!strcmp(entry->name, "grades.csv") && !list->table) list->table = path, path = NULL;
        else if (!text_begins(entry->name, "grades."))
            added = submissions_leave_out(list, entry->name, "has no student's name");
        free(path);
    }
    if (!added) message_set(error, "out of memory");
    export_notes_free(&notes);
    return added;
}

// ---- back ----

// "Upload All" finds the student, or the group, by what stands between the last parentheses of the folder's name: the
// id that the downloaded folder had, which is the submission's key.
static bool feedback(const Submission *submission, const Person *person, char name[PLATFORM_NAME], Message error) {
    char who[sizeof person->name];
    if (person != submission->people) return error[0] = 0, false;
    if (strpbrk(submission->key, "/()")) return message_set(error, "has no id that a folder could be called after");
    snprintf(who, sizeof who, "%s", person->name);
    for (char *at = who; *at; at++)
        if (strchr("/\\()~", *at)) *at = ' ';
    snprintf(name, PLATFORM_NAME, "feedback/%s(%s)/Feedback Attachment(s)/feedback.html", who, submission->key);
    return true;
}

const Platform sakai_platform = {"sakai", "Sakai", recognise, collect, feedback, "sakai.csv", GROUPS_NONE};
