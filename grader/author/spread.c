// spread.c - grade spread: what a class would answer to the questions of an exercise, drawn for many names.
//
// Questions are fresh if their right answers spread: an answer that a neighbour passes on, or that stands on a page, is
// then rarely right. Every answer goes through the grader's own judgement here, rounding included.
#include "author.h"

#include "../command.h"
#include "../grading/key.h"
#include "../questions/answers.h"
#include "../questions/number.h"
#include "../system/message.h"
#include "../system/text.h"

#include <ctype.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_NAMES 1000
#define CHECKED_NAMES 24 // by make check: a second or less

#define LEAST_VALUES 0.75 // of names: with fewer values than that, a question's answer can be tried out
#define MOST_TRIED 12     // points of such questions that wait for none (Question.after), until an author is told

// What a question is held to. Shares are those of names.
#define LEAST_ANSWERS 5
#define MOST_COPIED 0.2   // of numbers and sets
#define MOST_ABOVE 0.1    // of words: more than one of them gets
#define MOST_GUESSED 0.4  // of numbers and sets, by a few names
#define MOST_PRINTED 0.25 // a page has some hundred numbers, so a few answers are among them
#define MOST_ASKED 0.5    // a factor of 1 leaves a number of the question as it is
#define MOST_TOLD 0.15    // an explanation has numbers of its own, and one of them may happen to be the answer

typedef struct {
    Draw draw;
    KeyRun *run;
    char (*keys)[64]; // of the exercise's questions
    bool *told;       // which of them a verdict on a wrong answer holds
} Sample;

typedef struct {
    const Exercise *exercise;
    Sample *samples;
    unsigned count;
    char *page; // all that a student may read: the skeleton, the lesson, the hints
} Class;

// Of one question.
typedef struct {
    unsigned answers; // different ones
    unsigned values;  // different ones that remain after a division by one or two of the numbers that are drawn
    double copied;    // share of names for whom another name's answer is right, the mean over all others
    double guessed;   // for whom the best single answer is right
    double printed;   // whose number, of three digits or more, stands on the page
    double asked;     // whose answer stands in the question itself
    double told;      // whose answer stands in a text that a verdict shows for a wrong one, and not in the question
} Spread;

// ---- the class ----

static bool sample_read(const Paths *paths, const char *folder, Sample *sample, Message error) {
    const Exercise *exercise = sample->draw.exercise;
    sample->keys = calloc(exercise->question_count, sizeof *sample->keys);
    sample->told = calloc(exercise->question_count, sizeof *sample->told);
    sample->run = sample->keys && sample->told ? key_load(paths, &sample->draw, folder, error) : NULL;
    return sample->run && answers_keys(&sample->draw, sample->run, sample->keys, error);
}

static char *page_read(const Paths *paths, const Exercise *exercise) {
    char skeleton[PATH_BYTES], lesson[PATH_BYTES], *page = NULL;
    size_t length;
    FILE *out = open_memstream(&page, &length);
    if (!out) return NULL;
    paths_part(paths, exercise, "skeleton.cu", skeleton);
    snprintf(lesson, sizeof lesson, "%.800s/chapters/%.60s/README.md", paths->root, exercise->chapter);
    for (const char *const *path = (const char *const[]){skeleton, lesson, NULL}; *path; path++) {
        char *text = file_read(*path, MOST_SOURCE_BYTES, NULL, NULL);
        fprintf(out, "%s\n", text ? text : "");
        free(text);
    }
    for (unsigned i = 0; i < COUNT_OF(exercise->hints); i++) fprintf(out, "%s\n", exercise->hints[i]);
    return fclose(out) ? NULL : page;
}

// false with a sentence in error; the class is to be freed either way.
static bool class_read(const Paths *paths, const char *folder, unsigned names, Class *class, Message error) {
    message_set(error, "out of memory");
    class->page = page_read(paths, class->exercise);
    class->samples = calloc(names, sizeof *class->samples);
    if (!class->page || !class->samples || !key_prepare(paths, class->exercise, folder, error)) return false;
    while (class->count < names) {
        Sample *sample = &class->samples[class->count];
        char name[32];
        snprintf(name, sizeof name, "Student %u", class->count++);
        draw_for_name(class->exercise, name, "", &sample->draw);
        if (!sample_read(paths, folder, sample, error)) return false;
    }
    return true;
}

static void class_free(Class *class) {
    for (unsigned n = 0; n < class->count; n++) {
        key_free(class->samples[n].run);
        free(class->samples[n].keys);
        free(class->samples[n].told);
    }
    free(class->samples);
    free(class->page);
}

