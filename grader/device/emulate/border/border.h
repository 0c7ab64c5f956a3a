// border.h - all that passes between a program and the device, in bytes: what one side can learn from the other.
//
// A program learns of the device's memory by copies, by stores of kernels to memory that it sees, and by answers that
// depend on that memory. Kernels learn from the program by copies and memsets, by loads from memory that it writes, by
// the parameters and shapes of launches, and by code that is not the program's own. What moves bytes counts them
// itself, where they lie (device_passage); answers and requests are counted here. Each amount is an upper bound, with
// one exception: how long an answer takes, which no count can hold.
#ifndef BORDER_H
#define BORDER_H

#include "../../emulator/device.h"
#include "../../protocol/protocol.h"

typedef struct {
    uint64_t told_host, told_device; // by answers, by requests
    const char *own_code;            // file that holds the program's own code; NULL: all code counts as its own
} Border;

#define CONDITION_TELLS 4 // of one that gives the condition of a graph
#define HEAP_TELLS                                                                                                     \
    8                  // of all answers about where memory is and how much, for each allocation by a kernel; and what
                       // its address tells the kernel of the program's own allocations
#define STACK_TELLS 8  // of a limit that launches to come have
#define COPY_TELLS 16  // of a copy, a memset, a texture or a surface as such: its place, its length and its value
#define LAUNCH_TELLS 1 // of a launch as such, beside what differs from its kernel's launch before

// What the launches of a kernel were told last.
typedef struct {
    uint64_t argument[REQUEST_SITE]; // but for the site
    uint8_t *parameters;             // parameter_bytes of them; NULL: there was no launch
} Told;

// Counts an answer about the time that kernels took: as many bytes as the number of ticks has.
void border_time(Border *border, uint64_t ticks);
// Counts a launch: bytes of its parameters and of its shape that differ from those before.
void border_launch(Border *border, Told *told, const Request *request, const uint8_t *parameters);
// Counts code that the program loads and that does not lie in its file as it is.
void border_image(Border *border, const uint8_t *image, uint64_t bytes);
// Bytes that the program can have learnt from a device, and a device from the program, by all that was counted there.
uint64_t border_to_host(const Device *device);
uint64_t border_to_device(const Device *device);

#endif
