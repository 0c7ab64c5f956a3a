// register_pressure.cu - two jobs for every sensor in one kernel, and the registers of the one slow the other down.
//
// samples has sample_count rows of `sensors` floats. For each of 32 levels, sums[l * sensors + sensor] becomes the sum
// of the amounts by which the sensor's samples exceed level l. parent is a forest: root[sensor] becomes the node that is reached from
// node `sensor` by going from parent to parent, until one is its own. All are device pointers, sizes any positive
// numbers.
//
// The kernel below is right. ptxas gives it 56 registers a thread, for the 32 sums. Following links needs a dozen, but
// runs with the occupancy that 56 leave, and it is the job that waits for memory: one load at a time. A multiprocessor
// has 65,536 registers and room for 2048 threads.
//
// Predict before you write: the questions are at the end of this file.
//
// Time earns 85 points, with 262,144 sensors, 8 samples and 96 links each. The verdict tells registers,
// occupancy and spills of each kernel; name the one that follows the links find_roots.
#include "workbook.h"

constexpr int LEVELS = 32;
constexpr int THREADS = 256;

__device__ constexpr float level(int l) { return (l - LEVELS / 2) * 0.0625f; }

// TODO: let the links be followed at full occupancy, by a kernel find_roots, and let nothing be spilled. What do the
// sums need, and what does a launch bound on them cost?
__global__ void survey_kernel(const float *samples, const int *parent, float *sums, int *root, int sensors,
                              int sample_count) {
    int sensor = blockIdx.x * THREADS + threadIdx.x;
    if (sensor >= sensors) return;

    float sum[LEVELS] = {};
    for (int s = 0; s < sample_count; s++) {
        float value = samples[static_cast<size_t>(s) * sensors + sensor];
        for (int l = 0; l < LEVELS; l++) {
            float over = value - level(l);
            if (over > 0) sum[l] += over;
        }
    }
    for (int l = 0; l < LEVELS; l++) sums[static_cast<size_t>(l) * sensors + sensor] = sum[l];

    int node = sensor;
    for (int next = parent[node]; next != node; next = parent[node]) node = next;
    root[sensor] = node;
}

void survey(const float *samples, const int *parent, float *sums, int *root, int sensors, int sample_count) {
    survey_kernel<<<ceil_div(sensors, THREADS), THREADS>>>(samples, parent, sums, root, sensors, sample_count);
    CHECK(cudaGetLastError());
}

// Predict first.
//     make questions EXERCISE=register_pressure  shows the questions with numbers
//     make another EXERCISE=register_pressure    shows them with others
//= numbers: 1
// Registers are the only limit beside the 2048 threads, and come in multiples of 8. A multiprocessor holds as many of
// your blocks as it can. How many of its registers does no block have?
//= registers_left: ?
// What is the theoretical occupancy of your blocks, in per cent? How many registers may a thread have, at most, if
// several of your blocks are to be resident together?
//= occupancy_of_blocks: ?
//= most_registers: ?
