// mbarrier.c - barrier objects in shared memory: arrivals and bytes to wait for, in phases.
//
// An object is 8 bytes whose contents only these instructions know. A phase is complete when nothing is pending and no
// bytes are outstanding; the next one then expects as many arrivals again. To the checks an arrival is an atomic and a
// successful or failed test an ordered load, so that who has waited is ordered after who has arrived.
#include "mbarrier.h"
#include "../checks/checks.h"
#include "../waits/in_flight.h"
#include <assert.h>
#include <string.h>

enum { INIT, INVALIDATE, ARRIVE, DROP, EXPECT, COMPLETE, ARRIVE_EXPECT, DROP_EXPECT, TEST, TEST_PARITY, COPIES_DONE };

#define COUNT_BITS 20
#define COUNT_MOST ((1u << COUNT_BITS) - 1)
#define BYTES_BITS 22
_Static_assert(2 * COUNT_BITS + BYTES_BITS < 64, "two counts, bytes and the phase fit into a word");

typedef struct {
    uint32_t pending, expected; // arrivals: of this phase, of the next ones
    int32_t bytes;              // outstanding
    bool odd;                   // phase
} Object;

static Object object_of(uint64_t word) {
    int64_t bytes = (int64_t)(word << (64 - 2 * COUNT_BITS - BYTES_BITS)) >> (64 - BYTES_BITS);
    return (Object){(uint32_t)word & COUNT_MOST, (uint32_t)(word >> COUNT_BITS) & COUNT_MOST, (int32_t)bytes,
                    word >> 63};
}

static uint64_t word_of(Object object) {
    assert(object.pending <= COUNT_MOST && object.expected <= COUNT_MOST);
    uint64_t bytes = (uint64_t)(uint32_t)object.bytes & ((1u << BYTES_BITS) - 1);
    return object.pending | (uint64_t)object.expected << COUNT_BITS | bytes << 2 * COUNT_BITS |
           (uint64_t)object.odd << 63;
}

static void settle(Object *object) {
    if (object->pending || object->bytes) return;
    object->odd = !object->odd;
    object->pending = object->expected;
}

static void arrive(Object *object, uint32_t count) {
    object->pending -= count < object->pending ? count : object->pending;
    settle(object);
}

static int64_t lane_number(const Warp *warp, Operand operand, unsigned lane) {
    const void *lanes = operand_lanes(warp, operand);
    bool wide = operand.bank == BANK_LONG || operand.bank == BANK_LITERAL_LONG;
    return wide ? ((const int64_t *)lanes)[lane] : ((const int32_t *)lanes)[lane];
}

// The object after the lane's instruction, whose number (count or bytes) that is.
static Object apply(unsigned kind, Object object, int64_t number) {
    uint32_t count = kind == ARRIVE_EXPECT || kind == DROP_EXPECT ? 1 : (uint32_t)number & COUNT_MOST;
    bool expects = kind == EXPECT || kind == ARRIVE_EXPECT || kind == DROP_EXPECT;
    bool drops = kind == DROP || kind == DROP_EXPECT;
    if (kind == INIT) return (Object){.pending = count, .expected = count};
    if (kind == INVALIDATE) return (Object){0};
    if (expects) object.bytes = (int32_t)((uint32_t)object.bytes + (uint32_t)number);
    if (kind == COMPLETE) object.bytes = (int32_t)((uint32_t)object.bytes - (uint32_t)number);
    if (drops) object.expected -= count < object.expected ? count : object.expected;
    if (kind == EXPECT || kind == COMPLETE) settle(&object);
    else arrive(&object, count);
    return object;
}

static void update(Warp *warp, const Instruction *i, const Access *access, uint32_t lanes) {
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        uint8_t *at = access_bytes(warp, access, lane);
        uint64_t word;
        memcpy(&word, at, sizeof word);
        uint64_t after =
            word_of(apply(i->flags, object_of(word), i->b.bank == BANK_SINK ? 1 : lane_number(warp, i->b, lane)));
        memcpy(at, &after, sizeof after);
        if (i->d.bank != BANK_SINK) ((uint64_t *)operand_lanes(warp, i->d))[lane] = word;
    }
}

// d: the state before an arrival, or SINK; b: count or bytes, or SINK for 1
static void run_update(Warp *warp, const Instruction *i) {
    static const uint64_t nothing[WARP_LANES];
    bool fresh = i->flags == INIT || i->flags == INVALIDATE;
    Access access = {
        .kind = fresh ? ACCESS_STORE : ACCESS_ATOMIC, .bytes = sizeof(uint64_t), .values = fresh ? nothing : NULL};
    access_memory(warp, i, &access, update);
}

// True once the phase that the state or the parity names is over.
static void test(Warp *warp, const Instruction *i, const Access *access, uint32_t lanes) {
    uint32_t over = 0;
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        uint64_t word, state = (uint64_t)lane_number(warp, i->b, lane);
        memcpy(&word, access_bytes(warp, access, lane), sizeof word);
        bool odd = i->flags == TEST_PARITY ? state & 1 : state >> 63;
        over |= (uint32_t)(object_of(word).odd != odd) << lane;
    }
    uint32_t *d = operand_lanes(warp, i->d);
    *d = (*d & ~lanes) | over;
    if (over) in_flight_pass(warp, i);
}

// d: predicate; b: state or parity
static void run_test(Warp *warp, const Instruction *i) {
    Access access = {.kind = ACCESS_LOAD, .order = ORDER_STRONG, .bytes = sizeof(uint64_t)};
    warp->spin_read = true;
    access_memory(warp, i, &access, test);
}

static void run_pending_count(Warp *warp, const Instruction *i) {
    const uint64_t *state = operand_lanes(warp, i->b);
    uint32_t *d = operand_lanes(warp, i->d);
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        if (warp->mask >> lane & 1) d[lane] = object_of(state[lane]).pending;
}

