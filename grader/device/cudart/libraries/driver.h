// driver.h - functions of the driver API that programs may ask for.
#ifndef DRIVER_H
#define DRIVER_H

// tensor_maps.c: the function of that name, NULL: there is none.
void *driver_function(const char *symbol);

#endif
