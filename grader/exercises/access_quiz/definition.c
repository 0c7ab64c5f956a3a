// definition.c - chapter 02, access_quiz: which of nine accesses are coalesced, and what the others cost.
#include "../definition.h"

#include <stdio.h>

static const Part parts[] = {ANSWERS("answers", 100)};

// ---- keys: counts of key.cu's kernels ----

// Each of the three is drawn from accesses of all kinds.
static const Parameter parameters[] = {
    {"first", "a,b,d"},
    {"second", "c,e,i"},
    {"third", "g,h"},
    {"warps", "11..97"}, // that make each access: a sum is rarely another student's
    {"channels", "2,3,4,5,6,8"},
    {"offset", "1..7,8,9..15,16,24,32,40,48"},
    {"step", "2,3,4,5,6,7,8"},
};

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
static bool asked_coalesced(const KeyRun *run, const char *parameter, char answer[64]) {
    char kernel[32];
    snprintf(kernel, sizeof kernel, "access_%s", key_word(run, parameter));
    return is_coalesced(run, kernel, answer);
}
static bool coalesced_1(const KeyRun *run, char answer[64]) { return asked_coalesced(run, "first", answer); }
static bool coalesced_2(const KeyRun *run, char answer[64]) { return asked_coalesced(run, "second", answer); }
static bool coalesced_3(const KeyRun *run, char answer[64]) { return asked_coalesced(run, "third", answer); }

static bool percent_used(const KeyRun *run, char answer[64]) {
    double bytes = key_counter(run, "access_i", "global_store_bytes");
    double sectors = key_counter(run, "access_i", "global_store_sectors");
    if (sectors <= 0) return false;
    snprintf(answer, 64, "%.12g", 100 * bytes / (32 * sectors));
    return true;
}

// ---- questions ----

#define COALESCED(number, letter)                                                                                      \
    {                                                                                                                  \
        .name = "coalesced_" #number, .asks = "is access {" letter "} coalesced", .points = 4, .kind = ANSWER_WORD,    \
        .words = "yes,no,n/a", .key = coalesced_##number,                                                              \
        .why = "In which memory is the array? If it is global: how many bytes does the address move from lane to "     \
               "lane, and where does lane 0 begin?"                                                                    \
    }

#define ONE_WARP                                                                                                       \
    { "key / warps", "That is one warp: there are {warps}" }
static const Slip sectors_d_slips[] = {
    ONE_WARP,
    {"4 * warps", "The lanes are {4 * channels} bytes apart: their addresses reach over more than 128 bytes"},
    {"32 * warps", "A sector is 32 bytes and the lanes are {4 * channels} bytes apart: some of them share a sector"},
    {"key * channels", "That is for all trips of the loop: the question is for one"},
    {"channels * warps", "That is how many requests there are. How many sectors does each touch?"},
};
static const Slip sectors_g_slips[] = {
    ONE_WARP,
    {"8 * warps", "An offset costs at most one sector, at one end"},
    {"offset", "The offset moves all lanes alike: where do the 128 bytes begin within a sector?"},
};
static const Slip sectors_i_slips[] = {
    ONE_WARP,
    {"4 * warps", "The lanes are {4 * step} bytes apart: their addresses reach over more than 128 bytes"},
    {"step * warps", "That is how far lanes are apart, in floats: how many sectors do 32 lanes reach?"},
    {"(4 * step + 1) * warps", "Count up to the last lane, 31 steps behind the first: nothing behind it is touched"},
    {"8 * step * warps", "A step of {step} floats is {4 * step} bytes: count sectors of 32 bytes"},
};
static const Slip percent_used_i_slips[] = {
    {"100 - key", "That is what is not written"},
    {"100", "The sectors of a request hold more bytes than the 128 that it writes"},
    {"12.5", "That is one float in each sector of 8: how many lanes share a sector here?"},
};
static const Slip all_trips_slips[] = {
    ONE_WARP,
    {"sectors_d", "Each of the {channels} requests touches that many, and all are counted"},
    {"sectors_d_different", "Those are the different ones: a sector that is touched again is counted again here"},
};
static const Slip different_slips[] = {
    {"sectors_d_all_trips",
     "The trips touch the same sectors again: 32 pixels are {128 * channels} bytes, whoever reads "
     "them"},
    ONE_WARP,
    {"4 * warps", "A warp's 32 pixels have {channels} floats each"},
};
static const Slip passes_slips[] = {
    ONE_WARP,
    {"channels * warps", "That is the stride, in words: which lanes read words of the same bank?"},
    {"32 * warps * warps / key", "That many banks are used: how many of the 32 words lie in each?"},
    {"key - warps", "Those are the conflicts: the passes of a request are one more"},
};

