// kinds_change.c - questions that a changed program answers: it is built and run, and what it does is compared with
// what the run of the unchanged program foretells.
#define _GNU_SOURCE // memmem
#include "../causes/source/flow.h"
#include "../device/system/text.h"
#include "examine.h"

#include <stdlib.h>
#include <string.h>

#define WORD 4
#define BANKS 32
#define MOST_TILES 6
#define LEAST_LANES 8 // of a request whose passes are asked for

static bool refuse(Questions *questions, AskKind kind) { return questions->tally.refused[kind]++, false; }
static bool dull(Questions *questions, AskKind kind) { return questions->tally.dull[kind]++, false; }

static const char *line_of(const char *text, unsigned line) {
    while (--line && (text = strchr(text, '\n'))) text++;
    return text;
}

// The first access of shared memory that suits a tile's line.
static const Access *tile_access(const Subject *subject, const Tile *tiles, unsigned count, unsigned which,
                                 AccessKind kind, Questions *questions) {
    const Access *chosen = NULL;
    unsigned found = 0;
    for (size_t i = 0; i < subject->run.trace.count; i++) {
        const Access *access = &subject->run.trace.items[i];
        if (!access->shared || access->kind != kind || access->bytes != WORD || !access->line ||
            access->line > subject->line_count || !subject->sound[access->line] ||
            !line_names_only(subject->source, access->line, tiles, count, which))
            continue;
        if (questions_draw(questions, ++found) == 0) chosen = access;
    }
    return chosen;
}

// Where the array begins in a block's shared memory: the lowest address of the lines that name it alone.
static uint64_t tile_base(const Subject *subject, const Tile *tiles, unsigned count, unsigned which, unsigned launch) {
    uint64_t base = UINT64_MAX;
    for (size_t i = 0; i < subject->run.trace.count; i++) {
        const Access *access = &subject->run.trace.items[i];
        if (!access->shared || access->launch != launch || !access->line || access->line > subject->line_count ||
            !line_names_only(subject->source, access->line, tiles, count, which))
            continue;
        for (unsigned lane = 0; lane < LANES; lane++)
            if (access->mask >> lane & 1 && access->address[lane] < base) base = access->address[lane];
    }
    return base;
}

// ---- another width of the tile ----

// Passes of the lanes' words if rows had `columns` words, from where the lanes are now.
static unsigned passes_with(const Access *access, const Tile *tile, uint64_t base, unsigned columns) {
    unsigned most = 0;
    uint64_t words[LANES];
    for (unsigned lane = 0; lane < LANES; lane++) {
        uint64_t word = (access->address[lane] - base) / WORD;
        words[lane] = word / tile->columns * columns + word % tile->columns;
    }
    for (unsigned bank = 0; bank < BANKS; bank++) {
        unsigned different = 0;
        for (unsigned lane = 0; lane < LANES; lane++) {
            bool first = access->mask >> lane & 1 && words[lane] % BANKS == bank;
            for (unsigned before = 0; before < lane && first; before++)
                first = !(access->mask >> before & 1) || words[before] != words[lane];
            different += first;
        }
        if (different > most) most = different;
    }
    return most;
}

// The passes of the same warp's requests in that line, if all have as many; 0: they differ, or there are none.
static unsigned passes_measured(const Observed *run, const Access *of) {
    unsigned passes = 0;
    for (size_t i = 0; i < run->trace.count; i++) {
        const Access *access = &run->trace.items[i];
        if (access->line != of->line || access->kind != of->kind || !access->shared || access->block != of->block ||
            access->warp != of->warp || access->launch != of->launch)
            continue;
        if (passes && passes != access->passes) return 0;
        passes = access->passes;
    }
    return passes;
}

