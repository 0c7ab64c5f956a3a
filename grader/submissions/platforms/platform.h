// platform.h - what the file of a platform provides: whether an export is of that platform, and whose each piece of it
// is.
#ifndef PLATFORM_H
#define PLATFORM_H

#include "../../device/system/message.h"
#include "../submissions.h"

#define PLATFORM_NAME 1024
typedef struct Platform {
    const char *name, *words;
    // `top` is what lies in the folder `base` of the export.
    bool (*recognise)(const Export *export, const char *base, const ExportList *top);
    // Fills list with submissions and with what is left out. false with a sentence in error.
    bool (*collect)(Submissions *list, const char *base, const ExportList *top, Message error);
    // The name that a person's file must have in a zip of feedback for the platform; its extension says what the file
    // must hold. false: the platform takes no file for this person, and error says why ("": the group sees another
    // member's file). NULL: the platform takes no such zip.
    bool (*feedback)(const Submission *submission, const Person *person, char name[PLATFORM_NAME], Message error);
    const char *table; // of RESULTS, which goes into that zip as feedback/grades.csv; NULL: it is imported by itself
    // A group hands in under its own name, with the number of one member, or with a number of its own, which may be the
    // same as somebody's.
    enum { GROUPS_NONE, GROUPS_BY_MEMBER, GROUPS_BY_NUMBER } groups;
} Platform;

extern const Platform *const platforms[];
extern const unsigned platform_count;
extern const Platform folder_platform; // of what no platform recognises

// base/name, allocated; NULL: out of memory.
char *platform_path(const char *base, const char *name);
// Whether at least half of the entries are recognised, and one.
bool platform_most(const ExportList *top, bool (*is_ours)(const ExportEntry *entry));
// Takes each entry that is the platform's (is_ours NULL: all), and leaves the others out with those words. To be
// returned by collect.
bool platform_each(Submissions *list, const char *base, const ExportList *top,
                   bool (*is_ours)(const ExportEntry *entry),
                   bool (*take)(Submissions *list, const char *base, const ExportEntry *entry), const char *otherwise,
                   Message error);
// Whether several people of the roster have that name, so that nothing of it can be joined by the name alone.
bool platform_shares_name(const Submissions *list, const char *name);
// Reads digits and an underscore. Returns what follows them; NULL: the text does not begin so.
const char *platform_number(const char *text, char number[24]);

#endif
