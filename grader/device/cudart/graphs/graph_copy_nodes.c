// graph_copy_nodes.c - nodes that copy and set memory.
//
// The short forms describe a copy of one row; symbols are addresses from then on.
#include "nodes.h"

static cudaError_t row_work(Work *work, void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind) {
    if (!bytes) return cudaErrorInvalidValue;
    *work = copy_work(to, bytes, from, bytes, bytes, 1, kind);
    cudaError_t error = context_ready();
    return error ? error : copy_check(&work->copy);
}

static cudaError_t to_symbol_work(Work *work, const void *symbol, const void *from, size_t bytes, size_t offset,
                                  enum cudaMemcpyKind kind) {
    uint8_t *to;
    if (!symbol_kind_fits(kind, true)) return cudaErrorInvalidMemcpyDirection;
    cudaError_t error = symbol_part(symbol, bytes, offset, &to);
    return error ? error : row_work(work, to, from, bytes, kind);
}

static cudaError_t from_symbol_work(Work *work, void *to, const void *symbol, size_t bytes, size_t offset,
                                    enum cudaMemcpyKind kind) {
    uint8_t *from;
    if (!symbol_kind_fits(kind, false)) return cudaErrorInvalidMemcpyDirection;
    cudaError_t error = symbol_part(symbol, bytes, offset, &from);
    return error ? error : row_work(work, to, from, bytes, kind);
}

static struct cudaGraphNodeParams copy_params(const struct cudaMemcpy3DParms *from) {
    return (struct cudaGraphNodeParams){.type = cudaGraphNodeTypeMemcpy, .memcpy.copyParams = *from};
}
NODE_CALLS(Memcpy, cudaMemcpy3DParms, copy_params, copy)

static cudaError_t change(cudaGraphNode_t node, const Work *work) {
    return node_of(node) ? node_change(node, work) : cudaErrorInvalidValue;
}

API cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *added, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                         size_t count, void *to, const void *from, size_t bytes,
                                         enum cudaMemcpyKind kind) {
    Work work;
    cudaError_t error = row_work(&work, to, from, bytes, kind);
    RESULT(error ? error : node_add_work(added, graph, dependencies, NULL, count, &work));
}

API cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *to, const void *from, size_t bytes,
                                               enum cudaMemcpyKind kind) {
    Work work;
    cudaError_t error = row_work(&work, to, from, bytes, kind);
    RESULT(error ? error : change(node, &work));
}

API cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t executable, cudaGraphNode_t node, void *to,
                                                   const void *from, size_t bytes, enum cudaMemcpyKind kind) {
    Work work;
    cudaError_t error = row_work(&work, to, from, bytes, kind);
    RESULT(error ? error : executable_set_work(executable, node, &work));
}

API cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *added, cudaGraph_t graph,
                                               const cudaGraphNode_t *dependencies, size_t count, const void *symbol,
                                               const void *from, size_t bytes, size_t offset,
                                               enum cudaMemcpyKind kind) {
    Work work;
    cudaError_t error = to_symbol_work(&work, symbol, from, bytes, offset, kind);
    RESULT(error ? error : node_add_work(added, graph, dependencies, NULL, count, &work));
}

API cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void *symbol, const void *from,
                                                     size_t bytes, size_t offset, enum cudaMemcpyKind kind) {
    Work work;
    cudaError_t error = to_symbol_work(&work, symbol, from, bytes, offset, kind);
    RESULT(error ? error : change(node, &work));
}

API cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                         const void *symbol, const void *from, size_t bytes,
                                                         size_t offset, enum cudaMemcpyKind kind) {
    Work work;
    cudaError_t error = to_symbol_work(&work, symbol, from, bytes, offset, kind);
    RESULT(error ? error : executable_set_work(executable, node, &work));
}

API cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *added, cudaGraph_t graph,
                                                 const cudaGraphNode_t *dependencies, size_t count, void *to,
                                                 const void *symbol, size_t bytes, size_t offset,
                                                 enum cudaMemcpyKind kind) {
    Work work;
    cudaError_t error = from_symbol_work(&work, to, symbol, bytes, offset, kind);
    RESULT(error ? error : node_add_work(added, graph, dependencies, NULL, count, &work));
}

API cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *to, const void *symbol, size_t bytes,
                                                       size_t offset, enum cudaMemcpyKind kind) {
    Work work;
    cudaError_t error = from_symbol_work(&work, to, symbol, bytes, offset, kind);
    RESULT(error ? error : change(node, &work));
}

API cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t executable, cudaGraphNode_t node, void *to,
                                                           const void *symbol, size_t bytes, size_t offset,
                                                           enum cudaMemcpyKind kind) {
    Work work;
    cudaError_t error = from_symbol_work(&work, to, symbol, bytes, offset, kind);
    RESULT(error ? error : executable_set_work(executable, node, &work));
}

static struct cudaGraphNodeParams set_params(const struct cudaMemsetParams *from) {
    return (struct cudaGraphNodeParams){
        .type = cudaGraphNodeTypeMemset,
        .memset = {from->dst, from->pitch, from->value, from->elementSize, from->width, from->height}};
}
NODE_CALLS(Memset, cudaMemsetParams, set_params, set)
