// known.h - known answers: right and wrong programs for an exercise, and what a verdict must say about each.
//
// grader/exercises/NAME/answers.txt holds all of an exercise, sequences.txt what its students do one step after
// another (author/sequences.c). Both read from top to bottom. Each text follows a heading:
//     === wrong/fault-missing_barrier.edit
// Blank lines before a heading belong to it, and text before the first heading is a remark. A heading names
//     right/NAME          which earns all points
//     more/NAME           the same; only `make draws` grades it
//     wrong/STATE-NAME    which gets that state
//     sequences/NAME.seq
// NAME.cu is a program, NAME.edit changes of one (edits.c).
#ifndef KNOWN_H
#define KNOWN_H

#include "../device/system/message.h"
#include "../system/paths.h"

typedef struct {
    char name[120];         // "wrong/fault-missing_barrier.edit"
    char place[PATH_BYTES]; // "grader/exercises/NAME/answers.txt:12: wrong/fault-missing_barrier.edit"
    char *text;             // below the heading
} KnownAnswer;

typedef struct {
    KnownAnswer *answers;
    unsigned count;
} KnownAnswers;

// Reads the known answers, or the sequences, of an exercise: none where there is no such file. false with a sentence in
// error: a heading is wrong, or memory is short.
bool known_read(const Paths *paths, const Exercise *exercise, KnownAnswers *known, Message error);
bool known_read_sequences(const Paths *paths, const Exercise *exercise, KnownAnswers *known, Message error);
// Adds the answers of a text in this form; error calls it `file`.
bool known_parse(const char *text, const char *file, KnownAnswers *known, Message error);
void known_free(KnownAnswers *known);
// Whether an answer is "right", "more", or "wrong".
bool known_is(const KnownAnswer *answer, const char *kind);
const KnownAnswer *known_named(const KnownAnswers *known, const char *name);
// The program that an answer is, allocated: edits are applied to the exercise's solution, or to what they name. NULL
// with a sentence in error.
char *known_program(const Paths *paths, const Exercise *exercise, const KnownAnswers *known, const KnownAnswer *answer,
                    Message error);
// Where known_write puts an answer's program below a folder: NAME/KIND/ANSWER.cu.
void known_path(const char *folder, const Exercise *exercise, const KnownAnswer *answer, char path[PATH_BYTES]);
bool known_write(const Paths *paths, const Exercise *exercise, const KnownAnswers *known, const KnownAnswer *answer,
                 const char *folder, Message error);

// ---- edits.c: programs as changes of others ----
//
// An edit begins with lines "says: WORDS" (which the verdict's first sentence must say), "most: POINTS" (more than
// which it must not earn), "from: skeleton.cu" or "from: more/NAME.cu" if it
// changes that and not the solution, then any number of
//     replace:
//     <lines that occur exactly once in what is changed>
//     with:
//     <lines>
//     end
// Lines before the first "replace:" that begin with "#" are comments; "cause:" and "line:" are for the suite `causes`.

// The text after the edits, allocated. NULL with a sentence in error.
char *edits_apply(const char *text, const char *edits, Message error);
// The words after "says:" (or another `key` with its colon) on a line that may begin with "//", before any "replace:".
// false: there is no such line left. *from moves on.
bool says_next(const char **from, const char *key, char words[200]);

#endif
