// test_explain.c - what the student's source tells of a fault.
#include "causes/host_calls.h"
#include "causes/results.h"
#include "causes/strides.h"
#include "causes/summary.h"
#include "verdict/explained.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static const Exercise toy = {.name = "toy", .must_define = "void copy(const float *from, float *to, int n)"};

#define KERNEL "__global__ void k(float *out, int n) {\n"
static const struct {
    const char *source, *kind;
    unsigned line;     // that the device named, 0: none
    unsigned told;     // the line in the verdict
    const char *cause; // words of it; NULL: the source tells nothing
} rows[] = {
    {KERNEL "if (threadIdx.x > n) return;\n__syncthreads();\n}\n", "divergent_barrier", 3, 3, "the return in line 2"},
    {KERNEL "if (n) {\n__syncthreads();\n}\n}\n", "divergent_barrier", 3, 3, "which stands in the if of line 2"},
    {KERNEL "if (n) out[0] = 1;\nelse\n__syncthreads();\n}\n", "divergent_barrier", 4, 4, "which stands in the else"},
    {KERNEL "for (;;) {\nif (n) break;\n__syncthreads();\n}\n}\n", "divergent_barrier", 4, 4, "the break in line 3"},
    {KERNEL "for (int i = threadIdx.x; i < n; i++)\n__syncthreads();\n}\n", "divergent_barrier", 3, 3,
     "same number of iterations of the loop"},
    {KERNEL "// return\nconst char *s = \"return\"; /* break\n */\n__syncthreads();\n}\n", "divergent_barrier", 5, 5,
     "less often than others"},
    {"int f() { return 1; }\n" KERNEL "if (n) { __syncthreads(); }\n}\n", "divergent_barrier", 3, 3,
     "the if of line 3"},
    {KERNEL "float sum;\nout[0] = sum;\n}\n", "undefined_value", 3, 3, "sum has no value yet: give it one in line 2"},
    {KERNEL "float sum, more = 1;\nout[0] = sum + more;\n}\n", "undefined_value", 3, 3, "sum has no value yet"},
    {KERNEL "float tile[4][5];\nout[0] = tile[1][n];\n}\n", "undefined_value", 3, 3,
     "give the elements of tile values in line 2"},
    {KERNEL "float sum = 0;\nout[0] = sum;\n}\n", "undefined_value", 3, 3, NULL},
    {KERNEL "float a, b;\nout[0] = a + b;\n}\n", "undefined_value", 3, 3, NULL},
    {KERNEL "extern __shared__ float a[];\nextern __shared__ int b[];\na[n] = 1;\n}\n", "race_shared", 4, 4,
     "a and b are the same memory"},
    {"__global__ void j() {\nextern __shared__ float a[];\n}\n" KERNEL "extern __shared__ int b[];\nb[n] = 1;\n}\n",
     "race_shared", 6, 6, NULL},
    {KERNEL "}\nvoid copy(const float *from, float *to, int n) {\nk<<<1, 2000>>>(to, n);\n}\n", "invalid_launch", 4, 4,
     NULL},
    {KERNEL "}\nvoid copy(const float *from, float *to, int n) {\nk<<<1, 1>>>(to, n);\nk<<<2, 1>>>(to, n);\n}\n",
     "invalid_launch", 4, 4, NULL},
    {KERNEL "out[n] = 1;\n}\nvoid copy(const float *from, float *to, int n) {\nto[0] = 1;\n}\n", "device_pointer", 5, 5,
     "to points to device memory"},
    {"int main() {\nfloat *p;\ncudaMalloc(&p, 4);\n*p = 1;\n}\n", "device_pointer", 4, 4, "p points to device memory"},
    {"int main() {\ncudaDeviceReset();\n}\n", "device_reset", 2, 2, NULL},
    {KERNEL "int i = threadIdx.x;\nif (i < n) out[2 * i] = 1;\n}\n", "out_of_bounds", 3, 3,
     "the test `i < n` does not keep the index `2 * i`"},
    {KERNEL "int i = threadIdx.x;\nif (i < n)\nout[2 * i] = 1;\n}\n", "out_of_bounds", 4, 4,
     "the test `i < n` does not keep the index `2 * i`"},
    {KERNEL "float f = threadIdx.x < n ? out[n] : 0;\n}\n", "out_of_bounds", 2, 2,
     "the test `threadIdx.x < n` does not keep the index `n`"},
    {KERNEL "bool in = n < 3;\nout[0] = in ? out[n] : 0;\n}\n", "out_of_bounds", 3, 3,
     "the test `n < 3` does not keep the index `n`"},
    {KERNEL "float *row = out + n * pitch;\nrow[0] = 1;\n}\n", "out_of_bounds", 3, 3,
     "the pitch in line 2 counts bytes"},
    {KERNEL "char *row = (char *)out + n * pitch;\nout[n] = row[0];\n}\n", "out_of_bounds", 3, 3, NULL},
    {KERNEL "atomicAdd(&out[n], 1);\n}\n", "uninitialised_global", 2, 2, "adds to out, which nothing has set"},
    {KERNEL "__shared__ float t[8][8];\nt[n][n ^ 1] = 1;\nout[0] = t[n][n];\n}\n", "uninitialised_shared", 4, 4,
     "t is indexed with ^ in line 3 and without in line 4"},
    {KERNEL "extern __shared__ float t[];\nfloat *a = t, *b = t;\na[n] = b[n];\n}\n", "race_shared", 4, 4,
     "a and b are the same memory (line 3)"},
    {KERNEL "extern __shared__ float t[];\nfloat *a = t, *b = t + n;\na[n] = b[n];\n}\n", "race_shared", 4, 4, NULL},
    {KERNEL "}\nvoid copy(const float *from, float *to, int n) {\nk<<<ceil_div(n, 32), 32>>>(to, n);\n}\n",
     "invalid_launch", 4, 4, "launch only where the count is above 0"},
    {KERNEL "int t = blockIdx.x * 32 + threadIdx.x;\nif (t > n) return;\nout[t] = 1;\n}\n", "out_of_bounds", 4, 4,
     "lets the thread with t == n pass: threads must return where t >= n"},
    {KERNEL "int t = blockIdx.x * 32 + threadIdx.x;\nif (t > n - 1) return;\nout[t] = 1;\n}\n", "out_of_bounds", 4, 4,
     "check that its bounds are the array's sizes"},
    {KERNEL "int t = blockIdx.x * 32 + threadIdx.x;\nif (t >= n) return;\nfor (int row = 0; row < 9; row++)\n"
            "out[row * n + t] = 1;\n}\n",
     "out_of_bounds", 5, 5, "check how far row runs in its loop"},
    {KERNEL "if (n || threadIdx.x < n) out[n] = 1;\n}\n", "out_of_bounds", 2, 2, "|| lets it pass"},
    {KERNEL "if (n) return;\nout[n] = 1; // if (n)\n}\n", "out_of_bounds", 3, 3, NULL},
    {KERNEL "if (n)\n__syncthreads();\nout[0] = 1;\n__syncthreads();\n}\n", "divergent_barrier", 5, 3,
     "which stands in an if"},
    {KERNEL "}\nvoid copy(const float *from, float *to, int n) {\nauto kernel = k;\nkernel<<<1, 2000>>>(to, n);\n}\n",
     "invalid_launch", 5, 5, NULL},
    {KERNEL "out[n] = 1;\n}\nvoid copy(const float *from, float *to, int n) {\nfloat *own;\ncudaMalloc(&own, n);\n}\n",
     "out_of_bounds", 2, 6, "counts bytes"},
    {KERNEL "out[n] = 1;\n}\nvoid copy(const float *from, float *to, int n) {\nfloat *own;\ncudaMalloc(&own, n * "
            "sizeof(float));\n}\n",
     "out_of_bounds", 2, 2, NULL},
    {KERNEL "out[0] += 1;\n}\nvoid copy(const float *from, float *to, int n) {\ncudaMemset(to, 0, n);\n}\n",
     "uninitialised_global", 2, 5, "cudaMemset counts bytes"},
    {KERNEL "char *plane = (char *)out;\nfloat *row = (float *)(plane + n * pitch);\nrow[0] = 1;\n}\n", "out_of_bounds",
     4, 4, NULL},
    {KERNEL "int x = blockIdx.x * 32 + threadIdx.x;\nif (x >= n) return;\nint node = x * x;\nout[node] = 1;\n}\n",
     "out_of_bounds", 5, 5, "the index is node, and the test `x >= n` does not look at it"},
    {KERNEL "int row = blockIdx.y * 8 + threadIdx.y, column = blockIdx.x * 8 + threadIdx.x;\n"
            "out[row * n + threadIdx.x] = column;\n}\n",
     "out_of_bounds", 3, 3, "check by what row is multiplied"},
    {KERNEL "int x = blockIdx.x * 32 + threadIdx.x;\nout[x * n] = 1;\n}\n", "out_of_bounds", 3, 3, "x runs too far"},
    {KERNEL "int r = blockIdx.y * 8 + threadIdx.y, c = blockIdx.x * 8 + threadIdx.x;\nif (r >= n || c >= m) return;\n"
            "float f = in[r * k];\nout[r * n + c] = f;\n}\n",
     "out_of_bounds", 4, 4, "the test lets c run to m"},
    {"__device__ float add(float f) {\n__syncthreads();\nreturn f;\n}\n" KERNEL "if (n == 0) out[0] = add(n);\n}\n",
     "divergent_barrier", 2, 6, "not all threads of the block make this call, which has a barrier in line 2"},
    {KERNEL "out[n] = 1;\n}\n", "misaligned", 2, 2, NULL},
    {KERNEL "atomicAdd(&out[n], 1);\n}\nvoid copy(float *out, int n) {\nk<<<1, 1>>>(out, n);\ncudaMemset(out, 0, "
            "sizeof(float));\n}\n",
     "uninitialised_global", 2, 2, "which line 6 clears only after the launch"},
};

