// gpu.c - finds the real GPU, and runs programs on it.
#include "gpu.h"

#include "../device/system/text.h"

#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>

#define PROBE_SECONDS 30

// The toolkit's library folder: beside the bin/ that the compiler really lies in.
static bool runtime_folder(const Paths *paths, char folder[PATH_BYTES]) {
    static const char *const names[] = {"lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib"};
    char real[PATH_MAX], probe[PATH_BYTES + 32];
    if (!paths->nvcc[0] || !realpath(paths->nvcc, real)) return false;
    char *bin = strstr(real, "/bin/nvcc");
    if (!bin) return false;
    *bin = 0;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        snprintf(folder, PATH_BYTES, "%.900s/%s", real, names[i]);
        snprintf(probe, sizeof probe, "%s/libcudart.so.13", folder);
        if (file_exists(probe)) return true;
    }
    return false;
}

static void probe_read(const char *text, RealGpu *gpu) {
    json_t *record = json_loads(text, 0, NULL);
    const char *why = "", *name = "", *driver = "";
    int state = GPU_ABSENT, major = 0, minor = 0, multiprocessors = 0;
    if (!json_unpack(record, "{s:i, s:s, s:s, s:s, s:i, s:i, s:i, s:F, s:F, s:F}", "state", &state, "why", &why, "name",
                     &name, "driver", &driver, "major", &major, "minor", &minor, "multiprocessors", &multiprocessors,
                     "clock_hz", &gpu->clock_hz, "memory_bytes_per_second", &gpu->memory_bytes_per_second, "l2_bytes",
                     &gpu->l2_bytes)) {
        gpu->state = (RealGpuState)state;
        gpu->major = (unsigned)major;
        gpu->minor = (unsigned)minor;
        gpu->multiprocessors = (unsigned)multiprocessors;
        text_copy(gpu->why, sizeof gpu->why, why);
        text_copy(gpu->name, sizeof gpu->name, name);
        text_copy(gpu->driver, sizeof gpu->driver, driver);
    }
    json_decref(record);
}

void gpu_find(const Paths *paths, RealGpu *gpu) {
    const char *wanted = getenv("GPU");
    char program[PATH_BYTES + 16];
    *gpu = (RealGpu){.state = GPU_ABSENT};
    if (wanted && !strcmp(wanted, "none")) {
        gpu->state = GPU_UNWANTED;
        return;
    }
    snprintf(program, sizeof program, "%s/grade", paths->build);
    const char *const arguments[] = {program, "gpu", NULL};
    ProcessSpec spec = {
        .arguments = arguments, .limits = {.wall_seconds = PROBE_SECONDS, .output_bytes = 1 << 16}, .cut_output = true};
    ProcessResult result;
    process_run(&spec, &result);
    if (result.end == PROCESS_EXITED && !result.status) {
        probe_read(result.output.text, gpu);
    } else if (result.end == PROCESS_TIMEOUT || result.end == PROCESS_SIGNALLED) {
        gpu->state = GPU_UNUSABLE;
        snprintf(gpu->why, sizeof gpu->why, "asking the driver what there is %s",
                 result.end == PROCESS_TIMEOUT ? "takes longer than half a minute" : "ends with a signal");
    }
    process_result_free(&result);
    if (gpu->state != GPU_READY || runtime_folder(paths, gpu->runtime)) return;
    gpu->state = GPU_UNUSABLE;
    snprintf(gpu->why, sizeof gpu->why, "the toolkit of %.200s has no runtime library libcudart.so.13", paths->nvcc);
}

int gpu_lock(const Paths *paths) {
    char path[PATH_BYTES + 32];
    snprintf(path, sizeof path, "%s/reference/gpu.lock", paths->build);
    int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor >= 0) flock(descriptor, LOCK_EX);
    return descriptor;
}

void gpu_run(const RealGpu *gpu, const GpuRun *run, ProcessResult *result) {
    const char *theirs = getenv("LD_LIBRARY_PATH"), *visible = getenv("CUDA_VISIBLE_DEVICES");
    char library[2 * PATH_BYTES], home[PATH_BYTES + 32], cache[PATH_BYTES + 32], devices[256], step[64];
    char preload[PATH_BYTES + 32], output[PATH_BYTES + 32];
    const char *environment[16] = {library, home, cache, "PATH=/usr/bin:/bin", "LC_ALL=C", "CUDA_MODULE_LOADING=EAGER"};
    unsigned used = 6;
    snprintf(library, sizeof library, "LD_LIBRARY_PATH=%.1000s:%.1000s", gpu->runtime, theirs ? theirs : "");
    snprintf(home, sizeof home, "HOME=%.1000s", run->folder);
    snprintf(cache, sizeof cache, "CUDA_CACHE_PATH=%.1000s", run->folder);
    snprintf(devices, sizeof devices, "CUDA_VISIBLE_DEVICES=%.200s", visible ? visible : "");
    snprintf(step, sizeof step, "WORKBOOK_STEP=%u", run->step - 1);
    if (visible) environment[used++] = devices;
    if (run->step) environment[used++] = step;
    if (run->preload) {
        snprintf(preload, sizeof preload, "LD_PRELOAD=%.1000s", run->preload);
        snprintf(output, sizeof output, "WORKBOOK_KERNEL_TIMES=%.1000s", run->preload_output);
        environment[used++] = preload;
        environment[used++] = output;
    }
    ProcessSpec spec = {
        .arguments = run->arguments,
        .environment = environment,
        .folder = run->folder,
        .limits = {.wall_seconds = run->wall_seconds, .output_bytes = 1 << 20, .file_bytes = UINT64_C(1) << 31},
        .cut_output = true};
    process_run(&spec, result);
}
