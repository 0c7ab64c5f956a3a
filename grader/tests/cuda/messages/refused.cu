// What nvcc compiles and this compiler does not: said by name, and not as an error.
struct Base {
    virtual int f(); // not supported:17: this compiler cannot compile virtual functions
};

__global__ void jumps(int *out) {
again: // not supported:1: this compiler cannot compile labels and `goto`
    if (out[0]++ < 3) goto again;
}

struct Bits {
    int a : 3; // not supported:9: this compiler cannot compile bit-fields
};
