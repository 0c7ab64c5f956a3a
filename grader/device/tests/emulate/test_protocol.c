// test_protocol.c - the device's side of the channel: what the library sends works, what strangers send does no harm.
#define _GNU_SOURCE
#include "extensions.h"
#include "session_client.h"
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

START_TEST(hello_describes_the_device) {
    int second = new_session();
    greet(second);
    DeviceDescription description;
    ck_assert_uint_eq(answer.reply.payload_bytes, sizeof description);
    memcpy(&description, answer.payload, sizeof description);
    ck_assert_str_eq(description.name, gpu_default()->marketing_name);
    ck_assert_uint_eq(description.memory_bytes, 64 << 20);
    close(second);
}
END_TEST

START_TEST(window_cannot_be_resized) {
    int second = new_session();
    greet(second);
    ck_assert_int_ne(ftruncate(answer.fd, 0), 0);
    ck_assert_int_ne(ftruncate(answer.fd, STAGING_BYTES * 2), 0);
    close(second);
}
END_TEST

START_TEST(bytes_written_are_read_back) {
    uint64_t to = allocate(1000);
    for (int i = 0; i < 1000; i++) window[i] = (uint8_t)(i * 3);
    REQUEST(CALL_WRITE, to, 1000, 1000, 1, 0, 1);
    ck_assert_int_eq(answer.reply.error, 0);
    memset(window, 0, 2000);
    REQUEST(CALL_READ, to, 1000, 1000, 1, 500, 1);
    ck_assert_int_eq(answer.reply.error, 0);
    for (int i = 0; i < 1000; i++) ck_assert_uint_eq(window[500 + i], (uint8_t)(i * 3));
    ck_assert_uint_eq(service.transfers[TO_DEVICE].bytes, 1000);
    ck_assert_uint_eq(service.transfers[TO_HOST].count, 1);
}
END_TEST

START_TEST(first_request_must_be_a_greeting) {
    int second = new_session();
    request_with(second, (Request){CALL_MALLOC, 0, {64}}, NULL);
    ck_assert_int_eq(answer.length, 0);
    assert_session_lives(client);
    close(second);
}
END_TEST

START_TEST(second_greeting_ends_the_session) {
    REQUEST(CALL_HELLO, PROTOCOL_VERSION);
    ck_assert_int_eq(answer.length, 0);
}
END_TEST

START_TEST(other_protocol_version_is_refused) {
    int second = new_session();
    request_with(second, (Request){CALL_HELLO, 0, {PROTOCOL_VERSION + 1}}, NULL);
    ck_assert_int_eq(answer.length, 0);
    close(second);
}
END_TEST

static const uint32_t unknown_calls[] = {0, CALL_COUNT, CALL_COUNT + 1, 0x7fffffff, 0x80000000, UINT32_MAX};
START_TEST(unknown_call_ends_the_session) {
    request_with(client, (Request){unknown_calls[_i], 0, {0}}, NULL);
    ck_assert_int_eq(answer.length, 0);
    ck_assert_uint_eq(service.protocol_errors, 1);
}
END_TEST

START_TEST(packet_shorter_than_a_request_ends_the_session) {
    Request request = {CALL_MEMORY_INFO, 0, {0}};
    send_bytes(client, &request, (size_t)_i);
    ck_assert_int_eq(answer.length, 0);
}
END_TEST

static const struct {
    uint32_t claimed;
    size_t sent;
} lying_lengths[] = {
    {1, 0}, {0, 1}, {UINT32_MAX, 0}, {UINT32_MAX, 100}, {99, 100}, {PAYLOAD_BYTES + 1, PAYLOAD_BYTES + 1}, {0, 60000},
};
START_TEST(payload_length_that_lies_ends_the_session) {
    static uint8_t packet[sizeof(Request) + 70000];
    Request request = {CALL_NOTE, lying_lengths[_i].claimed, {1}};
    memset(packet, 'a', sizeof packet);
    memcpy(packet, &request, sizeof request);
    send_bytes(client, packet, sizeof request + lying_lengths[_i].sent);
    ck_assert_int_eq(answer.length, 0);
}
END_TEST