START_TEST(source_tells_the_cause) {
    VerdictFault fault = {.kernel = "k(float*, int)", .space = "global", .line = rows[_i].line};
    Verdict verdict = {.exercise = &toy, .file = "toy.cu", .faults = &fault, .fault_count = 1};
    fault.kind = fault_named(rows[_i].kind);
    if (fault.line) snprintf(fault.file, sizeof fault.file, "toy.cu");
    snprintf(fault.space, sizeof fault.space, "global");
    fault.fact = FACT_OF(grid_empty, 0, 1, 1);
    explain_faults(rows[_i].source, &verdict);
    ck_assert_uint_eq(fault.line, rows[_i].told);
    if (rows[_i].cause) ck_assert_msg(strstr(fault.cause, rows[_i].cause) != NULL, "%s", fault.cause);
    else ck_assert_str_eq(fault.cause, "");
}
END_TEST

START_TEST(two_arrays_in_one_place_are_named_where_results_are_wrong) {
    VerdictCase cases[] = {{.result.passed = true}, {.result.passed = false}};
    Verdict verdict = {.exercise = &toy, .file = "toy.cu", .cases = cases, .case_count = 2};
    explain_results(KERNEL "extern __shared__ float a[];\na[n] = 1;\n}\n", &verdict);
    ck_assert_str_eq(cases[1].result.cause, "");
    explain_results(KERNEL "extern __shared__ float a[];\nextern __shared__ int b[];\na[n] = 1;\n}\n", &verdict);
    ck_assert_ptr_nonnull(strstr(cases[1].result.cause, "a and b are the same memory"));
    ck_assert_str_eq(cases[0].result.cause, "");
}
END_TEST

