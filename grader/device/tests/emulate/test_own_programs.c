// test_own_programs.c - what build/emulate says of programs of one's own: before they run, while they do, and by its
// exit status.
#define _GNU_SOURCE
#include "jobs.h"
#include "scratch.h"
#include "screen.h"

#include "system/files.h"
#include "system/times.h"

#include <check.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// Programs are built here: with gcc, against libraries that are empty and have a name of no version that a machine can
// have, and with nvcc.
static char folder[SCRATCH_BYTES], emulate[JOB_PATH];

static void shell(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void shell(const char *format, ...) {
    char command[2000], whole[2200];
    va_list list;
    va_start(list, format);
    vsnprintf(command, sizeof command, format, list);
    va_end(list);
    snprintf(whole, sizeof whole, "cd %s && { %s; } >log 2>&1", folder, command);
    ck_assert_msg(system(whole) == 0, "%s failed", command);
}

// A kernel that takes some seconds if it is asked to, and leaves its memory.
static const char source[] = "#include <cstdio>\n"
                             "__global__ void spin(float *out, int n) {\n"
                             "    float sum = threadIdx.x;\n"
                             "    for (int i = 0; i < n; i++) sum = sum * 1.0001f + 0.5f;\n"
                             "    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;\n"
                             "}\n"
                             "int main(int count, char **) {\n"
                             "    float *out;\n"
                             "    cudaMalloc(&out, 4096 * 256 * 4);\n"
                             "    spin<<<4096, 256>>>(out, count > 1 ? 40000 : 1);\n"
                             "    cudaDeviceSynchronize();\n"
                             "    puts(cudaGetErrorName(cudaGetLastError()));\n"
                             "}\n";

// Reads what a library that is not emulated should have written, and returns what the library's function does.
static const char solver_source[] = "extern \"C\" int cusolverDnSgetrf(void);\n"
                                    "int main() {\n"
                                    "    float *out, value;\n"
                                    "    int failed = cusolverDnSgetrf();\n"
                                    "    cudaMalloc(&out, sizeof value);\n"
                                    "    cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost);\n"
                                    "    return failed;\n"
                                    "}\n";

// A kernel that is given memory of the host, and a program that uses the device's itself.
static const char astray_source[] = "__global__ void fill(float *out) { out[threadIdx.x] = 1; }\n"
                                    "int main() {\n"
                                    "    float *out;\n"
                                    "    cudaMalloc(&out, 128);\n"
                                    "    fill<<<1, 32>>>(HOST ? new float[32] : out);\n"
                                    "    cudaDeviceSynchronize();\n"
                                    "    if (!HOST) *out = 2;\n"
                                    "}\n";

// Ends in an unusual way before it has freed its memory.
static const char failing_source[] = "#include <cstdlib>\n"
                                     "int main(int count, char **) {\n"
                                     "    float *out;\n"
                                     "    cudaMalloc(&out, 4);\n"
                                     "    if (count > 1) abort();\n"
                                     "    return 3;\n"
                                     "}\n";

static void source_write(const char *name, const char *text) {
    char path[2 * JOB_PATH], error[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    need(file_write(path, text, strlen(text), error), error);
}

static void setup(void) {
    const char *nvcc = getenv("WORKBOOK_NVCC");
    need(nvcc != NULL, "WORKBOOK_NVCC is not set: run the tests with make");
    build_path(emulate, "emulate");
    scratch_folder(folder, "own_programs");
    source_write("program.cu", source);
    source_write("solver.cu", solver_source);
    source_write("failing.cu", failing_source);
    source_write("astray.cu", astray_source);
    shell("%s -arch=sm_90 -cudart shared -o usual program.cu", nvcc);
    shell("%s -arch=sm_90 -rdc=true -cudart shared -o separate program.cu", nvcc);
    shell("%s -arch=sm_90 -o own_runtime program.cu", nvcc);
    shell("%s -gencode arch=compute_90,code=sm_90 -cudart shared -o without_ptx program.cu", nvcc);
    shell("{ echo '#include <cstdio>' && echo '#include <cuda_runtime.h>' && "
          "echo 'int main() { puts(cudaGetErrorName(cudaFree(0))); }'; } >without_kernels.cpp && "
          "%s -arch=sm_90 -cudart shared -o without_kernels without_kernels.cpp",
          nvcc);
    shell("echo 'int main(void) { return 3; }' >main.c");
    shell("for pair in libcufft.so.99:cufftPlan1d libcusparse.so.99:cusparseSpMV libcusolver.so.99:cusolverDnSgetrf "
          "libcudnn.so.99:cudnnCreate libcutensor.so.99:cutensorCreate libnccl.so.99:ncclSend libnppi.so.99:nppiAdd "
          "libnvjpeg.so.99:nvjpegCreate libnvrtc.so.99:nvrtcCompileProgram libcufile.so.99:cuFileRead "
          "libcupti.so.99:cuptiSubscribe libcuda.so.1:cuInit libother.so.1:cudaOther; do "
          "name=${pair%%:*} function=${pair#*:} && echo \"int $function(void) { return 0; }\" >$function.c && "
          "echo \"int $function(void); int main(void) { return $function(); }\" >calls.c && "
          "gcc -shared -Wl,-soname,$name -o $name $function.c && gcc -o calls_$name calls.c $name && "
          "gcc -Wl,--no-as-needed -o needs_$name main.c $name; done");
    shell("%s -arch=sm_90 -cudart shared -o solver solver.cu -Xlinker libcusolver.so.99 -Xlinker -rpath=.", nvcc);
    shell("%s -arch=sm_90 -cudart shared -o failing failing.cu", nvcc);
    shell("%s -arch=sm_90 -cudart shared -DHOST=0 -o astray_program astray.cu", nvcc);
    shell("%s -arch=sm_90 -cudart shared -DHOST=1 -o astray_kernel astray.cu", nvcc);
    shell("echo 'int cufftPlan1d(void); int cuInit(void); int main(void) { return cufftPlan1d() + cuInit(); }' >both.c "
          "&& "
          "gcc -o calls_both both.c libcufft.so.99 libcuda.so.1");
    shell("for names in cublasCscal_v2 cublasInit cublasLtMatrixTransformDescInit_internal curandDestroyDistribution "
          "'cublasCgemm_v2 cublasCaxpy_v2' cublasSaxpy_v2; do set -- $names; "
          "for name; do echo \"int $name(void) { return 0; }\"; done >refusing.c && "
          "{ echo 'int puts(const char *);' && for name; do echo \"int $name(void);\"; done && "
          "echo 'int main(void) { puts(\"own\"); return 0' && for name; do echo \"+ $name()\"; done && echo '; }'; } "
          ">refused.c && gcc -shared -Wl,-soname,librefusing_$1.so -o librefusing_$1.so refusing.c && "
          "gcc -o calls_$1 refused.c librefusing_$1.so -Wl,-rpath,'$ORIGIN' || exit 1; done && "
          "gcc -Wl,--no-as-needed -o needs_refusing main.c librefusing_cublasCgemm_v2.so -Wl,-rpath,'$ORIGIN'");
}

static char *run(const char *const *arguments, int *status) {
    static char program[2 * JOB_PATH];
    Job job = {.arguments = {emulate}};
    unsigned used = 1;
    for (; arguments[used - 1]; used++) job.arguments[used] = arguments[used - 1];
    snprintf(program, sizeof program, "%s/%s", folder, job.arguments[used - 1]);
    job.arguments[used - 1] = program;
    snprintf(job.output, sizeof job.output, "%s/output", folder);
    jobs_run(&job, 1);
    *status = job.status;
    return text_read(job.output);
}

// What the first line says; "": there is none; NULL: the program's own line is the first.
static const struct {
    const char *program, *says;
    int status;
} programs[] = {
    {"usual", NULL, 0},
    {"separate", NULL, 0},
    {"own_runtime", "has a CUDA runtime of its own", 0},
    {"without_kernels", NULL, 0},
    {"without_ptx", "has machine code only, no PTX; build it with nvcc -arch=sm_90", 0},
    {"calls_libcufft.so.99", "calls cufftPlan1d of cuFFT (libcufft.so.99), which is not emulated", 127},
    {"calls_libcusparse.so.99", "calls cusparseSpMV of cuSPARSE (libcusparse.so.99), which is not emulated", 127},
    {"calls_libcusolver.so.99", "calls cusolverDnSgetrf of cuSOLVER (libcusolver.so.99), which is not emulated", 127},
    {"calls_libcudnn.so.99", "calls cudnnCreate of cuDNN (libcudnn.so.99), which is not emulated", 127},
    {"calls_libcutensor.so.99", "calls cutensorCreate of cuTENSOR (libcutensor.so.99), which is not emulated", 127},
    {"calls_libnccl.so.99", "calls ncclSend of NCCL (libnccl.so.99), which is not emulated", 127},
    {"calls_libnppi.so.99", "calls nppiAdd of NPP (libnppi.so.99), which is not emulated", 127},
    {"calls_libnvjpeg.so.99", "calls nvjpegCreate of nvJPEG (libnvjpeg.so.99), which is not emulated", 127},
    {"calls_libnvrtc.so.99", "calls nvrtcCompileProgram of NVRTC (libnvrtc.so.99), which is not emulated", 127},
    {"calls_libcufile.so.99", "calls cuFileRead of cuFile (libcufile.so.99), which is not emulated", 127},
    {"calls_libcupti.so.99", "calls cuptiSubscribe of CUPTI (libcupti.so.99), which is not emulated", 127},
    {"calls_libcuda.so.1", "calls cuInit of the CUDA driver API (libcuda.so.1), which is not emulated", 34},
    {"calls_both", "calls cufftPlan1d of cuFFT (libcufft.so.99), which is not emulated", 127},
    {"calls_cublasCscal_v2", "calls cublasCscal, which is not supported: these calls compute nothing", 0},
    {"calls_cublasInit", "calls cublasInit, which is not supported", 0},
    {"calls_cublasLtMatrixTransformDescInit_internal", "calls cublasLtMatrixTransformDescInit_internal, which is", 0},
    {"calls_curandDestroyDistribution", "calls curandDestroyDistribution, which is not supported", 0},
    {"calls_cublasCgemm_v2", "which are not supported", 0},
    {"calls_cublasSaxpy_v2", "own", 0},
    {"needs_refusing", "", 3},
    {"needs_libcuda.so.1", "", 3},
    {"needs_libcufft.so.99", "cannot open shared object", 127}, // the loader's own words: nothing is called
    {"calls_libother.so.1", "cannot open shared object", 127},
};

START_TEST(first_line_says_why_nothing_will_be_seen) {
    int status;
    char *got = run((const char *const[]){programs[_i].program, NULL}, &status);
    char *first = strndup(got, strcspn(got, "\n"));
    if (programs[_i].says && !*programs[_i].says) ck_assert_str_eq(got, "");
    if (programs[_i].says) ck_assert_msg(strstr(first, programs[_i].says) != NULL, "%s", got);
    else ck_assert_str_eq(first, "cudaSuccess");
    ck_assert_int_eq(status, programs[_i].status);
    free(first);
    free(got);
}
END_TEST

START_TEST(each_library_has_a_line) {
    int status;
    char *got = run((const char *const[]){"calls_both", NULL}, &status);
    ck_assert_msg(strstr(got, "calls cufftPlan1d of cuFFT") && strstr(got, "calls cuInit of the CUDA driver API"), "%s",
                  got);
    free(got);
}
END_TEST

START_TEST(a_leak_fails_only_who_asks_for_leaks) {
    int status;
    char *got = run((const char *const[]){"--error-exitcode", "9", "usual", NULL}, &status);
    ck_assert_int_eq(status, 0);
    ck_assert_ptr_nonnull(strstr(got, "leak: 1 allocation never freed"));
    free(got);
    free(run((const char *const[]){"--error-exitcode", "9", "--leak-check", "full", "usual", NULL}, &status));
    ck_assert_int_eq(status, 9);
    free(run((const char *const[]){"--leak-check", "some", "usual", NULL}, &status));
    ck_assert_int_eq(status, 2);
}
END_TEST

START_TEST(results_that_a_library_did_not_write_are_no_fault) {
    char command[3 * JOB_PATH];
    snprintf(command, sizeof command, "cd %s && %s ./solver 2>said", folder, emulate);
    ck_assert_int_eq(system(command), 0);
    snprintf(command, sizeof command, "%s/said", folder);
    char *got = text_read(command);
    ck_assert_ptr_nonnull(strstr(got, "calls cusolverDnSgetrf of cuSOLVER"));
    ck_assert_msg(!strstr(got, "uninitialised"), "%s", got);
    free(got);
}
END_TEST

START_TEST(program_that_fails_is_told_of_no_leak) {
    int status;
    char *got = run((const char *const[]){"--error-exitcode", "9", "--leak-check", "full", "failing", NULL}, &status);
    ck_assert_int_eq(status, 3);
    ck_assert_str_eq(got, "");
    free(got);
}
END_TEST

START_TEST(program_that_crashes_is_told_of_its_signal_and_of_no_leak) {
    char command[3 * JOB_PATH];
    snprintf(command, sizeof command, "%s %s/failing crash 2>%s/said; test $? -eq 134", emulate, folder, folder);
    ck_assert_int_eq(system(command), 0);
    snprintf(command, sizeof command, "%s/said", folder);
    char *got = text_read(command);
    ck_assert_str_eq(got, "emulated GPU: the program was ended by SIGABRT\n");
    free(got);
}
END_TEST

START_TEST(memory_of_the_wrong_side_is_told_with_that_of_both) {
    int status;
    char *got = run((const char *const[]){_i ? "astray_kernel" : "astray_program", NULL}, &status);
    ck_assert_msg(strstr(got, "both sides can use memory of cudaMallocManaged and cudaMallocHost") != NULL, "%s", got);
    free(got);
}
END_TEST

START_TEST(a_long_launch_is_told_of_on_a_terminal) {
    char program[2 * JOB_PATH];
    Screen screen;
    snprintf(program, sizeof program, "%s/usual", folder);
    screen_start(&screen, 100, 24, (const char *const[]){emulate, "--no-checks", program, "long", NULL});
    screen_wait(&screen, "launch 1, spin: ");
    screen_wait(&screen, " of 4,096 blocks, ");
    screen_wait(&screen, " thread instructions/s, ");
    screen_wait(&screen, " left");
    screen_wait(&screen, "cudaSuccess");
    ck_assert_int_eq(screen_end(&screen, NULL, NULL), 0);
    screen_free(&screen);
}
END_TEST

START_TEST(a_narrow_terminal_is_told_the_time_left) {
    char program[2 * JOB_PATH];
    Screen screen;
    snprintf(program, sizeof program, "%s/usual", folder);
    screen_start(&screen, 60, 24, (const char *const[]){emulate, "--no-checks", program, "long", NULL});
    screen_wait(&screen, " of 4,096 blocks, ");
    screen_wait(&screen, " left");
    screen_wait(&screen, "cudaSuccess");
    ck_assert_int_eq(screen_end(&screen, NULL, NULL), 0);
    screen_free(&screen);
}
END_TEST

// As makefiles do it.
START_TEST(hip_program_is_compiled_and_linked_in_two_steps) {
    char hipcc[JOB_PATH];
    int status;
    build_path(hipcc, "hipcc");
    shell("echo 'int three() { return 3; }' >three.cpp && "
          "{ echo '#include <hip/hip_runtime.h>' && echo 'int three();' && "
          "echo 'int main() { return hipFree(0) == hipSuccess ? three() : 1; }'; } >three_main.cpp && "
          "%s -c three.cpp -o three.o && %s -c three_main.cpp -o three_main.o && %s -o linked three.o three_main.o && "
          "%s three_main.cpp three.o -o mixed",
          hipcc, hipcc, hipcc, hipcc);
    free(run((const char *const[]){"linked", NULL}, &status));
    ck_assert_int_eq(status, 3);
    free(run((const char *const[]){"mixed", NULL}, &status));
    ck_assert_int_eq(status, 3);
}
END_TEST

// Options of AMD's compiler that makefiles use. What nvcc has under another name is passed on: a file that must be
// compiled as C++20, with a macro called `hip`, and the loader's path; the others mean nothing here.
START_TEST(hipcc_takes_the_options_of_amds_compiler) {
    char hipcc[JOB_PATH];
    int status;
    build_path(hipcc, "hipcc");
    shell(
        "mkdir -p hip && echo '#include <hip/hip_runtime.h>' >hip/three.h && "
        "{ echo '#include <three.h>' && echo 'int main() { return [x = HIP]<int N>() { return N + x; }.template "
        "operator()<1>(); }'; } "
        ">options.hip && "
        "%s -O -Ofast -ggdb -std=gnu++20 -x hip --offload-arch=gfx90a --offload-arch=gfx942:xnack+ -munsafe-fp-atomics "
        "-mwavefrontsize64 -mllvm -amdgpu-early-inline-all=true -fgpu-rdc -fgpu-default-stream=per-thread -ffast-math "
        "-ffp-contract=off -Weverything -Rpass-analysis=kernel-resource-usage --gpu-max-threads-per-block=1024 "
        "-I hip -D HIP=2 options.hip -Wl,-rpath,/nowhere,--enable-new-dtags -o options && "
        "readelf -d options | grep RUNPATH.*/nowhere",
        hipcc);
    free(run((const char *const[]){"options", NULL}, &status));
    ck_assert_int_eq(status, 3);
    shell("! %s --genco options.hip >messages 2>&1 && grep 'hipcc: --genco is not supported' messages", hipcc);
}
END_TEST

START_TEST(hip_program_with_thrust_needs_no_header_of_the_runtime) {
    char hipcc[JOB_PATH];
    int status;
    build_path(hipcc, "hipcc");
    shell("{ echo '#include <thrust/pair.h>' && "
          "echo 'int main() { return hipDeviceSynchronize() == hipSuccess ? thrust::make_pair(3, 4).first : 1; }'; } "
          ">pair.cpp && %s pair.cpp -o pair",
          hipcc);
    free(run((const char *const[]){"pair", NULL}, &status));
    ck_assert_int_eq(status, 3);
}
END_TEST

// The header's own list of calls, each called once; each of the compiler's messages names its call.
START_TEST(hip_calls_without_an_equal_are_refused_by_name) {
    static const char row[] = "\nHIP_REFUSED(";
    char *header = text_read("common/hip/detail/refused.h"), path[2 * JOB_PATH], hipcc[JOB_PATH], wanted[200];
    snprintf(path, sizeof path, "%s/refused.cpp", folder);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fprintf(file, "#include <hip/hip_runtime.h>\nint main() {\n");
    for (char *at = strstr(header, row); at; at = strstr(at + 1, row))
        fprintf(file, "    %.*s();\n", (int)strcspn(at + sizeof row - 1, ")"), at + sizeof row - 1);
    fprintf(file, "}\n");
    fclose(file);
    shell("! %s -Xcudafe --error_limit=1000 -c refused.cpp >messages 2>&1", build_path(hipcc, "hipcc"));
    snprintf(path, sizeof path, "%s/messages", folder);
    char *messages = text_read(path);
    ck_assert_ptr_nonnull(strstr(header, row));
    for (char *at = strstr(header, row); at; at = strstr(at + 1, row)) {
        const char *name = at + sizeof row - 1;
        snprintf(wanted, sizeof wanted, "%.*s is not supported: it has no equal", (int)strcspn(name, ")"), name);
        ck_assert_msg(strstr(messages, wanted) != NULL, "%s: %.500s", wanted, messages);
    }
    free(messages);
    free(header);
}
END_TEST

START_TEST(hip_headers_are_found_in_their_older_places) {
    char hipcc[JOB_PATH];
    shell("{ echo '#include <hipblas.h>' && echo '#include <hiprand.h>' && echo '#include <hipcub/util_type.hpp>'; } "
          ">older.cpp && %s -E older.cpp >older.ii 2>messages",
          build_path(hipcc, "hipcc"));
    shell(
        "for name in cublasSgemm curandGenerateUniform cub.*util_type.cuh; do grep -q $name older.ii || exit 1; done");
}
END_TEST

// Libraries of AMD that nothing here stands for: their headers say so.
static const struct {
    const char *header, *name;
} hip_libraries[] = {
    {"rocblas/rocblas.h", "rocBLAS"},
    {"rocrand/rocrand.h", "rocRAND"},
    {"rocrand/rocrand.hpp", "rocRAND"},
    {"rocprim/rocprim.hpp", "rocPRIM"},
    {"rocprim/block/block_load.hpp", "rocPRIM"},
    {"rocprim/block/block_reduce.hpp", "rocPRIM"},
    {"rocprim/device/device_reduce.hpp", "rocPRIM"},
    {"rocfft/rocfft.h", "rocFFT"},
    {"hipfft/hipfft.h", "hipFFT"},
    {"rocsparse/rocsparse.h", "rocSPARSE"},
    {"hipsparse/hipsparse.h", "hipSPARSE"},
    {"rocsolver/rocsolver.h", "rocSOLVER"},
    {"hipsolver/hipsolver.h", "hipSOLVER"},
    {"hipblaslt/hipblaslt.h", "hipBLASLt"},
    {"rccl/rccl.h", "RCCL"},
    {"rocwmma/rocwmma.hpp", "rocWMMA"},
    {"hip/hiprtc.h", "hipRTC"},
};

START_TEST(hip_library_that_is_not_here_is_named) {
    char hipcc[JOB_PATH], path[2 * JOB_PATH], wanted[100];
    shell("echo '#include <%s>' >library.cpp && ! %s -E library.cpp >messages 2>&1", hip_libraries[_i].header,
          build_path(hipcc, "hipcc"));
    snprintf(path, sizeof path, "%s/messages", folder);
    snprintf(wanted, sizeof wanted, "%s is not supported", hip_libraries[_i].name);
    char *messages = text_read(path);
    ck_assert_msg(strstr(messages, wanted) != NULL, "%.500s", messages);
    free(messages);
}
END_TEST

static const struct {
    int number;
    const char *name;
    bool program_first; // as timeout does, which signals the whole group: the program may have ended before we hear of
                        // it
} ending[] = {
    {SIGTERM, "SIGTERM", false}, {SIGINT, "SIGINT", false}, {SIGHUP, "SIGHUP", false}, {SIGTERM, "SIGTERM", true}};

// The program that build/emulate has started.
static pid_t program_of(pid_t emulator) {
    char path[100];
    int program = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)emulator, (int)emulator);
    FILE *children = fopen(path, "r");
    ck_assert_ptr_nonnull(children);
    ck_assert_int_eq(fscanf(children, "%d", &program), 1);
    fclose(children);
    return program;
}

