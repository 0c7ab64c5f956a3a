// main.c - the command `emulate`: runs a CUDA program on the emulated GPU and says what it did there.
#define _GNU_SOURCE
#include "output/page/output_html.h"
#include "preview.h"
#include "progress.h"
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <grp.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#define TRACE_LIMIT_USUAL 16
#define EXIT_OURS 2 // bad usage, or a report that cannot be written
#define LONGEST_CASE (UINT64_C(1) << 32)

static const char usage[] =
    "usage: emulate [OPTIONS] PROGRAM [ARGUMENTS]\n"
    "Runs a program built with `nvcc -cudart shared` on an emulated GPU; with -lineinfo it knows source lines.\n"
    "\n"
    "  --counters FILE.csv    a row for each launch with all its counters and its occupancy\n"
    "  --json FILE            everything: launches, counters by line, faults, copies, failed calls\n"
    "  --json-fd N            the same to an open descriptor\n"
    "  --trace FILE           single accesses of warps with the addresses of their lanes, a JSON object a line\n"
    "  --trace-limit N        of each instruction the first N accesses, and one for each cost; default: 16\n"
    "  --trace-blocks A[-B]   first accesses of blocks A to B only, as linear indices\n"
    "  --html FILE            a page: launches, faults, the source with what each line made the device do\n"
    "  --beside FILE          in that page another run's requests too: what its --trace wrote\n"
    "  --beside-name TEXT     whose they are\n"
    "  --title TEXT           what the page is called, instead of the program's name\n"
    "  --source SHOWN=PATH    files named as SHOWN is are called that, and read from PATH\n"
    "  --estimate             how long each launch would take on the GPU, and what it waits for: from its machine\n"
    "                         code, on a model of the GPU's multiprocessors\n"
    "  --costs                estimates, and what each cost of the longest launches is worth: they are estimated "
    "again\n"
    "                         without it\n"
    "  --sample               only estimates for launches that are large or repeat others: their results are missing\n"
    "  --timeline FILE        what the warps of one multiprocessor wait for, of the launch with the longest estimate\n"
    "  --show-timeline FILE   in the page of --html: such a timeline, a second one beside it\n"
    "  --run-below N          with --sample: launches with fewer instructions of warps are run; default: 30M\n"
    "  --compare-code         executes the kernels' machine code too, counts its accesses and operations, and the "
    "bytes\n"
    "                         that it writes otherwise: more columns of --counters\n"
    "  --annotate             the same for the terminal, to standard error\n"
    "  --columns N, --colour  of that listing, whatever standard error is\n"
    "  --brief                that listing without what its columns mean\n"
    "  --ptxas PATH|none      the ptxas that says how many registers kernels take which the program has no machine\n"
    "                         code for; default: that of the toolkit found, and none for --json-fd alone\n"
    "  --gpu NAME             which GPU to emulate (--list-gpus)\n"
    "  --threads N            threads of this machine that run blocks; default: one per core\n"
    "  --in-order             blocks one after another, in the order of their indices\n"
    "  --no-checks            without the checks for races and uninitialised memory\n"
    "  --error-exitcode N     end with N if there was a fault or a call failed\n"
    "  --leak-check full|no   full: memory that was not freed counts as a fault, too; default: no\n"
    "  --max-instructions N   end a launch after N instructions of its warps\n"
    "  --memory BYTES         of device memory, K, M and G may follow; default: what the GPU has\n"
    "  --load FILE            a case: arrays that the program may have put into device memory, and its outputs\n"
    "  --own-code FILE        code that the program loads and that does not lie in FILE counts as told to the device\n"
    "  --ptx FILE             kernels that FILE has, PTX text, are FILE's instead of the program's\n"
    "  --store FILE           the outputs of that case as the program left them on the device, once it has ended\n"
    "  --user N               once the program has started become that user (for root): it has what is loaded and "
    "stored\n"
    "                         to itself\n"
    "  --quiet                no text about faults\n"
    "  --list-gpus, --version, --help\n";
static const char usage_notes[] =
    "\n"
    "Times between events are estimates too: from the first such event on, launches are estimated without an option.\n"
    "\n"
    "Ends like the program: with its status, or 128 + the signal that ended it.\n";

typedef struct {
    DeviceOptions device;
    const char *counters, *json, *trace, *html, *ptxas, *beside, *beside_name, *title, *shown, *source, *load, *store,
        *own_code, *ptx, *timeline, *shown_timelines[MOST_TIMELINES];
    size_t columns;              // of the listing, 0: the terminal's
    int json_fd, error_exitcode; // -1: not asked for
    uid_t user;                  // 0: stay who we are
    bool annotate, brief, colour, quiet, leaks;
} Options;

