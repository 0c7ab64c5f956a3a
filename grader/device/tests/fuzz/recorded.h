// recorded.h - sessions as fuzz_protocol.c reads and record_session.c writes them.
#ifndef FUZZ_RECORDED_H
#define FUZZ_RECORDED_H

// Two bytes, little-endian: how many follow. The highest bit: they go to the window's start and are no packet.
#define RECORD_HEAD 2u
#define RECORD_WINDOW 0x8000u
#define RECORD_MOST 0x7fffu

#endif
