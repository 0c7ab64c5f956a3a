// test_wrong_memory.c - calls that are given memory of another side return what they return on a GPU, and the report
// says what the memory is and which call takes it.
#include "behaviour.h"
#include <check.h>

#define WRONG(line, message) "cudaErrorInvalidValue", "wrong_memory at wrong_memory.cu:" #line ": " message
#define CASE(name, line, message)                                                                                      \
    { "wrong_memory", name, WRONG(line, message) }

static const Mistake MISTAKES[] = {
    CASE("device_to_device", 11,
         "copy with cudaMemcpyHostToDevice, but the source is device memory: pass cudaMemcpyDeviceToDevice or "
         "cudaMemcpyDefault\n"),
    CASE("swapped", 14,
         "copy with cudaMemcpyHostToDevice, but the destination is ordinary host memory and the source is device "
         "memory: pass cudaMemcpyDeviceToHost or cudaMemcpyDefault, or swap the pointers (the destination comes "
         "first)\n"),
    CASE("swapped_back", 17,
         "copy with cudaMemcpyDeviceToHost, but the destination is device memory and the source is ordinary host "
         "memory: pass cudaMemcpyHostToDevice or cudaMemcpyDefault, or swap the pointers (the destination comes "
         "first)\n"),
    CASE("host_to_host", 20,
         "copy with cudaMemcpyDeviceToHost, but the source is ordinary host memory: pass cudaMemcpyHostToHost or "
         "cudaMemcpyDefault\n"),
    CASE("rows", 23,
         "copy with cudaMemcpyDeviceToDevice, but the source is ordinary host memory: pass cudaMemcpyHostToDevice or "
         "cudaMemcpyDefault\n"),
    CASE("set", 26, "cudaMemset of ordinary host memory: memset() sets it; cudaMemset sets memory of cudaMalloc, "),
    CASE("free_of_host", 29, "cudaFree of ordinary host memory: free() takes memory of malloc(), delete[] takes "),
    CASE("free_of_pinned", 32, "cudaFree of pinned host memory: cudaFreeHost takes memory of cudaMallocHost and "),
    {"wrong_memory", "free_inside", "cudaErrorInvalidValue",
     "double_free at wrong_memory.cu:35: cudaFree of an address inside an allocation: pass the address that cudaMalloc "
     "gave\n"},
    CASE("host_free_of_device", 38, "cudaFreeHost of device memory: cudaFree takes memory of cudaMalloc\n"),
    CASE("host_free_of_managed", 41, "cudaFreeHost of managed memory: cudaFree takes memory of cudaMallocManaged\n"),
    CASE("host_free_inside", 44, "cudaFreeHost of an address inside pinned host memory: pass the address that "),
    {"wrong_memory", "host_free_twice", "cudaErrorInvalidValue",
     "double_free at wrong_memory.cu:48: cudaFreeHost of memory that was freed before\n"},
    CASE("stream_free_of_host", 51, "cudaFree of ordinary host memory: "),
    {"wrong_memory", "right", "cudaSuccess", NULL},
    CASE("after_a_reset", 67, "cudaMemset of ordinary host memory: "),
};

START_TEST(wrong_memory_is_told_at_the_call) { mistake_check(&MISTAKES[_i]); }
END_TEST

Suite *wrong_memory_suite(void) {
    Suite *suite = suite_create("wrong_memory");
    TCase *tests = tcase_create("wrong_memory");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, wrong_memory_is_told_at_the_call, 0, sizeof MISTAKES / sizeof *MISTAKES);
    suite_add_tcase(suite, tests);
    return suite;
}
