// stream_work.h - what can be done in a stream or be a node of a graph: one description for both.
//
// A call on a stream describes its work and hands it to stream_do, which does it at once or, while the stream is
// captured, makes a node of it. What such a description points to is the caller's ("borrowed") until work_own copies it
// for a node. Each kind is a row of node_types.def and an instance of WorkKind.
#ifndef WORK_H
#define WORK_H

#include "../api.h"

typedef struct CUgraph_st Graph;
typedef struct CUgraphNode_st Node;

typedef struct {
    const void *func; // as the program names it
    Function *function;
    dim3 grid, block;
    size_t shared;
    const cudaLaunchAttribute *attributes;
    unsigned attribute_count;
    void **arguments; // to each parameter's value; of an owned work into `packed`
    void **extra;     // or: the parameters packed by the caller (CU_LAUNCH_PARAM_BUFFER_POINTER, ...)
    uint8_t *packed;  // of an owned work: the parameter block
} KernelWork;

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

typedef struct {
    const char *name;
    // Reads and checks a node's parameters. What they point to is borrowed.
    cudaError_t (*read)(Work *work, const struct cudaGraphNodeParams *params);
    // Copies what the work borrows, for a node of the graph. The work is untouched if it fails.
    cudaError_t (*own)(Work *work, Graph *graph);
    void (*release)(Work *work); // of what own copied
    cudaError_t (*run)(const Work *work);
    // Whether an instantiated node that does `old` may do `changed` instead.
    bool (*may_become)(const Work *old, const Work *changed);
} WorkKind;

// NULL: no such kind, or one that is not supported.
const WorkKind *work_kind(enum cudaGraphNodeType type);

// capture.c: of a call that uses the legacy stream for itself, as cudaMemcpy does: an error if a stream that waits for
// it is captured; else as context_ready.
cudaError_t stream_legacy(void);
// Does the work, or adds it to the graph that the stream's work is captured into.
cudaError_t stream_do(cudaStream_t stream, const Work *work);

// copy.c, memset.c: what nodes that copy and set do, and what is asked of their parameters.
cudaError_t copy_check(const struct cudaMemcpy3DParms *box);
cudaError_t set_check(const struct cudaMemsetParams *set);
bool copy_waits(const struct cudaMemcpy3DParms *box); // for its end although it is Async: a copy to pageable memory
cudaError_t copy_box(const struct cudaMemcpy3DParms *box, bool waits);
// The description of a copy of `rows` rows. A row that is alone has no pitches.
Work copy_work(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t rows,
               enum cudaMemcpyKind kind);
cudaError_t copy_in_stream(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t rows,
                           enum cudaMemcpyKind kind, cudaStream_t stream);
uint8_t *box_position(struct cudaPitchedPtr box, struct cudaPos at);
bool device_sees(MemoryKind kind);

// symbols.c: the address of bytes of a symbol; whether a copy of that kind can be to (or from) one.
cudaError_t symbol_part(const void *symbol, size_t bytes, size_t offset, uint8_t **address);
bool symbol_kind_fits(enum cudaMemcpyKind kind, bool to_symbol);

// launch.c
cudaError_t kernel_run(const KernelWork *work);
// clusters.c: what a launch's attributes make of the last argument of CALL_LAUNCH; attributes of kernels.
cudaError_t launch_options(const Function *function, const cudaLaunchAttribute *attributes, unsigned count,
                           uint64_t *options);
cudaError_t cluster_attribute_set(Function *function, enum cudaFuncAttribute attribute, int value);
// Whether a launch would be accepted: its shape, shared memory and parameters.
cudaError_t kernel_check(const KernelWork *work);
// Copies the parameters' values to the block, which has room for all of the function's.
cudaError_t kernel_pack(const KernelWork *work, uint8_t *block);

#endif
