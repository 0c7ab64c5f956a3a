// interpret.c - the interpreter.
#include "interpret.h"
#include "../front/front.h"
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

#define HOST_POINTER (1ull << 62)
#define FUNCTION_POINTER (1ull << 61)
enum { OFFSET_BITS = 36, MAX_CALLS = 400, UNSET = 0xA5 };
static const uint64_t MAX_MEMORY = 1ull << 30;

typedef struct {
    uint8_t *bytes;
    uint64_t size;
    bool is_live;
} Block;

typedef struct {
    const Variable *variable;
    uint64_t address;
} Slot;

typedef struct Frame {
    struct Frame *up;
    const Function *function;
    Slot *slots;
    unsigned count, room;
    uint64_t result_address;
    uint8_t *result;
    uint64_t *temporaries; // live until the function returns
    unsigned temporary_count, temporary_room;
    Place place;
} Frame;

typedef struct {
    const Expression *expression;
    uint64_t address;
} Text;

struct Machine {
    Unit *unit;
    World world;
    Block *blocks;
    uint32_t block_count, block_room;
    uint32_t *free_blocks, free_count, free_room;
    uint64_t memory;
    Frame *frame;
    unsigned calls, depth;
    uint64_t steps, step_limit;
    uint64_t *statics; // addresses by the variable's number; 0: not yet
    unsigned static_count;
    Text *texts; // strings, each stored once
    unsigned text_count, text_room;
    bool failed, stopped, refused;
    int status;
    Place place;
    char problem[300];
};

typedef enum { NORMAL, BROKE, CONTINUED, RETURNED } Flow;

// ---- what goes wrong ------------------------------------------------------------------------------------------

void machine_fail(Machine *machine, const char *format, ...) {
    if (machine->failed) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(machine->problem, sizeof machine->problem, format, arguments);
    va_end(arguments);
    machine->failed = true;
}

// What a CUDA program may do and this interpreter cannot.
static void fail_here(Machine *machine, const char *what) {
    machine->refused |= !machine->failed;
    machine_fail(machine, "%s cannot be interpreted", what);
}

bool machine_is_endless(const Machine *machine) { return machine->steps > machine->step_limit; }
bool machine_has_refused(const Machine *machine) { return machine->refused; }

void machine_stop(Machine *machine, int status) {
    machine->failed = machine->stopped = true;
    machine->status = status;
}

bool machine_has_stopped(const Machine *machine, int *status) {
    if (machine->stopped) *status = machine->status;
    return machine->stopped;
}

const char *machine_problem(const Machine *machine, Place *place) {
    *place = machine->place;
    return machine->problem;
}

Place machine_place(const Machine *machine) {
    Place place = machine->place;
    for (const Frame *frame = machine->frame; frame && frame->function && frame->function->source->is_header;
         frame = frame->up)
        place = frame->place;
    return place;
}

static bool step(Machine *machine, Place place) {
    if (place.line) machine->place = place;
    if (machine->failed) return false;
    if (++machine->steps <= machine->step_limit) return true;
    machine_fail(machine, "this runs on and on: %llu steps are the limit", (unsigned long long)machine->step_limit);
    return false;
}

// ---- memory ---------------------------------------------------------------------------------------------------

void machine_unset(Machine *machine, uint64_t address, uint64_t size) {
    uint8_t *bytes = machine_bytes(machine, address, size);
    if (bytes) memset(bytes, UNSET, size);
}

uint64_t machine_alloc(Machine *machine, uint64_t size) {
    if (size > MAX_MEMORY || machine->memory + size > MAX_MEMORY) {
        machine_fail(machine, "the program needs too much memory");
        return 0;
    }
    uint32_t number;
    if (machine->free_count) number = machine->free_blocks[--machine->free_count];
    else {
        if (machine->block_count == machine->block_room) {
            uint32_t room = machine->block_room ? 2 * machine->block_room : 64;
            Block *blocks = realloc(machine->blocks, room * sizeof *blocks);
            if (!blocks) abort();
            machine->blocks = blocks;
            machine->block_room = room;
        }
        number = machine->block_count++;
    }
    uint8_t *bytes = calloc(1, size ? size : 1);
    if (!bytes) abort();
    machine->blocks[number] = (Block){bytes, size, true};
    machine->memory += size;
    return HOST_POINTER | (uint64_t)number << OFFSET_BITS;
}

static Block *block_of(Machine *machine, uint64_t address) {
    uint64_t number = (address & ~HOST_POINTER) >> OFFSET_BITS;
    if (!(address & HOST_POINTER) || number >= machine->block_count || !machine->blocks[number].is_live) return NULL;
    return &machine->blocks[number];
}

bool machine_release(Machine *machine, uint64_t address) {
    Block *block = block_of(machine, address);
    if (!block || (address & ((1ull << OFFSET_BITS) - 1))) return false;
    machine->memory -= block->size;
    free(block->bytes);
    *block = (Block){0};
    if (machine->free_count == machine->free_room) {
        uint32_t room = machine->free_room ? 2 * machine->free_room : 64;
        uint32_t *list = realloc(machine->free_blocks, room * sizeof *list);
        if (!list) abort();
        machine->free_blocks = list;
        machine->free_room = room;
    }
    machine->free_blocks[machine->free_count++] = (uint32_t)(block - machine->blocks);
    return true;
}

bool machine_resize(Machine *machine, uint64_t address, uint64_t size) {
    Block *block = block_of(machine, address);
    if (!block || (address & ((1ull << OFFSET_BITS) - 1))) return false;
    if (size > MAX_MEMORY || machine->memory - block->size + size > MAX_MEMORY) {
        machine_fail(machine, "the program needs too much memory");
        return true;
    }
    uint8_t *bytes = realloc(block->bytes, size ? size : 1);
    if (!bytes) abort();
    if (size > block->size) memset(bytes + block->size, 0, size - block->size);
    machine->memory += size - block->size;
    block->bytes = bytes;
    block->size = size;
    return true;
}

