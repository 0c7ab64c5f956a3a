// video.c - video instructions: vadd to vset, and those of two and four elements.
//
// vadd.dtype.atype.btype{.sat}{.second} d{.part}, a{.part}, b{.part}{, c}; with a part of d or a second operation c is
// merged. vset has no dtype: a's stands for it.
#include "video.h"
#include "../../decode/decoders.h"
#include <string.h>

static void run_scalar(Warp *warp, const Instruction *i) {
    const Video *video = (const Video *)(uintptr_t)i->extra;
    const uint32_t *a = operand_lanes(warp, i->a), *b = operand_lanes(warp, i->b), *c = operand_lanes(warp, i->c);
    uint32_t *d = operand_lanes(warp, i->d);
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        if (warp->mask >> lane & 1) d[lane] = video_scalar(video, a[lane], b[lane], c[lane]);
}

static void run_simd(Warp *warp, const Instruction *i) {
    const Video *video = (const Video *)(uintptr_t)i->extra;
    const uint32_t *a = operand_lanes(warp, i->a), *b = operand_lanes(warp, i->b), *c = operand_lanes(warp, i->c);
    uint32_t *d = operand_lanes(warp, i->d);
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        if (warp->mask >> lane & 1) d[lane] = video_simd(video, a[lane], b[lane], c[lane]);
}

static const struct {
    const char *name;
    VideoKind kind;
} KINDS[] = {{"vadd", VIDEO_ADD},        {"vsub", VIDEO_SUBTRACT},    {"vabsdiff", VIDEO_DISTANCE},
             {"vmin", VIDEO_MINIMUM},    {"vmax", VIDEO_MAXIMUM},     {"vavrg", VIDEO_AVERAGE},
             {"vshl", VIDEO_SHIFT_LEFT}, {"vshr", VIDEO_SHIFT_RIGHT}, {"vmad", VIDEO_MULTIPLY},
             {"vset", VIDEO_COMPARE}};

static void read_mnemonic(const char *mnemonic, Video *video) {
    size_t length = strcspn(mnemonic, "24");
    video->elements = mnemonic[length] == '4' ? 4 : mnemonic[length] == '2' ? 2 : 1;
    for (size_t n = 0; n < sizeof KINDS / sizeof *KINDS; n++)
        if (strlen(KINDS[n].name) == length && !strncmp(mnemonic, KINDS[n].name, length)) video->kind = KINDS[n].kind;
}

// One of the modifiers after the types. false: there is none of that name.
static bool read_word(const char *word, Video *video) {
    static const char *const COMPARISONS[] = {"eq", "ne", "lt", "le", "gt", "ge"};
    static const char *const SECONDS[] = {"", "add", "min", "max"};
    for (unsigned n = 0; n < 6; n++)
        if (!strcmp(word, COMPARISONS[n])) {
            video->comparison = (VideoComparison)n;
            return video->kind == VIDEO_COMPARE;
        }
    for (unsigned n = 1; n < 4; n++)
        if (!strcmp(word, SECONDS[n])) {
            video->second = (VideoSecond)n;
            return true;
        }
    bool saturate = !strcmp(word, "sat"), plus_one = !strcmp(word, "po"), wraps = !strcmp(word, "wrap");
    uint8_t scale = !strcmp(word, "shr7") ? 7 : !strcmp(word, "shr15") ? 15 : 0;
    video->saturate |= saturate, video->plus_one |= plus_one, video->wraps |= wraps;
    video->scale = scale ? scale : video->scale;
    return saturate || plus_one || wraps || scale || !strcmp(word, "clamp");
}

static bool read_words(const PtxInstruction *in, Video *video) {
    bool types[3] = {false};
    unsigned wanted = video->kind == VIDEO_COMPARE ? 2 : 3, count = 0;
    for (uint32_t n = 0; n < in->modifier_count; n++) {
        PtxType type = ptx_type_named(in->modifiers[n]);
        if (type == TYPE_NONE) {
            if (!read_word(in->modifiers[n], video)) return false;
        } else {
            if (count == wanted || (type != TYPE_U32 && type != TYPE_S32)) return false;
            types[count++] = type == TYPE_S32;
        }
    }
    video->is_signed = types[0];
    video->a.is_signed = types[wanted - 2];
    video->b.is_signed = types[wanted - 1];
    return count == wanted;
}