// A kernel that ran is no fault, and memory is no leak.
static void check_what_it_said(const char *path, const char *signal) {
    char wanted[100];
    snprintf(wanted, sizeof wanted, "emulated GPU: the program was ended by %s while spin(float*, int) ran\n", signal);
    char *said = text_read(path);
    ck_assert_str_eq(said, wanted);
    free(said);
}

START_TEST(a_signal_ends_program_and_emulator_within_a_second) {
    char program[2 * JOB_PATH], output[2 * JOB_PATH];
    int status;
    snprintf(program, sizeof program, "%s/usual", folder);
    snprintf(output, sizeof output, "%s/said", folder);
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stdout) || !freopen(output, "w", stderr)) _exit(1);
        execl(emulate, emulate, program, "long", (char *)NULL);
        _exit(1);
    }
    usleep(1500000); // the kernel runs: it takes some seconds
    ck_assert_int_eq(waitpid(child, &status, WNOHANG), 0);
    double sent = seconds_now();
    if (ending[_i].program_first) {
        kill(program_of(child), ending[_i].number);
        usleep(200000);
    }
    kill(child, ending[_i].number);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(seconds_now() - sent < 1, "%.1f seconds", seconds_now() - sent);
    ck_assert_int_eq(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status), 128 + ending[_i].number);
    check_what_it_said(output, ending[_i].name);
}
END_TEST

