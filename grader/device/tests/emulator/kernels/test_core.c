// test_core.c - an instruction of an extension runs where the extension is there; the core alone refuses it by name,
// and only where it is reached.
#include "extensions.h"
#include "machine.h"
#include <check.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *extension, *instruction, *mnemonic;
} ROWS[] = {
    {"matrices", "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r1}, [%r0];", "ldmatrix"},
    {"matrices", "movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r0;", "movmatrix"},
    {"video", "vadd.u32.u32.u32 %r1, %r0, %r0;", "vadd"},
    {"clusters", "barrier.cluster.arrive.aligned;", "barrier.cluster"},
    {"tensors",
     "red.async.relaxed.cluster.global.mbarrier::complete_tx::bytes.shared::cluster.inc.u32 [%r0], %r1, [%r0];",
     "red.async"},
    {"textures", "suq.width.b32 %r1, [%l0];", "suq"},
    {"video", "vset4.u32.u32.eq %r1, %r0, %r0, %r0;", "vset4"},
};

START_TEST(the_core_alone_refuses_it_by_name) {
    Machine *machine = machine_create(1, 0);
    char body[300];
    uint32_t words[32];
    snprintf(body, sizeof body, ".shared .align 16 .b8 tile[512];\n mov.u32 %%r0, tile;\n %s\n ret;\n",
             ROWS[_i].instruction);
    machine_load_kernel(machine, "reaches", body);
    machine_run(machine, "reaches", 1, 32, 0, words, 32);
    const Fault *fault = machine_fault(machine);
    bool refused = fault && fault->kind == FAULT_UNSUPPORTED;
    ck_assert_int_eq(refused, !extension_is_there(ROWS[_i].extension));
    if (refused) ck_assert_msg(strstr(fault_says(fault), ROWS[_i].mnemonic) != NULL, "%s", fault_says(fault));
    machine_free(machine);
}
END_TEST

Suite *core_suite(void) {
    Suite *suite = suite_create("core");
    TCase *tests = tcase_create("core");
    tcase_add_loop_test(tests, the_core_alone_refuses_it_by_name, 0, sizeof ROWS / sizeof *ROWS);
    suite_add_tcase(suite, tests);
    return suite;
}
