// test_cudac.c - build/cudac, the compiler of CUDA C++, as a command.
//
// accepted/ holds programs that compile without a word; their claims are static assertions, which nvcc confirms.
// messages/ holds programs with mistakes. A comment at the end of a line, `// error:COLUMN: MESSAGE`, says what is to
// be said there, and nothing else may be. Hostile input is made here.
#define _GNU_SOURCE // asprintf
#include "jobs.h"
#include "scratch.h"

#include <check.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char folder[SCRATCH_BYTES];
static void setup(void) { scratch_folder(folder, "cudac"); }

// What the compiler writes about the file; *status is its exit status.
static char *compile(const char *path, int *status) {
    char program[JOB_PATH];
    Job job = {.arguments = {build_path(program, "cudac"), "-I", "common", path}};
    snprintf(job.output, sizeof job.output, "%s/said", folder);
    jobs_run(&job, 1);
    *status = job.status;
    return text_read(job.output);
}

// ---- programs that compile ------------------------------------------------------------------------------------

START_TEST(programs_compile_without_a_word) {
    glob_t found;
    ck_assert_int_eq(glob("grader/tests/cuda/accepted/*.cu", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        int status;
        char *said = compile(found.gl_pathv[i], &status);
        ck_assert_msg(status == 0 && !said[0], "%s: %s", found.gl_pathv[i], said);
        free(said);
    }
    globfree(&found);
}
END_TEST

// ---- messages -------------------------------------------------------------------------------------------------

typedef struct {
    unsigned line, column;
    char kind[16], text[400];
} Message;

static bool same(const Message *a, const Message *b) {
    return a->line == b->line && a->column == b->column && !strcmp(a->kind, b->kind) && !strcmp(a->text, b->text);
}

static const char *const KINDS[] = {"error", "warning", "not supported"};

// `// error:12: message` in the line.
static bool read_expected(const char *line, unsigned number, Message *message) {
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        char pattern[64], form[64];
        snprintf(pattern, sizeof pattern, "// %s:", KINDS[i]);
        snprintf(form, sizeof form, "// %s:%%u: %%399[^\n]", KINDS[i]);
        const char *at = strstr(line, pattern);
        if (!at || sscanf(at, form, &message->column, message->text) != 2) continue;
        message->line = number;
        snprintf(message->kind, sizeof message->kind, "%s", KINDS[i]);
        return true;
    }
    return false;
}

// `path:3:12: error: message` in what the compiler says.
static bool read_said(const char *line, const char *path, Message *message) {
    size_t length = strlen(path);
    if (strncmp(line, path, length)) return false;
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        char form[64];
        snprintf(form, sizeof form, ":%%u:%%u: %s: %%399[^\n]", KINDS[i]);
        if (sscanf(line + length, form, &message->line, &message->column, message->text) != 3) continue;
        snprintf(message->kind, sizeof message->kind, "%s", KINDS[i]);
        return true;
    }
    return false;
}

enum { MOST = 64 };

static unsigned read_messages(const char *text, const char *path, Message *messages) {
    unsigned count = 0, number = 0;
    for (const char *line = text; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        char one[600];
        snprintf(one, sizeof one, "%.*s", (int)strcspn(line, "\n"), line);
        number++;
        bool found = path ? read_said(one, path, &messages[count]) : read_expected(one, number, &messages[count]);
        if (found) ck_assert_uint_lt(++count, MOST);
    }
    return count;
}

static void find_all(const Message *wanted, unsigned count, const Message *among, unsigned among_count,
                     const char *path, const char *what) {
    for (unsigned i = 0; i < count; i++) {
        bool found = false;
        for (unsigned j = 0; j < among_count; j++) found |= same(&wanted[i], &among[j]);
        ck_assert_msg(found, "%s:%u:%u: %s: %s: %s", path, wanted[i].line, wanted[i].column, what, wanted[i].kind,
                      wanted[i].text);
    }
}

static int expected_status(const Message *messages, unsigned count) {
    int status = 0;
    for (unsigned i = 0; i < count; i++)
        if (!strcmp(messages[i].kind, "error")) return 1;
        else if (!strcmp(messages[i].kind, "not supported")) status = 3;
    return status;
}