static void say_width(const Subject *subject, const Access *access, const Tile *tile, unsigned columns, unsigned passes,
                      Asked *asked) {
    char warp[160], lanes[16] = "each";
    say_warp(&subject->run, access, warp, sizeof warp);
    if (lanes_of(access) < LANES) snprintf(lanes, sizeof lanes, "each of %u", lanes_of(access));
    snprintf(asked->key, sizeof asked->key, "%u", passes);
    snprintf(
        asked->asks, sizeof asked->asks,
        "Suppose that each row of `%s` is %u words long instead of %u. %s In line %u, %s of its lanes %s one word. "
        "How many passes does this request take? Without bank conflicts it takes one.",
        tile->name, columns, tile->columns, warp, access->line, lanes,
        access->kind == ACCESS_LOAD ? "loads" : "stores");
    snprintf(
        asked->why, sizeof asked->why,
        "Write down the word of each lane with rows of %u words; its bank is the word modulo 32. The busiest bank has "
        "%u different word%s.",
        columns, passes, passes == 1 ? "" : "s");
    snprintf(asked->ran, sizeof asked->ran,
             "The changed program ran: right results, %u pass%s per request in line %u, %u before.", passes,
             passes == 1 ? "" : "es", access->line, access->passes);
    asked_miss(asked, "Takes any width but 32 to be free of conflicts.", "1");
    asked_miss(asked, "Takes a column to lie in one bank.", "32");
    if (passes > 1) asked_miss(asked, "Counts conflicts: passes beyond the first.", "%u", passes - 1);
    asked_miss(asked, "Keeps the number of before the change.", "%u", access->passes);
}

static bool ask_width(Subject *subject, Questions *questions, const Tile *tiles, unsigned count, unsigned which,
                      const Access *access, unsigned columns) {
    const Tile *tile = &tiles[which];
    char with[16], program[PATH_BYTES];
    Observed run;
    Change change;
    uint64_t base = tile_base(subject, tiles, count, which, access->launch);
    unsigned foretold = passes_with(access, tile, base, columns);
    if (foretold == access->passes || columns == tile->columns) return dull(questions, ASK_WIDTH);
    snprintf(with, sizeof with, "%u", columns);
    if (!change_make(subject->source, tile->size_begin, tile->size_end, with, &change)) return false;
    bool right = subject_build(subject, change.text, program) &&
                 subject_run(subject, program, &subject->run.spec, subject->inputs, &run);
    bool sound = right && run.passed && passes_measured(&run, access) == foretold;
    if (right) observed_free(&run);
    Asked *asked = sound ? questions_add(questions, ASK_WIDTH, access->line) : NULL;
    if (!asked) return change_free(&change), refuse(questions, ASK_WIDTH);
    asked->change = change;
    say_width(subject, access, tile, columns, foretold, asked);
    return true;
}

static void widths(Subject *subject, Questions *questions, const Tile *tiles, unsigned count) {
    static const unsigned wider[] = {2, 3, 4, 1, 8, 16, 6, 12};
    for (unsigned tries = 0; tries < 8 && questions->tally.made[ASK_WIDTH] < 3 && !questions->tally.good[ASK_WIDTH];
         tries++) {
        unsigned which = questions_draw(questions, count);
        AccessKind kind = questions_draw(questions, 2) ? ACCESS_LOAD : ACCESS_STORE;
        const Access *access = tile_access(subject, tiles, count, which, kind, questions);
        if (!access || lanes_of(access) < LEAST_LANES || !passes_measured(&subject->run, access)) continue;
        unsigned start = questions_draw(questions, COUNT_OF(wider));
        uint64_t base = tile_base(subject, tiles, count, which, access->launch);
        for (unsigned i = 0; i < COUNT_OF(wider); i++) {
            unsigned columns = tiles[which].columns + wider[(start + i) % COUNT_OF(wider)];
            if (passes_with(access, &tiles[which], base, columns) == access->passes) continue;
            questions->tally.made[ASK_WIDTH]++;
            ask_width(subject, questions, tiles, count, which, access, columns);
            break;
        }
    }
}

// ---- what lies in the tile ----

// The last load of global memory by the same lane before the store, if no other store lies between.
static const Access *loaded_before(const Trace *trace, const Access *store, unsigned lane) {
    const Access *last = NULL;
    for (const Access *access = trace->items; access < store; access++)
        if (access->launch == store->launch && access->block == store->block && access->warp == store->warp &&
            access->phase == store->phase && access->mask >> lane & 1 && !access->shared && access->kind == ACCESS_LOAD)
            last = access;
    return last && last->bytes == WORD && last->line <= store->line && store->line - last->line < 4 ? last : NULL;
}

// The barrier that ends the phase of an access, of its block.
static const Access *barrier_after(const Trace *trace, const Access *of) {
    for (size_t i = 0; i < trace->count; i++) {
        const Access *access = &trace->items[i];
        if (access->kind == ACCESS_BARRIER && access->launch == of->launch && access->block == of->block &&
            access->phase == of->phase)
            return access;
    }
    return NULL;
}

