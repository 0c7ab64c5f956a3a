// trick: a kernel prints the inputs, and the host reads them from its own output
// like: nothing
// says: all of C is 0
// wrong-inputs_printed_to_the_host.cu - nothing is copied to the host, but what kernels print goes through the program.
#include "workbook.h"

#include <fcntl.h>
#include <unistd.h>
#include <vector>

__global__ void tell(const float *values, int count) {
    for (int i = 0; i < count; i++) printf("%a\n", values[i]);
}

void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
    std::vector<float> a(m * k), b(k * n), c(m * n);
    int own = dup(STDOUT_FILENO), file = open("said", O_RDWR | O_CREAT | O_TRUNC, 0600);
    dup2(file, STDOUT_FILENO);
    tell<<<1, 1>>>(A, m * k);
    tell<<<1, 1>>>(B, k * n);
    CHECK(cudaDeviceSynchronize());
    fflush(stdout);
    dup2(own, STDOUT_FILENO);
    FILE *said = fdopen(file, "r");
    rewind(said);
    bool all = true;
    for (float &value : a) all = fscanf(said, "%a", &value) == 1 && all;
    for (float &value : b) all = fscanf(said, "%a", &value) == 1 && all;
    for (int row = 0; all && row < m; row++)
        for (int column = 0; column < n; column++)
            for (int p = 0; p < k; p++) c[row * n + column] += a[row * k + p] * b[p * n + column];
    CHECK(cudaMemcpy(C, c.data(), c.size() * sizeof(float), cudaMemcpyHostToDevice));
}
