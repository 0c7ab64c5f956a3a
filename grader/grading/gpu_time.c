// gpu_time.c - how long a function takes on a real GPU, where there is one.
//
// The executable is the one that was graded; only the runtime library that the loader finds is another.
#include "gpu_time.h"

#include "../system/process.h"
#include "../system/text.h"

#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>

#define REPEAT "20"

// The toolkit's library folder: beside the bin/ that the compiler really lies in.
static bool runtime_folder(const Paths *paths, char folder[PATH_BYTES]) {
    static const char *const names[] = {"lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib"};
    char real[PATH_MAX], probe[PATH_BYTES + 32];
    if (!paths->nvcc[0] || !realpath(paths->nvcc, real)) return false;
    char *bin = strstr(real, "/bin/nvcc");
    if (!bin) return false;
    *bin = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(folder, PATH_BYTES, "%.900s/%s", real, names[i]);
        snprintf(probe, sizeof probe, "%s/libcudart.so.13", folder);
        if (file_exists(probe)) return true;
    }
    return false;
}

// The driver's own words, "Model: NVIDIA H200".
static void device_name(char device[64]) {
    glob_t found = {0};
    snprintf(device, 64, "the GPU of this machine");
    if (glob("/proc/driver/nvidia/gpus/*/information", 0, NULL, &found) == 0) {
        FILE *file = fopen(found.gl_pathv[0], "r");
        char line[200];
        while (file && fgets(line, sizeof line, file)) {
            if (!text_begins(line, "Model:")) continue;
            const char *name = line + strcspn(line, ":") + 1;
            name += strspn(name, " \t");
            text_clean(device, 64, name, strcspn(name, "\n"), false);
        }
        if (file) fclose(file);
    }
    globfree(&found);
}

bool gpu_present(const Paths *paths, char device[64]) {
    char folder[PATH_BYTES];
    if (!file_exists("/dev/nvidiactl") || !runtime_folder(paths, folder)) return false;
    device_name(device);
    return true;
}

int gpu_lock(const Paths *paths) {
    char path[PATH_BYTES + 32];
    snprintf(path, sizeof path, "%s/reference/gpu.lock", paths->build);
    int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor >= 0) flock(descriptor, LOCK_EX);
    return descriptor;
}

static bool read_time(const char *output, double *milliseconds) {
    CaseFile file;
    char error[160];
    if (!file_is_plain(output) || !case_file_read(output, UINT64_C(1) << 28, &file, error)) return false;
    const CaseArray *time = case_file_find(&file, "milliseconds");
    bool found = time && time->type == CASE_FLOAT64 && time->count == 1;
    if (found) *milliseconds = *(const double *)time->data;
    case_file_free(&file);
    return found && *milliseconds > 0 && *milliseconds < 1e9;
}

bool gpu_time(const Paths *paths, const char *program, const char *input, const char *folder, double *milliseconds) {
    char runtime[PATH_BYTES], library[PATH_BYTES + 32], home[PATH_BYTES + 32], cache[PATH_BYTES + 32],
        output[PATH_BYTES + 32];
    if (!runtime_folder(paths, runtime)) return false;
    snprintf(library, sizeof library, "LD_LIBRARY_PATH=%s", runtime);
    snprintf(home, sizeof home, "HOME=%s", folder);
    snprintf(cache, sizeof cache, "CUDA_CACHE_PATH=%s", folder);
    snprintf(output, sizeof output, "%s/timed", folder);
    const char *const environment[] = {library, home, cache, "PATH=/usr/bin:/bin", "LC_ALL=C", NULL};
    const char *const arguments[] = {program, "--case", input, "--out", output, "--repeat", REPEAT, NULL};
    ProcessSpec spec = {.arguments = arguments,
                        .environment = environment,
                        .folder = folder,
                        .limits = {.wall_seconds = 60, .output_bytes = 1 << 20, .file_bytes = 1 << 30},
                        .cut_output = true};
    ProcessResult result;
    process_run(&spec, &result);
    bool measured = result.end == PROCESS_EXITED && result.status == 0 && read_time(output, milliseconds);
    process_result_free(&result);
    return measured;
}