// {call, arguments} that the library never sends.
static const Request senseless[] = {
    {CALL_WRITE, 0, {GLOBAL_BASE, 8, 0, 1, 0}},
    {CALL_WRITE, 0, {GLOBAL_BASE, 8, 8, 0, 0}},
    {CALL_WRITE, 0, {GLOBAL_BASE, 8, 8, 1, STAGING_BYTES - 7}},
    {CALL_WRITE, 0, {GLOBAL_BASE, 8, 8, 1, STAGING_BYTES}},
    {CALL_WRITE, 0, {GLOBAL_BASE, 8, 8, 1, UINT64_MAX}},
    {CALL_WRITE, 0, {GLOBAL_BASE, 8, UINT64_MAX, 1, 0}},
    {CALL_WRITE, 0, {GLOBAL_BASE, 8, 1ull << 32, 1ull << 32, 0}},
    {CALL_READ, 0, {GLOBAL_BASE, 8, SLOT_CAPACITY + 1, 1, 0}},
    {CALL_READ, 0, {GLOBAL_BASE, 8, 3, UINT64_MAX / 3, 0}},
    {CALL_READ, 0, {GLOBAL_BASE, 8, SLOT_CAPACITY, 1, SLOT_CAPACITY + 1}},
    {CALL_COPY, 0, {GLOBAL_BASE, GLOBAL_BASE, 1, 1, 1, 1, DIRECTION_COUNT}},
    {CALL_COPY, 0, {GLOBAL_BASE, GLOBAL_BASE, 1, 1, 0, 1, 0}},
    {CALL_SET, 0, {GLOBAL_BASE, 1, 1, 0, 0, 1}},
    {CALL_SET, 0, {GLOBAL_BASE, 1, 1, 1, 0, 0}},
    {CALL_SET, 0, {GLOBAL_BASE, 6, 6, 1, 0, 3}},
    {CALL_SET, 0, {GLOBAL_BASE, 6, 6, 1, 0, 4}},
    {CALL_KERNEL_NAME, 0, {1ull << 32, 0}},
    {CALL_KERNEL_NAME, 0, {0, 1ull << 32}},
    {CALL_IMAGE_BEGIN, 0, {0}},
    {CALL_IMAGE_BEGIN, 0, {IMAGE_LIMIT + 1}},
    {CALL_IMAGE_BEGIN, 0, {UINT64_MAX}},
    {CALL_IMAGE_PART, 0, {0, 0}},
    {CALL_IMAGE_PART, 0, {0, 1}},
    {CALL_IMAGE_PART, 0, {UINT64_MAX, 2}},
    {CALL_IMAGE_LOAD, 0, {0}},
    {CALL_LAUNCH, 0, {0, 0, 1ull | 1ull << 32, 1ull | 32ull << 32, 1ull | 1ull << 32, 0, 0}},
    {CALL_LAUNCH, 0, {UINT64_MAX, UINT64_MAX, 0, 0, 0, 0, 0}},
    {CALL_KERNEL_SHARED, 0, {0, 0, 1}},
    {CALL_OCCUPANCY, 0, {0, 0, 32, 0}},
    {CALL_KERNEL, 0, {0}},
    {CALL_VARIABLE, 0, {0}},
    {CALL_VARIABLE_SHARE, 0, {1ull << 32}},
    {CALL_NOTE, 0, {1}},
    {CALL_SITE, 0, {1ull << 32, 1}},
    {CALL_SITE, 0, {1, 1ull << 32}},
    {CALL_ORDER, 0, {0, 1, ORDER_COPY}}, // without clocks
    {CALL_TOUCH, 0, {GLOBAL_BASE, 1, ORDER_STREAMS, 1}},
    {CALL_TOUCH, 0, {GLOBAL_BASE, 1, 0, 1, 1ull << 32}},
    {CALL_ARRAY_LOAD, 0, {GLOBAL_BASE, 4}}, // without names
    {CALL_ARRAY_STORE, 0, {GLOBAL_BASE, 4}},
};
START_TEST(senseless_arguments_end_the_session) {
    request_with(client, senseless[_i], NULL);
    ck_assert_int_eq(answer.length, 0);
}
END_TEST

