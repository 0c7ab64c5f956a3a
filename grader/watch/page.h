// page.h - the page of make live: the last verdict, the lines and pictures of make show, and the book.
#ifndef PAGE_H
#define PAGE_H

#include "../report/verdict.h"
#include "../system/paths.h"

typedef struct Page Page;

// Begins to serve it; port 0: a usual one, or any that is free. NULL with a sentence in error[200].
Page *page_open(const Paths *paths, unsigned port, char error[200]);
const char *page_address(const Page *page);
unsigned page_port(const Page *page);
// Readable when a browser wants something; page_turn gives it, and is also to be called every second or so.
int page_descriptor(const Page *page);
bool page_goes_on(const Page *page); // page_turn has more to send at once
void page_turn(Page *page);
void page_close(Page *page);

// What the page shows from now on: that an exercise is being graded; what the draft says of it; its verdict, `changes`
// from the one before ("" where there is none) and the seconds since it was saved; the same verdict with an estimate;
// that it could not be graded; that build/show/NAME.html is written, or that there is none.
void page_grading(Page *page, const Exercise *exercise);
void page_draft(Page *page, const char *line);
void page_verdict(Page *page, const Verdict *verdict, const char *changes, double seconds);
void page_estimate(Page *page, const Verdict *verdict);
void page_failed(Page *page, const char *why);
void page_pictures(Page *page, bool written);

#endif
