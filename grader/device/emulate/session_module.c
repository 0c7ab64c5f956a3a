// session_module.c - modules, kernels, variables and launches of a session.
#include "../emulator/base/checked.h"
#include "../emulator/image/wrapped_ptx.h"
#include "../system/grow.h"
#include "session.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEFAULT_SHARED 49152u // bytes a block may have, static and dynamic, unless the program asks for more
#define MODULE_LIMIT 65536u
#define KERNEL_LIMIT 65536u

bool answer_image_begin(Service *service, Session *session, Packet *packet) {
    (void)service;
    uint64_t size = packet->request.argument[0];
    if (!size || size > IMAGE_LIMIT) return false;
    free(session->image);
    session->image = malloc(size);
    session->image_bytes = session->image ? size : 0;
    if (!session->image) packet->reply.error = ERROR_OUT_OF_MEMORY;
    return true;
}

bool answer_image_part(Service *service, Session *session, Packet *packet) {
    (void)service;
    uint64_t offset = packet->request.argument[0], size = packet->request.argument[1];
    if (!session->image || size > SLOT_CAPACITY) return false;
    if (!checked_inside(offset, size, session->image_bytes)) return false;
    memcpy(session->image + offset, session->window, size);
    return true;
}

static void remember_refusal(Service *service, const char *reason) {
    char *copy = service->refusal_count < REFUSAL_LIMIT ? strdup(reason) : NULL;
    if (copy) service->refusals[service->refusal_count++] = copy;
}

// Whether the text defines a kernel of that name.
static bool defines_kernel(const char *ptx, const char *name) {
    char wanted[NAME_BYTES + 16];
    int length = snprintf(wanted, sizeof wanted, ".entry %s", name);
    if (length < 0 || (size_t)length >= sizeof wanted) return false;
    for (const char *at = ptx; (at = strstr(at, wanted)); at += length)
        if (strchr("( \t\n", at[length])) return true;
    return false;
}

// A module whose first kernel is in the given PTX is loaded from that.
static int load_other(Device *device, const char *ptx, uint32_t *module, char reason[512]) {
    const char *name = ptx ? device_kernel_name(device, *module, 0) : NULL;
    if (!name || !defines_kernel(ptx, name)) return 0;
    size_t size;
    uint8_t *image = wrapped_ptx(ptx, &size);
    device_unload(device, *module);
    int error = device_load(device, image, size, module, reason);
    free(image);
    return error;
}

bool answer_image_load(Service *service, Session *session, Packet *packet) {
    char reason[512] = "";
    uint32_t module = 0;
    if (!session->image) return false;
    if (session->context->module_count >= MODULE_LIMIT) return false;
    border_image(&service->border, session->image, session->image_bytes);
    packet->reply.error = device_load(device_of(session), session->image, session->image_bytes, &module, reason);
    if (!packet->reply.error) packet->reply.error = load_other(device_of(session), service->ptx, &module, reason);
    free(session->image);
    session->image = NULL;
    session->image_bytes = 0;
    session->context->module_count++;
    packet->reply.value[0] = module;
    if (packet->reply.error && *reason) {
        reason[sizeof reason - 1] = 0;
        packet->reply.payload_bytes = (uint32_t)strlen(reason);
        memcpy(packet->answer, reason, packet->reply.payload_bytes);
        remember_refusal(service, reason);
    }
    return true;
}

// The payload as a name. false: it is none.
static bool read_name(const Packet *packet, char name[NAME_BYTES + 1]) {
    size_t length = packet->request.payload_bytes;
    if (!length || length > NAME_BYTES || memchr(packet->payload, 0, length)) return false;
    memcpy(name, packet->payload, length);
    name[length] = 0;
    return packet->request.argument[0] <= UINT32_MAX;
}

static KernelDescription describe_kernel(const KernelInfo *info) {
    KernelDescription d = {
        .parameter_bytes = info->parameter_bytes,
        .parameter_count = info->parameter_count,
        .registers = info->registers,
        .static_shared_bytes = info->static_shared_bytes,
        .local_bytes = info->local_bytes,
        .constant_bytes = info->constant_bytes,
        .max_threads = info->max_threads,
        .target = info->target,
        .cluster = {info->cluster.x, info->cluster.y, info->cluster.z},
    };
    for (uint32_t i = 0; i < info->parameter_count && i < KERNEL_PARAMETERS; i++) {
        d.parameters[i].offset = info->parameters[i].offset;
        d.parameters[i].size = info->parameters[i].size;
    }
    return d;
}

// The kernel a request names, if the program has looked it up: it may use only handles that it was given.
static KnownKernel *find_kernel(const Context *context, uint64_t module, uint64_t kernel) {
    for (size_t i = 0; i < context->kernel_count; i++)
        if (context->kernels[i].module == module && context->kernels[i].kernel == kernel) return &context->kernels[i];
    return NULL;
}

static bool remember_kernel(Context *context, uint32_t module, uint32_t kernel, const char *name,
                            const KernelInfo *info) {
    if (find_kernel(context, module, kernel)) return true;
    if (context->kernel_count >= KERNEL_LIMIT) return false;
    if (!ARRAY_GROW(context->kernels, context->kernel_count)) return false;
    KnownKernel *known = &context->kernels[context->kernel_count++];
    *known = (KnownKernel){.module = module,
                           .kernel = kernel,
                           .parameter_bytes = info->parameter_bytes,
                           .registers = info->registers,
                           .static_shared_bytes = info->static_shared_bytes};
    known->dynamic_limit = info->static_shared_bytes < DEFAULT_SHARED ? DEFAULT_SHARED - info->static_shared_bytes : 0;
    snprintf(known->name, sizeof known->name, "%.255s", name);
    return true;
}