// "b3" or "h1"; without one the whole register.
static bool read_part(const PtxOperand *operand, uint8_t *shift, uint8_t *bits) {
    char text[9] = "";
    memcpy(text, &operand->bits, operand->kind == OPERAND_REGISTER ? 8 : 0);
    *bits = text[0] == 'b' ? 8 : text[0] == 'h' ? 16 : 32;
    *shift = (uint8_t)(*text ? (text[1] - '0') * *bits : 0);
    return *shift + *bits <= 32 && (!*text || !text[2]);
}

// "b7531" or "h32": by element, the highest first; without one the elements from `first` on.
static bool read_elements(const PtxOperand *operand, unsigned count, unsigned first, uint8_t element[4]) {
    char text[9] = "";
    memcpy(text, &operand->bits, operand->kind == OPERAND_REGISTER ? 8 : 0);
    for (unsigned n = 0; n < 4 && n < count; n++) element[n] = (uint8_t)(first + n);
    if (!*text) return true;
    if (text[0] != (count == 4 ? 'b' : 'h') || strlen(text) != count + 1) return false;
    for (unsigned n = 0; n < 4 && n < count; n++) {
        element[n] = (uint8_t)(text[count - n] - '0');
        if (element[n] >= 2 * count) return false;
    }
    return true;
}

// "b310" or "h1": the elements that change.
static bool read_mask(const PtxOperand *operand, Video *video) {
    char text[9] = "";
    memcpy(text, &operand->bits, sizeof operand->bits);
    video->mask = (uint8_t)(*text ? 0 : (1u << video->elements) - 1);
    if (*text && text[0] != (video->elements == 4 ? 'b' : 'h')) return false;
    for (const char *digit = text + 1; *text && *digit; digit++) {
        if ((unsigned)(*digit - '0') >= video->elements) return false;
        video->mask |= (uint8_t)(1u << (*digit - '0'));
    }
    return true;
}

static bool read_parts(const PtxInstruction *in, Video *video) {
    const PtxOperand *operands = in->operands;
    video->merges = operands[0].bits != 0;
    if (video->elements > 1)
        return in->operand_count == 4 && read_mask(&operands[0], video) &&
               read_elements(&operands[1], video->elements, 0, video->a.element) &&
               read_elements(&operands[2], video->elements, video->elements, video->b.element);
    video->a.negated = operands[1].negated;
    video->b.negated = operands[2].negated;
    video->c_negated = in->operand_count == 4 && operands[3].negated;
    bool third = video->merges || video->second != SECOND_NONE || video->kind == VIDEO_MULTIPLY;
    bool negated = video->a.negated || video->b.negated || video->c_negated;
    return in->operand_count >= 3u + third && in->operand_count <= 4 && (!negated || video->kind == VIDEO_MULTIPLY) &&
           read_part(&operands[0], &video->shift, &video->bits) &&
           read_part(&operands[1], &video->a.shift, &video->a.bits) &&
           read_part(&operands[2], &video->b.shift, &video->b.bits);
}

static Operand bind_whole(Decoder *decoder, const PtxInstruction *in, uint32_t operand) {
    PtxOperand whole = in->operands[operand];
    if (whole.kind == OPERAND_REGISTER) whole.bits = 0, whole.negated = false;
    return decode_operand(decoder, in, &whole, TYPE_U32);
}

bool decode_video(Decoder *decoder, const PtxInstruction *in, Instruction *out) {
    Video *video = decode_keep(decoder, sizeof *video);
    read_mnemonic(in->mnemonic, video);
    if (in->operand_count < 3 || !read_words(in, video) || !read_parts(in, video))
        return decode_fail(decoder, in, "this form of the video instruction");
    out->run = video->elements > 1 ? run_simd : run_scalar;
    out->extra = (uintptr_t)video;
    out->site = decode_site(decoder, CLASS_OTHER);
    out->d = bind_whole(decoder, in, 0);
    out->a = bind_whole(decoder, in, 1);
    out->b = bind_whole(decoder, in, 2);
    if (in->operand_count > 3) out->c = bind_whole(decoder, in, 3);
    return operand_is_bound(out->a) && operand_is_bound(out->b) && operand_is_bound(out->c) && operand_is_bound(out->d);
}
