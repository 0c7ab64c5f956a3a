// library.c - libraries: device code that the program loads while it runs, from memory or a file.
//
// A library is a fat binary, or PTX text, which is put into a container like that of a fat binary. Machine code alone
// is refused by the device, which needs PTX. Options of the compiler that a driver would use have no effect.
#include "../../system/grow.h"
#include "../base/handles.h"
#include "../kernels/device_code.h"
#include "../kernels/kernels.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONTAINER_HEADER 16
#define ENTRY_HEADER 80

typedef struct CUlib_st {
    Module *module;
    cudaError_t error; // why it has no kernels
    uint32_t handle;   // on the device
    Function **functions;
    size_t function_count;
} Library;

static Library *library_of(cudaLibrary_t handle) { return handle_is(handle, HANDLE_LIBRARY) ? handle : NULL; }

static void put(uint8_t *bytes, uint64_t value, size_t size) { memcpy(bytes, &value, size); }

// A container with one entry: PTX, or the machine code of an ELF file.
static uint8_t *container_of(const void *data, size_t size, bool is_text) {
    size_t padded = (size + 8) / 8 * 8; // a zero byte at least ends the text
    uint8_t *container = calloc(1, CONTAINER_HEADER + ENTRY_HEADER + padded), *entry = container + CONTAINER_HEADER;
    if (!container) return NULL;
    put(container, CONTAINER_MAGIC, 4);
    put(container + 4, 1, 2);
    put(container + 6, CONTAINER_HEADER, 2);
    put(container + 8, ENTRY_HEADER + padded, 8);
    put(entry, is_text ? 1 : 2, 2);
    put(entry + 4, ENTRY_HEADER, 4);
    put(entry + 8, padded, 8);
    const char *target = is_text ? strstr(data, ".target sm_") : NULL;
    put(entry + 28, target ? strtoul(target + strlen(".target sm_"), NULL, 10) : 0, 4);
    memcpy(entry + ENTRY_HEADER, data, size);
    return container;
}

// The size of an ELF file: as far as its section headers, which the compiler puts last, or its last section.
static size_t elf_size(const uint8_t *elf) {
    uint64_t sections;
    uint16_t size, count;
    memcpy(&sections, elf + 40, sizeof sections);
    memcpy(&size, elf + 58, sizeof size);
    memcpy(&count, elf + 60, sizeof count);
    return sections + (size_t)size * count;
}

static bool is_ptx(const char *text) {
    for (;;) {
        text += strspn(text, " \t\r\n");
        if (strncmp(text, "//", 2) != 0) return strncmp(text, ".version", 8) == 0;
        text += strcspn(text, "\n");
    }
}

// A container of its own for the code, of which at most `limit` bytes are there. NULL: the code is no such thing, or
// there is no memory left.
static uint8_t *code_container(const void *code, size_t limit) {
    const void *given = image_container(code);
    if (memcmp(code, "\177ELF", 4) == 0)
        return limit < 64 || elf_size(code) > limit ? NULL : container_of(code, elf_size(code), false);
    if (!given) return is_ptx(code) ? container_of(code, strlen(code), true) : NULL;
    size_t size = container_bytes(given);
    uint8_t *container = size && size <= limit ? malloc(size) : NULL;
    if (container) memcpy(container, given, size);
    return container;
}

// Errors in the code are reported when something of it is first asked for, as by a driver, which loads lazily.
static cudaError_t load(cudaLibrary_t *made, const void *code, size_t limit) {
    if (!made || !code) return cudaErrorInvalidValue;
    cudaError_t error = context_ready();
    if (error) return error;
    Library *library = calloc(1, sizeof *library);
    if (!library || !handle_add(library, HANDLE_LIBRARY)) {
        free(library);
        return cudaErrorMemoryAllocation;
    }
    uint8_t *container = code_container(code, limit);
    if (container) library->module = module_create(container);
    library->error = container ? module_prepare(library->module, &library->handle) : cudaErrorInvalidKernelImage;
    *made = library;
    return cudaSuccess;
}

static cudaError_t library_error(cudaLibrary_t library) {
    return library_of(library) ? library_of(library)->error : cudaErrorInvalidResourceHandle;
}

API cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *code, enum cudaJitOption *jit_options,
                                    void **jit_values, unsigned jit_count, enum cudaLibraryOption *options,
                                    void **values, unsigned count) {
    (void)jit_options, (void)jit_values, (void)jit_count, (void)options, (void)values, (void)count;
    RESULT(load(library, code, SIZE_MAX));
}

