// A program of four gigabytes.
char giant[4ull << 30] = {1};
