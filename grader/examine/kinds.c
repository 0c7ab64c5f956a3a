// kinds.c - questions that a run of the program answers.
#define _GNU_SOURCE // memmem
#include "../device/system/text.h"
#include "examine.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define SECTOR 32
#define WORD 4
#define BANKS 32
#define TRIES 12 // candidates of a kind that are looked at

// ---- what follows from addresses ----

static bool has_lane(const Access *access, unsigned lane) { return access->mask >> lane & 1; }

static unsigned sectors_touched(const Access *access) {
    uint64_t seen[5 * LANES];
    unsigned count = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        for (uint64_t s = access->address[lane] / SECTOR;
             has_lane(access, lane) && s <= (access->address[lane] + access->bytes - 1) / SECTOR; s++) {
            unsigned i = 0;
            while (i < count && seen[i] != s) i++;
            if (i == count && count < COUNT_OF(seen)) seen[count++] = s;
        }
    return count;
}

// Different words of one bank take a pass each; lanes that want the same word share it.
static unsigned passes_taken(const Access *access) {
    unsigned most = 0;
    for (unsigned bank = 0; bank < BANKS; bank++) {
        uint64_t seen[LANES];
        unsigned count = 0;
        for (unsigned lane = 0; lane < LANES; lane++) {
            uint64_t word = access->address[lane] / WORD;
            unsigned i = 0;
            while (i < count && seen[i] != word) i++;
            if (has_lane(access, lane) && word % BANKS == bank && i == count) seen[count++] = word;
        }
        if (count > most) most = count;
    }
    return most;
}

// ---- requests that the line, the block and the warp name ----

static bool is_same_site(const Access *one, const Access *other) {
    return one->launch == other->launch && one->line == other->line && one->block == other->block &&
           one->warp == other->warp && one->shared == other->shared && one->kind == other->kind;
}

static bool is_same_request(const Access *one, const Access *other) {
    return one->mask == other->mask && one->sectors == other->sectors && one->passes == other->passes &&
           one->bytes == other->bytes;
}

// Whether all requests of that warp by that line are like this one, so that the words leave no doubt which is meant.
static bool is_only(const Trace *trace, const Access *access) {
    for (size_t i = 0; i < trace->count; i++) {
        const Access *other = &trace->items[i];
        if (is_same_site(access, other) && (!is_same_request(access, other) || other->allocation != access->allocation))
            return false;
    }
    return true;
}

// Whether the name before `bracket` is that of an array which the text declares outside of shared memory: "float
// own[4]".
static bool is_private(const char *text, const char *bracket) {
    static const char *const types[] = {"float",  "double", "int",   "unsigned", "char",
                                        "size_t", "float4", "uint4", "int4"};
    const char *begin = bracket;
    while (begin > text && (isalnum((unsigned char)begin[-1]) || begin[-1] == '_')) begin--;
    for (unsigned i = 0; i < COUNT_OF(types); i++) {
        char declared[100];
        snprintf(declared, sizeof declared, "%s %.*s[", types[i], (int)(bracket - begin), begin);
        const char *found = strstr(text, declared), *line = found;
        while (line && line > text && line[-1] != '\n') line--;
        if (found && !memmem(line, (size_t)(found - line), "__shared__", strlen("__shared__"))) return true;
    }
    return false;
}

// Accesses that a line's text has: names with an index; "values[t] += x" has two. Registers are none.
static unsigned accesses_in_line(const char *text, unsigned line) {
    const char *whole = text;
    unsigned count = 0;
    bool changes = false;
    while (--line && (text = strchr(text, '\n'))) text++;
    for (const char *at = text; at && *at && *at != '\n' && strncmp(at, "//", 2) != 0; at++) {
        bool named = at > text && (isalnum((unsigned char)at[-1]) || at[-1] == '_' || at[-1] == ')');
        if (*at == '[') count += named && !is_private(whole, at);
        if (at[0] == '=' && at > text && strchr("+-*/", at[-1])) changes |= count > 0;
    }
    return count + changes;
}

// Accesses of the line that a launch tells apart: another one may have been given other arrays.
static unsigned accesses_in_run(const Trace *trace, const Access *of) {
    const Access *seen[8];
    unsigned count = 0;
    for (size_t i = 0; i < trace->count && count < COUNT_OF(seen); i++) {
        const Access *access = &trace->items[i];
        bool is_new = access->line == of->line && access->launch == of->launch && access->kind != ACCESS_BARRIER;
        for (unsigned s = 0; s < count && is_new; s++)
            is_new = seen[s]->kind != access->kind || seen[s]->shared != access->shared ||
                     seen[s]->allocation != access->allocation;
        if (is_new) seen[count++] = access;
    }
    return count;
}

// Whether the trace has the requests of the first one's phase in the order of the text. The compiler writes loops out
// and turns the order of loads round, never beyond a barrier: requests that are alike may change places, and others
// follow each other at one distance if they kept their places.
static bool is_in_order(const Trace *trace, const Access *first) {
    const Access *last = first;
    bool alike = true, even = true;
    unsigned lane = (unsigned)__builtin_ctz(first->mask);
    uint64_t distance = 0;
    for (const Access *other = first + 1; other < trace->items + trace->count; other++) {
        if (!is_same_site(first, other) || other->allocation != first->allocation || other->phase != first->phase)
            continue;
        uint64_t new = other->address[lane] - last->address[lane];
        alike &= is_same_request(first, other);
        even &= has_lane(other, lane) && (last == first || new == distance);
        last = other, distance = new;
    }
    return alike || even;
}