START_TEST(part_beyond_the_image_ends_the_session) {
    REQUEST(CALL_IMAGE_BEGIN, 100);
    REQUEST(CALL_IMAGE_PART, 0, 100);
    ck_assert_int_eq(answer.reply.error, 0);
    REQUEST(CALL_IMAGE_PART, 1, 100);
    ck_assert_int_eq(answer.length, 0);
}
END_TEST

START_TEST(image_of_rubbish_is_refused_with_a_reason) {
    for (unsigned i = 0; i < 4096; i++) window[i] = (uint8_t)(i * 37);
    REQUEST(CALL_IMAGE_BEGIN, 4096);
    REQUEST(CALL_IMAGE_PART, 0, 4096);
    REQUEST(CALL_IMAGE_LOAD, 0);
    ck_assert_int_ne(answer.reply.error, 0);
    ck_assert_uint_gt(answer.reply.payload_bytes, 0);
    ck_assert_uint_eq(service.refusal_count, 1);
    assert_session_lives(client);
}
END_TEST

// {call, arguments} with addresses and sizes that are no good, but could come from a mistaken program.
static const Request mistaken[] = {
    {CALL_FREE, 0, {0}},
    {CALL_FREE, 0, {1}},
    {CALL_FREE, 0, {GLOBAL_BASE + GLOBAL_SPAN}},
    {CALL_FREE, 0, {UINT64_MAX}},
    {CALL_MALLOC, 0, {UINT64_MAX}},
    {CALL_MALLOC, 0, {1ull << 62}},
    {CALL_MALLOC_SHARED, 0, {UINT64_MAX, 1}},
    {CALL_MALLOC_SHARED, 0, {UINT64_MAX - 4096, 0}},
    {CALL_RANGE, 0, {GLOBAL_BASE, UINT64_MAX, TO_DEVICE}},
    {CALL_RANGE, 0, {UINT64_MAX, UINT64_MAX, TO_HOST}},
    {CALL_RANGE, 0, {UINT64_MAX - 3, 8, WITHIN_DEVICE}},
    {CALL_WRITE, 0, {0, 8, 8, 1, 0}},
    {CALL_WRITE, 0, {UINT64_MAX - 3, 8, 8, 1, 0}},
    {CALL_WRITE, 0, {GLOBAL_BASE, UINT64_MAX / 2, 8, 4, 0}},
    {CALL_READ, 0, {SHARED_WINDOW, 8, 8, 1, 0}},
    {CALL_COPY, 0, {UINT64_MAX, 0, 1, 1, UINT64_MAX, UINT64_MAX, TO_HOST}},
    {CALL_COPY, 0, {GLOBAL_BASE, GLOBAL_BASE, 1, 1, 1ull << 40, 1ull << 40, WITHIN_DEVICE}},
    {CALL_SET, 0, {GLOBAL_BASE, 0, 1, UINT64_MAX, 0, 1}},
    {CALL_SET, 0, {0, UINT64_MAX, UINT64_MAX, 1, 0, 1}},
    {CALL_RESERVE, 0, {UINT64_MAX}},
    {CALL_RENEW, 0, {0}},
    {CALL_RENEW, 0, {UINT64_MAX}},
    {CALL_RENEW, 0, {GLOBAL_BASE}},
    {CALL_CONDITION, 0, {1}},
    {CALL_CONDITION, 0, {GLOBAL_BASE}},
};
START_TEST(wild_address_is_an_error_and_no_more) {
    request_with(client, mistaken[_i], NULL);
    ck_assert_int_ge(answer.length, (ssize_t)sizeof(Reply));
    ck_assert_int_ne(answer.reply.error, 0);
    assert_session_lives(client);
}
END_TEST

// A texture that is good, and what makes it one that no memory or no format answers to.
static const TextureDescription sensible = {
    .width = 4, .height = 4, .levels = 1, .kind = TEXEL_FLOAT, .bits = 32, .channels = 1};
