// call.c - calls, all inlined: parameters become variables, and returns jump to a join after the body.
#include "generate.h"

#include <string.h>

void variable_bind(Generator *generator, const Variable *variable, Value value) {
    Binding *binding = &generator->bindings[variable->number];
    binding->bound = true;
    if (variable->type->kind == TYPE_REFERENCE) {
        binding->value = pointer_value(generator, value);
        return;
    }
    binding->value = object_new(generator, variable->type, variable, variable->align);
    if (binding->value.space == IN_VARIABLE && binding->value.object->layout->count)
        generator->slot_owners[binding->value.object->slot] = variable;
    if (value.kind != VALUE_NONE) place_store(generator, binding->value, variable->type, value);
}

static bool is_running(const Generator *generator, const Function *function) {
    for (const Frame *frame = generator->frame; frame; frame = frame->caller)
        if (frame->function == function) return true;
    return false;
}

static bool may_be_called(Generator *generator, const Function *function, Place place) {
    if (is_running(generator, function))
        generator_refuse(generator, place, "`%s`, which calls itself", "write it as a loop", function->shown);
    else if (function->is_kernel) generator_refuse(generator, place, "a kernel that is called as a function", NULL);
    else if (!function->body)
        generator_refuse(generator, place, "a call of `%s`, which has no body in this file", NULL, function->shown);
    else if (function->failed) generator->stop = true; // it has a diagnostic
    return !generator->stop;
}

static uint32_t inlined_at(Generator *generator, const Function *function, Place place) {
    Graph *graph = generator->graph;
    if (graph->call_count == graph->call_room) graph_calls_grow(graph);
    graph->calls[graph->call_count] =
        (InlinedCall){place.line ? place.line : graph->line, place.column, graph->inlined, function->mangled};
    return graph->call_count++;
}

Value inline_call(Generator *generator, const Function *function, Value *arguments, Place place, bool *is_place) {
    const Type *result = function->result;
    *is_place = result->kind == TYPE_REFERENCE;
    if (generator->stop || !may_be_called(generator, function, place)) return value_zero(generator, result);
    Frame frame = {.function = function, .caller = generator->frame};
    Value returned = {.kind = VALUE_NONE};
    bool has_object = result->kind != TYPE_VOID && !*is_place;
    if (has_object) returned = object_new(generator, result, function, result->align);
    frame.result_reference = &returned;
    Join *breaks = generator->breaks, *continues = generator->continues;
    uint32_t line = generator->graph->line, inlined = generator->graph->inlined;
    struct Switch *cases = generator->cases;
    frame.returns = join_new(generator);
    generator->frame = &frame;
    generator->breaks = generator->continues = NULL;
    generator->cases = NULL;
    for (unsigned n = 0; n < function->parameter_count; n++)
        variable_bind(generator, function->parameters[n], arguments[n]);
    generator->graph->inlined = inlined_at(generator, function, place);
    statement_generate(generator, function->body);
    join_land(generator, frame.returns);
    generator->frame = frame.caller;
    generator->breaks = breaks;
    generator->continues = continues;
    generator->cases = cases;
    generator->graph->line = line;
    generator->graph->inlined = inlined;
    if (generator->stop || generator->dead)
        return *is_place
                   ? (Value){.kind = VALUE_ADDRESS, .space = IN_GENERIC, .op = op_constant(generator->graph, IR_U64, 0)}
                   : value_zero(generator, result);
    if (*is_place) return pointer_value(generator, returned);
    return has_object ? place_load(generator, returned, result) : (Value){.kind = VALUE_NONE};
}

Value call_expression(Generator *generator, const Expression *expression) {
    const Function *function = expression->function;
    if (expression->kind == EXPR_CALL_POINTER) {
        Value callee = expression_value(generator, expression->left);
        if (callee.kind != VALUE_FUNCTION) {
            generator_refuse(generator, expression->place, "a call through a pointer that is known only at run time",
                             "call the function by its name");
            return value_zero(generator, expression->type);
        }
        function = callee.function;
    }
    unsigned count = expression->argument_count;
    Value *arguments = graph_alloc(generator->graph, (count + 1) * sizeof *arguments);
    for (unsigned n = 0; n < count && !generator->stop; n++) {
        const Variable *parameter = n < function->parameter_count ? function->parameters[n] : NULL;
        bool reference = parameter && parameter->type->kind == TYPE_REFERENCE;
        arguments[n] = reference ? expression_place(generator, expression->arguments[n])
                                 : expression_value(generator, expression->arguments[n]);
    }
    bool is_place;
    Value value = inline_call(generator, function, arguments, expression->place, &is_place);
    if (is_place && !expression->is_lvalue) return place_load(generator, value, expression->type);
    return value;
}
