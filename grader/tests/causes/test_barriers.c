// test_barriers.c - where a barrier is missing: the line to put it, whichever way leads from one access to the other.
#include "verdict/explained.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static const Exercise toy = {.name = "toy", .must_define = "void copy(const float *from, float *to, int n)"};

#define KERNEL "__global__ void k(float *out, int n) {\n__shared__ float t[32];\n" // lines 1 and 2
#define PHASES                                                                                                         \
    KERNEL "for (int i = 0; i < n; i++) {\n" /* 3 */                                                                   \
           "t[threadIdx.x] = out[i];\n"      /* 4 */                                                                   \
           "__syncthreads();\n"              /* 5 */                                                                   \
           "for (int p = 0; p < 32; p++)\n"  /* 6 */                                                                   \
           "sum += t[p];\n"                  /* 7 */                                                                   \
           "__syncthreads();\n"              /* 8 */                                                                   \
           "}\n}\n"
#define BUFFERS(change)                                                                                                \
    KERNEL "__syncthreads();\n"                         /* 3 */                                                        \
           "for (int i = 0, now = 0; i < n; i++) {\n"   /* 4 */                                                        \
        change ";\nsum += t[16 * now + threadIdx.x];\n" /* 5, 6 */                                                     \
           "t[16 * now + i] = 1;\n"                     /* 7 */                                                        \
           "__syncthreads();\n}\n}\n"                   /* 8 */
#define TREE                                                                                                           \
    KERNEL "t[threadIdx.x] = out[n];\n"                                         /* 3 */                                \
           "for (int half = 16; half > 0; half /= 2) {\n"                       /* 4 */                                \
           "__syncthreads();\n"                                                 /* 5 */                                \
           "if (threadIdx.x < half) t[threadIdx.x] += t[threadIdx.x + half];\n" /* 6 */                                \
           "}\n}\n"

static const struct {
    const char *source;
    unsigned line, other, barrier; // of the barrier that the block had passed last
    bool writes, other_writes;
    const char *says; // NULL: nothing
} rows[] = {
    // The loop leads from the use to the next iteration's store, whichever of them was found racing.
    {PHASES, 4, 7, 5, true, false,
     "add __syncthreads() after line 7, because in the next iteration line 4 overwrites what other threads of the "
     "block still read in line 7"},
    {PHASES, 7, 4, 5, false, true, "add __syncthreads() after line 7, because in the next iteration line 4"},
    // The barrier at the end was passed: the one between store and use is missing. It stands before the inner loop.
    {PHASES, 4, 7, 8, true, false, "add __syncthreads() before line 6, because line 7 reads"},
    {PHASES, 7, 4, 0, false, true,
     "add __syncthreads() before line 6, because line 7 reads what other threads of the "
     "block write in line 4"},
    {PHASES, 7, 4, 3, false, true, "add __syncthreads() before line 6"},
    // Two buffers, one read while the other is stored: no barrier in the loop, or the one at its end
    // passed.
    {KERNEL "__syncthreads();\nfor (int i = 0; i < n; i++) {\nsum += t[n];\nt[i] = 1;\n}\n}\n", 5, 6, 3, false, true,
     "add __syncthreads() after line 6, because in the next iteration line 5 reads"},
    {KERNEL "for (int i = 0; i < n; i++) {\nsum += t[n];\nt[i] = 1;\n__syncthreads();\n}\n}\n", 5, 4, 6, true, false,
     "add __syncthreads() before line 5, because line 5 overwrites"},
    // The loop's own barrier was not reached yet, so both accesses are of the first iteration. Only where nothing
    // switches between two buffers is a second barrier the cure.
    {KERNEL "__syncthreads();\nfor (int i = 0; i < n; i++) {\nsum += t[n];\nt[i] = 1;\n__syncthreads();\n}\n}\n", 5, 6,
     3, false, true, "add __syncthreads() before line 6, because line 6 overwrites"},
    {BUFFERS("now = 1 - now"), 7, 6, 3, true, false,
     "line 6 reads the one of the two buffers that line 7 fills: read the buffer that was filled before the barrier, "
     "and fill the other one; now changes in line 5"},
    {BUFFERS("now ^= 1"), 6, 7, 8, false, true, "now changes in line 5"},
    {BUFFERS("now = !now"), 6, 7, 8, false, true, "now changes in line 5"},
    {BUFFERS("now = 1 - then"), 6, 7, 8, false, true, "add __syncthreads() before line 7"},
    // One line against itself: the loop's own barrier parts its iterations, also where the block has not passed it yet.
    {TREE, 6, 6, 0, false, true, "or let a step read only what no thread writes in it"},
    {TREE, 6, 6, 5, false, true, "read into a variable, add __syncthreads(), and write then"},
    {TREE, 6, 3, 0, false, true, "add __syncthreads() before line 4, because line 6 reads"},
    {KERNEL "for (int i = 16; i > 0; i /= 2)\nif (threadIdx.x < i) t[threadIdx.x] += t[threadIdx.x + i];\n}\n", 4, 4, 0,
     true, false, "the first statement of the loop in line 3"},
    {KERNEL "t[threadIdx.x] = t[threadIdx.x + 1];\n}\n", 3, 3, 0, true, false, "read into a variable"},
    // Threads that have left: the lanes of one warp can still wait for each other.
    {KERNEL
     "if (threadIdx.x > 31) return;\nfor (int i = 16; i > 0; i /= 2)\nt[threadIdx.x] += t[threadIdx.x + i];\n}\n",
     5, 5, 0, true, false, "add __syncwarp() as the first statement of the loop in line 4"},
    // Blocks and else branches are left whole.
    {KERNEL "if (n) {\nt[n] = 1;\n} else {\nt[0] = 1;\n}\nif (n > 1) {\nout[0] = t[1];\n}\n}\n", 4, 9, 0, true, false,
     "add __syncthreads() before line 8"},
    {KERNEL "if (n) {\nt[n] = 1;\nout[0] = t[1];\n}\n}\n", 4, 5, 0, true, false,
     "not all threads may come into the if of line 3: end it after line 4"},
    // Accesses in functions count where these are called.
    {"__device__ void put(float *t) {\nt[threadIdx.x] = 1;\n}\n__device__ float get(float *t) {\nreturn t[0];\n}\n"
     "__global__ void k(float *out) {\n__shared__ float t[32];\nput(t);\nout[0] = get(t);\n}\n",
     2, 5, 0, true, false, "add __syncthreads() before line 10, because line 10 reads"},
    // No barrier helps two threads that compute one index, arrays that overlap, or sums.
    {KERNEL "t[0] = n;\n}\n", 3, 3, 0, true, true, NULL},
    {KERNEL "t[n] += 1;\n}\n", 3, 3, 0, false, true, NULL},
    {KERNEL "}\n", 9, 3, 0, false, true, NULL},
};