START_TEST(a_launch_with_the_block_first_is_named) {
    VerdictCase wrong = {.result.passed = false};
    Verdict verdict = {.exercise = &toy, .file = "toy.cu", .cases = &wrong, .case_count = 1};
    explain_geometry("void toy() {\nkernel<<<grid, block>>>(a);\n}\n", &verdict);
    ck_assert_str_eq(verdict.geometry.says, "");
    const char source[] = "void toy() {\nkernel<<<block, grid>>>(a);\n}\n";
    explain_geometry(source, &verdict);
    explain_results(source, &verdict);
    ck_assert_ptr_nonnull(strstr(wrong.result.cause, "the launch in line 2 names the block first"));
}
END_TEST

#define PLAIN "__global__ void k(int n) {\nint x = blockIdx.x * T + threadIdx.x;\nif (x < n) a[x] = 1;\n}\n"
#define FOURS                                                                                                          \
    "__global__ void k() {\nint x = blockIdx.x * T * F + threadIdx.x;\nfor (int c = 0; c < F; c++) a[x + c * T] = "    \
    "1;\n}\n"
static const struct {
    const char *source, *says; // NULL: nothing is wrong
} launches[] = {
    {PLAIN "void f() { k<<<ceil_div(n, T), T>>>(n); }", NULL},
    {PLAIN "void f() { k<<<rows, threads>>>(n); }", NULL},
    {PLAIN "void f() { k<<<threads, rows>>>(n); }", "write <<<rows, threads>>>"},
    {PLAIN "void f() { k<<<threads, BLOCK>>>(n); }", NULL},
    {"constexpr int T = 128;\n" PLAIN "void f() { k<<<n, 128>>>(n); }", NULL},
    {"constexpr int T = 128;\n" PLAIN "void f() { k<<<n, 256>>>(n); }", "counts 128, T in line 3: launch as many, 128"},
    {"__global__ void k() {\nif (threadIdx.x >= 32) return;\na[blockIdx.x * 32 + threadIdx.x] = 1;\n}\n"
     "void f() { k<<<n, 256>>>(); }",
     NULL},
    {"template <int T>\n" PLAIN "void f() { if (side == 16) k<32><<<n, side>>>(n); }",
     "write 16 as the template's argument"},
    {"template <int T>\n" PLAIN "void f() { if (side == 16) k<16><<<n, side>>>(n); else k<32><<<n, side>>>(n); }",
     NULL},
    {FOURS "void f() { k<<<ceil_div(n, T * F), T>>>(); }", NULL},
    {FOURS "void f() { dim3 grid(ceil_div(n, T)); k<<<grid, T>>>(); }", "write ceil_div(n, T * F)"},
    {"template <int F>\n" FOURS "void f() { k<4><<<ceil_div(n, T), T>>>(); }", "write ceil_div(n, T * 4)"},
    {"template <int F>\n" FOURS "void f() { k<1><<<ceil_div(n, T), T>>>(); }", NULL},
    {"__global__ void k() {\nint x = blockIdx.x * T * F + threadIdx.x;\nfor (int c = 0; c < F; c++) a[x + c] = 1;\n}\n"
     "void f() { k<<<n, T>>>(); }",
     "x + c in line 3 is an element of the next thread as well, because threads are neighbours: write x + c * T"},
    {"__global__ void k() {\nint x = blockIdx.x * T + threadIdx.x;\nfor (int c = 0; c < F; c++) a[x + c * T] = 1;\n}\n"
     "void f() { k<<<n, T>>>(); }",
     "write blockIdx.x * T * F"},
    {"__global__ void k() { if (threadIdx.x == 0) *out = 1; }\nvoid f() { k<<<1, T>>>(); }", NULL},
    {"__global__ void k() { if (threadIdx.x == 0) *out = 1; }\nvoid f() { k<<<n, T>>>(); }",
     "launch one block, <<<1, T>>>"},
    {"__device__ int i() { return blockIdx.x; }\n__global__ void k() { a[i()] = 1; }\nvoid f() { k<<<n, T>>>(); }",
     NULL},
    {"__global__ void k() { atomicAdd(a, 1); }\nvoid f() { k<<<n, T>>>(); }", NULL},
    {"__global__ void k() {\nint t = threadIdx.x;\nif (t == T) a[blockIdx.x] = 1;\n}\nvoid f() { k<<<n, T>>>(); }",
     "no thread has t == T in line 3"},
    {"__global__ void k() {\nint t = threadIdx.x;\nif (t == T - 1) a[blockIdx.x] = 1;\n}\nvoid f() { k<<<n, T>>>(); }",
     NULL},
};

