// thrust_scan.cu - thrust::inclusive_scan on device pointers.
//
//= student: Ada Lovelace
//= bytes_of_the_trip: 1600
//= sectors_of_add_totals: 1240
#include "workbook.h"
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/scan.h>

void running_sums(const float *in, float *out, int count) {
    thrust::inclusive_scan(thrust::device, in, in + count, out);
    CHECK(cudaGetLastError());
}
