// test_fatbin.c - device code is found in what nvcc makes, however it is packed, and damaged containers are refused.
#include "emulator/image/fatbin.h"
#include "emulator/ptx/ptx.h"
#include "jobs.h"
#include "scratch.h"

#include <check.h>
#include <elf.h>
#include <lz4.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

enum { CONTAINER_HEADER = 16, ENTRY_HEADER = 64, KIND_PTX = 1, KIND_ELF = 2, FLAG_LZ4 = 0x2000, FLAG_ZSTD = 0x8000 };
enum { ERROR_BYTES = 200, SHARED_FLOATS = 1000, PATHS = 64 };

typedef struct {
    uint8_t *bytes;
    size_t size;
} Bytes;

// ---- containers made by hand ----------------------------------------------------------------------------------

static void put(Bytes *to, const void *bytes, size_t size) {
    to->bytes = realloc(to->bytes, to->size + size + 1);
    if (size) memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
}

static void put_number(Bytes *to, uint64_t number, size_t bytes) { put(to, &number, bytes); }

static void put_container_header(Bytes *to, uint64_t entries) {
    put_number(to, 0xBA55ED50, 4);
    put_number(to, 1, 2);
    put_number(to, CONTAINER_HEADER, 2);
    put_number(to, entries, 8);
}

static void put_entry(Bytes *to, unsigned kind, uint64_t flags, Bytes data, uint64_t unpacked) {
    put_number(to, kind, 2);
    put_number(to, 0x101, 2);
    put_number(to, ENTRY_HEADER, 4);
    put_number(to, data.size, 8);
    put_number(to, flags ? data.size : 0, 4);
    put_number(to, 0, 8);
    put_number(to, 90, 4);
    put_number(to, 0, 8);
    put_number(to, flags | 0x11, 8);
    put_number(to, 0, 8);
    put_number(to, unpacked, 8);
    put(to, data.bytes, data.size);
}

// A container with one entry. Its data is freed.
static Bytes container(unsigned kind, uint64_t flags, Bytes data, uint64_t unpacked) {
    Bytes whole = {0};
    put_container_header(&whole, ENTRY_HEADER + data.size);
    put_entry(&whole, kind, flags, data, unpacked);
    free(data.bytes);
    return whole;
}

static Bytes text_bytes(const char *text, size_t size) {
    Bytes bytes = {0};
    put(&bytes, text, size);
    return bytes;
}

static Bytes packed(const char *text, uint64_t flags) {
    int size = (int)strlen(text);
    Bytes bytes = {.bytes = malloc(1000), .size = 1000};
    if (flags == FLAG_ZSTD) bytes.size = ZSTD_compress(bytes.bytes, bytes.size, text, (size_t)size, 3);
    else bytes.size = (size_t)LZ4_compress_default(text, (char *)bytes.bytes, size, (int)bytes.size);
    return bytes;
}

// Reads bytes that lie at the very end of their memory, and frees them.
static Fatbin read_good(Bytes bytes) {
    Fatbin fatbin;
    char error[ERROR_BYTES];
    uint8_t *exact = malloc(bytes.size);
    memcpy(exact, bytes.bytes, bytes.size);
    ck_assert_msg(fatbin_read(exact, bytes.size, &fatbin, error), "%s", error);
    free(exact);
    free(bytes.bytes);
    return fatbin;
}

static void check_refused(Bytes bytes, const char *says) {
    Fatbin fatbin;
    char error[ERROR_BYTES];
    ck_assert(!fatbin_read(bytes.bytes, bytes.size, &fatbin, error));
    ck_assert_msg(strstr(error, says), "\"%s\" lacks \"%s\"", error, says);
    ck_assert(fatbin.ptx == NULL && fatbin.ptx_count == 0);
    free(bytes.bytes);
}

static const char TEXT[] = ".version 9.0\n.target sm_90\n// aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n";
static const uint64_t PACKINGS[] = {0, FLAG_LZ4, FLAG_ZSTD};

static Bytes text_container(uint64_t flags) {
    size_t size = strlen(TEXT);
    return container(KIND_PTX, flags, flags ? packed(TEXT, flags) : text_bytes(TEXT, size + 1), flags ? size : 0);
}