START_TEST(blocks_and_threads_that_do_not_fit_the_kernel_are_named) {
    Verdict verdict = {.exercise = &toy, .file = "toy.cu"};
    explain_geometry(launches[_i].source, &verdict);
    if (launches[_i].says)
        ck_assert_msg(strstr(verdict.geometry.says, launches[_i].says) != NULL, "%s", verdict.geometry.says);
    else ck_assert_str_eq(verdict.geometry.says, "");
}
END_TEST

START_TEST(a_free_too_many_is_told_with_the_one_before) {
    static const struct {
        FaultKind kind;
        unsigned line, freed, told; // line 0: a call of the grader
        const char *cause;
    } frees[] = {
        {FAULT_DOUBLE_FREE, 4, 3, 4, "line 3 has freed the memory already"},
        {FAULT_DOUBLE_FREE, 0, 2, 2, "it is the caller's memory"},
        {FAULT_COPY_OUT_OF_BOUNDS, 0, 2, 2, "it is the caller's memory"},
        {FAULT_COPY_OUT_OF_BOUNDS, 4, 3, 4, "line 3 has freed it, so move that line behind this one"},
        {FAULT_COPY_OUT_OF_BOUNDS, 4, 0, 4, NULL},
    };
    VerdictFault fault = {.kind = frees[_i].kind, .line = frees[_i].line, .other_line = frees[_i].freed};
    Verdict verdict = {.exercise = &toy, .file = "toy.cu", .faults = &fault, .fault_count = 1};
    if (fault.line) snprintf(fault.file, sizeof fault.file, "toy.cu");
    if (fault.other_line) snprintf(fault.other_file, sizeof fault.other_file, "toy.cu");
    explain_faults("void copy(float *to) {\ncudaFree(to);\ncudaFree(to);\ncudaFree(to);\n}\n", &verdict);
    ck_assert_uint_eq(fault.line, frees[_i].told);
    if (frees[_i].cause) ck_assert_msg(strstr(fault.cause, frees[_i].cause) != NULL, "%s", fault.cause);
    else ck_assert_str_eq(fault.cause, "");
}
END_TEST

