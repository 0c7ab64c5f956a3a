// geometry.c - blocks and threads that a launch gives, and elements that its kernel makes of their numbers: what the
// source tells of both, held against each other. (geometry.h)
#include "geometry.h"

#include "mistakes.h"

#include "../../exercises/exercise.h"

#include <string.h>

// No text may keep the grader busy for long: nobody launches that often.
enum { MOST_LAUNCHES = 40 };

typedef struct {
    LaunchMistake *of_launch;
    TileMistake *of_tile; // instead
    bool called;          // the tile may be that of a function that the kernel calls
    unsigned explains;    // MissBits
} Mistake;

static bool has_mistake(const Source *source, const Launch *launch, const Mistake *mistake, char *words, size_t size) {
    if (mistake->of_launch) return mistake->of_launch(source, launch, words, size);
    for (const char *direction = "xy"; launch->body && *direction; direction++) {
        Tile tile;
        bool found = mistake->called ? tile_find_called(source, launch, *direction, &tile)
                                     : tile_find(launch, *direction, &tile);
        if (found && mistake->of_tile(source, launch, &tile, words, size)) return true;
    }
    return false;
}

// The first launch that the mistake is made in. false: there is none.
static bool find_mistake(const Source *source, const Mistake *mistake, VerdictGeometry *geometry) {
    Launch launch;
    unsigned left = MOST_LAUNCHES;
    geometry->explains = mistake->explains;
    for (const char *at = source->text; left && launch_next(source, &at, &launch); left--)
        if (has_mistake(source, &launch, mistake, geometry->says, sizeof geometry->says)) return true;
    return false;
}

bool geometry_mistake(const Source *source, VerdictGeometry *geometry) {
    static const Mistake mistakes[] = {
        {.of_launch = is_turned, .explains = MISS_MORE | MISS_LESS | MISS_CONFLICTS},
        {.of_launch = has_arguments_exchanged},
        {.of_launch = asks_for_no_thread, .explains = MISS_LESS},
        {.of_launch = miscounts_threads, .explains = MISS_MORE | MISS_LESS | MISS_CONFLICTS},
        {.of_launch = divides_other_direction, .explains = MISS_LESS},
        {.of_launch = has_no_such_direction},
        {.of_tile = shares_elements, .explains = MISS_MORE},
        {.of_tile = has_other_threads, .explains = MISS_MORE | MISS_LESS | MISS_CONFLICTS},
        {.of_launch = has_blocks_alike, .explains = MISS_MORE},
        {.of_tile = has_blocks_that_overlap, .explains = MISS_MORE},
    };
    for (size_t i = 0; i < COUNT_OF(mistakes); i++)
        if (find_mistake(source, &mistakes[i], geometry)) return true;
    return false;
}

bool geometry_waste(const Source *source, VerdictGeometry *geometry) {
    return find_mistake(source, &(Mistake){.of_tile = has_blocks_to_spare, .called = true, .explains = MISS_MORE},
                        geometry);
}

// ---- limits ----

// What accesses count grows with the threads that make them. What else a limit may measure is told by its row of the
// checklist: neither bytes that the host copies nor what one thread or block takes for itself become more by that.
static unsigned miss_by_more(const Part *part) {
    static const char *const others[] = {"transfers", "local_memory", "occupancy"};
    const char *symptom = part->symptom ? part->symptom : "";
    if (!strcmp(symptom, "bank_conflicts")) return MISS_CONFLICTS;
    for (size_t i = 0; !part->counter && i < COUNT_OF(others); i++)
        if (!strcmp(symptom, others[i])) return 0;
    return MISS_MORE;
}

static unsigned miss_of(const Part *part, const VerdictCounter *missed) {
    return missed->value < missed->least ? MISS_LESS : miss_by_more(part);
}

bool geometry_explains(const Verdict *verdict, const VerdictCounter *missed) {
    return verdict->geometry.says[0] &&
           verdict->geometry.explains & miss_of(&verdict->exercise->parts[missed->part], missed);
}