static bool is_same_access(const Access *one, const Access *other) {
    return one->line == other->line && one->kind == other->kind && one->shared == other->shared;
}

// Whether all accesses of that kind in the line are, in that launch, of one array and width: the text has one of them.
static bool is_one_access(const Trace *trace, const Access *access) {
    for (size_t i = 0; i < trace->count; i++) {
        const Access *other = &trace->items[i];
        if (is_same_access(access, other) && other->launch == access->launch &&
            (other->bytes != access->bytes || other->allocation != access->allocation))
            return false;
    }
    return true;
}

// The name that the case has for an array; "": the program has allocated it, or its text has another name for it.
static const char *name_of(const Subject *subject, const Access *access) {
    const Trace *trace = &subject->run.trace;
    bool known = access->allocation >= 0 && (size_t)access->allocation < trace->label_count;
    const char *label = known ? trace->labels[access->allocation] : "";
    if (!label[0] || strchr(label, ' ') || text_begins(label, "cuda")) return "";
    return name_find(subject->source, subject->source + strlen(subject->source), label) ? label : "";
}

// The request that the words mean: the only one of the warp in that line, or, if each access of the line's text is told
// apart, the first one of several (*first). NULL: it stays open.
static const Access *request_meant(const Subject *subject, const Access *access, bool *first) {
    const Trace *trace = &subject->run.trace;
    *first = false;
    if (is_only(trace, access)) return access;
    if (accesses_in_line(subject->source, access->line) != accesses_in_run(trace, access)) return NULL;
    if (!is_one_access(trace, access) && !name_of(subject, access)[0]) return NULL; // of which array?
    *first = true;
    for (size_t i = 0; i < trace->count; i++)
        if (is_same_site(&trace->items[i], access) && trace->items[i].allocation == access->allocation)
            return is_in_order(trace, &trace->items[i]) ? &trace->items[i] : NULL;
    return NULL;
}

// What a lane accesses: "`in`", or the space.
static void say_array(const Subject *subject, const Access *access, char words[60]) {
    const char *name = name_of(subject, access);
    if (name[0]) snprintf(words, 60, "`%s`", name);
    else snprintf(words, 60, "%s memory", access->shared ? "shared" : "global");
}

static const char *const does[] = {[ACCESS_LOAD] = "loads", [ACCESS_STORE] = "stores", [ACCESS_ATOMIC] = "updates"};
static const char *const do_it[] = {[ACCESS_LOAD] = "load", [ACCESS_STORE] = "store", [ACCESS_ATOMIC] = "update"};
static const char *const where[] = {[ACCESS_LOAD] = "from", [ACCESS_STORE] = "to", [ACCESS_ATOMIC] = "in"};

typedef bool (*Suits)(const Subject *subject, const Access *access);
// A drawn access that suits, of a line that is not yet asked about in this kind. NULL: none.
static const Access *access_draw(const Subject *subject, Questions *questions, Suits suits, const bool *used) {
    const Trace *trace = &subject->run.trace;
    const Access *chosen = NULL;
    unsigned count = 0;
    for (size_t i = 0; i < trace->count; i++) {
        const Access *access = &trace->items[i];
        if (!access->line || access->line > subject->line_count || used[access->line] || !suits(subject, access))
            continue;
        if (questions_draw(questions, ++count) == 0) chosen = access;
    }
    return chosen;
}

static bool is_global(const Subject *subject, const Access *access) {
    (void)subject;
    return !access->shared && (access->kind == ACCESS_LOAD || access->kind == ACCESS_STORE);
}
static bool is_shared(const Subject *subject, const Access *access) {
    (void)subject;
    return access->shared && (access->kind == ACCESS_LOAD || access->kind == ACCESS_STORE);
}
static bool is_named_load(const Subject *subject, const Access *access) {
    return is_global(subject, access) && access->kind == ACCESS_LOAD && access->bytes == WORD;
}
static bool is_full_global(const Subject *subject, const Access *access) {
    return is_global(subject, access) && access->mask == FULL_MASK;
}
static bool is_full_shared(const Subject *subject, const Access *access) {
    return is_shared(subject, access) && access->mask == FULL_MASK && access->bytes == WORD;
}
static bool is_any(const Subject *subject, const Access *access) {
    (void)subject;
    return access->kind != ACCESS_BARRIER && access->mask;
}
static bool is_partial(const Subject *subject, const Access *access) {
    return is_any(subject, access) && access->mask != FULL_MASK;
}
// An access of one element: how many the compiler joins to a wider one cannot be seen in the text.
static bool is_element(const Subject *subject, const Access *access) {
    return is_any(subject, access) && (access->bytes == WORD || access->bytes == 1 || access->kind == ACCESS_ATOMIC ||
                                       (access->bytes == 2 * WORD && subject->doubles) ||
                                       (access->bytes > WORD && subject->vectors && subject->vectors[access->line]));
}
static bool is_global_element(const Subject *subject, const Access *access) {
    return is_element(subject, access) && !access->shared && (!subject->vectors || !subject->vectors[access->line]);
}
static bool is_barrier(const Subject *subject, const Access *access) {
    (void)subject;
    return access->kind == ACCESS_BARRIER;
}

