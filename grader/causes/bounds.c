// bounds.c - indices that leave their arrays, and memory that nothing has set: what the source tells of either.
#include "bounds.h"

#include "geometry/launches.h"
#include "source/flow.h"
#include "strides.h"

#include "../device/system/text.h"

#include <stdio.h>
#include <string.h>

enum { SHOWN = 84, MOST_LINES = 20, MOST_LINE = 1000 }; // characters of an expression; lines of a statement; of a line
enum { DECLARATIONS = 3 };                              // of names by names that are followed

// The expression without space around it, on one line; a long one ends in "...".
static void piece_text(Piece piece, char text[SHOWN]) {
    char whole[SHOWN + 1]; // or more than fits
    size_t length = 0;
    while (piece.begin < piece.end && isspace((unsigned char)*piece.begin)) piece.begin++;
    while (piece.end > piece.begin && isspace((unsigned char)piece.end[-1])) piece.end--;
    for (const char *at = piece.begin; at < piece.end && length < SHOWN; at++) {
        bool space = isspace((unsigned char)*at);
        if (!space || !isspace((unsigned char)at[-1])) whole[length++] = space ? ' ' : *at;
    }
    whole[length] = 0;
    source_part(whole, text, SHOWN);
}

// Longer than anybody writes it: searches in it would take long.
static bool is_long(const Source *source, unsigned line) { return strcspn(source->lines[line - 1], "\n") > MOST_LINE; }

// ---- the test that lets an index pass ----

// What an expression of one name was declared to be: "row < m" of "bool inside = row < m;".
static Piece declared(const Source *source, Piece piece) {
    char name[64];
    const char *start = function_start(source, piece.begin), *found = NULL;
    text_format(name, sizeof name, "%.*s", (int)(piece.end - piece.begin), piece.begin);
    for (const char *at = name; *at; at++)
        if (!is_name(*at)) return piece;
    for (const char *at = start; (at = word_find(at, piece.begin, name)); at++) {
        const char *after = at + strlen(name) + strspn(at + strlen(name), " ");
        if (*after == '=' && after[1] != '=') found = after + 1;
    }
    if (!found) return piece;
    const char *end = found;
    for (unsigned depth = 0; *end && (depth || !strchr(",;", *end)); end++)
        depth += (*end == '(' || *end == '[') ? 1 : *end == ')' || *end == ']' ? -1u : 0;
    return (Piece){found + strspn(found, " "), end};
}

// The condition of the `if` that the statement begins with, or of its "? :". false: it has none.
static bool find_test(const Source *source, const char *begin, const char *end, Piece *test) {
    const char *word = word_find(begin, end, "if"), *mark = memchr(begin, '?', (size_t)(end - begin));
    if (word && word[2 + strspn(word + 2, " ")] == '(') {
        const char *open = word + 2 + strspn(word + 2, " ");
        *test = (Piece){open + 1, behind_closing(open, end) - 1};
    } else if (mark) {
        const char *at = mark;
        while (at > begin && !(at[-1] == '=' && !strchr("=<>!", at[-2]) && *at != '=') && at[-1] != ',') at--;
        *test = (Piece){at + strspn(at, " \n"), mark};
    } else {
        return false;
    }
    while (test->end > test->begin && isspace((unsigned char)test->end[-1])) test->end--;
    *test = declared(source, *test);
    return test->end > test->begin;
}

// The index of the first array in [at, end). false: there is none.
static bool find_index(const char *at, const char *end, Piece *index) {
    for (; at < end && !(*at == '[' && is_name(at[-1])); at++) {}
    if (at >= end) return false;
    *index = (Piece){at + 1, behind_closing(at, end) - 1};
    return true;
}

// Where the assignment of a statement stands, its `=`; NULL: there is none.
static const char *assignment(const char *begin, const char *end) {
    unsigned depth = 0;
    for (const char *at = begin; at < end; at++) {
        if (strchr("([", *at)) depth++;
        else if (strchr(")]", *at)) depth -= depth > 0;
        else if (!depth && *at == '=' && at[1] != '=' && !strchr("=<>!", at[-1])) return at;
    }
    return NULL;
}

// The index of the array that the statement reads or writes outside. false: there is none.
static bool find_accessed(const VerdictFault *fault, const char *begin, const char *end, Piece *index) {
    const char *equals = assignment(begin, end);
    return (!fault->is_write && equals && find_index(equals, end, index)) ||
           find_index(begin, equals ? equals : end, index);
}

// The last condition before `at` on which threads of the function return. false: there is none.
static bool find_return(const Source *source, const char *at, Piece *test) {
    bool found = false;
    for (const char *word = function_start(source, at); (word = word_find(word, at, "if")); word++) {
        const char *open = word + 2 + strspn(word + 2, " ");
        const char *end = *open == '(' ? behind_closing(open, at) : open, *then = end + strspn(end, " \n{");
        if (*open != '(' || strncmp(then, "return", 6)) continue;
        *test = (Piece){open + 1, end - 1};
        found = true;
    }
    return found;
}

// The name at `at`, which is cut where it is long. Returns what follows it.
static const char *read_name(const char *at, char name[32]) {
    size_t length = 0;
    while (is_name(at[length])) length++;
    text_format(name, 32, "%.*s", (int)length, at);
    return at + length;
}

// Whether threads return only where a coordinate is past a bound ("t > threads"): the one that equals it goes on. A
// bound of more than a name, such as "threads - 1", may be right.
static bool lets_bound_pass(const char *test, char names[MOST_COORDINATES][32], unsigned count, char name[32],
                            char bound[32]) {
    for (unsigned i = 0; i < count; i++) {
        size_t length = strlen(names[i]);
        for (const char *at = test; (at = strstr(at, names[i])); at++) {
            if ((at > test && is_name(at[-1])) || strncmp(at + length, " > ", 3) != 0) continue;
            const char *after = read_name(at + length + 3, bound);
            after += strspn(after, " ");
            if (!bound[0] || isdigit((unsigned char)bound[0]) || (*after && strncmp(after, "||", 2) != 0)) continue;
            text_format(name, 32, "%s", names[i]);
            return true;
        }
    }
    return false;
}

