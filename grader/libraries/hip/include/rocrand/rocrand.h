// rocrand.h - what is not here, by name.
#error rocRAND is not supported: call hipRAND instead (hiprand/hiprand.h)