static bool refuse(Questions *questions, AskKind kind) { return questions->tally.refused[kind]++, false; }
static bool dull(Questions *questions, AskKind kind) { return questions->tally.dull[kind]++, false; }

// ---- the kinds ----

static bool ask_sectors(const Subject *subject, Questions *questions, const Access *drawn) {
    char warp[160], array[60];
    bool first;
    const Access *access = request_meant(subject, drawn, &first);
    if (!access || access->mask != FULL_MASK) return refuse(questions, ASK_SECTORS);
    unsigned touched = sectors_touched(access), whole = LANES * access->bytes / SECTOR;
    if (!subject->sound[access->line] || touched != access->sectors) return refuse(questions, ASK_SECTORS);
    if (touched == whole || touched == 1) return dull(questions, ASK_SECTORS);
    Asked *asked = questions_add(questions, ASK_SECTORS, access->line);
    if (!asked) return false;
    say_array(subject, access, array);
    say_warp(&subject->run, access, warp, sizeof warp);
    snprintf(asked->key, sizeof asked->key, "%u", touched);
    snprintf(
        asked->asks, sizeof asked->asks,
        "%s %s line %u, each of its lanes %s %u bytes %s %s. How many sectors of 32 bytes does this request touch? "
        "The array starts at a sector boundary.",
        warp, first ? "The first time it executes" : "In", access->line, does[access->kind], access->bytes,
        where[access->kind], array);
    snprintf(asked->why, sizeof asked->why,
             "Lane 0 is at byte %llu of its array, lane 1 at byte %llu, lane 31 at byte %llu: together the lanes touch "
             "%u sectors.",
             (unsigned long long)access->address[0], (unsigned long long)access->address[1],
             (unsigned long long)access->address[31], touched);
    asked_miss(asked, "Takes every row as aligned: bytes divided by 32.", "%u", whole);
    asked_miss(asked, "Counts lanes: neighbors share a sector.", "%u", LANES);
    asked_miss(asked, "Counts 128-byte lines instead of 32-byte sectors.", "%u", (touched + 3) / 4);
    asked_miss(asked, "A request is one instruction; what it moves is counted in sectors.", "1");
    return true;
}

static bool ask_passes(const Subject *subject, Questions *questions, const Access *access) {
    char warp[160];
    unsigned passes = passes_taken(access);
    if (!subject->sound[access->line] || !is_only(&subject->run.trace, access) || passes != access->passes)
        return refuse(questions, ASK_PASSES);
    if (passes == 1) return dull(questions, ASK_PASSES);
    Asked *asked = questions_add(questions, ASK_PASSES, access->line);
    if (!asked) return false;
    say_warp(&subject->run, access, warp, sizeof warp);
    snprintf(asked->key, sizeof asked->key, "%u", passes);
    snprintf(asked->asks, sizeof asked->asks,
             "%s In line %u, each of its lanes %s one 4-byte word %s shared memory. How many passes does this request "
             "take? Without bank conflicts it takes one.",
             warp, access->line, does[access->kind], where[access->kind]);
    snprintf(asked->why, sizeof asked->why,
             "The bank of a word is its number modulo 32. The busiest bank has %u different words.", passes);
    asked_miss(asked, "Counts conflicts: passes beyond the first.", "%u", passes - 1);
    asked_miss(asked, "Takes all 32 words to be in one bank.", "32");
    asked_miss(asked, "Takes the access to be free of conflicts.", "1");
    return true;
}

static bool ask_lanes(const Subject *subject, Questions *questions, const Access *drawn) {
    char warp[160], array[60];
    bool first;
    const Access *access = request_meant(subject, drawn, &first);
    if (!access || access->mask == FULL_MASK || !subject->sound[access->line]) return refuse(questions, ASK_LANES);
    unsigned threads = threads_of_warp(&subject->run, access);
    if (lanes_of(access) == 1 || lanes_of(access) == threads) // "if (threadIdx.x == 0)"; the question has the threads
        return dull(questions, ASK_LANES);
    Asked *asked = questions_add(questions, ASK_LANES, access->line);
    if (!asked) return false;
    say_array(subject, access, array);
    say_warp(&subject->run, access, warp, sizeof warp);
    snprintf(asked->key, sizeof asked->key, "%u", lanes_of(access));
    snprintf(asked->asks, sizeof asked->asks, "%s How many of its lanes %s %s %s %s line %u?", warp,
             do_it[access->kind], where[access->kind], array, first ? "the first time it executes" : "in",
             access->line);
    snprintf(asked->why, sizeof asked->why,
             "Lane %u is the first one and lane %u the last one that takes part: %u in all.",
             (unsigned)__builtin_ctz(access->mask), 31 - (unsigned)__builtin_clz(access->mask), lanes_of(access));
    asked_miss(asked, "Overlooks the condition around the line.", "%u", threads);
    asked_miss(asked, "Counts the lanes that do nothing.", "%u", threads - lanes_of(access));
    asked_miss(asked, "Off by one at the edge.", "%u", lanes_of(access) + 1);
    return true;
}