// ---- texts ----

// Whether a number of the text is `value`: 28,672 is one number, and so is 0.25.
static bool text_has_number(const char *text, double value) {
    for (const char *at = text; *(at += strcspn(at, "0123456789"));) {
        size_t length = strspn(at, "0123456789,.");
        char word[64], why[ADVICE_BYTES];
        Number number;
        while (length && !isdigit((unsigned char)at[length - 1])) length--;
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (number_read(word, UNIT_NONE, &number, why) && fabs(number.value - value) <= 1e-9 * fabs(value)) return true;
        at += length;
    }
    return false;
}

static bool text_has_word(const char *text, const char *word) {
    size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at++)
        if ((at == text || !isalnum((unsigned char)at[-1])) && !isalnum((unsigned char)at[length])) return true;
    return false;
}

#define SMALL 10 // than which numbers stand in every text, whatever they mean there

// Whether a text holds the answer that is right for this name.
static bool text_tells(const Sample *sample, unsigned q, const char *text) {
    Number number;
    char why[ADVICE_BYTES];
    if (sample->draw.exercise->questions[q].kind != ANSWER_NUMBER) return text_has_word(text, sample->keys[q]);
    bool read = number_read(sample->keys[q], UNIT_NONE, &number, why);
    return read && fabs(number.value) >= SMALL && text_has_number(text, number.value);
}

static bool is_asked(const Sample *sample, unsigned q) {
    const DrawScope scope = {.draw = &sample->draw};
    char asks[512];
    draw_fill(&scope, sample->draw.exercise->questions[q].asks, asks, sizeof asks);
    return text_tells(sample, q, asks);
}

// All that a verdict may say to a wrong answer, whether any other name's answer brings it about or not.
static bool is_told(const Sample *sample, unsigned q) {
    const Question *question = &sample->draw.exercise->questions[q];
    const DrawScope scope = {.draw = &sample->draw};
    char filled[512];
    draw_fill(&scope, question->why ? question->why : "", filled, sizeof filled);
    bool told = sample->told[q] || text_tells(sample, q, filled);
    for (unsigned i = 0; i < question->slip_count && !told; i++) {
        draw_fill(&scope, question->slips[i].says, filled, sizeof filled);
        told = text_tells(sample, q, filled);
    }
    return told && !is_asked(sample, q);
}

static bool is_printed(const Class *class, const Sample *sample, unsigned q) {
    Number number;
    char why[ADVICE_BYTES];
    bool is_number = class->exercise->questions[q].kind == ANSWER_NUMBER;
    return is_number && number_read(sample->keys[q], UNIT_NONE, &number, why) && fabs(number.value) >= 100 &&
           text_has_number(class->page, number.value);
}

// ---- answers of others ----

// A file with the right answers of one name, allocated.
static char *answers_of(const Class *class, unsigned name, size_t *length) {
    char *source = NULL;
    FILE *out = open_memstream(&source, length);
    for (unsigned q = 0; out && q < class->exercise->question_count; q++)
        fprintf(out, "//= %s: %s\n", class->exercise->questions[q].name, class->samples[name].keys[q]);
    if (!out || fclose(out)) abort(); // some hundred bytes: nothing works any more
    return source;
}

// A word is one of those that may be answered, and a list of all of them tells none.
static bool verdict_tells(const Sample *sample, unsigned q, const VerdictAnswer *answer) {
    bool listed = strstr(answer->why, " is none of: ") != NULL;
    return answer->measured[0] || (!listed && text_tells(sample, q, answer->why));
}

// All names hand in the answers of `giver`. For how many each is right: right[q]. Where one is wrong, the verdict must
// not tell the right one.
static void hand_in(const Class *class, unsigned giver, unsigned *right) {
    const unsigned questions = class->exercise->question_count;
    size_t length;
    char *source = answers_of(class, giver, &length);
    Message error;
    Verdict verdict = {.exercise = class->exercise};
    if (!verdict_alloc(&verdict, (VerdictSizes){.answers = questions})) abort(); // as above
    memset(right, 0, questions * sizeof *right);
    for (unsigned n = 0; n < class->count; n++) {
        Sample *sample = &class->samples[n];
        if (!answers_judge(source, length, &sample->draw, sample->run, verdict.answers, error)) continue;
        for (unsigned q = 0; q < questions; q++)
            if (verdict.answers[q].state == ANSWER_RIGHT) right[q]++;
            else sample->told[q] |= verdict_tells(sample, q, &verdict.answers[q]);
    }
    verdict_free(&verdict);
    free(source);
}