enum {
    COUNTERS = 256,
    JSON,
    JSON_FD,
    TRACE,
    TRACE_LIMIT,
    TRACE_BLOCKS,
    BESIDE,
    BESIDE_NAME,
    TITLE,
    SOURCE,
    COLUMNS,
    COLOUR,
    BRIEF,
    HTML,
    PTXAS,
    ANNOTATE,
    ESTIMATE,
    COSTS,
    SAMPLE,
    TIMELINE,
    SHOW_TIMELINE,
    RUN_BELOW,
    COMPARE_CODE,
    GPU,
    THREADS,
    IN_ORDER,
    NO_CHECKS,
    ERROR_EXITCODE,
    LEAK_CHECK,
    MAX_INSTRUCTIONS,
    MEMORY_BYTES,
    LOAD,
    STORE,
    OWN_CODE,
    OTHER_PTX,
    USER,
    LIST_GPUS,
    QUIET,
    HELP,
    VERSION_OPTION
};

static const struct option long_options[] = {
    {"counters", required_argument, NULL, COUNTERS},
    {"json", required_argument, NULL, JSON},
    {"json-fd", required_argument, NULL, JSON_FD},
    {"trace", required_argument, NULL, TRACE},
    {"trace-limit", required_argument, NULL, TRACE_LIMIT},
    {"trace-blocks", required_argument, NULL, TRACE_BLOCKS},
    {"beside", required_argument, NULL, BESIDE},
    {"beside-name", required_argument, NULL, BESIDE_NAME},
    {"title", required_argument, NULL, TITLE},
    {"source", required_argument, NULL, SOURCE},
    {"columns", required_argument, NULL, COLUMNS},
    {"colour", no_argument, NULL, COLOUR},
    {"brief", no_argument, NULL, BRIEF},
    {"html", required_argument, NULL, HTML},
    {"ptxas", required_argument, NULL, PTXAS},
    {"annotate", no_argument, NULL, ANNOTATE},
    {"estimate", no_argument, NULL, ESTIMATE},
    {"costs", no_argument, NULL, COSTS},
    {"sample", no_argument, NULL, SAMPLE},
    {"timeline", required_argument, NULL, TIMELINE},
    {"show-timeline", required_argument, NULL, SHOW_TIMELINE},
    {"run-below", required_argument, NULL, RUN_BELOW},
    {"compare-code", no_argument, NULL, COMPARE_CODE},
    {"gpu", required_argument, NULL, GPU},
    {"threads", required_argument, NULL, THREADS},
    {"in-order", no_argument, NULL, IN_ORDER},
    {"no-checks", no_argument, NULL, NO_CHECKS},
    {"error-exitcode", required_argument, NULL, ERROR_EXITCODE},
    {"leak-check", required_argument, NULL, LEAK_CHECK},
    {"max-instructions", required_argument, NULL, MAX_INSTRUCTIONS},
    {"memory", required_argument, NULL, MEMORY_BYTES},
    {"load", required_argument, NULL, LOAD},
    {"store", required_argument, NULL, STORE},
    {"own-code", required_argument, NULL, OWN_CODE},
    {"ptx", required_argument, NULL, OTHER_PTX},
    {"user", required_argument, NULL, USER},
    {"list-gpus", no_argument, NULL, LIST_GPUS},
    {"quiet", no_argument, NULL, QUIET},
    {"help", no_argument, NULL, HELP},
    {"version", no_argument, NULL, VERSION_OPTION},
    {NULL, 0, NULL, 0},
};

__attribute__((noreturn)) static void refuse(const char *option, const char *value) {
    fprintf(stderr, "emulate: --%s cannot be %s (see emulate --help)\n", option, value);
    exit(EXIT_OURS);
}

// A whole number from 0 to most; a unit may follow if units.
static uint64_t read_number(const char *option, const char *text, uint64_t most, bool units) {
    static const char letters[] = "KMG";
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    unsigned shift = 0;
    const char *letter = units && *end ? strchr(letters, *end & ~32) : NULL;
    if (letter) shift = 10 * (unsigned)(letter - letters + 1), end++;
    if (*text < '0' || *text > '9' || *end || errno || number > most >> shift) refuse(option, text);
    return (uint64_t)number << shift;
}