// One request for each warp and trip: the line's count by the trace has been compared with the device's counter.
static bool ask_requests(const Subject *subject, Questions *questions, const Access *access) {
    const Trace *trace = &subject->run.trace;
    const Access *firsts[MOST_LAUNCHES] = {NULL};
    unsigned all = 0, first = 0;
    char block[60];
    if (!subject->sound[access->line]) return refuse(questions, ASK_REQUESTS);
    for (size_t i = 0; i < trace->count; i++) {
        const Access *other = &trace->items[i];
        if (!is_same_access(access, other)) continue;
        const Access **first_of = &firsts[other->launch < MOST_LAUNCHES ? other->launch : 0];
        if (!*first_of) *first_of = other;
        if (other->bytes != access->bytes || other->allocation != (*first_of)->allocation)
            return refuse(questions, ASK_REQUESTS); // two accesses of a kind stand in the line
        all++;
        first += is_same_site(access, other);
    }
    if (all < 3 || first > 64) return dull(questions, ASK_REQUESTS);
    Asked *asked = questions_add(questions, ASK_REQUESTS, access->line);
    if (!asked) return false;
    say_block(&subject->run, access, block, sizeof block);
    snprintf(asked->key, sizeof asked->key, "%u", all);
    snprintf(asked->asks, sizeof asked->asks,
             "How many %s requests to %s memory does line %u make in the whole run? Each time that a warp executes the "
             "%s is one request, no matter how many of its lanes take part. Count all warps of all blocks.",
             do_it[access->kind], access->shared ? "shared" : "global", access->line, do_it[access->kind]);
    snprintf(asked->why, sizeof asked->why,
             "Warp %u of %s makes %u of them; all warps with a lane that takes part make %u.", access->warp, block,
             first, all);
    asked_miss(asked, "Counts one warp.", "%u", first);
    asked_miss(asked, "Counts lanes instead of requests of warps.", "%u", all * LANES);
    return true;
}

static bool holds(const Access *access, uint64_t address) {
    for (unsigned lane = 0; lane < LANES; lane++)
        if (has_lane(access, lane) && access->address[lane] <= address &&
            address < access->address[lane] + access->bytes)
            return true;
    return false;
}

// Loads of the element; *lanes: how many lanes get it. false: a line that loads from the array is not sound.
static bool count_loads(const Subject *subject, const Access *of, uint64_t address, unsigned *requests,
                        unsigned *lanes) {
    const Trace *trace = &subject->run.trace;
    *requests = *lanes = 0;
    for (size_t i = 0; i < trace->count; i++) {
        const Access *access = &trace->items[i];
        if (access->shared || access->allocation != of->allocation || access->kind != ACCESS_LOAD) continue;
        if (access->line > subject->line_count || !subject->sound[access->line]) return false;
        *requests += holds(access, address);
        for (unsigned lane = 0; lane < LANES; lane++)
            *lanes += has_lane(access, lane) && access->address[lane] == address;
    }
    return true;
}

// Elements next to each other in a row of a tile are loaded equally often: another lane's element gives the same
// number, unless it lies in another tile. So an element's count is confirmed by one that the same request loads.
static bool ask_reuse(const Subject *subject, Questions *questions, const Access *access) {
    const char *label = name_of(subject, access);
    unsigned lane = questions_draw(questions, LANES), requests, lanes, beside, beside_lanes;
    while (!has_lane(access, lane)) lane = (lane + 1) % LANES;
    unsigned other = (lane + 1) % LANES;
    while (!has_lane(access, other)) other = (other + 1) % LANES;
    uint64_t address = access->address[lane];
    if (!label[0]) return refuse(questions, ASK_REUSE);
    if (!count_loads(subject, access, address, &requests, &lanes) ||
        !count_loads(subject, access, access->address[other], &beside, &beside_lanes) || requests != beside)
        return refuse(questions, ASK_REUSE);
    if (requests < 2) return dull(questions, ASK_REUSE);
    Asked *asked = questions_add(questions, ASK_REUSE, access->line);
    if (!asked) return false;
    snprintf(asked->key, sizeof asked->key, "%u", requests);
    snprintf(asked->asks, sizeof asked->asks,
             "Line %u loads the element `%s[%llu]` from global memory. How many requests of the whole run load this "
             "element? Each time that a warp loads it counts once, no matter how many of its lanes want it.",
             access->line, label, (unsigned long long)(address / WORD));
    snprintf(asked->why, sizeof asked->why,
             "Count the blocks that need it, the warps in each that load it, and how often each does: %u requests.",
             requests);
    asked_miss(asked, "Takes it to be loaded once: blocks share neither registers nor shared memory.", "1");
    asked_miss(asked, "Counts lanes: a request is a whole warp's.", "%u", lanes);
    asked_miss(asked, "Counts one block, or leaves one out.", "%u", requests - 1);
    return true;
}

// ---- steps of a tree ----

#define MOST_STEPS 24
typedef struct {
    unsigned phase, lanes, warps;
    uint32_t masks[LANES]; // of the block's warps: a line may access memory twice
} Step;

static void step_add(Step *step, const Access *access) {
    uint32_t *mask = &step->masks[access->warp % LANES], new = access->mask & ~*mask;
    step->warps += !*mask && new;
    step->lanes += (unsigned)__builtin_popcount(new);
    *mask |= new;
}

