// blackboard.c - "Assignment File Download" of Blackboard Learn: every file of the class in one folder.
//
//     HW 1_ann7_attempt_2024-01-02-03-04-05.txt          a receipt for each attempt: who, when, what was typed
//     HW 1_ann7_attempt_2024-01-02-03-04-05_hw.cu        assignment, user name, when (the server's zone), the file
//
// "attempt" is in the server's language ("Versuch").
//
// Assignments and user names may both hold underscores, so that the names alone do not tell where the user begins. The
// receipt does: its first line is "Name: Ann Lee (ann7)", in the server's language.
#include "platform.h"

#include "../../device/system/message.h"
#include "../../device/system/text.h"
#include "../../device/system/times.h"
#include "../files.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    size_t head;      // bytes of "HW 1_ann7"
    const char *word; // "_attempt_"
    size_t word_length;
    char stamp[24];   // "2024-01-02-03-04-05"
    const char *file; // NULL: the receipt
} Parts;

static bool read_name(const char *text, Parts *parts) {
    static const char form[] = "0000-00-00-00-00-00";
    const char *word = NULL; // the "_" before the last part
    for (const char *found = strchr(text, '_'); found; word = found, found = strchr(found + 1, '_')) {
        const char *stamp = found + 1;
        size_t i = 0;
        while (i < sizeof form - 1 && (form[i] == '0' ? isdigit((unsigned char)stamp[i]) != 0 : stamp[i] == form[i]))
            i++;
        if (i < sizeof form - 1 || !word || word == text || isdigit((unsigned char)word[1])) continue;
        *parts = (Parts){.head = (size_t)(word - text), .word = word, .word_length = (size_t)(stamp - word)};
        memcpy(parts->stamp, stamp, sizeof form - 1);
        if (stamp[i] == '_' && stamp[i + 1]) parts->file = stamp + i + 1;
        if (parts->file || !strcmp(stamp + i, ".txt")) return true;
    }
    return false;
}

static bool is_ours(const ExportEntry *entry) {
    Parts parts;
    return entry->kind == EXPORT_FILE && read_name(entry->name, &parts);
}

static bool recognise(const Export *export, const char *base, const ExportList *top) {
    (void)export, (void)base;
    return platform_most(top, is_ours);
}

// ---- whose it is ----

typedef struct {
    Submissions *list;
    const char *base;
    ExportNotes notes;
    size_t assignment; // bytes of "HW 1_"
} Collecting;

// "Name: Ann Lee (ann7)" of the receipt `text`, whose file's name begins with the head: the user is its end.
static bool read_receipt(const char *text, const char *entry, size_t head, Person *person) {
    const char *begin = strchr(text, ':'), *end = begin ? begin + strcspn(begin, "\r\n") : NULL, *open;
    if (!begin || end == begin || end[-1] != ')') return false;
    for (open = end; open > begin && *open != '('; open--) {}
    size_t length = (size_t)(end - open - 2);
    if (open == begin || length + 1 >= head || memcmp(entry + head - length, open + 1, length)) return false;
    if (entry[head - length - 1] != '_') return false;
    *person = (Person){.row = -1};
    begin += 1 + strspn(begin + 1, " ");
    while (open > begin && open[-1] == ' ') open--;
    text_clean(person->id, sizeof person->id, entry + head - length, length, false);
    text_clean(person->name, sizeof person->name, begin, open > begin ? (size_t)(open - begin) : 0, false);
    return true;
}

static const char *receipt_of(const Collecting *all, const char *entry, const Parts *parts) {
    char name[4096];
    snprintf(name, sizeof name, "%.*s%.*s%s.txt", (int)parts->head, entry, (int)parts->word_length, parts->word,
             parts->stamp);
    char *path = platform_path(all->base, name);
    const char *text = path ? export_note(&all->notes, path) : NULL;
    free(path);
    return text;
}

// How long the assignment's name with its "_" is: as the first receipt tells that can be read, or else what all names
// begin with.
static size_t assignment_length(const Collecting *all, const ExportList *top) {
    const char *first = NULL;
    size_t common = 0;
    for (unsigned i = 0; i < top->count; i++) {
        Parts parts;
        Person person;
        const char *entry = top->entries[i].name, *text;
        if (!is_ours(&top->entries[i])) continue;
        read_name(entry, &parts);
        if ((text = receipt_of(all, entry, &parts)) && read_receipt(text, entry, parts.head, &person))
            return parts.head - strlen(person.id);
        size_t equal = 0, most = first ? common : parts.head;
        while (equal < most && equal < parts.head && (!first || first[equal] == entry[equal])) equal++;
        common = equal;
        first = entry;
    }
    while (common && first[common - 1] != '_') common--;
    return common;
}

