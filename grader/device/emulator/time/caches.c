// caches.c - the way of an access through L1, L2 and DRAM.
#include "caches.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LINE_SHIFT 7
#define SECTOR_SHIFT 5
#define SECTORS 4 // of a line
#define SECTOR_BYTES 32
#define SECOND_SHIFT 19 // tags of the L2 that are kept: more than it has
#define SECOND_LINES (1u << SECOND_SHIFT)
#define TAG_BITS 40
#define LAUNCHES (UINT64_C(1) << (64 - TAG_BITS))
#define SECOND_NEAR 6 // log2, lines that lie side by side in the table of tags
#define CHUNKS 4096   // of DRAM that were read of late
#define CHUNK_LINES 1 // log2, lines of a chunk
#define SLICES 80     // of the L2
#define SLICES_OF_PAGE 8
#define WRITTEN_LINES (1u << 19) // that wait for being written back
#define WINDOW 8000.0            // clocks over which the DRAM's use is averaged
#define TO_SECOND 60             // clocks of the L2's latency before its bandwidth is used
#define TO_DRAM 180
#define SHARED_BANKS 32

typedef struct {
    uint64_t key; // number of the launch, and the line's
    uint8_t valid, dirty;
    uint8_t filled[4]; // bytes that were stored into each sector, up to all
    uint32_t users[2]; // atomics: the first two blocks that made any, as block_name() has them
    uint8_t summed;    // sectors with sums of floats
    bool shared;       // others did, too
    bool refused;      // a compare and swap has failed since the last one that succeeded
    double won;        // when that one passed, with those of multiprocessors that are not modelled
    double free;       // for the next compare and swap
    double busy;       // clocks of compares and swaps since the last one that succeeded
    bool dense;        // stored to in an experiment without wasted sectors
    uint32_t words;    // that were read there
    uint64_t used;     // lines that had been allocated when it was used last
} SecondLine;

// A line that was stored to, and how many lines had been allocated by then.
typedef struct {
    SecondLine *line;
    uint64_t key, allocated;
} WrittenLine;

struct Chip {
    TimeModel model;
    double scale; // bandwidth is divided by it
    bool warm;
    double most_sectors, lead_sectors, share, brought; // see brought_by_others()
    uint64_t launch;
    SecondLine *lines;
    uint64_t chunks[CHUNKS];
    WrittenLine *written; // a ring
    uint64_t written_from, written_to, allocated;
    bool absorbs;                      // the L2 keeps what the launch stores
    CostSet without;                   // costs that the access has not, in an experiment
    double loads, stores, dram, opens; // free at; opens: rows of DRAM
    double slices[SLICES], atomics;    // free for atomics; the latest of them
    double used, used_at;              // clocks of DRAM in the window, decaying
    uint64_t uses;
    Traffic traffic;
};

Chip *chip_create(const TimeModel *model) {
    Chip *chip = calloc(1, sizeof *chip);
    if (!chip) return NULL;
    assert(model->dram_use_most < 1 && model->l1_tag_banks >= 1 && model->l1_tag_banks <= 16);
    chip->model = *model;
    chip->lines = calloc(SECOND_LINES, sizeof *chip->lines);
    chip->written = malloc(WRITTEN_LINES * sizeof *chip->written);
    if (chip->lines && chip->written) return chip;
    chip_free(chip);
    return NULL;
}

void chip_free(Chip *chip) {
    if (chip) {
        free(chip->lines);
        free(chip->written);
    }
    free(chip);
}

// Lines of launches before stay in the table, but none of them is found: the number of the launch is part of a key.
void chip_begin(Chip *chip, const ChipLaunch *begun) {
    assert(begun->scale >= 1);
    uint64_t launch = chip->launch + 1;
    if (launch == LAUNCHES) {
        memset(chip->lines, 0, SECOND_LINES * sizeof *chip->lines);
        launch = 1;
    }
    *chip = (Chip){.model = chip->model,
                   .lines = chip->lines,
                   .written = chip->written,
                   .launch = launch,
                   .scale = begun->scale,
                   .warm = begun->warm,
                   .absorbs = begun->absorbs,
                   .most_sectors = begun->most_sectors,
                   .lead_sectors = begun->lead_sectors};
}

double chip_drained(const Chip *chip) {
    return fmax(fmax(fmax(chip->stores, chip->loads), chip->atomics), fmax(chip->dram, chip->opens));
}
void chip_progress(Chip *chip, double share) { chip->share = share; }

Traffic chip_traffic(const Chip *chip) { return chip->traffic; }

bool first_cache_create(FirstCache *cache, Workspace *workspace, const TimeModel *model, uint64_t shared_bytes) {
    double left = model->l1_and_shared_bytes - (double)shared_bytes - 8192, least = 28 * 1024.0;
    *cache = (FirstCache){.ways = (uint32_t)model->l1_ways};
    cache->sets = (uint32_t)(fmax(left, least) / 128 / cache->ways);
    assert(cache->sets && cache->ways);
    size_t count = (size_t)cache->sets * cache->ways;
    cache->tags = workspace_take_zeros(workspace, count, sizeof *cache->tags);
    cache->used = workspace_take_zeros(workspace, count, sizeof *cache->used);
    cache->lines = workspace_take(workspace, count, sizeof *cache->lines);
    return cache->tags && cache->used && cache->lines;
}

// ---- L2 and DRAM ---------------------------------------------------------------------------------------------------

static double clocks_of(const Chip *chip, double sectors, double bytes_per_second) {
    return sectors * SECTOR_BYTES * chip->model.clock_hz / bytes_per_second * chip->scale;
}

