// folder.c - no platform: for each student a folder, an archive or a file with their name.
//
//     ann/...   bob.zip   cem.cu   dag_matmul_coalesced.cu   dag_bank_quiz.cu
//     matmul_coalesced - Ann Lee.cu     as Google Forms calls what is uploaded to it
//     Ann Lee HW1/                      as people call folders that they share on a drive
//
// A form's second file of a name, "hw - Ann Lee(1).cu", is hers if the roster says that there is one Ann Lee; else it
// may be another person's, and is kept apart.
//
// Entries of the same name belong to one student. NAME_EXERCISE.cu belongs to student NAME. If the roster does not know
// what the entries are called, it may know a part of it: "hw1_ann7_final" is ann7's.
#include "platform.h"

#include "../../device/system/message.h"
#include "../../device/system/text.h"
#include "../../exercises/exercise.h"
#include "../files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// Recognises nothing: submissions.c chooses this platform where no other recognises the export, and finds the folder
// that holds the students.
static bool recognise(const Export *export, const char *base, const ExportList *top) {
    (void)export, (void)base, (void)top;
    return false;
}

// Length of a source's name without an exercise's at its end and what joins them.
static size_t student_length(const char *name, size_t stem) {
    for (unsigned i = 0; i < exercise_count; i++) {
        size_t tail = strlen(exercises[i]->name);
        if (stem < tail + 2 || strncasecmp(name + stem - tail, exercises[i]->name, tail)) continue;
        if (strchr("_- .", name[stem - tail - 1])) return stem - tail - 1;
    }
    return stem;
}

static bool is_work(const ExportEntry *entry) {
    return entry->kind == EXPORT_FOLDER || (entry->kind == EXPORT_FILE && submitted_may_be_work(entry->name));
}

// ---- whose it is ----

static size_t key_length(const ExportEntry *entry) {
    bool folder = entry->kind == EXPORT_FOLDER, archive = !folder && submitted_is_archive(entry->name);
    size_t length = folder ? strlen(entry->name) : submitted_stem(entry->name);
    return folder || archive ? length : student_length(entry->name, length);
}

typedef struct {
    const char *text;
    size_t length; // 0: nothing is known
    size_t title;  // length of the file's own name before it, 0 if there is none
    size_t number; // length of "(1)" behind it
} KnownPart;

// ---- Google Forms and shared folders ----

static bool is_joint(char character) { return strchr("_- .,()[]+@", character) != NULL; }

static const char joint[] = " - ";

static size_t last_joint(const char *name, size_t length) {
    for (size_t i = length; i-- > 1;)
        if (i + sizeof joint - 1 < length && !strncmp(name + i, joint, sizeof joint - 1)) return i;
    return 0;
}

// A drive that downloads two files of one name calls the second "hw - Ann Lee(1).cu".
static size_t length_without_number(const char *name, size_t length) {
    size_t digits = length && name[length - 1] == ')' ? length - 1 : 0;
    while (digits && name[digits - 1] >= '0' && name[digits - 1] <= '9') digits--;
    if (!digits || digits == length - 1 || name[digits - 1] != '(') return length;
    for (digits--; digits && name[digits - 1] == ' ';) digits--;
    return digits ? digits : length;
}

// "hw - Ann Lee.cu": the name stands behind the last " - ", if most files have one. NULL: they have not.
static KnownPart *form_parts(const ExportList *top) {
    KnownPart *parts = calloc(top->count + 1, sizeof *parts);
    unsigned files = 0, found = 0;
    for (unsigned i = 0; parts && i < top->count; i++) {
        const ExportEntry *entry = &top->entries[i];
        if (entry->kind != EXPORT_FILE) continue;
        const char *dot = strrchr(entry->name, '.');
        size_t length = submitted_stem(entry->name), before;
        if (dot && dot > entry->name && length == strlen(entry->name)) length = (size_t)(dot - entry->name); // a PDF
        files++;
        if (!(before = last_joint(entry->name, length))) continue;
        found++;
        const char *name = entry->name + before + sizeof joint - 1;
        size_t whole = length - (size_t)(name - entry->name), plain = length_without_number(name, whole);
        parts[i] = (KnownPart){name, plain, before, whole - plain};
    }
    if (parts && found && 2 * found >= files) return parts;
    free(parts);
    return NULL;
}

// What all folders' names end in, from a blank or the like on, and with a digit in it: " HW1". Without one it may be a
// name that people share.
static size_t common_ending(const ExportList *top) {
    const char *first = NULL;
    size_t common = 0;
    unsigned folders = 0;
    for (unsigned i = 0; i < top->count; i++) {
        const char *name = top->entries[i].name;
        if (top->entries[i].kind != EXPORT_FOLDER) continue;
        size_t length = strlen(name), equal = 0, most = first ? common : length;
        while (first && equal < most && equal < length && first[strlen(first) - 1 - equal] == name[length - 1 - equal])
            equal++;
        common = first ? equal : length;
        first = name;
        folders++;
    }
    const char *ending = first ? first + strlen(first) - common : "";
    while (*ending && !is_joint(*ending)) ending++;
    return folders > 1 && strpbrk(ending, "0123456789") ? strlen(ending) : 0;
}