// The values that compute-sanitizer's option has.
static bool read_full(const char *text) {
    if (strcmp(text, "full") != 0 && strcmp(text, "no") != 0) refuse("leak-check", text);
    return *text == 'f';
}

// "A" or "A-B".
static void read_blocks(TraceOptions *trace, char *text) {
    char *dash = strchr(text, '-'), *first = dash ? strndup(text, (size_t)(dash - text)) : text;
    trace->first_block = (uint32_t)read_number("trace-blocks", first, UINT32_MAX, false);
    trace->last_block = dash ? (uint32_t)read_number("trace-blocks", dash + 1, UINT32_MAX, false) : trace->first_block;
    if (trace->last_block < trace->first_block) refuse("trace-blocks", text);
    if (dash) free(first);
}

// "SHOWN=PATH".
static void read_source(Options *options, char *text) {
    char *equals = strchr(text, '=');
    if (!equals) refuse("source", text);
    *equals = 0;
    options->shown = text;
    options->source = equals + 1;
}

static void add_timeline(Options *options, const char *path) {
    unsigned n = 0;
    while (n < MOST_TIMELINES && options->shown_timelines[n]) n++;
    if (n == MOST_TIMELINES) refuse("show-timeline", path);
    options->shown_timelines[n] = path;
}

static const Gpu *read_gpu(const char *name) {
    const Gpu *gpu = gpu_named(name);
    if (gpu) return gpu;
    fprintf(stderr, "emulate: no GPU is called %s; --list-gpus says which there are\n", name);
    exit(EXIT_OURS);
}

static void list_gpus(void) {
    const Gpu *gpu;
    for (unsigned i = 0; (gpu = gpu_at(i)); i++)
        printf("%-10s %-28s compute capability %d.%d, %u multiprocessors\n", gpu->name, gpu->marketing_name, gpu->major,
               gpu->minor, gpu->multiprocessors);
    exit(0);
}

static void read_option(Options *options, int option) {
    switch (option) {
    case COUNTERS: options->counters = optarg; break;
    case JSON: options->json = optarg; break;
    case JSON_FD: options->json_fd = (int)read_number("json-fd", optarg, 1 << 20, false); break;
    case TRACE:
        options->trace = optarg;
        options->device.trace.wanted = true;
        break;
    case TRACE_LIMIT: options->device.trace.limit = (uint32_t)read_number("trace-limit", optarg, 1 << 20, true); break;
    case TRACE_BLOCKS: read_blocks(&options->device.trace, optarg); break;
    case TITLE: options->title = optarg; break;
    case SOURCE: read_source(options, optarg); break;
    case COLUMNS: options->columns = read_number("columns", optarg, 100000, false); break;
    case COLOUR: options->colour = true; break;
    case BRIEF: options->brief = true; break;
    case BESIDE: options->beside = optarg; break;
    case BESIDE_NAME: options->beside_name = optarg; break;
    case HTML:
        options->html = optarg;
        options->device.trace.wanted = true;
        break;
    case PTXAS: options->ptxas = optarg; break;
    case ANNOTATE:
        options->annotate = true;
        options->device.trace.wanted = true;
        break;
    case ESTIMATE: options->device.estimates = true; break;
    case COSTS: options->device.estimates = options->device.costs = true; break;
    case SAMPLE: options->device.estimates = options->device.sample = true; break;
    case TIMELINE:
        options->timeline = optarg;
        options->device.timeline = options->device.estimates = true;
        break;
    case SHOW_TIMELINE: add_timeline(options, optarg); break;
    case RUN_BELOW: options->device.run_below = read_number("run-below", optarg, UINT64_MAX, true); break;
    case COMPARE_CODE: options->device.compare = true; break;
    case GPU: options->device.gpu = read_gpu(optarg); break;
    case THREADS: options->device.threads = (unsigned)read_number("threads", optarg, 1024, false); break;
    case IN_ORDER: options->device.in_order = true; break;
    case NO_CHECKS: options->device.checks = false; break;
    case ERROR_EXITCODE: options->error_exitcode = (int)read_number("error-exitcode", optarg, 255, false); break;
    case LEAK_CHECK: options->leaks = read_full(optarg); break;
    case MAX_INSTRUCTIONS:
        options->device.instruction_budget = read_number("max-instructions", optarg, UINT64_MAX, true);
        break;
    case MEMORY_BYTES: options->device.memory_limit = read_number("memory", optarg, INT64_MAX, true); break;
    case LOAD: options->load = optarg; break;
    case STORE: options->store = optarg; break;
    case OWN_CODE: options->own_code = optarg; break;
    case OTHER_PTX: options->ptx = optarg; break;
    case USER: options->user = (uid_t)read_number("user", optarg, UINT32_MAX - 1, false); break;
    case LIST_GPUS: list_gpus(); break;
    case QUIET: options->quiet = true; break;
    case HELP: printf("%s%s", usage, usage_notes); exit(0);
    case VERSION_OPTION: puts("emulate " VERSION); exit(0);
    default: fputs("emulate: see emulate --help\n", stderr); exit(EXIT_OURS);
    }
}

