// kernel.c - cuda_emit_ptx(): every kernel generated, optimised and printed, and what the module declares.
#include "../ir/passes.h"
#include "generate.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ATTEMPTS = 200, FIRST_SYMBOLS = 32 };

typedef struct ModuleText {
    FILE *head, *body, *shared; // declarations of the module, kernels, declarations in the kernel
    const Variable **seen;      // variables that the kernel or the module has declared
    uint32_t seen_count, seen_room;
    const char **strings;
    size_t *lengths;
    uint32_t string_count, string_room;
    FunctionNames names;
    bool prints;
    unsigned kernel;
} ModuleText;

static void *must(void *memory) {
    if (!memory) abort();
    return memory;
}

// ---- refusals and places
// ---------------------------------------------------------------------------------------------

void generator_refuse(Generator *generator, Place place, const char *message, const char *advice, ...) {
    if (generator->stop || generator->refused) {
        generator->stop = true;
        return;
    }
    char text[320], more[320] = "";
    va_list list;
    va_start(list, advice);
    vsnprintf(text, sizeof text, message, list);
    if (advice) vsnprintf(more, sizeof more, advice, list);
    va_end(list);
    generator->stop = generator->refused = true;
    Diagnostic *diagnostic = diagnostic_add(generator->unit->diagnostics, DIAGNOSTIC_REFUSED, place,
                                            "this compiler cannot compile %s", NULL, text);
    snprintf(diagnostic->advice, sizeof diagnostic->advice, "%s", more);
    snprintf(diagnostic->function, sizeof diagnostic->function, "%s",
             generator->kernel->shown ? generator->kernel->shown : "");
}

void generator_place(Generator *generator, Place place) {
    if (place.line) generator->graph->line = place.line | (uint32_t)place.file << LINE_BITS;
}

// ---- symbols
// ---------------------------------------------------------------------------------------------------------

static bool see(ModuleText *text, const Variable *variable) { // false: it was seen before
    for (uint32_t n = 0; n < text->seen_count; n++)
        if (text->seen[n] == variable) return false;
    if (text->seen_count == text->seen_room) {
        text->seen_room = text->seen_room ? 2 * text->seen_room : FIRST_SYMBOLS;
        text->seen = must(realloc(text->seen, text->seen_room * sizeof *text->seen));
    }
    text->seen[text->seen_count++] = variable;
    return true;
}

const char *symbol_of(Generator *generator, const Variable *variable) {
    const char *name = variable->mangled ? variable->mangled : variable->name;
    ModuleText *text = generator->text;
    if (!see(text, variable)) return name;
    uint32_t align = variable->align > variable->type->align ? variable->align : variable->type->align;
    if (variable->space == SPACE_SHARED)
        fprintf(text->shared, "\t.shared .align %u .b8 %s[%" PRIu64 "];\n", align, name,
                variable->type->size ? variable->type->size : 1);
    else if (variable->space == SPACE_SHARED_DYNAMIC)
        fprintf(text->head, ".extern .shared .align %u .b8 %s[];\n", align < 16 ? 16 : align, name);
    else if (variable->space == SPACE_LOCAL || variable->space == SPACE_HOST) {
        fprintf(text->head, ".const .align %u .b8 %s[%" PRIu64 "] = {", align, name, variable->type->size);
        for (uint64_t n = 0; n < variable->type->size; n++)
            fprintf(text->head, "%s%u", n ? ", " : "", variable->image[n]);
        fputs("};\n", text->head);
    }
    return name;
}

const char *string_symbol(Generator *generator, const char *string, size_t length) {
    ModuleText *text = generator->text;
    uint32_t n = 0;
    while (n < text->string_count && (text->lengths[n] != length || memcmp(text->strings[n], string, length))) n++;
    const char *name = unit_format(generator->unit, n ? "$str$%u" : "$str", n);
    if (n < text->string_count) return name;
    if (text->string_count == text->string_room) {
        text->string_room = text->string_room ? 2 * text->string_room : 16;
        text->strings = must(realloc(text->strings, text->string_room * sizeof *text->strings));
        text->lengths = must(realloc(text->lengths, text->string_room * sizeof *text->lengths));
    }
    text->strings[text->string_count] = string;
    text->lengths[text->string_count++] = length;
    fprintf(text->head, ".global .align 1 .b8 %s[%zu] = {", name, length + 1);
    for (size_t k = 0; k < length; k++) fprintf(text->head, "%u, ", (unsigned char)string[k]);
    fputs("0};\n", text->head);
    return name;
}

