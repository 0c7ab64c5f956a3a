// trick: the host computes
// like: nothing
// wrong-computed_on_host.cu - copies everything to the host, multiplies there, copies the product back. In the case of one
// element that is no more than anybody may copy.
// says: the work belongs on the device
#include "workbook.h"

#include <vector>

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    std::vector<float> a(m * k), b(k * n), c(m * n);
    CHECK(cudaMemcpy(a.data(), A, a.size() * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(b.data(), B, b.size() * sizeof(float), cudaMemcpyDeviceToHost));
    for (int row = 0; row < m; row++)
        for (int column = 0; column < n; column++)
            for (int p = 0; p < k; p++) c[row * n + column] += a[row * k + p] * b[p * n + column];
    CHECK(cudaMemcpy(C, c.data(), c.size() * sizeof(float), cudaMemcpyHostToDevice));
}
