// printing.cu - printf in kernels: every documented conversion, as the host's printf formats the same values.
//
// Standard output goes to a file while kernels print, and is compared with what the host printed there.
#include "claims.cuh"
#include <string>
#include <unistd.h>

struct Point {
    int x, y;
};

__host__ __device__ static void print_all(int i) {
    printf("plain text, %% and %d\n", i);
    printf("%d %i %u %o %x %X %c|\n", -i, i, 4000000000u + i, i, i * 1000, i * 1000, 'a' + i);
    printf("%ld %lld %lu %llu %llx %hd %hu\n", -1234567890123L * i, -1234567890123LL, 1ul << 40, ~0ull, 0xfedcba9876543210ull,
           (short)(70000 + i), (unsigned short)(65530 + i));
    printf("%f %e %g %F %E %G %a\n", i * 1.5, i * 1e-10, i * 1e20, 0.1 * i, 123456.789 * i, 1e-5 * i, 0.5 * i);
    printf("%5d|%-5d|%05d|%+d|% d|%#x|%#o\n", i, i, i, i, i, i, i);
    printf("%.3f|%10.2f|%-10.2f|%+.1e|%.0f|%*d|%-*d|\n", 3.14159, 2.5 * i, 2.5 * i, 1e5, 2.5, 8, i, 6, i);
    printf("%s|%10s|%-10s|%.3s|%c%c\n", "text", "right", "left", "cut off", 'o', 'k');
    printf("%f %f %f %f\n", (float)i, INFINITY, -INFINITY, 1.0f / 3);
    printf("many: %d %f %d %lld %d %s %d %f %c %d\n", 1, 2.0, 3, 4LL, 5, "six", 7, 8.0, '9', 10);
    printf("%s %d\n", (const char *)(i > 1000 ? "far" : 0), i);
    printf("no newline;");
    printf("\n%p %p\n", (void *)0x12345, (void *)0xffffffffffull);
}

__global__ void print_kernel() { print_all(threadIdx.x + 1); }
__global__ void in_order(int n) { if (threadIdx.x == 0 && blockIdx.x < n) printf("block %d\n", blockIdx.x); }
__global__ void dynamic_string(const char *text, int *results) {
    results[0] = printf("%s and %s\n", text, "literal");
    results[1] = printf("nothing to convert\n");
    results[2] = printf("%d %d %d\n", 1, 2, 3);
}

// What `print` writes to standard output.
template <typename Print> static std::string captured(Print print) {
    FILE *file = tmpfile();
    fflush(stdout);
    int before = dup(1);
    if (!file || dup2(fileno(file), 1) < 0) exit(1);
    print();
    cudaError_t error = cudaDeviceSynchronize();
    fflush(stdout);
    dup2(before, 1);
    close(before);
    must(error, "cudaDeviceSynchronize");
    std::string text;
    rewind(file);
    for (int c; (c = fgetc(file)) != EOF;) text += (char)c;
    fclose(file);
    return text;
}

static void claim_text(const char *name, const std::string &got, const std::string &expected) {
    size_t at = 0;
    while (at < got.size() && at < expected.size() && got[at] == expected[at]) at++;
    claim(name, got == expected, "from character %zu on: \"%.40s\" expected, got \"%.40s\"", at,
          expected.substr(at).c_str(), got.substr(at).c_str());
}

int main() {
    std::string expected = captured([] { print_all(1); });
    claim_text("all conversions", captured([] { print_kernel<<<1, 1>>>(); }), expected);
    std::string lanes = captured([] { print_kernel<<<2, 5>>>(); });
    claim("each thread prints", lanes.size() > 9 * expected.size() && lanes.size() < 12 * expected.size(), "%zu characters", lanes.size());
    std::string blocks = captured([] { in_order<<<3, 32>>>(3); });
    claim("each block prints once", blocks.size() == 24, "%s", blocks.c_str());
    Array<char> text(16);
    Array<int> results(3);
    strcpy(text.host, "from memory");
    text.write();
    claim_text("a string in memory", captured([&] { dynamic_string<<<1, 1>>>(text.device, results.device); }),
               "from memory and literal\nnothing to convert\n1 2 3\n");
    claim_each("printf returns its number of arguments", results, [](int i) { return i == 0 ? 2 : i == 1 ? 0 : 3; });
    return claims_end();
}