static const struct {
    size_t field, bytes;
    uint64_t value;
} descriptions[] = {
#define FIELD(name, value)                                                                                             \
    { offsetof(TextureDescription, name), sizeof sensible.name, value }
    FIELD(address, 0),
    FIELD(address, UINT64_MAX - 7),
    FIELD(width, 0),
    FIELD(width, 5),
    FIELD(width, UINT32_MAX),
    FIELD(height, UINT32_MAX),
    FIELD(depth, UINT32_MAX),
    FIELD(levels, 0),
    FIELD(levels, 255),
    FIELD(kind, 5),
    FIELD(bits, 0),
    FIELD(bits, 64),
    FIELD(channels, 0),
    FIELD(channels, 3),
    FIELD(source, SOURCE_COUNT),
    FIELD(source, SOURCE_LINEAR),
    FIELD(cube, 1),
    FIELD(mode, ADDRESS_MODE_COUNT),
    FIELD(anisotropy, 17),
#undef FIELD
};

static void describe_texture(const TextureDescription *description) {
    request_with(client, (Request){CALL_OBJECT, sizeof *description, {0}}, description);
}

START_TEST(texture_of_no_memory_or_format_is_an_error_and_no_more) {
    TextureDescription description = sensible;
    REQUEST(CALL_MALLOC, 64, 1);
    description.address = answer.reply.value[0];
    describe_texture(&description);
    ck_assert_int_eq(answer.reply.error, 0);
    memcpy((uint8_t *)&description + descriptions[_i].field, &descriptions[_i].value,
           descriptions[_i].bytes < 8 ? descriptions[_i].bytes : 8);
    describe_texture(&description);
    ck_assert_int_ne(answer.reply.error, 0);
    assert_session_lives(client);
}
END_TEST

START_TEST(object_that_was_destroyed_is_no_object) {
    TextureDescription description = sensible;
    REQUEST(CALL_MALLOC, 64, 1);
    description.address = answer.reply.value[0];
    describe_texture(&description);
    uint64_t handle = answer.reply.value[0];
    REQUEST(CALL_OBJECT_DESTROY, handle, 1);
    ck_assert_int_ne(answer.reply.error, 0); // it is a texture
    REQUEST(CALL_OBJECT_DESTROY, handle, 0);
    ck_assert_int_eq(answer.reply.error, 0);
    REQUEST(CALL_OBJECT_DESTROY, handle, 0);
    ck_assert_int_ne(answer.reply.error, 0);
}
END_TEST

START_TEST(name_with_a_nul_ends_the_session) {
    request_with(client, (Request){CALL_KERNEL, 3, {0}}, "a\0b");
    ck_assert_int_eq(answer.length, 0);
}
END_TEST

START_TEST(name_that_is_too_long_ends_the_session) {
    static char name[NAME_BYTES + 2];
    memset(name, 'k', sizeof name - 1);
    request_with(client, (Request){CALL_VARIABLE, NAME_BYTES + 1, {0}}, name);
    ck_assert_int_eq(answer.length, 0);
}
END_TEST

START_TEST(name_of_no_kernel_is_an_error) {
    request_with(client, (Request){CALL_KERNEL, 4, {0}}, "none");
    ck_assert_int_eq(answer.reply.error, 98);
}
END_TEST

START_TEST(failed_calls_are_counted_by_name_and_error) {
    for (int i = 0; i < 3; i++) request_with(client, (Request){CALL_NOTE, 10, {2}}, "cudaMalloc");
    request_with(client, (Request){CALL_NOTE, 8, {1}}, "cudaFree");
    ck_assert_int_lt(answer.length, 0); // notes are not answered
    ck_assert_uint_eq(service.api_error_count, 2);
    ck_assert_uint_eq(service.api_errors[0].count, 3);
    ck_assert_str_eq(service.api_errors[1].call, "cudaFree");
}
END_TEST

START_TEST(note_that_is_no_name_ends_the_session) {
    request_with(client, (Request){CALL_NOTE, 4, {2}}, "a\033[m");
    ck_assert_int_eq(answer.length, 0);
}
END_TEST

