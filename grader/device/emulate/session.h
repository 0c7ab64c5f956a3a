// session.h - what the files that answer packets share.
#ifndef SESSION_H
#define SESSION_H

#include "service.h"

// Error numbers of the runtime that the session itself answers with, without asking the device.
#define ERROR_INVALID_VALUE 1
#define ERROR_OUT_OF_MEMORY 2
#define ERROR_DEVICES_UNAVAILABLE 46
#define ERROR_NOT_SUPPORTED 801

// Answers one call. false: the request makes no sense. Arguments are untrusted. A handler checks everything before it
// uses it: handles by the context's table of kernels or the device's look-ups, ranges in the window, sizes before they
// are multiplied. Device addresses need no check here, because the device checks them.
typedef bool Handler(Service *service, Session *session, Packet *packet);

Handler answer_image_begin, answer_image_part, answer_image_load; // session_module.c
Handler answer_kernel_name;
Handler answer_kernel, answer_kernel_shared, answer_variable, answer_variable_share, answer_launch, answer_occupancy;
Handler answer_object, answer_object_destroy, answer_malloc, answer_malloc_shared, answer_free, answer_reserve,
    answer_renew, answer_condition, answer_lend, answer_prefetch, answer_range, answer_bulk, answer_copy, answer_set,
    answer_memory_info, answer_stack, answer_heap, answer_pending; // session_memory.c
Handler answer_array_load, answer_array_store;                     // session_arrays.c

static inline Device *device_of(const Session *session) { return session->context->device; }
// A memfd whose size can never change, so that neither side can be made to fault on it. -1: there is none.
int sealed_memory(uint64_t bytes);
uint64_t whole_pages(uint64_t bytes); // UINT64_MAX, which no memfd has: too many

#endif
