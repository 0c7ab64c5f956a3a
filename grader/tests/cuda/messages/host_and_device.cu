// What runs where.
#include <cstdio>
#include <cstdlib>

int on_host(int x) { return x + 1; }
__device__ int on_device(int x) { return x + 1; }
__global__ void kernel(int *out) { out[0] = 1; }
int host_counter = 0;

__global__ void calls_host(int *out) { out[0] = on_host(1); } // error:49: the host function `on_host` is called from `calls_host`, which runs on the GPU

__global__ void calls_library(int *out) { out[0] = atoi("1"); } // error:52: the host function `atoi` is called from `calls_library`, which runs on the GPU

void calls_device(int *out) { out[0] = on_device(1); } // error:40: `on_device` runs on the GPU only, and `calls_device` is host code

void uses_thread(int *out) { out[0] = threadIdx.x; } // not supported:39: this compiler cannot compile `threadIdx` in `uses_thread`, which is host code

void waits() { __syncthreads(); } // error:16: `__syncthreads` runs on the GPU only, and `waits` is host code

void calls_kernel(int *out) { kernel(out); } // error:31: the kernel `kernel` is called like a function

void launches_function(int *out) { on_device<<<1, 1>>>(3); } // error:36: `on_device` is launched, but it is no kernel

void no_block(int *out) { kernel<<<1>>>(out); } // not supported:33: this compiler cannot compile a launch without a number of threads

void not_closed(int *out) { kernel<<<1, 32>>(out); } // error:43: the launch is not closed with `>>>`

void no_arguments(int *out) { kernel<<<1, 32>>>(); } // error:31: `kernel` takes 1 argument and gets 0

void wrong_argument(float *out) { kernel<<<1, 32>>>(out); } // error:53: the parameter `out` of `kernel` has the type `int *`, and this is `float *`

__global__ void reads_host_variable(int *out) { out[0] = host_counter; } // error:58: `host_counter` is a variable of the host, and `reads_host_variable` runs on the GPU

void shared_on_host() { __shared__ int x[32]; } // error:40: `__shared__` memory belongs to a block: the host function `shared_on_host` has none

__global__ void reference(int &out) { out = 1; } // warning:32: this parameter of a kernel is a reference to the host's memory

__global__ void shared_value() { __shared__ int x = 1; } // error:49: the `__shared__` variable `x` cannot have an initial value

__global__ void shared_length() { __shared__ int x[]; } // error:50: the `__shared__` array `x` has no length

__constant__ float coefficients[4];
__global__ void stores_constant() { coefficients[0] = 1; } // warning:53: `coefficients` is in constant memory, which kernels can only read
