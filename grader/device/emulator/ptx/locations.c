// locations.c - source places: .file, .loc and the names of inlined functions in .section .debug_str.
//
// ".loc 2 8 1, function_name L, inlined_at 1 30 5" names the call by its place alone; the call's own .loc stands
// before it, so the latest one of that place in the same function is meant. The labels of names and the files
// come at the end of the text and are looked up when all of it is read.
#include "../../system/hash.h"
#include "reader.h"

#include <assert.h>
#include <string.h>

enum { FIRST_PLACES = 256, EMPTY = 0 };

void locations_start(Reader *reader) {
    PtxModule *module = reader->module;
    module->files = reader_grow(reader, NULL, 0, &reader->file_room, sizeof *module->files);
    module->files[module->file_count++] = "";
    module->locations = reader_grow(reader, NULL, 0, &reader->location_room, sizeof *module->locations);
    reader->notes = reader_grow(reader, NULL, 0, &reader->note_room, sizeof *reader->notes);
    module->locations[module->location_count++] = (PtxLocation){.inlined_at = -1};
    reader->place_count = FIRST_PLACES;
    reader->places = reader_alloc(reader, FIRST_PLACES, sizeof *reader->places);
}

void source_file_read(Reader *reader) {
    PtxModule *module = reader->module;
    uint32_t number = reader_count(reader, FILES_MAX - 1);
    if (reader->token.kind != TOKEN_STRING) reader_fail(reader, "a file's name is expected here");
    while (module->file_count <= number) {
        READER_ROOM(reader, module->files, module->file_count, reader->file_room);
        module->files[module->file_count++] = "";
    }
    if (number) module->files[number] = name_intern(reader, reader->token.start, reader->token.length)->text;
    reader_next(reader);
    while (reader_skip(reader, ',')) reader_integer(reader); // time stamp, size
}

static uint32_t place_hash(const Reader *reader, uint32_t function, const PtxLocation *location) {
    uint64_t hash = reader->hash_seed ^ function;
    const uint32_t words[] = {location->file, location->line, location->column};
    for (int i = 0; i < 3; i++) {
        hash = hash_mixed(hash, words[i]);
        hash ^= hash >> 29 ^ reader->hash_seed >> 32;
    }
    return (uint32_t)(hash >> 16);
}

static bool location_is_at(const Reader *reader, uint32_t index, uint32_t function, const PtxLocation *place) {
    const PtxLocation *location = &reader->module->locations[index];
    return location->file == place->file && location->line == place->line && location->column == place->column &&
           reader->notes[index].function == function;
}

// Where the table of places has, or would have, the latest location of this place.
static uint32_t *place_find(Reader *reader, uint32_t function, const PtxLocation *location) {
    assert(reader->module->location_count < reader->place_count); // the search ends
    uint32_t place;
    HASH_SEARCH(place, place_hash(reader, function, location), reader->place_count - 1,
                reader->places[place] == EMPTY || location_is_at(reader, reader->places[place], function, location));
    return &reader->places[place];
}

static void places_grow(Reader *reader) {
    reader->place_count *= 2;
    reader->places = reader_alloc(reader, reader->place_count, sizeof *reader->places);
    for (uint32_t i = 1; i < reader->module->location_count; i++)
        *place_find(reader, reader->notes[i].function, &reader->module->locations[i]) = i;
}

// The location's index: that of an equal one if it is the latest of its place.
static uint32_t location_index(Reader *reader, PtxLocation location, LocationNote note) {
    PtxModule *module = reader->module;
    if (2 * module->location_count >= reader->place_count) places_grow(reader);
    uint32_t *place = place_find(reader, note.function, &location);
    if (*place != EMPTY) {
        const LocationNote *old = &reader->notes[*place];
        if (module->locations[*place].inlined_at == location.inlined_at && old->name == note.name &&
            old->addend == note.addend)
            return *place;
    }
    READER_ROOM(reader, module->locations, module->location_count, reader->location_room);
    READER_ROOM(reader, reader->notes, module->location_count, reader->note_room);
    module->locations[module->location_count] = location;
    reader->notes[module->location_count] = note;
    return *place = module->location_count++;
}

static PtxLocation place_read(Reader *reader) {
    PtxLocation location = {.inlined_at = -1};
    location.file = reader_count(reader, UINT32_MAX);
    location.line = reader_count(reader, UINT32_MAX);
    location.column = reader_count(reader, UINT32_MAX);
    return location;
}

static int32_t inlined_at_read(Reader *reader, uint32_t function) {
    PtxLocation call = place_read(reader);
    uint32_t known = *place_find(reader, function, &call);
    return (int32_t)(known != EMPTY ? known : location_index(reader, call, (LocationNote){.function = function}));
}

void location_read(Reader *reader) {
    LocationNote note = {.function = (uint32_t)reader->function_index};
    PtxLocation location = place_read(reader);
    while (reader_skip(reader, ',')) {
        if (reader_at_word(reader, "function_name")) {
            reader_next(reader);
            note.name = name_read(reader);
            if (reader_at(reader, '+')) note.addend = (uint32_t)reader_integer(reader);
        } else if (reader_at_word(reader, "inlined_at")) {
            reader_next(reader);
            location.inlined_at = inlined_at_read(reader, note.function);
        } else {
            reader_fail(reader, "function_name or inlined_at is expected here");
        }
    }
    reader->location = location_index(reader, location, note);
    if (reader->function && !reader->function->location) reader->function->location = reader->location;
}

static void debug_byte(Reader *reader, char byte) {
    READER_ROOM(reader, reader->debug_text, reader->debug_length, reader->debug_room);
    reader->debug_text[reader->debug_length++] = byte;
}

// "L: .b8 97,98,0": labels and bytes.
static void debug_strings_read(Reader *reader) {
    while (!reader_at(reader, '}')) {
        if (reader->token.kind == TOKEN_NAME) {
            Name *name = name_read(reader);
            name->text_offset = 1 + reader->debug_length;
            reader_expect(reader, ':');
        } else if (reader_at_dotted(reader, "b8")) {
            reader_next(reader);
            do debug_byte(reader, (char)reader_integer(reader));
            while (reader_skip(reader, ','));
        } else {
            reader_fail(reader, "a label or .b8 is expected in .debug_str");
        }
    }
    debug_byte(reader, '\0');
}

void section_read(Reader *reader) {
    bool strings = reader_at_dotted(reader, "debug_str");
    if (reader->token.kind != TOKEN_DOTTED) reader_fail(reader, "a section's name is expected here");
    reader_next(reader);
    reader_expect(reader, '{');
    if (strings) debug_strings_read(reader);
    for (uint32_t depth = 1; depth; reader_next(reader)) {
        if (reader->token.kind == TOKEN_END) reader_fail(reader, "a section that does not end");
        depth += reader_at(reader, '{');
        depth -= reader_at(reader, '}');
        if (!depth) break;
    }
    reader_expect(reader, '}');
}

void locations_finish(Reader *reader) {
    PtxModule *module = reader->module;
    for (uint32_t i = 0; i < module->location_count; i++) {
        PtxLocation *location = &module->locations[i];
        const LocationNote *note = &reader->notes[i];
        if (location->file >= module->file_count) location->file = 0;
        assert(location->inlined_at < (int32_t)i); // following it ends
        if (!note->name || !note->name->text_offset) continue;
        uint64_t offset = (uint64_t)note->name->text_offset - 1 + note->addend;
        if (offset < reader->debug_length) location->function = reader->debug_text + offset;
    }
}
