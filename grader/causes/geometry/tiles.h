// tiles.h - what a kernel makes of the numbers of its block and thread.
#ifndef TILES_H
#define TILES_H

#include "launches.h"

typedef struct {
    char direction;            // 'x'
    const char *at;            // "blockIdx.x * TILE * FACTOR + threadIdx.x"
    Piece all;                 // "TILE * FACTOR"
    Piece factors[MOST_PARTS]; // each of them
    unsigned count;
    bool next_is_thread; // "+ threadIdx.x" follows, and nothing multiplies that
} Tile;

// The first place of the kernel where blockIdx in that direction is multiplied. false: there is none.
bool tile_find(const Launch *launch, char direction, Tile *tile);
// The same, or that of a function which the kernel calls, where the kernel itself does not use blockIdx.
bool tile_find_called(const Source *source, const Launch *launch, char direction, Tile *tile);
// The variable that is declared to be the tile's place: "column" of "int column = blockIdx.x * TILE + ...". false:
// none.
bool tile_coordinate(const Source *source, const Tile *tile, char name[NAME]);
// The factors but the one that is a loop's bound, "TILE" of "TILE * FACTOR". false: it is none of them.
bool tile_without(const Tile *tile, const char *bound, char *others, size_t size);
// "c" and "FACTOR" of a loop "for (int c = 0; c < FACTOR; c++)". false: it counts otherwise.
bool loop_counts(const char *loop, char variable[NAME], char bound[NAME]);
// Whether the word that ends before `end` is threadIdx.x, or a variable that was declared to be that; its name.
bool is_thread(const char *body, const char *end, char name[NAME]);

#endif
