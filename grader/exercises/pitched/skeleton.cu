// pitched.cu - a ramp is added to a plane or a volume whose rows are padded, in place.
//
// The volume has `depth` planes of `height` rows of `width` floats. Each row begins `pitch` bytes behind the row before
// it, in all planes; pitch is at least 4 * width, and mostly more. Nobody may touch the bytes between the end of a row
// and the next row. A plane is a volume of depth 1.
//
// The lesson is chapters/03_layout_and_caches/README.md.
#include "workbook.h"

// Predict before you write: the questions are at the end of this file.

__global__ void ramp(void *volume, size_t pitch, int width, int height, float3 slope) {
    // TODO 1: every element (x, y, z) must have a thread, and the lanes of a warp must be neighbours in a row.
    // TODO 2: find the row in bytes and the element in floats.
    // TODO 3: add slope.x * x + slope.y * y + slope.z * z to the element, once (a float3 is three floats: x, y, z).
}

void add_ramp(void *volume, size_t pitch, int width, int height, int depth, float3 slope) {
    // TODO 4: launch enough blocks for all planes.
}

// Predict first.
//     make questions EXERCISE=pitched  shows the questions with numbers
//     make another EXERCISE=pitched    shows them with others
//= numbers: 1
// cudaMallocPitch is asked for rows of your width. How many bytes does a row take with the pitch that it chooses on this
// GPU?
//= bytes_of_rows: ?
// A warp loads 32 neighbouring floats of one row after another. How many sectors do all these requests touch if the rows
// lie packed, one right behind another? And how many if they have that pitch?
//= sectors_packed: ?
//= sectors_pitched: ?
// How many bytes lie between the beginning of a volume and an element of it?
//= byte_of_element: ?