static void copies_measure(const Class *class, Spread *spreads) {
    const double names = class->count;
    unsigned right[class->exercise->question_count];
    for (unsigned giver = 0; giver < class->count; giver++) {
        hand_in(class, giver, right);
        for (unsigned q = 0; q < class->exercise->question_count; q++) {
            spreads[q].copied += (right[q] - 1.0) / (names * (names - 1));
            spreads[q].guessed = fmax(spreads[q].guessed, right[q] / names);
        }
    }
}

static unsigned answers_count(const Class *class, unsigned q) {
    unsigned different = 0;
    for (unsigned n = 0; n < class->count; n++) {
        bool known = false;
        for (unsigned i = 0; i < n && !known; i++)
            known = !strcmp(class->samples[i].keys[q], class->samples[n].keys[q]);
        different += !known;
    }
    return different;
}

// What is left of a number to guess, for somebody who divides it by two parameters; an index past the last one: by
// less.
static double quotient(const Sample *sample, unsigned q, unsigned one, unsigned other) {
    const unsigned parameters = sample->draw.exercise->parameter_count;
    double value = strtod(sample->keys[q], NULL);
    if (one < parameters) value /= strtod(sample->draw.values[one], NULL);
    if (other < parameters) value /= strtod(sample->draw.values[other], NULL);
    return value; // not finite where a parameter is a word: equal to none
}

static unsigned quotients_count(const Class *class, unsigned q, unsigned one, unsigned other) {
    double values[MOST_NAMES];
    unsigned different = 0;
    for (unsigned n = 0; n < class->count; n++) {
        bool known = false;
        values[n] = quotient(&class->samples[n], q, one, other);
        for (unsigned i = 0; i < n && !known; i++) known = fabs(values[i] - values[n]) <= 1e-9 * fabs(values[n]);
        different += !known;
    }
    return different;
}

static unsigned values_count(const Class *class, unsigned q) {
    const unsigned parameters = class->exercise->parameter_count;
    unsigned fewest = answers_count(class, q);
    if (class->exercise->questions[q].kind != ANSWER_NUMBER) return fewest;
    for (unsigned one = 0; one < parameters; one++)
        for (unsigned other = one + 1; other <= parameters; other++) {
            const unsigned count = quotients_count(class, q, one, other);
            if (count < fewest) fewest = count;
        }
    return fewest;
}

// ---- one exercise ----

static void spreads_measure(const Class *class, Spread *spreads) {
    memset(spreads, 0, class->exercise->question_count * sizeof *spreads);
    copies_measure(class, spreads);
    for (unsigned q = 0; q < class->exercise->question_count; q++) {
        spreads[q].answers = answers_count(class, q);
        spreads[q].values = values_count(class, q);
        for (unsigned n = 0; n < class->count; n++) {
            spreads[q].printed += is_printed(class, &class->samples[n], q) / (double)class->count;
            spreads[q].asked += is_asked(&class->samples[n], q) / (double)class->count;
            spreads[q].told += is_told(&class->samples[n], q) / (double)class->count;
        }
    }
}

static void spreads_print(const Exercise *exercise, const Spread *spreads) {
    double points = 0, copied = 0, guessed = 0;
    for (unsigned q = 0; q < exercise->question_count; q++) {
        const Question *question = &exercise->questions[q];
        printf("%-18s %-26s %4d %5u %6u %7.1f %7.1f %7.1f %7.1f %7.1f\n", exercise->name, question->name,
               question->points, spreads[q].answers, spreads[q].values, 100 * spreads[q].copied,
               100 * spreads[q].guessed, 100 * spreads[q].printed, 100 * spreads[q].asked, 100 * spreads[q].told);
        points += question->points;
        copied += question->points * spreads[q].copied;
        guessed += question->points * spreads[q].guessed;
    }
    printf("%-18s %-26s %4.0f %5s %6s %7.1f %7.1f\n", exercise->name, "all, in points", points, "", "", copied,
           guessed);
}

// The words that may be answered.
static unsigned words_of(const Question *question) {
    unsigned count = question->words != NULL;
    for (const char *at = question->words; at && *at; at++) count += *at == ',';
    return count;
}

static unsigned complain_of(const Exercise *exercise, const Question *question, bool holds, FILE *out,
                            const char *what) {
    if (!holds) fprintf(out, "%s: the question %s %s\n", exercise->name, question->name, what);
    return !holds;
}

