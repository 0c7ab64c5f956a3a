// reset.c - cudaDeviceReset: everything that this process knows of the device is forgotten.
#include "arrays/arrays.h"
#include "graphs/graph.h"
#include "order/call_site.h"
#include "order/order.h"

API cudaError_t cudaDeviceReset(void) {
    cudaError_t error = channel_open();
    if (error) RESULT(error);
    context_wait(); // writes what kernels printed
    regions_forget();
    call_site_note();
    error = channel_call(CALL_RESET, NULL, 0, NULL);
    order_forget();
    advice_forget();
    pools_forget();
    graph_memory_forget();
    modules_forget();
    objects_forget();
    arrays_forget();
    context_forget();
    RESULT(error);
}
