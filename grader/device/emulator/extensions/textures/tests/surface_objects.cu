// surface_objects.cu - surface reads and writes, and copies between CUDA arrays and memory, with values by hand.
#include "../../../../tests/programs/claims.cuh"
#include "texture_claims.cuh"

// ---- surfaces -------------------------------------------------------------------------------------------------------

__global__ void write_2d(cudaSurfaceObject_t s, int width, int height) {
    int x = (int)(threadIdx.x % 32), y = (int)(threadIdx.x / 32);
    if (x < width && y < height) surf2Dwrite(100 * y + x, s, x * (int)sizeof(int), y);
}

__global__ void read_2d(cudaSurfaceObject_t s, int *out, cudaSurfaceBoundaryMode mode, int width) {
    int x = (int)threadIdx.x % width - 2, y = (int)threadIdx.x / width - 2;
    out[threadIdx.x] = mode == cudaBoundaryModeClamp ? surf2Dread<int>(s, 4 * x, y, cudaBoundaryModeClamp)
                                                     : surf2Dread<int>(s, 4 * x, y, cudaBoundaryModeZero);
}

__global__ void write_around(cudaSurfaceObject_t s) {
    int x = (int)threadIdx.x % 12 - 2, y = (int)threadIdx.x / 12 - 2;
    surf2Dwrite(-1, s, 4 * x, y, cudaBoundaryModeZero);
}

__global__ void read_texture(cudaTextureObject_t t, int *out) {
    out[threadIdx.x] = tex2D<int>(t, threadIdx.x % 8 + 0.5f, threadIdx.x / 8 + 0.5f);
}

static void planes() {
    ArrayOf<int> plane(8, 4, 0, cudaArraySurfaceLoadStore);
    cudaSurfaceObject_t surface = plane.surface();
    write_2d<<<1, 128>>>(surface, 8, 4);
    FINISH();
    plane.read();
    bool right = true;
    for (int i = 0; i < 32; i++) right &= plane[i] == i / 8 * 100 + i % 8;
    claim("x_counts_bytes_and_y_rows", right);
    Array<int> clamped(96), zero(96), seen(32);
    read_2d<<<1, 96>>>(surface, clamped.device, cudaBoundaryModeClamp, 12);
    claim_each("clamped_reads_outside_are_of_the_nearest_element", clamped, [](size_t i) {
        int x = (int)i % 12 - 2, y = (int)i / 12 - 2;
        return 100 * (y < 0 ? 0 : y > 3 ? 3 : y) + (x < 0 ? 0 : x > 7 ? 7 : x);
    });
    read_2d<<<1, 96>>>(surface, zero.device, cudaBoundaryModeZero, 12);
    claim_each("zero_reads_outside_are_zero", zero, [](size_t i) {
        int x = (int)i % 12 - 2, y = (int)i / 12 - 2;
        return x < 0 || x > 7 || y < 0 || y > 3 ? 0 : 100 * y + x;
    });
    cudaTextureObject_t texture = plane.texture({});
    read_texture<<<1, 32>>>(texture, seen.device);
    claim_each("a_texture_of_the_array_sees_what_an_earlier_kernel_wrote", seen,
               [](size_t i) { return (int)i / 8 * 100 + (int)i % 8; });
    write_around<<<1, 96>>>(surface);
    FINISH();
    plane.read();
    right = true;
    for (int i = 0; i < 32; i++) right &= plane[i] == -1;
    claim("zero_writes_outside_are_dropped", right);
    MUST(cudaDestroyTextureObject(texture));
    MUST(cudaDestroySurfaceObject(surface));
}

__global__ void write_everywhere(cudaSurfaceObject_t line, cudaSurfaceObject_t solid, cudaSurfaceObject_t lines,
                                 cudaSurfaceObject_t planes, cudaSurfaceObject_t cube) {
    int i = (int)threadIdx.x, x = i % 4 * 4, y = i / 4 % 4, z = i / 16;
    if (i < 4) surf1Dwrite(i, line, x);
    surf3Dwrite(i, solid, x, y, z);
    if (i < 16) surf1DLayeredwrite(i, lines, x, y);
    surf2DLayeredwrite(i, planes, x, y, z);
    for (int face = 0; face < 6; face++)
        if (z == 0) surfCubemapwrite(16 * face + i, cube, x, y, face);
}

template <typename T> static bool counts(ArrayOf<T> &array) {
    array.read();
    bool right = true;
    for (size_t i = 0; i < array.width * array.height * array.depth; i++) right &= array[i] == (T)i;
    return right;
}

