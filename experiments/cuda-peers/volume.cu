// Casts the volume of ../sampling/scene.ts by CUDA, with the table of the transfer function in several places, by every block
// of 64 to 1024 threads whose sides are powers of two, from the views of a file: what a ray caster that is written for one
// card takes. Every sample of every ray counts, as tilecast's do without skipping and termination.
//
//   volume VIEWS OUT [side [image [views]]]

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <cuda_fp16.h>

#define CHECK(call)                                                                              \
  do {                                                                                           \
    const cudaError_t error = (call);                                                            \
    if (error != cudaSuccess) {                                                                  \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));         \
      std::exit(1);                                                                              \
    }                                                                                            \
  } while (0)

// One value of the table per value of a byte.
constexpr int ENTRIES = 256;
constexpr int PERIOD = 128;

enum class Table { float_texture, half_texture, shared_cells, global_cells };

struct View {
  float3 eye, forward, right, up;
};

struct Scene {
  cudaTextureObject_t volume;
  // What turns a normalised texel into the value of a byte.
  float texel_scale;
  float inverse_side;
  cudaTextureObject_t table;
  // Both ends of each cell as eight halves.
  const uint4* cells;
};

struct Point {
  float value;
  float4 look;
};

__device__ float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
__device__ float3 operator*(float s, float3 a) { return make_float3(s * a.x, s * a.y, s * a.z); }
__device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

__device__ int wave(int place) {
  const int rest = place % PERIOD;
  return min(rest, PERIOD - rest);
}

template <typename Voxel>
__global__ void fill(Voxel* voxels, int side) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int j = blockIdx.y, k = blockIdx.z;
  if (i >= side) return;
  const int byte = wave(i + 2 * j) + wave(j + 2 * k) + wave(k + 2 * i) + ((3 * i) ^ (5 * j) ^ (7 * k)) % 64;
  const int low = ((97 * i) ^ (57 * j) ^ (31 * k)) & 255;
  voxels[(size_t(k) * side + j) * side + i] = Voxel(sizeof(Voxel) == 1 ? byte : 256 * byte + low);
}

__device__ float sample(const Scene& scene, float3 place) {
  return scene.texel_scale * tex3D<float>(scene.volume, place.x, place.y, place.z);
}

__device__ float4 mix(float4 a, float4 b, float t) {
  return make_float4(fmaf(t, b.x - a.x, a.x), fmaf(t, b.y - a.y, a.y), fmaf(t, b.z - a.z, a.z), fmaf(t, b.w - a.w, a.w));
}

__device__ float4 unpack(unsigned low, unsigned high) {
  const float2 a = __half22float2(*reinterpret_cast<const __half2*>(&low));
  const float2 b = __half22float2(*reinterpret_cast<const __half2*>(&high));
  return make_float4(a.x, a.y, b.x, b.y);
}

template <Table TABLE>
__device__ float4 classify(const Scene& scene, const uint4* shared, float value) {
  if constexpr (TABLE == Table::float_texture || TABLE == Table::half_texture) {
    return tex1D<float4>(scene.table, value + 0.5f);
  } else {
    const float cell = fminf(fmaxf(floorf(value), 0.0f), float(ENTRIES - 2));
    const uint4 ends = TABLE == Table::shared_cells ? shared[int(cell)] : __ldg(scene.cells + int(cell));
    return mix(unpack(ends.x, ends.y), unpack(ends.z, ends.w), __saturatef(value - cell));
  }
}