// The first variable that a loop of the function counts and that the statement [begin, end) uses.
static bool loop_index(const char *begin, const char *end, const Source *source, char name[32]) {
    char statement[SHOWN * 4];
    snprintf(statement, sizeof statement, "%.*s", (int)(end - begin), begin);
    for (const char *loop = function_start(source, begin); (loop = word_find(loop, end, "for")); loop++) {
        const char *head = loop + strcspn(loop, "=;"), *first = head;
        if (head >= end || *head != '=') continue;
        while (first > loop && first[-1] == ' ') first--;
        while (first > loop && is_name(first[-1])) first--;
        read_name(first, name);
        const char *indexed = strchr(statement, '[');
        if (name[0] && indexed && has_word(indexed, name)) return true;
    }
    return false;
}

// The line of the only cudaMalloc of the array that the statement [begin, end) indexes, by the name that the launch
// gives for it; 0: it is the caller's memory, or the source does not tell.
static unsigned allocated_in(const Source *source, const char *begin, const char *end) {
    Piece index, given;
    unsigned line = 0;
    if (!find_index(begin, end, &index)) return 0;
    Piece array = piece_name_before(source->text, index.begin - 1);
    if (!launch_gives(source, begin, array, &given)) return 0;
    for (const char *at = source->text; (at = strstr(at, "cudaMalloc(")); at++) {
        const char *close = behind_closing(at + strlen("cudaMalloc"), near_end(at)), *first = strchr(at, '&');
        size_t length = (size_t)(given.end - given.begin);
        if (!first || first > close || strncmp(first + 1, given.begin, length) != 0 || first[1 + length] != ',')
            continue;
        if (line) return 0;
        line = line_at(source, at);
    }
    return line;
}

// Where the first block stays inside, there may be too many blocks.
static void say_loop(const char *begin, const char *end, const char *name, VerdictFault *fault) {
    char moved[120] = "", pointer[32], by[32];
    const char *adds = begin;
    for (; (adds = word_find(adds, end, "for")) && !moved[0]; adds++) {
        const char *head = adds + strcspn(adds, "("), *stop = head < end ? behind_closing(head, end) : end;
        for (const char *at = head; at < stop; at++) { // "for (...; p++, b += k)"
            if (!text_begins(at, " += ")) continue;
            const char *first = at;
            while (is_name(first[-1])) first--;
            read_name(first, pointer);
            read_name(at + strlen(" += "), by);
            if (strcmp(pointer, name) != 0 && by[0])
                text_format(moved, sizeof moved, ", and whether %s must go on by %s from step to step", pointer, by);
        }
    }
    bool later = !fault->hidden && (fault->block[0] || fault->block[1] || fault->block[2]);
    text_format(fault->cause, sizeof fault->cause,
                "%s: check %show far %s runs in its loop, and by what each index is multiplied in the address%s",
                fault->sentence, later ? "how many blocks are launched, " : "", name, moved);
}

// Whether the index of another array that follows in the function shows that the test compares a coordinate with the
// size of the other direction: `row >= n || column >= m`, and then C[row * n + column].
static bool later_disagrees(const Source *source, const char *at, const char *test, char words[STRIDES_WORDS]) {
    const char *end = function_end(function_start(source, at));
    Piece index;
    char text[SHOWN];
    for (; find_index(at, end, &index); at = index.end) {
        piece_text(index, text);
        if (strides_disagree(test, text, words)) return true;
    }
    return false;
}

static void say_untested(const char *test, const char *name, VerdictFault *fault) {
    text_format(fault->cause, sizeof fault->cause, "%s: the test `%s` does not look at %s: compare it as well",
                fault->sentence, test, name);
}

static bool is_multiplied(const char *index, const char *name) {
    for (const char *at = index; (at = strstr(at, name)); at++) {
        const char *after = at + strlen(name);
        if ((at > index && is_name(at[-1])) || is_name(*after)) continue;
        if (*(after + strspn(after, " )")) == '*') return true;
    }
    return false;
}

// Whether the kernel has neither an `if` nor a `? :`, and accesses matrices: an index has a product.
static bool is_untested(const Source *source, const char *at) {
    const char *start = function_start(source, at), *end = function_end(start);
    Piece index;
    if (word_find(start, end, "if") || memchr(start, '?', (size_t)(end - start))) return false;
    for (const char *from = at; find_index(from, end, &index); from = index.end)
        if (memchr(index.begin, '*', (size_t)(index.end - index.begin))) return true;
    return false;
}

// An array that its function declares with __shared__, and what it is indexed with, "y" and "x" of "tile[y][x]".
typedef struct {
    char name[32];
    Piece index[2];
    unsigned count;
} SharedAccess;

static bool is_shared(const Source *source, const char *at, const char *name) {
    const char *start = function_start(source, at);
    for (const char *use = start; (use = word_find(use, at, name)); use++)
        if (word_find(statement_begin(source, use), use, "__shared__")) return true;
    return false;
}

// The first such array in [at, end). false: there is none.
static bool find_shared(const Source *source, const char *at, const char *end, SharedAccess *access) {
    for (; (at = memchr(at, '[', (size_t)(end - at))); at++) {
        const char *first = at;
        while (is_name(first[-1])) first--;
        read_name(first, access->name);
        if (first == at || !is_shared(source, first, access->name)) continue;
        for (access->count = 0; access->count < 2 && at < end && *at == '['; access->count++) {
            const char *behind = behind_closing(at, end);
            access->index[access->count] = piece_trimmed(at + 1, behind - 1);
            at = behind;
        }
        return true;
    }
    return false;
}

// Whether the function around `at` keeps tiles in shared memory.
static bool stages_tiles(const Source *source, const char *at) {
    const char *start = function_start(source, at);
    return word_find(start, function_end(start), "__shared__");
}

// Whether the statement brings an element of a matrix to a tile, "tile[y][x] = A[row * k + p];", and nothing tests it.
static bool brings_untested(const Source *source, const char *begin, const char *end) {
    char word[16];
    SharedAccess tile;
    Piece index;
    const char *equals = assignment(begin, end);
    return equals && find_shared(source, begin, equals, &tile) && find_index(equals, end, &index) &&
           memchr(index.begin, '*', (size_t)(index.end - index.begin)) && !condition_around(source, begin, word);
}

