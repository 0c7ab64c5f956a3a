// plane.cu - each pixel gets the number of the block that it belongs to.
#include "listing.h"

__global__ void number_blocks(float *image, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) image[y * width + x] = blockIdx.y * gridDim.x + blockIdx.x;
}

int main() {
    constexpr int width = 40;
    constexpr int height = 20;
    float *image = room(width * height);
    //= listing: dim3 block(16, 16);
    show(image, width);
}