// Past the end of a shared array of 32: what the index says of the cause.
START_TEST(an_index_past_a_shared_array_is_told_by_what_it_counts) {
    static const struct {
        const char *access, *says;
        bool writes;
    } accesses[] = {
        {"t[i] = in[i];", "t belongs to one block, but `i` counts through all of them", true},
        {"t[threadIdx.x] = in[i];", "the block has more threads than t has places", true},
        {"t[k] = in[i];", "the block has more threads than t has places", true},
        {"if (i < n) t[k] = in[i];", "the block has more threads than t has places", true},
        {"in[i] = t[32 - k];", "take away 1 more", false},
        {"if (k + n <= 32) t[k] += t[k + n];", "`k + n <= 32` does not keep the index `k + n` inside", false},
        {"if (k <= 32) in[i] = t[k];", "`k <= 32` does not keep the index `k` inside", false},
    };
    char text[300];
    VerdictFault fault = {.kind = fault_named("out_of_bounds"),
                          .file = "toy.cu",
                          .space = "shared",
                          .line = 5,
                          .is_write = accesses[_i].writes};
    Verdict verdict = {.exercise = &toy, .file = "toy.cu", .faults = &fault, .fault_count = 1};
    snprintf(text, sizeof text,
             "__global__ void f(float *in, int n) {\n__shared__ float t[32];\nint k = threadIdx.x;\n"
             "int i = blockIdx.x * blockDim.x + threadIdx.x;\n%s\n}\n",
             accesses[_i].access);
    explain_faults(text, &verdict);
    ck_assert_msg(strstr(fault.cause, accesses[_i].says) != NULL, "%s", fault.cause);
}
END_TEST

START_TEST(a_size_in_floats_of_an_array_of_doubles_is_named) {
    VerdictFault fault = {
        .kind = fault_named("out_of_bounds"), .file = "toy.cu", .space = "global", .line = 2, .bytes = 8};
    Verdict verdict = {.exercise = &toy, .file = "toy.cu", .faults = &fault, .fault_count = 1};
    explain_faults("__global__ void f(double *s) {\ns[blockIdx.x] = 1;\n}\nvoid g(int n) {\ndouble *s;\n"
                   "cudaMalloc(&s, n * sizeof(float));\n}\n",
                   &verdict);
    ck_assert_uint_eq(fault.line, 6);
    ck_assert_ptr_nonnull(strstr(fault.cause, "write sizeof(double)"));
}
END_TEST

static const char *const kinds[] = {
    "divergent_barrier",    "undefined_value", "race_shared", "out_of_bounds",        "invalid_launch",
    "device_pointer",       "device_reset",    "double_free", "uninitialised_global", "uninitialised_copy",
    "uninitialised_shared", "race_global",     "wrong_memory"};

START_TEST(any_text_is_read) {
    static const char *const texts[] = {
        "", "}", "{", "\"", "/*", "__syncthreads()", "return", "[", "extern __shared__", "\n\n(", "sum", "=", "<<<"};
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            for (unsigned line = 0; line < 4; line++) {
                VerdictFault fault = {.kernel = "", .line = line, .space = "shared"};
                Verdict verdict = {.exercise = &toy, .file = "toy.cu", .faults = &fault, .fault_count = 1};
                fault.kind = fault_named(kinds[k]);
                if (line) snprintf(fault.file, sizeof fault.file, "toy.cu");
                if (!k) explain_geometry(texts[t], &verdict);
                explain_faults(texts[t], &verdict);
                ck_assert_uint_le(fault.line, 4);
            }
}
END_TEST

START_TEST(a_call_that_failed_is_named_with_its_line) {
    Verdict verdict = {.exercise = &toy, .file = "exercises/toy.cu"};
    explain_end("a\n  cudaMemcpy(d, A, 4, cudaMemcpyHostToDevice);\n", &verdict,
                "toy.cu:2: cudaMemcpy(...): invalid argument (cudaErrorInvalidValue)");
    ck_assert_ptr_nonnull(strstr(verdict.ended, "toy.cu line 2 (cudaMemcpy(d, A"));
    ck_assert_ptr_nonnull(strstr(verdict.ended, "the arguments are device pointers"));
}
END_TEST

