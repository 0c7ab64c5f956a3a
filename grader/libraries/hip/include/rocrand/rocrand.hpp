// rocrand.hpp - what is not here, by name.
#include "rocrand.h"