static Options read_options(int count, char **arguments) {
    Options options = {.device = {.checks = true, .trace = {.limit = TRACE_LIMIT_USUAL, .last_block = UINT32_MAX}},
                       .json_fd = -1,
                       .error_exitcode = -1};
    int option;
    while ((option = getopt_long(count, arguments, "+", long_options, NULL)) != -1) read_option(&options, option);
    if (options.store && !options.load) {
        fputs("emulate: --store needs --load, which says what outputs there are\n", stderr);
        exit(EXIT_OURS);
    }
    if (optind < count) return options;
    fprintf(stderr, "%s%s", usage, usage_notes);
    exit(EXIT_OURS);
}

// Opened before the program runs, so that a bad path is reported at once.
static FILE *open_report(const char *path, int fd) {
    FILE *file = path ? fopen(path, "we") : fd >= 0 ? fdopen(fd, "w") : NULL;
    if (fd >= 0 && file) fcntl(fd, F_SETFD, FD_CLOEXEC); // the program must not write its own report
    if (file || (!path && fd < 0)) return file;
    if (path) fprintf(stderr, "emulate: cannot write %s: %s\n", path, strerror(errno));
    else fprintf(stderr, "emulate: descriptor %d cannot be written: %s\n", fd, strerror(errno));
    exit(EXIT_OURS);
}

static Comparison *read_comparison(const Options *options) {
    const char *name = options->beside_name ? options->beside_name : "beside it";
    Comparison *comparison = options->beside ? comparison_read(options->beside, name) : NULL;
    if (comparison || !options->beside) return comparison;
    fprintf(stderr, "emulate: %s is not what --trace writes\n", options->beside);
    exit(EXIT_OURS);
}

static void write_store(const char *path, const CaseFile *taken) {
    char error[160];
    if (case_file_write(path, taken, error)) return;
    fprintf(stderr, "emulate: %s\n", error);
    exit(EXIT_OURS);
}

// Opens the case's files before the program runs, for the same reason. The file to be written is empty at first.
static char *read_ptx(const char *path) {
    enum { LONGEST_PTX = 64 << 20 };
    if (!path) return NULL;
    FILE *file = fopen(path, "rb");
    char *text = file ? calloc(LONGEST_PTX + 1, 1) : NULL;
    if (!text || (!fread(text, 1, LONGEST_PTX, file) && ferror(file))) {
        fprintf(stderr, "emulate: %s: %s\n", path, strerror(errno));
        exit(EXIT_OURS);
    }
    fclose(file);
    return text;
}

static void open_case(const Options *options, CaseFile *given) {
    char error[160];
    if (options->load && !case_file_read(options->load, LONGEST_CASE, given, error)) {
        fprintf(stderr, "emulate: %s\n", error);
        exit(EXIT_OURS);
    }
    if (options->store) write_store(options->store, &(CaseFile){0});
}

// What the program sends is read, and its PTX executed, by a user who owns nothing but the case's files. Nobody else
// may look into this process.
static void become_user(uid_t user) {
    if (!user) return;
    if (setgroups(0, NULL) || setresgid(user, user, user) || setresuid(user, user, user)) {
        fprintf(stderr, "emulate: cannot become user %u: %s\n", (unsigned)user, strerror(errno));
        exit(EXIT_OURS);
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL); // forgotten when the user changed
    prctl(PR_SET_DUMPABLE, 0);
}

static void serve(Service *service, Program *program, ProgramEnd *end) {
    bool done = false;
    while (!done) {
        // SIGCHLD interrupts the wait; the time limit is for a SIGCHLD that comes just before the wait.
        service_step(service, 200);
        done = program_ended(program, end);
    }
    program_end_rest();
    while (service_step(service, 0)) {} // what was sent before the end
    service_finish(service);
}

