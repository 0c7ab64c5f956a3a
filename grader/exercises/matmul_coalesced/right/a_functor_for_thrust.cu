// a_functor_for_thrust.cu - no kernel of its own: Thrust computes every element of C in order.
//
//= student: Ada Lovelace
//= load_sectors: 10076160
//= store_sectors: 5120
//= wasted_bytes: 3932160
#include "workbook.h"
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/tabulate.h>

struct Element {
    const float *A, *B;
    int n, k;
    __device__ float operator()(int index) const {
        int row = index / n, column = index % n;
        float sum = 0;
        for (int p = 0; p < k; p++) sum += A[row * k + p] * B[p * n + column];
        return sum;
    }
};

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    thrust::device_ptr<float> elements(C);
    thrust::tabulate(thrust::device, elements, elements + m * n, Element{A, B, n, k});
    CHECK(cudaGetLastError());
}
