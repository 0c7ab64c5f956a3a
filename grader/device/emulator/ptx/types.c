// types.c - the names of PTX's types and special registers.
#include "reader.h"

#include <assert.h>
#include <string.h>

static const struct {
    const char *name;
    PtxType type;
} TYPES[] = {{"pred", TYPE_PRED}, {"b8", TYPE_B8},         {"b16", TYPE_B16}, {"b32", TYPE_B32},
             {"b64", TYPE_B64},   {"b128", TYPE_B128},     {"u8", TYPE_U8},   {"u16", TYPE_U16},
             {"u32", TYPE_U32},   {"u64", TYPE_U64},       {"s8", TYPE_S8},   {"s16", TYPE_S16},
             {"s32", TYPE_S32},   {"s64", TYPE_S64},       {"f16", TYPE_F16}, {"f16x2", TYPE_F16X2},
             {"bf16", TYPE_BF16}, {"bf16x2", TYPE_BF16X2}, {"f32", TYPE_F32}, {"f64", TYPE_F64},
             {"tf32", TYPE_TF32}, {"b1", TYPE_B1},         {"u4", TYPE_U4},   {"s4", TYPE_S4},
             {"e4m3", TYPE_E4M3}, {"e5m2", TYPE_E5M2}};

// Types of matrix fragments, packed arithmetic and textures: TYPE_OTHER.
static const char *const OTHER_TYPES[] = {"u2",     "s2",     "e3m2",   "e2m3",       "e2m1",   "e4m3x2", "e5m2x2",
                                          "e3m2x2", "e2m3x2", "e2m1x2", "e4m3x4",     "e5m2x4", "e3m2x4", "e2m3x4",
                                          "e2m1x4", "ue8m0",  "ue4m3",  "ue8m0x2",    "f32x2",  "u16x2",  "s16x2",
                                          "u8x4",   "s8x4",   "texref", "samplerref", "surfref"};

// clang-format off
static const char *const SPECIALS[SPECIAL_OTHER] = {
    [SPECIAL_TID_X] = "%tid.x", [SPECIAL_TID_Y] = "%tid.y", [SPECIAL_TID_Z] = "%tid.z", [SPECIAL_NTID_X] = "%ntid.x",
    [SPECIAL_NTID_Y] = "%ntid.y", [SPECIAL_NTID_Z] = "%ntid.z", [SPECIAL_CTAID_X] = "%ctaid.x",
    [SPECIAL_CTAID_Y] = "%ctaid.y", [SPECIAL_CTAID_Z] = "%ctaid.z", [SPECIAL_NCTAID_X] = "%nctaid.x",
    [SPECIAL_NCTAID_Y] = "%nctaid.y", [SPECIAL_NCTAID_Z] = "%nctaid.z", [SPECIAL_LANEID] = "%laneid",
    [SPECIAL_WARPID] = "%warpid", [SPECIAL_NWARPID] = "%nwarpid", [SPECIAL_SMID] = "%smid",
    [SPECIAL_NSMID] = "%nsmid", [SPECIAL_GRIDID] = "%gridid", [SPECIAL_LANEMASK_EQ] = "%lanemask_eq",
    [SPECIAL_LANEMASK_LE] = "%lanemask_le", [SPECIAL_LANEMASK_LT] = "%lanemask_lt",
    [SPECIAL_LANEMASK_GE] = "%lanemask_ge", [SPECIAL_LANEMASK_GT] = "%lanemask_gt",
    [SPECIAL_TOTAL_SMEM_SIZE] = "%total_smem_size", [SPECIAL_DYNAMIC_SMEM_SIZE] = "%dynamic_smem_size",
    [SPECIAL_CLUSTERID_X] = "%clusterid.x", [SPECIAL_CLUSTERID_Y] = "%clusterid.y",
    [SPECIAL_CLUSTERID_Z] = "%clusterid.z", [SPECIAL_NCLUSTERID_X] = "%nclusterid.x",
    [SPECIAL_NCLUSTERID_Y] = "%nclusterid.y", [SPECIAL_NCLUSTERID_Z] = "%nclusterid.z",
    [SPECIAL_CLUSTER_CTAID_X] = "%cluster_ctaid.x", [SPECIAL_CLUSTER_CTAID_Y] = "%cluster_ctaid.y",
    [SPECIAL_CLUSTER_CTAID_Z] = "%cluster_ctaid.z", [SPECIAL_CLUSTER_NCTAID_X] = "%cluster_nctaid.x",
    [SPECIAL_CLUSTER_NCTAID_Y] = "%cluster_nctaid.y", [SPECIAL_CLUSTER_NCTAID_Z] = "%cluster_nctaid.z",
    [SPECIAL_CLUSTER_CTARANK] = "%cluster_ctarank", [SPECIAL_CLUSTER_NCTARANK] = "%cluster_nctarank",
    [SPECIAL_IS_EXPLICIT_CLUSTER] = "%is_explicit_cluster", [SPECIAL_AGGR_SMEM_SIZE] = "%aggr_smem_size",
    [SPECIAL_CURRENT_GRAPH_EXEC] = "%current_graph_exec",
    [SPECIAL_ENVREG1] = "%envreg1", [SPECIAL_ENVREG2] = "%envreg2",
    [SPECIAL_RESERVED_SMEM_OFFSET_1] = "%reserved_smem_offset_1", [SPECIAL_CLOCK] = "%clock",
    [SPECIAL_CLOCK_HI] = "%clock_hi", [SPECIAL_CLOCK64] = "%clock64", [SPECIAL_GLOBALTIMER] = "%globaltimer",
    [SPECIAL_GLOBALTIMER_LO] = "%globaltimer_lo", [SPECIAL_GLOBALTIMER_HI] = "%globaltimer_hi",
};