START_TEST(a_pipe_is_told_nothing_of_it) {
    int status;
    char *got = run((const char *const[]){"--no-checks", "usual", NULL}, &status);
    ck_assert_ptr_null(strchr(got, '\033'));
    free(got);
}
END_TEST

Suite *own_programs_suite(void) {
    Suite *suite = suite_create("own_programs");
    TCase *tests = tcase_create("own_programs");
    tcase_add_unchecked_fixture(tests, setup, NULL);
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, first_line_says_why_nothing_will_be_seen, 0, sizeof programs / sizeof *programs);
    tcase_add_test(tests, a_leak_fails_only_who_asks_for_leaks);
    tcase_add_test(tests, results_that_a_library_did_not_write_are_no_fault);
    tcase_add_test(tests, program_that_fails_is_told_of_no_leak);
    tcase_add_test(tests, program_that_crashes_is_told_of_its_signal_and_of_no_leak);
    tcase_add_loop_test(tests, memory_of_the_wrong_side_is_told_with_that_of_both, 0, 2);
    tcase_add_test(tests, a_long_launch_is_told_of_on_a_terminal);
    tcase_add_test(tests, each_library_has_a_line);
    tcase_add_test(tests, hip_program_is_compiled_and_linked_in_two_steps);
    tcase_add_test(tests, hipcc_takes_the_options_of_amds_compiler);
    tcase_add_test(tests, hip_program_with_thrust_needs_no_header_of_the_runtime);
    tcase_add_test(tests, hip_calls_without_an_equal_are_refused_by_name);
    tcase_add_test(tests, hip_headers_are_found_in_their_older_places);
    tcase_add_loop_test(tests, hip_library_that_is_not_here_is_named, 0, sizeof hip_libraries / sizeof *hip_libraries);
    tcase_add_test(tests, a_narrow_terminal_is_told_the_time_left);
    tcase_add_loop_test(tests, a_signal_ends_program_and_emulator_within_a_second, 0, sizeof ending / sizeof *ending);
    tcase_add_test(tests, a_pipe_is_told_nothing_of_it);
    suite_add_tcase(suite, tests);
    return suite;
}