// As wgsl/cast/volume/shade.wgsl does with its defaults, for a light at the eye.
__device__ float3 shade(const Scene& scene, float3 color, float3 place, float3 to_eye) {
  const float d = scene.inverse_side;
  const float3 gradient = 0.5f * make_float3(
    sample(scene, make_float3(place.x + d, place.y, place.z)) - sample(scene, make_float3(place.x - d, place.y, place.z)),
    sample(scene, make_float3(place.x, place.y + d, place.z)) - sample(scene, make_float3(place.x, place.y - d, place.z)),
    sample(scene, make_float3(place.x, place.y, place.z + d)) - sample(scene, make_float3(place.x, place.y, place.z - d)));
  const float magnitude = sqrtf(dot(gradient, gradient));
  const float facing = fabsf(dot(gradient, to_eye)) / fmaxf(magnitude, 1e-30f);
  const float highlight = 0.2f * __powf(fmaxf(facing, 1e-20f), 10.0f);
  const float strength = fminf(magnitude / (1e-3f * (ENTRIES - 1)), 1.0f);
  const float lit = 0.1f + 0.7f * facing;
  const auto channel = [&](float c) {
    const float full = __saturatef(c * lit + highlight);
    const float ambient = fminf(0.1f * c, 1.0f);
    return ambient + strength * (full - ambient);
  };
  return make_float3(channel(color.x), channel(color.y), channel(color.z));
}

template <Table TABLE, int AHEAD, bool LIT>
__global__ void cast(Scene scene, View view, int image, float side, uchar4* pixels) {
  __shared__ uint4 shared[TABLE == Table::shared_cells ? ENTRIES - 1 : 1];
  if constexpr (TABLE == Table::shared_cells) {
    const int threads = blockDim.x * blockDim.y;
    for (int cell = threadIdx.y * blockDim.x + threadIdx.x; cell < ENTRIES - 1; cell += threads) {
      shared[cell] = scene.cells[cell];
    }
    __syncthreads();
  }
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= image || row >= image) return;
  const float x = column + 0.5f - 0.5f * image;
  const float y = 0.5f * image - 0.5f - row;
  const float3 along = view.forward + x * view.right + y * view.up;
  const float3 direction = rsqrtf(dot(along, along)) * along;
  const float3 inverse = make_float3(1.0f / direction.x, 1.0f / direction.y, 1.0f / direction.z);
  const float low = -0.5f, high = side - 0.5f;
  const float3 a = make_float3((low - view.eye.x) * inverse.x, (low - view.eye.y) * inverse.y, (low - view.eye.z) * inverse.z);
  const float3 b = make_float3((high - view.eye.x) * inverse.x, (high - view.eye.y) * inverse.y, (high - view.eye.z) * inverse.z);
  const float enter = fmaxf(fmaxf(fminf(a.x, b.x), fminf(a.y, b.y)), fmaxf(fminf(a.z, b.z), 0.0f));
  const float leave = fminf(fminf(fmaxf(a.x, b.x), fmaxf(a.y, b.y)), fmaxf(a.z, b.z));
  float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  if (enter < leave) {
    const float d = scene.inverse_side;
    const float3 first = d * (view.eye + (enter + 0.5f) * direction + make_float3(0.5f, 0.5f, 0.5f));
    const float3 stride = d * direction;
    const int count = int(ceilf(leave - enter - 0.5f));
    const float3 to_eye = -1.0f * direction;
    const auto place_of = [&](int k) {
      return make_float3(fmaf(k, stride.x, first.x), fmaf(k, stride.y, first.y), fmaf(k, stride.z, first.z));
    };
    const auto add = [&](float4 look, float3 place) {
      float3 color = make_float3(look.x, look.y, look.z);
      if (LIT) {
        if (look.w <= 0.0f) return;
        color = shade(scene, color, place, to_eye);
      }
      const float weight = (1.0f - sum.w) * look.w;
      sum.x = fmaf(weight, color.x, sum.x);
      sum.y = fmaf(weight, color.y, sum.y);
      sum.z = fmaf(weight, color.z, sum.z);
      sum.w += weight;
    };
    int k = 0;
    for (; k + AHEAD <= count; k += AHEAD) {
      float values[AHEAD];
      float4 looks[AHEAD];
#pragma unroll
      for (int n = 0; n < AHEAD; n++) values[n] = sample(scene, place_of(k + n));
#pragma unroll
      for (int n = 0; n < AHEAD; n++) looks[n] = classify<TABLE>(scene, shared, values[n]);
#pragma unroll
      for (int n = 0; n < AHEAD; n++) add(looks[n], place_of(k + n));
    }
    for (; k < count; k++) {
      const float3 place = place_of(k);
      add(classify<TABLE>(scene, shared, sample(scene, place)), place);
    }
  }
  const auto byte = [](float v) { return (unsigned char)(__saturatef(v) * 255.0f + 0.5f); };
  pixels[row * image + column] = make_uchar4(byte(sum.x), byte(sum.y), byte(sum.z), 255);
}

