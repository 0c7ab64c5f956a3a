// bounds.c - addresses: inside live memory of their space, aligned to the access, and not written if read-only.
//
// The whole access is judged at once; only when that fails, lane by lane. A vector access must be aligned to all
// of its bytes, as on hardware.
#include "../base/checked.h"
#include "../machine/frames.h"
#include "checks.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define NULL_END 0x400000ull // no program or device has memory below: addresses there come from a null pointer

static bool all_aligned(const Access *access) {
    uint64_t bits = access->address[0] | access->address[WARP_LANES / 2]; // these tell all if the halves are regular
    if (!(access->pattern & (UNIFORM | REGULAR_HALVES)))
        for (unsigned lane = 1; lane < WARP_LANES; lane++) bits |= access->address[lane];
    return (bits & (access->bytes - 1)) == 0;
}

// Bytes that the space has from address 0 on; global memory is looked up instead.
static uint64_t space_bytes(const Launch *launch, PtxSpace space) {
    switch (space) {
    case SPACE_SHARED: return launch->shared_bytes;
    case SPACE_LOCAL: return launch->local_bytes;
    default: return launch->constant_bytes;
    }
}

static bool all_inside(const Warp *warp, Access *access) {
    const Launch *launch = warp->block->launch;
    if (access->highest <= access->lowest) return false; // wraps around the end of all addresses
    uint64_t bytes = access->highest - access->lowest;
    if (access->space != SPACE_GLOBAL) return checked_inside(access->lowest, bytes, space_bytes(launch, access->space));
    access->allocation = memory_range(launch->memory, access->lowest, bytes);
    return access->allocation != NULL;
}

// The allocation nearest to an address that is in none; NULL if there is none around.
static const Allocation *nearest(const Memory *memory, uint64_t address) {
    const Allocation *before = memory_find(memory, address), *after = memory_find(memory, address + SLOT_BYTES);
    if (before == NULL || after == NULL || after == before) return before != NULL ? before : after;
    uint64_t past = address - (before->base + before->size); // `after` begins past the guard of `before`
    return after->base - address < past ? after : before;
}

// The GPU checks an address for alignment first, and then for bounds.
static FaultKind bounds_or_alignment(const Access *access, unsigned lane) {
    return access->address[lane] % access->bytes ? FAULT_MISALIGNED : FAULT_OUT_OF_BOUNDS;
}

// Linux puts position-independent programs, their heaps, libraries and stacks into the last third of a process's
// addresses, whose number depends on the processor and the kernel; this process has as many as the program.
static bool is_of_program(uint64_t address) {
    uint64_t end = 1;
    while (end <= (uintptr_t)&end) end <<= 1;
    return address >= end / 32 * 21 && address < end;
}

// Of a pointer among the kernel's parameters, or a variable.
uint64_t root_address(const Launch *launch, const WrittenRoot *root) {
    uint64_t address = 0;
    if (root->is_variable) return launch->program->module->variables[root->place].offset;
    if (root->place + sizeof address <= launch->program->parameter_bytes)
        memcpy(&address, launch->constant + PARAMETER_OFFSET + root->place, sizeof address);
    return address;
}

static uint64_t distance(const Allocation *allocation, uint64_t address) {
    uint64_t end = allocation->base + allocation->size;
    return address < allocation->base ? allocation->base - address : address >= end ? address - end : 0;
}

// What the address of the instruction is computed from, a bit for each of Program.roots; beyond them: what was loaded.
static uint64_t roots_of(const Warp *warp, const Instruction *instruction) {
    const Program *program = warp->block->launch->program;
    if (!warp->frame || warp->frame->code != program->codes) return UINT64_MAX; // it is in a function
    for (uint32_t n = 0; n < program->access_count; n++)
        if (program->accesses[n].instruction == instruction->source) return program->accesses[n].roots;
    return UINT64_MAX;
}

// An address in freed memory to which no pointer of its instruction leads was computed from another pointer, by an
// index that is negative or too large. Of the memory that its pointers lead to, the nearest. NULL: it may be the freed
// memory's own pointer.
static const Allocation *origin_of(const Warp *warp, const Instruction *instruction, const Allocation *freed,
                                   uint64_t address) {
    const Launch *launch = warp->block->launch;
    const Program *program = launch->program;
    const Allocation *found = NULL;
    uint64_t roots = roots_of(warp, instruction);
    if (roots >> program->root_count) return NULL;
    for (; roots; roots &= roots - 1) {
        uint64_t pointer = root_address(launch, &program->roots[__builtin_ctzll(roots)]);
        const Allocation *allocation = memory_find(launch->memory, pointer);
        if (allocation == freed) return NULL;
        if (!allocation || allocation->freed) continue;
        if (!found || distance(allocation, address) < distance(found, address)) found = allocation;
    }
    return found;
}

static FaultKind global_fault(const Warp *warp, const Access *access, unsigned lane, Fault *fault) {
    const Memory *memory = warp->block->launch->memory;
    uint64_t address = access->address[lane];
    const Allocation *own = memory_find(memory, address);
    if (own != NULL && checked_inside(address - own->base, access->bytes, own->size)) {
        fault->allocation = own->base;
        fault->allocation_bytes = own->size;
        const Allocation *origin = own->freed ? origin_of(warp, access->instruction, own, address) : NULL;
        if (origin) {
            fault->allocation = origin->base;
            fault->allocation_bytes = origin->size;
            return bounds_or_alignment(access, lane);
        }
        if (own->freed) return FAULT_USE_AFTER_FREE;
        return address % access->bytes != 0 ? FAULT_MISALIGNED : FAULT_KIND_COUNT;
    }
    const Allocation *near = nearest(memory, address);
    if (near != NULL) {
        fault->allocation = near->base;
        fault->allocation_bytes = near->size;
        return bounds_or_alignment(access, lane);
    }
    if (address < NULL_END) return FAULT_NULL_POINTER;
    return is_of_program(address) ? FAULT_HOST_POINTER : FAULT_OUT_OF_BOUNDS;
}

// What is wrong with one lane's address; FAULT_KIND_COUNT if nothing is.
static FaultKind lane_fault(const Warp *warp, const Access *access, unsigned lane, Fault *fault) {
    if (access->space == SPACE_GLOBAL) return global_fault(warp, access, lane, fault);
    fault->allocation_bytes = space_bytes(warp->block->launch, access->space);
    if (!checked_inside(access->address[lane], access->bytes, fault->allocation_bytes))
        return bounds_or_alignment(access, lane);
    if (access->address[lane] % access->bytes != 0) return FAULT_MISALIGNED;
    return access->space == SPACE_CONST && access_writes(access) ? FAULT_READ_ONLY : FAULT_KIND_COUNT;
}

uint32_t bounds_check(Warp *warp, Access *access) {
    bool read_only = access->space == SPACE_CONST && access_writes(access);
    if (all_inside(warp, access) && all_aligned(access) && !read_only) return access->mask;
    assert(access->space < SPACE_COUNT && access->mask);
    uint32_t lanes = access->mask;
    for (uint32_t left = access->mask; left != 0; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        Fault fault = access_fault(access, lane);
        FaultKind kind = lane_fault(warp, access, lane, &fault);
        if (kind == FAULT_KIND_COUNT) continue;
        warp_fault(warp, access->instruction, lane, kind, &fault);
        lanes &= ~(1u << lane);
    }
    return lanes;
}
