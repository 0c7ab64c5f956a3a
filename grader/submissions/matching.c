// matching.c - which file of a submission answers an exercise, when names are nearly right, and when not at all.
#include "files.h"

#include "../system/text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char *base_name(const char *name) {
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

static bool is_exact(const char *name, const Exercise *exercise) {
    const char *base = base_name(name);
    return text_begins(base, exercise->name) && !strcmp(base + strlen(exercise->name), ".cu");
}

// Somebody who hands in the whole workbook has the file three times; only the one under exercises/ is his.
static bool is_in_place(const char *name, const Exercise *exercise) {
    char place[200];
    snprintf(place, sizeof place, "exercises/%.80s/%.80s.cu", exercise->chapter, exercise->name);
    return text_ends(name, place);
}

// "Matmul_Coalesced (1).CU", "matmul_coalesced-final.cu", "mueller_4711_matmul_coalesced.cu": the exercise's name in
// any case, standing apart from other letters and digits.
static bool is_nearly(const char *name, const Exercise *exercise) {
    size_t length = strlen(exercise->name);
    if (!submitted_is_source(name)) return false;
    for (const char *at = base_name(name); *at; at++) {
        bool begins = at == base_name(name) || !isalnum((unsigned char)at[-1]);
        if (begins && !strncasecmp(at, exercise->name, length) && !isalnum((unsigned char)at[length])) return true;
    }
    return false;
}

static bool is_any_source(const char *name, const Exercise *exercise) {
    (void)exercise;
    return submitted_is_source(name);
}

static unsigned find(const SubmittedFiles *files, const Exercise *exercise,
                     bool (*fits)(const char *name, const Exercise *exercise), unsigned found[2]) {
    unsigned count = 0;
    for (unsigned i = 0; i < files->count; i++) {
        if (submitted_is_litter(files->files[i].name) || !fits(files->files[i].name, exercise)) continue;
        if (count < 2) found[count] = i;
        count++;
    }
    return count;
}

static Match ambiguous(const SubmittedFiles *files, const unsigned found[2]) {
    Match match = {.kind = MATCH_REFUSED, .file = found[0]};
    char first[120], second[120];
    text_copy(first, sizeof first, files->files[found[0]].name);
    text_copy(second, sizeof second, files->files[found[1]].name);
    snprintf(match.words, sizeof match.words, "%s or %s: which one is meant? Hand in one.", first, second);
    return match;
}

static Match match_of(const SubmittedFiles *files, const Exercise *exercise, unsigned index, MatchKind kind) {
    static const char *const reasons[] = {[FILE_TOO_LARGE] = "is larger than 1 MiB",
                                          [FILE_SPECIAL] = "is a link, a device or a pipe instead of a file",
                                          [FILE_OUTSIDE] = "has a name that points outside the submission"};
    const SubmittedFile *file = &files->files[index];
    Match match = {.kind = kind, .file = index};
    char shown[160];
    text_copy(shown, sizeof shown, file->name);
    if (kind == MATCH_MISNAMED)
        snprintf(match.words, sizeof match.words, "%s was taken for %.80s.cu", shown, exercise->name);
    if (file->kind == FILE_PLAIN) return match;
    match.kind = MATCH_REFUSED;
    snprintf(match.words, sizeof match.words, "%s %s.", shown, reasons[file->kind]);
    return match;
}

Match submission_match(const SubmittedFiles *files, const Exercise *exercise, bool alone) {
    unsigned found[2] = {0};
    unsigned exact = find(files, exercise, is_exact, found);
    if (exact == 1) return match_of(files, exercise, found[0], MATCH_EXACT);
    if (exact && find(files, exercise, is_in_place, found) == 1)
        return match_of(files, exercise, found[0], MATCH_EXACT);
    if (exact) return ambiguous(files, found);
    unsigned near = find(files, exercise, is_nearly, found);
    if (!near && alone) near = find(files, exercise, is_any_source, found);
    if (near == 1) return match_of(files, exercise, found[0], MATCH_MISNAMED);
    if (near) return ambiguous(files, found);
    Match missing = {.kind = MATCH_MISSING};
    snprintf(missing.words, sizeof missing.words, "%.80s.cu was not handed in.", exercise->name);
    return missing;
}
