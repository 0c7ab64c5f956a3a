// Values of the wrong type.
struct Pair {
    int a, b;
};
__device__ void takes_pointer(float *p) { *p = 1; }
__device__ int takes_two(int a, int b) { return a + b; }

__global__ void pointer_for_number(float *out, int *in) { out[0] = in; } // error:68: the left side of `=` has the type `float`, and this is `int *`

__global__ void wrong_pointer(int *in) { takes_pointer(in); } // error:56: the parameter `p` of `takes_pointer` has the type `float *`, and this is `int *`

__global__ void loses_const(const float *in) { takes_pointer(in); } // error:62: the parameter `p` of `takes_pointer` has the type `float *`, and this is `const float *`

__global__ void changes_const(const float *in) { in[0] = 1; } // error:56: what is changed here is `const`

__global__ void too_few(int *out) { out[0] = takes_two(1); } // error:46: `takes_two` takes 2 arguments and gets 1

__global__ void too_many(int *out) { out[0] = takes_two(1, 2, 3); } // error:47: `takes_two` takes 2 arguments and gets 3

__global__ void float_index(float *out, float x) { out[x] = 1; } // error:56: an index is an integer, and this is `float`

__global__ void float_remainder(float *out) { out[0] = out[1] % 2; } // error:63: `%` is not defined for `float` and `int`

__global__ void record_for_number(int *out) {
    Pair pair = {1, 2};
    out[0] = pair; // error:14: the left side of `=` has the type `int`, and this is `Pair`
}

__global__ void number_for_pointer(float *out) { takes_pointer(out[0]); } // error:67: the parameter `p` of `takes_pointer` has the type `float *`, and this is `float`

__global__ void no_array(int count) {
    int x = count;
    x[0] = 1; // error:6: `[...]` needs an array or a pointer, and this is `int`
}

__global__ void array_assigned(int *out) {
    int a[2] = {1, 2}, b[2];
    b = a; // error:7: an array cannot be assigned as a whole
    out[0] = b[0];
}

__global__ void too_many_values(int *out) {
    int a[2] = {1, 2, 3}; // error:23: there are more values than `int[2]` has elements
    out[0] = a[0];
}

__global__ void variable_length(int *out, int n) {
    int a[n]; // error:11: the length of an array must be known when the program is compiled, and `n` is not
    out[0] = a[0];
}

__global__ int returns_value(int *out) { return out[0]; } // error:16: the kernel `returns_value` returns `int`

__device__ void returns_nothing(int *out) { return out[0]; } // error:55: `returns_nothing` returns nothing, and this returns a value

__device__ int returns_no_value(int *out) {
    if (out[0]) return; // not supported:17: `return` without a value in `returns_no_value`, which returns `int`
    return 1;
}

__global__ void dot_for_arrow(Pair *pair) { pair.a = 1; } // error:49: this is a pointer

__global__ void arrow_for_dot(Pair pair, int *out) { out[0] = pair->a; } // error:67: this is an object, not a pointer

__global__ void twice(int *out) {
    int x = 1;
    float x = 2; // error:11: `x` is declared twice in this scope
    out[0] = x;
}

__global__ void literal_changed() { 3 = 4; } // error:39: the left side of `=` is a value, and only variables can be changed

__global__ void no_address(float *out) { atomicAdd(out[0], 1.0f); } // error:42: none of the functions `atomicAdd` takes the arguments (float, float)

__global__ void no_component(float *out) { out[blockIdx.x * blockDim.x + threadIdx] = 1; } // error:72: `+` is not defined for `unsigned` and `uint3`