// "line 33 allocates the array: " where the student's own code does.
static void say_allocated(const Source *source, const char *begin, const char *end, char text[80]) {
    unsigned line = allocated_in(source, begin, end);
    text_format(text, 80, "%s", "");
    if (line) text_format(text, 80, ", and that line %u allocates as many elements", line);
}

// The condition of the outermost `if` with braces around the statement. false: there is none.
static bool find_if_around(const Source *source, const char *at, Piece *test) {
    char word[16];
    bool found = false;
    for (const char *brace = block_around(source, at); brace; brace = block_around(source, brace)) {
        statement_word(source, brace, word);
        if (!strcmp(word, "if")) found = find_test(source, statement_begin(source, brace), brace, test);
    }
    return found;
}

// Whether the index has the name, or a name that was declared with it.
static bool depends_on(const Source *source, Piece index, const char *name, unsigned followed) {
    char word[32];
    if (index.end - index.begin > MOST_LINE) return false;
    if (word_find(index.begin, index.end, name)) return true;
    for (const char *at = index.begin; at < index.end && followed; at++) {
        if (!is_name(*at)) continue;
        Piece one = {at, read_name(at, word)};
        Piece meaning = piece_is_name(one) ? declared(source, one) : one;
        if (meaning.begin != one.begin && depends_on(source, meaning, name, followed - 1)) return true;
        at = one.end - 1;
    }
    return false;
}

// Threads outside return before the access, or none are tested: which coordinate is not, or that all are.
static void say_coordinates(const Source *source, const char *begin, const char *end, VerdictFault *fault) {
    char names[MOST_COORDINATES][32], test_text[SHOWN] = "", index_text[SHOWN] = "", words[STRIDES_WORDS];
    char name[32], bound[32], allocated[80];
    Piece test, index;
    unsigned count = coordinates(source, begin, names), untested = 0, used = 0;
    say_allocated(source, begin, end, allocated);
    bool returns = find_return(source, begin, &test), around = !returns && find_if_around(source, begin, &test);
    if (returns || around) piece_text(test, test_text);
    bool found = find_accessed(fault, begin, end, &index);
    if (found) piece_text(index, index_text);
    while (used < count && !has_word(index_text, names[used])) used++;
    while (untested < count && has_word(test_text, names[untested])) untested++;
    if ((returns || around) &&
        (strides_disagree(test_text, index_text, words) || later_disagrees(source, begin, test_text, words)))
        text_format(fault->cause, sizeof fault->cause, "%s: %s", fault->sentence, words);
    else if (returns && count > 1 && strstr(test_text, "&&") && strstr(test_text, ">=") && !strstr(test_text, "||"))
        text_format(fault->cause, sizeof fault->cause,
                    "%s: with && in `%s`, threads return only where both tests hold: write ||, which returns where "
                    "either holds",
                    fault->sentence, test_text);
    else if (returns && lets_bound_pass(test_text, names, count, name, bound))
        text_format(fault->cause, sizeof fault->cause,
                    "%s: the test `%s` lets the thread with %s == %s pass: threads must return where %s >= %s",
                    fault->sentence, test_text, name, bound, name, bound);
    else if (returns && untested < count && word_find(begin, end, names[untested]))
        say_untested(test_text, names[untested], fault);
    else if (returns && loop_index(begin, end, source, name)) say_loop(begin, end, name, fault);
    else if (returns && untested < count && found && depends_on(source, index, names[untested], DECLARATIONS))
        say_untested(test_text, names[untested], fault);
    else if (returns && count && piece_is_name((Piece){index_text, index_text + strlen(index_text)}) && used == count)
        text_format(fault->cause, sizeof fault->cause,
                    "%s: the index is %s, and the test `%s` does not look at it: check how %s is computed, and whether "
                    "this array needs another index",
                    fault->sentence, index_text, test_text, index_text);
    else if (returns && count)
        text_format(fault->cause, sizeof fault->cause,
                    "%s: the test is `%s`: check that its bounds are the array's sizes, also where the kernel is "
                    "launched, and that the index multiplies each coordinate by the right stride%s",
                    fault->sentence, test_text, allocated);
    else if (!returns && (is_untested(source, begin) || brings_untested(source, begin, end)) &&
             stages_tiles(source, begin))
        text_format(fault->cause, sizeof fault->cause,
                    "%s: %s: before %s access, compare the row and the column with the sizes of that matrix, each by "
                    "itself; if all sizes are multiples of the tile's side, correct the index or the grid instead",
                    fault->sentence,
                    is_untested(source, begin) ? "this kernel tests no index" : "nothing tests this index",
                    is_untested(source, begin) ? "each" : "the");
    else if (count > 1 && has_word(index_text, names[0]) && has_word(index_text, names[1]))
        text_format(fault->cause, sizeof fault->cause,
                    "%s: compare %s and %s, each with its own size, before the access: what lies past the end of a row "
                    "is in the next one",
                    fault->sentence, names[0], names[1]);
    else if (!returns && count > 1 && used < count && is_multiplied(index_text, names[used]))
        text_format(
            fault->cause, sizeof fault->cause,
            "%s: check by what %s is multiplied, which must be the length of this array's rows; else compare %s "
            "with its size before the access",
            fault->sentence, names[used], names[used]);
    else if (!returns && used < count)
        text_format(fault->cause, sizeof fault->cause,
                    "%s: %s runs too far: compare it with its size before the access, or check how many blocks are "
                    "launched along it",
                    fault->sentence, names[used]);
    else if (!returns && is_untested(source, begin))
        text_format(
            fault->cause, sizeof fault->cause,
            "%s: this kernel tests no index: before each access, compare the row and the column with the sizes of "
            "that matrix, each by itself, since past the end of a row lies the next one",
            fault->sentence);
    else if (!returns && loop_index(begin, end, source, name)) say_loop(begin, end, name, fault);
}

// The semicolon that ends the statement which goes on in this line; not one in the head of a loop.
static const char *access_end(const char *line) {
    unsigned lines = 0, depth = 0;
    const char *at = line;
    for (; *at && lines < MOST_LINES; at++) {
        if (*at == '(') depth++;
        else if (*at == ')') depth -= depth > 0;
        else if (*at == ';' && !depth) break;
        lines += *at == '\n';
    }
    return at;
}