static double second_clocks(const Chip *chip, double sectors, double bytes_per_second) {
    return chip->without & COST_BIT(COST_l2_bandwidth) ? 0 : clocks_of(chip, sectors, bytes_per_second);
}

// Notes work of the DRAM and returns the share of time that it was busy of late.
static double dram_use(Chip *chip, double now, double clocks) {
    if (now > chip->used_at) {
        chip->used *= exp(-(now - chip->used_at) / WINDOW);
        chip->used_at = now;
    }
    chip->used += clocks / WINDOW;
    double share = chip->used / (1 - exp(-fmax(now, 100) / WINDOW));
    return fmin(share, chip->model.dram_use_most);
}

static uint64_t scrambled(uint64_t number, unsigned bits) { return number * 0x9E3779B97F4A7C15ull >> (64 - bits); }

// Work of the DRAM from `now` on: sectors that pass, and rows that are opened meanwhile, as sectors that could have
// passed. When it begins, at the latest of both.
static double dram_work(Chip *chip, double sectors, double opening, double now, double *use) {
    if (use) *use = 0;
    if (chip->without & COST_BIT(COST_dram_bandwidth)) return now;
    double second = chip->model.dram_bytes_per_second;
    double pass = clocks_of(chip, sectors, second), open = clocks_of(chip, opening, second);
    double begins = fmax(chip->dram, now);
    if (opening > 0) begins = fmax(begins, chip->opens);
    chip->dram = fmax(chip->dram, now) + pass;
    if (opening > 0) chip->opens = fmax(chip->opens, now) + open;
    double share = dram_use(chip, now, fmax(pass, open));
    if (use) *use = share;
    return begins;
}

// In an experiment an access moves only the words that it needs, as sectors that they fill.
static bool is_dense(const Chip *chip) { return chip->without & COST_BIT(COST_wasted_sectors); }
static double sectors_of_words(uint32_t words) { return __builtin_popcount(words) * 4.0 / SECTOR_BYTES; }

// The DRAM reads pairs of sectors.
static uint8_t pairs_of(uint8_t sectors) { return (uint8_t)((sectors & 3 ? 3 : 0) | (sectors & 12 ? 12 : 0)); }

// What opening the line's row of DRAM for reading costs, in sectors; 0: it was open of late.
static double row_sectors(Chip *chip, uint64_t tag) {
    if (is_dense(chip)) return 0;
    uint64_t chunk = tag >> CHUNK_LINES, *open = &chip->chunks[scrambled(chunk, 12)];
    if (*open == chunk + 1) return 0;
    *open = chunk + 1;
    return chip->model.dram_read_row_sectors;
}

static uint64_t tag_of(const SecondLine *line) { return line->key & ((UINT64_C(1) << TAG_BITS) - 1); }

// A line leaves the L2. Writing a part of it takes as long as writing all of it; sectors that were never filled are
// read before.
static void line_written_back(Chip *chip, const SecondLine *line, double now) {
    uint8_t partial = 0;
    if (line->dense) return;
    for (unsigned s = 0; s < SECTORS; s++)
        if (line->dirty >> s & 1 && line->filled[s] < SECTOR_BYTES) partial |= (uint8_t)(1u << s);
    if (!partial && line->dirty == (1u << SECTORS) - 1) return;
    uint8_t read = partial ? pairs_of(partial) : 0;
    double opening = chip->model.dram_write_row_sectors + (read ? row_sectors(chip, tag_of(line)) : 0);
    chip->traffic.dram_read_sectors += __builtin_popcount(read);
    (void)dram_work(chip, __builtin_popcount(read), opening, now, NULL);
}

// Writes lines back for which the L2 has no space since others were allocated.
static void lines_evicted(Chip *chip, double now) {
    uint64_t most = (uint64_t)(chip->model.l2_usable_bytes / (1 << LINE_SHIFT) / chip->scale);
    while (chip->written_from != chip->written_to) {
        const WrittenLine *oldest = &chip->written[chip->written_from % WRITTEN_LINES];
        assert(chip->written_to - chip->written_from <= WRITTEN_LINES);
        bool full = chip->written_to - chip->written_from == WRITTEN_LINES;
        if (!full && chip->allocated - oldest->allocated <= most) return;
        chip->written_from++;
        if (oldest->line->key != oldest->key) continue;
        if (!chip->absorbs) line_written_back(chip, oldest->line, now);
        oldest->line->dirty = 0;
        memset(oldest->line->filled, 0, sizeof oldest->line->filled);
    }
}

// Which of its lines the L2 gives up for a new one is chance: chase.csv, whose misses grow with the table beyond the
// size of the L2 and do not set in at once. Where only some multiprocessors are modelled, the others use lines, too,
// and nobody knows which: all are kept. Lines with something to be written leave in lines_evicted().
static bool is_given_up(const Chip *chip, const SecondLine *line) {
    if (chip->scale > 1 || line->dirty) return false;
    double kept = chip->model.l2_usable_bytes / (1 << LINE_SHIFT);
    double given = (double)chip->allocated - fmax((double)line->used, kept);
    if (given <= 0) return false;
    double luck = (double)scrambled(line->key ^ chip->allocated << 20, 20) / (1 << 20);
    return luck >= exp(-given / kept);
}

