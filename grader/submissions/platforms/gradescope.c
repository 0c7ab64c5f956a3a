// gradescope.c - "Export Submissions" of a Gradescope assignment: a folder for each submission, and
// submission_metadata.yml, which says whose it is, mostly with Ruby's colons before the keys:
//
//     submission_12:
//       :submitters:
//       - :name: Ann Lee
//         :sid: '0012'
//         :email: a@x.edu
//       :created_at: 2024-01-02 03:04:05.123456789 Z
//
// A submission may have several submitters. Earlier ones are in :history without files; what the program printed is
// there, too, so the file is read as a stranger's (formats/yaml.h).
#include "platform.h"

#include "../../device/system/message.h"
#include "../../device/system/text.h"
#include "../../device/system/times.h"
#include "../../formats/yaml.h"

#include <stdlib.h>
#include <string.h>

#define METADATA "submission_metadata.yml"
#define MOST_METADATA (256u << 20)

static bool recognise(const Export *export, const char *base, const ExportList *top) {
    (void)export, (void)base;
    for (unsigned i = 0; i < top->count; i++)
        if (!strcmp(top->entries[i].name, METADATA)) return true;
    return false;
}

// What stands under a key, which Ruby may have written with its colon or without.
static const json_t *value_of(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    return value ? value : json_object_get(object, key + 1);
}

static void take_text(char *to, size_t size, const json_t *object, const char *key) {
    const char *text = json_string_value(value_of(object, key));
    if (text) text_copy(to, size, text);
}

static bool add_people(Submission *submission, const json_t *submitters) {
    bool added = true;
    for (size_t i = 0; i < json_array_size(submitters) && added; i++) {
        const json_t *one = json_array_get(submitters, i);
        Person person = {.row = -1};
        take_text(person.name, sizeof person.name, one, ":name");
        take_text(person.id, sizeof person.id, one, ":sid");
        take_text(person.email, sizeof person.email, one, ":email");
        added = submission_add_person(submission, &person);
    }
    return added;
}

static bool take(Submissions *list, const char *base, const ExportEntry *entry, const json_t *metadata) {
    const json_t *record = json_object_get(metadata, entry->name);
    const json_t *submitters = value_of(record, ":submitters");
    const char *number = text_begins(entry->name, "submission_") ? entry->name + strlen("submission_") : entry->name;
    Person first = {.row = -1};
    take_text(first.name, sizeof first.name, json_array_get(submitters, 0), ":name");
    if (!first.name[0]) text_copy(first.name, sizeof first.name, entry->name); // not in the metadata: shown, not lost
    char *path = platform_path(base, entry->name);
    Submission *submission = path ? submissions_of(list, number, &first) : NULL;
    bool added = submission != NULL;
    if (added && json_array_size(submitters)) {
        submission->person_count = 0;
        added = add_people(submission, submitters);
        const char *time = json_string_value(value_of(record, ":created_at"));
        if (time) time_read(time, &submission->handed_in);
    }
    if (added)
        added = entry->kind == EXPORT_FOLDER ? submission_add_folder(submission, path, "")
                                             : submission_add_piece(submission, path, entry->name, "", 0);
    free(path);
    return added;
}

static bool note_absent(Submissions *list, const char *base, const json_t *metadata) {
    const char *key;
    json_t *value;
    bool added = true;
    json_object_foreach((json_t *)metadata, key, value) {
        char *path = platform_path(base, key);
        if (added && path && !export_has(&list->export, path))
            added = submissions_leave_out(list, key, "is in " METADATA ", but its files are not in the export");
        free(path);
    }
    return added;
}

static json_t *read_metadata(const Submissions *list, const char *base, Message error) {
    size_t length;
    char *path = platform_path(base, METADATA);
    Message problem = "out of memory";
    char *text = path ? export_text(&list->export, path, MOST_METADATA, &length, problem) : NULL;
    json_t *metadata = text ? yaml_read(text, length, problem) : NULL;
    if (!metadata) message_set(error, METADATA ": %.150s", problem);
    free(text);
    free(path);
    return metadata;
}

static bool collect(Submissions *list, const char *base, const ExportList *top, Message error) {
    json_t *metadata = read_metadata(list, base, error);
    if (!metadata) return false;
    bool added = true;
    for (unsigned i = 0; i < top->count && added; i++) {
        const ExportEntry *entry = &top->entries[i];
        if (!strcmp(entry->name, METADATA)) continue;
        bool known = json_object_get(metadata, entry->name) != NULL;
        if (entry->kind == EXPORT_FOLDER || known) added = take(list, base, entry, metadata);
        else added = submissions_leave_out(list, entry->name, "is not in " METADATA);
    }
    added = added && note_absent(list, base, metadata);
    if (!added) message_set(error, "out of memory");
    json_decref(metadata);
    return added;
}

const Platform gradescope_platform = {"gradescope", "Gradescope", recognise, collect, NULL, NULL, GROUPS_NONE};