static bool all_zero(const Variable *variable) {
    if (!variable->image) return true;
    for (uint64_t n = 0; n < variable->type->size; n++)
        if (variable->image[n]) return false;
    return true;
}

static void declare_variable(ModuleText *text, const Variable *variable) {
    const char *name = variable->mangled ? variable->mangled : variable->name;
    bool constant = variable->space == SPACE_CONSTANT;
    uint32_t align = variable->align > variable->type->align ? variable->align : variable->type->align;
    fprintf(text->head, "%s%s%s .align %u .b8 %s[%" PRIu64 "]", variable->is_static ? "" : ".visible ",
            constant ? ".const" : ".global", variable->space == SPACE_MANAGED ? " .attribute(.managed)" : "", align,
            name, variable->type->size);
    if (!all_zero(variable)) {
        for (uint64_t n = 0; n < variable->type->size; n++)
            fprintf(text->head, "%s%u", n ? ", " : " = {", variable->image[n]);
        fputc('}', text->head);
    }
    fputs(";\n", text->head);
}

// ---- one kernel
// ------------------------------------------------------------------------------------------------------

static const char *parameter_name(Generator *generator, unsigned n) {
    return unit_format(generator->unit, "%s_param_%u", generator->kernel->mangled, n);
}

// A pointer that a kernel is given, alone or in a record, is one to global memory.
static void to_global(Generator *generator, Value *value, const Type *type) {
    if (type->kind != TYPE_POINTER || value->kind != VALUE_ADDRESS || value->space != IN_GENERIC) return;
    if (type->base->kind == TYPE_FUNCTION) return;
    value->op = build_function(generator->graph, IR_U64, "cvta.to.global.u64", 1, value->op);
    value->space = IN_GLOBAL;
}

static void bind_parameters(Generator *generator) {
    const Function *kernel = generator->kernel;
    for (unsigned n = 0; n < kernel->parameter_count && !generator->stop; n++) {
        const Variable *parameter = kernel->parameters[n];
        Value place = {.kind = VALUE_ADDRESS, .space = IN_PARAMETER};
        place.op = op_symbol(generator->graph, IR_B64, parameter_name(generator, n));
        if (parameter->type->kind == TYPE_REFERENCE) {
            generator_refuse(generator, parameter->place, "a kernel with a parameter that is a reference",
                             "pass a pointer");
            return;
        }
        Value value = place_load(generator, place, parameter->type->plain ? parameter->type->plain : parameter->type);
        to_global(generator, &value, parameter->type);
        if (value.kind == VALUE_PARTS) {
            const Layout *layout = layout_of(generator, parameter->type);
            for (uint32_t k = 0; k < value.count; k++) to_global(generator, &value.parts[k], layout->leaves[k].type);
        }
        bool restricted = parameter->type->kind == TYPE_POINTER && (parameter->type->qualifiers & IS_RESTRICT);
        if (restricted && value.kind == VALUE_ADDRESS && generator->restricted_count < MOST_RESTRICTED)
            generator->restricted[generator->restricted_count++] = value.op;
        variable_bind(generator, parameter, value);
    }
}