uint8_t *machine_bytes(Machine *machine, uint64_t address, uint64_t size) {
    Block *block = block_of(machine, address);
    uint64_t offset = address & ((1ull << OFFSET_BITS) - 1);
    if (block) return offset <= block->size && size <= block->size - offset ? block->bytes + offset : NULL;
    return machine->world.memory ? machine->world.memory(machine->world.context, address, size) : NULL;
}

const char *machine_text(Machine *machine, uint64_t address) {
    Block *block = block_of(machine, address);
    uint64_t offset = address & ((1ull << OFFSET_BITS) - 1);
    if (!block || offset >= block->size || !memchr(block->bytes + offset, 0, block->size - offset)) return NULL;
    return (const char *)block->bytes + offset;
}

static uint8_t *access(Machine *machine, uint64_t address, uint64_t size, Place place) {
    static uint8_t nowhere[16];
    if (machine->failed) return NULL;
    if (!size) return nowhere;
    uint8_t *bytes = machine_bytes(machine, address, size);
    if (bytes) return bytes;
    if (place.line) machine->place = place;
    if (!address) machine_fail(machine, "a null pointer is used");
    else if (address & HOST_POINTER) machine_fail(machine, "an access outside of an array or a variable");
    else machine_fail(machine, "the host uses a pointer to device memory");
    return NULL;
}

// ---- scalars --------------------------------------------------------------------------------------------------

static float half_to_float(uint16_t half) {
    int exponent = half >> 10 & 31, fraction = half & 1023;
    float value = exponent == 31 ? (fraction ? NAN : INFINITY)
                  : exponent     ? ldexpf((float)(fraction + 1024), exponent - 25)
                                 : ldexpf((float)fraction, -24);
    return half >> 15 ? -value : value;
}

static uint16_t double_to_half(double value) {
    uint16_t sign = signbit(value) ? 0x8000 : 0;
    value = fabs(value);
    if (isnan(value)) return 0x7fff;
    if (value >= 65520) return sign | 0x7c00;
    int exponent;
    frexp(value, &exponent);
    if (exponent < -13) exponent = -13;
    double scaled = nearbyint(ldexp(value, 11 - exponent)); // 11 bits, or fewer of a subnormal
    if (scaled >= 2048) scaled /= 2, exponent++;
    uint16_t bits = (uint16_t)scaled;
    if (bits < 1024) return sign | bits;
    return (uint16_t)(sign | (exponent + 14) << 10 | (bits & 1023));
}

static uint64_t read_integer(const Type *type, const uint8_t *bytes) {
    uint64_t value = 0;
    memcpy(&value, bytes, type->size < 8 ? type->size : 8);
    return type_is_integer(type) ? integer_of_type(type, value) : value;
}

static double read_floating(const Type *type, const uint8_t *bytes) {
    float single;
    double value = 0;
    uint32_t bits;
    uint16_t half;
    switch (type->kind) {
    case TYPE_FLOAT: memcpy(&single, bytes, 4); return (double)single;
    case TYPE_HALF: memcpy(&half, bytes, 2); return (double)half_to_float(half);
    case TYPE_BFLOAT16:
        memcpy(&half, bytes, 2);
        bits = (uint32_t)half << 16;
        memcpy(&single, &bits, 4);
        return (double)single;
    default: memcpy(&value, bytes, 8); return value;
    }
}

static void write_integer(const Type *type, uint64_t value, uint8_t *bytes) {
    if (type->kind == TYPE_BOOL) value = value != 0;
    memcpy(bytes, &value, type->size < 8 ? type->size : 8);
}

static void write_floating(const Type *type, double value, uint8_t *bytes) {
    float single = (float)value;
    uint32_t bits;
    uint16_t half;
    switch (type->kind) {
    case TYPE_FLOAT: memcpy(bytes, &single, 4); break;
    case TYPE_HALF:
        half = double_to_half(value);
        memcpy(bytes, &half, 2);
        break;
    case TYPE_BFLOAT16:
        memcpy(&bits, &single, 4);
        if (!isnan(single)) bits += 0x7fff + (bits >> 16 & 1);
        half = (uint16_t)(bits >> 16);
        memcpy(bytes, &half, 2);
        break;
    default: memcpy(bytes, &value, 8);
    }
}

static void write_value(const HostValue *value, const Type *type, uint8_t *bytes) {
    if (type->kind == TYPE_VOID) return;
    if (type_is_floating(type)) write_floating(type, value->floating, bytes);
    else write_integer(type, value->integer, bytes);
}

static HostValue read_value(const Type *type, const uint8_t *bytes) {
    HostValue value = {.type = type};
    if (type_is_floating(type)) value.floating = read_floating(type, bytes);
    else if (type_is_scalar(type)) value.integer = read_integer(type, bytes);
    return value;
}

// ---- variables ------------------------------------------------------------------------------------------------

static void evaluate(Machine *machine, const Expression *expression, uint8_t *out);
static uint64_t locate(Machine *machine, const Expression *expression);

static Slot *slot_of(Machine *machine, const Variable *variable) {
    Frame *frame = machine->frame;
    for (unsigned i = frame ? frame->count : 0; i-- > 0;)
        if (frame->slots[i].variable == variable) return &frame->slots[i];
    return NULL;
}

static void bind(Machine *machine, const Variable *variable, uint64_t address) {
    Frame *frame = machine->frame;
    Slot *known = slot_of(machine, variable);
    if (known) {
        if (variable->type->kind != TYPE_REFERENCE) machine_release(machine, known->address);
        known->address = address;
        return;
    }
    if (frame->count == frame->room) {
        frame->room = frame->room ? 2 * frame->room : 16;
        Slot *slots = realloc(frame->slots, frame->room * sizeof *slots);
        if (!slots) abort();
        frame->slots = slots;
    }
    frame->slots[frame->count++] = (Slot){variable, address};
}

static void initialise_at(Machine *machine, const Variable *variable, uint64_t address) {
    uint64_t size = variable->type->size;
    uint8_t *value = variable->initial && size ? calloc(1, size) : NULL;
    if (value && variable->image) memcpy(value, variable->image, size);
    else if (value) evaluate(machine, variable->initial, value);
    uint8_t *bytes = value ? access(machine, address, size, variable->place) : NULL;
    if (bytes) memcpy(bytes, value, size);
    free(value);
}

