// loop_kernels.cu - loops whose lanes take different numbers of turns, branches whose lanes part and meet, and loads
// that are made twice: what a compiler does to them shows in the counters. Every launch is a case.
#include "cases.cuh"

// ---- counted loops: `turns[i] % m` turns ----------------------------------------------------------------------------
KERNEL sum_up(const int *turns, const float *x, float *out, int n) {
    int i = ID;
    if (i >= n) return;
    float sum = 0;
    for (int k = 0; k < turns[i] % 23; k++) sum += x[i + 32 * k];
    out[i] = sum;
}
KERNEL sum_down(const int *turns, const float *x, float *out, int n) {
    int i = ID;
    if (i >= n) return;
    float sum = 0;
    for (int k = turns[i] % 19; k > 0; k--) sum += x[k * 37 % n];
    out[i] = sum;
}
KERNEL sum_to_and_with(const int *turns, const float *x, float *out, int n) {
    int i = ID;
    if (i >= n) return;
    float sum = 0;
    for (int k = i % 5; k <= turns[i] % 31; k += 3) sum += x[i * 2 + k];
    out[i] = sum;
}
KERNEL sum_unsigned(const unsigned *turns, const float *x, float *out, unsigned n) {
    unsigned i = ID;
    if (i >= n) return;
    float sum = 0;
    for (unsigned k = 0; k != turns[i] % 17; k++) sum += x[k] * x[i + k];
    out[i] = sum;
}
KERNEL sum_long(const int *turns, const double *x, double *out, long n) {
    long i = ID;
    if (i >= n) return;
    double sum = 0;
    for (long k = i; k < i + turns[i] % 29; k += 2) sum += x[k];
    out[i] = sum;
}
KERNEL sum_rolled(const int *turns, const float *x, float *out, int n) {
    int i = ID;
    if (i >= n) return;
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < turns[i] % 23; k++) sum += x[i + 32 * k];
    out[i] = sum;
}
KERNEL sum_in_pairs(const int *turns, const float *x, float *out, int n) {
    int i = ID;
    if (i >= n) return;
    float sum = 0;
#pragma unroll 2
    for (int k = 0; k < turns[i] % 23; k++) sum += x[i + 32 * k];
    out[i] = sum;
}
KERNEL copy_rows(const int *turns, const int *x, int *out, int n) { // stores in the loop
    int i = ID;
    if (i >= n) return;
    for (int k = 0; k < turns[i] % 11; k++) out[i * 11 + k] = x[i + k];
}
KERNEL chase(const int *next, const int *turns, int *out, int n) {
    int i = ID, at = i;
    if (i >= n) return;
    for (int k = turns[i] % 14; k > 0; k--) at = next[at];
    out[i] = at;
}
KERNEL until_negative(const float *x, float *out, int n) { // ends when the data says so
    int i = ID;
    if (i >= n) return;
    float sum = 0;
    for (int k = i; k < n + 40; k += 5) {
        if (x[k] < -0.3f) break;
        sum += x[k];
    }
    out[i] = sum;
}
KERNEL skip_some(const int *turns, const float *x, float *out, int n) { // a branch in the loop
    int i = ID;
    if (i >= n) return;
    float sum = 0;
    for (int k = 0; k < turns[i] % 21; k++) {
        if (turns[i + k] & 4) continue;
        sum += x[i + k] * 3;
    }
    out[i] = sum;
}
KERNEL either_side(const int *turns, const float *x, float *out, int n) {
    int i = ID;
    if (i >= n) return;
    float sum = 0;
    for (int k = 0; k < turns[i] % 21; k++) sum += turns[i + k] & 4 ? x[i + k] : x[2 * i + k + 500];
    out[i] = sum;
}
KERNEL count_votes(const int *turns, const int *x, int *out, int n) { // lanes meet in the loop
    int i = ID, sum = 0;
    if (i >= n) return;
    for (int k = 0; k < turns[i] % 9; k++) sum += x[i + k] & __popc(__activemask());
    out[i] = sum;
}
KERNEL add_to_bins(const int *turns, const int *x, int *out, int n) {
    int i = ID;
    if (i >= n) return;
    for (int k = 0; k < turns[i] % 13; k++) atomicAdd(&out[x[i + k] % 64], 1);
}
KERNEL triangle(const float *x, float *out, int n) { // lane i adds up i numbers
    int i = ID;
    if (i >= n) return;
    float sum = 0;
    for (int k = 0; k < i; k++) sum += x[i * (i - 1) / 2 % 8192 + k];
    out[i] = sum;
}
KERNEL triangle_rest(const float *x, float *out, int n) {
    int i = ID;
    if (i >= n) return;
    float sum = 0;
    for (int k = i + 1; k < n; k++) sum += x[k] * x[i];
    out[i] = sum;
}
KERNEL shared_turns(const int *turns, const float *x, float *out, int n) {
    __shared__ float s[256];
    int i = ID, t = threadIdx.x;
    s[t] = x[i];
    __syncthreads();
    if (i >= n) return;
    float sum = 0;
    for (int k = 0; k < turns[i] % 23; k++) sum += s[(t + 3 * k) % 256];
    out[i] = sum;
}
KERNEL shared_strided(const int *turns, const float *x, float *out, int n) {
    __shared__ float s[1024];
    int i = ID, t = threadIdx.x;
    for (int k = t; k < 1024; k += blockDim.x) s[k] = x[k];
    __syncthreads();
    if (i >= n) return;
    float sum = 0;
    for (int k = 0; k < turns[i] % 15; k++) sum += s[t * 3 + k];
    out[i] = sum;
}
KERNEL local_turns(const int *turns, const int *x, int *out, int n) {
    int kept[32], i = ID, sum = 0;
    if (i >= n) return;
    for (int k = 0; k < 32; k++) kept[k] = x[i + k];
    for (int k = 0; k < turns[i] % 32; k++) sum += kept[kept[k] & 31];
    out[i] = sum;
}
KERNEL rows_of_rows(const int *turns, const float *x, float *out, int n) { // a loop in a loop, both uneven
    int i = ID;
    if (i >= n) return;
    float sum = 0;
    for (int j = 0; j < turns[i] % 5; j++)
        for (int k = 0; k < turns[i + j] % 7; k++) sum += x[i + 40 * j + k];
    out[i] = sum;
}
KERNEL power_of_each(const int *turns, const double *x, double *out, int n) { // no access in the loop
    int i = ID;
    if (i >= n) return;
    double value = x[i], product = 1;
    for (int k = 0; k < turns[i] % 25; k++) product *= value;
    out[i] = product;
}
KERNEL long_body(const int *turns, const float *x, float *out, int n) {
    int i = ID;
    if (i >= n) return;
    float a = 0, b = 1, c = 2, d = 3;
#pragma unroll 1
    for (int k = 0; k < turns[i] % 11; k++) {
        float v = x[i + k * 7], w = x[i + k * 5 + 900];
        a = a * v + w, b = b * w + a, c = c * v + b, d = d * w + c, a = a * d + v, b = b * c + w, c = c * a + b;
    }
    out[i] = a + b + c + d;
}
KERNEL medium_body(const int *turns, const float *x, float *out, int n) {
    int i = ID;
    if (i >= n) return;
    float a = 0, b = 1;
    for (int k = 0; k < turns[i] % 11; k++) {
        float v = x[i + k * 7], w = x[i + k * 5 + 900];
        a = a * v + w, b = b * w + a, a = a * b + v;
    }
    out[i] = a + b;
}
KERNEL horner(const int *degree, const float *c, const float *x, float *out, int n) {
    int i = ID;
    if (i >= n) return;
    float value = 0;
    for (int k = degree[i] % 12; k >= 0; k--) value = value * x[i] + c[k];
    out[i] = value;
}
KERNEL newton(const float *x, float *out, int n) { // as many turns as the numbers need
    int i = ID;
    if (i >= n) return;
    float a = x[i] * 100 + 1, r = a;
    while (fabsf(r * r - a) > 1e-3f * a) r = 0.5f * (r + __fdividef(a, r));
    out[i] = r;
}
KERNEL collatz(const int *x, int *out, int n) {
    int i = ID, steps = 0;
    if (i >= n) return;
    for (int v = x[i] % 1000 + 1; v != 1; steps++) v = v & 1 ? 3 * v + 1 : v / 2;
    out[i] = steps;
}
KERNEL bisect(const int *sorted, const int *wanted, int *out, int n, int m) {
    int i = ID;
    if (i >= n) return;
    int low = 0, high = m - wanted[i] % 900;
    while (low < high) {
        int middle = (low + high) / 2;
        if (sorted[middle] < wanted[i]) low = middle + 1;
        else high = middle;
    }
    out[i] = low;
}
KERNEL insertion_sort(const int *x, int *out, int n) { // of seven numbers a thread, in global memory
    int i = ID;
    if (i >= n) return;
    int *mine = out + 7 * i;
    for (int k = 0; k < 7; k++) {
        int value = x[7 * i + k], at = k;
        for (; at > 0 && mine[at - 1] > value; at--) mine[at] = mine[at - 1];
        mine[at] = value;
    }
}
// ---- branches ------------------------------------------------------------------------------------------------------
KERNEL return_early(const int *x, int *out, int n) {
    int i = ID;
    if (i >= n) return;
    if (x[i] % 3 == 0) {
        out[i] = x[i + 7];
        return;
    }
    out[i] = x[i + 9] + x[i + 11];
}
KERNEL return_in_switch(const int *x, int *out, int n) {
    int i = ID, result = 0;
    if (i >= n) return;
    switch (x[i] % 5) {
    case 0: result = x[2 * i]; break;
    case 1: out[i] = -1; return;
    case 2: result = x[3 * i] * 2; // and on
    case 3: result += x[i + 1]; break;
    default: result = 9;
    }
    out[i] = result;
}
KERNEL fast_and_slow(const float *x, float *out, int n) { // both sides long enough to stay branches
    int i = ID;
    if (i >= n) return;
    float v = x[i];
    if (v > 0) for (int k = 0; k < 6; k++) v = v * v + x[i + k * 33];
    else for (int k = 0; k < 9; k++) v = v - x[i + k * 65] * v;
    out[i] = v;
}
KERNEL and_or_chain(const int *x, int *out, int n) {
    int i = ID;
    if (i >= n) return;
    if ((x[i] & 1 && x[i + 40] & 2) || (x[i + 80] & 4 && !(x[i + 120] & 8))) out[i] = x[i + 160];
    else if (x[i] & 16) out[n + i] = x[i + 200];
}
// ---- accesses made twice ---------------------------------------------------------------------------------------------
KERNEL read_twice(const float *x, float *out, int n) { // a store between them
    int i = ID;
    if (i >= n) return;
    float a = x[i];
    out[i] = a * 2;
    out[i + n] = x[i] + a;
}
KERNEL read_back(float *out, const float *x, int n) { // what was just stored
    int i = ID;
    if (i >= n) return;
    out[i] = x[i];
    out[i] = out[i] * 2 + out[i];
}
KERNEL bound_in_memory(const int *limits, const float *x, float *out, int n) { // read again in every turn
    int i = ID;
    if (i >= n) return;
    float sum = 0;
    for (int k = 0; k < limits[0] % 9 + 3; k++) sum += x[i + k];
    out[i] = sum;
}
KERNEL bound_in_memory_stored(const int *limits, const float *x, float *out, int n) { // a store in every turn
    int i = ID;
    if (i >= n) return;
    for (int k = 0; k < limits[0] % 9 + 3; k++) out[i * 16 + k] = x[i + k];
}
KERNEL shared_read_twice(const float *x, float *out) {
    __shared__ float s[128];
    int t = threadIdx.x;
    s[t] = x[ID];
    __syncthreads();
    float a = s[(t * 5) % 128], b = t < 64 ? s[(t * 5) % 128] * 2 : s[t];
    if (a > 0) b += s[(t * 5) % 128];
    out[ID] = a + b;
}
KERNEL shared_read_around_barrier(const float *x, float *out) {
    __shared__ float s[128];
    int t = threadIdx.x;
    s[t] = x[ID];
    __syncthreads();
    float a = s[127 - t];
    __syncthreads();
    out[ID] = a + s[127 - t];
}