using Kernel = void (*)(Scene, View, int, float, uchar4*);

float4 lookAt(const std::vector<Point>& points, float value) {
  size_t next = 0;
  while (next < points.size() && points[next].value <= value) next++;
  const Point& before = points[next == 0 ? 0 : next - 1];
  const Point& after = points[std::min(next, points.size() - 1)];
  const float t = after.value > before.value ? (value - before.value) / (after.value - before.value) : 0.0f;
  const auto mixed = [&](float a, float b) { return a + t * (b - a); };
  return make_float4(mixed(before.look.x, after.look.x), mixed(before.look.y, after.look.y),
                     mixed(before.look.z, after.look.z), mixed(before.look.w, after.look.w));
}

// The look `dense` of ../sampling/scene.ts.
std::vector<float4> bakeTable() {
  const auto color = [](float value, unsigned hex) {
    return Point{value, make_float4((hex >> 16) / 255.0f, (hex >> 8 & 255) / 255.0f, (hex & 255) / 255.0f, 0.0f)};
  };
  const std::vector<Point> colors = {color(0, 0x101020),   color(61, 0x804030),  color(97, 0xd08060),
                                     color(132, 0xe8c8a0), color(179, 0x60a0ff), color(255, 0xffffff)};
  const std::vector<Point> opacities = {{0, {0, 0, 0, 0.0005f}}, {83, {0, 0, 0, 0.001f}}, {255, {0, 0, 0, 0.004f}}};
  std::vector<float4> table(ENTRIES);
  for (int value = 0; value < ENTRIES; value++) {
    table[value] = lookAt(colors, float(value));
    table[value].w = lookAt(opacities, float(value)).w;
  }
  return table;
}

struct alignas(8) Half4 {
  __half x, y, z, w;
};

Half4 toHalf(float4 a) { return {__float2half(a.x), __float2half(a.y), __float2half(a.z), __float2half(a.w)}; }

template <typename Entry>
cudaTextureObject_t makeTable(const std::vector<Entry>& entries, cudaChannelFormatDesc format) {
  cudaArray_t array;
  CHECK(cudaMallocArray(&array, &format, ENTRIES));
  CHECK(cudaMemcpy2DToArray(array, 0, 0, entries.data(), ENTRIES * sizeof(Entry), ENTRIES * sizeof(Entry), 1,
                            cudaMemcpyHostToDevice));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description{};
  description.addressMode[0] = cudaAddressModeClamp;
  description.filterMode = cudaFilterModeLinear;
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture;
  CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}

template <typename Voxel>
cudaTextureObject_t makeVolume(int side) {
  Voxel* voxels;
  CHECK(cudaMalloc(&voxels, size_t(side) * side * side * sizeof(Voxel)));
  fill<<<dim3((side + 255) / 256, side, side), 256>>>(voxels, side);
  CHECK(cudaGetLastError());
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<Voxel>();
  cudaArray_t array;
  CHECK(cudaMalloc3DArray(&array, &format, make_cudaExtent(side, side, side)));
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(voxels, side * sizeof(Voxel), side, side);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(side, side, side);
  copy.kind = cudaMemcpyDeviceToDevice;
  CHECK(cudaMemcpy3D(&copy));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(voxels));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description{};
  for (auto& mode : description.addressMode) mode = cudaAddressModeClamp;
  description.filterMode = cudaFilterModeLinear;
  description.readMode = cudaReadModeNormalizedFloat;
  description.normalizedCoords = 1;
  cudaTextureObject_t texture;
  CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}

std::vector<View> readViews(const char* path) {
  std::ifstream file(path);
  if (!file) {
    std::fprintf(stderr, "%s cannot be read\n", path);
    std::exit(2);
  }
  std::vector<View> views;
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    std::string name;
    View v;
    fields >> name >> v.eye.x >> v.eye.y >> v.eye.z >> v.forward.x >> v.forward.y >> v.forward.z >> v.right.x >>
      v.right.y >> v.right.z >> v.up.x >> v.up.y >> v.up.z;
    if (fields) views.push_back(v);
  }
  return views;
}