static uint64_t static_address(Machine *machine, const Variable *variable) {
    if (variable->number >= machine->static_count) {
        unsigned count = machine->unit->variable_count;
        uint64_t *statics = realloc(machine->statics, (count + 1) * sizeof *statics);
        if (!statics) abort();
        memset(statics + machine->static_count, 0, (count - machine->static_count) * sizeof *statics);
        machine->statics = statics;
        machine->static_count = count;
    }
    uint64_t *address = &machine->statics[variable->number];
    if (*address) return *address;
    if (variable->type->kind == TYPE_REFERENCE)
        return *address = variable->initial ? locate(machine, variable->initial) : 0;
    uint64_t made = machine_alloc(machine, variable->type->size);
    machine->statics[variable->number] = made;
    initialise_at(machine, variable, made);
    return made;
}

// Without a world only what is known when the program is compiled has a value: a variable that may change has none.
static bool is_known(const Machine *machine, const Variable *variable) {
    const Type *type = variable->type;
    while (type->kind == TYPE_ARRAY) type = type->base;
    return machine->world.call || variable->is_constexpr || type->kind == TYPE_REFERENCE || type->qualifiers & IS_CONST;
}

static uint64_t variable_address(Machine *machine, const Variable *variable, Place place) {
    if ((variable->space != SPACE_LOCAL || !variable->function) && !is_known(machine, variable)) {
        machine->place = place;
        machine_fail(machine, "`%s` may change", variable->name ? variable->name : "?");
        return 0;
    }
    if (variable->space == SPACE_MANAGED) {
        machine->place = place;
        fail_here(machine, "a `__managed__` variable");
        return 0;
    }
    if (variable->space != SPACE_LOCAL || !variable->function) return static_address(machine, variable);
    Slot *slot = slot_of(machine, variable);
    if (slot) return slot->address;
    if (variable->image) return static_address(machine, variable);
    machine->place = place;
    machine_fail(machine, "`%s` is not known here", variable->name ? variable->name : "?");
    return 0;
}

// ---- operators ------------------------------------------------------------------------------------------------

static bool compare(Operator operator, int order, bool is_unordered) {
    switch (operator) {
    case OP_EQUAL: return !is_unordered && !order;
    case OP_NOT_EQUAL: return is_unordered || order;
    case OP_LESS: return !is_unordered && order < 0;
    case OP_LESS_EQUAL: return !is_unordered && order <= 0;
    case OP_GREATER: return !is_unordered && order > 0;
    default: return !is_unordered && order >= 0;
    }
}

static double floating_operation(Operator operator, double a, double b) {
    switch (operator) {
    case OP_ADD: return a + b;
    case OP_SUBTRACT: return a - b;
    case OP_MULTIPLY: return a * b;
    default: return a / b;
    }
}

static uint64_t integer_operation(Machine *machine, Operator operator, const Type * type, uint64_t a, uint64_t b) {
    bool is_signed = type_is_signed(type);
    unsigned bits = type->size > 4 ? 63 : 31;
    switch (operator) {
    case OP_ADD: return a + b;
    case OP_SUBTRACT: return a - b;
    case OP_MULTIPLY: return a * b;
    case OP_DIVIDE:
    case OP_REMAINDER:
        if (!b) {
            machine_fail(machine, "a division by 0");
            return 0;
        }
        if (is_signed && (int64_t)b == -1) return operator== OP_DIVIDE ? 0 - a : 0;
        if (operator== OP_DIVIDE) return is_signed ? (uint64_t)((int64_t)a / (int64_t)b) : a / b;
        return is_signed ? (uint64_t)((int64_t)a % (int64_t)b) : a % b;
    case OP_AND: return a & b;
    case OP_OR: return a | b;
    case OP_XOR: return a ^ b;
    case OP_SHIFT_LEFT: return a << (b & bits);
    default: return is_signed ? (uint64_t)((int64_t)a >> (b & bits)) : a >> (b & bits);
    }
}

// left op right, both of `type`; of shifts right has its own.
static void operate(Machine *machine, Operator operator, const HostValue * left, const HostValue *right,
                    const Type *result, uint8_t *out) {
    const Type *type = left->type;
    if (operator>= OP_EQUAL) {
        int order;
        bool unordered = false;
        if (type_is_floating(type)) {
            order = left->floating < right->floating ? -1 : left->floating > right->floating;
            unordered = isnan(left->floating) || isnan(right->floating);
        } else if (type_is_signed(type))
            order = (int64_t)left->integer < (int64_t)right->integer ? -1
                                                                     : (int64_t)left->integer > (int64_t)right->integer;
        else order = left->integer < right->integer ? -1 : left->integer > right->integer;
        write_integer(result, compare(operator, order, unordered), out);
    } else if (type_is_floating(type)) {
        write_floating(result, floating_operation(operator, left->floating, right->floating), out);
    } else {
        write_integer(result, integer_operation(machine, operator, type, left->integer, right->integer), out);
    }
}

static uint64_t to_integer(double value, const Type *type) {
    if (isnan(value)) return 0;
    if (type_is_signed(type))
        return value >= 9223372036854775807.0    ? INT64_MAX
               : value <= -9223372036854775808.0 ? (uint64_t)INT64_MIN
                                                 : (uint64_t)(int64_t)value;
    return value >= 18446744073709551615.0 ? UINT64_MAX : value < 0 ? (uint64_t)(int64_t)value : (uint64_t)value;
}

static void convert_value(const HostValue *from, const Type *to, uint8_t *out) {
    const Type *type = from->type;
    if (to->kind == TYPE_BOOL) {
        write_integer(to, type_is_floating(type) ? from->floating != 0 : from->integer != 0, out);
    } else if (type_is_floating(to)) {
        double value = type_is_floating(type) ? from->floating
                       : type_is_signed(type) ? (double)(int64_t)from->integer
                                              : (double)from->integer;
        if (to->kind == TYPE_FLOAT && !type_is_floating(type))
            value = type_is_signed(type) ? (float)(int64_t)from->integer : (float)from->integer;
        write_floating(to, value, out);
    } else {
        write_integer(to, type_is_floating(type) ? to_integer(from->floating, to) : from->integer, out);
    }
}