static SecondLine *second_line(Chip *chip, uint64_t tag, double now) {
    uint64_t near = (1u << SECOND_NEAR) - 1;
    SecondLine *line =
        &chip->lines[scrambled(tag >> SECOND_NEAR, SECOND_SHIFT - SECOND_NEAR) << SECOND_NEAR | (tag & near)];
    uint64_t key = chip->launch << TAG_BITS | tag;
    if (line->key == key && !is_given_up(chip, line)) {
        line->used = chip->allocated;
        return line;
    }
    chip->allocated++;
    lines_evicted(chip, now);
    bool ours = line->key >> TAG_BITS == chip->launch;
    if (ours && line->dirty && !chip->absorbs) line_written_back(chip, line, now); // for want of a place in the table
    *line = (SecondLine){.key = key, .valid = chip->warm ? 15 : 0, .used = chip->allocated};
    return line;
}

// Latencies differ: slices of the L2 are near or far, banks of the DRAM are busy or not. A share of all lines waits at
// most so many clocks longer than the model's latency.
typedef struct {
    double share, clocks;
} Quantile;

// What a line's latency is beyond the average, in clocks. It follows from the line's number, so that an estimate is the
// same every time.
static double beyond_average(uint64_t tag, const Quantile *quantiles) {
    double share = (double)(scrambled(tag >> 1, 20)) / (1 << 20);
    const Quantile *next = quantiles + 1;
    while (next->share < share) next++;
    const Quantile *before = next - 1;
    assert(before >= quantiles && next->share > before->share);
    return before->clocks + (next->clocks - before->clocks) * (share - before->share) / (next->share - before->share);
}

// spread.dram.warps_32 and spread.l2.warps_8, less the latencies of the model.
static const Quantile DRAM_SPREAD[] = {{0, -185},  {0.1, -160}, {0.25, -128}, {0.5, 16}, {0.75, 64},
                                       {0.9, 144}, {0.97, 384}, {0.99, 512},  {1, 700}};
static const Quantile L2_SPREAD[] = {{0, -30},   {0.1, -20},  {0.25, -10}, {0.5, 4}, {0.75, 20},
                                     {0.9, 100}, {0.97, 196}, {0.99, 210}, {1, 230}};

// Brings sectors from DRAM. The time at which they are in the L2's answer.
static double dram_read(Chip *chip, uint64_t tag, double sectors, double now, double *queued) {
    double arrives = now + TO_DRAM, use;
    double begins = dram_work(chip, sectors, row_sectors(chip, tag), arrives, &use);
    chip->traffic.dram_read_sectors += sectors;
    assert(use >= 0 && use < 1);
    double queue = chip->model.dram_queue_ns * 1e-9 * chip->model.clock_hz * use / (1 - use);
    double served = fmax(begins, arrives + queue);
    *queued = served - arrives;
    return served;
}

// Whether other multiprocessors, which are not modelled, have brought the sectors. If the L2 keeps all that a launch
// reads, each sector comes from DRAM once, whoever asks first. The modelled multiprocessors execute a share of the
// launch's instructions and bring that share of its sectors; more they find, although they have not asked before.
static bool brought_by_others(Chip *chip, double sectors) {
    if (chip->brought + sectors > chip->most_sectors * chip->share + chip->lead_sectors) return true;
    chip->brought += sectors;
    return false;
}

// The L2 holds these sectors as a whole.
static void sectors_filled(SecondLine *line, uint8_t sectors) {
    line->valid |= sectors;
    for (unsigned s = 0; s < SECTORS; s++)
        if (sectors >> s & 1) line->filled[s] = SECTOR_BYTES;
}

// Sectors that the DRAM must bring before the L2 can answer.
static double second_missing(Chip *chip, SecondLine *line, uint8_t sectors, uint32_t words) {
    uint8_t missing = sectors & (uint8_t)~line->valid;
    if (is_dense(chip)) {
        double fresh = chip->warm ? 0 : sectors_of_words(words & ~line->words);
        line->words |= words;
        return fresh;
    }
    if (missing) missing = pairs_of(missing) & (uint8_t)~line->valid;
    sectors_filled(line, missing);
    return __builtin_popcount(missing);
}

// A request of a multiprocessor for sectors of a line: the time at which they are in its L1.
static double second_read(Chip *chip, FirstCache *first, uint64_t tag, uint8_t sectors, uint32_t words, double now,
                          MemoryWait *wait) {
    const TimeModel *model = &chip->model;
    double count = is_dense(chip) ? sectors_of_words(words) : __builtin_popcount(sectors);
    double arrives = now + TO_SECOND, begins = fmax(chip->loads, arrives), queued = 0;
    chip->loads = begins + second_clocks(chip, count, model->l2_load_bytes_per_second);
    chip->traffic.l2_sectors += count;
    double ready = begins - TO_SECOND + model->l2_latency + beyond_average(tag, L2_SPREAD);
    wait->l2 = begins - arrives;
    SecondLine *line = second_line(chip, tag, now);
    double missing = second_missing(chip, line, sectors, words);
    if (missing > 0 && !brought_by_others(chip, missing)) {
        double served = dram_read(chip, tag, missing, now, &queued);
        double latency = model->l2_latency + model->dram_latency + beyond_average(tag, DRAM_SPREAD);
        ready = fmax(ready, served - TO_DRAM + latency);
    }
    wait->dram = queued;
    double passes = count / model->l2_port_sectors_per_clock;
    if (!is_dense(chip)) passes = fmax(passes, model->l2_request_clocks);
    if (chip->without & COST_BIT(COST_l2_bandwidth)) passes = 0;
    // Lines come back in any order: one that is late does not hold up those that were asked for after it.
    double through = fmax(first->port, begins - TO_SECOND + model->l2_latency);
    first->port = through + passes;
    wait->l2 += fmax(through - ready, 0);
    return fmax(through, ready) + passes;
}

// ---- L1 ------------------------------------------------------------------------------------------------------------

