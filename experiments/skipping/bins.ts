/** The cost of bricks as items of the bins: how many pairs of a tile and a brick there are, and how long their split takes. */
import { type Camera, cameraBasis, type Gpu, type VolumeScene } from 'tilecast';
import { Splitter } from 'tilecast/lab';

/** Pixels of a tile, and depth slabs. */
const TILE = { width: 32, height: 4 };
const SLABS = 16;
const BRICK = 8;
const REPEATS = 5;

/** @param size pixels of the image along each side. */
export async function measureBins(
  gpu: Gpu,
  { volume, transfer }: VolumeScene,
  camera: Camera,
  size: number,
  median: (values: readonly number[]) => number,
) {
  const bricks = listVisibleBricks(volume, transfer);
  const columns = Math.ceil(size / TILE.width);
  const rows = Math.ceil(size / TILE.height);
  const bins: number[] = [];
  for (const corners of bricks) {
    const places = corners.map((corner) => project(camera, volume, corner, size));
    const range = (axis: 0 | 1, side: number, tiles: number) => {
      const at = places.map((place) => Math.floor(place[axis] / side));
      return [Math.max(0, Math.min(...at)), Math.min(tiles - 1, Math.max(...at))] as const;
    };
    const [left, right] = range(0, TILE.width, columns);
    const [top, bottom] = range(1, TILE.height, rows);
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) bins.push((row * columns + column) * SLABS);
    }
  }
  if (bins.length === 0) return { activeBricks: 0, pairs: 0, splitMs: 0 };
  return {
    activeBricks: bricks.length,
    pairs: bins.length,
    splitMs: await timeSplit(gpu, bins, rows * columns, median),
  };
}

async function timeSplit(gpu: Gpu, bins: readonly number[], tiles: number, median: (v: readonly number[]) => number) {
  const { device } = gpu;
  const binCount = tiles * SLABS;
  const splitter = await Splitter.create(gpu, { capacity: bins.length, binCount });
  const STORAGE = 0x80 | 0x8 | 0x4;
  const create = (words: number) => device.createBuffer({ size: 4 * words, usage: STORAGE });
  const [keys, values, splitKeys, splitValues] = [1, 2, 3, 4].map(() => create(bins.length)) as [
    GPUBuffer,
    GPUBuffer,
    GPUBuffer,
    GPUBuffer,
  ];
  const [binStarts, count] = [create(binCount + 1), create(4)];
  device.queue.writeBuffer(keys, 0, Uint32Array.from(bins));
  device.queue.writeBuffer(count, 0, Uint32Array.of(bins.length));
  const times: number[] = [];
  for (let round = -1; round < REPEATS; round++) {
    const startMs = performance.now();
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    splitter.encode(pass, { keys, values, count }, { keys: splitKeys, values: splitValues, binStarts });
    pass.end();
    device.queue.submit([encoder.finish()]);
    await gpu.wait(device.queue.onSubmittedWorkDone());
    if (round >= 0) times.push(performance.now() - startMs);
  }
  for (const resource of [splitter, keys, values, splitKeys, splitValues, binStarts, count]) resource.destroy();
  return median(times);
}

/** The corners in index space of the bricks in which some voxel is not wholly transparent, or one beside them. */
function listVisibleBricks({ sizes, voxels }: VolumeScene['volume'], { opacities }: VolumeScene['transfer']) {
  const counts = sizes.map((size) => Math.ceil(size / BRICK));
  const low = new Float64Array(counts[0]! * counts[1]! * counts[2]!).fill(Infinity);
  const high = new Float64Array(low.length).fill(-Infinity);
  const [nx, ny] = sizes;
  for (const [index, value] of voxels.entries()) {
    const place = [index % nx, Math.floor(index / nx) % ny, Math.floor(index / (nx * ny))];
    const [i, j, k] = place.map((at) => Math.floor(at / BRICK)) as [number, number, number];
    const brick = i + counts[0]! * (j + counts[1]! * k);
    low[brick] = Math.min(low[brick]!, value);
    high[brick] = Math.max(high[brick]!, value);
  }
  const bricks: (readonly [number, number, number])[][] = [];
  for (const [brick, least] of low.entries()) {
    const shows = opacities.some(({ opacity, value }, index) => {
      const next = opacities[index + 1];
      if (!next) return opacity > 0 && high[brick]! >= value;
      return (opacity > 0 || next.opacity > 0) && high[brick]! > value && least < next.value;
    });
    if (!shows) continue;
    const at = [
      brick % counts[0]!,
      Math.floor(brick / counts[0]!) % counts[1]!,
      Math.floor(brick / (counts[0]! * counts[1]!)),
    ];
    const corner = (bits: number) =>
      at.map((place, axis) => BRICK * (place + ((bits >> axis) & 1)) - 0.5) as unknown as readonly [
        number,
        number,
        number,
      ];
    bricks.push(Array.from({ length: 8 }, (_, bits) => corner(bits)));
  }
  return bricks;
}

/** The pixel of a point of index space. */
function project(
  camera: Camera,
  { indexToWorld: { columns, origin } }: VolumeScene['volume'],
  [i, j, k]: readonly [number, number, number],
  size: number,
): readonly [number, number] {
  const { forward, right, up } = cameraBasis(camera);
  const world = origin.map((at, axis) => at + i * columns[0][axis]! + j * columns[1][axis]! + k * columns[2][axis]!);
  const along = (axis: readonly number[]) =>
    axis.reduce((sum, part, index) => sum + part * (world[index]! - camera.eye[index]!), 0);
  const height =
    camera.projection === 'orthographic'
      ? camera.height
      : 2 * along(forward) * Math.tan((camera.fovDegrees * Math.PI) / 360);
  return [size * (0.5 + along(right) / height), size * (0.5 - along(up) / height)];
}