bool answer_kernel(Service *service, Session *session, Packet *packet) {
    (void)service;
    char name[NAME_BYTES + 1];
    KernelInfo info = {0};
    uint32_t kernel = 0;
    if (!read_name(packet, name)) return false;
    packet->reply.error =
        device_kernel(device_of(session), (uint32_t)packet->request.argument[0], name, &kernel, &info);
    if (packet->reply.error) return true;
    uint32_t module = (uint32_t)packet->request.argument[0];
    if (!remember_kernel(session->context, module, kernel, name, &info)) return false;
    KernelDescription description = describe_kernel(&info);
    memcpy(packet->answer, &description, sizeof description);
    packet->reply.payload_bytes = sizeof description;
    packet->reply.value[0] = kernel;
    return true;
}

bool answer_kernel_name(Service *service, Session *session, Packet *packet) {
    (void)service;
    const uint64_t *argument = packet->request.argument;
    if (argument[0] > UINT32_MAX || argument[1] > UINT32_MAX) return false;
    const char *name = device_kernel_name(device_of(session), (uint32_t)argument[0], (uint32_t)argument[1]);
    size_t length = name ? strlen(name) : 0;
    if (length > NAME_BYTES) length = NAME_BYTES;
    memcpy(packet->answer, name ? name : "", length);
    packet->reply.payload_bytes = (uint32_t)length;
    return true;
}

bool answer_variable(Service *service, Session *session, Packet *packet) {
    (void)service;
    char name[NAME_BYTES + 1];
    if (!read_name(packet, name)) return false;
    uint64_t *value = packet->reply.value;
    packet->reply.error =
        device_variable(device_of(session), (uint32_t)packet->request.argument[0], name, &value[0], &value[1]);
    return true;
}

bool answer_variable_share(Service *service, Session *session, Packet *packet) {
    char name[NAME_BYTES + 1];
    if (!answer_variable(service, session, packet) || packet->reply.error) return packet->reply.error != 0;
    read_name(packet, name);
    packet->reply.value[2] = whole_pages(packet->reply.value[1]);
    packet->fd = sealed_memory(packet->reply.value[2]);
    if (packet->fd < 0) packet->reply.error = ERROR_OUT_OF_MEMORY;
    else
        packet->reply.error =
            device_variable_share(device_of(session), (uint32_t)packet->request.argument[0], name, packet->fd);
    return true;
}

bool answer_kernel_shared(Service *service, Session *session, Packet *packet) {
    (void)service;
    const uint64_t *argument = packet->request.argument;
    KnownKernel *known = find_kernel(session->context, argument[0], argument[1]);
    if (known) known->dynamic_limit = argument[2];
    return known;
}

static LaunchRequest read_launch(const Packet *packet) {
    const uint64_t *argument = packet->request.argument;
    return (LaunchRequest){
        .module = (uint32_t)argument[0],
        .kernel = (uint32_t)argument[1],
        .grid = {(uint32_t)argument[2], (uint32_t)(argument[2] >> 32), (uint32_t)argument[3]},
        .block = {(uint32_t)(argument[3] >> 32), (uint32_t)argument[4], (uint32_t)(argument[4] >> 32)},
        .dynamic_shared_bytes = argument[5],
        .cooperative = argument[6] & LAUNCH_COOPERATIVE,
        .large_clusters = argument[6] & LAUNCH_LARGE_CLUSTERS,
        .cluster = {argument[6] >> 16 & 0xffff, argument[6] >> 32 & 0xffff, (uint32_t)(argument[6] >> 48)},
        .parameters = packet->payload,
        .parameter_bytes = packet->request.payload_bytes,
    };
}

bool answer_launch(Service *service, Session *session, Packet *packet) {
    Context *context = session->context;
    packet->launch = read_launch(packet);
    const LaunchRequest *request = &packet->launch;
    KnownKernel *known = find_kernel(context, packet->request.argument[0], packet->request.argument[1]);
    if (!known || request->parameter_bytes != known->parameter_bytes) return false;
    packet->reply.error = device_error(context->device);
    if (packet->reply.error) return true;
    uint64_t most = device_gpu(context->device)->shared_per_block_optin;
    if (request->dynamic_shared_bytes > known->dynamic_limit && request->dynamic_shared_bytes <= most) {
        packet->reply.error = device_refuse(context->device, known->name, ERROR_INVALID_VALUE,
                                            FACT_OF(shared_not_allowed, request->dynamic_shared_bytes,
                                                    known->dynamic_limit, known->static_shared_bytes, most));
        return true;
    }
    packet->reply.error = device_launch_check(context->device, request);
    packet->launches = !packet->reply.error;
    packet->reply.value[0] = packet->launches && device_signals(context->device);
    veil_lift(service->veil, (uint8_t *)(uintptr_t)packet->payload, packet->request.payload_bytes);
    if (packet->launches) border_launch(&service->border, &known->told, &packet->request, packet->payload);
    return true;
}

bool answer_occupancy(Service *service, Session *session, Packet *packet) {
    (void)service;
    const uint64_t *argument = packet->request.argument;
    const KnownKernel *known = find_kernel(session->context, argument[0], argument[1]);
    if (!known) return false;
    const Gpu *gpu = device_gpu(device_of(session));
    uint64_t shared = argument[3], threads = argument[2];
    if (threads < 1 || threads > gpu->max_threads_per_block || shared > gpu->shared_per_block_optin)
        return true; // none
    Occupancy occupancy = gpu_occupancy(gpu, (uint32_t)threads, known->registers, known->static_shared_bytes + shared);
    packet->reply.value[0] = occupancy.blocks;
    return true;
}
