// harness.h - the main() of an exercise whose student writes a function. An interface is a few lines:
//
//     #include "harness.h"
//     void transpose(const float *in, float *out, int width, int height);
//     void run_case(Case &c) {
//         transpose(c.device<float>("in"), c.device<float>("out"), c.size("width"), c.size("height"));
//     }
//
//     PROGRAM --case CASE --out OUT [--data FILE] [--repeat N [--fresh FILE]]
//
// The harness reads the case, makes its device arrays (exactly as long as announced; outputs are poisoned), calls
// run_case once, waits for the device, and leaves the outputs. On the emulated GPU the contents of device arrays never
// pass through this process: the emulated runtime library has two functions of its own (emulated.h), by which the
// device process fills and reads them. On a real GPU the contents come from --data, and device outputs go to OUT as
// well. With --repeat it calls run_case N more times, each on arrays as they were at first and with cold caches, and
// writes the times (timing.h). With --fresh it then calls run_case once more on inputs that it has not seen, and writes
// what that call computed: a function that remembers results instead of computing them then has wrong ones.
#ifndef HARNESS_H
#define HARNESS_H

#include "case_file.h"
#include "workbook.h"

// The case that run_case is given. Every function stops the program with a sentence if the case has no such array,
// or one of another role or element size.
class Case {
  public:
    explicit Case(const CaseFile &file) : file(file) {}
    int size(const char *name) const;        // an integer that is a positive int
    int64_t integer(const char *name) const; // any integer
    uint64_t count(const char *name) const;  // elements of an array
    template <typename T> T *device(const char *name) { return static_cast<T *>(device_array(name, sizeof(T))); }
    template <typename T> const T *host(const char *name) const {
        return static_cast<const T *>(host_array(name, CASE_HOST, sizeof(T)));
    }
    template <typename T> T *host_output(const char *name) {
        return static_cast<T *>(host_array(name, CASE_HOST_OUT, sizeof(T)));
    }

  private:
    friend class Arrays;
    const CaseFile &file;
    void *memory[CASE_FILE_MAX_ARRAYS] = {}; // of each array: on the device, or on the host for CASE_HOST_OUT
    void *device_array(const char *name, size_t element_bytes) const;
    void *host_array(const char *name, CaseRole role, size_t element_bytes) const;
};

void run_case(Case &c); // the interface's
#endif
