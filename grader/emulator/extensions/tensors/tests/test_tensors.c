// test_tensors.c - what tensors.cu claims of asynchronous copies holds, as on an H200, and mistakes.
#include "behaviour.h"
#include <check.h>

START_TEST(every_claim_of_the_program_holds) { program_claims_check("tensors"); }
END_TEST

// Found at their lines; an H200 tells the program the same.
static const Mistake MISTAKES[] = {
    {"tensors", "misaligned_box", "cudaErrorIllegalInstruction", "tensor_box in load_box("},
};

START_TEST(mistake_is_found_where_it_is) { mistake_check(&MISTAKES[_i]); }
END_TEST

Suite *tensors_suite(void) {
    Suite *suite = suite_create("tensors");
    TCase *tests = tcase_create("tensors");
    tcase_add_test(tests, every_claim_of_the_program_holds);
    tcase_add_loop_test(tests, mistake_is_found_where_it_is, 0, sizeof MISTAKES / sizeof *MISTAKES);
    suite_add_tcase(suite, tests);
    return suite;
}
