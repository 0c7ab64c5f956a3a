// lambda_for_each.cu - thrust::for_each_n with an extended lambda: element i of C is row i / n, column i % n.
//
//= student: Ada Lovelace
//= load_sectors: 10076160
//= store_sectors: 5120
//= wasted_bytes: 3932160
#include "workbook.h"
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    auto element = [=] __device__(long long i) {
        const float *a = A + i / n * k, *b = B + i % n;
        float sum = 0;
        for (int p = 0; p < k; p++, b += n) sum += a[p] * *b;
        C[i] = sum;
    };
    thrust::for_each_n(thrust::device, thrust::counting_iterator<long long>(0), static_cast<long long>(m) * n, element);
    CHECK(cudaGetLastError());
}
