// hiprand.h - hipRAND is cuRAND: the older place of its header.
#pragma once
#include "hiprand/hiprand.h"
