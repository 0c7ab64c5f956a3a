// test_cuda_emit.c - the PTX that build/cudac makes: what it computes, what it refuses, and that nvcc's agrees.
#define _GNU_SOURCE // asprintf
#include "compared.h"
#include "jobs.h"
#include "machine.h"
#include "scratch.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char folder[SCRATCH_BYTES];

static void setup(void) { scratch_folder(folder, "cuda_emit"); }

static void write_source(const char *text) {
    char path[SCRATCH_BYTES + 16];
    snprintf(path, sizeof path, "%s/kernel.cu", folder);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

// What cudac prints for a file with this text; *status is how it ends.
static char *compile_with(const char *option, const char *text, int *status) {
    char program[4096], source[SCRATCH_BYTES + 16];
    write_source(text);
    snprintf(program, sizeof program, "%s/cudac", build_folder());
    snprintf(source, sizeof source, "%s/kernel.cu", folder);
    Job job = {.arguments = {program, option, source}};
    snprintf(job.output, sizeof job.output, "%s/printed", folder);
    jobs_run(&job, 1);
    *status = job.status;
    return text_read(job.output);
}
static char *compile(const char *text, int *status) { return compile_with("--ptx", text, status); }

// Runs `kernel(unsigned *out, unsigned n)`, and checks the words that it writes.
static void check_words(const char *source, uint32_t threads, uint32_t n, const uint32_t *expected) {
    uint32_t words[64];
    int status;
    char *ptx = compile(source, &status);
    ck_assert_msg(status == 0, "%s", ptx);
    Machine *machine = machine_create(1, 0);
    machine_load(machine, ptx);
    ck_assert_int_eq(machine_run(machine, "_Z6kernelPjj", 1, threads, n, words, threads), 0);
    ck_assert_ptr_null(machine_fault(machine));
    for (uint32_t k = 0; k < threads; k++)
        ck_assert_msg(words[k] == expected[k], "thread %u: %u, not %u", k, words[k], expected[k]);
    machine_free(machine);
    free(ptx);
}

#define KERNEL(body)                                                                                                   \
    "extern \"C\" __global__ void kernel(unsigned *out, unsigned n) { unsigned t = threadIdx.x; " body " }"

static const struct {
    const char *source;
    uint32_t n, expected[4];
} PROGRAMS[] = {
    // Loops: of a constant number, of one known at run time with a rest after the unrolled part, and with break.
    {KERNEL("unsigned s = 0; for (int i = 0; i < 10; i++) s += i * t; out[t] = s;"), 0, {0, 45, 90, 135}},
    {KERNEL("unsigned s = 0; for (unsigned i = 0; i < n; i++) s += i; out[t] = s + t;"), 7, {21, 22, 23, 24}},
    {KERNEL("unsigned i = 0; while (true) { if (i * i >= n + t) break; i++; } out[t] = i;"), 8, {3, 3, 4, 4}},
    // Two variables that change places in a loop: copies at its end happen at once.
    {KERNEL("unsigned a = t, b = 100; for (unsigned i = 0; i < n; i++) { unsigned c = a; a = b; b = c; } out[t] = a;"),
     5,
     {100, 100, 100, 100}},
    // An array at a constant index stays in registers; at a varying one it lies in memory.
    {KERNEL("unsigned a[4] = {5, 6, 7, 8}; a[1] += t; out[t] = a[0] + a[1];"), 0, {11, 12, 13, 14}},
    {KERNEL("unsigned a[4] = {5, 6, 7, 8}; out[t] = a[(t + n) % 4];"), 2, {7, 8, 5, 6}},
    // A quotient is rounded towards zero, also where the divisor is a power of two.
    {KERNEL("int x = (int)t - 3; out[t] = (unsigned)(x / 2 + 10);"), 0, {9, 9, 10, 10}},
    {KERNEL("int x = (int)t - 3; out[t] = (unsigned)(x % 2 + 10);"), 0, {9, 10, 9, 10}},
    // && does not compute its right side if the left one is false.
    {KERNEL("unsigned calls = 0; if (t > 1 && ++calls > 0) calls += 10; out[t] = calls;"), 0, {0, 0, 11, 11}},
    {KERNEL("switch (t) { case 1: out[t] = 5; break; case 2: default: out[t] = 7; }"), 0, {7, 5, 7, 7}},
    {KERNEL("__shared__ unsigned s[4]; s[t] = t * t; __syncthreads(); out[t] = s[3 - t];"), 0, {9, 4, 1, 0}},
    // 1 + 2^-24 is 1 in single precision; fused with a product it would not be lost: (1 + 2^-12)^2 - (1 + 2^-11) =
    // 2^-24.
    {KERNEL("float x = 1 + 1 / 4096.0f + 0 * t; out[t] = x * x + -(1 + 1 / 2048.0f) == 1 / 16777216.0f;"),
     0,
     {0, 0, 0, 0}},
};

START_TEST(kernels_compute_what_they_say) {
    check_words(PROGRAMS[_i].source, 4, PROGRAMS[_i].n, PROGRAMS[_i].expected);
}
END_TEST

static const struct {
    const char *source, *says;
} REFUSED[] = {
    {KERNEL("out[t] = (unsigned)expm1f((float)n);"), "`expm1f` in a kernel"},
    {"__device__ unsigned f(unsigned n) { return n ? f(n - 1) + 1 : 0; }" KERNEL("out[t] = f(n);"), "calls itself"},
    // A product that one branch alone computes: whether it stands beside the sum is NVVM's choice.
    {KERNEL("float x = t * 0.1f, y = n ? x * x : x; out[t] = (unsigned)(y + 1);"),
     "an expression whose last bit depends"},
    // ptxas contracts nothing across a division, and whether the quotient comes before x * x is the scheduler's choice.
    {KERNEL("float x = __uint_as_float(t), y = __uint_as_float(n); out[t] = (unsigned)(y / x - x * x);"),
     "an expression whose last bit depends"},
    // NVVM makes a branch of the division, so the product stands in another block than its sum.
    {KERNEL("float x = __uint_as_float(t), y = __uint_as_float(n), p = x * y; unsigned long long *wide = "
            "(unsigned long long *)out, q = wide[t] / wide[n]; out[t] = (unsigned)q + (unsigned)(p + x);"),
     "an expression whose last bit depends"},
    // The NaN of a GPU has other bits than the one that NVVM would make here.
    {KERNEL("float zero = 0; out[t] = __float_as_uint(zero / zero);"), "an expression whose last bit depends"},
};

START_TEST(what_is_not_compiled_is_refused_with_a_sentence) {
    int status;
    char *printed = compile(REFUSED[_i].source, &status);
    ck_assert_msg(status == 3, "status %d: %s", status, printed);
    ck_assert_msg(strstr(printed, REFUSED[_i].says), "%s", printed);
    free(printed);
}
END_TEST

// Floating operations as NVVM combines them, which decides what is contracted.
static const struct {
    const char *source, *has, *has_not;
} COMBINED[] = {
    {KERNEL("float x = __uint_as_float(t), y = __uint_as_float(n); out[t] = __float_as_uint((float)((double)x + y));"),
     "add.f32", "%fd1"},
    {KERNEL("float x = __uint_as_float(t); out[t] = __float_as_uint(x + (float)(double)(x * __uint_as_float(n)));"),
     "fma.rn.f32", "%fd1"},
    {KERNEL("float x = __uint_as_float(t), y = __uint_as_float(n); out[t] = (double)x < (double)y;"), "setp.lt.f32",
     "%fd1"},
    // What both ways end with comes after them.
    {KERNEL("float x = __uint_as_float(t), y; if (n > 3) { out[1] = 1; y = 2.5f - x; } else { out[2] = 2; y = 2.5f - "
            "__uint_as_float(out[7]); } out[t] = __float_as_uint(y);"),
     "BB0_3:\n\tsub.f32", "%fd1"},
    // A factor that is known to be 1 only once the array's elements are.
    {KERNEL("float a[2] = {1, 2}, x = __uint_as_float(t); x += a[0] * (x * __uint_as_float(n)); x += a[n & 1]; "
            "out[t] = __float_as_uint(x);"),
     "fma.rn.f32", "mul.f32"},
};

START_TEST(floating_operations_are_combined_as_by_nvcc) {
    int status;
    char *ptx = compile(COMBINED[_i].source, &status);
    ck_assert_msg(status == 0, "%s", ptx);
    ck_assert_msg(strstr(ptx, COMBINED[_i].has) && !strstr(ptx, COMBINED[_i].has_not), "%s", ptx);
    free(ptx);
}
END_TEST

START_TEST(a_loop_whose_values_nothing_needs_is_not_there) {
    int status;
    char *ptx = compile(KERNEL("unsigned s = 0; for (unsigned i = 0; i < n; i++) s += i; out[t] = t;"), &status);
    ck_assert_int_eq(status, 0);
    ck_assert_msg(!strstr(ptx, "bra"), "%s", ptx);
    free(ptx);
    // One that may not end stays.
    ptx = compile(KERNEL("unsigned s = n; while (s != 1) s = s % 2 ? 3 * s + 1 : s / 2; out[t] = t;"), &status);
    ck_assert_int_eq(status, 0);
    ck_assert_msg(strstr(ptx, "bra") != NULL, "%s", ptx);
    free(ptx);
}
END_TEST

// Where variables are is said in directives alone. One whose value is folded, or computed later, has no register there.
START_TEST(variables_are_told_and_change_nothing) {
    static const char source[] =
        KERNEL("unsigned four = 4, twice = 2 * t, unused = n * 7; for (unsigned i = 0; i < 2; i++) out[twice + i] = "
               "four; unsigned last = out[0] + n; out[t] = last;");
    int status;
    char *plain = compile_with("--ptx", source, &status), *told = compile_with("--values", source, &status);
    ck_assert_int_eq(status, 0);
    unsigned directives = 0;
    for (char *at; (at = strstr(told, "\t.pragma \"values")); directives++) {
        char *end = strchr(at, '\n') + 1, line[400];
        snprintf(line, sizeof line, "%.*s", (int)(end - at), at);
        ck_assert_msg(strstr(line, " n:u32=%r") && strstr(line, " t:u32=%r"), "%s", line);
        ck_assert_msg(strstr(line, " four:u32=4"), "%s", line);
        ck_assert_msg(!strstr(line, "unused") && !strstr(line, "out"), "%s", line);
        char step[16];
        snprintf(step, sizeof step, " i:u32=%u", directives);
        ck_assert_msg((strstr(line, step) != NULL) == (directives < 2), "%s", line);
        ck_assert_msg((strstr(line, " last:u32=%r") != NULL) == (directives == 3), "%s", line);
        memmove(at, end, strlen(end) + 1);
    }
    ck_assert_uint_eq(directives, 4); // three stores and a load
    ck_assert_str_eq(told, plain);
    free(plain);
    free(told);
}
END_TEST

START_TEST(random_kernels_give_what_nvcc_gives) { compare_compilers(folder, "random", "2", "1", "12"); }
END_TEST

Suite *cuda_emit_suite(void) {
    Suite *suite = suite_create("cuda_emit");
    TCase *tcase = tcase_create("cuda_emit");
    tcase_add_checked_fixture(tcase, setup, NULL);
    tcase_set_timeout(tcase, 300);
    tcase_add_loop_test(tcase, kernels_compute_what_they_say, 0, sizeof PROGRAMS / sizeof *PROGRAMS);
    tcase_add_loop_test(tcase, what_is_not_compiled_is_refused_with_a_sentence, 0, sizeof REFUSED / sizeof *REFUSED);
    tcase_add_loop_test(tcase, floating_operations_are_combined_as_by_nvcc, 0, sizeof COMBINED / sizeof *COMBINED);
    tcase_add_test(tcase, a_loop_whose_values_nothing_needs_is_not_there);
    tcase_add_test(tcase, variables_are_told_and_change_nothing);
    tcase_add_test(tcase, random_kernels_give_what_nvcc_gives);
    suite_add_tcase(suite, tcase);
    return suite;
}
