// test_demangle.c - kernels' names as their authors wrote them, by the Itanium C++ ABI.
#include "emulate/demangle.h"
#include <check.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *mangled, *name, *short_name;
} readable[] = {
    {"mm_row", "mm_row", "mm_row"}, // extern "C"
    {"_Z5plainPf", "plain(float*)", "plain"},
    {"_Z4nonev", "none()", "none"},
    {"_Z8oob_readPKfPfi", "oob_read(const float*, float*, int)", "oob_read"},
    {"_Z8infinitePVi", "infinite(volatile int*)", "infinite"},
    {"_Z4manyabcahstijlmxyfd",
     "many(signed char, bool, char, signed char, unsigned char, short, unsigned short, int, unsigned int, long, "
     "unsigned long, long long, unsigned long long, float, double)",
     "many"},
    {"_Z5tiledILi16EEvPKfS1_Pfi", "tiled<16>(const float*, const float*, float*, int)", "tiled<16>"},
    {"_Z3addIfEvPT_PKS0_", "add<float>(float*, const float*)", "add<float>"},
    {"_Z3sumIdLj256ELb1EEvPKT_PS0_", "sum<double, 256u, true>(const double*, double*)", "sum<double, 256u, true>"},
    {"_ZN2ns4workEPi", "ns::work(int*)", "ns::work"},
    {"_ZN2ns4workIiEEvPT_NS_5ThingE", "ns::work<int>(int*, ns::Thing)", "ns::work<int>"},
    {"_ZN12_GLOBAL__N_14workE5Thing", "(anonymous namespace)::work(Thing)", "(anonymous namespace)::work"},
    {"_Z4takeP6float4S0_", "take(float4*, float4*)", "take"},
    {"_Z4takePKPKf", "take(const float* const*)", "take"},
    {"_Z4takeRKi", "take(const int&)", "take"},
    {"_Z4callPFfiE", "call(float (*)(int))", "call"},
    {"_Z4rowsPA16_f", "rows(float (*) [16])", "rows"},
    {"_Z3runIJifEEvDpT_", "run<int, float>(int, float)", "run<int, float>"},
    {"_Z3runIfJEEvT_DpT0_", "run<float>(float)", "run<float>"},
    {"_Z5applyIZ4mainEUliE_EviT_", "apply<main::{lambda(int)#1}>(int, main::{lambda(int)#1})",
     "apply<main::{lambda(int)#1}>"},
    {"_Z5applyIZ3runIiEvPT_EUliE0_EviS1_", "apply<run<int>::{lambda(int)#2}>(int, run<int>::{lambda(int)#2})",
     "apply<run<int>::{lambda(int)#2}>"},
    {"_Z5applyIZ4mainEUlvE_EvT_", "apply<main::{lambda()#1}>(main::{lambda()#1})", "apply<main::{lambda()#1}>"},
    {"_Z5applyIZ4mainE3SumEvT_", "apply<main::Sum>(main::Sum)", "apply<main::Sum>"},
};

START_TEST(name_reads_as_it_was_written) {
    char name[512];
    kernel_demangle(readable[_i].mangled, name, sizeof name);
    ck_assert_str_eq(name, readable[_i].name);
    kernel_short_name(readable[_i].mangled, name, sizeof name);
    ck_assert_str_eq(name, readable[_i].short_name);
}
END_TEST

static const char *const unreadable[] = {
    "",
    "_",
    "_Z",
    "_Z0",
    "_Z3ab",
    "_Z99999999999999999999a",
    "_Z1aS_",
    "_Z1aT_",
    "_Z1aS9_i",
    "_Z1aI",
    "_Z1aILi1",
    "_ZN",
    "_ZN1a",
    "_ZNE",
    "_Z1aP",
    "_Z1aA",
    "_Z1aA3",
    "_Z1aF",
    "_Z1aiE",
    "_Z1aIZ",
    "_Z1aIZ1bE",
    "_Z1aIZ1bEUl",
    "_Z1aIZ1bEUliE",
    "_Z1aSZZZZZZ_",
    "_Z1aIXadL_Z1bEEEvv",
    "_Z3runIJifEEvDpPT_",
    "_ZZ4mainENKUlvE_clEv",
};
START_TEST(name_that_cannot_be_read_is_left_alone) {
    char name[512];
    kernel_demangle(unreadable[_i], name, sizeof name);
    ck_assert_str_eq(name, unreadable[_i]);
}
END_TEST

// Each argument names the one before twice, which doubles the text each time: 2^40 characters if it were made.
START_TEST(name_that_stands_for_very_much_is_left_alone) {
    static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    char mangled[1024] = "_Z1f1aIiiE", name[2048];
    size_t length = strlen(mangled);
    for (int i = 0; i < 34; i++)
        length += (size_t)snprintf(mangled + length, sizeof mangled - length, "S_IS%c_S%c_E", digits[i], digits[i]);
    kernel_demangle(mangled, name, sizeof name);
    ck_assert_str_eq(name, mangled);
}
END_TEST

START_TEST(name_that_nests_too_deeply_is_left_alone) {
    char mangled[4096] = "_Z1f", name[4096];
    memset(mangled + 4, 'P', 4000);
    mangled[4004] = 'i';
    kernel_demangle(mangled, name, sizeof name);
    ck_assert_str_eq(name, mangled);
}
END_TEST

START_TEST(long_name_is_cut_to_fit) {
    char name[8];
    kernel_demangle("_Z8oob_readPKfPfi", name, sizeof name);
    ck_assert_str_eq(name, "oob_rea");
}
END_TEST

Suite *demangle_suite(void);
Suite *demangle_suite(void) {
    Suite *suite = suite_create("demangle");
    TCase *names = tcase_create("names");
    tcase_add_loop_test(names, name_reads_as_it_was_written, 0, (int)(sizeof readable / sizeof *readable));
    tcase_add_loop_test(names, name_that_cannot_be_read_is_left_alone, 0,
                        (int)(sizeof unreadable / sizeof *unreadable));
    tcase_add_test(names, name_that_stands_for_very_much_is_left_alone);
    tcase_add_test(names, name_that_nests_too_deeply_is_left_alone);
    tcase_add_test(names, long_name_is_cut_to_fit);
    suite_add_tcase(suite, names);
    return suite;
}
