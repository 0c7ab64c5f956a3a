// fuzz_execute.c - any instructions are refused or run: two blocks of 40 threads, with every check, for a while.
//
// The bytes are the body of a kernel that has registers of every kind, shared and local arrays, a function to call and
// a pointer to memory. Nothing may crash, hang, or reach memory of the emulator's own; what the kernel makes of its
// own memory is its business.
#include "emulator/device.h"
#include "emulator/image/wrapped_ptx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed);

#define MOST_BYTES 8192
#define HEAD                                                                                                           \
    ".version 9.0\n.target sm_90a\n.address_size 64\n.extern .shared .align 16 .b8 more[];\n"                          \
    ".global .align 16 .b8 g[256]={1,2,3};.const .align 8 .u64 c[4]={5,6};\n"                                          \
    ".func (.param .b32 r) f(.param .b32 a){.reg .b32 %r<3>;ld.param.b32 %r1,[a];add.s32 %r1,%r1,1;"                   \
    "st.param.b32 [r],%r1;ret;}\n"                                                                                     \
    ".visible .entry k(.param .u64 p,.param .u32 n){.reg .pred %p<8>;.reg .b16 %h<16>;.reg .b32 %r<32>;"               \
    ".reg .f32 %f<32>;.reg .b64 %l<16>;.reg .f64 %d<16>;.reg .b128 %q<4>;.shared .align 16 .b8 s[1024];"               \
    ".local .align 16 .b8 o[64];ld.param.u64 %l1,[p];mov.u32 %r1,%tid.x;mov.u32 %r2,%ctaid.x;mov.u32 %r3,7;"           \
    "setp.lt.u32 %p1,%r1,20;mov.u64 %l2,s;mov.u64 %l3,o;mov.u64 %l4,g;mov.u32 %r4,s;mul.wide.u32 %l5,%r1,16;"          \
    "add.u64 %l6,%l1,%l5;mov.f32 %f1,0f3F800000;mov.f64 %d1,0d3FF0000000000000;\n"

static const char *const STATEMENTS[] = {
    "ld.global.v4.u32 {%r5,%r6,%r7,%r8},[%l6+16];",
    "st.global.v2.f64 [%l6],{%d1,%d2};",
    "ld.shared.v2.b64 {%l7,%l8},[s+16];",
    "st.shared.b32 [%r4+4],%r1;",
    "ld.local.u8 %r5,[%l3+3];",
    "ld.const.u64 %l7,[c+8];",
    "ld.u32 %r5,[%l1];",
    "ld.volatile.shared.u16 %h1,[s];",
    "ld.param.u32 %r5,[n];",
    "cvta.to.global.u64 %l7,%l1;",
    "cvta.shared.u64 %l8,%l2;",
    "atom.global.add.f32 %f2,[%l6],%f1;",
    "atom.shared.cas.b64 %l7,[s+8],%l5,%l6;",
    "red.global.max.s32 [%l1],%r1;",
    "atom.global.add.noftz.f16x2 %r5,[%l1],%r3;",
    "red.global.add.v4.f32 [%l6],{%f1,%f2,%f3,%f4};",
    "bar.sync 0;",
    "barrier.cta.arrive 1,64;",
    "bar.red.popc.u32 %r5,0,%p1;",
    "bar.warp.sync 0xffffffff;",
    "shfl.sync.bfly.b32 %r5|%p2,%r1,1,31,-1;",
    "vote.sync.ballot.b32 %r5,%p1,-1;",
    "match.any.sync.b32 %r5,%r2,-1;",
    "redux.sync.add.s32 %r5,%r1,-1;",
    "activemask.b32 %r5;",
    "elect.sync %r5|%p3,-1;",
    "@%p1 bra L;",
    "L:",
    "M:",
    "@!%p1 bra M;",
    "call.uni (%r5),f,(%r1);",
    "ret;",
    "exit;",
    "t: .branchtargets L,M; brx.idx %r3,t;",
    "mbarrier.init.shared.b64 [s],%r3;",
    "mbarrier.arrive.shared.b64 %l7,[s];",
    "mbarrier.test_wait.shared.b64 %p2,[s],%l7;",
    "cp.async.ca.shared.global [%r4],[%l6],16;",
    "cp.async.ca.shared.global [%r4+64],[%l6],4,%r1;",
    "cp.async.commit_group;",
    "cp.async.wait_group 1;",
    "cp.async.wait_all;",
    "cp.async.mbarrier.arrive.noinc.shared.b64 [s];",
    "ld.const.u32 %r5,[c+64];",
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r4+16],[%l1],32,[%r4];",
    "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r5,%r6,%r7,%r8},[%r4];",
    "stmatrix.sync.aligned.m8n8.x2.shared.b16 [%r4],{%r5,%r6};",
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
    "{%f1,%f2,%f3,%f4},{%r5,%r6,%r7,%r8},{%r1,%r2},{%f1,%f2,%f3,%f4};",
    "wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {%r5,%r6,%r7,%r8,%r9,%r10,%r11,%r12},[%r4],%r3;",
    "wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%l1],{%f1,%f2,%f3,%f4,%f5,%f6,%f7,%f8},%r3;",
    "tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4},[%l1,{%f5,%f6}];",
    "suld.b.2d.v2.b32.trap {%r5,%r6},[%l1,{%r1,%r2}];",
    "sust.b.1d.b32.clamp [%l1,{%r1}],{%r3};",
    "txq.width.b32 %r5,[%l1];",
    "mapa.shared::cluster.u32 %r5,%r4,1;",
    "barrier.cluster.arrive;",
    "barrier.cluster.wait;",
    "getctarank.u64 %r5,%l1;",
    "isspacep.shared %p2,%l2;",
    "nanosleep.u32 100;",
    "membar.gl;",
    "prefetch.global.L2 [%l1];",
    "createpolicy.fractional.L2::evict_last.b64 %l7,0f3F800000;",
    "alloca.u64 %l7,64;",
    "stacksave.u64 %l7;",
    "mov.b64 {%r5,%r6},%l1;",
    "mov.u32 %r5,%clock;",
    "mad.lo.s32 %r5,%r1,%r2,%r3;",
    "mul.hi.u64 %l7,%l1,%l5;",
    "div.s64 %l7,%l1,%l5;",
    "rem.u32 %r5,%r3,%r2;",
    "shf.l.wrap.b32 %r5,%r1,%r2,%r3;",
    "bfe.s64 %l7,%l1,%r1,%r2;",
    "bfi.b32 %r5,%r1,%r2,%r3,%r1;",
    "prmt.b32.f4e %r5,%r1,%r2,%r3;",
    "lop3.b32 %r5,%r1,%r2,%r3,0x96;",
    "dp4a.s32.u32 %r5,%r1,%r2,%r3;",
    "vadd4.s32.s32.s32.sat %r5,%r1,%r2,%r3;",
    "cvt.rzi.sat.s16.f64 %h1,%d1;",
    "cvt.rn.f16x2.f32 %r5,%f1,%f2;",
    "cvt.rn.satfinite.e4m3x2.f32 %h1,%f1,%f2;",
    "fma.rn.f32 %f2,%f1,%f1,%f2;",
    "div.full.f32 %f2,%f1,%f2;",
    "sqrt.rp.f64 %d2,%d1;",
    "ex2.approx.ftz.f32 %f2,%f1;",
    "lg2.approx.f32 %f2,%f1;",
    "rsqrt.approx.f32 %f2,%f1;",
    "rcp.approx.f32 %f2,%f1;",
    "cos.approx.f32 %f2,%f1;",
    "tanh.approx.f32 %f2,%f1;",
    "tanh.approx.bf16x2 %r5,%r1;",
    "add.cc.u32 %r5,%r1,%r2; addc.u32 %r6,%r3,0;",
    "selp.b64 %l7,%l1,%l2,%p1;",
    "slct.f32.s32 %f2,%f1,%f1,%r1;",
    "set.gt.u32.f32 %r5,%f1,%f2;",
    "copysign.f64 %d2,%d1,%d1;",
    "{.param .b32 x; st.param.b32 [x],%r1;}",
};

