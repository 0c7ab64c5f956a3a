// fuzz_session.c - libFuzzer target: sessions of calls that make sense, with sizes, pitches, handles and addresses that
// do not.
//
// The input is read as a program: a byte chooses what is done next, and each argument is a number of one of the kinds
// of number_of(): small, the address of something that is there, a bit beside it, the distance between two of them, at
// one of the edges of arithmetic, or any. Modules are texts of hostile_ptx.c with some of their numbers replaced in the
// same way, and their kernels are launched with such numbers. So most inputs get past the first checks.
#include "client.h"
#include "emulator/image/wrapped_ptx.h"
#include "hostile_ptx.h"
#include "protocol/tensor_map.h"
#include "protocol/textures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KNOWN_MOST 64
#define KERNEL_MOST 8
#define TEXT_MOST 16384
#define STEPS_MOST 200

typedef struct {
    uint32_t module, kernel, parameter_bytes;
} Kernel;

typedef struct {
    const uint8_t *at;
    size_t left;
    Service *service;
    int control, session;
    uint64_t known[KNOWN_MOST]; // addresses and handles that replies told
    unsigned known_count, number;
    Kernel kernels[KERNEL_MOST];
    unsigned kernel_count;
} Fuzz;

// ---- numbers --------------------------------------------------------------------------------------------------------

static uint64_t bytes_of(Fuzz *fuzz, unsigned count) {
    uint64_t value = 0;
    for (unsigned n = 0; n < count && fuzz->left; n++, fuzz->at++, fuzz->left--) value |= (uint64_t)*fuzz->at << 8 * n;
    return value;
}
static unsigned byte_of(Fuzz *fuzz) { return (unsigned)bytes_of(fuzz, 1); }

static uint64_t known_of(Fuzz *fuzz) {
    unsigned count = fuzz->known_count < KNOWN_MOST ? fuzz->known_count : KNOWN_MOST, n = byte_of(fuzz);
    return count ? fuzz->known[n % count] : GLOBAL_BASE;
}

static uint64_t edge_of(Fuzz *fuzz) {
    static const uint64_t EDGES[] = {0,
                                     1,
                                     2,
                                     3,
                                     4,
                                     8,
                                     12,
                                     16,
                                     31,
                                     32,
                                     64,
                                     128,
                                     255,
                                     256,
                                     1023,
                                     1024,
                                     4095,
                                     4096,
                                     65535,
                                     65536,
                                     1000000,
                                     1u << 20,
                                     (1u << 20) + 1,
                                     1u << 21,
                                     16u << 20,
                                     1u << 30,
                                     1u << 31,
                                     UINT32_MAX,
                                     1ull << 32,
                                     1ull << 33,
                                     1ull << 40,
                                     1ull << 42,
                                     1ull << 61,
                                     1ull << 62,
                                     INT64_MAX,
                                     1ull << 63,
                                     UINT64_MAX,
                                     GLOBAL_BASE,
                                     GLOBAL_BASE + GLOBAL_SPAN,
                                     SHARED_WINDOW,
                                     LOCAL_WINDOW,
                                     CONST_WINDOW,
                                     TEXTURE_WINDOW,
                                     STAGING_BYTES,
                                     SLOT_CAPACITY,
                                     0x5555555555555556ull};
    return EDGES[byte_of(fuzz) % (sizeof EDGES / sizeof *EDGES)];
}

static uint64_t number_of(Fuzz *fuzz) {
    unsigned kind = byte_of(fuzz);
    switch (kind % 8) {
    case 0: return kind / 8;
    case 1: return known_of(fuzz);
    case 2: return known_of(fuzz) + (uint64_t)(int8_t)byte_of(fuzz) * (kind & 8 ? 4096 : 1);
    case 3: return edge_of(fuzz);
    case 4: return -edge_of(fuzz);
    case 5: return (known_of(fuzz) - known_of(fuzz)) * (1 + kind / 64);
    case 6: return bytes_of(fuzz, 2) << kind / 8 % 4 * 12;
    default: return bytes_of(fuzz, 8);
    }
}

static void learn(Fuzz *fuzz, uint64_t number) { fuzz->known[fuzz->known_count++ % KNOWN_MOST] = number; }

// ---- packets --------------------------------------------------------------------------------------------------------