static void say_more(const Service *service) {
    if (service->protocol_errors)
        fprintf(stderr, "emulate: the program sent the device %" PRIu64 " messages that make no sense\n",
                service->protocol_errors);
}

// Has the registers looked up if a report tells occupancies. With --json-fd alone ptxas runs only if an option asks for
// it: such a report is read by the grader, which may not trust this program. Returns why registers are unknown, NULL:
// all are known.
static const char *find_registers(const Options *options, Service *service) {
    static Assembler *assembler; // keeps the reason
    if (!options->counters && !options->json && !options->html && !options->annotate && !options->ptxas) return NULL;
    assembler = assembler_create(options->ptxas);
    bool unknown = false;
    for (size_t i = 0; assembler && i < service->context_count; i++) {
        size_t count;
        device_find_registers(service->contexts[i]->device, assembler);
        const LaunchRecord *launches = device_launches(service->contexts[i]->device, &count);
        for (size_t j = 0; j < count; j++) unknown |= !launches[j].registers;
    }
    return !unknown ? NULL : assembler_reason(assembler);
}

// The width of the terminal on standard error; 0: it is no terminal, and COLUMNS does not say.
static size_t terminal_columns(void) {
    struct winsize size;
    const char *said = getenv("COLUMNS");
    if (said && atoi(said) > 0) return (size_t)atoi(said);
    return isatty(STDERR_FILENO) && ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

static bool wants_colour(void) { return isatty(STDERR_FILENO) && !getenv("NO_COLOR"); }

int main(int count, char **arguments) {
    Options options = read_options(count, arguments);
    FILE *counters = open_report(options.counters, -1), *json = open_report(options.json, -1);
    FILE *json_fd = open_report(NULL, options.json_fd), *html = open_report(options.html, -1);
    FILE *trace = open_report(options.trace, -1), *timeline = open_report(options.timeline, -1);
    Comparison *comparison = read_comparison(&options);
    const Presentation presentation = {comparison,
                                       options.shown,
                                       options.source,
                                       options.brief,
                                       {options.shown_timelines[0], options.shown_timelines[1]}};
    if (!options.trace) options.device.trace.limit = 0; // no page shows more than one of each cost
    static Service service;
    static Program program;
    CaseFile given = {0}, taken = {0};
    ProgramEnd end = {0};
    open_case(&options, &given);
    options.device.origins = options.load;
    options.device.stop = &program.stop;
    options.device.counts_as_written = preview_program(arguments[optind], options.quiet);
    if (!program_start(&program, arguments + optind)) return EXIT_OURS;
    become_user(options.user);
    if (!options.quiet) options.device.progress = progress_begin();
    service_create(&service, &options.device, program.control);
    service.given = options.load ? &given : NULL;
    service.border.own_code = options.own_code;
    service.ptx = read_ptx(options.ptx);
    service.taken = options.store ? &taken : NULL;
    service.veil = veil_create(&given);
    // A veil stands before all of that memory. Estimates ask which pages the program used last.
    if (options.load && service.options.sample) service.options.results = &service.results;
    service.options.lends = (options.load || service.options.estimates) && !service.veil;
    serve(&service, &program, &end);
    progress_end();
    if (service.kept_bytes) fwrite(service.kept, 1, service.kept_bytes, stdout);
    fflush(stdout);
    say_more(&service);
    if (!options.quiet) output_text(stderr, &service, &end, wants_colour());
    const char *note = find_registers(&options, &service);
    if (options.annotate)
        output_annotated(stderr, &service, options.colour || wants_colour(),
                         options.columns ? options.columns : terminal_columns(), note, &presentation);
    bool written =
        (!counters || output_csv(counters, &service)) && (!json || output_json(json, &service, &end, note)) &&
        (!trace || output_trace(trace, &service)) && (!timeline || output_timeline(timeline, &service)) &&
        (!html ||
         output_html(html, &service, &end, options.title ? options.title : arguments[optind], note, &presentation)) &&
        (!json_fd || output_json(json_fd, &service, &end, note));
    if (!written) fprintf(stderr, "emulate: a report could not be written: %s\n", strerror(errno));
    written = written && veil_store(service.veil, &taken);
    if (options.store) write_store(options.store, &taken);
    bool faulty = options.error_exitcode >= 0 && run_is_faulty(&service, &end, options.leaks);
    service_destroy(&service);
    veil_destroy(service.veil);
    comparison_free(comparison);
    case_file_free(&given);
    case_file_free(&taken);
    return !written ? EXIT_OURS : faulty ? options.error_exitcode : end.exit_status;
}
