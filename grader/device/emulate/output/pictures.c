// pictures.c - draws single accesses, as the lessons' figures do (grader/figures/lanes.py).
//
// Lanes are a row of 32 cells. Below them memory: the sectors from the first touched to the last one, long gaps cut
// out, or the 32 banks with the words that each has to serve, one below the other. Curves say which lane touches what.
#include "pictures.h"
#include <inttypes.h>
#include <string.h>

#define WIDTH 400.0
#define EDGE 4.0
#define CELL ((WIDTH - 2 * EDGE) / TRACED_LANES)
#define LANE_TOP 16.0
#define LANE_HEIGHT 10.0
#define LINK_HEIGHT 26.0
#define MEMORY_TOP (LANE_TOP + LANE_HEIGHT + LINK_HEIGHT)
#define STRIP_HEIGHT 14.0
#define NEAREST 8 // sectors drawn at least
#define SECTOR_BYTES 32
#define WORD_BYTES 4

static void rect(Html *out, double x, double y, double width, double height, const char *class) {
    html_write(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" rx=\"1.5\" class=\"%s\"/>", x, y, width,
               height, class);
}

static void link_to(Html *out, unsigned lane, double x) {
    double from = EDGE + (lane + 0.5) * CELL, top = LANE_TOP + LANE_HEIGHT, middle = top + LINK_HEIGHT / 2;
    html_write(out, "<path d=\"M%.2f %.2fC%.2f %.2f %.2f %.2f %.2f %.2f\"/>", from, top, from, middle, x, middle, x,
               MEMORY_TOP);
}

static void numbers(Html *out, double y, const char *what) {
    static const int shown[] = {0, 8, 16, 24, 31};
    for (size_t n = 0; n < sizeof shown / sizeof *shown; n++)
        html_write(out, "<text x=\"%.2f\" y=\"%.2f\">%d</text>", EDGE + (shown[n] + 0.5) * CELL, y, shown[n]);
    html_write(out, "<text x=\"%.2f\" y=\"%.2f\">%s</text>", EDGE + 4.5 * CELL, y, what);
}

static void begin(Html *out, const TracedAccess *access, double height) {
    char cost[96], elements[256];
    access_cost_text(access, cost, sizeof cost);
    access_elements_text(access, elements, sizeof elements);
    html_write(out,
               "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\"><title>%s; %s</title>"
               "<g class=\"numbers\">",
               WIDTH, height, cost, elements);
    numbers(out, 11, "lane");
    html_write(out, "</g><g>");
    for (unsigned lane = 0; lane < TRACED_LANES; lane++)
        rect(out, EDGE + lane * CELL + 0.7, LANE_TOP, CELL - 1.4, LANE_HEIGHT,
             access->mask >> lane & 1 ? "used" : "idle");
    html_write(out, "</g>");
}

// ---- sectors -------------------------------------------------------------------------------------------------------

typedef struct {
    uint64_t sector;
    double x;
    bool touched;
} SectorPlace;

typedef struct {
    SectorPlace places[2 * TRACED_LANES + NEAREST];
    unsigned count;
    double unit; // width of a sector
} Strip;

static void strip_put(Strip *strip, uint64_t sector, double *x, bool touched) {
    strip->places[strip->count++] = (SectorPlace){sector, *x, touched};
    *x += 1;
}

// Positions, first in units of a sector. A single untouched sector between two touched ones is drawn; a longer gap
// becomes a narrow cut.
static Strip strip_of(const TracedAccess *access) {
    uint64_t sectors[TRACED_LANES];
    unsigned count = access_sectors(access, sectors);
    double cut = count < 24 ? 0.35 : 0.12, x = 0;
    bool cuts = false;
    Strip strip = {0};
    for (unsigned n = 0; n < count; n++) {
        if (n && sectors[n] == sectors[n - 1] + 2) strip_put(&strip, sectors[n] - 1, &x, false);
        else if (n && sectors[n] > sectors[n - 1] + 1) x += cut, cuts = true;
        strip_put(&strip, sectors[n], &x, true);
    }
    while (strip.count < NEAREST && !cuts) strip_put(&strip, strip.places[strip.count - 1].sector + 1, &x, false);
    strip.unit = (WIDTH - 2 * EDGE) / (x < NEAREST ? NEAREST : x);
    for (unsigned n = 0; n < strip.count; n++) strip.places[n].x = EDGE + strip.places[n].x * strip.unit;
    return strip;
}

static const SectorPlace *place_of(const Strip *strip, uint64_t sector) {
    for (unsigned n = 0; n < strip->count; n++)
        if (strip->places[n].sector == sector) return &strip->places[n];
    return &strip->places[0];
}

// Bit b: byte b of the sector is asked for.
static uint32_t asked_bytes(const TracedAccess *access, uint64_t sector) {
    uint32_t asked = 0;
    for (unsigned lane = 0; lane < TRACED_LANES; lane++) {
        if (!(access->mask >> lane & 1) || access->address[lane] / SECTOR_BYTES != sector) continue;
        uint64_t bits = (1ull << (access->bytes < SECTOR_BYTES ? access->bytes : SECTOR_BYTES)) - 1;
        asked |= (uint32_t)(bits << access->address[lane] % SECTOR_BYTES);
    }
    return asked;
}

