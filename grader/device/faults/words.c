// words.c - the words of facts and of kinds of faults: the rows of words.def, and the functions that choose a word.
#include "facts.h"

#include "../protocol/protocol.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// ---- functions that choose a word ----

static const char *reads(uint64_t is_write) { return is_write ? "writes" : "reads"; }

static const char *does(uint64_t deed) {
    static const char *const WORDS[] = {[DOES_READ] = "reads",
                                        [DOES_WRITE] = "writes",
                                        [DOES_CHANGE] = "changes atomically",
                                        [DOES_MAKE] = "makes",
                                        [DOES_GIVE_BACK] = "gives back"};
    return deed < sizeof WORDS / sizeof *WORDS ? WORDS[deed] : "uses";
}

static const char *used(uint64_t use) {
    return use == USED_AS_ADDRESS ? "the address comes from"
           : use == USED_IN_STORE ? "stores"
                                  : "what is done depends on";
}

static const char *absent(uint64_t reason) {
    return reason == ABSENT_NOT_NAMED   ? "is not in the member mask"
           : reason == ABSENT_NOT_THERE ? "does not execute the shuffle"
                                        : "is no thread of the block";
}

static const char *object(uint64_t is_surface) { return is_surface ? "surface" : "texture"; }

static const char *shape(uint64_t shape) {
    static const char *const PLAIN[] = {"", "one dimension", "two dimensions", "three dimensions"},
                             *const LAYERS[] = {"", "layers of one dimension", "layers of two dimensions", ""};
    bool layered = shape & 4, cube = shape & 8;
    if (cube) return layered ? "layers of cube maps" : "a cube map";
    return layered ? LAYERS[shape & 3] : PLAIN[shape & 3];
}

// "4 bytes past the end of"
static const char *distance(uint64_t where, uint64_t bytes, char *text) {
    switch ((FactWhere)where) {
    case WHERE_AT_END: return "just past the end of";
    case WHERE_ACROSS_END: return "across the end of";
    case WHERE_PAST_END: snprintf(text, FACT_SENTENCE, "%" PRIu64 " bytes past the end of", bytes); break;
    case WHERE_BEFORE: snprintf(text, FACT_SENTENCE, "%" PRIu64 " bytes before the start of", bytes); break;
    case WHERE_INSIDE: snprintf(text, FACT_SENTENCE, "%" PRIu64 " bytes into", bytes);
    }
    return text;
}

static const char *nearest(const char *space, uint64_t is_freed, uint64_t bytes, char *text) {
    if (!strcmp(space, "global"))
        snprintf(text, FACT_SENTENCE, " %s allocation of %" PRIu64 " bytes", is_freed ? "a freed" : "an", bytes);
    else snprintf(text, FACT_SENTENCE, " the %" PRIu64 " bytes of %s memory", bytes, space);
    return text;
}

// "copy to the host reads", or "cublasSgemm reads".
static const char *range(const char *by, uint64_t call, uint64_t is_write, char *text) {
    static const char *const CALLS[] = {[RANGE_TO_DEVICE] = "copy to the device",
                                        [RANGE_TO_HOST] = "copy to the host",
                                        [RANGE_WITHIN] = "copy on the device",
                                        [RANGE_SET] = "cudaMemset"};
    if (*by) snprintf(text, FACT_SENTENCE, "%s %s", by, reads(is_write));
    else if (call < sizeof CALLS / sizeof *CALLS) snprintf(text, FACT_SENTENCE, "%s %s", CALLS[call], reads(is_write));
    else snprintf(text, FACT_SENTENCE, "an array reaches");
    return text;
}

// "1,024"
static const char *thousands(uint64_t number, char *text) {
    if (number < 1000) snprintf(text, FACT_SENTENCE, "%" PRIu64, number);
    else snprintf(text, FACT_SENTENCE, "%" PRIu64 ",%03" PRIu64, number / 1000, number % 1000);
    return text;
}

// The most threads, in whole warps, that have that many registers each.
static uint64_t threads_with(uint64_t registers, uint64_t each) { return each ? registers / each / 32 * 32 : 0; }

// "race shared"
static const char *spaced(const char *name, char *text) {
    snprintf(text, FACT_SENTENCE, "%s", name);
    for (char *at = text; (at = strchr(at, '_'));) *at = ' ';
    return text;
}

// ---- memory of the wrong side ----

static const char *side(uint64_t side) {
    static const char *const SIDE[SIDES] = {[SIDE_ORDINARY] = "ordinary host memory",
                                            [SIDE_DEVICE] = "device memory",
                                            [SIDE_PINNED] = "pinned host memory",
                                            [SIDE_MANAGED] = "managed memory",
                                            [SIDE_REGISTERED] = "registered host memory"};
    return side < SIDES ? SIDE[side] : "other memory";
}

static const char *freeing(uint64_t call) { return call == WRONG_FREE ? "cudaFree" : "cudaFreeHost"; }
static bool is_inside(uint64_t call, uint64_t to) { return call == WRONG_FREE_HOST && to == SIDE_PINNED; }