static CacheLine *first_line(Chip *chip, FirstCache *first, uint64_t tag) {
    size_t set = (tag * 0x9E3779B97F4A7C15ull >> 40) % first->sets * first->ways, oldest = set;
    for (size_t way = set; way < set + first->ways; way++) {
        if (first->tags[way] == tag + 1) {
            first->used[way] = ++chip->uses;
            return &first->lines[way];
        }
        if (first->used[way] < first->used[oldest]) oldest = way;
    }
    first->tags[oldest] = tag + 1;
    first->used[oldest] = ++chip->uses;
    first->lines[oldest] = (CacheLine){.valid = 0};
    return &first->lines[oldest];
}

// The lines that some lanes touch.
typedef struct {
    uint64_t tag[SASS_LANES];
    uint8_t sectors[SASS_LANES];
    uint32_t words[SASS_LANES];
    uint32_t bytes[SASS_LANES]; // stored into the line
    unsigned count;
} Lines;

static void lines_of(Lines *lines, const uint64_t *address, uint32_t mask, unsigned bytes) {
    lines->count = 0;
    for (uint32_t left = mask; left; left &= left - 1) {
        uint64_t at = address[__builtin_ctz(left)], tag = at >> LINE_SHIFT;
        unsigned n = lines->count;
        while (n && lines->tag[n - 1] != tag) n--;
        if (!n) {
            n = ++lines->count;
            lines->tag[n - 1] = tag;
            lines->sectors[n - 1] = 0;
            lines->words[n - 1] = 0;
            lines->bytes[n - 1] = 0;
        }
        lines->sectors[n - 1] |= (uint8_t)(1u << (at >> SECTOR_SHIFT & (SECTORS - 1)));
        lines->words[n - 1] |= (bytes <= 4 ? 1u : (1u << bytes / 4) - 1) << (at >> 2 & 31);
        lines->bytes[n - 1] += bytes;
    }
}

static double dense_sectors(const Lines *lines) {
    double sum = 0;
    for (unsigned n = 0; n < lines->count; n++) sum += sectors_of_words(lines->words[n]);
    return sum;
}

static unsigned sectors_in(const Lines *lines) {
    unsigned sectors = 0;
    for (unsigned n = 0; n < lines->count; n++) sectors += (unsigned)__builtin_popcount(lines->sectors[n]);
    return sectors;
}

// Clocks that looking up the lines takes: a bank of tags serves one line a clock, data pass as four sectors a clock.
static double lookup_clocks(const Chip *chip, const Lines *lines, const TimeModel *model) {
    unsigned banks[16] = {0}, most = 0, count = (unsigned)model->l1_tag_banks;
    if (is_dense(chip)) return fmax(1, dense_sectors(lines) / SECTORS);
    for (unsigned n = 0; n < lines->count; n++) {
        unsigned here = ++banks[lines->tag[n] % count];
        most = here > most ? here : most;
    }
    return fmax(1, fmax(most, sectors_in(lines) / (double)SECTORS));
}

static void load_lines(Chip *chip, FirstCache *first, const Lines *lines, double now, bool bypass, AccessTime *time) {
    for (unsigned n = 0; n < lines->count; n++) {
        CacheLine *line = first_line(chip, first, lines->tag[n]);
        uint8_t needed = lines->sectors[n] & (uint8_t)(bypass ? 15 : ~line->valid);
        uint32_t words = lines->words[n] & (bypass ? ~0u : ~line->words);
        if (is_dense(chip)) {
            needed = words ? lines->sectors[n] : 0;
            line->words |= words;
            time->saved += __builtin_popcount(lines->sectors[n]) - sectors_of_words(lines->words[n]);
        }
        if (needed) {
            MemoryWait wait = {0};
            double ready = second_read(chip, first, lines->tag[n], needed, words, now, &wait);
            time->sectors += (unsigned)__builtin_popcount(needed);
            for (unsigned s = 0; s < SECTORS; s++) {
                if (!(needed >> s & 1)) continue;
                if (!line->valid) line->base = now;
                line->ready[s] = (float)(ready - line->base);
                line->dram[s] = (float)wait.dram;
                line->l2[s] = (float)wait.l2;
            }
            line->valid |= needed;
        }
        for (unsigned s = 0; s < SECTORS; s++) {
            if (!(lines->sectors[n] >> s & 1) || line->base + line->ready[s] <= time->done) continue;
            time->done = line->base + line->ready[s];
            time->wait.dram = line->dram[s];
            time->wait.l2 = line->l2[s];
        }
    }
}

// What writing sectors back will cost the DRAM.
static void store_sectors(Chip *chip, SecondLine *line, uint8_t sectors, unsigned bytes, double now) {
    uint8_t fresh = sectors & (uint8_t)~line->dirty;
    double written = __builtin_popcount(fresh), dense = 0;
    if (fresh && !line->dirty)
        chip->written[chip->written_to++ % WRITTEN_LINES] = (WrittenLine){line, line->key, chip->allocated};
    line->dirty |= sectors;
    for (unsigned s = 0; s < SECTORS; s++) {
        if (!(sectors >> s & 1)) continue;
        unsigned filled = line->filled[s] + bytes;
        dense += (fmin(filled, SECTOR_BYTES) - line->filled[s]) / SECTOR_BYTES;
        line->filled[s] = (uint8_t)(filled < SECTOR_BYTES ? filled : SECTOR_BYTES);
        if (filled >= SECTOR_BYTES) line->valid |= (uint8_t)(1u << s);
    }
    line->dense = is_dense(chip);
    if (line->dense) written = dense;
    chip->traffic.dram_write_sectors += written;
    if (written > 0 && !chip->absorbs) (void)dram_work(chip, written * chip->model.dram_write_weight, 0, now, NULL);
    lines_evicted(chip, now);
}

