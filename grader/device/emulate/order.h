// order.h - data races between operations in flight, and between them and the host.
#ifndef ORDER_H
#define ORDER_H

#include "../emulator/device.h"
#include "../protocol/protocol.h"

#define ORDER_SITES UINT32_MAX // the module of faults whose locations are lines of the program: see order_place

typedef struct Order Order;

void order_free(Order *order);
// Gives a line of the program a number, which must be the next one. file[length] is its file's name, or "" if it is not
// known; behind a line feed, the function that is called there if it is a library's.
void order_site(Order **order, uint32_t number, uint32_t line, const uint8_t *file, size_t length);
Place order_place(const Order *order, uint32_t site); // file NULL: unknown
// An operation of that number in that stream begins, asked for at that site (0: unknown).
void order_begin(Order **order, Device *device, uint32_t stream, uint32_t number, OrderKind kind, uint32_t site,
                 const OrderClocks *clocks);
// A node of the graph that the operation launches begins, after the nodes of those numbers (protocol.h: CALL_NODE).
// What follows is its.
void order_node(Order *order, uint64_t number, const uint32_t *before, uint32_t count);
void order_end(Order *order, Device *device);
// The operation that has begun reads or writes rows of the device's memory; or it was a launch, whose accesses are
// known. Without such an operation they do nothing.
void order_uses(Order *order, Device *device, bool writes, uint64_t address, uint64_t pitch, uint64_t width,
                uint64_t rows);
void order_launched(Order *order, Device *device);
// The program touches, at that site, a byte that the operation may use. If the operation signals there, the program has
// waited for it from then on: order_heard() adds such operations to what the program has waited for.
void order_touched(Order *order, Device *device, uint64_t address, bool writes, uint32_t stream, uint32_t number,
                   uint32_t site);
void order_heard(const Order *order, OrderClocks *clocks); // NULL: nothing was touched
// A fault of the program itself at an address. Its location is a site.
Fault order_fault(Device *device, FaultKind kind, uint64_t address);
// Host code used an address of the device's. order may be NULL: no line is known.
void order_strayed(Order *order, Device *device, uint64_t address, bool writes, uint32_t site);

#endif