int main() {
    make_inputs();
    auto f = output_as<float>();
    auto i = output_as<int>();
    const int N = 300; // not a multiple of a warp
    CASE("sum_up", float, N, sum_up<<<3, 128>>>(whole, reals, f, N));
    CASE("sum_down", float, N, sum_down<<<3, 128>>>(whole, reals, f, N));
    CASE("sum_to_and_with", float, N, sum_to_and_with<<<3, 128>>>(whole, reals, f, N));
    CASE("sum_unsigned", float, N, sum_unsigned<<<3, 128>>>((unsigned *)whole, reals, f, N));
    CASE("sum_long", double, N, sum_long<<<3, 128>>>(whole, doubles, output_as<double>(), N));
    CASE("sum_rolled", float, N, sum_rolled<<<3, 128>>>(whole, reals, f, N));
    CASE("sum_in_pairs", float, N, sum_in_pairs<<<3, 128>>>(whole, reals, f, N));
    CASE("copy_rows", int, 11 * N, copy_rows<<<3, 128>>>(whole, shuffled, i, N));
    CASE("chase", int, N, chase<<<3, 128>>>(shuffled, whole, i, N));
    CASE("until_negative", float, N, until_negative<<<3, 128>>>(reals, f, N));
    CASE("skip_some", float, N, skip_some<<<3, 128>>>(whole, reals, f, N));
    CASE("either_side", float, N, either_side<<<3, 128>>>(whole, reals, f, N));
    CASE("count_votes", int, N, count_votes<<<3, 128>>>(whole, shuffled, i, N));
    CASE("add_to_bins", int, 64, add_to_bins<<<3, 128>>>(whole, shuffled, i, N));
    CASE("triangle", float, N, triangle<<<3, 128>>>(reals, f, N));
    CASE("triangle_rest", float, N, triangle_rest<<<3, 128>>>(reals, f, N));
    CASE("shared_turns", float, N, shared_turns<<<2, 256>>>(whole, reals, f, N));
    CASE("shared_strided", float, N, shared_strided<<<2, 256>>>(whole, reals, f, N));
    CASE("local_turns", int, N, local_turns<<<3, 128>>>(whole, shuffled, i, N));
    CASE("rows_of_rows", float, N, rows_of_rows<<<3, 128>>>(whole, reals, f, N));
    CASE("power_of_each", double, N, power_of_each<<<3, 128>>>(whole, doubles, output_as<double>(), N));
    CASE("long_body", float, N, long_body<<<3, 128>>>(whole, reals, f, N));
    CASE("medium_body", float, N, medium_body<<<3, 128>>>(whole, reals, f, N));
    CASE("horner", float, N, horner<<<3, 128>>>(whole, units, reals, f, N));
    CASE("newton", float, N, newton<<<3, 128>>>(units, f, N));
    CASE("collatz", int, N, collatz<<<3, 128>>>(whole, i, N));
    CASE("bisect", int, N, bisect<<<3, 128>>>(shuffled, shuffled + 512, i, N, 1000));
    CASE("insertion_sort", int, 7 * N, insertion_sort<<<3, 128>>>(shuffled, i, N));
    CASE("return_early", int, N, return_early<<<3, 128>>>(whole, i, N));
    CASE("return_in_switch", int, N, return_in_switch<<<3, 128>>>(whole, i, N));
    CASE("fast_and_slow", float, N, fast_and_slow<<<3, 128>>>(reals, f, N));
    CASE("and_or_chain", int, 2 * N, and_or_chain<<<3, 128>>>(whole, i, N));
    CASE("read_twice", float, 2 * N, read_twice<<<3, 128>>>(reals, f, N));
    CASE("read_back", float, N, read_back<<<3, 128>>>(f, reals, N));
    CASE("bound_in_memory", float, N, bound_in_memory<<<3, 128>>>(whole, reals, f, N));
    CASE("bound_in_memory_stored", float, 16 * N, bound_in_memory_stored<<<3, 128>>>(whole, reals, f, N));
    CASE("shared_read_twice", float, 384, shared_read_twice<<<3, 128>>>(reals, f));
    CASE("shared_read_around_barrier", float, 384, shared_read_around_barrier<<<3, 128>>>(reals, f));
    free_all();
    return 0;
}
