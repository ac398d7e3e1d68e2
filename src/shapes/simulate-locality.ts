/** How often a workgroup's rays find their voxels in the cache: a simulation, without any GPU. */

import { clipToBox } from '../math/clip-ray.js';
import { smallestSpacing } from '../volume/volume.js';
import { withDefaults } from '../with-defaults.js';
import { Cache, type CacheSize } from './cache.js';
import type { Shape } from './shape.js';
import { pixelOfInvocation } from './shape-families.js';
import { createIndexRays, type ShapeView } from './shape-view.js';
import { type AddressOf, createAddressing, type TextureLayout } from './texture-layout.js';

/** Options of `simulateLocality`. */
export interface LocalityOptions {
  /** The order of texels in memory. */
  readonly layout?: TextureLayout;
  /** Bytes of a voxel on the device. */
  readonly bytesPerVoxel?: number;
  /** The cache that is simulated. */
  readonly cache?: CacheSize;
  /** Lanes that sample at the same time: a warp. */
  readonly subgroupSize?: number;
  /** Lanes that ask the cache together: what they want of one line is one request. */
  readonly lanesPerRequest?: number;
  /** Invocations that share a cache at a time. */
  readonly residentInvocations?: number;
  /** Processors that workgroups are dealt to in turn, each with a cache of its own. */
  readonly processors?: number;
  /** Distance between samples, in smallest spacings. */
  readonly step?: number;
  /** Samples of each ray that are counted, from the middle of the volume on; as many before them fill the cache. */
  readonly samples?: number;
  /** Samples by which each subgroup is behind the one before it, since nothing keeps subgroups together. */
  readonly drift?: number;
}

/**
 * The paper's GeForce GTX 480: slices of bytes, 12 KiB of texture cache for each of 15 processors, 8 resident workgroups of
 * 128, warps of 32 (sections 3 to 5). The line, the ways, the lanes of a request and the drift are not in the paper: of 300
 * combinations, experiments/cache-locality took one that has both its relations and about its hit rates.
 */
export const LOCALITY_DEFAULTS = {
  layout: 'slices',
  bytesPerVoxel: 1,
  cache: { sizeBytes: 12 * 1024, lineBytes: 32, ways: 4 },
  subgroupSize: 32,
  lanesPerRequest: 8,
  residentInvocations: 1024,
  processors: 15,
  step: 1,
  samples: 32,
  drift: 5,
} as const satisfies Required<LocalityOptions>;

/** Counts of a simulated cache. */
export interface Locality {
  /** Requests for voxels. */
  readonly requests: number;
  /** Requests that the cache answered. */
  readonly hits: number;
  /** Share of requests that the cache answered. */
  readonly hitRate: number;
}

/** A lane's ray: sample k is at `first` + k · `step`, in index space, for k < `count`. */
interface LaneRays {
  /** x, y and z by lane. */
  readonly first: Float64Array;
  readonly step: Float64Array;
  readonly count: Float64Array;
}

/**
 * Runs the resident workgroups of the first processor, from the middle of the image on, through the middle of the volume:
 * subgroup by subgroup all take one sample, then all the next, as a fair scheduler would have it. A sample wants the eight
 * voxels around it; a line that lanes of one request want is looked up in the cache once.
 */
export function simulateLocality(view: ShapeView, shape: Shape, options: LocalityOptions = {}): Locality {
  const settings = withDefaults(LOCALITY_DEFAULTS, options);
  const { lanesPerRequest, samples, drift } = settings;
  const subgroups = residentWorkgroups(view, shape, settings).flatMap((tile) =>
    laneRays(view, tilePixels(shape, tile), settings),
  );
  const middle = Math.floor(Math.max(0, ...subgroups.flatMap(({ count }) => [...count])) / 2);
  const cache = new Cache(settings.cache);
  const addLines = createLineFinder(view, settings);
  const wanted = new Set<number>();
  let [requests, hits] = [0, 0];
  for (let time = -samples; time < samples; time++) {
    for (const [index, rays] of subgroups.entries()) {
      const k = middle + time + Math.round((subgroups.length / 2 - index) * drift);
      for (let start = 0; start < rays.count.length; start += lanesPerRequest) {
        wanted.clear();
        const end = Math.min(start + lanesPerRequest, rays.count.length);
        for (let lane = start; lane < end; lane++) if (k >= 0 && k < rays.count[lane]!) addLines(rays, lane, k, wanted);
        for (const line of wanted) {
          const hit = cache.has(line);
          if (time < 0) continue;
          requests++;
          if (hit) hits++;
        }
      }
    }
  }
  return { requests, hits, hitRate: requests === 0 ? 0 : hits / requests };
}

