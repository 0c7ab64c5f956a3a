// graph_kernel_nodes.c - kernel nodes: parameters and attributes.
#include "../../system/grow.h"
#include "nodes.h"
#include <stdlib.h>
#include <string.h>

static struct cudaGraphNodeParams kernel_params(const struct cudaKernelNodeParams *from) {
    return (struct cudaGraphNodeParams){.type = cudaGraphNodeTypeKernel,
                                        .kernel = {.func = from->func,
                                                   .gridDim = from->gridDim,
                                                   .blockDim = from->blockDim,
                                                   .sharedMemBytes = from->sharedMemBytes,
                                                   .kernelParams = from->kernelParams,
                                                   .extra = from->extra}};
}

API cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *added, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                       size_t count, const struct cudaKernelNodeParams *params) {
    if (!params) RESULT(cudaErrorInvalidValue);
    struct cudaGraphNodeParams all = kernel_params(params);
    RESULT(node_add(added, graph, dependencies, count, &all));
}

API cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *params) {
    if (!node_of_type(node, cudaGraphNodeTypeKernel) || !params) RESULT(cudaErrorInvalidValue);
    const KernelWork *kernel = &node->work.kernel;
    *params = (struct cudaKernelNodeParams){.func = (void *)(uintptr_t)kernel->func,
                                            .gridDim = kernel->grid,
                                            .blockDim = kernel->block,
                                            .sharedMemBytes = (unsigned)kernel->shared,
                                            .kernelParams = kernel->arguments};
    RESULT(cudaSuccess);
}

API cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const struct cudaKernelNodeParams *params) {
    if (!node_of_type(node, cudaGraphNodeTypeKernel) || !params) RESULT(cudaErrorInvalidValue);
    struct cudaGraphNodeParams all = kernel_params(params);
    RESULT(node_set(node, &all));
}

API cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                                 const struct cudaKernelNodeParams *params) {
    if (!params) RESULT(cudaErrorInvalidValue);
    struct cudaGraphNodeParams all = kernel_params(params);
    RESULT(executable_set(executable, node, &all));
}

static bool attribute_is_known(cudaLaunchAttributeID id) {
    switch (id) {
    case cudaLaunchAttributeAccessPolicyWindow:
    case cudaLaunchAttributeCooperative:
    case cudaLaunchAttributeClusterDimension:
    case cudaLaunchAttributeClusterSchedulingPolicyPreference:
    case cudaLaunchAttributePriority:
    case cudaLaunchAttributeMemSyncDomainMap:
    case cudaLaunchAttributeMemSyncDomain:
    case cudaLaunchAttributePreferredSharedMemoryCarveout: return true;
    default: return false;
    }
}

static const cudaLaunchAttribute *attribute_find(const KernelWork *kernel, cudaLaunchAttributeID id) {
    for (unsigned i = 0; i < kernel->attribute_count; i++)
        if (kernel->attributes[i].id == id) return &kernel->attributes[i];
    return NULL;
}

API cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID id,
                                                cudaLaunchAttributeValue *value) {
    if (!node_of_type(node, cudaGraphNodeTypeKernel) || !attribute_is_known(id) || !value)
        RESULT(cudaErrorInvalidValue);
    const cudaLaunchAttribute *found = attribute_find(&node->work.kernel, id);
    *value = found ? found->val : (cudaLaunchAttributeValue){0};
    RESULT(cudaSuccess);
}

static cudaError_t attribute_set(KernelWork *kernel, cudaLaunchAttributeID id, const cudaLaunchAttributeValue *value) {
    cudaLaunchAttribute *attributes = (cudaLaunchAttribute *)(uintptr_t)kernel->attributes;
    const cudaLaunchAttribute *found = attribute_find(kernel, id);
    size_t place = found ? (size_t)(found - attributes) : kernel->attribute_count;
    if (!found) {
        if (!ARRAY_RESIZE(attributes, kernel->attribute_count + 1)) return cudaErrorMemoryAllocation;
        kernel->attributes = attributes;
        kernel->attribute_count++;
    }
    attributes[place] = (cudaLaunchAttribute){.id = id, .val = *value};
    return cudaSuccess;
}

API cudaError_t cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID id,
                                                const cudaLaunchAttributeValue *value) {
    if (!node_of_type(node, cudaGraphNodeTypeKernel) || !attribute_is_known(id) || !value)
        RESULT(cudaErrorInvalidValue);
    RESULT(attribute_set(&node->work.kernel, id, value));
}

API cudaError_t cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t to, cudaGraphNode_t from) {
    if (!node_of_type(to, cudaGraphNodeTypeKernel) || !node_of_type(from, cudaGraphNodeTypeKernel))
        RESULT(cudaErrorInvalidValue);
    const KernelWork *source = &from->work.kernel;
    cudaError_t error = cudaSuccess;
    for (unsigned i = 0; to != from && i < source->attribute_count && !error; i++)
        error = attribute_set(&to->work.kernel, source->attributes[i].id, &source->attributes[i].val);
    RESULT(error);
}