// Whether a condition in front of the statement looks at the name.
static bool is_tested_before(const Source *source, const char *begin, const char *name) {
    for (const char *word = function_start(source, begin); (word = word_find(word, begin, "if")); word++) {
        const char *open = word + 2 + strspn(word + 2, " ");
        if (*open == '(' && word_find(open, behind_closing(open, begin), name)) return true;
    }
    return false;
}

// The coordinate of the thread that is in the index and that nothing is compared with, although another one is. false:
// there is none.
static bool find_untested(const Source *source, const char *begin, const char *test, const char *index, char name[32]) {
    char names[MOST_COORDINATES][32];
    unsigned count = coordinates(source, begin, names), tested = 0;
    for (unsigned i = 0; i < count; i++) tested += has_word(test, names[i]);
    for (unsigned i = 0; i < count && tested; i++) {
        if (!has_word(index, names[i]) || has_word(test, names[i]) || is_tested_before(source, begin, names[i]))
            continue;
        text_format(name, 32, "%s", names[i]);
        return true;
    }
    return false;
}

// The condition of the innermost `if` around the statement, where it compares what the index is computed of:
// "if (i <= count) { float left = in[i - 1]; ... }". false: there is none.
static bool find_test_around(const Source *source, const char *begin, const char *index, Piece *test) {
    char word[16], name[32], text[SHOWN];
    const char *brace = condition_around(source, begin, word);
    if (!brace || *brace != '{' || strcmp(word, "if") != 0) return false;
    if (!find_test(source, statement_begin(source, brace), brace, test)) return false;
    piece_text(*test, text);
    for (const char *at = index; *at && strchr(text, '<');) {
        at = read_name(at, name);
        if (name[0] && !isdigit((unsigned char)name[0]) && has_word(text, name)) return true;
        at += name[0] == 0;
    }
    return false;
}

// An index such as i - 1, which is below 0 in the first threads. false: the access is not in front of its array, or ||
// lets it pass.
static bool say_negative(const Source *source, const char *begin, const char *end, VerdictFault *fault) {
    char index_text[SHOWN], test_text[SHOWN] = "";
    Piece index, test;
    bool before = fault->address && fault->address < fault->allocation;
    if (!before || !find_accessed(fault, begin, end, &index)) return false;
    piece_text(index, index_text);
    if (find_test(source, begin, end, &test)) piece_text(test, test_text);
    if (!strchr(index_text, '-') || strstr(test_text, "||")) return false;
    if (test_text[0])
        text_format(fault->cause, sizeof fault->cause,
                    "%s: the test `%s` lets the index `%s` be negative: correct the test or the index", fault->sentence,
                    test_text, index_text);
    else
        text_format(fault->cause, sizeof fault->cause,
                    "%s: the index `%s` is negative here, and an array begins at 0: test that before the access",
                    fault->sentence, index_text);
    return true;
}

// Whether the test compares with the first elements' numbers alone: "i > 0".
static bool bounds_below_alone(const char *test) {
    const char *more = strchr(test, '>');
    if (!more || strchr(test, '<') || strchr(more + 1, '>')) return false;
    more += 1 + (more[1] == '=');
    return isdigit((unsigned char)more[strspn(more, " ")]) != 0;
}

// Whether the sum is that of a thread's number and a constant: "i + 1" of "int i = threadIdx.x;".
static bool adds_to_thread(const Source *source, Piece sum) {
    const char *plus = sum.end;
    while (plus > sum.begin && *plus != '+') plus--;
    Piece name = piece_trimmed(sum.begin, plus);
    Piece meaning = piece_is_name(name) ? declared(source, name) : name;
    const char *digit = plus + 1 + strspn(plus + 1, " ");
    return *plus == '+' && isdigit((unsigned char)*digit) && *digit != '0' &&
           word_find(meaning.begin, meaning.end, "threadIdx");
}

// Whether the index is a thread's number and some more, also where it has a name, "int i = threadIdx.x + 1;": it never
// is the first one.
static bool begins_late(const Source *source, Piece index) {
    return adds_to_thread(source, index) || (piece_is_name(index) && adds_to_thread(source, declared(source, index)));
}

// Whether the test is that the index is below a bound, "i < count" of "i", and nothing else.
static bool tests_index_alone(const char *test, const char *index, char bound[NAME]) {
    size_t length = strlen(index);
    if (strncmp(test, index, length) != 0 || strncmp(test + length, " < ", 3) != 0) return false;
    Piece rest = {test + length + 3, test + strlen(test)};
    piece_name(rest, bound);
    return piece_is_name(rest);
}

// An index that was declared as a sum of products, of which one may have the wrong factor.
static void say_products(const Source *source, Piece index, const char *text, VerdictFault *fault) {
    Piece meaning = piece_is_name(index) ? declared(source, index) : index;
    unsigned products = 0;
    for (const char *at = meaning.begin; at < meaning.end; at++) products += *at == '*';
    if (meaning.begin == index.begin || products < 2) return;
    text_format(
        fault->cause, sizeof fault->cause,
        "%s: check how the index `%s` is computed in line %u, by what each coordinate is multiplied; or compare it "
        "with the array's size, if there are more threads than elements",
        fault->sentence, text, line_at(source, meaning.begin));
}

