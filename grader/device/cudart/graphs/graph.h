// graph.h - graphs, their nodes, and what is instantiated of them.
//
// A graph owns its nodes, a node its work. An executable graph is a copy of the graph, of which it is independent, with
// its nodes in an order that respects their dependencies; nodes are found in it by the number of the node they were
// copied from. Handles are pointers to these, but no pointer is followed before the table of what is alive (handles.c)
// has it. As in CUDA, a graph must not be used by two threads at a time; the captures, which streams share, have a
// lock.
#ifndef GRAPH_H
#define GRAPH_H

#include "../base/handles.h"
#include "../streams/streams.h"

typedef struct CUgraphExec_st Executable;
typedef struct CUuserObject_st UserObject;

// What a node can do. Each kind is a row of node_types.def.
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

typedef struct {
    Node *node;
    cudaGraphEdgeData data;
} Edge;
typedef struct {
    Edge *edges;
    size_t count;
} EdgeList;
bool edge_add(EdgeList *list, Node *node, const cudaGraphEdgeData *data); // false: no memory left
Edge *edge_find(const EdgeList *list, const Node *node);
void edge_remove(EdgeList *list, const Node *node);
bool edge_is_plain(const cudaGraphEdgeData *data);
// Whether an edge may say that between such nodes: programmatic ones join kernels. data may be NULL.
bool edge_fits(const Work *from, const Work *to, const cudaGraphEdgeData *data);

struct CUgraphNode_st {
    unsigned long long number; // of all nodes ever
    unsigned long long origin; // the number of the node that this one is a copy of, 0: none
    size_t index;              // in its graph
    Graph *graph;
    EdgeList dependencies, dependents;
    Work work;
    bool disabled;    // in an executable graph
    size_t waits_for; // during the topological sort: dependencies that are not sorted yet
    uint32_t ran;     // in the launch that runs: what comes after it comes after this number (order_node)
};

typedef struct {
    UserObject *object;
    unsigned count;
} Reference;
typedef struct {
    cudaGraphConditionalHandle handle;
    unsigned value;
    bool sets_default, used;
} Condition;

struct CUgraph_st {
    unsigned long long number, origin; // as of nodes
    Node **nodes;                      // by their creation
    size_t count;
    Node *owner;       // the node that this is the child or a body of, NULL: the program owns it
    Node **order;      // of an executable graph's, dependencies first
    bool captured;     // stream capture adds nodes to it: not to be destroyed
    bool instantiated; // an executable graph of one that can have only one
    Reference *references;
    size_t reference_count;
    Condition *conditions;
    size_t condition_count;
};

struct CUgraphExec_st {
    Graph *graph;
    const Graph *source; // where it was copied from, which may be gone
    unsigned long long source_number, flags;
    Clock launched; // the last time: the next one comes after that
};

// graph.c
Graph *graph_create(void); // NULL: no memory left
void graph_release(Graph *graph);
// Adds a node that owns a copy of what the work borrows.
cudaError_t graph_add(Graph *graph, const Node *const *dependencies, const cudaGraphEdgeData *data, size_t count,
                      const Work *work, Node **added);
cudaError_t graph_connect(Node *from, Node *to, const cudaGraphEdgeData *data);
cudaError_t graph_clone(const Graph *graph, Graph **clone);
// The node of the graph, or of a child or body within it, that is a copy of that one; NULL: none.
Node *graph_find_copy(const Graph *graph, const Node *origin);
// Whether any node has that kind, those of child graphs and bodies included.
bool graph_has(const Graph *graph, enum cudaGraphNodeType type);
// Calls visit for each node, those of children and bodies included, until a visit returns false. Returns whether none
// did.
bool graph_visit(const Graph *graph, bool (*visit)(Node *node, void *opaque), void *opaque);
// The handle's graph or node, or NULL.
Graph *graph_of(cudaGraph_t handle);
Node *node_of(cudaGraphNode_t handle);
Node *node_of_type(cudaGraphNode_t handle, enum cudaGraphNodeType type);

// graph_nodes.c
// Gives a node of a graph other work of the same kind, a copy of it.
cudaError_t node_change(Node *node, const Work *work);

// graph_launch.c
cudaError_t graph_run(const Graph *graph); // of an executable graph: once
Executable *executable_of(cudaGraphExec_t handle);

// graph_memory.c
// Before a launch: what the graph allocates must not be allocated already, and what it frees must be. `frees_first`:
// memory that is allocated already is freed instead of being an error.
cudaError_t graph_memory_ready(const Graph *graph, bool frees_first);
bool graph_has_memory(const Graph *graph);
void graph_memory_forget(void); // after a reset
// Whether the address is that of an allocation by a node (of any graph).
bool graph_memory_is(uint64_t address, uint64_t *size);

// graph_conditions.c
cudaError_t conditions_reset(const Graph *graph); // at a launch: default values
bool conditions_used(const Graph *graph);         // every handle has its node

// user_objects.c
cudaError_t references_copy(Graph *to, const Graph *from);
void references_release(Graph *graph);

#endif