static size_t statement_start(const uint8_t *data, size_t size, size_t from) {
    while (from < size && data[from] != ';') from++;
    return from < size ? from + 1 : size;
}

// Half of the changes put a statement between two others; the rest are the fuzzer's own.
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed) {
    const char *statement = STATEMENTS[seed / 2 % (sizeof STATEMENTS / sizeof *STATEMENTS)];
    size_t length = strlen(statement), place = statement_start(data, size, seed / 256 % (size + 1));
    if (seed % 2 || size + length > room) return LLVMFuzzerMutate(data, size, room);
    memmove(data + place + length, data + place, size - place);
    memcpy(data + place, statement, length);
    return size + length;
}

static int load(Device *device, const uint8_t *data, size_t size, uint32_t *module, char message[512]) {
    static char text[sizeof HEAD + MOST_BYTES + 8];
    message[0] = 0;
    size_t bytes;
    snprintf(text, sizeof text, "%s%.*s}", HEAD, (int)size, (const char *)data);
    uint8_t *image = wrapped_ptx(text, &bytes);
    int error = device_load(device, image, bytes, module, message);
    free(image);
    if (error && !message[0]) abort(); // refused without a reason
    return error;
}

static const DeviceOptions options = {.checks = true, .memory_limit = 1 << 20, .threads = 1, .instruction_budget = 250};

// What comes before the body is right, or nothing would be tested; so is each statement that does not name a label.
int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    for (size_t i = 0; i < sizeof STATEMENTS / sizeof *STATEMENTS; i++) {
        char text[512], message[512];
        uint32_t module;
        Device *device = device_create(&options);
        int length = snprintf(text, sizeof text, "%s%s",
                              strstr(STATEMENTS[i], " L") || strstr(STATEMENTS[i], " M") ? "L:M:" : "", STATEMENTS[i]);
        if (load(device, (const uint8_t *)text, (size_t)length, &module, message)) {
            fprintf(stderr, "fuzz_execute: %s\n%s\n", text, message);
            abort();
        }
        device_destroy(device);
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    LaunchRequest request = {.grid = {2, 1, 1}, .block = {40, 1, 1}, .dynamic_shared_bytes = 256};
    struct {
        uint64_t pointer;
        uint32_t n;
    } parameters = {.n = 3};
    KernelInfo info;
    char message[512];
    Device *device = size <= MOST_BYTES ? device_create(&options) : NULL;
    if (device && load(device, data, size, &request.module, message) == 0 &&
        device_kernel(device, request.module, "k", &request.kernel, &info) == 0 &&
        device_malloc(device, 4096, &parameters.pointer) == 0) {
        request.parameters = (const uint8_t *)&parameters;
        request.parameter_bytes = 12;
        device_launch(device, &request);
        device_find_leaks(device);
    }
    if (device) device_destroy(device);
    return 0;
}