static void say_test(const Source *source, VerdictFault *fault) {
    const char *line = line_begin(source, fault->line), *begin = statement_begin(source, line);
    const char *end = access_end(line), *either = strstr(begin, "||");
    char test_text[SHOWN], index_text[SHOWN], words[STRIDES_WORDS];
    char untested[32];
    Piece test, index;
    if (flat_test_explain(source, fault) || say_negative(source, begin, end, fault)) return;
    bool around = false;
    if (!find_test(source, begin, end, &test)) {
        if (find_accessed(fault, line, end, &index)) piece_text(index, index_text), around = true;
        if (!around || !find_test_around(source, begin, index_text, &test)) {
            say_coordinates(source, begin, end, fault);
            if (around && !fault->cause[0] && begins_late(source, index))
                text_format(fault->cause, sizeof fault->cause,
                            "%s: elements are numbered from 0, and so are threads, but the index `%s` does not begin "
                            "there: take the thread's number alone, or test that the index is inside",
                            fault->sentence, index_text);
            if (around && !fault->cause[0]) say_products(source, index, index_text, fault);
            return;
        }
    }
    if (either && either < end) {
        text_format(fault->cause, sizeof fault->cause, "%s: || lets it pass where one test holds, && asks for both",
                    fault->sentence);
        return;
    }
    const char *access = test.end > line && test.end < end ? test.end : line;
    bool found = find_accessed(fault, access, end, &index);
    piece_text(test, test_text);
    if (found) piece_text(index, index_text);
    if (found && strides_disagree(test_text, index_text, words)) {
        text_format(fault->cause, sizeof fault->cause, "%s: %s", fault->sentence, words);
        return;
    }
    if (found && find_untested(source, begin, test_text, index_text, untested)) {
        say_untested(test_text, untested, fault);
        return;
    }
    bool of_block = found && text_begins(index_text, "blockIdx.") && !strpbrk(index_text, " +-*/");
    if (of_block && !strstr(test_text, "blockIdx")) {
        text_format(fault->cause, sizeof fault->cause,
                    "%s: the index is %s: check how many blocks are launched, or compare it before the access",
                    fault->sentence, index_text);
        return;
    }
    char bound[NAME], allocated[80] = "";
    if (found && tests_index_alone(test_text, index_text, bound)) say_allocated(source, begin, end, allocated);
    if (allocated[0])
        text_format(fault->cause, sizeof fault->cause,
                    "%s: the test `%s` is right if the array has as many elements as %s says, so check that the launch "
                    "gives the number of elements%s: cudaMalloc() counts bytes, %s * sizeof the type",
                    fault->sentence, test_text, bound, allocated, bound);
    else if (found && bounds_below_alone(test_text))
        text_format(fault->cause, sizeof fault->cause,
                    "%s: the test `%s` keeps the index from falling below the first element, and nothing here compares "
                    "`%s` with the number of elements: test that as well",
                    fault->sentence, test_text, index_text);
    else
        text_format(fault->cause, sizeof fault->cause,
                    "%s: the test `%s` does not keep %s%s%s inside the array: correct the test or the index",
                    fault->sentence, test_text, found ? "the index `" : "this index", found ? index_text : "",
                    found ? "`" : "");
}

// The one test of a store in two dimensions is of the flat index: "y * width + x < width * height".
bool flat_test_explain(const Source *source, VerdictFault *fault) {
    const char *line = line_begin(source, fault->line), *begin = statement_begin(source, line);
    char test_text[SHOWN], names[MOST_COORDINATES][32];
    Piece test;
    if (is_long(source, fault->line) || !find_test(source, begin, access_end(line), &test)) return false;
    piece_text(test, test_text);
    unsigned count = coordinates(source, begin, names), first = 0, second;
    while (first < count && !has_word(test_text, names[first])) first++;
    for (second = first + 1; second < count && !has_word(test_text, names[second]); second++) {}
    if (second >= count || strstr(test_text, "&&") || strstr(test_text, "||")) return false;
    if (!is_multiplied(test_text, names[first]) && !is_multiplied(test_text, names[second])) return false;
    text_format(fault->cause, sizeof fault->cause,
                "the test `%s` lets threads past the end of a row pass, whose index is that of an element in another "
                "row: compare %s and %s, each with its own size",
                test_text, names[first], names[second]);
    return true;
}

// ---- a pitch, which counts bytes ----

// Whether a pointer of the statement [begin, end) was declared in its function to point to bytes: "char *plane = ...".
static bool has_byte_pointer(const Source *source, const char *begin, const char *end) {
    const char *start = function_start(source, begin);
    for (const char *at = start; (at = word_find(at, begin, "char")); at++) {
        char name[32];
        const char *star = at + strlen("char") + strspn(at + strlen("char"), " ");
        if (*star != '*') continue;
        read_name(star + strspn(star, "* "), name);
        if (name[0] && word_find(begin, end, name)) return true;
    }
    return false;
}

// The only line that adds rows of `pitch` to a pointer of elements; 0: there is none, or more than one.
static unsigned pitch_in_elements(const Source *source) {
    const char *all = source->text + strlen(source->text);
    unsigned line = 0;
    for (const char *at = source->text; (at = word_find(at, all, "pitch")); at++) {
        const char *begin = statement_begin(source, at), *end = at + strcspn(at, ";");
        const char *before = at - 1;
        while (before > begin && *before == ' ') before--;
        bool counted = *before == '*' && before > begin && strchr(" )", before[-1]);
        if (!counted || !is_device_code(source, at) || word_find(begin, end, "char") ||
            has_byte_pointer(source, begin, end) || memchr(begin, '/', (size_t)(end - begin)))
            continue;
        if (line && line != line_at(source, at)) return 0;
        line = line_at(source, at);
    }
    return line;
}

// Whether anything is tested in the function, up to the access: then it is the end of a row that is wrong.
static bool is_tested(const Source *source, const VerdictFault *fault) {
    const char *line = line_begin(source, fault->line);
    return word_find(function_start(source, line), line + strcspn(line, ";\n"), "if") != NULL;
}

// Whether a name in the expression was declared with blockIdx in it, or with such a name.
static bool uses_block(const Source *source, Piece index, unsigned followed) {
    char name[32];
    if (index.end - index.begin > MOST_LINE) return false;
    for (const char *at = index.begin; at < index.end && followed; at++) {
        if (!is_name(*at)) continue;
        Piece word = {at, read_name(at, name)};
        Piece meaning = piece_is_name(word) ? declared(source, word) : word;
        if (meaning.begin != word.begin &&
            (word_find(meaning.begin, meaning.end, "blockIdx") || uses_block(source, meaning, followed - 1)))
            return true;
        at = word.end - 1;
    }
    return false;
}

// The index with which a line accesses an array of global memory that is nowhere moved on. false: the source does not
// tell.
static bool find_global(const Source *source, unsigned line, bool writes, Piece *array, Piece *index) {
    const char *at = line_begin(source, line), *begin = statement_begin(source, at), *end = access_end(at), *use;
    char name[NAME];
    if (!find_accessed(&(VerdictFault){.is_write = writes}, begin, end, index)) return false;
    *array = piece_name_before(source->text, index->begin - 1);
    piece_name(*array, name);
    if (!name[0] || is_shared(source, begin, name)) return false;
    for (use = function_start(source, begin); (use = word_find(use, begin, name)); use++)
        if (strchr("+=", use[strlen(name) + strspn(use + strlen(name), " ")])) return false;
    return true;
}

