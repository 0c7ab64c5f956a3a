// interface.cu - asks place_of and channels_of_tile for every place and tile of a case.
#include "harness.h"

void place_of(long long address, int channels, int banks, int piece, int *channel, int *bank);
unsigned long long channels_of_tile(long long start, int width, int row, int column, int tile, int channels, int piece);

static void ask_places(Case &c) {
    const int64_t *address = c.host<int64_t>("address");
    const int32_t *channels = c.host<int32_t>("channels"), *banks = c.host<int32_t>("banks");
    const int32_t *piece = c.host<int32_t>("piece");
    int32_t *channel = c.host_output<int32_t>("channel"), *bank = c.host_output<int32_t>("bank");
    for (uint64_t i = 0; i < c.count("address"); i++)
        place_of(address[i], channels[i], banks[i], piece[i], &channel[i], &bank[i]);
}

static void ask_tiles(Case &c) {
    const int64_t *start = c.host<int64_t>("start");
    const int32_t *width = c.host<int32_t>("width"), *row = c.host<int32_t>("row"), *column = c.host<int32_t>("column");
    const int32_t *tile = c.host<int32_t>("tile"), *channels = c.host<int32_t>("channels");
    const int32_t *piece = c.host<int32_t>("piece");
    uint64_t *needed = c.host_output<uint64_t>("needed");
    for (uint64_t i = 0; i < c.count("start"); i++)
        needed[i] = channels_of_tile(start[i], width[i], row[i], column[i], tile[i], channels[i], piece[i]);
}

void run_case(Case &c) {
    if (c.integer("tiles")) ask_tiles(c);
    else ask_places(c);
}
