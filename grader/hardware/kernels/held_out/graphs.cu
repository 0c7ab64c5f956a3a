// graphs.cu - measured kernels that no model has seen.
#include "../measured.cuh"

__global__ void breadth_pull(const int *start, const int *column, const int *level, int *next_level, int now,
                             int vertices) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= vertices || level[v] >= 0) return;
    for (int i = start[v]; i < start[v + 1]; i++)
        if (level[column[i]] == now) {
            next_level[v] = now + 1;
            break;
        }
}
MEASURE(graphs, breadth_pull, 65536, 1048576) {
    Rows rows = sparse_rows((int)size, 16, true);
    int *start = upload(rows.start), *column = upload(rows.column);
    int *level = values<int>(size, [](uint32_t i) { return scramble(i) % 4 == 0 ? 3 : -1; }), *next = zeros<int>(size);
    return [=] { breadth_pull<<<blocks_for(size, 256), 256>>>(start, column, level, next, 3, (int)size); };
}

// In-degrees by atomics.
__global__ void degrees(const int *to, int *count, int edges) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < edges) atomicAdd(&count[to[e]], 1);
}
MEASURE(graphs, degrees, 1048576, 16777216) {
    int *to = integers(size, (uint32_t)size / 16), *count = zeros<int>(size / 16);
    return [=] { degrees<<<blocks_for(size, 256), 256>>>(to, count, (int)size); };
}

// Where does a pattern of eight letters begin?
__global__ void find_text(const char *text, const char *pattern, int *found, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 8 > count) return;
    for (int k = 0; k < 8; k++)
        if (text[i + k] != pattern[k]) return;
    atomicAdd(found, 1);
}
MEASURE(graphs, find_text, 1048576, 33554432) {
    char *text = values<char>(size, [](uint32_t i) { return 'a' + scramble(i) % 4; }),
         *pattern = values<char>(8, [](uint32_t i) { return 'a' + i % 4; });
    int *found = zeros<int>(1);
    return [=] { find_text<<<blocks_for(size, 256), 256>>>(text, pattern, found, (int)size); };
}
