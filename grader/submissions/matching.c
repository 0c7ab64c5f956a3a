// matching.c - which file of a submission answers which exercise, when names are nearly right, and when not at all.
//
// A file answers one exercise. In this order: the instructor's choice; the right name; nearly the right name; the only
// source, if there is a single exercise; an unused source that defines the function of exactly one exercise that has no
// answer yet.
#include "files.h"

#include "../system/text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

// ---- names ----

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

static bool has_name(const char *name, const Exercise *exercise) {
    size_t length = strlen(exercise->name);
    for (const char *at = base_name(name); *at; at++) {
        bool begins = at == base_name(name) || !isalnum((unsigned char)at[-1]);
        if (begins && !strncasecmp(at, exercise->name, length) && !isalnum((unsigned char)at[length])) return true;
    }
    return false;
}

// "Matmul_Coalesced (1).CU", "matmul_coalesced-final.cu", "mueller_4711_matmul_coalesced.cu": the exercise's name in
// any case, standing apart from other letters and digits, and not as a part of another exercise's.
static bool is_nearly(const char *name, const Exercise *exercise) {
    if (!submitted_is_source(name) || !has_name(name, exercise)) return false;
    for (unsigned i = 0; i < exercise_count; i++)
        if (strlen(exercises[i]->name) > strlen(exercise->name) && has_name(name, exercises[i])) return false;
    return true;
}

static bool is_any_source(const char *name, const Exercise *exercise) {
    (void)exercise;
    return submitted_is_source(name);
}

// ---- one exercise ----

typedef bool Fits(const char *name, const Exercise *exercise);

static unsigned find(const SubmittedFiles *files, const Exercise *exercise, Fits *fits, unsigned found[2]) {
    unsigned count = 0;
    for (unsigned i = 0; i < files->count; i++) {
        if (submitted_is_litter(files->files[i].name) || !fits(files->files[i].name, exercise)) continue;
        if (count < 2) found[count] = i;
        count++;
    }
    return count;
}

static bool same_bytes(const SubmittedFile *one, const SubmittedFile *other) {
    return one->data && other->data && one->length == other->length && !memcmp(one->data, other->data, one->length);
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
    bool ours = file->kind == FILE_UNREADABLE;
    match.kind = ours ? MATCH_UNREADABLE : MATCH_REFUSED;
    if (ours || file->kind == FILE_BROKEN) snprintf(match.words, sizeof match.words, "%s: %.120s", shown, file->data);
    else snprintf(match.words, sizeof match.words, "%s %s.", shown, reasons[file->kind]);
    return match;
}

// Several files with fitting names: they are an answer if they are identical.
static Match match_several(const SubmittedFiles *files, const Exercise *exercise, Fits *fits, const unsigned found[2],
                           MatchKind kind) {
    Match match = match_of(files, exercise, found[0], kind);
    char first[110], second[110];
    bool same = true;
    for (unsigned i = found[1]; i < files->count && same; i++)
        if (!submitted_is_litter(files->files[i].name) && fits(files->files[i].name, exercise))
            same = same_bytes(&files->files[found[0]], &files->files[i]);
    text_copy(first, sizeof first, files->files[found[0]].name);
    text_copy(second, sizeof second, files->files[found[1]].name);
    match.kind = same ? MATCH_MISNAMED : MATCH_REFUSED;
    if (same) snprintf(match.words, sizeof match.words, "%s and %s are the same; the first was taken.", first, second);
    else snprintf(match.words, sizeof match.words, "%s or %s: which one is meant? Hand in one.", first, second);
    return match;
}

static Match match_name(const SubmittedFiles *files, const Exercise *exercise, bool alone) {
    unsigned found[2] = {0};
    unsigned exact = find(files, exercise, is_exact, found);
    if (exact == 1) return match_of(files, exercise, found[0], MATCH_EXACT);
    if (exact && find(files, exercise, is_in_place, found) == 1)
        return match_of(files, exercise, found[0], MATCH_EXACT);
    if (exact) {
        find(files, exercise, is_exact, found);
        return match_several(files, exercise, is_exact, found, MATCH_EXACT);
    }
    Fits *fits = is_nearly;
    unsigned near = find(files, exercise, fits, found);
    if (!near && alone) near = find(files, exercise, fits = is_any_source, found);
    if (near == 1) return match_of(files, exercise, found[0], MATCH_MISNAMED);
    if (near) return match_several(files, exercise, fits, found, MATCH_MISNAMED);
    Match missing = {.kind = MATCH_MISSING};
    snprintf(missing.words, sizeof missing.words, "%.80s.cu was not handed in.", exercise->name);
    return missing;
}