// Whether the function lets one block do what others do not, or one block go through the elements of all: then an index
// without blockIdx may be meant.
static bool blocks_differ(const Source *source, const char *at) {
    const char *begin = function_start(source, at);
    if (word_find(begin, at, "gridDim")) return true;
    for (const char *test = begin; (test = word_find(test, at, "if")); test++)
        if (word_find(test, test + strcspn(test, "\n"), "blockIdx")) return true;
    return false;
}

// Two blocks meet because one of two lines has an index without blockIdx, and the other one has it.
void blocks_explain(const Source *source, VerdictFault *fault) {
    unsigned lines[2] = {fault->line, fault->other_line};
    bool writes[2] = {fault->is_write, fault->other_is_write}, with[2];
    Piece arrays[2], indices[2];
    if (!lines[1] || lines[0] == lines[1] || lines[1] > source->count) return;
    for (unsigned i = 0; i < 2; i++) {
        if (is_long(source, lines[i]) || !find_global(source, lines[i], writes[i], &arrays[i], &indices[i])) return;
        with[i] =
            word_find(indices[i].begin, indices[i].end, "blockIdx") || uses_block(source, indices[i], DECLARATIONS);
    }
    if (with[0] == with[1] || function_start(source, indices[0].begin) != function_start(source, indices[1].begin))
        return;
    char text[SHOWN];
    unsigned same = with[0], other = with[1];
    if (blocks_differ(source, indices[same].begin)) return;
    piece_text(indices[same], text);
    text_format(fault->cause, sizeof fault->cause,
                "line %u %s %.*s[%s], the same elements in every block, and line %u %s elements of its own for each "
                "block: let the index in line %u depend on blockIdx, as that in line %u does",
                lines[same], writes[same] ? "writes" : "reads", PIECE_TEXT(arrays[same]), text, lines[other],
                writes[other] ? "writes" : "reads", lines[same], lines[other]);
}

// An index of an array in shared memory. A block's array is indexed by the place in the block, which goes from 0 to its
// size - 1.
static void say_shared_index(const Source *source, const SharedAccess *access, VerdictFault *fault) {
    bool places = true;
    char text[SHOWN];
    for (unsigned i = 0; i < access->count; i++) {
        Piece index = access->index[i], meaning = piece_is_name(index) ? declared(source, index) : index;
        piece_text(index, text);
        places &= text_begins(meaning.begin, "threadIdx.") && piece_is_name((Piece){meaning.begin + 10, meaning.end});
        if (word_find(meaning.begin, meaning.end, "blockIdx") || uses_block(source, index, 1)) {
            text_format(fault->cause, sizeof fault->cause,
                        "%s: %s belongs to one block, but `%s` counts through all of them: index it with the thread's "
                        "place in its block, threadIdx",
                        fault->sentence, access->name, text);
            return;
        }
        const char *minus = memchr(index.begin, '-', (size_t)(index.end - index.begin));
        if (minus && !memchr(minus, '1', (size_t)(index.end - minus))) {
            text_format(fault->cause, sizeof fault->cause,
                        "%s: `%s` is the number of elements where what is taken away is 0, and the last element of %s "
                        "is one less: take away 1 more",
                        fault->sentence, text, access->name);
            return;
        }
    }
    if (places)
        text_format(fault->cause, sizeof fault->cause,
                    "%s: the block has more threads than %s has places for them: launch blocks of the array's size, or "
                    "declare it for the largest block",
                    fault->sentence, access->name);
}

// The coordinate of the thread, 'x', 'y' or 'z', that the index is. 0: it is something else.
static char coordinate_of(const Source *source, Piece index) {
    static const char thread[] = "threadIdx.";
    Piece meaning = piece_is_name(index) ? declared(source, index) : index;
    bool is_thread = (size_t)(meaning.end - meaning.begin) == sizeof thread && text_begins(meaning.begin, thread);
    return is_thread ? meaning.end[-1] : 0;
}

// An index that is the thread's number, where the array has fewer places in that direction. false: there is none.
static bool say_shared_thread(const Source *source, const SharedAccess *access, const char *declaration,
                              VerdictFault *fault) {
    const char *at = declaration + strlen(access->name);
    for (unsigned i = 0; i < access->count && *at == '[' && !fault->hidden; i++) {
        const char *behind = behind_closing(at, near_end(at));
        Piece places = piece_trimmed(at + 1, behind - 1);
        char direction = coordinate_of(source, access->index[i]);
        long most = launch_number(source, &(Launch){.at = declaration}, places);
        unsigned thread = direction ? fault->thread[direction - 'x'] : 0;
        at = behind;
        if (!direction || most <= 0 || thread < (unsigned long)most) continue;
        text_format(fault->cause, sizeof fault->cause,
                    "%s: %s has %ld places in the direction of threadIdx.%c, and a thread with threadIdx.%c = %u comes "
                    "here: let only threads with threadIdx.%c < %.*s do this, or declare the array larger",
                    fault->sentence, access->name, most, direction, direction, thread, direction, PIECE_TEXT(places));
        return true;
    }
    return false;
}

// An index of a shared array that a loop counts: how large the array is declared, and what it is indexed with.
static void say_shared_loop(const Source *source, const SharedAccess *access, const char *begin, const char *counted,
                            VerdictFault *fault) {
    char text[2 * SHOWN + 8] = "", one[SHOWN], declared_as[SHOWN];
    const char *start = function_start(source, begin), *end = function_end(start), *use = start;
    while ((use = word_find(use, end, access->name)) && !word_find(statement_begin(source, use), use, "__shared__"))
        use++;
    if (!use || say_shared_thread(source, access, use, fault)) return;
    piece_text((Piece){use, use + strcspn(use, ",;")}, declared_as);
    for (unsigned i = 0; i < access->count; i++) {
        piece_text(access->index[i], one);
        text_append(text, sizeof text, "[%s]", one);
    }
    text_format(fault->cause, sizeof fault->cause,
                "%s: line %u declares %s, and the index %s leaves it: declare it for all that the block stores there, "
                "or check how far %s runs",
                fault->sentence, line_at(source, use), declared_as, text, counted);
}

