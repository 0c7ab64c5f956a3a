// device_scan_of_cub.cu - CUB's scan of the whole array, its memory from the pool of a stream.
//
//= student: Ada Lovelace
//= bytes_of_the_trip: 1600
//= sectors_of_add_totals: 1240
#include "workbook.h"
#include <cub/device/device_scan.cuh>

void running_sums(const float *in, float *out, int count) {
    cudaStream_t stream;
    void *room = nullptr;
    size_t bytes = 0;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cub::DeviceScan::InclusiveSum(room, bytes, in, out, count, stream));
    CHECK(cudaMallocAsync(&room, bytes, stream));
    CHECK(cub::DeviceScan::InclusiveSum(room, bytes, in, out, count, stream));
    CHECK(cudaFreeAsync(room, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaStreamDestroy(stream));
}
