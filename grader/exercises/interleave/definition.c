// definition.c - chapter 07, interleave: the channel and bank of an address, the channels of a tile.
#include "../definition.h"

#include "../../device/system/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { QUERIES, KIND };                                          // CaseSpec.size
enum { SMALL_MEMORY, POWERS_OF_TWO, ANY, FAR_AWAY, TILES = 10 }; // KIND; TILES + one of them: tiles
enum { PLACE_FIELDS = 3, TILE_FIELDS = 6 };

static const CaseSpec cases[] = {
    {.label = "the lesson's memory", .size = {[QUERIES] = 128, [KIND] = SMALL_MEMORY}},
    {.label = "200 places, powers of two", .size = {[QUERIES] = 200, [KIND] = POWERS_OF_TWO}},
    {.label = "300 places, any numbers", .size = {[QUERIES] = 300, [KIND] = ANY}},
    {.label = "300 places, long addresses", .size = {[QUERIES] = 300, [KIND] = FAR_AWAY}},
    {.label = "300 hidden places", .size = {[QUERIES] = 300, [KIND] = ANY}, .hidden = true},
    {.label = "tiles in the lesson's memory", .size = {[QUERIES] = 16, [KIND] = TILES + SMALL_MEMORY}},
    {.label = "200 tiles, any matrix", .size = {[QUERIES] = 200, [KIND] = TILES + ANY}},
    {.label = "200 tiles, long addresses", .size = {[QUERIES] = 200, [KIND] = TILES + FAR_AWAY}},
    {.label = "200 hidden tiles", .size = {[QUERIES] = 200, [KIND] = TILES + ANY}, .hidden = true},
};

typedef struct {
    int64_t address;
    int32_t channels, banks, piece;
} Place;

static Place place_drawn(Random *random, int64_t kind, uint64_t i) {
    if (kind == SMALL_MEMORY) return (Place){.address = (int64_t)i, .channels = 4, .banks = 2, .piece = 8};
    if (kind == POWERS_OF_TWO)
        return (Place){.address = random_between(random, 0, 1 << 24),
                       .channels = 1 << random_below(random, 6),
                       .banks = 1 << random_below(random, 5),
                       .piece = 4 << random_below(random, 8)};
    int64_t farthest = kind == FAR_AWAY ? INT64_C(1) << 40 : 1 << 24;
    return (Place){.address = random_between(random, kind == FAR_AWAY ? INT64_C(1) << 32 : 0, farthest),
                   .channels = (int32_t)random_between(random, 1, 64),
                   .banks = (int32_t)random_between(random, 1, 32),
                   .piece = (int32_t)(4 * random_between(random, 1, 128))};
}

typedef struct {
    int64_t start;
    int32_t width, row, column, tile, channels, piece;
} Tile;

// In a far case every fourth tile is near. A program that gets only those right overflows an int.
static bool tile_is_far(int64_t kind, uint64_t i) { return kind == FAR_AWAY && i % 4 > 0; }

static Tile tile_drawn(Random *random, int64_t kind, uint64_t i) {
    bool far = tile_is_far(kind, i);
    int32_t tile = (int32_t)random_between(random, 1, 16), most = far ? 1 << 20 : 300;
    if (kind == SMALL_MEMORY)
        return (Tile){.start = i < 8 ? 0 : 64,
                      .width = 4,
                      .row = 2 * (int32_t)(i / 4 % 2),
                      .column = 2 * (int32_t)(i / 2 % 2),
                      .tile = 2,
                      .channels = 4,
                      .piece = 8};
    return (Tile){.start = 4 * random_between(random, 0, 5000),
                  .width = (int32_t)random_between(random, far ? 100000 : 16, most),
                  .row = (int32_t)random_between(random, far ? 20000 : 0, most),
                  .column = (int32_t)random_between(random, 0, 0),
                  .tile = tile,
                  .channels = (int32_t)random_between(random, 1, 64),
                  .piece = (int32_t)(4 * random_between(random, 1, 40))};
}

static void *host_array(CaseFile *input, const char *name, CaseType type, uint64_t count) {
    void *array = case_file_add(input, name, type, CASE_HOST, count);
    if (!array) abort(); // a few kilobytes
    return array;
}