START_TEST(other_kinds_of_descriptors_are_refused) {
    int pipes[2], stream[2];
    ck_assert_int_eq(pipe(pipes), 0);
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, stream), 0);
    size_t before = service.session_count;
    offer_descriptor(pipes[0]);
    offer_descriptor(stream[0]);
    offer_descriptor(control);
    ck_assert_uint_eq(service.protocol_errors, 2); // the last is a packet socket, though a useless one
    ck_assert_uint_le(service.session_count, before + 1);
    assert_session_lives(client);
}
END_TEST

START_TEST(death_of_one_session_leaves_the_others) {
    int second = new_session();
    greet(second);
    request_with(second, (Request){CALL_MALLOC, 0, {1 << 20}}, NULL);
    close(second);
    serve();
    ck_assert_uint_gt(allocate(1 << 20), 0);
    ck_assert_uint_eq(service.context_count, 2);
}
END_TEST

START_TEST(client_that_reads_no_replies_blocks_nobody) {
    Request request = {CALL_MEMORY_INFO, 0, {0}};
    int second = new_session();
    greet(second);
    for (int i = 0; i < 20000; i++) {
        if (send(second, &request, sizeof request, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) serve();
    }
    serve();
    assert_session_lives(client);
    close(second);
}
END_TEST

START_TEST(sessions_beyond_the_limit_are_refused) {
    int sessions[SESSION_LIMIT + 8];
    for (int i = 0; i < SESSION_LIMIT + 8; i++) sessions[i] = new_session();
    ck_assert_uint_eq(service.session_count, SESSION_LIMIT);
    ck_assert_uint_eq(service.protocol_errors, 9);
    for (int i = 0; i < SESSION_LIMIT + 8; i++) close(sessions[i]);
    serve();
    int again = new_session();
    greet(again);
    close(again);
}
END_TEST

START_TEST(reset_gives_all_memory_back) {
    uint64_t before = allocate(40 << 20);
    REQUEST(CALL_RESET, 0);
    ck_assert_int_eq(answer.reply.error, 0);
    ck_assert_uint_gt(allocate(40 << 20), 0);
    ck_assert_uint_eq(memory_in_use(device_memory(service.contexts[0]->device)), 0);
    ck_assert_uint_gt(before, 0);
}
END_TEST

START_TEST(contexts_beyond_the_limit_are_an_error) {
    for (int i = 0; i < CONTEXT_LIMIT + 4; i++) {
        REQUEST(CALL_RESET, 0);
        ck_assert_int_ge(answer.length, (ssize_t)sizeof(Reply));
    }
    REQUEST(CALL_MALLOC, 64);
    ck_assert_int_eq(answer.reply.error, 46); // cudaErrorDevicesUnavailable
}
END_TEST

START_TEST(clock_never_runs_backwards) {
    for (uint64_t i = 0; i < 100; i++) {
        REQUEST(CALL_CLOCK, 0);
        ck_assert_uint_eq(answer.reply.value[0], i);
        if (!i) continue;
        REQUEST(CALL_ELAPSED, i - 1, i);
        ck_assert_int_eq(answer.reply.error, 0);
        ck_assert_int_gt((int64_t)answer.reply.value[0], 0);
    }
    REQUEST(CALL_ELAPSED, 99, 0);
    ck_assert_int_eq((int64_t)answer.reply.value[0], -99 * (int64_t)(EVENT_NANOSECONDS / TICK_NANOSECONDS));
    REQUEST(CALL_ELAPSED, 0, 100); // there is no such reading
    ck_assert_int_ne(answer.reply.error, 0);
}
END_TEST

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    return *state ^= *state << 17;
}

// An argument of the kinds that matter: small, near limits, addresses near allocations, anything.
static uint64_t random_argument(uint64_t *state) {
    uint64_t r = next_random(state);
    switch (r >> 61) {
    case 0: return r & 7;
    case 1: return r & 0xffff;
    case 2: return GLOBAL_BASE + (r & 0xff) * SLOT_BYTES / 4;
    case 3: return GLOBAL_BASE + (r & 0xffffff);
    case 4: return STAGING_BYTES + (r & 7) - 4;
    case 5: return UINT64_MAX - (r & 0xfff);
    default: return r;
    }
}