// Without a receipt: the longest end of the head that the roster knows, or else what follows the assignment's name.
static size_t guess_user(const Collecting *all, const char *entry, size_t head) {
    char user[200];
    for (size_t i = 1; i < head && all->list->knows; i++) {
        if (entry[i - 1] != '_') continue;
        snprintf(user, sizeof user, "%.*s", (int)(head - i), entry + i);
        if (all->list->knows(all->list->roster, user)) return i;
    }
    return all->assignment < head ? all->assignment : 0;
}

static void find_person(const Collecting *all, const char *entry, const Parts *parts, Person *person) {
    const char *text = receipt_of(all, entry, parts);
    if (!text || !read_receipt(text, entry, parts->head, person)) {
        size_t user = guess_user(all, entry, parts->head);
        *person = (Person){.row = -1};
        text_clean(person->id, sizeof person->id, entry + user, parts->head - user, false);
    }
    if (!person->name[0]) snprintf(person->name, sizeof person->name, "%s", person->id);
    snprintf(person->login, sizeof person->login, "%s", person->id);
}

// ---- attempts ----

// The stamps of a head's attempts: how many there are up to this one, and after it.
static void count_attempts(const ExportList *top, const char *entry, const Parts *parts, unsigned *number,
                           unsigned *later) {
    char last[24] = "";
    *number = *later = 0;
    for (unsigned i = 0; i < top->count; i++) { // by name: those of one head follow each other, by their stamps
        Parts other;
        const char *name = top->entries[i].name;
        if (top->entries[i].kind != EXPORT_FILE || strncmp(name, entry, parts->head) || !read_name(name, &other) ||
            other.head != parts->head || !strcmp(other.stamp, last))
            continue;
        memcpy(last, other.stamp, sizeof last);
        *number += strcmp(other.stamp, parts->stamp) <= 0;
        *later += strcmp(other.stamp, parts->stamp) > 0;
    }
}

static void take_time(Submission *submission, const char *stamp) {
    char time[32];
    snprintf(time, sizeof time, "%.10s %.2s:%.2s:%.2s", stamp, stamp + 11, stamp + 14, stamp + 17);
    time_read(time, &submission->handed_in);
}

static Submission *attempt_of(Collecting *all, const ExportList *top, const char *entry, const Parts *parts) {
    Person person;
    char key[200];
    unsigned number, later;
    find_person(all, entry, parts, &person);
    count_attempts(top, entry, parts, &number, &later);
    snprintf(key, sizeof key, later ? "%s attempt %u" : "%s", person.id, number);
    unsigned before = all->list->count;
    Submission *submission = submissions_of(all->list, key, &person);
    if (!submission || all->list->count == before) return submission;
    submission->attempt = number;
    submission->older = later > 0;
    take_time(submission, parts->stamp);
    return submission;
}

static bool take(Collecting *all, const ExportList *top, const char *entry) {
    Parts parts;
    read_name(entry, &parts);
    Submission *submission = attempt_of(all, top, entry, &parts);
    char *path = platform_path(all->base, entry), receipt[64];
    snprintf(receipt, sizeof receipt, "typed_attempt_%s.txt", parts.stamp);
    bool added = submission && path && submission_add_piece(submission, path, parts.file ? parts.file : receipt, "", 0);
    free(path);
    return added;
}

static bool collect(Submissions *list, const char *base, const ExportList *top, Message error) {
    Collecting all = {.list = list, .base = base};
    bool added = export_notes(&list->export, base, submitted_is_receipt, &all.notes);
    all.assignment = assignment_length(&all, top);
    for (unsigned i = 0; i < top->count && added; i++) {
        if (is_ours(&top->entries[i])) added = take(&all, top, top->entries[i].name);
        else added = submissions_leave_out(list, top->entries[i].name, "has no user name and no time");
    }
    if (!added) message_set(error, "out of memory");
    export_notes_free(&all.notes);
    return added;
}

// Feedback goes back in the table, in the column "Feedback to Learner" (returns/fill.c): Blackboard takes no files.
const Platform blackboard_platform = {"blackboard", "Blackboard", recognise, collect, NULL, NULL, GROUPS_NONE};