static bool make_places(const CaseSpec *spec, Random *random, CaseFile *input) {
    static const char *const names[PLACE_FIELDS] = {"channels", "banks", "piece"};
    uint64_t count = (uint64_t)spec->size[QUERIES];
    int64_t *address = host_array(input, "address", CASE_INT64, count);
    int32_t *fields[PLACE_FIELDS];
    for (int f = 0; f < PLACE_FIELDS; f++) fields[f] = host_array(input, names[f], CASE_INT32, count);
    for (uint64_t i = 0; i < count; i++) {
        Place place = place_drawn(random, spec->size[KIND], i);
        address[i] = place.address;
        fields[0][i] = place.channels;
        fields[1][i] = place.banks;
        fields[2][i] = place.piece;
    }
    return case_file_announce(input, "channel", CASE_INT32, 4, CASE_HOST_OUT, count) &&
           case_file_announce(input, "bank", CASE_INT32, 4, CASE_HOST_OUT, count);
}

static bool make_tiles(const CaseSpec *spec, Random *random, CaseFile *input) {
    static const char *const names[TILE_FIELDS] = {"width", "row", "column", "tile", "channels", "piece"};
    uint64_t count = (uint64_t)spec->size[QUERIES];
    int64_t *start = host_array(input, "start", CASE_INT64, count);
    int32_t *fields[TILE_FIELDS];
    for (int f = 0; f < TILE_FIELDS; f++) fields[f] = host_array(input, names[f], CASE_INT32, count);
    for (uint64_t i = 0; i < count; i++) {
        Tile tile = tile_drawn(random, spec->size[KIND] - TILES, i);
        if (spec->size[KIND] != TILES + SMALL_MEMORY)
            tile.column = (int32_t)random_between(random, 0, tile.width - tile.tile);
        start[i] = tile.start;
        int32_t values[TILE_FIELDS] = {tile.width, tile.row, tile.column, tile.tile, tile.channels, tile.piece};
        for (int f = 0; f < TILE_FIELDS; f++) fields[f][i] = values[f];
    }
    return case_file_announce(input, "needed", CASE_UINT64, 8, CASE_HOST_OUT, count);
}

static bool make(const CaseSpec *spec, uint64_t seed, CaseFile *input) {
    Random random = random_seeded(seed);
    bool tiles = spec->size[KIND] >= TILES;
    return case_file_set(input, "tiles", tiles) &&
           (tiles ? make_tiles(spec, &random, input) : make_places(spec, &random, input));
}

// ---- the oracle ----

// The piece's place among all, counted off in rounds: what is left after whole rounds over channels times banks.
static int64_t turn_of(int64_t address, int32_t channels, int32_t banks, int32_t piece) {
    int64_t round = (int64_t)channels * banks * piece;
    return (address - address / round * round) / piece;
}

static const int32_t *field(const Outcome *outcome, const char *name) {
    return case_file_find(outcome->input, name)->data;
}

static Place place_of(const Outcome *outcome, uint64_t i) {
    return (Place){.address = ((const int64_t *)case_file_find(outcome->input, "address")->data)[i],
                   .channels = field(outcome, "channels")[i],
                   .banks = field(outcome, "banks")[i],
                   .piece = field(outcome, "piece")[i]};
}

typedef enum {
    BYTES_FOR_PIECES,
    ROUNDED_UP,
    BANKS_FIRST,
    NO_ROUNDS,
    PIECES_TO_BANKS,
    IN_AN_INT,
    PLACE_MISTAKES
} PlaceMistake;

// Channel and bank as a common mistake has them.
static void mistaken_place(Place place, PlaceMistake mistake, int64_t *channel, int64_t *bank) {
    int64_t address = mistake == IN_AN_INT ? (int32_t)(uint32_t)place.address : place.address;
    int64_t number = mistake == BYTES_FOR_PIECES ? address
                     : mistake == ROUNDED_UP     ? (address + place.piece - 1) / place.piece
                                                 : address / place.piece;
    *channel = number % place.channels;
    *bank = mistake == NO_ROUNDS         ? number / place.channels
            : mistake == PIECES_TO_BANKS ? number % place.banks
                                         : number / place.channels % place.banks;
    if (mistake != BANKS_FIRST) return;
    *bank = number % place.banks;
    *channel = number / place.banks % place.channels;
}

