// requests.c - groups the accesses of a line by what they do and where, and finds the ones worth looking at.
#include "requests.h"
#include "../../system/grow.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECTOR_BYTES 32
#define WORD_BYTES 4
#define ROW_BYTES (BANKS * WORD_BYTES)

// ---- one access ----------------------------------------------------------------------------------------------------

static int by_address(const void *a, const void *b) {
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

// Different values of address / unit, in order.
static unsigned distinct(const TracedAccess *access, uint64_t unit, uint64_t found[TRACED_LANES]) {
    unsigned count = 0, kept = 0;
    for (unsigned lane = 0; lane < TRACED_LANES; lane++)
        if (access->mask >> lane & 1) found[count++] = access->address[lane] / unit;
    qsort(found, count, sizeof *found, by_address);
    for (unsigned n = 0; n < count; n++)
        if (!n || found[n] != found[kept - 1]) found[kept++] = found[n];
    return kept;
}

unsigned access_sectors(const TracedAccess *access, uint64_t sectors[TRACED_LANES]) {
    return distinct(access, SECTOR_BYTES, sectors);
}

uint32_t access_asked(const TracedAccess *access) {
    uint64_t found[TRACED_LANES];
    return distinct(access, 1, found) * access->bytes;
}

static unsigned lanes_of(const TracedAccess *access) { return (unsigned)__builtin_popcount(access->mask); }

uint32_t access_least(const TracedAccess *access) {
    if (access->space == TRACED_SHARED) return access->passes - access->conflicts;
    uint32_t bytes = lanes_of(access) * access->bytes;
    if (access->kind == TRACED_ATOMIC) return lanes_of(access) * access->bytes / SECTOR_BYTES + 1;
    return bytes <= SECTOR_BYTES ? 1 : (bytes + SECTOR_BYTES - 1) / SECTOR_BYTES;
}

// Lanes first to first + count - 1. A word that several of them ask for counts once.
static BankPart bank_part(const TracedAccess *access, unsigned first, unsigned count) {
    uint64_t seen[4 * TRACED_LANES];
    unsigned seen_count = 0, words = access->bytes < WORD_BYTES ? 1 : access->bytes / WORD_BYTES;
    BankPart part = {0};
    for (unsigned lane = first; lane < first + count && lane < TRACED_LANES; lane++) {
        if (!(access->mask >> lane & 1)) continue;
        for (unsigned n = 0; n < words && n < 4; n++) {
            uint64_t word = access->address[lane] / WORD_BYTES + n;
            unsigned at = 0;
            while (at < seen_count && seen[at] != word) at++;
            if (at < seen_count) continue;
            seen[seen_count++] = word;
            uint8_t *bank = &part.words[word % BANKS];
            if (++*bank > part.deepest) part.deepest = *bank;
        }
    }
    return part;
}

unsigned access_bank_parts(const TracedAccess *access, BankPart parts[TRACED_LANES]) {
    unsigned lanes = access->bytes <= WORD_BYTES ? TRACED_LANES : ROW_BYTES / access->bytes, count = 0;
    if (!lanes) lanes = 1;
    for (unsigned together = lanes; together <= 2 * lanes; together *= 2) { // two parts at once: see banks.c
        unsigned passes = 0;
        count = 0;
        for (unsigned first = 0; first < TRACED_LANES; first += together) {
            BankPart part = bank_part(access, first, together);
            if (part.deepest) parts[count++] = part;
            passes += part.deepest;
        }
        if (passes == access->passes) break;
    }
    return count;
}

// ---- words ---------------------------------------------------------------------------------------------------------

void access_cost_text(const TracedAccess *access, char *text, size_t size) {
    uint32_t cost = traced_cost(access);
    if (access->space == TRACED_SHARED && access->kind == TRACED_ATOMIC) {
        snprintf(text, size, "an atomic of %u lanes", lanes_of(access));
    } else if (access->space == TRACED_SHARED) {
        size_t at = (size_t)snprintf(text, size, "%u pass%s", cost, cost == 1 ? "" : "es");
        if (access->conflicts && at < size)
            snprintf(text + at, size - at, ", %u of them %s", access->conflicts,
                     access->conflicts == 1 ? "a conflict" : "conflicts");
    } else {
        uint64_t sectors[TRACED_LANES];
        double moved = SECTOR_BYTES * (double)access_sectors(access, sectors);
        snprintf(text, size, "%u sector%s, %.3g %% used", cost, cost == 1 ? "" : "s",
                 100 * access_asked(access) / moved);
    }
}

void access_elements_text(const TracedAccess *access, char *text, size_t size) {
    unsigned lanes[TRACED_LANES], count = 0;
    char names[64] = "", elements[128] = "";
    for (unsigned lane = 0; lane < TRACED_LANES; lane++)
        if (access->mask >> lane & 1) lanes[count++] = lane;
    for (unsigned n = 0, first = 1; n < count; n++) {
        if (count > 4 && n >= 3 && n < count - 1) continue;
        const char *gap = first ? "" : count > 4 && n == count - 1 ? " … " : ", ";
        size_t at = strlen(names);
        snprintf(names + at, sizeof names - at, "%s%u", gap, lanes[n]);
        at = strlen(elements);
        snprintf(elements + at, sizeof elements - at, "%s%" PRIu64, gap, access->address[lanes[n]] / access->bytes);
        first = 0;
    }
    snprintf(text, size, "lane%s %s: element%s %s", count == 1 ? "" : "s", names, count == 1 ? "" : "s", elements);
}

// ---- groups --------------------------------------------------------------------------------------------------------

static bool belongs(const Requests *requests, const TracedAccess *access) {
    const TracedAccess *first = &requests->costs[0]->example;
    return first->space == access->space && first->kind == access->kind && first->base == access->base;
}

bool requests_add(LineRequests *line, const TracedCost *cost, const Allocation *allocation) {
    size_t at = 0;
    if (cost->example.space != TRACED_GLOBAL && cost->example.space != TRACED_SHARED) return true;
    while (at < line->count && !belongs(&line->list[at], &cost->example)) at++;
    if (at == line->count) {
        if (!ARRAY_GROW(line->list, line->count)) return false;
        line->list[line->count++] = (Requests){.allocation = allocation};
    }
    Requests *requests = &line->list[at];
    if (!ARRAY_GROW(requests->costs, requests->cost_count)) return false;
    requests->costs[requests->cost_count++] = cost;
    return true;
}

// How many requests of the group cost as much as this one; *first: the first of these in the run.
static uint64_t count_like(const Requests *requests, uint32_t cost, const TracedAccess **first) {
    uint64_t count = 0;
    *first = NULL;
    for (size_t n = 0; n < requests->cost_count; n++) {
        const TracedAccess *example = &requests->costs[n]->example;
        if (traced_cost(example) != cost) continue;
        count += requests->costs[n]->count;
        if (!*first) *first = example;
    }
    return count;
}

static void summarise(Requests *requests) {
    for (size_t n = 0; n < requests->cost_count; n++) {
        const TracedCost *cost = requests->costs[n];
        const TracedAccess *first;
        uint32_t each = traced_cost(&cost->example);
        uint64_t alike = count_like(requests, each, &first);
        requests->count += cost->count;
        requests->cost += cost->count * each;
        requests->conflicts += cost->count * cost->example.conflicts;
        if (!requests->worst || each > traced_cost(requests->worst)) {
            requests->worst = first;
            requests->worst_count = alike;
        }
        if (!requests->usual || alike > requests->usual_count) {
            requests->usual = first;
            requests->usual_count = alike;
        }
    }
}

// Whether both would be the same picture.
static bool looks_like(const TracedAccess *a, const TracedAccess *b) {
    uint64_t unit = a->space == TRACED_SHARED ? ROW_BYTES : SECTOR_BYTES;
    if (a->space != b->space || a->kind != b->kind || a->bytes != b->bytes || a->mask != b->mask) return false;
    unsigned first = (unsigned)__builtin_ctz(a->mask);
    uint64_t distance = a->address[first] / unit * unit - b->address[first] / unit * unit;
    for (unsigned lane = 0; lane < TRACED_LANES; lane++)
        if (a->mask >> lane & 1 && a->address[lane] - b->address[lane] != distance) return false;
    return true;
}

static bool join(Requests *to, const Requests *from) {
    if (!looks_like(to->worst, from->worst) || !looks_like(to->usual, from->usual)) return false;
    to->count += from->count;
    to->worst_count += from->worst_count;
    to->usual_count += from->usual_count;
    to->cost += from->cost;
    to->conflicts += from->conflicts;
    return true;
}

static double excess(const Requests *requests) {
    return (double)traced_cost(requests->worst) /
           (double)(access_least(requests->worst) + !access_least(requests->worst));
}

static int worst_first(const void *a, const void *b) {
    double left = excess(a), right = excess(b);
    return (left < right) - (left > right);
}

void requests_finish(LineRequests *line) {
    size_t kept = 0;
    for (size_t n = 0; n < line->count; n++) {
        bool joined = false;
        summarise(&line->list[n]);
        for (size_t before = 0; before < kept && !joined; before++) joined = join(&line->list[before], &line->list[n]);
        if (joined) free(line->list[n].costs);
        else line->list[kept++] = line->list[n];
    }
    line->count = kept;
    if (kept) qsort(line->list, kept, sizeof *line->list, worst_first);
}

void requests_sum(const LineRequests *line, TracedSpace space, TracedKind kind, RequestSum *sum) {
    for (size_t n = 0; n < line->count; n++) {
        const Requests *requests = &line->list[n];
        if (requests->worst->space != space || requests->worst->kind != kind) continue;
        sum->requests += requests->count;
        sum->cost += requests->cost;
        sum->conflicts += requests->conflicts;
    }
}

void requests_free(LineRequests *line) {
    for (size_t n = 0; n < line->count; n++) free(line->list[n].costs);
    free(line->list);
    *line = (LineRequests){0};
}
