// graphs.cu - measured kernels to build an estimator on.
#include "../measured.cuh"

// One step of a breadth-first search from the vertices of a level, in compressed rows.
__global__ void breadth_push(const int *start, const int *column, const int *level, int *next_level, int now,
                             int vertices) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= vertices || level[v] != now) return;
    for (int i = start[v]; i < start[v + 1]; i++) {
        int to = column[i];
        if (level[to] < 0) next_level[to] = now + 1;
    }
}
MEASURE(graphs, breadth_push, 65536, 1048576) {
    Rows rows = sparse_rows((int)size, 16, false);
    int *start = upload(rows.start), *column = upload(rows.column);
    int *level = values<int>(size, [](uint32_t i) { return scramble(i) % 8 == 0   ? 3
                                                           : scramble(i) % 8 == 1 ? 2
                                                                                  : -1; }),
        *next = zeros<int>(size);
    return [=] { breadth_push<<<blocks_for(size, 256), 256>>>(start, column, level, next, 3, (int)size); };
}

// Vertices of a queue; neighbours found first are put into the next queue by an atomic.
__global__ void frontier_queue(const int *queue, const int *start, const int *column, const unsigned char *seen,
                               int *next, unsigned *tail, unsigned mask) {
    int v = queue[blockIdx.x * blockDim.x + threadIdx.x];
    for (int i = start[v]; i < start[v + 1]; i++)
        if (!seen[column[i]]) next[atomicInc(tail, mask)] = column[i];
}
MEASURE(graphs, frontier_queue, 65536, 1048576) {
    Rows rows = sparse_rows((int)size, 8, false);
    int *start = upload(rows.start), *column = upload(rows.column), *queue = integers(size / 8, (uint32_t)size),
        *next = zeros<int>(size);
    unsigned char *seen = values<unsigned char>(size, [](uint32_t i) { return scramble(i) % 4 != 0; });
    unsigned *tail = zeros<unsigned>(1), mask = (unsigned)size - 1;
    return [=] { frontier_queue<<<size / 8 / 256, 256>>>(queue, start, column, seen, next, tail, mask); };
}

__global__ void page_rank(const int *start, const int *column, const float *rank, const float *inverse, float *out,
                          int vertices) {
    int v = (blockIdx.x * blockDim.x + threadIdx.x) / 8, lane = threadIdx.x % 8;
    if (v >= vertices) return;
    float sum = 0;
    for (int i = start[v] + lane; i < start[v + 1]; i += 8) sum += rank[column[i]] * inverse[column[i]];
    for (int distance = 4; distance > 0; distance /= 2) sum += __shfl_down_sync(~0u, sum, distance, 8);
    if (lane == 0) out[v] = 0.15f + 0.85f * sum;
}
MEASURE(graphs, page_rank, 65536, 1048576) {
    Rows rows = sparse_rows((int)size, 16, false);
    int *start = upload(rows.start), *column = upload(rows.column);
    float *rank = floats(size), *inverse = floats(size), *out = zeros<float>(size);
    return [=] { page_rank<<<blocks_for(size * 8, 256), 256>>>(start, column, rank, inverse, out, (int)size); };
}

// A diagonal of a table of edit distances.
__global__ void edit_diagonal(const char *a, const char *b, const int *before, const int *twice_before, int *out,
                              int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0 || i >= n) return;
    int other = twice_before[i - 1] + (a[i] != b[n - i]);
    out[i] = min(other, min(before[i], before[i - 1]) + 1);
}
MEASURE(graphs, edit_diagonal, 65536, 8388608) {
    char *a = values<char>(size + 1, [](uint32_t i) { return scramble(i) % 4; }),
         *b = values<char>(size + 1, [](uint32_t i) { return scramble(i + 9) % 4; });
    int *before = integers(size, 100), *twice = integers(size, 100, 1), *out = zeros<int>(size);
    return [=] { edit_diagonal<<<blocks_for(size, 128), 128>>>(a, b, before, twice, out, (int)size); };
}
