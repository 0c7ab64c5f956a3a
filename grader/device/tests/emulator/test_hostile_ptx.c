// test_hostile_ptx.c - sizes, offsets and alignments of PTX text and kernel parameters that once led out of memory.
//
// A fault or a refusal is right, and so is doing what the text says. make sanitize sees what else happens; where
// something must be refused the test says so.
#include "extensions.h"
#include "machine.h"
#include "protocol/tensor_map.h"
#include <check.h>
#include <stdio.h>
#include <string.h>

#define HEAD ".version 9.0\n.target sm_90a\n.address_size 64\n"
#define KERNEL ".visible .entry k(.param .u64 p0,.param .u64 p1,.param .u64 p2,.param .u64 p3)"
#define REGISTERS                                                                                                      \
    ".reg .pred %p<4>;.reg .b32 %r<20>;.reg .b64 %l<20>;\n"                                                            \
    "ld.param.u64 %l0,[p0];ld.param.u64 %l1,[p1];ld.param.u64 %l2,[p2];ld.param.u64 %l3,[p3];\n"                       \
    "cvt.u32.u64 %r1,%l1;cvt.u32.u64 %r2,%l2;\n"

static Machine *machine;
static uint64_t memory;

static void start(void) {
    machine = machine_create(1, 1000000);
    ck_assert_int_eq(device_malloc(machine->device, 4096, &memory), 0);
}
static void stop(void) { machine_free(machine); }

// Launches k with the address of memory and three numbers, in a cluster of two blocks where the kernel asks for one.
static void run(const char *text, uint64_t p1, uint64_t p2, uint64_t p3) {
    const uint64_t parameters[] = {memory, p1, p2, p3};
    machine_load(machine, text);
    ck_assert_int_eq(machine_launch(machine, "k", (Dim3){2, 1, 1}, (Dim3){32, 1, 1}, 0, parameters, sizeof parameters),
                     0);
}

START_TEST(shared_memory_of_a_cluster_ends_where_it_ends) {
    run(HEAD KERNEL ".reqnctapercluster 2,1,1 {" REGISTERS
                    ".shared .align 16 .b8 s[256];mov.u32 %r3,s;add.u32 %r3,%r3,%r1;\n"
                    "barrier.cluster.arrive;barrier.cluster.wait;st.shared.u32 [%r3],%r2;ret;}",
        0xfffff0, 1, 0);
    ck_assert_ptr_nonnull(machine_fault(machine));
    ck_assert_int_eq(machine_fault(machine)->kind, FAULT_OUT_OF_BOUNDS);
}
END_TEST

#define ALLOCA(align)                                                                                                  \
    HEAD ".func f(.param .b32 a){.reg .b32 %r<2>;.local .b8 o[16];ld.param.b32 %r1,[a];st.local.u32 "                  \
         "[o],%r1;ret;}\n" KERNEL "{" REGISTERS "alloca.u64 %l4,%l1," align ";alloca.u64 %l5,%l2," align ";\n"         \
         "{.param .b32 a;st.param.b32 [a],%r1;call f,(a);}ret;}"

static const struct {
    const char *text;
    uint64_t first, second;
    bool overflows;
} ALLOCATIONS[] = {
    {ALLOCA("16"), 64, 32, false},
    {ALLOCA("16"), UINT64_MAX, 0, true},
    {ALLOCA("16"), UINT64_MAX - 7, 16, true},
    {ALLOCA("18446744073709551615"), 8, 8, true},
    {ALLOCA("9223372036854775808"), 8, 8, true},
};

START_TEST(stack_that_a_kernel_takes_is_its_own) {
    run(ALLOCATIONS[_i].text, ALLOCATIONS[_i].first, ALLOCATIONS[_i].second, 0);
    const Fault *fault = machine_fault(machine);
    ck_assert_int_eq(fault && fault->kind == FAULT_STACK_OVERFLOW, ALLOCATIONS[_i].overflows);
}
END_TEST

// A caller that knows the function by its address only may say that it takes more than it does.
START_TEST(parameters_beyond_what_the_function_declares_are_dropped) {
    run(HEAD ".func (.param .b32 r) f(.param .align 8 .b8 a[8]){.reg .b32 %r<2>;ld.param.b32 %r1,[a];"
             "st.param.b32 [r],%r1;ret;}\n.global .u64 t[1]={f};\n" KERNEL "{" REGISTERS
             "mov.u64 %l7,t;ld.global.u64 %l8,[%l7];\n"
             "{.param .align 8 .b8 a[60000];.param .align 8 .b8 r[60000];st.param.b64 [a],%l3;\n"
             "P: .callprototype (.param .align 8 .b8 _[60000]) _ (.param .align 8 .b8 _[60000]);\n"
             "call (r),%l8,(a),P;ld.param.b32 %r9,[r];}st.global.u32 [%l0],%r9;ret;}",
        0, 0, 77);
    ck_assert_ptr_null(machine_fault(machine));
    uint32_t got;
    ck_assert_int_eq(device_read(machine->device, &got, memory, sizeof got), 0);
    ck_assert_uint_eq(got, 77);
}
END_TEST

