// test_occupancy.c - occupancy against the toolkit's own header, and against what an H200 was measured to do.
#include "emulator/gpus/gpu.h"

#include <check.h>
#include <cuda_occupancy.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cudaOccDeviceProp properties_of(const Gpu *gpu) {
    cudaOccDeviceProp p;
    memset(&p, 0, sizeof p);
    p.computeMajor = gpu->major;
    p.computeMinor = gpu->minor;
    p.maxThreadsPerBlock = (int)gpu->max_threads_per_block;
    p.maxThreadsPerMultiprocessor = (int)gpu->max_threads_per_multiprocessor;
    p.regsPerBlock = (int)gpu->registers_per_block;
    p.regsPerMultiprocessor = (int)gpu->registers_per_multiprocessor;
    p.warpSize = 32;
    p.sharedMemPerBlock = gpu->shared_per_block;
    p.sharedMemPerMultiprocessor = gpu->shared_per_multiprocessor;
    p.numSms = (int)gpu->multiprocessors;
    p.sharedMemPerBlockOptin = gpu->shared_per_block_optin;
    p.reservedSharedMemPerBlock = gpu->shared_reserved_per_block;
    return p;
}

// The header's answer for the largest carve-out, dynamic shared memory allowed up to the limit of a block.
static cudaOccResult answer_of(const Gpu *gpu, int threads, int registers, size_t shared) {
    cudaOccDeviceProp properties = properties_of(gpu);
    cudaOccFuncAttributes function = {.maxThreadsPerBlock = 1024,
                                      .numRegs = registers,
                                      .sharedSizeBytes = 0,
                                      .partitionedGCConfig = PARTITIONED_GC_OFF,
                                      .shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN,
                                      .maxDynamicSharedSizeBytes = gpu->shared_per_block_optin};
    cudaOccDeviceState state = {.cacheConfig = CACHE_PREFER_NONE, .carveoutConfig = SHAREDMEM_CARVEOUT_MAX_SHARED};
    cudaOccResult result;
    ck_assert_int_eq(cudaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &function, &state, threads, shared),
                     CUDA_OCC_SUCCESS);
    return result;
}

START_TEST(random_configurations_agree_with_the_toolkit) {
    for (unsigned index = 0; gpu_at(index) != NULL; index++) {
        const Gpu *gpu = gpu_at(index);
        for (unsigned trial = 0; trial < 2000; trial++) {
            // On capability 9.0 no kernel has fewer than 16 registers; the header does not know that.
            int threads = 1 + rand() % 1024, fewest = gpu->major == 9 ? 16 : 1;
            int registers = fewest + rand() % (256 - fewest);
            size_t shared = (size_t)rand() % (gpu->shared_per_block_optin / (1u + (unsigned)rand() % 32) + 1);
            cudaOccResult answer = answer_of(gpu, threads, registers, shared);
            Occupancy ours = gpu_occupancy(gpu, (uint32_t)threads, (uint32_t)registers, shared);
            ck_assert_msg((int)ours.blocks == answer.activeBlocksPerMultiprocessor,
                          "%s, %d threads, %d registers, %zu bytes: %u blocks, not %d", gpu->name, threads, registers,
                          shared, ours.blocks, answer.activeBlocksPerMultiprocessor);
            ck_assert_int_eq((int)ours.limit_warps, answer.blockLimitWarps);
            ck_assert_int_eq((int)ours.limit_registers, answer.blockLimitRegs);
            ck_assert_int_eq((int)ours.limit_blocks, answer.blockLimitBlocks);
            if (gpu->major != 9 && answer.blockLimitSharedMem != INT_MAX)
                ck_assert_int_eq((int)ours.limit_shared, answer.blockLimitSharedMem);
        }
    }
}
END_TEST

// The column of that name in a CSV header, by number.
static int column_of(const char *header, const char *name) {
    int column = 0;
    size_t length = strlen(name);
    for (const char *at = header; at != NULL; at = strchr(at, ',') == NULL ? NULL : strchr(at, ',') + 1, column++)
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\n')) return column;
    ck_abort_msg("no column %s", name);
    return -1;
}
static const char *field_at(const char *line, int column) {
    while (column-- > 0) line = strchr(line, ',') + 1;
    return line;
}

START_TEST(the_seed_kernels_have_their_measured_occupancy) {
    FILE *file = fopen("grader/device/tests/golden/seed_kernels.csv", "r");
    ck_assert_ptr_nonnull(file);
    char header[2048], line[2048];
    ck_assert_ptr_nonnull(fgets(header, sizeof header, file));
    unsigned rows = 0;
    for (; fgets(line, sizeof line, file) != NULL; rows++) {
#define NUMBER(name) strtoul(field_at(line, column_of(header, name)), NULL, 10)
        unsigned x, y, z;
        ck_assert_int_eq(sscanf(field_at(line, column_of(header, "block")), "%ux%ux%u", &x, &y, &z), 3);
        // The one kernel with dynamic shared memory, two tiles of 16 x 16 floats, which no column tells.
        uint64_t dynamic = strncmp(line, "mm_tiled_dynamic,", 17) == 0 ? 2048 : 0;
        Occupancy ours = gpu_occupancy(gpu_named("h200"), x * y * z, (uint32_t)NUMBER("registers_per_thread"),
                                       NUMBER("static_shared_bytes") + dynamic);
        ck_assert_uint_eq(ours.limit_blocks, NUMBER("limit_blocks"));
        ck_assert_uint_eq(ours.limit_registers, NUMBER("limit_registers"));
        ck_assert_uint_eq(ours.limit_warps, NUMBER("limit_warps"));
        ck_assert_msg(ours.limit_shared == NUMBER("limit_shared"), "limit_shared %u of %s", ours.limit_shared, line);
        ck_assert_double_eq_tol(ours.percent, (double)NUMBER("theoretical_occupancy_pct"), 0.01);
    }
    ck_assert_uint_eq(rows, 56);
    fclose(file);
}
END_TEST

