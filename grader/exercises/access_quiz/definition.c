// definition.c - chapter 02, access_quiz: which of nine accesses are coalesced, and what the others cost.
#include "../definition.h"

#include <stdio.h>

static const Part parts[] = {ANSWERS("answers", 100)};

// ---- keys: counts of key.cu's kernels ----

#define LOADS_OF(letter) .kernel = "access_" letter, .counter = "global_load_sectors", .per = "global_load_requests"
#define STORES_OF(letter) .kernel = "access_" letter, .counter = "global_store_sectors", .per = "global_store_requests"

// 32 floats fill 4 sectors. The kernel's loads are asked about if it has any, else its stores; if it has neither it
// works in shared memory alone.
static bool is_coalesced(const KeyRun *run, const char *kernel, char answer[64]) {
    double loads = key_counter(run, kernel, "global_load_requests");
    double stores = key_counter(run, kernel, "global_store_requests");
    double sectors = key_counter(run, kernel, loads > 0 ? "global_load_sectors" : "global_store_sectors");
    double requests = loads > 0 ? loads : stores;
    snprintf(answer, 64, "%s", requests == 0 ? "n/a" : sectors <= 4 * requests ? "yes" : "no");
    return true;
}
#define IS_COALESCED(letter)                                                                                           \
    static bool is_##letter##_coalesced(const KeyRun *run, char answer[64]) {                                          \
        return is_coalesced(run, "access_" #letter, answer);                                                           \
    }
IS_COALESCED(a)
IS_COALESCED(b)
IS_COALESCED(c)
IS_COALESCED(d)
IS_COALESCED(e)
IS_COALESCED(f)
IS_COALESCED(g)
IS_COALESCED(h)
IS_COALESCED(i)

static bool percent_used(const KeyRun *run, char answer[64]) {
    double bytes = key_counter(run, "access_i", "global_store_bytes");
    double sectors = key_counter(run, "access_i", "global_store_sectors");
    if (sectors <= 0) return false;
    snprintf(answer, 64, "%.6g", 100 * bytes / (32 * sectors));
    return true;
}

// ---- questions ----

#define SHARED_WHY "which memory is this array in? Coalescing is about sectors of global memory"
static const Slip shared_slips[] = {{"yes", SHARED_WHY}, {"no", SHARED_WHY}};
static const Slip c_slips[] = {
    {"no", "in one trip j is the same for all lanes, and so is j * n: what differs from lane to lane is i"},
};
static const Slip d_slips[] = {
    {"yes",
     "take j = 0: lanes 0, 1, 2 load elements 0, 4, 8. The other trips fill the gaps, but they are other requests"},
};
static const Slip g_slips[] = {
    {"no", "the 32 elements are neighbours; and 8 floats are 32 bytes, so they begin where a sector begins"},
};
static const Slip i_slips[] = {{"yes", "lanes 0, 1, 2 store elements 0, 8, 16: how many bytes lie between them?"}};
#define COALESCED(letter, what, ...)                                                                                   \
    {                                                                                                                  \
#letter, "is " what " coalesced", 3, ANSWER_WORD, .words = "yes,no,n/a", .key = is_##letter##_coalesced,       \
                                                          __VA_ARGS__                                                  \
    }
#define SHARED SLIPS(shared_slips), .why = SHARED_WHY
#define GLOBAL_WHY "this array is in global memory: how far does the address move from lane to lane?"

static const Slip sectors_d_slips[] = {
    {"4", "32 lanes, 16 bytes from each to the next: that is 512 bytes from end to end, and no sector in it is missed"},
    {"32", "a sector is 32 bytes and the lanes are 16 apart: two of them share one"},
};
static const Slip sectors_g_slips[] = {
    {"5", "an offset costs a sector if it is no multiple of 8 floats; this one is 8"},
};
static const Slip sectors_i_slips[] = {
    {"8", "the stride is 8 floats, and every lane is in a sector of its own: how many lanes are there?"},
};
static const Slip all_trips_slips[] = {{"16", "each of the four requests touches 16, and all are counted"}};
static const Slip different_slips[] = {
    {"64", "the four trips touch the same sectors again: 32 pixels are 512 bytes, whoever reads them"},
    {"4", "a warp's 32 pixels have four floats each: 512 bytes"},
};
static const Slip passes_slips[] = {
    {"1", "lanes 0, 8, 16 and 24 read words 0, 32, 64 and 96: in which banks are these?"},
    {"8", "8 different banks are used; how many of the 32 words lie in each?"},
    {"32", "not all words are in one bank: lane 1 reads word 4, in bank 4"},
};