static HostValue scalar(Machine *machine, const Expression *expression) {
    uint8_t bytes[16] = {0};
    HostValue none = {.type = expression->type};
    if (!type_is_scalar(expression->type)) {
        machine_fail(machine, "a value of the type `%s` is not expected here",
                     type_name(machine->unit, expression->type));
        return none;
    }
    evaluate(machine, expression, bytes);
    return machine->failed ? none : read_value(expression->type, bytes);
}

static bool truth(Machine *machine, const Expression *expression) { return scalar(machine, expression).integer != 0; }

static uint64_t element_size(const Type *pointer) { return pointer->base->size ? pointer->base->size : 1; }

// ---- lvalues --------------------------------------------------------------------------------------------------

static uint64_t temporary(Machine *machine, const Expression *value);
static void call(Machine *machine, const Expression *expression, Function *function, uint8_t *out, uint64_t *address,
                 uint64_t self);

static void *room_for(void *list, unsigned count, unsigned *room, size_t size) {
    if (count < *room) return list;
    *room = *room ? 2 * *room : 16;
    void *larger = realloc(list, *room * size);
    if (!larger) abort();
    return larger;
}

static uint64_t string_address(Machine *machine, const Expression *expression) {
    for (unsigned i = 0; i < machine->text_count; i++)
        if (machine->texts[i].expression == expression) return machine->texts[i].address;
    uint64_t address = machine_alloc(machine, expression->text_length + 1);
    uint8_t *bytes = address ? access(machine, address, expression->text_length + 1, expression->place) : NULL;
    if (bytes) memcpy(bytes, expression->text, expression->text_length);
    machine->texts = room_for(machine->texts, machine->text_count, &machine->text_room, sizeof *machine->texts);
    machine->texts[machine->text_count++] = (Text){expression, address};
    return address;
}

// A temporary that the function keeps: references may refer to it.
static uint64_t kept_temporary(Machine *machine, const Expression *value) {
    uint64_t address = temporary(machine, value);
    Frame *frame = machine->frame;
    if (!frame) return address;
    frame->temporaries =
        room_for(frame->temporaries, frame->temporary_count, &frame->temporary_room, sizeof *frame->temporaries);
    frame->temporaries[frame->temporary_count++] = address;
    return address;
}

static uint64_t temporary(Machine *machine, const Expression *value) {
    uint64_t size = value->type->size, address = machine_alloc(machine, size);
    uint8_t *bytes = calloc(1, size + 1);
    evaluate(machine, value, bytes);
    uint8_t *to = access(machine, address, size, value->place);
    if (to) memcpy(to, bytes, size);
    free(bytes);
    return address;
}

static uint64_t assign(Machine *machine, const Expression *expression) {
    uint64_t size = expression->left->type->size;
    uint8_t small[64] = {0}, *value = size > sizeof small ? calloc(1, size) : small;
    evaluate(machine, expression->right, value);
    uint64_t address = locate(machine, expression->left);
    uint8_t *bytes = access(machine, address, size, expression->place);
    if (bytes) memcpy(bytes, value, size);
    if (value != small) free(value);
    return address;
}

static uint64_t update(Machine *machine, const Expression *expression) {
    const Type *type = expression->left->type->plain, *compute = expression->compute_type;
    HostValue right = scalar(machine, expression->right);
    uint64_t address = locate(machine, expression->left);
    uint8_t *bytes = access(machine, address, type->size, expression->place), converted[16] = {0}, result[16] = {0};
    if (!bytes) return address;
    HostValue left = read_value(type, bytes);
    if (type->kind == TYPE_POINTER) {
        uint64_t by = right.integer * element_size(type);
        write_integer(type, expression->op == OP_ADD ? left.integer + by : left.integer - by, bytes);
        return address;
    }
    convert_value(&left, compute, converted);
    left = read_value(compute, converted);
    operate(machine, (Operator)expression->op, &left, &right, compute, result);
    left = read_value(compute, result);
    convert_value(&left, type, bytes);
    return address;
}

static uint64_t increase(Machine *machine, const Expression *expression, HostValue *before) {
    const Type *type = expression->left->type->plain;
    uint64_t address = locate(machine, expression->left);
    uint8_t *bytes = access(machine, address, type->size, expression->place);
    if (!bytes) return address;
    *before = read_value(type, bytes);
    int64_t by = (int64_t)expression->integer;
    if (type_is_floating(type)) write_floating(type, before->floating + (double)by, bytes);
    else
        write_integer(type, before->integer + (uint64_t)by * (type->kind == TYPE_POINTER ? element_size(type) : 1),
                      bytes);
    return address;
}

static Function *pointed_function(Machine *machine, const Expression *expression) {
    HostValue pointer = scalar(machine, expression);
    uint64_t number = pointer.integer & ~FUNCTION_POINTER;
    if (machine->failed) return NULL;
    if ((pointer.integer & FUNCTION_POINTER) && number < machine->unit->function_count)
        return machine->unit->functions[number];
    machine_fail(machine, "a pointer to a function points to none");
    return NULL;
}

