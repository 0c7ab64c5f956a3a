// device_histogram_of_cub.cu - the library counts all bytes in one call.
//
//= student: Ada Lovelace
//= requests_shared_by_all: 95
//= additions_merged: 6800
//= at_one_address: 1045
#include "workbook.h"
#include <cub/device/device_histogram.cuh>

void histogram(const unsigned char *in, unsigned *bins, int count) {
    void *scratch = nullptr;
    size_t bytes = 0;
    CHECK(cub::DeviceHistogram::HistogramEven(scratch, bytes, in, bins, 257, 0, 256, count));
    CHECK(cudaMalloc(&scratch, bytes));
    CHECK(cub::DeviceHistogram::HistogramEven(scratch, bytes, in, bins, 257, 0, 256, count));
    CHECK(cudaFree(scratch));
}
