// variables.cu - constant memory, device variables and their symbols, managed memory, memory from kernels.
#include "claims.cuh"

enum { COUNT = 256 };

__constant__ float coefficients[16];
__constant__ struct { int offset; double scale; char name[6]; } settings = {7, 2.5, "abcde"};
__device__ int counter = 5;
__device__ float table[4][8] = {{1, 2, 3}, {4}, {}, {5, 6, 7, 8, 9, 10, 11, 12}};
__device__ int *where;
__device__ int target[3] = {11, 22, 33};
__device__ int *const points_inside = target + 2;
__device__ const char *words[] = {"zero", "one", "two"};
__managed__ int both_sides[COUNT];
__managed__ double managed_sum = 0.25;
static __device__ double hidden = 1.5;
namespace inner { __device__ short counter = -3; }
template <typename T> __device__ T made_for = 9;

__global__ void use_constants(float *out) {
    int i = threadIdx.x;
    out[i] = coefficients[i % 16] * (float)settings.scale + settings.offset + settings.name[i % 5]; // index differs by lane
}
__global__ void use_variables(int *out) {
    out[0] = atomicAdd(&counter, 10), out[1] = (int)table[3][threadIdx.x + 4], out[2] = *points_inside, out[3] = words[2][1];
    out[4] = inner::counter++, out[5] = (int)(hidden * 4), out[6] = made_for<int>, out[7] = where ? *where : -1;
    hidden += 1;
}
__global__ void use_managed(int *more) {
    int i = threadIdx.x;
    both_sides[i] = both_sides[i] * 2 + more[i];
    if (i == 0) managed_sum += 1;
}

struct Node {
    int value;
    Node *next;
};
__global__ void build_list(Node **head, int n) {
    for (int i = 0; i < n; i++) {
        Node *node = (Node *)malloc(sizeof(Node));
        node->value = i * i, node->next = *head, *head = node;
    }
}
__global__ void sum_list(Node *node, int *sum) {
    while (node) {
        Node *next = node->next;
        *sum += node->value;
        free(node);
        node = next;
    }
}
__global__ void each_allocates(int **places) {
    int *mine = new int[threadIdx.x + 1];
    mine[threadIdx.x] = threadIdx.x * 3;
    places[threadIdx.x] = mine;
}
__global__ void each_frees(int **places, int *out) {
    out[threadIdx.x] = places[threadIdx.x][threadIdx.x];
    delete[] places[threadIdx.x];
}

static void check_symbols() {
    Array<float> out(64);
    float host[16];
    for (int i = 0; i < 16; i++) host[i] = i * 1.5f;
    MUST(cudaMemcpyToSymbol(coefficients, host, sizeof host));
    use_constants<<<1, 64>>>(out.device);
    claim_each("constant memory", out, [&](int i) { return host[i % 16] * 2.5f + 7 + "abcde"[i % 5]; });
    float two[2] = {100, 200};
    MUST(cudaMemcpyToSymbol(coefficients, two, sizeof two, 3 * sizeof(float)));
    host[3] = 100, host[4] = 200;
    use_constants<<<1, 64>>>(out.device);
    claim_each("part of constant memory", out, [&](int i) { return host[i % 16] * 2.5f + 7 + "abcde"[i % 5]; });
    int *address, value = 0;
    size_t size = 0;
    MUST(cudaGetSymbolAddress((void **)&address, target));
    MUST(cudaGetSymbolSize(&size, table));
    claim("size of a symbol", size == sizeof table, "%zu", size);
    MUST(cudaMemcpyToSymbol(where, &address, sizeof address));
    Array<int> results(8);
    use_variables<<<1, 1>>>(results.device);
    const int expected[] = {5, 9, 33, 'w', -3, 6, 9, 11};
    claim_each("initial values", results, [&](int i) { return expected[i]; });
    MUST(cudaMemcpyFromSymbol(&value, counter, sizeof value));
    double left = 0;
    MUST(cudaMemcpyFromSymbol(&left, hidden, sizeof left));
    claim("what the kernel left", value == 15 && left == 2.5);
}

static void check_managed() {
    Array<int> more(COUNT);
    int *unified;
    MUST(cudaMallocManaged(&unified, COUNT * sizeof(int)));
    for (int i = 0; i < COUNT; i++) unified[i] = i, both_sides[i] = 10 * i;
    use_managed<<<1, COUNT>>>(unified);
    FINISH();
    bool good = managed_sum == 1.25;
    for (int i = 0; i < COUNT; i++) good &= both_sides[i] == 21 * i;
    claim("managed memory", good);
    managed_sum = 7;
    use_managed<<<1, COUNT>>>(unified);
    FINISH();
    claim("managed variables", managed_sum == 8 && both_sides[10] == 430);
    MUST(cudaFree(unified));
}

int main() {
    check_symbols();
    check_managed();
    Array<Node *> head(1);
    Array<int> sum(1), out(96);
    Array<int *> places(96);
    build_list<<<1, 1>>>(head.device, 20);
    head.read();
    sum_list<<<1, 1>>>(head[0], sum.device);
    claim_each("a list made in a kernel", sum, [](int) { return 2470; });
    each_allocates<<<1, 96>>>(places.device);
    each_frees<<<1, 96>>>(places.device, out.device);
    claim_each("new and delete by each thread", out, [](int i) { return 3 * i; });
    return claims_end();
}