static uint64_t locate(Machine *machine, const Expression *expression) {
    HostValue before;
    uint64_t address = 0;
    if (!step(machine, expression->place)) return 0;
    switch (expression->kind) {
    case EXPR_VARIABLE: return variable_address(machine, expression->variable, expression->place);
    case EXPR_STRING: return string_address(machine, expression);
    case EXPR_DEREFERENCE: return scalar(machine, expression->left).integer;
    case EXPR_TEMPORARY: return kept_temporary(machine, expression->left);
    case EXPR_ASSIGN: return assign(machine, expression);
    case EXPR_UPDATE: return update(machine, expression);
    case EXPR_PRE_UPDATE: return increase(machine, expression, &before);
    case EXPR_CONDITIONAL:
        return locate(machine, truth(machine, expression->condition) ? expression->left : expression->right);
    case EXPR_COMMA: evaluate(machine, expression->left, NULL); return locate(machine, expression->right);
    case EXPR_CALL: call(machine, expression, expression->function, NULL, &address, 0); return address;
    case EXPR_CALL_POINTER: {
        Function *function = pointed_function(machine, expression->left);
        if (function) call(machine, expression, function, NULL, &address, 0);
        return address;
    }
    case EXPR_MEMBER: {
        uint64_t object =
            expression->left->is_lvalue ? locate(machine, expression->left) : kept_temporary(machine, expression->left);
        object += expression->field->offset;
        if (expression->field->type->kind != TYPE_REFERENCE) return object;
        uint8_t *bytes = access(machine, object, 8, expression->place);
        if (bytes) memcpy(&address, bytes, 8);
        return address;
    }
    default: fail_here(machine, "this"); return 0;
    }
}

// ---- calls ----------------------------------------------------------------------------------------------------

static Flow run(Machine *machine, const Statement *statement);

static void pass(Machine *machine, Frame *to, const Expression *argument, const Variable *parameter) {
    uint64_t address;
    if (parameter->type->kind == TYPE_REFERENCE) address = locate(machine, argument);
    else address = temporary(machine, argument);
    Frame *here = machine->frame;
    machine->frame = to;
    bind(machine, parameter, address);
    machine->frame = here;
}

static Function *destructor_of(Machine *machine, const Record *record) {
    const char *name = intern_text(machine->unit->front, "~");
    for (const Symbol *symbol = record->scope->symbols; symbol; symbol = symbol->next)
        if (symbol->name == name) return symbol->function;
    return NULL;
}

static void destroy(Machine *machine, const Type *type, uint64_t address) {
    if (machine->failed || !address) return;
    if (type->kind == TYPE_ARRAY)
        for (uint64_t i = type->base->kind == TYPE_RECORD ? type->length : 0; i-- > 0;)
            destroy(machine, type->base, address + i * type->base->size);
    if (type->kind != TYPE_RECORD) return;
    const Record *record = type->record;
    Function *destructor = record->has_destructor ? destructor_of(machine, record) : NULL;
    if (destructor) {
        Expression called = {.kind = EXPR_CALL, .type = destructor->result, .place = machine->place};
        call(machine, &called, destructor, NULL, NULL, address);
    }
    for (unsigned i = record->field_count; i-- > 0 && !record->is_union;)
        destroy(machine, record->fields[i].type, address + record->fields[i].offset);
}

// The end of a scope: its variables are destroyed, the last one first.
static void leave_scope(Machine *machine, unsigned count) {
    Frame *frame = machine->frame;
    while (frame->count > count) {
        Slot slot = frame->slots[frame->count - 1];
        if (slot.variable->type->kind != TYPE_REFERENCE) {
            destroy(machine, slot.variable->type, slot.address);
            machine_release(machine, slot.address);
        }
        frame->count--;
    }
}

static void leave(Machine *machine, Frame *frame) {
    leave_scope(machine, 0);
    for (unsigned i = 0; i < frame->temporary_count; i++) machine_release(machine, frame->temporaries[i]);
    free(frame->temporaries);
    free(frame->slots);
    machine->frame = frame->up;
    machine->calls--;
}

// A function of the toolkit may have a body elsewhere, one of the program's own has none.
static void call_nothing(Machine *machine, const Function *function) {
    char what[160];
    bool is_known = !strncmp(function->name, "cuda", 4) || !strncmp(function->name, "__", 2);
    snprintf(what, sizeof what, "`%s`", function->shown);
    if (is_known) fail_here(machine, what);
    else machine_fail(machine, "%s is called, but the file does not define it", what);
}

static bool call_outside(Machine *machine, const Expression *expression, const Function *function, uint8_t *out) {
    HostValue arguments[MAX_ARGUMENTS], result = {0};
    for (unsigned i = 0; i < expression->argument_count && i < MAX_ARGUMENTS; i++) {
        const Expression *argument = expression->arguments[i];
        if (!argument->is_lvalue && type_is_scalar(argument->type)) arguments[i] = scalar(machine, argument);
        else
            arguments[i] =
                (HostValue){.type = argument->type,
                            .integer = argument->is_lvalue ? locate(machine, argument) : temporary(machine, argument)};
    }
    if (machine->failed) return false;
    machine->place = expression->place;
    if (!machine->world.call || !machine->world.call(machine->world.context, machine, function, arguments,
                                                     expression->argument_count, &result)) {
        call_nothing(machine, function);
        return false;
    }
    if (out && result.type) write_value(&result, expression->type, out);
    return true;
}

static void call(Machine *machine, const Expression *expression, Function *function, uint8_t *out, uint64_t *address,
                 uint64_t self) {
    if (!function->body && function->source->body && machine->unit->front) {
        function_read(machine->unit->front, function);
        if (function->failed) machine_fail(machine, "`%s` has an error", function->shown);
    }
    if (machine->failed) return;
    if (!function->body) {
        call_outside(machine, expression, function, out);
        return;
    }
    if (machine->calls >= MAX_CALLS) {
        machine_fail(machine, "functions call each other too deep");
        return;
    }
    Frame frame = {.function = function, .place = expression->place, .result = out};
    unsigned at = 0;
    if (self) {
        machine->frame = (frame.up = machine->frame, &frame);
        bind(machine, function->parameters[at++], machine_alloc(machine, 8));
        uint8_t *bytes = access(machine, frame.slots[0].address, 8, expression->place);
        if (bytes) memcpy(bytes, &self, 8);
        machine->frame = frame.up;
    }
    for (unsigned i = 0; i < expression->argument_count && at < function->parameter_count; i++)
        pass(machine, &frame, expression->arguments[i], function->parameters[at++]);
    frame.up = machine->frame;
    machine->frame = &frame;
    machine->calls++;
    run(machine, function->body);
    if (address) *address = frame.result_address;
    leave(machine, &frame);
}

