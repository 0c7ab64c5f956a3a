// names.c - what a name says of a file.
#include "files.h"

#include "../system/text.h"

#include <string.h>
#include <strings.h>

static const char *base_name(const char *name) {
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

// How many bytes of the name are one of the endings, 0 if none is.
static size_t ending(const char *name, const char *const *endings, size_t count) {
    size_t length = strlen(base_name(name));
    const char *end = name + strlen(name);
    for (size_t i = 0; i < count; i++) {
        size_t tail = strlen(endings[i]);
        if (length > tail && !strcasecmp(end - tail, endings[i])) return tail;
    }
    return 0;
}

static const char *const sources[] = {".cu.txt", ".cu"}; // Windows adds .txt, and hides it
static const char *const archives[] = {".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst", ".tgz", ".tbz2",
                                       ".txz",    ".tar",     ".zip",    ".7z",      ".rar"};
#define ENDING(name, endings) ending(name, endings, sizeof endings / sizeof *endings)

bool submitted_is_source(const char *name) { return ENDING(name, sources) || submitted_is_text(name); }
bool submitted_is_archive(const char *name) { return ENDING(name, archives) != 0; }

size_t submitted_stem(const char *name) {
    size_t tail = ENDING(name, sources);
    return strlen(name) - (tail ? tail : ENDING(name, archives));
}

// Moodle's onlinetext.html (translated, but always in such a folder), Canvas's NAME_NUMBER_text.html.
bool submitted_is_text(const char *name) {
    static const char *const texts[] = {".html"};
    return ENDING(name, texts) && (text_ends(name, "_text.html") || strstr(name, "onlinetext"));
}

bool submitted_is_litter(const char *name) {
    static const char *const names[] = {".DS_Store", "Thumbs.db", "desktop.ini"};
    const char *base = base_name(name);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcasecmp(base, names[i])) return true;
    if (text_begins(name, ".git/") || strstr(name, "/.git/")) return true;
    return text_begins(base, "._") || text_begins(name, "__MACOSX/") || strstr(name, "/__MACOSX/");
}
