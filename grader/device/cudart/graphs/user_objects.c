// user_objects.c - objects of the program whose life CUDA counts: a destructor called with the last reference.
#include "../../system/grow.h"
#include "graph.h"
#include <stdlib.h>
#include <string.h>

struct CUuserObject_st {
    void *pointer;
    cudaHostFn_t destroy;
    unsigned long long references;
};

static UserObject *object_of(cudaUserObject_t handle) { return handle_is(handle, HANDLE_USER_OBJECT) ? handle : NULL; }

static void object_release(UserObject *object, unsigned count) {
    if (__atomic_sub_fetch(&object->references, count, __ATOMIC_ACQ_REL)) return;
    handle_remove(object);
    object->destroy(object->pointer);
    free(object);
}

// The flag is required: without it a destructor would be synchronised by CUDA handles, and CUDA has no such thing.
API cudaError_t cudaUserObjectCreate(cudaUserObject_t *object, void *pointer, cudaHostFn_t destroy, unsigned references,
                                     unsigned flags) {
    if (!object || !destroy || !references || references > INT32_MAX || flags != cudaUserObjectNoDestructorSync)
        RESULT(cudaErrorInvalidValue);
    UserObject *made = malloc(sizeof *made);
    if (!made) RESULT(cudaErrorMemoryAllocation);
    *made = (UserObject){pointer, destroy, references};
    if (!handle_add(made, HANDLE_USER_OBJECT)) {
        free(made);
        RESULT(cudaErrorMemoryAllocation);
    }
    *object = made;
    RESULT(cudaSuccess);
}

static bool count_fits(const UserObject *object, unsigned count) { return object && count && count <= INT32_MAX; }

API cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned count) {
    if (!count_fits(object_of(object), count)) RESULT(cudaErrorInvalidValue);
    __atomic_add_fetch(&object->references, count, __ATOMIC_RELAXED);
    RESULT(cudaSuccess);
}

API cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned count) {
    if (!count_fits(object_of(object), count) || count > object->references) RESULT(cudaErrorInvalidValue);
    object_release(object, count);
    RESULT(cudaSuccess);
}

static Reference *reference_find(const Graph *graph, const UserObject *object) {
    for (size_t i = 0; i < graph->reference_count; i++)
        if (graph->references[i].object == object) return &graph->references[i];
    return NULL;
}

static cudaError_t reference_add(Graph *graph, UserObject *object, unsigned count) {
    Reference *found = reference_find(graph, object);
    if (found) {
        found->count += count;
        return cudaSuccess;
    }
    if (!ARRAY_GROW(graph->references, graph->reference_count)) return cudaErrorMemoryAllocation;
    graph->references[graph->reference_count++] = (Reference){object, count};
    return cudaSuccess;
}

API cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned count, unsigned flags) {
    if (!graph_of(graph) || !count_fits(object_of(object), count) || flags & ~(unsigned)cudaGraphUserObjectMove)
        RESULT(cudaErrorInvalidValue);
    if (flags & cudaGraphUserObjectMove && count > object->references) RESULT(cudaErrorInvalidValue);
    cudaError_t error = reference_add(graph, object, count);
    if (!error && !(flags & cudaGraphUserObjectMove)) __atomic_add_fetch(&object->references, count, __ATOMIC_RELAXED);
    RESULT(error);
}

API cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned count) {
    if (!graph_of(graph) || !count_fits(object_of(object), count)) RESULT(cudaErrorInvalidValue);
    Reference *found = reference_find(graph, object);
    if (!found || found->count < count) RESULT(cudaErrorInvalidValue);
    found->count -= count;
    if (!found->count) *found = graph->references[--graph->reference_count];
    object_release(object, count);
    RESULT(cudaSuccess);
}

// A copy of a graph has as many references as the graph.
cudaError_t references_copy(Graph *to, const Graph *from) {
    for (size_t i = 0; i < from->reference_count; i++) {
        const Reference *reference = &from->references[i];
        cudaError_t error = reference_add(to, reference->object, reference->count);
        if (error) return error;
        __atomic_add_fetch(&reference->object->references, reference->count, __ATOMIC_RELAXED);
    }
    return cudaSuccess;
}

void references_release(Graph *graph) {
    for (size_t i = 0; i < graph->reference_count; i++)
        object_release(graph->references[i].object, graph->references[i].count);
    free(graph->references);
}
