// probe.c - asks the driver what GPU there is, and why it cannot be used if so.
//
// The driver's library is loaded at run time, so that the same program works where there is none. A query starts the
// driver, which must not happen in a process that forks later; hence the command `grade gpu`.
#include "gpu.h"

#include "../device/system/text.h"

#include <dlfcn.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Of the driver's interface, cuda.h: results, attributes of a device.
enum { NO_DEVICE = 100, OLD_DRIVER = 35, DRIVER_MISMATCH = 803, COMPAT_NOT_SUPPORTED = 804 };
enum { CLOCK_RATE = 13, MULTIPROCESSORS = 16, COMPUTE_MODE = 20, MEMORY_CLOCK = 36, BUS_WIDTH = 37, L2_SIZE = 38 };
enum { CAPABILITY_MAJOR = 75, CAPABILITY_MINOR = 76 };
enum { PROHIBITED = 2 };
enum { TOOLKIT = 13, OLDEST_CAPABILITY = 75 }; // toolkit 13 makes code for 7.5 and later

static const char *const devices[] = {"/dev/nvidiactl", "/dev/nvidia0", "/dev/dxg"};

typedef struct {
    void *library;
    int (*init)(unsigned);
    int (*driver_version)(int *);
    int (*device_count)(int *);
    int (*device_get)(int *, int);
    int (*device_name)(char *, int, int);
    int (*attribute)(int *, int, int);
    int (*context_retain)(void **, int);
    int (*context_release)(int);
    int (*error_text)(int, const char **);
} Driver;

static bool driver_open(Driver *driver) {
    const struct {
        void **place;
        const char *name;
    } functions[] = {
        {(void **)&driver->init, "cuInit"},
        {(void **)&driver->driver_version, "cuDriverGetVersion"},
        {(void **)&driver->device_count, "cuDeviceGetCount"},
        {(void **)&driver->device_get, "cuDeviceGet"},
        {(void **)&driver->device_name, "cuDeviceGetName"},
        {(void **)&driver->attribute, "cuDeviceGetAttribute"},
        {(void **)&driver->context_retain, "cuDevicePrimaryCtxRetain"},
        {(void **)&driver->context_release, "cuDevicePrimaryCtxRelease_v2"},
        {(void **)&driver->error_text, "cuGetErrorString"},
    };
    driver->library = dlopen("libcuda.so.1", RTLD_NOW);
    for (size_t i = 0; driver->library && i < COUNT_OF(functions); i++)
        if (!(*functions[i].place = dlsym(driver->library, functions[i].name))) return false;
    return driver->library;
}

static int attribute(const Driver *driver, int which) {
    int value = 0;
    return driver->attribute(&value, which, 0) ? 0 : value;
}

bool gpu_permitted(const char *device, char words[300]) {
    struct stat status;
    if (stat(device, &status) || access(device, R_OK | W_OK) == 0 || errno != EACCES) return true;
    snprintf(words, 300,
             "no permission to use %s, which belongs to the group with number %u: add yourself to it (usermod -aG) and "
             "log in again",
             device, (unsigned)status.st_gid);
    return false;
}

static bool any_device(void) {
    for (size_t i = 0; i < COUNT_OF(devices); i++)
        if (file_exists(devices[i])) return true;
    return false;
}

