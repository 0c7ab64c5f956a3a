// product.cu - the tiled product. Take a barrier away, or change the side of the tiles.
#include "listing.h"

constexpr int T = 16;

//= listing: __global__ void product(const float *A, const float *B,

int main() {
    constexpr int n = 2 * T;
    float *A = numbers(n * n), *B = numbers(n * n), *C = room(n * n);
    product<<<dim3(n / T, n / T), dim3(T, T)>>>(A, B, C, n);
    show(C, 8);
}