static void name_place_mistake(const Outcome *outcome, const int32_t *channel, const int32_t *bank,
                               CaseResult *result) {
    static const char *const says[PLACE_MISTAKES] = {
        [BYTES_FOR_PIECES] = "each byte is taken for a piece: divide the address by `piece` first",
        [ROUNDED_UP] = "the number of a byte's piece is rounded up: it is address / piece, without the rest",
        [BANKS_FIRST] = "pieces go round the banks first: let them go round the channels first, then to the next bank",
        [NO_ROUNDS] = "banks are counted on and on: take the remainder by `banks`, since bank 0 follows the last one",
        [PIECES_TO_BANKS] = "the bank changes with each piece, and not after each round over the channels: divide the "
                            "number by `channels` first, then take the remainder",
        [IN_AN_INT] = "the address is cut to 32 bits: keep it a long long",
    };
    for (unsigned m = 0; m < PLACE_MISTAKES && !result->cause[0]; m++) {
        uint64_t alike = 0;
        int64_t wrong_channel, wrong_bank;
        for (; alike < (uint64_t)outcome->spec->size[QUERIES]; alike++) {
            mistaken_place(place_of(outcome, alike), m, &wrong_channel, &wrong_bank);
            if (channel[alike] != wrong_channel || bank[alike] != wrong_bank) break;
        }
        if (alike == (uint64_t)outcome->spec->size[QUERIES]) result_cause(result, "%s", says[m]);
    }
}

static void check_places(const Outcome *outcome, CaseResult *result) {
    uint64_t count = (uint64_t)outcome->spec->size[QUERIES];
    const int32_t *channel = output_array(outcome, "channel", CASE_INT32, count, result);
    const int32_t *bank = channel ? output_array(outcome, "bank", CASE_INT32, count, result) : NULL;
    if (!bank) return;
    for (uint64_t i = 0; i < count; i++) {
        Place place = place_of(outcome, i);
        int64_t turn = turn_of(place.address, place.channels, place.banks, place.piece);
        int32_t right_channel = (int32_t)(turn % place.channels), right_bank = (int32_t)(turn / place.channels);
        if (channel[i] == right_channel && bank[i] == right_bank) continue;
        result_wrong(result,
                     "byte %" PRId64 " of a memory with %d channels, %d banks each, in pieces of %d bytes: channel %d, "
                     "bank %d; they are %d and %d",
                     place.address, place.channels, place.banks, place.piece, channel[i], bank[i], right_channel,
                     right_bank);
        name_place_mistake(outcome, channel, bank, result);
        return;
    }
    result_right(result, "all %" PRIu64 " places right", count);
}

typedef enum {
    NO_MISTAKE,
    ELEMENTS_FOR_BYTES,
    FIRST_OF_EACH_ROW,
    START_FORGOTTEN,
    ELEMENT_IN_AN_INT,
    BYTES_IN_AN_INT,
    BIT_OF_AN_INT,
    ROW_FOR_COLUMN,
    ONE_ROW_MORE,
    ONE_COLUMN_MORE,
    ONE_MORE_OF_BOTH,
    TILE_MISTAKES
} TileMistake;

// The bit of a channel as `1 << channel` has it: an int has 32 bits, and the highest is its sign.
static uint64_t bit_of_int(int64_t channel) { return (uint64_t)(int64_t)(int32_t)(UINT32_C(1) << channel % 32); }

static uint64_t tile_channels(const Outcome *outcome, uint64_t i, TileMistake mistake) {
    const int64_t *start = case_file_find(outcome->input, "start")->data;
    int32_t tile = field(outcome, "tile")[i], channels = field(outcome, "channels")[i];
    uint64_t needed = 0;
    int64_t rows = tile + (mistake == ONE_ROW_MORE || mistake == ONE_MORE_OF_BOTH);
    int64_t columns = tile + (mistake == ONE_COLUMN_MORE || mistake == ONE_MORE_OF_BOTH),
            bytes = mistake == ELEMENTS_FOR_BYTES ? 1 : 4;
    int64_t row = field(outcome, "row")[i], column = field(outcome, "column")[i];
    if (mistake == FIRST_OF_EACH_ROW) columns = 1;
    for (int64_t y = 0; y < rows; y++)
        for (int64_t x = 0; x < columns; x++) {
            int64_t width = field(outcome, "width")[i], element = (row + y) * width + column + x;
            if (mistake == ROW_FOR_COLUMN) element = (column + x) * width + row + y;
            if (mistake == ELEMENT_IN_AN_INT) element = (int32_t)(uint32_t)element;
            int64_t offset = bytes * element;
            if (mistake == BYTES_IN_AN_INT) offset = (int32_t)(uint32_t)offset;
            int64_t address = (mistake == START_FORGOTTEN ? 0 : start[i]) + offset;
            int64_t channel = turn_of(address, channels, 1, field(outcome, "piece")[i]);
            // Of an address below zero C++ makes a channel below zero, and x86 shifts by the lowest bits of that.
            needed |= mistake == BIT_OF_AN_INT ? bit_of_int(channel) : UINT64_C(1) << (channel & 63);
        }
    return needed;
}