static void draw_sector(Html *out, const TracedAccess *access, const Strip *strip, const SectorPlace *place) {
    double inset = strip->unit > 8 ? 0.8 : 0.4, room = strip->unit - 2 * inset, byte = room / SECTOR_BYTES;
    uint32_t asked = place->touched ? asked_bytes(access, place->sector) : 0;
    rect(out, place->x + inset, MEMORY_TOP, room, STRIP_HEIGHT, place->touched ? "wasted" : "faint");
    for (unsigned first = 0, end; first < SECTOR_BYTES; first = end + 1) {
        for (end = first; end < SECTOR_BYTES && asked >> end & 1;) end++;
        double width = (end - first) * byte;
        if (end > first)
            rect(out, place->x + inset + first * byte, MEMORY_TOP, width > 0.9 ? width : 0.9, STRIP_HEIGHT, "used");
    }
}

static void draw_sectors(Html *out, const TracedAccess *access) {
    Strip strip = strip_of(access);
    begin(out, access, MEMORY_TOP + STRIP_HEIGHT + 4);
    html_write(out, "<g class=\"links\">");
    for (unsigned lane = 0; lane < TRACED_LANES; lane++) {
        if (!(access->mask >> lane & 1)) continue;
        uint64_t address = access->address[lane];
        double within = (double)(address % SECTOR_BYTES) + access->bytes / 2.0;
        const SectorPlace *place = place_of(&strip, address / SECTOR_BYTES);
        link_to(out, lane, place->x + within / SECTOR_BYTES * strip.unit);
    }
    html_write(out, "</g><g>");
    for (unsigned n = 0; n < strip.count; n++) draw_sector(out, access, &strip, &strip.places[n]);
    html_write(out, "</g></svg>");
}

// ---- banks ---------------------------------------------------------------------------------------------------------

static double draw_part(Html *out, const BankPart *part, double y, double height) {
    for (unsigned bank = 0; bank < BANKS; bank++) {
        double x = EDGE + bank * CELL + 0.7;
        if (!part->words[bank]) rect(out, x, y + 0.4, CELL - 1.4, height - 0.8, "faint");
        for (unsigned depth = 0; depth < part->words[bank]; depth++)
            rect(out, x, y + depth * height + 0.4, CELL - 1.4, height - 0.8, depth ? "conflict" : "used");
    }
    return y + part->deepest * height;
}

static void draw_banks(Html *out, const TracedAccess *access) {
    BankPart parts[TRACED_LANES];
    unsigned count = access_bank_parts(access, parts), deepest = 0;
    for (unsigned n = 0; n < count; n++) deepest += parts[n].deepest;
    double height = deepest <= 4 ? 11 : deepest <= 16 ? 7 : 4.6, y = MEMORY_TOP;
    unsigned words = access->bytes < WORD_BYTES ? 1 : access->bytes / WORD_BYTES;
    begin(out, access, MEMORY_TOP + deepest * height + 3 * count + 16);
    html_write(out, "<g class=\"links\">");
    for (unsigned lane = 0; lane < TRACED_LANES; lane++)
        for (unsigned n = 0; n < words && access->mask >> lane & 1; n++)
            link_to(out, lane, EDGE + ((double)((access->address[lane] / WORD_BYTES + n) % BANKS) + 0.5) * CELL);
    html_write(out, "</g><g>");
    for (unsigned n = 0; n < count; n++) y = draw_part(out, &parts[n], y, height) + 3;
    html_write(out, "</g><g class=\"numbers\">");
    numbers(out, y + 10, "bank");
    html_write(out, "</g></svg>");
}

void picture_html(Html *out, const TracedAccess *access) {
    if (access->space == TRACED_SHARED) draw_banks(out, access);
    else draw_sectors(out, access);
}

// ---- terminals -----------------------------------------------------------------------------------------------------

// Appends a block character of that height, in eighths.
static void put_block(char *text, size_t size, unsigned eighths) {
    static const char *const blocks[] = {"·", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    size_t at = strlen(text);
    snprintf(text + at, size - at, "%s", blocks[eighths > 8 ? 8 : eighths]);
}

void picture_text(const TracedAccess *access, char *text, size_t size) {
    *text = 0;
    if (access->space == TRACED_SHARED) {
        BankPart parts[TRACED_LANES];
        unsigned count = access_bank_parts(access, parts);
        for (unsigned bank = 0; bank < BANKS; bank++) {
            unsigned words = 0;
            for (unsigned n = 0; n < count; n++) words += parts[n].words[bank];
            put_block(text, size, words > 7 ? 8 : words);
        }
        return;
    }
    Strip strip = strip_of(access);
    for (unsigned n = 0; n < strip.count; n++) {
        uint32_t asked = strip.places[n].touched ? asked_bytes(access, strip.places[n].sector) : 0;
        bool cut = n && strip.places[n].sector > strip.places[n - 1].sector + 1;
        if (cut && strip.count < 16) snprintf(text + strlen(text), size - strlen(text), " ");
        put_block(text, size, asked ? ((unsigned)__builtin_popcount(asked) + 3) / 4 : 0);
    }
}