static void geometries() {
    const unsigned flags = cudaArraySurfaceLoadStore;
    ArrayOf<int> line(4, 0, 0, flags), solid(4, 4, 4, flags), lines(4, 0, 4, flags | cudaArrayLayered),
        planes(4, 4, 4, flags | cudaArrayLayered), cube(4, 4, 6, flags | cudaArrayCubemap);
    cudaSurfaceObject_t s[] = {line.surface(), solid.surface(), lines.surface(), planes.surface(), cube.surface()};
    write_everywhere<<<1, 64>>>(s[0], s[1], s[2], s[3], s[4]);
    FINISH();
    claim("a_line_has_one_coordinate", counts(line));
    claim("a_solid_has_three", counts(solid));
    claim("a_layer_of_lines_comes_after_x", counts(lines));
    claim("a_layer_of_planes_comes_after_y", counts(planes));
    claim("a_face_of_a_cube_comes_after_y", counts(cube));
    for (cudaSurfaceObject_t surface : s) MUST(cudaDestroySurfaceObject(surface));
}

__global__ void read_parts(cudaSurfaceObject_t s, unsigned *out) {
    out[0] = surf1Dread<unsigned char>(s, 5);
    out[1] = surf1Dread<unsigned short>(s, 6);
    out[2] = (unsigned)(surf1Dread<unsigned long long>(s, 8) >> 32);
    out[3] = surf1Dread<uint4>(s, 0).w;
    out[4] = (unsigned)(int)surf1Dread<signed char>(s, 16);
}

// Additions, a maximum and bits taken away by reductions that CUDA C++ has no names for.
__global__ void reduce(cudaSurfaceObject_t s) {
    int i = (int)threadIdx.x;
    asm volatile("sured.b.add.1d.u32.trap [%0, {%1}], %2;" ::"l"(s), "r"(i % 2 * 4), "r"(i));
    asm volatile("sured.b.max.1d.s32.trap [%0, {%1}], %2;" ::"l"(s), "r"(8), "r"(-i));
    asm volatile("sured.b.and.1d.b32.clamp [%0, {%1}], %2;" ::"l"(s), "r"(12), "r"(~(1 << i)));
}

static void widths() {
    ArrayOf<unsigned> line(8, 0, 0, cudaArraySurfaceLoadStore);
    for (int i = 0; i < 8; i++) line[i] = 0x03020100u + 0x04040404u * (unsigned)i; // byte n is n
    line[4] = 0x80u;
    line.write();
    cudaSurfaceObject_t surface = line.surface();
    Array<unsigned> got(5);
    read_parts<<<1, 1>>>(surface, got.device);
    const unsigned expected[] = {5, 0x0706, 0x0f0e0d0c, 0x0f0e0d0c, 0xffffff80u};
    claim_each("a_read_has_the_width_of_its_type", got, [&expected](size_t i) { return expected[i]; });
    line[0] = line[1] = 0, line[2] = (unsigned)-100, line[3] = ~0u;
    line.write();
    reduce<<<1, 32>>>(surface);
    FINISH();
    line.read();
    claim("a_reduction_takes_every_lane", line[0] == 240 && line[1] == 256 && line[2] == 0 && line[3] == 0,
          "%u %u %u %u", line[0], line[1], line[2], line[3]); // 0 + 2 + ... + 30, 1 + 3 + ... + 31
    MUST(cudaDestroySurfaceObject(surface));
}

// ---- copies ---------------------------------------------------------------------------------------------------------

