// names.c - what a name says of a file.
#include "files.h"

#include "../device/system/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
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
static const char *const codes[] = {".cuh", ".hip", ".cpp", ".cxx", ".c++", ".cc", ".c", ".hpp", ".h"};
static const char *const texts[] = {".txt", ".rtf"};
static const char *const archives[] = {".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst", ".tgz", ".tbz2",
                                       ".txz",    ".tar",     ".zip",    ".7z",      ".rar"};
#define ENDING(name, endings) ending(name, endings, sizeof endings / sizeof *endings)

bool submitted_is_source(const char *name) { return ENDING(name, sources) || submitted_is_text(name); }

// Google Forms puts " - NAME" before the last ending: "hw1.tar - Ann Lee.gz".
static bool is_form_archive(const char *name) {
    static const char *const packings[] = {".gz", ".bz2", ".xz", ".zst"};
    return ENDING(name, packings) && strstr(base_name(name), ".tar - ");
}

bool submitted_is_archive(const char *name) { return ENDING(name, archives) || is_form_archive(name); }
bool submitted_is_code(const char *name) { return ENDING(name, codes) != 0; }

bool submitted_may_hold(const char *name) {
    return ENDING(name, codes) || ENDING(name, texts) || !strchr(base_name(name), '.');
}

size_t submitted_stem(const char *name) {
    size_t tail = ENDING(name, sources);
    if (!tail) tail = ENDING(name, codes);
    if (!tail) tail = ENDING(name, texts);
    if (!tail && is_form_archive(name)) tail = strlen(strrchr(name, '.'));
    return strlen(name) - (tail ? tail : ENDING(name, archives));
}

// Moodle's onlinetext.html (translated, but always in such a folder), Canvas's NAME_NUMBER_text.html, Sakai's
// NAME_submissionText.html, Blackboard's ..._attempt_2024-01-02-03-04-05.txt (in the server's language).
bool submitted_is_text(const char *name) {
    if (submitted_is_receipt(name)) return true;
    return text_ends(name, ".html") &&
           (text_ends(name, "_text.html") || text_ends(name, "_submissionText.html") || strstr(name, "onlinetext"));
}

bool submitted_may_be_work(const char *name) {
    bool work = submitted_is_archive(name) || submitted_is_source(name) || submitted_is_code(name);
    for (unsigned i = 0; i < exercise_count && !work; i++) work = submitted_names(name, exercises[i]);
    return work;
}

bool submitted_is_receipt(const char *name) {
    static const char form[] = "_0000-00-00-00-00-00.txt";
    size_t length = strlen(name);
    if (length < sizeof form) return false;
    const char *end = name + length - (sizeof form - 1);
    for (size_t i = 0; i < sizeof form - 1; i++)
        if (form[i] == '0' ? !isdigit((unsigned char)end[i]) : end[i] != form[i]) return false;
    return true;
}

bool submitted_is_typed(const char *name) {
    return !strcmp(name, SUBMITTED_TYPED) || text_begins(name, SUBMITTED_TYPED "/") || submitted_is_receipt(name);
}

bool submitted_is_aside(const char *name) { return text_begins(name, "solutions/") || strstr(name, "/solutions/"); }

bool submitted_is_litter(const char *name) {
    static const char *const names[] = {".DS_Store", "Thumbs.db", "desktop.ini"};
    const char *base = base_name(name);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcasecmp(base, names[i])) return true;
    if (text_begins(name, ".git/") || strstr(name, "/.git/")) return true;
    return text_begins(base, "._") || text_begins(name, "__MACOSX/") || strstr(name, "/__MACOSX/");
}

// ---- names in zips ----

static bool is_utf8(const char *text) {
    while (*text) {
        const char *before = text;
        if (text_next(&text) == UNFIT && text == before + 1 && (unsigned char)*before >= 0x80) return false;
    }
    return true;
}

static void from_dos(const char *entry, char *name, size_t size) {
    static const char *const letters[128] = {
        "Ç", "ü", "é", "â", "ä", "à", "å", "ç", "ê", "ë", "è", "ï", "î", "ì", "Ä", "Å", "É", "æ", "Æ", "ô", "ö", "ò",
        "û", "ù", "ÿ", "Ö", "Ü", "ø", "£", "Ø", "×", "ƒ", "á", "í", "ó", "ú", "ñ", "Ñ", "ª", "º", "¿", "®", "¬", "½",
        "¼", "¡", "«", "»", "░", "▒", "▓", "│", "┤", "Á", "Â", "À", "©", "╣", "║", "╗", "╝", "¢", "¥", "┐", "└", "┴",
        "┬", "├", "─", "┼", "ã", "Ã", "╚", "╔", "╩", "╦", "╠", "═", "╬", "¤", "ð", "Ð", "Ê", "Ë", "È", "ı", "Í", "Î",
        "Ï", "┘", "┌", "█", "▄", "¦", "Ì", "▀", "Ó", "ß", "Ô", "Ò", "õ", "Õ", "µ", "þ", "Þ", "Ú", "Û", "Ù", "ý", "Ý",
        "¯", "´", "-", "±", "‗", "¾", "¶", "§", "÷", "¸", "°", "¨", "·", "¹", "³", "²", "■", " "};
    size_t used = 0;
    for (; *entry; entry++) {
        unsigned char byte = (unsigned char)*entry;
        const char *letter = byte < 0x80 ? entry : letters[byte - 0x80];
        size_t length = byte < 0x80 ? 1 : strlen(letter);
        if (used + length + 1 > size) break;
        memcpy(name + used, letter, length);
        used += length;
    }
    name[used] = 0;
}

