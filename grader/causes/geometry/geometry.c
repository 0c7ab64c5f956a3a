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
} Mistake;

static bool has_mistake(const Source *source, const Launch *launch, const Mistake *mistake, char *words, size_t size) {
    if (mistake->of_launch) return mistake->of_launch(source, launch, words, size);
    for (const char *direction = "xy"; launch->body && *direction; direction++) {
        Tile tile;
        if (tile_find(launch, *direction, &tile) && mistake->of_tile(source, launch, &tile, words, size)) return true;
    }
    return false;
}

// The first launch that the mistake is made in. false: there is none.
static bool find_mistake(const Source *source, const Mistake *mistake, char *words, size_t size) {
    Launch launch;
    unsigned left = MOST_LAUNCHES;
    for (const char *at = source->text; left && launch_next(source, &at, &launch); left--)
        if (has_mistake(source, &launch, mistake, words, size)) return true;
    return false;
}

bool geometry_mistake(const Source *source, char *words, size_t size) {
    static const Mistake mistakes[] = {{.of_launch = is_turned},        {.of_launch = asks_for_no_thread},
                                       {.of_tile = shares_elements},    {.of_tile = has_other_threads},
                                       {.of_launch = has_blocks_alike}, {.of_tile = has_blocks_that_overlap}};
    for (size_t i = 0; i < COUNT_OF(mistakes); i++)
        if (find_mistake(source, &mistakes[i], words, size)) return true;
    return false;
}

bool geometry_waste(const Source *source, char *words, size_t size) {
    return find_mistake(source, &(Mistake){.of_tile = has_blocks_to_spare}, words, size);
}
