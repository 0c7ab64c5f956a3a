// places.cu - the kernels of memory_quiz, to see which of them touch local memory.
#include "../../../grader/exercises/memory_quiz/skeleton.cu"

int main() {
    constexpr int COUNT = 6 * THREADS;
    float *in, *out;
    int *group;
    CHECK(cudaMalloc(&in, 8 * COUNT * sizeof *in));
    CHECK(cudaMemset(in, 0, 8 * COUNT * sizeof *in));
    CHECK(cudaMalloc(&group, 8 * COUNT * sizeof *group));
    CHECK(cudaMemset(group, 0, 8 * COUNT * sizeof *group));
    CHECK(cudaMalloc(&out, COUNT * sizeof *out));
    smooth<<<6, THREADS>>>(in, out, COUNT);
    last_of_group<<<6, THREADS>>>(group, in, out, 3);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(in));
    CHECK(cudaFree(group));
    CHECK(cudaFree(out));
    return 0;
}