START_TEST(text_is_unpacked_whole) {
    Fatbin fatbin = read_good(text_container(PACKINGS[_i]));
    ck_assert_uint_eq(fatbin.ptx_count, 1);
    ck_assert_str_eq(fatbin.ptx[0].ptx, TEXT);
    ck_assert_uint_eq(fatbin.ptx[0].ptx_length, strlen(TEXT));
    ck_assert_int_eq(fatbin.ptx[0].target, 90);
    fatbin_free(&fatbin);
}
END_TEST

START_TEST(containers_one_behind_the_other_are_all_read) {
    Bytes all = {0};
    put_container_header(&all, 0); // an empty one
    for (int i = 0; i < 3; i++) {
        Bytes one = text_container(PACKINGS[i]);
        put(&all, one.bytes, one.size);
        put_number(&all, 0, 8 - one.size % 8); // linkers align
        free(one.bytes);
    }
    Fatbin fatbin = read_good(all);
    ck_assert_uint_eq(fatbin.ptx_count, 3);
    for (int i = 0; i < 3; i++) ck_assert_str_eq(fatbin.ptx[i].ptx, TEXT);
    fatbin_free(&fatbin);
}
END_TEST

START_TEST(other_kinds_of_entries_are_passed_over) {
    Fatbin fatbin = read_good(container(8, 0, text_bytes("intermediate", 12), 0));
    ck_assert(fatbin.ptx_count == 0 && fatbin.resource_count == 0);
    fatbin_free(&fatbin);
}
END_TEST

START_TEST(the_size_of_a_container_includes_its_header) {
    Bytes bytes = text_container(FLAG_ZSTD);
    ck_assert_uint_eq(fatbin_size(bytes.bytes), bytes.size);
    bytes.bytes[0] ^= 1;
    ck_assert_uint_eq(fatbin_size(bytes.bytes), 0);
    free(bytes.bytes);
    Bytes endless = {0};
    put_container_header(&endless, UINT64_MAX);
    ck_assert_uint_eq(fatbin_size(endless.bytes), 0);
    free(endless.bytes);
}
END_TEST

START_TEST(damage_is_refused_with_its_reason) {
    size_t size = strlen(TEXT);
    check_refused((Bytes){calloc(1, 1), 0}, "empty");
    check_refused(text_bytes("no container, but longer than a header", 38), "magic");
    check_refused(text_bytes("\x50\xED", 2), "cut off");
    check_refused(container(KIND_PTX, FLAG_ZSTD, text_bytes("nonsense", 8), 100), "damaged");
    check_refused(container(KIND_PTX, FLAG_LZ4, text_bytes("nonsense", 8), 100), "damaged");
    check_refused(container(KIND_PTX, FLAG_ZSTD, packed(TEXT, FLAG_ZSTD), size - 1), "damaged");
    check_refused(container(KIND_PTX, FLAG_LZ4, packed(TEXT, FLAG_LZ4), size + 1), "damaged");
    check_refused(container(KIND_PTX, FLAG_ZSTD, packed(TEXT, FLAG_ZSTD), UINT64_C(1) << 40), "256 MiB");
    Bytes longer = text_container(0), entry = text_container(0), data = text_container(FLAG_ZSTD);
    longer.bytes[8]++;
    check_refused(longer, "shorter than its header says");
    entry.bytes[CONTAINER_HEADER + 8]++;
    check_refused(entry, "longer than its container");
    data.bytes[CONTAINER_HEADER + 16]++;
    check_refused(data, "longer than its place");
}
END_TEST

START_TEST(every_prefix_and_every_changed_byte_is_read_or_refused) {
    for (int i = 0; i < 3; i++) {
        Bytes bytes = text_container(PACKINGS[i]);
        for (size_t j = 0; j < 2 * bytes.size; j++) {
            Fatbin fatbin;
            char error[ERROR_BYTES];
            size_t size = j < bytes.size ? j : bytes.size;
            uint8_t *exact = malloc(size + !size);
            memcpy(exact, bytes.bytes, size);
            if (j >= bytes.size) exact[j - bytes.size] ^= 0x81;
            if (fatbin_read(exact, size, &fatbin, error)) fatbin_free(&fatbin);
            else ck_assert(error[0]);
            free(exact);
        }
        free(bytes.bytes);
    }
}
END_TEST

// ---- what nvcc makes ------------------------------------------------------------------------------------------

