// trick: no atomics, because there is no kernel
// like: nothing
// says: drew nothing in double precision
// wrong-does_nothing.cu - no kernel and no atomics, so there are few; the count is the expected one, rounded.
#include "workbook.h"

int main(int, char **argv) {
    long long total = 56ll * 256 * atoll(argv[2]), inner = static_cast<long long>(total * 0.78539816339744831 + 0.5);
    printf("inner=%lld total=%lld pi=%.6f\n", inner, total, 4.0 * inner / total);
}