// Special registers that PTX has and the emulator has not. A vector like %tid is read component by component.
static const char *const OTHER_SPECIALS[] = {
    "%tid", "%ntid", "%ctaid", "%nctaid", "%clusterid", "%nclusterid", "%cluster_ctaid", "%cluster_nctaid",
    "%reserved_smem_offset_begin",
    "%reserved_smem_offset_end", "%reserved_smem_offset_cap", "%reserved_smem_offset_0",
    "%pm0", "%pm1", "%pm2", "%pm3", "%pm4", "%pm5", "%pm6", "%pm7", "%pm0_64", "%pm1_64", "%pm2_64", "%pm3_64",
    "%pm4_64", "%pm5_64", "%pm6_64", "%pm7_64", "%envreg0", "%envreg3", "%envreg4", "%envreg5", "%envreg6",
    "%envreg7", "%envreg8", "%envreg9", "%envreg10", "%envreg11", "%envreg12", "%envreg13", "%envreg14", "%envreg15",
    "%envreg16", "%envreg17", "%envreg18", "%envreg19", "%envreg20", "%envreg21", "%envreg22", "%envreg23",
    "%envreg24", "%envreg25", "%envreg26", "%envreg27", "%envreg28", "%envreg29", "%envreg30", "%envreg31",
};
// clang-format on

const char *special_name(uint32_t number) {
    assert(number >= SPECIAL_OTHER || SPECIALS[number]);
    if (number < SPECIAL_OTHER) return SPECIALS[number];
    number -= SPECIAL_OTHER;
    return number < sizeof OTHER_SPECIALS / sizeof *OTHER_SPECIALS ? OTHER_SPECIALS[number] : NULL;
}

PtxType ptx_type_named(const char *suffix) {
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++)
        if (!strcmp(TYPES[i].name, suffix)) return TYPES[i].type;
    for (size_t i = 0; i < sizeof OTHER_TYPES / sizeof *OTHER_TYPES; i++)
        if (!strcmp(OTHER_TYPES[i], suffix)) return TYPE_OTHER;
    return TYPE_NONE;
}

unsigned ptx_type_bytes(PtxType type) {
    switch (type) {
    case TYPE_B8:
    case TYPE_U8:
    case TYPE_S8: return 1;
    case TYPE_B16:
    case TYPE_U16:
    case TYPE_S16:
    case TYPE_F16:
    case TYPE_BF16: return 2;
    case TYPE_B32:
    case TYPE_U32:
    case TYPE_S32:
    case TYPE_F16X2:
    case TYPE_BF16X2:
    case TYPE_F32:
    case TYPE_TF32: return 4;
    case TYPE_B64:
    case TYPE_U64:
    case TYPE_S64:
    case TYPE_F64: return 8;
    case TYPE_B128: return 16;
    default: return 0;
    }
}

bool ptx_has(const PtxInstruction *instruction, const char *modifier) {
    for (uint32_t i = 0; i < instruction->modifier_count; i++)
        if (!strcmp(instruction->modifiers[i], modifier)) return true;
    return false;
}
