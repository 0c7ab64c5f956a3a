// test_exported_names.c - names that a program defines for libraries, in files of three sections that are built here.
#include "grading/exports.h"

#include <check.h>
#include <string.h>

enum { OURS, USED, SYMBOLS }; // behind the symbol that is none

typedef struct {
    Elf64_Ehdr header;
    Elf64_Shdr sections[4]; // none, symbols, their names, moves
    Elf64_Sym symbols[1 + SYMBOLS];
    Elf64_Rela move;
    char names[32];
} Program;

static Program program;
static char name[EXPORT_NAME];

static Elf64_Shdr section(uint32_t type, const void *content, size_t size) {
    return (Elf64_Shdr){
        .sh_type = type, .sh_offset = (uint64_t)((const char *)content - (char *)&program), .sh_size = size};
}

// A program that calls puts(), and has a symbol "sendmsg".
static void start(void) {
    program = (Program){.header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64},
                                   .e_shoff = offsetof(Program, sections),
                                   .e_shentsize = sizeof(Elf64_Shdr),
                                   .e_shnum = 4},
                        .symbols = {{0}, {.st_name = 1}, {.st_name = 9, .st_shndx = SHN_UNDEF}},
                        .names = "\0sendmsg\0puts"};
    program.sections[1] = section(SHT_DYNSYM, program.symbols, sizeof program.symbols);
    program.sections[1].sh_link = 2;
    program.sections[2] = section(SHT_STRTAB, program.names, sizeof program.names);
    program.sections[3] = section(SHT_RELA, &program.move, sizeof program.move);
    name[0] = 0;
}

static Elf64_Sym *ours(void) { return &program.symbols[1 + OURS]; }
static bool exports(size_t size) { return file_exports((Bytes){(const uint8_t *)&program, size}, name); }

START_TEST(a_name_that_is_only_used_is_no_export) { ck_assert(!exports(sizeof program)); }
END_TEST

START_TEST(a_defined_function_is_named) {
    ours()->st_shndx = 1;
    ck_assert(exports(sizeof program));
    ck_assert_str_eq(name, "sendmsg");
}
END_TEST

START_TEST(operators_new_and_delete_may_be_defined) {
    ours()->st_shndx = 1;
    strcpy(program.names + 1, "_Znwm");
    ck_assert(!exports(sizeof program));
}
END_TEST

// As stdout, for which the linker makes a place in the program. A function stays an export.
START_TEST(a_variable_that_is_copied_is_no_export) {
    *ours() = (Elf64_Sym){.st_name = 1, .st_shndx = 1, .st_value = 0x4000, .st_size = 8, .st_info = STT_OBJECT};
    ck_assert(exports(sizeof program));
#if defined __aarch64__
    program.move = (Elf64_Rela){.r_offset = 0x4000, .r_info = ELF64_R_INFO(0ull, R_AARCH64_COPY)};
#else
    program.move = (Elf64_Rela){.r_offset = 0x4000, .r_info = ELF64_R_INFO(0ull, R_X86_64_COPY)};
#endif
    ck_assert(!exports(sizeof program));
    ours()->st_info = STT_FUNC;
    ck_assert(exports(sizeof program));
}
END_TEST

START_TEST(sections_that_the_header_cannot_count_are_read) {
    ours()->st_shndx = 1;
    program.header.e_shnum = 0;
    program.sections[0].sh_size = 4;
    ck_assert(exports(sizeof program));
}
END_TEST

// None of these may read beyond the file.
START_TEST(hostile_files_are_read_to_their_end_at_most) {
    static const uint64_t values[] = {0, 1, 7, UINT32_MAX, UINT64_MAX, UINT64_MAX - 63, sizeof program - 1};
    for (size_t size = 0; size < sizeof program; size++) exports(size);
    for (size_t at = 0; at + 8 <= sizeof program; at++)
        for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
            start();
            ours()->st_shndx = 1;
            memcpy((char *)&program + at, &values[i], 8);
            exports(sizeof program);
        }
}
END_TEST

Suite *exported_names_suite(void) {
    Suite *suite = suite_create("exported names");
    TCase *tests = tcase_create("exported names");
    tcase_add_checked_fixture(tests, start, NULL);
    tcase_add_test(tests, a_name_that_is_only_used_is_no_export);
    tcase_add_test(tests, a_defined_function_is_named);
    tcase_add_test(tests, operators_new_and_delete_may_be_defined);
    tcase_add_test(tests, a_variable_that_is_copied_is_no_export);
    tcase_add_test(tests, sections_that_the_header_cannot_count_are_read);
    tcase_add_test(tests, hostile_files_are_read_to_their_end_at_most);
    suite_add_tcase(suite, tests);
    return suite;
}
