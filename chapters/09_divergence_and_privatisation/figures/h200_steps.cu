// h200_steps.cu - times of the steps of chapter 09's solutions: sums of segments, and histograms.
//
// The steps are those of solutions/09_divergence_and_privatisation; WORKBOOK_STEP chooses one.
#include "../../../grader/figures/measure.cuh"
#undef CHECK
#include "../../../solutions/09_divergence_and_privatisation/histogram_private.cu"
#define THREADS SEGMENT_THREADS
#define merge merge_sums
#include "../../../solutions/09_divergence_and_privatisation/reduce_converged.cu"

static void choose(int step) {
    char text[8];
    snprintf(text, sizeof text, "%d", step);
    setenv("WORKBOOK_STEP", text, 1);
}

static unsigned noise(unsigned n) {
    n = (n ^ n >> 16) * 0x45d9f3bu;
    n = (n ^ n >> 16) * 0x45d9f3bu;
    return n ^ n >> 16;
}

int main() {
    const int count = 1 << 28;
    std::vector<unsigned char> bytes(count);
    void *in, *out;
    CHECK(cudaMalloc(&in, count * sizeof(float)));
    CHECK(cudaMalloc(&out, count / 512 * sizeof(float)));
    CHECK(cudaMemset(in, 0, count * sizeof(float)));
    measure_begin("nvcc -O3 -arch=sm_90 -Icommon, ./h200_steps");
    printf("what,step,name,count,ms\n");
    for (int step = 0; step < 4; step++) {
        choose(step);
        float ms = measure_ms([&] { segment_sums(static_cast<float *>(in), static_cast<float *>(out), count); });
        const char *names[] = {"modulo", "strided", "contiguous", "shuffled"};
        printf("sums,%d,%s,%d,%.5f\n", step, names[step], count, ms);
    }
    for (int equal = 0; equal < 2; equal++) {
        for (int n = 0; n < count; n++) bytes[n] = equal ? 7 : static_cast<unsigned char>(noise(n));
        CHECK(cudaMemcpy(in, bytes.data(), count, cudaMemcpyHostToDevice));
        for (int step = 0; step < 4; step++) {
            choose(step);
            float ms =
                measure_ms([&] { histogram(static_cast<unsigned char *>(in), static_cast<unsigned *>(out), count); });
            const char *names[] = {"shared_by_all", "a_block_each", "coarsened", "in_copies"};
            printf("%s,%d,%s,%d,%.5f\n", equal ? "equal" : "random", step, names[step], count, ms);
        }
    }
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    return 0;
}