// Texts in which a careless search would go through all places for each place: they would take hours. The limit is
// Check's.
START_TEST(text_made_to_take_long_is_left) {
    static const char *const pieces[][2] = {{"__device__ void k() { q[0] ", "cudaMalloc(&q ); "},
                                            {"q[0] q ", "cudaMalloc(&q ); "},
                                            {"q(q,q,q ", "float q, "},
                                            {"if (q) { ", "__syncthreads(); "},
                                            {"cudaFree(q); {", "cudaFree(q); }"},
                                            {"k <<< ", "k<<<1, 1>>>(); "},
                                            {"__global__ void k() { } ", "k<q><<<q, q>>>(); "},
                                            {"extern __shared__ int q[]; { ", "q\n"},
                                            {"for (;;) { q[0] += q[1] ", "} else { "},
                                            {"__device__ k() { for (i = lane; ", "for (i = lane; i += 32) "},
                                            {"__device__ k() { p = q * pitch ", "+ b * pitch "},
                                            {"__global__ void k() { if (q ", "? q[q ^ 1] "}};
    enum { LENGTH = 64000 };
    char text[LENGTH + 64] = "";
    size_t length = 0;
    for (int part = 0; part < 2; part++)
        while (length < (size_t)(part + 1) * LENGTH / 2)
            length += (size_t)sprintf(text + length, "%s", pieces[_i][part]);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (unsigned line = 0; line < 2; line++) {
            VerdictFault fault = {.kernel = "k", .line = line, .other_line = line, .space = "global"};
            Verdict verdict = {.exercise = &toy, .file = "toy.cu", .faults = &fault, .fault_count = 1};
            fault.kind = fault_named(kinds[k]);
            if (line) snprintf(fault.file, sizeof fault.file, "toy.cu");
            explain_faults(text, &verdict);
        }
    VerdictCase wrong = {.ran = true, .result = {.has_element = true, .array = "C"}};
    Verdict verdict = {.exercise = &toy, .file = "toy.cu", .cases = &wrong, .case_count = 1};
    explain_geometry(text, &verdict);
    explain_results(text, &verdict);
}
END_TEST

// ---- what is told beside points ----

START_TEST(a_limit_without_points_is_told_when_all_else_is_right) {
    static const Part shown[] = {{.label = "occupancy", .kind = PART_LIMIT}};
    static const Exercise exercise = {.name = "toy", .case_count = 1, .parts = shown, .part_count = 1};
    VerdictCase right = {.ran = true, .result.passed = true};
    VerdictCounter counter = {.label = "percent occupancy", .value = 50, .least = 99, .most = 200, .measured = true};
    Verdict verdict = {.exercise = &exercise, .state = STATE_passed, .case_count = 1, .counters = &counter};
    verdict.counter_count = 1;
    verdict.cases = &right;
    summarise(&verdict);
    ck_assert_str_eq(verdict.summary, "All 1 cases right, no faults, every limit met.");
    snprintf(counter.advice, sizeof counter.advice, "Index with size_t");
    summarise(&verdict);
    ck_assert_ptr_nonnull(strstr(verdict.summary, "It costs no points, but percent occupancy: 50, at least 99 needed"));
    ck_assert_ptr_nonnull(strstr(verdict.summary, ": Index with size_t."));
}
END_TEST

#define ALIKE "__global__ void k() { if (threadIdx.x == 0) *out = 1; }\nvoid f() { k<<<n, T>>>(); }"
#define TURNED "void f() { k<<<block, grid>>>(); }"
static const struct {
    const char *source;
    Part part;
    VerdictCounter missed;
    bool explained;
} missed_limits[] = {
    {ALIKE, {.symptom = "coalescing", .counter = LOAD_SECTORS}, {.value = 9, .most = 4}, true},
    {ALIKE, {.symptom = "transfers", .counter = LOAD_SECTORS}, {.value = 9, .most = 4}, true},
    {ALIKE, {.symptom = "transfers"}, {.value = 9, .most = 4}, false},
    {ALIKE, {.symptom = "occupancy"}, {.value = 9, .most = 4}, false},
    {ALIKE, {.counts = "threads that draw points"}, {.value = 9, .most = 4}, true},
    {ALIKE, {.counts = "threads that draw points"}, {.value = 3, .least = 4, .most = 4}, false},
    {ALIKE, {.symptom = "bank_conflicts", .counter = BANK_CONFLICTS}, {.value = 9}, false},
    {TURNED, {.symptom = "bank_conflicts", .counter = BANK_CONFLICTS}, {.value = 9}, true},
    {TURNED, {.symptom = "bytes_in_flight", .counter = LOAD_SECTORS}, {.value = 3, .least = 4, .most = 9}, true},
    {TURNED, {.symptom = "local_memory"}, {.value = 9, .most = 4}, false},
};