static void session_begin(Fuzz *fuzz) {
    if (fuzz->session >= 0) close(fuzz->session);
    fuzz->session = client_session(fuzz->control);
    fuzz->kernel_count = 0;
    client_serve(fuzz->service);
}

static Session *session_at(Fuzz *fuzz) {
    for (size_t n = 0; n < fuzz->service->session_count; n++)
        if (fuzz->service->sessions[n].fd >= 0 && fuzz->service->sessions[n].window) return &fuzz->service->sessions[n];
    return NULL;
}

static bool call(Fuzz *fuzz, Request request, const void *payload, Reply *reply) {
    static uint8_t packet[sizeof request + PAYLOAD_BYTES];
    *reply = (Reply){.error = -1};
    memcpy(packet, &request, sizeof request);
    if (request.payload_bytes) memcpy(packet + sizeof request, payload, request.payload_bytes);
    if (client_send(fuzz->service, fuzz->session, packet, sizeof request + request.payload_bytes, reply))
        return !reply->error;
    session_begin(fuzz);
    return false;
}

static bool gives_an_address(uint32_t number) {
    return number == CALL_MALLOC || number == CALL_MALLOC_SHARED || number == CALL_RESERVE || number == CALL_VARIABLE ||
           number == CALL_VARIABLE_SHARE || number == CALL_CONDITION || number == CALL_OBJECT;
}

// How many different values of an argument make sense; 0: any may.
static uint64_t values_of(uint32_t number, unsigned argument) {
    static const struct {
        uint32_t call;
        unsigned argument;
        uint64_t values;
    } KNOWN[] = {{CALL_MALLOC, 0, 1 << 18},
                 {CALL_MALLOC_SHARED, 0, 1 << 18},
                 {CALL_RESERVE, 0, 1 << 18},
                 {CALL_RANGE, 2, DIRECTION_COUNT},
                 {CALL_COPY, 6, DIRECTION_COUNT},
                 {CALL_ORDER, 0, 4},
                 {CALL_ORDER, 2, ORDER_KINDS},
                 {CALL_TOUCH, 2, 4},
                 {CALL_TOUCH, 4, 4},
                 {CALL_STRAY, 2, 4},
                 {CALL_SET, 4, 256},
                 {CALL_KERNEL_NAME, 0, 4}};
    for (size_t n = 0; n < sizeof KNOWN / sizeof *KNOWN; n++)
        if (KNOWN[n].call == number && KNOWN[n].argument == argument) return KNOWN[n].values;
    return 0;
}

static void any_call(Fuzz *fuzz, uint32_t number, const void *payload, size_t bytes) {
    Request request = {.call = number, .payload_bytes = (uint32_t)bytes};
    Reply reply;
    unsigned wild = byte_of(fuzz);
    for (unsigned n = 0; n < REQUEST_ARGUMENTS; n++) {
        uint64_t values = wild % 8 ? values_of(number, n) : 0;
        request.argument[n] = number_of(fuzz);
        if (values) request.argument[n] %= values;
    }
    if (number == CALL_SET && wild % 8) request.argument[5] = 1ull << request.argument[5] % 3;
    if (call(fuzz, request, payload, &reply) && gives_an_address(number)) learn(fuzz, reply.value[0]);
}

static void named_call(Fuzz *fuzz, uint32_t number) {
    static const char *const NAMES[] = {"k", "child", "f", "g", "c", "m", "e",
                                        "x", "t",     "i", "o", "l", "h", "cudaMalloc"};
    const char *name = NAMES[byte_of(fuzz) % (sizeof NAMES / sizeof *NAMES)];
    any_call(fuzz, number, name, strlen(name));
}

// An operation of a stream begins, with clocks that may or may not know the others.
static void order(Fuzz *fuzz) {
    OrderClocks clocks = {0};
    unsigned bits = byte_of(fuzz);
    Request request = {CALL_ORDER, sizeof clocks, {bits % 4, ++fuzz->number, bits / 4 % ORDER_KINDS, bits / 64}};
    Reply reply;
    for (unsigned stream = 0; stream < 4; stream++) clocks.known[stream] = (uint32_t)bytes_of(fuzz, 1);
    clocks.host[bits / 32 % 4] = byte_of(fuzz);
    call(fuzz, request, &clocks, &reply);
}

