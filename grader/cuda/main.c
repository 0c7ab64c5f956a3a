// main.c - cudac, the compiler as a command.
#include "cuda.h"
#include "host/run.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char USAGE[] =
    "usage: cudac [--check | --ptx | --values] [-o OUTPUT] [-I DIRECTORY]... [-D NAME[=VALUE]]... FILE.cu\n"
    "       cudac --run KERNELS.ptx [-I DIRECTORY]... [-D NAME[=VALUE]]... FILE.cu ARGUMENT...\n"
    "\n"
    "Compiles CUDA C++ as far as the lessons use it: the draft of what nvcc will say.\n"
    "  --check        say what is wrong, write nothing (the default)\n"
    "  --ptx          write the PTX of the kernels\n"
    "  --values       the same; before each access, .pragma \"values\" says which registers hold variables\n"
    "  -o OUTPUT      to that file instead of the standard output\n"
    "  --run PTX      run the program: its host code is interpreted, its kernels are those of the PTX (nvcc -ptx) and "
    "run\n"
    "                 on the emulated GPU. Ends as the program does; with 125 after a mistake in it\n"
    "  -I DIRECTORY   where files named by #include \"...\" are looked for, besides the file's own directory\n"
    "  -D NAME=VALUE  defines a macro\n"
    "  --help         this text\n"
    "\n"
    "Ends with 0 if the file compiles, 1 if it has errors, 3 if it needs what this compiler does not have (nvcc may\n"
    "compile it), 2 if the command itself is wrong.\n";

enum { COMPILED, WRONG, BAD_USAGE, REFUSED, MAX_LIST = 32 };

typedef struct {
    const char *file, *kernels, *output, *directories[MAX_LIST], *definitions[MAX_LIST];
    unsigned directory_count, definition_count;
    bool wants_ptx, with_values;
    char **program; // with its arguments
} Arguments;

static char *read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    size_t size = 0, room = 1 << 16;
    char *text = malloc(room + 1);
    for (size_t got; text && (got = fread(text + size, 1, room - size, file)) > 0;) {
        size += got;
        if (size < room) continue;
        char *larger = realloc(text, 2 * room + 1);
        if (!larger) abort();
        text = larger;
        room *= 2;
    }
    bool failed = ferror(file);
    fclose(file);
    if (!text || failed) {
        free(text);
        return NULL;
    }
    text[size] = 0;
    return text;
}

// A header beside the file that includes it, or in one of the directories.
static char *find_header(void *context, const char *name, const char *includer, char path[CUDA_PATH]) {
    const Arguments *arguments = context;
    const char *slash = strrchr(includer, '/');
    snprintf(path, CUDA_PATH, "%.*s%s", slash && name[0] != '/' ? (int)(slash + 1 - includer) : 0, includer, name);
    char *text = read_file(path);
    for (unsigned i = 0; i < arguments->directory_count && !text && name[0] != '/'; i++) {
        snprintf(path, CUDA_PATH, "%s/%s", arguments->directories[i], name);
        text = read_file(path);
    }
    return text;
}

static int bad_usage(const char *what, const char *which) {
    fprintf(stderr, "cudac: %s%s; cudac --help shows how it is used\n", what, which);
    return BAD_USAGE;
}

// The value of an option: behind it, or the next word.
static const char *value_of(char **argv, int *at, size_t length) {
    if (argv[*at][length]) return argv[*at] + length;
    return argv[*at + 1] ? argv[++*at] : NULL;
}

static int read_arguments(char **argv, Arguments *arguments) {
    for (int i = 1; argv[i]; i++) {
        const char *word = argv[i], *value = NULL;
        if (!strcmp(word, "--run")) {
            arguments->kernels = argv[i + 1] ? argv[++i] : NULL;
            if (!arguments->kernels) return bad_usage("a file of PTX is missing after ", word);
            continue;
        }
        if (!strcmp(word, "--check")) arguments->wants_ptx = false;
        else if (!strcmp(word, "--ptx")) arguments->wants_ptx = true;
        else if (!strcmp(word, "--values")) arguments->wants_ptx = arguments->with_values = true;
        else if (word[0] == '-' && word[1] && strchr("oID", word[1])) {
            char option = word[1];
            value = value_of(argv, &i, 2);
            if (!value) return bad_usage("a value is missing after ", word);
            if (option == 'o') arguments->output = value;
            else if (option == 'I' && arguments->directory_count < MAX_LIST)
                arguments->directories[arguments->directory_count++] = value;
            else if (option == 'D' && arguments->definition_count < MAX_LIST)
                arguments->definitions[arguments->definition_count++] = value;
            else return bad_usage("there are too many options ", word);
        } else if (word[0] == '-') return bad_usage("there is no option ", word);
        else if (arguments->file) return bad_usage("one file at a time, not also ", word);
        else {
            arguments->file = word;
            arguments->program = argv + i;
            if (arguments->kernels) break; // the rest is for the program
        }
    }
    return arguments->file ? COMPILED : bad_usage("which file?", "");
}

static int verdict(const Diagnostics *diagnostics) {
    return diagnostics->counts[DIAGNOSTIC_ERROR] ? WRONG : diagnostics->counts[DIAGNOSTIC_REFUSED] ? REFUSED : COMPILED;
}

static int run(Unit *unit, const Arguments *arguments) {
    char *kernels = read_file(arguments->kernels);
    int count = 0;
    if (!kernels) {
        fprintf(stderr, "cudac: cannot read %s: %s\n", arguments->kernels, strerror(errno));
        return BAD_USAGE;
    }
    while (arguments->program[count]) count++;
    int status = cuda_run(unit, kernels, count, arguments->program, stdout, stderr);
    free(kernels);
    return status;
}

static int write_output(const CudaOutput *output, const char *path) {
    FILE *file = path ? fopen(path, "wb") : stdout;
    bool written = file && fwrite(output->text, 1, output->size, file) == output->size;
    if (file && fflush(file)) written = false;
    if (file && path && fclose(file)) written = false;
    if (!written) fprintf(stderr, "cudac: cannot write %s: %s\n", path ? path : "the output", strerror(errno));
    return written ? COMPILED : BAD_USAGE;
}

int main(int argc, char **argv) {
    Arguments arguments = {0};
    if (argc > 1 && !strcmp(argv[1], "--help")) {
        fputs(USAGE, stdout);
        return COMPILED;
    }
    int status = read_arguments(argv, &arguments);
    if (status) return status;
    char *text = read_file(arguments.file);
    if (!text) {
        fprintf(stderr, "cudac: cannot read %s: %s\n", arguments.file, strerror(errno));
        return BAD_USAGE;
    }
    CudaOptions options = {.find_header = find_header,
                           .context = &arguments,
                           .definitions = arguments.definitions,
                           .definition_count = arguments.definition_count};
    Diagnostics diagnostics = {0};
    Unit *unit = cuda_parse(arguments.file, text, &options, &diagnostics);
    CudaOutput output = {.with_values = arguments.with_values};
    if (arguments.wants_ptx && !verdict(&diagnostics)) cuda_emit_ptx(unit, &output);
    diagnostics_print(&diagnostics, unit, stderr, isatty(2));
    status = verdict(&diagnostics);
    if (!status && arguments.kernels) status = run(unit, &arguments);
    if (!status && arguments.wants_ptx) status = write_output(&output, arguments.output);
    free(output.text);
    free(text);
    diagnostics_free(&diagnostics);
    cuda_free(unit);
    return status;
}