START_TEST(each_mistake_has_its_message_and_no_other) {
    glob_t found;
    ck_assert_int_eq(glob("grader/tests/cuda/messages/*.cu", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        static Message expected[MOST], given[MOST];
        const char *path = found.gl_pathv[i];
        int status;
        char *source = text_read(path), *said = compile(path, &status);
        unsigned wanted = read_messages(source, NULL, expected), got = read_messages(said, path, given);
        find_all(expected, wanted, given, got, path, "is not said");
        find_all(given, got, expected, wanted, path, "is said");
        ck_assert_msg(status == expected_status(expected, wanted), "%s ends with %d", path, status);
        free(source);
        free(said);
    }
    globfree(&found);
}
END_TEST

START_TEST(a_message_shows_the_line_and_says_what_to_do) {
    char path[SCRATCH_BYTES + 16];
    const char *source = "__global__ void k(float *out, int count) {\n    out[0] = coutn;\n}\n";
    int status;
    snprintf(path, sizeof path, "%s/k.cu", folder);
    scratch_write(folder, "k.cu", source, strlen(source));
    char *said = compile(path, &status), *expected;
    ck_assert_int_ge(asprintf(&expected,
                              "%s:2:14: error: `coutn` is not declared\n"
                              "     2 |     out[0] = coutn;\n"
                              "       |              ^~~~~\n"
                              "       = did you mean `count`?\n"
                              "%s:1:35: `count` is declared here\n"
                              "     1 | __global__ void k(float *out, int count) {\n"
                              "       |                                   ^\n",
                              path, path),
                     0);
    ck_assert_str_eq(said, expected);
    free(expected);
    free(said);
}
END_TEST

// ---- hostile input --------------------------------------------------------------------------------------------

typedef struct {
    const char *name;
    const char *before, *part, *between, *close, *after; // before, part x times, between, close x times, after
    unsigned times;
} Hostile;

static const Hostile HOSTILE[] = {
    {"parentheses", "int x = ", "(", "1", ")", ";", 100000},
    {"braces", "void f() ", "{", "", "}", "", 100000},
    {"open_braces", "void f() ", "{", "", "", "", 100000},
    {"signs", "int x = ", "- ", "1", "", ";", 100000},
    {"sum", "int x = ", "1 + ", "1", "", ";", 200000},
    {"conditions", "int x = ", "1 ? 2 : ", "3", "", ";", 100000},
    {"assignments", "int x; void f() { ", "x = ", "1", "", "; }", 100000},
    {"pointers", "int ", "*", "p", "", ";", 100000},
    {"declarators", "int ", "(*", "p", ")", ";", 100000},
    {"arrays", "int a", "[2]", "", "", ";", 100000},
    {"types", "", "struct s { ", "int x; ", "} ; ", "", 100000},
    {"namespaces", "", "namespace n { ", "", "} ", "", 100000},
    {"ifs", "void f() { ", "if (1) ", ";", "", "}", 100000},
    {"lambdas", "void f() { auto x = ", "[] { return ", "1", "; }", "; }", 5000},
    {"lists", "int a = ", "{", "", "}", ";", 100000},
    {"conditions_of_text", "", "#if 1\n", "", "#endif\n", "", 1000},
    {"unfinished_comment", "/*", "x", "", "", "", 100000},
    {"unfinished_text", "char *p = \"", "x", "", "", "", 100000},
    {"names", "int ", "x", "", "", ";", 100000},
    {"errors", "", "void f() { y; }\n", "", "", "", 20000},
};

static char *hostile_text(const Hostile *hostile) {
    char *text;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    fputs(hostile->before, file);
    for (unsigned i = 0; i < hostile->times; i++) fputs(hostile->part, file);
    fputs(hostile->between, file);
    for (unsigned i = 0; i < hostile->times; i++) fputs(hostile->close, file);
    fputs(hostile->after, file);
    ck_assert_int_eq(fclose(file), 0);
    return text;
}

// Says something or compiles, within seconds; no signal ends it.
static void survives(const char *name, const char *text) {
    char path[SCRATCH_BYTES + 64], file[64];
    int status;
    snprintf(file, sizeof file, "%s.cu", name);
    snprintf(path, sizeof path, "%s/%s", folder, file);
    scratch_write(folder, file, text, strlen(text));
    time_t start = time(NULL);
    char *said = compile(path, &status);
    ck_assert_msg(status == 0 || status == 1 || status == 3, "%s ends with %d: %.300s", name, status, said);
    ck_assert_msg(time(NULL) - start < 20, "%s takes %ld seconds", name, (long)(time(NULL) - start));
    free(said);
}

START_TEST(nesting_is_refused) {
    char *text = hostile_text(&HOSTILE[_i]);
    survives(HOSTILE[_i].name, text);
    free(text);
}
END_TEST

static const struct {
    const char *name, *text;
} BOMBS[] = {
    {"macros",
     "#define A B B B B B B B B\n#define B C C C C C C C C\n#define C D D D D D D D D\n#define D E E E E E E E E\n"
     "#define E F F F F F F F F\n#define F G G G G G G G G\n#define G H H H H H H H H\n#define H 1 1 1 1 1 1 1 1\nint "
     "x = A;\n"},
    {"macro_of_itself", "#define F(x) F(x) G(x)\n#define G(x) F(x)\nint x = F(1);\n"},
    {"template_of_itself", "template <int N> constexpr int f() { return f<N + 1>(); }\nint x = f<0>();\n"},
    {"template_of_types",
     "template <typename T> struct S { using type = typename S<S<T>>::type; };\nS<int>::type x;\n"},
    {"template_fan", "template <int N, int M> constexpr int f() { if constexpr (N > 0) return f<N - 1, 2 * M>() + f<N "
                     "- 1, 2 * M + 1>(); "
                     "return M; }\nconstexpr int x = f<30, 0>();\n"},
    {"loop", "constexpr int f() { for (;;); return 1; }\nconstexpr int x = f();\n"},
    {"recursion", "constexpr int f(int n) { return f(n + 1); }\nconstexpr int x = f(0);\n"},
    {"memory",
     "constexpr int f() { int *p = nullptr; for (;;) p = new int[1 << 20]; return *p; }\nconstexpr int x = f();\n"},
    {"out_of_bounds", "constexpr int f() { int a[3] = {1, 2, 3}; return a[1 << 30]; }\nconstexpr int x = f();\n"},
    {"wild_pointer",
     "constexpr int f() { return *reinterpret_cast<int *>(0x4000000000000000 + 12345); }\nconstexpr int x = f();\n"},
    {"divides", "constexpr int x = 1 / 0;\nconstexpr int y = (-2147483647 - 1) / -1;\nint a[1 % 0];\n"},
    {"large_array",
     "int a[1ull << 62];\n__shared__ int b[~0ull];\nstruct S { char c[1ull << 40], d[1ull << 40]; } s;\n"},
    {"includes_itself", "#include \"includes_itself.cu\"\n#include \"includes_itself.cu\"\n"},
    {"no_such_file", "#include \"../../../../etc/passwd\"\n#include <>\n#include\n#include \"\n"},
    {"deduction", "template <typename... T> void f(T... t) { f(t..., t...); }\nvoid g() { f(1); }\n"},
    {"class_in_itself", "struct S { S s; };\nstruct A { struct B b; };\nS s = {s};\n"},
    {"auto_of_itself", "auto f() { return f(); }\nauto x = x;\nconstexpr auto g(auto h) { return h(h); }\nint y = "
                       "g([](auto k) { return k(k); });\n"},
    {"nothing", ""},
    {"half_of_everything",
     "template <template <<< struct :: operator [] ( decltype(auto) = } { > #\n__global__ <<<>>>"},
};

START_TEST(bombs_do_not_go_off) { survives(BOMBS[_i].name, BOMBS[_i].text); }
END_TEST

// Each prefix of a program with everything in it is read to its end.
START_TEST(no_prefix_ends_the_compiler) {
    char *text = text_read("grader/tests/cuda/accepted/language.cu");
    size_t length = strlen(text);
    for (size_t cut = 40 + (size_t)_i * 37; cut < length; cut += 1800) {
        char kept = text[cut];
        text[cut] = 0;
        survives("prefix", text);
        text[cut] = kept;
    }
    free(text);
}
END_TEST

// ---- programs that run ----------------------------------------------------------------------------------------

// The host's code is interpreted, the kernels are nvcc's: found by the names that this compiler gives them.
START_TEST(a_program_runs_with_the_kernels_of_nvcc) {
    const char *nvcc = getenv("WORKBOOK_NVCC"), *source = "grader/tests/cuda/runs/program.cu";
    char kernels[SCRATCH_BYTES + 16], program[JOB_PATH];
    snprintf(kernels, sizeof kernels, "%s/program.ptx", folder);
    Job compiled = {
        .arguments = {nvcc ? nvcc : "nvcc", "-std=c++20", "-arch=sm_90", "-ptx", "-Icommon", source, "-o", kernels}};
    Job run = {.arguments = {build_path(program, "cudac"), "-I", "common", "--run", kernels, source, "1000", "x"}};
    snprintf(compiled.output, sizeof compiled.output, "%s/nvcc", folder);
    snprintf(run.output, sizeof run.output, "%s/run", folder);
    jobs_run(&compiled, 1);
    ck_assert_int_eq(compiled.status, 0);
    jobs_run(&run, 1);
    char *said = text_read(run.output);
    ck_assert_str_eq(said, "1000 of 1000 right\nthe constructor and the destructor ran\n 3.14|7   |x|0x1f|text\n");
    ck_assert_int_eq(run.status, 7);
    free(said);
}
END_TEST

#define NO_KERNELS ".version 9.0\n.target sm_90\n.address_size 64\n"

START_TEST(kernels_give_what_nvcc_gives) {
    const char *nvcc = getenv("WORKBOOK_NVCC"), *source = "grader/tests/cuda/runs/kernels.cu";
    char cudac[JOB_PATH], kernels[2][SCRATCH_BYTES + 16], *said[2];
    build_path(cudac, "cudac");
    snprintf(kernels[0], sizeof kernels[0], "%s/nvcc.ptx", folder);
    snprintf(kernels[1], sizeof kernels[1], "%s/ours.ptx", folder);
    Job compiled[] = {
        {.arguments = {nvcc ? nvcc : "nvcc", "-std=c++20", "-arch=sm_90", "-ptx", source, "-o", kernels[0]}},
        {.arguments = {cudac, "--ptx", "-o", kernels[1], source}}};
    for (int n = 0; n < 2; n++) {
        snprintf(compiled[n].output, sizeof compiled[n].output, "%s/compiler%d", folder, n);
        jobs_run(&compiled[n], 1);
        said[n] = text_read(compiled[n].output);
        ck_assert_msg(compiled[n].status == 0, "%s", said[n]);
        free(said[n]);
        Job run = {.arguments = {cudac, "--run", kernels[n], source}};
        snprintf(run.output, sizeof run.output, "%s/kernels%d", folder, n);
        jobs_run(&run, 1);
        ck_assert_int_eq(run.status, 0);
        said[n] = text_read(run.output);
    }
    ck_assert_str_eq(said[1], said[0]);
    ck_assert_ptr_nonnull(strstr(said[0], "variables: 3239 3239\n"));
    ck_assert_ptr_nonnull(strstr(said[0], "variables: 7943 7943\n"));
    free(said[0]);
    free(said[1]);
}
END_TEST

START_TEST(host_code_does_what_a_compiler_makes_of_it) {
    const char *source = "grader/tests/cuda/runs/host.cu";
    char program[SCRATCH_BYTES + 16], kernels[SCRATCH_BYTES + 16], cudac[JOB_PATH];
    snprintf(program, sizeof program, "%s/host", folder);
    snprintf(kernels, sizeof kernels, "%s/empty.ptx", folder);
    scratch_write(folder, "empty.ptx", NO_KERNELS, strlen(NO_KERNELS));
    Job compiled = {.arguments = {"c++", "-x", "c++", "-std=c++20", "-w", source, "-o", program}};
    Job runs[] = {{.arguments = {program}}, {.arguments = {build_path(cudac, "cudac"), "--run", kernels, source}}};
    snprintf(compiled.output, sizeof compiled.output, "%s/compiler", folder);
    jobs_run(&compiled, 1);
    ck_assert_int_eq(compiled.status, 0);
    char *said[2];
    for (int n = 0; n < 2; n++) {
        snprintf(runs[n].output, sizeof runs[n].output, "%s/run%d", folder, n);
        jobs_run(&runs[n], 1);
        ck_assert_int_eq(runs[n].status, 0);
        said[n] = text_read(runs[n].output);
    }
    ck_assert_int_gt(strlen(said[0]), 400);
    ck_assert_str_eq(said[1], said[0]);
    free(said[0]);
    free(said[1]);
}
END_TEST

static const struct {
    const char *body, *said;
    int status;
} RUNS[] = {
    {"int *p = nullptr; return *p;", "a null pointer is used", 125},
    {"int a[3] = {1, 2, 3}; int i = argc + 2; return a[i];", "an access outside of an array or a variable", 125},
    {"int x = argc - 1; return 3 / x;", "a division by 0", 125},
    {"float *p; cudaMalloc(&p, 16); return p[0];", "the host uses a pointer to device memory", 125},
    {"delete (argv + 1);", "`delete` of what `new` did not make", 125},
    {"char text[4]; snprintf(text, 8, \"%d\", argc); return 0;", "`snprintf` writes past the end of its buffer", 125},
    {"exit(3);", "", 3},
    {"return argc == 1 && argv[1] == nullptr ? 0 : 1;", "", 0},
};

START_TEST(a_mistake_of_host_code_ends_the_program_with_its_line) {
    char text[400], path[SCRATCH_BYTES + 16], kernels[SCRATCH_BYTES + 16], program[JOB_PATH], expected[300] = "";
    snprintf(text, sizeof text, "#include <cstdio>\nint main(int argc, char **argv) {\n%s\n}\n", RUNS[_i].body);
    scratch_write(folder, "r.cu", text, strlen(text));
    scratch_write(folder, "empty.ptx", NO_KERNELS, strlen(NO_KERNELS));
    snprintf(path, sizeof path, "%s/r.cu", folder);
    snprintf(kernels, sizeof kernels, "%s/empty.ptx", folder);
    Job run = {.arguments = {build_path(program, "cudac"), "--run", kernels, path}};
    snprintf(run.output, sizeof run.output, "%s/run", folder);
    jobs_run(&run, 1);
    char *said = text_read(run.output);
    if (RUNS[_i].said[0]) snprintf(expected, sizeof expected, "%s:3: %s\n", path, RUNS[_i].said);
    ck_assert_str_eq(said, expected);
    ck_assert_int_eq(run.status, RUNS[_i].status);
    free(said);
}
END_TEST

// ---- the command ----------------------------------------------------------------------------------------------

START_TEST(bad_usage_has_a_status_of_its_own) {
    static const char *const bad[][3] = {{NULL}, {"--nothing", "x.cu"}, {"a.cu", "b.cu"}, {"-I"}, {"/no/such/file.cu"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char program[JOB_PATH];
        Job job = {.arguments = {build_path(program, "cudac"), bad[i][0], bad[i][0] ? bad[i][1] : NULL}};
        snprintf(job.output, sizeof job.output, "%s/said", folder);
        jobs_run(&job, 1);
        ck_assert_int_eq(job.status, 2);
    }
}
END_TEST

Suite *cudac_suite(void) {
    Suite *suite = suite_create("cudac");
    TCase *tests = tcase_create("cudac");
    tcase_set_timeout(tests, 120);
    tcase_add_checked_fixture(tests, setup, NULL);
    tcase_add_test(tests, programs_compile_without_a_word);
    tcase_add_test(tests, each_mistake_has_its_message_and_no_other);
    tcase_add_test(tests, a_message_shows_the_line_and_says_what_to_do);
    tcase_add_loop_test(tests, nesting_is_refused, 0, sizeof HOSTILE / sizeof *HOSTILE);
    tcase_add_loop_test(tests, bombs_do_not_go_off, 0, sizeof BOMBS / sizeof *BOMBS);
    tcase_add_loop_test(tests, no_prefix_ends_the_compiler, 0, 6);
    tcase_add_test(tests, a_program_runs_with_the_kernels_of_nvcc);
    tcase_add_test(tests, kernels_give_what_nvcc_gives);
    tcase_add_test(tests, host_code_does_what_a_compiler_makes_of_it);
    tcase_add_loop_test(tests, a_mistake_of_host_code_ends_the_program_with_its_line, 0, sizeof RUNS / sizeof *RUNS);
    tcase_add_test(tests, bad_usage_has_a_status_of_its_own);
    suite_add_tcase(suite, tests);
    return suite;
}