float median(std::vector<float> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

struct Launch {
  Scene scene;
  int image;
  float side;
  uchar4* pixels;
  cudaEvent_t start, stop;

  // Median milliseconds of so many launches; infinite where the card has no room for the block.
  float time(Kernel kernel, const View& view, dim3 block, int repeats) const {
    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, kernel));
    if (int(block.x * block.y) > attributes.maxThreadsPerBlock) return INFINITY;
    const dim3 blocks((image + block.x - 1) / block.x, (image + block.y - 1) / block.y);
    std::vector<float> times;
    for (int repeat = 0; repeat < repeats; repeat++) {
      CHECK(cudaEventRecord(start));
      kernel<<<blocks, block>>>(scene, view, image, side, pixels);
      CHECK(cudaEventRecord(stop));
      CHECK(cudaEventSynchronize(stop));
      CHECK(cudaGetLastError());
      float ms;
      CHECK(cudaEventElapsedTime(&ms, start, stop));
      times.push_back(ms);
    }
    return median(times);
  }
};

int main(int count, char** arguments) {
  if (count < 3) {
    std::fprintf(stderr, "usage: volume VIEWS OUT [side [image [views]]]\n");
    return 2;
  }
  const std::string out = arguments[2];
  const int side = count > 3 ? std::atoi(arguments[3]) : 1024;
  const int image = count > 4 ? std::atoi(arguments[4]) : 1024;
  std::vector<View> views = readViews(arguments[1]);
  if (count > 5) views.resize(std::min(views.size(), size_t(std::atoi(arguments[5]))));

  const std::vector<float4> table = bakeTable();
  std::vector<Half4> halves(ENTRIES);
  std::transform(table.begin(), table.end(), halves.begin(), toHalf);
  std::vector<Half4> ends;
  for (int cell = 0; cell + 1 < ENTRIES; cell++) ends.insert(ends.end(), {halves[cell], halves[cell + 1]});
  uint4* cells;
  CHECK(cudaMalloc(&cells, ends.size() * sizeof(Half4)));
  CHECK(cudaMemcpy(cells, ends.data(), ends.size() * sizeof(Half4), cudaMemcpyHostToDevice));
  const cudaTextureObject_t float_table = makeTable(table, cudaCreateChannelDesc<float4>());
  const cudaTextureObject_t half_table = makeTable(halves, cudaCreateChannelDescHalf4());

  Launch launch{};
  launch.image = image;
  launch.side = float(side);
  CHECK(cudaMalloc(&launch.pixels, size_t(image) * image * sizeof(uchar4)));
  CHECK(cudaEventCreate(&launch.start));
  CHECK(cudaEventCreate(&launch.stop));

  struct Variant {
    const char* name;
    bool half;
    bool lit;
    Kernel kernel;
  };
  const Variant variants[] = {
    {"float4 texture", false, false, cast<Table::float_texture, 1, false>},
    {"float4 texture, 4 ahead", false, false, cast<Table::float_texture, 4, false>},
    {"half4 texture, 4 ahead", true, false, cast<Table::half_texture, 4, false>},
    {"shared cells", true, false, cast<Table::shared_cells, 1, false>},
    {"shared cells, 4 ahead", true, false, cast<Table::shared_cells, 4, false>},
    {"global cells, 4 ahead", true, false, cast<Table::global_cells, 4, false>},
    {"lit, half4 texture", true, true, cast<Table::half_texture, 1, true>},
    {"lit, shared cells", true, true, cast<Table::shared_cells, 1, true>},
    {"lit, shared cells, 4 ahead", true, true, cast<Table::shared_cells, 4, true>},
  };
  std::vector<dim3> blocks;
  for (int threads = 64; threads <= 1024; threads *= 2) {
    for (int width = 1; width <= threads; width *= 2) blocks.push_back(dim3(width, threads / width));
  }

  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, 0));
  FILE* results = std::fopen((out + "/cuda-volume.json").c_str(), "w");
  if (!results) {
    std::fprintf(stderr, "%s cannot be written to\n", out.c_str());
    return 2;
  }
  std::fprintf(results, "{\"adapter\": \"%s\", \"side\": %d, \"image\": %d, \"views\": %zu, \"rows\": [", properties.name, side,
               image, views.size());
  std::printf("%-10s%-28s%12s%12s%12s%10s\n", "voxels", "variant", "best block", "16x16", "slow/fast", "commonest");
  bool is_first = true;
  for (const int bits : {8, 16}) {
    launch.scene = {bits == 8 ? makeVolume<unsigned char>(side) : makeVolume<unsigned short>(side),
                    bits == 8 ? 255.0f : 65535.0f / 256.0f, 1.0f / side, 0, cells};
    for (const Variant& variant : variants) {
      launch.scene.table = variant.half ? half_table : float_table;
      // Lit rays take many times as long: fewer views and blocks tell as much.
      const size_t shown = variant.lit ? std::min<size_t>(views.size(), 8) : views.size();
      double best_sum = 0, square_sum = 0;
      float slowest = 0, fastest = INFINITY;
      std::vector<int> wins(blocks.size());
      std::vector<float> by_view;
      launch.time(variant.kernel, views[0], dim3(16, 16), 10);
      for (size_t view = 0; view < shown; view++) {
        float best = INFINITY;
        size_t winner = 0;
        for (size_t block = 0; block < blocks.size(); block++) {
          const int threads = blocks[block].x * blocks[block].y;
          if (variant.lit && (threads < 128 || threads > 256)) continue;
          const float ms = launch.time(variant.kernel, views[view], blocks[block], variant.lit ? 1 : 3);
          if (ms < best) {
            best = ms;
            winner = block;
          }
        }
        best = std::min(best, launch.time(variant.kernel, views[view], blocks[winner], 5));
        const float square = launch.time(variant.kernel, views[view], dim3(16, 16), 3);
        wins[winner]++;
        best_sum += std::log(best);
        square_sum += std::log(square);
        slowest = std::max(slowest, best);
        fastest = std::min(fastest, best);
        by_view.push_back(best);
      }
      const double best_ms = std::exp(best_sum / shown), square_ms = std::exp(square_sum / shown);
      const dim3 common = blocks[std::max_element(wins.begin(), wins.end()) - wins.begin()];
      char name[32];
      std::snprintf(name, sizeof name, "%ux%u", common.x, common.y);
      std::printf("%-10d%-28s%12.3f%12.3f%12.2f%10s\n", bits, variant.name, best_ms, square_ms, slowest / fastest, name);
      std::fflush(stdout);
      std::fprintf(results, "%s\n {\"bits\": %d, \"variant\": \"%s\", \"bestMs\": %.4f, \"squareMs\": %.4f, \"byView\": [",
                   is_first ? "" : ",", bits, variant.name, best_ms, square_ms);
      for (size_t view = 0; view < by_view.size(); view++) std::fprintf(results, view ? ", %.4f" : "%.4f", by_view[view]);
      std::fprintf(results, "]}");
      is_first = false;
    }
    // What tilecast's pictures are compared with, from the first view.
    for (const bool lit : {false, true}) {
      launch.time(lit ? cast<Table::shared_cells, 4, true> : cast<Table::shared_cells, 4, false>, views[0], dim3(16, 16), 1);
      std::vector<uchar4> pixels(size_t(image) * image);
      CHECK(cudaMemcpy(pixels.data(), launch.pixels, pixels.size() * sizeof(uchar4), cudaMemcpyDeviceToHost));
      std::ofstream file(out + "/cuda-" + std::to_string(bits) + (lit ? "-lit" : "") + ".rgba", std::ios::binary);
      file.write(reinterpret_cast<const char*>(pixels.data()), std::streamsize(pixels.size() * sizeof(uchar4)));
    }
  }
  std::fprintf(results, "\n]}\n");
  std::fclose(results);
  return 0;
}