static void object(Fuzz *fuzz) {
    TextureDescription d = {.address = known_of(fuzz),
                            .width = (uint32_t)number_of(fuzz),
                            .height = (uint32_t)number_of(fuzz),
                            .depth = (uint32_t)number_of(fuzz),
                            .pitch = (uint32_t)number_of(fuzz),
                            .bits = 32,
                            .channels = 1};
    uint8_t bytes[sizeof d];
    unsigned shape = byte_of(fuzz), format = byte_of(fuzz), sampler = byte_of(fuzz);
    d.source = shape % SOURCE_COUNT;
    d.layered = shape / 4 % 2;
    d.cube = shape / 8 % 2;
    d.levels = (uint8_t)(shape & 16 ? byte_of(fuzz) : 1);
    d.is_surface = shape / 32 % 2;
    d.kind = format % TEXEL_KIND_COUNT;
    if (format & 64) d.bits = (uint8_t)(8u << format / 8 % 3);
    if (format & 128) d.channels = (uint8_t)(1u << format / 32 % 3);
    for (unsigned n = 0; n < 3; n++) d.mode[n] = sampler % ADDRESS_MODE_COUNT;
    d.linear = sampler / 4 % 2;
    d.normalized = sampler / 8 % 2;
    memcpy(bytes, &d, sizeof d);
    if (sampler / 16 == 15) bytes[byte_of(fuzz) % sizeof bytes] = (uint8_t)byte_of(fuzz);
    any_call(fuzz, CALL_OBJECT, bytes, sizeof bytes);
}

// ---- modules and launches -------------------------------------------------------------------------------------------

// A text with some of its numbers replaced.
static char *text_of(Fuzz *fuzz) {
    const char *from = HOSTILE_PTX[byte_of(fuzz) % HOSTILE_PTX_COUNT];
    char *text = malloc(TEXT_MOST);
    size_t used = 0;
    while (*from && used < TEXT_MOST - 64) {
        const char *end = *from == '@' ? strchr(from + 1, '@') : NULL;
        bool is_number = end && from[1] >= '0' && from[1] <= '9' && end - from < 8;
        if (is_number && byte_of(fuzz) % 4 == 3)
            used += (size_t)sprintf(text + used, "%llu", (unsigned long long)number_of(fuzz));
        else if (is_number) used += (size_t)sprintf(text + used, "%.*s", (int)(end - from - 1), from + 1);
        else text[used++] = *from;
        from = is_number ? end + 1 : from + 1;
    }
    text[used] = 0;
    return text;
}

static void load(Fuzz *fuzz) {
    Session *session = session_at(fuzz);
    Reply reply;
    size_t size;
    char *text = text_of(fuzz);
    uint8_t *image = wrapped_ptx(text, &size);
    free(text);
    bool sent = session && call(fuzz, (Request){CALL_IMAGE_BEGIN, 0, {size}}, NULL, &reply);
    if (sent) memcpy(session->window, image, size);
    free(image);
    if (!sent || !call(fuzz, (Request){CALL_IMAGE_PART, 0, {0, size}}, NULL, &reply)) return;
    if (!call(fuzz, (Request){CALL_IMAGE_LOAD, 0, {0}}, NULL, &reply)) return;
    uint32_t module = (uint32_t)reply.value[0];
    if (!call(fuzz, (Request){CALL_KERNEL, 1, {module}}, "k", &reply)) return;
    const Context *context = session->context;
    if (!context || !context->kernel_count) return;
    fuzz->kernels[fuzz->kernel_count++ % KERNEL_MOST] =
        (Kernel){module, (uint32_t)reply.value[0], context->kernels[context->kernel_count - 1].parameter_bytes};
}

