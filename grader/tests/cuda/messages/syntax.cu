// What is written wrongly: punctuation, braces, words.
#include <cstdio>

__global__ void no_semicolon(float *out) {
    int i = threadIdx.x // error:24: a `;` is missing after the declaration
    out[i] = 1;
}

__global__ void no_parenthesis(float *out) {
    if (threadIdx.x == 0 { // error:26: a `)` is missing after the condition of `if`, before `{`
        out[0] = 1;
    }
}

__global__ void no_bracket(float *out) {
    out[threadIdx.x = 1; // error:21: the left side of `=` is a value, and only variables can be changed
}

__global__ void no_operand(float *out) {
    out[0] = 1 + ; // error:18: a value is missing before `;`
}

__global__ void lonely_else(float *out) {
    if (threadIdx.x == 0)
        out[0] = 1;
        out[1] = 2;
    else out[2] = 3; // error:5: this `else` has no `if`
}

__global__ void stray(float *out) { out[0] = 1 @ 2; } // error:48: `@` has no meaning in C++

__global__ void jumps(float *out) {
    out[0] = 1;
    break; // error:5: `break` stands in no loop
}

__global__ void cases(float *out, int n) {
    switch (n) {
    case 1: out[0] = 1; break;
    case 1: out[0] = 2; // error:5: this `switch` has such a `case` already
    }
}

__global__ untyped(float *out) { out[0] = 1; } // error:12: the kernel `untyped` has no type

__device__ half_of(float x) { return x / 2; } // error:12: the function `half_of` has no type

__device__ int result(float x);
__device__ float result(float x) { return x; } // error:18: `result` returns another type than it is declared with

__global__ void parameter_again(float *out, int n) {
    int n = 3; // error:9: `n` is declared twice in this scope
    out[0] = n;
}

__global__ void commas(float *out, int n) {
    for (int i = 0, i < n, i++) out[i] = 0; // error:21: `i` is declared twice in this scope
}

__global__ void curly_quotes() {
    printf(“%d”, 1); // error:12: `“` has no meaning in C++
}

__global__ void long_dash(float *out, int n) {
    out[n–1] = 1; // error:10: `–` has no meaning in C++
}

#define COUNT 10;
__global__ void macros(float *out) {
    for (int i = 0; i < COUNT; i++) out[i] = 1; // error:30: a value is missing before `;`
}

__global__ void word(float *out) {
    int class = 3; // error:9: `class` is a word of C++ and cannot be the name of what is declared
    out[0] = class;
}

struct NoSemicolon {
    int x;
} // error:2: a `;` is missing after the `}` of a struct

__global__ void text() {
    printf("this ends nowhere); // error:12: this text does not end on its line
}

__global__ void launched(int *out) {}

void two_brackets(int *out) { launched<<1, 32>>(out); } // error:39: `<<` does not launch the kernel `launched`

__global__ void turned_sign(int *out, int n) {
    if (n =< 3) out[0] = 1; // error:11: `=<` is no operator
}

__global__ void power(float *out) { out[0] = out[0] ** 2; } // error:53: `**` is no operator

__global__ void size_of_pointer(float *out) { out[0] = out.size(); } // error:60: `float *` has no members

__global__ void shared_without_brackets(float *out) {
    extern __shared__ float s;
    out[0] = s[1]; // error:15: `[...]` needs an array or a pointer, and this is `float`
}

__global__ void no_types(x, n) { x[0] = n; } // error:26: the type of a parameter is missing before `x`

void default_before(int a = 1, int b) {} // error:36: this parameter has no default value, and the one before it has

class Hidden {
    int inner;

  public:
    int outer;
};
__global__ void uses_private(Hidden hidden, int *out) { out[0] = hidden.inner; } // error:73: `inner` is private in `Hidden`

__device__ int main() { return 0; } // error:16: `main` runs on the host: it cannot be `__device__`
