// access_quiz.cu - the nine accesses of blend(), answered, with the reason for each.

// Of every access to global memory ask: how far does the address move from one lane to the next?

// a: grey[i] moves by one float: 32 neighbours, 128 bytes, 4 sectors.
//= a: yes
//= sectors_a: 4

// b, e, f, h are in shared memory. It has no sectors, so there is nothing to coalesce.
//= b: n/a
//= e: n/a
//= f: n/a
//= h: n/a

// c: planes[j * n + i] moves by one float as well. j * n is the same for all lanes, and a multiple of 8.
//= c: yes
//= sectors_c: 4

// d: pixels[4 * i + j] moves by four floats, 16 bytes: two lanes share a sector.
//= d: no
//= sectors_d: 16
// Four trips are 4 * 16 = 64 sectors. They are the same 16 each time: together the trips read all of 512 bytes.
//= sectors_d_all_trips: 64
//= sectors_d_different: 16

// g: shifted[i + 8] begins 8 floats further: 32 bytes, a sector's length. It begins where a sector begins.
//= g: yes
//= sectors_g: 4

// i: spread[8 * i] moves by 32 bytes: a sector for each lane, of which it writes 4 bytes.
//= i: no
//= sectors_i: 32
//= percent_used_i: 12.5

// h: mixed[4 * threadIdx.x]: the words of lanes 0, 8, 16 and 24 are 0, 32, 64 and 96, all in bank 0; so it is for every
// eighth lane. Four words in each of 8 banks take four passes.
//= passes_h: 4
