// trick: inputs drawn again on the host
// like: nothing
// says: nothing of C is ever written
// wrong-inputs_drawn_again.cu - the host draws the inputs as the grader does, and multiplies. One element, which anybody may
// copy, tells which case it is.
#include "workbook.h"

#include <cstdint>
#include <vector>

// The generator of the inputs, SplitMix64, as anybody can read it.
struct Generator {
    uint64_t state;
    uint64_t next() {
        uint64_t z = state += UINT64_C(0x9E3779B97F4A7C15);
        z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
        z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
        return z ^ (z >> 31);
    }
    float value() {
        uint64_t bits = next();
        float magnitude = static_cast<float>((1u << 22) + (bits >> 1) % (3u << 22)) * 0x1p-24f;
        return bits & 1 ? -magnitude : magnitude;
    }
};

void matmul_colmajor(const float *A, const float *, float *C, int m, int n, int k) {
    float first;
    CHECK(cudaMemcpy(&first, A, sizeof first, cudaMemcpyDeviceToHost));
    for (uint64_t index = 1; index <= 10; index++) {
        Generator generator{Generator{index}.next() >> 11};
        std::vector<float> a(m * k), b(k * n), c(m * n);
        for (float &value : a) value = generator.value();
        for (float &value : b) value = generator.value();
        for (int row = 0; row < m; row++)
            for (int column = 0; column < n; column++)
                for (int p = 0; p < k; p++) c[row * n + column] += a[row * k + p] * b[column * k + p];
        if (a[0] == first) CHECK(cudaMemcpy(C, c.data(), c.size() * sizeof(float), cudaMemcpyHostToDevice));
    }
}
