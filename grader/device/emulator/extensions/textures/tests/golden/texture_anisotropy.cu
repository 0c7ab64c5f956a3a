// texture_anisotropy.cu - which levels and which texels a fetch with anisotropy mixes.
#include "texture_level_probe.cuh"

static void any_gradients() {
    cudaMipmappedArray_t flat = make_levels(extent(64, 64), 7, true), rich = make_levels(extent(64, 32), 6, false);
    vector<Point> any = random_points(300, 0, 1);
    for (Point &p : any)
        for (int k = 0; k < 3; k++) p.dx[k] = random_in(-0.2f, 0.2f), p.dy[k] = random_in(-0.1f, 0.1f);
    for (unsigned most : {2u, 4u, 16u}) {
        char name[40];
        cudaTextureDesc desc = level_description(true, true);
        desc.maxAnisotropy = most;
        snprintf(name, sizeof name, "gradient anisotropy %u", most);
        level_section<GRAD2>(name, flat, desc, any);
        level_section<GRAD2>(name, rich, desc, any);
    }
}

// One texel of 1 among zeros: which samples met it, and with which weights.
static void impulses() {
    cudaMipmappedArray_t levels;
    cudaArray_t base;
    cudaChannelFormatDesc desc = format(32, 1, F);
    vector<float> data(64 * 64);
    data[64 * 32 + 32] = 1;
    CHECK(cudaMallocMipmappedArray(&levels, &desc, extent(64, 64), 7));
    CHECK(cudaGetMipmappedArrayLevel(&base, levels, 0));
    CHECK(cudaMemcpy2DToArray(base, 0, 0, data.data(), 256, 256, 64, cudaMemcpyHostToDevice));
    for (unsigned most : {1u, 2u, 4u, 16u})
        for (float ratio : {1.0f, 1.25f, 1.5f, 2.0f, 2.5f, 3.0f, 4.0f, 6.0f, 8.0f, 16.0f}) {
            vector<Point> points;
            for (int k = -80; k <= 80; k++) {
                Point p = {};
                p.x = (32.5f + (float)k / 8) / 64, p.y = 32.5f / 64;
                p.dx[0] = ratio / 64, p.dy[1] = 1.0f / 64;
                points.push_back(p);
            }
            char name[40];
            cudaTextureDesc sampler = level_description(true, true);
            sampler.maxAnisotropy = most;
            snprintf(name, sizeof name, "impulse %u %g", most, (double)ratio);
            level_section<GRAD2>(name, levels, sampler, points);
        }
}

int main() {
    apart(any_gradients);
    apart(impulses);
}