static void generate_body(Generator *generator) {
    generator->graph = graph_new();
    generator->graph->at = graph_block(generator->graph);
    generator->slots = generator->edge_count = generator->loops_made = generator->restricted_count = 0;
    generator->local_bytes = generator->print_bytes = 0;
    generator->dead = generator->stop = generator->again = false;
    generator->breaks = generator->continues = NULL;
    generator->cases = NULL;
    generator->depth = 0;
    memset(generator->layouts, 0, sizeof generator->layouts);
    memset(generator->bindings, 0, (generator->unit->variable_count + 1) * sizeof *generator->bindings);
    loops_forget(generator);
    locals_forget(generator);
    Value nothing = {.kind = VALUE_NONE};
    Frame frame = {.function = generator->kernel, .result_reference = &nothing};
    generator_place(generator, generator->kernel->place);
    bind_parameters(generator);
    frame.returns = join_new(generator);
    generator->frame = &frame;
    statement_generate(generator, generator->kernel->body);
    join_land(generator, frame.returns);
    generator->frame = NULL;
    if (generator->graph->full && !generator->stop)
        generator_refuse(generator, generator->kernel->place, "a kernel that becomes so large", "unroll fewer loops");
}

static void print_parameters(const Generator *generator, FILE *to) {
    const Function *kernel = generator->kernel;
    for (unsigned n = 0; n < kernel->parameter_count; n++) {
        const Type *type = kernel->parameters[n]->type;
        fprintf(to, "%s\t.param ", n ? ",\n" : "\n");
        if (type_is_aggregate(type))
            fprintf(to, ".align %u .b8 %s_param_%u[%" PRIu64 "]", type->align, kernel->mangled, n,
                    type->size ? type->size : 1);
        else fprintf(to, ".u%u %s_param_%u", 8 * (unsigned)type->size, kernel->mangled, n);
    }
    fputs(kernel->parameter_count ? "\n)\n" : ")\n", to);
    if (kernel->max_threads) fprintf(to, ".maxntid %u, 1, 1\n", kernel->max_threads);
    if (kernel->min_blocks) fprintf(to, ".minnctapersm %u\n", kernel->min_blocks);
    if (kernel->cluster[0]) {
        fputs(".explicitcluster\n", to);
        fprintf(to, ".reqnctapercluster %u, %u, %u\n", kernel->cluster[0], kernel->cluster[1], kernel->cluster[2]);
    }
    if (kernel->max_cluster_blocks) fprintf(to, ".maxclusterrank %u\n", kernel->max_cluster_blocks);
}

// Where NVVM's order of passes decides a bit of a result, there is no PTX.
static bool optimise(Generator *generator) {
    const Op *unsure = graph_optimise(generator->graph, generator->restricted, generator->restricted_count);
    if (!unsure) return settle_values(generator->graph), true;
    uint32_t line = unsure->line;
    Place place = {.file = (uint16_t)(line >> LINE_BITS), .line = line & ((1u << LINE_BITS) - 1)};
    generator_refuse(
        generator, place, "an expression whose last bit depends on how nvcc optimizes it",
        "of a product and a sum, nvcc may or may not make one operation; `fmaf(a, b, c)` or `__fmul_rn(a, b)` "
        "says which is meant");
    return false;
}

static void print_kernel(Generator *generator, const char *shared) {
    static const char *const KINDS[CLASS_COUNT][2] = {{"pred", "%p"}, {"b16", "%h"}, {"b32", "%r"},
                                                      {"b64", "%rd"}, {"f32", "%f"}, {"f64", "%fd"}};
    ModuleText *text = generator->text;
    FILE *to = text->body;
    uint32_t counts[CLASS_COUNT] = {0};
    assign_registers(generator->graph, counts);
    fprintf(to, "\n.visible .entry %s(", generator->kernel->mangled);
    print_parameters(generator, to);
    fputs("{\n", to);
    if (generator->local_bytes) fprintf(to, "\t.local .align 16 .b8 __local_depot[%u];\n", generator->local_bytes);
    if (generator->print_bytes) fprintf(to, "\t.local .align 8 .b8 __print_depot[%u];\n", generator->print_bytes);
    for (unsigned class = 0; class < CLASS_COUNT; class ++)
        fprintf(to, "\t.reg .%s %s<%u>;\n", KINDS[class][0], KINDS[class][1], counts[class] + 1);
    fprintf(to, "\t.loc\t%u %u 0\n", generator->kernel->place.file + 1u, generator->kernel->place.line);
    fputs(shared, to);
    graph_print(generator->graph, to, text->kernel++, &text->names);
    fputs("}\n", to);
    text->prints |= generator->prints;
}

