// transpose.cu - lanes that follow the rows of `in`. Let x come from threadIdx.y, and they follow those of `out`.
#include "listing.h"

__global__ void transpose(const float *in, float *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    //= listing: out[x * height + y] = in[y * width + x];
}

int main() {
    constexpr int width = 64;
    constexpr int height = 32;
    float *in = numbers(width * height), *out = room(width * height);
    dim3 block(32, 8);
    transpose<<<dim3(ceil_div(width, 32), ceil_div(height, 8)), block>>>(in, out, width, height);
    show(out, 8);
}