// The array that a line loads from: the name before a bracket that is no tile's. false: there is none, or several.
static bool loaded_name(const char *source, unsigned line, const Tile *tiles, unsigned count, char name[64]) {
    const char *at = line_of(source, line), *end = at ? at + strcspn(at, "\n") : NULL;
    name[0] = 0;
    for (; at && at < end; at++) {
        const char *begin = at;
        if (*at != '[') continue;
        while (begin > source && is_name(begin[-1])) begin--;
        bool tile = begin == at;
        for (unsigned i = 0; i < count; i++)
            tile |=
                strlen(tiles[i].name) == (size_t)(at - begin) && !strncmp(begin, tiles[i].name, (size_t)(at - begin));
        if (tile) continue;
        if (name[0] || at - begin >= 64) return false;
        snprintf(name, 64, "%.*s", (int)(at - begin), begin);
    }
    return name[0];
}

// A word of a tile that a thread stored after it had loaded it, in a phase that a barrier ends.
typedef struct {
    const Tile *tile;
    const Access *store, *load, *barrier;
    unsigned lane, row, column;
    uint64_t base, element; // element: of the array that was loaded from
    char name[64];          // its name
} Filled;

// Whether the block passes that barrier for the first time.
static bool is_first_passage(const Trace *trace, const Access *barrier) {
    for (size_t i = 0; i < trace->count; i++) {
        const Access *other = &trace->items[i];
        if (other->kind == ACCESS_BARRIER && other->line == barrier->line && other->block == barrier->block &&
            other->launch == barrier->launch && other->phase < barrier->phase)
            return false;
    }
    return true;
}

static bool filled_find(const Subject *subject, const Tile *tiles, unsigned count, unsigned which, const Access *store,
                        unsigned lane, Filled *filled) {
    const Trace *trace = &subject->run.trace;
    *filled = (Filled){.tile = &tiles[which], .store = store, .lane = lane};
    if (!(store->mask >> lane & 1)) return false;
    filled->base = tile_base(subject, tiles, count, which, store->launch);
    unsigned word = (unsigned)((store->address[lane] - filled->base) / WORD);
    filled->row = word / filled->tile->columns, filled->column = word % filled->tile->columns;
    filled->load = loaded_before(trace, store, lane);
    filled->barrier = barrier_after(trace, store);
    if (!filled->load || !filled->barrier || filled->row == filled->column) return false;
    filled->element = filled->load->address[lane] / WORD;
    return subject->sound[filled->load->line] && is_first_passage(trace, filled->barrier) &&
           loaded_name(subject->source, filled->load->line, tiles, count, filled->name);
}

// Runs the program with a test after the barrier that stops the kernel unless tile[row][column] is name[element], and
// not its neighbor, when the block passes it first. The test reads the student's own array: nothing is printed.
static bool holds_element(Subject *subject, const Filled *filled, unsigned long long element, bool *holds) {
    const Access *barrier = filled->barrier;
    const char *tile = filled->tile->name, *name = filled->name;
    char test[700], counter[64], program[PATH_BYTES];
    unsigned thread[3], block[3];
    Change counted = {0}, change = {0};
    Observed run;
    Source source;
    const Launch *launch = &subject->run.launches[barrier->launch];
    const Launch grid = {.block = {launch->grid[0], launch->grid[1], launch->grid[2]}};
    thread_of(&grid, barrier->block, block);
    thread_of(launch, 0, thread);
    const char *line = line_of(subject->source, barrier->line), *end = line + strcspn(line, "\n");
    const char *call = strstr(line, "__syncthreads();");
    if (!call || call > end) return false;
    snprintf(test, sizeof test,
             "__syncthreads(); if (!examine_passed++ && blockIdx.x == %u && blockIdx.y == %u && blockIdx.z == %u && "
             "threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0 && "
             "(%s[%u][%u] != %s[%lluull] || %s[%u][%u] == %s[%lluull])) __trap();",
             block[0], block[1], block[2], tile, filled->row, filled->column, name, element, tile, filled->row,
             filled->column, name, element ? element - 1 : 1);
    snprintf(counter, sizeof counter, "{ int examine_passed = 0;");
    bool ran = change_make(subject->source, call, call + strlen("__syncthreads();"), test, &counted);
    const char *brace = NULL;
    if (ran && source_open(subject->source, &source)) {
        const char *open = function_start(&source, source.text + (call - subject->source));
        if (*open == '{') brace = counted.text + (open - source.text);
    }
    if (ran) source_close(&source);
    ran = brace && change_make(counted.text, brace, brace + 1, counter, &change) &&
          subject_build(subject, change.text, program) &&
          subject_run(subject, program, &subject->run.spec, subject->inputs, &run);
    if (ran) *holds = run.passed, observed_free(&run);
    change_free(&counted);
    change_free(&change);
    return ran;
}