static void launch(Fuzz *fuzz) {
    uint8_t parameters[PAYLOAD_BYTES] = {0};
    unsigned count = fuzz->kernel_count < KERNEL_MOST ? fuzz->kernel_count : KERNEL_MOST, shape = byte_of(fuzz);
    if (!count) return;
    Kernel kernel = fuzz->kernels[byte_of(fuzz) % count];
    Request request = {CALL_LAUNCH,
                       kernel.parameter_bytes,
                       {kernel.module, kernel.kernel, 1 | 1ull << 32, 1 | 32ull << 32, 1 | 1ull << 32}};
    Reply reply;
    if (kernel.parameter_bytes > PAYLOAD_BYTES) return;
    for (uint32_t at = 0; at + 8 <= kernel.parameter_bytes && at < 64; at += 8) {
        uint64_t value = number_of(fuzz);
        memcpy(parameters + at, &value, sizeof value);
    }
    if (shape & 1) request.argument[2] = number_of(fuzz);
    if (shape & 2) request.argument[3] = number_of(fuzz);
    if (shape & 4) request.argument[4] = number_of(fuzz);
    if (shape & 8) request.argument[5] = number_of(fuzz);
    if (shape & 16) request.argument[6] = number_of(fuzz);
    if (shape & 32) request.argument[2] = 2 | 2ull << 32;
    call(fuzz, request, parameters, &reply);
    call(fuzz, (Request){CALL_SYNCHRONIZE, 0, {0}}, NULL, &reply);
}

// A tensor map, right or nearly, put where the device will find it.
static void tensor_map(Fuzz *fuzz) {
    Session *session = session_at(fuzz);
    TensorMap map = {.magic = TENSOR_MAP_MAGIC, .address = known_of(fuzz), .rank = 2, .element_bytes = 4};
    unsigned bits = byte_of(fuzz);
    Reply reply;
    for (unsigned n = 0; n < TENSOR_RANK_MOST; n++) {
        map.size[n] = map.box[n] = 1;
        map.stride[n] = n ? 64 : 4;
        if (n < 2)
            map.size[n] = bits & 1 ? number_of(fuzz) : 16, map.box[n] = (uint16_t)(bits & 2 ? number_of(fuzz) : 8);
        if (n < 3 && bits & 4) map.stride[n] = number_of(fuzz);
    }
    if (bits & 8) map.element_bytes = (uint8_t)byte_of(fuzz);
    if (bits & 16) map.rank = (uint8_t)byte_of(fuzz);
    if (bits & 32) map.swizzle_bytes = (uint16_t)bytes_of(fuzz, 2);
    if (!session) return;
    memcpy(session->window, &map, sizeof map);
    call(fuzz, (Request){CALL_WRITE, 0, {known_of(fuzz), 128, 128, 1, 0, 1}}, NULL, &reply);
}

// ---- the program ----------------------------------------------------------------------------------------------------

static void step(Fuzz *fuzz) {
    static const uint32_t NAMED[] = {CALL_KERNEL, CALL_VARIABLE, CALL_VARIABLE_SHARE, CALL_ARRAY_LOAD, CALL_ARRAY_STORE,
                                     CALL_NOTE,   CALL_SITE};
    static const uint32_t OFTEN[] = {CALL_COPY,   CALL_SET,  CALL_WRITE, CALL_READ,
                                     CALL_MALLOC, CALL_FREE, CALL_TOUCH, CALL_RANGE};
    unsigned what = byte_of(fuzz);
    switch (what % 16) {
    case 0: any_call(fuzz, what / 16 + 16 * (byte_of(fuzz) % 3), NULL, 0); break;
    case 1: named_call(fuzz, NAMED[what / 16 % (sizeof NAMED / sizeof *NAMED)]); break;
    case 2: object(fuzz); break;
    case 3:
    case 4: load(fuzz); break;
    case 5:
    case 6:
    case 7: launch(fuzz); break;
    case 8:
    case 9: order(fuzz); break;
    case 10: tensor_map(fuzz); break;
    case 11:
        if (what / 16 == 15) session_begin(fuzz);
        else any_call(fuzz, CALL_MALLOC, NULL, 0);
        break;
    default: any_call(fuzz, OFTEN[what / 16 % (sizeof OFTEN / sizeof *OFTEN)], NULL, 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Service service;
    Fuzz fuzz = {.at = data, .left = size, .service = &service, .session = -1};
    fuzz.control = client_open(&service);
    if (fuzz.control < 0) return 0;
    session_begin(&fuzz);
    for (unsigned n = 0; n < 4; n++) { // so that there is something to name
        Reply reply;
        if (call(&fuzz, (Request){CALL_MALLOC, 0, {4096u << n}}, NULL, &reply)) learn(&fuzz, reply.value[0]);
    }
    for (unsigned n = 0; n < STEPS_MOST && fuzz.left && fuzz.session >= 0 && service.context_count < 6; n++)
        step(&fuzz);
    if (fuzz.session >= 0) close(fuzz.session);
    client_close(&service, fuzz.control);
    return 0;
}