static const char *const REFUSED[] = {
    HEAD ".visible .entry k(.param .align 4 .b8 p[32768]){ret;}",
    HEAD ".visible .entry k(.param .b8 p[4294967295],.param .b8 q[8]){ret;}",
    HEAD ".const .b8 c[65536];.const .b8 d[1];.visible .entry k(){ret;}",
    HEAD ".visible .entry k(){.shared .u4 s;ret;}",
    HEAD ".visible .entry k(){.reg .e4m3 %r<4>;ret;}",
    HEAD ".func (.param .b32 f) f(){ret;}.visible .entry k(){ret;}",
};

START_TEST(declarations_that_no_gpu_has_room_for_are_refused) {
    char message[512];
    ck_assert_int_ne(machine_try_load(machine, REFUSED[_i], message), 0);
    ck_assert_int_ne(message[0], 0);
}
END_TEST

#define LINES(text) HEAD ".func f(){ret;}\n" KERNEL "{" REGISTERS text "ret;}"

static const char *const REFUSED_LAUNCHES[] = {
    LINES("brx.idx;"),
    LINES("t: .calltargets f;brx.idx %r1,t;"),
    LINES("ld.global.v4.u32 {%r3,%r4,%r5},[%l0];"),
    LINES(".shared .b8 s[4];ld.shared.u32 {},[s];"),
    LINES("st.global.v8.b64 [%l0],{%l1,%l1,%l1,%l1,%l1,%l1,%l1,%l1};"),
    LINES("ld.global.b128 %l1,[%l0];"),
    LINES("st.global.b128 [%l0],5;"),
    LINES(".reg .b128 %q;atom.global.exch.b128 %q,[%l0],%l1;"),
    LINES("ld.global.u32 5,[%l0];"),
    LINES("add.u32 5,%r1,%r2;"),
    LINES("mov.u32 %tid.x,%r1;"),
    HEAD KERNEL ";",
};

START_TEST(instructions_that_no_assembler_takes_are_refused) {
    const uint64_t parameters[4] = {memory};
    machine_load(machine, REFUSED_LAUNCHES[_i]);
    int error = machine_launch(machine, "k", (Dim3){1, 1, 1}, (Dim3){32, 1, 1}, 0, parameters, sizeof parameters);
    ck_assert_int_ne(error, 0);
    ck_assert_ptr_nonnull(machine_fault(machine));
    ck_assert_int_eq(machine_fault(machine)->kind, FAULT_UNSUPPORTED);
}
END_TEST

START_TEST(constant_memory_of_no_bytes_is_none) {
    machine_load(machine, HEAD ".extern .const .align 4 .b8 x[];.visible .entry k(){ret;}");
    ck_assert_int_eq(machine_launch(machine, "k", (Dim3){1, 1, 1}, (Dim3){1, 1, 1}, 0, NULL, 0), 0);
}
END_TEST

#define COPY                                                                                                           \
    HEAD ".extern .func (.param .b32 r) __cudaCDP2Memcpy2DAsync(.param .b64 a,.param .b64 b,.param .b64 c,"            \
         ".param .b64 d,.param .b64 e,.param .b64 f,.param .b32 g,.param .b64 h);\n" KERNEL "{" REGISTERS              \
         "{.param .b64 a,b,c,d,e,f,h;.param .b32 g,r;st.param.b64 [a],%l0;st.param.b64 [b],%l1;st.param.b64 [c],%l0;"  \
         "st.param.b64 [d],%l1;st.param.b64 [e],%l2;st.param.b64 [f],%l3;st.param.b32 [g],3;st.param.b64 [h],0;"       \
         "call.uni (r),__cudaCDP2Memcpy2DAsync,(a,b,c,d,e,f,g,h);}ret;}"

static const uint64_t ROWS[][3] = {
    {4096, 64, UINT64_MAX}, // pitch, width, rows: would take for ever
    {1, 1, 1ull << 40},
    {(uint64_t)-256, 64, 4},
    {1ull << 63, 64, 3},
};

START_TEST(rows_that_device_code_copies_make_sense) { run(COPY, ROWS[_i][0], ROWS[_i][1], ROWS[_i][2]); }
END_TEST