/** Adds the lines of the eight voxels around a lane's sample; those beyond the edge are the edge's. */
function createLineFinder(
  { volume: { sizes } }: ShapeView,
  { layout, bytesPerVoxel, cache: { lineBytes } }: Required<LocalityOptions>,
) {
  const addressOf: AddressOf = createAddressing(layout, sizes);
  const low = [0, 0, 0];
  const high = [0, 0, 0];
  return ({ first, step }: LaneRays, lane: number, k: number, wanted: Set<number>) => {
    for (let axis = 0; axis < 3; axis++) {
      const cell = Math.floor(first[3 * lane + axis]! + k * step[3 * lane + axis]!);
      const last = sizes[axis as 0 | 1 | 2] - 1;
      low[axis] = Math.min(Math.max(cell, 0), last);
      high[axis] = Math.min(Math.max(cell + 1, 0), last);
    }
    for (const z of [low[2]!, high[2]!]) {
      for (const y of [low[1]!, high[1]!]) {
        wanted.add(Math.floor((addressOf(low[0]!, y, z) * bytesPerVoxel) / lineBytes));
        wanted.add(Math.floor((addressOf(high[0]!, y, z) * bytesPerVoxel) / lineBytes));
      }
    }
  };
}

/** The tiles, by column and row, that the first processor has at the same time, around the middle of the image. */
function residentWorkgroups(
  { image }: ShapeView,
  shape: Shape,
  { residentInvocations, processors }: Required<LocalityOptions>,
): { column: number; row: number }[] {
  const columns = Math.ceil(image.width / shape.width);
  const rows = Math.ceil(image.height / shape.height);
  const resident = Math.max(1, Math.floor(residentInvocations / (shape.width * shape.height)));
  const from = Math.max(
    0,
    Math.floor(rows / 2) * columns + Math.floor(columns / 2) - Math.floor((resident * processors) / 2),
  );
  return Array.from({ length: resident }, (_, index) => from + index * processors)
    .filter((tile) => tile < columns * rows)
    .map((tile) => ({ column: tile % columns, row: Math.floor(tile / columns) }));
}

/** The pixels of a tile in the order of its invocations. */
function tilePixels(shape: Shape, { column, row }: { column: number; row: number }): [number, number][] {
  return Array.from({ length: shape.width * shape.height }, (_, local) => {
    const [x, y] = pixelOfInvocation(shape, local);
    return [column * shape.width + x, row * shape.height + y];
  });
}

/** The rays of the pixels, by subgroup; pixels beyond the image have no samples. */
function laneRays(
  view: ShapeView,
  pixels: readonly [number, number][],
  { subgroupSize: size, step }: Required<LocalityOptions>,
): LaneRays[] {
  const rayAt = createIndexRays(view);
  const { volume, image } = view;
  const stepWorld = step * smallestSpacing(volume);
  return Array.from({ length: Math.ceil(pixels.length / size) }, (_, subgroup) => {
    const lanes = pixels.slice(subgroup * size, (subgroup + 1) * size);
    const rays = {
      first: new Float64Array(3 * size),
      step: new Float64Array(3 * size),
      count: new Float64Array(lanes.length),
    };
    for (const [lane, [x, y]] of lanes.entries()) {
      if (x >= image.width || y >= image.height) continue;
      const { origin, direction } = rayAt(x, y);
      const [enter, leave] = clipToBox(volume.sizes, origin, direction);
      rays.count[lane] = Math.max(0, Math.ceil((leave - enter) / stepWorld - 0.5));
      for (const axis of [0, 1, 2] as const) {
        rays.step[3 * lane + axis] = direction[axis] * stepWorld;
        rays.first[3 * lane + axis] = origin[axis] + direction[axis] * (enter + 0.5 * stepWorld);
      }
    }
    return rays;
  });
}
