// brightspace.c - the zip of all submissions of a Brightspace assignment (D2L).
//
//     397063-2557369 - Ann Lee - Sep 24, 2024 926 PM/hw.cu        a folder for each submission
//     397063-2557369 - Ann Lee - Sep 24, 2024 926 PM - hw.cu      flat
//     index.html
//
// The numbers stand in no other table, so that the roster knows people by their names alone. Where attempts of one
// person have the same two numbers, these are the person's, and tell people of one name apart. Elsewhere they may be
// the attempt's, and the name alone says whose it is, unless the roster has several people of that name.
//
// Submissions of one person are versions: a later one may hold only the file that was forgotten, so all of them are
// read, and of files that answer the same exercise the newest counts.
#include "platform.h"

#include "../../device/system/message.h"
#include "../../device/system/text.h"
#include "../../device/system/times.h"
#include "../files.h"

#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char joint[] = " - ";
#define JOINT (sizeof joint - 1)
#define NUMBERS 48

typedef struct {
    uint64_t number;       // the second
    char numbers[NUMBERS]; // both
    char name[128];
    int64_t time;     // UNKNOWN_TIME where the date is in another language than English
    const char *file; // "" for a folder
} Parts;

static const char *behind_numbers(const char *text, uint64_t *number) {
    char *end;
    size_t first = strspn(text, "0123456789");
    if (!first || text[first] != '-' || !isdigit((unsigned char)text[first + 1])) return NULL;
    *number = strtoull(text + first + 1, &end, 10);
    return strncmp(end, joint, JOINT) || end - text >= NUMBERS ? NULL : end + JOINT;
}

static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

// "Sep 24, 2024 926 PM", "September 24, 2024 9.26 PM", "Sep 24, 2024 21.26": what a folder's name may hold of a time.
static int64_t read_time(const char *text) {
    unsigned month = 0, day, year, clock[2] = {0, 0};
    int read = 0;
    char when[40];
    int64_t seconds;
    while (month < 12 && strncasecmp(text, months[month], 3)) month++;
    text += strcspn(text, " ");
    if (month == 12 || sscanf(text, " %2u, %4u %n", &day, &year, &read) != 2 || !read) return UNKNOWN_TIME;
    text += read;
    size_t digits = strspn(text, "0123456789");
    if (digits > 4 || !digits) return UNKNOWN_TIME;
    if (text[digits] && strchr(".:", text[digits])) sscanf(text, "%2u%*c%2u", &clock[0], &clock[1]);
    else clock[1] = (unsigned)atoi(text) % 100, clock[0] = (unsigned)atoi(text) / 100;
    if (strstr(text, "PM") && clock[0] < 12) clock[0] += 12;
    else if (strstr(text, "AM") && clock[0] == 12) clock[0] = 0;
    snprintf(when, sizeof when, "%04u-%02u-%02u %02u:%02u", year % 10000, month + 1, day % 100, clock[0] % 100,
             clock[1]);
    return time_read(when, &seconds) ? seconds : UNKNOWN_TIME;
}

// In any language a date has a year, and a name has none.
static bool is_date(const char *text, size_t length) {
    for (size_t i = 0; i + 4 <= length; i++) {
        bool begins = !i || !isdigit((unsigned char)text[i - 1]);
        if (begins && !strncmp(text + i, "20", 2) && strspn(text + i, "0123456789") == 4) return i > 0 || length > 4;
    }
    return false;
}

static bool read_name(const char *text, Parts *parts) {
    *parts = (Parts){.time = UNKNOWN_TIME, .file = ""};
    const char *name = behind_numbers(text, &parts->number);
    if (name) snprintf(parts->numbers, NUMBERS, "%.*s", (int)(name - text - (ptrdiff_t)JOINT), text);
    for (const char *cut = name ? strstr(name, joint) : NULL; cut; cut = strstr(cut + 1, joint)) {
        const char *date = cut + JOINT, *end = strstr(date, joint);
        size_t length = end ? (size_t)(end - date) : strlen(date);
        if (!is_date(date, length)) continue;
        text_clean(parts->name, sizeof parts->name, name, (size_t)(cut - name), false);
        parts->time = read_time(date);
        if (end) parts->file = end + JOINT;
        return parts->name[0] != 0;
    }
    return false;
}