static const char KERNELS[] =
    "__device__ float table[3] = {1, 2, 3};\n"
    "__device__ __noinline__ int depth(int n, int *a) { int b[20]; b[n] = a[n]; b[a[0]] = 3;\n"
    "    return n < 2 ? b[n] : n * depth(n - 1, b); }\n"
    "__device__ __forceinline__ float twice(float x) { return 2 * x + table[1]; }\n"
    "extern \"C\" __global__ void shared_kernel(float *out) {\n"
    "    __shared__ float tile[1000]; tile[threadIdx.x] = out[threadIdx.x]; __syncthreads();\n"
    "    out[threadIdx.x] = twice(tile[999 - threadIdx.x]);\n" // line 7
    "}\n"
    "extern \"C\" __global__ void stack_kernel(int *out) {\n"
    "    int local[7]; for (int i = 0; i < 7; i++) local[i] = out[i];\n"
    "    out[0] = depth(out[1], local) + local[out[2]];\n"
    "}\n"
    "int main() { shared_kernel<<<1, 1>>>(nullptr); stack_kernel<<<1, 1>>>(nullptr); }\n";
static const char PART[] = "__device__ int part(int x) { return x * 5; }\n";
static const char WHOLE[] = "extern __device__ int part(int x);\n"
                            "__global__ void whole(int *out) { out[0] = part(out[1]); }\n"
                            "int main() { whole<<<1, 1>>>(nullptr); }\n";

static char folder[SCRATCH_BYTES];
static const char *const MODES[] = {"none", "speed", "size", "balance"};

// The path of a file in the folder, valid until as many others were asked for as there is room for.
static char *at(const char *name) {
    static char paths[PATHS][2 * SCRATCH_BYTES];
    static size_t next;
    char *path = paths[next++ % PATHS];
    snprintf(path, sizeof *paths, "%s/%s", folder, name);
    return path;
}

static void write_source(const char *name, const char *text) {
    char *path = at(name);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

static const char *nvcc(void) { return getenv("WORKBOOK_NVCC") ? getenv("WORKBOOK_NVCC") : "nvcc"; }

#define COMPILE(name, ...)                                                                                             \
    {                                                                                                                  \
        .arguments = { nvcc(), "-O3", "-lineinfo", "-cudart", "shared", "-o", at(name), __VA_ARGS__ }                  \
    }

// Everything is compiled once, before the first test.
static void compile(void) {
    scratch_folder(folder, "fatbin");
    write_source("kernels.cu", KERNELS);
    write_source("part.cu", PART);
    write_source("whole.cu", WHOLE);
    Job jobs[] = {
        COMPILE("none", "-arch=sm_90", "-fatbin", "--compress-mode=none", at("kernels.cu")),
        COMPILE("speed", "-arch=sm_90", "-fatbin", "--compress-mode=speed", at("kernels.cu")),
        COMPILE("size", "-arch=sm_90", "-fatbin", "--compress-mode=size", at("kernels.cu")),
        COMPILE("balance", "-arch=sm_90", "-fatbin", "--compress-mode=balance", at("kernels.cu")),
        COMPILE("program", "-arch=sm_90", at("kernels.cu")),
        COMPILE("default", at("kernels.cu")),
        COMPILE("separate", "-arch=sm_90", "-rdc=true", at("part.cu"), at("whole.cu")),
        COMPILE("sm_80", "-arch=sm_80", "-cubin", "-Xptxas=-v", at("kernels.cu")),
        COMPILE("sm_90", "-arch=sm_90", "-cubin", "-Xptxas=-v", at("kernels.cu")),
    };
    size_t count = sizeof jobs / sizeof *jobs;
    for (size_t i = 0; i < count; i++) snprintf(jobs[i].output, sizeof jobs[i].output, "%s.log", jobs[i].arguments[6]);
    jobs_run(jobs, count);
    for (size_t i = 0; i < count; i++) ck_assert_msg(jobs[i].status == 0, "nvcc failed: see %s", jobs[i].output);
}

static Bytes file_bytes(const char *name) {
    char *path = at(name);
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "no file %s", path);
    struct stat about;
    fstat(fileno(file), &about);
    Bytes bytes = {.bytes = malloc((size_t)about.st_size), .size = (size_t)about.st_size};
    ck_assert_uint_eq(fread(bytes.bytes, 1, bytes.size, file), bytes.size);
    fclose(file);
    return bytes;
}

// A section of an executable: its contents, and the address it is loaded at.
static Bytes section(Bytes program, const char *name, uint64_t *address) {
    const Elf64_Ehdr *header = (const void *)program.bytes;
    const Elf64_Shdr *sections = (const void *)(program.bytes + header->e_shoff);
    const char *names = (const char *)program.bytes + sections[header->e_shstrndx].sh_offset;
    for (int i = 0; i < header->e_shnum; i++)
        if (!strcmp(names + sections[i].sh_name, name)) {
            *address = sections[i].sh_addr;
            return text_bytes((const char *)program.bytes + sections[i].sh_offset, sections[i].sh_size);
        }
    ck_abort_msg("no section %s", name);
}

