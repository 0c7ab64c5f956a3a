// library_scan.cu - CUB makes the running sums in one pass.
//
//= student: Ada Lovelace
//= bytes_of_the_trip: 1600
//= sectors_of_add_totals: 1240
#include "workbook.h"
#include <cub/cub.cuh>

void running_sums(const float *in, float *out, int count) {
    void *room = nullptr;
    size_t bytes = 0;
    CHECK(cub::DeviceScan::InclusiveSum(room, bytes, in, out, count));
    CHECK(cudaMallocAsync(&room, bytes, nullptr));
    CHECK(cub::DeviceScan::InclusiveSum(room, bytes, in, out, count));
    CHECK(cudaFreeAsync(room, nullptr));
}
