// meters.h - what counts accesses. A meter is shown those of its row in memory/observers.def, and only ever adds.
#ifndef METERS_H
#define METERS_H

#include "../machine/access.h"

// Bytes that lanes ask for, also in parts of merged accesses.
void asked_meter(const Warp *warp, const Access *access);
void in_flight_meter(Warp *warp, const Access *access);
void coalescing_meter(Warp *warp, const Access *access);
void host_stores_meter(const Warp *warp, const Access *access);
void computed_meter(const Warp *warp, const Access *access);
void trace_before(const Warp *warp, const Access *access);
void exact_use_meter(const Warp *warp, const Access *access);
void trace_meter(const Warp *warp, const Access *access);
void banks_meter(const Warp *warp, const Access *access);
void local_meter(const Warp *warp, const Access *access);
void atomics_meter(const Warp *warp, const Access *access);
void atomic_loop_meter(const Warp *warp, const Access *access);

#endif
