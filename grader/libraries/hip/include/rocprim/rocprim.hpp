// rocprim.hpp - what is not here, by name.
#error rocPRIM is not supported: call hipCUB instead (hipcub/hipcub.hpp)
