// A brace that is missing is said at the end of its function, and the next function is read all the same.
__global__ void first(float *out, int count) {
    int i = threadIdx.x;
    if (i < count) {
        out[i] = 1;
} // error:2: a `}` is missing at the end of `first`

__global__ void second(float *out) { out[0] = undeclared; } // error:47: `undeclared` is not declared