static const Question questions[] = {
    COALESCED(a, "the load of grey", .why = GLOBAL_WHY),
    COALESCED(b, "the store to own", SHARED),
    COALESCED(c, "the load of planes", SLIPS(c_slips), .why = GLOBAL_WHY),
    COALESCED(d, "the load of pixels", SLIPS(d_slips), .why = GLOBAL_WHY),
    COALESCED(e, "the store to mixed", SHARED),
    COALESCED(f, "the load of own", SHARED),
    COALESCED(g, "the store to shifted", SLIPS(g_slips), .why = GLOBAL_WHY),
    COALESCED(h, "the load of mixed", SHARED),
    COALESCED(i, "the store to spread", SLIPS(i_slips), .why = GLOBAL_WHY),
    {"sectors_a", "sectors of a request of a", 6, ANSWER_NUMBER, LOADS_OF("a"),
     .why = "32 neighbouring floats are 128 bytes"},
    {"sectors_c", "sectors of a request of c", 6, ANSWER_NUMBER, LOADS_OF("c"),
     .why = "one request is one trip: j * n is the same for all its lanes, and a multiple of 8"},
    {"sectors_d", "sectors of a request of d", 8, ANSWER_NUMBER, LOADS_OF("d"), SLIPS(sectors_d_slips),
     .why = "how many bytes lie between two lanes, and how many lanes share a sector?"},
    {"sectors_g", "sectors of a request of g", 8, ANSWER_NUMBER, STORES_OF("g"), SLIPS(sectors_g_slips),
     .why = "32 neighbours: does the first one begin a sector?"},
    {"sectors_i", "sectors of a request of i", 6, ANSWER_NUMBER, STORES_OF("i"), SLIPS(sectors_i_slips),
     .why = "the lanes are 32 bytes apart"},
    {"percent_used_i", "percent of the bytes that a request of i writes", 9, ANSWER_NUMBER, .key = percent_used,
     .why = "4 bytes in each sector of 32"},
    {"sectors_d_all_trips", "sectors of d in four trips, each time counted", 8, ANSWER_NUMBER, .kernel = "access_d",
     .counter = "global_load_sectors", .per = "global_store_requests", SLIPS(all_trips_slips),
     .why = "four requests: add up what each of them touches"},
    {"sectors_d_different", "different sectors of d in four trips", 10, ANSWER_NUMBER, .kernel = "access_d",
     .counter = "dram_read_sectors", .per = "global_store_requests", SLIPS(different_slips),
     .why = "which bytes of pixels do the 32 threads of a warp read, all trips together?"},
    {"passes_h", "passes of a request of h", 12, ANSWER_NUMBER, .kernel = "access_h",
     .counter = "shared_load_wavefronts", .per = "shared_load_instructions", SLIPS(passes_slips),
     .why = "write down word and bank of lanes 0 to 8, and count how many words each bank has"},
};

const Exercise access_quiz_exercise = {
    .name = "access_quiz",
    .chapter = "02_coalescing",
    .title = "Nine accesses: which are coalesced?",
    .learnt =
        "neighbouring lanes at neighbouring addresses are coalesced; what is the same for all lanes does not matter.",
    .checklist = "coalescing",
    .parts = parts,
    .part_count = COUNT_OF(parts),
    .key = KEY_PROGRAM,
    .questions = questions,
    .question_count = COUNT_OF(questions),
    .hints =
        {"First sort the nine by memory: which arrays are declared __shared__? Of the others, write down the element "
         "that lanes 0, 1 and 2 touch in one trip of the loop.",
         "Elements to bytes: times 4. Bytes to sectors: divided by 32. Distance between lanes: a, c and g 4 bytes, d "
         "16 bytes, i 32 bytes. An offset that is the same for all lanes only matters if it is no multiple of 32 "
         "bytes.",
         "A request spans 32 times the distance between lanes, and touches every sector in that span as long as the "
         "distance is at most 32 bytes: 128 / 32 sectors for a, c, g; 512 / 32 for d; 1,024 / 32 for i. In h, word "
         "4 * t lies in bank 4 * t % 32: lanes 8 apart meet, so count how many lanes share each bank."},
};
