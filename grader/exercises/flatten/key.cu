// key.cu - answers by counting: loops that visit every element in the order of memory.
#include "workbook.h"
#include <cstdint>

int main() {
    int64_t flat = 0;
    for (int d = 0; d < 40; d++)
        for (int c = 0; c < 30; c++)
            for (int b = 0; b < 20; b++)
                for (int a = 0; a < 10; a++, flat++) {
                    if (a == 1 && b == 2 && c == 3 && d == 4)
                        printf("flat_of_1_2_3_4 %lld\n", static_cast<long long>(flat));
                    if (flat == 123456) printf("third_of_123456 %d\n", c);
                }
    int64_t side = 1;
    while (side * side * side * side <= INT32_MAX) side++;
    printf("first_side_too_large %lld\n", static_cast<long long>(side));
    uint32_t wrapped = 300u * 300u * 300u * 300u; // unsigned: wrapping is defined
    printf("int_of_300 %d\n", static_cast<int32_t>(wrapped));
    return 0;
}
