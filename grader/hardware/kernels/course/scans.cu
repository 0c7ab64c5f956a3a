// scans.cu - inclusive sums: of a block in three ways, and of the whole array with a chain of blocks.
#include "../measured.cuh"

static bool right_scan(const int *in, const int *out, long count, long section) {
    std::vector<int> from = download(in, count), to = download(out, count);
    int sum = 0;
    for (long i = 0; i < count; i++) {
        sum = i % section ? sum + from[i] : from[i];
        if (to[i] != sum) return false;
    }
    return true;
}

#define SECTION 512
__global__ void scan_in_place(const int *in, int *out) {
    __shared__ int values[SECTION];
    int t = threadIdx.x, i = blockIdx.x * SECTION + t;
    values[t] = in[i];
    for (int stride = 1; stride < SECTION; stride *= 2) {
        int before = 0;
        __syncthreads();
        if (t >= stride) before = values[t - stride];
        __syncthreads();
        values[t] += before;
    }
    out[i] = values[t];
}
MEASURE(scans, scan_in_place, 262144, 16777216) {
    int *in = integers(size, 10), *out = zeros<int>(size);
    measured_check([=] { return right_scan(in, out, size, SECTION); });
    return [=] { scan_in_place<<<size / SECTION, SECTION>>>(in, out); };
}

// Up and down a tree, two elements for each thread.
__global__ void scan_up_down(const int *in, int *out) {
    __shared__ int values[2 * SECTION];
    unsigned t = threadIdx.x, i = 2 * blockIdx.x * SECTION + t;
    values[t] = in[i];
    values[t + SECTION] = in[i + SECTION];
    for (unsigned stride = 1; stride <= SECTION; stride *= 2) {
        __syncthreads();
        unsigned at = (t + 1) * 2 * stride - 1;
        if (at < 2 * SECTION) values[at] += values[at - stride];
    }
    for (int stride = SECTION / 2; stride > 0; stride /= 2) {
        __syncthreads();
        unsigned at = (t + 1) * stride * 2 - 1;
        if (at + stride < 2 * SECTION) values[at + stride] += values[at];
    }
    __syncthreads();
    out[i] = values[t];
    out[i + SECTION] = values[t + SECTION];
}
MEASURE(scans, scan_up_down, 262144, 16777216) {
    int *in = integers(size, 10), *out = zeros<int>(size);
    measured_check([=] { return right_scan(in, out, size, 2 * SECTION); });
    return [=] { scan_up_down<<<size / (2 * SECTION), SECTION>>>(in, out); };
}

// Each thread scans four elements of its own, then the block scans the threads' sums by shuffles.
__global__ void scan_coarsened(const int4 *in, int4 *out) {
    __shared__ int warps[8];
    int t = threadIdx.x, lane = t % 32;
    int4 v = in[blockIdx.x * 256 + t];
    v.y += v.x;
    v.z += v.y;
    v.w += v.z;
    int sum = v.w;
    for (int d = 1; d < 32; d *= 2) {
        int before = __shfl_up_sync(~0u, sum, d);
        if (lane >= d) sum += before;
    }
    if (lane == 31) warps[t / 32] = sum;
    __syncthreads();
    int offset = sum - v.w;
    for (int w = 0; w < t / 32; w++) offset += warps[w];
    out[blockIdx.x * 256 + t] = make_int4(v.x + offset, v.y + offset, v.z + offset, v.w + offset);
}
MEASURE(scans, scan_coarsened, 262144, 16777216) {
    int *in = integers(size, 10), *out = zeros<int>(size);
    measured_check([=] { return right_scan(in, out, size, 1024); });
    return [=] { scan_coarsened<<<size / 1024, 256>>>((const int4 *)in, (int4 *)out); };
}

// Each block waits for the sum of the block before it. The flags hold the number of the launch.
__global__ void scan_chained(const int *in, int *out, volatile int *sums, volatile int *flags, int *tickets,
                             int launch) {
    __shared__ int values[1024], before, place;
    if (threadIdx.x == 0) place = atomicAdd(tickets, 1) - (launch - 1) * gridDim.x;
    __syncthreads();
    int t = threadIdx.x, block = place, i = block * 1024 + t;
    values[t] = in[i];
    for (int stride = 1; stride < 1024; stride *= 2) {
        __syncthreads();
        int left = t >= stride ? values[t - stride] : 0;
        __syncthreads();
        values[t] += left;
    }
    __syncthreads();
    if (t == 0) {
        before = 0;
        if (block > 0) {
            while (flags[block - 1] != launch) continue;
            __threadfence();
            before = sums[block - 1];
        }
        sums[block] = before + values[1023];
        __threadfence();
        flags[block] = launch;
    }
    __syncthreads();
    out[i] = values[t] + before;
}
MEASURE(scans, scan_chained, 65536, 1048576) {
    int *in = integers(size, 10), *out = zeros<int>(size), *sums = zeros<int>(size / 1024),
        *flags = zeros<int>(size / 1024), *tickets = zeros<int>(1);
    std::shared_ptr<int> launch = std::make_shared<int>(0);
    measured_check([=] { return right_scan(in, out, size, size); });
    return [=] { scan_chained<<<size / 1024, 1024>>>(in, out, sums, flags, tickets, ++*launch); };
}
