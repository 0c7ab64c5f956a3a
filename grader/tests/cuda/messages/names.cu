// Names that nobody declared, with the one that was probably meant.
struct Particle {
    float x, y, mass;
};
constexpr int THREADS = 256;

__device__ float square(float x) { return x * x; }

__global__ void wrong_variable(float *out, int count) {
    int index = threadIdx.x;
    if (indx < count) out[index] = 1; // error:9: `indx` is not declared
}

__global__ void wrong_function(float *out) { out[0] = sqare(out[0]); } // error:55: `sqare` is not declared

__global__ void wrong_barrier() { syncthreads(); } // error:35: `syncthreads` is not declared

__global__ void wrong_builtin(int *out) { out[0] = threadIDx.x; } // error:52: `threadIDx` is not declared

__global__ void wrong_member(Particle *p) { p->mas = 1; } // error:48: `Particle` has no member `mas`

__global__ void wrong_type(int *out) {
    flaot x = 1; // error:5: `flaot` is not declared
    out[0] = x;
}

__global__ void used_before(int *out) { out[0] = later(); } // error:50: `later` is not declared yet: its declaration follows further down
__device__ int later() { return 1; }

__global__ void wrong_constant(int *out) { out[0] = THREAD; } // error:53: `THREAD` is not declared

void launches(float *out) { wrong_kernl<<<1, 32>>>(out, 1); } // error:29: `wrong_kernl` is not declared

__global__ void out_of_scope(int *out) {
    for (int i = 0; i < 4; i++) out[i] = i;
    out[0] = i; // error:14: `i` is not declared
}

__global__ void old_shuffle(float *out) { out[0] = __shfl_down(out[0], 1); } // error:52: `__shfl_down` is not declared

void without_header() { std::vector<int> values; } // error:30: `std::vector` is not declared