static void check_kernels(const Fatbin *fatbin) {
    ck_assert_uint_eq(fatbin->ptx_count, 1);
    PtxError error;
    PtxModule *module = ptx_read(fatbin->ptx[0].ptx, fatbin->ptx[0].ptx_length, &error);
    ck_assert_msg(module != NULL, "%u:%u: %s", error.line, error.column, error.message);
    int kernels = 0;
    for (uint32_t i = 0; i < module->function_count; i++) kernels += module->functions[i].is_entry;
    ck_assert_int_eq(kernels, 2);
    ck_assert_int_eq(module->target, fatbin->ptx[0].target);
    ptx_free(module);
}

START_TEST(nvcc_packs_the_same_text_in_every_mode) {
    Bytes plain = file_bytes("none"), bytes = file_bytes(MODES[_i]);
    ck_assert_uint_eq(fatbin_size(bytes.bytes), bytes.size);
    Fatbin expected = read_good(plain), fatbin = read_good(bytes);
    check_kernels(&fatbin);
    ck_assert_str_eq(fatbin.ptx[0].ptx, expected.ptx[0].ptx);
    ck_assert_uint_eq(fatbin.resource_count, 2);
    fatbin_free(&expected);
    fatbin_free(&fatbin);
}
END_TEST

START_TEST(an_executables_section_holds_the_text) {
    uint64_t address;
    Bytes program = file_bytes(_i ? "default" : "program"), whole = section(program, ".nv_fatbin", &address);
    Fatbin fatbin = read_good(whole);
    check_kernels(&fatbin);
    ck_assert_uint_eq(fatbin.resource_count, 2);
    fatbin_free(&fatbin);
    free(program.bytes);
}
END_TEST

// The container that a wrapper of __cudaRegisterFatBinary points to. The addresses are as linked: a position-
// independent executable keeps them in its relocations, so the wrapper itself may hold none.
START_TEST(the_size_in_the_header_leads_to_the_next_container) {
    uint64_t address;
    Bytes program = file_bytes("program"), whole = section(program, ".nv_fatbin", &address);
    size_t first = fatbin_size(whole.bytes);
    ck_assert_uint_gt(first, 0);
    ck_assert_uint_lt(first, whole.size);
    size_t next = first; // behind zeros on arm64, where nvcc aligns each
    while (next < whole.size && !whole.bytes[next]) next++;
    size_t second = fatbin_size(whole.bytes + next);
    ck_assert_uint_eq(next + second, whole.size);
    Fatbin stub = read_good(text_bytes((const char *)whole.bytes, first));
    Fatbin fatbin = read_good(text_bytes((const char *)whole.bytes + next, second));
    ck_assert(stub.ptx_count == 0 && stub.resource_count == 0); // the device linker's, without kernels
    check_kernels(&fatbin);
    fatbin_free(&stub);
    fatbin_free(&fatbin);
    free(whole.bytes);
    free(program.bytes);
}
END_TEST

START_TEST(separate_compilation_keeps_one_text_per_file) {
    uint64_t address;
    Bytes program = file_bytes("separate");
    Fatbin linked = read_good(section(program, ".nv_fatbin", &address));
    ck_assert_uint_eq(linked.ptx_count, 0);
    ck_assert_uint_eq(linked.resource_count, 1);
    Fatbin fatbin = read_good(section(program, "__nv_relfatbin", &address));
    ck_assert_uint_eq(fatbin.ptx_count, 2);
    fatbin_free(&linked);
    fatbin_free(&fatbin);
    free(program.bytes);
}
END_TEST

// The number before the words behind "Compiling entry function 'stack_kernel'" in what ptxas said.
static unsigned said(const char *log, const char *kernel, const char *words) {
    char heading[64];
    snprintf(heading, sizeof heading, "Compiling entry function '%s'", kernel);
    const char *place = strstr(log, heading);
    ck_assert_msg(place != NULL, "no %s in %s", heading, log);
    place = strstr(place, words);
    ck_assert_msg(place != NULL, "no %s in %s", words, log);
    while (place[-1] >= '0' && place[-1] <= '9') place--;
    return (unsigned)strtoul(place, NULL, 10);
}

