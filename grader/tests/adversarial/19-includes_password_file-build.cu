// A file whose text the error message would show.
#include "/etc/passwd"
#include "/proc/self/environ"