static void launch(Machine *machine, const Expression *expression) {
    uint32_t shape[2][3] = {0};
    const Launch *how = expression->launch;
    const Function *kernel = expression->function ? expression->function : pointed_function(machine, expression->left);
    evaluate(machine, how->grid, (uint8_t *)shape[0]);
    evaluate(machine, how->block, (uint8_t *)shape[1]);
    uint64_t shared = how->shared ? scalar(machine, how->shared).integer : 0,
             stream = how->stream ? scalar(machine, how->stream).integer : 0;
    uint8_t *arguments[MAX_ARGUMENTS] = {0};
    for (unsigned i = 0; i < expression->argument_count && !machine->failed; i++) {
        arguments[i] = calloc(1, expression->arguments[i]->type->size + 1);
        evaluate(machine, expression->arguments[i], arguments[i]);
    }
    machine->place = expression->place;
    if (!machine->failed && !machine->world.launch) machine_fail(machine, "a launch needs a device");
    if (!machine->failed &&
        !machine->world.launch(machine->world.context, machine, kernel, shape[0], shape[1], shared, stream,
                               (const uint8_t *const *)arguments, expression->argument_count))
        fail_here(machine, "a launch that gets pinned memory");
    for (unsigned i = 0; i < expression->argument_count; i++) free(arguments[i]);
}

static void builtin(Machine *machine, const Expression *expression, uint8_t *out) {
    HostValue arguments[8] = {0}, result = {.type = expression->type};
    if (expression->builtin == BUILTIN_PRINTF) {
        static Function printing = {.name = "printf", .shown = "printf"};
        call_outside(machine, expression, &printing, out);
        return;
    }
    if (expression->builtin == BUILTIN_MEMCPY || expression->builtin == BUILTIN_MEMSET) {
        HostValue to = scalar(machine, expression->arguments[0]), from = scalar(machine, expression->arguments[1]),
                  size = scalar(machine, expression->arguments[2]);
        uint8_t *target = access(machine, to.integer, size.integer, expression->place);
        const uint8_t *source = expression->builtin == BUILTIN_MEMCPY
                                    ? access(machine, from.integer, size.integer, expression->place)
                                    : NULL;
        if (target && source) memmove(target, source, size.integer);
        if (target && expression->builtin == BUILTIN_MEMSET) memset(target, (int)from.integer, size.integer);
        if (out) write_integer(expression->type, to.integer, out);
        return;
    }
    for (unsigned i = 0; i < expression->argument_count && i < 8; i++)
        arguments[i] = scalar(machine, expression->arguments[i]);
    if (machine->failed) return;
    machine->place = expression->place;
    if (expression->argument_count > 8 ||
        !host_builtin(expression->builtin, arguments, expression->argument_count, &result))
        fail_here(machine, "this function of the GPU");
    else if (out) write_value(&result, expression->type, out);
}

// ---- values ---------------------------------------------------------------------------------------------------

static void list(Machine *machine, const Expression *expression, uint8_t *out) {
    const Type *type = expression->type;
    for (unsigned i = 0; i < expression->argument_count && !machine->failed; i++) {
        bool is_array = type->kind == TYPE_ARRAY;
        const Field *field = is_array ? NULL : &type->record->fields[i];
        uint8_t *to = out + (is_array ? i * type->base->size : field->offset);
        if (field && field->type->kind == TYPE_REFERENCE) {
            uint64_t address = locate(machine, expression->arguments[i]);
            memcpy(to, &address, 8);
        } else {
            evaluate(machine, expression->arguments[i], to);
        }
    }
}

static void construct_value(Machine *machine, const Expression *expression, uint8_t *out) {
    uint64_t size = expression->type->size, self = machine_alloc(machine, size);
    call(machine, expression, expression->function, NULL, NULL, self);
    const uint8_t *bytes = access(machine, self, size, expression->place);
    if (bytes && out) memcpy(out, bytes, size);
    machine_release(machine, self);
}

static void allocate(Machine *machine, const Expression *expression, uint8_t *out) {
    const Type *type = expression->type->base;
    uint64_t count = expression->left ? scalar(machine, expression->left).integer : 1;
    if (count > MAX_MEMORY / (type->size ? type->size : 1)) {
        machine_fail(machine, "the program needs too much memory");
        return;
    }
    uint64_t address = machine_alloc(machine, count * type->size);
    const Expression *value = expression->right; // of each element
    bool is_zero = !value || value->kind == EXPR_ZERO || (expression->left && type_is_scalar(type));
    for (uint64_t i = 0; i < count && !is_zero && !machine->failed; i++) {
        uint8_t *object = calloc(1, type->size + 1);
        evaluate(machine, value, object);
        uint8_t *bytes = access(machine, address + i * type->size, type->size, expression->place);
        if (bytes) memcpy(bytes, object, type->size);
        free(object);
    }
    write_integer(expression->type, address, out);
}

static void release(Machine *machine, const Expression *expression) {
    const Type *type = expression->left->type->base->plain;
    uint64_t address = scalar(machine, expression->left).integer;
    const Block *block = block_of(machine, address);
    uint64_t count = block && expression->integer && type->size ? block->size / type->size : block != NULL;
    for (uint64_t i = type->kind == TYPE_RECORD ? count : 0; i-- > 0;) destroy(machine, type, address + i * type->size);
    if (!machine->failed && address && !machine_release(machine, address))
        machine_fail(machine, "`delete` of what `new` did not make");
}

static void bind_field(Machine *machine, const Expression *expression) {
    uint64_t target = locate(machine, expression->right), object = locate(machine, expression->left);
    uint8_t *bytes = access(machine, object + expression->field->offset, 8, expression->place);
    if (bytes) memcpy(bytes, &target, 8);
}

static void load(Machine *machine, const Expression *expression, uint8_t *out) {
    const Expression *left = expression->left;
    uint64_t address = locate(machine, left);
    const uint8_t *bytes = access(machine, address, expression->type->size, expression->place);
    if (bytes && out) memcpy(out, bytes, expression->type->size);
}