// Whether the condition looks at what the array is indexed with.
static bool tests_index(Piece test, const SharedAccess *access) {
    char name[32];
    for (unsigned i = 0; i < access->count; i++)
        for (const char *at = access->index[i].begin; at < access->index[i].end; at++) {
            bool is_member = at[-1] == '.'; // of threadIdx
            at = read_name(at, name);
            if (name[0] && !is_member && !isdigit((unsigned char)name[0]) && word_find(test.begin, test.end, name))
                return true;
        }
    return false;
}

// An index of an array in shared or local memory that a test with <= lets pass, that a loop counts, or that nothing
// tests. Other tests are mostly of the element in global memory.
static void say_shared(const Source *source, VerdictFault *fault) {
    char name[32];
    Piece test = {0};
    SharedAccess access;
    const char *line = line_begin(source, fault->line), *begin = statement_begin(source, line), *end = access_end(line);
    const char *equals = assignment(begin, end), *from = equals && !fault->is_write ? equals : begin;
    bool tested = find_test(source, begin, end, &test), equal = false;
    for (const char *at = test.begin; tested && at < test.end; at++) equal |= text_begins(at, "<=");
    if (equal) say_test(source, fault);
    else if (loop_index(begin, end, source, name) && find_shared(source, from, end, &access))
        say_shared_loop(source, &access, begin, name, fault);
    else if (loop_index(begin, end, source, name)) say_loop(begin, end, name, fault);
    else if (find_shared(source, from, end, &access) && !(tested && tests_index(test, &access)))
        say_shared_index(source, &access, fault);
}

// Whether the test lets the index equal its bound: "t + half <= left" of "t + half".
static bool lets_index_equal(const char *test, const char *index) {
    char value[SHOWN + 4];
    const char *less = strstr(test, "<=");
    if (!less || strstr(test, "&&") || strstr(test, "||")) return false;
    piece_text((Piece){test, less}, value);
    return !strcmp(value, index);
}

// Whether the test compares one part of the sum that is the index with its other part: "t < half" of "t + half".
static bool tests_a_part(const char *test, const char *index) {
    char value[SHOWN + 4], bound[SHOWN + 4];
    const char *less = strchr(test, '<');
    if (!less || less[1] == '=' || strstr(test, "&&") || strstr(test, "||")) return false;
    piece_text((Piece){test, less}, value);
    piece_text((Piece){less + 1, test + strlen(test)}, bound);
    return value[0] && bound[0] && strchr(index, '+') && strstr(index, value) && strstr(index, bound);
}

// "t < half" lets "t + half" pass: more memory would only hide that the index is not what is tested.
void shared_test_explain(const Source *source, VerdictFault *fault) {
    if (is_long(source, fault->line) || strcmp(fault->space, "shared") != 0) return;
    const char *line = line_begin(source, fault->line), *begin = statement_begin(source, line), *end = access_end(line);
    char test_text[SHOWN + 4], index_text[SHOWN + 4];
    Piece test, index;
    if (!find_test(source, begin, end, &test) || test.end < begin || test.end > end) return;
    piece_text(test, test_text);
    for (const char *at = test.end; find_index(at, end, &index); at = index.end) {
        piece_text(index, index_text);
        if (!tests_a_part(test_text, index_text) && !lets_index_equal(test_text, index_text)) continue;
        text_format(fault->cause, sizeof fault->cause,
                    "%s past the end of shared memory: the test `%s` does not keep the index `%s` inside: compare this "
                    "index with the number of elements",
                    fault->is_write ? "writes" : "reads", test_text, index_text);
        return;
    }
}

// One float at an address between two floats: an offset in elements was added to a pointer of bytes.
void misaligned_explain(VerdictFault *fault) {
    if (fault->bytes && fault->bytes <= 4)
        text_format(fault->cause, sizeof fault->cause,
                    "%s: an element is as far from the next as it has bytes, so count it with a pointer of its type, "
                    "row[x] with float *row, or multiply by sizeof",
                    fault->sentence);
}

// A vector of 16 bytes whose last elements lie past the end.
static bool crosses_end(const VerdictFault *fault) {
    return fault->fact.name == FACT_access && fault->fact.as.access.where == WHERE_ACROSS_END && fault->bytes == 16;
}

void bounds_explain(const Source *source, VerdictFault *fault) {
    if (is_long(source, fault->line)) return;
    if (strcmp(fault->space, "global") != 0) {
        say_shared(source, fault);
        return;
    }
    unsigned pitch = pitch_in_elements(source);
    if (pitch)
        text_format(fault->cause, sizeof fault->cause,
                    "%s: the pitch in line %u counts bytes, so add it to a char pointer and convert then",
                    fault->sentence, pitch);
    else if (crosses_end(fault) && is_tested(source, fault))
        text_format(fault->cause, sizeof fault->cause,
                    "%s: move single elements where a row does not end with a whole vector", fault->sentence);
    else say_test(source, fault);
}

// ---- sums that are never cleared ----

// "sums" of "atomicAdd(&sums[i], x)", "*out" of "atomicAdd(out, x)" and "sums" of "sums[i] += x".
static bool added_to(const char *line, char name[64]) {
    const char *call = strstr(line, "atomic"), *at = call ? strchr(call, '(') : NULL;
    if (at) at += 1 + strspn(at + 1, "& ");
    if (!at) {
        const char *adds = strstr(line, "+="), *index = adds ? memchr(line, '[', (size_t)(adds - line)) : NULL;
        at = index;
        while (at && at > line && is_name(at[-1])) at--;
    }
    size_t length = 0;
    while (at && is_name(at[length])) length++;
    text_format(name, 64, "%.*s", (int)length, at ? at : "");
    return length > 0;
}

// ---- columns that are exchanged on one side only ----

// Whether the array at `at` is indexed with ^.
static bool is_exchanged(const char *at, size_t length) {
    const char *begin = at + length, *end = begin;
    while (*end == '[') end = behind_closing(end, end + strcspn(end, ";\n"));
    return memchr(begin, '^', (size_t)(end - begin)) != NULL;
}

