// roofline_points.cu - three kernels at three places under the roof.
//
// Write a whole program. It is run as        roofline_points COUNT
// and launches three kernels of yours, called low, middle and high. Each loads COUNT floats from device memory and stores
// COUNT floats. What they compute is up to you, but their operations per byte are not:
//     low     0.25      far left, where only bandwidth counts
//     middle  2
//     high   16         right of the ridge of most GPUs
// A fused multiply-add is two operations; bytes are those of the sectors moved. Five per cent off is fine.
// Time earns 45 points: a kernel under a roof is as fast as that roof allows, with 16,777,216 elements.
#include "workbook.h"

int main(int argc, char **argv) {
    // TODO: the memory (what a kernel loads must have been written once: cudaMemset), the three kernels, their launches.
    return 0;
}