static void member(Machine *machine, const Expression *expression, uint8_t *out) {
    uint8_t *object = calloc(1, expression->left->type->size + 1);
    evaluate(machine, expression->left, object);
    if (out) memcpy(out, object + expression->field->offset, expression->type->size);
    free(object);
}

static void unary(Machine *machine, const Expression *expression, uint8_t *out) {
    HostValue value = scalar(machine, expression->left);
    const Type *type = expression->type;
    if (machine->failed) return;
    if (expression->kind == EXPR_NOT) write_integer(type, !value.integer, out);
    else if (expression->kind == EXPR_COMPLEMENT) write_integer(type, ~value.integer, out);
    else if (type_is_floating(type)) write_floating(type, -value.floating, out);
    else write_integer(type, 0 - value.integer, out);
}

static void compute(Machine *machine, const Expression *expression, uint8_t *out) {
    HostValue left, right;
    switch (expression->kind) {
    case EXPR_BINARY:
        left = scalar(machine, expression->left);
        right = scalar(machine, expression->right);
        if (!machine->failed) operate(machine, (Operator)expression->op, &left, &right, expression->type, out);
        break;
    case EXPR_OFFSET:
        left = scalar(machine, expression->left);
        right = scalar(machine, expression->right);
        write_integer(expression->type, left.integer + right.integer * element_size(expression->left->type), out);
        break;
    case EXPR_DIFFERENCE:
        left = scalar(machine, expression->left);
        right = scalar(machine, expression->right);
        write_integer(
            expression->type,
            (uint64_t)((int64_t)(left.integer - right.integer) / (int64_t)element_size(expression->left->type)), out);
        break;
    case EXPR_CONVERT:
        left = scalar(machine, expression->left);
        if (!machine->failed) convert_value(&left, expression->type, out);
        break;
    case EXPR_AND:
        write_integer(expression->type, truth(machine, expression->left) && truth(machine, expression->right), out);
        break;
    case EXPR_OR:
        write_integer(expression->type, truth(machine, expression->left) || truth(machine, expression->right), out);
        break;
    default: unary(machine, expression, out);
    }
}

// The value as bytes of its type. out NULL: it is not wanted, and its type is void or it is an lvalue.
static void evaluate(Machine *machine, const Expression *expression, uint8_t *out) {
    uint8_t unwanted[16];
    if (!step(machine, expression->place)) return;
    if (machine->depth > 4 * MAX_DEPTH) {
        machine_fail(machine, "an expression is nested too deep");
        return;
    }
    uint8_t *large = !out && expression->type->size > sizeof unwanted && !expression->is_lvalue
                         ? calloc(1, expression->type->size)
                         : NULL;
    if (!out && !expression->is_lvalue) out = large ? large : unwanted;
    machine->depth++;
    HostValue before = {.type = expression->type};
    switch (expression->kind) {
    case EXPR_INTEGER: write_integer(expression->type, expression->integer, out); break;
    case EXPR_FLOATING: write_floating(expression->type, expression->floating, out); break;
    case EXPR_FUNCTION:
        function_read(machine->unit->front, expression->function);
        if (!expression->function->source->is_read)
            machine_fail(machine, "`%s` has no body", expression->function->shown);
        write_integer(expression->type, FUNCTION_POINTER | expression->function->number, out);
        break;
    case EXPR_LOAD: load(machine, expression, out); break;
    case EXPR_MEMBER:
        if (expression->is_lvalue) locate(machine, expression);
        else member(machine, expression, out);
        break;
    case EXPR_ADDRESS:
    case EXPR_DECAY: write_integer(expression->type, locate(machine, expression->left), out); break;
    case EXPR_DISCARD: evaluate(machine, expression->left, NULL); break;
    case EXPR_CONDITIONAL:
        if (expression->is_lvalue) locate(machine, expression);
        else evaluate(machine, truth(machine, expression->condition) ? expression->left : expression->right, out);
        break;
    case EXPR_COMMA:
        evaluate(machine, expression->left, NULL);
        evaluate(machine, expression->right, out);
        break;
    case EXPR_POST_UPDATE:
        increase(machine, expression, &before);
        if (!machine->failed) write_value(&before, expression->type, out);
        break;
    case EXPR_CALL:
        if (expression->is_lvalue) locate(machine, expression);
        else call(machine, expression, expression->function, out, NULL, 0);
        break;
    case EXPR_CALL_POINTER:
        if (expression->is_lvalue) locate(machine, expression);
        else {
            Function *function = pointed_function(machine, expression->left);
            if (function) call(machine, expression, function, out, NULL, 0);
        }
        break;
    case EXPR_BUILTIN: builtin(machine, expression, out); break;
    case EXPR_LIST: list(machine, expression, out); break;
    case EXPR_ZERO: memset(out, 0, expression->type->size); break;
    case EXPR_CONSTRUCT: construct_value(machine, expression, out); break;
    case EXPR_LAUNCH: launch(machine, expression); break;
    case EXPR_BIND: bind_field(machine, expression); break;
    case EXPR_NEW: allocate(machine, expression, out); break;
    case EXPR_DELETE: release(machine, expression); break;
    case EXPR_ERROR: machine_fail(machine, "this has an error"); break;
    default:
        if (expression->is_lvalue) locate(machine, expression);
        else compute(machine, expression, out);
    }
    machine->depth--;
    free(large);
}

// ---- statements -----------------------------------------------------------------------------------------------

static void declare(Machine *machine, const Variable *variable) {
    if (variable->space != SPACE_LOCAL) {
        static_address(machine, variable);
        return;
    }
    if (variable->type->kind == TYPE_REFERENCE) {
        bind(machine, variable, variable->initial ? locate(machine, variable->initial) : 0);
        return;
    }
    uint64_t address = machine_alloc(machine, variable->type->size);
    if (variable->initial) initialise_at(machine, variable, address);
    else machine_unset(machine, address, variable->type->size);
    bind(machine, variable, address);
}