// Steps of a line in a block: phases in which it accesses memory, in their order.
static unsigned steps_of(const Trace *trace, const Access *of, Step steps[MOST_STEPS]) {
    unsigned count = 0;
    for (size_t i = 0; i < trace->count; i++) {
        const Access *access = &trace->items[i];
        if (access->line != of->line || access->kind != of->kind || access->shared != of->shared ||
            access->block != of->block || access->launch != of->launch)
            continue;
        unsigned s = 0;
        while (s < count && steps[s].phase != access->phase) s++;
        if (s == count && count == MOST_STEPS) return 0;
        if (s == count) steps[count++] = (Step){.phase = access->phase};
        step_add(&steps[s], access);
    }
    for (unsigned i = 1; i < count; i++)
        if (steps[i].phase <= steps[i - 1].phase) return 0;
    return count;
}

// Every step has half of the threads of the one before: the count and the formula must agree in all of them.
static bool ask_steps(const Subject *subject, Questions *questions, const Access *access) {
    Step steps[MOST_STEPS];
    char block[60];
    unsigned count = steps_of(&subject->run.trace, access, steps);
    if (count < 3) return dull(questions, ASK_STEPS);
    for (unsigned s = 1; s < count; s++)
        if (!subject->sound[access->line] || steps[s].lanes != steps[0].lanes >> s) return refuse(questions, ASK_STEPS);
    unsigned n = 1 + questions_draw(questions, count - 1);
    Asked *asked = questions_add(questions, ASK_STEPS, access->line);
    if (!asked) return false;
    say_block(&subject->run, access, block, sizeof block);
    snprintf(asked->key, sizeof asked->key, "%u, %u", steps[n].lanes, steps[n].warps);
    snprintf(
        asked->asks, sizeof asked->asks,
        "In %s, line %u is executed in steps, with a barrier between one step and the next. How many threads execute "
        "it in step %u, and how many warps are these threads in? The first step is step 1. Answer with two numbers, "
        "threads and warps.",
        block, access->line, n + 1);
    snprintf(asked->why, sizeof asked->why,
             "%u threads are at work in step 1, and half of them in each next step: %u in step %u, "
             "which stand in %u warp%s.",
             steps[0].lanes, steps[n].lanes, n + 1, steps[n].warps, steps[n].warps == 1 ? "" : "s");
    asked_miss(asked, "Takes the step after it.", "%u, %u", steps[n].lanes / 2, (steps[n].lanes / 2 + 31) / 32);
    asked_miss(asked, "Takes the step before it.", "%u, %u", steps[n - 1].lanes, steps[n - 1].warps);
    asked_miss(asked, "Packs the threads into as few warps as they fill: look which threads they are.", "%u, %u",
               steps[n].lanes, (steps[n].lanes + 31) / 32);
    return true;
}

// ---- passages of a barrier ----

#define MOST_BLOCKS 200

// How often each block of a launch passes the barrier in the line; phases of a block only grow.
static bool passages(const Observed *run, unsigned line, unsigned launch, unsigned times[MOST_BLOCKS]) {
    unsigned next[MOST_BLOCKS] = {0};
    memset(times, 0, MOST_BLOCKS * sizeof *times);
    for (size_t i = 0; i < run->trace.count; i++) {
        const Access *access = &run->trace.items[i];
        if (access->kind != ACCESS_BARRIER || access->line != line || access->launch != launch) continue;
        if (access->block >= MOST_BLOCKS) return false;
        if (access->phase < next[access->block]) continue; // the trace may have an event for each warp
        next[access->block] = access->phase + 1;
        times[access->block]++;
    }
    return true;
}

// The passages of all blocks of all launches by the trace, times the warps of a block, are what the device counted.
static bool passages_agree(const Subject *subject, unsigned line) {
    double all = 0;
    for (unsigned l = 0; l < subject->run.launch_count; l++) {
        const Launch *launch = &subject->run.launches[l];
        unsigned times[MOST_BLOCKS], threads = launch->block[0] * launch->block[1] * launch->block[2];
        if (!passages(&subject->run, line, l, times)) return false;
        for (unsigned b = 0; b < MOST_BLOCKS; b++) all += times[b] * ((threads + LANES - 1) / LANES);
    }
    return subject->run.launch_count < MOST_LAUNCHES && all == subject->barriers[line];
}

static bool ask_rounds(const Subject *subject, Questions *questions, const Access *barrier) {
    unsigned times[MOST_BLOCKS];
    char block[60];
    if (!passages(&subject->run, barrier->line, barrier->launch, times)) return refuse(questions, ASK_ROUNDS);
    unsigned rounds = times[barrier->block];
    if (rounds < 2) return dull(questions, ASK_ROUNDS);
    if (!passages_agree(subject, barrier->line)) return refuse(questions, ASK_ROUNDS);
    Asked *asked = questions_add(questions, ASK_ROUNDS, barrier->line);
    if (!asked) return false;
    say_block(&subject->run, barrier, block, sizeof block);
    snprintf(asked->key, sizeof asked->key, "%u", rounds);
    snprintf(asked->asks, sizeof asked->asks, "How many times does %s pass the barrier in line %u in this run?", block,
             barrier->line);
    snprintf(asked->why, sizeof asked->why,
             "Count the rounds of the loop around line %u: %u. The device counted %.0f there, over the warps of all "
             "blocks.",
             barrier->line, rounds, subject->barriers[barrier->line]);
    asked_miss(asked, "Overlooks the loop.", "1");
    asked_miss(asked, "One round too many: see where the loop ends.", "%u", rounds + 1);
    asked_miss(asked, "One round too few: a part of a tile takes a round, too.", "%u", rounds - 1);
    return true;
}

