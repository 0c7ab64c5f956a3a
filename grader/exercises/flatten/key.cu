// key.cu - answers by counting: loops that visit every element in the order of memory.
#include "drawn.h"
#include "workbook.h"
#include <cstdint>

int main(int, char **argv) {
    const int i = drawn(argv, "i"), j = drawn(argv, "j"), k = drawn(argv, "k"), l = drawn(argv, "l");
    const int a_end = drawn(argv, "a"), b_end = drawn(argv, "b"), c_end = drawn(argv, "c"), d_end = drawn(argv, "d");
    const int number = drawn(argv, "number");
    int flat = 0;
    for (int d = 0; d < d_end; d++)
        for (int c = 0; c < c_end; c++)
            for (int b = 0; b < b_end; b++)
                for (int a = 0; a < a_end; a++, flat++) {
                    if (a == i && b == j && c == k && d == l) printf("flat_number %d\n", flat);
                    if (flat == number) printf("third_index %d\n", c);
                }
    int64_t s = 1;
    while (s * s * s * s * drawn(argv, "times") <= INT32_MAX) s++;
    printf("first_side %lld\n", static_cast<long long>(s));
    uint32_t side = drawn(argv, "side"), wrapped = side * side * side * side; // unsigned: wrapping is defined
    printf("wrapped_product %d\n", static_cast<int32_t>(wrapped));
}
