// platforms.c - the table of platforms, and what their files share.
#include "platform.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLATFORM(name, words) extern const Platform name##_platform;
#include "platforms.def"
#undef PLATFORM

const Platform *const platforms[] = {
#define PLATFORM(name, words) &name##_platform,
#include "../../device/system/message.h"
#include "platforms.def"
#undef PLATFORM
};
const unsigned platform_count = sizeof platforms / sizeof *platforms;

char *platform_path(const char *base, const char *name) {
    size_t size = strlen(base) + strlen(name) + 2;
    char *path = malloc(size);
    if (path) snprintf(path, size, "%s%s%s", base, base[0] ? "/" : "", name);
    return path;
}

bool platform_most(const ExportList *top, bool (*is_ours)(const ExportEntry *entry)) {
    unsigned ours = 0;
    for (unsigned i = 0; i < top->count; i++) ours += is_ours(&top->entries[i]);
    return ours && 2 * ours >= top->count;
}

bool platform_each(Submissions *list, const char *base, const ExportList *top,
                   bool (*is_ours)(const ExportEntry *entry),
                   bool (*take)(Submissions *list, const char *base, const ExportEntry *entry), const char *otherwise,
                   Message error) {
    bool added = true;
    for (unsigned i = 0; i < top->count && added; i++) {
        const ExportEntry *entry = &top->entries[i];
        if (!is_ours || is_ours(entry)) added = take(list, base, entry);
        else added = submissions_leave_out(list, entry->name, "%s", otherwise);
    }
    if (!added) message_set(error, "out of memory");
    return added;
}

bool platform_shares_name(const Submissions *list, const char *name) {
    return list->bearers && list->bearers(list->roster, name) > 1;
}

const char *platform_number(const char *text, char number[24]) {
    size_t length = strspn(text, "0123456789");
    if (!length || length >= 24 || text[length] != '_') return NULL;
    memcpy(number, text, length);
    number[length] = 0;
    return text + length + 1;
}