static const Question questions[] = {
    COALESCED(1, "first"),
    COALESCED(2, "second"),
    COALESCED(3, "third"),
    {"sectors_d", "sectors of {warps} warps' loads of pixels[{channels} * i + j], one trip", 12, ANSWER_NUMBER,
     UNIT_SECTORS, LOADS_OF("d"), .times = "warps", SLIPS(sectors_d_slips),
     .why = "How many bytes lie between two lanes, and how far is the last lane from the first?"},
    {"sectors_g", "sectors of {warps} warps' stores to shifted[i + {offset}]", 10, ANSWER_NUMBER, UNIT_SECTORS,
     STORES_OF("g"), .times = "warps", SLIPS(sectors_g_slips),
     .why = "32 neighbours are 128 bytes: does the first one begin a sector?"},
    {"sectors_i", "sectors of {warps} warps' stores to spread[{step} * i]", 12, ANSWER_NUMBER, UNIT_SECTORS,
     STORES_OF("i"), .times = "warps", SLIPS(sectors_i_slips),
     .why = "Write down the bytes where lanes 0, 1, 2 and 31 begin, and divide them by 32"},
    {"percent_used_i", "percent of its sectors' bytes that a request of spread[{step} * i] writes", 14, ANSWER_NUMBER,
     UNIT_PERCENT, .key = percent_used, SLIPS(percent_used_i_slips),
     .why = "Divide the 128 bytes of 32 floats by the bytes of all sectors that the request touches"},
    {"sectors_d_all_trips",
     "sectors of {warps} warps' loads of pixels[{channels} * i + j] in all trips, counted each time", 12, ANSWER_NUMBER,
     UNIT_SECTORS, .kernel = "access_d", .counter = "global_load_sectors", .per = "global_store_requests",
     .times = "warps", SLIPS(all_trips_slips),
     .why = "One request per trip: add up what each of them touches. Where does the request of trip j begin?"},
    {"sectors_d_different", "different sectors of pixels[{channels} * i + j] for {warps} warps, in all trips", 14,
     ANSWER_NUMBER, UNIT_SECTORS, .kernel = "access_d", .counter = "dram_read_sectors", .per = "global_store_requests",
     .times = "warps", SLIPS(different_slips),
     .why = "Which bytes of pixels do the 32 threads of a warp read, all trips together?"},
    {"passes_h", "passes of {warps} warps' loads of mixed[{channels} * threadIdx.x]", 14, ANSWER_NUMBER,
     .kernel = "access_h", .counter = "shared_load_wavefronts", .per = "shared_load_instructions", .times = "warps",
     SLIPS(passes_slips),
     .why = "Write down word and bank of lanes 0, 1, 2, ... and count how many words each bank has"},
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
    .parameters = parameters,
    .parameter_count = COUNT_OF(parameters),
    .hints =
        {"First sort the nine by memory: which arrays are declared __shared__? Of the others, write down the element "
         "that lanes 0, 1 and 2 touch in one trip of the loop.",
         "Elements to bytes: times 4. Bytes to sectors: divided by 32, rounded down. An offset that is the same for "
         "all "
         "lanes only matters if it is no multiple of 32 bytes.",
         "With a distance of d bytes between lanes, lane 31 is 31 d bytes behind lane 0. As long as d is at most 32, "
         "no "
         "sector between them stays untouched; beyond that, each lane has a sector of its own. In h, lanes whose words "
         "differ by a multiple of 32 share a bank."},
};
