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

void at_the_end();
void registers_it() { atexit(at_the_end); } // not supported:23: this compiler does not know `atexit`

void turns(int *values) { std::rotate(values, values + 1, values + 2); } // not supported:32: this compiler's `std` has no `rotate`

void has_a_set(std::set<int> values); // not supported:21: this compiler's `std` has no `set`

void makes_a_set() {
    std::set<int> values; // not supported:10: this compiler's `std` has no `set`
}