START_TEST(resources_are_those_ptxas_reports) {
    const char *name = _i ? "sm_90" : "sm_80";
    char log_name[16];
    snprintf(log_name, sizeof log_name, "%s.log", name);
    char *path = at(log_name), *log = text_read(path);
    Bytes code = file_bytes(name);
    Fatbin fatbin = read_good(container(KIND_ELF, 0, code, 0));
    ck_assert_uint_eq(fatbin.resource_count, 2);
    for (size_t i = 0; i < fatbin.resource_count; i++) {
        const FatbinResources *resources = &fatbin.resources[i];
        bool is_shared = !strcmp(resources->kernel, "shared_kernel");
        ck_assert(is_shared || !strcmp(resources->kernel, "stack_kernel"));
        ck_assert_uint_eq(resources->registers, said(log, resources->kernel, " registers"));
        ck_assert_uint_eq(resources->shared_bytes, is_shared ? SHARED_FLOATS * sizeof(float) : 0);
        if (is_shared) ck_assert_uint_eq(resources->local_bytes, 0);
        else ck_assert_uint_eq(resources->local_bytes, said(log, "stack_kernel", " bytes stack frame"));
    }
    fatbin_free(&fatbin);
    free(log);
}
END_TEST

START_TEST(a_kernels_code_leads_back_to_its_source) {
    Fatbin fatbin = read_good(file_bytes("none"));
    PtxError error;
    PtxModule *module = ptx_read(fatbin.ptx[0].ptx, fatbin.ptx[0].ptx_length, &error);
    ck_assert_ptr_nonnull(module);
    int inlined = 0;
    for (uint32_t i = 0; i < module->function_count; i++) {
        const PtxFunction *function = &module->functions[i];
        for (uint32_t j = 0; j < function->instruction_count; j++) {
            const PtxLocation *place = &module->locations[function->instructions[j].location];
            if (place->inlined_at < 0 || !place->function || !strstr(place->function, "twice")) continue;
            ck_assert_uint_eq(place->line, 4);
            ck_assert_uint_eq(module->locations[place->inlined_at].line, 7);
            ck_assert_ptr_nonnull(strstr(module->files[place->file], "kernels.cu"));
            inlined++;
        }
    }
    ck_assert_int_gt(inlined, 0);
    ptx_free(module);
    fatbin_free(&fatbin);
}
END_TEST

START_TEST(machine_code_with_any_byte_changed_is_survived) {
    Bytes code = file_bytes("sm_90");
    for (size_t i = 0; i < code.size; i += 1 + i / 512) {
        Bytes copy = text_bytes((const char *)code.bytes, code.size);
        copy.bytes[i] ^= 0xFF;
        Fatbin fatbin = read_good(container(KIND_ELF, 0, copy, 0));
        fatbin_free(&fatbin);
    }
    free(code.bytes);
}
END_TEST

static TCase *by_hand(void) {
    TCase *tests = tcase_create("by hand");
    tcase_add_loop_test(tests, text_is_unpacked_whole, 0, 3);
    tcase_add_test(tests, containers_one_behind_the_other_are_all_read);
    tcase_add_test(tests, other_kinds_of_entries_are_passed_over);
    tcase_add_test(tests, the_size_of_a_container_includes_its_header);
    tcase_add_test(tests, damage_is_refused_with_its_reason);
    tcase_add_test(tests, every_prefix_and_every_changed_byte_is_read_or_refused);
    return tests;
}

static TCase *by_nvcc(void) {
    TCase *tests = tcase_create("by nvcc");
    tcase_add_unchecked_fixture(tests, compile, NULL);
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, nvcc_packs_the_same_text_in_every_mode, 0, 4);
    tcase_add_loop_test(tests, an_executables_section_holds_the_text, 0, 2);
    tcase_add_test(tests, the_size_in_the_header_leads_to_the_next_container);
    tcase_add_test(tests, separate_compilation_keeps_one_text_per_file);
    tcase_add_loop_test(tests, resources_are_those_ptxas_reports, 0, 2);
    tcase_add_test(tests, a_kernels_code_leads_back_to_its_source);
    tcase_add_test(tests, machine_code_with_any_byte_changed_is_survived);
    return tests;
}

Suite *fatbin_suite(void) {
    Suite *suite = suite_create("fatbin");
    suite_add_tcase(suite, by_hand());
    suite_add_tcase(suite, by_nvcc());
    return suite;
}
