// output_text.c - faults and failed calls for people: what, where, which thread, and nothing if all is well.
#define _GNU_SOURCE // sigabbrev_np
#include "output.h"
#include <inttypes.h>
#include <signal.h>
#include <string.h>

typedef struct {
    FILE *file;
    const ProgramEnd *end;
    bool colour;
    size_t faults, leaks;
    uint64_t leaked_bytes;
    char abandoned[512]; // the kernel that ran when a signal ended the program; "": none did
} TextWriter;

static const char *paint(const TextWriter *writer, const char *code) { return writer->colour ? code : ""; }
#define RED "\033[1;31m"
#define BOLD "\033[1m"
#define PLAIN "\033[0m"

static const char *plural(size_t count) { return count == 1 ? "" : "s"; }

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void write_place(FILE *file, Place place) {
    if (!place.file) return;
    fputs(" at ", file);
    print_clean(file, base_name(place.file));
    fprintf(file, ":%u", place.line);
    if (!place.caller_file) return;
    fputs(" (called at ", file);
    print_clean(file, base_name(place.caller_file));
    fprintf(file, ":%u)", place.caller_line);
}

static void write_thread(FILE *file, const FaultThread *thread, const LaunchRecord *launch) {
    Dim3 block = index_in(thread->block, launch->grid), t = index_in(thread->thread, launch->block);
    fprintf(file, "block (%u,%u,%u) thread (%u,%u,%u)", block.x, block.y, block.z, t.x, t.y, t.z);
}

static void write_title(const TextWriter *writer, const FaultView *view) {
    const Fault *fault = view->fault;
    fprintf(writer->file, "%s%s%s", paint(writer, RED), fault_name(fault->kind), paint(writer, PLAIN));
    if (*fault->kernel) {
        char name[512];
        kernel_demangle(fault->kernel, name, sizeof name);
        fprintf(writer->file, " in %s", paint(writer, BOLD));
        print_clean(writer->file, name);
        fputs(paint(writer, PLAIN), writer->file);
    }
    write_place(writer->file, view->place);
    fputs(": ", writer->file);
    print_clean(writer->file, view->sentence);
    fputc('\n', writer->file);
}

static void write_fault(const FaultView *view, void *opaque) {
    TextWriter *writer = opaque;
    const Fault *fault = view->fault;
    FILE *file = writer->file;
    if (fault_was_unavoidable(view, writer->end)) {
        if (fault->kind == FAULT_ABANDONED) kernel_demangle(fault->kernel, writer->abandoned, sizeof writer->abandoned);
        return;
    }
    if (fault->kind == FAULT_LEAK) {
        writer->leaks++;
        writer->leaked_bytes += fault->allocation_bytes;
        return;
    }
    writer->faults++;
    write_title(writer, view);
    if (view->launch) {
        fputs("    ", file);
        write_thread(file, &fault->thread, view->launch);
        if (fault->count > 1) fprintf(file, ", and %" PRIu64 " more times", fault->count - 1);
        fputc('\n', file);
    }
    if (!fault->other_location) return;
    if (fault_is_of_freed(fault)) fputs("    freed before", file);
    else fprintf(file, "    the other access: %s", fault->other_is_write ? "write" : "read");
    write_place(file, view->other_place);
    if (view->launch) {
        fputs(", ", file);
        write_thread(file, &fault->other, view->launch);
    }
    fputc('\n', file);
}

// Calls that failed on their own, not because of a fault before.
static size_t write_api_errors(const TextWriter *writer, const Service *service) {
    size_t written = 0;
    for (size_t i = 0; i < service->api_error_count; i++) {
        const ApiError *error = &service->api_errors[i];
        if (api_error_follows_fault(service, error)) continue;
        written++;
        fprintf(writer->file, "%s%s%s returned %s", paint(writer, RED), error->call, paint(writer, PLAIN),
                error_name(error->error));
        if (error->count > 1) fprintf(writer->file, ", %" PRIu64 " times", error->count);
        fputc('\n', writer->file);
    }
    return written;
}

// The first launch whose time was to be estimated and could not be; NULL: there is none.
static const LaunchRecord *without_estimate(const Service *service) {
    for (size_t i = 0; i < service->context_count; i++) {
        size_t count;
        const LaunchRecord *launches = device_launches(service->contexts[i]->device, &count);
        for (size_t j = 0; j < count; j++)
            if (launches[j].estimate.microseconds <= 0 && launches[j].estimate.reason[0]) return &launches[j];
    }
    return NULL;
}

// What the times between events are that the program has asked for.
static void write_times(FILE *file, const Service *service) {
    if (!service->tells_times) return;
    const char *gpu = device_gpu(service->contexts[0]->device)->marketing_name;
    const LaunchRecord *rough = without_estimate(service);
    char name[512];
    fprintf(file, "emulated GPU: times between events are estimates for an %s, not measurements\n", gpu);
    if (!rough) return;
    kernel_demangle(rough->kernel, name, sizeof name);
    fprintf(file, "emulated GPU: the time of %s is only a rough one, from its bytes and instructions (%s)\n", name,
            rough->estimate.reason);
}

// Which signal ended the program, and what it was about then.
static void write_end(const TextWriter *writer) {
    const ProgramEnd *end = writer->end;
    if (!end->signal && !*writer->abandoned) return;
    const char *name = sigabbrev_np(end->signal ? end->signal : end->asked);
    fprintf(writer->file, "emulated GPU: the program was ended by SIG%s", name ? name : "NAL");
    if (*writer->abandoned) {
        fputs(" while ", writer->file);
        print_clean(writer->file, writer->abandoned);
        fputs(" ran", writer->file);
    }
    fputc('\n', writer->file);
}

void output_text(FILE *file, const Service *service, const ProgramEnd *end, bool colour) {
    TextWriter writer = {.file = file, .end = end, .colour = colour};
    faults_visit(service, write_fault, &writer);
    if (writer.leaks) {
        fprintf(file, "%sleak%s: %zu allocation%s never freed, %" PRIu64 " bytes\n", paint(&writer, RED),
                paint(&writer, PLAIN), writer.leaks, plural(writer.leaks), writer.leaked_bytes);
    }
    size_t errors = write_api_errors(&writer, service);
    write_times(file, service);
    write_end(&writer);
    if (!writer.faults && !errors && !writer.leaks) return;
    fprintf(file, "emulated GPU: %zu fault%s, %zu failed call%s", writer.faults, plural(writer.faults), errors,
            plural(errors));
    if (writer.leaks) fprintf(file, ", %zu leak%s", writer.leaks, plural(writer.leaks));
    fputc('\n', file);
}
