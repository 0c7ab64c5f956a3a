// matching.c - which file of a submission answers which exercise, when names are nearly right, and when not at all.
//
// A file answers one exercise. In this order: the instructor's choice; a file that is called after the exercise
// (candidates.c); an unused source that defines the function, or answers the questions, of exactly one exercise that
// has nothing but an unchanged skeleton; the only source, if there is a single exercise.
#include "files.h"

#include "../system/text.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    const SubmittedFiles *files;
    const Exercise *const *exercises;
    unsigned count;
    const Published *published;
    Match *matches;
} Matching;

static const char *base_name(const char *name) {
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

// The instructor's word: by the file's whole name or by its last part.
static Match match_taken(const Matching *all, const Exercise *exercise, const char *take) {
    for (unsigned i = 0; i < all->files->count; i++) {
        const char *name = all->files->files[i].name;
        if (strcmp(name, take) && strcmp(base_name(name), take)) continue;
        Match match = match_with(all->files, exercise, all->published, i, MATCH_MISNAMED);
        if (match.kind == MATCH_MISNAMED) text_append(match.words, sizeof match.words, ", as the rules say");
        return match;
    }
    Match lost = {.kind = MATCH_UNREADABLE};
    text_format(lost.words, sizeof lost.words, "the rules take %.120s, which is not there", take);
    return lost;
}

// ---- by contents ----

// Whether what stands in a source belongs to an exercise, and the name that shows it.
static bool belongs(const char *source, const Exercise *exercise, char name[64]) {
    if (exercise->must_define) return source_defines(source, exercise->must_define, name);
    return source_answers(source, exercise, name);
}

// Another exercise that a file is called after; NULL: none. A name that its contents contradict counts for nothing.
static const Exercise *other_named(const SubmittedFile *file, const Exercise *exercise) {
    char defined[64];
    unsigned number;
    for (unsigned i = 0; i < exercise_count; i++) {
        if (exercises[i] == exercise || submitted_called(file->name, exercises[i], &number) > CALLED_COPY) continue;
        bool telling = file->data && (exercises[i]->must_define || exercises[i]->question_count);
        bool contradicted = telling && !belongs(file->data, exercises[i], defined);
        if (!contradicted) return exercises[i];
    }
    return NULL;
}

static bool is_used(const Matching *all, unsigned file) {
    for (unsigned i = 0; i < all->count; i++)
        if (all->matches[i].kind != MATCH_MISSING && all->matches[i].file == file) return true;
    return false;
}

// Whether a better answer may still be found: there is none, or nobody has worked on it.
static bool is_lacking(const Match *match) {
    return match->kind == MATCH_MISSING || (match->kind <= MATCH_MISNAMED && match->text != TEXT_OWN);
}

// The only exercise without an answer that the file belongs to; -1: none, or several.
static int lacking(const Matching *all, const SubmittedFile *file, char name[64]) {
    int found = -1;
    for (unsigned i = 0; i < all->count; i++) {
        char defined[64];
        if (!is_lacking(&all->matches[i]) || !belongs(file->data, all->exercises[i], defined) ||
            other_named(file, all->exercises[i]) ||
            published_kind(all->published, all->exercises[i], file->data, file->length) != TEXT_OWN)
            continue;
        if (found >= 0) return -1;
        found = (int)i;
        memcpy(name, defined, 64);
    }
    return found;
}

static void match_contents(const Matching *all) {
    for (unsigned f = 0; f < all->files->count; f++) {
        const SubmittedFile *file = &all->files->files[f];
        char name[64], shown[160];
        bool remark = submitted_is_text(file->name) && !submitted_is_typed(file->name);
        if (file->kind != FILE_PLAIN || !file->data || remark || is_used(all, f)) continue;
        int index = lacking(all, file, name);
        if (index < 0) continue;
        Match *match = &all->matches[index];
        text_copy(shown, sizeof shown, file->name);
        bool skeleton = match->kind != MATCH_MISSING;
        *match = (Match){.kind = MATCH_MISNAMED, .file = f};
        text_format(match->words, sizeof match->words, "%s was taken for %.80s.cu, because it %s %s%s", shown,
                    all->exercises[index]->name, all->exercises[index]->must_define ? "defines" : "answers", name,
                    skeleton ? " and the file of that name is unchanged" : "");
    }
}

// ---- the only source ----

// What was typed counts where no file was handed in: beside one it is a remark.
static bool is_any_source(const Matching *all, unsigned file, bool typed) {
    const SubmittedFile *entry = &all->files->files[file];
    if (!submitted_is_source(entry->name) || submitted_is_litter(entry->name)) return false;
    if (submitted_is_text(entry->name) != typed) return false;
    return typed ? submitted_is_typed(entry->name) && entry->length : !other_named(entry, all->exercises[0]);
}

static bool same_bytes(const SubmittedFile *one, const SubmittedFile *other) {
    return one->data && other->data && one->length == other->length && !memcmp(one->data, other->data, one->length);
}

static void match_only(const Matching *all, bool typed) {
    unsigned found[2], count = 0;
    char first[110], second[110];
    if (all->count != 1 || all->matches[0].kind != MATCH_MISSING) return;
    for (unsigned f = 0; f < all->files->count; f++) {
        if (!is_any_source(all, f, typed) || (count && same_bytes(&all->files->files[found[0]], &all->files->files[f])))
            continue;
        if (count < 2) found[count] = f;
        count++;
    }
    if (count) all->matches[0] = match_with(all->files, all->exercises[0], all->published, found[0], MATCH_MISNAMED);
    if (count) all->matches[0].guessed = true;
    if (count < 2) return;
    text_copy(first, sizeof first, all->files->files[found[0]].name);
    text_copy(second, sizeof second, all->files->files[found[1]].name);
    all->matches[0].kind = MATCH_REFUSED;
    snprintf(all->matches[0].words, sizeof all->matches[0].words, "%s or %s: which one is meant? Hand in one.", first,
             second);
}

// ---- all of it ----

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
        text_format(match->words, sizeof match->words, "%s defines %s and not %s: is it the answer to %.60s?", shown,
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
                all->matches[index] = match_with(all->files, all->exercises[index], all->published, f, MATCH_MISSING);
                break;
            }
}

// What was done to a typed text is said with the choice of the file.
static void say_note(const Matching *all, Match *match) {
    const char *note = match->kind <= MATCH_MISNAMED ? all->files->files[match->file].note : "";
    if (!note[0]) return;
    match->kind = MATCH_MISNAMED;
    text_append(match->words, sizeof match->words, "%s%s", match->words[0] ? "; " : "", note);
}

void submission_match(const SubmittedFiles *files, const Exercise *const *exercises_of, unsigned count,
                      const char *const *takes, const Published *published, Match *matches) {
    const Matching all = {files, exercises_of, count, published, matches};
    for (unsigned i = 0; i < count; i++)
        matches[i] = takes && takes[i] ? match_taken(&all, exercises_of[i], takes[i])
                                       : match_by_name(files, exercises_of[i], published);
    match_contents(&all);
    match_only(&all, false);
    match_only(&all, true);
    for (unsigned i = 0; i < count; i++) {
        doubt(&all, i);
        if (matches[i].kind == MATCH_MISSING) look_behind(&all, i);
        say_note(&all, &matches[i]);
    }
}
