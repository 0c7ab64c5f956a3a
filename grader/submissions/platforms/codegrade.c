// codegrade.c - the submissions of a CodeGrade assignment, each in a folder or an archive with its author's name and
// its time.
//
//     Ann Lee - 2026-11-20T10:15:00.000Z/hw.cu       UTC, unless a zone stands behind it
//     Ann Lee - 2026-11-20T10-15-00.000Z/hw.cu       where a file system takes no colons
//
// Several times of one name are attempts, unless the roster has several people of that name. A later one may hold only
// the file that was forgotten, so all of them are read, and of files that answer the same exercise the newest counts.
#include "platform.h"

#include "../../device/system/message.h"
#include "../../device/system/text.h"
#include "../../device/system/times.h"
#include "../files.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char joint[] = " - ";
#define JOINT (sizeof joint - 1)

typedef struct {
    char name[128];
    int64_t time;
} Parts;

// Behind what separates two digits from two others, if anything does: systems without colons in names put other signs
// there, some of several bytes.
static const char *behind_gap(const char *at) {
    size_t gap = 0;
    while (gap < 4 && at[gap] && at[0] != '+' && !isalnum((unsigned char)at[gap])) gap++;
    return isdigit((unsigned char)at[gap]) ? at + gap : at;
}

// "2026-11-20T10:15:00.000Z", with other separators or none between hours, minutes and seconds.
static bool read_time(const char *text, size_t length, int64_t *seconds) {
    char clock[3][3] = {"00", "00", "00"}, whole[64];
    static const char form[] = "0000-00-00";
    for (size_t i = 0; i < sizeof form - 1; i++)
        if (i >= length || (form[i] == '0' ? !isdigit((unsigned char)text[i]) : text[i] != form[i])) return false;
    const char *at = text + sizeof form - 1, *end = text + length;
    if (at == end || !strchr("T_ ", *at)) return false;
    at++;
    for (unsigned i = 0; i < 3; i++) {
        const char *two = i ? behind_gap(at) : at;
        bool there = isdigit((unsigned char)two[0]) && isdigit((unsigned char)two[1]);
        if (!there && i == 2) break; // hours and minutes alone
        if (!there) return false;
        snprintf(clock[i], 3, "%.2s", two);
        at = two + 2;
    }
    while (at < end && (isdigit((unsigned char)*at) || strchr(".,", *at))) at++; // parts of a second
    const char *zone = at < end && strchr("+-", *at) && end - at >= 5 ? at : "Z";
    snprintf(whole, sizeof whole, "%.10s %s:%s:%s %.*s", text, clock[0], clock[1], clock[2],
             zone == at ? (int)(end - at) : 1, zone);
    return time_read(whole, seconds);
}

static bool read_name(const ExportEntry *entry, Parts *parts) {
    bool folder = entry->kind == EXPORT_FOLDER;
    if (!folder && (entry->kind != EXPORT_FILE || !submitted_is_archive(entry->name))) return false;
    size_t length = folder ? strlen(entry->name) : submitted_stem(entry->name);
    for (const char *cut = strstr(entry->name, joint); cut; cut = strstr(cut + 1, joint)) {
        const char *time = cut + JOINT;
        size_t before = (size_t)(time - entry->name);
        if (before >= length || !read_time(time, length - before, &parts->time)) continue;
        text_clean(parts->name, sizeof parts->name, entry->name, (size_t)(cut - entry->name), false);
        return parts->name[0] != 0;
    }
    return false;
}

static bool is_ours(const ExportEntry *entry) {
    Parts parts;
    return read_name(entry, &parts);
}

static bool recognise(const Export *export, const char *base, const ExportList *top) {
    (void)export, (void)base;
    return platform_most(top, is_ours);
}

static bool take(Submissions *list, const char *base, const ExportEntry *entry) {
    Parts parts;
    Person person = {.row = -1};
    read_name(entry, &parts);
    char *path = platform_path(base, entry->name);
    snprintf(person.name, sizeof person.name, "%s", parts.name);
    const char *key = platform_shares_name(list, parts.name) ? entry->name : parts.name;
    text_copy(person.id, sizeof person.id, key);
    Submission *submission = path ? submissions_of(list, key, &person) : NULL;
    uint64_t version = parts.time > 0 ? (uint64_t)parts.time : 0;
    const char *file = strrchr(entry->name, '.'); // "hw.zip", whatever the archive is called
    bool added =
        submission && (entry->kind == EXPORT_FOLDER ? submission_add_version(submission, path, version)
                                                    : submission_add_piece(submission, path, file, "", version));
    if (added && parts.time > submission->handed_in) submission->handed_in = parts.time;
    free(path);
    return added;
}

static bool collect(Submissions *list, const char *base, const ExportList *top, Message error) {
    return platform_each(list, base, top, is_ours, take, "has no author and no time", error);
}

const Platform codegrade_platform = {"codegrade", "CodeGrade", recognise, collect, NULL, NULL, GROUPS_NONE};