// Buffers for parameters come in chunks, and none is larger than a chunk.
START_TEST(child_with_the_most_parameters_gets_them) {
    run(HEAD ".extern .func (.param .b64 r) __cudaCDP2GetParameterBufferV2(.param .b64 a,.param .align 4 .b8 b[12],"
             ".param .align 4 .b8 c[12],.param .b32 d);\n"
             ".visible .entry child(.param .align 4 .b8 p[32764]){ret;}\n" KERNEL "{" REGISTERS "mov.u64 %l4,child;\n"
             "{.param .b64 a;.param .align 4 .b8 b[12],c[12];.param .b32 d;.param .b64 r;st.param.b64 [a],%l4;"
             "st.param.b32 [b],1;st.param.b32 [b+4],1;st.param.b32 [b+8],1;st.param.b32 [c],1;st.param.b32 [c+4],1;"
             "st.param.b32 [c+8],1;st.param.b32 [d],0;call.uni (r),__cudaCDP2GetParameterBufferV2,(a,b,c,d);"
             "ld.param.b64 %l5,[r];}st.u64 [%l5+32752],%l2;ret;}",
        0, 0, 0);
    ck_assert_ptr_null(machine_fault(machine));
}
END_TEST

static TensorMap usual_map(void) {
    TensorMap map = {.magic = TENSOR_MAP_MAGIC, .address = memory, .rank = 2, .element_bytes = 4};
    for (unsigned n = 0; n < TENSOR_RANK_MOST; n++) map.size[n] = map.box[n] = 1, map.stride[n] = 4;
    map.size[0] = map.size[1] = 16;
    map.box[0] = map.box[1] = 8;
    map.stride[1] = 64;
    return map;
}

static const struct {
    size_t at, bytes;
    uint64_t value;
} MAP_CHANGES[] = {
    {offsetof(TensorMap, element_bytes), 1, 0},
    {offsetof(TensorMap, element_bytes), 1, 255},
    {offsetof(TensorMap, element_bytes), 1, 3},
    {offsetof(TensorMap, rank), 1, 0},
    {offsetof(TensorMap, rank), 1, 200},
    {offsetof(TensorMap, box), 2, 0},
    {offsetof(TensorMap, box) + 2, 2, 0},
    {offsetof(TensorMap, box) + 2, 2, 65535},
    {offsetof(TensorMap, size), 8, UINT64_MAX},
    {offsetof(TensorMap, stride) + 8, 8, 8},
    {offsetof(TensorMap, stride) + 8, 8, 1ull << 63},
    {offsetof(TensorMap, swizzle_bytes), 2, 7},
};

START_TEST(numbers_that_no_tensor_map_has_are_refused) {
    TensorMap map = usual_map();
    ck_assert(tensor_map_sensible(&map));
    memcpy((uint8_t *)&map + MAP_CHANGES[_i].at, &MAP_CHANGES[_i].value, MAP_CHANGES[_i].bytes);
    uint8_t bytes[128] = {0};
    memcpy(bytes, &map, sizeof map);
    ck_assert_int_eq(device_write(machine->device, memory + 2048, bytes, sizeof bytes), 0);
    run(HEAD KERNEL "{" REGISTERS ".shared .align 128 .b8 s[4096];.shared .align 8 .b8 b[16];add.u64 %l4,%l0,2048;\n"
                    "mov.u32 %r4,s;mov.u32 %r5,b;mbarrier.init.shared.b64 [%r5],1;\n"
                    "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r4],"
                    "[%l4,{%r1,%r2}],[%r5];ret;}",
        0, 0, 0);
    ck_assert_ptr_nonnull(machine_fault(machine));
    ck_assert_ptr_nonnull(strstr(fault_says(machine_fault(machine)), "tensor map"));
}
END_TEST

Suite *hostile_ptx_suite(void) {
    Suite *suite = suite_create("hostile_ptx");
    TCase *sizes = tcase_create("sizes");
    tcase_add_checked_fixture(sizes, start, stop);
    if (extension_is_there("clusters")) tcase_add_test(sizes, shared_memory_of_a_cluster_ends_where_it_ends);
    tcase_add_loop_test(sizes, instructions_that_no_assembler_takes_are_refused, 0,
                        sizeof REFUSED_LAUNCHES / sizeof *REFUSED_LAUNCHES);
    tcase_add_loop_test(sizes, stack_that_a_kernel_takes_is_its_own, 0, sizeof ALLOCATIONS / sizeof *ALLOCATIONS);
    tcase_add_test(sizes, parameters_beyond_what_the_function_declares_are_dropped);
    tcase_add_loop_test(sizes, declarations_that_no_gpu_has_room_for_are_refused, 0, sizeof REFUSED / sizeof *REFUSED);
    tcase_add_test(sizes, constant_memory_of_no_bytes_is_none);
    if (extension_is_there("children")) {
        tcase_add_loop_test(sizes, rows_that_device_code_copies_make_sense, 0, sizeof ROWS / sizeof *ROWS);
        tcase_add_test(sizes, child_with_the_most_parameters_gets_them);
    }
    if (extension_is_there("tensors"))
        tcase_add_loop_test(sizes, numbers_that_no_tensor_map_has_are_refused, 0,
                            sizeof MAP_CHANGES / sizeof *MAP_CHANGES);
    suite_add_tcase(suite, sizes);
    return suite;
}