// Who has the tile turned in mind looks at the place across.
static void add_across(const Subject *subject, const Filled *filled, Asked *asked) {
    const Trace *trace = &subject->run.trace;
    const unsigned across = filled->column * filled->tile->columns + filled->row;
    for (const Access *access = trace->items; access < trace->items + trace->count; access++)
        for (unsigned lane = 0; lane < LANES; lane++) {
            if (access->line != filled->store->line || access->block != filled->store->block || !access->shared ||
                access->phase != filled->store->phase || !(access->mask >> lane & 1) ||
                (access->address[lane] - filled->base) / WORD != across)
                continue;
            const Access *load = loaded_before(trace, access, lane);
            if (load)
                asked_miss(asked, "Exchanges row and column: does not see which side turns the tile.", "%llu",
                           (unsigned long long)(load->address[lane] / WORD));
        }
}

static bool ask_tile(Subject *subject, Questions *questions, const Filled *filled) {
    unsigned long long element = filled->element;
    bool holds = false;
    char block[60];
    if (!holds_element(subject, filled, element, &holds) || !holds) return refuse(questions, ASK_TILE);
    Asked *asked = questions_add(questions, ASK_TILE, filled->store->line);
    if (!asked) return false;
    say_block(&subject->run, filled->store, block, sizeof block);
    snprintf(asked->key, sizeof asked->key, "%llu", element);
    snprintf(asked->asks, sizeof asked->asks,
             "When %s has passed the barrier in line %u for the first time, `%s[%u][%u]` holds `%s[i]`. What is i?",
             block, filled->barrier->line, filled->tile->name, filled->row, filled->column, filled->name);
    snprintf(
        asked->why, sizeof asked->why,
        "A thread loads %s[%llu] in line %u and stores it at %s[%u][%u] in line %u. The program was run with a test "
        "of that after the barrier.",
        filled->name, element, filled->load->line, filled->tile->name, filled->row, filled->column,
        filled->store->line);
    add_across(subject, filled, asked);
    return true;
}

static void fills(Subject *subject, Questions *questions, const Tile *tiles, unsigned count) {
    for (unsigned tries = 0; tries < 40 && questions->tally.made[ASK_TILE] < 2 && !questions->tally.good[ASK_TILE];
         tries++) {
        unsigned which = questions_draw(questions, count), lane = questions_draw(questions, LANES);
        const Access *store = tile_access(subject, tiles, count, which, ACCESS_STORE, questions);
        Filled filled;
        if (!store || !filled_find(subject, tiles, count, which, store, lane, &filled)) continue;
        questions->tally.made[ASK_TILE]++;
        ask_tile(subject, questions, &filled);
    }
}

// ---- without a barrier ----

typedef struct {
    unsigned reader, writer;
    bool late; // the reader comes before the barrier, the writer after it
} Pair;
typedef struct {
    Pair pairs[16];
    unsigned count;
} Pairs;

static bool pair_known(const Pairs *pairs, const Pair *pair) {
    for (unsigned i = 0; i < pairs->count; i++) {
        const Pair *known = &pairs->pairs[i];
        if (known->reader == pair->reader && known->writer == pair->writer && known->late == pair->late) return true;
    }
    return false;
}

static bool overlap(const Access *a, const Access *b) {
    for (unsigned i = 0; i < LANES; i++)
        for (unsigned j = 0; j < LANES && a->mask >> i & 1; j++)
            if (b->mask >> j & 1 && a->address[i] / WORD == b->address[j] / WORD) return true;
    return false;
}