static void copies() {
    ArrayOf<int> from(8, 6), to(8, 6);
    int part[3][5], memory[48];
    from.count();
    for (int i = 0; i < 48; i++) to[i] = 0;
    to.write();
    MUST(cudaMemcpy2DFromArray(part, sizeof part[0], from.array, 3 * sizeof(int), 2, 4 * sizeof(int), 3,
                               cudaMemcpyDeviceToHost));
    claim("a_rectangle_is_copied_from_bytes_and_rows", part[0][0] == 19 && part[2][3] == 38, "%d %d", part[0][0],
          part[2][3]);
    MUST(cudaMemcpy2DToArray(to.array, sizeof(int), 1, part, sizeof part[0], 4 * sizeof(int), 3,
                             cudaMemcpyHostToDevice));
    MUST(cudaMemcpy2DArrayToArray(to.array, 0, 5, from.array, 0, 0, 8 * sizeof(int), 1, cudaMemcpyDeviceToDevice));
    to.read();
    claim("a_rectangle_is_copied_to_an_array", to[9] == 19 && to[28] == 38 && to[8] == 0 && to[29] == 0);
    claim("a_row_is_copied_between_arrays", to[40] == 0 && to[47] == 7 && to[39] == 0);
    MUST(cudaMemcpy2DFromArray(memory, 32, from.array, 0, 0, 32, 6, cudaMemcpyDeviceToHost));
    claim("a_whole_array_is_its_rows", memory[47] == 47 && memory[13] == 13);
    cudaMemcpy3DParms box = {};
    int *device;
    MUST(cudaMalloc(&device, 4 * 2 * sizeof(int)));
    box.srcArray = from.array;
    box.srcPos = make_cudaPos(2, 3, 0);
    box.dstPtr = make_cudaPitchedPtr(device, 4 * sizeof(int), 4, 2);
    box.extent = make_cudaExtent(4, 2, 1);
    box.kind = cudaMemcpyDeviceToDevice;
    MUST(cudaMemcpy3DAsync(&box));
    MUST(cudaMemcpy(memory, device, 32, cudaMemcpyDeviceToHost));
    claim("positions_in_arrays_count_elements", memory[0] == 26 && memory[7] == 37, "%d %d", memory[0], memory[7]);
    MUST(cudaFree(device));
}

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
static void runs() {
    ArrayOf<int> array(8, 6), other(5, 8);
    int memory[30];
    array.count();
    MUST(cudaMemcpyFromArray(memory, array.array, 6 * sizeof(int), 1, sizeof memory, cudaMemcpyDeviceToHost));
    bool right = true;
    for (int i = 0; i < 30; i++) right &= memory[i] == 14 + i;
    claim("a_run_goes_on_from_row_to_row", right);
    for (int i = 0; i < 30; i++) memory[i] = -i;
    MUST(cudaMemcpyToArray(array.array, 5 * sizeof(int), 0, memory, 20 * sizeof(int), cudaMemcpyHostToDevice));
    array.read();
    claim("a_run_is_copied_to_an_array", array[4] == 4 && array[5] == 0 && array[24] == -19 && array[25] == 25);
    MUST(cudaMemcpyArrayToArray(other.array, 8, 0, array.array, 4, 3, 22 * sizeof(int), cudaMemcpyDeviceToDevice));
    MUST(cudaMemcpyFromArray(memory, other.array, 8, 0, 22 * sizeof(int), cudaMemcpyDeviceToHost));
    claim("a_run_between_arrays_of_other_widths", memory[0] == 25 && memory[21] == 46, "%d %d", memory[0], memory[21]);
}

// ---- answers --------------------------------------------------------------------------------------------------------

static void answers() {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<short2>(), got;
    cudaExtent extent;
    unsigned flags;
    cudaArray_t array;
    MUST(cudaMallocArray(&array, &format, 12, 3, cudaArraySurfaceLoadStore));
    MUST(cudaArrayGetInfo(&got, &extent, &flags, array));
    claim("an_array_knows_its_extent", extent.width == 12 && extent.height == 3 && extent.depth == 0 &&
                                           flags == cudaArraySurfaceLoadStore && got.x == 16 && got.y == 16 &&
                                           got.z == 0);
    MUST(cudaGetChannelDesc(&got, array));
    claim("an_array_knows_its_format", got.f == cudaChannelFormatKindSigned && got.x == 16);
    cudaResourceDesc resource = {}, resource_got;
    cudaTextureDesc description = {}, description_got;
    cudaTextureObject_t texture;
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    description.addressMode[1] = cudaAddressModeMirror;
    description.normalizedCoords = 1;
    MUST(cudaCreateTextureObject(&texture, &resource, &description, NULL));
    MUST(cudaGetTextureObjectResourceDesc(&resource_got, texture));
    MUST(cudaGetTextureObjectTextureDesc(&description_got, texture));
    claim("a_texture_knows_its_array", resource_got.res.array.array == array);
    claim("a_texture_knows_its_description", description_got.addressMode[1] == cudaAddressModeMirror);
    MUST(cudaDestroyTextureObject(texture));
    MUST(cudaFreeArray(array));
    cudaMipmappedArray_t levels;
    MUST(cudaMallocMipmappedArray(&levels, &format, make_cudaExtent(20, 6, 0), 3));
    MUST(cudaGetMipmappedArrayLevel(&array, levels, 2));
    MUST(cudaArrayGetInfo(&got, &extent, &flags, array));
    claim("a_level_is_half_as_large_as_the_last", extent.width == 5 && extent.height == 1);
    MUST(cudaFreeMipmappedArray(levels));
}

int main() {
    planes();
    geometries();
    widths();
    copies();
    runs();
    answers();
    return claims_end();
}
