// copy_batches.c - batches of copies: one after the other in the batch's stream.
#include "arrays.h"

static bool order_is_known(enum cudaMemcpySrcAccessOrder order) {
    return order >= cudaMemcpySrcAccessOrderStream && order <= cudaMemcpySrcAccessOrderAny;
}

static bool flags_are_known(unsigned flags) { return !(flags & ~(unsigned)cudaMemcpyFlagPreferOverlapWithCompute); }

// Each set of attributes holds from the copy it names first.
static bool attributes_fit(const struct cudaMemcpyAttributes *attributes, const size_t *first, size_t entries,
                           size_t count) {
    if (!attributes || !first || !entries || entries > count || first[0]) return false;
    for (size_t i = 0; i < entries; i++) {
        if (!order_is_known(attributes[i].srcAccessOrder) || !flags_are_known(attributes[i].flags)) return false;
        if (i && (first[i] <= first[i - 1] || first[i] >= count)) return false;
    }
    return true;
}

static cudaError_t copy_batch(void *const *to, const void *const *from, const size_t *sizes, size_t count,
                              cudaStream_t stream) {
    cudaError_t error = cudaSuccess;
    for (size_t i = 0; i < count; i++)
        if (!to[i] || !from[i] || !sizes[i]) return cudaErrorInvalidValue;
    for (size_t i = 0; i < count && !error; i++) {
        Work work = copy_work(to[i], sizes[i], from[i], sizes[i], sizes[i], 1, cudaMemcpyDefault);
        error = stream_do(stream, &work);
    }
    return error;
}

static bool is_legacy(cudaStream_t stream) { return !stream || stream == cudaStreamLegacy; }

API cudaError_t cudaMemcpyBatchAsync(void *const *to, const void *const *from, const size_t *sizes, size_t count,
                                     struct cudaMemcpyAttributes *attributes, size_t *first, size_t entries,
                                     cudaStream_t stream) {
    if (is_legacy(stream) || !to || !from || !sizes || !attributes_fit(attributes, first, entries, count))
        RESULT(cudaErrorInvalidValue);
    RESULT(copy_batch(to, from, sizes, count, stream));
}
PER_THREAD(cudaMemcpyBatchAsync, _ptsz);

// Rows and layers that have no length of their own are packed. Widths count an array's elements, else bytes.
static bool read_operand(const struct cudaMemcpy3DOperand *operand, struct cudaExtent extent,
                         struct cudaPitchedPtr *pointer, cudaArray_t *array, struct cudaPos *at) {
    if (operand->type == cudaMemcpyOperandTypeArray) {
        *array = operand->op.array.array;
        *at = (struct cudaPos){operand->op.array.offset.x, operand->op.array.offset.y, operand->op.array.offset.z};
        return *array;
    }
    if (operand->type != cudaMemcpyOperandTypePointer || !operand->op.ptr.ptr) return false;
    size_t row = operand->op.ptr.rowLength ? operand->op.ptr.rowLength : extent.width;
    size_t layer = operand->op.ptr.layerHeight ? operand->op.ptr.layerHeight : extent.height;
    *pointer = (struct cudaPitchedPtr){operand->op.ptr.ptr, row, extent.width, layer};
    return row >= extent.width && layer >= extent.height;
}

static cudaError_t read_operation(Work *work, const struct cudaMemcpy3DBatchOp *operation) {
    struct cudaMemcpy3DParms *box = &work->copy;
    struct cudaExtent extent = operation->extent;
    *work = (Work){.type = cudaGraphNodeTypeMemcpy, .copy = {.extent = extent, .kind = cudaMemcpyDefault}};
    bool fits = extent.width && extent.height && extent.depth && order_is_known(operation->srcAccessOrder) &&
                flags_are_known(operation->flags) &&
                read_operand(&operation->src, extent, &box->srcPtr, &box->srcArray, &box->srcPos) &&
                read_operand(&operation->dst, extent, &box->dstPtr, &box->dstArray, &box->dstPos);
    if (!fits) return cudaErrorInvalidValue;
    cudaArray_t array = box->srcArray ? box->srcArray : box->dstArray;
    if (!array) return cudaSuccess;
    struct cudaChannelFormatDesc format;
    cudaError_t error = cudaGetChannelDesc(&format, array);
    size_t element = (size_t)(format.x + format.y + format.z + format.w) / 8;
    box->srcPtr.pitch *= element;
    box->dstPtr.pitch *= element;
    return error;
}

API cudaError_t cudaMemcpy3DBatchAsync(size_t count, struct cudaMemcpy3DBatchOp *operations, unsigned long long flags,
                                       cudaStream_t stream) {
    Work work;
    cudaError_t error = cudaSuccess;
    if (is_legacy(stream) || flags || !count || !operations) RESULT(cudaErrorInvalidValue);
    for (size_t i = 0; i < count && !error; i++) error = read_operation(&work, &operations[i]);
    for (size_t i = 0; i < count && !error; i++) {
        error = read_operation(&work, &operations[i]);
        if (!error) error = stream_do(stream, &work);
    }
    RESULT(error);
}
PER_THREAD(cudaMemcpy3DBatchAsync, _ptsz);
