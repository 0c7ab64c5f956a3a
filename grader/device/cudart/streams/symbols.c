// symbols.c - variables of the device by the program's names for them: addresses, sizes, copies.
#include "streams.h"

// Part of a symbol: its address on the device.
cudaError_t symbol_part(const void *symbol, size_t bytes, size_t offset, uint8_t **address) {
    Variable *variable;
    cudaError_t error = variable_find(symbol, &variable);
    if (error) return error;
    *address = (uint8_t *)(uintptr_t)variable->address + offset;
    return offset > variable->size || bytes > variable->size - offset ? cudaErrorInvalidValue : cudaSuccess;
}

bool symbol_kind_fits(enum cudaMemcpyKind kind, bool to_symbol) {
    return kind == (to_symbol ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost) || kind == cudaMemcpyDeviceToDevice ||
           kind == cudaMemcpyDefault;
}

API cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                                   enum cudaMemcpyKind kind) {
    uint8_t *to;
    if (!symbol_kind_fits(kind, true)) RESULT(cudaErrorInvalidMemcpyDirection);
    cudaError_t error = symbol_part(symbol, bytes, offset, &to);
    RESULT(error ? error : copy_rows(to, from, (Shape){bytes, 1, bytes, bytes}, kind, true));
}
PER_THREAD(cudaMemcpyToSymbol, _ptds);

API cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes, size_t offset,
                                        enum cudaMemcpyKind kind, cudaStream_t stream) {
    uint8_t *to;
    if (!symbol_kind_fits(kind, true)) RESULT(cudaErrorInvalidMemcpyDirection);
    cudaError_t error = symbol_part(symbol, bytes, offset, &to);
    RESULT(error ? error : copy_in_stream(to, bytes, from, bytes, bytes, 1, kind, stream));
}
PER_THREAD(cudaMemcpyToSymbolAsync, _ptsz);

API cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset,
                                     enum cudaMemcpyKind kind) {
    uint8_t *from;
    if (!symbol_kind_fits(kind, false)) RESULT(cudaErrorInvalidMemcpyDirection);
    cudaError_t error = symbol_part(symbol, bytes, offset, &from);
    RESULT(error ? error : copy_rows(to, from, (Shape){bytes, 1, bytes, bytes}, kind, true));
}
PER_THREAD(cudaMemcpyFromSymbol, _ptds);

API cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset,
                                          enum cudaMemcpyKind kind, cudaStream_t stream) {
    uint8_t *from;
    if (!symbol_kind_fits(kind, false)) RESULT(cudaErrorInvalidMemcpyDirection);
    cudaError_t error = symbol_part(symbol, bytes, offset, &from);
    RESULT(error ? error : copy_in_stream(to, bytes, from, bytes, bytes, 1, kind, stream));
}
PER_THREAD(cudaMemcpyFromSymbolAsync, _ptsz);

API cudaError_t cudaGetSymbolAddress(void **address, const void *symbol) {
    Variable *variable;
    if (!address) RESULT(cudaErrorInvalidValue);
    cudaError_t error = variable_find(symbol, &variable);
    if (!error) *address = (void *)(uintptr_t)variable->address;
    RESULT(error);
}

API cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol) {
    Variable *variable;
    if (!size) RESULT(cudaErrorInvalidValue);
    cudaError_t error = variable_find(symbol, &variable);
    if (!error) *size = variable->size;
    RESULT(error);
}
