// order.cu - every element of an array of four dimensions writes its flat number.
#include "workbook.h"

__global__ void number(int *out, int4 size) {
    int flat = threadIdx.x;
    int a = flat % size.x, b = flat / size.x % size.y, c = flat / size.x / size.y % size.z,
        d = flat / size.x / size.y / size.z;
    out[a + size.x * (b + size.y * (c + size.z * d))] = flat;
}

int main() {
    int *out;
    CHECK(cudaMalloc(&out, 72 * sizeof(int)));
    number<<<1, 72>>>(out, make_int4(4, 3, 3, 2));
    CHECK(cudaGetLastError());
    CHECK(cudaFree(out));
    return 0;
}
