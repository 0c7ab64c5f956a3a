// harness.cu - reads a case, makes its arrays, runs the student's function on the device, leaves what it computed.
#include "harness.h"

#include "emulated.h"
#include "timing.h"

#include <algorithm>
#include <climits>
#include <cstring>
#include <vector>

static const uint64_t max_case_bytes = UINT64_C(1) << 32;
static const int poison_byte = 0xFF; // four of them are a NaN that no arithmetic produces

struct Options {
    const char *case_path = nullptr, *out_path = nullptr, *data_path = nullptr, *fresh_path = nullptr;
    int repeat = 0;
};

[[noreturn]] static void stop(const char *what, const char *detail) {
    fprintf(stderr, "harness: %s%s\n", what, detail);
    exit(EXIT_FAILURE);
}

static Options options_read(int argc, char **argv) {
    Options options;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--case")) options.case_path = argv[i + 1];
        else if (!strcmp(argv[i], "--out")) options.out_path = argv[i + 1];
        else if (!strcmp(argv[i], "--data")) options.data_path = argv[i + 1];
        else if (!strcmp(argv[i], "--repeat")) options.repeat = atoi(argv[i + 1]);
        else if (!strcmp(argv[i], "--fresh")) options.fresh_path = argv[i + 1];
        else stop("unknown option ", argv[i]);
    }
    bool complete = options.case_path && options.out_path && argc % 2 == 1;
    if (!complete || options.repeat < 0) stop("usage: PROGRAM --case CASE --out OUT [--data FILE] [--repeat N [--fresh FILE]]", "");
    return options;
}

// ---- what run_case asks of its case ---------------------------------------------------------------------------------
int64_t Case::integer(const char *name) const {
    const CaseArray *array = case_file_find(&file, name);
    if (!array || array->type != CASE_INT64 || array->role != CASE_HOST || array->count != 1)
        stop("the case has no integer ", name);
    return case_file_integer(&file, name, 0);
}

int Case::size(const char *name) const {
    int64_t size = case_file_integer(&file, name, 0);
    if (size < 1 || size > INT_MAX) stop("the case has no proper size ", name);
    return static_cast<int>(size);
}

uint64_t Case::count(const char *name) const {
    const CaseArray *array = case_file_find(&file, name);
    if (!array) stop("the case has no array ", name);
    return array->count;
}

static bool is_on_device(const CaseArray &array) {
    return array.role == CASE_IN || array.role == CASE_OUT || array.role == CASE_IN_OUT;
}

void *Case::device_array(const char *name, size_t element_bytes) const {
    const CaseArray *array = case_file_find(&file, name);
    if (!array || !is_on_device(*array)) stop("the case has no device array ", name);
    if (array->element_bytes != element_bytes) stop("the case has elements of another size in ", name);
    return memory[array - file.arrays];
}

void *Case::host_array(const char *name, CaseRole role, size_t element_bytes) const {
    const CaseArray *array = case_file_find(&file, name);
    if (!array || array->role != role)
        stop(role == CASE_HOST ? "the case has no host array " : "the case has no host output ", name);
    if (array->element_bytes != element_bytes) stop("the case has elements of another size in ", name);
    return role == CASE_HOST ? array->data : memory[array - file.arrays];
}

// ---- the arrays' memory and contents --------------------------------------------------------------------------------
static size_t bytes_of(const CaseArray &array) { return array.count * array.element_bytes; }

// Ends the program with a message if the emulated GPU could not fill or store the array.
static void check_array(int error, const CaseArray &array) {
    if (error == cudaSuccess) return;
    char what[64];
    snprintf(what, sizeof what, "the array %s: ", array.name);
    stop(what, cudaGetErrorString(static_cast<cudaError_t>(error)));
}

// Case declares this class a friend. Its function is always inlined, so that a student's class of the same name cannot
// replace it.
class Arrays {
  public:
    __attribute__((always_inline)) static void **memory(Case &values) { return values.memory; }
};