static void unusable(RealGpu *gpu, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void unusable(RealGpu *gpu, const char *format, ...) {
    va_list list;
    va_start(list, format);
    gpu->state = GPU_UNUSABLE;
    vsnprintf(gpu->why, sizeof gpu->why, format, list);
    va_end(list);
}

static bool explain_start(RealGpu *gpu, const Driver *driver, int error) {
    const char *text = NULL, *visible = getenv("CUDA_VISIBLE_DEVICES");
    if (!error) return true;
    if (error == NO_DEVICE && visible)
        unusable(gpu, "CUDA_VISIBLE_DEVICES is \"%.60s\" and hides it: unset it", visible);
    else if (error == NO_DEVICE && !any_device()) gpu->state = GPU_ABSENT;
    else if (error == NO_DEVICE)
        unusable(gpu,
                 "the driver finds no GPU that it can use: nvidia-smi may say more; in a container, was it started "
                 "with --gpus all?");
    else if (error == DRIVER_MISMATCH)
        unusable(gpu, "the driver in the kernel and its library are of different versions, as after an update: restart "
                      "the machine");
    else if (error == OLD_DRIVER || error == COMPAT_NOT_SUPPORTED)
        unusable(gpu, "the driver is too old for this toolkit: version 580 or later is needed for CUDA %d", TOOLKIT);
    else {
        driver->error_text(error, &text);
        unusable(gpu, "the driver does not start: error %d, %.150s", error, text ? text : "which it has no words for");
    }
    return false;
}

static bool explain_driver(RealGpu *gpu, const Driver *driver) {
    int version = 0;
    driver->driver_version(&version);
    if (version / 1000 >= TOOLKIT) return true;
    unusable(gpu,
             "the driver is too old: it knows CUDA up to %d.%d, the toolkit is CUDA %d. Install driver 580 or later",
             version / 1000, version % 1000 / 10, TOOLKIT);
    return false;
}

static bool explain_device(RealGpu *gpu, const Driver *driver) {
    const char *text = NULL;
    void *context;
    if (gpu->major * 10 + gpu->minor < OLDEST_CAPABILITY) {
        unusable(gpu, "%s has compute capability %u.%u, and CUDA %d makes code for %d.%d and later", gpu->name,
                 gpu->major, gpu->minor, TOOLKIT, OLDEST_CAPABILITY / 10, OLDEST_CAPABILITY % 10);
        return false;
    }
    if (attribute(driver, COMPUTE_MODE) == PROHIBITED) {
        unusable(gpu, "%s is in a mode that prohibits computing: nvidia-smi -c DEFAULT, as root, ends it", gpu->name);
        return false;
    }
    int error = driver->context_retain(&context, 0);
    if (!error) driver->context_release(0);
    else driver->error_text(error, &text);
    if (error) unusable(gpu, "%s cannot be used now: error %d, %.150s", gpu->name, error, text ? text : "");
    return !error;
}

static void driver_words(char driver[32]) {
    FILE *file = fopen("/sys/module/nvidia/version", "r");
    if (file && fgets(driver, 32, file)) driver[strcspn(driver, "\n")] = 0;
    if (file) fclose(file);
}

static void probe(RealGpu *gpu) {
    Driver driver = {0};
    int count = 0, device;
    char words[300];
    for (size_t i = 0; i < COUNT_OF(devices); i++)
        if (!gpu_permitted(devices[i], words)) {
            unusable(gpu, "%s", words);
            return;
        }
    if (!driver_open(&driver)) {
        if (any_device())
            unusable(gpu, "the driver's library libcuda.so.1 %s: in a container, start it with --gpus all",
                     driver.library ? "is incomplete" : "is missing");
        return;
    }
    if (!explain_start(gpu, &driver, driver.init(0))) return;
    if (!explain_start(gpu, &driver, driver.device_count(&count) || !count ? NO_DEVICE : 0)) return;
    if (driver.device_get(&device, 0) || driver.device_name(gpu->name, sizeof gpu->name, device))
        snprintf(gpu->name, sizeof gpu->name, "the GPU of this machine");
    gpu->major = (unsigned)attribute(&driver, CAPABILITY_MAJOR);
    gpu->minor = (unsigned)attribute(&driver, CAPABILITY_MINOR);
    gpu->multiprocessors = (unsigned)attribute(&driver, MULTIPROCESSORS);
    gpu->clock_hz = 1e3 * attribute(&driver, CLOCK_RATE);
    gpu->memory_bytes_per_second = 1e3 * attribute(&driver, MEMORY_CLOCK) * 2 * attribute(&driver, BUS_WIDTH) / 8;
    gpu->l2_bytes = attribute(&driver, L2_SIZE);
    driver_words(gpu->driver);
    if (!explain_driver(gpu, &driver) || !explain_device(gpu, &driver)) return;
    gpu->state = GPU_READY;
}

int gpu_command(void) {
    RealGpu gpu = {.state = GPU_ABSENT};
    probe(&gpu);
    json_t *record = json_pack("{s:i, s:s, s:s, s:s, s:i, s:i, s:i, s:f, s:f, s:f}", "state", (int)gpu.state, "why",
                               gpu.why, "name", gpu.name, "driver", gpu.driver, "major", (int)gpu.major, "minor",
                               (int)gpu.minor, "multiprocessors", (int)gpu.multiprocessors, "clock_hz", gpu.clock_hz,
                               "memory_bytes_per_second", gpu.memory_bytes_per_second, "l2_bytes", gpu.l2_bytes);
    bool written = record && !json_dumpf(record, stdout, JSON_INDENT(2)) && putchar('\n') >= 0 && !fflush(stdout);
    json_decref(record);
    _exit(written ? 0 : 2); // the driver's own threads need not be waited for
}
