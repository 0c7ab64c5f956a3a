// graph_dot.c - cudaGraphDebugDotPrint: a graph in the language of Graphviz.
#include "graph.h"
#include <inttypes.h>
#include <stdio.h>

static void print_quoted(FILE *file, const char *text) {
    for (; *text; text++)
        fprintf(file, *text == '"' || *text == '\\' || *text == '{' || *text == '}' ? "\\%c" : "%c", *text);
}

static void print_kernel(FILE *file, const KernelWork *kernel) {
    fprintf(file, "\\n");
    print_quoted(file, kernel->function->name);
    fprintf(file, "\\ngrid %ux%ux%u, block %ux%ux%u, %zu bytes shared", kernel->grid.x, kernel->grid.y, kernel->grid.z,
            kernel->block.x, kernel->block.y, kernel->block.z, kernel->shared);
}

static void print_copy(FILE *file, const struct cudaMemcpy3DParms *copy) {
    static const char *const kinds[] = {"host to host", "host to device", "device to host", "device to device",
                                        "default"};
    fprintf(file, "\\n%s, %zux%zux%zu\\nfrom %p to %p", kinds[copy->kind], copy->extent.width, copy->extent.height,
            copy->extent.depth, copy->srcPtr.ptr, copy->dstPtr.ptr);
}

static void print_set(FILE *file, const struct cudaMemsetParams *set) {
    fprintf(file, "\\n%p: %zux%zu elements of %u bytes = %u", set->dst, set->width, set->height, set->elementSize,
            set->value);
}

static void print_details(FILE *file, const Work *work) {
    switch (work->type) {
    case cudaGraphNodeTypeKernel: print_kernel(file, &work->kernel); break;
    case cudaGraphNodeTypeMemcpy: print_copy(file, &work->copy); break;
    case cudaGraphNodeTypeMemset: print_set(file, &work->set); break;
    case cudaGraphNodeTypeMemAlloc:
        fprintf(file, "\\n0x%" PRIx64 ": %" PRIu64 " bytes", work->alloc.address, work->alloc.size);
        break;
    case cudaGraphNodeTypeMemFree: fprintf(file, "\\n0x%" PRIx64, work->freed); break;
    default: break;
    }
}

static void print_graph(FILE *file, const Graph *graph, bool verbose) {
    fprintf(file, "subgraph cluster_%llu {\nlabel=\"graph_%llu\"\n", graph->number, graph->number);
    for (size_t i = 0; i < graph->count; i++) {
        const Node *node = graph->nodes[i];
        fprintf(file, "node_%llu [shape=\"box\" label=\"%zu: %s", node->number, i, work_kind(node->work.type)->name);
        if (verbose || node->work.type == cudaGraphNodeTypeKernel) print_details(file, &node->work);
        fprintf(file, "\"]\n");
    }
    for (size_t i = 0; i < graph->count; i++)
        for (size_t e = 0; e < graph->nodes[i]->dependents.count; e++)
            fprintf(file, "node_%llu -> node_%llu\n", graph->nodes[i]->number,
                    graph->nodes[i]->dependents.edges[e].node->number);
    fprintf(file, "}\n");
    for (size_t i = 0; i < graph->count; i++) {
        const Work *work = &graph->nodes[i]->work;
        if (work->type == cudaGraphNodeTypeGraph) print_graph(file, work->child, verbose);
        for (unsigned body = 0; work->type == cudaGraphNodeTypeConditional && body < work->conditional.size; body++)
            print_graph(file, work->conditional.bodies[body], verbose);
    }
}

API cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned flags) {
    if (!graph_of(graph) || !path) RESULT(cudaErrorInvalidValue);
    FILE *file = fopen(path, "w");
    if (!file) RESULT(cudaErrorOperatingSystem);
    fprintf(file, "digraph dot {\n");
    print_graph(file, graph, flags != 0);
    fprintf(file, "}\n");
    RESULT(fclose(file) == 0 ? cudaSuccess : cudaErrorOperatingSystem);
}