// The instructor's word: by the file's whole name or by its last part.
static Match match_taken(const SubmittedFiles *files, const Exercise *exercise, const char *take) {
    for (unsigned i = 0; i < files->count; i++) {
        const char *name = files->files[i].name;
        if (strcmp(name, take) && strcmp(base_name(name), take)) continue;
        Match match = match_of(files, exercise, i, MATCH_MISNAMED);
        if (match.kind == MATCH_MISNAMED) text_append(match.words, sizeof match.words, ", as the rules say");
        return match;
    }
    Match lost = {.kind = MATCH_UNREADABLE};
    snprintf(lost.words, sizeof lost.words, "the rules take %.120s, which is not there", take);
    return lost;
}

// ---- all exercises ----

typedef struct {
    const SubmittedFiles *files;
    const Exercise *const *exercises;
    unsigned count;
    Match *matches;
} Matching;

static bool is_claimed(const Matching *all, unsigned file) {
    for (unsigned i = 0; i < all->count; i++)
        if (all->matches[i].kind != MATCH_MISSING && all->matches[i].file == file) return true;
    for (unsigned i = 0; i < exercise_count; i++)
        if (is_exact(all->files->files[file].name, exercises[i])) return true; // of an exercise that is not graded here
    return false;
}

// The only exercise without an answer whose function the source defines; -1: none, or several.
static int lacking(const Matching *all, const char *source, char name[64]) {
    int found = -1;
    for (unsigned i = 0; i < all->count; i++) {
        char defined[64];
        if (all->matches[i].kind != MATCH_MISSING || !all->exercises[i]->must_define ||
            !source_defines(source, all->exercises[i]->must_define, defined))
            continue;
        if (found >= 0) return -1;
        found = (int)i;
        memcpy(name, defined, 64);
    }
    return found;
}

static void match_contents(Matching *all) {
    for (unsigned f = 0; f < all->files->count; f++) {
        const SubmittedFile *file = &all->files->files[f];
        char name[64], shown[160];
        if (file->kind != FILE_PLAIN || !file->data || is_claimed(all, f)) continue;
        int index = lacking(all, file->data, name);
        if (index < 0) continue;
        Match *match = &all->matches[index];
        text_copy(shown, sizeof shown, file->name);
        *match = (Match){.kind = MATCH_MISNAMED, .file = f};
        snprintf(match->words, sizeof match->words, "%s was taken for %.80s.cu, because it defines %s", shown,
                 all->exercises[index]->name, name);
    }
}

// A file with the right name and another exercise's answer is graded by its name, with a remark.
static void doubt(const Matching *all, unsigned index) {
    const Exercise *exercise = all->exercises[index];
    Match *match = &all->matches[index];
    const char *source = match->kind == MATCH_EXACT ? all->files->files[match->file].data : NULL;
    char name[64], other[64], shown[64];
    if (!source || !exercise->must_define || source_defines(source, exercise->must_define, name)) return;
    for (unsigned i = 0; i < exercise_count; i++) {
        if (!exercises[i]->must_define || !source_defines(source, exercises[i]->must_define, other)) continue;
        text_copy(shown, sizeof shown, all->files->files[match->file].name);
        match->kind = MATCH_MISNAMED;
        snprintf(match->words, sizeof match->words, "%s defines %s and not %s: is it the answer to %.60s?", shown,
                 other, name, exercises[i]->name);
        return;
    }
}

// A missing answer may be in a file that cannot be read.
static void look_behind(const Matching *all, unsigned index) {
    static const SubmittedKind hiding[] = {FILE_BROKEN, FILE_UNREADABLE};
    for (size_t k = 0; k < sizeof hiding / sizeof *hiding; k++)
        for (unsigned f = 0; f < all->files->count; f++)
            if (all->files->files[f].kind == hiding[k] &&
                (all->matches[index].kind == MATCH_MISSING || hiding[k] == FILE_UNREADABLE)) {
                all->matches[index] = match_of(all->files, all->exercises[index], f, MATCH_MISSING);
                break;
            }
}

void submission_match(const SubmittedFiles *files, const Exercise *const *exercises_of, unsigned count,
                      const char *const *takes, Match *matches) {
    Matching all = {files, exercises_of, count, matches};
    for (unsigned i = 0; i < count; i++)
        matches[i] = takes && takes[i] ? match_taken(files, exercises_of[i], takes[i])
                                       : match_name(files, exercises_of[i], count == 1);
    match_contents(&all);
    for (unsigned i = 0; i < count; i++) {
        doubt(&all, i);
        if (matches[i].kind == MATCH_MISSING) look_behind(&all, i);
    }
}