// What a barrier keeps in order in one block: accesses of different warps to one word, one just before and one just
// after a passage of it, one of them a store.
static void pairs_of(const Trace *trace, const Access *barrier, Pairs *pairs) {
    for (const Access *a = trace->items; a < trace->items + trace->count; a++) {
        if (!a->shared || a->launch != barrier->launch || a->block != barrier->block || a->phase != barrier->phase)
            continue;
        for (const Access *b = trace->items; b < trace->items + trace->count; b++) {
            if (!b->shared || b->launch != a->launch || b->block != a->block || b->phase != a->phase + 1 ||
                b->warp == a->warp || (a->kind == ACCESS_LOAD) == (b->kind == ACCESS_LOAD))
                continue;
            bool late = a->kind == ACCESS_LOAD;
            const Pair pair = {late ? a->line : b->line, late ? b->line : a->line, late};
            if (!pair_known(pairs, &pair) && overlap(a, b) && pairs->count < COUNT_OF(pairs->pairs))
                pairs->pairs[pairs->count++] = pair;
        }
    }
}

static void barrier_pairs(const Subject *subject, unsigned line, Pairs *pairs) {
    const Trace *trace = &subject->run.trace;
    const Access *first = NULL;
    unsigned seen = 0;
    for (size_t i = 0; i < trace->count && seen < 6; i++) {
        const Access *access = &trace->items[i];
        if (access->kind != ACCESS_BARRIER || access->line != line) continue;
        if (!first) first = access;
        if (access->block != first->block || access->launch != first->launch) continue;
        pairs_of(trace, access, pairs);
        seen++;
    }
}

// Whether the race checker sees one of these pairs, and no other line that reads, in the program without the barrier.
static bool races_agree(const Observed *run, const Pairs *pairs) {
    unsigned races = 0;
    for (unsigned i = 0; i < report_fault_count(run->report); i++) {
        VerdictFault fault;
        bool known = false;
        if (!report_fault(run->report, i, &fault)) return false;
        unsigned reader = fault.is_write ? fault.other_line : fault.line;
        unsigned writer =
            fault.is_write ? fault.line : fault.other_line; // 0: the word is read before anybody writes it
        if (strcmp(fault.space, "shared") != 0 || (writer && fault.is_write == fault.other_is_write)) return false;
        for (unsigned p = 0; p < pairs->count; p++) {
            known |= pairs->pairs[p].reader == reader; // a writer may be a lane of the reader's own warp
            races += pairs->pairs[p].reader == reader && pairs->pairs[p].writer == writer;
        }
        if (!known) return false;
    }
    return races > 0;
}

static void say_barrier(Asked *asked, unsigned line, const Pair *pair) {
    snprintf(asked->key, sizeof asked->key, "%u, too %s", pair->reader, pair->late ? "late" : "early");
    snprintf(
        asked->asks, sizeof asked->asks,
        "Suppose that the barrier in line %u is removed. Which line can then read a wrong word of shared memory, and "
        "does it read "
        "too early (before the word is written) or too late (after it has been overwritten)? Answer like this: 12, "
        "too early",
        line);
    snprintf(asked->why, sizeof asked->why,
             pair->late
                 ? "The barrier lets all warps finish reading in line %u before line %u overwrites the words."
                 : "The barrier makes warps wait in front of line %u until line %u has written the words of all warps.",
             pair->reader, pair->writer);
    snprintf(asked->ran, sizeof asked->ran,
             "The program without the barrier ran: the checker found a race of line %u with line %u.", pair->reader,
             pair->writer);
    asked_miss(asked, "Exchanges the two duties of a barrier.", "%u, too %s", pair->reader,
               pair->late ? "early" : "late");
    asked_miss(asked, "Takes the line that writes for the one that reads.", "%u, too early", pair->writer);
    asked_miss(asked, "Takes the line that writes for the one that reads.", "%u, too late", pair->writer);
}

static bool ask_barrier(Subject *subject, Questions *questions, unsigned line, const char *call, unsigned readers) {
    Pairs pairs = {.count = 0};
    Observed run;
    Change change;
    char program[PATH_BYTES];
    barrier_pairs(subject, line, &pairs);
    if (!pairs.count) return dull(questions, ASK_BARRIER);
    for (unsigned i = 1; i < pairs.count; i++)
        if (pairs.pairs[i].reader != pairs.pairs[0].reader || pairs.pairs[i].late != pairs.pairs[0].late)
            return refuse(questions, ASK_BARRIER);
    if (readers < 2) return dull(questions, ASK_BARRIER); // one barrier and one line that reads: nothing to find
    if (!change_make(subject->source, call, call + strlen("__syncthreads()"), "", &change)) return false;
    bool ran = subject_build(subject, change.text, program) &&
               subject_run(subject, program, &subject->run.spec, subject->inputs, &run);
    bool sound = ran && run.report && races_agree(&run, &pairs);
    if (ran) observed_free(&run);
    Asked *asked = sound ? questions_add(questions, ASK_BARRIER, line) : NULL;
    if (!asked) return change_free(&change), refuse(questions, ASK_BARRIER);
    asked->change = change;
    say_barrier(asked, line, &pairs.pairs[0]);
    return true;
}

