// left_open.cu - what CUDA leaves open and an H200 always does in one way: run without the check for races.
#include "claims.cuh"

// Lanes of one store at one place: of a part of the warp that is served at once the lowest stays, and of the parts the
// last.
template <typename T> __device__ void store_same(T *place, unsigned lanes, T value) {
    if (lanes >> threadIdx.x & 1) *place = value;
}
__global__ void same_place(int *out, unsigned lanes) {
    __shared__ __align__(16) int s[16];
    int lane = threadIdx.x;
    if (lane < 16) s[lane] = -1;
    __syncwarp();
    store_same((unsigned char *)out, lanes, (unsigned char)lane);
    store_same(out + 4, lanes, lane);
    store_same((int2 *)(out + 8), lanes, make_int2(lane, lane));
    store_same((int4 *)(out + 12), lanes, make_int4(lane, lane, lane, lane));
    store_same(s, lanes, lane);
    store_same((int2 *)(s + 4), lanes, make_int2(lane, lane));
    store_same((int4 *)(s + 8), lanes, make_int4(lane, lane, lane, lane));
    __syncwarp();
    if (lane < 3) out[16 + lane] = s[4 * lane];
}

int main() {
    const unsigned masks[] = {~0u, 0xf0f0f0f0u, 0x55555555u, 0x00ff00f0u};
    const int stay[][3] = {{0, 16, 24}, {4, 20, 28}, {0, 16, 24}, {4, 16, 16}}; // of words, pairs and fours
    Array<int> stayed(20);
    for (int m = 0; m < 4; m++) {
        same_place<<<1, 32>>>(stayed.device, masks[m]);
        stayed.read();
        const int *w = stay[m];
        bool right = (stayed[0] & 255) == w[0] && stayed[4] == w[0] && stayed[8] == w[1] && stayed[12] == w[2];
        for (int i = 0; i < 3; i++) right &= stayed[16 + i] == w[i];
        char text[80];
        snprintf(text, sizeof text, "lanes %08x at one place", masks[m]);
        claim(text, right, "%d %d %d", stayed[4], stayed[8], stayed[12]);
    }
    return claims_end();
}