// A store to the same lines as the access before it, at most four, goes to the L2 with that one: merge.words_4 against
// merge.words_8, which has eight, and merge.words_4.behind_loads. Notes the lines, and returns whether it is one.
static bool merge_store(SassWarp *warp, const Lines *lines) {
    size_t bytes = lines->count * sizeof *lines->tag;
    bool fits = lines->count <= SASS_MERGED;
    bool merged = fits && warp->stored_lines == lines->count && !memcmp(warp->stored, lines->tag, bytes);
    warp->stored_lines = fits ? lines->count : 0;
    if (fits) memcpy(warp->stored, lines->tag, bytes);
    return merged;
}

// A line's turn on the way to the L2. A line with a sector that is written in part takes as long as one sector more.
static void store_turn(Chip *chip, FirstCache *first, const Lines *lines, unsigned n, double now, AccessTime *time) {
    unsigned sectors = (unsigned)__builtin_popcount(lines->sectors[n]);
    double passes = sectors + (lines->bytes[n] < sectors * SECTOR_BYTES);
    if (is_dense(chip)) {
        passes = sectors_of_words(lines->words[n]);
        time->saved += sectors - passes;
    }
    double begins = fmax(chip->stores, now + TO_SECOND);
    chip->stores = begins + second_clocks(chip, passes, chip->model.l2_store_bytes_per_second);
    first->stores = fmax(first->stores, now) + (chip->without & COST_BIT(COST_l2_bandwidth) ? 0 : passes);
    time->sectors += sectors;
    chip->traffic.l2_sectors += sectors;
}

static void store_lines(Chip *chip, FirstCache *first, const Lines *lines, bool merged, double now, AccessTime *time) {
    for (unsigned n = 0; n < lines->count; n++) {
        unsigned sectors = (unsigned)__builtin_popcount(lines->sectors[n]);
        assert(sectors);
        if (!merged) store_turn(chip, first, lines, n, now, time);
        store_sectors(chip, second_line(chip, lines->tag[n], now), lines->sectors[n], lines->bytes[n] / sectors, now);
    }
}

// The slice of the L2 that serves a line. A page of 4 KB has eight of them, in pieces of 256 bytes.
static unsigned slice_of(uint64_t tag) {
    uint64_t page = tag >> 5, piece = tag >> 1;
    unsigned place = (unsigned)(((piece ^ piece >> 1) & 1) | (piece >> 1 & 6));
    return (unsigned)(scrambled(page, 32) % (SLICES / SLICES_OF_PAGE)) * SLICES_OF_PAGE + place;
}

// What the lanes' atomics on a sector are.
typedef struct {
    unsigned rounds; // lanes with the same word, at most: one after another
    bool whole;      // all of its words, each once
} SectorAtomics;

static void sector_atomics(const Lines *lines, unsigned n, const uint64_t *address, uint32_t mask, unsigned bytes,
                           SectorAtomics sectors[SECTORS]) {
    unsigned shift = bytes >= 8 ? 3 : 2, words = SECTOR_BYTES >> shift;
    uint8_t lanes[SECTORS][8] = {{0}}, distinct[SECTORS] = {0};
    memset(sectors, 0, SECTORS * sizeof *sectors);
    for (uint32_t left = mask; left; left &= left - 1) {
        uint64_t at = address[__builtin_ctz(left)];
        if (at >> LINE_SHIFT != lines->tag[n]) continue;
        assert(lines->sectors[n] >> (at >> SECTOR_SHIFT & (SECTORS - 1)) & 1);
        unsigned sector = at >> SECTOR_SHIFT & (SECTORS - 1), here = ++lanes[sector][at >> shift & (words - 1)];
        distinct[sector] += here == 1;
        if (here > sectors[sector].rounds) sectors[sector].rounds = here;
    }
    for (unsigned s = 0; s < SECTORS; s++) sectors[s].whole = sectors[s].rounds == 1 && distinct[s] == words;
}

// Clocks for which a slice of the L2 works on a line's atomics: sector by sector, lanes with the same word one after
// another. A sector whose words are all different passes faster. A sum of floats waits for the sum before in its
// sector, and the slice with it: in a request for one sector, as often as sums meet there of those of its two lines,
// which are in one slice.
static double atomic_clocks(const TimeModel *model, const SectorAtomics sectors[SECTORS], SecondLine *line,
                            uint64_t tag, const Sass *in) {
    double clocks = 0, lane = in->swaps ? model->atomic_swap_clocks : model->atomic_lane_clocks;
    unsigned touched = 0, most = 0;
    for (unsigned s = 0; s < SECTORS; s++) {
        if (!sectors[s].rounds) continue;
        clocks += sectors[s].whole ? model->atomic_sector_clocks : sectors[s].rounds * lane;
        most = sectors[s].rounds > most ? sectors[s].rounds : most;
        touched++;
        if (in->is_float) line->summed |= (uint8_t)(1u << s);
    }
    if (!in->is_float) return clocks;
    if (touched > 1) return fmax(clocks, most * model->atomic_lane_clocks * model->atomic_float_weight);
    const SecondLine *other = line + (tag & 1 ? -1 : 1);
    unsigned met = (unsigned)__builtin_popcount(line->summed);
    if (other->key == (line->key ^ 1)) met += (unsigned)__builtin_popcount(other->summed);
    assert(met);
    return clocks * (1 + (model->atomic_float_weight - 1) / met);
}

