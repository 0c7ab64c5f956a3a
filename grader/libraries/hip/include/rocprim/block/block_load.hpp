// block_load.hpp - what is not here, by name.
#include "../rocprim.hpp"