// Lines that read shared memory, and barriers that are passed: with one of each the answer is given.
static unsigned lines_that(const Subject *subject, bool barriers) {
    unsigned count = 0;
    for (unsigned line = 1; line <= subject->line_count; line++) {
        bool found = false;
        for (size_t i = 0; i < subject->run.trace.count && !found; i++) {
            const Access *access = &subject->run.trace.items[i];
            found = access->line == line &&
                    (barriers ? access->kind == ACCESS_BARRIER : access->shared && access->kind == ACCESS_LOAD);
        }
        count += found;
    }
    return count;
}

// A build takes most of the time that a question costs, so one good question of a kind is enough. Which line comes
// first is drawn.
static void barriers(Subject *subject, Questions *questions) {
    unsigned several = lines_that(subject, true) > 1 ? 2 : lines_that(subject, false), tries = 0;
    unsigned start = questions_draw(questions, subject->line_count);
    for (unsigned i = 0; i < subject->line_count && tries < 4 && !questions->tally.good[ASK_BARRIER]; i++) {
        unsigned line = 1 + (start + i) % subject->line_count;
        const char *text = line_of(subject->source, line), *call = text ? strstr(text, "__syncthreads();") : NULL;
        bool passed = false;
        if (!call || call > text + strcspn(text, "\n")) continue;
        for (size_t a = 0; a < subject->run.trace.count && !passed; a++)
            passed = subject->run.trace.items[a].kind == ACCESS_BARRIER && subject->run.trace.items[a].line == line;
        if (!passed) continue;
        tries++;
        questions->tally.made[ASK_BARRIER]++;
        ask_barrier(subject, questions, line, call, several);
    }
}

// ---- sizes that survive ----

#define MOST_SIZES 6
#define MOST_TRIED 10 // sizes that the changed program runs on
#define MOST_GUARDS 3

static bool is_of_test(char c) { return is_name(c) || strchr(" .<>+-*/%", c); }

// A test of a line, [begin, end), that goes; `with` takes its place.
typedef struct {
    const char *begin, *end, *with;
} Guard;

// One of two tests joined by && in a line, with the && beside it.
static bool guard_of_pair(const char *line, const char *line_end, bool second, Guard *guard) {
    const char *both = line, *from, *to;
    while (both + 1 < line_end && strncmp(both, "&&", 2) != 0) both++;
    if (both + 1 >= line_end) return false;
    for (from = both; from > line && is_of_test(from[-1]);) from--;
    for (to = both + 2; to < line_end && is_of_test(*to);) to++;
    from += strspn(from, " ");
    if (from == line || !strchr("(=", from[-1 - (from[-1] == ' ')])) return false;
    if (!memchr(from, '<', (size_t)(both - from)) || !memchr(both, '<', (size_t)(to - both))) return false;
    while (to[-1] == ' ') to--;
    while (second && both[-1] == ' ') both--;
    *guard = second ? (Guard){both, to, ""} : (Guard){from, both + 2 + strspn(both + 2, " "), ""};
    return true;
}

