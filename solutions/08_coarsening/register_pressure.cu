// register_pressure.cu - two jobs for every sensor: 32 sums over its samples, and the root of its tree. In one kernel,
// in one kernel with fewer registers, and in two.
//
// Registers, spills and occupancy for sm_90 and 256 threads a block; times of 1,048,576 sensors with 64 samples and 256
// links each on an H200.
//
//= student: Ada Lovelace
//= registers_left: 27136
//= occupancy_of_blocks: 25
//= most_registers: 40
#include "workbook.h"

constexpr int LEVELS = 32;
constexpr int THREADS = 256;

__device__ constexpr float level(int l) { return (l - LEVELS / 2) * 0.0625f; }

// Job 1: by how much the samples exceed each level, summed up. 32 sums are 32 registers, all the time.
__device__ void add_excess(const float *samples, float *sums, int sensors, int sample_count, int sensor) {
    float sum[LEVELS] = {};
    for (int s = 0; s < sample_count; s++) {
        float value = samples[static_cast<size_t>(s) * sensors + sensor];
        for (int l = 0; l < LEVELS; l++) {
            float over = value - level(l);
            if (over > 0) sum[l] += over;
        }
    }
    for (int l = 0; l < LEVELS; l++) sums[static_cast<size_t>(l) * sensors + sensor] = sum[l];
}

// Job 2: follows links to a node that is its own parent. Each load must have arrived before the next can be asked for:
// one load in flight for each thread, so only many threads keep the memory busy.
__device__ void follow_links(const int *parent, int *root, int sensor) {
    int node = sensor;
    for (int next = parent[node]; next != node; next = parent[node]) node = next;
    root[sensor] = node;
}

// Step 0, 56 registers, 50 %, 1.08 ms: job 2 runs with the registers of job 1, and with the occupancy that these leave.
__global__ void whole_kernel(const float *samples, const int *parent, float *sums, int *root, int sensors,
                             int sample_count) {
    int sensor = blockIdx.x * THREADS + threadIdx.x;
    if (sensor >= sensors) return;
    add_excess(samples, sums, sensors, sample_count, sensor);
    follow_links(parent, root, sensor);
}

// Step 1, 32 registers, 100 %, 1.47 ms: 32 sums do not fit into 32 registers with all the rest. ptxas keeps 80 bytes a
// thread in local memory, and job 1 goes there and back for every sample.
__global__ void __launch_bounds__(THREADS, 8)
    bounded_to_eight_kernel(const float *samples, const int *parent, float *sums, int *root, int sensors,
                            int sample_count) {
    int sensor = blockIdx.x * THREADS + threadIdx.x;
    if (sensor >= sensors) return;
    add_excess(samples, sums, sensors, sample_count, sensor);
    follow_links(parent, root, sensor);
}

// Step 2, 40 registers, 75 %, 0.88 ms: one register of each thread is spilled.
__global__ void __launch_bounds__(THREADS, 6)
    bounded_to_six_kernel(const float *samples, const int *parent, float *sums, int *root, int sensors,
                          int sample_count) {
    int sensor = blockIdx.x * THREADS + threadIdx.x;
    if (sensor >= sensors) return;
    add_excess(samples, sums, sensors, sample_count, sensor);
    follow_links(parent, root, sensor);
}

// Step 3, 0.69 ms: a kernel for each job. The sums have 48 registers, bounded to what 5 blocks leave, 62.5 % and no
// spill; the links have 14, 100 %. Nothing is loaded or computed twice.
__global__ void __launch_bounds__(THREADS, 5)
    sum_excess(const float *samples, float *sums, int sensors, int sample_count) {
    int sensor = blockIdx.x * THREADS + threadIdx.x;
    if (sensor < sensors) add_excess(samples, sums, sensors, sample_count, sensor);
}

__global__ void find_roots(const int *parent, int *root, int sensors) {
    int sensor = blockIdx.x * THREADS + threadIdx.x;
    if (sensor < sensors) follow_links(parent, root, sensor);
}

static void survey_whole(const float *samples, const int *parent, float *sums, int *root, int sensors,
                         int sample_count) {
    whole_kernel<<<ceil_div(sensors, THREADS), THREADS>>>(samples, parent, sums, root, sensors, sample_count);
}
static void survey_bounded_to_eight(const float *samples, const int *parent, float *sums, int *root, int sensors,
                                    int sample_count) {
    bounded_to_eight_kernel<<<ceil_div(sensors, THREADS), THREADS>>>(samples, parent, sums, root, sensors,
                                                                     sample_count);
}
static void survey_bounded_to_six(const float *samples, const int *parent, float *sums, int *root, int sensors,
                                  int sample_count) {
    bounded_to_six_kernel<<<ceil_div(sensors, THREADS), THREADS>>>(samples, parent, sums, root, sensors, sample_count);
}
static void survey_split(const float *samples, const int *parent, float *sums, int *root, int sensors,
                         int sample_count) {
    sum_excess<<<ceil_div(sensors, THREADS), THREADS>>>(samples, sums, sensors, sample_count);
    find_roots<<<ceil_div(sensors, THREADS), THREADS>>>(parent, root, sensors);
}

LADDER(survey, survey_whole, survey_bounded_to_eight, survey_bounded_to_six, survey_split)

void survey(const float *samples, const int *parent, float *sums, int *root, int sensors, int sample_count) {
    LADDER_STEP(survey)(samples, parent, sums, root, sensors, sample_count);
    CHECK(cudaGetLastError());
}
