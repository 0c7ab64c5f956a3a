// driver.c - libcuda.so.1 for programs that are linked with it, so that they start where no NVIDIA driver is installed.
//
// Every function (refused.c has most) fails with the error that the toolkit's own stub library has. build/emulate has
// told before the program began that the driver API is not emulated; it lets only programs that need libcuda.so.1 find
// this library.
enum { CUDA_ERROR_INVALID_VALUE = 1, CUDA_ERROR_STUB_LIBRARY = 34 };
#define EXPORT __attribute__((visibility("default")))

static int name_error(int error, const char **text, const char *name) {
    if (!text) return CUDA_ERROR_INVALID_VALUE;
    *text = error == 0 ? "CUDA_SUCCESS" : error == CUDA_ERROR_STUB_LIBRARY ? name : "CUDA_ERROR_UNKNOWN";
    return 0;
}
EXPORT int cuGetErrorName(int error, const char **name);
int cuGetErrorName(int error, const char **name) { return name_error(error, name, "CUDA_ERROR_STUB_LIBRARY"); }
EXPORT int cuGetErrorString(int error, const char **text);
int cuGetErrorString(int error, const char **text) { return name_error(error, text, "the driver API is not emulated"); }