// When a slice of the L2 works for a request.
typedef struct {
    double begins, ends;
} Turn;

// A number for a block that is never zero.
static uint32_t block_name(const SassBlock *block) {
    return (block->index[0] ^ block->index[1] << 11 ^ block->index[2] << 22) + 1;
}

// Whether blocks all over the grid make atomics on the line, as far as is known: this block is the third that does.
static bool is_shared(SecondLine *line, uint32_t block) {
    for (unsigned n = 0; n < 2; n++) {
        if (!line->users[n]) line->users[n] = block;
        if (line->users[n] == block) return line->shared;
    }
    return line->shared = true;
}

// Atomics on a line keep its slice busy from `arrives` on. Multiprocessors that are not modelled make the same atomics:
// on the same line if blocks all over the grid use it, and otherwise on lines of their own, which are in any slice.
static Turn slice_turn(Chip *chip, SecondLine *line, uint64_t tag, uint32_t block, double arrives, double clocks) {
    double *slice = &chip->slices[slice_of(tag)], begins = fmax(*slice, arrives);
    assert(clocks >= 0);
    bool shared = is_shared(line, block);
    *slice = begins + clocks * (shared ? chip->scale : 1);
    double each = clocks * (chip->scale - 1) / SLICES;
    for (unsigned n = 0; n < SLICES && !shared; n++) chip->slices[n] = fmax(chip->slices[n], arrives) + each;
    return (Turn){begins, *slice};
}

// Where compares and swaps of many multiprocessors fail because another one came before, each round of requests lets
// one of them succeed. Those of multiprocessors that are not modelled succeed, too, and take as many rounds in between,
// for which the word waits, not its slice. A round is the way of a thread to the L2 and back, and what the L2 does for
// the line meanwhile.
static void swap_rounds(Chip *chip, SecondLine *line, bool succeeds, Turn *turn) {
    double clocks = turn->ends - turn->begins;
    turn->begins = fmax(turn->begins, line->free);
    turn->ends = turn->begins + clocks;
    line->free = turn->ends;
    line->busy += clocks;
    if (!succeeds) {
        line->refused = true;
        return;
    }
    double round = fmin(turn->ends - line->won, chip->model.l2_latency + line->busy);
    if (line->refused && line->shared) line->free += (chip->scale - 1) * round;
    line->won = line->free;
    line->busy = 0;
    line->refused = false;
}

static void atomic_lines(Chip *chip, FirstCache *first, const Lines *lines, uint32_t mask, const Sass *in,
                         const SassWarp *warp, double now, AccessTime *time) {
    const TimeModel *model = &chip->model;
    first->stores =
        fmax(first->stores, now) + fmax(model->atomic_request_clocks, lines->count * model->atomic_line_clocks);
    for (unsigned n = 0; n < lines->count; n++) {
        double queued = 0;
        SectorAtomics sectors[SECTORS];
        chip->traffic.l2_sectors += __builtin_popcount(lines->sectors[n]);
        sector_atomics(lines, n, warp->address, mask, in->bytes, sectors);
        SecondLine *line = second_line(chip, lines->tag[n], now);
        double clocks = atomic_clocks(model, sectors, line, lines->tag[n], in);
        uint8_t missing = lines->sectors[n] & (uint8_t)~line->valid;
        double arrives = fmax(now, first->stores) + model->l2_latency / 2, filled = 0;
        if (missing) {
            missing = pairs_of(missing) & (uint8_t)~line->valid;
            sectors_filled(line, missing);
            unsigned fetched = (unsigned)__builtin_popcount(missing);
            if (!brought_by_others(chip, fetched))
                filled = dram_read(chip, lines->tag[n], fetched, now, &queued) + model->dram_latency;
        }
        double begins = arrives, ended = fmax(arrives + model->atomic_sector_clocks, filled);
        if (chip->without & COST_BIT(COST_atomics)) time->saved += clocks;
        else {
            Turn turn = slice_turn(chip, line, lines->tag[n], block_name(warp->block), arrives, clocks);
            if (in->swaps) swap_rounds(chip, line, warp->swapped & mask, &turn);
            begins = turn.begins;
            ended = fmax(turn.ends, filled);
        }
        chip->atomics = fmax(chip->atomics, ended);
        double done = ended + model->l2_latency / 2;
        if (done <= time->done) continue;
        time->done = done;
        time->wait.atomic = begins - arrives;
        time->wait.dram = queued;
    }
}

// Whether a load is at the scope of the GPU or the system, which the L1 does not serve (bits 77 to 80).
static bool is_strong(const Sass *in) { return (in->high >> 13 & 15) >= 7; }

// Local memory is written to the L1 and through it to the L2.
static void store_local(Chip *chip, FirstCache *first, const Lines *lines, double now) {
    AccessTime ignored = {0};
    for (unsigned n = 0; n < lines->count; n++) {
        CacheLine *line = first_line(chip, first, lines->tag[n]);
        uint8_t fresh = lines->sectors[n] & (uint8_t)~line->valid;
        line->valid |= lines->sectors[n];
        if (!fresh) continue;
        line->base = now;
        memset(line->ready, 0, sizeof line->ready);
    }
    store_lines(chip, first, lines, false, now, &ignored);
}

static void load_store_until(FirstCache *first, double ends) {
    first->load_store = ends;
    first->held_by = QUEUE_L1;
}