static void drop_kernel_symbols(ModuleText *text) { // shared memory is declared in each kernel that has it
    uint32_t count = 0;
    for (uint32_t n = 0; n < text->seen_count; n++)
        if (text->seen[n]->space != SPACE_SHARED) text->seen[count++] = text->seen[n];
    text->seen_count = count;
}

static bool emit_kernel(Unit *unit, const Function *kernel, bool with_values, ModuleText *text) {
    Generator *generator = must(calloc(1, sizeof *generator));
    generator->unit = unit;
    generator->kernel = kernel;
    generator->text = text;
    generator->with_values = with_values;
    generator->bindings = must(calloc(unit->variable_count + 1, sizeof *generator->bindings));
    char *shared = NULL;
    size_t size = 0;
    for (unsigned attempt = 0;; attempt++) {
        drop_kernel_symbols(text);
        text->shared = must(open_memstream(&shared, &size));
        generate_body(generator);
        fclose(text->shared);
        if (!generator->again) break;
        graph_free(generator->graph);
        free(shared);
        shared = NULL;
        if (attempt == MOST_ATTEMPTS) {
            generator->stop = false;
            generator->graph = NULL;
            generator_refuse(generator, kernel->place, "a kernel whose arrays are indexed in so many ways",
                             "use fewer local arrays");
            break;
        }
    }
    bool made = !generator->stop && optimise(generator);
    if (made) print_kernel(generator, shared);
    free(shared);
    graph_free(generator->graph);
    free(generator->environment);
    free(generator->slot_types);
    free(generator->slot_owners);
    free(generator->bindings);
    free(generator->in_memory);
    free(generator->edge_log);
    free(generator);
    return made;
}

// ---- the module
// ------------------------------------------------------------------------------------------------------

static void print_names(FILE *to, const FunctionNames *names) {
    if (!names->count) return;
    fputs("\t.section\t.debug_str\n\t{\n", to);
    for (uint32_t n = 0; n < names->count; n++) {
        fprintf(to, "$L__info_string%u:\n.b8 ", n);
        for (const char *s = names->names[n]; *s; s++) fprintf(to, "%u,", (unsigned char)*s);
        fputs("0\n", to);
    }
    fputs("\t}\n", to);
}

bool cuda_emit_ptx(Unit *unit, CudaOutput *output) {
    ModuleText text = {0};
    char *head = NULL, *body = NULL;
    size_t head_size = 0, body_size = 0, size = 0;
    bool made = true;
    output->text = NULL;
    output->size = 0;
    text.head = must(open_memstream(&head, &head_size));
    text.body = must(open_memstream(&body, &body_size));
    for (unsigned n = 0; n < unit->variable_count; n++) {
        const Variable *variable = unit->variables[n];
        bool on_device =
            variable->space == SPACE_DEVICE || variable->space == SPACE_CONSTANT || variable->space == SPACE_MANAGED;
        if (on_device && !variable->is_extern && variable->type->size) declare_variable(&text, variable);
    }
    for (unsigned n = 0; n < unit->function_count; n++) {
        const Function *function = unit->functions[n];
        if (!function->is_kernel || !function->body) continue;
        if (function->failed || !emit_kernel(unit, function, output->with_values, &text)) made = false;
    }
    fclose(text.head);
    fclose(text.body);
    if (made) {
        FILE *to = must(open_memstream(&output->text, &size));
        fputs(".version 8.0\n.target sm_90\n.address_size 64\n\n", to);
        if (text.prints)
            fputs(".extern .func (.param .b32 func_retval0) vprintf (.param .b64 vprintf_param_0, .param .b64 "
                  "vprintf_param_1);\n",
                  to);
        fputs(head, to);
        fputs(body, to);
        for (unsigned n = 0; n < unit->file_count; n++) fprintf(to, "\t.file\t%u \"%s\"\n", n + 1, unit->files[n].name);
        print_names(to, &text.names);
        fclose(to);
        output->size = size;
    }
    free(head);
    free(body);
    free(text.seen);
    free(text.strings);
    free(text.lengths);
    free((void *)text.names.names);
    return made;
}