START_TEST(random_packets_do_no_harm) {
    static uint8_t packet[sizeof(Request) + 256];
    uint64_t state = 0x9e3779b97f4a7c15u * (unsigned)(_i + 1);
    int session = new_session();
    greet(session);
    for (int i = 0; i < 2000; i++) {
        Request request = {.call = (uint32_t)(next_random(&state) % (CALL_COUNT + 1))};
        if (request.call == CALL_RESET && i % 50) continue; // contexts are few
        for (int a = 0; a < REQUEST_ARGUMENTS; a++) request.argument[a] = random_argument(&state);
        size_t extra = next_random(&state) % 4 ? 0 : next_random(&state) % 256;
        request.payload_bytes = next_random(&state) % 8 ? (uint32_t)extra : (uint32_t)next_random(&state);
        memcpy(packet, &request, sizeof request);
        for (size_t b = 0; b < extra; b++) packet[sizeof request + b] = (uint8_t)next_random(&state);
        send_bytes(session, packet, sizeof request + extra);
        if (answer.fd >= 0) close(answer.fd);
        if (answer.length != 0 || service.context_count >= CONTEXT_LIMIT - 1) continue;
        close(session); // ended: begin another
        session = new_session();
        greet(session);
    }
    close(session);
    assert_session_lives(client);
}
END_TEST

Suite *protocol_suite(void);
Suite *protocol_suite(void) {
    Suite *suite = suite_create("protocol");
    TCase *good = tcase_create("requests"), *bad = tcase_create("strangers");
    tcase_add_checked_fixture(good, set_up, tear_down);
    tcase_add_checked_fixture(bad, set_up, tear_down);
    tcase_add_test(good, hello_describes_the_device);
    tcase_add_test(good, window_cannot_be_resized);
    tcase_add_test(good, bytes_written_are_read_back);
    tcase_add_test(good, name_of_no_kernel_is_an_error);
    tcase_add_test(good, failed_calls_are_counted_by_name_and_error);
    tcase_add_test(good, death_of_one_session_leaves_the_others);
    tcase_add_test(good, reset_gives_all_memory_back);
    tcase_add_test(good, contexts_beyond_the_limit_are_an_error);
    tcase_add_test(good, clock_never_runs_backwards);
    tcase_add_test(bad, first_request_must_be_a_greeting);
    tcase_add_test(bad, second_greeting_ends_the_session);
    tcase_add_test(bad, other_protocol_version_is_refused);
    tcase_add_loop_test(bad, unknown_call_ends_the_session, 0, COUNT(unknown_calls));
    tcase_add_loop_test(bad, packet_shorter_than_a_request_ends_the_session, 1, (int)sizeof(Request));
    tcase_add_loop_test(bad, payload_length_that_lies_ends_the_session, 0, COUNT(lying_lengths));
    tcase_add_loop_test(bad, senseless_arguments_end_the_session, 0, COUNT(senseless));
    tcase_add_test(bad, part_beyond_the_image_ends_the_session);
    tcase_add_test(bad, image_of_rubbish_is_refused_with_a_reason);
    tcase_add_loop_test(bad, wild_address_is_an_error_and_no_more, 0, COUNT(mistaken));
    if (extension_is_there("textures")) {
        tcase_add_loop_test(bad, texture_of_no_memory_or_format_is_an_error_and_no_more, 0, COUNT(descriptions));
        tcase_add_test(bad, object_that_was_destroyed_is_no_object);
    }
    tcase_add_test(bad, name_with_a_nul_ends_the_session);
    tcase_add_test(bad, name_that_is_too_long_ends_the_session);
    tcase_add_test(bad, note_that_is_no_name_ends_the_session);
    tcase_add_test(bad, other_kinds_of_descriptors_are_refused);
    tcase_add_test(bad, client_that_reads_no_replies_blocks_nobody);
    tcase_add_test(bad, sessions_beyond_the_limit_are_refused);
    tcase_add_loop_test(bad, random_packets_do_no_harm, 0, 8);
    suite_add_tcase(suite, good);
    suite_add_tcase(suite, bad);
    return suite;
}