// "if (A < B)" and "(A < B ?", which hold for every thread afterwards; "if (A >= B) return", which holds for none.
static bool guard_alone(const char *line, const char *line_end, Guard *guard) {
    const char *at = line, *end;
    while (at < line_end && *at != '<' && !text_begins(at, ">=")) at++;
    if (at == line_end || at == line || at[1] == '<' || (*at == '<' && at[1] == '=')) return false;
    const char *begin = at;
    while (begin > line && is_of_test(begin[-1])) begin--;
    for (end = at + 1 + (*at == '>'); end < line_end && is_of_test(*end);) end++;
    bool opened = begin > line && begin[-1] == '(', is_if = false;
    const char *word = begin - opened;
    while (opened && word > line && word[-1] == ' ') word--;
    is_if = opened && word - line >= 2 && !strncmp(word - 2, "if", 2) && (word - line == 2 || !is_name(word[-3]));
    begin += strspn(begin, " ");
    bool whole = is_if && end < line_end && *end == ')', chosen = end < line_end && *end == '?' && !is_if;
    while (end > begin && end[-1] == ' ') end--;
    if (memchr(at + 1, '<', (size_t)(end > at ? end - at - 1 : 0))) return false;
    bool leaves = whole && text_begins(end + 1 + strspn(end + 1, " "), "return");
    if (*at == '<' ? !(whole && !leaves) && !(chosen && begin > line && strchr("(=", begin[-1 - (begin[-1] == ' ')]))
                   : !leaves)
        return false;
    *guard = (Guard){begin, end, *at == '<' ? "true" : "false"};
    return true;
}

static bool guard_find(const char *line, bool second, Guard *guard) {
    const char *end = line + strcspn(line, "\n");
    return guard_of_pair(line, end, second, guard) ||
           (!memmem(line, (size_t)(end - line), "&&", 2) && !memmem(line, (size_t)(end - line), "||", 2) &&
            guard_alone(line, end, guard));
}

// Whether the line is in a function whose lines the run executed.
static bool is_executed(const Subject *subject, const char *at) {
    Source source;
    bool executed = false;
    if (source_open(subject->source, &source)) {
        const char *function = function_start(&source, source.text + (at - subject->source));
        for (size_t i = 0; i < subject->run.trace.count && !executed; i++) {
            unsigned line = subject->run.trace.items[i].line;
            executed = line && line <= source.count && function_start(&source, line_begin(&source, line)) == function;
            while (i + 1 < subject->run.trace.count && subject->run.trace.items[i + 1].line == line) i++;
        }
    }
    source_close(&source);
    return executed;
}

typedef struct {
    unsigned cases[MOST_TRIED], count;
    bool survives[MOST_TRIED];
} Sizes;

static unsigned survivors(const Sizes *sizes) {
    unsigned count = 0;
    for (unsigned i = 0; i < sizes->count; i++) count += sizes->survives[i];
    return count;
}

// Runs the changed program on the cases, and holds what the oracle says against whether as many lanes are at work as
// before: a test that kept no lane back is not missed. A size on which the two disagree is left out: there the results
// depend on the inputs, as where what a lane reads too much is multiplied by 0, which is wrong only for an infinity.
static bool sizes_run(Subject *subject, const char *changed, Sizes *sizes) {
    unsigned left = 0;
    for (unsigned i = 0; i < sizes->count; i++) {
        const CaseKnown *known = &subject->cases[sizes->cases[i]];
        Observed after;
        bool ran = subject_run(subject, changed, &known->spec, subject->inputs, &after), survives = after.passed;
        bool equal = lanes_at_work(&after.trace) == known->lanes;
        observed_free(&after);
        if (!ran) return false;
        if (equal != survives) continue;
        sizes->cases[left] = sizes->cases[i], sizes->survives[left++] = survives;
    }
    sizes->count = left;
    return left > 2;
}

// Leaves as many as have a letter, of the survivors and of the others about as many.
static void sizes_balance(Sizes *sizes) {
    while (sizes->count > MOST_SIZES) {
        bool survives = 2 * survivors(sizes) >= sizes->count;
        unsigned gone = sizes->count - 1;
        while (sizes->survives[gone] != survives) gone--;
        for (sizes->count--; gone < sizes->count; gone++)
            sizes->cases[gone] = sizes->cases[gone + 1], sizes->survives[gone] = sizes->survives[gone + 1];
    }
}

static void say_guard(const Asked *asked, const char *with, char *words, size_t size) {
    const char *was = asked->change.was + strspn(asked->change.was, " &");
    size_t length = strlen(was);
    while (length && strchr(" &", was[length - 1])) length--;
    if (with[0])
        snprintf(words, size, "the test `%.*s` in line %u is replaced by `%s`", (int)length, was, asked->line, with);
    else snprintf(words, size, "the test `%.*s` is removed from line %u", (int)length, was, asked->line);
}

