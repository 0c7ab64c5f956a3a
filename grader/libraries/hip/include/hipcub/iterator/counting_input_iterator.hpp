// counting_input_iterator.hpp - hipCUB's header of that name: see hipcub.hpp.
#pragma once
#include "../hipcub.hpp"
