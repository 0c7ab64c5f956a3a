// moodle.c - the zip of all submissions of a Moodle assignment.
//
//     Ann Lee_1234_assignsubmission_file/hw.zip                       folders, the default; "..._" before Moodle 4.1
//     Ann Lee_1234_assignsubmission_onlinetext/onlinetext.html
//     Ann Lee_1234_assignsubmission_file_hw.cu                        flat
//     Team Red_17_assignsubmission_file/, Default group_assignsubmission_file/
//
// 1234 is the participant of this assignment alone: the worksheet's "Participant 1234", in no other list. Names are
// without what Moodle takes off ("OBrien"); with blind marking they are "Participant", in the teacher's language.
#include "platform.h"

#include "../../device/system/message.h"
#include "../../device/system/text.h"
#include "../files.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char name[128], participant[24];
    const char *type; // "file", "onlinetext"
    size_t type_length;
    const char *rest; // a file's name, "" for a folder
} Parts;

static const char marker[] = "_assignsubmission_";

static bool read_name(const char *text, Parts *parts) {
    const char *found = strstr(text, marker), *cut = found;
    *parts = (Parts){.type_length = 0};
    if (!found) return false;
    while (cut > text && isdigit((unsigned char)cut[-1])) cut--;
    bool numbered = cut < found && cut > text && cut[-1] == '_' && found - cut < 24;
    if (numbered) memcpy(parts->participant, cut, (size_t)(found - cut));
    text_clean(parts->name, sizeof parts->name, text, (size_t)((numbered ? cut - 1 : found) - text), false);
    parts->type = found + sizeof marker - 1;
    while (islower((unsigned char)parts->type[parts->type_length]) ||
           isdigit((unsigned char)parts->type[parts->type_length]))
        parts->type_length++;
    parts->rest = parts->type + parts->type_length;
    parts->rest += parts->rest[0] == '_';
    return parts->type_length > 0;
}

static bool is_ours(const ExportEntry *entry) {
    Parts parts;
    return entry->kind != EXPORT_OTHER && read_name(entry->name, &parts);
}

static bool recognise(const Export *export, const char *base, const ExportList *top) {
    (void)export, (void)base;
    return platform_most(top, is_ours);
}

static bool take(Submissions *list, const char *base, const ExportEntry *entry) {
    Parts parts;
    Person person = {.row = -1};
    bool folder = entry->kind == EXPORT_FOLDER;
    read_name(entry->name, &parts);
    bool online = parts.type_length == 10 && !strncmp(parts.type, "onlinetext", 10);
    if (!online && (parts.type_length != 4 || strncmp(parts.type, "file", 4)))
        return submissions_leave_out(list, entry->name, "neither files nor text that was typed in");
    char *path = platform_path(base, entry->name);
    const char *key = parts.participant[0] ? parts.participant : parts.name;
    snprintf(person.name, sizeof person.name, "%s", parts.name);
    snprintf(person.id, sizeof person.id, "%s", parts.participant);
    Submission *submission = path ? submissions_of(list, key, &person) : NULL;
    const char *name = online ? SUBMITTED_TYPED : folder ? "" : parts.rest;
    bool added = submission && (folder ? submission_add_folder(submission, path, name)
                                       : submission_add_piece(submission, path, name, "", 0));
    free(path);
    return added;
}

static bool collect(Submissions *list, const char *base, const ExportList *top, Message error) {
    return platform_each(list, base, top, is_ours, take, "is no submission", error);
}

// ---- back ----

// Moodle reads the participant's number off the folder's name, and nothing else. A group's number would be taken for a
// participant's, so that only the worksheet's word counts.
static bool feedback(const Submission *submission, const Person *person, char name[PLATFORM_NAME], Message error) {
    char who[sizeof person->name];
    (void)submission;
    if (person->row < 0 || strspn(person->id, "0123456789") != strlen(person->id) || !person->id[0])
        return message_set(error, "is not in the grading worksheet (--roster)");
    snprintf(who, sizeof who, "%s", person->name);
    for (char *at = who; *at; at++)
        if (strchr("_/\\.~", *at)) *at = ' ';
    snprintf(name, PLATFORM_NAME, "%s_%s_assignsubmission_file/feedback.html", who, person->id);
    return true;
}

const Platform moodle_platform = {"moodle", "Moodle", recognise, collect, feedback, NULL, GROUPS_BY_NUMBER};
