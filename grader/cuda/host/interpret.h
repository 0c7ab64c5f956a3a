// interpret.h - runs functions of a unit: constexpr functions for the parser, host functions for whoever has a device.
//
// Every object of the program is a block of its own, and a pointer is the block's number and an offset. So an access
// outside of an object is found, whatever the program computes: the memory of the process that interprets is never
// within reach. Addresses of device memory are the device's own; they are only handed on.
#ifndef CUDA_INTERPRET_H
#define CUDA_INTERPRET_H

#include "../cuda.h"

typedef struct Machine Machine;

typedef struct {
    const Type *type; // NULL: nothing
    union {
        uint64_t integer; // pointers too
        double floating;
    };
} HostValue;

// What the machine asks of the world. Everything may be NULL: constant expressions have no world.
typedef struct {
    void *context;
    // A function without a body: the runtime's, the C library's. False: it is not known.
    bool (*call)(void *context, Machine *machine, const Function *function, const HostValue *arguments, unsigned count,
                 HostValue *result);
    // A launch; false after machine_fail().
    bool (*launch)(void *context, Machine *machine, const Function *kernel, const uint32_t grid[3],
                   const uint32_t block[3], uint64_t shared, uint64_t stream, const uint8_t *const *arguments,
                   unsigned count);
    // The host's view of memory that the machine did not make (pinned, managed). NULL: there is none.
    uint8_t *(*memory)(void *context, uint64_t address, uint64_t size);
} World;

Machine *machine_new(Unit *unit, const World *world, uint64_t step_limit);
void machine_end(Machine *machine);
// Calls the function. Arguments are scalars; the result is too. False: machine_problem() says what happened.
bool machine_call(Machine *machine, Function *function, const HostValue *arguments, unsigned count, HostValue *result);
// The value of an expression as bytes of its type, or as an lvalue's object.
bool machine_value(Machine *machine, const Expression *expression, uint8_t *bytes);

// For the world: memory of the program, NULL if the range is not one object's; the place of the statement in the
// source file, outside of headers, that is being run; a new block.
uint8_t *machine_bytes(Machine *machine, uint64_t address, uint64_t size);
const char *machine_text(Machine *machine, uint64_t address); // a string; NULL: it has no end
uint64_t machine_alloc(Machine *machine, uint64_t size);
void machine_unset(Machine *machine, uint64_t address, uint64_t size); // gives it bytes that no program expects
bool machine_release(Machine *machine, uint64_t address);
bool machine_resize(Machine *machine, uint64_t address, uint64_t size); // false: no block begins there
Place machine_place(const Machine *machine);
void machine_fail(Machine *machine, const char *format, ...);
bool machine_has_refused(const Machine *machine); // it failed at what the program may do, and the interpreter cannot
bool machine_is_endless(const Machine *machine);  // it has taken all steps that it may
void machine_stop(Machine *machine, int status);  // exit()
const char *machine_problem(const Machine *machine, Place *place);
bool machine_has_stopped(const Machine *machine, int *status);
// The variable whose object begins there; the function that the pointer points to. NULL: none.
const Variable *machine_variable_at(Machine *machine, uint64_t address);
const Function *machine_function_at(Machine *machine, uint64_t address);
// printf with the machine's values; the text is cut to the buffer.
size_t machine_format(Machine *machine, char *buffer, size_t size, const char *format, const HostValue *arguments,
                      unsigned count);
// What a builtin that is pure gives on the host. False: it is none.
bool host_builtin(Builtin builtin, const HostValue *arguments, unsigned count, HostValue *result);

#endif
