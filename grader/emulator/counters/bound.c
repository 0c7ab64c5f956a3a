// bound.c - a table of resources: how much of each a launch needs at least, and how fast the GPU provides it.
//
// Every amount is a lower bound of what hardware does, every rate an upper one, so the time is never above a
// measured time. PTX is not quite what runs: the assembler merges up to four neighbouring loads into one, and may
// fuse a multiplication and an addition. Amounts allow for both.
#include "bound.h"

#define SECTOR 32.0
#define LANES 32.0
#define MERGED 4.0 // 4-byte accesses that one 16-byte access replaces

typedef struct {
    const Gpu *gpu;
    const Counters *counters;
    double blocks, warps; // of the launch
} Work;

static double count_of(const Work *work, Counter counter) { return (double)work->counters->value[counter]; }
static double larger(double a, double b) { return a > b ? a : b; }
static double smaller(double a, double b) { return a < b ? a : b; }

// Clock cycles per second, added up over the multiprocessors that have work: at most one per block.
static double clocks(const Work *work) {
    return smaller(work->gpu->multiprocessors, work->blocks) * work->gpu->clock_khz * 1e3;
}

static double launch_time(const Work *work) { return work->gpu->launch_seconds; }

// Distinct sectors come from and go to DRAM once, except what the L2 held before and still holds afterwards.
static double dram_time(const Work *work) {
    double l2_bytes = (double)work->gpu->l2_bytes;
    double read = count_of(work, COUNTER_dram_read_sectors) * SECTOR - l2_bytes;
    double written = count_of(work, COUNTER_dram_write_sectors) * SECTOR - l2_bytes;
    return (larger(read, 0) + larger(written, 0)) / work->gpu->dram_bytes_per_second;
}

// The L1 may serve a sector again, but each comes from the L2 at least once.
static double l2_load_time(const Work *work) {
    return count_of(work, COUNTER_dram_read_sectors) * SECTOR / work->gpu->l2_load_bytes_per_second;
}

// The L1 writes through: every sector of every store goes to the L2.
static double l2_store_time(const Work *work) {
    return count_of(work, COUNTER_global_store_sectors) * SECTOR / work->gpu->l2_store_bytes_per_second;
}

static double l1_time(const Work *work) {
    return count_of(work, COUNTER_global_load_sectors) / (work->gpu->l1_sectors_per_clock * clocks(work));
}

// The counter has merged what the assembler merges (merged_accesses.c), so passes are taken as they are.
static double shared_time(const Work *work) {
    double loads = count_of(work, COUNTER_shared_load_wavefronts);
    double wavefronts = loads + count_of(work, COUNTER_shared_store_wavefronts);
    return wavefronts / (work->gpu->shared_wavefronts_per_clock * clocks(work));
}

static double atomic_time(const Work *work) {
    double lanes = count_of(work, COUNTER_global_red_sectors) + count_of(work, COUNTER_global_atom_sectors);
    return lanes / (work->gpu->atomics_per_clock * clocks(work));
}

// Operations of one precision: a multiplication and an addition may have become one.
static double operations(const Work *work, Counter fma, Counter add, Counter mul) {
    return count_of(work, fma) + larger(count_of(work, add), count_of(work, mul));
}
static double fp32_operations(const Work *work) { return operations(work, COUNTER_ffma, COUNTER_fadd, COUNTER_fmul); }
static double fp64_operations(const Work *work) { return operations(work, COUNTER_dfma, COUNTER_dadd, COUNTER_dmul); }
static double fp16_operations(const Work *work) { return operations(work, COUNTER_hfma, COUNTER_hadd, COUNTER_hmul); }

static double fp32_time(const Work *work) { return fp32_operations(work) / (work->gpu->fp32_per_clock * clocks(work)); }
static double fp64_time(const Work *work) { return fp64_operations(work) / (work->gpu->fp64_per_clock * clocks(work)); }
static double fp16_time(const Work *work) { return fp16_operations(work) / (work->gpu->fp16_per_clock * clocks(work)); }

// Only what machine code cannot do without: arithmetic (full warps; half precision in pairs) and memory requests.
// A warp issues at most one instruction a clock.
static double issue_time(const Work *work) {
    double arithmetic = (fp32_operations(work) + fp64_operations(work) + fp16_operations(work) / 2) / LANES;
    double requests = count_of(work, COUNTER_global_load_requests) + count_of(work, COUNTER_global_store_requests) +
                      (count_of(work, COUNTER_shared_load_bytes) + count_of(work, COUNTER_shared_store_bytes)) /
                          (LANES * sizeof(float));
    double slots = smaller(work->gpu->issue_per_clock * clocks(work), work->warps * work->gpu->clock_khz * 1e3);
    return (arithmetic + requests / MERGED) / slots;
}

static const struct {
    const char *resource;
    double (*seconds)(const Work *work);
} resources[] = {
    {"launch overhead", launch_time},
    {"DRAM bandwidth", dram_time},
    {"L2 load bandwidth", l2_load_time},
    {"L2 store bandwidth", l2_store_time},
    {"L1 sectors", l1_time},
    {"shared memory wavefronts", shared_time},
    {"global atomics", atomic_time},
    {"issue slots", issue_time},
    {"single precision arithmetic", fp32_time},
    {"double precision arithmetic", fp64_time},
    {"half precision arithmetic", fp16_time},
};

static double product(Dim3 size) { return (double)size.x * size.y * size.z; }

Bound bound_of(const Gpu *gpu, const Counters *counters, Dim3 grid, Dim3 block) {
    double blocks = larger(product(grid), 1);
    double warps = (double)(((uint64_t)larger(product(block), 1) + 31) / 32);
    Work work = {gpu, counters, blocks, blocks * warps};
    Bound bound = {0, resources[0].resource};
    for (unsigned i = 0; i < sizeof resources / sizeof *resources; i++) {
        double microseconds = resources[i].seconds(&work) * 1e6;
        if (microseconds > bound.microseconds) bound = (Bound){microseconds, resources[i].resource};
    }
    return bound;
}
