// hostile_ptx.c - PTX whose numbers a fuzzer chooses.
#include "hostile_ptx.h"

#define HEAD ".version 9.0\n.target sm_90a\n.address_size 64\n"
#define REGISTERS                                                                                                      \
    ".reg .pred %p<4>;.reg .b16 %h<4>;.reg .b32 %r<20>;.reg .f32 %f<20>;.reg .b64 %l<20>;\n"                           \
    "ld.param.u64 %l0,[p0];ld.param.u64 %l1,[p1];ld.param.u64 %l2,[p2];ld.param.u64 %l3,[p3];\n"                       \
    "mov.u32 %r0,%tid.x;cvt.u32.u64 %r1,%l1;cvt.u32.u64 %r2,%l2;cvt.u32.u64 %r3,%l3;\n"
#define KERNEL ".visible .entry k(.param .u64 p0,.param .u64 p1,.param .u64 p2,.param .u64 p3)"
#define CALL(parameters, name, arguments)                                                                              \
    "{" parameters ".param .b32 r;call.uni (r)," name ",(" arguments ");ld.param.b32 %r9,[r];}\n"

const char *const HOSTILE_PTX[] = {
    // Plain accesses of any address and offset, in every space.
    HEAD KERNEL "{" REGISTERS ".shared .align 16 .b8 s[256];.local .align 16 .b8 o[64];\n"
                "ld.global.u32 %r4,[%l0+@16@];st.global.v4.u32 [%l0+@32@],{%r4,%r1,%r2,%r3};\n"
                "st.shared.u64 [s+@8@],%l1;ld.shared.v2.u64 {%l4,%l5},[s+@16@];ld.local.u64 %l6,[o+@8@];\n"
                "st.local.u64 [o+@0@],%l6;mov.u64 %l7,o;add.u64 %l7,%l7,%l2;st.local.u8 [%l7+@4@],%h1;\n"
                "ld.u64 %l8,[%l3];atom.global.add.u32 %r5,[%l0+@4@],%r1;red.global.add.u64 [%l0+@8@],%l2;ret;}",
    // Declared sizes, alignments and launch bounds.
    HEAD ".global .align @8@ .b8 g[@64@][@2@];.const .align @16@ .b8 c[@128@];.extern .shared .align @16@ .b8 e[];\n"
         ".extern .const .align 4 .b8 x[];.global .attribute(.managed) .align @4@ .b8 m[@32@];\n"
         ".visible .entry k(.param .align @8@ .b8 p0[@32@],.param .align @4@ .b8 p1[@8@],.param .u32 p2)\n"
         ".maxntid @64@,@1@,@1@ .minnctapersm @1@ {.reg .b32 %r<4>;.reg .b64 %l<4>;\n"
         ".shared .align @8@ .b8 s[@256@];.local .align @8@ .b8 o[@64@];.local .b8 q[@8@];\n"
         "ld.param.u32 %r1,[p0+@4@];ld.param.u64 %l1,[p1];st.shared.u32 [s+@8@],%r1;st.shared.u32 [e+@0@],%r1;\n"
         "st.local.u32 [o+@4@],%r1;ld.local.u32 %r2,[q];mov.u64 %l2,g;st.global.u32 [%l2+@8@],%r2;\n"
         "ld.const.u32 %r3,[c+@4@];mov.u64 %l3,m;st.global.u32 [%l3],%r3;ret;}",
    // Clusters.
    HEAD KERNEL ".reqnctapercluster @2@,@1@,@1@ {" REGISTERS ".shared .align 16 .b8 s[256];\n"
                "barrier.cluster.arrive;barrier.cluster.wait;mov.u32 %r4,s;mapa.shared::cluster.u32 %r5,%r4,%r1;\n"
                "st.shared::cluster.u32 [%r5+@4@],%r2;ld.shared::cluster.u32 %r6,[%r5+@0@];ret;}",
    // Memory of the stack, and calls.
    HEAD ".func (.param .b32 r) f(.param .align 8 .b8 a[@16@]){.reg .b32 %r<4>;.local .align @8@ .b8 o[@32@];\n"
         "ld.param.b32 %r1,[a+@4@];st.local.u32 [o],%r1;st.param.b32 [r],%r1;ret;}\n"
         ".global .u64 t[1]={f};\n" KERNEL "{" REGISTERS
         "alloca.u64 %l4,%l1,@16@;st.local.u32 [%l4],%r2;stacksave.u64 %l5;alloca.u64 %l6,%l2,@8@;\n"
         "stackrestore.u64 %l5;\n" CALL(
             ".param .align 8 .b8 a[@16@];st.param.b64 [a+@0@],%l3;", "f",
             "a") "mov.u64 %l7,t;ld.global.u64 %l8,[%l7];\n"
                  "{.param .align 8 .b8 a[@16@];.param .align 4 .b8 r[@4@];st.param.b64 [a],%l3;\n"
                  "P: .callprototype (.param .align 4 .b8 _[@4@]) _ (.param .align 8 .b8 _[@16@]);\n"
                  "call (r),%l8,(a),P;ld.param.b32 %r9,[r];}ret;}",
    // Recursion, with many registers in each frame.
    HEAD ".func (.param .b32 r) f(.param .b32 a){.reg .b32 %r<@100@>;.local .b8 o[@16@];.reg .pred %p<2>;\n"
         "ld.param.b32 %r1,[a];setp.eq.u32 %p1,%r1,0;@%p1 bra E;sub.u32 %r2,%r1,1;\n"
         "{.param .b32 x;.param .b32 y;st.param.b32 [x],%r2;call.uni (y),f,(x);ld.param.b32 %r3,[y];}\n"
         "E: st.param.b32 [r],%r1;ret;}\n" KERNEL
         "{" REGISTERS CALL(".param .b32 a;st.param.b32 [a],%r1;", "f", "a") "ret;}",
    // Bulk and tensor copies.
    HEAD KERNEL "{" REGISTERS ".shared .align 128 .b8 s[4096];.shared .align 8 .b8 b[16];\n"
                "mov.u32 %r4,s;mov.u32 %r5,b;mbarrier.init.shared.b64 [%r5],@1@;\n"
                "mbarrier.arrive.expect_tx.shared.b64 %l4,[%r5],@64@;\n"
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r4+@0@],[%l0+@0@],%r1,[%r5];\n"
                "cp.async.bulk.global.shared::cta.bulk_group [%l0],[%r4],%r2;\n"
                "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%l0],[%r4],%r1;\n"
                "cp.async.ca.shared.global [%r4],[%l0],@16@,%r3;cp.async.wait_all;ret;}",
    HEAD KERNEL "{" REGISTERS ".shared .align 128 .b8 s[16384];.shared .align 8 .b8 b[16];\n"
                "mov.u32 %r4,s;mov.u32 %r5,b;mbarrier.init.shared.b64 [%r5],1;\n"
                "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r4+@0@],"
                "[%l0,{%r1,%r2}],[%r5];\n"
                "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%l0,{%r1,%r2}],[%r4];ret;}",
    // Textures and surfaces by any handle, at any place.
    HEAD KERNEL "{" REGISTERS "cvt.rn.f32.u32 %f1,%r1;cvt.rn.f32.u32 %f2,%r2;mov.b32 %f3,%r3;\n"
                "tex.1d.v4.f32.s32 {%f4,%f5,%f6,%f7},[%l0,{%r1}];\n"
                "tex.2d.v4.u32.f32 {%r4,%r5,%r6,%r7},[%l0,{%f1,%f2}];\n"
                "tex.3d.v4.f32.f32 {%f4,%f5,%f6,%f7},[%l0,{%f1,%f2,%f3,%f3}];\n"
                "tex.a2d.v4.u32.s32 {%r4,%r5,%r6,%r7},[%l0,{%r1,%r2,%r3,%r3}];\n"
                "tex.level.2d.v4.f32.f32 {%f4,%f5,%f6,%f7},[%l0,{%f1,%f2}],%f3;\n"
                "tex.cube.v4.f32.f32 {%f4,%f5,%f6,%f7},[%l0,{%f1,%f2,%f3,%f3}];\n"
                "suld.b.2d.b32.trap %r8,[%l3,{%r1,%r2}];sust.b.2d.b32.clamp [%l3,{%r1,%r2}],%r4;\n"
                "suld.b.3d.v4.b32.zero {%r4,%r5,%r6,%r7},[%l3,{%r1,%r2,%r3,%r3}];ret;}",
    HEAD KERNEL "{" REGISTERS
                "suld.b.1d.b32.clamp %r8,[%l0,{%r1}];sust.b.1d.v4.b32.zero [%l0,{%r1}],{%r4,%r5,%r6,%r7};\n"
                "txq.width.b32 %r9,[%l0];suq.height.b32 %r10,[%l0];sust.b.a2d.b32.trap [%l0,{%r1,%r2,%r3,%r3}],%r4;\n"
                "cvt.rn.f32.u32 %f1,%r1;tex.grad.2d.v4.f32.f32 {%f4,%f5,%f6,%f7},[%l0,{%f1,%f1}],{%f1,%f1},{%f1,%f1};\n"
                "tld4.r.2d.v4.f32.f32 {%f4,%f5,%f6,%f7},[%l0,{%f1,%f1}];ret;}",
    // What device code asks the runtime for.
    HEAD
    ".extern .func (.param .b32 r) __cudaCDP2Memcpy2DAsync(.param .b64 a,.param .b64 b,.param .b64 c,.param .b64 d,"
    ".param .b64 e,.param .b64 f,.param .b32 g,.param .b64 h);\n"
    ".extern .func (.param .b32 r) __cudaCDP2Malloc(.param .b64 a,.param .b64 b);\n"
    ".extern .func (.param .b32 r) __cudaCDP2Free(.param .b64 a);\n"
    ".extern .func (.param .b64 r) malloc(.param .b64 a);.extern .func free(.param .b64 a);\n" KERNEL
    "{" REGISTERS CALL(
        ".param .b64 a,b,c,d,e,f,h;.param .b32 g;st.param.b64 [a],%l0;st.param.b64 [b],%l1;st.param.b64 [c],%l0;"
        "st.param.b64 [d],%l1;st.param.b64 [e],%l2;st.param.b64 [f],%l3;st.param.b32 [g],@3@;"
        "st.param.b64 [h],@0@;",
        "__cudaCDP2Memcpy2DAsync", "a,b,c,d,e,f,g,h")
        CALL(".param .b64 a,b;st.param.b64 [a],%l0;st.param.b64 [b],%l1;", "__cudaCDP2Malloc", "a,b")
            CALL(".param .b64 a;st.param.b64 [a],%l3;", "__cudaCDP2Free",
                 "a") "{.param .b64 a,r;st.param.b64 [a],%l2;call.uni (r),malloc,(a);ld.param.b64 %l9,[r];}\n"
                      "{.param .b64 a;st.param.b64 [a],%l9;call.uni free,(a);}ret;}",
    HEAD ".extern .func (.param .b64 r) __cudaCDP2GetParameterBufferV2(.param .b64 a,.param .align 4 .b8 b[12],"
         ".param .align 4 .b8 c[12],.param .b32 d);\n"
         ".extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2(.param .b64 a,.param .b64 b);\n"
         ".visible .entry child(.param .align 8 .b8 p[@64@]){.reg .b64 %l<2>;ld.param.u64 %l1,[p+@8@];ret;}\n" KERNEL
         "{" REGISTERS "mov.u64 %l4,child;\n"
         "{.param .b64 a;.param .align 4 .b8 b[12],c[12];.param .b32 d;.param .b64 r;st.param.b64 [a],%l4;"
         "st.param.b32 [b],@1@;st.param.b32 [b+4],@1@;st.param.b32 [b+8],@1@;st.param.b32 [c],@32@;"
         "st.param.b32 [c+4],@1@;st.param.b32 [c+8],@1@;st.param.b32 [d],%r1;"
         "call.uni (r),__cudaCDP2GetParameterBufferV2,(a,b,c,d);ld.param.b64 %l5,[r];}\n"
         "st.u64 [%l5+@0@],%l2;\n" CALL(".param .b64 a,b;st.param.b64 [a],%l5;st.param.b64 [b],%l3;",
                                        "__cudaCDP2LaunchDeviceV2", "a,b") "ret;}",
    // Matrices: strides of any size.
    HEAD KERNEL "{" REGISTERS "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r4,%r5,%r6,%r7,%r8,%r9,%r10,%r11},"
                "[%l0],%r1;\n"
                "wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%l0],{%f1,%f2,%f3,%f4,%f5,%f6,%f7,%f8},%r2;\n"
                ".shared .align 16 .b8 s[1024];mov.u32 %r12,s;add.u32 %r12,%r12,%r3;\n"
                "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r4,%r5,%r6,%r7},[%r12];ret;}",
    // printf with a format that asks for more than there is.
    HEAD ".extern .func (.param .b32 r) vprintf(.param .b64 a,.param .b64 b);\n"
         ".global .align 1 .b8 t[24]={37,@115@,32,37,@108@,@108@,@117@,32,37,@42@,100,10,0};\n" KERNEL "{" REGISTERS
         ".local .align 8 .b8 o[@24@];mov.u64 %l4,t;cvta.global.u64 %l4,%l4;mov.u64 %l5,o;cvta.local.u64 %l5,%l5;\n"
         "st.local.u64 [o],%l1;st.local.u64 [o+@8@],%l2;\n" CALL(
             ".param .b64 a,b;st.param.b64 [a],%l4;st.param.b64 [b],%l5;", "vprintf", "a,b") "ret;}",
};
const unsigned HOSTILE_PTX_COUNT = sizeof HOSTILE_PTX / sizeof *HOSTILE_PTX;