static void add_bytes(Warp *warp, const Instruction *i, const Access *access, uint32_t lanes) {
    (void)i;
    const int64_t *bytes = access->values;
    for (uint32_t left = lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        uint8_t *at = access_bytes(warp, access, lane);
        uint64_t word;
        memcpy(&word, at, sizeof word);
        word = word_of(apply(EXPECT, object_of(word), bytes[lane]));
        memcpy(at, &word, sizeof word);
    }
}

void mbarrier_expect(Warp *warp, const Instruction *i, const int64_t bytes[WARP_LANES]) {
    Access access = {.kind = ACCESS_ATOMIC, .bytes = sizeof(uint64_t), .values = bytes};
    access_memory(warp, i, &access, add_bytes);
}

// ---- decoding ----------------------------------------------------------------------------------------------------

bool mbarrier_address(Decoder *decoder, const PtxInstruction *in, uint32_t operand, Instruction *out) {
    bool shared = ptx_space(in) == SPACE_SHARED || ptx_has(in, "shared::cluster");
    if (operand >= in->operand_count) return decode_fail(decoder, in, "too few operands");
    if (!decode_address(decoder, in, &in->operands[operand], out)) return false;
    out->space = shared ? SPACE_SHARED : SPACE_GENERIC;
    out->bytes = sizeof(uint64_t);
    return true;
}

static bool finish_as(Decoder *decoder, Instruction *out, InstructionClass class) {
    out->class = (uint8_t) class;
    decode_memory_sites(decoder, class, out->space, out);
    return operand_is_bound(out->a) && operand_is_bound(out->b) && operand_is_bound(out->d);
}

static bool finish(Decoder *decoder, Instruction *out) { return finish_as(decoder, out, CLASS_OTHER); }

static bool bind_test(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    if (in->operand_count < 3) return decode_fail(decoder, in, "too few operands");
    bool parity = ptx_has(in, "parity");
    out->run = run_test;
    out->flags = parity ? TEST_PARITY : TEST;
    out->d = decode_operand(decoder, in, &in->operands[0], TYPE_PRED);
    out->b = decode_operand(decoder, in, &in->operands[2], parity ? TYPE_U32 : TYPE_B64);
    return mbarrier_address(decoder, in, 1, out) && finish(decoder, out);
}

// arrive and arrive_drop: state or _, [address]{, count or bytes}
static bool bind_arrival(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    bool drops = ptx_has(in, "arrive_drop"), expects = ptx_has(in, "expect_tx");
    if (in->operand_count < (expects ? 3 : 2)) return decode_fail(decoder, in, "too few operands");
    out->run = run_update;
    out->flags = drops ? expects ? DROP_EXPECT : DROP : expects ? ARRIVE_EXPECT : ARRIVE;
    if (in->operands[0].kind != OPERAND_SINK) out->d = decode_operand(decoder, in, &in->operands[0], TYPE_B64);
    if (in->operand_count > 2) out->b = decode_operand(decoder, in, &in->operands[2], TYPE_U32);
    return mbarrier_address(decoder, in, 1, out) && finish_as(decoder, out, CLASS_ARRIVAL);
}

// [address]{, count or bytes}
static bool bind_update(Decoder *decoder, const PtxInstruction *in, Instruction *out, unsigned kind) {
    out->run = run_update;
    out->flags = (uint8_t)kind;
    if (in->operand_count > 1) out->b = decode_operand(decoder, in, &in->operands[1], TYPE_U32);
    return mbarrier_address(decoder, in, 0, out) &&
           finish_as(decoder, out, kind == ARRIVE ? CLASS_ARRIVAL : CLASS_OTHER);
}

static bool bind_pending_count(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    if (in->operand_count < 2) return decode_fail(decoder, in, "too few operands");
    out->run = run_pending_count;
    out->site = decode_site(decoder, CLASS_OTHER);
    out->d = decode_operand(decoder, in, &in->operands[0], TYPE_U32);
    out->b = decode_operand(decoder, in, &in->operands[1], TYPE_B64);
    return operand_is_bound(out->d) && operand_is_bound(out->b);
}

static void run_copies_done(Warp *warp, const Instruction *i) {
    race_copies_wait(warp, COPIES_NONE);
    in_flight_attach(warp);
    if (i->flags == ARRIVE) run_update(warp, i);
}

// cp.async.mbarrier.arrive{.noinc}: the copies are done, so that raising the count and arriving is nothing.
static bool bind_copies_done(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    bool arrives = ptx_has(in, "noinc");
    if (arrives ? !bind_update(decoder, in, out, ARRIVE) : !decode_nothing(decoder, in, out)) return false;
    if (!arrives) out->flags = COPIES_DONE;
    out->run = run_copies_done;
    return true;
}

bool decode_mbarrier(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    if (ptx_has(in, "async")) return bind_copies_done(decoder, in, out);
    if (ptx_has(in, "init")) return bind_update(decoder, in, out, INIT);
    if (ptx_has(in, "inval")) return bind_update(decoder, in, out, INVALIDATE);
    if (ptx_has(in, "arrive") || ptx_has(in, "arrive_drop")) return bind_arrival(decoder, in, out);
    if (ptx_has(in, "expect_tx")) return bind_update(decoder, in, out, EXPECT);
    if (ptx_has(in, "complete_tx")) return bind_update(decoder, in, out, COMPLETE);
    if (ptx_has(in, "test_wait") || ptx_has(in, "try_wait")) return bind_test(decoder, in, out);
    if (ptx_has(in, "pending_count")) return bind_pending_count(decoder, in, out);
    return decode_fail(decoder, in, "this operation on a barrier object");
}