namespace {
class DeviceArrays {
  public:
    // data: contents of the device arrays, nullptr: the device process has them. unwritten: outputs count as
    // uninitialised memory, so that a kernel that reads them or adds to them gets a fault with its line.
    DeviceArrays(Case &values, const CaseFile &file, const CaseFile *data, bool unwritten)
        : file(file), data(data), unwritten(unwritten && !data), memory(Arrays::memory(values)) {
        for (size_t i = 0; i < file.count; i++) memory[i] = allocate(file.arrays[i]);
    }

    // Once before the first call, and again when the contents change.
    void fill_inputs() {
        for (size_t i = 0; i < file.count; i++)
            if (file.arrays[i].role == CASE_IN) fill(file.arrays[i], memory[i]);
    }

    // Before each call: restores what a call changes.
    void fill_outputs() {
        for (size_t i = 0; i < file.count; i++) {
            const CaseArray &array = file.arrays[i];
            if (array.role == CASE_IN_OUT) fill(array, memory[i]);
            if (array.role == CASE_OUT && array.count) poison(array, memory[i]);
            if (array.role == CASE_HOST_OUT) memset(memory[i], poison_byte, bytes_of(array));
        }
        CHECK(cudaDeviceSynchronize());
    }

    // Outputs on the device go to the device process if it has the inputs; all others go to the file.
    void store_outputs(CaseFile &out) const {
        for (size_t i = 0; i < file.count; i++) {
            const CaseArray &array = file.arrays[i];
            if (array.role == CASE_HOST_OUT) memcpy(output_in(out, array), memory[i], bytes_of(array));
            else if (array.role != CASE_OUT && array.role != CASE_IN_OUT) continue;
            else if (!data) check_array(emulatedArrayStore(array.name, memory[i], bytes_of(array)), array);
            else CHECK(cudaMemcpy(output_in(out, array), memory[i], bytes_of(array), cudaMemcpyDeviceToHost));
        }
    }

    // Replaces the contents, on the host as well. Sizes stay as they are.
    void replace(const CaseFile *contents) {
        data = contents;
        for (size_t i = 0; i < file.count; i++) {
            const CaseArray *source = case_file_find(contents, file.arrays[i].name);
            bool same = source && source->data && bytes_of(*source) == bytes_of(file.arrays[i]);
            if (file.arrays[i].role == CASE_HOST && same) memcpy(file.arrays[i].data, source->data, bytes_of(*source));
        }
    }

    // How many words of the device outputs still hold the poison after a call. Looks at a few windows of each output.
    uint64_t unwritten_words() const {
        const uint32_t poison = 0x01010101u * static_cast<unsigned char>(poison_byte);
        const size_t windows = 8, most = size_t(64) << 10;
        uint64_t words = 0;
        for (size_t i = 0; i < file.count; i++) {
            if (file.arrays[i].role != CASE_OUT) continue;
            size_t bytes = bytes_of(file.arrays[i]) / sizeof(uint32_t) * sizeof(uint32_t);
            for (size_t window = 0; window < windows; window++) {
                size_t from = bytes / windows * window / sizeof(uint32_t) * sizeof(uint32_t);
                std::vector<uint32_t> contents(std::min(most, bytes - from) / sizeof(uint32_t));
                CHECK(cudaMemcpy(contents.data(), static_cast<char *>(memory[i]) + from,
                                 contents.size() * sizeof(uint32_t), cudaMemcpyDeviceToHost));
                words += std::count(contents.begin(), contents.end(), poison);
            }
        }
        return words;
    }

    void release() {
        for (size_t i = 0; i < file.count; i++)
            if (is_on_device(file.arrays[i])) CHECK(cudaFree(memory[i]));
            else free(memory[i]);
    }

  private:
    const CaseFile &file;
    const CaseFile *data;
    bool unwritten;
    void **memory; // of each array of the file