// The file's bytes with a zero byte behind them.
static char *file_read(const char *path, size_t *bytes_read) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    char *bytes = NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        long size = ftell(file);
        rewind(file);
        bytes = size >= 0 && (uint64_t)size < IMAGE_LIMIT ? calloc(1, (size_t)size + 1 + CONTAINER_HEADER) : NULL;
        if (bytes && fread(bytes, 1, (size_t)size, file) != (size_t)size) {
            free(bytes);
            bytes = NULL;
        }
        *bytes_read = (size_t)size;
    }
    fclose(file);
    return bytes;
}

API cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *path, enum cudaJitOption *jit_options,
                                        void **jit_values, unsigned jit_count, enum cudaLibraryOption *options,
                                        void **values, unsigned count) {
    (void)jit_options, (void)jit_values, (void)jit_count, (void)options, (void)values, (void)count;
    if (!library || !path) RESULT(cudaErrorInvalidValue);
    size_t size = 0;
    char *code = file_read(path, &size);
    if (!code) RESULT(cudaErrorFileNotFound);
    cudaError_t error = load(library, code, size);
    free(code);
    RESULT(error);
}

API cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
    if (!library_of(library)) RESULT(cudaErrorInvalidResourceHandle);
    handle_remove(library);
    if (library->module) module_remove(library->module);
    free(library->functions);
    free(library);
    RESULT(cudaSuccess);
}

static Function *function_named(const Library *library, const char *name) {
    for (size_t i = 0; i < library->function_count; i++)
        if (strcmp(library->functions[i]->name, name) == 0) return library->functions[i];
    return NULL;
}

static cudaError_t kernel_of(Library *library, const char *name, Function **kernel) {
    *kernel = function_named(library, name);
    if (*kernel) return cudaSuccess;
    if (!ARRAY_GROW(library->functions, library->function_count)) return cudaErrorMemoryAllocation;
    cudaError_t error = module_function(library->module, name, kernel);
    if (!error) library->functions[library->function_count++] = *kernel;
    return error == cudaErrorInvalidDeviceFunction ? cudaErrorSymbolNotFound : error;
}

API cudaError_t cudaLibraryGetKernel(cudaKernel_t *kernel, cudaLibrary_t library, const char *name) {
    Function *found;
    if (!kernel || !name) RESULT(cudaErrorInvalidValue);
    if (library_error(library)) RESULT(library_error(library));
    cudaError_t error = kernel_of(library, name, &found);
    if (!error) *kernel = (cudaKernel_t)found;
    RESULT(error);
}

// The name of the library's kernel of that number. false: it has no more.
static bool kernel_name(const Library *library, unsigned number, char name[NAME_BYTES + 1]) {
    Exchange ask = {
        .request = {CALL_KERNEL_NAME, 0, {library->handle, number}}, .answer = name, .answer_bytes = NAME_BYTES};
    if (channel_exchange(&ask) || !ask.reply.payload_bytes) return false;
    name[ask.reply.payload_bytes] = 0;
    return true;
}

API cudaError_t cudaLibraryGetKernelCount(unsigned *count, cudaLibrary_t library) {
    char name[NAME_BYTES + 1];
    if (!count) RESULT(cudaErrorInvalidValue);
    if (!library_of(library)) RESULT(cudaErrorInvalidResourceHandle);
    for (*count = 0; !library_error(library) && kernel_name(library, *count, name);) ++*count; // a bad one has none
    RESULT(context_ready());
}

API cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t *kernels, unsigned count, cudaLibrary_t library) {
    char name[NAME_BYTES + 1];
    Function *found;
    cudaError_t error = cudaSuccess;
    if (!kernels) RESULT(cudaErrorInvalidValue);
    if (!library_of(library)) RESULT(cudaErrorInvalidResourceHandle);
    for (unsigned i = 0; i < count && !error && !library_error(library) && kernel_name(library, i, name); i++) {
        error = kernel_of(library, name, &found);
        if (!error) kernels[i] = (cudaKernel_t)found;
    }
    RESULT(error);
}

API cudaError_t cudaLibraryGetGlobal(void **pointer, size_t *bytes, cudaLibrary_t library, const char *name) {
    if (!name || (!pointer && !bytes)) RESULT(cudaErrorInvalidValue);
    if (library_error(library)) RESULT(library_error(library));
    Exchange find = {.request = {CALL_VARIABLE, (uint32_t)strlen(name), {library->handle}}, .payload = name};
    cudaError_t error = channel_exchange(&find);
    if (error) RESULT(error == cudaErrorInvalidSymbol ? cudaErrorSymbolNotFound : error);
    if (pointer) *pointer = (void *)(uintptr_t)find.reply.value[0];
    if (bytes) *bytes = find.reply.value[1];
    RESULT(cudaSuccess);
}

API cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, enum cudaFuncAttribute attribute, int value,
                                                int device) {
    if (device != 0) RESULT(cudaErrorInvalidDevice);
    RESULT(function_attribute_set(kernel, attribute, value));
}