static void say_sizes(const Subject *subject, Asked *asked, const Sizes *sizes, const char *with) {
    char none[2 * MOST_SIZES + 1] = "", test[160];
    say_guard(asked, with, test, sizeof test);
    snprintf(asked->asks, sizeof asked->asks,
             "Suppose that %s. For which of these sizes does the program still give right results, with no race and no "
             "access outside an array? Answer with one or more letters.",
             test);
    for (unsigned i = 0; i < sizes->count; i++) {
        text_append(asked->asks, sizeof asked->asks, "\n%c: %s", 'a' + (int)i, subject->cases[sizes->cases[i]].sizes);
        if (sizes->survives[i])
            text_append(asked->key, sizeof asked->key, "%s%c", asked->key[0] ? " " : "", 'a' + (int)i);
        else text_append(none, sizeof none, "%s%c", none[0] ? " " : "", 'a' + (int)i);
    }
    snprintf(asked->why, sizeof asked->why,
             "The test keeps threads back only where a block reaches beyond that side: the other sizes do not need "
             "it.");
    snprintf(asked->ran, sizeof asked->ran,
             "The changed program ran on each of them: right results for %s, wrong ones or faults for %s.", asked->key,
             none);
    asked_miss(asked, "Answers which sizes fail.", "%s", none);
}

static bool ask_sizes(Subject *subject, Questions *questions, unsigned line, const Guard *guard) {
    Sizes sizes = {.count = 0};
    Change change;
    char program[PATH_BYTES];
    unsigned order[MOST_CASES], finite = 0;
    for (unsigned i = 0; i < subject->case_count; i++)
        if (subject->cases[i].finite) order[finite++] = i;
    for (unsigned i = finite; i > 1; i--) { // letters stand for other sizes on another sheet
        unsigned other = questions_draw(questions, i), index = order[i - 1];
        order[i - 1] = order[other], order[other] = index;
    }
    while (sizes.count < finite && sizes.count < MOST_TRIED)
        sizes.cases[sizes.count] = order[sizes.count], sizes.count++;
    if (sizes.count < 3) return dull(questions, ASK_SIZES);
    if (!change_make(subject->source, guard->begin, guard->end, guard->with, &change)) return false;
    bool ran = subject_build(subject, change.text, program) && sizes_run(subject, program, &sizes);
    if (!ran) return change_free(&change), refuse(questions, ASK_SIZES);
    sizes_balance(&sizes);
    if (!survivors(&sizes) || survivors(&sizes) == sizes.count) return change_free(&change), dull(questions, ASK_SIZES);
    Asked *asked = questions_add(questions, ASK_SIZES, line);
    if (!asked) return change_free(&change), false;
    asked->change = change;
    text_copy(asked->program, sizeof asked->program, program);
    say_sizes(subject, asked, &sizes, guard->with);
    return true;
}

static void guards(Subject *subject, Questions *questions) {
    unsigned tries = 0, start = questions_draw(questions, subject->line_count);
    for (unsigned i = 0; i < subject->line_count && tries < MOST_GUARDS && !questions->tally.good[ASK_SIZES]; i++) {
        unsigned line = 1 + (start + i) % subject->line_count;
        const char *text = line_of(subject->source, line);
        Guard guard;
        bool second = questions_draw(questions, 2);
        if (!text || !guard_find(text, second, &guard) || !is_executed(subject, guard.begin)) continue;
        tries++;
        questions->tally.made[ASK_SIZES]++;
        ask_sizes(subject, questions, line, &guard);
    }
}

// Of arrays of one name in several kernels only that of the kernel that runs stays.
static unsigned tiles_executed(const Subject *subject, Tile *tiles, unsigned count) {
    bool stays[MOST_TILES];
    unsigned left = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned named = 0;
        for (unsigned j = 0; j < count; j++) named += !strcmp(tiles[i].name, tiles[j].name);
        stays[i] = named == 1 || is_executed(subject, tiles[i].size_begin);
    }
    for (unsigned i = 0; i < count; i++)
        if (stays[i]) tiles[left++] = tiles[i];
    return left;
}

void kinds_of_changes(Subject *subject, Questions *questions) {
    Tile tiles[MOST_TILES];
    unsigned count = tiles_find(subject->source, subject->run.launches[0].kernel, tiles, MOST_TILES);
    count = tiles_executed(subject, tiles, count);
    if (count) fills(subject, questions, tiles, count);
    if (count) widths(subject, questions, tiles, count);
    barriers(subject, questions);
    guards(subject, questions);
}