// The line of the same function where the array of this line is indexed the other way; 0: there is none.
static unsigned indexed_otherwise(const Source *source, const char *at, size_t length) {
    const char *start = function_start(source, at), *end = function_end(start);
    char name[64];
    text_format(name, sizeof name, "%.*s", (int)length, at);
    for (const char *use = start; (use = word_find(use, end, name)); use++) {
        const char *begin = statement_begin(source, use);
        if (use[length] != '[' || word_find(begin, use, "__shared__")) continue;
        if (is_exchanged(use, length) != is_exchanged(at, length)) return line_at(source, use);
    }
    return 0;
}

void exchange_explain(const Source *source, VerdictFault *fault) {
    if (is_long(source, fault->line)) return;
    const char *at = line_begin(source, fault->line), *end = at + strcspn(at, "\n");
    for (; at < end; at++) {
        size_t length = 0;
        while (is_name(at[length])) length++;
        if (!length || at[length] != '[' || is_name(at[-1])) continue;
        unsigned other = indexed_otherwise(source, at, length);
        if (!other) continue;
        bool here = is_exchanged(at, length);
        text_format(fault->cause, sizeof fault->cause,
                    "%.*s is indexed with ^ in line %u and without in line %u: exchange its columns in both",
                    (int)length, at, here ? fault->line : other, here ? other : fault->line);
        return;
    }
}

// The line of a cudaMemset of `name` that follows the first launch of its function; 0: there is none.
static unsigned cleared_late(const Source *source, const char *name) {
    for (const char *at = source->text; (at = strstr(at, "cudaMemset")); at++) {
        const char *open = at + strcspn(at, "(;"), *first = open + strspn(open, "( &");
        if (!text_begins(first, name) || is_name(first[strlen(name)])) continue;
        const char *launch = strstr(function_start(source, at), "<<<");
        return launch && launch < at ? line_at(source, at) : 0;
    }
    return 0;
}

// Whether the prototype has the name for an array of results: "float *out", and not "const float *in".
static bool is_result(const char *prototype, Piece name) {
    char declared_as[NAME + 1];
    text_format(declared_as, sizeof declared_as, "*%.*s", PIECE_TEXT(name));
    const char *at = strstr(prototype, declared_as), *begin = at;
    while (begin && begin > prototype && !strchr("(,", begin[-1])) begin--;
    return at && !is_name(at[strlen(declared_as)]) && !text_begins(begin + strspn(begin, " "), "const ");
}

// The line of the next launch of the function that gets the same array as the one with the argument `given`. 0: there
// is none. *before: whether an earlier one gets it.
static unsigned launched_later(const Source *source, Piece given, bool *before) {
    const char *start = function_start(source, given.begin), *end = function_end(start);
    unsigned after = 0;
    Launch launch;
    Piece arguments[MOST_PARTS], parameters[MOST_PARTS];
    *before = false;
    for (const char *next = start; launch_next(source, &next, &launch) && launch.at < end;) {
        unsigned count = launch_call(source, &launch, arguments, parameters);
        for (unsigned i = 0; i < count; i++) {
            if (arguments[i].begin == given.begin || !piece_same(arguments[i], given)) continue;
            *before |= launch.at < given.begin;
            if (launch.at > given.begin && !after) after = line_at(source, launch.at);
        }
    }
    return after;
}

// The array is the student's own, and a copy to it, or a launch that may fill it, comes after the launch, or never.
// false: neither.
static bool say_copy(const Source *source, Piece given, VerdictFault *fault) {
    char name[NAME];
    unsigned copied = 0, filled;
    bool before;
    const char *launch = NULL, *allocated = NULL;
    piece_name(given, name);
    for (const char *at = source->text; (at = strstr(at, "cudaM")); at++) {
        const char *open = at + strcspn(at, "(;"), *first = open + strspn(open, "( &");
        bool own = text_begins(first, name) && !is_name(first[strlen(name)]);
        if (own && text_begins(at, "cudaMalloc")) allocated = at;
        if (own && (text_begins(at, "cudaMemcpy") || text_begins(at, "cudaMemset"))) {
            launch = strstr(function_start(source, at), "<<<");
            if (copied || !launch || launch > at) return false;
            copied = line_at(source, at);
        }
    }
    if (!allocated) return false;
    filled = launched_later(source, given, &before);
    if (before) return false; // that one may have left elements out
    if (filled)
        text_format(
            fault->cause, sizeof fault->cause,
            "reads %s, which nothing has filled yet: the launch in line %u gets it only afterwards, so put first "
            "the launch that fills it",
            name, filled);
    else if (copied)
        text_format(fault->cause, sizeof fault->cause,
                    "reads %s, and line %u copies to it only after the launch: put that line before the launch", name,
                    copied);
    else
        text_format(fault->cause, sizeof fault->cause,
                    "reads %s, and nothing has been copied there: cudaMemcpy(%s, ..., its bytes, "
                    "cudaMemcpyHostToDevice) before the launch",
                    name, name);
    return true;
}

// A line that reads the array of results, in which nothing is yet: the input's place and its own are exchanged.
static void say_result_read(const Source *source, const char *prototype, const char *line, VerdictFault *fault) {
    const char *end = access_end(line), *equals = assignment(line, end);
    Piece index, given;
    if (!equals || !find_index(equals, end, &index)) return;
    Piece array = piece_name_before(source->text, index.begin - 1);
    bool known = launch_gives(source, line, array, &given) && piece_is_name(given);
    if (!known || say_copy(source, given, fault) || !is_result(prototype, given)) return;
    text_format(fault->cause, sizeof fault->cause,
                "reads %.*s, the array of results, before anything has stored there: read the input here, and store to "
                "%.*s",
                PIECE_TEXT(given), PIECE_TEXT(given));
}

void unset_explain(const Source *source, const char *prototype, VerdictFault *fault) {
    char name[64], text[200];
    unsigned late;
    const char *line = line_begin(source, fault->line);
    if (is_long(source, fault->line)) return;
    snprintf(text, sizeof text, "%.*s", (int)strcspn(line, "\n"), line);
    if (!added_to(text, name)) {
        say_result_read(source, prototype, line, fault);
        return;
    }
    if ((late = cleared_late(source, name)))
        text_format(fault->cause, sizeof fault->cause,
                    "adds to %s, which line %u clears only after the launch: put that line in front of the launch",
                    name, late);
    else
        text_format(fault->cause, sizeof fault->cause,
                    "adds to %s, which nothing has set: clear it before the launch, cudaMemset(%s, 0, its bytes)", name,
                    name);
}
