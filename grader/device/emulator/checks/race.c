// race.c - the rule of races, for one unit of memory at a time.
#include "race.h"

// Accesses of one warp: its lanes have synchronised between them. Of 16 synchronisations of any kind one may have done
// so.
static bool lanes_ordered(RaceStamp other, RaceStamp me) {
    if ((other ^ me) & STAMP_LANES || stamp_sync(me) == STAMP_SYNC_MOST) return true;
    return stamp_sync(me) - stamp_sync(other) >= 16;
}

// True if the access that `other` stands for does not happen before mine.
static bool unordered(RaceStamp other, RaceStamp me) {
    if (!stamp_same_epoch(other, me)) return false;
    if (other & STAMP_ATOMIC && other & STAMP_WARPS) return true; // some of them are of another warp
    if (!stamp_same_warp(other, me)) return true;
    if (lanes_ordered(other, me)) return false;
    return stamp_thread(other) != stamp_thread(me) || (other & STAMP_SEVERAL) != 0;
}

static RaceStamp racing_reader(RaceRecords records, uint64_t unit, RaceStamp me) {
    if (unordered(records.first[unit], me)) return records.first[unit];
    if (unordered(records.second[unit], me)) return records.second[unit];
    return 0;
}

RaceStamp race_read(RaceRecords records, uint64_t unit, RaceStamp me, bool *other_writes) {
    RaceStamp write = records.write[unit];
    race_note_read(&records.first[unit], &records.second[unit], me);
    *other_writes = true;
    return unordered(write, me) ? write : 0;
}

RaceStamp race_peek(RaceRecords records, uint64_t unit, RaceStamp me, bool *other_writes) {
    RaceStamp write = records.write[unit];
    *other_writes = true;
    return !(write & STAMP_ATOMIC) && unordered(write, me) ? write : 0;
}

RaceStamp race_write(RaceRecords records, uint64_t unit, RaceStamp me, bool same_value, bool *other_writes) {
    RaceStamp write = records.write[unit];
    records.write[unit] = me;
    bool harmless = same_value && !(write & STAMP_ATOMIC);
    *other_writes = !harmless && unordered(write, me);
    return *other_writes ? write : racing_reader(records, unit, me);
}

RaceStamp race_atomic(RaceRecords records, uint64_t unit, RaceStamp me, bool *other_writes) {
    RaceStamp write = records.write[unit];
    bool current = stamp_same_epoch(write, me), atomic = (write & STAMP_ATOMIC) != 0;
    if (!current) {
        records.write[unit] = me | STAMP_ATOMIC;
    } else if (atomic && stamp_thread(write) != stamp_thread(me)) {
        RaceStamp warps = stamp_same_warp(write, me) ? write & STAMP_WARPS : STAMP_WARPS;
        records.write[unit] = me | STAMP_ATOMIC | STAMP_SEVERAL | warps;
    } // a plain write stays: later atomics of other threads race with it
    *other_writes = current && !atomic && unordered(write, me);
    return *other_writes ? write : racing_reader(records, unit, me);
}