START_TEST(a_launch_is_named_before_limits_that_it_can_explain) {
    Part part = missed_limits[_i].part;
    VerdictCounter missed = missed_limits[_i].missed;
    part.kind = PART_LIMIT, part.points = 10;
    VerdictPart earned = {.max_points = 10};
    const Exercise exercise = {.name = "toy", .case_count = 1, .parts = &part, .part_count = 1};
    Verdict verdict = {.exercise = &exercise, .state = STATE_limit, .counters = &missed, .counter_count = 1};
    verdict.parts = &earned, verdict.part_count = 1;
    explain_geometry(missed_limits[_i].source, &verdict);
    ck_assert(verdict.geometry.says[0]);
    summarise(&verdict);
    bool explained = strstr(verdict.summary, verdict.geometry.says);
    ck_assert_msg(explained == missed_limits[_i].explained, "%s", verdict.summary);
}
END_TEST

START_TEST(the_largest_case_names_the_mistake) {
    VerdictCase cases[] = {{.ran = true, .result = {.total = 16, .cause = "the one"}},
                           {.ran = true, .result = {.total = 4096, .cause = "the other"}}};
    static const Exercise exercise = {.name = "toy", .case_count = 2};
    Verdict verdict = {.exercise = &exercise, .state = STATE_wrong, .cases = cases, .case_count = 2};
    summarise(&verdict);
    ck_assert_msg(!strncmp(verdict.summary, "the other.", 10), "%s", verdict.summary);
}
END_TEST

START_TEST(a_division_that_rounds_down_is_named_where_elements_are_not_written) {
    VerdictCase wrong = {.result = {.has_element = true, .unwritten = true, .array = "out", .kind = "the end of out"}};
    Verdict verdict = {.exercise = &toy, .file = "toy.cu", .cases = &wrong, .case_count = 1};
    explain_results("__global__ void k() {\nint i = 7 / 3;\n}\nvoid copy(int n) {\nk<<<n / 32, 32>>>();\n}\n",
                    &verdict);
    ck_assert_msg(!strncmp(verdict.stored, "toy.cu line 5 (k<<<n / 32", 25), "%s", verdict.stored);
    ck_assert_ptr_nonnull(strstr(wrong.result.kind, "this division rounds down"));
    verdict.stored[0] = 0;
    static const char *const right[] = {"(n + 32 - 1) / 32", "ceil_div(n, THREADS / WARP)", "ceil_div(n, threads / 4)",
                                        "THREADS / 32"};
    for (unsigned i = 0; i < sizeof right / sizeof *right; i++) {
        char source[200];
        snprintf(source, sizeof source, "void copy(int n) {\nk<<<%s, 32>>>();\n}\n", right[i]);
        explain_results(source, &verdict);
        ck_assert_msg(!verdict.stored[0], "%s: %s", right[i], verdict.stored);
    }
}
END_TEST

START_TEST(a_load_whose_lanes_lie_apart_is_named_where_nothing_else_is_known) {
    static const Part limits[] = {{.label = "coalesced loads", .counter = "global_load_sectors"}};
    static const Exercise exercise = {.name = "toy", .parts = limits, .part_count = 1};
    VerdictFigures figures[] = {{.line = 2, .requests = 10, .sectors = 320, .needed = 40},
                                {.line = 3, .requests = 10, .sectors = 40, .needed = 40}};
    VerdictCase wrong = {.result = {.has_element = true, .array = "out"}};
    Verdict verdict = {.exercise = &exercise, .file = "toy.cu", .cases = &wrong, .case_count = 1, .figures = figures};
    verdict.figure_count = 2;
    explain_results(KERNEL "float value = out[32 * n];\nout[n] = value;\n}\n", &verdict);
    ck_assert_msg(!strncmp(verdict.stored, "toy.cu line 2 (float value", 26), "%s", verdict.stored);
    ck_assert_ptr_nonnull(strstr(wrong.result.kind, "touch 32 sectors per request, where 4 would do"));
    figures[0].sectors = 40, wrong.result.kind[0] = verdict.stored[0] = 0;
    explain_results(KERNEL "float value = out[32 * n];\nout[n] = value;\n}\n", &verdict);
    ck_assert_msg(!strncmp(verdict.stored, "toy.cu line 3 (out[n]", 21), "%s", verdict.stored);
    ck_assert_str_eq(wrong.result.kind, "");
}
END_TEST

// ---- wrong results ----

static const CaseSpec sizes[] = {{.size = {32, 64}}, {.size = {96, 100}}, {.size = {64, 33}}, {.size = {32, 32}}};
static const Exercise sized = {.name = "toy", .cases = sizes, .case_count = 4};

