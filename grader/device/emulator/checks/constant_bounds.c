// constant_bounds.c - reads of __constant__ memory: inside a variable, or at least inside the bank; and stores to it.
//
// A GPU reads on past a variable's end, where other variables or zeros are. That is a fault in the report and nothing
// more; outside the bank, where the kernel's parameters come last, the kernel ends. A store through the address that
// cudaGetSymbolAddress gives arrives, too, but CUDA leaves __constant__ variables to the host: kernels that run already
// may read the old value or the new one.
#include "../base/checked.h"
#include "../machine/code.h"
#include "checks.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

// The variable that begins last, but not after the address. NULL: none.
static const PtxVariable *variable_at(const PtxModule *module, uint64_t address) {
    const PtxVariable *found = NULL;
    for (uint32_t n = 0; n < module->variable_count; n++) {
        const PtxVariable *variable = &module->variables[n];
        bool before = variable->space == SPACE_CONST && variable->offset <= address;
        if (before && (!found || variable->offset > found->offset)) found = variable;
    }
    return found;
}

static bool inside_variable(const PtxVariable *variable, uint64_t address, uint32_t bytes) {
    return variable && checked_inside(address - variable->offset, bytes, variable->size);
}

static void report(Warp *warp, const Access *access, unsigned lane, const PtxVariable *variable) {
    Fault fault = access_fault(access, lane);
    if (variable && access->address[lane] < variable->offset + variable->size)
        fault.fact = FACT_OF(constant_across, access->bytes, variable->size, fact_text(variable->name));
    else if (variable)
        fault.fact = FACT_OF(constant_past, access->bytes, access->address[lane] - variable->offset - variable->size,
                             variable->size, fact_text(variable->name));
    warp_fault(warp, access->instruction, lane, FAULT_CONSTANT_BOUNDS, &fault);
}

static bool inside_bank(const Launch *launch, uint64_t address, uint32_t bytes) {
    return checked_inside(address, bytes, launch->constant_bytes);
}

bool constant_is_inside(const Launch *launch, uint64_t address, uint32_t bytes) {
    if (!inside_bank(launch, address, bytes)) return false;
    return address >= PARAMETER_OFFSET ||
           inside_variable(variable_at(launch->program->module, address), address, bytes);
}

bool constant_check(Warp *warp, const Access *access) {
    const Launch *launch = warp->block->launch;
    assert(access->space == SPACE_CONST && access->kind == ACCESS_LOAD);
    uint64_t known = UINT64_MAX; // the last address that was found to be good
    for (uint32_t left = access->mask; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        uint64_t address = access->address[lane];
        if (!inside_bank(launch, address, access->bytes)) {
            Fault fault = access_fault(access, lane);
            fault.fact = FACT_ALONE(constant_end);
            warp_fault(warp, access->instruction, lane, FAULT_OUT_OF_BOUNDS, &fault);
            return false;
        }
        if (address == known) continue;
        if (constant_is_inside(launch, address, access->bytes)) known = address;
        else report(warp, access, lane, variable_at(launch->program->module, address));
    }
    return true;
}

static bool is_constant(const Warp *warp, uint64_t address) {
    const Allocation *allocation = memory_find(warp->block->launch->memory, address);
    return allocation && allocation->constant;
}

uint32_t constant_written_check(Warp *warp, Access *access) {
    if (access->allocation && !access->allocation->constant) return access->mask;
    for (uint32_t left = access->mask; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        if (!is_constant(warp, access->address[lane])) continue;
        Fault fault = access_fault(access, lane);
        warp_fault(warp, access->instruction, lane, FAULT_CONSTANT_WRITTEN, &fault);
        break; // one lane tells of them all
    }
    return access->mask;
}
