// util_type.hpp - hipCUB's header of that name: see hipcub.hpp.
#pragma once
#include "hipcub.hpp"
