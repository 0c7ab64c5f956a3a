// texture_levels.cu - which levels a fetch reads, and what of them.
#include "texture_level_probe.cuh"

static vector<Point> level_points() {
    vector<Point> points;
    for (int k = -16; k <= 5 * 64; k++) {
        Point p = {};
        p.x = p.y = p.z = 0.4f;
        p.lod = k < 0 || k >= 64 ? (float)k / 64 + (k % 3 ? 0.001f : 0) : (float)k / 512;
        points.push_back(p);
        if (k >= 0 && k < 64 && k % 2) p.lod = moved(p.lod, -1), points.push_back(p);
    }
    return points;
}

static void levels() {
    cudaMipmappedArray_t flat = make_levels(extent(16, 16), 5, true), rich = make_levels(extent(16, 12), 5, false);
    cudaTextureDesc desc = level_description(false, true);
    level_section<LOD2>("level linear", flat, desc, level_points());
    level_section<LOD2>("level point", flat, level_description(false, false), level_points());
    level_section<T2>("level none given", flat, desc, random_points(4, 0, 1));
    desc.mipmapLevelBias = 0.3f;
    level_section<LOD2>("level bias", flat, desc, level_points());
    level_section<T2>("level bias none given", flat, desc, random_points(4, 0, 1));
    desc.minMipmapLevelClamp = 0.7f, desc.maxMipmapLevelClamp = 2.6f;
    level_section<LOD2>("level clamp", flat, desc, level_points());
    desc.mipmapLevelBias = -20;
    level_section<LOD2>("level bias below", flat, desc, random_points(4, 0, 1));
    vector<Point> mixed = random_points(300, -0.5f, 1.5f);
    for (Point &p : mixed) p.lod = random_in(-1, 5);
    level_section<LOD2>("trilinear", rich, level_description(true, true), mixed);
    level_section<LOD2>("nearest level", rich, level_description(true, false), mixed);
    level_section<LOD2>("nearest texels", rich, level_description(false, true), mixed);
    cudaMipmappedArray_t line = make_levels(extent(20), 5, false), solid = make_levels(extent(9, 8, 7), 4, false);
    level_section<LOD1>("level 1d", line, level_description(true, true), mixed);
    level_section<LOD3>("level 3d", solid, level_description(true, true), mixed);
    CHECK(cudaFreeMipmappedArray(flat));
    CHECK(cudaFreeMipmappedArray(rich));
    CHECK(cudaFreeMipmappedArray(line));
    CHECK(cudaFreeMipmappedArray(solid));
}

static void gradients() {
    cudaMipmappedArray_t flat = make_levels(extent(64, 64), 7, true), rich = make_levels(extent(64, 32), 6, false);
    vector<Point> same = random_points(400, 0, 1), any = random_points(300, 0, 1);
    for (size_t i = 0; i < same.size(); i++)
        same[i].dx[0] = same[i].dy[1] = ldexpf(1 + (float)(i % 64) / 64, (int)(i / 64) - 6);
    level_section<GRAD2>("gradient isotropic", flat, level_description(false, true), same);
    for (Point &p : same) p.dy[1] = 0;
    level_section<GRAD2>("gradient x only", flat, level_description(false, true), same);
    for (Point &p : any)
        for (int k = 0; k < 3; k++) p.dx[k] = random_in(-0.2f, 0.2f), p.dy[k] = random_in(-0.1f, 0.1f);
    level_section<GRAD2>("gradient any", flat, level_description(false, true), any);
    level_section<GRAD2>("gradient trilinear", rich, level_description(true, true), any);
    cudaMipmappedArray_t solid = make_levels(extent(16, 16, 16), 5, true), line = make_levels(extent(64), 7, true);
    level_section<GRAD3>("gradient 3d", solid, level_description(false, true), any);
    level_section<GRAD1>("gradient 1d", line, level_description(false, true), any);
    cudaMipmappedArray_t cube = make_levels(extent(16, 16, 6), 5, true, cudaArrayCubemap);
    level_section<LOD_CUBE>("cube level", cube, level_description(true, true), level_points());
    level_section<GRAD_CUBE>("cube gradient", cube, level_description(true, true), any);
    for (cudaMipmappedArray_t array : {flat, rich, solid, line, cube}) CHECK(cudaFreeMipmappedArray(array));
}

static std::string named(const char *name, int size) { return std::string(name) + " of " + std::to_string(size); }

// The same gradients in several sizes of texture; and what levels are without gradients of a mipmapped array's part.
static void simple_gradients() {
    for (int size : {8, 256}) {
        cudaMipmappedArray_t flat = make_levels(extent((size_t)size, (size_t)size), 4, true);
        vector<Point> points;
        for (int i = 0; i < 720; i++) {
            Point p = {};
            float turn = (float)(i % 90) * 0.0174532925f,
                  length = ldexpf(1, i / 90 % 4) * (i >= 360 ? 1.3f : 1) / (float)size;
            p.x = p.y = 0.4f;
            p.dx[0] = cosf(turn) * length, p.dx[1] = sinf(turn) * length;
            points.push_back(p);
        }
        level_section<GRAD2>(named("gradient turned", size).c_str(), flat, level_description(false, true), points);
        for (Point &p : points) p.dy[0] = -p.dx[1], p.dy[1] = p.dx[0];
        level_section<GRAD2>(named("gradient square", size).c_str(), flat, level_description(false, true), points);
        for (Point &p : points) p.dy[0] = p.dx[0], p.dy[1] = p.dx[1];
        level_section<GRAD2>(named("gradient parallel", size).c_str(), flat, level_description(false, true), points);
        for (Point &p : points) p.dy[0] = p.dx[0] / 2, p.dy[1] = -p.dx[1] / 2;
        level_section<GRAD2>(named("gradient askew", size).c_str(), flat, level_description(false, true), points);
        for (Point &p : points) p.dx[0] = random_in(0, 1) / (float)size, p.dx[1] = p.dy[0] = p.dy[1] = 0;
        level_section<GRAD2>(named("gradient small", size).c_str(), flat, level_description(false, true), points);
        CHECK(cudaFreeMipmappedArray(flat));
    }
}

int main() {
    apart(levels);
    apart(gradients);
    apart(simple_gradients);
}
