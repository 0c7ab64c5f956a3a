// block_reduce.hpp - what is not here, by name.
#include "../rocprim.hpp"