static const char *how_to_free(uint64_t call, uint64_t to) {
    static const char *const HOW[SIDES] = {
        [SIDE_ORDINARY] =
            "free() takes memory of malloc(), delete[] takes memory of new[], and arrays on the stack need neither",
        [SIDE_DEVICE] = "cudaFree takes memory of cudaMalloc",
        [SIDE_PINNED] = "cudaFreeHost takes memory of cudaMallocHost and cudaHostAlloc",
        [SIDE_MANAGED] = "cudaFree takes memory of cudaMallocManaged",
        [SIDE_REGISTERED] = "cudaHostUnregister comes first, then the call that takes the memory itself"};
    if (is_inside(call, to)) return "pass the address that cudaMallocHost or cudaHostAlloc gave";
    return to < SIDES ? HOW[to] : "pass memory that the call takes";
}

// Whether memory of the side can be what the kind of copy names a host, or a device.
static bool fits(uint64_t side, bool names_device) {
    return names_device ? side != SIDE_ORDINARY : side != SIDE_DEVICE;
}

// kind: in the order of cudaMemcpyKind.
static const char *wrong_direction(uint64_t kind, uint64_t to, uint64_t from, char *text) {
    static const char *const KINDS[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost",
                                        "cudaMemcpyDeviceToDevice"};
    bool to_fits = fits(to, kind & 1), from_fits = fits(from, kind >> 1 & 1), neither = !to_fits && !from_fits;
    snprintf(text, FACT_SENTENCE, "copy with %s, but the %s is %s%s%s: pass %s or cudaMemcpyDefault%s", KINDS[kind & 3],
             to_fits ? "source" : "destination", side(to_fits ? from : to), neither ? " and the source is " : "",
             neither ? side(from) : "", KINDS[(to == SIDE_DEVICE) + 2 * (from == SIDE_DEVICE)],
             neither && to != from ? ", or swap the pointers (the destination comes first)" : "");
    return text;
}

// ---- the rows ----

typedef void Say(const Fact *whole, FaultKind kind, char *sentence);
typedef bool Advise(const Fact *whole, char *advice); // false: as the kind's

#define N PRIu64
#define SAY(...)                                                                                                       \
    do {                                                                                                               \
        snprintf(sentence, FACT_SENTENCE, __VA_ARGS__);                                                                \
        return;                                                                                                        \
    } while (0)
#define ADVISE(...)                                                                                                    \
    do {                                                                                                               \
        snprintf(advice, FACT_SENTENCE, __VA_ARGS__);                                                                  \
        return true;                                                                                                   \
    } while (0)
#define ADVICE_OF_KIND return false
#define SAYS_WHAT_TO_DO return true
#define WORDS(name, says, advises)                                                                                     \
    static void say_##name(const Fact *whole, FaultKind kind, char *sentence) {                                        \
        const struct fact_##name *fact = &whole->as.name;                                                              \
        (void)fact, (void)kind;                                                                                        \
        says;                                                                                                          \
    }                                                                                                                  \
    static bool advise_##name(const Fact *whole, char *advice) {                                                       \
        const struct fact_##name *fact = &whole->as.name;                                                              \
        (void)fact, (void)advice;                                                                                      \
        advises;                                                                                                       \
    }
#define KIND(kind, sentence, advice)                                                                                   \
    static const char SENTENCE_OF_##kind[] = sentence;                                                                 \
    static const char *const ADVICE_OF_##kind = advice;
#include "words.def"
#undef WORDS
#undef KIND

static const struct {
    Say *say;
    Advise *advise;
} words[FACT_COUNT] = {
#define FACT(name, arguments) [FACT_##name] = {say_##name, advise_##name},
#include "facts.def"
#undef FACT
};

const char *fault_sentence(FaultKind kind) {
    static const char *const SENTENCES[FAULT_KIND_COUNT] = {
#define FAULT(kind, ...) [FAULT_##kind] = SENTENCE_OF_##kind,
#define VARIANT(kind, ...) [FAULT_##kind] = SENTENCE_OF_##kind,
#include "faults.def"
#undef FAULT
#undef VARIANT
    };
    return SENTENCES[kind];
}

const char *fault_advice(FaultKind kind) {
    static const char *const *const ADVICES[FAULT_KIND_COUNT][2] = {
#define FAULT(kind, ...) [FAULT_##kind] = {&ADVICE_OF_##kind, &ADVICE_OF_##kind},
#define VARIANT(kind, of, ...) [FAULT_##kind] = {&ADVICE_OF_##kind, &ADVICE_OF_##of},
#include "faults.def"
#undef FAULT
#undef VARIANT
    };
    return *ADVICES[kind][0] ? *ADVICES[kind][0] : *ADVICES[kind][1];
}

void fact_say(const Fact *fact, FaultKind kind, FactSentence sentence) {
    sentence[0] = 0;
    words[fact->name].say(fact, kind, sentence);
}

void fact_advise(const Fact *fact, FaultKind kind, FactSentence advice) {
    advice[0] = 0;
    if (!words[fact->name].advise(fact, advice)) snprintf(advice, FACT_SENTENCE, "%s", fault_advice(kind));
}