void submitted_entry_name(const char *entry, char *name, size_t size) {
    if (is_utf8(entry)) snprintf(name, size, "%s", entry);
    else from_dos(entry, name, size);
    for (char *at = strchr(name, '/') ? NULL : strchr(name, '\\'); at; at = strchr(at, '\\')) *at = '/';
}

// ---- what exercise it is called after ----

static bool is_in_place(const char *name, const Exercise *exercise) {
    char place[200];
    snprintf(place, sizeof place, "exercises/%.80s/%.80s.cu", exercise->chapter, exercise->name);
    const char *before = text_ends(name, place) ? name + strlen(name) - strlen(place) : NULL;
    return before && (before == name || before[-1] == '/');
}

// The words that systems and browsers put before and behind the name of a copy, in small letters.
static const char *const before_copy[] = {"copy of ", "kopie von ", "copie de ", "copia de ", "copia di "};
static const char *const behind_copy[] = {"copy", "kopie", "copie", "copia"};

static void cut_end(char *stem, size_t length, const char *joints) {
    while (length && strchr(joints, stem[length - 1])) length--;
    stem[length] = 0;
}

// Takes "(1)", "-1", "_1", " 1", "+1" or " - Copy" off the end. false: nothing of this kind is there.
static bool cut_number(char *stem, unsigned *number) {
    size_t length = strlen(stem), end = length;
    if (end && stem[end - 1] == ')') end--;
    size_t begin = end;
    while (begin && isdigit((unsigned char)stem[begin - 1])) begin--;
    if (begin == end || end - begin > 3 || !begin) return false;
    bool braced = end < length;
    if (braced ? stem[begin - 1] != '(' : !strchr("-_ +", stem[begin - 1])) return false;
    *number = (unsigned)strtoul(stem + begin, NULL, 10);
    cut_end(stem, begin - 1, braced ? " _" : " ");
    return true;
}

static bool cut_word(char *stem) {
    size_t length = strlen(stem);
    for (size_t i = 0; i < sizeof behind_copy / sizeof *behind_copy; i++) {
        size_t tail = strlen(behind_copy[i]);
        if (length <= tail + 1 || strcasecmp(stem + length - tail, behind_copy[i])) continue;
        if (!strchr(" -_", stem[length - tail - 1])) continue;
        cut_end(stem, length - tail, " -_");
        return true;
    }
    return false;
}

// Whether a name begins with an exercise's, in letters of any case: "Sum Atomic" and "sum-atomic" are sum_atomic.
static bool begins_called(const char *name, const char *exercise) {
    for (; *exercise; name++, exercise++) {
        bool joint = *exercise == '_' && *name && strchr("_- ", *name);
        if (!joint && tolower((unsigned char)*name) != tolower((unsigned char)*exercise)) return false;
    }
    return true;
}

static bool is_copy(const char *base, size_t stem_length, const char *exercise, unsigned *number) {
    char stem[256];
    unsigned found;
    if (stem_length >= sizeof stem) return false;
    snprintf(stem, sizeof stem, "%.*s", (int)stem_length, base);
    *number = 0;
    while (!begins_called(stem, exercise) || stem[strlen(exercise)]) {
        bool cut = false;
        for (size_t i = 0; i < sizeof before_copy / sizeof *before_copy && !cut; i++) {
            size_t head = strlen(before_copy[i]);
            cut = !strncasecmp(stem, before_copy[i], head);
            if (cut) memmove(stem, stem + head, strlen(stem + head) + 1);
        }
        if (!cut && (cut = cut_number(stem, &found))) *number = found > *number ? found : *number;
        if (!cut && !cut_word(stem)) return false;
    }
    return true;
}

bool submitted_names(const char *name, const Exercise *exercise) {
    size_t length = strlen(exercise->name);
    for (const char *at = base_name(name); *at; at++) {
        bool begins = at == base_name(name) || !isalnum((unsigned char)at[-1]);
        if (begins && begins_called(at, exercise->name) && !isalnum((unsigned char)at[length])) return true;
    }
    return false;
}

// The same, and no longer name of an exercise: "transpose_tiled" holds that of no other.
static bool names_alone(const char *name, const Exercise *exercise) {
    if (!submitted_names(name, exercise)) return false;
    for (unsigned i = 0; i < exercise_count; i++)
        if (strlen(exercises[i]->name) > strlen(exercise->name) && submitted_names(name, exercises[i])) return false;
    return true;
}

Called submitted_called(const char *name, const Exercise *exercise, unsigned *number) {
    const char *base = base_name(name);
    *number = 0;
    if (submitted_is_text(name)) return CALLED_OTHERWISE;
    if (!submitted_is_source(name))
        return submitted_may_hold(name) && names_alone(name, exercise) ? CALLED_ENDING : CALLED_OTHERWISE;
    if (text_begins(base, exercise->name) && !strcmp(base + strlen(exercise->name), ".cu"))
        return is_in_place(name, exercise) ? CALLED_IN_PLACE : CALLED_EXACT;
    if (is_copy(base, submitted_stem(base), exercise->name, number)) return CALLED_COPY;
    *number = 0;
    return names_alone(name, exercise) ? CALLED_NEARLY : CALLED_OTHERWISE;
}