static Flow run_block(Machine *machine, const Statement *block) {
    unsigned count = machine->frame->count;
    Flow flow = NORMAL;
    for (unsigned i = 0; i < block->count && !machine->failed && flow == NORMAL; i++)
        flow = run(machine, block->list[i]);
    if (!block->is_open) leave_scope(machine, count);
    return flow;
}

static Flow run_loop(Machine *machine, const Statement *loop) {
    unsigned count = machine->frame->count;
    if (loop->initial) run(machine, loop->initial);
    bool is_do = loop->kind == STATEMENT_DO;
    Flow flow = NORMAL;
    while (!machine->failed) {
        if (!is_do && loop->expression && !truth(machine, loop->expression)) break;
        flow = run(machine, loop->body);
        if (flow == RETURNED || flow == BROKE || machine->failed) break;
        if (loop->step) evaluate(machine, loop->step, NULL);
        if (is_do && !truth(machine, loop->expression)) break;
        step(machine, loop->place);
    }
    leave_scope(machine, count);
    return flow == RETURNED ? RETURNED : NORMAL;
}

// The statements of a switch behind its case; cases stand in the block of the switch itself.
static Flow run_switch(Machine *machine, const Statement *statement) {
    int64_t value = (int64_t)scalar(machine, statement->expression).integer;
    const Statement *body = statement->body;
    unsigned start = body->count;
    for (unsigned i = 0; i < body->count && body->kind == STATEMENT_BLOCK; i++) {
        if (body->list[i]->kind == STATEMENT_DEFAULT && start == body->count) start = i;
        if (body->list[i]->kind == STATEMENT_CASE && body->list[i]->value == value) {
            start = i;
            break;
        }
    }
    for (unsigned i = start; i < body->count && !machine->failed; i++) {
        Flow flow = run(machine, body->list[i]);
        if (flow == BROKE) return NORMAL;
        if (flow != NORMAL) return flow;
    }
    return NORMAL;
}

static void return_value(Machine *machine, const Statement *statement) {
    Frame *frame = machine->frame;
    if (!statement->expression) return;
    if (frame->function->result->kind == TYPE_REFERENCE) frame->result_address = locate(machine, statement->expression);
    else evaluate(machine, statement->expression, frame->result);
}

static Flow run(Machine *machine, const Statement *statement) {
    if (!statement || !step(machine, statement->place)) return NORMAL;
    switch (statement->kind) {
    case STATEMENT_EXPRESSION: evaluate(machine, statement->expression, NULL); return NORMAL;
    case STATEMENT_DECLARE: declare(machine, statement->variable); return NORMAL;
    case STATEMENT_BLOCK: return run_block(machine, statement);
    case STATEMENT_IF:
        return run(machine, truth(machine, statement->expression) ? statement->body : statement->otherwise);
    case STATEMENT_FOR:
    case STATEMENT_DO: return run_loop(machine, statement);
    case STATEMENT_SWITCH: return run_switch(machine, statement);
    case STATEMENT_BREAK: return BROKE;
    case STATEMENT_CONTINUE: return CONTINUED;
    case STATEMENT_RETURN: return_value(machine, statement); return RETURNED;
    case STATEMENT_ASM: fail_here(machine, "`asm`"); return NORMAL;
    default: return NORMAL;
    }
}

// ---- the entry ------------------------------------------------------------------------------------------------

Machine *machine_new(Unit *unit, const World *world, uint64_t step_limit) {
    Machine *machine = calloc(1, sizeof *machine);
    if (!machine) abort();
    machine->unit = unit;
    machine->step_limit = step_limit;
    if (world) machine->world = *world;
    machine_alloc(machine, 1); // block 0: no pointer to it is handed out
    return machine;
}

void machine_end(Machine *machine) {
    for (uint32_t i = 0; i < machine->block_count; i++) free(machine->blocks[i].bytes);
    free(machine->blocks);
    free(machine->free_blocks);
    free(machine->statics);
    free(machine->texts);
    free(machine);
}

bool machine_value(Machine *machine, const Expression *expression, uint8_t *bytes) {
    if (expression->is_lvalue) {
        uint64_t address = locate(machine, expression), size = expression->type->size;
        const uint8_t *from = access(machine, address, size, expression->place);
        if (from) memcpy(bytes, from, size);
    } else {
        evaluate(machine, expression, bytes);
    }
    return !machine->failed;
}

bool machine_call(Machine *machine, Function *function, const HostValue *arguments, unsigned count, HostValue *result) {
    Expression values[MAX_PARAMETERS], *list_of[MAX_PARAMETERS];
    for (unsigned i = 0; i < count && i < MAX_PARAMETERS; i++) {
        bool is_floating = type_is_floating(arguments[i].type);
        values[i] = (Expression){
            .kind = is_floating ? EXPR_FLOATING : EXPR_INTEGER, .type = arguments[i].type, .place = function->place};
        if (is_floating) values[i].floating = arguments[i].floating;
        else values[i].integer = arguments[i].integer;
        list_of[i] = &values[i];
    }
    const Type *type = function->result;
    Expression called = {.kind = EXPR_CALL,
                         .type = type_referred(type),
                         .function = function,
                         .arguments = list_of,
                         .argument_count = count,
                         .place = function->place};
    uint8_t bytes[64] = {0};
    bool is_small = type->kind == TYPE_VOID || (type_is_scalar(type) && type->size <= sizeof bytes);
    if (!is_small) machine_fail(machine, "the result of `%s` is no number", function->shown);
    else call(machine, &called, function, bytes, NULL, 0);
    if (machine->failed) return false;
    *result = type->kind == TYPE_VOID ? (HostValue){0} : read_value(type, bytes);
    return true;
}

const Variable *machine_variable_at(Machine *machine, uint64_t address) {
    for (unsigned i = 0; i < machine->static_count; i++)
        if (machine->statics[i] && machine->statics[i] == address) return machine->unit->variables[i];
    return NULL;
}

const Function *machine_function_at(Machine *machine, uint64_t address) {
    uint64_t number = address & ~FUNCTION_POINTER;
    bool is_function = (address & FUNCTION_POINTER) && number < machine->unit->function_count;
    return is_function ? machine->unit->functions[number] : NULL;
}