// Stores that are far behind hold up the multiprocessor that makes them.
static void hold_up(const Chip *chip, FirstCache *first, double now) {
    const double behind[] = {first->stores, chip->stores, fmax(chip->dram, chip->opens), chip->atomics};
    double ends = first->load_store;
    for (unsigned queue = QUEUE_L1; queue <= QUEUE_ATOMIC; queue++) {
        double free = ends + behind[queue] - now - chip->model.store_queue_clocks;
        if (free <= first->load_store) continue;
        first->load_store = free;
        first->held_by = (StoreQueue)queue;
    }
}

// The words of the fullest bank, where lanes with the same word share a pass. Atomics on one word take one after
// another. Loads from the L1 pass through the banks of shared memory, too: l1_load_4.stride_64 takes 16 clocks.
static unsigned fullest_bank(const uint64_t *address, uint32_t mask, unsigned bytes, bool atomic) {
    enum { MOST_WORDS = 4 * SASS_LANES };
    unsigned words = bytes < 4 ? 1 : bytes / 4, most = 0;
    uint32_t seen[SHARED_BANKS][MOST_WORDS];
    uint8_t count[SHARED_BANKS] = {0};
    for (uint32_t left = mask; left; left &= left - 1)
        for (unsigned w = 0; w < words; w++) {
            uint32_t word = (uint32_t)(address[__builtin_ctz(left)] >> 2) + w, bank = word % SHARED_BANKS;
            unsigned n = count[bank];
            while (n && (atomic || seen[bank][n - 1] != word)) n--;
            if (n) continue;
            seen[bank][count[bank]++] = word;
            most = count[bank] > most ? count[bank] : most;
        }
    return most;
}

// Wide accesses take a pass for each 8 bytes of a lane at least.
unsigned shared_passes(const uint64_t *address, uint32_t mask, unsigned bytes, bool atomic) {
    unsigned most = fullest_bank(address, mask, bytes, atomic), least = bytes < 8 ? 1 : bytes / 8;
    return most > least ? most : least;
}

// Groups of lanes whose access passes at once: all of 4 bytes, half of 8, a quarter of 16.
static unsigned group_lanes(unsigned bytes) { return bytes >= 16 ? 8 : bytes == 8 ? 16 : 32; }

// Passes over the banks of an asynchronous copy of 4 or 8 bytes a lane, which writes each sector to shared memory when
// it comes: products with tiles of 16 x 16 take 6.2 wavefronts a copy of 4 sectors, 1.05 of them conflicts.
static double copy_passes(const SassWarp *warp, const Sass *in, uint32_t mask, double *saved) {
    bool without_conflicts = in->without & COST_BIT(COST_bank_conflicts);
    double passes = 0;
    for (uint32_t left = mask; left;) {
        uint64_t sector = warp->address[__builtin_ctz(left)] >> SECTOR_SHIFT;
        uint32_t lanes = 0;
        for (unsigned l = 0; l < SASS_LANES; l++)
            lanes |= (uint32_t)(left >> l & 1 && warp->address[l] >> SECTOR_SHIFT == sector) << l;
        left &= ~lanes;
        unsigned all = shared_passes(warp->copied, lanes, in->bytes, false);
        unsigned taken = without_conflicts ? shared_passes_needed(warp->copied, lanes, in->bytes) : all;
        passes += taken;
        *saved += all - taken;
    }
    return passes;
}

static AccessTime global_time(Chip *chip, FirstCache *first, const TimeModel *model, SassWarp *warp, const Sass *in,
                              uint32_t mask, double now) {
    unsigned group = group_lanes(in->bytes);
    double begins = fmax(now + 2, first->load_store), cycles = 0;
    AccessTime time = {.done = 0};
    bool load = in->access == SASS_LOAD || in->access == SASS_COPY;
    bool bypass = in->access == SASS_LOAD && is_strong(in);
    for (unsigned from = 0; from < SASS_LANES; from += group) {
        uint32_t lanes = group == 32 ? mask : mask & (((1u << group) - 1) << from);
        Lines lines;
        if (!lanes) continue;
        lines_of(&lines, warp->address, lanes, in->bytes);
        double clocks = lookup_clocks(chip, &lines, model);
        if (in->access == SASS_LOAD && !is_dense(chip) && clocks < lines.count) // a line has each bank once
            clocks = fmax(clocks, fullest_bank(warp->address, lanes, in->bytes, false));
        cycles += clocks;
        if (in->access == SASS_COPY && in->bytes < 16) cycles += copy_passes(warp, in, lanes, &time.saved);
        if (load) load_lines(chip, first, &lines, begins + cycles, bypass, &time);
        else if (in->access != SASS_STORE) atomic_lines(chip, first, &lines, lanes, in, warp, begins + cycles, &time);
    }
    if (in->access == SASS_STORE) { // the lanes of all groups are merged
        Lines lines;
        lines_of(&lines, warp->address, mask, in->bytes);
        store_lines(chip, first, &lines, merge_store(warp, &lines), begins + cycles, &time);
    } else warp->stored_lines = 0;
    if (chip->without & COST_BIT(COST_l1_passes)) cycles = 0;
    load_store_until(first, begins + cycles);
    if (!load) hold_up(chip, first, now);
    chip->traffic.first_cycles += cycles;
    time.wait.l1 = begins - now - 2;
    time.released = begins + cycles;
    if (load) time.done = fmax(time.done + model->l1_latency, begins + cycles + model->l1_latency);
    else time.done = fmax(time.done, time.released);
    return time;
}