// ---- threads: those that do nothing, and how often one comes to a line ----

// Threads of the launch that come to the access, if none comes twice. In a block: *last of the last one. 0: one does.
static unsigned threads_once(const Trace *trace, const Access *access, unsigned blocks, unsigned *last) {
    enum { WARPS = 32 };
    uint32_t *masks = calloc((size_t)blocks * WARPS, sizeof *masks);
    unsigned threads = 0;
    *last = 0;
    for (size_t i = 0; masks && i < trace->count; i++) {
        const Access *other = &trace->items[i];
        if (!is_same_access(access, other) || other->launch != access->launch) continue;
        uint32_t *mask = &masks[(other->block % blocks) * WARPS + other->warp % WARPS];
        if (*mask & other->mask) return free(masks), 0;
        *mask |= other->mask;
        threads += lanes_of(other);
        if (other->block == blocks - 1) *last += lanes_of(other);
    }
    free(masks);
    return threads;
}

#define MOST_THREADS 16384 // of a launch whose threads are counted on paper

// The lanes that take part are known twice: from the trace, and from the bytes that the device counted in the line.
static bool ask_idle(const Subject *subject, Questions *questions, const Access *access) {
    const Launch *launch = &subject->run.launches[access->launch < MOST_LAUNCHES ? access->launch : 0];
    unsigned blocks = launch->grid[0] * launch->grid[1] * launch->grid[2], in_last;
    unsigned size = launch->block[0] * launch->block[1] * launch->block[2];
    char array[60], which[40] = "";
    if (!subject->sound[access->line] || !is_one_access(&subject->run.trace, access))
        return refuse(questions, ASK_IDLE);
    unsigned busy = threads_once(&subject->run.trace, access, blocks, &in_last), idle = blocks * size - busy;
    if (!busy) return refuse(questions, ASK_IDLE);
    if (busy <= blocks || !idle || blocks * size > MOST_THREADS) // "if (threadIdx.x == 0)"; too many for three minutes
        return dull(questions, ASK_IDLE);
    Asked *asked = questions_add(questions, ASK_IDLE, access->line);
    if (!asked) return false;
    say_array(subject, access, array);
    if (subject->run.launch_count > 1) snprintf(which, sizeof which, " of launch %u", access->launch + 1);
    snprintf(asked->key, sizeof asked->key, "%u", idle);
    snprintf(asked->asks, sizeof asked->asks, "How many threads%s, over all blocks, %s nothing %s %s in line %u?",
             which, do_it[access->kind], where[access->kind], array, access->line);
    snprintf(asked->why, sizeof asked->why,
             "%u block%s of %u threads are %u threads. %u of them come to the access, so %u do not.", blocks,
             blocks == 1 ? "" : "s", size, blocks * size, busy, idle);
    asked_miss(asked, "Takes the threads to be as many as the elements.", "0");
    asked_miss(asked, "Counts the threads that do.", "%u", busy);
    asked_miss(asked, "Counts one block only.", "%u", size - in_last);
    return true;
}

// ---- the last element of a thread ----

// A thread's elements follow each other at one distance, and those of the other lanes that come as often at the same
// one: the last by the trace must be the first and as many distances as there are steps.
static bool ask_last(const Subject *subject, Questions *questions, const Access *access) {
    const Trace *trace = &subject->run.trace;
    const Launch *launch = &subject->run.launches[access->launch < MOST_LAUNCHES ? access->launch : 0];
    unsigned lane = questions_draw(questions, LANES), trips = 0, beside_trips = 0, place[3];
    uint64_t least = UINT64_MAX, most = 0, beside_least = UINT64_MAX, beside_most = 0, sum = 0;
    char block[60], thread[48];
    const char *label = name_of(subject, access);
    while (!has_lane(access, lane)) lane = (lane + 1) % LANES;
    unsigned beside = (lane + 1) % LANES;
    while (!has_lane(access, beside)) beside = (beside + 1) % LANES;
    if (!label[0] || !subject->sound[access->line] || !is_one_access(trace, access) ||
        accesses_in_line(subject->source, access->line) > accesses_in_run(trace, access))
        return refuse(questions, ASK_LAST);
    for (size_t i = 0; i < trace->count; i++) {
        const Access *other = &trace->items[i];
        if (!is_same_site(access, other)) continue;
        uint64_t element = other->address[lane] / access->bytes, next = other->address[beside] / access->bytes;
        if (has_lane(other, lane)) {
            trips++, sum += element;
            least = element < least ? element : least, most = element > most ? element : most;
        }
        if (has_lane(other, beside)) {
            beside_trips++;
            beside_least = next < beside_least ? next : beside_least,
            beside_most = next > beside_most ? next : beside_most;
        }
    }
    if (trips < 2 || most == least) return dull(questions, ASK_LAST);
    uint64_t distance = (most - least) / (trips - 1);
    if (least + distance * (trips - 1) != most || 2 * sum != trips * (least + most) ||
        (beside_trips == trips && beside_most - beside_least != most - least))
        return refuse(questions, ASK_LAST);
    Asked *asked = questions_add(questions, ASK_LAST, access->line);
    if (!asked) return false;
    thread_of(launch, access->warp * LANES + lane, place);
    say_index(launch->block, place, thread, sizeof thread);
    say_block(&subject->run, access, block, sizeof block);
    snprintf(asked->key, sizeof asked->key, "%llu", (unsigned long long)most);
    snprintf(asked->asks, sizeof asked->asks,
             "Thread %s of %s %s several elements `%s[i]` %s global memory in line %u, counted from the beginning of "
             "`%s`. What is the largest i?",
             thread, block, does[access->kind], label, where[access->kind], access->line, label);
    snprintf(asked->why, sizeof asked->why,
             "The thread begins at `%s[%llu]` and goes on by %llu elements at a time: %u elements.", label,
             (unsigned long long)least, (unsigned long long)distance, trips);
    asked_miss(asked, "Goes one step too far: see where the loop ends for this thread.", "%llu",
               (unsigned long long)(most + distance));
    asked_miss(asked, "Stops one step too early.", "%llu", (unsigned long long)(most - distance));
    asked_miss(asked, "Gives the first element.", "%llu", (unsigned long long)least);
    return true;
}