static bool is_ours(const ExportEntry *entry) {
    Parts parts;
    bool named = entry->kind != EXPORT_OTHER && read_name(entry->name, &parts);
    return named && (entry->kind == EXPORT_FOLDER || parts.file[0]);
}

static bool recognise(const Export *export, const char *base, const ExportList *top) {
    (void)export, (void)base;
    return platform_most(top, is_ours);
}

static int by_person_and_time(const void *one, const void *two) {
    const Parts *first = one, *second = two;
    int order = strcmp(first->name, second->name);
    if (!order) order = strcmp(first->numbers, second->numbers);
    return order ? order : (first->time > second->time) - (first->time < second->time);
}

// Whether two attempts of one person have the same numbers. Files of one attempt have the same time, too.
static bool numbers_are_people(const ExportList *top) {
    Parts *parts = calloc(top->count + 1, sizeof *parts);
    unsigned count = 0;
    bool shared = false;
    for (unsigned i = 0; parts && i < top->count; i++)
        if (is_ours(&top->entries[i])) count += read_name(top->entries[i].name, &parts[count]);
    if (parts) qsort(parts, count, sizeof *parts, by_person_and_time);
    for (unsigned i = 1; i < count && !shared; i++)
        shared = !strcmp(parts[i - 1].name, parts[i].name) && !strcmp(parts[i - 1].numbers, parts[i].numbers) &&
                 parts[i - 1].time != parts[i].time;
    free(parts);
    return shared;
}

static bool take_as(Submissions *list, const char *base, const ExportEntry *entry, bool numbered) {
    Parts parts;
    Person person = {.row = -1};
    read_name(entry->name, &parts);
    numbered |= platform_shares_name(list, parts.name);
    char *path = platform_path(base, entry->name);
    snprintf(person.name, sizeof person.name, "%s", parts.name);
    const char *key = numbered ? parts.numbers : parts.name;
    text_format(person.id, sizeof person.id, "%s", key);
    Submission *submission = path ? submissions_of(list, key, &person) : NULL;
    uint64_t version = parts.time > 0 ? (uint64_t)parts.time : parts.number;
    bool added = submission && (entry->kind == EXPORT_FOLDER
                                    ? submission_add_version(submission, path, version)
                                    : submission_add_piece(submission, path, parts.file, parts.file, version));
    if (added && parts.time > submission->handed_in) submission->handed_in = parts.time;
    free(path);
    return added;
}

static bool take_named(Submissions *list, const char *base, const ExportEntry *entry) {
    return take_as(list, base, entry, false);
}

static bool take_numbered(Submissions *list, const char *base, const ExportEntry *entry) {
    return take_as(list, base, entry, true);
}

static bool collect(Submissions *list, const char *base, const ExportList *top, Message error) {
    bool numbered = numbers_are_people(top);
    return platform_each(list, base, top, is_ours, numbered ? take_numbered : take_named, "is no submission", error);
}

// ---- back ----

// Feedback is read from a folder of the same name as the submission's, which is the newest one here.
static bool feedback(const Submission *submission, const Person *person, char name[PLATFORM_NAME], Message error) {
    const Piece *newest = NULL;
    (void)person;
    for (unsigned i = 0; i < submission->piece_count; i++) {
        const Piece *piece = &submission->pieces[i];
        if (piece->folder && (!newest || piece->number > newest->number)) newest = piece;
    }
    const char *folder = newest ? strrchr(newest->path, '/') : NULL;
    if (!newest) return message_set(error, "was not downloaded in a folder, so that Brightspace would not know it");
    folder = folder ? folder + 1 : newest->path;
    return snprintf(name, PLATFORM_NAME, "%s/feedback.html", folder) < PLATFORM_NAME ||
           message_set(error, "has too long a name");
}

const Platform brightspace_platform = {"brightspace", "Brightspace", recognise, collect, feedback, NULL, GROUPS_NONE};
