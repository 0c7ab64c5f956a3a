// output.c - what the formats have in common: faults in order, names, places.
#include "output.h"
#include "../order.h"
#include <string.h>

typedef struct {
    int number;
    const char *name;
} ErrorName;

const char *error_name(int error) {
    static const ErrorName names[] = {
#define ERROR(number, name, text) {number, #name},
#include "../../protocol/errors.def"
#undef ERROR
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].number == error) return names[i].name;
    return "cudaErrorUnknown";
}

Dim3 index_in(uint32_t linear, Dim3 size) {
    if (!size.x || !size.y) return (Dim3){linear, 0, 0};
    uint64_t slice = (uint64_t)size.x * size.y;
    return (Dim3){linear % size.x, (uint32_t)(linear % slice / size.x), (uint32_t)(linear / slice)};
}

// The launch a fault names. A refused launch has the number that the next launch gets.
static const LaunchRecord *launch_of(const Context *context, const Fault *fault) {
    size_t count;
    const LaunchRecord *launches = device_launches(context->device, &count);
    if (fault->launch == UINT64_MAX || fault->kind == FAULT_INVALID_LAUNCH) return NULL;
    for (size_t i = fault->launch < count ? (size_t)fault->launch + 1 : count;
         i-- > 0;) // a launch stands at its number or before
        if (launches[i].number == fault->launch)
            return strncmp(launches[i].kernel, fault->kernel, sizeof fault->kernel - 1) ? NULL : &launches[i];
    return NULL;
}

static FaultView view_of(const Context *context, const Fault *fault, size_t launches_before) {
    size_t count;
    FaultView view = {.fault = fault, .context = context, .launch = launch_of(context, fault)};
    fact_say(&fault->fact, fault->kind, view.sentence);
    if (view.launch)
        view.launch_index = launches_before + (size_t)(view.launch - device_launches(context->device, &count));
    if (fault->module == ORDER_SITES) {
        view.place = order_place(context->order, fault->location);
        view.other_place = order_place(context->order, fault->other_location);
        return view;
    }
    if (fault->location) view.place = device_place(context->device, fault->module, fault->location);
    if (fault->other_location) view.other_place = device_place(context->device, fault->module, fault->other_location);
    if (fault->barrier_location)
        view.barrier_place = device_place(context->device, fault->module, fault->barrier_location);
    if (view.place.file && !*view.place.file) view.place.file = NULL;
    if (view.other_place.file && !*view.other_place.file) view.other_place.file = NULL;
    return view;
}

size_t faults_visit(const Service *service, void (*visit)(const FaultView *, void *), void *opaque) {
    size_t visited = 0, launches_before = 0;
    for (size_t i = 0; i < service->context_count; i++) {
        const Context *context = service->contexts[i];
        size_t count, launch_count;
        const Fault *faults = device_faults(context->device, &count);
        for (size_t j = 0; j < count; j++, visited++) {
            FaultView view = view_of(context, &faults[j], launches_before);
            visit(&view, opaque);
        }
        device_launches(context->device, &launch_count);
        launches_before += launch_count;
    }
    return visited;
}

typedef struct {
    int error;
    bool found;
} ErrorSearch;

static void match_error(const FaultView *view, void *opaque) {
    ErrorSearch *search = opaque;
    search->found |= fault_error(view->fault->kind) == search->error;
}

bool api_error_follows_fault(const Service *service, const ApiError *error) {
    ErrorSearch search = {.error = error->error};
    faults_visit(service, match_error, &search);
    return search.found;
}

bool fault_was_unavoidable(const FaultView *view, const ProgramEnd *end) {
    switch (view->fault->kind) {
    case FAULT_LEAK: return end->exit_status != 0 || device_error(view->context->device);
    case FAULT_ABANDONED: return end->signal || end->asked;
    default: return false;
    }
}

bool fault_is_of_freed(const Fault *fault) {
    return fault->kind == FAULT_DOUBLE_FREE || fault->kind == FAULT_COPY_OUT_OF_BOUNDS;
}

typedef struct {
    const ProgramEnd *end;
    bool leaks, found; // leaks: they are to be found, too
} FaultSearch;

static void match_fault(const FaultView *view, void *opaque) {
    FaultSearch *search = opaque;
    if (fault_was_unavoidable(view, search->end)) return;
    search->found |= search->leaks || view->fault->kind != FAULT_LEAK;
}

bool run_is_faulty(const Service *service, const ProgramEnd *end, bool leaks) {
    FaultSearch search = {.end = end, .leaks = leaks};
    faults_visit(service, match_fault, &search);
    return service->api_error_count || service->refusal_count || search.found;
}