unsigned shared_passes_needed(const uint64_t *address, uint32_t mask, unsigned bytes) {
    unsigned words = bytes < 4 ? 1 : bytes / 4, different = 0, most = bytes < 8 ? 1 : bytes / 8;
    uint32_t seen[4 * SASS_LANES];
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t word = (uint32_t)(address[__builtin_ctz(left)] >> 2);
        unsigned n = different;
        while (n && seen[n - 1] != word) n--;
        if (!n) seen[different++] = word;
    }
    unsigned passes = (different * words + SHARED_BANKS - 1) / SHARED_BANKS;
    return passes > most ? passes : most;
}

// Passes of an access to shared memory, less those that an experiment leaves out.
static double passes_of(const SassWarp *warp, const Sass *in, uint32_t mask, double *saved) {
    bool atomic = in->access == SASS_ATOMIC || in->access == SASS_REDUCTION;
    // Lanes with the same word share a pass, as in a load: POPC.INC, and compare and swap where one of them wins
    // (CAST).
    bool counts = atomic && (in->form == 7 || in->tells);
    bool contended = atomic && !counts && !(in->without & COST_BIT(COST_atomics));
    double all = shared_passes(warp->address, mask, in->bytes, atomic && !counts), passes = all;
    if (atomic && !contended) passes = shared_passes(warp->address, mask, in->bytes, false);
    if (in->without & COST_BIT(COST_bank_conflicts) && !contended)
        passes = fmin(passes, shared_passes_needed(warp->address, mask, in->bytes));
    if (in->without & COST_BIT(COST_shared_passes)) passes = 0;
    *saved = all - passes;
    return in->swaps ? 2 * passes : passes;
}

// Local memory lies so that the same word of all lanes is a line.
static AccessTime local_time(Chip *chip, FirstCache *first, const TimeModel *model, const SassWarp *warp,
                             const Sass *in, uint32_t mask, double now) {
    unsigned words = in->bytes < 4 ? 1 : in->bytes / 4;
    double begins = fmax(now + 2, first->load_store), cycles = 0;
    AccessTime time = {.done = 0};
    for (unsigned w = 0; w < words; w++) {
        uint64_t address[SASS_LANES];
        Lines lines;
        for (unsigned l = 0; l < SASS_LANES; l++)
            address[l] = warp->local_base + ((warp->address[l] / 4 + w) << LINE_SHIFT) + 4 * l;
        lines_of(&lines, address, mask, 4);
        cycles += lookup_clocks(chip, &lines, model);
        if (in->access == SASS_LOAD) load_lines(chip, first, &lines, begins + cycles, false, &time);
        else store_local(chip, first, &lines, begins + cycles);
    }
    load_store_until(first, begins + cycles);
    if (in->access != SASS_LOAD) hold_up(chip, first, now);
    time.wait.l1 = begins - now - 2;
    time.released = begins + cycles;
    time.done = fmax(time.done, begins + cycles) + model->l1_latency;
    return time;
}

// An access that its guard lets no lane make takes a pass all the same: open_counters.csv counts one for each, shared
// and global, in sum_strided.
static AccessTime idle_time(FirstCache *first, double now) {
    double begins = fmax(now + 2, first->load_store);
    load_store_until(first, begins + 1);
    return (AccessTime){.done = begins + 8, .released = begins + 2, .wait = {.l1 = begins - now - 2}};
}

// The line's bytes from one address to another, as an access of 16 bytes a lane would have them.
static Lines line_between(uint64_t tag, uint64_t from, uint64_t to) {
    uint64_t address[SASS_LANES], begin = tag << LINE_SHIFT, at = from > begin ? from : begin;
    uint32_t lanes = 0;
    Lines lines;
    for (unsigned l = 0; at < to && at >> LINE_SHIFT == tag; l++, at += SASS_BULK) {
        address[l] = at;
        lanes |= 1u << l;
    }
    lines_of(&lines, address, lanes, SASS_BULK);
    assert(lines.count == 1);
    return lines;
}

// What it loads arrives through the port of the L2; what it stores is read from shared memory at once, and written when
// the L2 has answered.
AccessTime bulk_time(Chip *chip, FirstCache *first, const SassWarp *warp, const Sass *in, double now) {
    AccessTime time = {.done = now + 2, .released = now + 2};
    uint64_t from = warp->address[0], to = from + warp->bulk_bytes;
    chip->without = in->without;
    for (uint64_t tag = from >> LINE_SHIFT; tag << LINE_SHIFT < to; tag++) {
        Lines lines = line_between(tag, from, to);
        MemoryWait wait = {0};
        double done;
        if (in->access == SASS_LOAD_BULK) {
            done = second_read(chip, first, tag, lines.sectors[0], lines.words[0], now, &wait) + chip->model.l1_latency;
            time.sectors += sectors_in(&lines);
        } else {
            store_lines(chip, first, &lines, false, now, &time);
            done = fmax(first->stores, chip->stores) + chip->model.l2_latency;
        }
        if (done <= time.done) continue;
        time.done = done;
        time.wait = wait;
    }
    return time;
}

AccessTime memory_time(Chip *chip, FirstCache *first, const TimeModel *model, SassWarp *warp, const Sass *in,
                       uint32_t mask, double now) {
    chip->without = in->without;
    if (!mask) return idle_time(first, now);
    if (warp->space == UNIT_GLOBAL) return global_time(chip, first, model, warp, in, mask, now);
    if (warp->space == UNIT_LOCAL) return local_time(chip, first, model, warp, in, mask, now);
    double begins = fmax(now + 2, first->load_store);
    double saved, passes = passes_of(warp, in, mask, &saved);
    load_store_until(first, begins + passes);
    return (AccessTime){.saved = saved,
                        .done = begins + passes + model->shared_latency - 3,
                        .released = begins + passes,
                        .wait = {.l1 = begins - now - 2 + passes}};
}
