// roctx.h - HIP has two headers of that name, here one.
#pragma once
#include <roctx.h>