    // Exact sizes: an access one element past an array is one past its allocation.
    static void *allocate(const CaseArray &array) {
        void *place = nullptr;
        if (is_on_device(array)) CHECK(cudaMalloc(&place, bytes_of(array)));
        if (array.role != CASE_HOST_OUT) return place;
        place = calloc(array.count ? array.count : 1, array.element_bytes);
        if (!place) stop("out of memory", "");
        return place;
    }

    void poison(const CaseArray &array, void *place) const {
        CHECK(cudaMemset(place, poison_byte, bytes_of(array)));
        if (unwritten) check_array(emulatedArrayLoad(array.name, place, bytes_of(array)), array);
    }

    void fill(const CaseArray &array, void *place) const {
        if (!data) {
            check_array(emulatedArrayLoad(array.name, place, bytes_of(array)), array);
            return;
        }
        const CaseArray *source = case_file_find(data, array.name);
        if (!source || !source->data || bytes_of(*source) != bytes_of(array))
            stop("there are no contents (--data FILE) of ", array.name);
        CHECK(cudaMemcpy(place, source->data, bytes_of(array), cudaMemcpyHostToDevice));
    }

    static void *output_in(CaseFile &out, const CaseArray &array) {
        void *place = array.type == CASE_BYTES
                          ? case_file_add_structs(&out, array.name, array.element_bytes, array.role, array.count)
                          : case_file_add(&out, array.name, array.type, array.role, array.count);
        if (!place) stop("out of memory", "");
        return place;
    }
};
} // namespace

// ---- the calls ------------------------------------------------------------------------------------------------------
// Stops the program if the student's launches were refused or failed.
static void device_wait() {
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) error = cudaDeviceSynchronize();
    if (error != cudaSuccess) stop("your function left a CUDA error: ", cudaGetErrorString(error));
}

static void call_once(Case &values, DeviceArrays &arrays) {
    arrays.fill_outputs();
    run_case(values);
    device_wait();
}

static void file_read(const char *path, CaseFile &file) {
    char error[160];
    if (!case_file_read(path, max_case_bytes, &file, error)) stop("", error);
}

static void run(const Options &options, const CaseFile &file, const CaseFile *data, const CaseFile *fresh) {
    Case values(file);
    DeviceArrays arrays(values, file, data, !options.repeat); // repeated calls are checked by unwritten_words()
    CaseFile out = {};
    char error[160];
    arrays.fill_inputs();
    call_once(values, arrays);
    if (options.repeat) {
        uint64_t unwritten = arrays.unwritten_words();
        bool written = timing_run(
            options.repeat, [&] { arrays.fill_outputs(); }, [&] { run_case(values); },
            [&] { return device_wait(), arrays.unwritten_words() == unwritten; }, out);
        if (!written) stop("a timed call left outputs unwritten that the first one wrote", "");
    }
    if (fresh) {
        arrays.replace(fresh);
        arrays.fill_inputs();
        call_once(values, arrays);
    }
    arrays.store_outputs(out);
    if (!case_file_write(options.out_path, &out, error)) stop("", error);
    arrays.release();
    case_file_free(&out);
}

int main(int argc, char **argv) {
    Options options = options_read(argc, argv);
    CaseFile file, contents = {}, fresh = {};
    file_read(options.case_path, file);
    if (options.data_path) file_read(options.data_path, contents);
    if (options.fresh_path) file_read(options.fresh_path, fresh);

    // Without --data the case itself may hold all contents; the emulated GPU has them if it does not.
    bool is_emulated = emulatedArrayLoad && emulatedArrayStore;
    const CaseFile *data = options.data_path ? &contents : is_emulated ? nullptr : &file;
    run(options, file, data, options.fresh_path ? &fresh : nullptr);
    case_file_free(&fresh);
    case_file_free(&contents);
    case_file_free(&file);
    return EXIT_SUCCESS;
}
