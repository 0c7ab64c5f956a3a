// cpp20_tuple.cu - C++20: a place is a tuple, the pieces of a row are a view.
//
//= student: Ada Lovelace
//= float_in_bank: 278
//= channel_of_element: 1
//= bank_of_element: 5
//= channels_of_m: 1,4
//= channels_of_n: 0,2
#include "workbook.h"
#include <cstdint>
#include <ranges>
#include <tuple>

constexpr auto place(std::integral auto address, int channels, int banks, int piece) {
    std::int64_t number = address / piece;
    return std::tuple{static_cast<int>(number % channels), static_cast<int>(number / channels % banks)};
}
static_assert(place(36ll, 4, 2, 8) == std::tuple{0, 1}); // M[9] of the lesson

void place_of(long long address, int channels, int banks, int piece, int *channel, int *bank) {
    std::tie(*channel, *bank) = place(address, channels, banks, piece);
}

unsigned long long channels_of_tile(long long start, int width, int row, int column, int tile, int channels,
                                    int piece) {
    unsigned long long set{};
    for (long long r : std::views::iota(row) | std::views::take(tile)) {
        long long first = start + 4 * (r * width + column), last = first + 4 * (tile - 1ll) + 3;
        if (last / piece - first / piece + 1 >= channels) return channels == 64 ? ~0ull : (1ull << channels) - 1;
        for (long long p : std::views::iota(first / piece, last / piece + 1))
            set |= 1ull << std::get<0>(place(p * piece, channels, 1, piece));
    }
    return set;
}