static void line_of(const char *source, unsigned line, char text[160]) {
    for (unsigned n = 1; n < line && source; n++) source = (source = strchr(source, '\n')) ? source + 1 : NULL;
    snprintf(text, 160, "%.*s", source ? (int)strcspn(source, "\n") : 0, source ? source : "");
}

START_TEST(the_line_of_the_missing_barrier_is_told) {
    VerdictFault fault = {.kind = FAULT_RACE_SHARED,
                          .file = "toy.cu",
                          .space = "shared",
                          .line = rows[_i].line,
                          .other_line = rows[_i].other,
                          .barrier_line = rows[_i].barrier,
                          .is_write = rows[_i].writes,
                          .other_is_write = rows[_i].other_writes,
                          .thread = {1},
                          .other_thread = {2}};
    Verdict verdict = {.exercise = &toy, .file = "toy.cu", .faults = &fault, .fault_count = 1};
    if (strstr(rows[_i].source, "put(")) fault.call_line = 9, fault.other_call_line = 10;
    line_of(rows[_i].source, fault.line, fault.source);
    line_of(rows[_i].source, fault.other_line, fault.other_source);
    explain_faults(rows[_i].source, &verdict);
    if (rows[_i].says) ck_assert_msg(strstr(fault.cause, rows[_i].says) != NULL, "%s", fault.cause);
    else ck_assert_str_eq(fault.cause, "");
}
END_TEST

// A source may be anything, and lines may be anywhere.
START_TEST(any_text_is_read) {
    static const char *const texts[] = {
        "",       "}",    "{",    "for (",        "for (;;) {", "do", "do {", "} while (", "else",   "else {", "if (a)",
        "} else", "((((", "))))", "for (;;)\nif", "{{{{",       ";;", "\n\n", "{\n{\n}\n", "}\n{\n", "if\n("};
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
        for (unsigned lines = 0; lines < 4 * 4 * 4; lines++) {
            VerdictFault fault = {.kind = FAULT_RACE_SHARED,
                                  .file = "toy.cu",
                                  .line = lines % 4,
                                  .other_line = lines / 4 % 4,
                                  .barrier_line = lines / 16,
                                  .call_line = lines / 16,
                                  .other_is_write = lines % 2};
            Verdict verdict = {.exercise = &toy, .file = "toy.cu", .faults = &fault, .fault_count = 1};
            explain_faults(texts[t], &verdict);
            ck_assert_uint_lt(strlen(fault.cause), sizeof fault.cause);
        }
}
END_TEST

Suite *barriers_suite(void) {
    Suite *suite = suite_create("barriers");
    TCase *tests = tcase_create("missing");
    tcase_add_loop_test(tests, the_line_of_the_missing_barrier_is_told, 0, sizeof rows / sizeof *rows);
    tcase_add_test(tests, any_text_is_read);
    suite_add_tcase(suite, tests);
    return suite;
}
