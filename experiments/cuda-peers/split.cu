// Splits and sorts of key/value pairs by CUB, timed by CUDA events: what tilecast's split is compared with.
//   split ITEMS REPEATS   prints one JSON object: the least milliseconds of each case.
#include <cub/cub.cuh>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#define CHECK(call)                                                                        \
  do {                                                                                     \
    cudaError_t error = (call);                                                            \
    if (error != cudaSuccess) {                                                            \
      std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error));                  \
      std::exit(1);                                                                        \
    }                                                                                      \
  } while (0)

template <typename T>
T* allocate(size_t length) {
  T* pointer = nullptr;
  CHECK(cudaMalloc(&pointer, length * sizeof(T)));
  return pointer;
}

// The least of `repeats` runs after one that warms up.
double leastMs(int repeats, const std::function<void()>& run) {
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  double least = 1e30;
  for (int repeat = -1; repeat < repeats; repeat++) {
    CHECK(cudaEventRecord(begin));
    run();
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    float ms = 0;
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    if (repeat >= 0) least = std::min(least, double(ms));
  }
  CHECK(cudaGetLastError());
  return least;
}

// Xorshift: the same keys in every run.
struct Random {
  uint64_t state = 2463534242;
  uint64_t next() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
  }
};

template <typename Key>
struct Pairs {
  size_t items;
  Key* keys;
  Key* sortedKeys;
  uint32_t* values;
  uint32_t* sortedValues;

  Pairs(size_t count, int bits) : items(count) {
    std::vector<Key> words(items);
    std::vector<uint32_t> indices(items);
    Random random;
    for (size_t i = 0; i < items; i++) {
      words[i] = Key(random.next() >> (64 - bits));
      indices[i] = uint32_t(i);
    }
    keys = allocate<Key>(items);
    sortedKeys = allocate<Key>(items);
    values = allocate<uint32_t>(items);
    sortedValues = allocate<uint32_t>(items);
    CHECK(cudaMemcpy(keys, words.data(), items * sizeof(Key), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(values, indices.data(), items * sizeof(uint32_t), cudaMemcpyHostToDevice));
  }
  ~Pairs() {
    cudaFree(keys);
    cudaFree(sortedKeys);
    cudaFree(values);
    cudaFree(sortedValues);
  }
};

template <typename Key>
double timeSort(size_t items, int bits, int repeats) {
  Pairs<Key> pairs(items, bits);
  size_t bytes = 0;
  auto sort = [&](void* memory) {
    CHECK(cub::DeviceRadixSort::SortPairs(
        memory, bytes, pairs.keys, pairs.sortedKeys, pairs.values, pairs.sortedValues, int(pairs.items), 0, bits));
  };
  sort(nullptr);
  uint8_t* memory = allocate<uint8_t>(bytes);
  double ms = leastMs(repeats, [&] { sort(memory); });
  cudaFree(memory);
  return ms;
}

// A stable split: pairs sorted by all bits of the bin, and where each bin begins by a histogram and its scan.
double timeSplit(size_t items, int bits, int repeats) {
  Pairs<uint32_t> pairs(items, bits);
  int bins = 1 << bits;
  uint32_t* counts = allocate<uint32_t>(bins + 1);
  uint32_t* starts = allocate<uint32_t>(bins + 1);
  CHECK(cudaMemset(counts, 0, (bins + 1) * sizeof(uint32_t)));
  size_t sortBytes = 0, countBytes = 0, scanBytes = 0;
  auto split = [&](void* sortMemory, void* countMemory, void* scanMemory) {
    CHECK(cub::DeviceHistogram::HistogramEven(
        countMemory, countBytes, pairs.keys, counts, bins + 1, uint32_t(0), uint32_t(bins), int(pairs.items)));
    CHECK(cub::DeviceScan::ExclusiveSum(scanMemory, scanBytes, counts, starts, bins + 1));
    CHECK(cub::DeviceRadixSort::SortPairs(sortMemory, sortBytes, pairs.keys, pairs.sortedKeys, pairs.values,
                                          pairs.sortedValues, int(pairs.items), 0, bits));
  };
  split(nullptr, nullptr, nullptr);
  uint8_t* memories[3] = {allocate<uint8_t>(sortBytes), allocate<uint8_t>(countBytes), allocate<uint8_t>(scanBytes)};
  double ms = leastMs(repeats, [&] { split(memories[0], memories[1], memories[2]); });
  for (uint8_t* memory : memories) cudaFree(memory);
  cudaFree(counts);
  cudaFree(starts);
  return ms;
}

int main(int argc, char** argv) {
  size_t items = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : size_t(1) << 24;
  int repeats = argc > 2 ? std::atoi(argv[2]) : 20;
  std::printf("{\"split8\": %.4f, ", timeSplit(items, 8, repeats));
  std::printf("\"split11\": %.4f, ", timeSplit(items, 11, repeats));
  std::printf("\"split16\": %.4f, ", timeSplit(items, 16, repeats));
  std::printf("\"sort8\": %.4f, ", timeSort<uint32_t>(items, 8, repeats));
  std::printf("\"sort11\": %.4f, ", timeSort<uint32_t>(items, 11, repeats));
  std::printf("\"sort32\": %.4f, ", timeSort<uint32_t>(items, 32, repeats));
  std::printf("\"sort63\": %.4f}\n", timeSort<uint64_t>(items, 63, repeats));
  return 0;
}