// What an overflow gives is the compiler's choice, but small products do not overflow.
static bool only_far_tiles_wrong(const Outcome *outcome, const uint64_t *needed) {
    int64_t kind = outcome->spec->size[KIND] - TILES;
    if (kind != FAR_AWAY) return false;
    for (uint64_t i = 0; i < (uint64_t)outcome->spec->size[QUERIES]; i++)
        if (!tile_is_far(kind, i) && needed[i] != tile_channels(outcome, i, NO_MISTAKE)) return false;
    return true;
}

enum { LEAST_TELLING = 16 }; // of fewer tiles several mistakes may give the same

static void name_tile_mistake(const Outcome *outcome, const uint64_t *needed, CaseResult *result) {
    static const char *const says[TILE_MISTAKES] = {
        [ELEMENTS_FOR_BYTES] = "elements are taken for bytes: element i of the matrix begins at start + 4 * i",
        [FIRST_OF_EACH_ROW] =
            "the first element of each row decides alone: look at each element, since a row may lie in several pieces",
        [START_FORGOTTEN] = "the matrix is taken to begin at address 0: add start",
        [ELEMENT_IN_AN_INT] = "the element's number overflows an int: convert the row to long long before it is "
                              "multiplied by width",
        [BYTES_IN_AN_INT] = "the offset in bytes overflows an int: convert to long long before the multiplication by 4",
        [BIT_OF_AN_INT] = "the bit is shifted in an int, which has 32: shift 1ull << channel",
        [ONE_ROW_MORE] = "a row too many is looked at: the tile has the rows from row to row + tile - 1",
        [ONE_COLUMN_MORE] = "a column too many is looked at: the tile has the columns from column to column + tile - 1",
        [ONE_MORE_OF_BOTH] = "a row and a column too many are looked at: the tile has `tile` of each",
        [ROW_FOR_COLUMN] = "row and column are swapped: element (y, x) is number y * width + x",
    };
    uint64_t count = (uint64_t)outcome->spec->size[QUERIES];
    if (count < LEAST_TELLING) return;
    for (unsigned m = NO_MISTAKE + 1; m < TILE_MISTAKES && !result->cause[0]; m++) {
        uint64_t alike = 0;
        while (alike < count && needed[alike] == tile_channels(outcome, alike, m)) alike++;
        if (alike == count) result_cause(result, "%s", says[m]);
    }
    if (!result->cause[0] && only_far_tiles_wrong(outcome, needed))
        result_cause(
            result,
            "an int overflows far from the start of the matrix: convert the row to long long before you multiply");
}

// "channel 14 is missing" or "channel 3 is not needed": the first that differs, and how many do.
static void say_channels(uint64_t needed, uint64_t right, char text[96]) {
    int first = __builtin_ctzll(needed ^ right), others = __builtin_popcountll(needed ^ right) - 1;
    snprintf(text, 96, "channel %d is %s", first, right >> first & 1 ? "missing" : "not needed");
    if (others > 0)
        text_append(text, 96, ", and %d other%s differ%s", others, others > 1 ? "s" : "", others > 1 ? "" : "s");
}

static void check_tiles(const Outcome *outcome, CaseResult *result) {
    uint64_t count = (uint64_t)outcome->spec->size[QUERIES];
    const uint64_t *needed = output_array(outcome, "needed", CASE_UINT64, count, result);
    if (!needed) return;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t right = tile_channels(outcome, i, NO_MISTAKE);
        if (needed[i] == right) continue;
        char channels[96];
        say_channels(needed[i], right, channels);
        result_wrong(
            result,
            "a tile of %d x %d at row %d, column %d of a matrix %d wide, with %d channels in pieces of %d bytes: %s",
            field(outcome, "tile")[i], field(outcome, "tile")[i], field(outcome, "row")[i], field(outcome, "column")[i],
            field(outcome, "width")[i], field(outcome, "channels")[i], field(outcome, "piece")[i], channels);
        name_tile_mistake(outcome, needed, result);
        return;
    }
    result_right(result, "all %" PRIu64 " tiles right", count);
}

static void check(const Outcome *outcome, CaseResult *result) {
    if (outcome->spec->size[KIND] >= TILES) check_tiles(outcome, result);
    else check_places(outcome, result);
}

#include "interleave.text.h"
