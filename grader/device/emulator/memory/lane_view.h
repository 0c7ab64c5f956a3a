// lane_view.h - the bytes at a generic address of one lane, for what is no load or store.
#ifndef LANE_VIEW_H
#define LANE_VIEW_H

#include "../machine/warp.h"

// A host view of `bytes` at a generic device address of the lane, NULL if there are not that many.
uint8_t *lane_view(const Warp *warp, unsigned lane, uint64_t address, uint64_t bytes);
// Writes where a generic address of the lane is; false: there are not that many bytes.
bool lane_write(Warp *warp, unsigned lane, uint64_t address, const void *value, size_t bytes);

#endif