static KnownPart *shared_parts(const ExportList *top) {
    size_t ending = common_ending(top);
    KnownPart *parts = ending ? calloc(top->count + 1, sizeof *parts) : NULL;
    for (unsigned i = 0; parts && i < top->count; i++) {
        const ExportEntry *entry = &top->entries[i];
        if (entry->kind == EXPORT_FOLDER) parts[i] = (KnownPart){entry->name, strlen(entry->name) - ending, 0, 0};
    }
    return parts;
}

// ---- what the roster knows ----

static unsigned knows(const Submissions *list, const char *text, size_t length) {
    char word[200];
    if (length >= sizeof word) return 0;
    memcpy(word, text, length);
    word[length] = 0;
    return list->knows(list->roster, word);
}

// The longest part of a name, between joints, that is an id of the roster. 0: none is, or several as long that are
// different people's.
static size_t known_part(const Submissions *list, const char *name, size_t length, const char **part) {
    size_t longest = 0;
    unsigned whose = 0;
    bool several = false;
    for (size_t begin = 0; begin < length; begin++) {
        if (is_joint(name[begin]) || (begin && !is_joint(name[begin - 1]))) continue;
        for (size_t end = begin + 1; end <= length; end++) {
            bool ends = end == length || is_joint(name[end]);
            unsigned who = ends && end - begin >= longest ? knows(list, name + begin, end - begin) : 0;
            if (!who) continue;
            several = end - begin == longest && (several || who != whose);
            whose = who;
            longest = end - begin;
            *part = name + begin;
        }
    }
    return several ? 0 : longest;
}

// What the roster knows of each entry's name. NULL: nothing, or what it knows stands in many names, and is
// rather the homework's number than a person's.
static KnownPart *known_parts(const Submissions *list, const ExportList *top) {
    KnownPart *parts = list->knows ? calloc(top->count + 1, sizeof *parts) : NULL;
    unsigned found = 0, work = 0, most = 0;
    for (unsigned i = 0; parts && i < top->count; i++) {
        const ExportEntry *entry = &top->entries[i];
        if (entry->kind == EXPORT_OTHER) continue;
        parts[i].length = known_part(list, entry->name, key_length(entry), &parts[i].text);
        if (!is_work(entry)) continue; // "ann.pdf", which is ann's all the same
        work++;
        found += parts[i].length > 0;
        unsigned same = 0;
        for (unsigned j = 0; j < i && parts[i].length; j++)
            same += parts[j].length == parts[i].length && !strncasecmp(parts[j].text, parts[i].text, parts[i].length);
        most = same > most ? same : most;
    }
    if (parts && 2 * found >= work && (!most || 2 * (most + 1) <= work)) return parts;
    free(parts);
    return NULL;
}

static bool is_one_person(const Submissions *list, const char *name) {
    return list->bearers && list->bearers(list->roster, name) == 1;
}

static bool take(Submissions *list, const char *base, const ExportEntry *entry, const KnownPart *known) {
    bool folder = entry->kind == EXPORT_FOLDER;
    if (!is_work(entry) && !(known && known->length))
        return submissions_leave_out(list, entry->name, "is no folder, no archive and no .cu file");
    char *path = platform_path(base, entry->name);
    size_t length = known && known->length ? known->length : key_length(entry);
    const char *name = known && known->length ? known->text : entry->name;
    Person person = {.row = -1};
    text_clean(person.name, sizeof person.name, name, length, false);
    if (known && known->number && !is_one_person(list, person.name)) length += known->number;
    char *key = strndup(name, length);
    text_clean(person.id, sizeof person.id, name, length, false);
    Submission *submission = path && key ? submissions_of(list, key, &person) : NULL;
    char own[4096]; // "hw.cu" of "hw - Ann Lee.cu"
    const char *end = known && known->title ? known->text + known->length : entry->name;
    snprintf(own, sizeof own, "%.*s%s", known ? (int)known->title : 0, entry->name, end);
    bool added = submission && (folder ? submission_add_folder(submission, path, "")
                                       : submission_add_piece(submission, path, own, "", 0));
    free(path);
    free(key);
    return added;
}

static bool collect(Submissions *list, const char *base, const ExportList *top, Message error) {
    KnownPart *parts = known_parts(list, top);
    if (!parts) parts = form_parts(top);
    if (!parts) parts = shared_parts(top);
    bool added = true;
    for (unsigned i = 0; i < top->count && added; i++)
        added = take(list, base, &top->entries[i], parts ? &parts[i] : NULL);
    free(parts);
    if (!added) message_set(error, "out of memory");
    return added;
}

const Platform folder_platform = {"folder", "a folder of submissions", recognise, collect, NULL, NULL, GROUPS_NONE};