// ---- blocks of a run with other sizes ----

static void say_grid(const unsigned grid[3], unsigned dimensions, char words[48]) {
    words[0] = 0;
    for (unsigned i = 0; i < dimensions; i++) text_append(words, 48, "%s%u", i ? ", " : "", grid[i]);
}

// The grid was noted at the launch; as many blocks must have come to a line of the file.
static bool ask_grid(const Subject *subject, Questions *questions, const CaseKnown *known, unsigned l) {
    static const char *const axes[] = {"", "", " in x and in y", " in x, in y and in z"};
    const Launch *now = &subject->run.launches[l];
    const unsigned *grid = known->grids[l];
    int length = (int)strcspn(now->kernel, "<(");
    char name[160], turned[48];
    if (known->launch_count != subject->run.launch_count || !memcmp(grid, now->grid, sizeof now->grid) ||
        grid[0] * grid[1] * grid[2] == 1)
        return dull(questions, ASK_GRID);
    snprintf(name, sizeof name, "%.*s", length, now->kernel);
    if (!name_find(subject->source, subject->source + strlen(subject->source), name) ||
        known->busy[l] != grid[0] * grid[1] * grid[2])
        return refuse(questions, ASK_GRID);
    bool deep = grid[2] > 1 || now->grid[2] > 1, high = deep || grid[1] > 1 || now->grid[1] > 1;
    unsigned dimensions = deep ? 3 : high ? 2 : 1;
    char key[48];
    say_grid(grid, dimensions, key);
    for (unsigned i = 0; i < questions->count; i++)
        if (questions->items[i].kind == ASK_GRID && asked_right(&questions->items[i], key))
            return dull(questions, ASK_GRID); // the same sizes, or as good as
    Asked *asked = questions_add(questions, ASK_GRID, 0);
    if (!asked) return false;
    text_copy(asked->key, sizeof asked->key, key);
    snprintf(asked->asks, sizeof asked->asks, "Suppose that the program ran with %s instead. How many blocks%s would ",
             known->sizes, axes[dimensions]);
    if (subject->run.launch_count > 1) text_append(asked->asks, sizeof asked->asks, "launch %u, of ", l + 1);
    text_append(asked->asks, sizeof asked->asks, "`%s`%s have?%s", name, subject->run.launch_count > 1 ? "," : "",
                dimensions == 3   ? " Answer with three numbers."
                : dimensions == 2 ? " Answer with two numbers."
                                  : "");
    snprintf(asked->why, sizeof asked->why,
             "Divide each size by what a block covers, and round up. The program ran with these sizes.");
    say_grid((const unsigned[]){grid[1], grid[0], grid[2]}, dimensions, turned);
    asked_miss(asked, "Exchanges x and y: see which of them runs along a row.", "%s", turned);
    say_grid((const unsigned[]){grid[0] - 1, grid[1] - (dimensions > 1), grid[2] - (dimensions > 2)}, dimensions,
             turned);
    asked_miss(asked, "Rounds down: the last elements need a block, too.", "%s", turned);
    say_grid(now->grid, dimensions, turned);
    asked_miss(asked, "Keeps the grid of the run on this sheet.", "%s", turned);
    return true;
}

static void grids(const Subject *subject, Questions *questions) {
    for (unsigned tries = 0; tries < TRIES && subject->case_count && questions->tally.good[ASK_GRID] < 2; tries++) {
        unsigned launches = subject->run.launch_count < MOST_GRIDS ? subject->run.launch_count : MOST_GRIDS;
        unsigned l = questions_draw(questions, launches);
        questions->tally.made[ASK_GRID]++;
        ask_grid(subject, questions, &subject->cases[questions_draw(questions, subject->case_count)], l);
    }
}

// ---- what a block moves ----

#define MOST_MOVES 64 // requests of a block whose sectors are added up on paper
#define MOST_SHAPES 3 // different numbers of sectors among them

