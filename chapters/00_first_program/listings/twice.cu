// twice.cu - a loop, the kernel that takes its place, and the launch.
#include "listing.h"

//= listing: void twice(const float *in, float *out, int count) {

//= listing: __global__ void twice_kernel(const float *in, float *out) {

int main() {
    constexpr int count = 32;
    float *in = numbers(count), *out = room(count); // memory of the GPU: in holds 0, 1, 2, ...
    //= listing: twice_kernel<<<1, count>>>(in, out);
    show(out, count);
}
