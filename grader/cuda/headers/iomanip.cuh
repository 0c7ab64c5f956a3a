// iomanip.cuh - the manipulators, which are beside their streams.
#include <iostream>