START_TEST(line_that_stores_the_wrong_array_is_named) {
    static const struct {
        const char *line;
        bool named;
    } lines[] = {{"C[i] = 1;", true},         {"C[i * n][2] += 1;", true},      {"atomicAdd(&C[i], 1);", true},
                 {"x = C[i] + C[1];", false}, {"if (C[i] == 1) x = 1;", false}, {"D[i] = C[i];", false}};
    char source[200];
    VerdictFigures figures[] = {{.line = 2}};
    VerdictCase wrong = {.result = {.has_element = true, .array = "C"}};
    Verdict verdict = {
        .exercise = &toy, .file = "toy.cu", .cases = &wrong, .case_count = 1, .figures = figures, .figure_count = 1};
    snprintf(source, sizeof source,
             "__global__ void k(float *C) {\n%s\n}\n__global__ void other(float *C) {\nC[0] = 1;\n}\n", lines[_i].line);
    explain_results(source, &verdict);
    ck_assert_msg((strstr(verdict.stored, "toy.cu line 2 (") != NULL) == lines[_i].named, "%s", verdict.stored);
}
END_TEST

START_TEST(what_wrong_cases_have_in_common_is_told) {
    static const struct {
        bool passed[4];
        const char *words; // NULL: they have nothing in common
    } results[] = {{{true, false, false, true}, "no multiple of 32"},
                   {{true, true, false, true}, NULL}, // a single one shows nothing
                   {{false, false, false, false}, NULL},
                   {{false, true, true, false}, NULL}};
    VerdictCase judged[4] = {{.ran = true}, {.ran = true}, {.ran = true}, {.ran = true}};
    Verdict verdict = {.exercise = &sized, .cases = judged, .case_count = 4};
    char text[160] = "";
    for (int i = 0; i < 4; i++) judged[i].result.passed = results[_i].passed[i];
    ck_assert(results_pattern(&verdict, text, sizeof text) == (results[_i].words != NULL));
    if (results[_i].words) ck_assert_msg(strstr(text, results[_i].words) != NULL, "%s", text);
}
END_TEST

#define LONG_NAME "a_name_of_more_than_forty_three_characters_for_a_width"
START_TEST(long_names_end_in_dots) {
    char words[STRIDES_WORDS];
    ck_assert(strides_disagree("column < " LONG_NAME " && row < n", "row * " LONG_NAME "s + column", words));
    ck_assert_ptr_nonnull(strstr(words, "lets column run to a_name_of_more_than_forty_three_char"));
    ck_assert_ptr_nonnull(strstr(words, "...: both must be the length of a row"));
}
END_TEST

START_TEST(words_are_found_wherever_a_text_begins) {
    const char before[] = "next >= width", *text = before + 3; // what lies before a text is not part of it
    Source source;
    ck_assert(source_open("", &source)); // from then on, searches are counted
    ck_assert(has_word(text, "t") && has_word(text, "width"));
    ck_assert(!has_word(text, "wid") && !has_word(text, "next") && !has_word("", "t"));
    source_close(&source);
}
END_TEST

Suite *explain_suite(void) {
    Suite *suite = suite_create("explain");
    TCase *group = tcase_create("explain");
    tcase_add_loop_test(group, source_tells_the_cause, 0, sizeof rows / sizeof *rows);
    tcase_add_test(group, two_arrays_in_one_place_are_named_where_results_are_wrong);
    tcase_add_test(group, a_launch_with_the_block_first_is_named);
    tcase_add_loop_test(group, blocks_and_threads_that_do_not_fit_the_kernel_are_named, 0, COUNT_OF(launches));
    tcase_add_loop_test(group, a_free_too_many_is_told_with_the_one_before, 0, 5);
    tcase_add_test(group, a_limit_without_points_is_told_when_all_else_is_right);
    tcase_add_loop_test(group, a_launch_is_named_before_limits_that_it_can_explain, 0, COUNT_OF(missed_limits));
    tcase_add_test(group, the_largest_case_names_the_mistake);
    tcase_add_test(group, a_division_that_rounds_down_is_named_where_elements_are_not_written);
    tcase_add_test(group, a_load_whose_lanes_lie_apart_is_named_where_nothing_else_is_known);
    tcase_add_loop_test(group, an_index_past_a_shared_array_is_told_by_what_it_counts, 0, 7);
    tcase_add_test(group, a_size_in_floats_of_an_array_of_doubles_is_named);
    tcase_add_test(group, any_text_is_read);
    tcase_add_test(group, long_names_end_in_dots);
    tcase_add_test(group, words_are_found_wherever_a_text_begins);
    tcase_add_loop_test(group, text_made_to_take_long_is_left, 0, 12);
    tcase_add_test(group, a_call_that_failed_is_named_with_its_line);
    tcase_add_loop_test(group, line_that_stores_the_wrong_array_is_named, 0, 6);
    tcase_add_loop_test(group, what_wrong_cases_have_in_common_is_told, 0, 4);
    suite_add_tcase(suite, group);
    return suite;
}