static unsigned spread_judge(const Exercise *exercise, const Spread *spreads, FILE *out) {
    unsigned problems = 0;
    for (unsigned q = 0; q < exercise->question_count; q++) {
        const Question *question = &exercise->questions[q];
        const Spread *spread = &spreads[q];
        bool word = question->kind == ANSWER_WORD;
        double copied = word ? 1.0 / words_of(question) + MOST_ABOVE : MOST_COPIED;
        problems += complain_of(exercise, question, word || spread->answers >= LEAST_ANSWERS, out,
                                "has too few different answers: widen its parameters");
        problems += complain_of(exercise, question, spread->copied <= copied, out,
                                "has answers that are right for too many other names: widen its parameters");
        problems += complain_of(exercise, question, word || spread->guessed <= MOST_GUESSED, out,
                                "has an answer that is right for too many names: widen its parameters");
        problems += complain_of(exercise, question, spread->printed <= MOST_PRINTED, out,
                                "is answered too often by a number in the skeleton, the lesson or a hint");
        problems += complain_of(exercise, question, word || spread->asked <= MOST_ASKED, out,
                                "is answered too often by a number of its own text");
        problems += complain_of(exercise, question, spread->told <= MOST_TOLD, out,
                                "is answered by what a verdict says about wrong answers");
    }
    return problems;
}

// The points that somebody earns who tries answers until the verdict says that one is right. No problem, but a figure.
static void say_what_can_be_tried(const Exercise *exercise, const Spread *spreads, unsigned names, FILE *out) {
    int points = 0;
    for (unsigned q = 0; q < exercise->question_count; q++)
        if (!exercise->questions[q].after && spreads[q].values < LEAST_VALUES * names)
            points += exercise->questions[q].points;
    if (points > MOST_TRIED)
        fprintf(out, "%s: answers of %d points have few values and can be tried one after another: see \"after:\"\n",
                exercise->name, points);
}

// false with a sentence in error.
static bool spread_measure(const Paths *paths, const Exercise *exercise, const char *folder, unsigned names,
                           Spread *spreads, Message error) {
    // An answer that waits for another one is measured as if it did not.
    Question questions[exercise->question_count];
    Exercise told = *exercise;
    for (unsigned q = 0; q < exercise->question_count; q++) {
        questions[q] = exercise->questions[q];
        questions[q].after = NULL;
    }
    told.questions = questions;
    Class class = {.exercise = &told};
    bool read = class_read(paths, folder, names, &class, error);
    if (read) spreads_measure(&class, spreads);
    class_free(&class);
    return read;
}

unsigned spread_check(const Paths *paths, const Exercise *exercise, const char *folder, FILE *out) {
    Message error;
    if (!exercise->parameter_count) return 0;
    Spread spreads[exercise->question_count];
    if (spread_measure(paths, exercise, folder, CHECKED_NAMES, spreads, error)) {
        say_what_can_be_tried(exercise, spreads, CHECKED_NAMES, out);
        return spread_judge(exercise, spreads, out);
    }
    fprintf(out, "%s: %s\n", exercise->name, error);
    return 1;
}

int spread_command(const Paths *paths, int argc, char **argv) {
    char folder[PATH_BYTES];
    Message error = "";
    uint64_t names = 200;
    unsigned problems = 0;
    int option;
    while ((option = getopt(argc, argv, "n:")) != -1)
        if (option != 'n' || !parse_number(optarg, 2, MOST_NAMES, &names))
            return complain("spread [-n NAMES] [EXERCISE ...]");
    for (int i = optind; i < argc; i++)
        if (!known_exercise(argv[i])) return COULD_NOT_WORK;
    if (!paths_work_folder(paths, folder, error)) return complain("%s", error);
    printf("%-18s %-26s %4s %5s %6s %7s %7s %7s %7s %7s\n", "exercise", "question", "pts", "answ.", "values", "copied%",
           "guess%", "print%", "asked%", "told%");
    bool worked = true;
    for (unsigned i = 0; i < exercise_count && worked; i++) {
        const Exercise *exercise = exercises[i];
        bool chosen = optind == argc;
        for (int a = optind; a < argc; a++) chosen |= !strcmp(argv[a], exercise->name);
        if (!chosen || !exercise->parameter_count) continue;
        Spread spreads[exercise->question_count];
        worked = spread_measure(paths, exercise, folder, (unsigned)names, spreads, error);
        if (!worked) continue;
        spreads_print(exercise, spreads);
        say_what_can_be_tried(exercise, spreads, (unsigned)names, stdout);
        problems += spread_judge(exercise, spreads, stdout);
        fflush(stdout);
    }
    folder_remove(folder);
    if (!worked) return complain("%s", error);
    return problems ? 1 : 0;
}
