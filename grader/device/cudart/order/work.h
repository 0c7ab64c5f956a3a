// work.h - what can be done in a stream or be a node of a graph: one description for both.
//
// A call on a stream describes its work and hands it to stream_do. What such a description points to is the caller's
// ("borrowed"), unless a graph has copied it for a node.
#ifndef WORK_H
#define WORK_H

#include "../kernels/kernels.h"

typedef struct CUgraph_st Graph; // of graphs/, as what only nodes of graphs do is

typedef struct {
    uint64_t address, size;
} AllocationWork;

typedef struct {
    cudaGraphConditionalHandle handle;
    enum cudaGraphConditionalNodeType type;
    unsigned size;
    Graph **bodies;
} ConditionalWork;

typedef struct {
    enum cudaGraphNodeType type;
    union {
        KernelWork kernel;
        struct cudaMemcpy3DParms copy;
        struct cudaMemsetParams set;
        struct cudaHostNodeParams host;
        cudaEvent_t event; // of a record or a wait
        struct {
            Graph *child; // an owned work's is its own
            bool moves;   // it is not copied but given away
        };
        AllocationWork alloc; // address 0 until it is a node's
        uint64_t freed;       // address
        ConditionalWork conditional;
    };
} Work;

// Rows of bytes; 1-D copies have one row.
typedef struct {
    size_t width, rows, to_pitch, from_pitch;
} Shape;

static inline uint8_t *box_position(struct cudaPitchedPtr box, struct cudaPos at) {
    return (uint8_t *)box.ptr + (at.z * box.ysize + at.y) * box.pitch + at.x;
}

#endif