// The sectors of each request are known from its addresses; the device counts those of the line.
static bool ask_traffic(const Subject *subject, Questions *questions, const Access *access) {
    const Trace *trace = &subject->run.trace;
    unsigned requests = 0, sectors = 0, lanes = 0, shapes[MOST_SHAPES + 1], shape_count = 0;
    char block[60], array[60];
    if (!subject->sound[access->line] || !is_one_access(trace, access)) return refuse(questions, ASK_TRAFFIC);
    for (size_t i = 0; i < trace->count; i++) {
        const Access *other = &trace->items[i];
        unsigned s = 0;
        if (!is_same_access(access, other) || other->launch != access->launch || other->block != access->block)
            continue;
        if (sectors_touched(other) != other->sectors) return refuse(questions, ASK_TRAFFIC);
        requests++, sectors += other->sectors, lanes += lanes_of(other);
        while (s < shape_count && shapes[s] != other->sectors) s++;
        if (s == shape_count && shape_count <= MOST_SHAPES) shapes[shape_count++] = other->sectors;
    }
    if (requests < 2 || sectors == requests || requests > MOST_MOVES || shape_count > MOST_SHAPES)
        return dull(questions, ASK_TRAFFIC);
    Asked *asked = questions_add(questions, ASK_TRAFFIC, access->line);
    if (!asked) return false;
    say_block(&subject->run, access, block, sizeof block);
    say_array(subject, access, array);
    snprintf(asked->key, sizeof asked->key, "%u", sectors);
    snprintf(asked->asks, sizeof asked->asks,
             "How many sectors of 32 bytes does %s %s %s %s in line %u? Each request of each of its warps counts by "
             "itself: add up the sectors that they touch. The array starts at a sector boundary.",
             block, do_it[access->kind], where[access->kind], array, access->line);
    snprintf(asked->why, sizeof asked->why,
             "The warps of the block make %u requests in line %u, the first of which touches %u sectors: together %u.",
             requests, access->line, shapes[0], sectors);
    asked_miss(asked, "Counts requests.", "%u", requests);
    asked_miss(asked, "Divides the bytes by 32: a sector that two requests touch counts twice.", "%u",
               (lanes * access->bytes + SECTOR - 1) / SECTOR);
    asked_miss(asked, "Counts one request.", "%u", shapes[0]);
    asked_miss(asked, "Counts the elements.", "%u", lanes);
    return true;
}

static bool ask_trips(const Subject *subject, Questions *questions, const Access *access) {
    const Trace *trace = &subject->run.trace;
    const Launch *launch = &subject->run.launches[access->launch < MOST_LAUNCHES ? access->launch : 0];
    unsigned lane = questions_draw(questions, LANES), trips = 0, place[3];
    char block[60], array[60], thread[48];
    while (!has_lane(access, lane)) lane = (lane + 1) % LANES;
    if (!subject->sound[access->line] || !is_one_access(trace, access) ||
        accesses_in_line(subject->source, access->line) > accesses_in_run(trace, access))
        return refuse(questions, ASK_TRIPS);
    for (size_t i = 0; i < trace->count; i++)
        trips += is_same_site(access, &trace->items[i]) && has_lane(&trace->items[i], lane);
    if (trips < 2) return dull(questions, ASK_TRIPS);
    Asked *asked = questions_add(questions, ASK_TRIPS, access->line);
    if (!asked) return false;
    thread_of(launch, access->warp * LANES + lane, place);
    say_index(launch->block, place, thread, sizeof thread);
    say_block(&subject->run, access, block, sizeof block);
    say_array(subject, access, array);
    snprintf(asked->key, sizeof asked->key, "%u", trips);
    snprintf(asked->asks, sizeof asked->asks, "How many times does thread %s of %s %s %s %s in line %u?", thread, block,
             do_it[access->kind], where[access->kind], array, access->line);
    snprintf(asked->why, sizeof asked->why,
             "Follow the thread through the loop around line %u: it comes there %u times. The line's bytes by such "
             "counts of all threads are those that the device counted.",
             access->line, trips);
    asked_miss(asked, "Overlooks the loop.", "1");
    asked_miss(asked, "One round too many: see where the loop ends for this thread.", "%u", trips + 1);
    asked_miss(asked, "One round too few: see where the loop ends for this thread.", "%u", trips - 1);
    return true;
}

void kinds_of_run(Subject *subject, Questions *questions) {
    static const struct {
        AskKind kind;
        Suits suits;
        bool (*ask)(const Subject *subject, Questions *questions, const Access *access);
    } kinds[] = {{ASK_REUSE, is_named_load, ask_reuse},    {ASK_STEPS, is_shared, ask_steps},
                 {ASK_ROUNDS, is_barrier, ask_rounds},     {ASK_SECTORS, is_full_global, ask_sectors},
                 {ASK_PASSES, is_full_shared, ask_passes}, {ASK_LANES, is_partial, ask_lanes},
                 {ASK_TRIPS, is_element, ask_trips},       {ASK_IDLE, is_any, ask_idle},
                 {ASK_LAST, is_global_element, ask_last},  {ASK_TRAFFIC, is_global, ask_traffic},
                 {ASK_REQUESTS, is_element, ask_requests}};
    for (unsigned k = 0; k < COUNT_OF(kinds); k++) {
        bool *used = calloc(subject->line_count + 2, sizeof *used);
        unsigned tries = 0;
        for (const Access *access;
             used && tries < TRIES && (access = access_draw(subject, questions, kinds[k].suits, used)); tries++) {
            questions->tally.made[kinds[k].kind]++;
            used[access->line] = kinds[k].ask(subject, questions, access) || tries % 2; // a line gets two tries
        }
        free(used);
    }
    grids(subject, questions);
}