// golden/occupancy.csv has launches made to find the driver's choice of carve-out. The rule misses one of them.
START_TEST(the_carve_out_is_the_one_the_driver_chose) {
    FILE *file = fopen("grader/device/tests/golden/occupancy.csv", "r");
    ck_assert_ptr_nonnull(file);
    char line[256];
    unsigned rows = 0, missed = 0, t, r, s, registers, warps, blocks, shared;
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    while (fscanf(file, "%u,%u,%u,%u,%u,%u,%u\n", &t, &r, &s, &registers, &warps, &blocks, &shared) == 7) {
        Occupancy ours = gpu_occupancy(gpu_named("h200"), t, r, s);
        ck_assert_uint_eq(ours.limit_registers, registers);
        ck_assert_uint_eq(ours.limit_warps, warps);
        ck_assert_uint_eq(ours.limit_blocks, blocks);
        rows++;
        missed += ours.limit_shared != shared;
    }
    ck_assert_uint_eq(rows, 164);
    ck_assert_uint_le(missed, 1);
    fclose(file);
}
END_TEST

START_TEST(seven_hundred_threads_are_22_warps) {
    Occupancy occupancy = gpu_occupancy(gpu_named("a100"), 700, 32, 0);
    ck_assert_uint_eq(occupancy.blocks, 2);
    ck_assert_double_eq(occupancy.percent, 68.75);
    ck_assert_str_eq(occupancy.limited_by, "warps");
}
END_TEST

// sum_atomic needs 8 registers by the compiler's report; the profiler saw it get 16.
START_TEST(sixteen_registers_are_the_fewest_on_an_h200) {
    ck_assert_uint_eq(gpu_occupancy(gpu_default(), 256, 8, 0).limit_registers, 16);
    ck_assert_uint_eq(gpu_occupancy(gpu_named("a100"), 256, 8, 0).limit_registers, 32);
}
END_TEST

START_TEST(shared_memory_limits_in_whole_blocks) {
    // 32 KB and the reserve are 33 KB a block; 164 KB hold four of them.
    Occupancy occupancy = gpu_occupancy(gpu_named("a100"), 256, 32, 32 * 1024);
    ck_assert_uint_eq(occupancy.blocks, 4);
    ck_assert_double_eq(occupancy.percent, 50);
    ck_assert_str_eq(occupancy.limited_by, "shared memory");
}
END_TEST

START_TEST(blocks_without_shared_memory_are_never_limited_by_it) {
    Occupancy occupancy = gpu_occupancy(gpu_default(), 32, 32, 0);
    ck_assert_uint_eq(occupancy.blocks, 32);
    ck_assert_uint_eq(occupancy.limit_shared, 32); // as profiled: the reserve of a block, in a carve-out of 32 KB
    ck_assert_str_eq(occupancy.limited_by, "blocks");
}
END_TEST

START_TEST(impossible_blocks_are_never_resident) {
    ck_assert_uint_eq(gpu_occupancy(gpu_default(), 1025, 32, 0).blocks, 0);
    ck_assert_uint_eq(gpu_occupancy(gpu_default(), 0, 32, 0).blocks, 0);
    ck_assert_uint_eq(gpu_occupancy(gpu_default(), 1024, 128, 0).blocks, 0);
    ck_assert_uint_eq(gpu_occupancy(gpu_default(), 32, 32, 300 * 1024).blocks, 0);
}
END_TEST

START_TEST(gpus_are_found_by_name) {
    ck_assert_str_eq(gpu_default()->name, "h200");
    ck_assert_ptr_eq(gpu_named("h200"), gpu_default());
    ck_assert_ptr_null(gpu_named("H200"));
    for (unsigned i = 0; gpu_at(i) != NULL; i++) ck_assert_ptr_eq(gpu_named(gpu_at(i)->name), gpu_at(i));
}
END_TEST

Suite *occupancy_suite(void) {
    Suite *suite = suite_create("occupancy");
    TCase *tests = tcase_create("occupancy");
    tcase_add_test(tests, random_configurations_agree_with_the_toolkit);
    tcase_add_test(tests, the_seed_kernels_have_their_measured_occupancy);
    tcase_add_test(tests, the_carve_out_is_the_one_the_driver_chose);
    tcase_add_test(tests, seven_hundred_threads_are_22_warps);
    tcase_add_test(tests, sixteen_registers_are_the_fewest_on_an_h200);
    tcase_add_test(tests, shared_memory_limits_in_whole_blocks);
    tcase_add_test(tests, blocks_without_shared_memory_are_never_limited_by_it);
    tcase_add_test(tests, impossible_blocks_are_never_resident);
    tcase_add_test(tests, gpus_are_found_by_name);
    suite_add_tcase(suite, tests);
    return suite;
}
